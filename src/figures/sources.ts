import { type RawBuilder, sql } from 'kysely';
import { lowStockSql } from '../domain/inventory-policies.ts';
import { shortPurchaseOrders } from '../domain/planning/deliveries.ts';
import { expiringBy, unusedAt } from '../domain/planning/expiry.ts';
import { dayOf, TODAY } from '../domain/planning/reports/days.ts';
import { knownMargin, REVENUE, SOLD_VALUE_CHANGE, UNVALUED } from '../domain/planning/reports/flows.ts';
import { agedFrom } from '../domain/planning/reports/inventory-aging.ts';
import { AFTER_SALES, type EntryType } from '../domain/stock/ledger.ts';
import { ofTenant } from '../store/tenant.ts';
import { type Column, type Source, source, table, type Value } from './source.ts';

/*
 * The sources of figures: rows of facts, the records that each refers to, and its values that can be added up. Measures
 * are built from these, and nothing else here reads a table.
 */

type Sql = RawBuilder<unknown>;

/** Patterns of demand through yesterday. */
const IS_CURRENT = sql`d.through = ${TODAY} - 1`;

const flag = (condition: Sql): Sql => sql`case when ${condition} then 1 else 0 end`;
const days = (from: Column, to: Column): Sql =>
  sql`extract(epoch from ${sql.ref(to)} - ${sql.ref(from)})::numeric / 86400`;

// ---- the ledger ----

const RETURNED = ['return_received', 'return_disposed'] as const;
const WASTED = ['waste', 'production_wasted'] as const;

const entry = (...types: EntryType[]): Sql => sql`e.entry_type in (${sql.join(types.map(type => sql.lit(type)))})`;

const came = (...types: EntryType[]): Value => ({ sql: sql`e.quantity_change`, types });
const went = (...types: EntryType[]): Value => ({ ...came(...types), sign: -1 });

const referring = (type: string): Sql => sql`case when e.reference_type = ${sql.lit(type)} then e.reference_id end`;

const ofEntry = {
  variant: 'e.variant_id',
  location: 'e.location_id',
  lot: 'e.lot_id',
  entry_type: 'e.entry_type',
} as const;
/** With the document that it was recorded for. */
const ofMovement = {
  ...ofEntry,
  order: referring('order'),
  purchase_order: referring('purchase_order'),
  batch: referring('production_batch'),
  reason: 'e.reason',
} as const;

/** Hardly any entry has one: most are skipped instead of added up. */
const UNCOSTED = { sql: UNVALUED, ofKept: sql`case when e.unvalued_change <> 0 then e.unvalued_change end` };

/** Of any ledger, and of one that has had costs from its first entry on. */
const ANY_MARGIN = knownMargin(REVENUE, UNVALUED);
const KEPT_MARGIN = knownMargin(sql`e.revenue`, sql`e.unvalued_change`);

// ---- documents ----

const ofOrderLine = {
  variant: 'i.variant_id',
  location: 'o.location_id',
  order: 'o.id',
  status: 'o.status',
} as const;

const ofPurchase = {
  location: 'po.location_id',
  supplier: 'po.supplier_id',
  purchase_order: 'po.id',
  status: 'po.status',
} as const;
const ofPurchaseLine = { variant: 'i.variant_id', ...ofPurchase } as const;
const PURCHASE_OF_LINE = { 'purchase_orders po': 'i.purchase_order_id' } as const;

/** Lead time and punctuality of purchase orders: one that was closed short has no lead time, and was not on time. */
const PUNCTUALITY = {
  lead_days: sql`case when d.whole then ${days('po.submitted_at', 'po.received_at')} end`,
  timed: flag(sql`po.submitted_at is not null and d.whole`),
  due: flag(sql`po.expected_on is not null`),
  on_time: flag(sql`po.expected_on >= ${dayOf(sql`po.received_at`)} and d.whole`),
};

/** With whether it was received whole. */
const withWhole = ({ from, where }: ReturnType<typeof table>) => ({
  from: sql`${from} left join (${shortPurchaseOrders}) short on short.id = po.id
    cross join lateral (select po.status = 'received' and short.id is null as whole) d`,
  where,
});

const RECEIPTS = sql`ledger_entries e left join purchase_orders po on ${ofTenant('po')} and po.id = e.reference_id`;
const PRICED_LINES = sql`
  select i.purchase_order_id, i.variant_id, i.quantity, i.unit_cost
  from purchase_order_items i where ${ofTenant('i')} and i.unit_cost is not null`;
/** Unit cost of a variant on a purchase order; the mean if it has several lines. */
const PURCHASE_COST = sql`sum(i.quantity * i.unit_cost) / nullif(sum(i.quantity), 0) as cost`;
const ofReceipt = (line: 'i' | 'c') =>
  sql`${sql.ref(`${line}.purchase_order_id`)} = e.reference_id and ${sql.ref(`${line}.variant_id`)} = e.variant_id`;

/** Quantity in transit: shipped, less received. */
const onTheWay = (...conditions: Sql[]) =>
  ({
    ...table(
      'ledger_entries e',
      { 'stock_transfers t': 'e.reference_id' },
      entry('transfer_out', 'transfer_in'),
      ...conditions,
    ),
    keys: { variant: 'e.variant_id', location: 't.destination_location_id', lot: 'e.lot_id' },
    values: { units: sql`-e.quantity_change`, value: sql`-e.value_change`, unvalued: sql`-${UNVALUED}` },
  }) as const;

// ---- forecasts ----

/** Periods that were forecast before they began and have ended. */
const scored = (where: Sql) => ({
  ...table('forecast_scores k', {}, sql`k.actual is not null`, where),
  on: 'k.date' as const,
  values: {
    error: sql`(k.expected - k.actual)::numeric`,
    missed: sql`abs(k.expected - k.actual)::numeric`,
    came: sql`k.actual::numeric`,
  },
});

export const sources = {
  /** All stock movements. */
  movements: source({
    ...table('ledger_entries e'),
    keys: ofMovement,
    at: 'e.created_at',
    isCovered: true,
    inOrderOf: ['variant', 'location'],
    values: {
      entries: sql`1`,
      net: 'e.quantity_change',
      received: came('purchase_received'),
      produced: came('production_output'),
      batches: { sql: sql`true`, types: ['production_output'], distinct: 'batch' },
      used: went('production_consumed'),
      wasted: went(...WASTED),
      waste_value: { sql: sql`e.value_change`, types: WASTED, sign: -1 },
      waste_uncosted: { sql: UNVALUED, ofKept: sql`e.unvalued_change`, types: WASTED, sign: -1 },
      value: 'e.value_change',
      unvalued: { sql: UNVALUED, ofKept: sql`e.unvalued_change` },
      adjusted: came('adjustment', 'cycle_count_adjustment'),
      moved_in: came('transfer_in'),
      moved_out: went('transfer_out'),
      lost: went('transfer_loss'),
    },
  }),
  /** Sales: most of the ledger, in an index of their own by time. */
  sales: source({
    ...table('ledger_entries e', {}, entry('order_fulfilled')),
    keys: ofMovement,
    at: 'e.created_at',
    isCovered: true,
    values: {
      sold: { sql: sql`e.quantity_change`, sign: -1 },
      orders: { sql: sql`true`, distinct: 'order' },
      revenue: { sql: REVENUE, ofKept: sql`e.revenue` },
      unpriced: {
        sql: sql`case when ${REVENUE} is null then e.quantity_change end`,
        ofKept: sql`case when e.revenue is null then e.quantity_change end`,
        sign: -1,
      },
      cogs: { sql: sql`e.value_change`, sign: -1 },
      uncosted: { ...UNCOSTED, sign: -1 },
      costed_revenue: {
        sql: ANY_MARGIN.revenue,
        ofKept: sql`case when e.unvalued_change = 0 then e.revenue end`,
      },
      margin: {
        sql: ANY_MARGIN.margin,
        ofKept: sql`case when e.unvalued_change = 0 then e.revenue + e.value_change end`,
      },
    },
  }),
  /** What changes their figures afterwards: returns, and landed costs of goods already sold. Likewise. */
  after_sales: source({
    ...table('ledger_entries e', {}, entry(...AFTER_SALES)),
    keys: ofMovement,
    at: 'e.created_at',
    isCovered: true,
    values: {
      returned: { sql: sql`e.quantity`, types: RETURNED },
      restocked: came('return_received'),
      revenue: { sql: REVENUE, ofKept: sql`e.revenue`, types: RETURNED },
      cogs: { sql: SOLD_VALUE_CHANGE, sign: -1 },
      // Of a damaged return it is 0: nothing unknown came back.
      uncosted: { sql: UNVALUED, ofKept: sql`e.unvalued_change`, types: RETURNED, sign: -1 },
      costed_revenue: { sql: ANY_MARGIN.revenue, ofKept: KEPT_MARGIN.revenue, types: RETURNED },
      margin: { sql: ANY_MARGIN.margin, ofKept: KEPT_MARGIN.margin },
    },
  }),
  /** Sales from before the organization used this service. */
  history: source({
    ...table('demand_history h', {}, sql`h.quantity > 0`),
    keys: { variant: 'h.variant_id', location: 'h.location_id' },
    on: 'h.date',
    values: { sold: 'h.quantity' },
  }),
  /** Receipts from suppliers. Entries older than costs in the ledger take their cost from the purchase order. */
  receipts: source({
    // Adding up all lines reads as many for a day as for ten years; looking up those of 500,000 receipts took minutes.
    from: sql`${RECEIPTS}
    left join lateral (select ${PURCHASE_COST} from (${PRICED_LINES}) i where ${ofReceipt('i')}) c on true`,
    // As they lie (`offset 0`): in the order of an index they would be spread over the table.
    fromMany: sql`${RECEIPTS} left join (
      select i.purchase_order_id, i.variant_id, ${PURCHASE_COST} from (${PRICED_LINES} offset 0) i
          group by i.purchase_order_id, i.variant_id) c on ${ofReceipt('c')}`,
    where: sql`${ofTenant('e')} and ${entry('purchase_received')}`,
    keys: { ...ofEntry, purchase_order: 'e.reference_id', supplier: 'po.supplier_id', status: 'po.status' },
    at: 'e.created_at',
    values: {
      received: 'e.quantity_change',
      paid: sql`case when c.cost is not null
          then coalesce(e.value_change, round(e.quantity_change * c.cost * coalesce(po.exchange_rate, 1), 4)) end`,
      priced: sql`case when c.cost is not null then e.quantity_change end`,
      costless: sql`case when c.cost is null then e.quantity_change end`,
    },
  }),
  /** Orders, by when they were created. */
  order_book: source({
    ...table('order_items i', { 'orders o': 'i.order_id' }),
    keys: ofOrderLine,
    at: 'o.created_at',
    values: {
      made: { sql: sql`true`, distinct: 'order' },
      ordered: sql`case when o.status <> 'cancelled' then i.quantity end`,
      fulfilled: sql`case when o.status <> 'cancelled' then i.quantity_fulfilled end`,
    },
  }),
  /** Purchase orders, by when they were submitted. */
  purchase_book: source({
    ...table('purchase_order_items i', PURCHASE_OF_LINE, sql`po.submitted_at is not null and po.status <> 'cancelled'`),
    keys: ofPurchaseLine,
    at: 'po.submitted_at',
    values: {
      placed: { sql: sql`true`, distinct: 'purchase_order' },
      purchased: 'i.quantity',
      value: sql`i.quantity * i.unit_cost * coalesce(po.exchange_rate, 1)`,
      uncosted: sql`case when i.unit_cost is null then i.quantity end`,
    },
  }),
  /** Purchase orders, by when they were completely received or closed short. */
  purchases: source({
    ...withWhole(table('purchase_orders po', {}, sql`po.received_at is not null`)),
    keys: ofPurchase,
    at: 'po.received_at',
    values: PUNCTUALITY,
  }),
  /** The same by line, for grouping by what was bought. */
  purchase_lines: source({
    ...withWhole(table('purchase_order_items i', PURCHASE_OF_LINE, sql`po.received_at is not null`)),
    keys: ofPurchaseLine,
    at: 'po.received_at',
    values: PUNCTUALITY,
  }),
  /** Returns, by when they were received, with the condition of the goods. */
  returns: source({
    ...table(
      'return_authorization_items i',
      { 'return_authorizations r': 'i.return_authorization_id' },
      sql`r.received_at is not null`,
    ),
    keys: {
      variant: 'i.variant_id',
      location: 'r.location_id',
      lot: 'i.lot_id',
      order: 'r.order_id',
      condition: 'i.condition',
      status: 'r.status',
      reason: 'r.reason',
    },
    at: 'r.received_at',
    values: { returned: 'i.quantity' },
  }),
  /** What there is to buy and sell. */
  catalogue: source({
    ...table('variants v', { 'products p': 'v.product_id' }, sql`p.status = 'active'`),
    keys: { variant: 'v.id' },
    values: {
      one: sql`1`,
      price: 'v.unit_price',
      priced: sql`case when v.unit_price is not null then 1 end`,
      cost: 'v.unit_cost',
      costed: sql`case when v.unit_cost is not null then 1 end`,
    },
  }),
  /** Present stock. */
  levels: source({
    ...table('inventory_levels l'),
    keys: { variant: 'l.variant_id', location: 'l.location_id' },
    inOrderOf: ['variant'],
    values: {
      on_hand: 'l.quantity_on_hand',
      available: 'l.quantity_available',
      reserved: 'l.quantity_reserved',
      on_hold: 'l.quantity_on_hold',
      incoming: 'l.quantity_incoming',
      value: sql`case when l.quantity_on_hand = 0 or l.unvalued_quantity < l.quantity_on_hand then l.value end`,
      unvalued: 'l.unvalued_quantity',
      aged: {
        sql: sql`l.quantity_on_hand * (${TODAY} - ${dayOf(agedFrom('l'))})`,
        where: sql`l.quantity_on_hand > 0`,
      },
    },
  }),
  /** The same by lot. */
  lots: source({
    ...table('lot_levels l', { 'lots t': 'l.lot_id' }),
    keys: {
      variant: 'l.variant_id',
      location: 'l.location_id',
      lot: 'l.lot_id',
      supplier: 't.supplier_id',
      status: 't.status',
    },
    values: {
      on_hand: 'l.quantity',
      on_hold: sql`case when t.held then l.quantity else 0 end`,
      aged: { sql: sql`l.quantity * (${TODAY} - ${dayOf(sql`t.received_at`)})`, where: sql`l.quantity > 0` },
    },
  }),
  /** Stock in transit at present, by its destination. */
  under_way: source(onTheWay(sql`t.shipped_at is not null and t.received_at is null`)),
  /** Quantities shipped and received, likewise. */
  shipments: source({ ...onTheWay(), at: 'e.created_at' }),
  /** Stock below its reorder point. */
  low: source({
    from: sql`(${lowStockSql()}) w`,
    where: sql`true`,
    keys: { variant: 'w.variant_id', location: 'w.location_id' },
    values: { shortage: 'w.shortage', suggested: 'w.suggested_order_quantity' },
  }),
  /** What could be made of the available ingredients of a location; 0 if it lacks one of them. */
  buildable: source({
    from: sql`(
      select r.variant_id, l.location_id,
        case when count(*) filter (where l.quantity_available > 0) = max(i.ingredients)
        then floor(min(l.quantity_available / i.quantity) * r.output_quantity) else 0 end as units
      from (select distinct on (r.variant_id) r.variant_id, r.id, r.output_quantity from recipes r
        where ${ofTenant('r')} and r.active order by r.variant_id, r.id desc) r
      join (select i.recipe_id, i.variant_id, sum(i.quantity) as quantity,
          count(*) over (partition by i.recipe_id) as ingredients
        from recipe_items i where ${ofTenant('i')} group by i.recipe_id, i.variant_id) i on i.recipe_id = r.id
      join inventory_levels l on ${ofTenant('l')} and l.variant_id = i.variant_id
      group by r.id, r.variant_id, r.output_quantity, l.location_id) b`,
    where: sql`true`,
    keys: { variant: 'b.variant_id', location: 'b.location_id' },
    values: { units: 'b.units' },
  }),
  /** Policies: what is kept of each item where. */
  policies: source({
    ...table('inventory_policies y'),
    keys: { variant: 'y.variant_id', location: 'y.location_id' },
    values: { reorder_point: 'y.reorder_point' },
  }),
  /** Open orders: neither completed nor cancelled. */
  open_orders: source({
    ...table(
      'order_items i',
      { 'orders o': 'i.order_id' },
      sql`o.status in ('pending', 'reserved', 'partially_fulfilled')`,
    ),
    keys: ofOrderLine,
    values: {
      open: { sql: sql`true`, distinct: 'order' },
      outstanding: sql`i.quantity - i.quantity_fulfilled`,
      value: sql`(i.quantity - i.quantity_fulfilled) * i.unit_price`,
      unpriced: sql`case when i.unit_price is null then i.quantity - i.quantity_fulfilled end`,
    },
  }),
  /** Open purchase orders: neither drafts, completed nor cancelled. */
  open_purchases: source({
    ...table('purchase_order_items i', PURCHASE_OF_LINE, sql`po.status in ('submitted', 'partially_received')`),
    keys: ofPurchaseLine,
    values: {
      open: { sql: sql`true`, distinct: 'purchase_order' },
      outstanding: sql`i.quantity - i.quantity_received`,
      value: sql`(i.quantity - i.quantity_received) * i.unit_cost * coalesce(po.exchange_rate, 1)`,
      uncosted: sql`case when i.unit_cost is null then i.quantity - i.quantity_received end`,
    },
  }),
  /**
   * Days that ended without stock of a variant that is sold there, one row per day. Few entries empty a level, so the
   * entry after each of them is looked up separately.
   */
  empty_days: source({
    from: ({ from, to }) => sql`(
      select z.variant_id, z.location_id, day::date as day, (d.day_mean * d.own_share)::numeric as missed from (
        select e.variant_id, e.location_id, ${dayOf(sql`e.created_at`)} as from_day,
          coalesce((select ${dayOf(sql`n.created_at`)} from ledger_entries n
          where ${ofTenant('n')} and n.variant_id = e.variant_id and n.location_id = e.location_id
                and n.sequence = e.sequence + 1 limit 1), ${TODAY}) as until_day
        from ledger_entries e
        where ${ofTenant('e')} and e.quantity_on_hand_after <= 0 and (select true from ledger_entries s
          where ${ofTenant('s')} and s.variant_id = e.variant_id and s.location_id = e.location_id
                and s.entry_type = 'order_fulfilled' limit 1)) z
      left join demand_patterns d on ${ofTenant('d')} and d.variant_id = z.variant_id and d.location_id = z.location_id,
      generate_series(greatest(z.from_day, ${from}), least(z.until_day - 1, ${to}), interval '1 day') day) x`,
    where: sql`true`,
    keys: { variant: 'x.variant_id', location: 'x.location_id' },
    on: 'x.day',
    isProbed: true,
    values: { days: sql`1`, missed: sql`coalesce(x.missed, 0)` },
  }),
  /** Daily demand, as insights compute it, over all locations: without what one sends to others that it feeds. */
  patterns: source({
    ...table('demand_patterns d', {}, IS_CURRENT),
    keys: { variant: 'd.variant_id' },
    values: { daily: sql`(d.day_mean * d.leaving_share)::numeric` },
  }),
  /** The same by location: what it sends to others is demand there, too. */
  patterns_at: source({
    ...table('demand_patterns d', {}, IS_CURRENT),
    keys: { variant: 'd.variant_id', location: 'd.location_id' },
    values: { daily: sql`d.day_mean::numeric` },
  }),
  /** What is available and will be sold before it expires, at those daily sales. */
  lasting: source({
    from: sql`(
      select l.variant_id, l.location_id, l.quantity_available
        - (${unusedAt(sql`x.days`, sql`x.due`, sql`d.day_mean`, { reserved: sql`l.quantity_reserved` })})::numeric as
        units
      from inventory_levels l
      left join demand_patterns d on ${ofTenant('d')} and d.variant_id = l.variant_id and d.location_id = l.location_id
        and d.through = ${TODAY} - 1
      left join (${expiringBy(['variant_id', 'location_id'])}) x on x.variant_id = l.variant_id
        and x.location_id = l.location_id
      where ${ofTenant('l')}) w`,
    where: sql`true`,
    keys: { variant: 'w.variant_id', location: 'w.location_id' },
    values: { units: 'w.units' },
  }),
  /** Forecasts for all locations together, as made beforehand, and the actual demand. */
  forecasts: source({ ...scored(sql`k.location_id is null`), keys: { variant: 'k.variant_id' } }),
  /** The same by location. */
  forecasts_at: source({
    ...scored(sql`k.location_id is not null`),
    keys: { variant: 'k.variant_id', location: 'k.location_id' },
  }),
} as const satisfies { readonly [name: string]: Source };

export type SourceName = keyof typeof sources;
/** The source, in the type that all of them have. */
export const sourceNamed = (name: SourceName): Source => sources[name];
