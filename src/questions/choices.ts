import type { Intent } from './tools.ts';

/**
 * The words that set a tool's switches. `on_hand` stands for two words in a row, `adjust*` for every word that begins
 * so; of several values that fit, the first one is meant.
 */
export type Choice = readonly [value: string, words: RegExp];

/** Any of these words or phrases, whole. */
export const anyOf = (list: string): RegExp =>
  new RegExp(
    `\\b(?:${list
      .trim()
      .split(/\s+/)
      .map(word => word.replaceAll('_', ' ').replaceAll('*', '\\w*'))
      .join('|')})\\b`,
  );
const choices = (values: { [value: string]: string }): Choice[] =>
  Object.entries(values).map(([value, list]) => [value, anyOf(list)]);
/** "by store", "per store", "each store", "which store". */
const each = (nouns: string, more = ''): string =>
  `${nouns
    .split(' ')
    .flatMap(noun => ['by', 'per', 'each', 'which', 'what', 'pro', 'por', 'par'].map(word => `${word}_${noun}`))
    .join(' ')} ${more}`;

const open = 'open outstanding still offen* abiert* ouvert* abert* apert*';
const notReceived = 'not_received not_yet_received not_been_received';

export const grouping = choices({
  day: each('day', 'daily day_by_day best_day taglich pro_tag por_dia par_jour al_giorno'),
  week: each('week', 'weekly week_by_week best_week wochentlich pro_woche por_semana par_semaine'),
  month: each(
    'month',
    'monthly month_by_month best_month monatlich pro_monat por_mes par_mois al_mese trend trending going_up growing history develop*',
  ),
  location: each(
    'location store warehouse shop site branch outlet',
    'pro_standort pro_filiale pro_lager por_tienda por_almacen por_loja por_local por_ubicacion par_magasin par_entrepot per_negozio per_sede per_magazzino performing_store performing_location performing_shop selling_store selling_location selling_shop best_location best_store top_store top_location',
  ),
  category: each(
    'category categories kategorie categoria categorie',
    'selling_category selling_categories best_category top_category top_categories',
  ),
  product:
    'by_product by_item by_sku per_product per_item per_sku per_variant each_product each_item pro_produkt pro_artikel por_producto par_produit por_produto per_prodotto',
});

export const choicesOf: { [intent in Intent]?: { [slot: string]: Choice[] } } = {
  stock_level: {
    measure: choices({
      reserved: 'reserved allocated committed spoken_for tied_up_in_orders reserviert reservad* reservat* riservat*',
      incoming: 'incoming inbound on_order on_the_way coming',
      on_hold: 'on_hold blocked held quarantine',
      available:
        'available availability free can_we_sell can_i_sell can_we_still_sell can_i_still_sell can_we_ship can_we_promise can_i_promise can_i_still_promise sellable verfugbar disponib* dispon*',
      on_hand: 'on_hand physically',
    }),
    order: choices({ desc: 'highest most largest biggest', asc: 'lowest least fewest smallest' }),
  },
  orders_list: {
    status: choices({
      partially_fulfilled: 'partial* partly part_fulfilled part_shipped part_delivered',
      cancelled: 'cancel* storniert* cancelad* annule* annullat*',
      reserved: 'reserved reserviert* reservad* reserve reserves',
      open: `${open} unfulfilled unshipped unprocessed not_shipped not_yet_shipped not_been_shipped not_been_fulfilled not_fulfilled not_yet_been_shipped not_sent to_ship to_be_shipped to_fulfil to_fulfill to_be_fulfilled to_pack to_send to_go_out
        backlog queue backorder backorders waiting overdue late delayed en_cours stuck`,
      fulfilled:
        'fulfilled shipped completed sent_out dispatched delivered did_we_ship did_we_fulfil did_we_fulfill did_we_dispatch went_out versendet* erledigt* enviad* expedie* spedit*',
      pending: 'pending new neue* pendient* en_attente pendente pendentes in_sospeso in_attesa',
    }),
    sortBy: choices({ quantity: 'biggest largest smallest' }),
    order: choices({ asc: 'oldest longest first smallest' }),
  },
  purchase_orders: {
    status: choices({
      overdue:
        'overdue late delayed past_due past_their_due past_its_due past_the_due behind_schedule uberfallig* verspatet* en_retard retrasad* atrasad* in_ritardo',
      draft: 'draft drafts',
      partially_received: 'partial* partly',
      cancelled: 'cancel* storniert*',
      open: `${open} pending on_order ${notReceived} waiting owe owing incoming inbound coming`,
      submitted: 'submitted',
      received: 'received arrived delivered did_we_receive have_we_received came_in booked_in',
    }),
  },
  transfers: {
    status: choices({
      shipped:
        'in_transit on_the_way on_the_road on_its_way shipped travelling moving unterwegs en_transito en_transit em_transito in_transito',
      partially_received: 'partial* partly',
      open: `open outstanding ${notReceived} still stuck offen*`,
      pending: 'pending',
      received: 'received arrived completed',
      cancelled: 'cancel*',
    }),
  },
  cycle_counts: {
    status: choices({
      in_progress: 'in_progress running going_on ongoing current laufen* en_curso en_cours in_corso em_andamento',
      draft: 'draft drafts',
      completed: 'completed finished last latest done recent result results',
      open: 'open',
    }),
  },
  returns: {
    status: choices({
      pending: `pending open waiting outstanding ${notReceived} offen*`,
      received: 'received processed',
      cancelled: 'cancel*',
    }),
    condition: choices({ damaged: 'damaged broken defective', discarded: 'discarded', sellable: 'sellable' }),
    groupBy: choices({
      reason: 'why reason reasons for_what',
      product:
        'which_product which_products which_item which_items what_product what_products what_item what_items by_product most_returned returned_most am_meisten mas le_plus mais di_piu',
    }),
  },
  production_batches: {
    status: choices({
      in_progress:
        'in_progress running currently being right_now in_production ongoing laufen* en_cours en_curso in_corso',
      planned: 'planned scheduled next upcoming will_we geplant*',
      completed: 'completed finished done did_we have_we was were produced haben_wir',
      cancelled: 'cancel*',
      open: 'open',
    }),
  },
  lots: {
    status: choices({
      quarantine: 'quarantin* on_hold blocked gesperrt* cuarentena quarantena quarentena',
      recalled: 'recall*',
      exhausted: 'exhausted used_up empty',
      active: 'active',
    }),
  },
  slow_movers: {
    kind: choices({
      overstock:
        'overstock* overbought overordered swimming drowning oversupply too_much too_many excess surplus uberbestand* zu_viel exceso excesso eccesso surstock',
      dead: `dead deadstock zero_sales 0_sales sold_nothing nothing_sold never_sold without_a_sale no_one obsolete stagnant no_sales no_movement not_sold not_been_sold not_sell not_selling not_move not_moving not_moved without_sales without_any_sales without_movement nobody
        muerto mort morte nicht_verkauft ladenhuter`,
    }),
  },
  fast_movers: {
    measure: choices({
      revenue: 'revenue money turnover earn* income value umsatz ingresos chiffre receita fatturato',
    }),
  },
  sales_summary: {
    measure: choices({
      revenue:
        'revenue turnover money income takings earn* umsatz ingresos chiffre_d_affaires receita faturamento fatturato ricavi',
      orders: 'number_of_orders how_many_orders order_count orders_per orders_a average_orders',
    }),
    order: choices({ desc: 'the_most best highest strongest top', asc: 'the_least worst lowest weakest' }),
  },
  inventory_value: {
    groupBy: choices({
      location: each('location store warehouse site', 'where'),
      category: each('category categories'),
      supplier: each('supplier suppliers'),
      product: each(
        'product products item items sku',
        'products_by items_by skus_by top_products top_items most_valuable_stock most_valuable_item* most_valuable_product* most_expensive_stock most_expensive_item* most_expensive_product*',
      ),
    }),
    order: choices({ desc: 'most highest top biggest', asc: 'least lowest' }),
  },
  stock_by_location: {
    order: choices({
      desc: 'most more highest largest am_meisten mas plus mais piu',
      asc: 'least less fewest lowest menos moins meno',
    }),
  },
  waste_summary: {
    reason: choices({
      expired: 'expired',
      damaged: 'damage damaged',
      spoilage: 'spoil*',
      contamination: 'contaminat*',
    }),
    groupBy: choices({
      reason: 'why reason reasons cause causes',
      product:
        'which_product which_products which_item which_items what_product what_products what_item what_items by_product the_most',
      location: 'by_location per_location which_location which_store which_warehouse',
    }),
  },
  movement_history: {
    entryType: choices({
      adjustment:
        'adjust* correction corrections corrected manual korrektur* ajuste* rettific* stolen theft shrink* lost missing',
      receipt: 'receipt receipts received receive came_in went_in inbound goods_in',
      transfer: 'transfer*',
      count: 'count*',
    }),
    reason: choices({ theft: 'theft stolen', shrinkage: 'shrink*', damage: 'damag*' }),
  },
  product_lookup: {
    field: choices({
      barcode: 'barcode ean upc gtin codigo_de_barras code_barres codice_a_barre',
      cost: 'unit_cost cost_us purchase_price buying_price cost_price costs_price cost_of einkaufspreis do_we_pay',
      price:
        'cheapest most_expensive least_expensive priciest price prices priced retail sell_for charge cost costs kostet preis precio prix preco prezzo cuesta coute custa costa',
      supplier:
        'supplier vendor who_supplies who_sells_us who_delivers who_provides who_makes supplies where_do_we_buy where_do_we_get where_do_we_source where_do_we_order liefert lieferant suministra fournit fornece fornisce',
      variants:
        'variant variants size sizes version versions color colors colour colours kind kinds flavour flavours flavor flavors',
      category: 'categor*',
      sku: 'sku article_number artikelnummer item_number',
      unit: 'unit',
      lot_tracked: 'lot_tracked',
    }),
    sortBy: choices({ price: 'cheapest most_expensive least_expensive priciest' }),
    order: choices({ desc: 'most_expensive priciest' }),
  },
  policy_lookup: {
    field: choices({
      lead_time_days: 'lead_time wiederbeschaffung*',
      safety_stock: 'safety_stock safety_stocks buffer sicherheitsbestand seguridad securite seguranca sicurezza',
      reorder_quantity: 'reorder_quantity what_quantity each_time order_quantity',
      reorder_point: `reorder_point reorder_points reorder_level reorder_levels minimum min_stock par meldebestand mindestbestand how_low at_what when_do_we
        punto_de_pedido point_de_commande ponto_de_pedido punto_di_riordino seuil`,
    }),
  },
  insights: {
    severity: choices({ critical: 'critical urgent on_fire', warning: 'warning warnings' }),
    type: choices({
      demand_spike: 'spik* jump jumps sudden surge surges',
      demand_drop: 'drop_in_demand drop_in_sales drops_in_demand drops_in_sales demand_drop demand_drops',
      oversold: 'oversold',
    }),
  },
};

export const outOfStock =
  anyOf(`out_of_stock out_of sold_out run_out ran_out at_zero with_zero zero_stock zero_inventory zero_quantity 0_stock with_0 0_inventory 0_quantity 0_available 0_units at_0 no_stock none_of none_left stockouts_right stockouts_now stock_outs_right stockouts_today outages
  empty unavailable not_in_stock gone ausverkauft nicht_auf_lager nicht_mehr_auf_lager vergriffen leer agotad* sin_stock rupture epuise* esgotad* em_falta esaurit*`);
/** What makes "out of stock" a thing of the future. */
export const soonOut = anyOf(
  'soon will next risk almost nearly about_to close_to running bald fast presque bientot casi quase quasi',
);
export const average = anyOf(`average mean typical on_average durchschnitt* im_schnitt promedio moyenne media medio
  per_day per_week per_month a_day a_week a_month each_day each_week each_month`);
export const expired = anyOf(
  'expired passed_their passed_its already past_its past_their past_the out_of_date gone_off abgelaufen caducad* vencid* perime* scadut*',
);
export const backward =
  anyOf(`come_from came_from originate origin backward back upstream went_into used_in used_for made_up supplied ingredient ingredients raw source input which_supplier which_batch
  used_to_make made_from woher kommt de_donde viene vient onde_vem dove_viene`);
export const supplierWords = {
  speed: anyOf(
    'slow* fast* quick* short* longest lead_time lead_times delivery_time delivery_times how_long langsam* schnell* lent* rapid* veloc* lieferzeit plazo delai prazo tempi',
  ),
  slow: anyOf('slow* longest langsam* lent*'),
  fast: anyOf('fast* quick* short* schnell* rapid* veloc*'),
  late: anyOf(
    'late delay* unreliable least_reliable least_punctual worst waiting deadlines zu_spat schlecht* tarde retard atras* ritardo peor pire pior peggior* moins_fiable',
  ),
  good: anyOf(
    'best most_reliable most_punctual reliab* punctual* on_time zuverlassig* punktlich* fiable confiavel affidabil* rank',
  ),
};
