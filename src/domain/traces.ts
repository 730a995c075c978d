import { sql } from 'kysely';
import { z } from 'zod';
import { refuse } from '../kernel/errors.ts';
import { byId } from '../kernel/inputs.ts';
import { query } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Db } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { isUuid, notFoundUnless } from '../store/record.ts';
import { readRows } from '../store/rows.ts';
import { ofTenant } from '../store/tenant.ts';
import { Location } from './locations.ts';
import { Order, orderStates } from './orders.ts';
import { ProductionBatch } from './production-batches.ts';
import { ENTRY_TYPES } from './stock/ledger.ts';
import { LOT_STATUSES, Lot } from './stock/lots.ts';
import { StockTransfer } from './stock-transfers.ts';
import { Variant } from './variants.ts';

/*
 * Traces lots forward and backward, through any number of production levels. Everything is read for many lots at once;
 * the number of statements depends neither on how many lots there are nor on how deep their genealogy is.
 */

const LotLedgerEntry = z
  .object({
    id: z.uuid().meta({ description: 'Identifier of the ledger entry.' }),
    lotId: z.uuid().meta({ description: 'The lot that moved.' }),
    entryType: z.enum(ENTRY_TYPES).meta({ id: 'LedgerEntryEntryType', description: 'Reason of the movement.' }),
    locationId: z
      .uuid()
      .meta({ description: 'Location of the movement.', relation: { name: 'location', target: Location } }),
    quantityChange: z.number().meta({ description: 'Signed effect on the quantity of the lot there.' }),
    referenceType: z.string().nullable().meta({ description: 'Type of the document that caused it.' }),
    referenceId: z.uuid().nullable().meta({ description: 'The document that caused it.' }),
    occurredAt: z.iso.datetime().meta({ description: 'When it happened.' }),
    createdAt: z.iso.datetime().meta({ description: 'When it was recorded.' }),
    updatedAt: z.iso.datetime().meta({ description: 'The same as created_at: an entry never changes.' }),
  })
  .meta({ id: 'LotLedgerEntry', description: 'A movement of a lot.' });

const LotStock = z
  .object({
    locationId: z.uuid().meta({ description: 'The location.', relation: { name: 'location', target: Location } }),
    quantity: z.number().meta({ description: 'Quantity there.' }),
  })
  .meta({ id: 'LotStock', description: 'Quantity of a lot at a location.' });

const tracedLot = {
  id: z.uuid().meta({ description: 'The lot.', relation: { name: 'lot', target: Lot } }),
  lotNumber: z.string().meta({ description: 'Number of the lot.' }),
  variantId: z.uuid().meta({ description: 'The variant of the lot.', relation: { name: 'variant', target: Variant } }),
  sku: z.string().meta({ description: 'SKU of the variant.' }),
  status: z.enum(LOT_STATUSES).meta({ id: 'LotStatus', description: 'Status of the lot.' }),
  expiryDate: z.iso.date().nullable().meta({ description: 'Last day on which the lot is good.' }),
  quantityInitial: z.number().meta({ description: 'Initial quantity.' }),
  quantityRemaining: z.number().meta({ description: 'Remaining quantity, at all locations and in transit.' }),
  depth: z.int().meta({
    description: 'Production levels between it and the traced lot: 1 is directly linked, 0 is the lot itself.',
  }),
};

const TracedLot = z
  .object(tracedLot)
  .meta({ id: 'TracedLot', description: 'A lot linked to the traced lot by production.' });

const InputLot = z
  .object({
    ...tracedLot,
    quantityUsed: z.number().meta({ description: 'Quantity of it used in the traced lot or in its input lots.' }),
  })
  .meta({ id: 'InputLot', description: 'A lot that went into the traced lot.' });

const LotPortion = z
  .object({
    lotId: z.uuid().meta({ description: 'The lot.', relation: { name: 'lot', target: Lot } }),
    lotNumber: z.string().meta({ description: 'Number of the lot.' }),
    quantity: z.number().meta({ description: 'Quantity of it.' }),
  })
  .meta({ id: 'LotPortion', description: 'A quantity of a lot.' });

const AffectedOrder = z
  .object({
    id: z.uuid().meta({ description: 'The order.', relation: { name: 'order', target: Order } }),
    number: z.string().meta({ description: 'Number of the order.' }),
    reference: z.string().nullable().meta({ description: 'Your own reference.' }),
    status: z.enum(orderStates.all).meta({ id: 'OrderStatus', description: 'Status.' }),
    fulfilledAt: z.iso
      .datetime()
      .nullable()
      .meta({ description: 'When it was completely fulfilled, or closed short.' }),
    lots: z.array(LotPortion).meta({ description: 'Quantities fulfilled, per lot. Returns are not subtracted.' }),
  })
  .meta({ id: 'AffectedOrder', description: 'An order fulfilled from the lot, or from a lot made from it.' });

export const TraceForward = z
  .object({
    lot: z.unknown().meta({ entity: Lot, description: 'The lot.' }),
    lotLedgerEntries: z.array(LotLedgerEntry).meta({ description: 'All its movements, oldest first.' }),
    currentStock: z.record(z.string(), z.number()).meta({ description: 'Quantity of it by location id.' }),
    stockByLocation: z.array(LotStock).meta({ description: 'The same quantities as a list.' }),
    descendantLots: z.array(TracedLot).meta({ description: 'Every lot made from it, nearest first.' }),
    affectedOrders: z.array(AffectedOrder).meta({ description: 'Orders that contained it, or a lot made from it.' }),
  })
  .meta({ id: 'TraceForward', description: 'The forward trace of a lot.' });

export const TraceBackward = z
  .object({
    sourceBatch: z
      .unknown()
      .nullable()
      .meta({ entity: ProductionBatch, description: 'The batch that made it; null for a lot that was not produced.' }),
    inputLots: z.array(InputLot).meta({ description: 'Every lot that went into it, nearest first.' }),
  })
  .meta({ id: 'TraceBackward', description: 'The backward trace of a lot.' });

const AffectedBatch = z
  .object({
    id: z.uuid().meta({ description: 'The batch.', relation: { name: 'productionBatch', target: ProductionBatch } }),
    number: z.string().meta({ description: 'Number of the batch.' }),
    variantId: z.uuid().meta({ description: 'The variant produced.', relation: { name: 'variant', target: Variant } }),
    sku: z.string().meta({ description: 'SKU of its output.' }),
    completedAt: z.iso.datetime().nullable().meta({ description: 'When it was completed.' }),
    lots: z.array(LotPortion).meta({ description: 'Quantities used, per lot.' }),
  })
  .meta({ id: 'AffectedBatch', description: 'A production batch that used the lot, or a lot made from it.' });

const RecallStock = z
  .object({
    lotId: z.uuid().meta({ description: 'The lot.', relation: { name: 'lot', target: Lot } }),
    lotNumber: z.string().meta({ description: 'Number of the lot.' }),
    locationId: z.uuid().meta({ description: 'The location.', relation: { name: 'location', target: Location } }),
    locationName: z.string().meta({ description: 'Name of the location.' }),
    quantity: z.number().meta({ description: 'Quantity there.' }),
  })
  .meta({ id: 'RecallStock', description: 'Stock that a recall must collect.' });

const RecallInTransit = z
  .object({
    lotId: z.uuid().meta({ description: 'The lot.', relation: { name: 'lot', target: Lot } }),
    lotNumber: z.string().meta({ description: 'Number of the lot.' }),
    transferId: z.uuid().meta({
      description: 'The stock transfer that it was shipped with.',
      relation: { name: 'transfer', target: StockTransfer },
    }),
    transferNumber: z.string().meta({ description: 'Number of the stock transfer.' }),
    transferReference: z.string().nullable().meta({ description: 'Your own reference of the stock transfer.' }),
    destinationLocationId: z.uuid().meta({
      description: 'Where it will arrive.',
      relation: { name: 'destinationLocation', target: Location },
    }),
    destinationLocationName: z.string().meta({ description: 'Name of that location.' }),
    quantity: z.number().meta({ description: 'Quantity shipped and not received yet.' }),
  })
  .meta({ id: 'RecallInTransit', description: 'Stock that is in transit while a recall collects it.' });

export const RecallReport = z
  .object({
    recallId: z.uuid().nullable().meta({
      description: 'The record of its recall, with its tasks; null if it was not recalled itself.',
    }),
    lot: z.unknown().meta({ entity: Lot, description: 'The lot.' }),
    lots: z.array(TracedLot).meta({ description: 'The lot and every lot made from it, with their statuses.' }),
    stockByLocation: z.array(RecallStock).meta({ description: 'Stock of these lots by location.' }),
    inTransit: z.array(RecallInTransit).meta({
      description:
        'Stock of these lots that is in transit: it is at no location and arrives on hold if its lot is recalled.',
    }),
    affectedOrders: z.array(AffectedOrder).meta({ description: 'Orders that contained any of these lots.' }),
    affectedBatches: z.array(AffectedBatch).meta({ description: 'Production batches that used these lots.' }),
  })
  .meta({ id: 'RecallReport', description: 'Everything that a recall of a lot must reach.' });

const traceability = { area: 'traceability', module: 'traceability' } as const;

export const traceForward = query('traceForward', {
  ...traceability,
  summary:
    'Traces a lot forward: its movements, its current stock, the lots made from it and the orders that contained it.',
  input: byId(),
  output: TraceForward,
  run: async ({ db }, { id }) => one(id, await tracesForward(db, validIds(id))),
});

export const traceBackward = query('traceBackward', {
  ...traceability,
  summary: 'Traces a lot backward: the batch that made it and every lot that went into it.',
  input: byId(),
  output: TraceBackward,
  run: async ({ db }, { id }) => one(id, await tracesBackward(db, validIds(id))),
});

export const getRecallReport = query('getRecallReport', {
  ...traceability,
  summary:
    'Returns the recall report of a lot without recalling it: its stock and that of lots made from it, orders and batches.',
  input: byId(),
  output: RecallReport,
  async run({ db }, { id }) {
    const [lot] = await readRows(db, shapeOf(Lot), [sql`t.id = any(${validIds(id)}::uuid[])`]);
    return recallReportOf(db, notFoundUnless('lot', lot) as Row & { id: string });
  },
});

const validIds = (id: string): string[] => (isUuid(id) ? [id.toLowerCase()] : []);
const one = (id: string, traces: ReadonlyMap<string, Row>): Row => notFoundUnless('lot', traces.get(id.toLowerCase()));

// ---- genealogy ----

/** A lot that is connected with a root, and over how many production levels. */
interface Relative {
  rootId: string;
  lotId: string;
  depth: number;
}

/** Deeper than any real production; also ends a cycle, which only a broken genealogy could have. */
const DEPTH_MAX = 50;

type Relatives = (db: Db, rootIds: readonly string[], most?: number) => Promise<Relative[]>;

/** For requests about many lots at once: limits the rows of each kind; one more than allowed is read. */
const upTo = (most: number | undefined) => (most === undefined ? sql`` : sql`limit ${most + 1}`);

/** Refuses `query_too_large` instead of returning a part. */
function atMost<R>(most: number | undefined, rows: R[]): R[] {
  if (most !== undefined && rows.length > most)
    refuse('query_too_large', `The traces of these lots have more than ${most} rows: ask for fewer lots at a time.`);
  return rows;
}

const relatives =
  (from: 'lot_id' | 'output_lot_id', to: 'lot_id' | 'output_lot_id'): Relatives =>
  async (db, rootIds, most) => {
    const { rows } = await sql<Relative>`
    with recursive family (root_id, lot_id, depth) as (
      select r.id, r.id, 0 from unnest(${[...rootIds]}::uuid[]) as r (id)
      union
      select f.root_id, u.${sql.ref(to)}, f.depth + 1
      from family f join lot_uses u on ${ofTenant('u')} and u.${sql.ref(from)} = f.lot_id
      where u.${sql.ref(to)} is not null and f.depth < ${DEPTH_MAX})
    select root_id as "rootId", lot_id as "lotId", min(depth) as depth from family where lot_id <> root_id
    group by root_id, lot_id order by min(depth), lot_id ${upTo(most)}`.execute(db);
    return atMost(most, rows);
  };

/** Every lot that was made of the roots. */
export const descendantsOf = relatives('lot_id', 'output_lot_id');
/** Every lot that went into the roots. */
const ancestorsOf = relatives('output_lot_id', 'lot_id');

/** The lots, in their shape, by id. */
async function lotsById(db: Db, lotIds: readonly string[]): Promise<Map<string, Row>> {
  const rows = await readRows(db, shapeOf(Lot), [sql`t.id = any(${[...lotIds]}::uuid[])`]);
  return new Map(rows.map(row => [row['id'] as string, row]));
}

const withDepth = (lots: ReadonlyMap<string, Row>, family: readonly Relative[]): Row[] =>
  family.map(({ lotId, depth }) => ({ ...lots.get(lotId)!, depth }));

const distinct = (ids: Iterable<string>): string[] => [...new Set(ids)];

// ---- traces of many lots ----

/**
 * By lot, with the field names of the API; lots that do not exist are absent. Refuses `query_too_large` beyond `most`
 * rows of a kind.
 */
export async function tracesForward(db: Db, lotIds: readonly string[], most?: number): Promise<Map<string, Row>> {
  const families = Map.groupBy(await descendantsOf(db, lotIds, most), each => each.rootId);
  const everyone = distinct([...lotIds, ...[...families.values()].flat().map(each => each.lotId)]);
  const lots = await lotsById(db, everyone);
  const entries = await entriesOf(db, lotIds, most);
  const stock = Map.groupBy(await stockOf(db, lotIds), row => row.lotId);
  const orders = await ordersOf(db, everyone, most);
  const traces = lotIds.flatMap((lotId): [string, Row][] => {
    const lot = lots.get(lotId);
    if (!lot) return [];
    const family = families.get(lotId) ?? [];
    const places = stock.get(lotId) ?? [];
    return [
      [
        lotId,
        {
          lot,
          lotLedgerEntries: entries.get(lotId) ?? [],
          currentStock: Object.fromEntries(places.map(({ locationId, quantity }) => [locationId, quantity])),
          stockByLocation: places,
          descendantLots: withDepth(lots, family),
          affectedOrders: affectedBy(orders, [lotId, ...family.map(each => each.lotId)], lots),
        },
      ],
    ];
  });
  return new Map(traces);
}

/** Like `tracesForward`, but to the origin of the lots. */
export async function tracesBackward(db: Db, lotIds: readonly string[], most?: number): Promise<Map<string, Row>> {
  const families = Map.groupBy(await ancestorsOf(db, lotIds, most), each => each.rootId);
  const everyone = distinct([...lotIds, ...[...families.values()].flat().map(each => each.lotId)]);
  const lots = await lotsById(db, everyone);
  const uses = Map.groupBy(await usesFor(db, everyone), use => use.lotId);
  const batchIds = lotIds.flatMap(lotId => batchOf(lots.get(lotId)) ?? []);
  const batches = new Map(
    (await readRows(db, shapeOf(ProductionBatch), [sql`t.id = any(${batchIds}::uuid[])`])).map(row => [row['id'], row]),
  );
  const traces = lotIds.flatMap((lotId): [string, Row][] => {
    const lot = lots.get(lotId);
    if (!lot) return [];
    const family = families.get(lotId) ?? [];
    const within = new Set([lotId, ...family.map(each => each.lotId)]);
    const inputLots = withDepth(lots, family).map(row => ({
      ...row,
      quantityUsed: total((uses.get(row['id'] as string) ?? []).filter(use => within.has(use.outputLotId))),
    }));
    return [[lotId, { sourceBatch: batches.get(batchOf(lot)) ?? null, inputLots }]];
  });
  return new Map(traces);
}

const batchOf = (lot: Row | undefined): string | undefined =>
  lot?.['sourceType'] === 'production_batch' ? (lot['sourceId'] as string) : undefined;

async function entriesOf(db: Db, lotIds: readonly string[], most?: number): Promise<Map<string, Row[]>> {
  const { rows } = await sql<Row>`
    select e.id, e.lot_id as "lotId", e.entry_type as "entryType", e.location_id as "locationId",
      e.quantity_change as "quantityChange",
      e.reference_type as "referenceType", e.reference_id as "referenceId", e.occurred_at as "occurredAt",
      e.created_at as "createdAt", e.updated_at as "updatedAt"
    from ledger_entries e
    where ${ofTenant('e')} and e.lot_id = any(${[...lotIds]}::uuid[]) order by e.id ${upTo(most)}`.execute(db);
  return Map.groupBy(atMost(most, rows), row => row['lotId'] as string);
}

interface StockOfLot extends Row {
  lotId: string;
  locationId: string;
  quantity: number;
}

async function stockOf(db: Db, lotIds: readonly string[]): Promise<StockOfLot[]> {
  const { rows } = await sql<StockOfLot>`
    select s.lot_id as "lotId", l.lot_number as "lotNumber", s.location_id as "locationId",
      p.name as "locationName", s.quantity
    from lot_levels s
    join lots l on ${ofTenant('l')} and l.id = s.lot_id join locations p on ${ofTenant('p')} and p.id = s.location_id
    where ${ofTenant('s')} and s.lot_id = any(${[...lotIds]}::uuid[]) and s.quantity > 0
    order by p.name, s.location_id, l.lot_number`.execute(db);
  return rows;
}

/** What was shipped between locations and has not been received. */
async function inTransitOf(db: Db, lotIds: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select s.lot_id as "lotId", l.lot_number as "lotNumber", w.id as "transferId", w.number as "transferNumber",
      w.reference as "transferReference",
      w.destination_location_id as "destinationLocationId", p.name as "destinationLocationName",
      sum(s.quantity - s.quantity_received) as quantity
    from stock_transfer_lots s join lots l on ${ofTenant('l')} and l.id = s.lot_id
    join stock_transfer_items i on ${ofTenant('i')} and i.id = s.item_id
    join stock_transfers w on ${ofTenant('w')} and w.id = i.transfer_id
    join locations p on ${ofTenant('p')} and p.id = w.destination_location_id
    where ${ofTenant('s')} and s.lot_id = any(${[...lotIds]}::uuid[]) and s.quantity > s.quantity_received
      and w.status in ('shipped', 'partially_received')
    group by s.lot_id, l.lot_number, w.id, w.number, w.reference, w.destination_location_id, p.name
    order by w.id, l.lot_number`.execute(db);
  return rows;
}

/** A quantity of a lot that a document took. */
interface Portion {
  documentId: string;
  lotId: string;
  quantity: number;
}

/** What documents took of lots, and the documents by id, in their order. */
interface Consumption {
  portions: ReadonlyMap<string, Portion[]>;
  documents: ReadonlyMap<string, Row>;
}

/** Read separately: a recalled ingredient reaches thousands of orders, and a join would repeat each of them. */
async function ordersOf(db: Db, lotIds: readonly string[], most?: number): Promise<Consumption> {
  const { rows } = await sql<Portion>`
    select e.reference_id as "documentId", e.lot_id as "lotId", -sum(e.quantity_change) as quantity
    from ledger_entries e
    where ${ofTenant('e')} and e.lot_id = any(${[...lotIds]}::uuid[]) and e.entry_type = 'order_fulfilled'
      and e.reference_type = 'order' group by e.reference_id, e.lot_id ${upTo(most)}`.execute(db);
  atMost(most, rows);
  const orders = await sql<Row>`
    select o.id, o.number, o.reference, o.status, o.fulfilled_at as "fulfilledAt" from orders o
    where ${ofTenant('o')} and o.id = any(${distinct(rows.map(row => row.documentId))}::uuid[]) order by o.id`.execute(
    db,
  );
  return taken(rows, orders.rows);
}

async function batchesOf(db: Db, lotIds: readonly string[]): Promise<Consumption> {
  const { rows } = await sql<Portion>`
    select i.batch_id as "documentId", u.lot_id as "lotId", sum(u.quantity) as quantity
    from lot_uses u join production_batch_inputs i on ${ofTenant('i')} and i.id = u.input_id
    where ${ofTenant('u')} and u.lot_id = any(${[...lotIds]}::uuid[]) group by i.batch_id, u.lot_id`.execute(db);
  const batches = await sql<Row>`
    select b.id, b.number, b.variant_id as "variantId", v.sku, b.completed_at as "completedAt"
    from production_batches b join variants v on ${ofTenant('v')} and v.id = b.variant_id
    where ${ofTenant('b')} and b.id = any(${distinct(rows.map(row => row.documentId))}::uuid[]) order by b.id`.execute(
    db,
  );
  return taken(rows, batches.rows);
}

const taken = (portions: readonly Portion[], documents: readonly Row[]): Consumption => ({
  portions: Map.groupBy(portions, portion => portion.lotId),
  documents: new Map(documents.map(row => [row['id'] as string, row])),
});

/** The documents that took from these lots, each with what it took, nearest lot first. */
function affectedBy(
  { portions, documents }: Consumption,
  lotIds: readonly string[],
  lots: ReadonlyMap<string, Row>,
): Row[] {
  const shares = new Map<string, Row[]>();
  for (const { documentId, lotId, quantity } of lotIds.flatMap(each => portions.get(each) ?? [])) {
    const share = { lotId, lotNumber: lots.get(lotId)!['lotNumber'], quantity };
    const known = shares.get(documentId);
    if (known) known.push(share);
    else shares.set(documentId, [share]);
  }
  return [...documents].flatMap(([id, row]) => (shares.has(id) ? [{ ...row, lots: shares.get(id) }] : []));
}

interface Use {
  lotId: string;
  outputLotId: string;
  quantity: number;
}

async function usesFor(db: Db, outputLotIds: readonly string[]): Promise<Use[]> {
  const { rows } = await sql<Use>`
    select u.lot_id as "lotId", u.output_lot_id as "outputLotId", sum(u.quantity) as quantity from lot_uses u
    where ${ofTenant('u')} and u.output_lot_id = any(${[...outputLotIds]}::uuid[])
    group by u.lot_id, u.output_lot_id`.execute(db);
  return rows;
}

/** Exact: the amounts have four decimals. */
const total = (uses: readonly Use[]): number => Quantity.sum(uses.map(use => Quantity.of(use.quantity))).toNumber();

// ---- recall ----

/** The report of a lot. Changes of the current command that are not written yet are taken from the `locked` lots. */
export async function recallReportOf(
  db: Db,
  lot: object & { id: string },
  locked: ReadonlyMap<string, { status: string }> = new Map(),
): Promise<Row> {
  const family = [{ rootId: lot.id, lotId: lot.id, depth: 0 }, ...(await descendantsOf(db, [lot.id]))];
  const lotIds = family.map(each => each.lotId);
  const lots = await lotsById(db, lotIds);
  const recalls = await sql<{ id: string }>`
    select r.id from recalls r where ${ofTenant('r')} and r.lot_id = ${lot.id} order by r.id desc limit 1`.execute(db);
  return {
    recallId: recalls.rows[0]?.id ?? null,
    lot,
    lots: withDepth(lots, family).map(row => ({
      ...row,
      status: locked.get(row['id'] as string)?.status ?? row['status'],
    })),
    stockByLocation: await stockOf(db, lotIds),
    inTransit: await inTransitOf(db, lotIds),
    affectedOrders: affectedBy(await ordersOf(db, lotIds), lotIds, lots),
    affectedBatches: affectedBy(await batchesOf(db, lotIds), lotIds, lots),
  };
}
