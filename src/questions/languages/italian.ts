/** What Italian words mean to a question: see dictionary.ts. */
export const italian = `
measure units_sold: vend{e,ono,iamo,evano,eva,ere,endo,ette,uto,uti,uta,ute} hanno_comprato_i_clienti
  comprano_i_clienti ci_comprano
weak units_sold: vendite vendita domanda volume
measure revenue: ricavi ricavo fatturato fatturati fattur{iamo,ano,ava,are} incass{o,i,ato,ati,iamo,are} entrate
  guadagni introiti introito giro_d_affari giro_di_affari valore_{delle_vendite,del_venduto} vendite_in_{euro,valore}
  entrati_soldi soldi_entrati
weak revenue: soldi denaro
measure margin: margine margini margine_lordo utile utili profitto profitti guadagno guadagnato guadagniamo
  redditiz{io,i,ia,ie} redditivita marginalita
measure margin_rate: margine_percentuale margine_in_percentuale percentuale_di_margine tasso_di_margine
measure cogs: costo_{del_venduto,delle_vendite,dei_prodotti_venduti,della_merce_venduta}
measure average_order_value: valore_medio_{ordine,ordini,dell_ordine,di_un_ordine,degli_ordini,per_ordine,d_ordine}
  ordine_medio importo_medio_{dell_ordine,degli_ordini,per_ordine} scontrino_medio carrello_medio
measure units_per_order: {pezzi,articoli,unita}_per_ordine
measure average_price: prezzo_medio prezzi_medi prezzo_medio_di_vendita prezzo_di_vendita_medio
measure order_count: ordini_{spediti,evasi,completati,consegnati}
measure orders_created: ordini_{ricevuti,nuovi,creati,fatti,entrati,arrivati,effettuati} nuovi_ordini ricevuto_ordini
measure daily_sales: vendite_medie_{giornaliere,al_giorno} vendite_giornaliere_medie
  media_{giornaliera,giornaliera_di_vendite,delle_vendite_giornaliere,di_vendite_al_giorno}
  vendita_media_{giornaliera,al_giorno} vend{iamo,e,ono}_al_giorno velocita_di_vendita
measure units_returned: {restituit,res}{o,i,a,e} tornat{i,e,o,a}_indietro restitu{iscono,isce,ire,ivano}
  rimandat{o,i,a,e} rendono
measure return_rate: tasso_di_{reso,resi} tasso_{resi,reso} percentuale_di_{reso,resi} indice_di_reso
measure fill_rate: livello_di_servizio tasso_di_servizio tasso_di_evasione
measure turnover: rotazione rotazione_{di,del}_magazzino rotazione_delle_scorte indice_di_rotazione
measure stock_out_days:
  giorni_{senza_scorta,senza_scorte,di_rottura,di_rottura_di_stock,in_rottura_di_stock,esaurito,esauriti}
measure lost_sales: vendite_perse mancate_vendite
measure units_to_fulfill: unita_{da_spedire,da_evadere} pezzi_{da_spedire,da_evadere}
list BEST: piu_vendut{o,i,a,e} meglio_vendut{o,i,a,e} vend{ono,e}_{di_piu,meglio}
  vend{ono,e}_piu_{velocemente,in_fretta} piu_popolar{e,i} piu_richiest{o,i,a,e} best_seller bestseller top_seller
  vanno_di_piu va_di_piu alta_rotazione campioni_di_vendita
list BUSIEST: piu_fort{e,i} piu_moviment{ato,ati}
list WORST: meno_vendut{o,i,a,e} peggio_vendut{o,i,a,e} vend{ono,e}_{di_meno,peggio}
list SLOW: lenta_rotazione bassa_rotazione basso_rotanti basso_rotante scarsa_rotazione vend{ono,e}_{lentamente,poco}
  lento_movimento girano_poco
list DEAD: invendut{o,i,a,e} senza_vendit{e,a} ferm{o,i,a,e} obsolet{o,i,a,e} scorte_morte
  mai_vendut{o,i,a,e} non_vendut{o,i,a,e} nessuno_compra
list OVERSTOCK: eccesso eccessi in_eccesso eccesso_di_{scorte,scorta,magazzino,giacenza} eccedenz{a,e} sovrascort{a,e}
  tropp{o,i,a,e} esuber{o,i} in_esubero smaltire
measure on_hand: in_{magazzino,giacenza,stock,casa} a_{magazzino,stock,scaffale} nel_magazzino fisicamente
weak on_hand: giacenza giacenze scorte scorta magazzino inventario stock
measure available: disponibil{e,i,ita} possiamo_{vendere,spedire}
measure reserved: {riservat,prenotat,impegnat,allocat}{o,i,a,e}
measure on_hold: {bloccat,trattenut}{o,i,a,e}
measure on_order: da_ricevere dev{e,ono}_{arrivare,ancora_arrivare} ancora_da_{ricevere,arrivare} ordinat{o,i,a,e}
  {ordinat}{o,i}_ai_fornitori manca{,no}_da_{ricevere,arrivare} ci_dev{e,ono}_{consegnare,ancora_consegnare}
  ancora_in_arrivo
measure incoming: in_arrivo in_entrata
measure in_transit: in_transito
measure stock_value: valore vale valgono valorizzazione valorizzat{o,i,a,e}
  valore_{del_magazzino,di_magazzino,dell_inventario,delle_scorte,delle_giacenze,della_giacenza,dello_stock}
  capitale_{immobilizzato,fermo,investito} immobilizzat{o,i}
measure days_of_cover: giorni_di_{scorta,copertura,stock,giacenza} copertura copertura_{di_scorta,delle_scorte}
measure age_days: anzianita eta_media eta anzianita_media
measure units_adjusted: rettific{a,he,ato,ati,ata,ate,hiamo} aggiustament{o,i}
list LOW: sotto_scorta sottoscorta sotto_{il,la,la_loro}_{minimo,scorta_minima,soglia,scorta}
  sotto_{scorta_minima,soglia} in_esaurimento scars{o,i,a,e} scarsegg{ia,iano} poc{he_scorte,a_scorta,a_giacenza}
  scort{a_bassa,e_basse} giacenz{a_bassa,e_basse} sta{,nno}_{finendo,per_finire,esaurendo}
  quasi_{finit,esaurit}{o,i,a,e} resta{,no}_poc{o,hi,a,he} rimangono_poc{hi,he}
list OUT: {esaurit,terminat}{o,i,a,e} {finit}{o,i,a,e} manca mancano mancanti mancante a_zero
  senza_{scorta,scorte,giacenza,stock} rottur{a,e}_di_stock in_rottura in_rottura_di_stock fuori_stock
  non_{ce_n_e,ne_abbiamo}_piu a_giacenza_zero giacenza_zero
list REORDER: riordin{are,o,iamo} ordin{are,iamo} comprare acquistare reintegrare rifornire rifornimento
  da_{ordinare,riordinare,comprare,acquistare} manca_da_ordinare
  propost{a,e}_{d_ordine,di_ordine,di_acquisto,d_acquisto,di_riordino}
  suggeriment{o,i}_{di_riordino,d_acquisto,di_acquisto,d_ordine} suggeriment{o,i} raccomandazioni consigli consiglio
  consigl{iate,ieresti} lista_della_spesa
list OLD: piu_vecchi{o,,a} piu_vecchie piu_datat{o,i,a,e} vecchi{o,,a,e} ferm{o,i,a,e}_da giace giacciono
  da_quanto_{tempo,e} da_quanto_tempo_e
list RUNS_OUT: {per_,}quanto_tempo_{basta,dura,durera} finir{a,anno,e} finisc{e,ono} esaurir{a,anno,e,si} esaurisc{e,ono} termin{era,eranno} basta bastano
  baster{a,anno} dur{a,ano,era,eranno,are} rischio_{di_rottura,di_esaurimento,rottura,esaurimento}
  rischi{a,ano}_di_{finire,esaurirsi} va_esaurito vanno_esauriti stanno_per_esaurirsi
list EXPIRES: scad{e,ono,enza,enze,ere,ra,ranno} in_scadenza data_di_scadenza in_prossimita_di_scadenza
  stanno_per_scadere sta_per_scadere da_consumare_entro
list STOLEN: furt{o,i} rubat{o,i,a,e}
list MOVED: movimenti movimento storico e_successo successo e_accaduto accaduto cronologia variazioni_di_stock
  sparit{o,i,a,e} scompars{o,i,a,e}
measure units_received: ci_{ha,hanno}_venduto ci_vend{e,ono} ricevut{o,i,a,e} ricev{iamo,ono,e,ere}
  {comprat,acquistat,arrivat,entrat,consegnat,fornit}{o,i,a,e} compr{iamo,ano} acquistiamo arriv{a,ano}
  consegn{ano,are} carico_merce ricevimento ricevimenti ingressi ci_{ha,hanno}_{mandato,spedito,fornito}
measure purchase_value: spes{o,a,e} spendiamo spend{e,ono,ere} pagat{o,i} paghiamo speso_in_acquisti
  spesa_{in,per,di}_acquist{o,i} valore_{degli_acquisti,acquisti}
measure purchase_price_change: aument{o,i}_{di,del,dei}_prezz{o,i} variazion{e,i}_{di,del,dei}_prezz{o,i}
  rincar{o,i,ato,ati}
list LATE_SUPPLIERS: piu_lent{o,i} ci_mett{e,ono}_di_piu impieg{a,ano}_di_piu
list FAST_SUPPLIERS: piu_veloc{e,i} piu_rapid{o,i} ci_mett{e,ono}_{di_meno,meno}
list RELIABLE: affidabil{e,i,ita} puntual{e,i} miglior_fornitore
  {prestazioni,performance,valutazione}_{dei,di}_fornitori
list UNRELIABLE: consegn{a,ano,ato}_{in_ritardo,tardi,piu_tardi,sempre_in_ritardo,piu_in_ritardo,in_maggior_ritardo}
  meno_affidabil{e,i} inaffidabil{e,i} poco_affidabil{e,i} meno_puntual{e,i} peggior_fornitore sempre_in_ritardo
  piu_in_ritardo
list SUPPLIES: chi_fornisce chi_ci_{fornisce,vende,rifornisce} fornisc{e,ono} ci_rifornisce
  da_chi_{compriamo,acquistiamo,ci_riforniamo}
list CATEGORY_OF: che_categoria_e di_che_categoria a_che_categoria a_quale_categoria
measure units_produced: {abbiamo,ha,hanno}_prodotto {tostat,torrefatt,fabbricat}{o,i,a,e} prodotta prodotte
  produ{ciamo,rre,ce,cono} tost{iamo,are,ano,ando} torrefacciamo
measure units_used: {consumat,usat,utilizzat,impiegat}{o,i,a,e} us{iamo,ano} utilizz{iamo,ano,o}
  consum{o,i,iamo,ano,a} finit{o,i}_in_produzione andat{o,i}_in_produzione
  {consumat,usat,utilizzat,impiegat}{o,i,a,e}_in_produzione {consumat,usat,utilizzat}{o,i,a,e}_nella_produzione
measure units_wasted: {sprecat,scartat,buttat,gettat,smaltit,rott,deteriorat,rovinat}{o,i,a,e}
  {buttat,gettat}{o,i,a,e}_via scart{o,i} sprec{o,hi} buttiamo butt{iamo,ano}_via cal{o,i}_di_peso ammanc{o,hi}
  andat{o,i,a,e}_{a_male,perso,persi} perdite
measure waste_value: {valore,costo}_{degli_scarti,dello_spreco,degli_sprechi,della_merce_buttata}
weak units_produced: produzione
group sku: articolo articoli referenza referenze sku item variante varianti cose merce merci gusti colori formati
  taglie codici
group product: prodotto prodotti
group category: categoria categorie famiglia famiglie
group location: sede sedi luogo luoghi ubicazione ubicazioni filiale filiali posto posti
group supplier: fornitore fornitori fornitrice
group reason: motivo motivi perche causa cause causale causali ragione ragioni
group condition: condizione condizioni
group abc_class: classe classi
group day,week,month,quarter,year: giorno/giorni settimana/settimane mese/mesi trimestre/trimestri anno/anni
onday 1..7: di_lunedi di_martedi di_mercoledi di_giovedi di_venerdi di_sabato/sabati di_domenica/domeniche
onday 6 7: nei_{weekend,fine_settimana} i_{weekend,fine_settimana} nel_weekend
group weekday: giorno_della_settimana giorni_della_settimana
timely day,week,month,quarter,year: giornalier{o,i,a,e}/giornalmente/giorno_per_giorno/al_giorno
  settimanal{e,i,mente}/settimana_per_settimana/alla_settimana mensil{e,i,mente}/mese_per_mese/al_mese
  trimestral{e,i,mente}/trimestre_per_trimestre annual{e,i,mente}/annu{o,i,a,e}/anno_per_anno/all_anno
noun order: ordine ordini ordine_cliente ordini_clienti ordini_{cliente,dei_clienti,di_vendita} ordine_di_vendita
noun purchase_order: ordine_{di_acquisto,d_acquisto} ordini_{di_acquisto,d_acquisto}
  ordin{e,i}_{a,ai,al,del,dei,dal,dai}_fornitor{e,i} ordini_fornitori ordine_fornitore ordini_fornitore acquist{o,i}
  consegna consegne forniture
noun transfer: trasferiment{o,i} spostament{o,i} movimenti_tra_{magazzini,sedi}
noun count: conteggio conteggi conta conte inventari inventario_fisico differenze discrepanz{a,e} scostament{o,i}
  contato contati
noun return: resi reso resi_da restituzion{e,i}
noun batch: lott{o,i}_di_produzione ordin{e,i}_di_produzione tostatur{a,e} produzioni
noun lot: lotto lotti partita partite
state open: {apert}{o,i,a,e} {inevas}{o,i,a,e} da_{evadere,spedire,consegnare,completare}
  ancora_da_{evadere,spedire,consegnare,completare} in_sospeso sospes{o,i}
state late: in_ritardo ritardo ritardi ritardatari {ritardat}{o,i,a,e} tardi oltre_i_termini fuori_tempo
state pending: in_attesa {pendent}{e,i} da_processare
state partially_fulfilled: {parzialmente}_{evas,spedit}{o,i} {evas,spedit}{o,i}_parzialmente
state fulfilled: {evas,spedit,inviat}{o,i,a,e} consegnati_ai_clienti spediamo
state cancelled: {annullat,cancellat}{o,i,a,e}
state draft: bozza bozze
state submitted: {inviat,mandat}{o,i}_{al_fornitore,ai_fornitori} emess{o,i}
state partially_received: parzialmente_{ricevut,arrivat}{o,i} {ricevut,arrivat}{o,i}_{parzialmente,in_parte}
state received: {ricevut}{o,i,a,e}
state planned: {pianificat,programmat}{o,i,a,e}
state in_progress: in_{corso,lavorazione,produzione,esecuzione}
state completed: {completat,conclus,ultimat,chius}{o,i,a,e}
state quarantine: quarantena in_quarantena
state recalled: {richiamat,ritirat}{o,i,a,e}
state expired: per_scadenza {scadut}{o,i,a,e}
state active: {attiv}{o,i,a,e}
state moving: in_{arrivo,transito,viaggio} per_strada
topic item: catalogo assortimento listino informazioni_su scheda
topic policy: punt{o,i}_di_riordino livello_di_riordino scort{a_minima,e_minime} scorta_di_sicurezza
  scorte_di_sicurezza giacenza_minima minimo minimi {quantita}_di_riordino lotto_di_riordino politic{a,he}_di_riordino
  soglia_{di_riordino,minima}
topic forecast: prevision{e,i} previst{o,i,a,e} attes{o,i,a,e} venderemo vender{a,anno} si_vender{a,anno}
  domanda_{prevista,attesa} proiezion{e,i} prevediamo prevedi stima_di_vendita ci_servir{a,anno} avremo_bisogno
  contiamo_di_vendere
topic insights: avvis{o,i} problem{a,i} allarm{e,i} alert segnalazion{e,i} urgent{e,i} attenzione anomali{a,e}
  stran{o,i,a,e} preoccupar{e,ci,mi} dovrei_sapere devo_sapere dobbiamo_sapere dovremmo_sapere novita cosa_non_va
  qualcosa_non_va come_va come_stiamo_andando
topic help: aiuto aiutami ciao salve cosa_sai_fare cosa_puoi_fare cosa_posso_{chiedere,chiederti}
attribute unit_price: prezz{o,i} prezz{o,i}_di_{vendita,listino}
attribute unit_cost: {costa,costano} cost{o,i} costat{o,i,a,e} prezz{o,i}_{di,d}_acquisto cost{o,i}_{di,d}_acquisto
attribute shelf_life_days: vita_utile shelf_life
attribute barcode: codice_a_barre codici_a_barre barcode ean gtin
operator >,>=,<,<=:
  piu_di/superior{e,i}_a/maggior{e,i}_di/oltre/sopra/sopra_{i,gli,le,il,la,ai}/al_di_sopra_{di,del,dei}/super{a,ano,i,ino}
  almeno/minimo/con_minimo/come_minimo/non_meno_di/a_partire_da/un_minimo_di/minimo_di
  meno_di/inferior{e,i}_a/minor{e,i}_di/sotto/sotto_{il,la,i,gli,le,lo}/al_di_sotto_{di,del,della,dei}
  al_massimo/massimo_di/un_massimo_di/non_piu_di/fino_a
by: per per_ogni a_each secondo suddivis{o,i,a,e}_per raggruppat{o,i,a,e}_per divis{o,i,a,e}_per
each: ogni qual quale quali ciascun{,o,a} che
within: ad nei nelle nel nella nello negli presso in
from: di da dal dalla dallo dai dagli dalle dall
count: quant{o,i,a,e} numero_di
where: dove
hold: abbiamo ha ce rimane rimangono resta restano avevamo aveva avevano avete hanno avuto ebbe avremo hai ho avevo
  c_{era,erano,e} ci_sono rimast{o,i,a,e} restat{o,i,a,e} avanza avanzano tengo teniamo
between: tra fra
except: escl non mai eccetto tranne senza ne {esclus}{o,i,a,e} escludendo salvo meno a_parte fuorche ad_eccezione_di nessun
  nessuno nessuna
compare: meglio rispetto rispetto_a confront{o,a,ando,ami,ato,ata,ati,ate,are} a_confronto paragon{e,ato,ati} in_confronto_a
  versus vs contro differenza di_quanto
most: miglior{,e,i} maggior{,e,i} piu massim{o,a,i,e} top classifica principal{e,i} alt{o,a,i,e} piu_alt{o,a,i,e}
  piu_grand{e,i} piu_lung{o,a,hi,he}
least: meno peggior{,e,i} minor{,e,i} piu_bass{o,a,i,e} piu_piccol{o,a,i,e} piu_cort{o,a,i,e}
together: in_totale insieme complessivamente in_tutto
percent: percentuale percentuali per_cento quota proporzione tasso incidenza
average: media medio medi medie in_media mediamente
trace: traccia tracciabilita tracciare rintraccia rintracciare finit{o,i,a,e}_a dove_e_{finito,andato} chi_ha_ricevuto
backward: viene vengono provien{e} provengono provenienza origine ingredienti
who: cliente clienti acquirent{e,i} chi
unit money: euro eur dollari
unit units: unita pezzi pezzo pz
unit weight: kg kilo chilo chilogramm{o,i} quanti_chili
way up,down: meglio/piu/maggiore meno/peggio/minore
trend up: cresciut{o,i,a,e} cresc{e,ono,ita} aument{o,i,ato,ati,ata,ate,a,ano} salit{o,i,a,e} increment{o,i,ato}
  guadagnato_terreno
trend down: calat{o,i,a,e} cal{o,i,a,ano} diminuit{o,i,a,e} diminuzione scend{e,ono} sces{o,i,a,e} ridott{o,i,a,e}
trend: cambiat{o,i,a,e} cambiament{o,i} variazion{e,i} variat{o,i,a,e} andament{o,i} evoluzione
supposed: supponendo supponiamo
strict: solo soltanto solamente unicamente esclusivamente entrambi entrambe
small both: entrambi entrambe
value damaged: {danneggiat,difettos}{o,i,a,e}
value contamination: {contaminat}{o,i,a,e} contaminazione
value sellable: vendibil{e,i} rivendibil{e,i}
or: o oppure
and: e ed nonche
empty: tutt{e,i}_{le,i,gli} gli uno della dei delle degli dello alle allo alla agli il le la lo i un una del dell al all ai nell sull l d
  quell n sul sulla sui sulle sugli negli con ci si vi ne_abbiamo mi ti me te noi io sono sei siamo siete e era erano
  eravamo sara saranno essere stato stati stata state nostr{o,a,i,e} mi{o,a,ei,e} tu{o,a,oi,e} su{o,a,oi,e} loro
  questo questa questi queste quest quello quella quelli quelle qualche alcuni alcune fatt{o,i,a,e} fa fanno facciamo
  fare mostra mostrami mostrare dammi dimmi dire dirmi dicci elenca elenco elencami lista vorrei voglio vogliamo
  vorremmo fammi vedere sapere conoscere dev{o,e,ono} dobbiamo dovremmo dovrei dovremo bisogna occorre serve servono
  puoi puo possiamo potresti posso puoi_dirmi potresti_dirmi per_favore per_piacere favore grazie buongiorno buonasera
  scusa che cosa cos quando come anche ancora gia completamente totalmente circa esattamente precisamente va vanno
  andat{o,i,a,e} totale totali riepilogo riassunto dettaglio dettagli rapporto report tabella grafico quantita
  quantitativo numeri dati cifre volte volta qui tipo tipi cui successa ora_come_ora attualmente
list LEAD_TIME: temp{o,i}_di_consegna tempo_medio_di_consegna temp{o,i}_medi_di_consegna tempo_di_consegna_medio
  tempi_di_{approvvigionamento,fornitura} tempo_di_approvvigionamento lead_time ci_mett{e,ono} impieg{a,ano}
  quanto_tempo_ci_mett{e,ono}
list ON_TIME: puntualita in_tempo in_orario nei_tempi percentuale_di_consegne_puntuali consegne_puntuali
list COMING: arriver{a,anno} sta{,nno}_per_arrivare riceveremo consegner{a,anno} data_di_{consegna,arrivo}
  consegna_prevista eta
latest: ultim{o,a,i,e} piu_recent{e,i} recenti prossim{o,a,i,e}
place store,warehouse: negozi/negozio/bottega/botteghe/punto_vendita/punti_vendita/shop
  magazzino/magazzini/deposito/depositi
direction in: {trasferit,spostat}{o,i,a,e} trasferiamo spostiamo
contrast: ma bensi pero anche_se sebbene
present: adesso ora attualmente in_questo_momento al_momento
small any: qualche alcuni alcune un uno una
small never: mai
small next: prossim{o,a,i,e}
small back: indietro
small goods: tutto qualcosa cose
small with: con
small left: rimane rimangono resta restano rimast{o,i,a,e} restat{o,i,a,e}
small lack: senza ne non mai nessun nessuno nessuna
small past: era erano aveva avevano avevamo stato stati stata state
small delivered: {ricevut,arrivat,consegnat}{o,i,a,e}
small still: ancora
small in: in nel nei nella nelle a ad
small comes: arriva arrivano
small from: da dal dai dalla dall di
small to: a al ad alla all verso
small when: quando
small delivery: consegna consegne
small who: chi
small each: ogni per_ogni ciascun ciascuno ciascuna
small asks: quant{o,i,a,e} quale quali qual chi dove quando come cosa
verb: crea creare annulla annullare elimina eliminare cancella cancellare modifica modificare imposta impostare compra
  ordina trasferisci trasferire sposta spostare aggiungi aggiungere togli togliere invia inviare registra registrare
  blocca bloccare sblocca sbloccare chiudi chiudere aggiorna aggiornare rettifica aumenta riduci ridurre spedisci
  evadi ricevi rimuovi rimuovere correggi correggere archivia rinomina cambia cambiare metti approva
name
  green,coffee,cup,packaging,roastery,filter,mug,tea,grinder,bag,box,kettle,chocolate,scale,lid,bottle,paper,electric,travel,hand,shipping:
  verde/verdi caffe tazza/tazze/tazzina/tazzine imballaggio/imballaggi torrefazione filtro/filtri boccale/boccali te
  macinacaffe/macinino/macinini sacchetto/sacchetti scatola/scatole bollitore/bollitori cioccolato/cioccolata
  bilancia/bilance coperchio/coperchi bottiglia/bottiglie carta elettrico/elettrica/elettrici/elettriche viaggio
  manuale/manuali spedizione
date hours: ora ore
date singular: giorno settimana mese trimestre anno
date numbered: settimana
date christmas: natale
date named -2,0: avantieri/ieri_l_altro/altro_ieri stasera/stanotte/stamattina/stamani
date article: il lo i gli la le l di dell del della dei degli delle al all alla
date ago: fa
date since: da dal dalla dall dai dopo a_partire a_partire_da a_partire_dal a_partire_dalla
date until: fino entro prima sino
date within: tra fra entro
date between: tra fra dal dalla dall da
date to: e al alla all ad fino
date start: inizio inizi
date end: fine
date recent: recentemente ultimamente
date soon: presto prossimamente
date same: stesso stessa stessi stesse
date period: periodo date
date toDate: finora fino_a_oggi fino_ad_oggi fino_adesso fino_ad_ora ad_oggi a_oggi
date including: compreso incluso
date against: rispetto confront{o,ato,ata,ati,ate} contro vs versus paragon{e,ato,ata,ati,ate}
date beforeLast: penultim{o,a}
date beforeMonth: di a ad del dal da in nel entro
date unit day,week,month,quarter,year: giorno/giorni settimana/settimane mese/mesi trimestre/trimestri anno/anni
date place this: questo questa quest in_corso corrente attuale
date place last: scors{o,a,i,e} ultim{o,a,i,e} passat{o,a,i,e} precedente
date place next: prossim{o,a,i,e} seguente successiv{o,a} ventur{o,a} entrante
date month 1,6,7,9,10,12: gen giu lug sett ott dic
date weekday 0,3..6: lun gio ven sab dom
date ordinal 1..4: primo/prima second{o,a} terz{o,a} quart{o,a}
date vague 2: paio
date weekend: weekend fine_settimana
date half: semestre
date fraction: meta
number 0,2..12,15,20,30,40,50,60,90,100,1000: zero due tre quattro cinque sei sette otto nove dieci undici
  dodici/dozzina quindici venti trenta quaranta cinquanta sessanta novanta cento mille
everyday: rosso rossa rossi rosse verde verdi blu nero nera neri nere bianco bianca bianchi bianche giallo gialla molto molta molti molte poco poca pochi poche tutto tutta tutti tutte niente nulla altro altra altri altre
  nuovo nuova nuovi nuove buono buona bene quasi sempre spesso subito dai lei voi avere oggi stesso stessa stesse tale
  tanto tanta tanti tante cosi allora quindi poi davvero proprio sta stanno stare gente azienda team capo mattina
  pomeriggio sera meta mezzo mentre mercato caro cara cari care economico doppio diverso diversi diverse dentro fuori
  vicino lontano normale uguale insomma invece comunque soprattutto si no
ending: a o i e are ere ire iamo ato ata ati ate ito ita iti ite uto uta uti ute ano ono ando endo
small list: elenca mostra tutti tutte tutto
small leads: e ora adesso solo poi ma anche
small trails: invece anche ora adesso
list VARIANCES: differenze_{di_inventario,inventariali,di_conteggio,nei_conteggi}
  {conteggi,inventari,conte}_con_differenze
date third 0..2: inizi_di/agli_inizi_di/primi_di meta/meta_di/meta_del scorcio_di
small ofcustomers: ordine_cliente ordini_clienti ordini_{cliente,dei_clienti,di_vendita} ordine_di_vendita
topic recipe: ricetta ricette distinta_base distinte_base
list DEAREST: piu_car{o,a,i,e}
list CHEAPEST: piu_economic{o,a,i} piu_economiche meno_car{o,a,i,e}
list UNMOVED: senza_moviment{o,i}
attribute email,phone,address: email/mail/indirizzo_email telefono/numero_di_telefono indirizzo/indirizzi
small supplied: consegnat{o,a,i,e}
`;
