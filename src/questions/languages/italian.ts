/** What Italian words mean to a question: see dictionary.ts. */
export const italian = `
measure units_sold: venduto venduti venduta vendute vendono vende vendiamo
weak units_sold: vendite
measure revenue: ricavi ricavo fatturato incasso fatturiamo incassato incassi entrate
measure margin: margine utile margini
measure cogs: costo_del_venduto
measure average_order_value: valore_medio_ordine
measure average_price: prezzo_medio
measure units_returned: restituiti reso resi
measure return_rate: tasso_di_reso
list BEST: piu_venduti piu_venduto piu_vendute vendono_di_piu vendono_meglio vende_di_piu
list WORST: meno_venduti
list SLOW: lenta_rotazione
list DEAD: invenduto
list OVERSTOCK: eccesso
measure on_hand: in_magazzino in_giacenza a_magazzino
weak on_hand: giacenza giacenze scorte scorta magazzino inventario
measure available: disponibile disponibili
measure reserved: riservato riservati
measure on_hold: bloccato bloccati
measure incoming: in_arrivo
measure stock_value: valore vale valgono
measure days_of_cover: giorni_di_scorta
list LOW: sotto_scorta sotto_il_minimo sotto_scorta_minima sotto_la_scorta_minima in_esaurimento
list OUT: esaurito esauriti esaurita mancano finiti finito
list REORDER: riordinare ordinare
list OLD: piu_vecchio
list RUNS_OUT: finira esaurira
list EXPIRES: scade scadono scadenza scadere in_scadenza scadranno
list MOVED: movimenti
measure units_received: ci_ha_venduto ci_vende ricevuto ricevuti comprato acquistato arrivano arrivato arrivati arriva
  consegnato consegnati acquistati comprati entrato entrati entrata arrivata arrivate
measure purchase_value: speso
list LATE_SUPPLIERS: piu_lento
list FAST_SUPPLIERS: piu_veloce
list RELIABLE: affidabile
list UNRELIABLE: consegnano_in_ritardo consegna_in_ritardo consegnato_in_ritardo
list SUPPLIES: chi_fornisce
measure units_produced: prodotto_in prodotti_in tostato tostati torrefatto torrefatti produciamo tostata
measure units_used: consumato consumati usato usati usiamo utilizzato utilizzati
measure units_wasted: sprecato scarti buttato buttati sprecati gettato gettati
weak units_produced: produzione
group sku: articolo articoli
group product: prodotto prodotti
group category: categoria categorie
group location: sede sedi luogo punto_vendita
group supplier: fornitore fornitori
group reason: motivi perche
group day,week,month,quarter,year: giorno/giorni settimana/settimane mese/mesi trimestre/trimestri anno/anni
group weekday: giorno_della_settimana
timely day,week,month,quarter,year: giornaliero/giornaliere settimanale/settimanali mensile/mensili trimestrale annuale
noun order: ordine ordini
noun purchase_order: ordine_di_acquisto ordini_di_acquisto
noun transfer: trasferimento trasferimenti
noun count: conteggio conteggi
noun return: reso resi_da
noun lot: lotto lotti
state open,late,pending,fulfilled,cancelled,draft,planned,in_progress,completed,quarantine,recalled,expired:
  aperto/aperti/aperta/aperte in_ritardo/ritardo in_attesa evasi/spediti/spedito/evaso/consegnati_ai_clienti annullati
  bozza pianificati in_corso completati quarantena richiamati scaduti/scaduto
topic policy,forecast,insights,help: punto_di_riordino/scorta_minima previsione/previsioni/venderemo avvisi aiuto/ciao
attribute unit_price,unit_cost,barcode: prezzo/prezzi costano/costa/costo codice_a_barre
operator >,>=,<,<=: piu_di/superiore_a/superiori_a almeno sotto_il/meno_di/inferiore_a/inferiori_a al_massimo
by: per_ogni a_each
each: ogni quale quali
within: ad nei nelle nel nella presso in
from: di da dal dalla dai dagli dalle
count: quanti quante quanto quanta numero_di
where: dove
hold: abbiamo ha ce rimane rimangono resta restano avevamo aveva avevano avete hanno avuto ebbe avremo hai ho avevo
  c_era c_erano
between: tra fra
except: non mai escluso eccetto tranne senza ne esclusi esclusa escludendo
compare: meglio rispetto confronto confronta
most: migliori maggiore maggiori piu
least: meno peggiori minore minori
together: in_totale insieme
percent: percentuale
average: media
backward: viene
who: cliente clienti
unit units: unita pezzi pezzo
way up,down: meglio/piu/cresciuto meno/peggio/calato/diminuito
strict: solo soltanto entrambi entrambe
value damaged: danneggiato danneggiati
or: o
and: e
empty: gli uno della dei delle degli dello allo alla agli alle ci sono stato stati stata nostro nostra nostri nostre
  mostra mostrami dammi dimmi fatto e era erano questo questa questi quale il le la lo un una dobbiamo devono devo che
  cosa dell dall nell sull all l quest quell eravamo sara saranno siamo fa fanno facciamo state anche ancora gia
  completamente totalmente del negli sul sulla sui sulle mi ti vi chi voglio
list LEAD_TIME: tempi_di_consegna tempo_di_consegna
latest: ultimi
place store,warehouse: negozio/negozi magazzino/magazzini
direction in: trasferite trasferiti
contrast: ma bensi
present: adesso ora
small with: con
small left: rimane rimangono resta restano
small never: mai
small lack: senza ne non mai
small past: era erano
small delivered: ricevuto ricevuti arrivato arrivati consegnato consegnati
small still: ancora
small in: in nel nei nelle a
small comes: arriva arrivano
small from: da dal dai
small to: a al verso
small when: quando
small each: ogni per_ogni
small asks: quanto quanti quante quale quali
verb: crea creare annulla annullare elimina eliminare cancella cancellare modifica modificare imposta impostare compra
  ordina ordinare trasferisci trasferire sposta spostare aggiungi aggiungere togli togliere invia inviare registra
  registrare
name green,coffee,cup,packaging,roastery,filter,mug,tea,grinder,bag,box,kettle,chocolate: verde/verdi caffe tazza/tazze
  imballaggio/imballaggi torrefazione filtro/filtri boccale te macinacaffe/macinino sacchetto/sacchetti scatola/scatole
  bollitore/bollitori cioccolato/cioccolata
date hours: ore
date singular: giorno settimana mese anno
date numbered: settimana
date christmas: natale
date article: il lo i gli di dell
date ago: fa
date since: dal dalla dall
date until: fino entro
date within: tra fra entro
date between: tra dal dalla
date to: e al
date start: inizio
date end: fine
date recent: recentemente
date beforeMonth: di
date unit day,week,month,quarter,year: giorno/giorni settimana/settimane mese/mesi trimestre/trimestri anno/anni
date place this: questo questa quest
date place last: scorso scorsa scorsi ultimi ultime precedente
date place next: prossimo prossima prossimi prossime
date ordinal 1..3: primo secondo terzo
number 2..8,10,20,30,100: due tre quattro cinque sei sette otto dieci venti trenta cento
everyday: non molto molta molti molte tutto tutta tutti tutte qualche alcuni nessuno niente che chi cosa dai sul sulla
  io lei noi voi loro ti vi mio mia suo quello essere hanno ho avere fare puo puoi possiamo voglio elenca oggi gia
  ancora anche cos sta stanno
ending: a o i e are ere ire iamo ato ata ati ate ito ita iti ite uto uta uti ute ano ono ando endo
measure margin_rate: margine_percentuale
small leads: e ora adesso solo poi ma anche
small trails: invece anche ora adesso
`;
