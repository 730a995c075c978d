import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { quarantineLot } from '../../src/domain/lots.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { getRecallReport, traceBackward, traceForward, tracesForward } from '../../src/domain/traces.ts';
import type { Row } from '../../src/kernel/view.ts';
import { ofTenant } from '../../src/store/tenant.ts';
import { clientOf, codes } from '../support/http.ts';
import { adjust, type Made, makeLocation, makeVariant } from '../support/make.ts';
import { type Batch, lotNamed, makeLot, makeRecipe, produce } from '../support/manufacturing.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../support/world.ts';

const world = useWorld();
let base: string;

beforeAll(async () => {
  base = (await world.serve()).url;
});

/**
 * Cocoa and milk into chocolate, chocolate into bars, bars into boxes, all lot-tracked; then two boxes are shipped to a
 * customer.
 */
async function makeFactory(tenant: Tenant) {
  const location = await makeLocation(tenant);
  const [cocoa, milk, chocolate, bar, box] = await Promise.all(
    Array.from({ length: 5 }, () => makeVariant(tenant, { lotTracked: true })),
  );
  const cocoaLot = await makeLot(tenant, cocoa!, location, 100);
  const milkLot = await makeLot(tenant, milk!, location, 100);
  const chocolateBatch = await produce(
    tenant,
    await makeRecipe(tenant, chocolate!, [
      [cocoa!, 2],
      [milk!, 1],
    ]),
    location,
    10,
  );
  const barBatch = await produce(tenant, await makeRecipe(tenant, bar!, [[chocolate!, 1]]), location, 8);
  const boxBatch = await produce(
    tenant,
    await makeRecipe(tenant, box!, [
      [bar!, 2],
      [milk!, 0.5],
    ]),
    location,
    3,
  );
  const lotOf = (batch: Batch) => lotNamed(tenant, batch['number'] as string);
  const order = await tenant.run(createOrder, { locationId: location.id, items: [{ sku: box!.sku, quantity: 2 }] });
  await tenant.run(fulfillOrder, { id: order['id'] });
  return {
    location,
    cocoa: cocoa!,
    cocoaLot,
    milkLot,
    order,
    chocolateBatch,
    barBatch,
    boxBatch,
    chocolateLot: await lotOf(chocolateBatch),
    barLot: await lotOf(barBatch),
    boxLot: await lotOf(boxBatch),
  };
}

const brief = (rows: unknown, ...fields: string[]) => (rows as Row[]).map(row => fields.map(field => row[field]));

test('forward: the lot, all its movements, where it is, what was made of it and who received it', async () => {
  const tenant = await world.tenant();
  const factory = await makeFactory(tenant);
  const store = await makeLocation(tenant);
  await adjust(tenant, factory.cocoa, store, 5, { lotId: factory.cocoaLot.id });
  const trace = await tenant.run(traceForward, { id: factory.cocoaLot.id });
  expect(trace).toMatchObject({
    lot: { id: factory.cocoaLot.id, quantityRemaining: 85 },
    currentStock: { [factory.location.id]: 80, [store.id]: 5 },
    affectedOrders: [
      {
        id: factory.order['id'],
        number: factory.order['number'],
        status: 'fulfilled',
        lots: [{ lotId: factory.boxLot.id, quantity: 2 }],
      },
    ],
  });
  expect(brief(trace['lotLedgerEntries'], 'entryType', 'locationId', 'quantityChange', 'referenceType')).toEqual([
    ['adjustment', factory.location.id, 100, 'inventory_adjustment'],
    ['production_consumed', factory.location.id, -20, 'production_batch'],
    ['adjustment', store.id, 5, 'inventory_adjustment'],
  ]);
  expect(brief(trace['descendantLots'], 'id', 'depth')).toEqual([
    [factory.chocolateLot.id, 1],
    [factory.barLot.id, 2],
    [factory.boxLot.id, 3],
  ]);
});

test('backward: the batch and every lot that went in, with its smallest depth and its quantity', async () => {
  const tenant = await world.tenant();
  const factory = await makeFactory(tenant);
  const trace = await tenant.run(traceBackward, { id: factory.boxLot.id });
  expect(trace).toMatchObject({
    sourceBatch: {
      id: factory.boxBatch.id,
      status: 'completed',
      inputs: [{ plannedQuantity: 6 }, { plannedQuantity: 1.5 }],
    },
  });
  expect(new Set(brief(trace['inputLots'], 'id', 'depth', 'quantityUsed').map(String))).toEqual(
    new Set(
      [
        [factory.barLot.id, 1, 6],
        [factory.milkLot.id, 1, 11.5],
        [factory.chocolateLot.id, 2, 8],
        [factory.cocoaLot.id, 3, 20],
      ].map(String),
    ),
  );
});

test('a lot that was not produced has no batch and no input lots', async () => {
  const tenant = await world.tenant();
  const variant = await makeVariant(tenant, { lotTracked: true });
  const lot = await makeLot(tenant, variant, await makeLocation(tenant), 1);
  expect(await tenant.run(traceBackward, { id: lot.id })).toEqual({ sourceBatch: null, inputLots: [] });
});

test('a genealogy with a cycle is still traced', async () => {
  const tenant = await world.tenant();
  const factory = await makeFactory(tenant);
  const broken = world.database.transaction(tenant.id, 'system', async unit => {
    await sql`update lot_uses u
      set lot_id = ${factory.boxLot.id} where ${ofTenant('u')} and lot_id = ${factory.cocoaLot.id}`.execute(unit.db);
    const traced = (await tracesForward(unit.db, [factory.barLot.id])).get(factory.barLot.id)!;
    throw Object.assign(new Error('undone'), { traced });
  });
  const { traced } = (await broken.catch((error: unknown) => error)) as { traced: Row };
  expect(brief(traced['descendantLots'], 'id', 'depth')).toEqual([
    [factory.boxLot.id, 1],
    [factory.chocolateLot.id, 2],
  ]);
});

test('unknown, malformed and foreign lots are not found', async () => {
  const [tenant, other] = [await world.tenant(), await world.tenant()];
  const foreign = await makeLot(other, await makeVariant(other, { lotTracked: true }), await makeLocation(other), 1);
  for (const operation of [traceForward, traceBackward, getRecallReport, quarantineLot]) {
    for (const id of [foreign.id, 'nonsense', '0190a000-0000-7000-8000-000000000000'])
      expect(await refusal(tenant.run(operation, { id }))).toEqual([{ code: 'not_found' }]);
  }
});

// ---- REST and GraphQL ----

async function graphql(
  key: string,
  query: string,
): Promise<{ data?: { [field: string]: Row } | null; errors?: { extensions: { code: string } }[] }> {
  const response = await fetch(`${base}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ query }),
  });
  return (await response.json()) as never;
}

const TRACES = `
  traceForward { lot { id } currentStock stockByLocation { location { name } quantity } lotLedgerEntries { entryType quantityChange }
    descendantLots { id depth lot { status } } affectedOrders { id number lots { lotNumber quantity } } }
  traceBackward { sourceBatch { number inputs { sku lots { lotNumber quantity } } outputs { lotNumber } } inputLots { id depth quantityUsed variant { sku } } }`;

test('REST and GraphQL return the same traces', async () => {
  const tenant = await world.tenant();
  const { chocolateLot, location } = await makeFactory(tenant);
  const key = await tenant.key();
  const client = clientOf(base, key);
  const forward = (await client(`GET /api/v1/lots/${chocolateLot.id}/trace_forward`)).body.data as Row;
  const backward = (await client(`GET /api/v1/lots/${chocolateLot.id}/trace_backward`)).body.data as Row;
  const { data, errors } = await graphql(key, `{ lot(id: "${chocolateLot.id}") { ${TRACES} } }`);
  expect(errors).toBeUndefined();
  const lot = data!['lot'] as never as { traceForward: Row; traceBackward: Row };
  expect(Object.keys(forward)).toEqual([
    'lot',
    'lot_ledger_entries',
    'current_stock',
    'stock_by_location',
    'descendant_lots',
    'affected_orders',
  ]);
  expect(Object.keys(backward)).toEqual(['source_batch', 'input_lots']);
  expect(forward['current_stock']).toEqual({ [location.id]: 2 });
  expect(lot.traceForward['currentStock']).toEqual(forward['current_stock']);
  expect(brief(lot.traceForward['descendantLots'], 'id', 'depth')).toEqual(
    brief(forward['descendant_lots'], 'id', 'depth'),
  );
  expect(brief(lot.traceForward['affectedOrders'], 'id', 'number')).toEqual(
    brief(forward['affected_orders'], 'id', 'number'),
  );
  expect(brief(lot.traceBackward['inputLots'], 'id', 'depth', 'quantityUsed')).toEqual(
    brief(backward['input_lots'], 'id', 'depth', 'quantity_used'),
  );
  expect(lot.traceBackward['sourceBatch']).toMatchObject({
    number: (backward['source_batch'] as Row)['number'],
    outputs: [{ lotNumber: chocolateLot['lotNumber'] }],
  });
});

test('fifty lots with both traces take as many statements as three', async () => {
  const tenant = await world.tenant();
  const sugar = await makeVariant(tenant, { lotTracked: true });
  const location = await makeLocation(tenant);
  for (let made = 0; made < 45; made += 1) await makeLot(tenant, sugar, location, 1);
  await makeFactory(tenant);
  const key = await tenant.key();
  const counted = async (first: number) => {
    let answer: Awaited<ReturnType<typeof graphql>> = {};
    const statements = await statementsOf(
      async () => void (answer = await graphql(key, `{ lots(first: ${first}) { nodes { ${TRACES} } } }`)),
    );
    expect(answer.errors).toBeUndefined();
    expect(answer.data!['lots']!['nodes']).toHaveLength(first);
    return statements.filter(text => text.trimStart().startsWith('select') || text.trimStart().startsWith('with'))
      .length;
  };
  const few = await counted(3);
  expect(await counted(50)).toBe(few);
  expect(few).toBeLessThan(25);
});

test('the recall drill: one call in REST or GraphQL, from the raw material to the customer', async () => {
  const tenant = await world.tenant();
  const key = await tenant.key();
  const rest = await makeFactory(tenant);
  const reply = await clientOf(base, key)(`POST /api/v1/lots/${rest.cocoaLot.id}/recall`, {
    include_descendants: true,
  });
  expect(reply.status).toBe(200);
  const report = reply.body.data as Row;
  expect(Object.keys(report)).toEqual([
    'recall_id',
    'lot',
    'lots',
    'stock_by_location',
    'in_transit',
    'affected_orders',
    'affected_batches',
  ]);
  expect(brief(report['lots'], 'id', 'status')).toEqual(
    [rest.cocoaLot, rest.chocolateLot, rest.barLot, rest.boxLot].map(({ id }) => [id, 'recalled']),
  );
  expect(brief(report['affected_orders'], 'id')).toEqual([[rest.order['id']]]);
  const other = await makeFactory(tenant);
  const { data, errors } = await graphql(
    key,
    `mutation { recallLot(id: "${other.cocoaLot.id}", input: { includeDescendants: true }) { recallReport {
    lot { id status } lots { id status depth } stockByLocation { locationName lotNumber quantity } affectedOrders {
        number order { items { sku } } lots { quantity } }
    affectedBatches { number productionBatch { status } lots { lotNumber quantity } } } } }`,
  );
  expect(errors).toBeUndefined();
  expect(data!['recallLot']!['recallReport']).toMatchObject({
    lot: { status: 'RECALLED' },
    lots: [
      { id: other.cocoaLot.id, depth: 0 },
      { id: other.chocolateLot.id },
      { id: other.barLot.id },
      { id: other.boxLot.id, status: 'RECALLED', depth: 3 },
    ],
    affectedOrders: [{ number: other.order['number'], lots: [{ quantity: 2 }] }],
  });
  expect((await clientOf(base, key)(`GET /api/v1/lots/${other.cocoaLot.id}/recall_report`)).body.data).toMatchObject({
    lot: { status: 'recalled' },
  });
});

test('a batch may be wrapped, with its inputs inside or beside', async () => {
  const tenant = await world.tenant();
  const client = clientOf(base, await tenant.key());
  const location = await makeLocation(tenant);
  const [flour, bread] = [await makeVariant(tenant), await makeVariant(tenant)] as [Made, Made];
  await adjust(tenant, flour, location, 100);
  const recipe = await makeRecipe(tenant, bread, [[flour, 2]]);
  for (const inside of [true, false]) {
    const created = await client('POST /api/v1/production_batches', {
      production_batch: { recipe_id: recipe.id, location_id: location.id, planned_quantity: 5 },
    });
    const batch = created.body.data as Row & { inputs: Made[] };
    expect([created.status, created.headers.get('location')]).toEqual([
      201,
      `/api/v1/production_batches/${batch['id']}`,
    ]);
    await client(`POST /api/v1/production_batches/${batch['id']}/start`);
    const inputs = [{ production_batch_input_id: batch.inputs[0]!.id, actual_quantity: 9, waste_quantity: 1 }];
    const body = inside
      ? { production_batch: { actual_quantity_produced: 4, inputs } }
      : { production_batch: { actual_quantity_produced: 4 }, inputs };
    const completed = await client(`POST /api/v1/production_batches/${batch['id']}/complete`, body);
    expect([completed.status, completed.body.data]).toMatchObject([
      200,
      { status: 'completed', actual_quantity_produced: 4, inputs: [{ actual_quantity: 9, waste_quantity: 1 }] },
    ]);
  }
});

// ---- the modules ----

const ANY = '0190a000-0000-7000-8000-000000000000';
const GUARDED = {
  traceability: [
    'GET /lots',
    `GET /lots/${ANY}`,
    `GET /lots/${ANY}/trace_forward`,
    `GET /lots/${ANY}/trace_backward`,
    `GET /lots/${ANY}/recall_report`,
    `POST /lots/${ANY}/quarantine`,
    `POST /lots/${ANY}/release`,
    `POST /lots/${ANY}/recall`,
    'GET /waste_records',
    `GET /waste_records/${ANY}`,
    'POST /waste_records',
    'GET /expiry/alerts',
    'GET /expiry/alerts?days=9999',
  ],
  manufacturing: [
    'GET /recipes',
    'POST /recipes',
    `GET /recipes/${ANY}`,
    `PATCH /recipes/${ANY}`,
    'GET /production_batches',
    'POST /production_batches',
    `GET /production_batches/${ANY}`,
    `POST /production_batches/${ANY}/start`,
    `POST /production_batches/${ANY}/complete`,
    `POST /production_batches/${ANY}/cancel`,
  ],
} as const;

for (const [module, routes] of Object.entries(GUARDED)) {
  test(`without the ${module} module every one of its endpoints answers 403, before any lookup or validation`, async () => {
    const tenant = await world.tenant(module === 'traceability' ? ['manufacturing'] : ['traceability']);
    const client = clientOf(base, await tenant.key());
    for (const route of routes)
      expect([
        route,
        codes(await client(route.replace(' ', ' /api/v1'), route.startsWith('GET') ? undefined : { nonsense: 1 })),
      ]).toEqual([route, [403, 'module_not_enabled']]);
  });
}

test('without its module a nested field is refused like its root', async () => {
  const tenant = await world.tenant();
  const { chocolateLot } = await makeFactory(tenant);
  const key = await tenant.key();
  const code = async (query: string) => (await graphql(key, query)).errors?.map(error => error.extensions.code);
  const nested = '{ inventoryLedger(first: 1) { nodes { lot { lotNumber } } } }';
  const recipe = `{ lot(id: "${chocolateLot.id}") { traceBackward { sourceBatch { recipe { name } } } } }`;
  expect([await code(nested), await code(recipe)]).toEqual([undefined, undefined]);
  const modules = (given: string[]) =>
    sql`update organizations set modules = ${given} where id = ${tenant.id}`.execute(world.database.system);
  await modules(['traceability']);
  const without = await tenant.key();
  expect((await graphql(without, recipe)).errors?.map(error => error.extensions.code)).toEqual(['MODULE_NOT_ENABLED']);
  expect(
    (await graphql(without, '{ productionBatches { nodes { id } } }')).errors?.map(error => error.extensions.code),
  ).toEqual(['MODULE_NOT_ENABLED']);
  await modules(['manufacturing']);
  const untraced = await tenant.key();
  expect((await graphql(untraced, nested)).errors?.map(error => error.extensions.code)).toEqual(['MODULE_NOT_ENABLED']);
  expect(
    (await graphql(untraced, `{ lot(id: "${chocolateLot.id}") { id } }`)).errors?.map(error => error.extensions.code),
  ).toEqual(['MODULE_NOT_ENABLED']);
});
