import { beforeAll, expect, test } from '@jest/globals';
import { createPurchaseOrder } from '../src/domain/purchase-orders.ts';
import { createStockTransfer } from '../src/domain/stock-transfers.ts';
import { attributes, dimensions, doorOf } from '../src/figures/dimensions.ts';
import { MEASURES } from '../src/figures/measures.ts';
import { has } from '../src/figures/plan.ts';
import { nested } from '../src/graphql/nested.ts';
import { mutations, queries, reports } from '../src/graphql/operations.ts';
import type { Area } from '../src/kernel/areas.ts';
import { type NeededScope, type Operation, scopesOf } from '../src/kernel/operation.ts';
import { type Shape, shapeOf } from '../src/kernel/shape.ts';
import type { Row } from '../src/kernel/view.ts';
import { routes } from '../src/rest/routes.ts';
import { askerOf } from './support/faces.ts';
import { type Client, clientOf, codes } from './support/http.ts';
import { makeLocation, makeOrder, makeStock, makeVariant, populate } from './support/make.ts';
import { makeLot, populateFactory } from './support/manufacturing.ts';
import { expectNone } from './support/none.ts';
import { BARCODE, populateDocuments } from './support/some-of-each.ts';
import { type Tenant, useWorld } from './support/world.ts';

/*
 * A record is only shown to who may read its area, whatever it is reached through: generated from the tables, so that a
 * new operation, relation or field of the query is covered automatically.
 */

const world = useWorld();
let tenant: Tenant;
let url: string;

beforeAll(async () => {
  tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  await populateDocuments(world, tenant);
  ({ url } = await world.serve());
});

const restWith = async (...scopes: NeededScope[]): Promise<Client> =>
  clientOf(`${url}/api/v1`, await tenant.key(...scopes));

/** What reads each type of record. */
const readings = new Map(Object.values(queries).map(operation => [shapeOf(operation.output).name, operation]));
const areasOf = ({ area }: Operation): string[] => [area].flat();

// ---- whole records inside results ----

/** Records of other areas that a result may contain, and why. */
const SHOWN_ELSEWHERE: { readonly [shown: string]: string } = {
  'scan.variant': 'what stock is of: docs/api.md, "Scanning"',
  'scan.location': 'where stock is, likewise',
  'scan.lot': 'null for those who may not read lots: see below',
  'applyReplenishmentPlan.stockTransfers': 'needs the scopes of what it creates',
  'applyReplenishmentPlan.productionBatches': 'needs the scopes of what it creates',
  'traceBackward.sourceBatch': 'the published trace: docs/api.md, "Traces"',
};

function recordsIn(shape: Shape, path: string, above: readonly string[] = []): [path: string, shape: Shape][] {
  if (above.includes(shape.name)) return [];
  return shape.fields.flatMap(field => {
    if (field.kind !== 'object') return [];
    const [inner, at] = [field.shape!(), `${path}.${field.name}`];
    const own: [string, Shape][] = inner.entity && !field.ownedBy ? [[at, inner]] : [];
    return [...own, ...recordsIn(inner, at, [...above, shape.name])];
  });
}

test('a result contains no record of an area that its operation does not need', () => {
  const all = new Set([
    ...Object.values(routes),
    ...Object.values(queries),
    ...Object.values(reports),
    ...mutations,
  ] as Operation[]);
  const shown = [...all].flatMap(operation =>
    recordsIn(shapeOf(operation.output), operation.name).flatMap(([path, { name }]) => {
      const reading = readings.get(name);
      const isCovered = !reading || areasOf(operation).every(area => areasOf(reading).includes(area));
      return isCovered ? [] : [path];
    }),
  );
  expect(shown.sort()).toEqual(Object.keys(SHOWN_ELSEWHERE).sort());
});

test('a scanned lot or document is named to everybody, and shown to who may read it', async () => {
  const place = await makeLocation(tenant);
  const variant = await makeVariant(tenant, { lotTracked: true });
  const lot = await makeLot(tenant, variant, place, 3, { lotNumber: 'SCANNED' });
  const { order } = await makeOrder(tenant);
  const items = [{ sku: variant.sku, quantity: 1 }];
  const purchase = await tenant.run(createPurchaseOrder, { locationId: place.id, items });
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: place.id,
    destinationLocationId: (await makeLocation(tenant)).id,
    items,
  });
  const codesOf: [kind: string, area: Area, field: string, code: unknown, id: unknown][] = [
    ['lot', 'traceability', 'lot', 'SCANNED', lot.id],
    ['order', 'orders', 'document', (order as never as Row)['number'], order.id],
    ['purchase_order', 'purchasing', 'document', purchase['number'], purchase['id']],
    ['transfer', 'transfers', 'document', transfer['number'], transfer['id']],
  ];
  for (const [kind, area, field, code, id] of codesOf) {
    const scanned = async (...scopes: NeededScope[]) =>
      (await (await restWith('inventory:read', ...scopes))(`GET /scan?code=${code}`)).body.data as Row;
    expect(await scanned()).toMatchObject({ kind, [field]: null });
    expect(await scanned(`${area}:read`)).toMatchObject({ kind, [field]: { id } });
  }
});

// ---- relations ----

const relations = [...readings.values()].flatMap(reading => {
  const shape = shapeOf(reading.output);
  const names = [
    ...shape.fields.flatMap(({ relation }) => (relation ? [[relation.name, relation.target] as const] : [])),
    ...nested.flatMap(({ on, field, of }) => (on === shape.entity ? [[field, of] as const] : [])),
  ];
  return names.flatMap(([name, target]) => {
    const related = readings.get(shapeOf(target).name);
    const isForeign = related && !areasOf(related).some(area => areasOf(reading).includes(area));
    return isForeign && reading.many ? [[shape.name, name, reading, related] as const] : [];
  });
});

/** How to ask for rows of a list that says what it is about. */
const ASKED: { readonly [type: string]: (inner: string) => string } = {
  Availability: inner => `inventoryAvailability(items: [{barcode: "${BARCODE}"}]) { ${inner} }`,
  PlanSuggestion: inner => `replenishmentPlans(first: 1) { nodes { suggestions { ${inner} } } }`,
};

test.each(relations)('%s.%s needs the scope of what it leads to', async (type, name, reading, related) => {
  const [field] = Object.entries(queries).find(([, operation]) => operation === reading)!;
  const [own] = scopesOf(reading).oneOf;
  const ask = askerOf(url, await tenant.key(own!));
  const rows = ASKED[type] ?? (inner => `${field}(first: 1) { nodes { ${inner} } }`);
  const { data, errors } = await ask(`{ ${rows(`${name} { id }`)} }`);
  expectNone(
    errors ? [] : [`${field}: ${JSON.stringify(data)}`],
    'Nothing of this kind is here: make one in populate() of test/support/make.ts.',
  );
  expect(errors![0]!.extensions).toMatchObject({
    code: 'INSUFFICIENT_SCOPE',
    details: { scope: scopesOf(related).oneOf.join(' or ') },
  });
});

// ---- the query ----

const fields = [...Object.keys(dimensions), ...Object.keys(attributes)].filter(name => doorOf(name));

test.each(fields)('a figure is neither grouped nor filtered by %s without the scope of its records', async field => {
  const { area } = doorOf(field)!;
  const scope = `${area}:read` as const;
  const all = Object.values(routes).flatMap(operation => areasOf(operation));
  const others = [...new Set(all)].filter(each => each !== 'admin' && each !== area) as Area[];
  const narrow = await restWith(...others.map(each => `${each}:read` as const));
  const wide = await restWith('reports:read', ...others.map(each => `${each}:read` as const), scope);
  const measure = MEASURES.find(name => has(name, field))!;
  const asked = {
    ...(field in dimensions && { grouped: { measures: [measure], dimensions: [field] } }),
    filtered: { measures: [measure], filters: [{ field, op: 'is_null', value: false }] },
  };
  for (const query of Object.values(asked)) {
    const refused = await narrow('POST /reports/query', query);
    expect(codes(refused)).toEqual([403, 'insufficient_scope']);
    expect((await wide('POST /reports/query', query)).status).toBe(200);
  }
});

test('without the module, no figure is grouped by lot or batch', async () => {
  const plain = await world.tenant([]);
  await makeStock(plain, 1);
  const rest = clientOf(`${url}/api/v1`, await plain.key());
  const by = (dimension: string) => rest('POST /reports/query', { measures: ['on_hand'], dimensions: [dimension] });
  expect(codes(await by('lot'))).toEqual([403, 'module_not_enabled']);
  expect(codes(await by('batch'))).toEqual([403, 'module_not_enabled']);
});
