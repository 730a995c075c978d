import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { GRID, interpolate } from '../../../forecasting/intervals.ts';
import { code, days, id } from '../../../kernel/inputs.ts';
import { type Caller, listQuery } from '../../../kernel/operation.ts';
import { pageOf, paging } from '../../../kernel/page.ts';
import { shapeOf } from '../../../kernel/shape.ts';
import type { Db } from '../../../kernel/unit.ts';
import type { Row } from '../../../kernel/view.ts';
import { allOf, type Condition, planned, readPage, readRows } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { Location } from '../../locations.ts';
import { Product } from '../../products.ts';
import { variantWithSku } from '../../variant-codes.ts';
import { Variant } from '../../variants.ts';
import { dailyDemand } from '../demand.ts';
import { expiringBy, unusedAt } from '../expiry.ts';
import { keyOf } from './compute.ts';
import { type LeadDemand, totalOver } from './lead-demand.ts';
import { lastingStock, NO_STOCK, soldOutOn } from './sold-out.ts';
import { type ForecastContent, type ForecastTerms, keptForecasts, LEVEL_DEFAULT, rounded } from './stored-forecasts.ts';

export const HORIZON_DAYS_DEFAULT = 30;

const TrackRecordShape = z
  .object({
    days: z.int().meta({ description: 'Number of days compared; each was forecast before it began.' }),
    expected: z.number().meta({ description: 'Expected demand of those days.' }),
    actual: z.number().meta({ description: 'Actual demand.' }),
    bias: z
      .number()
      .nullable()
      .meta({ description: 'Expected minus actual demand, as a share of the actual demand; above 0 is too much.' }),
    wape: z.number().nullable().meta({ description: 'Sum of absolute errors as a share of the actual demand (WAPE).' }),
  })
  .meta({ id: 'ForecastTrackRecord', description: 'Forecast and actual demand, over the last four weeks.' });

/** The fields of every forecast. */
export const figures = {
  method: z.string().meta({
    description:
      'Forecasting method: theta_damped, empirical, both, seasonal_naive, average, or none if there is no history.',
  }),
  granularity: z
    .enum(['day', 'week'])
    .meta({ description: 'Period of a point: day, or week for variants that do not sell nearly every day.' }),
  historyPeriods: z.int().meta({ description: 'Days or weeks of history that it is based on.' }),
  totalExpected: z.number().meta({ description: 'Expected demand over the whole horizon.' }),
  totalLower: z
    .number()
    .meta({ description: "Lower end of the band of the total. Totals vary less than the sum of their parts' bands." }),
  totalUpper: z.number().meta({ description: 'Upper end of the band of the total.' }),
  points: z
    .array(
      z
        .object({
          date: z.iso.date().meta({ description: 'First day that the point covers.' }),
          expected: z.number().meta({ description: 'Expected demand.' }),
          lower: z.number().meta({ description: 'Lower end of the band.' }),
          upper: z.number().meta({ description: 'Upper end of the band.' }),
        })
        .meta({ id: 'ForecastPoint', description: 'Demand of a day or a week; the last week ends with the horizon.' }),
    )
    .meta({ description: 'Day by day, or week by week.' }),
  stockoutDate: z.iso.date().nullable().meta({
    description:
      'Date by which the stock available now is expected to be sold, or to have expired; null if not within the horizon. Over all locations, the lots of each are used by the demand of its own.',
  }),
  accuracy: z
    .object({
      mase: z
        .number()
        .nullable()
        .meta({ description: 'Mean absolute error on past periods relative to repeating the last season (MASE).' }),
      wape: z
        .number()
        .nullable()
        .meta({ description: 'Sum of absolute errors on past periods as a share of demand (WAPE).' }),
      bias: z.number().nullable().meta({
        description:
          'Forecast minus actual demand on past periods, as a share of the actual demand; above 0 is too much.',
      }),
      coverage: z.number().nullable().meta({ description: 'Share of earlier periods that fell within the band.' }),
      trackRecord: TrackRecordShape.nullable().meta({
        description: 'How earlier forecasts turned out; null until they cover two past weeks.',
      }),
    })
    .meta({
      id: 'ForecastAccuracy',
      description: 'Accuracy on past periods; null if the history is too short to tell.',
    }),
  warnings: z.array(z.string()).meta({ description: 'Warnings about the forecast.' }),
};

export const Forecast = z
  .object({
    variantId: z.uuid().meta({ description: 'The forecast item.', relation: { name: 'variant', target: Variant } }),
    sku: z.string().meta({ description: 'SKU of the variant.' }),
    productId: z.uuid().meta({ description: 'Its product.', relation: { name: 'product', target: Product } }),
    locationId: z
      .uuid()
      .nullable()
      .meta({ description: 'Location; null means all locations.', relation: { name: 'location', target: Location } }),
    ...figures,
  })
  .meta({ id: 'Forecast', description: 'A demand forecast.' });

/** The inputs of every request for forecasts. */
export const asking = {
  locationId: id().optional().meta({ description: 'Demand at this location only.' }),
  horizonDays: days().default(HORIZON_DAYS_DEFAULT).meta({ description: 'Days to look ahead: 1 to 365, default 30.' }),
  level: z
    .number()
    .min(0.5, 'Must be at least 0.5.')
    .max(0.99, 'Must be at most 0.99.')
    .default(LEVEL_DEFAULT)
    .meta({ description: 'Share of outcomes within the band: 0.5 to 0.99, default 0.9.' }),
};

export const listForecasts = listQuery('listForecasts', {
  area: 'reports',
  mayTakeLong: true,
  summary: 'Lists demand forecasts, one per variant: across all locations, or at one.',
  input: z.strictObject({
    sku: code().optional(),
    variantId: id().optional(),
    productId: id().optional(),
    ...asking,
    runsOut: z.boolean().default(false).meta({
      description:
        'Only variants expected to sell out within the horizon, soonest first, out of the 200 with the shortest cover at the rate of the last 90 days.',
    }),
    ...paging,
  }),
  output: Forecast,
  async run({ db, caller, wants }, { sku, variantId, productId, locationId, horizonDays, level, runsOut, ...page }) {
    const asked = { horizonDays, level };
    const place = locationId ?? null;
    const conditions = [
      ...(sku ? [sql`t.id = ${variantWithSku(sku)}`] : []),
      ...(variantId ? [sql`t.id = ${variantId}`] : []),
      ...(productId ? [sql`t.product_id = ${productId}`] : []),
      ...(locationId ? [planned(sql`t.id in (${knownAt(locationId)})`)] : []),
    ];
    if (runsOut)
      return pageOf(
        soonestSoldOut(await forecastRows(caller, db, await scarce(db, conditions, place), place, asked)),
        page,
      );
    const variants = await readPage(db, shapeOf(Variant), conditions, page, { ...wants, owned: false });
    const rows = await forecastRows(caller, db, variants.rows, place, asked);
    return { ...variants, rows, cursorOf: row => variants.cursorOf({ id: row['variantId'] }) };
  },
});

/** The variants that a location has, or had, any stock of. */
export const knownAt = (locationId: string): RawBuilder<unknown> => sql`
  select l.variant_id from inventory_levels l where ${ofTenant('l')} and l.location_id = ${locationId}
  union select d.variant_id from demand_history d where ${ofTenant('d')} and d.location_id = ${locationId}`;

const SCARCE_MAX = 200;
const SCARCE_DAYS = 90;

/** The variants with the shortest cover at the rate of recent days. */
async function scarce(db: Db, conditions: readonly Condition[], locationId: string | null): Promise<Row[]> {
  const here = (alias: string) => (locationId ? [sql`${sql.ref(`${alias}.location_id`)} = ${locationId}`] : []);
  const lost = unusedAt(sql`x.days`, sql`x.due`, sql`d.drawn / ${SCARCE_DAYS}::int`);
  // Of all of them none is looked up: three pages for each of 100,000.
  const asked =
    conditions.length === 0
      ? sql``
      : sql`where d.variant_id in (select t.id from variants t where ${ofTenant('t')} and ${allOf(conditions)})`;
  const { rows } = await sql<{ id: string }>`
    with drawn as materialized (select variant_id, location_id, sum(quantity) as drawn, sum(leaving) as leaving
        from (${dailyDemand(SCARCE_DAYS, here('s'))}) s group by variant_id, location_id)
    select d.variant_id as id
    from (select variant_id, sum(${locationId ? sql`drawn` : sql`leaving`}) as sold from drawn group by variant_id) d
    left join (
      select l.variant_id, sum(l.quantity_available - ${lost}) as lasting from inventory_levels l
      left join drawn d on d.variant_id = l.variant_id and d.location_id = l.location_id
      left join (${expiringBy(['variant_id', 'location_id'], ...here('s'))}) x on x.variant_id = l.variant_id
        and x.location_id = l.location_id
      where ${ofTenant('l')} and ${allOf(here('l'))} group by l.variant_id) l on l.variant_id = d.variant_id
    ${asked} order by greatest(0, coalesce(l.lasting, 0)) / nullif(d.sold, 0), d.sold desc, d.variant_id
      limit ${SCARCE_MAX}`.execute(db);
  return readRows(db, shapeOf(Variant), [sql`t.id = any(${rows.map(row => row.id)})`], { owned: false });
}

function soonestSoldOut(rows: readonly Row[]): Row[] {
  const key = (row: Row) => `${row['stockoutDate']} ${row['sku']}`;
  return rows.filter(row => row['stockoutDate'] !== null).sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The field `variant { forecast }`: the next 30 days, everywhere. */
export async function forecastsOf(caller: Caller, db: Db, variantIds: readonly string[]): Promise<Map<string, Row>> {
  const variants = await readRows(db, shapeOf(Variant), [sql`t.id = any(${variantIds})`], { owned: false });
  const rows = await forecastRows(caller, db, variants, null, {
    horizonDays: HORIZON_DAYS_DEFAULT,
    level: LEVEL_DEFAULT,
  });
  return new Map(rows.map(row => [row['variantId'] as string, row]));
}

/** The forecasts of these variants, in their order: everywhere, or at one location. */
export async function forecastRows(
  { database, organizationId }: Caller,
  db: Db,
  variants: readonly Row[],
  locationId: string | null,
  asked: ForecastTerms,
): Promise<Row[]> {
  const items = variants.map(variant => ({ variantId: variant['id'] as string, locationId }));
  if (items.length === 0) return [];
  const kept = await keptForecasts(database, organizationId, db, items, asked);
  const stock = await lastingStock(
    db,
    items.map(item => item.variantId),
    locationId,
  );
  return variants.map((variant, index) => {
    const { points: all, totals, ...forecast } = kept.get(keyOf(items[index]!))!;
    const points = within(all, asked.horizonDays);
    return {
      variantId: variant['id'],
      sku: variant['sku'],
      productId: variant['productId'],
      locationId,
      ...forecast,
      totalExpected: rounded(points.reduce((sum, point) => sum + point.expected, 0)),
      ...bandOf(totals, asked),
      points: points.map(({ days: _, ...point }) => point),
      stockoutDate: soldOutOn(points, stock.get(variant['id'] as string) ?? NO_STOCK),
    };
  });
}

/** The range that the total demand of the horizon lies in with the probability `level`, in units. */
export function bandOf(
  totals: readonly LeadDemand[],
  { horizonDays, level }: ForecastTerms,
): { totalLower: number; totalUpper: number } {
  const { quantiles } = totalOver(totals, horizonDays)!;
  const [totalLower, totalUpper] = [(1 - level) / 2, (1 + level) / 2].map(p =>
    rounded(interpolate(GRID, quantiles, p)),
  ) as [number, number];
  return { totalLower, totalUpper };
}

/** The points of a shorter horizon; a week at its end counts for the days that are left. */
function within(points: ForecastContent['points'], horizonDays: number): ForecastContent['points'] {
  let left = horizonDays;
  return points.flatMap(point => {
    const kept = Math.min(left, point.days);
    left -= kept;
    const share = kept / point.days;
    if (kept === 0) return [];
    return share === 1
      ? [point]
      : [
          {
            ...point,
            days: kept,
            expected: rounded(point.expected * share),
            lower: rounded(point.lower * share),
            upper: rounded(point.upper * share),
          },
        ];
  });
}
