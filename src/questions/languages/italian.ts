/** What Italian words mean to a question: see dictionary.ts. */
export const italian = `
measure units_sold: vend{e,ono,iamo,evano,eva,ere,endo,ette} vendut* {hanno_comprato,comprano}_i_clienti ci_comprano
  {andat,uscit}{o,a,i,e}_via smerciat* piazzat* uscit{o,a,i,e} vendemmo vendettero
  {hanno_acquistato,acquistano}_{i_clienti,clienti} {i_clienti,clienti}_{hanno_comprato,hanno_acquistato,comprano}
measure revenue: ricav{i,o} fattur{ato,ati,iamo,ano,ava,are} incass{o,i,ato,ati,iamo,are} entrate guadagni
  introit{i,o} {giro_d,giro_di}_affari valore_{delle_vendite,del_venduto} vendite_in_{euro,valore} entrati_soldi
  soldi_entrati {ha,hanno}_fatto_{il_negozio,di_cassa} volume_d_affari {quanto_ha,quanto_hanno}_fatto
measure margin: margine{,_lordo} margin{i,alita} utile utili profitt{o,i} guadagn{o,ato,iamo}
  redditi{zio,zi,zia,zie,vita} utile_lordo utile_netto utile_lordi utili_lordo utili_netto utili_lordi margine_netto
  margine_lordi ricaric{o,hi}; margin_rate: {margine,margine_in}_percentuale {percentuale,tasso}_di_margine
measure cogs: costo_{del_venduto,delle_vendite,dei_prodotti_venduti} costo_della_merce_venduta
measure average_order_value: valore_medio_{ordine,ordini,dell_ordine,di_un_ordine}
  valore_medio_{degli_ordini,per_ordine,d_ordine} {ordine,scontrino,carrello}_medio
  importo_medio_{dell_ordine,degli_ordini,per_ordine}; units_per_order: {pezzi,articoli,unita}_per_ordine
measure average_price: prezzo_{medio,medio_di_vendita,di_vendita_medio} prezzi_medi
measure order_count: ordini_{spediti,evasi,completati,consegnati}
measure orders_created: ordini_{ricevuti,nuovi,creati,fatti,entrati,arrivati} ordini_effettuati {nuovi,ricevuto}_ordini
measure daily_sales: vendite_medie_{giornaliere,al_giorno} vendite_giornaliere_medie {media,vendita_media}_giornaliera
  media_giornaliera_di_vendite media_delle_vendite_giornaliere {media_di_vendite,vendita_media,vendiamo}_al_giorno
  {vende,vendono}_al_giorno velocita_di_vendita
measure units_returned: restituit* res* {tornati,tornate,tornato,tornata}_indietro restitui{scono,sce,re,vano}
  rimandat* rendono tornat{o,a,i,e} rientrat{o,a,i,e} rimandat{o,a,i,e}_indietro
measure return_rate: tasso_{di_reso,di_resi,resi,reso} percentuale_di_{reso,resi} indice_di_reso
measure fill_rate: {livello,tasso}_di_servizio tasso_di_evasione
measure turnover: rotazione rotazione_{di_magazzino,del_magazzino,delle_scorte} indice_di_rotazione
measure stock_out_days: giorni_senza_scort{a,e} giorni_{di_rottura,esaurito,esauriti}
  {giorni_di,giorni_in}_rottura_di_stock
measure lost_sales: vendite_perse mancate_vendite; units_to_fulfill: {unita,pezzi}_da_spedire {unita,pezzi}_da_evadere
measure on_hand: {in,a,nel}_magazzino in_giacenza {in,a}_stock in_casa a_scaffale fisicamente
measure available: liber{o,a,i,e} disponibil{e,i,ita} possiamo_{vendere,spedire}; reserved: riservat* prenotat* impegnat* allocat*
measure on_hold: bloccat* trattenut*
measure on_order: {da,ancora_da,manca_da,mancano_da}_ricevere {deve,deve_ancora,devono,devono_ancora}_arrivare
  {ancora,manca,mancano}_da_arrivare ordinat* {ordinato,ordinati}_ai_fornitori
  {ci_deve,ci_deve_ancora,ci_devono}_consegnare ci_devono_ancora_consegnare ancora_in_arrivo {in_ordine,e_in_ordine}
  ci_deve ci_devono; incoming: in_arrivo in_entrata gia_{ordinat,riordinat}{o,a,i,e}; in_transit: in_transito
measure stock_value: valore vale valgono valorizzazione valorizzat*
  valore_{del_magazzino,di_magazzino,dell_inventario} valore_{delle_scorte,delle_giacenze,della_giacenza}
  valore_dello_stock capitale_{immobilizzato,fermo,investito} immobilizzat{o,i} valev{a,ano}
measure days_of_cover: giorni_di_{scorta,copertura,stock,giacenza} copertura{,_in_giorni}
  copertura_{di_scorta,delle_scorte}
measure age_days: anzianita{,_media} eta_media eta; units_adjusted: rettific{a,he,hiamo} rettificat* aggiustament{o,i}
measure units_received: ci_ha{nno,}_{venduto,mandato,spedito,fornito} ci_vend{e,ono} ricevut*
  ricev{iamo,ono,e,ere,imento,imenti} comprat* acquistat* arrivat* entrat* consegnat* fornit* compr{iamo,ano}
  acquistiamo arriva{,no} consegna{no,re} carico_merce ingressi {sono,erano,ci_sono}_entrat{e,i} pervenut*
measure purchase_value: spes{o,a,e} spend{iamo,e,ono,ere} pagat{o,i} paghiamo
  {speso_in,spesa_in,spesa_per,spesa_di}_acquisti {spesa_in,spesa_per,spesa_di}_acquisto {valore_degli,valore}_acquisti
measure average_purchase_price: {prezzo,costo}_medio_{d_acquisto,di_acquisto}
  {prezzo,costo}_{d_acquisto,di_acquisto}_medio
measure purchase_price_change: {variazione,variazioni,aumento,aumenti}_{di_prezzo,di_prezzi,del_prezzo,del_prezzi}
  {aumento,aumenti,variazione,variazioni}_dei_prezzo {aumento,aumenti,variazione,variazioni}_dei_prezzi
  rincar{o,i,ato,ati}
measure units_produced: {abbiamo,ha,hanno}_prodotto {e,sono}_stat{o,i}_prodott{o,i} tostat* torrefatt* fabbricat*
  prod{otta,otte,uciamo,urre,uce,ucono} tost{iamo,are,ano,ando} torrefacciamo
  {uscito,uscita,usciti,uscite}_{dalla,di,da}_produzione
measure units_used: consumat* usat* utilizzat* impiegat* usiamo usano utilizziamo utilizzano utilizzo
  consum{o,i,iamo,ano,a} {finito,finiti,andato,andati,consumato}_in_produzione
  {consumati,consumata,consumate,usato}_in_produzione {usati,usata,usate,utilizzato,utilizzati}_in_produzione
  {utilizzata,utilizzate,impiegato}_in_produzione {impiegati,impiegata,impiegate}_in_produzione
  {consumato,consumati,consumata}_nella_produzione {consumate,usato,usati,usata,usate}_nella_produzione
  {utilizzato,utilizzati,utilizzata}_nella_produzione utilizzate_nella_produzione
  {passato,entrato,entrata,passata}_in_produzione tost{iamo,ato,ati,ata,ate} torrefatt*
measure units_wasted: sprecat* scartat* buttat* gettat* smaltit* rott* deteriorat* rovinat*
  butta{to_via,ti_via,ta_via,te_via,no_via} gettat{o_via,i_via,a_via,e_via} scart{o,i} sprec{o,hi} buttiamo{,_via}
  {calo,cali}_di_peso ammanc{o,hi} {andato,andati,andata,andate}_a_male {andato,andati,andata,andate}_perso
  {andato,andati,andata,andate}_persi perdite {finit,andat}{o,a,i,e}_{nella_spazzatura,in_spazzatura,al_macero}
  abbiamo_perso rotture
measure waste_value: {valore,costo}_{degli_scarti,dello_spreco,degli_sprechi} {valore,costo}_della_merce_buttata
measure buildable: {possiamo,posso,riusciamo_a,riesco_a}_{produrre,fare,tostare} {si_puo,si_possono}_{produrre,fare,tostare}
weak units_sold: vendit{e,a} domanda volume; on_hand: giacenz{a,e} scort{e,a} magazzino inventario stock
weak units_produced: produzione; revenue: soldi denaro
list BEST: piu_vendut* meglio_vendut* vend{ono,e}_{di_piu,meglio,piu_velocemente,piu_in_fretta} piu_popolar{e,i}
  piu_richiest* {best,top}_seller bestseller {vanno,va}_di_piu alta_rotazione campioni_di_vendita
list WORST: meno_{popolare,popolari,richiesto,richiesta,richiesti,richieste} meno_vendut* peggio_vendut*
  vend{ono,e}_{di_meno,peggio}
list SLOW: {lenta,bassa,scarsa}_rotazione basso_rotant{i,e} {vendono,vende}_lentamente {vendono,vende,girano}_poco
  lento_movimento; UNMOVED: senza_moviment{o,i}
list DEAD: invendut* senza_vendit{e,a} ferm* obsolet* scorte_morte mai_vendut* non_vendut* nessuno_compra
list OVERSTOCK: ecce{sso,ssi,denza,denze} in_eccesso eccesso_di_{scorte,scorta,magazzino,giacenza} sovrascort{a,e}
  tropp* esuber{o,i} in_esubero smaltire
list LOW: sotto_{scorta,il_minimo,il_soglia,il_scorta,la_minimo} sottoscorta {sotto_il,sotto_la,sotto}_scorta_minima
  sotto_{la_soglia,la_scorta,soglia} sotto_la_loro_{minimo,scorta_minima,soglia,scorta} in_esaurimento scars*
  scarseggia{,no} poche_scorte poca_{scorta,giacenza} {scorta,giacenza}_bassa {scorte,giacenze}_basse
  sta{nno,}_{finendo,per_finire,esaurendo} quasi_finit* quasi_esaurit* resta{no,}_{poco,pochi,poca,poche}
  rimangono_poch{i,e} agli_sgoccioli {sono,e}_scars*
list OUT: esaurit* terminat* finit* manca{,no,nti,nte} {a,a_giacenza,giacenza}_zero senza_{scorta,scorte,giacenza}
  {senza,rottura_di,rotture_di,in_rottura_di,fuori}_stock in_rottura non_ce_n_e_piu non_ne_abbiamo_piu non_ci_sono_piu
  non_c_e_piu non_ce_ne_sono_piu non_abbiamo_piu non_si_trova_piu non_si_trovano_piu {sono,e}_finit{o,i,a,e}
list REORDER: riordin{are,o,iamo} ordin{are,iamo} comprare acquistare reintegrare riforni{re,mento}
  {da,manca_da}_ordinare da_riordinare da_comprare da_acquistare
  propost{a,e}_{d_ordine,di_ordine,di_acquisto,d_acquisto} {proposta,proposte}_di_riordino
  suggeriment{o,i}_{di_riordino,d_acquisto,di_acquisto} {suggerimento,suggerimenti}_d_ordine suggeriment{o,i}
  raccomandazioni consigli{,o,ate,eresti} lista_della_spesa
list OLD: piu_vecchi{o,,a,e} piu_datat* vecchi{o,,a,e} ferm{o_da,i_da,a_da,e_da} giace giacciono
  da_quanto_{tempo,e,tempo_e}
list RUNS_OUT: {per_,}quanto_tempo_{basta,dura,durera} fini{ra,ranno,re,sce,scono} esauri{ra,ranno,re,rsi,sce,scono}
  terminera{,nno} bast{a,ano,era,eranno} dura{,no,re} durera{,nno}
  rischio_{di_rottura,di_esaurimento,rottura,esaurimento} {rischia,rischiano}_di_finire
  {rischia_di,rischiano_di,stanno_per}_esaurirsi va_esaurito vanno_esauriti
list EXPIRES: scad{e,ono,enza,enze,ere,ra,ranno} {in,data_di,in_prossimita_di}_scadenza {stanno,sta}_per_scadere
  da_consumare_entro; STOLEN: furto furti rubat*
list MOVED: moviment{i,o} storico e_successo successo e_accaduto accaduto cronologia variazioni_di_stock sparit*
  scompars*; LATE_SUPPLIERS: piu_lent{o,i} {ci_mette,ci_mettono,impiega,impiegano}_di_piu
list FAST_SUPPLIERS: piu_{veloce,veloci,rapido,rapidi} {ci_mette_di,ci_mette,ci_mettono_di,ci_mettono}_meno
list RELIABLE: affidabil{e,i,ita} puntual{e,i} miglior_fornitore {prestazioni,performance,valutazione}_dei_fornitori
  {prestazioni,performance,valutazione}_di_fornitori
list UNRELIABLE: {consegna,consegna_piu,sempre,piu}_in_ritardo consegna_{tardi,piu_tardi}
  {consegna,consegnano,consegnato}_sempre_in_ritardo {consegna,consegnano,consegnato}_in_maggior_ritardo
  consegna{n,t}o_{in_ritardo,tardi,piu_tardi,piu_in_ritardo} meno_{affidabile,affidabili,puntuale,puntuali}
  inaffidabil{e,i} poco_affidabil{e,i} peggior_fornitore
list SUPPLIES: chi_fornisce chi_ci_{fornisce,vende,rifornisce} fornisc{e,ono} ci_rifornisce
  da_chi_{compriamo,acquistiamo,ci_riforniamo}
list CATEGORY_OF: che_categoria_e {di_che,a_che,a_quale}_categoria; DEAREST: piu_car*
list CHEAPEST: piu_economic{o,a,i,he} meno_car*
list LEAD_TIME: {mette,mettono}..consegnare {tempo,tempi,tempo_medio,tempo_medi}_di_consegna tempi_{medi_di_consegna,di_fornitura}
  tempo_di_consegna_medio {tempi,tempo}_di_approvvigionamento lead_time ci_mett{e,ono} impiega{,no}
  quanto_tempo_ci_mett{e,ono}
list ON_TIME: puntualita in_tempo in_orario nei_tempi {percentuale_di_consegne,consegne}_puntuali
list POINT: {punto,punti,livello}_di_riordino {scorta,giacenza,soglia}_minima scorte_minime soglia_di_riordino
list COMING: arrivera{,nno} {sta,stanno}_per_arrivare riceveremo consegnera{,nno} data_di_{consegna,arrivo}
  consegna_prevista eta aspettiamo attendiamo
list VARIANCES: differenze_{di_inventario,inventariali,di_conteggio} differenze_nei_conteggi
  {conteggi,inventari,conte}_con_differenze; BUSIEST: piu_fort{e,i} piu_movimentat{o,i}
group sku: articol{o,i} referenz{a,e} sku item variant{e,i} cose merce merci gusti colori formati taglie codici
group product: prodott{o,i}; category: categori{a,e} famigli{a,e}
group location: sede sedi luogo luoghi ubicazion{e,i} filial{e,i} posto posti; supplier: fornit{ore,ori,rice}
group reason: motiv{o,i} perche caus{a,e,ale,ali} ragion{e,i}; condition: condizion{e,i}; abc_class: class{e,i}
group day,week,month,quarter,year: giorno/giorni settimana/settimane mese/mesi trimestre/trimestri anno/anni
group status: stat{o,i} status; weekday: {giorno,giorni}_della_settimana
onday 1..7: di_lunedi di_martedi di_mercoledi di_giovedi di_venerdi di_sabato/sabati di_domenica/domeniche
onday 6 7: {nei,i,nel}_weekend {nei,i}_fine_settimana
timely day,week,month,quarter,year: giornalier{o,i,a,e}/giornalmente/giorno_per_giorno/al_giorno
  settimanal{e,i,mente}/settimana_per_settimana/alla_settimana mensil{e,i,mente}/mese_per_mese/al_mese
  trimestral{e,i,mente}/trimestre_per_trimestre annual{e,i,mente}/annu{o,i,a,e}/anno_per_anno/all_anno
noun order: ordin{e,i} ordine_{cliente,di_vendita} ordini_{clienti,cliente,dei_clienti,di_vendita}
noun purchase_order: {ordine_di,ordine_d,ordini_di,ordini_d}_acquisto
  {ordine_a,ordine_ai,ordine_al,ordine_del}_fornitore {ordine_a,ordine_ai,ordine_al,ordine_del}_fornitori
  {ordine_dei,ordine_dal,ordine_dai,ordini_a}_fornitore {ordine_dei,ordine_dal,ordine_dai,ordini_a}_fornitori
  {ordini_ai,ordini_al,ordini_del,ordini_dei}_fornitore {ordini_ai,ordini_al,ordini_del,ordini_dei}_fornitori
  {ordini_dal,ordini_dai,ordine,ordini}_fornitore {ordini_dal,ordini_dai,ordini}_fornitori acquist{o,i} consegn{a,e}
  forniture; transfer: trasferiment{o,i} spostament{o,i} movimenti_tra_{magazzini,sedi}
noun count: cont{eggio,eggi,a,e,ato,ati} inventari inventario_fisico differenze discrepanz{a,e} scostament{o,i}
noun return: resi reso resi_da restituzion{e,i}
noun batch: {lotto,lotti,ordine,ordini}_di_produzione tostatur{a,e} produzioni; lot: lotto lotti partit{a,e}
state open: apert* inevas* da_evadere da_preparare da_imballare da_spedire da_consegnare da_completare in_sospeso
  sospes{o,i}
state late: avrebber{o,o_gia}_dovuto avrebbe_{dovuto,gia_dovuto} in_ritardo ritard{o,i,atari} ritardat* tardi oltre_i_termini fuori_tempo
  {sarebbero,sarebbe}_dovut{e,i,a,o}_arrivare {dovevano,doveva}_{arrivare,essere_qui,essere_gia_qui}
state pending: in_attesa pendent{e,i} da_processare
state partially_fulfilled: parzialmente_{evaso,evasi,spedito,spediti} {evaso,evasi,spedito,spediti}_parzialmente
state fulfilled: evas* spedit* inviat* mandat{o,a,i,e} consegnati_ai_clienti spediamo uscit{o,a,i,e}; cancelled:
  annullat* cancellat*; draft: bozza bozze
state submitted: {inviato,inviati,mandato,mandati}_al_fornitore {inviato,inviati,mandato,mandati}_ai_fornitori
  emess{o,i}
state partially_received: parzialmente_{ricevuto,ricevuti,arrivato,arrivati}
  {ricevuto,ricevuti,arrivato,arrivati}_parzialmente {ricevuto,ricevuti,arrivato,arrivati}_in_parte
state received: ricevut*; planned: pianificat* programmat*
state in_progress: in_corso in_lavorazione in_produzione in_esecuzione; completed: completat* conclus* ultimat* chius*
state quarantine: quarantena in_quarantena; recalled: richiamat* ritirat*; expired: per_scadenza scadut*; active: attiv*
state moving: in_arrivo in_transito in_viaggio per_strada
topic item: catalogo assortimento listino informazioni_su scheda
topic policy: {punto,punti,livello,quantita,lotto}_di_riordino {scorta,giacenza,soglia}_minima scorte_minime
  {scorta,scorte}_di_sicurezza minim{o,i} {politica,politiche,soglia}_di_riordino
topic forecast: prev{isione,isioni,ediamo,edi} previst* attes* vender{emo,a,anno} domanda_{prevista,attesa}
  proiezion{e,i} stima_di_vendita ci_servira{,nno} avremo_bisogno contiamo_di_vendere
topic insights: avvis{o,i} problem{a,i} allarm{e,i} alert segnalazion{e,i} urgent{e,i} attenzione anomali{a,e} stran*
  preoccupar{e,ci,mi} {dovrei,devo,dobbiamo,dovremmo}_sapere novita {cosa,qualcosa}_non_va come_{va,stiamo_andando}
topic recipe: di_cosa_{e,sono} ingredienti ricett{a,e} distint{a_base,e_base}
topic help: aiuto aiutami ciao salve cosa_{sai_fare,puoi_fare} cosa_posso_chieder{e,ti}
attribute unit_price: {prezzo,prezzi}_al_pubblico {costa,costano}..al_pubblico prezz{o,i} {prezzo,prezzi}_di_vendita
  {prezzo,prezzi}_di_listino a_quanto_{vendiamo,si_vende,vende,vendono,e_venduto} a_che_prezzo
attribute unit_cost: cost{a,ano,o,i} costat* {prezzo,prezzi,costo,costi}_di_acquisto
  {prezzo,prezzi,costo,costi}_d_acquisto
attribute shelf_life_days: vita_utile shelf_life; barcode: {codice,codici}_a_barre barcode ean gtin
attribute email,phone,address: email/mail/indirizzo_email telefono/numero_di_telefono indirizzo/indirizzi
operator >,>=,<,<=:
  piu_di/superior{e,i}_a/maggior{e,i}_di/oltre/sopra/sopra_{i,gli,le,il,la,ai}/al_di_sopra_{di,del,dei}/super{a,ano,i,ino}
  almeno/minimo/con_minimo/come_minimo/non_meno_di/a_partire_da/un_minimo_di/minimo_di
  meno_di/inferior{e,i}_a/minor{e,i}_di/sotto/sotto_{il,la,i,gli,le,lo}/al_di_sotto_{di,del,della,dei}
  al_massimo/massimo_di/un_massimo_di/non_piu_di/fino_a
by: per per_ogni a_each secondo suddivis{o_per,i_per,a_per,e_per} raggruppat{o_per,i_per,a_per,e_per}
  divis{o_per,i_per,a_per,e_per}
each: ogni qual{,e,i} ciascun{,o,a} che
within: verso ad nei nell{e,a,o} nel negli presso in
from: di da dal dall{a,o,e,} dai dagli
count: quant* numero_di
where: dove_si_trova{,no} dove
hold: abbiamo ha ce riman{e,gono} resta{,no} avev{amo,a,ano,o} avete hanno avuto ebbe avremo hai ho c_era c_erano c_e
  ci_sono rimast* restat* avanza{,no} tengo teniamo tien{i,e} tengono
between: tra fra
except: tolt{o,a,i,e} non_{compres,inclus}{o,a,i,e} escl non mai eccetto tranne senza ne esclus* eccettuat* escludendo
  salvo meno a_parte fuorche ad_eccezione_di nessun{,o,a}
compare: davanti_a il_doppio_{di,del,dei,delle,della} la_meta_{di,del,dei,delle,della} {piu,meno}_che meglio
  rispetto{,_a} confront{o,a,ando,ami,are} confrontat* a_confronto paragon{e,ato,ati} in_confronto_a versus vs contro
  differenza di_quanto
most: miglior{,e,i} maggior{,e,i} piu massim* top classifica principal{e,i} alt* piu_alt* piu_grand{e,i}
  piu_lung{o,a,hi,he}
least: meno peggior{,e,i} minor{,e,i} piu_bass* piu_piccol* piu_cort*
together: in_totale insieme complessivamente in_tutto
percent: parte_{di,del,della,dei,delle} percentual{e,i} per_cento quota proporzione tasso incidenza
average: medi{a,o,,e,amente} in_media
trace: traccia{,bilita,re} rintraccia{,re} finit{o_a,i_a,a_a,e_a} dove_e_{finito,andato} chi_ha_ricevuto
backward: di_cosa_{e,sono} viene vengono proviene proven{gono,ienza} origine ingredienti
who: client{e,i} acquirent{e,i} chi
small sell: vend{e,ono}; there: li laggiu; than: che; ahead: davanti_a dietro_a; difference: differenza di_quanto
small ratio: il_doppio_{di,del,dei,delle,della} la_meta_{di,del,dei,delle,della}
small foremost: prim{o,a,i} innanzitutto; sent: inviat*; containing: contengono contiene; theirs: ne loro essi esse
  suo sua suoi sue li
small ordered: ordinat*; what: cosa; clause: che chi cui; that: questo questi quello; thereof: di_cui; the: il la
small excluded: non_{compres,inclus}{o,a,i,e} esclus* eccettuat* a_parte; who: chi; both: entramb{i,e}
small ofcustomers: ordine_{cliente,di_vendita} ordini_{clienti,cliente,dei_clienti,di_vendita}
small any: qualche alcun{i,e} un uno una; never: mai; next: prossim*; back: indietro
small past: era erano aveva{,no,mo} stat*; list: elenca mostra tutt{i,e,o}; leads: e ora adesso solo poi ma anche
small trails: invece anche ora adesso; delivered: ricevut* arrivat* consegnat*; still: ancora
small goods: tutto qualcosa cose; with: con; left: riman{e,gono} resta{,no} rimast* restat*
small fewest: meno; lack: senza ne non mai nessun{,o,a}; in: in nel nei nella nelle a ad; comes: arriva{,no}
small origin: origine provenienza ingredienti; from: da dal dai dalla dall di; to: a al ad alla all verso; when:
  quando; delivery: consegn{a,e}
small each: ogni per_ogni ciascun{,o,a}; degree: quanto; asks: quant* qual{e,i,} chi dove quando come cosa; supplied: consegnat* fornit* fornisc{e,ono}
small pay: pagat{o,i} paghiamo; need: serv{e,ono} occorr{e,ono} bisogna ci_vuole ci_vogliono; able: possiamo potremmo;
  firsts: primi prime
small often: spesso volte; pack: sacchett{o,i} bust{a,e} pacch{i,etto,etti} pacco confezion{e,i} barattol{o,i}
  bottigli{a,e}; of: di da
small infinitive: consegnare; percent: percentual{e,i} per_cento; all: tutti tutte; bysupplier: fornitore; ofsupplier: da; one: un una
unit money: euro eur dollari; units: unita pezzi pezzo pz; weight: kg kilo chilo{,grammo,grammi} in_chil{i,o} chili_di
  quanti_chili
way up,down: meglio/piu/maggiore meno/peggio/minore/perso/perdut*/perd{iamo,ere}
trend: cambiat* cambiament{o,i} variazion{e,i} variat* andament{o,i} evoluzione
trend up: cresciut* cresc{e,ono,ita} aument{o,i,a,ano} aumentat* salit* increment{o,i,ato} guadagnato_terreno
trend down: calat* calo cali cala calano diminuit* diminuzione scend{e,ono} sces* ridott*
supposed: suppon{endo,iamo}
strict: solo soltanto solamente unicamente esclusivamente entramb{i,e}
value damaged: danneggiat* difettos*; contamination: contaminat* contaminazione; sellable: vendibil{e,i} rivendibil{e,i}
or: o oppure
and: e ed nonche
latest: {l_,per_l_,}ultima_volta ultim* piu_recent{e,i} recenti prossim*
place store,warehouse: negozi/negozio/bottega/botteghe/punto_vendita/punti_vendita/shop
  magazzino/magazzini/deposito/depositi
direction in: trasferit* spostat* trasferiamo spostiamo
contrast: ma bensi pero anche_se sebbene
present: adesso ora attualmente {in_questo,al}_momento
verb: crea creare annulla{,re} storna{,re} elimina{,re} cancella{,re} modifica{,re} imposta{,re} compra ordina trasferi{sci,re}
  sposta{,re} aggi{ungi,ungere,orna,ornare} togli{,ere} invia{,re} registra{,re} blocca{,re} sblocca{,re} chiud{i,ere}
  rettifica aumenta riduci ridurre spedisci evadi ricevi rimuov{i,ere} corregg{i,ere} archivia rinomina cambia{,re}
  metti approva
verb_handed: te_ne_{occupi,incarichi} {ci_pensi,pensaci}_tu puoi_{occupartene,pensarci} {se_ne,lei_se_ne}_occupa
verb_polite: puo potrebbe
verb_set: {alza,abbassa,fissa,porta}{,re}
verb_counted: ordinare scarica{,re} carica{,re} butta{,re} getta{,re} porta{,re} prendi metti mettere segna{,re} togli
  leva{,re} scarta{,re} manda{,re} annota{,re} storna{,re} preleva{,re} scala{,re}
date hours: ora ore; singular: giorno settimana mese trimestre anno; numbered: settimana; holiday 12-25: natale;
  holiday 12-24: vigilia{,_di_natale}; holiday 12-31: {san_,}silvestro; holiday 1-1: capodanno
date third 0..2: inizi_di/agli_inizi_di/primi_di meta/meta_di/meta_del scorcio_di
date article: il lo i gli la le l di dell{,a,e} del dei degli al all alla; ago: fa; beforeLast: penultim{o,a}
date since: da dal dalla dall dai dopo a_partire{,_da,_dal,_dalla}; until: fino entro prima sino; within: tra fra entro
date between: tra fra dal dalla dall da; to: e al alla all ad fino; start: inizi{o,}; end: fine
date recent: recentemente ultimamente; soon: presto prossimamente; beforeMonth: di a ad del dal da in nel entro
date same: stess*; period: periodo date; toDate: finora fino_{a_oggi,ad_oggi,adesso,ad_ora} {ad,a}_oggi
date including: compreso incluso; against: {piu,meno}_che rispetto confronto confrontat* contro vs versus paragone
  paragonat*
date unit day,week,month,quarter,year: giorno/giorni settimana/settimane mese/mesi trimestre/trimestri anno/anni
date place this: quest{o,a,} in_corso corrente attuale; place last: scors* ultim* passat* precedente
date place next: prossim* seguente successiv{o,a} ventur{o,a} entrante
date ordinal 1..4: primo/prima second{o,a} terz{o,a} quart{o,a}
date vague 2: paio; weekend: weekend fine_settimana; half: semestre; fraction: meta
date named -2,0: avantieri/ieri_l_altro/altro_ieri stasera/stanotte/stamattina/stamani
date month 1,6,7,9,10,12: gen giu lug sett ott dic; weekday 0,3..6: lun gio ven sab dom
date weekOf first: settimana_{del,dal}; holiday 12-26: santo_stefano; holiday easter+0: pasqua
date holiday easter+1: pasquetta lunedi_di_pasqua
number 0,2..12,15,20,30,40,50,60,90,100,1000: zero due tre quattro cinque sei sette otto nove dieci undici
  dodici/dozzina quindici venti trenta quaranta cinquanta sessanta novanta cento mille
small judged: miglior{,e,i} peggior{,e,i}; long: piu_lung{o,a,hi,he}; lost: perso perdut* perd{iamo,ere}
small provenance: origine provenienza
small after: dopo; before: prima; since: dal dalla; inyear: nel del; numbersign: numero n; beforenumber: il del della
small lotword: lotto lotti; orderword: ordine; beforecode: numero; infill: da di taglia la; company: srl sa
small theplace: il; beforeother: con al a; doubtfulmonth: marco; beforeunit: ultim* quest{,o,a,i,e}
small make: fatto fatti fatta fatte; roasted: tost{iamo,ato,ati,ata,ate} torrefatt*; dayled: il; afterday: a in nel
ending: a o i e are ere ire iamo ato ata ati ate ito ita iti ite uto uta uti ute ano ono ando endo
small person: noi ci io mi me mio mia miei mie tu ti te lei; copula: era erano sono
`;
