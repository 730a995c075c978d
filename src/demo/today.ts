import { createCycleCount, loadCycleCountInventory, startCycleCount } from '../domain/cycle-counts.ts';
import { createInventoryAdjustment, createInventoryAdjustments } from '../domain/inventory-adjustments.ts';
import { quarantineLot } from '../domain/lots.ts';
import { fulfillOrder } from '../domain/order-fulfillment.ts';
import { createOrder, reserveOrder } from '../domain/orders.ts';
import { createProductionBatch, startProductionBatch } from '../domain/production-batches.ts';
import { createPurchaseOrder } from '../domain/purchase-orders.ts';
import { createReturnAuthorization } from '../domain/return-authorizations.ts';
import { receiveReturnAuthorization } from '../domain/return-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../domain/stock-transfers.ts';
import { createWasteRecord } from '../domain/waste-records.ts';
import type { Caller, Operation } from '../kernel/operation.ts';
import type { Row } from '../kernel/view.ts';
import { execute } from '../store/execute.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import type { LocationCode } from './catalogue.ts';
import type { DemoIds } from './year.ts';

const DAY_MS = 86_400_000;

/** What the documents of the day are made with. */
interface Today {
  run(operation: Operation, input: object): Promise<Row>;
  /** The day that is this many days from now. */
  date(days: number): string;
  at: { readonly [code in LocationCode]: string | undefined };
  suppliers: DemoIds['suppliers'];
  recipes: DemoIds['recipes'];
}

/** The state of the last day: documents under way, something late, something on hold, something about to expire. */
export async function makeToday(
  database: OpenDatabase,
  organizationId: string,
  { locations, suppliers, recipes }: DemoIds,
  now: Date,
): Promise<void> {
  const caller: Caller = {
    organizationId,
    actor: 'demo',
    scopes: new Set(['admin']),
    modules: new Set(['manufacturing', 'traceability']),
    database,
  };
  const today: Today = {
    run: async (operation, input) => (await execute(operation, caller, input, { present: row => row as Row })).answer,
    date: days => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10),
    at: {
      BER: locations.get('BER'),
      HAM: locations.get('HAM'),
      MITTE: locations.get('MITTE'),
      MUC: locations.get('MUC'),
    },
    suppliers,
    recipes,
  };
  await topUp(today);
  await makeOrders(today);
  await makePurchases(today);
  await makeTransfer(today);
  await startCount(today);
  await makeLots(today);
  await makeReturns(today);
  await makeBatches(today);
}

/** Makes sure that there is enough stock for the day, whatever the random numbers were. */
async function topUp({ run, at }: Today): Promise<void> {
  const items = [
    ['FLT-02', 'BER'],
    ['MUG-KES', 'BER'],
    ['BAG-250', 'BER'],
    ['CUP-CAP', 'BER'],
    ['TEA-CHA', 'BER'],
    ['CHO-70', 'BER'],
    ['MUG-CMP', 'BER'],
    ['FLT-01', 'MITTE'],
  ] as const;
  await run(createInventoryAdjustments, {
    adjustments: items.map(([sku, code]) => ({
      sku,
      locationId: at[code],
      quantityChange: 24,
      reason: 'correction',
      note: 'Found behind the roaster.',
    })),
  });
}

/** Orders in every state. */
async function makeOrders({ run, at }: Today): Promise<void> {
  await run(createOrder, {
    locationId: at.BER,
    reference: 'WEB-20481',
    items: [
      { sku: 'FLT-02', quantity: 6 },
      { sku: 'MUG-KES', quantity: 2 },
    ],
  });
  await run(createOrder, { locationId: at.HAM, reference: 'WEB-20482', items: [{ sku: 'FLT-01', quantity: 3 }] });
  const reserved = await run(createOrder, {
    locationId: at.BER,
    reference: 'CAFE-ELBE-77',
    notes: 'Wholesale: collect on Friday.',
    items: [
      { sku: 'BAG-250', quantity: 20 },
      { sku: 'CUP-CAP', quantity: 4 },
    ],
  });
  await run(reserveOrder, { id: reserved['id'] });
  const partial = await run(createOrder, {
    locationId: at.BER,
    reference: 'CAFE-ISAR-12',
    items: [
      { sku: 'TEA-CHA', quantity: 4 },
      { sku: 'CHO-70', quantity: 4 },
    ],
  });
  await run(fulfillOrder, { id: partial['id'], items: [{ sku: 'TEA-CHA', quantity: 4 }] });
}

/** Purchase orders that are not received: one late, one on its way, one not yet submitted. */
async function makePurchases({ run, date, at, suppliers }: Today): Promise<void> {
  await run(createPurchaseOrder, {
    supplierId: suppliers.get('CERAM'),
    locationId: at.BER,
    reference: 'KD-2291',
    expectedOn: date(-6),
    items: [
      { sku: 'CUP-LAT', quantity: 24, unitCost: 6.3 },
      { sku: 'CUP-ESP', quantity: 36, unitCost: 4.2 },
    ],
  });
  await run(createPurchaseOrder, {
    supplierId: suppliers.get('NORD'),
    locationId: at.BER,
    reference: 'NH-0917',
    expectedOn: date(9),
    items: [
      { sku: 'GRN-ETH', quantity: 90, unitCost: 8.2 },
      { sku: 'GRN-KEN', quantity: 45, unitCost: 10.4 },
    ],
  });
  await run(createPurchaseOrder, {
    supplierId: suppliers.get('HARIO'),
    locationId: at.BER,
    status: 'draft',
    items: [{ sku: 'KTL-1L', quantity: 12, unitCost: 31 }],
  });
}

/** Goods on their way to a shop. */
async function makeTransfer({ run, at }: Today): Promise<void> {
  const transfer = await run(createStockTransfer, {
    sourceLocationId: at.BER,
    destinationLocationId: at.MUC,
    notes: 'Christmas window.',
    items: [
      { sku: 'MUG-CMP', quantity: 3 },
      { sku: 'FLT-02', quantity: 5 },
    ],
  });
  await run(shipStockTransfer, { id: transfer['id'] });
}

/** A count that has begun. */
async function startCount({ run, at }: Today): Promise<void> {
  const count = await run(createCycleCount, { locationId: at.MITTE, notes: 'Shelf by the door.' });
  await run(startCycleCount, { id: count['id'] });
  await run(loadCycleCountInventory, { id: count['id'] });
}

/** Lots: one about to expire, one in quarantine, and a torn bag. */
async function makeLots({ run, date, at }: Today): Promise<void> {
  await run(createInventoryAdjustment, {
    sku: 'DEC-250',
    locationId: at.HAM,
    quantityChange: 18,
    reason: 'stock_in',
    lotNumber: 'DEC-TRIAL',
    expiryDate: date(12),
    note: 'Trial roast.',
  });
  const adjustment = await run(createInventoryAdjustment, {
    sku: 'GRN-GUA',
    locationId: at.BER,
    quantityChange: 60,
    reason: 'stock_in',
    lotNumber: 'GUA-SAMPLE',
    expiryDate: date(300),
    note: 'Moisture reading too high: wait for the laboratory.',
  });
  await run(quarantineLot, { id: (adjustment['ledgerEntry'] as Row)['lotId'] });
  await run(createWasteRecord, {
    sku: 'FLT-01',
    locationId: at.MITTE,
    quantity: 1,
    reason: 'damaged',
    notes: 'Torn in the window display.',
  });
}

/** Returns: one announced, one received. */
async function makeReturns({ run, at }: Today): Promise<void> {
  const order = await run(createOrder, {
    locationId: at.BER,
    reference: 'WEB-20470',
    items: [
      { sku: 'MUG-KES', quantity: 4 },
      { sku: 'FLT-02', quantity: 2 },
    ],
  });
  await run(fulfillOrder, { id: order['id'] });
  await run(createReturnAuthorization, {
    orderId: order['id'],
    reason: 'Ordered one too many.',
    items: [{ sku: 'FLT-02', quantity: 1, condition: 'sellable' }],
  });
  const damaged = await run(createReturnAuthorization, {
    orderId: order['id'],
    reason: 'Handle broken on arrival.',
    items: [{ sku: 'MUG-KES', quantity: 1, condition: 'damaged' }],
  });
  await run(receiveReturnAuthorization, { id: damaged['id'] });
}

/** Batches: one in the roaster now, and one that follows. */
async function makeBatches({ run, at, recipes }: Today): Promise<void> {
  const batch = await run(createProductionBatch, {
    recipeId: recipes.get('HUM-250'),
    locationId: at.BER,
    plannedQuantity: 40,
    notes: 'For the weekend.',
  });
  await run(startProductionBatch, { id: batch['id'] });
  await run(createProductionBatch, { recipeId: recipes.get('HOU-250'), locationId: at.BER, plannedQuantity: 30 });
}
