import { createProduct } from '../../src/domain/create-products.ts';
import { completeCycleCount } from '../../src/domain/cycle-count-completion.ts';
import {
  createCycleCount,
  deleteCycleCount,
  loadCycleCountInventory,
  startCycleCount,
  updateCycleCount,
} from '../../src/domain/cycle-counts.ts';
import { createInventoryAdjustment, createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import {
  createInventoryPolicy,
  deleteInventoryPolicy,
  updateInventoryPolicy,
} from '../../src/domain/inventory-policies.ts';
import { createLocation, updateLocation } from '../../src/domain/locations.ts';
import { quarantineLot, releaseLot } from '../../src/domain/lots.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { cancelOrder, closeOrder, createOrder, reserveOrder, updateOrder } from '../../src/domain/orders.ts';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { deleteProductPicture, putProductPicture } from '../../src/domain/product-pictures.ts';
import { completeProductionBatch } from '../../src/domain/production-batch-completion.ts';
import { createProductionBatch, startProductionBatch } from '../../src/domain/production-batches.ts';
import { updateProduct } from '../../src/domain/products.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { cancelPurchaseOrder, createPurchaseOrder, submitPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { recallLot } from '../../src/domain/recalls.ts';
import { createRecipe, updateRecipe } from '../../src/domain/recipes.ts';
import { createReturnAuthorization, updateReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { receiveReturnAuthorization } from '../../src/domain/return-receipts.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { createSupplierItem, deleteSupplierItem, updateSupplierItem } from '../../src/domain/supplier-items.ts';
import { createSupplier, updateSupplier } from '../../src/domain/suppliers.ts';
import { createVariant, updateVariant } from '../../src/domain/variants.ts';
import { createWasteRecord } from '../../src/domain/waste-records.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import type { Row } from '../../src/kernel/view.ts';
import { LARGER_PICTURE, type Made, PICTURE } from './make.ts';

/** Runs an operation and returns the resource as REST shows it; empty if refused. */
type Do = (operation: Operation, input: Row) => Promise<Made>;

/** A location and a variant of each of these SKUs, with ten on hand; the second is lot-tracked. */
async function setting(run: Do): Promise<{ location: Made; skus: [plain: string, tracked: string] }> {
  const location = await run(createLocation, { name: 'Main', code: 'MAIN', type: 'store' });
  await run(createProduct, {
    name: 'Goods',
    variants: [
      { sku: 'PLAIN', unitPrice: 2.5 },
      { sku: 'TRACKED', lotTracked: true },
    ],
  });
  await run(createInventoryAdjustment, {
    sku: 'PLAIN',
    locationId: location.id,
    quantityChange: 10,
    reason: 'stock_in',
  });
  await run(createInventoryAdjustment, {
    sku: 'TRACKED',
    locationId: location.id,
    quantityChange: 10,
    lotNumber: 'L1',
    expiryDate: '2999-01-01',
  });
  return { location, skus: ['PLAIN', 'TRACKED'] };
}

const first = (document: Made, list = 'items') => (document[list] as Made[])[0]!;

/** What an integrator does, as operations of the domain: both interfaces give the same results, refusals included. */
export const STORIES: { readonly [title: string]: (run: Do) => Promise<void> } = {
  async 'keeping a catalog'(run) {
    await run(updateOrganization, { name: 'Ours', timeZone: 'Europe/Berlin' });
    const supplier = await run(createSupplier, { name: 'Finca', code: 'F', leadTimeDays: 3 });
    await run(updateSupplier, { id: supplier.id, notes: 'Reliable' });
    const location = await run(createLocation, { name: 'Main', metadata: { free: { said: [1] } } });
    await run(updateLocation, { id: location.id, type: 'other', active: false });
    const product = await run(createProduct, {
      name: ' Trimmed ',
      variants: [{ sku: 'A', barcode: '036000291452' }, { sku: 'A' }],
    });
    await run(updateProduct, { id: product.id ?? 'nowhere', status: 'archived' });
    const made = await run(createProduct, { name: 'Kept' });
    const variant = await run(createVariant, { productId: made.id, sku: 'A', unitCost: 0.3, supplierId: supplier.id });
    await run(updateVariant, { id: variant.id, unitPrice: 0.0001, supplierId: null });
    await run(updateVariant, { id: variant.id, unitPrice: 0.00001 });
    await run(createVariant, { productId: made.id, sku: 'A' });
    await run(putProductPicture, { id: made.id, content: PICTURE });
    await run(putProductPicture, { id: made.id, content: LARGER_PICTURE });
    await run(putProductPicture, { id: made.id, content: Buffer.from('<svg/>').toString('base64') });
    await run(deleteProductPicture, { id: made.id });
    await run(deleteProductPicture, { id: made.id });
  },

  async 'adjusting stock'(run) {
    const { location, skus } = await setting(run);
    const [sku] = skus;
    await run(createInventoryAdjustment, {
      sku,
      locationId: location.id,
      setQuantity: 7,
      expectedQuantity: 10,
      reason: 'shrinkage',
      note: 'Broken',
    });
    await run(createInventoryAdjustment, { sku, locationId: location.id, setQuantity: 7, expectedQuantity: 10 });
    await run(createInventoryAdjustment, { sku: 'NOWHERE', locationId: location.id, quantityChange: 1 });
    await run(createInventoryAdjustment, { sku, locationId: location.id });
    const adjustments = [
      { sku, locationId: location.id, quantityChange: -2 },
      { sku, locationId: location.id, quantityChange: -20 },
      { sku: 'NOWHERE', locationId: location.id, quantityChange: 1 },
    ];
    await run(createInventoryAdjustments, { adjustments });
    await run(createInventoryAdjustments, { adjustments, mode: 'partial' });
    const policy = await run(createInventoryPolicy, {
      sku,
      locationId: location.id,
      reorderPoint: 5,
      reorderQuantity: 10,
    });
    await run(createInventoryPolicy, { sku, locationId: location.id, reorderPoint: 5, reorderQuantity: 10 });
    await run(updateInventoryPolicy, { id: policy.id, safetyStock: 2 });
    await run(deleteInventoryPolicy, { id: policy.id });
    await run(deleteInventoryPolicy, { id: policy.id });
  },

  async 'selling and taking back'(run) {
    const { location, skus } = await setting(run);
    const items = skus.map(sku => ({ sku, quantity: 4 }));
    const order = await run(createOrder, { locationId: location.id, items, reference: 'web-1' });
    await run(createOrder, { locationId: location.id, items, reference: 'web-1' });
    await run(updateOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' });
    await run(reserveOrder, { id: order.id });
    await run(reserveOrder, { id: order.id });
    await run(updateOrder, { id: order.id, reservationExpiresAt: '2999-01-01T00:00:00Z' });
    const large = await run(createOrder, { locationId: location.id, items: skus.map(sku => ({ sku, quantity: 7 })) });
    await run(reserveOrder, { id: large.id });
    await run(fulfillOrder, { id: large.id });
    await run(cancelOrder, { id: large.id });
    await run(fulfillOrder, { id: order.id, items: [{ sku: skus[0], quantity: 1 }] });
    await run(fulfillOrder, { id: order.id, items: [{ sku: skus[0], quantity: 9 }] });
    const short = await run(createOrder, { locationId: location.id, items });
    await run(closeOrder, { id: short.id });
    await run(fulfillOrder, { id: short.id, items: [{ sku: skus[0], quantity: 1 }] });
    await run(closeOrder, { id: short.id });
    await run(fulfillOrder, { id: short.id });
    await run(fulfillOrder, { id: order.id });
    await run(cancelOrder, { id: order.id });
    const back = await run(createReturnAuthorization, {
      orderId: order.id,
      reason: 'Too small',
      items: [
        { sku: skus[0], quantity: 2, condition: 'sellable' },
        { sku: skus[1], quantity: 1, condition: 'damaged' },
      ],
    });
    await run(createReturnAuthorization, {
      orderId: order.id,
      reason: 'Too many',
      items: [{ sku: skus[0], quantity: 3, condition: 'sellable' }],
    });
    await run(updateReturnAuthorization, { id: back.id, reason: 'Too large' });
    await run(receiveReturnAuthorization, { id: back.id });
    await run(updateReturnAuthorization, { id: back.id, reason: 'Too late' });
  },

  async 'buying and moving'(run) {
    const { location, skus } = await setting(run);
    const items = skus.map(sku => ({ sku, quantity: 4, unitCost: 1.25 }));
    const draft = await run(createPurchaseOrder, {
      locationId: location.id,
      items,
      status: 'draft',
      expectedOn: '2026-12-24',
    });
    await run(submitPurchaseOrder, { id: draft.id });
    await run(receivePurchaseOrder, { id: draft.id, items: [{ itemId: first(draft).id, quantity: 5 }] });
    await run(receivePurchaseOrder, {
      id: draft.id,
      items: [
        { itemId: first(draft).id, quantity: 1 },
        { sku: skus[1], quantity: 2, lotNumber: 'L2', expiryDate: '2998-01-01' },
      ],
    });
    await run(cancelPurchaseOrder, { id: draft.id });
    await run(receivePurchaseOrder, { id: draft.id });
    const shop = await run(createLocation, { name: 'Shop' });
    const transfer = await run(createStockTransfer, {
      sourceLocationId: location.id,
      destinationLocationId: shop.id,
      items: skus.map(sku => ({ sku, quantity: 12 })),
    });
    await run(createStockTransfer, {
      sourceLocationId: shop.id,
      destinationLocationId: shop.id,
      items: [{ sku: skus[0], quantity: 1 }],
    });
    await run(receiveStockTransfer, { id: transfer.id });
    await run(shipStockTransfer, { id: transfer.id });
    await run(receiveStockTransfer, {
      id: transfer.id,
      items: [
        { sku: skus[0], quantity: 12 },
        { sku: skus[1], quantity: 2, lotNumber: 'L2' },
      ],
    });
    await run(receiveStockTransfer, { id: transfer.id, close: true });
  },

  async 'buying in cases'(run) {
    const { location, skus } = await setting(run);
    const supplier = await run(createSupplier, { name: 'Caser' });
    const given = { supplierId: supplier.id, sku: skus[0], purchaseUnit: 'case', unitsPerPurchaseUnit: 24 };
    const priceBreaks = [
      { minQuantity: 10, unitCost: 1.5 },
      { minQuantity: 1, unitCost: 2 },
    ];
    await run(createSupplierItem, { ...given, priceBreaks: [priceBreaks[0], priceBreaks[0]] });
    const item = await run(createSupplierItem, { ...given, priceBreaks });
    await run(createSupplierItem, given);
    await run(updateSupplierItem, { id: item.id, minOrderQuantity: 2, orderMultiple: 2, preferred: true });
    const items = [{ supplierItemId: item.id, purchaseQuantity: 10 }];
    await run(createPurchaseOrder, { locationId: location.id, items });
    const order = await run(createPurchaseOrder, { locationId: location.id, supplierId: supplier.id, items });
    await run(receivePurchaseOrder, { id: order.id, items: [{ sku: skus[0], purchaseQuantity: 11 }] });
    await run(receivePurchaseOrder, { id: order.id, items: [{ sku: skus[0], purchaseQuantity: 1, quantity: 24 }] });
    await run(receivePurchaseOrder, { id: order.id, items: [{ sku: skus[0], purchaseQuantity: 4 }] });
    await run(deleteSupplierItem, { id: item.id });
    const unused = await run(createSupplierItem, { ...given, purchaseUnit: 'each' });
    await run(deleteSupplierItem, { id: unused.id });
  },

  async counting(run) {
    const { location, skus } = await setting(run);
    const count = await run(createCycleCount, { locationId: location.id });
    await run(completeCycleCount, { id: count.id });
    await run(loadCycleCountInventory, { id: count.id });
    await run(startCycleCount, { id: count.id });
    await run(updateCycleCount, {
      id: count.id,
      cycleCountItemsAttributes: skus.map((sku, index) => ({ sku, countedQuantity: 3 + index * 9 })),
    });
    await run(updateCycleCount, { id: count.id, cycleCountItemsAttributes: [{ sku: 'NOWHERE', countedQuantity: 1 }] });
    await run(createInventoryAdjustment, { sku: skus[0], locationId: location.id, quantityChange: -8 });
    await run(completeCycleCount, { id: count.id });
    await run(updateCycleCount, { id: count.id, cycleCountItemsAttributes: [{ sku: skus[0], _destroy: true }] });
    await run(completeCycleCount, { id: count.id });
    await run(deleteCycleCount, { id: count.id });
  },

  async 'making and recalling'(run) {
    const { location, skus } = await setting(run);
    await run(createProduct, { name: 'Made', variants: [{ sku: 'MADE', lotTracked: true, shelfLifeDays: 100 }] });
    const recipe = await run(createRecipe, {
      name: 'Recipe',
      sku: 'MADE',
      outputQuantity: 2,
      items: skus.map(sku => ({ sku, quantity: 1 })),
    });
    await run(createProductionBatch, { recipeId: recipe.id, locationId: location.id, plannedQuantity: 100 });
    const batch = await run(createProductionBatch, {
      recipeId: recipe.id,
      locationId: location.id,
      plannedQuantity: 8,
      notes: 'Early',
    });
    await run(completeProductionBatch, { id: batch.id, actualQuantityProduced: 8 });
    await run(startProductionBatch, { id: batch.id });
    const done = await run(completeProductionBatch, {
      id: batch.id,
      actualQuantityProduced: 7,
      inputs: [{ productionBatchInputId: first(batch, 'inputs').id, actualQuantity: 5, wasteQuantity: 1 }],
    });
    await run(updateRecipe, { id: recipe.id, active: false });
    const lotId = first(done, 'outputs')['lot_id'];
    await run(quarantineLot, { id: lotId });
    await run(releaseLot, { id: lotId });
    await run(releaseLot, { id: lotId });
    await run(createWasteRecord, {
      sku: 'MADE',
      locationId: location.id,
      quantity: 1,
      reason: 'spoilage',
      lotRecordId: lotId,
    });
    await run(createWasteRecord, { sku: 'MADE', locationId: location.id, quantity: 100, reason: 'other' });
    await run(recallLot, { id: lotId, includeDescendants: true });
  },
};
