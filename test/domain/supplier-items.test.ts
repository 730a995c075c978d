import { expect, test } from '@jest/globals';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder, getPurchaseOrder, updatePurchaseOrder } from '../../src/domain/purchase-orders.ts';
import {
  createSupplierItem,
  deleteSupplierItem,
  getSupplierItem,
  listSupplierItems,
  updateSupplierItem,
} from '../../src/domain/supplier-items.ts';
import type { Row } from '../../src/kernel/view.ts';
import { levelAt } from '../support/documents.ts';
import { clientOf } from '../support/http.ts';
import { type Made, makeLocation, makeSupplier, makeSupplierItem, makeVariant } from '../support/make.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();
const BREAKS = [
  { minQuantity: 10, unitCost: 1.5 },
  { minQuantity: 2, unitCost: 2 },
];

/** A variant that a supplier sells in cases of 24. */
async function cases(given: object = {}) {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant);
  const supplier = await makeSupplier(tenant);
  const location = await makeLocation(tenant);
  const item = await makeSupplierItem(tenant, variant, {
    supplierId: supplier.id,
    purchaseUnit: 'case',
    unitsPerPurchaseUnit: 24,
    priceBreaks: BREAKS,
    ...given,
  });
  const order = (line: object, more: object = {}): Promise<Row> =>
    tenant.run(createPurchaseOrder, { supplierId: supplier.id, locationId: location.id, items: [line], ...more });
  return { tenant, variant, supplier, location, item, order };
}

const line = (order: Row) => (order['items'] as Made[])[0]!;

test('price breaks are sorted by quantity, and two with the same quantity are refused', async () => {
  const { tenant, item, variant, supplier } = await cases();
  expect(item['priceBreaks']).toEqual([...BREAKS].reverse());
  expect(await tenant.run(getSupplierItem, { id: item.id })).toEqual(item);
  const twice = { priceBreaks: [BREAKS[0], BREAKS[1], BREAKS[0]] };
  const problem = [{ code: 'validation_failed', field: 'priceBreaks[2].minQuantity' }];
  expect(await refusal(tenant.run(updateSupplierItem, { id: item.id, ...twice }))).toEqual(problem);
  expect(
    await refusal(tenant.run(createSupplierItem, { supplierId: supplier.id, sku: variant.sku, ...twice })),
  ).toEqual(problem);
  expect((await tenant.run(updateSupplierItem, { id: item.id, priceBreaks: [] }))['priceBreaks']).toEqual([]);
});

test('a supplier sells a variant once per purchase unit', async () => {
  const { tenant, variant, supplier } = await cases();
  const again = { variantId: variant.id, supplierId: supplier.id };
  expect(await refusal(tenant.run(createSupplierItem, { ...again, purchaseUnit: 'case' }))).toEqual([
    { code: 'already_exists', field: 'purchaseUnit' },
  ]);
  await tenant.run(createSupplierItem, { ...again, purchaseUnit: 'pallet' });
  expect((await tenant.list(listSupplierItems, { sku: variant.sku })).rows).toHaveLength(2);
});

test('a line in purchase units gets its base quantity and the price for that quantity', async () => {
  const { order, item } = await cases();
  expect(line(await order({ supplierItemId: item.id, purchaseQuantity: 10 }))).toMatchObject({
    quantity: 240,
    unitCost: 1.5,
    purchaseUnit: 'case',
    unitsPerPurchaseUnit: 24,
    purchaseQuantity: 10,
    supplierItemId: item.id,
  });
  expect(line(await order({ supplierItemId: item.id, quantity: 216 }))).toMatchObject({
    purchaseQuantity: 9,
    unitCost: 2,
  });
  expect(line(await order({ supplierItemId: item.id, purchaseQuantity: 1 }))['unitCost']).toBeNull();
  expect(line(await order({ supplierItemId: item.id, purchaseQuantity: 1, unitCost: 3 }))['unitCost']).toBe(3);
});

test('a line that does not fit its supplier item is refused at its field', async () => {
  const { tenant, order, item, variant } = await cases({ currency: 'USD' });
  const other = await makeVariant(tenant);
  const refused = (given: object, more: object = {}) => refusal(order(given, more));
  const supplierItemId = item.id;
  const at = (field: string, code = 'validation_failed') => [{ code, field: `items[0].${field}` }];
  expect(await refused({ supplierItemId, purchaseQuantity: 10 })).toEqual(at('unitCost'));
  const line = { supplierItemId, purchaseQuantity: 10, unitCost: 1 };
  expect(await refused({ ...line, sku: other.sku })).toEqual(at('supplierItemId'));
  expect(await refused(line, { supplierId: null })).toEqual(at('supplierItemId'));
  expect(await refused({ ...line, supplierItemId: variant.id })).toEqual(at('supplierItemId', 'reference_not_found'));
  expect(await refused({ ...line, quantity: 240 })).toEqual(at('purchaseQuantity'));
  expect(await refused({ sku: variant.sku, purchaseQuantity: 10 })).toEqual(at('purchaseQuantity'));
  expect(await refused({ supplierItemId, unitCost: 1, quantity: 1 })).toEqual(at('quantity'));
  await tenant.run(updateSupplierItem, { id: item.id, active: false });
  expect(await refused(line)).toEqual(at('supplierItemId'));
});

test('a quantity in purchase units that is nothing in base units is refused, ordered or received', async () => {
  const { tenant, order, item } = await cases({ purchaseUnit: 'drop', unitsPerPurchaseUnit: 0.3 });
  const refused = [{ code: 'validation_failed', field: 'items[0].purchaseQuantity' }];
  expect(await refusal(order({ supplierItemId: item.id, purchaseQuantity: 0.0001, unitCost: 1 }))).toEqual(refused);
  const placed = await order({ supplierItemId: item.id, purchaseQuantity: 0.0002, unitCost: 1 });
  expect(line(placed)['quantity']).toBe(0.0001);
  const receive = (purchaseQuantity: number) =>
    tenant.run(receivePurchaseOrder, { id: placed['id'], items: [{ itemId: line(placed)['id'], purchaseQuantity }] });
  expect(await refusal(receive(0.0001))).toEqual(refused);
  expect(await receive(0)).toMatchObject({ status: 'submitted' });
});

test('less than the supplier sells, or no multiple of it, is ordered with a warning, whatever lines it stands in', async () => {
  const { tenant, supplier, item, location } = await cases({ minOrderQuantity: 4, orderMultiple: 2 });
  const client = clientOf((await world.serve()).url, await tenant.key('write'));
  const line = (given: object) => ({ supplier_item_id: item.id, ...given });
  const asked = { supplier_id: supplier.id, location_id: location.id, status: 'draft' };
  const warned = async (request: string, body: object) =>
    ((await client(request, body)).body as { warnings?: object[] }).warnings;
  const order = (...items: object[]) => warned('POST /api/v1/purchase_orders', { ...asked, items });
  const about = (field: string, message: string) => [
    { code: 'off_supplier_terms', field: `items[0].${field}`, message: expect.stringContaining(message) },
  ];

  expect(await order(line({ purchase_quantity: 2 }))).toEqual(about('purchase_quantity', 'The minimum order of'));
  expect(await order(line({ quantity: 24 * 5 }))).toEqual(about('quantity', 'multiples of 2 (case)'));
  expect(await order(line({ purchase_quantity: 4 }))).toBeUndefined();
  expect(await order(line({ purchase_quantity: 3 }), line({ quantity: 24 }))).toBeUndefined();
  expect(await order({ sku: item['sku'], quantity: 1 })).toBeUndefined();

  const { body } = await client('POST /api/v1/purchase_orders', { ...asked, items: [line({ purchase_quantity: 4 })] });
  const change = (given: object) => warned(`PATCH /api/v1/purchase_orders/${(body.data as Made).id}`, given);
  expect(await change({ items: [line({ purchase_quantity: 7 })] })).toEqual(
    about('purchase_quantity', 'multiples of 2'),
  );
  expect(await change({ notes: 'As agreed' })).toBeUndefined();
});

test('a draft with lines of one supplier cannot be given to another with them', async () => {
  const { tenant, order, item, location } = await cases();
  const draft = await order({ supplierItemId: item.id, purchaseQuantity: 2 }, { status: 'draft' });
  const other = await makeSupplier(tenant);
  expect(await refusal(tenant.run(updatePurchaseOrder, { id: draft['id'], supplierId: other.id }))).toEqual([
    { code: 'validation_failed', field: 'supplierId' },
  ]);
  await tenant.run(updatePurchaseOrder, { id: draft['id'], locationId: location.id, notes: 'Kept' });
});

test('a draft cannot be changed to another currency with lines whose costs are in the one before', async () => {
  const { tenant, order, item } = await cases();
  const draft = await order({ supplierItemId: item.id, purchaseQuantity: 2 }, { status: 'draft' });
  const change = (given: object) => tenant.run(updatePurchaseOrder, { id: draft['id'], ...given });
  const dollars = { currency: 'USD', exchangeRate: 0.5 };
  expect(await refusal(change(dollars))).toEqual([{ code: 'validation_failed', field: 'currency' }]);
  expect(await tenant.run(getPurchaseOrder, { id: draft['id'] })).toMatchObject({ currency: null, exchangeRate: null });
  // The same currency by its name, and costs that are given anew.
  expect(await change({ currency: 'EUR' })).toMatchObject({ currency: 'EUR' });
  const priced = { supplierItemId: item.id, purchaseQuantity: 2, unitCost: 4 };
  const changed = await change({ ...dollars, items: [priced] });
  expect(changed).toMatchObject({ currency: 'USD', items: [{ unitCost: 4 }] });
  expect(await refusal(change({ currency: null, exchangeRate: null }))).toEqual([
    { code: 'validation_failed', field: 'currency' },
  ]);
  // Without costs there is nothing to convert.
  await change({ items: [{ sku: item['sku'], quantity: 1 }] });
  expect(await change({ currency: null, exchangeRate: null })).toMatchObject({ currency: null });
});

test('receiving accepts either quantity, and lines keep the units they were ordered in', async () => {
  const { tenant, order, item, variant, location } = await cases();
  const { id } = await order({ supplierItemId: item.id, purchaseQuantity: 10 });
  await tenant.run(updateSupplierItem, { id: item.id, unitsPerPurchaseUnit: 12 });
  await tenant.run(receivePurchaseOrder, { id, items: [{ sku: variant.sku, purchaseQuantity: 3 }] });
  await tenant.run(receivePurchaseOrder, { id, items: [{ sku: variant.sku, quantity: 8 }] });
  expect(line(await tenant.run(getPurchaseOrder, { id }))).toMatchObject({ quantityReceived: 80, quantity: 240 });
  expect(await levelAt(tenant, variant.sku, location.id)).toMatchObject({ onHand: 80, incoming: 160 });
  const over = { id, items: [{ sku: variant.sku, purchaseQuantity: 7 }] };
  const details = { sku: variant.sku, requested: 168, outstanding: 160 };
  expect(await refusal(tenant.run(receivePurchaseOrder, over))).toEqual([
    { code: 'over_receipt', field: 'items[0].purchaseQuantity', details },
  ]);
  const plain = await order({ sku: variant.sku, quantity: 5 });
  expect(
    await refusal(
      tenant.run(receivePurchaseOrder, { id: plain['id'], items: [{ sku: variant.sku, purchaseQuantity: 1 }] }),
    ),
  ).toEqual([{ code: 'validation_failed', field: 'items[0].purchaseQuantity' }]);
});

test('a supplier item that was used in orders cannot be deleted, an unused one can', async () => {
  const { tenant, order, item, variant } = await cases();
  await order({ supplierItemId: item.id, purchaseQuantity: 2 });
  expect(await refusal(tenant.run(deleteSupplierItem, { id: item.id }))).toEqual([{ code: 'invalid_state' }]);
  const unused = await makeSupplierItem(tenant, variant);
  await tenant.run(deleteSupplierItem, { id: unused.id });
  expect((await tenant.list(listSupplierItems, {})).rows.map(row => row['id'])).toEqual([item.id]);
});
