import { randomUUID } from 'node:crypto';
import { Worker } from 'node:worker_threads';
import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { recordDemandHistory } from '../../../../src/domain/planning/demand-history.ts';
import { forecastsFrom, sampleOf, withinForecastShare } from '../../../../src/domain/planning/forecasts/compute.ts';
import { listForecasts } from '../../../../src/domain/planning/forecasts/forecasts.ts';
import { listProductForecasts } from '../../../../src/domain/planning/forecasts/product-forecasts.ts';
import { refreshForecasts } from '../../../../src/domain/planning/forecasts/stored-forecasts.ts';
import { report } from '../../../../src/figures/query.ts';
import { forecastDemand } from '../../../../src/forecasting/demand.ts';
import type { Refusal } from '../../../../src/kernel/errors.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { ofTenant } from '../../../../src/store/tenant.ts';
import { mostRowsOf } from '../../../support/buffers.ts';
import { randomly } from '../../../support/history.ts';
import { until } from '../../../support/live.ts';
import { adjust, makeLocation, makeVariant } from '../../../support/make.ts';
import { makeMany } from '../../../support/many.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld();

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
const round = (value: number) => Math.round(value * 10_000) / 10_000;

interface Sale {
  date: string;
  quantity: number;
}

/** A tenant with one daily and one occasional seller, at two locations. */
async function seller(seed: number) {
  const tenant = await world.tenant();
  const random = randomly(seed);
  const locations = [await makeLocation(tenant), await makeLocation(tenant)];
  const daily = await makeVariant(tenant);
  const rare = await makeVariant(tenant);
  const sales = new Map<string, Sale[]>();
  for (const location of locations) {
    const often = Array.from({ length: 120 }, (_, index) => ({ date: day(120 - index), quantity: random(3, 9) }));
    const seldom = Array.from({ length: 200 }, (_, index) => ({
      date: day(200 - index),
      quantity: random(0, 9) === 0 ? random(1, 4) : 0,
    }));
    sales.set(`${daily.sku} ${location.id}`, often).set(`${rare.sku} ${location.id}`, seldom);
    for (const [variant, rows] of [
      [daily, often],
      [rare, seldom],
    ] as const) {
      await tenant.run(recordDemandHistory, {
        rows: rows.map(row => ({ sku: variant.sku, locationId: location.id, ...row })),
      });
    }
  }
  return { tenant, locations, daily, rare, sales };
}

/** The engine's direct result. */
function recomputed(histories: readonly (readonly Sale[])[], horizonDays: number, level: number) {
  const days = histories
    .flat()
    .filter(sale => sale.quantity > 0)
    .map(sale => ({ ...sale, inStock: true }));
  const { points, method, granularity } = forecastDemand({ daily: days, through: day(1), horizonDays, level });
  return {
    method,
    granularity,
    points: points.map(({ date, mean, lower, upper }) => ({
      date,
      expected: round(mean),
      lower: round(lower),
      upper: round(upper),
    })),
  };
}

const forecasts = async (tenant: Tenant, input: object = {}) => (await tenant.list(listForecasts, input)).rows;
const pointsOf = (row: Row) => row['points'] as { date: string; expected: number; lower: number; upper: number }[];

test.each([1, 2])(
  "a forecast is the engine's result for recorded and imported sales, overall and per location (%i)",
  async seed => {
    const { tenant, locations, daily, rare, sales } = await seller(seed);
    for (const [horizonDays, level] of [
      [90, 0.9],
      [200, 0.9],
      [30, 0.8],
      [365, 0.99],
      [1, 0.5],
    ] as const) {
      for (const { sku } of [daily, rare]) {
        const [everywhere] = await forecasts(tenant, { sku, horizonDays, level });
        expect(everywhere).toMatchObject({
          sku,
          locationId: null,
          ...recomputed(
            locations.map(location => sales.get(`${sku} ${location.id}`)!),
            horizonDays,
            level,
          ),
        });
        const [there] = await forecasts(tenant, { sku, horizonDays, level, locationId: locations[0]!.id });
        expect(there).toMatchObject({
          sku,
          locationId: locations[0]!.id,
          ...recomputed([sales.get(`${sku} ${locations[0]!.id}`)!], horizonDays, level),
        });
      }
    }
  },
);

test('a forecast covers exactly the horizon from today on, its interval contains the mean, and its points add up', async () => {
  const { tenant } = await seller(3);
  for (const horizonDays of [1, 6, 7, 30, 90, 91, 365]) {
    for (const row of await forecasts(tenant, { horizonDays })) {
      const points = pointsOf(row);
      expect(points).toHaveLength(row['granularity'] === 'day' ? horizonDays : Math.ceil(horizonDays / 7));
      expect(points[0]!.date).toBe(day(0));
      expect(row['totalExpected']).toBeCloseTo(
        points.reduce((sum, point) => sum + point.expected, 0),
        3,
      );
      for (const { lower, upper } of points) expect(lower >= 0 && lower <= upper).toBe(true);
    }
  }
});

test('a forecast is served from storage, also after the nightly refresh, and recomputed when history changes', async () => {
  const { tenant, daily, locations } = await seller(4);
  const first = await forecasts(tenant);
  const reads = await statementsOf(async () => expect(await forecasts(tenant)).toEqual(first));
  expect(reads.filter(statement => statement.includes('ledger_entries'))).toEqual([]);
  expect(await refreshForecasts(world.database, tenant.id)).toBe(6);
  expect(await forecasts(tenant)).toEqual(first);
  const { rows } = await sql<{
    count: number;
  }>`select count(*) as count from forecasts where organization_id = ${tenant.id}`.execute(
    world.database.read(tenant.id),
  );
  expect(rows[0]!.count).toBe(6);
  await tenant.run(recordDemandHistory, {
    rows: Array.from({ length: 60 }, (_, index) => ({
      sku: daily.sku,
      locationId: locations[0]!.id,
      date: day(index + 1),
      quantity: 100,
    })),
  });
  const [changed] = await forecasts(tenant, { sku: daily.sku });
  expect(changed!['totalExpected']).toBeGreaterThan(
    first.find(row => row['sku'] === daily.sku)!['totalExpected'] as number,
  );
});

test('the stock-out date is the day on which available stock is used up', async () => {
  const { tenant, locations, daily } = await seller(5);
  const [empty] = await forecasts(tenant, { sku: daily.sku });
  expect(empty!['stockoutDate']).toBe(day(0));
  await adjust(tenant, daily, locations[0]!, 60);
  const [stocked] = await forecasts(tenant, { sku: daily.sku });
  let left = 60;
  const expected = pointsOf(stocked!).find(point => (left -= point.expected) <= 0)!.date;
  expect(stocked!['stockoutDate']).toBe(expected);
  await adjust(tenant, daily, locations[0]!, 10_000);
  expect((await forecasts(tenant, { sku: daily.sku }))[0]!['stockoutDate']).toBeNull();
});

test('the stock-out list is sorted by date, overall or per location, and contains nothing else', async () => {
  const { tenant, locations, daily, rare } = await seller(7);
  await adjust(tenant, await makeVariant(tenant), locations[0]!, 3);
  const dates = async (input: object) =>
    (await forecasts(tenant, { runsOut: true, horizonDays: 60, ...input })).map(row => [
      row['sku'],
      row['stockoutDate'],
    ]);
  await adjust(tenant, daily, locations[0]!, 60);
  const { stockoutDate } = (await forecasts(tenant, { sku: daily.sku, horizonDays: 60 }))[0]!;
  expect(await dates({})).toEqual([
    [rare.sku, day(0)],
    [daily.sku, stockoutDate],
  ]);
  expect(await dates({ sku: daily.sku })).toEqual([[daily.sku, stockoutDate]]);
  expect(await dates({ perPage: 1, page: 2 })).toEqual([[daily.sku, stockoutDate]]);
  expect(await dates({ locationId: locations[1]!.id })).toEqual([daily.sku, rare.sku].sort().map(sku => [sku, day(0)]));
  await adjust(tenant, daily, locations[0]!, 10_000);
  expect(await dates({})).toEqual([[rare.sku, day(0)]]);
});

test('without history the forecast is zero, unknown variants are not listed, and invalid parameters are refused', async () => {
  const tenant = await world.tenant();
  const { sku, id } = await makeVariant(tenant);
  const [row] = await forecasts(tenant, { sku });
  expect(row).toMatchObject({
    variantId: id,
    method: 'none',
    historyPeriods: 0,
    totalExpected: 0,
    stockoutDate: null,
    accuracy: { mase: null, coverage: null },
  });
  expect(await forecasts(tenant, { sku: 'unknown' })).toEqual([]);
  expect(await forecasts(tenant, { locationId: (await makeLocation(tenant)).id })).toEqual([]);
  for (const input of [{ horizonDays: 0 }, { horizonDays: 366 }, { level: 0.49 }, { level: 0.991 }, { perPage: 201 }]) {
    expect(await refusal(forecasts(tenant, input))).toEqual([
      { code: 'validation_failed', field: Object.keys(input)[0] },
    ]);
  }
});

test('pages follow variants, and REST and GraphQL give the same results', async () => {
  const { tenant, daily, rare } = await seller(6);
  const { rows, total, nextCursor } = await tenant.list(listForecasts, { perPage: 1 });
  expect([rows.map(row => row['sku']), total]).toEqual([[rare.sku], 2]);
  expect((await forecasts(tenant, { perPage: 1, cursor: nextCursor! })).map(row => row['sku'])).toEqual([daily.sku]);
  const key = await tenant.key('read');
  const { url } = await world.serve();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const rest = (await (await fetch(`${url}/api/v1/ai/forecasts?horizon_days=30`, { headers })).json()) as {
    data: Row[];
  };
  const query =
    '{ variants { nodes { forecast { sku totalExpected points { date expected lower upper } accuracy { mase wape bias coverage track_record: trackRecord { days } } } } } }';
  const { data } = (await (
    await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  ).json()) as { data: { variants: { nodes: { forecast: Row }[] } } };
  expect(data.variants.nodes.map(node => node.forecast)).toEqual(
    rest.data.map(({ sku, total_expected, points, accuracy }) => ({
      sku,
      totalExpected: total_expected,
      points,
      accuracy,
    })),
  );
});

test('what forecasts learn from is found without reading what everything sold', async () => {
  const tenant = await world.tenant();
  await makeMany(world, tenant.id, 1000);
  await sql`
    insert into demand_history (organization_id, id, created_at, updated_at, variant_id, location_id, date, quantity)
    select l.organization_id, gen_random_uuid(), now(), now(), l.variant_id, l.location_id, current_date - d, 1
    from (select distinct on (variant_id) * from inventory_levels where organization_id = ${tenant.id}) l,
      generate_series(1, 20) d`.execute(world.owner);
  await sql`vacuum analyze demand_history, ledger_entries, stock_transfers`.execute(world.owner);
  const read = await mostRowsOf(world, tenant.id, async db => expect(await sampleOf(db)).toHaveLength(300));
  expect(Math.max(...read)).toBeLessThanOrEqual(1000);
});

/** What the thread that forecasts is given during this. */
async function handed(work: () => Promise<unknown>): Promise<{ kind: string; items: readonly unknown[] }[]> {
  const given: { kind: string; items: readonly unknown[] }[] = [];
  const { postMessage } = Worker.prototype;
  Worker.prototype.postMessage = function (message, ...rest) {
    given.push(message);
    return Reflect.apply(postMessage, this, [message, ...rest]);
  };
  try {
    await work();
  } finally {
    Worker.prototype.postMessage = postMessage;
  }
  return given;
}

test('what a variant sells at its only location is forecast once, for there and for everywhere', async () => {
  const tenant = await world.tenant();
  const [location, { sku }] = [await makeLocation(tenant), await makeVariant(tenant)];
  const rows = Array.from({ length: 60 }, (_, index) => ({ date: day(60 - index), quantity: 1 + (index % 5) }));
  await tenant.run(recordDemandHistory, { rows: rows.map(row => ({ sku, locationId: location.id, ...row })) });
  const given = await handed(async () => expect(await refreshForecasts(world.database, tenant.id)).toBe(2));
  expect(given.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['calibrate', 1],
    ['forecast', 1],
  ]);
  const [everywhere] = await forecasts(tenant, { horizonDays: 90 });
  const [there] = await forecasts(tenant, { locationId: location.id, horizonDays: 90 });
  expect(everywhere).toMatchObject({ locationId: null, ...recomputed([rows], 90, 0.9) });
  expect(there).toEqual({ ...everywhere, locationId: location.id });
});

test('what forecasts learn is kept for 50 organizations, not for all that there are', async () => {
  const db = world.database.read((await world.tenant()).id);
  const ask = (organizationId: string) =>
    forecastsFrom(db, organizationId, [], { through: day(1), horizonDays: 1, level: 0.9 });
  const learned = (work: () => Promise<unknown>) =>
    handed(work).then(given => given.filter(({ kind }) => kind === 'calibrate').length);
  const first = randomUUID();
  expect(await learned(() => ask(first))).toBe(1);
  expect(await learned(() => ask(first))).toBe(0);
  for (let other = 0; other < 50; other += 1) await ask(randomUUID());
  expect(await learned(() => ask(first))).toBe(1);
});

test('the forecast of a day is stored before it begins, compared with sales afterwards, and available to the query', async () => {
  const { tenant, daily, locations, sales } = await seller(7);
  await refreshForecasts(world.database, tenant.id);
  const kept = async () =>
    (
      await sql<{ locationId: string | null; date: string; expected: number; actual: number | null }>`
        select location_id as "locationId", date, expected, actual
        from forecast_scores s where ${ofTenant('s')} and variant_id = ${daily.id} order by date`.execute(
        world.database.read(tenant.id),
      )
    ).rows;
  const begun = await kept();
  expect(begun.map(({ date, actual }) => [date, actual])).toEqual([0, 1, 2].map(() => [day(0), null]));
  // As if a day had passed.
  await world.database.transaction(tenant.id, 'system', ({ db }) =>
    sql`update forecast_scores s set date = s.date - 1 where ${ofTenant('s')}`.execute(db),
  );
  await refreshForecasts(world.database, tenant.id);
  const yesterday = locations.map(({ id }) => sales.get(`${daily.sku} ${id}`)!.at(-1)!.quantity);
  const scored = (await kept()).filter(({ date }) => date === day(1));
  expect(scored.map(({ locationId, actual }) => [locationId, actual])).toEqual(
    expect.arrayContaining([
      [null, yesterday[0]! + yesterday[1]!],
      ...locations.map(({ id }, index) => [id, yesterday[index]]),
    ]),
  );
  expect((await kept()).filter(({ date }) => date === day(0)).map(({ actual }) => actual)).toEqual([null, null, null]);
  const everywhere = scored.find(({ locationId }) => locationId === null)!;
  const off = (everywhere.expected - everywhere.actual!) / everywhere.actual!;
  const { data } = (await tenant.run(report, {
    measures: ['forecast_error', 'forecast_bias'],
    dimensions: ['sku'],
    filters: [{ field: 'sku', op: '=', value: daily.sku }],
    from: day(1),
    to: day(1),
  })) as { data: { forecast_error: number; forecast_bias: number }[] };
  expect(data[0]!.forecast_error).toBeCloseTo(Math.abs(off), 4);
  expect(data[0]!.forecast_bias).toBeCloseTo(off, 4);
});

test('an organization computes forecasts one request at a time, others meanwhile; of 22 that wait two are refused', async () => {
  const [one, two] = [await seller(31), await seller(32)];
  const product = { horizonDays: 200 };
  let end!: () => void;
  const first = withinForecastShare(one.tenant.id, () => new Promise<void>(resolve => (end = resolve)));
  const outcomes: string[] = [];
  const noted = (asked: Promise<unknown>) =>
    asked.then(
      () => outcomes.push('answered'),
      (error: Refusal) => outcomes.push(error.problems[0]!.code),
    );
  const ask = (horizonDays: number) => noted(forecasts(one.tenant, { horizonDays }));
  const asked = Array.from({ length: 19 }, (_, index) => ask(200 + index));
  asked.push(noted(one.tenant.list(listProductForecasts, product)));
  expect(await forecasts(two.tenant, { horizonDays: 200 })).toHaveLength(2);
  expect((await two.tenant.list(listProductForecasts, product)).rows).toHaveLength(2);
  expect(outcomes).toEqual([]);
  asked.push(ask(219), ask(220));
  await until(() => outcomes.length === 2);
  expect(outcomes).toEqual(['rate_limited', 'rate_limited']);
  end();
  await Promise.all([first, ...asked]);
  expect(outcomes.slice(2)).toEqual(Array(20).fill('answered'));
});

test('whoever had to wait for forecasts finds those that were stored meanwhile', async () => {
  const { tenant } = await seller(33);
  const answers = await Promise.all(Array.from({ length: 6 }, () => forecasts(tenant)));
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});
