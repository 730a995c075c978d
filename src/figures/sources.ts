import { type RawBuilder, sql } from 'kysely';
import { dayOf, TODAY } from '../domain/planning/reports/days.ts';
import { agedFrom } from '../domain/planning/reports/inventory-aging.ts';
import type { EntryType } from '../domain/stock/ledger.ts';
import { ofTenant } from '../store/tenant.ts';

/*
 * Where figures come from: rows of facts, the records that each is about, and what can be added up of it. Measures are made of these,
 * and nothing else reads a table.
 */

type Sql = RawBuilder<unknown>;

/** What a fact may be about. Dimensions and filters are reached through these. */
export const KEYS = [
  'variant',
  'location',
  'supplier',
  'lot',
  'order',
  'purchase_order',
  'batch',
  'entry_type',
  'reason',
  'condition',
  'status',
] as const;
export type Key = (typeof KEYS)[number];

/** Something to add up of each fact. */
interface Value {
  sql: Sql;
  /** Only these facts have any of it, so that others need not be read. */
  where?: Sql;
  /** Counts different records instead of adding up; then `sql` is true where a fact counts. */
  distinct?: Key;
}

/** The days that are asked about, both included. */
export interface Days {
  from: Sql;
  to: Sql;
}

export interface Source {
  from: Sql | ((days: Days) => Sql);
  where: Sql;
  keys: { readonly [key in Key]?: Sql };
  /** When it happened: a moment, or a day. Without either it is what is now. */
  at?: { sql: Sql; type: 'timestamptz' | 'date' };
  values: { readonly [name: string]: Value };
}

const flag = (condition: Sql): Sql => sql`case when ${condition} then 1 else 0 end`;

const entry = (...types: EntryType[]): Sql => sql`e.entry_type in (${sql.join(types.map(type => sql.lit(type)))})`;

/** Units of these movements, as a number that is not negative for what normally happens. */
const moved = (sign: 1 | -1, ...types: EntryType[]): Value => ({
  sql: sql`case when ${entry(...types)} then ${sign === 1 ? sql`e.quantity_change` : sql`-e.quantity_change`} end`,
  where: entry(...types),
});

const referring = (type: string): Sql => sql`case when e.reference_type = ${sql.lit(type)} then e.reference_id end`;

/** What movements took from the value of the stock. */
const valued = (...types: EntryType[]): Value => ({
  sql: sql`case when ${entry(...types)} then -e.value_change end`,
  where: entry(...types),
});

/** Sales and what came back of them. */
const SALE = entry('order_fulfilled', 'return_received', 'return_disposed');

/** What the order said that a unit costs the customer, for entries from before the ledger kept what goods were sold for: of several lines of a variant, their mean. */
const price = sql`(
  select sum(i.quantity * i.unit_price) / nullif(sum(i.quantity), 0) from order_items i
  where ${ofTenant('i')} and i.order_id = e.reference_id and i.variant_id = e.variant_id and i.unit_price is not null)`;
const revenue = sql`case when e.revenue is not null or e.unvalued_quantity is not null then e.revenue
  when ${entry('order_fulfilled')} then round(-e.quantity_change * ${price}, 4) end`;

export const sources = {
  /** Every movement of stock. */
  movements: {
    from: sql`ledger_entries e`,
    where: ofTenant('e'),
    keys: {
      variant: sql`e.variant_id`,
      location: sql`e.location_id`,
      lot: sql`e.lot_id`,
      order: referring('order'),
      purchase_order: referring('purchase_order'),
      batch: referring('production_batch'),
      entry_type: sql`e.entry_type`,
      reason: sql`e.reason`,
    },
    at: { sql: sql`e.created_at`, type: 'timestamptz' },
    values: {
      net: { sql: sql`e.quantity_change` },
      sold: moved(-1, 'order_fulfilled'),
      orders: { sql: entry('order_fulfilled'), where: entry('order_fulfilled'), distinct: 'order' },
      returned: {
        sql: sql`case when ${entry('return_received', 'return_disposed')} then e.quantity end`,
        where: entry('return_received', 'return_disposed'),
      },
      restocked: moved(1, 'return_received'),
      produced: moved(1, 'production_output'),
      used: moved(-1, 'production_consumed'),
      wasted: moved(-1, 'waste', 'production_wasted'),
      waste_value: valued('waste', 'production_wasted'),
      cogs: {
        sql: sql`case when ${SALE} then -e.value_change else e.cogs_change - coalesce(e.adjusted_change, 0) end`,
        where: sql`(${SALE} or e.cogs_change is not null)`,
      },
      uncosted: {
        sql: sql`case when ${entry('order_fulfilled')} then coalesce(-e.unvalued_change, -e.quantity_change) end`,
        where: entry('order_fulfilled'),
      },
      value: { sql: sql`e.value_change` },
      adjusted: moved(1, 'adjustment', 'cycle_count_adjustment'),
      moved_in: moved(1, 'transfer_in'),
      moved_out: moved(-1, 'transfer_out'),
      lost: moved(-1, 'transfer_loss'),
    },
  },
  /** Sales with what they brought, and returns with what was given back. */
  sales: {
    from: sql`(select e.*, ${revenue} as brought from ledger_entries e where ${ofTenant('e')} and ${SALE}) e`,
    where: sql`true`,
    keys: {
      variant: sql`e.variant_id`,
      location: sql`e.location_id`,
      lot: sql`e.lot_id`,
      order: referring('order'),
      entry_type: sql`e.entry_type`,
    },
    at: { sql: sql`e.created_at`, type: 'timestamptz' },
    values: {
      revenue: { sql: sql`e.brought` },
      unpriced: { sql: sql`case when e.brought is null and ${entry('order_fulfilled')} then -e.quantity_change end` },
    },
  },
  /** Sales from before the move to this service. */
  history: {
    from: sql`demand_history h`,
    where: sql`${ofTenant('h')} and h.quantity > 0`,
    keys: { variant: sql`h.variant_id`, location: sql`h.location_id` },
    at: { sql: sql`h.date`, type: 'date' },
    values: { sold: { sql: sql`h.quantity` } },
  },
  /** What came from suppliers. */
  receipts: {
    from: sql`ledger_entries e left join purchase_orders po on ${ofTenant('po')} and po.id = e.reference_id
      left join (select i.purchase_order_id, i.variant_id, sum(i.quantity * i.unit_cost) / nullif(sum(i.quantity), 0) as cost
        from purchase_order_items i where ${ofTenant('i')} and i.unit_cost is not null group by i.purchase_order_id, i.variant_id) c
        on c.purchase_order_id = e.reference_id and c.variant_id = e.variant_id`,
    where: sql`${ofTenant('e')} and ${entry('purchase_received')}`,
    keys: {
      variant: sql`e.variant_id`,
      location: sql`e.location_id`,
      lot: sql`e.lot_id`,
      purchase_order: sql`e.reference_id`,
      supplier: sql`po.supplier_id`,
      entry_type: sql`e.entry_type`,
      status: sql`po.status`,
    },
    at: { sql: sql`e.created_at`, type: 'timestamptz' },
    values: {
      received: { sql: sql`e.quantity_change` },
      paid: { sql: sql`round(e.quantity_change * c.cost, 4)` },
      priced: { sql: sql`case when c.cost is not null then e.quantity_change end` },
    },
  },
  /** Orders by when they were made. */
  order_book: {
    from: sql`order_items i join orders o on ${ofTenant('o')} and o.id = i.order_id`,
    where: ofTenant('i'),
    keys: {
      variant: sql`i.variant_id`,
      location: sql`o.location_id`,
      order: sql`o.id`,
      status: sql`o.status`,
    },
    at: { sql: sql`o.created_at`, type: 'timestamptz' },
    values: {
      made: { sql: sql`true`, distinct: 'order' },
      ordered: { sql: sql`case when o.status <> 'cancelled' then i.quantity end` },
      fulfilled: { sql: sql`case when o.status <> 'cancelled' then i.quantity_fulfilled end` },
    },
  },
  /** Purchase orders by when they were received whole. */
  purchases: {
    from: sql`purchase_orders po`,
    where: sql`${ofTenant('po')} and po.received_at is not null`,
    keys: {
      location: sql`po.location_id`,
      supplier: sql`po.supplier_id`,
      purchase_order: sql`po.id`,
      status: sql`po.status`,
    },
    at: { sql: sql`po.received_at`, type: 'timestamptz' },
    values: {
      lead_days: { sql: sql`extract(epoch from po.received_at - po.submitted_at)::numeric / 86400` },
      timed: { sql: flag(sql`po.submitted_at is not null`) },
      due: { sql: flag(sql`po.expected_on is not null`) },
      on_time: { sql: flag(sql`po.expected_on >= ${dayOf(sql`po.received_at`)}`) },
    },
  },
  /** The same, line by line: where they are told apart by what was bought. */
  purchase_lines: {
    from: sql`purchase_order_items i join purchase_orders po on ${ofTenant('po')} and po.id = i.purchase_order_id`,
    where: sql`${ofTenant('i')} and po.received_at is not null`,
    keys: {
      variant: sql`i.variant_id`,
      location: sql`po.location_id`,
      supplier: sql`po.supplier_id`,
      purchase_order: sql`po.id`,
      status: sql`po.status`,
    },
    at: { sql: sql`po.received_at`, type: 'timestamptz' },
    values: {
      lead_days: { sql: sql`extract(epoch from po.received_at - po.submitted_at)::numeric / 86400` },
      timed: { sql: flag(sql`po.submitted_at is not null`) },
      due: { sql: flag(sql`po.expected_on is not null`) },
      on_time: { sql: flag(sql`po.expected_on >= ${dayOf(sql`po.received_at`)}`) },
    },
  },
  /** Returns as they were received, with the condition of what came back. */
  returns: {
    from: sql`return_authorization_items i join return_authorizations r on ${ofTenant('r')} and r.id = i.return_authorization_id`,
    where: sql`${ofTenant('i')} and r.received_at is not null`,
    keys: {
      variant: sql`i.variant_id`,
      location: sql`r.location_id`,
      lot: sql`i.lot_id`,
      order: sql`r.order_id`,
      condition: sql`i.condition`,
      status: sql`r.status`,
      reason: sql`r.reason`,
    },
    at: { sql: sql`r.received_at`, type: 'timestamptz' },
    values: { returned: { sql: sql`i.quantity` } },
  },
  /** Stock as it is now. */
  levels: {
    from: sql`inventory_levels l`,
    where: ofTenant('l'),
    keys: { variant: sql`l.variant_id`, location: sql`l.location_id` },
    values: {
      on_hand: { sql: sql`l.quantity_on_hand` },
      available: { sql: sql`l.quantity_available` },
      reserved: { sql: sql`l.quantity_reserved` },
      on_hold: { sql: sql`l.quantity_on_hold` },
      incoming: { sql: sql`l.quantity_incoming` },
      value: {
        sql: sql`case when l.quantity_on_hand = 0 or l.unvalued_quantity < l.quantity_on_hand then l.value end`,
      },
      unvalued: { sql: sql`l.unvalued_quantity` },
      aged: {
        sql: sql`l.quantity_on_hand * (${TODAY} - ${dayOf(agedFrom('l'))})`,
        where: sql`l.quantity_on_hand > 0`,
      },
    },
  },
  /** The same, lot by lot. */
  lots: {
    from: sql`lot_levels l join lots t on ${ofTenant('t')} and t.id = l.lot_id`,
    where: ofTenant('l'),
    keys: {
      variant: sql`l.variant_id`,
      location: sql`l.location_id`,
      lot: sql`l.lot_id`,
      supplier: sql`t.supplier_id`,
      status: sql`t.status`,
    },
    values: {
      on_hand: { sql: sql`l.quantity` },
      on_hold: { sql: sql`case when t.held then l.quantity else 0 end` },
      aged: { sql: sql`l.quantity * (${TODAY} - ${dayOf(sql`t.received_at`)})`, where: sql`l.quantity > 0` },
    },
  },
  /** Orders that are neither finished nor cancelled. */
  open_orders: {
    from: sql`order_items i join orders o on ${ofTenant('o')} and o.id = i.order_id`,
    where: sql`${ofTenant('i')} and o.status in ('pending', 'reserved', 'partially_fulfilled')`,
    keys: {
      variant: sql`i.variant_id`,
      location: sql`o.location_id`,
      order: sql`o.id`,
      status: sql`o.status`,
    },
    values: {
      open: { sql: sql`true`, distinct: 'order' },
      outstanding: { sql: sql`i.quantity - i.quantity_fulfilled` },
    },
  },
  open_purchases: {
    from: sql`purchase_order_items i join purchase_orders po on ${ofTenant('po')} and po.id = i.purchase_order_id`,
    where: sql`${ofTenant('i')} and po.status in ('submitted', 'partially_received')`,
    keys: {
      variant: sql`i.variant_id`,
      location: sql`po.location_id`,
      supplier: sql`po.supplier_id`,
      purchase_order: sql`po.id`,
      status: sql`po.status`,
    },
    values: {
      open: { sql: sql`true`, distinct: 'purchase_order' },
      outstanding: { sql: sql`i.quantity - i.quantity_received` },
    },
  },
  /** Days that ended with nothing on hand of what is sold there: a row a day. */
  empty_days: {
    from: ({ from, to }) => sql`(
      select z.variant_id, z.location_id, day::date as day, d.day_mean::numeric as missed from (
        select e.variant_id, e.location_id, ${dayOf(sql`e.created_at`)} as from_day, coalesce(${dayOf(sql`n.created_at`)}, ${TODAY}) as until_day
        from ledger_entries e left join ledger_entries n on ${ofTenant('n')} and n.variant_id = e.variant_id and n.location_id = e.location_id and n.sequence = e.sequence + 1
        where ${ofTenant('e')} and e.quantity_on_hand_after <= 0
          and exists (select from ledger_entries s where ${ofTenant('s')} and s.variant_id = e.variant_id and s.location_id = e.location_id and s.entry_type = 'order_fulfilled')) z
      left join demand_patterns d on ${ofTenant('d')} and d.variant_id = z.variant_id and d.location_id = z.location_id,
      generate_series(greatest(z.from_day, ${from}), least(z.until_day - 1, ${to}), interval '1 day') day) x`,
    where: sql`true`,
    keys: { variant: sql`x.variant_id`, location: sql`x.location_id` },
    at: { sql: sql`x.day`, type: 'date' },
    values: { days: { sql: sql`1` }, missed: { sql: sql`coalesce(x.missed, 0)` } },
  },
  /** How much is sold a day, as insights reckon. */
  patterns: {
    from: sql`demand_patterns d`,
    where: sql`${ofTenant('d')} and d.through = ${TODAY} - 1`,
    keys: { variant: sql`d.variant_id`, location: sql`d.location_id` },
    values: { daily: { sql: sql`d.day_mean::numeric` } },
  },
  /** How far off forecasts were when they were tried on the past. */
  forecasts: {
    from: sql`forecasts f`,
    where: sql`${ofTenant('f')} and f.location_id is null and f.forecast #>> '{accuracy,mase}' is not null`,
    keys: { variant: sql`f.variant_id` },
    values: {
      error: { sql: sql`(f.forecast #>> '{accuracy,mase}')::numeric` },
      tried: { sql: sql`1` },
    },
  },
} as const satisfies { readonly [name: string]: Source };

export type SourceName = keyof typeof sources;
export const sourceNamed = (name: SourceName): Source => sources[name];
