import { expect, test } from '@jest/globals';
import type { z } from 'zod';
import { namedReports } from '../../src/figures/named.ts';
import { createSavedQuery, listSavedQueries } from '../../src/figures/saved-queries.ts';
import { addDays } from '../../src/kernel/calendar.ts';
import { askerOf } from '../support/faces.ts';
import { clientOf, codes } from '../support/http.ts';
import { type Answer, TODAY, useShop } from '../support/shop.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();
const shop = useShop(world);

// ---- REST and GraphQL ----

test('REST and GraphQL give the same results, limited to the areas that the key may read', async () => {
  const rest = clientOf(`${shop.url}/api/v1`, shop.key);
  const query = {
    measures: ['units_sold', 'available'],
    dimensions: ['product'],
    filters: [{ field: 'location', op: 'in', value: ['N'] }],
  };
  const { body, status } = await rest('POST /reports/query', query);
  expect([status, Object.keys(body)]).toEqual([200, ['data', 'totals', 'meta']]);
  const { data } = await askerOf(shop.url, shop.key)(
    'query ($query: ReportQuery!) { report(query: $query) { data totals meta { notes } } }',
    { query },
  );
  expect(data!['report']).toEqual({
    data: body.data,
    totals: (body as never as Answer).totals,
    meta: { notes: body.meta!['notes'] },
  });
  const narrow = clientOf(`${shop.url}/api/v1`, await shop.tenant.key('reports:read', 'inventory:read'));
  expect((await narrow('POST /reports/query', { measures: ['on_hand'] })).status).toBe(200);
  expect(codes(await narrow('POST /reports/query', { measures: ['units_sold'] }))).toEqual([403, 'insufficient_scope']);
  const plain = await world.tenant([]);
  expect(
    codes(
      await clientOf(`${shop.url}/api/v1`, await plain.key())('POST /reports/query', { measures: ['units_wasted'] }),
    ),
  ).toEqual([403, 'module_not_enabled']);
});

test('named reports are predefined queries', async () => {
  const rest = clientOf(`${shop.url}/api/v1`, shop.key);
  const { body } = await rest('GET /reports/sales_summary?group_by=sku&skus=TEA-1,CUP');
  expect(body.data).toEqual([
    expect.objectContaining({ sku: 'TEA-1', units_sold: 16, units_returned: 3, revenue: 62 }),
    expect.objectContaining({ sku: 'CUP', units_sold: 2, revenue: 16, cogs: null, margin: null }),
  ]);
  for (const name of [
    'waste_summary',
    'movement_summary',
    'supplier_scorecard',
    'abc',
    'turnover',
    'service_level',
    'forecast_accuracy',
  ])
    expect([(await rest(`GET /reports/${name}?compare_to=previous_year`)).status, name]).toEqual([200, name]);
  const { data } = await askerOf(shop.url, shop.key)('{ reports { wasteSummary(groupBy: [SKU]) { data } } }');
  expect(data!['reports']).toEqual({
    wasteSummary: { data: [{ sku: 'TEA-2', units_wasted: 3, waste_value: 12, waste_rate: 0.4286 }] },
  });
  expect(codes(await rest('GET /reports/abc?group_by=day'))).toEqual([422, 'validation_failed group_by[0]']);
});

test('a named report answers by each of its groups, without the measures that are not known by it', async () => {
  const rest = clientOf(`${shop.url}/api/v1`, shop.key);
  for (const [name, { input }] of Object.entries(namedReports)) {
    const groups = (input.shape['groupBy'] as z.ZodOptional<z.ZodArray<z.ZodEnum>>).unwrap().element.options;
    for (const group of groups)
      expect([(await rest(`GET /reports/${name}?group_by=${group}`)).status, name, group]).toEqual([200, name, group]);
  }
  const { body } = await rest('GET /reports/supplier_scorecard?group_by=month');
  expect(Object.keys((body as never as Answer).totals)).toEqual([
    'units_received',
    'purchase_value',
    'lead_time_days',
    'on_time_rate',
  ]);
});

// ---- saved queries ----

test('a query is saved as it was written, and gives the same result again', async () => {
  const rest = clientOf(`${shop.url}/api/v1`, shop.key);
  const query = {
    measures: ['units_sold', 'revenue'],
    dimensions: ['sku'],
    filters: [{ field: 'location', op: 'in', value: ['N'] }],
    compare_to: { from: addDays(TODAY, -59), to: addDays(TODAY, -30) },
  };
  const made = await rest('POST /saved_queries', { name: 'North', query });
  expect(made.status).toBe(201);
  const saved = made.body.data as { id: string; query: object };
  expect(saved.query).toMatchObject({ ...query, from: null, to: null, as_of: null, sort: null, limit: 1000 });
  const same = await rest('POST /reports/query', saved.query);
  expect([same.status, same.body]).toEqual([200, (await rest('POST /reports/query', query)).body]);
  const graphql = askerOf(shop.url, shop.key);
  const { data, errors } = await graphql(
    '{ savedQueries(first: 1, filter: { name: "North" }) { nodes { id name query { measures compareTo filters { field op value } } } } }',
  );
  expect([errors, data?.['savedQueries']]).toEqual([
    undefined,
    {
      nodes: [
        {
          id: saved.id,
          name: 'North',
          query: { measures: query.measures, compareTo: query.compare_to, filters: query.filters },
        },
      ],
    },
  ]);
  expect((await rest(`PATCH /saved_queries/${saved.id}`, { name: 'Up north' })).body.data).toMatchObject({
    name: 'Up north',
    query: saved.query,
  });
  expect((await rest(`DELETE /saved_queries/${saved.id}`)).status).toBe(200);
  expect((await rest(`GET /saved_queries/${saved.id}`)).status).toBe(404);
});

test('an invalid query, one that may not be read, and a duplicate name are not saved', async () => {
  const query = { measures: ['on_hand'] };
  const keep = (more: object) => refusal(shop.tenant.run(createSavedQuery, { name: 'Stock', query, ...more }));
  expect(await keep({ query: { measures: ['on_hand'], dimensions: ['month'] } })).toMatchObject([
    { code: 'validation_failed', field: 'query.dimensions' },
  ]);
  expect(await keep({ query: { measures: ['nothing'] } })).toEqual([
    { code: 'validation_failed', field: 'query.measures[0]' },
  ]);
  expect(await keep({ name: ' ' })).toEqual([{ code: 'validation_failed', field: 'name' }]);
  const narrow = clientOf(`${shop.url}/api/v1`, await shop.tenant.key('reports:read', 'reports:write'));
  expect(codes(await narrow('POST /saved_queries', { name: 'Stock', query }))).toEqual([403, 'insufficient_scope']);
  const reader = clientOf(`${shop.url}/api/v1`, await shop.tenant.key('read'));
  expect(codes(await reader('POST /saved_queries', { name: 'Stock', query }))).toEqual([403, 'insufficient_scope']);
  expect((await shop.tenant.list(listSavedQueries, {})).rows).toEqual([]);
  await shop.tenant.run(createSavedQuery, { name: 'Stock', query });
  expect(await keep({})).toMatchObject([{ code: 'already_exists', field: 'name' }]);
});
