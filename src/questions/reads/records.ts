import { sql } from 'kysely';
import { policiesInForce } from '../../domain/inventory-policies.ts';
import { dayOf, TODAY } from '../../domain/planning/reports/days.ts';
import { tracesBackward, tracesForward } from '../../domain/traces.ts';
import type { Row } from '../../kernel/view.ts';
import { allOf } from '../../store/rows.ts';
import { ofTenant } from '../../store/tenant.ts';
import type { ToolArguments } from '../tools.ts';
import { among, atPlaces, during, fromSuppliers, named, ofItems, selecting, type ToolRead, within } from './read.ts';

/* The catalogue, policies, the ledger and lots. */

const fields = {
  sku: sql`v.sku`,
  barcode: sql`v.barcode`,
  price: sql`v.unit_price`,
  cost: sql`v.unit_cost`,
  category: sql`p.category`,
  supplier: sql`v.supplier_id`,
  unit: sql`v.unit`,
  variants: sql`v.name`,
  lot_tracked: sql`v.lot_tracked`,
  status: sql`p.status`,
};

export const productLookup = selecting<ToolArguments<'product_lookup'>>(['catalog'], given => ({
  rows: sql`
    select ${given.field === 'sku' || given.field === 'variants' ? sql`v.id` : sql`p.id`} as id, v.sku, p.name as product_name, v.name as variant_name, v.barcode, p.category, v.unit, v.unit_price, v.unit_cost,
      s.name as supplier_name, p.status, v.lot_tracked
    from variants v join products p on ${ofTenant('p')} and p.id = v.product_id left join suppliers s on ${ofTenant('s')} and s.id = v.supplier_id where ${ofTenant('v')} and ${allOf([...ofItems(given), ...fromSuppliers(given), ...(given.unset && given.field ? [sql`${fields[given.field]} is null`] : [])])}`,
  order:
    given.sortBy === 'name'
      ? sql`product_name, sku`
      : sql`${sql.ref(`unit_${given.sortBy}`)} ${given.order === 'asc' ? sql`asc` : sql`desc`} nulls last, product_name, sku`,
}));

export const policyLookup = selecting<ToolArguments<'policy_lookup'>>(['inventory'], given => ({
  rows: sql`
    select v.sku, p.name as product_name, l.name as location_name, t.reorder_point, t.reorder_quantity, t.lead_time_days, t.safety_stock
    from (${policiesInForce()}) t left join inventory_policies i on ${ofTenant('i')} and i.variant_id = t.variant_id and i.location_id = t.location_id
    join variants v on ${ofTenant('v')} and v.id = t.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id join locations l on ${ofTenant('l')} and l.id = t.location_id
    where i.id is ${given.unset ? sql`null` : sql`not null`} and ${named(given)}`,
  order: sql`product_name, sku, location_name`,
}));

const entryTypes = {
  adjustment: ['adjustment'],
  receipt: ['purchase_received'],
  transfer: ['transfer_out', 'transfer_in', 'transfer_loss'],
  sale: ['order_fulfilled'],
  return: ['return_received', 'return_disposed'],
  count: ['cycle_count_adjustment'],
  production: ['production_consumed', 'production_wasted', 'production_output'],
  waste: ['waste', 'production_wasted'],
};

export const movementHistory = selecting<ToolArguments<'movement_history'>>(['inventory'], given => {
  const entries = sql`select e.* from ledger_entries e where ${ofTenant('e')} and ${allOf([
    ...(given.entryType ? [sql`e.entry_type = any(${entryTypes[given.entryType]})`] : []),
    ...(given.reason ? [sql`e.reason = ${given.reason}`] : []),
    ...during(sql`e.created_at`, given.period),
    ...among(given, 'e'),
  ])}`;
  return {
    rows: sql`
      select e.id, e.created_at as occurred_at, e.entry_type, v.sku, l.name as location_name, e.quantity_change, e.quantity_on_hand_after, e.reason, e.actor
      from (${entries} order by e.created_at desc, e.id desc limit ${given.limit}) e join variants v on ${ofTenant('v')} and v.id = e.variant_id join locations l on ${ofTenant('l')} and l.id = e.location_id`,
    order: sql`occurred_at desc, id desc`,
    counted: entries,
  };
});

// ---- lots ----

export const expiringLots = selecting<ToolArguments<'expiring_lots'>>(['traceability'], given => {
  const window = given.expired
    ? [sql`t.expiry_date < ${TODAY}`, ...within(sql`t.expiry_date`, given.period)]
    : given.period
      ? within(sql`t.expiry_date`, given.period)
      : [sql`t.expiry_date - ${TODAY} between 0 and ${given.days}`];
  return {
    rows: sql`
      select t.lot_number, v.sku, p.name as product_name, l.name as location_name, t.expiry_date, t.expiry_date - ${TODAY} as days_until_expiry, s.quantity
      from lots t join lot_levels s on ${ofTenant('s')} and s.lot_id = t.id and s.quantity > 0 join variants v on ${ofTenant('v')} and v.id = t.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id join locations l on ${ofTenant('l')} and l.id = s.location_id
      where ${ofTenant('t')} and ${allOf([...window, sql`t.status in ('active', 'quarantine')`, ...ofItems(given), ...atPlaces(given), ...fromSuppliers(given, 't')])}`,
    order: sql`expiry_date, lot_number, location_name`,
  };
});

export const lots = selecting<ToolArguments<'lots'>>(['traceability'], given => ({
  rows: sql`
    select t.id, t.lot_number, v.sku, p.name as product_name, t.status, t.expiry_date, t.quantity_remaining, ${dayOf(sql`t.received_at`)} as received_on
    from lots t join variants v on ${ofTenant('v')} and v.id = t.variant_id join products p on ${ofTenant('p')} and p.id = v.product_id
    where ${ofTenant('t')} and ${allOf([
      ...(given.lotNumber ? [sql`t.lot_number = ${given.lotNumber}`] : []),
      ...(given.status ? [sql`t.status = ${given.status}`] : []),
      ...during(sql`t.received_at`, given.period),
      ...ofItems(given),
      ...fromSuppliers(given, 't'),
      ...(atPlaces(given).length > 0
        ? [
            sql`exists (select from lot_levels s join locations l on ${ofTenant('l')} and l.id = s.location_id where ${ofTenant('s')} and s.lot_id = t.id and s.quantity > 0 and ${allOf(atPlaces(given))})`,
          ]
        : []),
    ])}`,
  order: sql`id desc`,
}));

const LOTS_TRACED = 5;

export const lotTrace: ToolRead<ToolArguments<'lot_trace'>> = {
  areas: ['traceability'],
  async run({ db }, { lotNumber, direction }) {
    const { rows } = await sql<Row & { id: string }>`
      select t.id, t.lot_number, t.quantity_initial, t.received_at, t.source_type, s.name as supplier_name, d.number as purchase_order from lots t
      left join suppliers s on ${ofTenant('s')} and s.id = t.supplier_id left join purchase_orders d on ${ofTenant('d')} and t.source_type = 'purchase_order' and d.id = t.source_id
      where ${ofTenant('t')} and t.lot_number = ${lotNumber} order by t.id limit ${LOTS_TRACED}`.execute(db);
    const ids = rows.map(row => row.id);
    const traces = direction === 'forward' ? await tracesForward(db, ids) : await tracesBackward(db, ids);
    const found = rows.flatMap(lot =>
      (direction === 'forward' ? wentTo(traces.get(lot.id)!) : cameFrom(lot, traces.get(lot.id)!)).map(row => ({
        lot_number: lot['lot_number'],
        location_name: null,
        ...row,
      })),
    );
    return { rows: found, total: found.length };
  },
};

const day = (moment: unknown): string | null => (typeof moment === 'string' ? moment.slice(0, 10) : null);
const listOf = (row: Row, field: string): Row[] => (row[field] ?? []) as Row[];

const wentTo = (trace: Row): Row[] => [
  ...listOf(trace, 'affectedOrders').map(order => ({
    kind: 'order',
    reference: order['number'],
    quantity: sumOf(listOf(order, 'lots')),
    occurred_on: day(order['fulfilledAt']),
  })),
  ...listOf(trace, 'descendantLots').map(lot => ({
    kind: 'lot made of it',
    reference: lot['lotNumber'],
    quantity: lot['quantityInitial'],
    occurred_on: null,
  })),
  ...listOf(trace, 'stockByLocation').map(stock => ({
    kind: 'still in stock',
    reference: null,
    location_name: stock['locationName'],
    quantity: stock['quantity'],
    occurred_on: null,
  })),
];

function cameFrom(lot: Row, trace: Row): Row[] {
  const batch = trace['sourceBatch'] as Row | null;
  const received = { quantity: lot['quantity_initial'], occurred_on: day(lot['received_at']) };
  return [
    ...(lot['supplier_name'] ? [{ kind: 'supplier', reference: lot['supplier_name'], ...received }] : []),
    ...(lot['purchase_order'] ? [{ kind: 'purchase order', reference: lot['purchase_order'], ...received }] : []),
    ...(batch
      ? [
          {
            kind: 'production batch',
            reference: batch['number'],
            quantity: batch['actualQuantityProduced'] ?? batch['plannedQuantity'],
            occurred_on: day(batch['completedAt']),
          },
        ]
      : []),
    ...(batch || lot['purchase_order'] || lot['supplier_name']
      ? []
      : [{ kind: `an ${lot['source_type']}`, reference: null, ...received }]),
    ...listOf(trace, 'inputLots').map(input => ({
      kind: 'input lot',
      reference: input['lotNumber'],
      quantity: input['quantityUsed'],
      occurred_on: null,
    })),
  ];
}

/** Quantities have four decimals. */
const sumOf = (portions: readonly Row[]): number =>
  portions.reduce((sum, portion) => sum + Math.round(Number(portion['quantity']) * 10_000), 0) / 10_000;
