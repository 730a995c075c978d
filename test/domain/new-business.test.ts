import { describe, expect, test } from '@jest/globals';
import { z } from 'zod';
import { createCycleCount } from '../../src/domain/cycle-counts.ts';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { createInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { updateLocation } from '../../src/domain/locations.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { updateProduct } from '../../src/domain/products.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { updateVariant } from '../../src/domain/variants.ts';
import { bare, defOf, metaOf } from '../../src/kernel/shape.ts';
import { routes } from '../../src/rest/routes.ts';
import { refusedWithoutTrace } from '../support/documents.ts';
import { adjust, type Made, makeLocation, makeStock, makeSupplier, makeVariant } from '../support/make.ts';
import { makeLot, makeRecipe } from '../support/manufacturing.ts';
import { refusal, type Tenant, useWorld } from '../support/world.ts';

/* Which new documents may begin, and what is refused because of the request alone. */

const world = useWorld();

/** A business in progress: a location that will be archived, one that stays, goods, and a document of each kind. */
interface Under {
  tenant: Tenant;
  place: Made;
  open: Made;
  goods: Made & { sku: string };
  /** A line of the goods. */
  item: { sku: string; quantity: number };
}

const at = ({ place, item }: Under) => ({ locationId: place.id, items: [item] });

/**
 * Each command that refers to a location or goods, with a valid request. Documents are created before anything is
 * archived: what has begun continues.
 */
const REQUESTS: { [operation: string]: (under: Under) => object | Promise<() => object> } = {
  createInventoryAdjustment: ({ place, item }) => ({ sku: item.sku, locationId: place.id, quantityChange: 1 }),
  createInventoryAdjustments: ({ place, item }) => ({
    adjustments: [{ sku: item.sku, locationId: place.id, quantityChange: 1 }],
  }),
  createOrder: at,
  fulfillOrder: async ({ tenant, ...under }) => {
    const order = await tenant.run(createOrder, at({ tenant, ...under }));
    return () => ({ id: order['id'], items: [under.item] });
  },
  createPurchaseOrder: at,
  updatePurchaseOrder: async under => {
    const order = await under.tenant.run(createPurchaseOrder, {
      locationId: under.open.id,
      items: [{ sku: (await makeVariant(under.tenant)).sku, quantity: 1 }],
      status: 'draft',
    });
    return () => ({ id: order['id'], ...at(under) });
  },
  receivePurchaseOrder: async under => {
    const order = await under.tenant.run(createPurchaseOrder, at(under));
    return () => ({ id: order['id'], items: [under.item] });
  },
  createLandedCost: async under => {
    const { tenant, goods } = under;
    const order = await tenant.run(createPurchaseOrder, { ...at(under), items: [{ ...under.item, unitCost: 1 }] });
    await tenant.run(receivePurchaseOrder, { id: order['id'] });
    return () => ({
      purchaseOrderId: order['id'],
      description: 'Freight',
      allocateBy: 'value',
      amount: 1,
      items: [{ sku: goods.sku }],
    });
  },
  createStockTransfer: ({ place, open, item }) => ({
    sourceLocationId: open.id,
    destinationLocationId: place.id,
    items: [item],
  }),
  shipStockTransfer: async under => {
    const lotted = await makeVariant(under.tenant, { lotTracked: true });
    const lot = await makeLot(under.tenant, lotted, under.open, 2);
    const items = [{ sku: lotted.sku, quantity: 2 }];
    const id = await transferTo({ ...under, item: items[0]! });
    return () => ({ id, items: [{ sku: lotted.sku, lots: [{ lotId: lot.id, quantity: 2 }] }] });
  },
  receiveStockTransfer: async under => {
    const id = await transferTo(under);
    await under.tenant.run(shipStockTransfer, { id });
    return () => ({ id, items: [under.item] });
  },
  createCycleCount: ({ place, item }) => ({
    locationId: place.id,
    cycleCountItemsAttributes: [{ sku: item.sku, countedQuantity: 1 }],
  }),
  updateCycleCount: async ({ tenant, place, item }) => {
    const count = await tenant.run(createCycleCount, { locationId: place.id });
    return () => ({ id: count['id'], cycleCountItemsAttributes: [{ sku: item.sku, countedQuantity: 1 }] });
  },
  createReturnAuthorization: async under => {
    const orderId = await fulfilled(under);
    return () => ({
      orderId,
      locationId: under.place.id,
      reason: 'x',
      items: [{ ...under.item, condition: 'sellable' }],
    });
  },
  updateReturnAuthorization: async under => {
    const items = [{ ...under.item, condition: 'sellable' }];
    const orderId = await fulfilled(under);
    const { id } = await under.tenant.run(createReturnAuthorization, { orderId, reason: 'x', items });
    return () => ({ id, items });
  },
  createInventoryPolicy: ({ place, item }) => ({
    sku: item.sku,
    locationId: place.id,
    reorderPoint: 1,
    reorderQuantity: 1,
  }),
  updateInventoryPolicy: async ({ tenant, place, open, item }) => {
    const given = { sku: item.sku, locationId: open.id, reorderPoint: 1, reorderQuantity: 1 };
    const { id } = await tenant.run(createInventoryPolicy, given);
    return () => ({ id, replenishmentSource: 'move', sourceLocationId: place.id });
  },
  createSupplierItem: async ({ tenant, item }) => {
    const supplier = await makeSupplier(tenant);
    return () => ({ supplierId: supplier.id, sku: item.sku });
  },
  recordDemandHistory: ({ place, item }) => ({ rows: [{ ...item, locationId: place.id, date: '2026-01-01' }] }),
  createRecipe: async ({ tenant, item }) => {
    const [made, used] = [await makeVariant(tenant), await makeVariant(tenant)];
    const of = ({ sku }: { sku: string }) => ({ sku, quantity: 1 });
    return () => ({ name: 'x', sku: made.sku, items: [of(item), of(used)] });
  },
  updateRecipe: async ({ tenant, item }) => {
    const recipe = await makeRecipe(tenant, await makeVariant(tenant), [[await makeVariant(tenant), 1]]);
    return () => ({ id: recipe.id, items: [{ sku: item.sku, quantity: 1 }] });
  },
  createProductionBatch: async ({ tenant, place, goods }) => {
    const input = await makeVariant(tenant);
    await adjust(tenant, input, place, 5);
    const recipe = await makeRecipe(tenant, goods, [[input, 1]]);
    return () => ({ recipeId: recipe.id, locationId: place.id, plannedQuantity: 1 });
  },
  createWasteRecord: ({ place, item }) => ({ ...item, locationId: place.id, reason: 'damaged' }),
  createIntegration: ({ place }) => ({ kind: 'shopify', name: 'Shop', locationId: place.id, secret: 'hush, the shop' }),
};

async function transferTo({ tenant, place, open, item }: Under): Promise<unknown> {
  const given = { sourceLocationId: open.id, destinationLocationId: place.id, items: [item] };
  return (await tenant.run(createStockTransfer, given))['id'];
}

async function fulfilled({ tenant, open, item }: Under): Promise<unknown> {
  const { id } = await tenant.run(createOrder, { locationId: open.id, items: [item] });
  await tenant.run(fulfillOrder, { id });
  return id;
}

/** The fields of an input that refer to a location or goods, by path, and what they must be in use as, if at all. */
function namesIn(schema: z.ZodType, path = ''): [field: string, inUse: string | undefined][] {
  const declared = bare(schema);
  const { element } = defOf(declared);
  if (element) return namesIn(element, `${path}[0]`);
  if (declared instanceof z.ZodObject)
    return Object.entries(declared.shape as { [name: string]: z.ZodType }).flatMap(([name, field]) =>
      namesIn(field, path ? `${path}.${name}` : name),
    );
  return /(l|L)ocationId$|(^|\.)(sku|variantId|recipeId)$/.test(path) ? [[path, metaOf(declared).inUse]] : [];
}

const commands = new Map(
  Object.values(routes)
    // Commands that create variants name new SKUs, and preferences are no business.
    .filter(
      ({ kind, name, isOwn }) =>
        kind === 'command' && !isOwn && !/Product|Variant/.test(name.replace('Production', '')),
    )
    .map(operation => [operation.name, operation] as const)
    .filter(([, { input }]) => namesIn(input).length > 0),
);

test('each command that refers to a location or goods is tested here', () => {
  expect(Object.keys(REQUESTS).sort()).toEqual([...commands.keys()].sort());
});

const GOES: { [what: string]: (under: Under) => Promise<unknown> } = {
  location: ({ tenant, place }) => tenant.run(updateLocation, { id: place.id, active: false }),
  product: ({ tenant, goods }) => tenant.run(updateProduct, { id: goods['productId'], status: 'archived' }),
};

describe.each(Object.keys(GOES))('a %s out of use', what => {
  test.each([...commands.values()].map(operation => [operation.name, operation] as const))(
    '%s is refused where its declaration says so, and done otherwise',
    async (name, operation) => {
      const tenant = await world.tenant();
      const goods = await makeVariant(tenant);
      const [place, open] = [await makeLocation(tenant), await makeLocation(tenant)];
      for (const each of [place, open]) await adjust(tenant, goods, each, 10);
      const under = { tenant, place, open, goods, item: { sku: goods.sku, quantity: 2 } };
      const request = await REQUESTS[name]!(under);
      await GOES[what]!(under);
      const input = typeof request === 'function' ? (request as () => object)() : request;
      const said = new Set(fieldsOf(input));
      const fields = namesIn(operation.input).flatMap(([field, inUse]) =>
        inUse === what && said.has(field) ? field : [],
      );
      if (fields.length === 0) return void (await tenant.run(operation, input));
      expect(await refusedWithoutTrace(world, tenant, () => tenant.run(operation, input))).toEqual(
        fields.map(field => ({ code: 'validation_failed', field })),
      );
    },
  );
});

/** The paths of all fields of an input. */
const fieldsOf = (value: unknown, path = ''): string[] =>
  Array.isArray(value)
    ? value.flatMap((item, index) => fieldsOf(item, `${path}[${index}]`))
    : value !== null && typeof value === 'object'
      ? Object.entries(value).flatMap(([name, inner]) => fieldsOf(inner, path ? `${path}.${name}` : name))
      : [path];

test("a return without a location of its own requires the order's to be in use", async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const items = [{ sku: variant.sku, quantity: 2 }];
  const order = await tenant.run(createOrder, { locationId: location.id, items });
  await tenant.run(fulfillOrder, { id: order['id'] });
  await tenant.run(updateLocation, { id: location.id, active: false });
  const given = { orderId: order['id'], reason: 'x', items: [{ ...items[0], condition: 'sellable' }] };
  expect(await refusedWithoutTrace(world, tenant, () => tenant.run(createReturnAuthorization, given))).toEqual([
    { code: 'validation_failed', field: 'locationId' },
  ]);
});

test('archived goods are refused however they are identified, each at its path', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  await tenant.run(updateProduct, { id: variant['productId'], status: 'archived' });
  const items = [
    { variantId: variant.id, quantity: 1 },
    { sku: variant.sku, quantity: 1 },
  ];
  for (const operation of [createOrder, createPurchaseOrder])
    expect(
      await refusedWithoutTrace(world, tenant, () => tenant.run(operation, { locationId: location.id, items })),
    ).toEqual([
      { code: 'validation_failed', field: 'items[0].variantId' },
      { code: 'validation_failed', field: 'items[1].sku' },
    ]);
});

test('refusals of the request alone use up no idempotency key, and are reported together', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const other = await makeLocation(tenant);
  const items = [{ sku: variant.sku, quantity: 1 }];
  const cases = [
    [
      createInventoryAdjustment,
      {},
      ['locationId', 'sku', 'quantityChange'],
      { sku: variant.sku, locationId: location.id, quantityChange: 1 },
    ],
    [
      createOrder,
      { items: [{ quantity: 0 }] },
      ['locationId', 'items[0].quantity', 'items[0].sku'],
      { locationId: location.id, items },
    ],
    [
      createStockTransfer,
      { sourceLocationId: other.id, destinationLocationId: other.id, items: [{}] },
      ['items[0].quantity', 'items[0].sku', 'destinationLocationId'],
      { sourceLocationId: location.id, destinationLocationId: other.id, items },
    ],
  ] as const;
  for (const [operation, wrong, fields, right] of cases) {
    expect((await refusal(tenant.run(operation, wrong, 'v1'))).map(problem => problem.field)).toEqual(fields);
    expect(await tenant.run(operation, right, 'v1')).toHaveProperty('id');
  }
});

test('as_of shows past on-hand quantities, can be sorted and paged by them, and omits what the ledger does not know', async () => {
  const tenant = await world.tenant();
  const [a, b, c] = [await makeStock(tenant, 1), await makeStock(tenant, 2), await makeStock(tenant, 3)];
  const { rows: now } = await tenant.list(listInventoryLevels);
  const asOf = now
    .map(row => row['updatedAt'] as string)
    .sort()
    .at(-1);
  await adjust(tenant, a.variant, a.location, 100);
  await adjust(tenant, c.variant, c.location, -3);
  const sku = (stock: typeof a) => stock.variant.sku;
  const first = await tenant.list(listInventoryLevels, { asOf, sort: 'most_on_hand', perPage: 2 });
  expect(first.rows.map(row => [row['sku'], row['quantityOnHand']])).toEqual([
    [sku(c), 3],
    [sku(b), 2],
  ]);
  const second = await tenant.list(listInventoryLevels, {
    asOf,
    sort: 'most_on_hand',
    perPage: 2,
    cursor: first.nextCursor,
  });
  expect(second.rows).toMatchObject([
    {
      sku: sku(a),
      quantityOnHand: 1,
      quantityAvailable: null,
      quantityReserved: null,
      quantityOnHold: null,
      quantityIncoming: null,
    },
  ]);
  const refused = async (given: object) =>
    (await refusal(tenant.list(listInventoryLevels, { asOf, ...given }))).map(({ code, field }) => `${code} ${field}`);
  for (const sort of ['least_available', 'most_available'])
    expect(await refused({ sort })).toEqual(['validation_failed sort']);
  expect(await refused({ updatedSince: asOf })).toEqual(['validation_failed asOf']);
  expect(await refused({ asOf: '2999-01-01T00:00:00Z' })).toEqual(['validation_failed asOf']);
});

test('levels can be filtered by category and by supplier, now and in the past', async () => {
  const tenant = await world.tenant();
  const supplier = await makeSupplier(tenant);
  const [tea, bought, other] = [await makeStock(tenant, 1), await makeStock(tenant, 2), await makeStock(tenant, 3)];
  await tenant.run(updateProduct, { id: tea.variant['productId'], category: 'Tea' });
  await tenant.run(updateVariant, { id: bought.variant.id, supplierId: supplier.id });
  const { rows: now } = await tenant.list(listInventoryLevels);
  const asOf = now.map(row => row['createdAt'] as string).toSorted()[2];
  const skus = async (given: object) =>
    (await tenant.list(listInventoryLevels, given)).rows.map(row => row['sku']).toSorted();
  for (const past of [{}, { asOf }]) {
    expect(await skus({ ...past, category: 'Tea' })).toEqual([tea.variant.sku]);
    expect(await skus({ ...past, categories: ['Tea', 'Coffee'] })).toEqual([tea.variant.sku]);
    expect(await skus({ ...past, supplierId: supplier.id })).toEqual([bought.variant.sku]);
    expect(await skus({ ...past, category: 'Tea', supplierId: supplier.id })).toEqual([]);
    expect(await skus(past)).toEqual([tea, bought, other].map(({ variant }) => variant.sku).toSorted());
  }
});
