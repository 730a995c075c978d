import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import { eachOnce, id, note, ruled, target } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { CompositeType } from '../kernel/shape.ts';
import { states } from '../kernel/states.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { belongsTo, create, findByIds, lockById, refer, TenantRecord } from '../store/record.ts';
import { ofTenant } from '../store/tenant.ts';
import { Location } from './locations.ts';
import { lockLot, lockWithDescendants, lotStates } from './lots.ts';
import { Order } from './orders.ts';
import { ProductionBatch } from './production-batches.ts';
import { skuOfVariant } from './stock/levels.ts';
import { Lot, lotNumberBy } from './stock/lots.ts';
import { StockTransfer } from './stock-transfers.ts';
import { Supplier } from './suppliers.ts';
import { RecallReport, recallReportOf } from './traces.ts';
import { Variant } from './variants.ts';

/*
 * The record of a recall: what was blocked, where it was, whom to notify, and who did it when. It describes the moment
 * of the recall; the recall report describes the present.
 */

/** Closed once everything is done; open again if something turns up. */
const recallStates = states({ open: ['closed'], closed: ['open'] });

/** The tasks: set stock aside, there or when it arrives, or notify those who got or supplied it. */
const RECALL_ITEM_KINDS = ['stock', 'stock_transfer', 'order', 'production_batch', 'supplier'] as const;

const RecalledLot = z
  .object({
    lotId: z.uuid().meta({ description: 'The lot.' }),
    lotNumber: z.string().meta({ description: 'Number of the lot.' }),
    sku: z.string().meta({ description: 'SKU of its variant.' }),
    quantityRemaining: z.number().meta({ description: 'Quantity that was left at that time.' }),
  })
  .meta({ id: 'RecalledLot', description: 'A lot that a recall blocked.' });
type RecalledLot = z.output<typeof RecalledLot>;

const RecallSchema = defineEntity({
  name: 'Recall',
  tableName: 'recalls',
  extends: TenantRecord,
  comment: 'The recall of a lot: what was blocked, where it was, whom to notify, and what has been done.',
  uniques: [{ properties: ['organizationId', 'number'] }],
  indexes: [
    { properties: ['organizationId', 'lot'] },
    { properties: ['organizationId', 'status', 'id'] },
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
  ],
  properties: {
    number: p.string().length(20).comment('Document number, sequential within the organization.'),
    status: p.enum(recallStates.all).comment('Status: open until everything is done.'),
    lot: () => belongsTo(Lot, 'lot_id').comment('The lot that was recalled.'),
    lotNumber: p.string().formula(lotNumberBy('lot_id')).comment('Number of the lot.'),
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant of the lot.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    includeDescendants: p.boolean().comment('Whether every lot made from it was recalled too.'),
    reason: p.text().nullable().comment('Reason of the recall.'),
    notes: p.text().nullable().comment('Your own notes.'),
    recalledBy: p.string().length(400).comment('Who recalled it: a key or a user.'),
    lots: p
      .type(new CompositeType(RecalledLot, { list: true }))
      .$type<RecalledLot[]>()
      .comment('The lots that were blocked.'),
    items: () => p.oneToMany(RecallItem).mappedBy('recall').orderBy({ id: 'asc' }).comment('The tasks of the recall.'),
    closedAt: p.datetime(3).nullable().comment('When it was closed.'),
  },
});
export class Recall extends RecallSchema.class {}
RecallSchema.setClass(Recall);

const RecallItemSchema = defineEntity({
  name: 'RecallItem',
  tableName: 'recall_items',
  extends: TenantRecord,
  comment: 'A task of a recall.',
  indexes: [{ properties: ['organizationId', 'recall'] }],
  properties: {
    recall: () => belongsTo(Recall, 'recall_id').hidden(),
    kind: p
      .enum(RECALL_ITEM_KINDS)
      .comment(
        'Kind of task: `stock` must be set aside, `stock_transfer` when it arrives; the others name who received, used or delivered it, to be notified.',
      ),
    name: p.string().length(200).comment('The location, supplier, or number of the document.'),
    reference: p
      .string()
      .length(100)
      .nullable()
      .comment("For an order or transfer: your own reference, such as the customer's."),
    lot: () => belongsTo(Lot, 'lot_id').nullable().comment('For stock: its lot.'),
    location: () =>
      belongsTo(Location, 'location_id').nullable().comment('For stock: where it was, or where it will arrive.'),
    transfer: () =>
      belongsTo(StockTransfer, 'transfer_id').nullable().comment('The stock transfer that it was in transit with.'),
    order: () => belongsTo(Order, 'order_id').nullable().comment('The order that contained it.'),
    batch: () => belongsTo(ProductionBatch, 'batch_id').nullable().comment('The batch that used it.'),
    supplier: () => belongsTo(Supplier, 'supplier_id').nullable().comment('The supplier of the lot.'),
    quantity: quantity().nullable().comment('Quantity of the lots concerned.'),
    done: p.boolean().comment('Whether it is done.'),
    doneAt: p.datetime(3).nullable().comment('When it was marked as done.'),
    doneBy: p.string().length(400).nullable().comment('Who marked it as done: a key or a user.'),
    note: p.text().nullable().comment('What came of it.'),
  },
});
export class RecallItem extends RecallItemSchema.class {}
RecallItemSchema.setClass(RecallItem);

const traceability = { area: 'traceability', module: 'traceability' } as const;
const WHAT = 'recall';

// ---- reading ----

export const listRecalls = listOf('listRecalls', {
  ...traceability,
  of: Recall,
  summary: 'Lists recalls, newest first.',
  filters: {
    status: equals('status', z.enum(recallStates.all).meta({ id: 'RecallStatus' })),
    lotId: equals('lot_id', id()),
    variantId: equals('variant_id', id()),
    createdSince,
  },
});

export const getRecall = getOf('getRecall', { ...traceability, of: Recall });

// ---- recalling ----

const how = {
  includeDescendants: z.boolean().default(false).meta({
    description:
      'Also recalls every lot made from it, through all production levels. An exhausted lot can only be recalled this way.',
  }),
  reason: note().nullable().optional().meta({ description: 'Reason of the recall.' }),
};
interface How {
  includeDescendants: boolean;
  reason?: string | null | undefined;
}

export const recallLot = command('recallLot', {
  ...traceability,
  addresses: Lot,
  lock: (unit, lotId = '') => lockLot(unit, lotId),
  summary:
    'Recalls a lot, optionally with every lot made from it, and returns the recall report: its stock, orders and batches.',
  refuses: ['invalid_state'],
  input: z.strictObject({ id: target(), ...how }),
  output: RecallReport,
  run: async (unit, { id: lotId, ...said }) => (await recallIn(unit, lotId, said)).report,
});

export const createRecall = command('createRecall', {
  ...traceability,
  summary: 'Recalls a lot, optionally with every lot made from it, and returns the recall.',
  refuses: ['invalid_state'],
  input: z.strictObject({ lotId: id(), ...how, notes: note().nullable().optional() }),
  output: Recall,
  async run(unit, { lotId, notes, ...said }) {
    const { rows } = await sql`select from lots l where ${ofTenant('l')} and l.id = ${lotId}`.execute(unit.db);
    if (rows.length === 0) refuseAll([referenceNotFound('lot', 'lotId')]);
    const { recall } = await recallIn(unit, lotId, said);
    recall.notes = notes ?? null;
    return recall;
  },
});

/** Blocks the lots, and records the tasks that follow. */
async function recallIn(
  unit: Unit,
  lotId: string,
  { includeDescendants, reason }: How,
): Promise<{ recall: Recall; report: Row }> {
  const { stock, lot } = await (includeDescendants ? lockWithDescendants : lockLot)(unit, lotId);
  lotStates.require(lot, 'lot', 'active', 'quarantine', ...(includeDescendants ? ['exhausted' as const] : []));
  for (const each of stock.lots.values()) {
    each.status = 'recalled';
    stock.hold(each, true);
  }
  const report = await recallReportOf(unit.db, lot, stock.lots);
  const recall = create(unit, Recall, {
    number: await unit.nextNumber('RC'),
    status: 'open',
    lot,
    lotNumber: lot.lotNumber,
    variant: lot.variant,
    sku: lot.sku,
    includeDescendants,
    reason: reason ?? null,
    notes: null,
    recalledBy: unit.actor,
    lots: [...stock.lots.values()].map(({ id: blocked, lotNumber, sku, quantityRemaining }) => ({
      lotId: blocked,
      lotNumber,
      sku,
      quantityRemaining: quantityRemaining.toNumber(),
    })),
    closedAt: null,
  });
  const suppliers = lot.supplier ? await findByIds(unit, Supplier, [lot.supplier.id]) : new Map<string, Supplier>();
  for (const item of [...itemsOf(unit, report), ...[...suppliers.values()].map(fromSupplier)])
    create(unit, RecallItem, { ...BLANK, ...item, recall });
  return { recall, report: { ...report, recallId: recall.id } };
}

const BLANK = {
  reference: null,
  lot: null,
  location: null,
  transfer: null,
  order: null,
  batch: null,
  supplier: null,
  quantity: null,
  done: false,
  doneAt: null,
  doneBy: null,
  note: null,
};

const fromSupplier = (supplier: Supplier) => ({ kind: 'supplier' as const, name: supplier.name, supplier });

/** The tasks that the report requires: set existing stock aside, and notify those who got or used some. */
function itemsOf(unit: Unit, report: Row) {
  const rows = (field: string) => report[field] as Row[];
  const ofAll = (row: Row) =>
    Quantity.sum((row['lots'] as Row[]).map(share => Quantity.of(share['quantity'] as number)));
  return [
    ...rows('stockByLocation').map(there => ({
      kind: 'stock' as const,
      name: there['locationName'] as string,
      lot: refer(unit, Lot, there['lotId'] as string),
      location: refer(unit, Location, there['locationId'] as string),
      quantity: Quantity.of(there['quantity'] as number),
    })),
    ...rows('inTransit').map(there => ({
      kind: 'stock_transfer' as const,
      name: there['transferNumber'] as string,
      reference: there['transferReference'] as string | null,
      lot: refer(unit, Lot, there['lotId'] as string),
      location: refer(unit, Location, there['destinationLocationId'] as string),
      transfer: refer(unit, StockTransfer, there['transferId'] as string),
      quantity: Quantity.of(there['quantity'] as number),
    })),
    ...rows('affectedOrders').map(order => ({
      kind: 'order' as const,
      name: order['number'] as string,
      reference: order['reference'] as string | null,
      order: refer(unit, Order, order['id'] as string),
      quantity: ofAll(order),
    })),
    ...rows('affectedBatches').map(batch => ({
      kind: 'production_batch' as const,
      name: batch['number'] as string,
      batch: refer(unit, ProductionBatch, batch['id'] as string),
      quantity: ofAll(batch),
    })),
  ];
}

// ---- ticking off ----

const ITEMS_MAX = 500;

export const updateRecall = command('updateRecall', {
  ...traceability,
  summary: 'Marks tasks of a recall as done, records their outcome, and closes it once everything is done.',
  refuses: ['invalid_state'],
  input: ruled(
    z.strictObject({
      id: target(),
      status: z.enum(recallStates.all).meta({ id: 'RecallStatus' }).optional(),
      reason: note().nullable().optional(),
      notes: note().nullable().optional(),
      items: z
        .array(
          z
            .strictObject({
              id: id().meta({ description: 'The item.' }),
              done: z
                .boolean()
                .optional()
                .meta({ description: 'Marks it as done, by the caller and now; false reopens it.' }),
              note: note().nullable().optional().meta({ description: 'What came of it.' }),
            })
            .meta({ id: 'RecallItemInput' }),
        )
        .max(ITEMS_MAX, `Must have at most ${ITEMS_MAX} items.`)
        .optional()
        .meta({ description: 'Changes to its items; the others stay.' }),
    }),
    eachOnce('items', 'id'),
  ),
  output: Recall,
  async run(unit, { id: recallId, status, items = [], ...said }) {
    const recall = await lockById(unit, Recall, recallId, { populate: ['items'] });
    if (status === 'open' && recall.status === 'closed') {
      recallStates.step(recall, WHAT, 'open');
      recall.closedAt = null;
    }
    if (items.length > 0) recallStates.require(recall, WHAT, 'open');
    tickOff(unit, recall, items);
    unit.em.assign(recall, said);
    if (status === 'closed' && recall.status === 'open') close(unit, recall);
    return recall;
  },
});

interface TickedItem {
  id: string;
  done?: boolean | undefined;
  note?: string | null | undefined;
}

function tickOff(unit: Unit, recall: Recall, given: readonly TickedItem[]): void {
  const items = new Map([...recall.items].map(item => [item.id, item]));
  refuseAll(
    given.flatMap(({ id: itemId }, index): Problem[] =>
      items.has(itemId) ? [] : [referenceNotFound('item of this recall', `items[${index}].id`)],
    ),
  );
  for (const { id: itemId, done, note: said } of given) {
    const item = items.get(itemId)!;
    if (said !== undefined) item.note = said;
    // The first person to mark it stays recorded.
    if (done === undefined || done === item.done) continue;
    item.done = done;
    item.doneAt = done ? unit.now() : null;
    item.doneBy = done ? unit.actor : null;
  }
}

function close(unit: Unit, recall: Recall): void {
  const left = [...recall.items].filter(item => !item.done).length;
  if (left > 0)
    refuse('invalid_state', `${left} of ${recall.items.length} items are not done yet.`, {
      field: 'status',
      details: { open: left },
    });
  recallStates.step(recall, WHAT, 'closed');
  recall.closedAt = unit.now();
}
