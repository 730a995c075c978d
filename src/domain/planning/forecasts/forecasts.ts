import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { z } from 'zod';
import type { DemandForecast } from '../../../forecasting/demand.ts';
import { GRID, interpolate } from '../../../forecasting/intervals.ts';
import { addDays } from '../../../kernel/calendar.ts';
import { code, days, id } from '../../../kernel/inputs.ts';
import { type Caller, listQuery } from '../../../kernel/operation.ts';
import { pageOf, paging } from '../../../kernel/page.ts';
import { shapeOf } from '../../../kernel/shape.ts';
import type { Database, Db } from '../../../kernel/unit.ts';
import type { Row } from '../../../kernel/view.ts';
import { belongsTo, TenantRecord } from '../../../store/record.ts';
import { allOf, type Condition, readPage, readRows } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { Location } from '../../locations.ts';
import { Product, Variant } from '../../products.ts';
import { dailyDemand, draws } from '../demand.ts';
import { TODAY } from '../reports/days.ts';
import {
  forecastsFrom,
  type History,
  HORIZON_DAYS_STORED,
  historiesOf,
  type Item,
  keyOf,
  yesterdayOf,
} from './compute.ts';
import { LEAD_DAYS, type LeadDemand, leadDemandOf, totalOver } from './lead-demand.ts';
import { forgetScores, keepScores, readKept, type Settled, settled, type TrackRecord } from './scores.ts';

export const HORIZON_DAYS_DEFAULT = 30;
export const LEVEL_DEFAULT = 0.9;

const ACCURACY = ['mase', 'wape', 'bias', 'coverage'] as const;

/** What is stored of a forecast besides its totals. */
interface Kept {
  method: string;
  granularity: 'day' | 'week';
  historyPeriods: number;
  points: { date: string; days: number; expected: number; lower: number; upper: number }[];
  accuracy: { [figure in (typeof ACCURACY)[number]]: number | null } & {
    trackRecord?: Omit<TrackRecord, 'drift'> | null;
  };
  warnings: string[];
}

/**
 * Expected demand of consecutive days, as pairs of a number of days and a quantity. As text in the database, because
 * plans read hundreds of thousands.
 */
export type Runs = readonly (readonly [days: number, expected: number])[];

const runsOf = ({ points }: Kept): Runs => points.map(({ days: span, expected }) => [span, expected]);

const StoredForecastSchema = defineEntity({
  name: 'StoredForecast',
  tableName: 'forecasts',
  extends: TenantRecord,
  comment: 'The demand forecast of a variant at a location, or everywhere, as of a day.',
  indexes: [
    {
      name: 'forecasts_item_unique',
      expression:
        'create unique index forecasts_item_unique on forecasts (organization_id, variant_id, location_id) nulls not distinct',
    },
  ],
  properties: {
    variant: () => belongsTo(Variant, 'variant_id').comment('The forecast item.'),
    location: () => belongsTo(Location, 'location_id').nullable().comment('Location; null means all locations.'),
    startsOn: p.date().comment('The first day that is forecast. A forecast that starts before today is computed anew.'),
    forecast: p.json<Kept>().comment('The forecast.'),
    runs: p
      .json<Runs>()
      .columnType('json')
      .comment('Its points in short, from its first day on, as pairs of days and expected demand: what plans read.'),
    totals: p.json<LeadDemand[]>().comment('Demand over its first 7, 14, 28, 56 and 90 days together.'),
  },
});
export class StoredForecast extends StoredForecastSchema.class {}
StoredForecastSchema.setClass(StoredForecast);

const TrackRecordShape = z
  .object({
    days: z.int().meta({ description: 'Number of days, each forecast before it began.' }),
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
  totalUpper: z.number().meta({ description: 'Upper end of the band of that total.' }),
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
    description: 'Date by which the stock available now is expected to be sold; null if not within the horizon.',
  }),
  accuracy: z
    .object({
      mase: z
        .number()
        .nullable()
        .meta({ description: 'Mean absolute error on past periods relative to repeating the last season (MASE).' }),
      wape: z.number().nullable().meta({ description: 'Sum of absolute errors there as a share of demand (WAPE).' }),
      bias: z.number().nullable().meta({
        description: 'Forecast minus actual demand there, as a share of the actual demand; above 0 is too much.',
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

export interface Asked {
  horizonDays: number;
  level: number;
}

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
  summary: 'Lists demand forecasts, one per variant: everywhere, or at one location.',
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
      ...(sku ? [sql`t.sku = ${sku}`] : []),
      ...(variantId ? [sql`t.id = ${variantId}`] : []),
      ...(productId ? [sql`t.product_id = ${productId}`] : []),
      ...(locationId ? [isKnownAt(sql`t.id`, locationId)] : []),
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

/** Whether a location has, or had, any stock of a variant. */
export const isKnownAt = (variantId: RawBuilder<unknown>, locationId: string): Condition => sql`(
  exists (select from inventory_levels l where ${ofTenant('l')} and l.variant_id = ${variantId} and l.location_id = ${locationId})
  or exists (select from demand_history d where ${ofTenant('d')} and d.variant_id = ${variantId} and d.location_id = ${locationId}))`;

const SCARCE_MAX = 200;
const SCARCE_DAYS = 90;

/** The variants with the shortest cover at the rate of recent days. */
async function scarce(db: Db, conditions: readonly Condition[], locationId: string | null): Promise<Row[]> {
  const here = (alias: string) => (locationId ? [sql`${sql.ref(`${alias}.location_id`)} = ${locationId}`] : []);
  const { rows } = await sql<{ id: string }>`
    select t.id from variants t join (select variant_id, sum(${locationId ? sql`quantity` : sql`leaving`}) as sold from (${dailyDemand(SCARCE_DAYS, here('s'))}) s group by variant_id) d on d.variant_id = t.id
    left join (select l.variant_id, sum(l.quantity_available) as available from inventory_levels l where ${ofTenant('l')} and ${allOf(here('l'))} group by l.variant_id) l on l.variant_id = t.id
    where ${ofTenant('t')} and ${allOf(conditions)} order by greatest(0, coalesce(l.available, 0)) / nullif(d.sold, 0), d.sold desc, t.id limit ${SCARCE_MAX}`.execute(
    db,
  );
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
  asked: Asked,
): Promise<Row[]> {
  const items = variants.map(variant => ({ variantId: variant['id'] as string, locationId }));
  if (items.length === 0) return [];
  const kept = await keptForecasts(database, organizationId, db, items, asked);
  const { rows: stock } = await sql<{ id: string; available: number }>`
    select variant_id as id, sum(quantity_available) as available from inventory_levels
    where ${ofTenant('inventory_levels')} and variant_id = any(${items.map(item => item.variantId)}) ${locationId ? sql`and location_id = ${locationId}` : sql``} group by variant_id`.execute(
    db,
  );
  const available = new Map(stock.map(row => [row.id, row.available]));
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
      stockoutDate: soldOutOn(points, available.get(variant['id'] as string) ?? 0),
    };
  });
}

export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

export function bandOf(
  totals: readonly LeadDemand[],
  { horizonDays, level }: Asked,
): { totalLower: number; totalUpper: number } {
  const { quantiles } = totalOver(totals, horizonDays)!;
  const [totalLower, totalUpper] = [(1 - level) / 2, (1 + level) / 2].map(p =>
    rounded(interpolate(GRID, quantiles, p)),
  ) as [number, number];
  return { totalLower, totalUpper };
}

/** The points of a shorter horizon; a week at its end counts for the days that are left. */
function within(points: Kept['points'], horizonDays: number): Kept['points'] {
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

export function soldOutOn(points: Kept['points'], available: number): string | null {
  let left = available;
  for (const { date, days: span, expected } of points) {
    if (expected > 0 && expected >= left)
      return addDays(date, Math.min(span - 1, Math.floor((Math.max(0, left) / expected) * span)));
    left -= expected;
  }
  return null;
}

// ---- what is kept ----

type Whole = Kept & { totals: LeadDemand[] };

/**
 * The forecasts of these items: from the table if they are today's, else computed, and stored if they are of the usual
 * kind.
 */
async function keptForecasts(
  database: Database,
  organizationId: string,
  db: Db,
  items: readonly Item[],
  asked: Asked,
): Promise<Map<string, Whole>> {
  const isUsual = asked.level === LEVEL_DEFAULT && asked.horizonDays <= HORIZON_DAYS_STORED;
  const found = isUsual ? await storedForecasts(db, items) : new Map<string, Whole>();
  const missing = items.filter(item => !found.has(keyOf(item)));
  if (missing.length === 0) return found;
  const histories = await historiesOf(
    db,
    missing.map(item => item.variantId),
  );
  const wanted = missing.map(item => histories.get(keyOf(item)) ?? { ...item, daily: [] });
  const made = await computed(database, organizationId, db, wanted, isUsual ? undefined : asked);
  return new Map([...found, ...made]);
}

async function storedForecasts(db: Db, items: readonly Item[]): Promise<Map<string, Whole>> {
  const { rows } = await sql<Item & { forecast: Kept; totals: LeadDemand[] }>`
    select f.variant_id as "variantId", f.location_id as "locationId", f.forecast, f.totals from forecasts f
    where ${ofTenant('f')} and f.variant_id = any(${items.map(item => item.variantId)}) and f.location_id is not distinct from ${items[0]!.locationId}::uuid and f.starts_on = ${TODAY}`.execute(
    db,
  );
  return new Map(rows.map(row => [keyOf(row), { ...row.forecast, totals: row.totals }]));
}

async function computed(
  database: Database,
  organizationId: string,
  db: Db,
  histories: readonly History[],
  unusual?: Asked,
): Promise<Map<string, Whole>> {
  const through = await yesterdayOf(db);
  const forecasts = await forecastsFrom(db, organizationId, histories, {
    through,
    ...(unusual
      ? { ...unusual, totalDays: [unusual.horizonDays] }
      : { horizonDays: HORIZON_DAYS_STORED, level: LEVEL_DEFAULT, totalDays: LEAD_DAYS }),
  });
  const today = addDays(through, 1);
  const scores = new Map(
    (await readKept(db, [...new Set(histories.map(({ variantId }) => variantId))])).map(kept => [keyOf(kept), kept]),
  );
  const made = histories.map((history, index): Made => {
    const kept = keptOf(forecasts[index]!);
    const score = settled(scores.get(keyOf(history)), { daily: history.daily, first: kept.points[0], today });
    return {
      item: history,
      kept: withRecord(kept, score.record),
      totals: leadDemandOf(forecasts[index]!.totals),
      score,
    };
  });
  if (!unusual) await store(database, organizationId, made, today);
  return new Map(made.map(({ item, kept, totals }) => [keyOf(item), { ...kept, totals }]));
}

/** Adds how earlier ones turned out, and a warning if they drift. */
function withRecord(kept: Kept, record: TrackRecord | null): Kept {
  if (!record) return kept;
  const { drift, ...figured } = record;
  const trackRecord = {
    days: figured.days,
    expected: rounded(figured.expected),
    actual: rounded(figured.actual),
    bias: figured.bias === null ? null : rounded(figured.bias),
    wape: figured.wape === null ? null : rounded(figured.wape),
  };
  return {
    ...kept,
    accuracy: { ...kept.accuracy, trackRecord },
    warnings: drift ? [...kept.warnings, drift] : kept.warnings,
  };
}

export const keptOf = ({ method, granularity, points, accuracy, history, warnings }: DemandForecast): Kept => ({
  method,
  granularity,
  historyPeriods: history.buckets,
  points: points.map(({ date, days: span, mean, lower, upper }) => ({
    date,
    days: span,
    expected: rounded(mean),
    lower: rounded(lower),
    upper: rounded(upper),
  })),
  accuracy: { ...roundedOf(accuracy), trackRecord: null },
  warnings,
});

const roundedOf = (accuracy: { [figure in (typeof ACCURACY)[number]]: number | null }) =>
  Object.fromEntries(
    ACCURACY.map(name => [name, accuracy[name] === null ? null : rounded(accuracy[name])]),
  ) as Kept['accuracy'];

interface Made {
  item: Item;
  kept: Kept;
  totals: LeadDemand[];
  score: Settled;
}

async function store(
  database: Database,
  organizationId: string,
  made: readonly Made[],
  startsOn: string,
): Promise<void> {
  await database.transaction(organizationId, 'system', async unit => {
    const now = unit.now();
    await sql`
      insert into forecasts (organization_id, id, created_at, updated_at, variant_id, location_id, starts_on, forecast, runs, totals)
      select ${organizationId}, w.id, ${now}, ${now}, w.variant_id, w.location_id, ${startsOn}, w.forecast, w.runs, w.totals
      from unnest(${made.map(() => uuidv7())}::uuid[], ${made.map(({ item }) => item.variantId)}::uuid[], ${made.map(({ item }) => item.locationId)}::uuid[],
        ${made.map(({ kept }) => JSON.stringify(kept))}::jsonb[], ${made.map(({ kept }) => JSON.stringify(runsOf(kept)))}::json[], ${made.map(({ totals }) => JSON.stringify(totals))}::jsonb[]) as w (id, variant_id, location_id, forecast, runs, totals)
      order by w.variant_id, w.location_id
      on conflict (organization_id, variant_id, location_id) do update set starts_on = excluded.starts_on, forecast = excluded.forecast, runs = excluded.runs, totals = excluded.totals, updated_at = excluded.updated_at`.execute(
      unit.db,
    );
    await keepScores(
      unit.db,
      organizationId,
      made.map(({ item: { variantId, locationId }, score }) => ({ variantId, locationId, ...score })),
    );
  });
}

/** Variants whose forecasts are computed and stored together: the request thread gets its turn in between. */
const CHUNK = 100;

/**
 * Computes today's forecasts of everything that ever sold, of one organization or of all; returns how many. For the
 * nightly chores.
 */
export async function refreshForecasts(database: Database & { system: Db }, organizationId?: string): Promise<number> {
  const organizations = organizationId
    ? [organizationId]
    : (
        await sql<{ id: string }>`select id from organizations where moving is null order by id`.execute(
          database.system,
        )
      ).rows.map(row => row.id);
  let refreshed = 0;
  for (const organization of organizations) refreshed += await refreshOrganization(database, organization);
  return refreshed;
}

async function refreshOrganization(database: Database, organizationId: string): Promise<number> {
  const db = database.read(organizationId);
  const { rows: sold } = await sql<{
    id: string;
  }>`select variant_id as id from (${draws(3 * 365)}) s group by variant_id order by variant_id`.execute(db);
  let refreshed = 0;
  for (let start = 0; start < sold.length; start += CHUNK) {
    const histories = [
      ...(
        await historiesOf(
          db,
          sold.slice(start, start + CHUNK).map(row => row.id),
        )
      ).values(),
    ];
    await computed(database, organizationId, db, histories);
    refreshed += histories.length;
  }
  await database.transaction(organizationId, 'system', async unit => {
    await sql`delete from forecasts where ${ofTenant('forecasts')} and starts_on < ${TODAY}`.execute(unit.db);
    await forgetScores(unit.db);
  });
  return refreshed;
}
