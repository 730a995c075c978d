/** What German words mean to a question: see dictionary.ts. */
export const german = `
measure units_sold: verkauft verkauften verkaufen verkaufe abgesetzt weggegangen gingen..weg ging..weg los_geworden
  losgeworden verkauftes verkaufter verkauftem verkaufst verkaufszahlen verkaufsmenge verkaufsmengen absetzen
  abgesetzte an_den_mann_gebracht uber_den_tresen_gegangen
weak units_sold: absatz abverkauf abverkaufe nachfrage absatzmenge absatzmengen absatzzahlen verkaufsvolumen wie_lief
  wie_liefen
measure revenue: umsatz umsatze umgesetzt umsetzen eingenommen einnahmen erlos erlose erwirtschaftet umsatzen umsatzes
  umsatzzahlen erlost umsatzerlos umsatzerlose einnahme eingebracht eingespielt verkaufserlos verkaufserlose
  verkaufswert fakturiert
measure margin: marge margen gewinn rohertrag rohgewinn deckungsbeitrag ertrag rohertrage rohertrags gewinne gewinns
  verdient verdienen bruttogewinn bruttomarge profit profite deckungsbeitrage profitabel rentabel
measure margin_rate: handelsspanne handelsspannen spanne spannen marge_in_prozent marge_in_% margenquote gewinnmarge
  rohertragsquote rohertrag_in_prozent
measure cogs: wareneinsatz wareneinsatze wareneinsatzes wareneinstand einstandswert_der_verkauften_waren
  kosten_der_verkauften_waren
measure average_order_value: durchschnittlicher_bestellwert bestellwert mittlerer_bestellwert bestellwerte
  auftragswert durchschnittlicher_auftragswert durchschnittsbon durchschnittlicher_bon warenkorb
  durchschnittlicher_warenkorb warenkorbwert bonwert
measure average_price: durchschnittspreis durchschnittspreise durchschnittlicher_verkaufspreis
  durchschnittlicher_preis mittlerer_preis durchschnittsverkaufspreis
measure units_returned: zuruckgegeben zuruckgeschickt retourniert zuruckgekommen kam..zuruck kamen..zuruck
  zuruckgesendet zuruckgesandt zuruckgebracht zuruckgeliefert retournierte retournieren zuruckschicken zuruckgegebene
  schickten..zuruck schicken..zuruck brachten..zuruck gaben..zuruck kommt..zuruck kommen..zuruck
measure return_rate: retourenquote retourenrate retourenanteil rucksendequote ruckgabequote ruckgaberate rucklaufquote
measure fill_rate: lieferfahigkeit liefergrad servicegrad lieferbereitschaft lieferbereitschaftsgrad erfullungsgrad
  erfullungsquote lieferquote servicelevel
measure turnover: lagerumschlag dreht_sich umgeschlagen umschlagshaufigkeit lagerumschlagshaufigkeit lagerumschlage
  umschlaghaufigkeit lagerdrehung drehen_sich umschlagsrate
list BEST: verkaufsschlager bestverkauften meistverkauften meistverkaufte am_besten_verkauft am_meisten_verkauft
  topseller schnelldreher renner verkaufsrenner verkaufsschlagern meistverkauftes meistverkaufter bestverkaufte
  bestverkauftes bestverkaufter am_besten_verkauften am_meisten_verkauften am_haufigsten_verkauft
  verkauft_sich_am_besten verkaufen_sich_am_besten lauft_am_besten laufen_am_besten geht_am_besten gehen_am_besten
  verkaufen_sich_am_schnellsten verkauft_sich_am_schnellsten beliebteste beliebtesten beliebtestes am_beliebtesten
  gefragteste gefragtesten am_gefragtesten absatzstarkste absatzstarksten
list WORST: am_schlechtesten_verkauft am_wenigsten_verkauft am_wenigsten_verkauften am_seltensten_verkauft
  verkauft_sich_am_schlechtesten verkaufen_sich_am_schlechtesten lauft_am_schlechtesten laufen_am_schlechtesten
  geht_am_schlechtesten gehen_am_schlechtesten flop flops absatzschwachste absatzschwachsten
list SLOW: ladenhuter ladenhutern langsamdreher langsamdrehern penner langsam_drehende lauft_schlecht laufen_schlecht
  verkauft_sich_schlecht verkaufen_sich_schlecht verkauft_sich_kaum verkaufen_sich_kaum
list DEAD: keine_verkaufe unverkauft unverkaufte unverkauften nie_verkauft totbestand toter_bestand tote_bestande
  ohne_verkauf ohne_verkaufe ohne_absatz kein_verkauf kein_absatz
  kauft_niemand kauft_keiner verstaubt verstauben unverkauflich unverkaufliche
list OVERSTOCK: uberbestand uberbestande uberbestanden uberschuss uberschusse uberschussig uberschussige zu_viel
  zu_viele zuviel zuviele zu_hohe_bestande zu_hoher_bestand
measure on_hand: auf_lager vorratig vorratige vorratigen lagernd lagernde am_lager an_lager im_bestand im_regal
  physisch
weak on_hand: bestand lagerbestand bestande lager bestanden bestandes bestands lagerbestande lagerbestanden
  lagerbestands warenbestand warenbestande vorrat vorrate vorraten
measure available: verfugbar lieferbar verfugbare verfugbaren verfugbarer verfugbares verfugbarkeit lieferbare
  lieferbaren frei_verfugbar freier_bestand freien_bestand konnen_wir_verkaufen konnen_wir_noch_verkaufen
  konnen_wir_noch_liefern konnen_wir_zusagen
measure reserved: reserviert reserviertes reservierte reservierten reservierter zugeteilt vorgemerkt zugesagt
  reservierung reservierungen
measure on_hold: gesperrt gesperrte gesperrten gesperrter gesperrtes sperrbestand sperrbestande blockiert blockierte
  blockierten
measure on_order: bestellt bestellte bestellten bestellbestand bei_lieferanten_bestellt
measure incoming: unterwegs zulauf zulaufe im_zulauf
measure stock_value: lagerwert warenwert wert bestandswert bestandswerte bestandswerts lagerwerte lagerwerts
  inventarwert vorratswert warenbestandswert kapital kapitalbindung gebundenes_kapital kapital_gebunden geld_gebunden
  geld_steckt kapital_steckt geld_liegt kapital_liegt werte gebunden
measure days_of_cover: reichweite tage_reicht reichweiten bestandsreichweite bestandsreichweiten lagerreichweite
  tage_reichweite reichweite_in_tagen
list LOW: geht..zur_neige gehen..zur_neige knappem knapper knappes knapp zur_neige gehen_zur_neige fast_leer bald_leer fast_ausverkauft unter_mindestbestand knappe knappen
  wird_knapp werden_knapp niedriger_bestand niedrige_bestande niedrigem_bestand niedrigen_bestand geringer_bestand
  geringem_bestand wenig_bestand kaum_noch engpass engpasse unterbestand unterdeckung fehlmenge fehlmengen fast_alle
  fast_weg bald_weg fast_aus nahezu_ausverkauft unter_meldebestand unterm_meldebestand unterm_mindestbestand
  unter_sicherheitsbestand
list OUT: ausverkauft nicht_vorratig nicht_auf_lager vergriffen leer ausgegangen fehlbestand alle_geworden
  nicht_mehr_da ausverkaufte ausverkauften ausverkaufter vergriffene vergriffenen leere leeren nullbestand
  nullbestande bestand_null kein_bestand keinen_bestand ohne_bestand nicht_lieferbar nicht_verfugbar
  nicht_mehr_vorratig nicht_mehr_auf_lager nicht_mehr_verfugbar nicht_mehr_lieferbar fehlt fehlen fehlende fehlenden
  fehlartikel fehlbestande leergelaufen ist_alle
list REORDER: {bestellt,nachbestellt,gekauft,eingekauft,beschafft,geordert}_werden nachbestellen bestellen_sollten soll..bestellen sollen..bestellen sollte..bestellen sollten..bestellen
  muss..bestellen mussen..bestellen nachzubestellen nachbestellt nachbestellung nachbestellungen bestellvorschlag
  bestellvorschlage bestellvorschlagen bestellbedarf nachschub nachordern nachkaufen auffullen aufstocken
  wiederbeschaffung beschaffen disponieren bestellliste einkaufsliste einkaufszettel empfehlung empfehlungen
  empfiehlst zu_bestellen zu_kaufen einzukaufen bestellen_mussen bestellen_muss bestellen_soll bestellen_sollte
  kaufen_sollten kaufen_mussen einkaufen_sollten einkaufen_mussen soll..kaufen sollte..kaufen sollten..kaufen
  muss..kaufen mussen..kaufen soll..einkaufen sollte..einkaufen sollten..einkaufen muss..einkaufen mussen..einkaufen
  soll..ordern sollten..ordern muss..ordern mussen..ordern
list OLD: alteste altesten altester altestes alter_bestand alte_bestande uberaltert uberalterte wie_lange_liegt
  wie_lange_liegen wie_lange_lagert wie_lange_lagern liegt_seit liegen_seit lagert_seit lagern_seit
  am_langsten_auf_lager am_langsten_im_lager langer_auf_lager
list RUNS_OUT: ausgehen reichen reicht geht..aus gehen..aus lauft..leer laufen..leer leerlaufen leerlauft knapp_werden
  wie_lange_reicht wie_lange_reichen wie_lange_kommen_wir ausreichen ausreicht ausreichend genug genugend alle_werden
  leer_werden ausverkauft_sein wird..leer werden..leer wird..alle werden..alle geht..zu_ende gehen..zu_ende
  zu_ende_gehen leer_laufen
list EXPIRES: ablauf ablaufen ablauft ablaufend laufen..ab lauft..ab verfallen verfallt verderben verdirbt mindesthaltbarkeit
  mhd haltbar_bis ablaufende ablaufenden ablaufdatum ablaufdaten verfallsdatum verfallsdaten verfallende
  mindesthaltbarkeitsdatum mindesthaltbarkeitsdaten verbrauchsdatum mindestens_haltbar schlecht_werden wird..schlecht
  werden..schlecht
list STOLEN: gestohlen geklaut diebstahl diebstahle gestohlene{,n,s,r}
list MOVED: bewegungen bewegung lagerbewegung lagerbewegungen bestandsbewegung bestandsbewegungen warenbewegung
  warenbewegungen bestandsveranderung bestandsveranderungen bestandsanderung bestandsanderungen lagerbuchung
  lagerbuchungen buchungen lagerjournal bestandsverlauf historie passiert geschehen verschwunden
measure units_received: gekommen uns_verkauft erhalten geliefert bekommen eingegangen angekommen eingetroffen geschickt gekauft
  eingekauft kam..rein kamen..rein reingekommen hereingekommen kam..an kamen..an kam..herein wareneingang
  wareneingange bezogen eingang zugang geliefertes gelieferte gelieferten angeliefert angelieferte geliefert_bekommen
  zugegangen zugange empfangen reinbekommen hereinbekommen bekamen erhielten kauften kaufen eingekaufte einkaufen
  lieferte lieferten liefern liefert hereingekommene wareneingangs wareneingangen traf..ein trafen..ein kamen..herein
measure purchase_value: gezahlt bezahlt ausgegeben geben..aus gaben..aus ausgaben einkaufsvolumen einkaufskosten
  einkaufswert einkaufsausgaben wareneinkauf beschaffungskosten bezahlten ausgeben
list LATE_SUPPLIERS: langsamste langsamsten langsamster am_langsamsten brauchen_am_langsten braucht_am_langsten
list FAST_SUPPLIERS: schnellste schnellsten schnellster liefert_am_schnellsten liefern_am_schnellsten
list RELIABLE: zuverlassig zuverlassigste zuverlassigsten zuverlassigster am_zuverlassigsten verlasslich
  verlasslichste verlasslichsten punktlichste punktlichsten am_punktlichsten bester_lieferant lieferantenbewertung
  lieferantenleistung liefert_am_punktlichsten liefern_am_punktlichsten liefert_am_zuverlassigsten
  liefern_am_zuverlassigsten
list UNRELIABLE: unzuverlassig unzuverlassigste unzuverlassigsten liefern_zu_spat liefern_verspatet liefern_spat
  unzuverlassige unzuverlassigster am_unzuverlassigsten unpunktlich unpunktliche unpunktlichste unpunktlichsten
  am_unpunktlichsten liefert_zu_spat liefert_verspatet zu_spat_geliefert verspatet_geliefert
  liefert_am_unpunktlichsten liefern_am_unpunktlichsten liefern_oft_zu_spat liefern_immer_zu_spat liefert_oft_zu_spat
  liefert_immer_zu_spat schlechtester_lieferant
list SUPPLIES: wer_liefert lieferant_von lieferanten_von lieferant_fur wer_beliefert beziehen_wir von_wem
  woher_beziehen woher_bekommen
measure units_produced: produziert hergestellt gerostet gefertigt rosten produzieren produzierten produzierte
  hergestellte herstellen gerostete gerosteten rosteten rostmenge produktionsmenge ausbringung gefertigte fertigen
measure units_used: verbraucht verbrauch verarbeitet eingesetzt verrostet verbrauchte verbrauchten verbrauchen
  verbrauche verwendet verwenden aufgebraucht materialverbrauch rohstoffverbrauch in_die_produktion_gegangen
measure units_wasted: ausgebucht verdorben ausschuss weggeworfen entsorgt werfen..weg warfen..weg weggeschmissen schwund
  abgeschrieben vernichtet verschrottet weggeworfene wegwerfen weggekippt weggeschuttet abfall abfalle mull entsorgte
  entsorgen entsorgung abschreibung abschreibungen abgeschriebene bruch verderb verdorbene vernichtete verschrottung
  verschrotten aussortiert ausgesondert schwundmenge warenverlust warenverluste kaputtgegangen
  kaputt_gegangen geworfen weggeschmissene
measure units_per_order: artikel_pro_bestellung stuck_pro_bestellung einheiten_pro_bestellung teile_pro_bestellung
  artikel_je_bestellung stuck_je_bestellung artikel_pro_auftrag stuck_pro_auftrag
measure order_count: ausgelieferte_bestellungen versendete_bestellungen versandte_bestellungen
  verschickte_bestellungen erfullte_bestellungen ausgelieferte_auftrage versandte_auftrage
measure orders_created: neue_bestellungen neue_auftrage auftragseingang auftragseingange bestelleingang
  bestelleingange eingegangene_bestellungen eingegangene_auftrage bestellungen_eingegangen bestellungen_reingekommen
  bestellungen_kamen_rein auftrage_eingegangen auftrage_reingekommen
measure daily_sales: tagesabsatz durchschnittlicher_tagesabsatz durchschnittlicher_absatz_pro_tag
  durchschnittliche_verkaufe_pro_tag absatzgeschwindigkeit verkaufsgeschwindigkeit durchschnittlich_pro_tag_verkauft
  im_schnitt_pro_tag_verkauft pro_tag_im_schnitt_verkauft
measure sell_through: abverkaufsquote abverkaufsrate verkaufsquote
measure stock_out_days: fehltage fehlbestandstage tage_ohne_bestand
measure lost_sales: entgangene_verkaufe verlorene_verkaufe verpasste_verkaufe entgangener_absatz
measure units_to_fulfill: auftragsbestand auftragsruckstand auftragsruckstande ruckstand ruckstande lieferruckstand
  noch_zu_versenden noch_zu_verschicken noch_auszuliefern
measure in_transit: im_transit
measure age_days: lageralter lagerdauer liegezeit verweildauer durchschnittsalter wie_alt bestandsalter
measure units_adjusted: bestandskorrektur bestandskorrekturen korrektur korrekturen korrigiert anpassung anpassungen
  angepasst korrekturbuchung korrekturbuchungen bestandsanpassung bestandsanpassungen
measure purchase_price_change: preissteigerung preissteigerungen preiserhohung preiserhohungen preisanstieg
  kostensteigerung teurer_geworden einkaufspreisentwicklung
measure waste_value: wert_des_schwunds schwundkosten wert_der_abschreibungen wert_des_ausschusses wert_des_abfalls
  kosten_des_schwunds kosten_des_abfalls
weak units_produced: produktion fertigung herstellung
group sku: artikel waren artikeln artikels sorte sorten variante varianten sachen
group product: produkt produkte produkten produkts produktes erzeugnisse
group category: kategorie kategorien warengruppe warengruppen produktgruppe produktgruppen artikelgruppe
  artikelgruppen produktkategorie produktkategorien
group location: standort standorte lager standorten lagerort lagerorte lagerorten ort orte orten niederlassung
  niederlassungen
group supplier: lieferant lieferanten zulieferer zulieferern
group reason: {retouren,ruckgabe,rucksende}grund {retouren,ruckgabe,rucksende}grunde{,n} grund grunde grunden warum ursache ursachen wieso weshalb weswegen
group condition: zustand
group abc_class: klasse klassen abc_klasse abc_klassen
group day,week,month,quarter,year: tag/tage/tagen woche/wochen/kw/kalenderwoche/kalenderwochen monat/monate/monaten
  quartal/quartale/quartalen jahr/jahre/jahren
onday 1..7: montags dienstags mittwochs donnerstags freitags samstags/sonnabends sonntags
onday 6 7: wochenenden
group weekday: wochentag wochentage wochentagen
timely day,month,quarter,year: taglich/tagliche/taglichen/taglicher/tagesweise
  monatlich/monatliche/monatlichen/monatlicher/monatsweise quartalsweise/vierteljahrlich
  jahrlich/jahrliche/jahrlichen/jahresweise
timely week: wochentlich wochentliche wochentlichen wochentlicher wochenweise
noun order: bestellung bestellungen auftrag auftrage auftragen auftrags kundenauftrag kundenauftrage kundenauftragen
  kundenbestellung kundenbestellungen kunden_bestellungen kunden_auftrage verkaufsauftrag verkaufsauftrage
noun purchase_order: einkaufsbestellung einkaufsbestellungen lieferung lieferungen bestellungen_bei_lieferanten
  einkauf einkaufe lieferantenbestellung lieferantenbestellungen lieferantenauftrag lieferantenauftrage
  bestellungen_an_lieferanten anlieferung anlieferungen sendung sendungen
noun transfer: umlagerung umlagerungen umbuchung umbuchungen lagertransfer lagertransfers verlagerung verlagerungen
  umlagerungsauftrag umlagerungsauftrage
noun count: inventur inventuren inventuras inventurdifferenz inventurdifferenzen zahldifferenz zahldifferenzen
  bestandsdifferenz bestandsdifferenzen inventurabweichung inventurabweichungen bestandsabweichung
  bestandsabweichungen bestandsaufnahme inventurergebnis inventurergebnisse bestandsgenauigkeit
noun return: retoure retouren rucksendung rucksendungen ruckgabe ruckgaben rucklaufer
noun batch: rostung rostungen charge_in_produktion produktionsauftrag produktionsauftrage rostcharge rostchargen
  rostauftrag rostauftrage produktionscharge produktionschargen produktionslauf produktionslaufe fertigungsauftrag
  fertigungsauftrage
noun lot: charge chargen chargennummer chargennummern partie partien
state draft,planned,quarantine,recalled,moving,active,partially_received,shipped,exhausted: entwurf/entwurfe/entwurfen
  geplant/geplante/geplanten/geplanter quarantane/in_quarantane
  zuruckgerufen/zuruckgerufene/zuruckgerufenen/im_ruckruf nicht_da/noch_nicht_da/auf_dem_weg/im_transit/unterwegs
  aktiv/aktive/aktiven teilweise_eingegangen/teilweise_erhalten versendet/versandt/verschickt
  aufgebrauchte/aufgebrauchten
state pending: ausstehend ausstehende unbearbeitet unbearbeitete unbearbeiteten wartende wartenden
state in_progress: begonnen gestartet angefangen laufend laufende laufen lauft in_arbeit laufenden in_bearbeitung
state completed: abgeschlossen abgeschlossene abgeschlossenen fertig fertige fertiggestellt beendet beendete
state expired: wegen_ablauf wegen_ablaufs wegen_mhd {abgelaufenem,abgelaufenes,uberschrittenem}_mhd mhd_abgelaufen abgelaufen abgelaufene abgelaufenen abgelaufener verfallene mhd_uberschritten uber_mhd uber_dem_mhd
state partially_fulfilled: teilweise_ausgeliefert teilweise_versandt teilweise_versendet
state open: offen offene offenen offener offenes offenem unerledigt unerledigte unerledigten noch_offen
  noch_nicht_erledigt zu_versenden zu_verschicken
state late: verspatet zu_spat uberfallig uberfallige verspatete verzogert im_verzug verspateten verzogerte verzogerten
  uberfalligen uberfalliger in_verzug
state fulfilled: gingen..raus ging..raus gehen..raus geht..raus geliefert_an erfullt ausgeliefert erfullte erfullten ausgelieferte ausgelieferten versendet versandt
  verschickt versendete versandte rausgegangen rausgeschickt
state cancelled: storniert stornierte stornierten stornierter storno stornos stornierung stornierungen abgebrochen
  abgebrochene
topic help: hilfe hallo was_kannst_du was_kann_ich_fragen wobei_kannst_du fragen_kann_ich
topic item: sortiment katalog produktliste artikelliste informationen_uber informationen_zu infos_zu
topic policy: meldebestand mindestbestand meldebestande meldebestanden mindestbestande mindestbestanden
  sicherheitsbestand sicherheitsbestande bestellpunkt bestellpunkte bestellgrenze bestellschwelle sollbestand
  nachbestellmenge nachbestellmengen
topic forecast: prognose prognosen vorhersage werden_wir_verkaufen verkaufen_werden vorhersagen absatzprognose
  absatzprognosen bedarfsprognose prognostiziert prognostizierte voraussichtlich voraussichtliche voraussichtlicher
  erwartete_nachfrage erwarteter_absatz erwartete_verkaufe bedarf werden_wir_brauchen brauchen_wir werden..verkaufen
  werden..brauchen wird..brauchen
topic insights: probleme problem warnung warnungen hinweise auffalligkeiten auffallig auffalliges ungewohnlich
  ungewohnliches wichtig wichtiges dringend dringendes handlungsbedarf uberblick ubersicht was_ist_los stimmt_nicht
  lauft_schief anomalie anomalien ausreisser beachten
attribute shelf_life_days,barcode: haltbarkeit/haltbarkeiten/haltbar/haltbarkeitsdauer strichcode
attribute unit_price: preis preise verkaufspreis verkaufspreise im_verkauf vk vk_preis verkaufspreisen ladenpreis
  ladenpreise listenpreis listenpreise preisen wie_teuer
attribute unit_cost: im_einkauf einkaufspreis kosten kostet ek ek_preis einkaufspreise einstandspreis einstandspreise gekostet
  herstellkosten stuckkosten
operator >=,<=: mindestens/ab/wenigstens/zumindest/nicht_weniger_als hochstens/maximal/nicht_mehr_als/bis_zu
operator >: mehr_als uber grosser_als hoher_als teurer_als langer_als alter_als haufiger_als ofter_als mehr_wie
  oberhalb oberhalb_von uberm ubersteigt ubersteigen uberschreitet uberschreiten
operator <: weniger_als unter kleiner_als niedriger_als billiger_als gunstiger_als geringer_als kurzer_als junger_als
  weniger_wie unterhalb unterhalb_von unterm
by: pro je nach aufgeschlusselt_nach gruppiert_nach aufgeteilt_nach unterteilt_nach getrennt_nach
each: welche welcher welches welchen welchem jede jeder jedes jeden jedem wessen was_fur
within: uber_alle im bei auf am zu innerhalb alle allen aller samtliche samtlichen beim ins vorm
from: aus von
count: wie_viele wie_viel wieviel wieviele anzahl zahl_der
where: wo verteilt woanders
hold: haben hat gibt noch da ubrig liegen liegt stehen haltet vorhanden hast habt hattest gab gaben besitzen besitzt
  habe gibts lagert lagern lag lagen steht befindet befinden bleibt bleiben verbleiben verbleibt ubriggeblieben fuhrt
  fuhren hattet
between: zwischen
except: exkl excl nicht_mehr kein keine keinen keiner keinem nie ausser ohne nicht ausgenommen weder niemals nirgends nirgendwo
  keines keins niemand abgesehen_von bis_auf mit_ausnahme mit_ausnahme_von ausgeschlossen exklusive abzuglich
compare: besser hohere hoheren hoher niedrigere niedrigeren niedriger mehr als verglichen vergleich gegenuber gegen
  verglichen_mit im_vergleich_zu vergleiche vergleichen unterschied unterschiede gegenuberstellung schlechter
most: haufigste haufigsten meiste meisten beste besten hochste hochsten hochster grosste grossten langste langsten
  langster starkste starkster starksten schnellste schnellsten am_meisten am_hochsten am_grossten meistes haufigster
  haufigstes bester bestes bestem hochstes grosster grosstes langstes starkstes maximale rangliste absteigend
least: wenigsten schlechteste schlechtesten niedrigste niedrigsten geringste kurzeste kurzesten wenigste am_wenigsten
  am_niedrigsten am_geringsten schlechtester schlechtestes schwachste schwachsten schwachster schwachstes kleinste
  kleinsten kleinster kleinstes niedrigster niedrigstes geringsten geringster kurzester seltensten aufsteigend
together: insgesamt zusammen gesamt gesamte gesamten gesamter gesamtes summe in_summe summiert zusammengerechnet
  zusammengenommen unterm_strich
percent: prozent anteil prozentsatz % prozentual prozentuale prozentualer anteile quote quoten rate verhaltnis
average: durchschn durchschnittl dschn durchschnittlich durchschnitt durchschnittliche durchschnittlichen durchschnittlicher im_schnitt im_mittel
  mittlere mittlerer mittelwert im_durchschnitt
trace: verfolgen ging ruckverfolgen ruckverfolgung ruckverfolgbarkeit zuruckverfolgen nachverfolgen nachverfolgung
  gelandet gegangen ruckruf
backward: stammt kam kamen stammen herkunft ursprung woher rohstoffe besteht_aus hergestellt_aus
who: kunde kunden wer wem kundin kundinnen kundschaft kaufer abnehmer wen
small who: wer wem wen
unit units: stuck stucke einheiten einheit stk stck
unit money: euro eur franken cent
unit weight: kilogramm
way up: besser hohere hoheren hoher mehr steigen starker grossere grosseren
way down: niedrigere niedrigeren niedriger weniger schlechter geringer geringere schwacher kleiner
trend up: gestiegen gewachsen zugenommen wachstum zuwachs steigerung anstieg zunahme stieg stiegen steigt steigen
  wachst wachsen wuchs wuchsen zugelegt angestiegen
trend down: gefallen gesunken abgenommen ruckgang ruckgange sank sanken sinkt sinken fallt fiel fielen zuruckgegangen
  eingebrochen geschrumpft nachgelassen
trend: veranderung veranderungen verandert entwicklung entwicklungen entwickelt entwickeln entwickelte
supposed: wenn falls angenommen sofern vorausgesetzt
small both: beide beiden
small any: ein einem einen einer irgendein irgendeine
strict: nur beide beiden ausschliesslich lediglich einzig bloss
value damaged: beschadigt beschadigte kaputt kaputte kaputten defekt defekte beschadigten
value contamination: verunreinigt kontaminiert kontamination
value sellable: verkaufsfahig
or: oder bzw beziehungsweise
and: und sowie
empty: bereits befindlich{e,en,er} aufgegeben aufgegebene aufgegebenen wann wie_hoch gebracht bringt ware mal fach der die das den dem des ein eine einen einer eines einem wir uns
  unser unsere unserem unseren unserer von vom zum zur mit ist sind war waren wurde wurden worden wird werden bitte
  zeig zeige gib mir sag es fur aus ich sie er im am wer wie viel viele hatten hatte gemacht machen macht dieser diese
  dieses diesem diesen dass da dort hier auch sich man denn eigentlich sortiert muss mussen mussten soll sollen sollte
  sollten konnen kann darf ab bald einmal je gehort gehoren sortieren liste auflistung geht wart bin bist gewesen
  gehabt gegeben komplett vollig total uberhaupt jeweils ihn ihre ihren jene dies solche sein ganz ihm ihr mich dir
  bisher bislang du euch euer eure eurem euren mein meine meinen meinem meiner dein deine deinen seine seinen seiner
  ihrem ihrer ihnen unserm unsres deren dessen denen derer wirst werde wurdet waret seid hattest hattet gern gerne
  mochte mochten mochtest wollen wollte wollten will wusste wissen weiss konntest konnten konnte kannst konnt sage
  sagen sagt zeigen zeigst nenne nennen nenn gebe geben gebt listen schau schaue such suche finde brauche danke hallo
  hi moin servus guten hey so nun also ungefahr etwa circa zirka rund exakt wirklich schon halt eben wohl doch ja okay
  info infos informationen auskunft stichtag daten zahl menge mengen stuckzahl stuckzahlen anzahlen ubersicht uberblick
  aufstellung bericht status stand sieht aussieht ausschaut betragt betragen belief beliefen lautet handelt stehen
  dran dabei davon dafur daran darin dazu wovon worin womit damit per inkl inklusive angesagt ordnung ob
list LEAD_TIME: lieferzeit lieferzeiten lieferdauer lieferfrist lieferfristen wiederbeschaffungszeit
  wiederbeschaffungszeiten durchlaufzeit wie_lange_braucht wie_lange_brauchen
list ON_TIME: punktlich punktlichkeit termintreue liefertreue punktlichkeitsquote
latest: neueste neuesten letzte letzten nachste nachsten nachster neuester neuestes neuste neusten jungste jungsten
  letzter zuletzt
place store: laden filiale filialen ladens geschaft geschafte geschaften ladengeschaft ladengeschafte shop
place warehouse: lagerhaus lagerhauser zentrallager lagerhalle
direction in: umgelagert umgelagerte umgebucht verlagert
list COMING: kommt kommen eintreffen ankommen liefertermin liefertermine lieferdatum erwartet erwarteten erwartete
  fallig wann_liefert wann_liefern kommt..rein kommen..rein kommt..an kommen..an trifft..ein treffen..ein
contrast: aber sondern obwohl obgleich jedoch allerdings
present: jetzt gerade aktuell derzeit momentan zurzeit zur_zeit im_moment momentane aktuelle aktueller aktuelles
  derzeitige derzeitigen heutige
small never: nie niemals bisher bislang jemals
small goods: alles etwas irgendwas dinge sachen
small clock: uhr
small with: mit enthalt
small sent: geschickt versendet versandt verschickt
small left: ubrig vorhanden
small lack: ohne kein keine keinen keiner keinem weder nicht nie nicht_mehr niemals nirgends niemand
small next: nachste nachsten nachster
small back: zuruck ruckwarts
small on: vorwarts
small past: hatten hatte kam kamen wurde wurden war waren gab gaben wurdest bekamen
small delivered: erhalten geliefert bekommen eingegangen angekommen eingetroffen geliefert_bekommen angeliefert
small still: noch immer_noch
small in: in an bei im innerhalb
small comes: kommt kommen
small from: aus von vom
small to: nach zu bis zum zur ins
small when: wann
small delivery: lieferung lieferungen anlieferung anlieferungen sendung sendungen
small each: pro je jede jedem jeden jeder jedes alle
small asks: wie was welche wer wo wann
verb: {aus,ein,um,ver,zu,ab}buchen stornieren loschen umlagern verschieben reservieren sperren lege erstelle erzeuge anlegen bestelle kaufe setze andere korrigiere buche storniere losche entferne schliesse
  verschiebe schicke versende reserviere sperre entsperre erhohe reduziere verringere aktualisiere fuge nimm trage
  addiere verbuche
name
  green,coffee,tea,cup,mug,filter,grinder,kettle,scale,chocolate,bag,box,lid,bottle,packaging,roastery,electric,travel,shipping:
  gruner/grunem/grunen kaffee/kaffees/rostkaffee/rostkaffees tee/tees tasse/tassen becher/bechern filter/filtern
  muhle/muhlen/kaffeemuhle/kaffeemuhlen wasserkocher waage/waagen schokolade tute/tuten/beutel
  schachtel/schachteln/karton/kartons deckel flasche/flaschen verpackung/verpackungen rosterei
  elektrisch/elektrische/elektrischer/elektrischen/elektrisches/elektro reise versand
name green coffee: rohkaffee rohkaffees
name paper filter: papierfilter papierfiltern
name espresso cup: espressotasse espressotassen
name cappuccino cup: cappuccinotasse cappuccinotassen
name hand grinder: handmuhle handmuhlen
name drinking chocolate: trinkschokolade
date hours: stunden stunde
date singular: tag woche monat quartal jahr
date numbered: kw kalenderwoche woche
date christmas: weihnachten
date article: der die das den dem des zum eines einem
date beforeLast: vorletzte vorletzten vorletzter vorletztes vorletztem vorvorige vorvorigen
date afterNext: ubernachste ubernachsten ubernachster ubernachstes
date since: seit ab nach
date named -2,-1,0,1: vorgestern_abend gestern_abend/gestern_fruh/gestern_nacht heute_abend/heute_fruh/heute_morgen/heute_nachmittag/heute_vormittag morgen_fruh/morgen_abend
date until: bis vor
date within: innerhalb binnen
date between: zwischen von
date to: und bis
date start: anfang beginn
date end: ende
date recent: kurzlich neulich letztens unlangst
date soon: bald demnachst
date beforeMonth: im am seit bis
date same: gleich{e,en,er,es,em} selbe selben selber
date period: zeitraum zeit zeitraums
date toDate: bis_heute bis_jetzt bis_dato bisher bislang bis_zum_heutigen_tag
date including: einschliesslich inklusive inkl und_mit
date against: gegenuber vergleich verglichen als vs versus ggu
date other: davor zuvor vorjahr vormonat vorwoche vorquartal vorjahreszeitraum vorjahresmonat vorjahreswoche
  vorjahresquartal
date unit day,week,month,quarter,year: tag/tage/tagen woche/wochen monat/monate/monaten/monats
  quartal/quartale/quartalen/quartals jahr/jahre/jahren/jahres
date place this: diese dieser dieses diesen diesem laufende laufenden laufendes aktuelle aktuellen aktueller aktuelles
  laufender jetzige jetzigen
date place last: letzte_volle letzten_vollen letzte_ganze letzten_ganzen letzte letzten letzter letztes letztem vorige
  vorigen voriges vorheriges vergangene vergangenen vergangenes vergangener vergangenem vorherige vorherigen
  vorheriger vorangegangene vorangegangenen letztere
date place next: nachste nachsten nachster nachstes nachstem naechste naechsten naechster naechstes folgende folgenden
  folgendes nachfolgende kommende kommenden kommendes kommender kommendem bevorstehende bevorstehenden
date month 1,3,10,12: janner/jan/jaenner maerz/mrz okt dez
date weekday 5: sonnabend
date ordinal 1..4: erste/ersten/erstes/erster/erstem zweite/zweiten/zweites/zweiter/zweitem
  dritte/dritten/drittes/dritter/drittem vierte/vierten/vierter/viertem
date vague 3: paar einige einigen wenigen
date weekend: wochenende
date half: halbjahr jahreshalfte
date fraction: halfte
date month 2: feb feber
date month 8: aug
number 0,2..10,12,20,30,100: null zwei drei vier funf/fuenf sechs sieben acht neun zehn zwolf zwanzig dreissig hundert
number 11: elf
number 15: funfzehn
number 40: vierzig
number 50: funfzig
number 60: sechzig
number 90: neunzig
number 1000: tausend
everyday: rot rote roten grun grune grunen blau blaue blauen schwarz schwarze schwarzen weiss weisse weissen gelb gelbe gelben grau graue aber doch schon nur sehr vielen wenig wenige weniger kein keine keinen keiner nichts etwas alles allen aller
  jede jeder jedes jeden ihr euch mich dir dich ihm ihnen mein meine meinen dein deine sein seine habe kannst konnten
  wollen wollten durfen mag wen wem wann wohin woher wieso weshalb beim ins vor durch bis seit wahrend wegen ob wenn
  weil damit jetzt heute zeigen geben nenne sage genau lagern monaten letzter letztes nachste nachsten nachster neu neue
  neuen gut gute schlecht oft ganz welch grosse farbe grossen sorte sorten
ending: en em er es e et ete eten te ten t st s n
list BUSIEST: starkster_tag starksten_tage
list CATEGORY_OF: kategorie_von welche_kategorie_hat in_welcher_kategorie zu_welcher_kategorie
beyond: {nur,genau,mindestens,hochstens}_einmal pro_schicht je_schicht im_angebot konnen_wir_herstellen konnen_wir_produzieren konnen_wir_rosten
  konnten_wir_herstellen konnten_wir_produzieren konnten_wir_rosten bei_uns_gekauft
small list: liste zeig zeige alle allen aller
small leads: und jetzt nun dann nur bloss aber auch
small trails: stattdessen lieber dann auch bitte jetzt
small ofcustomers: kundenauftrag kundenauftrage kundenauftragen kundenbestellung kundenbestellungen kunden_bestellungen kunden_auftrage verkaufsauftrag verkaufsauftrage
topic recipe: rezept rezepte rezeptur rezepturen stuckliste stucklisten zutat zutaten
list DEAREST: teuerst{e,en,er,es} am_teuersten
list CHEAPEST: billigst{e,en,er,es} am_billigsten gunstigst{e,en,er,es} am_gunstigsten preiswertest{e,en}
list UNMOVED: nicht_bewegt nicht_mehr_bewegt ohne_bewegung keine_bewegung keine_bewegungen
attribute email,phone,address: email/e_mail/emailadresse/e_mail_adresse/mailadresse telefon/telefonnummer/telefonnummern adresse/adressen/anschrift/anschriften
small supplied: geliefert{,e,en,er,es} ausgeliefert{,e,en}
name paper cup: pappbecher pappbechern
name travel mug: reisebecher reisebechern
`;
