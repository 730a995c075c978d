import { fold } from './normalize.ts';

/**
 * Everyday words of our six languages, none of which names a product by itself. A word found neither here, nor in the
 * business's vocabulary, nor in a catalogue is taken for the name of something unknown.
 */
const english = `
a about above across actual actually add after again ago ahead all almost alone along already also altogether always am amount an and another any anybody anymore
anyone anything anyway apart approximately are area around article as aside ask at away back bad basically be because become been before begin behind being believe
below best better between big bigger biggest bit both bottom box bring brings brought busy but by call called came can car card care careful case cases cause certain
chance change cheap cheaper cheapest check choose clear clearly close closed cold come comes coming common company complete concerning consider contain could couple
currently customer customers cut daily data day days deal dear decide deep definitely depth detail details did difference different difficult do does doing done down
due during each earlier early easy effect either else end enough entire especially even evening ever every everybody everyone everything everywhere exact exactly
example except exist expect expensive extra fact fair fairly far fast faster few figure figures final finally find fine first fit five fix folks follow following for
forget form four free frequent frequently from front full fully further gave general generally get gets getting give given gives go goes going gone good got great
group grow guess guys had half hand handle happen happens hard has have having he hear heard heavy help her here hey high higher highest him his hold home hot hour
hours house how however hundred i idea if immediately important in include included including indeed info information inside instead interest interested into is
issue it item items its itself job just keep kept kind kindly kinds knew know known large larger largest last late later latest lately least leave led left less let
letter level life light like likely line list listed little live local long longer look looked looking looks lot lots love low made main mainly major make makes
making manager many matter may maybe me mean means meanwhile medium member mention mentioned might million mind mine minute minutes miss missed moment money monitor
month morning most mostly move moved moving much must my myself name named names near nearly necessary need needed needs neither never new news next nice night no
nobody none nor normal normally not note nothing now number numbers obviously of off office often oh ok okay old on once one ones only onto open or other others
otherwise our ours ourselves out outside over overall own owner page paper part particular particularly past pay people per perfect perhaps period person pick piece
pieces place places plan please plenty point points possible possibly precise precisely present presently pretty previous price probably problem process properly
provide pull purpose put puts quick quickly quite range rapidly rate rather reach read ready real really reason recent recently record records red regarding region
regular related remaining remember remind report request required rest result results right room rough roughly round row run runs safe said same save say says second
section see seeing seem seems seen self send sense sent serious set several shall share she ship should show showing shown shows side sign similar simple simply
since single sir sit site situation size sized sizes slightly slow small smaller smallest so some somebody somehow someone something sometimes somewhere soon sorry
sort space special specific specifically staff stand start started state stay step still stop straight strong stuff such suddenly sum sure table take taken takes
taking talk team tell ten term terms than thank thanks that the their them themselves then there therefore these they thing things think this those though thought
three through throughout thus till time times to today together told too took top total totals totally toward towards true truly try trying turn turns two type types
under understand unit units unless until up update updated upon us use used useful usual usually various very via view wait waiting want wanted wants was watch way
ways we week weeks well went were what whatever when whenever where wherever whether which while white who whoever whole whom whose why will wish with within without
wonder wondering word work working works world worse worst worth would write wrong year years yes yesterday yet you your yours yourself thx pls plz hi hello gonna
kinda afternoon answer anywhere apparently appear available awesome bag bags barely batch bottle bottles bucket can't carton cartons category chart colour color
colours count crate crates currency curious dashboard date dates department directly display distribution drop euro euros dollars dollar pounds pound eur usd gbp
event events export fancy favourite fetch file fresh fridge goods graph grab hurry immediate individual inform insight instantly kg kilo kilos kitchen language link
log math method metric minus moreover multiple necessarily online operation operations option options ordinary organization overview pack package packages packs
pallet pallets percent percentage performing physical plus portion position potential practically printed priority product products proper quality quantities
quantity quarter question questions quote quoted rank ratio raw regardless respect respectively roast sample satisfied schedule screen search seasonal separate
separately sheet shelf shelves short shorter sitewide sku skus slot source spare speaking split spot spread square statistics stats status storage store stored
straightaway structure sufficient suggest summary supply system tab tag tank task teams temporary text throughput tiny title tomorrow tonight track trouble trend
truck trucks twice unusual urgent urgently usage user value variant variants version versus volume warehouse wise zero accurate accurately advance amounts analysis
analyse analyze anyhow appears approx asap assume aware balance base based basis bother bound brief briefly bunch buyer buyers capacity cargo caught center certainly
clarify colleague compute confirm constantly convert correct correctly cover crazy critical crucial cycle deadline decent deliver depends describe desk determine
dispatch double easily effectively efficient emergency essential estimate estimated eventually exceed exceeded exceeds explain express fall fell fill filter filtered
focus forward fulfilled gap guide handy heads healthy hint history holding hope huge identify impact improve inbound incoming instance internal involved item's key
lack lacking leading limit limited logistics loss lost majority manage manual mark match maximum measure mix mixed modern noticed obtain occasion occur order
ordering orders output outstanding overdue owe partial partly pending permanent personal planned planning plans portfolio practical predict prefer prepare pressure prior
procurement profit progress proportion purchasing push quiet ran reading reasonable received receiving recommend reference refill refresh relevant reliable rely
remains removed replace resolve retail review rise rising risk risky roll rule rush sale sales scan scheduled season secure select sell seller sells serve service
shape shift shipping shop shops signal sign-off sold solid solve speed spend spending stable stage standard stands stock stocked stocks style success suitable
supplier suppliers surely surprise surprising target terrible tight tons tool trade traffic travel treat trust typical unfortunately upcoming usable valid vendor
vendors verify visible walk wasted weekly monthly yearly green blue black grey gray brown yellow pink orange purple silver gold dark soft wood wooden metal plastic
glass steel dependable trustworthy lucrative promise promised promises offer offers hero capable expecting able sites apparel winter summer spring autumn holiday
holidays weekend easter`;

const others = `
der die das den dem des ein eine einen einem einer eines und oder aber doch noch schon auch nur sehr mehr viel viele vielen wenig wenige weniger kein keine keinen
keiner nicht nichts etwas alle alles allen aller jede jeder jedes jeden man wir ihr ich du er sie es uns euch mir mich dir dich ihm ihnen unser unsere unserem
unseren unserer mein meine meinen dein deine sein seine ist sind war waren wird werden wurde wurden worden hat haben hatte hatten habe kann kannst konnen konnten
muss mussen soll sollen sollte sollten will wollen wollten darf durfen mag wie was wer wen wem wann wo wohin woher warum wieso weshalb welche welcher welches welchen
welchem wieviel wieviele zu zum zur von vom bei beim mit ohne fur gegen um auf an am im in ins aus nach vor uber unter zwischen durch bis seit wahrend wegen als ob
wenn dass weil denn damit da dort hier jetzt gerade aktuell derzeit momentan heute bitte zeige zeig zeigen gib geben gibt nenne liste sag sage mal eigentlich genau
insgesamt gesamt total stuck einheiten einheit artikel ware produkt produkte lager lagern filiale standort tag tage woche wochen monat monate monaten jahr jahre
letzte letzten letzter letztes nachste nachsten nachster neu neue neuen gut gute schlecht meisten meiste besten oft ganz welch grosse farbe grossen sorte sorten
diese dieser dieses diesen diesem el la los las lo un una unos unas y o u e pero si no mas menos muy mucho mucha muchos muchas poco poca pocos pocas todo toda todos
todas algun alguna algunos algunas ningun ninguna nada algo que quien quienes cual cuales cuando cuanto cuanta cuantos cuantas donde como porque de del al a ante con
contra desde durante en entre hacia hasta para por segun sin sobre tras yo tu ella nosotros nos se me te le les su sus mi mis nuestro nuestra nuestros nuestras son
era eran fue fueron ser estar esta estan estaba hay habia tiene tienen tenemos tengo tener ha han he hemos haber hacer hace puede puedes pueden podemos debe debemos
deben quiero quieres dame dime muestra muestrame mostrar lista ahora hoy aqui ya aun todavia tambien producto productos articulos unidades ultimo ultima ultimos
ultimas este estos l une d et ou mais donc car ni ne pas plus moins tres trop beaucoup peu tout toute tous toutes quelque quelques aucun aucune rien quoi qui qu quel
quelle quels quelles quand combien comment pourquoi dont au aux avec sans sous sur dans par pour vers chez depuis pendant avant apres je j il elle on nous vous ils
elles m t s moi toi lui leur leurs mon ma mes ton ta tes sa ses notre votre vos ce c cet cette ces cela ca est sont etait etaient etre sera seront ont avait avoir
avons avez ai fait faire faut peut peux pouvons dois doit devons montre montrez donne donnez affiche svp plait maintenant aujourd hui encore deja produits produit
articles article unites dernier derniere derniers dernieres va vont reste os as uma umas nao sim muito muita muitos muitas pouco algum alguma alguns nenhum quem qual
quais quando quanto quanta quantos quantas onde do dos na nas ao aos pelo pela com sem ate em eu voce eles elas lhe meu minha nosso nossa nossos nossas seu sua esse
essa isso isto sao foi foram estao tem temos tenho ter fazer pode deve devemos quero mostre mostra diga agora hoje ja ainda tambem produto produtos itens i gli uno
non piu meno molto molta molti molte tutto tutta tutti tutte qualche alcuni nessuno niente che chi cosa quale quali quanti quante dove come perche di dello della dei
degli delle allo alla agli dal dalla dai nel nella nei sul sulla per tra fra io lei noi voi loro ti ci vi mio mia nostro nostra nostri nostre suo questo questa
questi quello sono erano essere stato stati hanno abbiamo ho avere fare puo puoi possiamo dobbiamo devo voglio mostrami dammi dimmi elenca ora adesso oggi gia ancora
anche prodotto prodotti articoli unita ultimi cos sta stanno`;

const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .split(/\s+/)
      .filter(word => word !== '')
      .map(fold),
  );
export const englishWords: ReadonlySet<string> = wordsOf(english);
export const otherWords: ReadonlySet<string> = wordsOf(others);
export const commonWords: ReadonlySet<string> = new Set([...englishWords, ...otherWords]);
