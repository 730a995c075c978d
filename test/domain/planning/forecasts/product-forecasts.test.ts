import { expect, test } from '@jest/globals';
import { createProduct } from '../../../../src/domain/create-products.ts';
import { recordDemandHistory } from '../../../../src/domain/planning/demand-history.ts';
import { listForecasts } from '../../../../src/domain/planning/forecasts/forecasts.ts';
import { listProductForecasts } from '../../../../src/domain/planning/forecasts/product-forecasts.ts';
import { createVariant } from '../../../../src/domain/variants.ts';
import type { Row } from '../../../../src/kernel/view.ts';
import { randomly } from '../../../support/history.ts';
import { adjust, type Made, makeLocation, makeVariant } from '../../../support/make.ts';
import { refusal, statementsOf, type Tenant, useWorld } from '../../../support/world.ts';

const world = useWorld();

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

/** A product with variants that sell daily at random, independently, at two locations. */
async function seller(
  variantCount: number,
): Promise<{ tenant: Tenant; product: Row; variants: (Made & { sku: string })[]; locations: Made[] }> {
  const tenant = await world.tenant();
  const random = randomly(variantCount);
  const locations = [await makeLocation(tenant), await makeLocation(tenant)];
  const product = await tenant.run(createProduct, { name: 'Mug' });
  const variants = [];
  for (let index = 0; index < variantCount; index += 1)
    variants.push(
      (await tenant.run(createVariant, { productId: product['id'], sku: `MUG-${index}` })) as Made & { sku: string },
    );
  for (const { sku } of variants) {
    for (const location of locations) {
      await tenant.run(recordDemandHistory, {
        rows: Array.from({ length: 100 }, (_, index) => ({
          sku,
          locationId: location.id,
          date: day(100 - index),
          quantity: random(0, 8),
        })),
      });
    }
  }
  return { tenant, product, variants, locations };
}

const sum = (rows: readonly Row[], field: string) => rows.reduce((total, row) => total + (row[field] as number), 0);
const pointsOf = (row: Row) => row['points'] as { expected: number; lower: number; upper: number }[];

test("a product's forecast is the sum of its variants', with a narrower interval than theirs added up", async () => {
  const { tenant, product, locations } = await seller(5);
  for (const asked of [
    {},
    { horizonDays: 90 },
    { horizonDays: 120, level: 0.8 },
    { locationId: locations[0]!.id, level: 0.5 },
  ]) {
    const { rows, total } = await tenant.list(listProductForecasts, asked);
    expect(total).toBe(1);
    const [row] = rows;
    expect(row).toMatchObject({
      productId: product['id'],
      productName: 'Mug',
      variantCount: 5,
      granularity: 'day',
      locationId: ('locationId' in asked && asked.locationId) || null,
    });
    const parts = (await tenant.list(listForecasts, asked)).rows;
    expect(row!['totalExpected']).toBeCloseTo(sum(parts, 'totalExpected'), 3);
    expect(pointsOf(row!).reduce((expected, point) => expected + point.expected, 0)).toBeCloseTo(
      row!['totalExpected'] as number,
      1,
    );
    const width =
      (sum(rows, 'totalUpper') - sum(rows, 'totalLower')) / (sum(parts, 'totalUpper') - sum(parts, 'totalLower'));
    expect([width > 0.2, width < 0.8]).toEqual([true, true]);
    for (const { lower, expected, upper } of pointsOf(row!))
      expect([lower >= 0, lower <= expected, expected <= upper]).toEqual([true, true, true]);
  }
});

test('a product is sold out when all of its variants are', async () => {
  const { tenant, variants, locations } = await seller(2);
  expect((await tenant.list(listProductForecasts)).rows[0]!['stockoutDate']).toBe(day(0));
  await adjust(tenant, variants[0]!, locations[0]!, 10_000);
  expect((await tenant.list(listProductForecasts)).rows[0]!['stockoutDate']).toBeNull();
});

test('without variants or sales the forecast is zero, unknown products are not listed, and invalid parameters are refused', async () => {
  const tenant = await world.tenant();
  await makeVariant(tenant);
  const empty = await tenant.run(createProduct, { name: 'Nothing' });
  const { rows } = await tenant.list(listProductForecasts);
  expect(
    rows.map(row => [row['variantCount'], row['method'], row['totalExpected'], row['totalUpper'], row['stockoutDate']]),
  ).toEqual([
    [0, 'none', 0, 0, null],
    [1, 'none', 0, 0, null],
  ]);
  expect((await tenant.list(listProductForecasts, { productId: empty['id'] })).rows).toEqual([rows[0]]);
  expect(
    (
      await tenant.list(listProductForecasts, {
        productId: empty['id']!.toString().replace(/.$/, last => (last === '0' ? '1' : '0')),
      })
    ).rows,
  ).toEqual([]);
  for (const input of [{ horizonDays: 366 }, { level: 1 }, { perPage: 51 }])
    expect(await refusal(tenant.list(listProductForecasts, input))).toEqual([
      { code: 'validation_failed', field: Object.keys(input)[0] },
    ]);
});

test('REST and GraphQL give the same results, and many products take as many statements as one', async () => {
  const { tenant } = await seller(2);
  await tenant.list(listProductForecasts);
  const one = await statementsOf(() => tenant.list(listProductForecasts));
  for (let index = 0; index < 4; index += 1)
    await tenant.run(createVariant, {
      productId: (await tenant.run(createProduct, { name: `Cup ${index}` }))['id'],
      sku: `CUP-${index}`,
    });
  await tenant.list(listProductForecasts);
  expect((await statementsOf(() => tenant.list(listProductForecasts))).length).toBe(one.length);
  const key = await tenant.key('read');
  const { url } = await world.serve();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const rest = (await (await fetch(`${url}/api/v1/ai/product_forecasts`, { headers })).json()) as { data: Row[] };
  const query =
    '{ products { nodes { forecast { productName variantCount totalExpected totalLower totalUpper stockoutDate points { date expected lower upper } } } } }';
  const { data } = (await (
    await fetch(`${url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) })
  ).json()) as { data: { products: { nodes: { forecast: Row }[] } } };
  expect(data.products.nodes.map(node => node.forecast)).toEqual(
    rest.data.map(
      ({ product_name, variant_count, total_expected, total_lower, total_upper, stockout_date, points }) => ({
        productName: product_name,
        variantCount: variant_count,
        totalExpected: total_expected,
        totalLower: total_lower,
        totalUpper: total_upper,
        stockoutDate: stockout_date,
        points,
      }),
    ),
  );
});
