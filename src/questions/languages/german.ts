/** What German words mean to a question: see dictionary.ts. */
export const german = `
measure units_sold: verkauft verkauften verkaufen verkaufe abgesetzt weggegangen gingen..weg ging..weg los_geworden
  losgeworden
weak units_sold: absatz abverkauf abverkaufe
measure revenue: umsatz umsatze umgesetzt umsetzen eingenommen einnahmen erlos erlose erwirtschaftet
measure margin: marge margen gewinn rohertrag rohgewinn deckungsbeitrag ertrag
measure margin_rate: handelsspanne
measure cogs: wareneinsatz
measure average_order_value: durchschnittlicher_bestellwert bestellwert
measure average_price: durchschnittspreis
measure units_returned: zuruckgegeben zuruckgeschickt retourniert zuruckgekommen kam..zuruck kamen..zuruck
measure return_rate: retourenquote
measure fill_rate: lieferfahigkeit
measure turnover: lagerumschlag dreht_sich umgeschlagen
list BEST: verkaufsschlager bestverkauften meistverkauften meistverkaufte am_besten_verkauft am_meisten_verkauft
list WORST: am_schlechtesten_verkauft
list SLOW: ladenhuter
list DEAD: keine_verkaufe
list OVERSTOCK: uberbestand
measure on_hand: auf_lager vorratig
weak on_hand: bestand lagerbestand bestande lager
measure available: verfugbar lieferbar
measure reserved: reserviert reserviertes reservierte
measure on_hold: gesperrt
measure on_order: bestellt
measure incoming: unterwegs
measure stock_value: lagerwert warenwert wert
measure days_of_cover: reichweite tage_reicht
list LOW: knapp zur_neige gehen_zur_neige fast_leer bald_leer fast_ausverkauft unter_mindestbestand
list OUT: ausverkauft nicht_vorratig nicht_auf_lager vergriffen leer ausgegangen fehlbestand alle_geworden nicht_mehr_da
list REORDER: nachbestellen bestellen_sollten soll..bestellen sollen..bestellen sollte..bestellen sollten..bestellen
  muss..bestellen mussen..bestellen
list OLD: alteste altesten
list RUNS_OUT: ausgehen reichen reicht geht..aus gehen..aus lauft..leer laufen..leer leerlaufen leerlauft knapp_werden
list EXPIRES: ablaufen ablauft ablaufend laufen..ab lauft..ab verfallen verfallt verderben verdirbt mindesthaltbarkeit
  mhd haltbar_bis
list MOVED: bewegungen bewegung
measure units_received: uns_verkauft erhalten geliefert bekommen eingegangen angekommen eingetroffen geschickt gekauft
  eingekauft kam..rein kamen..rein reingekommen hereingekommen kam..an kamen..an kam..herein wareneingang wareneingange
  bezogen eingang zugang
measure purchase_value: gezahlt bezahlt ausgegeben geben..aus gaben..aus
list LATE_SUPPLIERS: langsamste langsamsten
list FAST_SUPPLIERS: schnellste schnellsten
list RELIABLE: zuverlassig zuverlassigste
list UNRELIABLE: unzuverlassig unzuverlassigste unzuverlassigsten liefern_zu_spat liefern_verspatet liefern_spat
list SUPPLIES: wer_liefert
measure units_produced: produziert hergestellt gerostet gefertigt rosten
measure units_used: verbraucht verbrauch verarbeitet eingesetzt verrostet
measure units_wasted: verdorben ausschuss weggeworfen entsorgt werfen..weg warfen..weg weggeschmissen schwund
  abgeschrieben vernichtet verschrottet
weak units_produced: produktion
group sku: artikel waren
group product: produkt produkte
group category: kategorie kategorien warengruppe warengruppen
group location: standort standorte lager
group supplier: lieferant lieferanten
group reason: grund grunde grunden warum
group condition: zustand
group abc_class: klasse klassen
group day,week,month,quarter,year: tag/tage woche/wochen monat/monate quartal/quartale jahr/jahre
onday 1..7: montags dienstags mittwochs donnerstags freitags samstags/sonnabends sonntags
onday 6 7: wochenenden
group weekday: wochentag wochentage wochentagen
timely day,week,month,quarter,year: taglich wochentlich/wochentliche monatlich/monatliche quartalsweise jahrlich
noun order: bestellung bestellungen auftrag auftrage auftragen
noun purchase_order: einkaufsbestellung einkaufsbestellungen lieferung lieferungen bestellungen_bei_lieferanten
noun transfer: umlagerung umlagerungen
noun count: inventur inventuren inventuras
noun return: retoure retouren
noun batch: rostung rostungen charge_in_produktion produktionsauftrag produktionsauftrage
noun lot: charge chargen
state
  open,late,pending,fulfilled,cancelled,draft,planned,in_progress,completed,quarantine,recalled,expired,moving,active:
  offen/offene/offenen verspatet/zu_spat/uberfallig/uberfallige/verspatete/verzogert/im_verzug ausstehend/ausstehende
  geliefert_an/erfullt/ausgeliefert storniert/stornierte/stornierten entwurf/entwurfe geplant/geplante
  laufend/laufende/laufen/lauft/in_arbeit abgeschlossen/abgeschlossene quarantane zuruckgerufen abgelaufen/abgelaufene
  nicht_da aktiv/aktive
topic policy,forecast,insights,help: meldebestand/mindestbestand
  prognose/prognosen/vorhersage/werden_wir_verkaufen/verkaufen_werden probleme hilfe/hallo
attribute unit_price,unit_cost,shelf_life_days,barcode: preis/preise/verkaufspreis/verkaufspreise/im_verkauf
  einkaufspreis/kosten/kostet haltbarkeit strichcode
operator >,>=,<,<=: mehr_als/uber mindestens weniger_als/unter hochstens
by: pro je nach
each: welche welcher welches welchen welchem
within: im bei auf am zu
from: aus von
count: wie_viele wie_viel wieviel wieviele anzahl
where: wo
hold: haben hat gibt noch da ubrig liegen liegt stehen haltet vorhanden hast habt hattest gab gaben besitzen besitzt
  habe
between: zwischen
except: nicht_mehr kein keine keinen keiner keinem nie ausser ohne nicht ausgenommen weder
compare: besser hohere hoheren hoher niedrigere niedrigeren niedriger mehr als verglichen vergleich gegenuber gegen
most: haufigste haufigsten meiste meisten beste besten hochste hochsten hochster grosste grossten langste langsten
  langster starkste starkster starksten schnellste schnellsten
least: wenigsten schlechteste schlechtesten niedrigste niedrigsten geringste kurzeste kurzesten
together: insgesamt zusammen gesamt
percent: prozent anteil prozentsatz %
average: durchschnittlich durchschnitt
trace: verfolgen ging
backward: stammt kam kamen
who: kunde kunden wer wem
small who: wer wem
unit units: stuck stucke einheiten einheit
way up,down: besser/hohere/hoheren/hoher/mehr/steigen niedrigere/niedrigeren/niedriger/weniger/schlechter
trend up,down: gestiegen/gewachsen/zugenommen gefallen/gesunken/abgenommen
supposed: wenn falls angenommen
small both: beide beiden
small any: ein einem einen einer
strict: nur beide beiden
value damaged: beschadigt beschadigte kaputt
or: oder
and: und
empty: wann wie_hoch gebracht bringt ware mal fach der die das den dem des ein eine einen einer eines einem wir uns unser
  unsere
  unserem unseren unserer von vom zum zur mit ist sind war waren wurde wurden worden wird werden bitte zeig zeige gib
  mir sag es fur aus ich sie er im am wer wie viel viele hatten hatte gemacht machen macht dieser diese dieses diesem
  diesen dass da dort hier auch sich man denn eigentlich sortiert muss mussen mussten soll sollen sollte sollten
  konnen kann darf ab bald einmal je gehort gehoren sortieren liste auflistung geht wart bin bist gewesen gehabt
  gegeben komplett vollig total uberhaupt jeweils ihn ihre ihren jene dies solche sein ganz ihm ihr mich dir
list LEAD_TIME: lieferzeit lieferzeiten
list ON_TIME: punktlich punktlichkeit
latest: neueste neuesten letzte letzten nachste nachsten nachster
place store: laden filiale filialen
direction in: umgelagert
list COMING: kommt kommen
contrast: aber sondern obwohl obgleich
present: jetzt gerade aktuell derzeit momentan
small never: nie niemals
small goods: alles etwas
small clock: uhr
small with: mit
small sent: geschickt
small left: ubrig vorhanden
small lack: ohne kein keine keinen keiner keinem weder nicht nie nicht_mehr
small next: nachste nachsten nachster
small back: zuruck ruckwarts
small on: vorwarts
small past: hatten hatte kam kamen wurde wurden war waren
small delivered: erhalten geliefert bekommen eingegangen angekommen eingetroffen
small still: noch
small in: in an bei im
small comes: kommt kommen
small from: aus von
small to: nach zu bis
small when: wann
small delivery: lieferung lieferungen
small each: pro je jede jedem jeden jeder jedes
small asks: wie was welche wer wo wann
verb: lege erstelle erzeuge anlegen bestelle kaufe setze andere korrigiere buche storniere losche entferne schliesse
  verschiebe schicke versende reserviere sperre entsperre erhohe reduziere verringere aktualisiere fuge nimm trage
  addiere verbuche
name
  green,coffee,tea,cup,mug,filter,grinder,kettle,scale,chocolate,bag,box,lid,bottle,packaging,roastery,brazil,ethiopia,colombia,kenya:
  gruner/grunem/grunen kaffee/kaffees tee/tees tasse/tassen becher/bechern filter/filtern
  muhle/muhlen/kaffeemuhle/kaffeemuhlen wasserkocher waage/waagen schokolade tute/tuten/beutel
  schachtel/schachteln/karton/kartons deckel flasche/flaschen verpackung/verpackungen rosterei brasilien athiopien
  kolumbien kenia
name green coffee: rohkaffee rohkaffees
name paper filter: papierfilter papierfiltern
name espresso cup: espressotasse espressotassen
name cappuccino cup: cappuccinotasse cappuccinotassen
name hand grinder: handmuhle handmuhlen
name drinking chocolate: trinkschokolade
date hours: stunden stunde
date singular: tag woche monat quartal jahr
date numbered: kw kalenderwoche
date christmas: weihnachten
date article: der die das den dem
date since: seit ab nach
date until: bis vor
date within: innerhalb binnen
date between: zwischen von
date to: und bis
date start: anfang beginn
date end: ende
date recent: kurzlich neulich
date soon: bald
date beforeMonth: im am seit bis
date other: gleiche gleichen selbe selben zeitraum davor zuvor vorjahr vormonat vorwoche
date unit day,week,month,quarter,year: tag/tage/tagen woche/wochen monat/monate/monaten/monats
  quartal/quartale/quartalen/quartals jahr/jahre/jahren/jahres
date place this: diese dieser dieses diesen diesem laufende laufenden laufendes aktuelle aktuellen
date place last: letzte_volle letzten_vollen letzte_ganze letzten_ganzen letzte letzten letzter letztes letztem vorige
  vorigen voriges vorheriges vergangene vergangenen vergangenes
date place next: nachste nachsten nachster nachstes nachstem naechste naechsten naechster naechstes
date place coming: kommende kommenden kommendes
date month 1,3,10,12: janner maerz/mrz okt dez
date weekday 5: sonnabend
date ordinal 1..4: erste/ersten/erstes zweite/zweiten/zweites dritte/dritten/drittes vierte/vierten
date vague 3: paar
date weekend: wochenende
date half: halbjahr
number 0,2..10,12,20,30,100: null zwei drei vier funf/fuenf sechs sieben acht neun zehn zwolf zwanzig dreissig hundert
everyday: aber doch schon nur sehr vielen wenig wenige weniger kein keine keinen keiner nichts etwas alles allen aller
  jede jeder jedes jeden ihr euch mich dir dich ihm ihnen mein meine meinen dein deine sein seine habe kannst konnten
  wollen wollten durfen mag wen wem wann wohin woher wieso weshalb beim ins vor durch bis seit wahrend wegen ob wenn
  weil damit jetzt heute zeigen geben nenne sage genau lagern monaten letzter letztes nachste nachsten nachster neu neue
  neuen gut gute schlecht oft ganz welch grosse farbe grossen sorte sorten
ending: en em er es e et ete eten te ten t st s n
list BUSIEST: umsatzstarkste umsatzstarkster
small list: liste zeig zeige alle allen aller
small leads: und jetzt nun dann nur bloss aber auch
small trails: stattdessen lieber dann auch bitte jetzt
`;
