/*
 * The parts of the REST reference that the declarations do not contain: a sentence per group of routes, and examples of
 * bodies.
 */

/** The groups of routes. The reference cannot be built if one has no sentence here. */
export const TAGS: { readonly [tag: string]: string } = {
  inventory_availability: 'Availability of many items at once.',
  inventory_levels: 'The stock of a variant at a location: on hand, reserved, on hold, available and incoming.',
  inventory_adjustments: 'Manual stock changes, one or up to 1,000 at a time.',
  inventory_ledger: 'Every movement of stock, as it was recorded. Entries never change.',
  inventory_projections: 'Projected stock and what can be promised, day by day.',
  reservations: 'Stock reserved for orders and production batches.',
  scan: 'What a scanned code stands for.',
  products: 'Products, and the variants that they come in.',
  variants: 'The items that are kept in stock, found by id, SKU or barcode.',
  orders: 'Sales orders: create, then reserve and fulfill, or cancel.',
  purchase_orders: 'Goods ordered from suppliers, and their receipt, at once or in parts.',
  replenishment_plans: 'What to buy, move and make so that no location runs out.',
  stock_transfers: 'Goods that move from one location to another.',
  cycle_counts: 'Physical counts: load the expected quantities, record the counted ones, complete.',
  return_authorizations: 'Goods returned by customers.',
  inventory_policies: 'When and how much to reorder, per variant and location.',
  locations: 'Warehouses, stores and other locations where stock is kept.',
  suppliers: 'Vendors that goods are bought from.',
  supplier_items: 'How suppliers sell a variant: units, minimums, prices, lead times.',
  reports: 'Reports, insights, forecasts and questions in plain language.',
  recipes: 'Ingredients of produced goods. Needs the manufacturing module.',
  production_batches: 'Production by a recipe. Needs the manufacturing module.',
  lots: 'Lots, their traces and recalls. Needs the traceability module.',
  waste_records: 'Stock disposed of as waste. Needs the traceability module.',
  recalls: 'Recalls and their tasks. Needs the traceability module.',
  labels: 'Printable labels with barcodes.',
  expiry: 'Lots that expire soon. Needs the traceability module.',
  imports: 'Spreadsheets imported row by row, with an optional dry run first.',
  events: 'The log of events, in the order of positions, without gaps.',
  saved_queries: 'Report queries saved under a name.',
  views: 'Ways of looking at a list, saved under a name: for their owner or for everyone.',
  webhook_subscriptions: 'Subscriptions to events by webhook.',
  webhook_deliveries: 'Webhook deliveries: delivered, to be retried, and failed.',
  integrations: 'Commerce platforms that post their orders to the service.',
  notifications: 'What the caller should know: what is low, late, failed or done.',
  me: 'The caller and their preferences.',
  administration: 'The organization, its keys and its members.',
};

const LOCATION = '01a1fd16-c553-7280-938e-665f02b435a1';
const SHOP = '01a1fd16-c55d-70e1-8556-357e37ed7bce';
const OTHER = '01a1fd16-c56e-7389-a468-164c6bf08d15';

/** An example body of each of these routes. */
export const EXAMPLES: { readonly [route: string]: object } = {
  'POST /inventory_adjustments': {
    sku: 'FLT-02',
    location_id: LOCATION,
    quantity_change: -2,
    reason: 'damage',
    note: 'Dropped.',
  },
  'POST /inventory_adjustments/bulk': {
    mode: 'partial',
    adjustments: [
      { sku: 'FLT-02', location_id: LOCATION, set_quantity: 40 },
      { sku: 'FLT-04', location_id: LOCATION, quantity_change: 12, reason: 'stock_in' },
    ],
  },
  'POST /products': {
    name: 'Paper filters',
    category: 'Accessories',
    variants: [{ sku: 'FLT-02', barcode: '4006381333931', unit_cost: 2.1, unit_price: 4.9 }],
  },
  'POST /products/bulk': {
    mode: 'partial',
    products: [
      { name: 'Paper filters', reference: 'FLT', variants: [{ sku: 'FLT-02' }, { sku: 'FLT-04' }] },
      { name: 'Hand grinder', reference: 'GRD', variants: [{ sku: 'GRD-01', barcode: '4006381333948' }] },
    ],
  },
  'PUT /products/by_reference/:reference': { name: 'Paper filters', category: 'Accessories' },
  'PUT /variants/by_sku/:sku': { product_id: OTHER, unit_cost: 2.1, unit_price: 4.9 },
  'POST /products/:product_id/variants': {
    sku: 'HUM-250',
    name: '250 g',
    unit_price: 11.9,
    lot_tracked: true,
    shelf_life_days: 365,
  },
  'POST /orders': {
    reference: 'shop-10442',
    location_id: LOCATION,
    items: [
      { sku: 'HUM-250', quantity: 2 },
      { sku: 'FLT-02', quantity: 1, unit_price: 4.5 },
    ],
  },
  'PATCH /orders/:id': { reservation_expires_at: '2099-03-16T18:00:00Z' },
  'POST /orders/:id/reserve': { reservation_expires_at: '2099-03-15T18:00:00Z' },
  'POST /orders/:id/fulfill': { items: [{ sku: 'HUM-250', quantity: 1 }] },
  'POST /purchase_orders': {
    supplier_id: OTHER,
    location_id: LOCATION,
    expected_on: '2026-04-01',
    items: [{ sku: 'FLT-02', quantity: 200, unit_cost: 2.1 }],
  },
  'POST /purchase_orders/:id/receive': {
    items: [{ sku: 'GRN-KEN', quantity: 60, lot_number: 'KEN-2026-03', expiry_date: '2027-03-01' }],
  },
  'POST /purchase_orders/:id/send': { to: 'sales@example.com' },
  'POST /purchase_orders/:purchase_order_id/landed_costs': {
    description: 'Freight from Mombasa',
    amount: 420,
    allocate_by: 'value',
  },
  'POST /replenishment_plans': { horizon_days: 60, demand: 'larger', service_level: 0.95 },
  'POST /replenishment_plans/:id/apply': { suggestion_ids: [OTHER], force: false },
  'POST /stock_transfers': {
    source_location_id: LOCATION,
    destination_location_id: SHOP,
    items: [{ sku: 'HUM-250', quantity: 24 }],
  },
  'POST /stock_transfers/:id/receive': { items: [{ sku: 'HUM-250', quantity: 23 }], close: true },
  'POST /cycle_counts': { location_id: LOCATION, notes: 'Shelf A' },
  'PATCH /cycle_counts/:id': { cycle_count_items_attributes: [{ sku: 'FLT-02', counted_quantity: 38 }] },
  'POST /return_authorizations': {
    order_id: OTHER,
    reason: 'Too coarse',
    items: [{ sku: 'HUM-250', quantity: 1, condition: 'damaged' }],
  },
  'POST /inventory_policies': {
    variant_id: OTHER,
    location_id: LOCATION,
    reorder_point: 40,
    reorder_quantity: 120,
    lead_time_days: 5,
    safety_stock: 10,
  },
  'POST /locations': { name: 'Munich Store', code: 'MUC', type: 'store', address: 'Isarstr. 1, Munich' },
  'POST /suppliers': { name: 'Finca El Roble', code: 'ROBLE', email: 'sales@example.com', lead_time_days: 21 },
  'POST /supplier_items': {
    supplier_id: OTHER,
    sku: 'FLT-02',
    supplier_sku: 'V60-02-100',
    purchase_unit: 'case',
    units_per_purchase_unit: 24,
    min_order_quantity: 2,
    lead_time_days: 9,
    price_breaks: [
      { min_quantity: 1, unit_cost: 2.1 },
      { min_quantity: 10, unit_cost: 1.95 },
    ],
    preferred: true,
  },
  'POST /inventory_availability': { items: [{ sku: 'TEA-100', quantity: 2 }, { barcode: '4006381333931' }] },
  'POST /saved_queries': {
    name: 'Margin by category',
    query: { measures: ['revenue', 'margin'], dimensions: ['category', 'month'], compare_to: 'previous_year' },
  },
  'POST /views': {
    name: 'Late from Fazenda',
    list: 'purchase-orders',
    settings: { search: { status: 'SUBMITTED', sort: 'EXPECTED_ON_ASC' }, hidden: ['Units'] },
    shared: true,
  },
  'POST /ai/query': { question: 'What is running low in Berlin?' },
  'POST /ai/insights/:id/snooze': { until: '2099-03-15T18:00:00Z' },
  'POST /demand_history': { rows: [{ sku: 'HUM-250', location_id: LOCATION, date: '2025-12-24', quantity: 31 }] },
  'POST /recipes': {
    name: 'Hummingbird, 250 g',
    sku: 'HUM-250',
    output_quantity: 40,
    items: [{ sku: 'GRN-KEN', quantity: 12 }],
  },
  'POST /production_batches': { recipe_id: OTHER, location_id: LOCATION, planned_quantity: 80 },
  'POST /production_batches/:id/complete': {
    actual_quantity_produced: 78,
    inputs: [{ production_batch_input_id: OTHER, actual_quantity: 24, waste_quantity: 0.5 }],
  },
  'POST /lots/:id/recall': { include_descendants: true },
  'POST /recalls': { lot_id: OTHER, include_descendants: true, reason: 'Undeclared hazelnut' },
  'PATCH /recalls/:id': { items: [{ id: OTHER, done: true, note: 'Told by telephone.' }] },
  'POST /labels': { kind: 'variant', ids: [OTHER], size: '62x29', copies: 2 },
  'POST /waste_records': { variant_id: OTHER, location_id: LOCATION, quantity: 3, reason: 'expired' },
  'POST /webhook_subscriptions': {
    url: 'https://example.com/hooks/stock',
    events: ['inventory.updated', 'order.fulfilled'],
  },
  'POST /integrations': {
    kind: 'shopify',
    name: 'Our shop',
    location_id: LOCATION,
    secret: 'the secret that the platform shows',
  },
  'PATCH /me': { default_location_id: LOCATION, language: 'de', scheme: 'dark' },
  'POST /api_keys': { name: 'Warehouse scanner', scopes: ['inventory:write', 'catalog:read'] },
};
