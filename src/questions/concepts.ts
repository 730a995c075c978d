import { fold } from './normalize.ts';

/**
 * What words of the business mean, whatever the language: "ausverkauft", "agotado" and "sold out" are one concept.
 * `sell*` stands for every word that begins so, `on_hand` for two words in a row.
 */
const patterns = {
  many: `
    how_many how_much wie_viel wie_viele wieviel wieviele cuanto cuantos cuanta cuantas combien quanto quantos quanta quantas quanti quante number_of anzahl
    what_quantity what_amount what_number how_big count_of qty quanto_de anzahl_der wieviele_von`,
  stock: `
    stock stocks inventory inventories on_hand onhand stock_level* bestand* bestande lagerbestand* lager vorrat* vorratig existencias inventario estoque inventaire
    giacenz* scort* magazzino goods merchandise ware shelf shelves holding bin bins holdings stored storage stocked levels position warenbestand existencia inventur`,
  have: `
    have_left left remain* available availability still_have verfugbar* ubrig dispon* quedan queda reste restent restam restano rimangono in_stock auf_lager
    lieferbar reserved on_hold allocated free_to_sell own hold holding keep carry got get_hold stehen liegt liegen lagern noch_da promise promised sellable usable
    earmarked set_aside spare committed`,
  low: `
    low lower short running_low scarce knapp niedrig* bajo bajos faible baixo baixos thin below under beneath less_than fewer_than weniger_als unter menos_de
    minimum minimo min par understocked shortage* engpass* fehlbestand* poco neige critical_stock acabando agotando finendo esaurimento sotto abaixo depleted tight
    gaps holes critical getting_low nearly_gone almost_gone nearly_out almost_out scant dropped_below fell_below lacking refill filling knapper wenig pochi
    esaurendo terminando understock low_stock`,
  out: `
    out_of sold_out out_of_stock empty zero gone missing ausverkauft vergriffen leer agotad* rupture epuise* esgotad* esaurit* falta manca manque unavailable
    nicht_auf_lager sin_stock finished depleted used_up none_left no_stock zero_stock missing_from alle_sind aus_verkauft terminado termine fini finito finiti
    acabou acabaram out_of_stock_list`,
  runout: `
    run_out runs_out running_out ran_out run_dry sell_out stockout* stock_out stocking_out days_of weeks_of cover coverage runway will_last how_long enough lasts
    make_it ausgehen ausgeht reicht reichen reichweite wie_lange acabara agotara acaba durara tiendra durera esgota finira finiranno esaurira durar basta hit_zero
    until_zero suffic* hold_out depletion depleted_by be_gone be_out until_when reach_zero survive last_until last_through run_low_on out_by good_for sufficient
    ok_for covered range_of reichweite_von wie_viele_tage cuantos_dias combien_de_jours quantos_dias quanti_giorni leer_sein ausgehen_werden aus_gehen`,
  reorder: `
    reorder* restock* replenish* should_order should_buy to_order to_buy need_to_order nachbestell* nachschub bestellvorschl* einkaufsliste einkaufen reordenar
    reponer repor recommander reapprovisionner riordin* riordinare commander bestellen buying purchasing shopping top_up topping_up order_more suggested_order
    we_order i_order ordinare pedir comprar encomendar stock_up bring_in get_in refill purchase_list buying_list next_order proposal recommendation* recommend*
    suggest* nachbestellen bestellempfehlung* einkaufsvorschlag* be_ordering be_buying be_ordered be_bought be_purchased auffullen reabastecer reaprovisionner
    rifornire encargar`,
  sell: `
    sell sells selling sold sale sales seller sellers outsell turnover revenue takings income verkauf* umsatz absatz vend* vente ventes ingresos chiffre_d_affaires
    faturamento receita fatturato ricavi shift shifted revenues proceeds earn* earned sell-through perform* performed performance_of moved_units verkaufszahlen
    erlos* absatzes abgesetzt umgesetzt ventas_de facturacion facturado incassi incasso ricavo vendido vendidos vendida venduto venduti vendu vendus volume`,
  best: `
    best top most popular bestseller* fastest fast_mov* highest hottest hot trending renner topseller beliebt* meistverkauft* mejor* mas_vendid* meilleur*
    plus_vendu* mais_vendid* piu_vendut* am_besten am_meisten mas le_plus mais di_piu star winner* like_hot_cakes flying_off number_one quickest hero leading
    strongest biggest leaderboard champion* flagship ranking velocity demanded wanted in_demand favorite* favourite* love loved abc_analysis superstar meistgekauft*
    gefragt* starkste* schnellst* populares preferid* plus_populaire* gettonat* piu_richiest* mieux meglio melhor melhores mejores besten beste meist_verkauften
    am_haufigsten top-seller topverkaufer`,
  worst: `
    worst slowest slow slow_mov* least bottom dead_stock dead poorly obsolete stagnant overstock* excess surplus too_much too_many not_sell not_sold not_move dust
    unsold ladenhuter langsamdreher uberbestand* zu_viel kaum schlecht no_sales without_sales no_movement nobody no_one duds lowest se_venden_menos no_se_venden
    moins mal non_si_vendono nao_vendem exceso excesso eccesso surstock parado* mort* fermi discontinue mark_down clearance get_rid weakest barely hardly rarely
    flop flops laggard* loser* idle inactive liquidat* clear_out sell_off phase_out delist markdown discount sitting_on unpopular schlechtest* langsamst*
    unverkauft* totes_lager peor peores pire pires pior piores peggior* invendut* invendu* lento_movimiento deadstock overbought over_ordered overordered zero_sales
    with_zero with_no_sales no_demand few_sales unsellable underperform* struggling lagging oversupply`,
  value: `
    worth value valued valuation valuable money capital cash tied_up invested wert lagerwert warenwert kapital geld vale valen valor vaut valeur dinero book_value
    balance_sheet dollar* euro euros asset* financial cost_of_inventory at_cost warenwerts gegenwert valorizacion valorisation valorizacao valorizzazione patrimonio
    soldi dinheiro argent immobilis*`,
  age: `
    old older oldest aging ageing age aged how_old sitting longest fresh alter altester alteste altersstruktur am_langsten antigu* antigo* ancien vecchi* stale
    age_bucket* been_here been_lying been_stored sitting_around stays_on freshness first_in liegt_schon liegezeit lagerdauer ageing_report tiempo_en depuis_combien
    ha_quanto`,
  expire: `
    expir* best_before use_by sell_by shelf_life go_off goes_off going_off gone_off go_bad goes_bad out_of_date past_date short_dated perish* fefo ablauf*
    abgelaufen lauft_ab mindesthaltbarkeit* mhd haltbar* verfallsdatum caduc* vence* venc* perim* scad* validade gets_old spoils_soon stale past_its best_by
    off_soon near_expiry verfallt verfallen ablaufend* haltbarkeit caducidad peremption dlc scadenza vencimento`,
  lot: '{lot} lot lots charge chargen los lose lote lotes lotto lotti batch_number* quarantin* recall* quarantane cuarentena quarentena',
  trace: `
    trace* traceab* track genealogy origin* upstream downstream come_from came_from went_into end_up affected ruckverfolg* rastre* traccia tracer woher wohin viene
    vient vem used_in made_from traced trail descendants ancestors parents_of children_of stem_from contain contains shipped_to sold_to ship_to impacted lineage
    path`,
  forecast: `
    forecast* predict* project* projection* outlook prognos* vorhersage bedarf bedarfsprognose pronostic* previs* expected_demand expected_sales demand will_sell
    will_we_sell we_will_sell we_sell_next going_to_sell venderemos venderemo vamos_a_vender vamos_vender vendrons werden_wir anticipated look_ahead expect_to_sell
    nachfrage expect expected expecting_to_sell anticipate* estimat* extrapolat* upcoming_demand consumption look_like need_next vorhersehbar absatzplanung erwart*
    estimacion estimation stima stime previsto`,
  order: `
    {so} order orders sales_order* customer_order* auftrag auftrage pedido pedidos commande commandes ordine ordini kundenauftrage backorder* backlog bestellung
    bestellungen orders_list order_book customer_orders unshipped fulfil* auftragsbestand auftragslage`,
  purchase: `
    {po} purchase_order* pos on_order incoming inbound deliver* delivery deliveries arriv* shipment* eta lieferung* liefer* ankommen trifft_ein unterwegs zulauf
    orden_de_compra ordenes_de_compra entrega* livraison* bon* consegn* llega* chega arriva bestellt on_the_way on_its_way bought due_in coming_in owe owing
    waiting_for ordered_from pipeline truck container procure* receive received receiving back_in_stock be_back supply_on bestellungen_bei wareneingang*
    anlieferung* approvvigionament* recibir recibimos recevoir receber ricevere ankunft`,
  supplier:
    '{supplier} supplier* vendor* lieferant* proveedor* fournisseur* fornecedor* fornitor* manufacturer* hersteller',
  punctual: `
    late slow slowest reliab* reliable unreliable punctual* on_time lead_time* delay* fastest_supplier performance scorecard fill_rate trust rely lieferzeit
    liefertreue zuverlassig* punktlich* langsamst* verspat* zu_spat tarde fiable retard confiavel atras* affidabil* ritardo plazo delai prazo tempi lento lenta lent
    overdue uberfallig missing_deadlines quickest dependable trustworthy consistent turnaround delays performing keeps_us_waiting longest track_record
    lieferperformance termintreue puntual* ponctuel* pontual* puntuale`,
  transfer: `
    {tr} transfer* in_transit relocat* umlager* traslado* transfert* trasferiment* moving_between travelling between_locations moving_from sent_to on_the_road
    inter_store between_stores internal umgelagert verschoben`,
  count: `
    cycle_count* stocktake* stock_take* inventory_count* physical_count* counted counting variance* discrepanc* miscount* inventur* zahlung* gezahlt conteo*
    recuento* comptage* contagem contagens conteggi count_result* accura* count counts book_stock counted_stock far_off deviation* abweichung* zahldifferenz*
    stocktaking diferencias ecarts differenze`,
  returns: `
    {rma} return returns returned rma rmas refund* sent_back came_back come_back return_authori* retour* rucksend* rucklaufer zuruckgeschickt devol* devuel* resi
    reso retourn* get_back send_back sending_back bring_back bringing_back brought_back rejected defective faulty zuruckgekommen ruckgabe* reembols* rembours*
    rimbors* restitu*`,
  movement: `
    movement* ledger transaction* history happened adjustment* adjusted corrections moved changed audit_trail log bewegung* lagerbewegung* korrektur* passiert
    movimient* historial mouvement* historique moviment* historico storico ajuste* rettific* aconteceu successo paso_con theft stolen shrink* disappeared
    went_missing came_in went_in receipts drop dropped fallen went_from how_come explain booked posted entries exits edited modified took taken_out transactions
    activity changes change_log paper_trail gebucht buchung* verandert* geandert warum pourquoi porque perche_e cambiado cambio change`,
  waste: `
    waste* wasting wastage scrap* spoil* throw thrown threw discard* bin binned dump toss write_off* written_off weggeworfen entsorgt wegwerfen verschwend*
    vernichtet verderb ausschuss abfall desperdic* merma* gaspill* jete scart* sprec* buttato contaminat* down_the_drain tirado trash breakage rubbish loss garbage
    spoilt lose_to expired_and perdid* perdu* pertes perdas perdite rotto mull`,
  production: `
    {pb} produc* batch batches manufactur* roast roasted roasting brew* bake* recipe* ingredient* bill_of_materials raw_material* yield produkt* hergestellt
    gerostet fabrication fabricacion produzi* produit_e prodott* production output assembl* made make_of runs line roaster production_run* chargenproduktion
    fertigung* cocid* tostad* torrefi* torrad* tostat*`,
  catalog: `
    {barcode} barcode ean upc price prices cost costs sku description category catalog* catalogue supplies supply carry range assortment variants sizes preis
    artikelnummer kostet precio prix preco prezzo codigo_de_barras code_barres codice cuesta coute custa costa provides lot_tracked article_number item_number gtin
    offer charge retail cheapest most_expensive colours colors versions flavours details info product_page master_data sells_us comes_in come_in belongs catalogo
    sortiment verkaufspreis einkaufspreis lieferant_von quien_vende`,
  products: `
    product products item items skus articles artikel produkt produkte produit produits producto productos produto produtos prodotto prodotti articulo* articolo
    articoli`,
  policy: `
    reorder_point* reorder_level* safety_stock* policy policies minimum_stock min_stock par_level reorder_quantity lead_time buffer meldebestand mindestbestand
    sicherheitsbestand wiederbeschaffung* punto_de_pedido stock_minimo stock_de_seguridad point_de_commande stock_de_securite ponto_de_pedido estoque_de_seguranca
    punto_di_riordino scorta_minima scorta_di_sicurezza reorder_settings min_level max_level trigger reorder_rule* replenishment_policy order_quantity
    qty_to_reorder restock_level bestellpunkt mindestmenge bestellmenge nivel_minimo cantidad_de_pedido seuil_de livello_minimo quantita_di_riordino`,
  insight: `
    attention alert* insight* anomal* unusual problem* issue* worry worried wrong strange warning* red_flag* priorit* risk* concern* summary overview health
    briefing rundown going_on dashboard spik* surge* oversold probleme auffallig* warnung* uberblick zusammenfassung kummern aufmerksamkeit resumen resume resumo
    riepilogo atencion avvisi urgent on_fire odd weird suspicious update updates noteworthy important news interesting surprise* outlier* irregular* focus look_at
    act_on take_care tackle alarm* meldungen neuigkeiten novedades nouvelles novidades novita`,
  help: `
    help hello hi hey capabilit* can_you_do can_i_ask who_are_you instructions examples example kannst_du hilfe hallo ayuda aide ajuda aiuto puedes peux puoi
    voce_pode thanks thank_you what_can_you capable able_to features functions abilities skills how_do_you how_does_this what_are_you bye goodbye cheers commands
    was_kannst kannst_du_mir que_sabes`,
  where: `
    where which_location* which_store* which_warehouse* what_location* what_store* what_warehouse* each_location every_location all_locations by_location
    per_location by_warehouse per_warehouse by_store per_store across_location* across wo donde onde dove standort* filiale* ubicacion almacen almacenes entrepot
    emplacement armazem locations warehouses stores sites shops branch branches outlets which_branch* tienda tiendas magasins loja lojas negozio welches_lager`,
  compare: `
    compare compared comparison versus vs than more_than less_than_last gegenuber vergleich* comparar comparado comparer rispetto trend* grow* growth increase*
    gone_up go_up going_up down up rising falling declin* better worse outsell`,
  average:
    'average mean typical on_average per_day per_week per_month a_day a_week a_month daily weekly monthly durchschnitt* promedio moyenne media medio',
  status: `
    status state open pending cancelled shipped fulfilled received planned completed draft submitted offen offene offenen pendient* abiert* ouvert* apert* abert*
    in_progress outstanding`,
  outside: `
    weather wetter joke jokes witz poem song story capital president bundeskanzler football match election weather_forecast bitcoin crypto shares invest employee*
    staff salar* wage* rent tax taxes vat profit profits margin* gewinn steuer* ebitda customers visitors followers competitor* marketing campaign recipe_for cook
    bake calories caffeine vegan healthy translate python javascript script essay email flight hotel restaurant movie film music alarm timer reminder birthday
    opening_hours meaning_of_life exchange_rate alphabet planet moon god religion politics news love marry chiste blague piada barzelletta tiempo_hace temps_fait
    tempo_fa presidente accountant shift_today on_shift reviews ratings wifi lawyer electricity boyfriend girlfriend husband wife inhabitants population live lives holiday_request vacation payroll hire interview vote politician* player
    instagram twitter facebook tiktok newsletter square_root thanksgiving mothers_day slogan poem_about business_plan car laptop phone printer lottery horoscope
    dream singer actor novel game doctor medicine headline* plus times divided euros_to dollars_to invoice* unpaid bank loan insurance salary bonus`,
  will: 'will going_to {future} werden next soon bald pronto bientot presto',
} as const;

export type Concept = keyof typeof patterns;

interface Pattern {
  concept: Concept;
  words: string[];
}
const byFirstWord = new Map<string, Pattern[]>();
const prefixes: { prefix: string; concept: Concept }[] = [];
/** Every word written out above, those of phrases too: what a typo may be mended to. */
export const conceptWords = new Set<string>();
/** Words of the world outside: known, but no typo is bent towards them. */
export const outsideWords = new Set<string>();
const single = new Set<string>();

for (const [concept, list] of Object.entries(patterns) as [Concept, string][]) {
  for (const pattern of list.trim().split(/\s+/)) {
    const words = fold(pattern).split('_');
    if (words.length === 1 && words[0]!.endsWith('*')) prefixes.push({ prefix: words[0]!.slice(0, -1), concept });
    const first = words[0]!.replace('*', '');
    byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { concept, words }]);
    for (const word of words) if (!word.startsWith('{')) conceptWords.add(word.replace('*', ''));
    if (words.length === 1) single.add(first);
    if (concept === 'outside') outsideWords.add(first);
  }
}

const fits = (word: string | undefined, pattern: string): boolean =>
  word !== undefined && (pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern);

/** The concepts named at each place of a sentence; a phrase counts where it begins. */
export function conceptsIn(words: readonly string[]): Concept[][] {
  return words.map((word, at) => {
    const here = new Set<Concept>();
    for (const { concept, words: phrase } of byFirstWord.get(word) ?? [])
      if (phrase.every((part, i) => fits(words[at + i], part))) here.add(concept);
    for (const { prefix, concept } of prefixes) if (word.startsWith(prefix)) here.add(concept);
    return [...here];
  });
}

/** Whether a word belongs to the business's own vocabulary. */
export const isConceptWord = (word: string): boolean =>
  single.has(word) || prefixes.some(({ prefix }) => prefix.length > 3 && word.startsWith(prefix));
