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
import type { DemoIds } from './year.ts';

const DAY_MS = 86_400_000;

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
  const run = async (operation: Operation, input: object): Promise<Row> =>
    (await execute(operation, caller, input, { present: row => row as Row })).answer;
  const date = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
  const at = {
    BER: locations.get('BER'),
    HAM: locations.get('HAM'),
    MITTE: locations.get('MITTE'),
    MUC: locations.get('MUC'),
  };

  // Makes sure that there is enough stock for the day, whatever the random numbers were.
  const needed = [
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
    adjustments: needed.map(([sku, code]) => ({
      sku,
      locationId: at[code],
      quantityChange: 24,
      reason: 'correction',
      note: 'Found behind the roaster.',
    })),
  });

  // Orders in every state.
  await run(createOrder, {
    locationId: at.BER,
    reference: 'WEB-20481',
    items: [
      { sku: 'FLT-02', quantity: 6 },
      { sku: 'MUG-KES', quantity: 2 },
    ],
  });
  await run(createOrder, { locationId: at.HAM, reference: 'WEB-20482', items: [{ sku: 'FLT-01', quantity: 3 }] });
  const held = await run(createOrder, {
    locationId: at.BER,
    reference: 'CAFE-ELBE-77',
    notes: 'Wholesale: collect on Friday.',
    items: [
      { sku: 'BAG-250', quantity: 20 },
      { sku: 'CUP-CAP', quantity: 4 },
    ],
  });
  await run(reserveOrder, { id: held['id'] });
  const part = await run(createOrder, {
    locationId: at.BER,
    reference: 'CAFE-ISAR-12',
    items: [
      { sku: 'TEA-CHA', quantity: 4 },
      { sku: 'CHO-70', quantity: 4 },
    ],
  });
  await run(fulfillOrder, { id: part['id'], items: [{ sku: 'TEA-CHA', quantity: 4 }] });

  // Ordered and not received: one late, one on its way, one not yet submitted.
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

  const count = await run(createCycleCount, { locationId: at.MITTE, notes: 'Shelf by the door.' });
  await run(startCycleCount, { id: count['id'] });
  await run(loadCycleCountInventory, { id: count['id'] });

  // Lots: one about to expire, one in quarantine, and a torn bag.
  await run(createInventoryAdjustment, {
    sku: 'DEC-250',
    locationId: at.HAM,
    quantityChange: 18,
    reason: 'stock_in',
    lotNumber: 'DEC-TRIAL',
    expiryDate: date(12),
    note: 'Trial roast.',
  });
  const suspect = await run(createInventoryAdjustment, {
    sku: 'GRN-GUA',
    locationId: at.BER,
    quantityChange: 60,
    reason: 'stock_in',
    lotNumber: 'GUA-SAMPLE',
    expiryDate: date(300),
    note: 'Moisture reading too high: wait for the laboratory.',
  });
  await run(quarantineLot, { id: (suspect['ledgerEntry'] as Row)['lotId'] });
  await run(createWasteRecord, {
    sku: 'FLT-01',
    locationId: at.MITTE,
    quantity: 1,
    reason: 'damaged',
    notes: 'Torn in the window display.',
  });

  // Returns: one announced, one received.
  const sold = await run(createOrder, {
    locationId: at.BER,
    reference: 'WEB-20470',
    items: [
      { sku: 'MUG-KES', quantity: 4 },
      { sku: 'FLT-02', quantity: 2 },
    ],
  });
  await run(fulfillOrder, { id: sold['id'] });
  await run(createReturnAuthorization, {
    orderId: sold['id'],
    reason: 'Ordered one too many.',
    items: [{ sku: 'FLT-02', quantity: 1, condition: 'sellable' }],
  });
  const broken = await run(createReturnAuthorization, {
    orderId: sold['id'],
    reason: 'Handle broken on arrival.',
    items: [{ sku: 'MUG-KES', quantity: 1, condition: 'damaged' }],
  });
  await run(receiveReturnAuthorization, { id: broken['id'] });

  // Batches: one in the roaster now, and those that follow.
  const roasting = await run(createProductionBatch, {
    recipeId: recipes.get('HUM-250'),
    locationId: at.BER,
    plannedQuantity: 40,
    notes: 'For the weekend.',
  });
  await run(startProductionBatch, { id: roasting['id'] });
  await run(createProductionBatch, { recipeId: recipes.get('HOU-250'), locationId: at.BER, plannedQuantity: 30 });
}
