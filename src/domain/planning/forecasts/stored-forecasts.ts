import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { DemandForecast } from '../../../forecasting/demand.ts';
import { addDays } from '../../../kernel/calendar.ts';
import { newId } from '../../../kernel/ids.ts';
import type { Database, Db } from '../../../kernel/unit.ts';
import { onceADay } from '../../../store/one-by-one.ts';
import { belongsTo, TenantRecord } from '../../../store/record.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { Location } from '../../locations.ts';
import { Variant } from '../../variants.ts';
import { TODAY } from '../reports/days.ts';
import {
  forecastsFrom,
  type History,
  HORIZON_DAYS_STORED,
  historiesOf,
  type Item,
  keyOf,
  withinForecastShare,
  yesterdayOf,
} from './compute.ts';
import { LEAD_DAYS, type LeadDemand, leadDemandOf } from './lead-demand.ts';
import { forgetScores, keepScores, readKept, type ScoreUpdate, settled, type TrackRecord } from './scores.ts';

/*
 * Forecasts as they are stored: computed every night, and on request if today's is not there yet.
 */

export const LEVEL_DEFAULT = 0.9;

export interface ForecastTerms {
  horizonDays: number;
  level: number;
}

const ACCURACY = ['mase', 'wape', 'bias', 'coverage'] as const;

/** What is stored of a forecast besides its totals. */
export interface ForecastContent {
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

const runsOf = ({ points }: ForecastContent): Runs => points.map(({ days: span, expected }) => [span, expected]);

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
    forecast: p.json<ForecastContent>().comment('The forecast.'),
    runs: p
      .json<Runs>()
      .columnType('json')
      .comment('Its points in short, from its first day on, as pairs of days and expected demand: what plans read.'),
    totals: p.json<LeadDemand[]>().comment('Demand over its first 7, 14, 28, 56 and 90 days together.'),
  },
});
export class StoredForecast extends StoredForecastSchema.class {}
StoredForecastSchema.setClass(StoredForecast);

/** To four decimals, as quantities are. */
export const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

type TotaledForecast = ForecastContent & { totals: LeadDemand[] };

/**
 * The forecasts of these items: from the table if they are today's, else computed, and stored if they are of the usual
 * kind.
 */
export async function keptForecasts(
  database: Database,
  organizationId: string,
  db: Db,
  items: readonly Item[],
  asked: ForecastTerms,
): Promise<Map<string, TotaledForecast>> {
  const isUsual = asked.level === LEVEL_DEFAULT && asked.horizonDays <= HORIZON_DAYS_STORED;
  const found = isUsual ? await storedForecasts(db, items) : new Map<string, TotaledForecast>();
  const missing = items.filter(item => !found.has(keyOf(item)));
  if (missing.length === 0) return found;
  return withinForecastShare(organizationId, async hasWaited => {
    // In the morning many ask for the same ones, and the first has stored them meanwhile.
    const since = hasWaited && isUsual ? await storedForecasts(db, missing) : new Map<string, TotaledForecast>();
    const still = missing.filter(item => !since.has(keyOf(item)));
    if (still.length === 0) return new Map([...found, ...since]);
    const histories = await historiesOf(
      db,
      still.map(item => item.variantId),
    );
    const wanted = still.map(item => histories.get(keyOf(item)) ?? { ...item, daily: [] });
    const made = await computed(database, organizationId, db, wanted, isUsual ? undefined : asked);
    return new Map([...found, ...since, ...made]);
  });
}

async function storedForecasts(db: Db, items: readonly Item[]): Promise<Map<string, TotaledForecast>> {
  const { rows } = await sql<Item & { forecast: ForecastContent; totals: LeadDemand[] }>`
    select f.variant_id as "variantId", f.location_id as "locationId", f.forecast, f.totals from forecasts f
    where ${ofTenant('f')} and f.variant_id = any(${items.map(item => item.variantId)})
      and f.location_id is not distinct from ${items[0]!.locationId}::uuid and f.starts_on = ${TODAY}`.execute(db);
  return new Map(rows.map(row => [keyOf(row), { ...row.forecast, totals: row.totals }]));
}

async function computed(
  database: Database,
  organizationId: string,
  db: Db,
  histories: readonly History[],
  unusual?: ForecastTerms,
): Promise<Map<string, TotaledForecast>> {
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
  const made = histories.map((history, index): NewForecast => {
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
function withRecord(kept: ForecastContent, record: TrackRecord | null): ForecastContent {
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

/** A forecast as it is stored, in units rounded to what quantities have; its track record is added when it is read. */
export const keptOf = ({
  method,
  granularity,
  points,
  accuracy,
  history,
  warnings,
}: DemandForecast): ForecastContent => ({
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
  ) as ForecastContent['accuracy'];

interface NewForecast {
  item: Item;
  kept: ForecastContent;
  totals: LeadDemand[];
  score: ScoreUpdate;
}

async function store(
  database: Database,
  organizationId: string,
  made: readonly NewForecast[],
  startsOn: string,
): Promise<void> {
  await database.transaction(organizationId, 'system', async unit => {
    const now = unit.now();
    await sql`
      insert into forecasts (organization_id, id, created_at, updated_at, variant_id, location_id,
          starts_on, forecast, runs, totals)
      select ${organizationId}, w.id, ${now}, ${now}, w.variant_id, w.location_id, ${startsOn},
        w.forecast, w.runs, w.totals
      from unnest(${made.map(() => newId())}::uuid[], ${made.map(({ item }) => item.variantId)}::uuid[],
          ${made.map(({ item }) => item.locationId)}::uuid[],
        ${made.map(({ kept }) => JSON.stringify(kept))}::jsonb[],
            ${made.map(({ kept }) => JSON.stringify(runsOf(kept)))}::json[],
            ${made.map(({ totals }) => JSON.stringify(totals))}::jsonb[]) as w (id, variant_id,
            location_id, forecast, runs, totals)
      order by w.variant_id, w.location_id
      on conflict (organization_id, variant_id, location_id) do update
      set starts_on = excluded.starts_on, forecast = excluded.forecast, runs = excluded.runs, totals = excluded.totals,
        updated_at = excluded.updated_at`.execute(unit.db);
    await keepScores(
      unit.db,
      organizationId,
      made.map(({ item: { variantId, locationId }, score }) => ({ variantId, locationId, ...score })),
    );
  });
}

/** Variants whose forecasts are computed and stored together: the request thread gets its turn in between. */
const CHUNK = 100;

/** For the chores: computes today's forecasts of all organizations, as far as they are not there yet. */
export const forecastsKeeper = () => onceADay((database, id) => refreshForecasts(database, id, areDue));

/**
 * Whether some of these are from before today, or there are none. Not if another process has computed them, or this one
 * before it was stopped, or failed for others.
 */
async function areDue(db: Db, variantIds: readonly string[]): Promise<boolean> {
  const theirs = sql`from forecasts f where ${ofTenant('f')} and f.variant_id = any(${variantIds})`;
  const { rows } = await sql<{ due: boolean }>`
    select not exists (select ${theirs}) or exists (select ${theirs} and f.starts_on < ${TODAY}) as due`.execute(db);
  return rows[0]!.due;
}

/**
 * Computes today's forecasts of everything that an organization ever sold, or of those variants that `areWanted`;
 * returns how many.
 */
export async function refreshForecasts(
  database: Database,
  organizationId: string,
  areWanted?: (db: Db, variantIds: readonly string[]) => Promise<boolean>,
): Promise<number> {
  const db = database.read(organizationId);
  const { rows } = await sql<{ id: string }>`select id from variants v where ${ofTenant('v')} order by id`.execute(db);
  let refreshed = 0;
  for (let start = 0; start < rows.length; start += CHUNK) {
    const chunk = rows.slice(start, start + CHUNK).map(row => row.id);
    if (areWanted && !(await areWanted(db, chunk))) continue;
    const histories = [...(await historiesOf(db, chunk)).values()];
    const sold = new Set(histories.filter(isSold).map(({ variantId }) => variantId));
    const wanted = histories.filter(({ variantId }) => sold.has(variantId));
    if (wanted.length > 0) await computed(database, organizationId, db, wanted);
    refreshed += wanted.length;
  }
  await database.transaction(organizationId, 'system', async unit => {
    await sql`delete from forecasts where ${ofTenant('forecasts')} and starts_on < ${TODAY}`.execute(unit.db);
    await forgetScores(unit.db);
  });
  return refreshed;
}

const isSold = ({ daily }: History): boolean => daily.some(({ quantity }) => quantity > 0);
