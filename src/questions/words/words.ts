import type { Group } from '../../figures/dimensions.ts';
import { MEASURES, type MeasureName } from '../../figures/measures.ts';
import { type ListName, listNamed, type Part } from './parts.ts';

/*
 * What words mean, in six languages: the one vocabulary. Each phrase is a part of a query or of a look-up, says how others are meant, or
 * says nothing by itself. A word that is in none of these lists, and names nothing, is not understood.
 */

export type Noun = 'order' | 'purchase_order' | 'transfer' | 'count' | 'return' | 'batch' | 'lot';
/** What a number counts: "15 euros", "50 %". */
export type Counted = 'money' | 'units' | 'percent';
export type Topic = 'item' | 'policy' | 'forecast' | 'insights' | 'help';

export type Meaning =
  | { kind: 'part'; part: Part }
  | { kind: 'group'; group: Group }
  | { kind: 'timely'; group: Group }
  | { kind: 'noun'; noun: Noun }
  | { kind: 'state'; state: string }
  | { kind: 'value'; value: string }
  | { kind: 'topic'; topic: Topic }
  | { kind: 'place'; type: 'store' | 'warehouse' }
  | { kind: 'attribute'; field: 'unit_price' | 'unit_cost' | 'shelf_life_days' | 'barcode' }
  | { kind: 'operator'; op: '>' | '>=' | '<' | '<=' }
  | { kind: 'direction'; way: 'in' | 'out' }
  | { kind: 'unit'; unit: Counted }
  | { kind: 'way'; way: 'up' | 'down' }
  | { kind: Plain };

/**
 * `by` stands before what rows are told apart by, `each` asks which, `within` and `from` stand before names, `hold` is stock where nothing
 * else is asked, `latest` says which of a list, `trend` sets figures against those before, `strict` leaves out what is not named, `which` asks
 * for what is told apart, `beyond` is understood and not known.
 */
type Plain =
  | 'by'
  | 'each'
  | 'within'
  | 'from'
  | 'count'
  | 'where'
  | 'hold'
  | 'between'
  | 'except'
  | 'compare'
  | 'trend'
  | 'strict'
  | 'which'
  | 'beyond'
  | 'most'
  | 'least'
  | 'latest'
  | 'together'
  | 'percent'
  | 'average'
  | 'trace'
  | 'backward'
  | 'or'
  | 'who'
  | 'and'
  | 'empty';

/** A meaning and its phrases a line; `_` is a blank, words are folded: lower case, no accents. */
const SAID = `
measure units_sold: sold sell sells selling unit_sales verkauft verkauften verkaufen verkaufe vendido vendidos vendida vendidas vendimos vendemos vendieron
  vendio vendu vendus vendue vendues vendons venduto venduti venduta vendute shift shifted people_buy customers_buy customers_bought people_bought clients_buy
  vende venden vender vendiendo
weak units_sold: sale sales demand absatz ventas vendas ventes vendite abverkauf abverkaufe how_did volume
measure revenue: revenue revenues takings income earnings earn earned earns sales_value sales_revenue umsatz umsatze ingresos facturacion facturamos
  chiffre_d_affaires recettes ricavi ricavo fatturato incasso receita receitas faturamento sales_in_euros sales_in_eur turnover umgesetzt umsetzen faturamos
  fatturiamo turned_over
measure margin: margin margins profit profits gross_profit gross_margin profitable marge gewinn margen beneficio beneficios benefice benefices marges margine
  utile margem lucro
measure margin_rate: margin_percentage margin_percent profit_margin margin_ratio handelsspanne
measure cogs: cogs cost_of_goods_sold cost_of_sales cost_of_goods wareneinsatz coste_de_ventas cout_des_ventes costo_del_venduto
measure average_order_value: aov average_order_size mean_order_value average_basket basket_size average_basket_value basket average_order
  durchschnittlicher_bestellwert bestellwert valor_medio_de_pedido panier_moyen valore_medio_ordine
measure average_price: average_selling_price mean_price average_sales_price durchschnittspreis precio_medio prix_moyen prezzo_medio
measure order_count: orders_fulfilled fulfilled_orders shipped_orders orders_shipped
measure orders_created: orders_placed orders_received orders_made new_orders orders_come_in orders_came_in
measure daily_sales: daily_sales_average average_daily_sales average_sales_per_day average_sales_a_day sold_per_day_on_average daily_average
  average_units_per_day sales_velocity velocity run_rate
measure units_returned: returned came_back come_back coming_back sent_back brought_back zuruckgegeben zuruckgeschickt retourniert devueltos devueltas devuelto
  retournes retourne restituiti reso resi devolvidos devolucoes sending_back send_back sends_back
measure return_rate: ratio_of_returns_to_sales returns_to_sales_ratio share_of_sales_returned rate_of_returns returns_rate retourenquote tasa_de_devolucion taux_de_retour tasso_di_reso
measure fill_rate: service_level service_rate lieferfahigkeit
measure sell_through: sell_through_rate sellthrough
measure turnover: stock_turnover inventory_turnover stock_turn stock_turns inventory_turns lagerumschlag rotacion_de_stock rotation_des_stocks
measure stock_out_days: stockout_days days_out_of_stock days_without_stock stockouts stock_outs
measure lost_sales: missed_sales
measure units_to_fulfill: backlog units_still_to_ship still_to_ship owed_to_customers
list BEST: best_sellers best_seller bestseller bestsellers top_sellers top_seller fast_movers fastest_movers fast_moving fastest_moving sells_fastest
  top_selling best_selling best_sold most_sold most_popular popular sells_best selling_best sold_best sell_best verkaufsschlager bestverkauften
  meistverkauften meistverkaufte am_besten_verkauft am_meisten_verkauft mas_vendido mas_vendidos mejor_vendidos mas_vendida mas_vendidas plus_vendus
  plus_vendu mieux_vendus piu_venduti piu_venduto piu_vendute mais_vendidos mais_vendido in_demand trending winners flying_off_the_shelves champions champion
  stars hits top_articles sell_most sells_most
list WORST: worst_sellers worst_selling worst_seller sold_worst sells_worst sell_worst least_sold am_schlechtesten_verkauft menos_vendidos menos_vendido
  moins_vendus meno_venduti
list SLOW: slow_movers slow_mover slow_moving slowest_moving slowest_selling slow_sellers slow_selling sells_slowly ladenhuter lenta_rotacion rotation_lente
  lenta_rotazione slowest_sellers slowest_seller sell_slowly sells_slowest
list DEAD: not_moved not_moving not_move not_had_sales no_sales never_sold never_sell unsold dead_stock obsolete stagnant nobody_buys collecting_dust
  gathering_dust keine_verkaufe invendus invenduto dead never_moved sin_ventas sans_vente
list OVERSTOCK: overstock overstocked too_much excess surplus uberbestand exceso_de_stock surstock eccesso too_many mark_down markdown clearance
measure on_hand: in_stock physically on_the_shelf on_shelf auf_lager vorratig en_existencia en_stock em_estoque in_magazzino in_giacenza a_magazzino
weak on_hand: stock stocks inventory bestand lagerbestand bestande existencias inventario giacenza giacenze estoque scorte scorta supply stocked lager
  magazzino almacen entrepot warehouse_stock
measure available: available availability promise can_we_sell can_we_ship could_we_ship could_we_sell free_to_sell free_stock sellable_stock can_sell verfugbar lieferbar disponible
  disponibles disponibile disponibili disponivel disponiveis
measure reserved: reserved allocated committed promised reserviert reserviertes reservierte reservado reservados reservada reservadas reserve reserves
  reservee riservato riservati
measure on_hold: held blocked quarantined gesperrt bloqueado bloque bloccato bloccati
measure on_order: ordered_from_suppliers on_its_way_from_suppliers on_the_way_from_suppliers outstanding_from_suppliers bestellt en_commande
  pedido_a_proveedores
measure incoming: incoming inbound coming_in unterwegs en_camino in_arrivo
measure in_transit: units_in_transit in_transit_between
measure stock_value: inventory_value value worth valued value_of_stock value_of_inventory capital_tied_up tied_up money_tied_up lagerwert warenwert wert valor
  valeur valore vale vaut tie_up ties_up capital invested money_is_tied_up capital_is_tied_up
measure days_of_cover: cover coverage days_cover reichweite days_of_stock days_of_supply dias_de_stock jours_de_stock giorni_di_scorta tage_reicht
  days_of_inventory
measure age_days: average_age mean_age age
measure units_adjusted: adjusted adjustments adjustment shrinkage shrink
measure units_transferred_in: transferred_in moved_in
measure units_transferred_out: transferred_out moved_out
list LOW: runs_low low_stock low short scarce shortage shortages below_threshold knapp zur_neige bajo_minimo pocas_existencias escasos sous_le_seuil
  presque_epuises bientot_epuises sotto_scorta sotto_il_minimo poucas_unidades baixo_estoque gehen_zur_neige
list OUT: zero_stock zero_units zero_left with_zero out_of_stock sold_out stockout no_stock not_in_stock nothing_left have_run_out have_run_out_of
  have_we_run_out_of we_have_run_out_of ran_out ran_out_of ausverkauft nicht_vorratig nicht_auf_lager vergriffen agotado agotados agotada agotadas
  sin_existencias en_rupture rupture_de_stock epuise epuises esaurito esauriti esaurita esgotado esgotados out_of gaps empty
list REORDER: reorder reordering reordered should_we_order should_i_order should_we_buy should_i_buy need_to_order need_to_buy to_order to_buy restock
  replenish replenishment reorder_suggestions order_suggestions purchasing_suggestions nachbestellen bestellen_sollten reponer pedir reapprovisionner
  commander riordinare ordinare repor purchasing_recommendations recommendations recommendation recommend shopping_list suggest_we_order suggest_ordering
  order_more next_order stock_up stock_up_on should_order should_buy
list OLD: oldest older old aging aged ageing lying lain sitting alteste altesten mas_antiguo mas_viejo plus_ancien plus_vieux piu_vecchio how_long_has
  how_long_have been_in_stock
list RUNS_OUT: run_out_of run_out runs_out running_out sell_out sells_out stockout_risk stock_out_risk how_long_will lasts ausgehen agotara agotaran epuisera
  finira esaurira reichen reicht runs_dry will_last to_last last_until last_us last_long stocking_out make_it_through make_it_to make_it gone_soon run_dry
  danger_of_running_out leer acabando acabar geht_bald_aus geht_aus bald_aus going_to_be_gone gone empty_soon enough when_are_we_out_of when_will_we_be_out_of
  how_many_days_will not_make_it will_not_make_it gehen not_last
list EXPIRES: expire expires expiring expiration expiry best_before shelf_date going_bad spoils_soon ablaufen ablauft ablaufend caduca caducan caducar vence
  vencen expira expiran expirent perime perimer perimes scade scadono scadenza scadere vencem go_off goes_off use_up_soon use_by laufen lauft bad
  need_to_be_used must_be_used be_used_by have_to_be_used
list MOVED: movement movements stock_movements stock_movement ledger ledger_entries history what_happened happened changed_stock stock_changes bewegungen
  bewegung movimientos mouvements movimenti drop dropped drops fell disappeared took taken stolen theft who_changed what_changed stock_change
  every_stock_change changes_of_stock change_of_stock
measure units_received: received receive receives arrived delivered arrived_from_suppliers came_in come_in bought sold_us sell_us sells_us selling_us supplied supply_us supplied_us delivered_to_us nos_vendio nos_vendieron nos_vende nous_a_vendu nous_vend
  ci_ha_venduto ci_vende nos_vendeu uns_verkauft erhalten geliefert bekommen eingegangen
  recibido recibidos recibimos comprado compramos recu recus achete achetes ricevuto ricevuti comprato acquistato recebido recebidos arrive deliver buy
measure purchase_value: spent spend purchasing_spend spending bought_for paid pay ausgegeben gastado gastamos depense speso gasto
measure purchase_price_change: price_change cost_increase purchase_prices_change dearer
list LATE_SUPPLIERS: slowest delivers_slowest slowest_supplier langsamste langsamsten mas_lento plus_lent piu_lento takes_longest
list FAST_SUPPLIERS: fastest quickest delivers_fastest fastest_supplier schnellste schnellsten mas_rapido plus_rapide piu_veloce
list RELIABLE: reliable most_reliable punctual most_punctual dependable best_supplier supplier_performance supplier_scorecard performing performs zuverlassig
  zuverlassigste fiable fiables affidabile perform
list UNRELIABLE: unzuverlassig unzuverlassigste unzuverlassigsten least_reliable unreliable worst_supplier least_punctual unpunctual delivers_late always_late deliver_late delivering_late
  most_often_late
list SUPPLIES: supplies who_delivers who_makes supplied_by supplier_of suppliers_of bought_from comes_from_supplier wer_liefert quien_suministra qui_fournit
  chi_fornisce source sourced from_whom buy_from
list CATEGORY_OF: category_of which_category_is what_category_is
measure units_produced: produced produce produces made_by_production output outputs roasted roast manufactured manufacture baked brewed produziert hergestellt
  gerostet producido producidos produjimos produit produits fabrique prodotto_in prodotti_in produzido produzidos roasting
measure units_used: use uses using went_into_production gone_into_production used_in_production used consumed consume consumption usage used_by_production
  consumed_by_production production_consume production_use verbraucht verbrauch consumido consumidos consomme consommes consumato consumati
measure units_wasted: wasted waste thrown_away throw_away threw_away scrap scrapped scrapping discarded disposed written_off write_off spoiled spoilage
  verdorben ausschuss weggeworfen entsorgt desperdiciado merma mermas tirado gaspille jete jetes pertes sprecato scarti buttato buttati desperdicio binned
  throwing_away throwing threw throw thrown spoilt
measure waste_value: value_of_waste cost_of_waste waste_cost cost_of_wasted cost_of_what_we_threw_away
group sku: sku skus item items variant variants article articles artikel articulo articulos articolo articoli artigo artigos things goods sizes flavours
  flavors versions waren colours colors different_products different_items different_skus
group product: product products produkt produkte producto productos produit produits prodotto prodotti produto produtos
group category: category categories kategorie kategorien categoria categorias categorie warengruppe warengruppen
group location: location locations place places site sites branch branches standort standorte lager ubicacion ubicaciones emplacement emplacements sede sedi
group supplier: supplier suppliers vendor vendors lieferant lieferanten proveedor proveedores fournisseur fournisseurs fornitore fornitori fornecedor
  fornecedores
group reason: reason reasons grund grunde grunden motivo motivos motif motifs motivi raison raisons why warum porque pourquoi perche
group condition: condition conditions zustand
group abc_class: abc_class abc_classes class classes klasse klassen
group day: day days tag tage dia dias jour jours giorno giorni
group week: week weeks woche wochen semana semanas semaine semaines settimana settimane
group month: month months monat monate mes meses mois mese mesi
group quarter: quarter quarters quartal quartale trimestre trimestres trimestri
group year: year years jahr jahre ano anos annee annees anno anni
group weekday: weekday weekdays day_of_the_week days_of_the_week wochentag wochentage wochentagen dia_de_la_semana jour_de_la_semaine giorno_della_settimana
timely day: daily day_by_day taglich diario diaria diarias quotidien quotidiennes quotidiane giornaliero giornaliere
timely week: weekly week_by_week wochentlich wochentliche semanal semanales hebdomadaire hebdomadaires settimanale settimanali
timely month: monthly month_by_month monatlich monatliche mensual mensuales mensuel mensuelles mensile mensili mensal
timely quarter: quarterly quartalsweise trimestral trimestriel trimestrale
timely year: yearly annual annually jahrlich anual annuel annuale
noun order: order orders sales_order sales_orders customer_order customer_orders bestellung bestellungen auftrag auftrage auftragen pedido pedidos commande
  commandes ordine ordini encomenda encomendas
noun purchase_order: purchase_order purchase_orders po pos purchases deliveries delivery shipments_from_suppliers supplier_orders supplier_order
  einkaufsbestellung einkaufsbestellungen lieferung lieferungen orden_de_compra ordenes_de_compra bon_de_commande bons_de_commande livraison livraisons
  ordine_di_acquisto ordini_di_acquisto ordem_de_compra ordens_de_compra entregas shipment shipments bestellungen_bei_lieferanten
noun transfer: transfer transfers stock_transfer stock_transfers umlagerung umlagerungen transferencia transferencias traslado traslados transfert transferts
  trasferimento trasferimenti
noun count: cycle_count cycle_counts counts count stocktake stocktakes stock_take stock_takes stock_count counted inventur inventuren recuento recuentos
  inventaire inventaires conteggio conteggi conteo contagem inventuras variance variances discrepancy discrepancies differences accuracy accurate
  inventory_count inventory_counts
noun return: return returns rma rmas return_authorization return_authorizations retoure retouren devolucion devoluciones retour retours reso resi_da devolucao
noun batch: batch batches production_batch production_batches production_order production_orders production_run production_runs charge_in_produktion
  produktionsauftrag produktionsauftrage
noun lot: lot lots charge chargen lote lotes lotto lotti
state open: open unfulfilled unfinished outstanding still_open waiting offen offene offenen abierto abiertos abierta abiertas pendientes en_cours ouvert
  ouverts ouverte ouvertes aperto aperti aperta aperte aberto abertos need_to_be_shipped to_be_shipped still_to_be_shipped waiting_to_be_shipped to_ship
state late: late overdue delayed past_due past_their_date verspatet uberfallig uberfallige retrasado retrasados retrasadas atrasado atrasados en_retard
  in_ritardo running_late
state pending: pending unprocessed ausstehend ausstehende en_attente in_attesa pendente pendentes
state reserved: reserved
state partially_fulfilled: partially_fulfilled partly_fulfilled partially_shipped partly_shipped
state fulfilled: fulfilled fulfill fulfil filled shipped ship complete_orders geliefert_an erfullt ausgeliefert cumplidos expedies expediees evasi
state cancelled: cancelled canceled storniert stornierte stornierten cancelado cancelados annule annules annulees annullati cancel
state draft: draft drafts entwurf entwurfe borrador borradores brouillon bozza
state submitted: submitted sent placed_with_suppliers
state partially_received: partially_received partly_received
state received: received
state shipped: shipped
state planned: planned scheduled geplant geplante planificados planifies pianificati
state in_progress: in_progress running ongoing being_made roasting_now in_production started laufend laufende en_curso in_corso being_produced
state completed: completed finished done abgeschlossen abgeschlossene terminados termines completati
state quarantine: quarantine quarantined in_quarantine quarantane cuarentena quarantaine quarantena
state recalled: recalled zuruckgerufen rappele rappeles richiamati
state exhausted: exhausted used_up_lots
state expired: expired abgelaufen abgelaufene caducados caducado perimes_deja scaduti scaduto vencidos past_expiry past_their_expiry
topic item: information_about catalogue catalog product_list assortment
topic policy: reorder_threshold minimum reorder_point reorder_points reorder_quantity reorder_quantities reorder_level reorder_levels safety_stock
  safety_stocks minimum_stock min_stock reorder_policy reorder_policies policy policies meldebestand mindestbestand punto_de_pedido stock_minimo
  stock_de_seguridad seuil_de_commande punto_di_riordino minimum_we_keep minimum_stock_level reorder_each_time
topic forecast: forecast forecasts predicted prediction predict expected will_we_sell will_sell will_be_sold going_to_sell prognose prognosen vorhersage
  pronostico previsions prevision previsione previsioni previsao venderemos vendrons venderemo werden_wir_verkaufen verkaufen_werden projection projections
  going_to_need will_we_need we_need will_need need_to_have expected_demand can_we_expect should_we_expect expected_sales
topic insights: insight insights alert alerts attention problem problems issues urgent hints anything_wrong wrong worry worry_about probleme problemas alertes
  avvisi overview doing going_on unusual anomaly anomalies spikes spike needs_my_attention should_i_know_before concern concerns something_off something_wrong
topic help: can_you_do can_i_ask help capabilities you_answer hilfe ayuda aide aiuto ajuda able_to_tell able_to_answer questions_can_i_ask questions_i_can_ask
  hi hello hey hallo hola bonjour ciao
attribute unit_price: price prices priced selling_price preis preise precio precios prix prezzo prezzi preco precos costs_customers sell_for sells_for
  selling_for
attribute unit_cost: cost costs cost_price purchase_price costing einkaufspreis kosten kostet coste cout costo custo cuesta coute
attribute shelf_life_days: shelf_life keeps keep_for haltbarkeit
attribute barcode: barcode barcodes ean gtin upc strichcode codigo_de_barras code_barres codice_a_barre
operator >: more_than over above greater_than exceeding exceeds exceed exceeded higher_than bigger_than larger_than mehr_als uber mas_de plus_de piu_di
  mais_de >
operator >=: at_least no_less_than not_less_than minimum_of a_minimum_of mindestens al_menos au_moins almeno pelo_menos >= ≥
operator <: por_debajo_de por_debajo_del sotto_il en_dessous_de less_than fewer_than under below lower_than cheaper_than smaller_than weniger_als unter menos_de moins_de meno_di <
operator <=: at_most up_to no_more_than not_more_than maximum_of a_maximum_of hochstens como_maximo au_plus al_massimo no_maximo <= ≤ only just
by: by per for_each for_every broken_down_by grouped_by pro je nach por par per_ogni a_each
each: each every which what whose welche welcher welches welchen welchem cada que cual cuales chaque quel quelle quels quelles ogni quale quali qual quais
within: in at across within all our the im en los las dans les nos nei nelle nel nella em no na nas zu bei a au aux chez inside auf am presso
from: from of von aus de desde du des di da dal dalla do
count: how_many how_much number_of count_of amount_of quantity_of wie_viele wie_viel wieviel wieviele anzahl cuantos cuantas cuanto cuanta numero_de combien
  nombre_de quanti quante quanto quanta numero_di quantos quantas
where: where wo donde ou_est ou_sont dove onde which_locations_have what_locations_have whereabouts spread distributed located
hold: have has hold holds holding carry carries keep left there remaining remain remains got find store still lying_there haben hat gibt noch da ubrig hay
  queda quedan tenemos tiene reste restent avons a_t_on il_y_a abbiamo ha ce rimane rimangono resta restano temos tem liegen liegt stehen haltet on_stock
between: between zwischen entre tra fra
except: no lacking missing but pas nao kein keine keinen keiner keinem nie nunca jamais except excluding exclude without not but_not other_than apart_from outside besides minus leaving_out ignoring not_counting
  not_including aside_from bar ausser ohne nicht ausgenommen excepto sin menos salvo sauf hors sans excepte tranne senza escluso eccetto exceto sem
  no_incluyendo
compare: better more higher worse fewer less besser mehr mejor meglio melhor compared compare comparison versus vs against than relative_to changed_against
  change changed growth grow grew difference differ develop developed verglichen vergleich gegenuber gegen comparado comparados comparada compara compare_a
  par_rapport rispetto confronto confronta als que_en
most: top best most longest highest largest biggest leading greatest strongest maximum meiste meisten beste besten hochste hochsten hochster grosste grossten mas
  mejor mejores plus meilleur meilleure meilleurs meilleures migliori maggiore maggiori piu melhores maior maiores mais
least: bottom worst least shortest lowest smallest fewest weakest minimum wenigsten schlechteste schlechtesten niedrigste niedrigsten geringste menos peor peores pire
  pires moins peggiori minore minori meno pior piores menor menores
together: together combined altogether in_total overall summed insgesamt zusammen gesamt en_total juntos ensemble au_total in_totale insieme
percent: percent percentage share fraction proportion rate ratio prozent porcentaje pourcentage percentuale
average: average mean typical durchschnittlich durchschnitt promedio media moyenne medio
trace: trace traced go went gone going end_up ended_up shipped_to who_got who_received customers_got recall verfolgen ging
backward: come_from came_from made_of made_from origin originate source backward ingredients stammt viene
who: customer customers client clients kunde kunden cliente clientes buyer buyers clienti
unit money: euros euro eur usd dollars dollar pounds gbp chf nzd
unit units: units unit pieces piece stuck stucke einheiten einheit unidades unidad unites unite unita pezzi pezzo piezas pieza
way up: better more higher faster besser mehr mejor mas meglio melhor mais piu plus grew grow growing grown growth went_up go_up gone_up going_up goes_up up
  increase increased increases rise rose risen rising gain gained gestiegen gewachsen zugenommen steigen subio subieron crecio augmente aumentado cresciuto
way down: worse fewer less lower slower weniger schlechter menos peor moins meno peggio pior went_down go_down gone_down going_down goes_down decrease
  lost lose loses losing decreased decreases decline declined declines shrank shrunk fell fallen gefallen gesunken abgenommen bajo bajaron baisse diminue calato diminuito
trend: change changed growth grow grew growing grown develop developed went_up go_up gone_up going_up goes_up went_down go_down gone_down going_down goes_down
  increase increased increases rise rose risen rising gained decrease decreased decreases decline declined declines shrank shrunk gestiegen gewachsen
  zugenommen gefallen gesunken abgenommen subio subieron crecio augmente
beyond: buy_from_us bought_from_us could_we_make can_we_make could_we_produce can_we_produce could_we_roast can_we_roast
strict: only both solely exclusively nur beide beiden solo solamente ambos ambas seulement uniquement soltanto entrambi entrambe somente apenas
which: which
value damaged: damaged broken beschadigt beschadigte kaputt danado danados endommage endommages casse danneggiato danneggiati
value contamination: contaminated contamination
value sellable: sellable resellable
value discarded: discarded
or: or oder o ou u
and: and und y et e & as_well_as plus aber pero sondern
empty: complete placed a an are as be been being can could did do does doing for get give given gave had having how i if into is it its itself let list lists do_we
  listed made make makes making many much me my on out please pls plz show shows showing shown so some tell that their them they this those these to total
  totals us was we were when will with would you your any number numbers figures figure quantity quantities amount amounts sum come
  goes business company report reports item now currently today right_now see look looking check know need want like of about up down one ones ever
  already yet also too then here again should shall may might must he she who whom his her very really exactly actually just ok okay hey hi hello thanks thank
  say said happen there presently moment time times overview summary breakdown break split detail details table chart graph data info information kind kinds
  type types run running bring brings brought work works going_to during because recently such anything something everything
  anyone someone everyone anybody somebody people staff still per ve re status state states far long stand stands arrive arrived contain contains
  contained content contents inside kg kilo kilos mal fach set put period range whole entire full compare
  own myself ourselves fine good great big der die das den dem des ein eine einen einer eines einem wir uns unser unsere unserem unseren unserer von vom zum
  zur mit ist sind war waren wurde wurden worden wird werden bitte zeig zeige gib mir sag es fur aus ich sie er im am wer wie viel
  viele hatten hatte gemacht machen macht dieser diese dieses diesem diesen dass da dort hier auch sich man denn eigentlich gerade aktuell derzeit momentan
  sortiert el la los las un una unos unas del al lo se su sus ha han fue fueron son con para nos nuestro nuestra nuestros nuestras hemos
  mostrar muestra muestrame dame dime hubo hacer hizo hicimos tiene cual como este esta estos ahora actualmente favor le les l d s t j qu ont ete est sont
  nous notre vos avec pour sur y en il ils elle montre montrez donne moi ce cette ces fait faire avoir etait etaient actuellement svp
  s_il_vous_plait c ne gli uno della dei delle degli dello allo alla agli alle ci sono stato stati stata nostro nostra nostri nostre mostra mostrami
  dammi dimmi fatto e era erano questo questa questi adesso ora quale os um uma ao aos pelo pela foi foram com nosso nossa nossos nossas mostre diga agora
  isso esse current levels level stuff anywhere somewhere everywhere generate generated generates sellers lately date dates sit sits tend often frequently
  frequent needs needed usually usual muss mussen mussten soll sollen sollte sollten konnen kann darf estan estamos devo deve devemos dobbiamo devono faut
  devons whether hold qty dipped reached belong belongs turn leave leaves left_over find quick quickly roughly approximately around exact precisely altogether
  ab bald einmal je gehort gehoren sortieren liste auflistung which_are shelf shelves bags bag box boxes pack packs bottle bottles stored storing plan planned together_with respectively simply kindly tonight team boss record records recorded over go geht
list LEAD_TIME: lead_time lead_times delivery_time delivery_times lieferzeit lieferzeiten plazo_de_entrega delai_de_livraison tempi_di_consegna
  how_many_days_does how_long_does
list ON_TIME: on_time_rate punctuality on_time on_time_percentage punktlich punktlichkeit puntualidad ponctualite
state active: active aktiv aktive activos actifs
state moving: under_way in_transit on_their_way on_the_way on_its_way en_route on_the_truck on_the_road shipped_but_not_received
list COMING: due eta delivery_date expected_delivery expected_deliveries when_will_arrive coming come_from_suppliers got_coming
weak units_produced: production
latest: last latest newest most_recent recent next first neueste neuesten letzte letzten ultimos dernieres derniers ultimi
place store: store stores shop shops outlet outlets laden tienda tiendas magasin magasins boutique boutiques negozio negozi loja lojas filiale filialen
place warehouse: warehouse warehouses almacen entrepot magazzino almacenes entrepots magazzini armazem armazens depot depots
direction in: transferred moved moved_between transferred_between trasferite trasferiti transferidas transferidos transferees umgelagert by_transfer
direction out: left leaving gone_out
weak revenue: money
`;

/** What the value of a meaning is called, where it is not called like its kind. */
const CALLED: { readonly [kind: string]: string } = {
  timely: 'group',
  place: 'type',
  attribute: 'field',
  operator: 'op',
  direction: 'way',
};
/** Kinds that are parts of queries. */
const PARTS: { readonly [kind: string]: (value: string) => Part } = {
  measure: value => ({ measures: [value as MeasureName] }),
  weak: value => ({ measures: [value as MeasureName], isWeak: true }),
  list: value => listNamed(value as ListName),
};

function meaningOf(kind: string, value: string | undefined): Meaning {
  const part = PARTS[kind]?.(value!);
  return (part ? { kind: 'part', part } : { kind, ...(value && { [CALLED[kind] ?? kind]: value }) }) as Meaning;
}

function build(): ReadonlyMap<string, readonly Meaning[]> {
  const meanings = new Map<string, Meaning[]>();
  for (const line of SAID.trim().replaceAll('\n  ', ' ').split('\n')) {
    const [head, words] = line.split(': ') as [string, string];
    const [kind, value] = head.split(' ') as [string, string?];
    const meaning = meaningOf(kind, value);
    for (const word of words.trim().split(' ')) {
      const phrase = word.replaceAll('_', ' ');
      meanings.set(phrase, [...(meanings.get(phrase) ?? []), meaning]);
    }
  }
  // Every other measure is called by its own name; but open documents are counted, and daily sales are those of each day.
  for (const name of MEASURES) {
    const phrase = name.replaceAll('_', ' ');
    if (!meanings.has(phrase) && !/^(open|daily) /.test(phrase)) meanings.set(phrase, [meaningOf('measure', name)]);
  }
  return meanings;
}

/** What each phrase may mean. */
export const MEANINGS = build();
export const PHRASE_WORDS_MAX = Math.max(...[...MEANINGS.keys()].map(phrase => phrase.split(' ').length));

const tells = (meaning: Meaning): boolean => !['empty', 'within', 'from', 'by', 'hold'].includes(meaning.kind);
/** Words of the business: none of them is a slip of the pen, and none by itself the name of something. */
export const BUSINESS_WORDS: ReadonlySet<string> = new Set(
  [...MEANINGS].flatMap(([phrase, of]) => (of.some(tells) ? phrase.split(' ') : [])),
);
export const isBusinessWord = (word: string): boolean => BUSINESS_WORDS.has(word);
/** Every word of every phrase. */
export const ALL_WORDS: ReadonlySet<string> = new Set([...MEANINGS.keys()].flatMap(phrase => phrase.split(' ')));
