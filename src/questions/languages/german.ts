/** What German words mean to a question: see dictionary.ts. */
export const german = `
measure units_sold: {ging,gingen,geht,gehen}..{ofter,haufiger}_weg verka{uft,uften,ufen,ufe,uftes,ufter,uftem,ufst}
  verkaufs{zahlen,menge,mengen} ab|setzen weg|gehen/geht/ging/gegangen los|werden/wird/wurde/geworden los_geworden
  uber_{den_tresen,die_theke,die_ladentheke,den_ladentisch,die_kasse,den_tisch}|gehen/geht/ging/gegangen
  uber_{den_tresen,die_theke,die_ladentheke,den_ladentisch}|wandern/wandert/wanderte/gewandert
  an_den_mann|bringen/bringt/brachte/gebracht abgekauft abkaufen {kunden,kundinnen,leute}_{gekauft,mitgenommen}
  {den_besitzer,besitzer}_gewechselt rausgehauen vertickt einen_kaufer|finden/findet/fand/gefunden
  {kauften,kaufen}_{kunden,unsere_kunden,die_kunden,die_leute} verkauf verkaufte verkaufs stuckabsatz mengenabsatz
  raus|gehen/geht/ging/gegangen
measure revenue: umsatz* einnahme erlos{,e,t} erwirtschaftet umsatz{zahlen,erlos,erlose} verkaufs{erlos,erlose,wert}
  fakturiert um|setzen ein|nehmen/nimmt/nahm/genommen ein|bringen/bringt/brachte/gebracht ein|spielen
  in_die_kasse|kommen/kommt/kam/gekommen kasse umsatz_erzielt brutto{umsatz,erlos,umsatze} netto{umsatz,erlos,umsatze}
  umsatzbringer{,n} umsatztreiber umsatzstark{e,en}
measure margin: marge{,n} gewinn{,e,s} rohertrag{,e,s} rohgewinn deckungsbeitrag{,e} ertrag verdien{t,en}
  brutto{gewinn,marge} profit{,e,abel} rentabel rohmarge{,n} handelsmarge{,n} db plus_gemacht aufschlag{,e} rendite
  hangen|bleiben/bleibt/blieb/geblieben handelsspanne
measure margin_rate: handelsspanne{,n} spanne{,n} {marge,rohertrag}_in_prozent marge{_in_%,nquote} gewinnmarge
  rohertragsquote; cogs: wareneins{atz,atze,atzes,tand} {einstandswert,kosten}_der_verkauften_waren
measure average_order_value: durchschnittlicher_{bestellwert,auftragswert,bon} bestellwert{,e} mittlerer_bestellwert
  auftragswert durchschnittsbon warenkorb{,wert} durchschnittlicher_warenkorb bonwert
measure units_per_order: {artikel,stuck,einheiten,teile}_pro_bestellung {artikel,stuck}_je_bestellung
  {artikel,stuck}_pro_auftrag
measure average_price: durchschnittspreis{,e} durchschnittlicher_{verkaufspreis,preis} mittlerer_preis
  durchschnittsverkaufspreis
measure order_count: {ausgelieferte,versendete,versandte}_bestellungen {verschickte,erfullte}_bestellungen
  {ausgelieferte,versandte}_auftrage
measure orders_created: {eingegangen,neu}e_{bestellungen,auftrage} auftragseingang{,e} bestelleingang{,e}
  bestellungen_{eingegangen,reingekommen,kamen_rein} auftrage_{eingegangen,reingekommen}
measure daily_sales: tagesabsatz durchschnittlicher_{tagesabsatz,absatz_pro_tag} durchschnittliche_verkaufe_pro_tag
  absatzgeschwindigkeit verkaufsgeschwindigkeit {durchschnittlich,im_schnitt}_pro_tag_verkauft
  pro_tag_im_schnitt_verkauft
measure units_returned: zuruckgesendet retournier{t,te,en} zuruckgeliefert {zuruck}|kommen/kommt/kam/gekommen
  zuruck|gehen/geht/ging/gegangen zuruck|nehmen/nimmt/nahm/genommen zuruck|schicken zuruck|senden/sendet/sandte/gesandt
  zuruck|geben/gibt/gab/gegeben zuruck|bringen/bringt/brachte/gebracht reklamier{t,te,ten,en} reklamation{,en}
measure return_rate: retouren{quote,rate,anteil} rucksendequote ruckgabe{quote,rate} rucklaufquote
measure fill_rate: lieferfahigkeit liefergrad service{grad,level} lieferbereitschaft{,sgrad} erfullungs{grad,quote}
  lieferquote; sell_through: abverkaufs{quote,rate} verkaufsquote
measure turnover: lagerumschlag {dreht,drehen}_sich umgeschlagen umschlagshaufigkeit lagerumschlagshaufigkeit
  lagerumschlage umschlaghaufigkeit lagerdrehung umschlagsrate
measure stock_out_days: fehltage fehlbestandstage tage_ohne_bestand
measure lost_sales: {entgangene,verlorene,verpasste}_verkaufe entgangener_absatz
measure units_to_fulfill: auftragsbestand auftragsruckstand{,e} ruckstand{,e} lieferruckstand
  noch_{zu_versenden,zu_verschicken,auszuliefern}
measure on_hand: {auf,am,an}_lager vorratig{,e,en} lagernd{,e} im_bestand im_regal physisch
measure available: verfugbar* lieferbar{,e,en} verfugbarkeit frei_verfugbar {noch_,}frei {freier,freien}_bestand
  konnen_wir_{verkaufen,noch_verkaufen,noch_liefern} konnen_wir_zusagen
measure reserved: reserviert* zugeteilt vorgemerkt zugesagt reservierung{,en}
measure on_hold: gesperrt* sperrbestand{,e} blockiert{,e,en}
measure on_order: bestellt{,e,en} bestellbestand bei_lieferanten_bestellt; incoming: unterwegs zulauf{,e} im_zulauf
  {schon,bereits}_nachbestellt; in_transit: im_transit
measure stock_value: {lagerwert,bestandswert,warenwert}_{steckt,stecken,liegt} {steckt,stecken}_{kapital,geld}
  lagerwert{,e,s} warenwert wert bestandswert{,e,s} inventarwert vorratswert warenbestandswert
  kapital kapitalbindung gebundenes_kapital {kapital,geld}_{gebunden,steckt,liegt} werte gebunden
measure days_of_cover: reichweite tage_reich{t,weite} reichweiten bestandsreichweite{,n} lagerreichweite
  reichweite_in_tagen; age_days: lager{alter,dauer} liegezeit verweildauer durchschnittsalter wie_alt bestandsalter
measure units_adjusted: bestandskorrektur{,en} korrektur{,en} korrigiert anpassung{,en} angepasst korrekturbuchung{,en}
  bestandsanpassung{,en}
measure units_received: uns..beliefert {beliefert,beliefern,belieferte,belieferten}_uns gekommen uns_verkauft erhalten
  geliefert bekommen geschickt gekauft wareneingang{,e,s,en} bezogen eingang zugang{,e} gelieferte{s,,n}
  geliefert_bekommen zugegangen empfangen bekamen erhielten kauften kaufen liefer{te,ten,n,t}
  {rein,herein}|bekommen/bekommt/bekam/bekommen rein|kriegen an|liefern ein|lagern ein|kaufen krieg{en,ten,te,t}
  gekriegt vereinnahm{t,te,ten,en} auf|schlagen/schlagt/schlug/geschlagen in_empfang|nehmen/nimmt/nahm/genommen
  eingebucht einlagerung{,en} wareneingangsmenge{,n} nachgekommen zugangen an|/kommt/kam/gekommen
  {rein,herein}|/kommt/kam/gekommen ein|/trifft/traf/getroffen ein|/geht/ging/gegangen
measure purchase_value: gezahlt bezahlt{,en} ausg{egeben,aben,eben} {geben,gaben}..aus einkaufsvolumen einkaufskosten
  einkaufswert einkaufsausgaben wareneinkauf beschaffungskosten
measure average_purchase_price: durchschnittliche{r,n,}_{einkaufspreis,einkaufspreise,ek} durchschnittseinkaufspreis
  mittlere{r,n}_einkaufspreis
measure buildable: herstellbar{,e,en} produzierbar{,e,en} kann_ich_{herstellen,produzieren,fertigen,rosten}
  {kann,konnen}_{hergestellt,produziert,gefertigt,gerostet}_werden
  {hergestellt,produziert,gefertigt,gerostet}_werden_{kann,konnen}
measure purchase_price_change: preissteigerung{,en} preiserhohung{,en} preisanstieg kostensteigerung teurer_geworden
  einkaufspreisentwicklung
measure units_produced: produzier{t,en,ten,te} gerostet{,e,en} gefertigt{,e} rost{en,eten,menge} produktionsmenge
  ausbringung fertigen her|stellen fertig|stellen ab|fullen aus_der_produktion|kommen/kommt/kam/gekommen
measure units_used: in_die_{rostung,rostmaschine}|gehen/geht/ging/gegangen verbrauch{t,,te,ten,en,e} verarbeitet
  verrostet verwende{t,n} materialverbrauch rohstoffverbrauch
  ein|setzen auf|brauchen benotigt{e,en} brauchte{n,} gebraucht in_die_produktion|gehen/geht/ging/gegangen
  in_die_produktion|fliessen/fliesst/floss/geflossen gerostet{,e,en} rosten rosteten
measure units_wasted: verdorben{,e} ausschuss entsorg{t,te,en,ung} schwund{,menge} vernichtet{,e}
  verschrott{et,ung,en} abfall{,e} mull abschreibung{,en} bruch verderb warenverlust{,e} geworfen
  weg|werfen/wirft/warf/geworfen weg|schmeissen/schmeisst/schmiss/geschmissen kaputt|gehen/geht/ging/gegangen
  ab|schreiben/schreibt/schrieb/geschrieben aus|buchen aus|sortieren/sortiert/sortierte/sortiert aus|sondern
  zu_bruch|gehen/geht/ging/gegangen {in_den_mull,im_mull,in_der_tonne,in_die_tonne,im_abfall}|landen
  {in_den_mull,in_die_tonne}|fliegen/fliegt/flog/geflogen {in_den_mull,in_die_tonne}|wandern
  {in_den_mull,in_die_tonne}|werfen/wirft/warf/geworfen verlust{e,en} abschrift{,en} runter|fallen/fallt/fiel/gefallen
  herunter|fallen/fallt/fiel/gefallen zerbroch{en,ene} bruchmenge weg|kippen weg|schutten
measure waste_value: wert_des_{schwunds,ausschusses,abfalls} schwundkosten wert_der_abschreibungen
  kosten_des_{schwunds,abfalls}
weak units_sold: absatz{,menge,mengen,zahlen} abverkauf{,e} nachfrage verkaufsvolumen wie_lief{,en}
weak on_hand: bestand* lagerbestand{,e,en,s} lager bestands warenbestand{,e} vorrat{,e,en}
  rest{bestand,bestande,bestanden,menge,mengen} istbestand{,e}; units_produced: produktion fertigung herstellung
list BEST: {lief,liefen}_am_besten {lief,liefen}..am_besten bestseller{,s,n} verkaufsschlager{,n} bestverkaufte{n,,s,r}
  meistverkaufte{n,,s,r} am_besten_verkauft{,en}
  am_meisten_verkauft{,en} topseller schnelldreher renner verkaufsrenner am_haufigsten_verkauft
  {verkauft_sich,verkaufen_sich,lauft,laufen}_am_besten {geht,gehen}_am_besten {verkaufen,verkauft}_sich_am_schnellsten
  beliebteste{,n,s} am_beliebtesten gefragteste{,n} am_gefragtesten absatzstarkste{,n}
list WORST: {lief,liefen}_am_schlechtesten {lief,liefen}..am_schlechtesten {un,am_un}beliebteste{,n,r,s}
  am_wenigsten_{beliebt,gefragt} {am_schlechtesten,am_seltensten}_verkauft am_wenigsten_verkauft{,en}
  {verkauft_sich,verkaufen_sich,lauft}_am_schlechtesten {laufen,geht,gehen}_am_schlechtesten flop flops
  absatzschwachste{,n}
list SLOW: ladenhuter{,n} langsamdreher{,n} penner langsam_drehende {lauft,laufen,verkauft_sich,verkaufen_sich}_schlecht
  {verkauft,verkaufen}_sich_kaum; UNMOVED: {nicht,nicht_mehr}_bewegt ohne_bewegung keine_bewegung{,en}
list DEAD: keine_verkaufe unverkauf{t,te,ten,lich,liche} nie_verkauft totbestand toter_bestand tote_bestande
  ohne_verkauf{,e} {ohne,kein}_absatz kein_verkauf kauft_{niemand,keiner} verstaub{t,en}
list OVERSTOCK: uberbestand{,e,en} uberschuss{,e,ig,ige} zu_viel{,e} zuviel{,e} zu_hohe_bestande zu_hoher_bestand
list LOW: knapp* fast_{leer,ausverkauft,alle,weg,aus} bald_{leer,weg} {unter,unterm}_mindestbestand
  {niedriger,niedrigem,niedrigen,geringer}_bestand niedrige_bestande {geringem,wenig}_bestand kaum_noch engpass{,e}
  unterbestand unterdeckung fehlmenge{,n} nahezu_ausverkauft {unter,unterm}_meldebestand unter_sicherheitsbestand
  zur_neige|gehen/geht/ging/gegangen bald_alle bald_aus bald_ausverkauft bald_zu_ende fast_zu_ende
  {neigt,neigen}_sich_dem_ende {droht,drohen}_{auszugehen,leerzulaufen} kritisch* im_roten_bereich eng
  {nicht,nur}_mehr_lange unter_der_meldegrenze
list OUT: ausverkauft* nicht_{vorratig,auf_lager,lieferbar,verfugbar} vergriffen{,e,en} leer fehlbestand{,e} leere{,n}
  nullbestand{,e} bestand_null {kein,keinen,ohne}_bestand fehlt fehlen{,de,den} fehlartikel ist_alle
  nicht_mehr_{da,vorratig,auf_lager,verfugbar,lieferbar,zu_haben,haben} {ist,sind}..aus {ist,sind}..{alle,weg}
  {ist,sind}_{weg,ausgegangen} {steht,stehen}_auf_null auf_null
  haben_wir_{nicht_mehr,keine_mehr,keinen_mehr,nichts_mehr} {gibt_es,gibts}_{nicht_mehr,keine_mehr,keinen_mehr}
  nicht_da momentan_nicht_da {leer,aus}gekauft restlos_ausverkauft ausgegangen mangelware
list REORDER: {bestellt,nachbestellt,gekauft,eingekauft}_werden {beschafft,geordert}_werden nachbestell{en,t,ung,ungen}
  bestellen_{sollten,mussen,muss,soll,sollte} {soll,sollen,sollte,sollten,muss,mussen}..bestellen nachzubestellen
  bestellvorschlag{,e,en} bestell{bedarf,liste} nachschub nachordern nachkaufen auffullen aufstocken wiederbeschaffung
  beschaffen disponieren einkaufs{liste,zettel} empfehlung{,en} empfiehlst zu_bestellen zu_kaufen einzukaufen
  {ein,}kaufen_{sollten,mussen} {soll,sollte,sollten,muss,mussen}..kaufen {soll,sollte,sollten,muss,mussen}..einkaufen
  {soll,sollten,muss,mussen}..ordern
list OLD: alteste{,n,r,s} alter_bestand alte_bestande uberaltert{,e} wie_lange_{liegt,liegen,lagert,lagern}
  {liegt,liegen,lagert,lagern}_seit am_langsten_{auf_lager,im_lager} langer_auf_lager
list RUNS_OUT: reich{en,t} {knapp,alle,leer}_werden wie_lange_{reicht,reichen,kommen_wir} ausreich{en,t,end}
  genug{,end} ausverkauft_sein aus|gehen/geht/geht/gegangen leer|laufen/lauft/lauft/gelaufen
  leer|werden/wird/wird/geworden alle|werden/wird/wird/geworden zu_ende|gehen/geht/geht/gegangen leer_laufen
  {reicht,reichen}_nicht..lange {lauft,laufen}..aus
list EXPIRES: ablauf{,en,t,end,ende,enden,datum,daten} laufen..ab lauft..ab verfall{en,t,sdatum,sdaten,ende} verderben
  verdirbt mindesthaltbarkeit{,sdatum,sdaten} mhd haltbar_bis verbrauchsdatum mindestens_haltbar schlecht_werden
  {wird,werden}..schlecht; STOLEN: gestohlen* geklaut diebstahl{,e}
list MOVED: bewegung{en,} lagerbewegung{,en} bestandsbewegung{,en} warenbewegung{,en} bestandsveranderung{,en}
  bestandsanderung{,en} lagerbuchung{,en} buchungen lagerjournal bestandsverlauf historie passiert geschehen
  verschwunden; LATE_SUPPLIERS: langsamste{,n,r} am_langsamsten {brauchen,braucht}_am_langsten
list FAST_SUPPLIERS: schnellste{,n,r} {liefert,liefern}_am_schnellsten
list RELIABLE: zuverlassig{,ste,sten,ster} {am,liefert_am,liefern_am}_zuverlassigsten verlasslich{,ste,sten}
  punktlichste{,n} {am,liefert_am,liefern_am}_punktlichsten bester_lieferant lieferantenbewertung lieferantenleistung
list UNRELIABLE: unzuverlassig{,ste,sten,e,ster} liefern_{zu_spat,verspatet,spat,oft_zu_spat} am_unzuverlassigsten
  unpunktlich{,e,ste,sten} {am,liefert_am,liefern_am}_unpunktlichsten
  liefert_{zu_spat,verspatet,oft_zu_spat,immer_zu_spat} {zu_spat,verspatet}_geliefert liefern_immer_zu_spat
  schlechtester_lieferant
list SUPPLIES: wer_liefert lieferant{_von,en_von,_fur} wer_beliefert beziehen_wir von_wem woher_{beziehen,bekommen}
list CATEGORY_OF: kategorie_von {in,zu}_welcher_kategorie; DEAREST: im_verkauf_am_teuersten
  am_teuersten_im_verkauf teuerste{,n,r,s} am_teuersten
list CHEAPEST: im_verkauf_am_{billigsten,gunstigsten} am_{billigsten,gunstigsten}_im_verkauf billigste{,n,r,s}
  am_billigsten gunstigste{,n,r,s} am_gunstigsten preiswerteste{,n}
list LEAD_TIME: brauch{t,en}..{liefern,beliefern} benotig{t,en}..liefern liefer{zeit,zeiten,dauer} lieferfrist{,en} wiederbeschaffungszeit{,en} durchlaufzeit
  wie_lange_brauch{t,en}
list ON_TIME: {kam,kamen,kommt,kommen}_punktlich punktlich punktlichkeit{,squote} termintreue liefertreue
list POINT: meldebestand{,e,en} mindestbestand{,e,en} bestellpunkt{,e} bestellgrenze bestellschwelle
list COMING: kommt{,..rein,..an} kommen{,..rein,..an} eintreffen ankommen liefertermin{,e} lieferdatum erwartet{,en,e}
  fallig wann_liefer{t,n} {trifft,treffen}..ein reinkommen hereinkommen eingehen aus|stehen/steht/stand/gestanden
  worauf_warten_wir {schuldet,schulden}_uns rechnen_wir kriegen_wir bekommen_wir wieder_{rein,da}
  {kommt,kommen}..wieder {kommt,kommen}_wieder_rein; BUSIEST: starkste{r_tag,n_tage}
group sku: artikel{,n,s} waren sorte{,n} grosse{,n} variante{,n} sachen; product: produkt* produkts erzeugnisse
group category: kategorie{,n} warengruppe{,n} produktgruppe{,n} artikelgruppe{,n} produktkategorie{,n}
group location: standort{,e,en} lager lagerort{,e,en} ort orte orten niederlassung{,en}
group supplier: lieferant{,en} zulieferer{,n}
group reason: retourengrund{,e,en} ruckgabegrund{,e,en} rucksendegrund{,e,en} grund{,e,en} warum ursache{,n} wieso
  weshalb weswegen; status: {auftrags,bestell,chargen,partie,lieferanten,}status
group condition: zustand; abc_class: klasse{,n} abc_klasse{,n}
group day,week,month,quarter,year: tag/tage/tagen woche/wochen/kw/kalenderwoche/kalenderwochen monat/monate/monaten
  quartal/quartale/quartalen jahr/jahre/jahren; weekday: wochentag{,e,en}
onday 1..7: montags dienstags mittwochs donnerstags freitags samstags/sonnabends sonntags; 6 7: wochenenden
timely day,month,quarter,year: taglich/tagliche/taglichen/taglicher/tagesweise/am_tag
  monatlich/monatliche/monatlichen/monatlicher/monatsweise/im_monat quartalsweise/vierteljahrlich
  jahrlich/jahrliche/jahrlichen/jahresweise; week: wochentlich* wochenweise in_der_woche
noun order: bestellung{,en} auftrag{,e,en,s} kundenauftrag{,e,en} kundenbestellung{,en} kunden_{bestellungen,auftrage}
  verkaufsauftrag{,e}
noun purchase_order: einkaufsbestellung{,en} lieferung{,en} bestellungen_{bei_lieferanten,an_lieferanten} einkauf{,e}
  lieferantenbestellung{,en} lieferantenauftrag{,e} anlieferung{,en} sendung{,en}
noun transfer: umlagerung{,en} umbuchung{,en} lagertransfer{,s} verlagerung{,en} umlagerungsauftrag{,e}
noun count: gezaehlt inventur{,en,as} inventurdifferenz{,en} zahldifferenz{,en} bestandsdifferenz{,en} inventurabweichung{,en}
  bestandsabweichung{,en} bestandsaufnahme inventurergebnis{,se} bestandsgenauigkeit
noun return: retoure{,n} rucksendung{,en} ruck{gabe,gaben,laufer}
noun batch: rostung{,en} charge_in_produktion produktionsauftrag{,e} rostcharge{,n} rostauftrag{,e}
  produktionscharge{,n} produktionslauf{,e} fertigungsauftrag{,e}
noun lot: {verschiedene,unterschiedliche}{,n}_{chargen,partien} charge{,n} chargennummer{,n} partie{,n}
state draft,planned,quarantine,recalled,moving,active,partially_received,shipped,exhausted: entwurf/entwurfe/entwurfen
  geplant/geplante/geplanten/geplanter quarantane/in_quarantane zuruckgerufen/zuruckgerufene/zuruckgerufenen/im_ruckruf
  noch_nicht_da/auf_dem_weg/im_transit/unterwegs aktiv/aktive/aktiven teilweise_eingegangen/teilweise_erhalten
  versendet/versandt/verschickt aufgebrauchte/aufgebrauchten; pending: ausstehend{,e} unbearbeitet{,e,en} wartende{,n}
state in_progress: lief{,en} begonnen gestartet angefangen laufen{d,de,,den} lauft in_arbeit in_bearbeitung
state completed: abgeschlossen{,e,en} fertig fertige fertiggestellt beendet{,e}
state expired: wegen_{ablauf,ablaufs,mhd} {abgelaufenem,abgelaufenes,uberschrittenem,uber}_mhd mhd_abgelaufen
  abgelaufen* verfallene mhd_uberschritten uber_dem_mhd
state partially_fulfilled: teilweise_{ausgeliefert,versandt,versendet}
state open: offen* unerledigt{,e,en} noch_{offen,nicht_erledigt} zu_versenden zu_verschicken
  {,noch_}zu_{packen,kommissionieren}
state late: {hatte,hatten}..sollen {musste,mussten}_{schon,langst}_da_sein verspatet{,e,en} zu_spat uberfallig*
  verzogert{,e,en} {im,in}_verzug {schon,langst}_da_sein {schon,langst}_{ankommen,geliefert,hier_sein}
  {hatten,hatte}_{kommen,eintreffen,ankommen}_{sollen,mussen} nicht_punktlich
state fulfilled: {gingen,ging,gehen,geht}..raus geliefert_an erfullt{,e,en} ausgeliefert{,e,en}
  vers{endet,andt,chickt,endete,andte} rausgegangen rausgeschickt
state cancelled: storniert* storno{,s} stornierung{,en} abgebrochen{,e}
topic item: sortiment katalog produktliste artikelliste informationen_{uber,zu} infos_zu
topic policy: meldebestand{,e,en} mindestbestand{,e,en} sicherheitsbestand{,e} bestellpunkt{,e} bestellgrenze
  bestellschwelle sollbestand nachbestellmenge{,n}
topic forecast: prognose{,n} vorhersage{,n} werden_wir_{verkaufen,brauchen} verkaufen_werden absatzprognose{,n}
  bedarfsprognose prognostiziert{,e} voraussichtlich{,e,er} erwartete_{nachfrage,verkaufe} erwarteter_absatz bedarf
  brauchen_wir werden..verkaufen {werden,wird}..brauchen
topic insights: problem{e,} warnung{,en} hinweise auffallig{keiten,,es} ungewohnlich{,es} wichtig{,es} dringend{,es}
  handlungsbedarf uberblick ubersicht was_ist_los stimmt_nicht lauft_schief anomalie{,n} ausreisser beachten
topic recipe: steck{t,en}_im_rezept woraus_{besteht,bestehen} {besteht,bestehen}_aus rezept{,e,ur,uren} stuckliste{,n} zutat{,en}
topic help: hilfe hallo {was,wobei}_kannst_du was_kann_ich_fragen fragen_kann_ich
attribute shelf_life_days,barcode: haltbarkeit/haltbarkeiten/haltbar/haltbarkeitsdauer strichcode/barcode{,s}/ean/gtin
attribute unit_price: koste{n,t}_im_verkauf im_verkauf_koste{n,t} preis{,e,en} verkaufspreis{,e,en} im_verkauf vk vk_preis ladenpreis{,e} listenpreis{,e}
  wie_teuer fur_wie_viel_{verkaufen,verkauft} fur_wieviel_{verkaufen,verkauft} was_nehmen_wir_fur zu_welchem_preis
attribute unit_cost: {zahlen,bezahlen}_wir{_im_einkauf,}_fur koste{n,t}_im_einkauf im_einkauf einkaufspreis{,e} koste{n,t} ek ek_preis einstandspreis{,e} gekostet herstellkosten
  stuckkosten
attribute email,phone,address: email/e_mail/emailadresse/e_mail_adresse/mailadresse telefon/telefonnummer/telefonnummern
  adresse/adressen/anschrift/anschriften
operator >=,<=: mindestens/ab/wenigstens/zumindest/nicht_weniger_als hochstens/maximal/nicht_mehr_als/bis_zu
operator >: {mehr,grosser,hoher,teurer,langer,alter,haufiger}_als uber ofter_als mehr_wie oberhalb{,_von} uberm
  ubersteig{t,en} uberschreite{t,n}
operator <: {weniger,kleiner,niedriger,billiger,gunstiger}_als unter{,m} {geringer,kurzer,junger}_als weniger_wie
  unterhalb{,_von}
by: pro je nach {aufgeschlusselt,gruppiert,aufgeteilt,unterteilt}_nach getrennt_nach
each: welche{,r,s,n,m} jede{,r,s,n,m} wessen was_fur
within: uber_alle im bei auf am zu innerhalb alle{,n,r} samtliche{,n} beim ins vorm
from: aus von
count: wie_viel{e,} wieviel{,e} anzahl zahl_der
where: wo verteilt woanders
hold: haben hat gibt noch da ubrig liegen liegt stehen haltet vorhanden hast habt hatte{st,t} gab gaben besitz{en,t}
  habe gibts lage{rt,rn,n} lag steht befinde{t,n} bleib{t,en} verbleib{en,t} ubriggeblieben fuhrt fuhren
  rum|liegen/liegt/lag/gelegen {herum,rum}|stehen/steht/stand/gestanden herum|liegen/liegt/lag/gelegen bei_uns hats
  hatten zur_verfugung|stehen/steht/stand/gestanden zur_verfugung hamma gibts_noch
between: zwischen
except: weggelassen {nicht,ohne}_{mitgerechnet,eingerechnet,mitgezahlt,inbegriffen} aussen_vor exkl excl nicht{_mehr,}
  kein* nie ausser ohne ausgenommen weder niema{ls,nd} nirgend{s,wo} keins abgesehen_von bis_auf mit_ausnahme{,_von}
  ausgeschlossen exklusive abzuglich
compare: {wie_gross,wie_hoch}_ist_der_unterschied {doppelt,halb}_so_{viel,viele} differenz{,en} besser hoher{e,en,}
  niedriger{e,en,} mehr als verglichen{,_mit} vergleich{,e,en} gegenuber gegen im_vergleich_zu unterschied{,e}
  gegenuberstellung schlechter
most: haufigste{,n,r,s} meiste{,n,s} beste{,n,r,s,m} hochste{,n,r,s} grosste{,n,r,s} langste{,n,r,s} starkste{,r,n,s}
  schnellste{,n} am_meisten am_hochsten am_grossten maximale rangliste absteigend
least: ruhigste{,n,r,s} flauste{,n,r,s} wenigste{n,} schlechteste{,n,r,s} niedrigste{,n,r,s} geringste{,n,r} kurzeste{,n,r} am_wenigsten am_niedrigsten
  am_geringsten schwachste{,n,r,s} kleinste{,n,r,s} seltensten aufsteigend
together: insgesamt zusammen gesamt* summe in_summe summiert zusammengerechnet zusammengenommen unterm_strich
  alles_in_allem
percent: teil_{von,des,der} prozent{,satz,ual,uale,ualer} anteil{,e} % quote{,n} rate verhaltnis
average: durchschn{,ittl,itt} dschn durchschnittlich* im_schnitt im_mittel mitt{lere,lerer,elwert} im_durchschnitt
trace: geworden verfolgen ging ruckverfolgen ruckverfolgung ruckverfolgbarkeit zuruckverfolgen nachverfolg{en,ung} gelandet
  gegangen ruckruf
backward: stamm{t,en} kam kamen herkunft ursprung woher woraus rohstoffe besteht_aus hergestellt_aus
who: kund{e,en,in,innen,schaft} wer wem kaufer abnehmer wen
small sell: verkauf{t,en}; there: dort dorthin dahin
small than: als wie; ahead: vor hinter; difference: {wie_gross,wie_hoch}_ist_der_unterschied unterschied{,e}
  differenz{,en}; byhow: um; ratio: {doppelt,halb}_so_{viel,viele}; theirs: sie es ihr ihre{,r,n,m} ihnen deren dessen
  davon darunter daraus diese{,r,n} er ihm ihn
small ordered: bestellt; what: was womit; clause: was welche{,r,s} denen deren dessen; that: das; thereof: davon
  darunter; more: mehr; the: der dem den die
small excluded: {nicht,ohne}_{mitgerechnet,eingerechnet,mitgezahlt,inbegriffen} aussen_vor ausgenommen ausgeschlossen
  weggelassen; who: wer wem wen; both: beide{,n}
small eitherorder: bestellung; ofcustomers: kundenauftrag{,e,en} kundenbestellung{,en} kunden_{bestellungen,auftrage} verkaufsauftrag{,e}
small any: ein eine{m,n,r} irgendein{,e}; never: nie niemals bisher bislang jemals; next: nachste{,n,r,s}
small origin: herkunft ursprung rohstoffe; back: zuruck ruckwarts; on: vorwarts; past: hatte{n,} kam kamen
  wurde{,n,st} war waren gab gaben bekamen
small list: liste zeig zeige alle{,n,r}; leads: und jetzt nun dann nur bloss aber auch
small trails: stattdessen lieber dann auch bitte jetzt
small delivered: erhalten geliefert bekommen eingegangen angekommen eingetroffen geliefert_bekommen angeliefert
small still: noch immer_noch; goods: alles etwas irgendwas dinge sachen; clock: uhr; with: mit enthalt
small pay: gezahlt bezahlt{,en} zahlen bezahlen zahlten; need: brauch{e,en,t,st} {benotig,erforder}{e,en,t} notig;
  sent: geschickt rausge{gangen,schickt} vers{endet,andt,chickt}; left: ubrig vorhanden
small neither: weder; nor: noch; fewest: wenigste{,n}; gone: weg raus; lack: ohne kein{,e,en,er,em} weder nichts nicht{,_mehr} nie niema{ls,nd} nirgends; in: in an bei
  im innerhalb; comes: kommt kommen trifft treffen; from: aus von vom; to: nach zu bis zum zur ins; when: wann
small delivery: lieferung{,en} anlieferung{,en} sendung{,en}; each: pro je jede{,m,n,r,s} alle
small degree: wie; asks: wie was welche wer wo wann; supplied: geliefert* ausgeliefert{,e,en}
small able: konnen_wir konnten_wir wir_konnen kann_man; firsts: ersten; foremost: zuerst erstes nachstes
  als_{erst,nachst}{es,e,er}; containing: enthalt{,en} steck{t,en}
small often: oft haufig mal; pack: beutel{,n} packung{,en} packchen pack tute{,n} sack{,e} dose{,n} glas{,er}
  flasche{,n} schachtel{,n} karton{,s} gebinde{,n}; of: von zu mit
small infinitive: liefern; percent: prozent{,ual,uale,ualer}; all: all alle{,n,r}; bysupplier: bei lieferant; ofsupplier: von; one:
  ein{,e,em,er}; half: halbe{s,n}; limit: von ab; leading: am im; placed: im nach
small abbreviated: durchschn durchschnittl dschn ca inkl exkl ggu bzw nr mind max min art zzgl abz okt dez
unit units: stuck{,e,zahl,zahlen} einheit{en,} stk stck; money: euro eur franken cent; weight: kilogramm
way up: besser hoher{e,en,} mehr steigen starker grossere{,n}
way down: verloren verlieren niedriger{e,en,} weniger schlechter geringer{,e} schwacher kleiner
trend: verander{ung,ungen,t} entwick{lung,lungen,elt,eln,elte}
trend up: gestiegen gewachsen zugenommen wachs{tum,t,en} zuwachs steig{erung,t,en} anstieg zunahme stieg{,en} wuchs{,en}
  zugelegt angestiegen
trend down: gefallen gesunken abgenommen ruckgang{,e} sank sanken sinkt sinken fallt fiel fielen zuruckgegangen
  eingebrochen geschrumpft nachgelassen
beyond: {bleibt,bleiben}{_uns,_mir}_an score+ bewertung{,en} {nur,genau,mindestens,hochstens}_einmal {pro,je}_schicht im_angebot bei_uns_gekauft
supposed: wenn falls angenommen sofern vorausgesetzt
strict: nur beide{,n} ausschliesslich lediglich einzig bloss
value damaged: beschadigt{,e,en} kaputt{,e,en} defekt{,e}; contamination: verunreinigt kontamin{iert,ation}
value sellable: verkaufsfahig
or: oder bzw beziehungsweise
and: und sowie
latest: als_{erst,nachst}{es,e,er} {zum_letzten,letztes,das_letzte}_mal neueste{,n,r,s} letzte{,n,r} nachste{,n,r}
  neuste{,n} jungste{,n} zuletzt
place store: laden{,s} filiale{,n} geschaft{,e,en} ladengeschaft{,e} shop; warehouse: lagerha{us,user,lle} zentrallager
direction in: umgelagert{,e} umgebucht verlagert
contrast: aber sondern obwohl obgleich jedoch allerdings
present: jetzt gerade grad aktuell{,e,er,es} derzeit{,ige,igen} momentan{,e} zurzeit zur_zeit im_moment heutige
  jetzige{,r,s,n,m} gegenwartig{,e,er,en} heutig{en,er}
verb: bestell liefere lagere abschreiben ausbuchen einbuchen umbuchen verbuche{n,} zubuchen abbuchen storniere{n,} losche{n,} umlagern verschiebe{n,}
  reserviere{n,} sperre{n,} lege erstelle erzeuge anlegen bestelle kaufe setze andere korrigiere buche{,n} entferne
  schliesse schicke versende entsperre erhohe reduziere verringere aktualisiere fuge nimm trage addiere
verb_handed: {kummerst,kummern}_{du_dich,sie_sich}_{darum,drum} {dich,sich}_{darum,drum}_kummern
  {ubernimmst,machst,erledigst,regelst}_du_das {kannst,konntest,wurdest}_du_das_{ubernehmen,erledigen,regeln,machen}
verb_polite: konnten_sie wurdest_du wurden_sie
verb_set: {setz,senk,erhoh,mach,heb,ander,reduzier}{,e} {stell,stelle}_den
verb_counted: {bestell,buch,verbuch,schreib,trag,zieh,leg,bring,erfass,notier,stell,pack,hol}{,e,t} wirf nimm meld{,e,et}
  entnimm
date hours: stunde{n,}; singular: tag woche monat quartal jahr; numbered: kw kalenderwoche woche; holiday 12-25:
  weihnachten; holiday 12-24: heiligabend heiliger_abend; holiday 12-31: silvester; holiday 1-1: neujahr
date article: der die das den dem des zum eines einem am; beforeLast: vorletzte{,n,r,s,m} vorvorige{,n}
date afterNext: ubernachste{,n,r,s}; since: seit ab nach; until: bis vor; within: innerhalb binnen
date between: zwischen von; to: und bis; start: anfang beginn; end: ende; recent: kurzlich neulich letztens unlangst
date soon: bald demnachst; beforeMonth: im am seit bis ubers; same: gleiche{,n,r,s,m} selbe{,n,r}; period:
  zeit{raum,,raums}
date toDate: bis_{heute,jetzt,dato,zum_heutigen_tag} bisher bislang; including: einschliesslich inklusive inkl und_mit
date against: gegenuber vergl{eich,ichen} als vs versus ggu
date other: davor zuvor vorjahr vormonat vorwoche vorquartal vorjahreszeitraum vorjahresmonat vorjahreswoche
  vorjahresquartal
date unit day,week,month,quarter,year: tag/tage/tagen woche/wochen monat/monate/monaten/monats
  quartal/quartale/quartalen/quartals jahr/jahre/jahren/jahres
date place this: diese{,r,s,n,m} laufende{,n,s,r} aktuelle{,n,r,s} jetzige{,n} in_diesem
date place last: letzte{_volle,_ganze,,n,r,s,m,re} letzten_{vollen,ganzen} vorige{,n,s} vorherige{s,,n,r}
  vergangene{,n,s,r,m} vorangegangene{,n} verg
date place next: nachste{,n,r,s,m} naechste{,n,r,s} folgende{,n,s} nachfolgende kommende{,n,s,r,m} bevorstehende{,n}
date ordinal 1..4: erste/ersten/erstes/erster/erstem zweite/zweiten/zweites/zweiter/zweitem
  dritte/dritten/drittes/dritter/drittem vierte/vierten/vierter/viertem
date vague 3: paar einige{,n} wenigen; weekend: wochenende; half: halbjahr jahreshalfte; fraction: halfte
date named -2,-1,0,1: vorgestern_abend gestern_abend/gestern_fruh/gestern_nacht
  heute_abend/heute_fruh/heute_morgen/heute_nachmittag/heute_vormittag morgen_fruh/morgen_abend
date month 1,3,10,12: janner/jan/jaenner maerz/mrz okt dez; weekday 5: sonnabend; month 2: feb feber; month 8: aug
date weekOf first: woche_{vom,ab,ab_dem,zum}; vague 2: beide{,n}; holiday easter-2: karfreitag
date holiday easter+0: ostern ostersonntag; holiday easter+1: ostermontag; holiday easter+49: pfingsten
date holiday easter+50: pfingstmontag
number 0,2..10,12,20,30,100: null zwei drei vier funf/fuenf sechs sieben acht neun zehn zwolf zwanzig dreissig hundert
number 11: elf; 15: funfzehn; 40: vierzig; 50: funfzig; 60: sechzig; 90: neunzig; 1000: tausend
small judged: beste{,n,r,s,m} schlechteste{,n,r,s}; long: langste{,n,r,s}; lost: verloren verlieren verlier{e,t}
weak revenue: geld kohle bares
small provenance: herkunft ursprung
small after: nach; before: vor; since: seit; through: bis; inyear: im jahr seit bis; numbersign: nr nummer
small beforenumber: in mir der von status; lotword: charge chargen los; orderword: auftrag; beforecode: nr nummer
small infill: von grosse farbe und; premises: lager zentrallager standort; company: gmbh ag kg und
small beforeplace: im nach; atplace: im am; theplace: im am der das dem unserer unserem; thenbefore: davor zuvor
small beforeother: im was mit zum zur; doubtfulmonth: mai jan jun sep dez; make: gemacht machten mach{en,te,t}
small raw: roh rohkaffee; roasted: gerostet{,e,en} rost{en,eten,et}; warehouse: lager lagers; dayled: am dem
small afterday: in im bei
ending: en em er es e et ete eten te ten t st s n
small person: wir uns ich mir mich mein{,e,en,em,er} du dir dich dein{,e,en,em} sie
small copula: war waren ist sind entfiel{,en} entfallen entfallt
`;
