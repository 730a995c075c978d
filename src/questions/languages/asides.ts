/**
 * Words of each language that say nothing about stock: see dictionary.ts. An `empty` one is passed over, an `everyday`
 * one is named as not used, and a question with a `weighty` one, which may restrict what is asked, is handed back.
 */
export const asides = {
  english: `
small weighty: markup+ expect hour+ minute+ ever dipped reached online offline first earliest new often frequent{ly,} usual
  median second third half double twice share proportion different distinct unique separate large{,r} small{,er} size
  big{,ger} cheap{,er,est} expensive own other{,s} another similar same only neither nor average typical never none
  nobody before after since until early late earlier later near almost nearly except instead extra single multiple
  individual special specific summer fresh main major minor live+ living bring red green blue black white dark metal
  glass long previously formerly locally manually originally initially partially equally internally externally
  naturally organically digitally regionally virtually automatically accidentally exceptionally individually
  additionally differently newer younger farther inner outer opposite thick thin unlike significant{,ly} former latter
  yearly periodically continually regularly
empty: feel_free_to good_{morning,afternoon,evening,day} comes onward{,s} lol cud gimme rn atm plox wise a_lot{,_of}
  {all,across_all,in_all}_channels {bag,bags,box,boxes,pack,packs,bottle,bottles}_of gear equipment placed a an are as
  be been being can could did do does doing for get give gives given gave had having how i if into is it its itself let
  list+ did_we_place account{s_for,_for} listed made make+ making many much me my on out please pls plz show+ showing
  shown so some{,thing,where} tell that their+ them they this those these to total+ us was we were when will with would
  you your any number+ figure+ quantit{y,ies} amount+ sum come business report+ item see look looking check know need+
  want like of about up down already yet also too then here+ should shall may might must he she who whom his her+ very
  really exact{ly,} actually just ok okay hey hi hello thank+ there moment time overview summary break{down,} split
  detail+ table chart graph data info information kind+ type+ going_to anything every{thing,where} still ve re
  reference ref arrive contain+ contained compare current levels stuff anywhere generate{,d} date+ sit+ tend needed
  whether hold qty+ belong+ quick{,ly} roughly approximately around precisely altogether which_are shelf shelves
  respecti{vely,ng} simply kindly over so_far all_time go because one far turn complete work+ take+ qtty amt wrt
  concerning regarding ought cheers hiya btw fyi yeah yep ta asap ya thx gotta
  {packets,packet,tins,tin,jars,jar,sacks,sack,rolls}_of roll_of honestly frankly literally realistically essentially
  seriously anyways any_idea any_chance happen_to_know {quick,short,small}_{one,question} {real,super}_{quick,fast}
  {just,i_am,i_m}_curious out_of_curiosity remind_me {quick,fast}_answer sorry apologies pardon excuse_me
  {look,pull,bring,dig}_up mate buddy folks guys alright righty please_and {much,would}_appreciate{d,}
  be_{great,nice,helpful,lovely} by_the_way in_other_words {generally,roughly,strictly}_speaking tell_me_again hmm hm
  um uh eh ah well_then find_out love_to_know good_to_know i_{wonder,guess,think,believe,suppose} right_then
  if_{possible,you_can,you_could,you_know,you_would,you_please} u r im_wondering wondering as_{far_as_you_know,well}
  handy completely out_of_interest umm uhm {the,on,in_the}_{heck,hell,earth,world} double_checking for_crying_out_loud
  basically right_so god no_idea hey_there hi_there entirely wholly fully
everyday: evening pace sale anymore stats straight{away,} reach{ed,} good great fine ever{,ybody,yone} actual add alone
  along always anyway apart area ask away back become begin behind believe bit busy call called came car card care
  careful case+ cause certain{,ly} chance choose clear{,ly} close{,d} cold common consider couple cut deal dear decide
  deep depth difficult easy effect{,ively} either else end even example exist fact fair fairly fast few final{,ly} fit
  fix follow{,ing} forget form front further genera{l,lly,tes} gets getting group guess hand handle hard heard heavy
  high him home hot house however idea immediate{ly,} important includ{e,ed,ing} indeed inst{ead,antly,ance}
  inter{est,ested,nal} issue job knew known led letter life light likely line little local longer looked looks mainly
  major{,ity} manage{r,} matter maybe means meanwhile medium member mention{,ed} million mind mine miss missed morning
  mostly move moving name+ named necessar{y,ily} new+ nice night normal{,ly} note off oh once onto otherwise ours owner
  page paper part{,ial,ly} particular{,ly} past perhaps person pick plenty point+ possibl{e,y} precise present previous
  prop{erly,er,ortion} provide pull purpose quite rapidly rather read{,y,ing} real region regular related remember
  remind request required rest result+ right room rough round row safe save section seeing seem+ seen self sense
  serious several side sign simple situation sized slightly slow some{how,times,one,body} soon sort space
  specific{,ally} start stay step stop strong suddenly sure taking talk term+ themselves therefore thing think
  though{,t} through{,out} thus till told toward+ true truly try trying turns understand unless update{,d} upon useful
  various via view wait wanted wants watch way+ well whatever whenever wherever whoever wish wonder{,ing} word working
  world write yes yesterday yours{,elf} gonna kinda answer appear+ bucket can't carton+ colour color currency dashboard
  directly distribution pound event+ export fetch file inform kitchen language link log math method metric moreover
  operation+ option+ ordinary organization package+ pallet physical position printed quality question+ quote{,d} raw
  sample satisfied schedule screen search season{al,} separate{,ly} sheet shorter slot spare speaking spot square
  statistics stor{age,ed,ing} sufficient suggest system tab task temporary text title tomorrow track trend truck user
  version analy{sis,ze} anyhow approx assume aware balance base based basis bound brief{,ly} caught colleague compute
  confirm convert correct{,ly} cycle deadline depends describe desk easily estimate{,d} explain express fall fill
  filter{,ed} focus forward guide heads healthy hint hope huge identify improve involved item's key lack limit{,ed}
  loss manual mark match measure mix mixed noticed occur ordering permanent planning prefer prepare prior progress
  purchasing push quiet ran receiving refresh rely removed replace resolve review risk roll rule scan secure select
  serve service shape signal solve speed stable standard style success surely target tool trade traffic travel trust
  upcoming usable valid verify visible walk gold promises offer+ able weekend people times goes company ones again say+
  said happen+ run+ bring+ brought during such anyone anybody stand+ content+ set put+ period range whole entire full
  myself ourselves level lately leave+ bag+ box boxes pack+ bottle+ tonight record+ recorded plan+ according afterwards
  appreciate areas aren asked asking asks becomes beforehand considering corresponding couldn didn doesn don etc evenly
  furthermore hadn hasn haven hence herself himself homepage importance indicate{,d,s} interesting isn itd largely lest
  likewise merely namely needing nevertheless nonetheless notwithstanding obtain{,ed} owing poorly provided provides
  readily refs regardless regards saying seemed seeming sees selves shouldn somewhat specified specify strongly sup
  tends thinks thorough{,ly} thoughts tried tries unto viz wanting wasn weren wherein whichever willing wouldn curious
  honest{y,} bet boss meeting rush hurry
adverb: ally ously ently antly tely edly ingly ively ably ibly fully lessly stly ckly rtly icly ualy
`,
  german: `
small weighty: oft lange eigen{e,en,er,es} andere{n,r,s,m} klein{e,en,er,es} gross{er,es,em} fruher{e,en,er,es}
  spater{e,en,er,es} weitere{n,r,s,m} manche{n,r,s,m} solche{n,r,s,m} einig{er,es,em} jen{e,en,er,es} kurze{r,n,s}
  gleich{e,en,er,es} bekannt{e,en} dazwischen daneben danach damals dasselbe derselben ehemalig{e,en} zusatzlich{e,en,}
  neu{e,er,es,en,}
empty: guten_{tag,morgen,abend} gruss_gott dann kannste gar enth{alt,alten,ielt,ielten} bereits befindliche{,n,r}
  aufgegeben{,e,en} wann wie_hoch gebracht ware{,n,t} mal fach der die das den dem des ein* wir uns
  unser{,e,em,en,er,m} von vom zum zur mit ist sind war wurde{,n,t} worden wird werde{n,} bitte zeig{,e,en,st} gib mir
  sag es fur aus ich sie er im am wer wie viel viele hatte{n,,st,t} gemacht machen macht dass da dort hier auch sich
  man denn eigentlich sortier{t,en} muss{,en,ten} soll{,en,te,ten} konn{en,test,ten,te,t} kann darf ab bald einmal je
  gehor{t,en} liste{,n} auflistung geht wart bin bist gewesen gehabt gegeben komplett vollig total
  uber{haupt,sicht,blick} jeweils ihn ihre{,n,m,r} jene dies* solche sein{,e,en,er} ganz ihm ihr mich dir bisher
  bislang du euch euer eure{,m,n} mein{,e,en,em,er} dein{,e,en} ihnen unsres deren dessen denen derer wirst seid gern
  gerne mochte{,n,st} woll{en,te,ten} will wusste wissen weiss kannst sage sagen sagt nenn{e,en,} gebe geben gebt
  schau{,e} such suche finde brauche danke hallo hi moin servus guten hey so nun also ungefahr etwa circa zirka rund
  exakt wirklich schon halt eben wohl doch ja okay info infos informationen auskunft stichtag daten zahl menge{,n}
  anzahlen aufstellung bericht stand sieht aussieht ausschaut betrag{t,en} belief{,en} lautet handelt stehen dran dabei
  davon dafur daran darin dazu wovon worin womit damit per inkl inklusive angesagt ordnung ob ehrlich{,_gesagt}
  freundlicherweise netterweise zufallig nebenbei{_bemerkt,_gesagt,} ubrigens apropos bitteschon dankeschon
  {vielen,lieben,besten}_dank merci tschuldigung entschuldig{ung,e,en} sorry verzeihung pardon hand_aufs_herz
  interessiert interessieren {ich,wir}_brauchte{n,} auf_die_schnelle schnell rasch flott fix grusse gruezi na naja tja
  ahm ah oh ach hm hmm {leute,hallo,moin,hi,guten_morgen}_zusammen heraus|finden/findet/fand/gefunden
  raus|finden/findet/fand/gefunden raus|suchen heraus|suchen nach|schauen nach|sehen/sieht/sah/gesehen nachschlagen
  verrat{en,e,st,} interessehalber spasseshalber neugierhalber aus_neugier neugierig mitteilen durchgeben kurz{_mal,}
  wurd{e,est,en}_gern{e,} naturlich selbstverstandlich tatsachlich grundsatzlich im_prinzip prinzipiell vielleicht
  hatt{e,en}_gern{e,} kurze_frage frage lass_mich {lass,lassen}_{uns,sie} rein_interessehalber meines_wissens
  erzahl{,e,en} bekomm_ich_{mal,bitte} {gib,gebt}s gibst_du_mir weisst wisst guck{e,en,t,} keine_ahnung ahnung
  zwischenfrage ruckfrage verstehe verstanden schlag{e,}_nach vollstandig{,e,en} ganzlich
everyday: bringt zuerst erstes nachstes rot rote roten grun{,e,en} blau{,e,en} schwarz{,e,en} weiss{,e,en} gelb{,e,en}
  grau graue sehr vielen wenig{,e,er} nichts etwas alle{s,n,r} dich durfen mag wohin vor durch bis seit wahrend wegen
  weil heute genau letzte{r,s} gut gute schlecht welch farbe allein{,e} ausserdem beispiel{sweise,} besonders dadurch
  dagegen daher darauf darfst daruber dementsprechend demnach demzufolge dennoch deshalb deswegen durchaus durfte{,n,t}
  ebenfalls ebenso einander endlich entweder gerade{zu,} geschweige gesagt gleichzeitig immerhin indem infolgedessen
  insbesondere irgend{wie,wann,wo,was,welche} jedenfalls jemand{en,em,} jedermann keinesfalls leider letztlich magst
  manchmal mensch{en,} mogen moglich{st,erweise,} muss{t,test} namlich sah schliesslich selbst sogar somit sonst soweit
  sozusagen teils tun trotz{dem,} unbedingt vermutlich verstandlich{erweise,} viel{es,er} wahr wahrscheinlich weit
  weiterhin wieder ziemlich zwar zugleich zunachst chef chefin kollege{n,} kollegin meeting besprechung buchhaltung
  endgultig momentchen eilig glaub{e,en,st} denk{e,en,st} mein{st,t} frag{e,en,t,st}
adverb: erweise
`,
  spanish: `
small weighty: menudo otr* nuev* propi{o,a,os,as} mism{o,a,os,as} distint* diferente{s,} vari{os,as} cierta{s,} mitad
  doble nadie nunca jamas despues antes cualquier grande{s,} pequen{o,a,os,as}
empty: hola buen_dia buenas_noches porfa xfa conten{er,ia,ian} contien{e,en} toda{s_las,s_los,via} todos_{las,los}
  a_fecha{,_de} algun{,os} alguna+ sigue{n,} seguimos el la lo los las un una+ unos del al se su sus nuestr* mi mis tu
  tus ha han hemos he has fue fueron son somos soy es era eran eramos fuimos fuisteis ser esta{r,n,mos,ba,ban} este ese
  esa+ eso+ est* aquel aquell* con para nos me te le les mostra{r,me} muestra{,me} ensename ver dame dime dinos deme
  digame di decir{,me} pasame ponme lista{,me,do} hubo {hay,tenemos,tengo,tendria,tendriamos}_que hace{,n,r,mos,is}
  hizo hicimos hicieron hecho ido cual cuales como cuando favor por_favor gracias buenos_dias buenas_tardes buenas sera
  seran serian habian tambien muy ya aun quier{o,es} querria quisiera necesit{o,amos,a} debo
  debe{,n,mos,ria,riamos,rian} {hace,hacen}_falta puede+ pueden puedo podemos podria+ podeis va van voy vamos a saber
  sabes completamente total{mente,,es} solo_un cada_uno cifra+ numeros resumen informe reporte detalle tabla grafico
  cantidad{,es} vez actualmente cosa tipo+ ahi aqui exactamente aproximadamente concretamente llevamos ido_el ido_la
  oye oiga mira mire la_verdad de_verdad de_paso por_cierto a_proposito rapid{o,ito,amente} perdon{a,e,}
  disculp{a,e,en} porfi porfis eh pues bueno_pues a_ver oigan sabrias sabria {por,de}_casualidad {una,sola}_pregunta
  pregunta {quisiera,queria,quiero,me_gustaria}_saber gustaria_saber me_gustaria por_curiosidad curiosidad recuerdame
  recordarme mas_o_menos en_realidad en_serio francamente sinceramente honestamente amig{o,a} averigua{r,} busca{r,me,}
  cuentame ahora_mismito ahorita mas_bien {una,otra}_cosa {una,otra}_cosita cosita duda si_no_te_importa enteramente
  integramente
everyday: primer{,o,a} roj* verde+ azul azules negr* blanc* amarill{o,a} much* poc* tod* nada algo alguien ante durante
  hacia sobre tras yo ella+ ellos nosotros vosotros usted{es,} mio haber hoy alli bueno buena bien casi apenas siempre
  veces luego entonces asi claro gente empresa negocio equipo jefe manana igual tal tant* car* barat{o,a} dentro fuera
  arriba abajo cerca lejos normal mientras mercado acuerdo adelante ademas alrededor asimismo bastante cada_vez cierto
  conmigo conocer consigue{n,} creo cuenta dado debido deprisa dice{n,} dicho ejemplo embargo encima enseguida
  entre_tanto estoy fuese gran haya{n,} habla{n,r} incluso junto lado manera mediante modo parece pesar poder podra{n,}
  posible{mente,} pronto pueda{n,} pudo quiere quiza{s,} sabemos saben sea{n,} seria siendo sobretodo supuesto tampoco
  tan temprano tenga{n,} verdad vaya jefa trabajo reunion urgencia necesitaria compruebo
`,
  french: `
small weighty: souvent autre+ certain{,s,e,es} different{,s,e,es} divers{,e,es} nouveau{x,} nouvel{,le,les}
  petit{,e,s,es} grand{,e,s,es} gros{,se,ses} meme{s,} seul{,e,s,es} moitie anterieur{,e,es,s} suivant{,e,s,es}
  rarement parfois longtemps autrefois plusieurs plupart aucun{,e} chacun{,e}
empty: alors slt stp contenai{t,ent} contien{t,nent} contenant contenir partir vers represente{,nt} realise* celle+
  celui ceux une les l d s t j qu ont ete+ est sont nous notre vos avec pour{,rait,rais,riez,rions} sur y en il ils
  elle montre{,z,r} donne{,r,z,_moi,es} moi ce cette ces fait faire avoir etai{t,ent,s} svp s_il_vous_plait c ne faut
  devons le la un genere{,nt} etions furent fut que aussi tout_a_fait completement totalement font faisons mes son
  a_t_il dites je tu on sera seron{t,s} cet qui quoi dont encore deja leur+ mon ma ton sa ses n m ci ici nos votre ta
  tes te toi lui eux cela vous es suis soit soient sommes serait ait aient aurai{t,ent} aurons ayant puis peut peux
  pouvez pouvons peut_on veux voudrai{s,t} voulons voulez aimer{ais,ions} dois doit doivent devez devr{ait,ais,ions}
  faudrait fais faites ferait dire dis indique{r,z,} affiche{,z,r} liste+ lister savoir sais besoin merci bonjour
  bonsoir salut coucou quand quel_est nombre quantite+ chiffre+ resume rapport info+ niveau{,x} environ a_peu_pres
  exactement detail+ concernant comment va vont allons afin bien s_agit dis_donc au_fait a_propos finalement vraiment
  franchement honnetement excuse{,z}_moi desole{,e} pardon hum euh hein ben bon voyons voila ecoute{,z} tiens bref
  en_fait d_ailleurs {par,a_tout}_hasard je_me_demande me_dire vite_fait rapidement juste_une_question petite_question
  en_gros grosso_modo s_il_te_plait la_tout_de_suite connaitre rappelle{,z}_moi par_curiosite simple_curiosite
  si_jamais j_ai_une_question question pas_sur vous_savez entierement integralement
everyday: premier{,s,e} abord vert* rouge+ bleu* noir* blanc+ blanche+ jaune+ gris grise donc tres trop beaucoup peu
  quelque+ sous depuis pendant avant apres elles etre plait aujourd hui absolument ailleurs ainsi assez aupres autant
  autrement certes comme desormais directement durant enfin ensuite envers etant etc exemple facon faisai{t,ent} gens
  helas laisser lorsque malgre moyennant naturellement neanmoins necessairement oui non ouais parce parle{r,} parmi
  pense{r,z,} permet personne{s,} peuvent plutot pouvai{t,ent} precisement puisque quant quasi{ment,} quoique
  semble{nt,} simplement sinon soi speciale{ment,} strictement sujet surtout tandis tant tellement toujours vite vas
  vais patron{ne,} chef collegue{s,} reunion trouve{r,} crois croit merci_d_avance
adverb: alement uellement onnellement eusement iquement ivement ablement amment emment
`,
  italian: `
small weighty: spesso altr* nuov* stess* divers* vari{e,} vario cert{a,e,i} meta doppio talvolta nessun{o,a} piccol*
  grand{e,i}
empty: ciao salve buon_giorno buona_sera c_e_qualcosa dici conten{ere,eva,evano} conteng{a,ono} contiene
  tutt{e_le,e_i,e_gli,i_le,i_i,i_gli} gli uno dell{a,e,o,} dei degli alle allo alla agli il le la lo i un una del al
  all ai nell sull{,a,e} l d quell n sul sui sugli negli con ci si vi ne_abbiamo mi ti me te noi io sono sei siamo
  siete e era erano eravamo sara saranno essere stat* nostr* mio mia miei mie tuo tua tuoi tue suo sua suoi sue loro
  quest* quest quell* qualche alcun{i,e} fatt* fa fanno facciamo fare mostra{,mi,re} dammi dimmi dire dirmi dicci
  elenc{a,o,ami} lista vorre{i,mmo} vogli{o,amo} fammi vedere sapere conoscere devo deve devono dobbiamo
  dovre{mmo,i,mo} bisogna occorre serve servono puoi puo possiamo potresti{,_dirmi} posso per_favore per_piacere favore
  grazie buongiorno buonasera scusa che cosa cos quando come anche ancora gia completamente total{mente,e,i} circa
  esattamente precisamente va vanno andat* riepilogo riassunto dettagli{o,} rapporto report tabella grafico
  quantita{,tivo} numeri dati cifre volte volta qui tipo tipi cui successa ora_come_ora attualmente senti senta ascolta
  scusi scusami scusate perdona {sapresti,saprebbe,sai,sa,potrebbe,riesci_a,riusciresti_a}_dir{mi,ci,e}
  mi_{puoi,potresti,sapresti,sai,dici,dica,dite,potrebbe} dimmi_un_po a_proposito tra_l_altro sinceramente onestamente
  francamente in_realta in_effetti effettivamente veramente per_caso per_curiosita curiosita una_domanda domanda
  velocemente rapidamente un_attimo al_volo di_preciso {volevo,vorrei,mi_piacerebbe}_sapere ricordami ricordarmi eh beh
  allora_senti dai guarda ecco controlla{re,mi,} verifica{re,} piu_o_meno grosso_modo cortesemente gentilmente sapresti
  ciao_{a_tutti,ragazzi} tipo_quanti non_ho_capito capito capire ho_una_domanda interamente integralmente
everyday: prim{o,a,i} innanzitutto ross* verde verdi blu ner* bianc{o,a,hi,he} giall{o,a} molt* poco poca pochi poche
  tutt* niente nulla buono buona bene quasi sempre subito lei voi avere oggi tale tant* cosi allora quindi poi davvero
  proprio sta stanno stare gente azienda team capo mattina pomeriggio sera mezzo mentre mercato car* economico dentro
  fuori vicino lontano normale uguale insomma invece comunque soprattutto no abbastanza affinche altrimenti altrove
  appunto assai attraverso caso certo cioe citta cortesia dunque eppure esempio finche forse fosse{ro,} generale grado
  inoltre intanto intorno lato magari malgrado mediante modo nemmeno neppure nome nonostante ormai paese parte persino
  persona persone piuttosto poiche possa potrebbe pure purtroppo qua qualcuno qualunque sembra senz senza_dubbio sia
  sto tali tuttavia collega colleghi riunione
adverb: mente
`,
  portuguese: `
empty: a_gente cont{er,em,inha,inham} partir tod{a,o}s_{as,os} o a os as um uma+ uns ao aos pel* se foi foram fui sou e
  era eram eramos fomos ser sera serao sao somos esta{r,o,mos,va,vam} esta+ esteve estiveram com para pra pro noss* meu
  minha seu+ sua+ isso isto este+ esse+ essa+ aquele+ aquela+ nesse nessa me mim nos lhe+ te diga dizer{,_me,me} diz
  mostr{e,a,ar,e_me} list{e,a,ar,agem} deve{,mos,m,ria,riamos} devo precis{o,amos,a,am} pode{mos,m,ria} pode+ posso
  podia vai vao vou vamos fez fiz fizemos fizeram faz fazem fazer feito ir {tem,temos,tenho,e}_que temos_de gostaria
  quer{ia,o,emos} saber por_favor favor obrigad{o,a} bom_dia boa_tarde boa_noite completamente tota{lmente,l,is} tambem
  ja ainda muito algum alguma+ alguns voce+ eu ele+ ela+ como quando qual valores resumo relatorio detalhe+ tabela
  grafico quantidade+ numeros vez aqui ai la tipo+ cerca exatamente atualmente actualmente hoje_em_dia coisa la_fora
  foi_feito olha olhe ola oi escuta escute desculp{a,e} so_por_curiosidade por_curiosidade curiosidade ja_agora
  a_proposito alias na_verdade de_verdade sinceramente honestamente por_acaso
  {pode,podes,poderia,podias,consegue,consegues}_{me_,}dizer {me,nos}_{diz,diga,dizes} sabe{s,}
  {queria,gostaria_de,gostava_de,quero}_saber gostava pergunta rapidinho rapidamente mais_ou_menos de_momento lembra_me
  pois bem_pois entao_diz ca por_gentileza gentileza obrigad{os,as} confere verifica{r,} descobrir incomodar duvida
  inteiramente integralmente
everyday: primeir{o,a} vermelh* verde+ azul azuis pret* branc* amarelo sim muita+ muitos pouc* tod* nada alguem ninguem
  durante sobre haver hoje bom boa bem quase sempre vezes entao assim gente empresa negocio equip{a,e} chefe amanha
  meio igual tal tant* car* barat{o,a} dentro cima baixo perto longe normal enquanto mercado feira manha noite acerca
  adeus afinal agora_entao alem algures apesar atraves bastante breve certeza certo claro cujo debaixo desse{s,}
  dessa{s,} deste{s,} desta{s,} devido enfim entretanto estou exemplo fara forma geral{mente,} haja inclusive junto
  lado logo maior_parte mal maneira mediante modo naquele{s,} naquela{s,} nesses nestas nome onde_mesmo parece perante
  pessoas pessoal poder podera portanto possivel{mente,} quanto_a quer quica segundo_se seja{m,} sem_duvida sendo seria
  sobretudo talvez tampouco tenha{m,} tive{r,} trabalho tudo verdade chefia colega{s,} reuniao
small weighty: outr* nov* propri{o,a,os,as} mesm{o,a,os,as} diferente{s,} vari{os,as} divers{o,a,os,as} metade dobro
  antes depois nunca jamais qualquer pequen{o,a,os,as} grande{s,}
`,
} as const;
