import { fold } from './normalize.ts';

/**
 * Everyday words of our six languages, none of which names a product by itself, beside those that mean something to us. A word found neither
 * here, nor in the business's vocabulary, nor in a catalogue is taken for the name of something unknown.
 */
const english = `
actual add after ahead almost alone along always another anymore anyway apart area aside ask away back basically become before begin behind believe bigger bit
busy but call called came car card care careful case cases cause certain chance cheap cheaper cheapest choose clear clearly close closed cold comes common
concerning consider couple cut deal dear decide deep definitely depth different difficult earlier early easy effect either else end especially even evening
everybody example exist expect expensive extra fact fair fairly fast faster few final finally fit five fix folks follow following forget form four free front
fully further general generally gets getting gives group guess guys half hand handle happens hard hear heard heavy high him home hot hour hours house however
hundred idea immediately important include included including indeed instead interest interested issue job kept knew known large larger later led letter life
light likely line little live local longer looked looks love main mainly major manager matter maybe means meanwhile medium member mention mentioned million mind
mine minute minutes miss missed monitor morning mostly move moving name named names near nearly necessary neither never new news nice night nobody none nor
normal normally note obviously off office oh once onto otherwise ours owner page paper part particular particularly past perfect perhaps person pick plenty
point points possible possibly precise present pretty previous probably process properly provide pull purpose puts quite rapidly rather reach read ready real
red regarding region regular related remember remind request required rest result results right room rough round row runs safe save says second section seeing
seem seems seen self send sense serious several share side sign similar simple single sir situation size sized slightly slow small smaller somehow sometimes
soon sorry sort space special specific specifically start stay step stop straight strong suddenly sure take takes taking talk ten term terms themselves
therefore thing think though thought three through throughout thus till told totally toward towards true truly try trying turns two understand unless until
update updated upon useful various via view wait wanted wants watch way ways well whatever whenever wherever white whoever wish wonder wondering word working
world write yes yesterday yours yourself thx gonna kinda afternoon answer apparently appear awesome barely bucket can't carton cartons colour color crate crates
currency curious dashboard department directly display distribution pound event events export fancy favourite fetch file fresh fridge grab hurry immediate
individual inform instantly kitchen language link log math method metric moreover multiple necessarily online operation operations option options ordinary
organization package packages pallet pallets physical portion position potential practically printed priority proper quality question questions quote quoted
rank raw regardless respect sample satisfied schedule screen search seasonal separate separately sheet shorter sitewide slot spare speaking spot square
statistics stats storage straightaway structure sufficient suggest system tab tank task teams temporary text throughput tiny title tomorrow track trouble trend
truck trucks twice urgently user version wise zero accurately advance analysis analyse analyze anyhow appears approx asap assume aware balance base based basis
bother bound brief briefly bunch buyer buyers capacity cargo caught center certainly clarify colleague compute confirm constantly convert correct correctly
crazy critical crucial cycle deadline decent depends describe desk determine dispatch double easily effectively efficient emergency essential estimate estimated
eventually explain express fall fill filter filtered focus forward gap guide handy heads healthy hint hope huge identify impact improve instance internal
involved item's key lack limit limited logistics loss lost majority manage manual mark match measure mix mixed modern noticed obtain occasion occur ordering owe
partial partly permanent personal planning plans portfolio practical prefer prepare pressure prior procurement progress proportion purchasing push quiet ran
reading reasonable receiving reference refill refresh relevant rely removed replace resolve retail review rise rising risk risky roll rule rush scan season
secure select seller serve service shape shipping signal sign-off solid solve speed stable stage standard style success suitable surely surprise surprising
target terrible tight tons tool trade traffic travel treat trust unfortunately upcoming usable valid verify visible walk green blue black grey gray brown yellow
pink orange purple silver gold dark soft wood wooden metal plastic glass steel trustworthy lucrative promises offer offers hero capable expecting able apparel
winter summer spring autumn holiday holidays weekend easter`;

const others = `
aber doch schon nur sehr vielen wenig wenige weniger kein keine keinen keiner nichts etwas alles allen aller jede jeder jedes jeden ihr euch mich dir dich ihm
ihnen mein meine meinen dein deine sein seine habe kannst konnten wollen wollten durfen mag wen wem wann wohin woher wieso weshalb beim ins vor durch bis seit
wahrend wegen ob wenn weil damit jetzt heute zeigen geben nenne sage genau ware lagern monaten letzter letztes nachste nachsten nachster neu neue neuen gut gute
schlecht oft ganz welch grosse farbe grossen sorte sorten pero si muy mucho mucha muchos muchas poco poca pocos pocas todo toda todos todas algun alguna algunos
algunas ningun ninguna nada algo quien quienes cuando ante contra durante hacia hasta segun sobre tras yo tu ella nosotros te mi mis eran ser estar estaba habia
tienen tengo tener haber hace puede puedes pueden podemos debe debemos deben quiero quieres lista hoy aqui ya aun todavia tambien ultimo ultima ultimas une donc
ni pas tres trop beaucoup peu tout toute tous toutes quelque quelques aucun aucune rien quoi qui quand comment dont sous vers depuis pendant avant apres vous
elles m toi lui leur leurs mon ma ton ta tes sa ses votre cet cela ca etre sera seront avait avez ai peut peux pouvons dois doit donnez affiche plait maintenant
aujourd hui encore deja dernier derniere va vont umas nao sim muito muita muitos muitas pouco algum alguma alguns nenhum quem quando dos ate eu voce eles elas
lhe meu minha seu sua essa isto sao estao tenho ter fazer pode quero hoje ja ainda tambem itens non molto molta molti molte tutto tutta tutti tutte qualche
alcuni nessuno niente che chi cosa dai sul sulla io lei noi voi loro ti vi mio mia suo quello essere hanno ho avere fare puo puoi possiamo voglio elenca oggi
gia ancora anche cos sta stanno`;

export const commonWords: ReadonlySet<string> = new Set(`${english} ${others}`.trim().split(/\s+/).map(fold));
