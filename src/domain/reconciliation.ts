import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { listQuery } from '../kernel/operation.ts';
import { pageOf, paging } from '../kernel/page.ts';
import type { Db } from '../kernel/unit.ts';
import { computedBeside } from '../store/beside.ts';
import { everyonesRows, type RowsOf, tenantsRows } from '../store/tenant.ts';
import { byPlace, type Check, inOnePass, type LedgerFigure, levelFigure, ofLedger } from './check.ts';
import { COST_CHECKS } from './cost-checks.ts';
import { Location } from './locations.ts';
import type { EntryType } from './stock/ledger.ts';
import type { StockTransfer } from './stock-transfers.ts';
import { Variant } from './variants.ts';

/*
 * The stock rules (docs/api.md, "Stock") that must hold at every commit, each as SQL that finds violations. The report
 * shows one organization's, `cli verify` those of all; an empty result is the proof.
 */

/** Compares what documents have moved with the ledger entries of one type that refer to them. */
const ofDocuments = (
  rule: string,
  entryType: EntryType,
  records: (of: RowsOf) => RawBuilder<unknown>,
  figure: 'quantity_change' | '-quantity_change' | 'quantity' = 'quantity_change',
): Check => ofLedger(rule, { kind: 'document', entryType, records, figure });

/** Lines of stock transfers in these states, at one end of their route. */
const transferred = (
  of: RowsOf,
  end: 'source' | 'destination',
  total: string,
  ...statuses: StockTransfer['status'][]
): RawBuilder<unknown> => sql`
  select t.organization_id, i.variant_id, t.${sql.raw(end)}_location_id as location_id, t.id as reference_id,
    ${sql.raw(total)} as total
  from ${of('stock_transfers', 't')}
  join ${of('stock_transfer_items', 'i')} on i.organization_id = t.organization_id and i.transfer_id = t.id
  where t.status in (${sql.join(statuses.map(status => sql.lit(status)))})`;

const purchased = (of: RowsOf, total: string): RawBuilder<unknown> => sql`
  select o.organization_id, i.variant_id, o.location_id, o.id as reference_id, ${sql.raw(total)} as total
  from ${of('purchase_orders', 'o')}
  join ${of('purchase_order_items', 'i')} on i.organization_id = o.organization_id and i.purchase_order_id = o.id`;

const returned = (of: RowsOf, condition: string): RawBuilder<unknown> => sql`
  select r.organization_id, i.variant_id, r.location_id, r.id as reference_id, i.quantity as total
  from ${of('return_authorizations', 'r')}
  join ${of('return_authorization_items', 'i')} on i.organization_id = r.organization_id
    and i.return_authorization_id = r.id
  where r.status = 'received' and ${sql.raw(condition)}`;
const DISPOSED = ofDocuments(
  'Goods that came back damaged or discarded were recorded once, and did not enter stock.',
  'return_disposed',
  of => returned(of, "i.condition <> 'sellable'"),
  'quantity',
);

const batched = (of: RowsOf, total: string): RawBuilder<unknown> => sql`
  select b.organization_id, i.variant_id, b.location_id, b.id as reference_id, ${sql.raw(total)} as total
  from ${of('production_batches', 'b')}
  join ${of('production_batch_inputs', 'i')} on i.organization_id = b.organization_id and i.batch_id = b.id
  where b.status = 'completed'`;

export const CHECKS: { readonly [id: string]: Check } = {
  on_hand: ofLedger('On hand is the sum of the ledger entries.', {
    kind: 'level',
    total: 'sum(quantity_change)',
    figure: 'l.quantity_on_hand',
  }),
  reserved: {
    rule: 'Reserved is the sum of the open reservations.',
    breaches: of =>
      levelFigure(
        of,
        'quantity_reserved',
        sql`select ${byPlace}, sum(quantity) as total from ${of('reservations')} group by ${byPlace}`,
      ),
  },
  on_hold: {
    rule: 'On hold is the stock of held lots.',
    breaches: of =>
      levelFigure(
        of,
        'quantity_on_hold',
        sql`select s.organization_id, s.variant_id, s.location_id, sum(s.quantity) as total
          from ${of('lot_levels', 's')}
        join ${of('lots', 'l')} on l.organization_id = s.organization_id and l.id = s.lot_id
        where l.held group by s.organization_id, s.variant_id, s.location_id`,
      ),
  },
  incoming: {
    rule: 'Incoming is what is outstanding on submitted purchase orders and shipped transfers.',
    breaches: of =>
      levelFigure(
        of,
        'quantity_incoming',
        sql`select ${byPlace}, sum(total) as total from (
        ${purchased(of, 'i.quantity - i.quantity_received')} where o.status in ('submitted', 'partially_received')
        union all
            ${transferred(of, 'destination', 'i.quantity - i.quantity_received', 'shipped', 'partially_received')}) m
        group by ${byPlace}`,
      ),
  },
  entries_counted: ofLedger('A level has counted each of its ledger entries once.', {
    kind: 'level',
    total: 'count(*)',
    figure: 'l.version',
  }),
  running_balance: ofLedger('Each ledger entry continues from the one before it.', {
    kind: 'running',
    change: 'quantity_change',
    after: 'quantity_on_hand_after',
    breaks: expected => `${expected} <> quantity_on_hand_after or n <> sequence`,
    columns: ['quantity_on_hand_after'],
  }),
  last_inbound: ofLedger('The age of stock counts from its last receipt or, without one, from its first movement.', {
    kind: 'level',
    total:
      "extract(epoch from coalesce(max(created_at) filter (where entry_type in ('purchase_received', 'transfer_in', 'return_received')), min(created_at) filter (where sequence = 1)))",
    figure: 'extract(epoch from coalesce(l.last_inbound_at, l.first_moved_at))',
  }),
  lots_of_level: {
    rule: 'The lots of a lot-tracked variant add up to what is on hand; other variants have none.',
    breaches: of => sql`
      select * from (
        select l.organization_id, l.variant_id, l.location_id, null::uuid as reference_id,
          case when v.lot_tracked then l.quantity_on_hand else 0 end as expected, coalesce(sum(s.quantity), 0) as actual
        from ${of('inventory_levels', 'l')}
        join ${of('variants', 'v')} on v.organization_id = l.organization_id and v.id = l.variant_id
        left join ${of('lot_levels', 's')} on s.organization_id = l.organization_id and s.variant_id = l.variant_id
          and s.location_id = l.location_id
        group by l.organization_id, l.variant_id, l.location_id, v.lot_tracked, l.quantity_on_hand) t
        where expected <> actual`,
  },
  lot_entries: {
    rule: 'A lot at a location is the sum of its ledger entries there.',
    breaches: of => sql`
      select organization_id, variant_id, location_id, lot_id as reference_id, coalesce(e.total, 0) as expected,
        coalesce(s.quantity, 0) as actual
      from ${of('lot_levels', 's')} full join (
        select organization_id, variant_id, location_id, lot_id, sum(quantity_change) as total
        from ${of('ledger_entries')} where lot_id is not null
        group by organization_id, variant_id, location_id, lot_id) e using (organization_id,
            variant_id, location_id, lot_id)
      where coalesce(e.total, 0) <> coalesce(s.quantity, 0)`,
  },
  lots_remaining: {
    rule: 'What remains of a lot is what is at all locations and in transit.',
    breaches: of => sql`
      select l.organization_id, l.variant_id, null::uuid as location_id, l.id as reference_id,
        coalesce(s.total, 0) + coalesce(t.total, 0) as expected, l.quantity_remaining as actual
      from ${of('lots', 'l')} left join (
        select organization_id, lot_id, sum(quantity) as total from ${of('lot_levels')} group by organization_id, lot_id
      ) s on s.organization_id = l.organization_id and s.lot_id = l.id
      left join (
        select p.organization_id, p.lot_id, sum(p.quantity - p.quantity_received) as total
        from ${of('stock_transfer_lots', 'p')}
        join ${of('stock_transfer_items', 'i')} on i.organization_id = p.organization_id and i.id = p.item_id
        join ${of('stock_transfers', 't')} on t.organization_id = i.organization_id and t.id = i.transfer_id
          and t.status in ('shipped', 'partially_received')
        group by p.organization_id, p.lot_id
      ) t on t.organization_id = l.organization_id and t.lot_id = l.id
      where coalesce(s.total, 0) + coalesce(t.total, 0) <> l.quantity_remaining`,
  },
  orders_reserved: {
    rule: 'The reserved quantity of an order line is that of its reservation.',
    breaches: of => sql`
      select coalesce(i.organization_id, r.organization_id) as organization_id,
        coalesce(i.variant_id, r.variant_id) as variant_id, r.location_id,
        coalesce(i.order_id, r.reference_id) as reference_id, coalesce(r.quantity, 0) as expected,
        coalesce(i.quantity_reserved, 0) as actual
      from ${of('order_items', 'i')} full join (select * from ${of('reservations')}
          where reference_type = 'order') r on r.organization_id = i.organization_id and r.line_id = i.id
      where coalesce(r.quantity, 0) <> coalesce(i.quantity_reserved, 0)`,
  },
  orders_fulfilled: ofDocuments(
    'What an order has fulfilled left stock for it, once.',
    'order_fulfilled',
    of => sql`
        select i.organization_id, i.variant_id, o.location_id, i.order_id as reference_id, i.quantity_fulfilled as total
        from ${of('order_items', 'i')}
        join ${of('orders', 'o')} on o.organization_id = i.organization_id and o.id = i.order_id`,
    '-quantity_change',
  ),
  orders_status: {
    rule: "An order's status agrees with what its lines have reserved and fulfilled.",
    breaches: of => sql`
      select i.organization_id, i.variant_id, o.location_id, i.order_id as reference_id,
        case when o.status in ('reserved', 'fulfilled') then i.quantity else 0 end as expected,
        i.quantity_reserved + i.quantity_fulfilled as actual
      from ${of('order_items', 'i')}
      join ${of('orders', 'o')} on o.organization_id = i.organization_id and o.id = i.order_id
      where case o.status
        when 'reserved' then i.quantity_reserved <> i.quantity or i.quantity_fulfilled <> 0
        when 'fulfilled' then (o.closed_at is null and i.quantity_fulfilled <> i.quantity) or i.quantity_reserved <> 0
        when 'partially_fulfilled' then false
        else i.quantity_reserved <> 0 or i.quantity_fulfilled <> 0 end`,
  },
  purchases_received: ofDocuments(
    'What a purchase order has received entered stock for it, once.',
    'purchase_received',
    of => purchased(of, 'i.quantity_received'),
  ),
  transfers_out: ofDocuments('What a transfer has shipped left its source, once.', 'transfer_out', of =>
    transferred(of, 'source', '-i.quantity', 'shipped', 'partially_received', 'received'),
  ),
  transfers_in: ofDocuments(
    'What a transfer has received entered its destination, once.',
    'transfer_in',
    of => sql`
      ${transferred(of, 'destination', 'i.quantity_received', 'shipped', 'partially_received')}
        union all ${transferred(of, 'destination', 'i.quantity', 'received')}`,
  ),
  transfers_lost: ofDocuments(
    'What was missing when a transfer was closed was booked as lost, once.',
    'transfer_loss',
    of => transferred(of, 'destination', 'i.quantity_received - i.quantity', 'received'),
  ),
  transfers_lots: {
    rule: 'The lots of a line of a transfer arrive with it.',
    breaches: of => sql`
      select i.organization_id, i.variant_id, null::uuid as location_id, i.transfer_id as reference_id,
        i.quantity_received as expected, sum(p.quantity_received) as actual
      from ${of('stock_transfer_items', 'i')}
      join ${of('stock_transfer_lots', 'p')} on p.organization_id = i.organization_id and p.item_id = i.id
      group by i.organization_id, i.variant_id, i.transfer_id, i.id, i.quantity, i.quantity_received
      having sum(p.quantity_received) <> i.quantity_received or sum(p.quantity) <> i.quantity`,
  },
  counts_applied: ofDocuments(
    'A completed cycle count has applied its variances, once.',
    'cycle_count_adjustment',
    of => sql`
      select c.organization_id, i.variant_id, c.location_id, c.id as reference_id, i.variance as total
      from ${of('cycle_counts', 'c')}
      join ${of('cycle_count_items', 'i')} on i.organization_id = c.organization_id and i.count_id = c.id
      where c.status = 'completed' and i.variance is not null`,
  ),
  returns_received: ofDocuments('Goods that came back sellable entered stock, once.', 'return_received', of =>
    returned(of, "i.condition = 'sellable'"),
  ),
  returns_disposed: {
    rule: DISPOSED.rule,
    breaches: of => sql`
      ${DISPOSED.breaches(of)}
      union all select ${byPlace}, reference_id, 0, quantity_change
      from ${of('ledger_entries')} where entry_type = 'return_disposed' and quantity_change <> 0`,
  },
  returns_bounded: {
    rule: 'No more of an order is returned than was fulfilled, over all its return authorizations.',
    breaches: of => sql`
      select organization_id, variant_id, null::uuid as location_id, reference_id,
        coalesce(o.total, 0) as expected, r.total as actual
      from (
        select r.organization_id, i.variant_id, r.order_id as reference_id, sum(i.quantity) as total
        from ${of('return_authorizations', 'r')}
        join ${of('return_authorization_items', 'i')} on i.organization_id = r.organization_id
          and i.return_authorization_id = r.id
        where r.status <> 'cancelled' group by r.organization_id, i.variant_id, r.order_id
      ) r left join (
        select organization_id, variant_id, order_id as reference_id, sum(quantity_fulfilled) as total
        from ${of('order_items')}
        where order_id in (select order_id from ${of('return_authorizations')})
        group by organization_id, variant_id, order_id
      ) o using (organization_id, variant_id, reference_id)
      where r.total > coalesce(o.total, 0)`,
  },
  batches_reserved: {
    rule: 'The reserved quantity of an input of a batch is that of its reservation, and only while the batch is in progress.',
    breaches: of => sql`
      select coalesce(i.organization_id, r.organization_id) as organization_id,
        coalesce(i.variant_id, r.variant_id) as variant_id, r.location_id,
        coalesce(i.batch_id, r.reference_id) as reference_id, coalesce(r.quantity, 0) as expected,
        coalesce(i.reserved_quantity, 0) as actual
      from (
        select i.*, b.status from ${of('production_batch_inputs', 'i')}
        join ${of('production_batches', 'b')} on b.organization_id = i.organization_id and b.id = i.batch_id
      ) i full join (select * from ${of('reservations')}
          where reference_type = 'production_batch') r on r.organization_id = i.organization_id and r.line_id = i.id
      where coalesce(r.quantity, 0) <> coalesce(i.reserved_quantity, 0)
        or (r.quantity > 0 and i.status <> 'in_progress')`,
  },
  batches_consumed: ofDocuments(
    'What a completed production batch consumed left stock for it, once.',
    'production_consumed',
    of => batched(of, '-i.actual_quantity'),
  ),
  batches_wasted: ofDocuments(
    'What a completed production batch wasted left stock for it, once.',
    'production_wasted',
    of => batched(of, '-i.waste_quantity'),
  ),
  batches_made: ofDocuments(
    'What a completed production batch produced entered stock, once.',
    'production_output',
    of => sql`
      select organization_id, variant_id, location_id, id as reference_id, actual_quantity_produced as total
      from ${of('production_batches')} where status = 'completed'`,
  ),
  batches_lots: {
    rule: 'The lots that a production batch used are those that its ledger entries name.',
    breaches: of => sql`
      select organization_id, variant_id, location_id, reference_id, coalesce(e.total, 0) as expected,
        coalesce(u.total, 0) as actual
      from (
        select i.organization_id, i.variant_id, b.location_id, b.id as reference_id, u.lot_id, sum(u.quantity) as total
        from ${of('lot_uses', 'u')}
        join ${of('production_batch_inputs', 'i')} on i.organization_id = u.organization_id and i.id = u.input_id
        join ${of('production_batches', 'b')} on b.organization_id = i.organization_id and b.id = i.batch_id
        group by i.organization_id, i.variant_id, b.location_id, b.id, u.lot_id
      ) u full join (
        select organization_id, variant_id, location_id, reference_id, lot_id, -sum(quantity_change) as total
        from ${of('ledger_entries')}
        where entry_type in ('production_consumed', 'production_wasted') and lot_id is not null
        group by organization_id, variant_id, location_id, reference_id, lot_id
      ) e using (organization_id, variant_id, location_id, reference_id, lot_id)
      where coalesce(e.total, 0) <> coalesce(u.total, 0)`,
  },
  batches_genealogy: {
    rule: 'Every lot that a production batch used is linked to the lot that it made, and to no other.',
    breaches: of => sql`
      select u.organization_id, i.variant_id, null::uuid as location_id, u.id as reference_id,
        1 as expected, 0 as actual
      from ${of('lot_uses', 'u')}
      join ${of('production_batch_inputs', 'i')} on i.organization_id = u.organization_id and i.id = u.input_id
      left join ${of('production_batch_outputs', 'o')} on o.organization_id = i.organization_id
        and o.batch_id = i.batch_id
      where u.output_lot_id is distinct from o.lot_id`,
  },
  lots_status: {
    rule: 'A lot is exhausted if and only if nothing remains of it, and on hold if it is in quarantine or recalled.',
    breaches: of => sql`
      select organization_id, variant_id, null::uuid as location_id, id as reference_id,
        quantity_remaining as expected, 0 as actual
      from ${of('lots')}
      where (status = 'exhausted' and quantity_remaining <> 0) or (status = 'active' and quantity_remaining = 0)
        or (status in ('quarantine', 'recalled') and not held)`,
  },
  waste_taken: {
    rule: 'What a waste record disposed of left stock, once, from the lot that it names.',
    breaches: of => sql`
      select organization_id, variant_id, location_id, reference_id, coalesce(w.quantity, 0) as expected,
        coalesce(e.total, 0) as actual
      from (select organization_id, variant_id, location_id, id as reference_id, quantity, lot_record_id
          from ${of('waste_records')}) w full join (
        select organization_id, variant_id, location_id, reference_id, -sum(quantity_change) as total,
          count(*) as entries, (array_agg(lot_id))[1] as lot_id
        from ${of('ledger_entries')}
        where entry_type = 'waste' group by organization_id, variant_id, location_id, reference_id
      ) e using (organization_id, variant_id, location_id, reference_id)
      where coalesce(w.quantity, 0) <> coalesce(e.total, 0) or (e.entries = 1
          and w.lot_record_id is distinct from e.lot_id) or (e.entries > 1 and w.lot_record_id is not null)`,
  },
  ...COST_CHECKS,
};

export interface Breach {
  check: string;
  rule: string;
  organizationId: string;
  variantId: string | null;
  locationId: string | null;
  referenceId: string | null;
  expected: number;
  actual: number;
}

const BREACHES_MAX = 1000;

/** The rows that violate a check, up to a limit, over all organizations unless `whose` is given. */
export const breachesOf = ({ breaches }: Check, of: RowsOf = everyonesRows) => sql<Omit<Breach, 'check' | 'rule'>>`
  select organization_id as "organizationId", variant_id as "variantId", location_id as "locationId",
    reference_id as "referenceId", expected, actual
  from (${breaches(of)}) b limit ${sql.lit(BREACHES_MAX)}`;

/** Rules that are checked by one statement, and the result of that statement. */
type Pass = (db: Db, of: RowsOf) => Promise<Breach[]>;

/**
 * The statements that find violations of these rules: one per rule, but a single one for all that read the ledger in
 * the same way.
 */
export function passesOf(checks: { readonly [id: string]: Check }): Pass[] {
  const found = (rows: readonly Omit<Breach, 'rule'>[]): Breach[] =>
    rows.map(row => ({ ...row, rule: checks[row.check]!.rule }));
  const figures = Object.entries(checks).flatMap(([id, { ledger }]) => (ledger ? [[id, ledger] as const] : []));
  const together = [...Map.groupBy(figures, ([, { kind }]) => kind).values()].map(
    (alike): Pass =>
      async (db, of) =>
        found((await breachesInOnePass(alike, of).execute(db)).rows),
  );
  const alone = Object.entries(checks)
    .filter(([, { ledger }]) => !ledger)
    .map(
      ([id, check]): Pass =>
        async (db, of) =>
          found((await breachesOf(check, of).execute(db)).rows.map(row => ({ check: id, ...row }))),
    );
  return [...together, ...alone];
}

/** The same as `breachesOf` of each, up to this many of each. */
const breachesInOnePass = (figures: readonly (readonly [string, LedgerFigure])[], of: RowsOf) => sql<
  Omit<Breach, 'rule'>
>`
  select broken as check, organization_id as "organizationId", variant_id as "variantId", location_id as "locationId",
    reference_id as "referenceId", expected, actual
  from (select p.*, row_number() over (partition by broken) as place from (${inOnePass(of, figures)}) p) b
  where place <= ${sql.lit(BREACHES_MAX)}`;

/**
 * Runs the checks over all organizations, unless `whose` is given; returns up to this many violations of each, in the
 * order of the checks.
 */
export async function findBreaches(
  db: Db,
  checks: { readonly [id: string]: Check } = CHECKS,
  of: RowsOf = everyonesRows,
): Promise<Breach[]> {
  const found: Breach[] = [];
  for (const pass of passesOf(checks)) found.push(...(await pass(db, of)));
  const order = Object.keys(checks);
  return found.sort((a, b) => order.indexOf(a.check) - order.indexOf(b.check));
}

const ReconciliationRow = z
  .object({
    check: z.string().meta({ description: 'The broken rule.' }),
    rule: z.string().meta({ description: 'The rule in words.' }),
    variantId: z
      .uuid()
      .nullable()
      .meta({ description: 'The variant concerned.', relation: { name: 'variant', target: Variant } }),
    locationId: z
      .uuid()
      .nullable()
      .meta({ description: 'The location concerned.', relation: { name: 'location', target: Location } }),
    referenceId: z.uuid().nullable().meta({ description: 'The record concerned, if it is not a level.' }),
    expected: z.number().meta({ description: 'The quantity that the records add up to.' }),
    actual: z.number().meta({ description: 'The quantity that the level or record shows.' }),
  })
  .meta({
    id: 'ReconciliationRow',
    description: 'A level or record that disagrees with its ledger, reservations, lots or incoming quantities.',
  });

const reconciliations = computedBeside(async db =>
  (await findBreaches(db, CHECKS, tenantsRows)).map(({ organizationId: _, ...row }) => row),
);

export const listReconciliation = listQuery('listReconciliation', {
  area: 'reports',
  mayLag: true,
  summary:
    'Lists every level that disagrees with its ledger, reservations, lots or incoming quantities; an empty list proves that none does.',
  input: z.strictObject(paging),
  output: ReconciliationRow,
  async run(reading, input) {
    const { result: rows, asOf } = await reconciliations.of(reading);
    return { ...pageOf(rows, input), ...(asOf && { asOf, meta: { asOf } }) };
  },
});
