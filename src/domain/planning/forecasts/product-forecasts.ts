import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../kernel/inputs.ts';
import { type Caller, listQuery } from '../../../kernel/operation.ts';
import { paging } from '../../../kernel/page.ts';
import { shapeOf } from '../../../kernel/shape.ts';
import type { Db } from '../../../kernel/unit.ts';
import type { Row } from '../../../kernel/view.ts';
import { planned, readPage, readRows } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { Location } from '../../locations.ts';
import { Product } from '../../products.ts';
import { Variant } from '../../variants.ts';
import { forecastsFrom, type History, historiesOf, keyOf, withinForecastShare, yesterdayOf } from './compute.ts';
import { asking, bandOf, figures, forecastRows, HORIZON_DAYS_DEFAULT, knownAt } from './forecasts.ts';
import { leadDemandOf } from './lead-demand.ts';
import { combined, lastingStock, NO_STOCK, soldOutOn } from './sold-out.ts';
import { type ForecastTerms, keptOf, LEVEL_DEFAULT, rounded } from './stored-forecasts.ts';

/*
 * Forecasts of products: the sum of the expected demand of their variants. The error is learned from the product's own
 * history, because quantiles do not add up: what one variant sells less, another often sells more.
 */

/** Each takes the histories of all its variants. */
const PER_PAGE_MAX = 50;
/** Each is fitted when it is asked for, in 10 ms of processor time, and as much again for every so many days. */
const DAYS_PER_POINT = 150;

export const ProductForecast = z
  .object({
    productId: z.uuid().meta({ description: 'The forecast item.', relation: { name: 'product', target: Product } }),
    productName: z.string().meta({ description: 'Name of the product.' }),
    locationId: z
      .uuid()
      .nullable()
      .meta({ description: 'Location; null means all locations.', relation: { name: 'location', target: Location } }),
    variantCount: z.int().meta({ description: 'Number of its variants.' }),
    ...figures,
  })
  .meta({ id: 'ProductForecast', description: 'The demand forecast of all variants of a product together.' });

export const listProductForecasts = listQuery('listProductForecasts', {
  area: 'reports',
  summary: 'Lists demand forecasts, one per product: across all locations, or at one.',
  input: z.strictObject({
    productId: id().optional(),
    ...asking,
    ...paging,
    perPage: z
      .int()
      .min(1, 'Must be at least 1.')
      .max(PER_PAGE_MAX, `Must be at most ${PER_PAGE_MAX}.`)
      .default(20)
      .meta({ description: 'Maximum number of rows.' }),
  }),
  output: ProductForecast,
  async run({ db, caller, wants }, { productId, locationId, horizonDays, level, ...page }) {
    const conditions = [
      ...(productId ? [sql`t.id = ${productId}`] : []),
      ...(locationId
        ? [
            planned(
              sql`t.id in (select v.product_id from variants v
                  where ${ofTenant('v')} and v.id in (${knownAt(locationId)}))`,
            ),
          ]
        : []),
    ];
    const products = await readPage(db, shapeOf(Product), conditions, page, { ...wants, owned: false });
    const rows = await productRows(caller, db, products.rows, locationId ?? null, { horizonDays, level });
    return { ...products, rows, cursorOf: row => products.cursorOf({ id: row['productId'] }) };
  },
});

/** The field `product { forecast }`: the next 30 days, everywhere. */
export async function productForecastsOf(
  caller: Caller,
  db: Db,
  productIds: readonly string[],
): Promise<Map<string, Row>> {
  const products = await readRows(db, shapeOf(Product), [sql`t.id = any(${productIds})`], { owned: false });
  const rows = await productRows(caller, db, products, null, {
    horizonDays: HORIZON_DAYS_DEFAULT,
    level: LEVEL_DEFAULT,
  });
  return new Map(rows.map(row => [row['productId'] as string, row]));
}

async function productRows(
  caller: Caller,
  db: Db,
  products: readonly Row[],
  locationId: string | null,
  asked: ForecastTerms,
): Promise<Row[]> {
  await caller.charge?.(Math.floor(products.length * (1 + asked.horizonDays / DAYS_PER_POINT)));
  const ids = products.map(product => product['id'] as string);
  const variants = await readRows(db, shapeOf(Variant), [sql`t.product_id = any(${ids})`], { owned: false });
  const parts = Map.groupBy(
    await forecastRows(caller, db, variants, locationId, { ...asked, level: LEVEL_DEFAULT }),
    row => row['productId'] as string,
  );
  const forecasts = await withinForecastShare(caller.organizationId, async () => {
    const histories = await historiesOf(
      db,
      variants.map(variant => variant['id'] as string),
    );
    const own = ids.map(productId =>
      together(
        (parts.get(productId) ?? []).flatMap(
          part => histories.get(keyOf({ variantId: part['variantId'] as string, locationId })) ?? [],
        ),
      ),
    );
    return forecastsFrom(db, caller.organizationId, own, { through: await yesterdayOf(db), ...asked });
  });
  const stock = await lastingStock(
    db,
    [...parts.values()].flat().map(row => row['variantId'] as string),
    locationId,
  );
  return products.map((product, index) => {
    const { points: curve, ...forecast } = keptOf(forecasts[index]!);
    const totals = leadDemandOf([forecasts[index]!.total]);
    const variantRows = parts.get(ids[index]!) ?? [];
    const expected = variantRows.reduce((sum, row) => sum + (row['totalExpected'] as number), 0);
    const { mean } = forecasts[index]!.total;
    const scale = mean > 0 ? expected / mean : 1;
    const scaled = (value: number) => rounded(value * scale);
    const points = curve.map(point => ({
      ...point,
      expected: scaled(point.expected),
      lower: scaled(point.lower),
      upper: scaled(point.upper),
    }));
    const band = bandOf(totals, asked);
    return {
      productId: ids[index],
      productName: product['name'],
      locationId,
      variantCount: variantRows.length,
      ...forecast,
      totalExpected: rounded(expected),
      totalLower: scaled(band.totalLower),
      totalUpper: scaled(band.totalUpper),
      points: points.map(({ days: _, ...point }) => point),
      stockoutDate: soldOutOn(
        points,
        combined(
          variantRows.map(row => ({
            stock: stock.get(row['variantId'] as string) ?? NO_STOCK,
            share: expected > 0 ? (row['totalExpected'] as number) / expected : 0,
          })),
        ),
      ),
    };
  });
}

/**
 * The combined history of several variants. On a day when each was out of stock, or not yet available, nothing could be
 * sold.
 */
function together(histories: readonly History[]): Pick<History, 'daily'> {
  const sold = histories.flatMap(({ daily }) => daily.filter(day => day.inStock));
  const stocks = histories.map(({ daily }) => ({
    from: daily.reduce((first, { date }) => (date < first ? date : first), '9999'),
    out: new Set(daily.filter(day => !day.inStock).map(day => day.date)),
  }));
  const out = new Set(stocks.flatMap(stock => [...stock.out]));
  const nowhere = [...out].filter(date => stocks.every(stock => date < stock.from || stock.out.has(date)));
  return { daily: [...sold, ...nowhere.map(date => ({ date, quantity: 0, inStock: false }))] };
}
