import { type RawBuilder, sql } from 'kysely';
import { dayOf, TODAY } from '../../domain/planning/reports/days.ts';
import type { Period } from '../../kernel/calendar.ts';
import { allOf, type Condition } from '../../store/rows.ts';
import { ofTenant } from '../../store/tenant.ts';
import type { ToolArguments } from '../tools.ts';
import { atPlaces, during, fromSuppliers, inStatus, isNamed, ofItems, selecting, within } from './read.ts';

/* Documents: one by its number, or those of a status, a time and what they are about. */

/** By the number people say, or the client's own reference, where there is one. */
const called = (number: string | undefined, hasReference = true): Condition[] =>
  number === undefined
    ? []
    : [hasReference ? sql`(d.number = ${number} or d.reference = ${number})` : sql`d.number = ${number}`];

const lines = (table: string, parent: string) =>
  sql`join ${sql.table(table)} i on ${ofTenant('i')} and ${sql.ref(`i.${parent}`)} = d.id join variants v on ${ofTenant('v')} and v.id = i.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id`;

/** Documents that have a line with the items that were named. */
const about = (table: string, parent: string, given: Parameters<typeof ofItems>[0]): Condition[] =>
  isNamed(given)
    ? [
        sql`exists (select from ${sql.table(table)} i join variants v on ${ofTenant('v')} and v.id = i.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id where ${ofTenant('i')} and ${sql.ref(`i.${parent}`)} = d.id and ${allOf(ofItems(given))})`,
      ]
    : [];

// ---- orders ----

export const orderLookup = {
  areas: ['orders'] as const,
  run: (asked: Parameters<typeof orderLines.run>[0], { number }: ToolArguments<'order_lookup'>) =>
    orderLines.run(asked, { number, limit: 50 }),
};

const orderLines = selecting<ToolArguments<'order_lookup'> & { limit: number }>(['orders'], ({ number }) => ({
  rows: sql`
    select d.number, d.status, l.name as location_name, v.sku, i.quantity, i.quantity_fulfilled, ${dayOf(sql`d.created_at`)} as created_on, ${dayOf(sql`d.fulfilled_at`)} as fulfilled_on
    from orders d join locations l on ${ofTenant('l')} and l.id = d.location_id ${lines('order_items', 'order_id')} where ${ofTenant('d')} and ${allOf(called(number))}`,
  order: sql`number, sku`,
}));

const openOrders = { open: ['pending', 'reserved', 'partially_fulfilled'] } as const;

/** When a document reached the status that is asked for, else when it was made. */
const reached = (status: string | undefined, moments: { [status: string]: string }): RawBuilder<unknown> =>
  sql.ref(`d.${(status && moments[status]) ?? 'created_at'}`);

export const ordersList = selecting<ToolArguments<'orders_list'>>(['orders'], given => ({
  rows: sql`
    select d.id, d.number, d.status, l.name as location_name, i.item_count, i.total_quantity, ${dayOf(sql`d.created_at`)} as created_on
    from orders d join locations l on ${ofTenant('l')} and l.id = d.location_id
    join lateral (select count(*) as item_count, sum(i.quantity) as total_quantity from order_items i where ${ofTenant('i')} and i.order_id = d.id) i on true
    where ${ofTenant('d')} and ${allOf([
      ...inStatus(sql`d.status`, given.status, openOrders),
      ...during(reached(given.status, { fulfilled: 'fulfilled_at', cancelled: 'cancelled_at' }), given.period),
      ...about('order_items', 'order_id', given),
      ...atPlaces(given),
    ])}`,
  order: sql`${given.sortBy === 'quantity' ? sql`total_quantity` : sql`id`} ${given.order === 'asc' ? sql`asc` : sql`desc`}, id desc`,
}));

// ---- purchase orders and suppliers ----

const openPurchases = {
  open: ['submitted', 'partially_received'],
  overdue: ['submitted', 'partially_received'],
} as const;

/** A time ahead is when they are expected; a time past is when they came, if that is asked for, else when they were made. */
function purchasedIn(status: string | undefined, period: Period | undefined): Condition[] {
  if (!period) return [];
  const made = status === 'received' ? during(sql`d.received_at`, period) : during(sql`d.created_at`, period);
  return [
    sql`case when ${period.to}::date is null or ${period.to}::date > ${TODAY} then ${allOf([...within(sql`d.expected_on`, period), ...(status ? [] : [sql`d.status in ('draft', 'submitted', 'partially_received')`])])} else ${allOf(made)} end`,
  ];
}

export const purchaseOrders = selecting<ToolArguments<'purchase_orders'>>(['purchasing', 'catalog'], given => ({
  rows: sql`
    select d.id, d.number, d.status, s.name as supplier_name, v.sku, i.quantity as quantity_ordered,
      case when d.status in ('draft', 'submitted', 'partially_received') then i.quantity - i.quantity_received else 0 end as quantity_outstanding, d.expected_on,
      ${dayOf(sql`d.received_at`)} as received_on
    from purchase_orders d join locations l on ${ofTenant('l')} and l.id = d.location_id left join suppliers s on ${ofTenant('s')} and s.id = d.supplier_id ${lines('purchase_order_items', 'purchase_order_id')}
    where ${ofTenant('d')} and ${allOf([
      ...called(given.number),
      ...inStatus(sql`d.status`, given.status, openPurchases),
      ...(given.status === 'overdue' ? [sql`d.expected_on < ${TODAY}`] : []),
      ...purchasedIn(given.status, given.period),
      ...ofItems(given),
      ...atPlaces(given),
      ...fromSuppliers(given, 'd'),
    ])}`,
  // What is still to come first, the next of it at the top; then what came last.
  order: sql`status not in ('submitted', 'partially_received'), case when status in ('submitted', 'partially_received') then expected_on end nulls last,
    received_on desc nulls last, id desc, sku`,
}));

const sorts = { lead_time: sql`average_lead_time_days`, on_time: sql`on_time_percent`, name: sql`supplier_name` };

export const supplierPerformance = selecting<ToolArguments<'supplier_performance'>>(
  ['purchasing', 'catalog'],
  given => ({
    rows: sql`
    select s.id, s.name as supplier_name, count(d.id) filter (where d.arrived_on is not null) as received_order_count,
      round(avg(d.arrived_on - d.submitted_on), 1) as average_lead_time_days,
      round(100.0 * count(*) filter (where d.arrived_on <= d.expected_on) / nullif(count(*) filter (where d.arrived_on is not null and d.expected_on is not null), 0), 1) as on_time_percent,
      round(avg(d.arrived_on - d.expected_on), 1) as average_delay_days, count(d.id) filter (where d.is_open) as open_order_count
    from suppliers s left join (
      select d.id, d.supplier_id, d.expected_on, ${dayOf(sql`d.received_at`)} as arrived_on, ${dayOf(sql`d.submitted_at`)} as submitted_on, d.status in ('submitted', 'partially_received') as is_open
      from purchase_orders d where ${ofTenant('d')} and ${allOf(during(sql`coalesce(d.received_at, d.created_at)`, given.period))}) d on d.supplier_id = s.id
    where ${ofTenant('s')} and ${given.supplierIds ? sql`s.id = any(${given.supplierIds}::uuid[])` : sql`true`} group by s.id, s.name`,
    order: sql`${sorts[given.sortBy]} ${given.order === 'asc' || given.sortBy === 'name' ? sql`asc` : sql`desc`} nulls last, supplier_name`,
  }),
);

// ---- transfers, counts, returns, batches ----

const openTransfers = { open: ['pending', 'shipped', 'partially_received'] } as const;

export const transfers = selecting<ToolArguments<'transfers'>>(['transfers'], given => {
  const either =
    atPlaces(given).length > 0
      ? [
          sql`exists (select from locations l where ${ofTenant('l')} and l.id in (d.source_location_id, d.destination_location_id) and ${allOf(atPlaces(given))})`,
        ]
      : [];
  return {
    rows: sql`
      select d.id, d.number, d.status, a.name as source_name, b.name as destination_name, v.sku, i.quantity, i.quantity_received, ${dayOf(sql`d.shipped_at`)} as shipped_on
      from stock_transfers d join locations a on ${ofTenant('a')} and a.id = d.source_location_id join locations b on ${ofTenant('b')} and b.id = d.destination_location_id ${lines('stock_transfer_items', 'transfer_id')}
      where ${ofTenant('d')} and ${allOf([
        ...called(given.number),
        ...inStatus(sql`d.status`, given.status, openTransfers),
        ...during(reached(given.status, { shipped: 'shipped_at', received: 'received_at' }), given.period),
        ...(given.sourceLocationIds ? [sql`a.id = any(${given.sourceLocationIds}::uuid[])`] : []),
        ...(given.destinationLocationIds ? [sql`b.id = any(${given.destinationLocationIds}::uuid[])`] : []),
        ...either,
        ...ofItems(given),
      ])}`,
    order: sql`id desc, sku`,
  };
});

export const cycleCounts = selecting<ToolArguments<'cycle_counts'>>(['counts'], given => ({
  rows: sql`
    select d.id, l.name as location_name, d.status, ${dayOf(sql`d.started_at`)} as started_on, ${dayOf(sql`d.completed_at`)} as completed_on, i.item_count, i.counted_count, i.total_variance
    from cycle_counts d join locations l on ${ofTenant('l')} and l.id = d.location_id
    join lateral (
      select count(*) as item_count, count(i.counted_quantity) as counted_count, sum(i.variance) as total_variance
      from cycle_count_items i join variants v on ${ofTenant('v')} and v.id = i.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id where ${ofTenant('i')} and i.count_id = d.id and ${allOf(ofItems(given))}) i on true
    where ${ofTenant('d')} and ${allOf([
      ...inStatus(sql`d.status`, given.status, { open: ['draft', 'in_progress'] }),
      ...during(sql`coalesce(d.completed_at, d.started_at, d.created_at)`, given.period),
      ...(isNamed(given) ? [sql`i.item_count > 0`] : []),
      ...atPlaces(given),
    ])}`,
  order: sql`id desc`,
}));

const returnGroups = { product: sql`product_name`, reason: sql`reason`, condition: sql`condition` };

export const returns = selecting<ToolArguments<'returns'>>(['returns'], given => {
  const rows = sql`
    select d.id, d.number, d.status, o.number as order_number, v.sku, p.name as product_name, i.quantity, i.condition, d.reason, ${dayOf(sql`d.received_at`)} as received_on
    from return_authorizations d join orders o on ${ofTenant('o')} and o.id = d.order_id join locations l on ${ofTenant('l')} and l.id = d.location_id ${lines('return_authorization_items', 'return_authorization_id')}
    where ${ofTenant('d')} and ${allOf([
      ...called(given.number, false),
      ...(given.orderNumber ? [sql`(o.number = ${given.orderNumber} or o.reference = ${given.orderNumber})`] : []),
      ...inStatus(sql`d.status`, given.status, {}),
      ...(given.condition ? [sql`i.condition = ${given.condition}`] : []),
      ...during(sql`coalesce(d.received_at, d.created_at)`, given.period),
      ...ofItems(given),
      ...atPlaces(given),
    ])}`;
  if (!given.groupBy || given.aggregate) return { rows, order: sql`id desc, sku` };
  return {
    rows: sql`select ${returnGroups[given.groupBy]} as "group", sum(quantity) as quantity, count(distinct id) as return_count from (${rows}) r group by 1`,
    order: sql`quantity desc, "group"`,
    columns: ['group', 'quantity', 'return_count'],
  };
});

export const productionBatches = selecting<ToolArguments<'production_batches'>>(['manufacturing'], given => ({
  rows: sql`
    select d.id, d.number, d.status, v.sku, l.name as location_name, d.planned_quantity, d.actual_quantity_produced, ${dayOf(sql`d.started_at`)} as started_on, ${dayOf(sql`d.completed_at`)} as completed_on
    from production_batches d join locations l on ${ofTenant('l')} and l.id = d.location_id join variants v on ${ofTenant('v')} and v.id = d.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id
    where ${ofTenant('d')} and ${allOf([
      ...called(given.number, false),
      ...inStatus(sql`d.status`, given.status, { open: ['planned', 'in_progress'] }),
      ...during(sql`coalesce(d.completed_at, d.started_at, d.created_at)`, given.period),
      ...ofItems(given),
      ...atPlaces(given),
    ])}`,
  order: sql`id desc`,
}));
