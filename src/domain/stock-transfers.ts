import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuseAll } from '../kernel/errors.ts';
import { byId, code, date, id, inUse, lines, metadata, newCode, note, positive, ruled } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { states } from '../kernel/states.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, filter, getOf, listOf, NO_DAY, several } from '../store/list.ts';
import { belongsTo, create, findByIds, lockById, TenantRecord } from '../store/record.ts';
import { Location, unfit } from './locations.ts';
import { lineChoice, linesNamed, namesLine } from './receipts.ts';
import { skuOfVariant } from './stock/levels.ts';
import type { Line, Place } from './stock/lines.ts';
import type { LotShare } from './stock/locked-lots.ts';
import { Lot, lotShares } from './stock/lots.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';
import { namesVariant, variantChoice, variantsOf } from './variant-lines.ts';
import { Variant } from './variants.ts';

export const stockTransferStates = states({
  pending: ['shipped', 'cancelled'],
  shipped: ['partially_received', 'received'],
  partially_received: ['partially_received', 'received'],
  received: [],
  cancelled: [],
});

const StockTransferSchema = defineEntity({
  name: 'StockTransfer',
  tableName: 'stock_transfers',
  extends: TenantRecord,
  comment: 'Goods that move from one location to another.',
  uniques: [{ properties: ['organizationId', 'number'] }, { properties: ['organizationId', 'reference'] }],
  indexes: [
    {
      name: 'stock_transfers_expected_order_index',
      expression: `create index stock_transfers_expected_order_index on stock_transfers (organization_id, coalesce(expected_on, '${NO_DAY}'::date), id)`,
    },
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },

    { properties: ['organizationId', 'status', 'id'] },
    { properties: ['organizationId', 'sourceLocation', 'id'] },
    { properties: ['organizationId', 'destinationLocation', 'id'] },
  ],
  properties: {
    number: p.string().length(20).comment('Document number, sequential within the organization.'),
    status: p.enum(stockTransferStates.all).comment('Status.'),
    reference: p.string().length(100).nullable().comment('Your own reference, unique in the organization.'),
    sourceLocation: () => belongsTo(Location, 'source_location_id').comment('Source location.'),
    destinationLocation: () => belongsTo(Location, 'destination_location_id').comment('Destination location.'),
    items: () => p.oneToMany(StockTransferItem).mappedBy('transfer').orderBy({ id: 'asc' }).comment('Its lines.'),
    notes: p.text().nullable().comment('Your own notes.'),
    metadata: p.json<{ [key: string]: unknown }>().comment('Your own data.'),
    expectedOn: p.date().nullable().comment('When it should arrive.'),
    shippedAt: p.datetime(3).nullable().comment('When it was shipped.'),
    receivedAt: p.datetime(3).nullable().comment('When it was completely received, or closed.'),
    replenishmentPlanId: p.uuid().nullable().comment('The replenishment plan that created it.'),
    /** How often it was received; each receipt is an event. */
    receipts: p.integer().hidden(),
  },
});
export class StockTransfer extends StockTransferSchema.class {}
StockTransferSchema.setClass(StockTransfer);

const StockTransferItemSchema = defineEntity({
  name: 'StockTransferItem',
  tableName: 'stock_transfer_items',
  extends: TenantRecord,
  comment: 'A line of a stock transfer.',
  indexes: [{ properties: ['organizationId', 'transfer'] }, { properties: ['organizationId', 'variant'] }],
  checks: [
    { name: 'stock_transfer_items_bounds', expression: 'quantity_received >= 0 and quantity_received <= quantity' },
  ],
  properties: {
    transfer: () => belongsTo(StockTransfer, 'transfer_id').hidden(),
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant to be moved.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    quantity: quantity().comment('Quantity to be moved.'),
    quantityReceived: quantity().comment('Quantity received so far.'),
    lots: () =>
      p
        .oneToMany(StockTransferLot)
        .mappedBy('item')
        .orderBy({ id: 'asc' })
        .comment('Lots shipped, of a lot-tracked variant.'),
  },
});
export class StockTransferItem extends StockTransferItemSchema.class {
  outstanding(): Quantity {
    return this.quantity.minus(this.quantityReceived);
  }
}
StockTransferItemSchema.setClass(StockTransferItem);

const StockTransferLotSchema = defineEntity({
  name: 'StockTransferLot',
  tableName: 'stock_transfer_lots',
  extends: TenantRecord,
  comment: 'A quantity of a lot in a stock transfer.',
  indexes: [{ properties: ['organizationId', 'item'] }, { properties: ['organizationId', 'lot'] }],
  checks: [
    { name: 'stock_transfer_lots_bounds', expression: 'quantity_received >= 0 and quantity_received <= quantity' },
  ],
  properties: {
    item: () => belongsTo(StockTransferItem, 'item_id').hidden(),
    lot: () => belongsTo(Lot, 'lot_id').comment('The lot.'),
    lotNumber: p
      .string()
      .formula(
        (_columns: unknown, table: { alias: string }) =>
          `(select l.lot_number from lots l where l.organization_id = ${table.alias}.organization_id and l.id = ${table.alias}.lot_id)`,
      )
      .comment('Number of the lot.'),
    quantity: quantity().comment('Quantity of it shipped.'),
    quantityReceived: quantity().comment('Quantity of it received so far.'),
  },
});
export class StockTransferLot extends StockTransferLotSchema.class {
  outstanding(): Quantity {
    return this.quantity.minus(this.quantityReceived);
  }
}
StockTransferLotSchema.setClass(StockTransferLot);

export const STOCK_TRANSFER = 'stock transfer';

// ---- reading ----

export const listStockTransfers = listOf('listStockTransfers', {
  area: 'transfers',
  of: StockTransfer,
  summary: 'Lists stock transfers.',
  filters: {
    status: equals('status', z.enum(stockTransferStates.all).meta({ id: 'StockTransferStatus' })),
    sourceLocationId: equals('source_location_id', id()),
    destinationLocationId: equals('destination_location_id', id()),
    locationIds: filter(
      several(id()).meta({ description: 'Only transfers from or to one of these locations.' }),
      ids => sql`(t.source_location_id = any(${ids}) or t.destination_location_id = any(${ids}))`,
    ),
    number: equals('number', code()),
    reference: equals('reference', code()),
    createdSince,
  },
});

export const getStockTransfer = getOf('getStockTransfer', { area: 'transfers', of: StockTransfer });

// ---- creating, cancelling ----

const newTransfer = z.strictObject({
  sourceLocationId: id(),
  destinationLocationId: inUse(id(), 'location'),
  items: lines(
    ruled(z.strictObject({ ...variantChoice, quantity: positive() }), namesVariant).meta({
      id: 'StockTransferItemInput',
    }),
  ),
  reference: newCode().nullable().optional(),
  expectedOn: date().nullable().optional(),
  notes: note().nullable().optional(),
  metadata: metadata().default({}),
});

export const createStockTransfer = command('createStockTransfer', {
  area: 'transfers',
  summary: 'Creates a pending transfer. Stock is neither checked nor reserved.',
  refuses: ['already_exists'],
  input: ruled(newTransfer, ({ sourceLocationId, destinationLocationId }) =>
    sourceLocationId !== undefined && sourceLocationId === destinationLocationId
      ? [{ path: ['destinationLocationId'], message: 'Must differ from the source.' }]
      : [],
  ),
  output: StockTransfer,
  run: (unit, given) => planTransfer(unit, given),
});

/** Creates a pending transfer; no stock moves yet. Refuses what it names and cannot be, all of it together. */
export async function planTransfer(
  unit: Unit,
  {
    sourceLocationId,
    destinationLocationId,
    items,
    ...given
  }: z.output<typeof newTransfer> & { replenishmentPlanId?: string },
): Promise<StockTransfer> {
  const problems: Problem[] = [];
  const locations = await findByIds(unit, Location, [sourceLocationId, destinationLocationId]);
  if (!locations.has(sourceLocationId)) problems.push(referenceNotFound('location', 'sourceLocationId'));
  problems.push(...unfit(locations.get(destinationLocationId), 'destinationLocationId'));
  const variants = await variantsOf(
    unit,
    items,
    index => `items[${index}]`,
    (_, problem) => problems.push(problem),
  );
  refuseAll(problems);
  const transfer = create(unit, StockTransfer, {
    ...given,
    number: await unit.nextNumber('TR'),
    status: 'pending',
    sourceLocation: locations.get(sourceLocationId)!,
    destinationLocation: locations.get(destinationLocationId)!,
    receipts: 0,
  });
  for (const [index, { quantity: moved }] of items.entries()) {
    const variant = variants[index]!;
    create(unit, StockTransferItem, {
      transfer,
      variant,
      sku: variant.sku,
      quantity: moved,
      quantityReceived: Quantity.zero,
    });
  }
  return transfer;
}

export const cancelStockTransfer = command('cancelStockTransfer', {
  area: 'transfers',
  summary: 'Cancels a transfer that has not been shipped.',
  refuses: ['invalid_state'],
  input: byId(),
  output: StockTransfer,
  async run(unit, { id: transferId }) {
    const transfer = await lockStockTransfer(unit, transferId);
    stockTransferStates.step(transfer, STOCK_TRANSFER, 'cancelled');
    return transfer;
  },
});

// ---- shipping ----

const lotsOfLine = ruled(z.strictObject({ ...lineChoice, lots: lotShares() }), namesLine).meta({
  id: 'ShipStockTransferItemInput',
});

export const shipStockTransfer = command('shipStockTransfer', {
  area: 'transfers',
  summary: 'Ships a transfer, all lines or none: its stock leaves the source and is incoming at the destination.',
  refuses: ['invalid_state', 'insufficient_stock'],
  input: byId().extend({
    items: lines(lotsOfLine)
      .optional()
      .meta({ description: 'Lines whose lots you choose; the others are taken first expired, first out.' }),
  }),
  output: StockTransfer,
  async run(unit, { id: transferId, items = [] }) {
    const transfer = await lockStockTransfer(unit, transferId);
    stockTransferStates.requireSource(transfer, STOCK_TRANSFER, 'shipped');
    const departures = departuresOf(transfer, items);
    const places = departures.flatMap(({ line, item }) => [line, destinationOf(transfer, item)]);
    const stock = await Stock.lock(unit, places, {
      lotIds: items.flatMap(({ lots }) => lots.map(lot => lot.lotId)),
      leaving: departures.map(({ line }) => line),
    });
    stock.requireAvailable(departures.flatMap(departure => promised(stock, departure)));
    for (const { item, line, lots } of departures) {
      for (const { lot, quantity: shipped } of stock.take(line, causeOf(transfer, 'transfer_out'), lots)) {
        if (lot)
          create(unit, StockTransferLot, {
            item,
            lot,
            lotNumber: lot.lotNumber,
            quantity: shipped,
            quantityReceived: Quantity.zero,
          });
      }
      stock.expect(destinationOf(transfer, item), item.quantity, line.field);
    }
    stockTransferStates.step(transfer, STOCK_TRANSFER, 'shipped');
    transfer.shippedAt = unit.now();
    return transfer;
  },
});

interface Departure {
  item: StockTransferItem;
  line: Line;
  lots: LotShare[] | undefined;
}

/** What leaves the source, line by line, and the lots that the request names for it. */
function departuresOf(transfer: StockTransfer, chosen: readonly z.output<typeof lotsOfLine>[]): Departure[] {
  const problems: Problem[] = [];
  const lots = new Map<StockTransferItem, { path: string; shares: LotShare[] }>();
  for (const [index, row] of chosen.entries()) {
    const path = `items[${index}]`;
    const [item] = linesNamed(
      [...transfer.items].filter(each => !lots.has(each)),
      row,
      path,
      problems,
    );
    if (item) lots.set(item, { path, shares: row.lots });
  }
  refuseAll(problems);
  return transfer.items.map((item, index) => {
    const named = lots.get(item);
    const place = { variant: item.variant, locationId: transfer.sourceLocation.id };
    return {
      item,
      line: { ...place, quantity: item.quantity, field: `${named?.path ?? `items[${index}]`}.quantity` },
      lots: named?.shares,
    };
  });
}

/**
 * Shipping is a promise, so it is bounded by what is available; a lot on hold may be shipped if it is named, as it is
 * not available anyway.
 */
function promised(stock: Stock, { line, lots = [] }: Departure): Line[] {
  const held = lots.filter(
    (lot, index) =>
      stock.lot(line.variant, lot.lotId, `${line.field!.replace(/\.quantity$/, '')}.lots[${index}].lotId`).held,
  );
  const open = line.quantity.minus(Quantity.min(line.quantity, Quantity.sum(held.map(lot => lot.quantity))));
  return open.isPositive() ? [{ ...line, quantity: open }] : [];
}

/** Why stock changes, for its ledger entries: this transfer. */
export const causeOf = (transfer: StockTransfer, entryType: Cause['entryType']): Cause => ({
  entryType,
  referenceId: transfer.id,
});

/** The level that a line is received into. */
export const destinationOf = (transfer: StockTransfer, { variant }: StockTransferItem): Place => ({
  variant,
  locationId: transfer.destinationLocation.id,
});

/** The transfer is locked before its stock, so that of two commands on it the second sees what the first did. */
export const lockStockTransfer = (unit: Unit, transferId: string): Promise<StockTransfer> =>
  lockById(unit, StockTransfer, transferId, { populate: ['items', 'items.variant', 'items.lots', 'items.lots.lot'] });
