import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import type { DemandDay } from '../../../forecasting/demand.ts';
import { addDays } from '../../../kernel/calendar.ts';
import type { Db } from '../../../kernel/unit.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { TODAY } from '../reports/days.ts';

/*
 * Compares forecasts of a day, made before it began, with the actual demand: stored for every day, or for a week at a
 * time if weeks are forecast.
 */

const ForecastScoreSchema = defineEntity({
  name: 'ForecastScore',
  tableName: 'forecast_scores',
  comment: 'What a forecast expected of a day or a week, and the actual demand.',
  indexes: [
    {
      name: 'forecast_scores_item_unique',
      expression:
        'create unique index forecast_scores_item_unique on forecast_scores (organization_id, variant_id, location_id, date) nulls not distinct',
    },
  ],
  properties: {
    organizationId: p.uuid().primary(),
    id: p.uuid().primary(),
    variantId: p.uuid().comment('The forecast item.'),
    locationId: p.uuid().nullable().comment('Location; null means all locations.'),
    date: p.date().comment('The first day that was forecast.'),
    days: p.smallint().comment('How many days were forecast: 1 or 7.'),
    expected: p.double().comment('What was expected.'),
    actual: p.double().nullable().comment('What came; null until those days are over.'),
  },
});
export class ForecastScore extends ForecastScoreSchema.class {}
ForecastScoreSchema.setClass(ForecastScore);

/** How the forecasts of the last weeks turned out. */
export interface TrackRecord {
  /** Number of days that were forecast and are over. */
  days: number;
  expected: number;
  actual: number;
  /** Expected minus actual demand as a share of the actual demand; above 0 is too much; null if there was none. */
  bias: number | null;
  /** Sum of absolute errors as a share of the actual demand. */
  wape: number | null;
  /** A systematic error, if there is one. */
  drift: string | null;
}

interface Item {
  variantId: string;
  locationId: string | null;
}

/** The first period of a forecast. */
interface Period {
  date: string;
  days: number;
  expected: number;
}

/**
 * What is stored for an item: sums over the past periods of the last weeks, and those that are not yet compared with
 * the actual demand.
 */
interface ScoredItem extends Item {
  days: number;
  expected: number;
  actual: number;
  missed: number;
  squares: number;
  open: Period[];
}

/** Four weeks of days, or twelve weeks. */
const DAYS_LOOKED_AT = 28;
const WEEKS_LOOKED_AT = 84;
/** With fewer days nothing can be said. */
const DAYS_MIN = 14;
/** Periods are kept for half a year. */
const KEPT_DAYS = 183;

/** The stored scores of these variants, everywhere and at each location. */
export async function readKept(db: Db, variantIds: readonly string[]): Promise<ScoredItem[]> {
  const isOver = sql`actual is not null
    and date >= ${TODAY} - case days when 1 then ${DAYS_LOOKED_AT}::int else ${WEEKS_LOOKED_AT}::int end`;
  const sum = (of: string) => sql`coalesce(sum(${sql.raw(of)}) filter (where ${isOver}), 0)`;
  const { rows } = await sql<ScoredItem>`
    select variant_id as "variantId", location_id as "locationId", ${sum('days')}::int as days,
      ${sum('expected')} as expected, ${sum('actual')} as actual,
      ${sum('abs(expected - actual)')} as missed, ${sum('(expected - actual) * (expected - actual)')} as squares,
      coalesce(jsonb_agg(jsonb_build_object('date', date, 'days', days, 'expected', expected))
          filter (where actual is null), '[]') as open
    from forecast_scores s
    where ${ofTenant('s')} and s.variant_id = any(${variantIds}) and s.date >= ${TODAY} - ${WEEKS_LOOKED_AT}::int
    group by variant_id, location_id`.execute(db);
  return rows;
}

/**
 * The actual demand of a period; null if on one of its days nothing could be sold, which says nothing about the
 * forecast.
 */
function cameIn(daily: readonly DemandDay[], { date, days }: Period): number | null {
  const end = addDays(date, days);
  const within = daily.filter(day => day.date >= date && day.date < end);
  const sold = new Set(within.filter(day => day.quantity > 0).map(day => day.date));
  if (within.some(day => !day.inStock && !sold.has(day.date))) return null;
  return within.reduce((sum, day) => sum + Math.max(0, day.quantity), 0);
}

export interface ScoreUpdate {
  record: TrackRecord | null;
  /** The rows to write: the actual demand of past periods, null if it says nothing, and the period that begins now. */
  over: (Period & { actual: number | null })[];
  begun: Period | undefined;
}

/**
 * Compares the periods that are over by `today` with the actual demand, and begins the next one if none is open. Pure.
 */
export function settled(
  kept: Omit<ScoredItem, keyof Item> | undefined,
  { daily, first, today }: { daily: readonly DemandDay[]; first: Period | undefined; today: string },
): ScoreUpdate {
  const { open = [], days = 0, expected = 0, actual = 0, missed = 0, squares = 0 } = kept ?? {};
  const over = open
    .filter(period => addDays(period.date, period.days) <= today)
    .map(period => ({ ...period, actual: cameIn(daily, period) }));
  const sums = { days, expected, actual, missed, squares };
  for (const period of over) {
    if (period.actual === null) continue;
    const error = period.expected - period.actual;
    sums.days += period.days;
    sums.expected += period.expected;
    sums.actual += period.actual;
    sums.missed += Math.abs(error);
    sums.squares += error ** 2;
  }
  return { record: recordOf(sums), over, begun: over.length === open.length ? first : undefined };
}

/**
 * The number of standard errors, and the share of the actual demand, beyond which the sum of errors counts as a drift.
 */
const DRIFT_DEVIATIONS = 3;
const DRIFT_MIN = 0.1;

/**
 * Errors that keep one sign for longer than chance explains are a drift: the tracking signal (Trigg 1964), with the sum
 * of errors measured by their own spread, so that it holds for demand of any kind.
 */
function recordOf({
  days,
  expected,
  actual,
  missed,
  squares,
}: Omit<ScoredItem, keyof Item | 'open'>): TrackRecord | null {
  if (days < DAYS_MIN) return null;
  const error = expected - actual;
  const drifts = Math.abs(error) > Math.max(DRIFT_MIN * actual, DRIFT_DEVIATIONS * Math.sqrt(squares));
  const share = actual > 0 ? ` (${Math.round((100 * Math.abs(error)) / actual)} %)` : '';
  return {
    days,
    expected,
    actual,
    bias: actual > 0 ? error / actual : null,
    wape: actual > 0 ? missed / actual : null,
    drift: drifts
      ? `The forecast drifts: over the last ${days} days it was ${Math.round(Math.abs(error) * 100) / 100}${share} ${error > 0 ? 'above' : 'below'} the actual demand.`
      : null,
  };
}

/**
 * Stores the actual demand of past periods, removes those that say nothing, and records the new forecasts of their
 * first period.
 */
export async function keepScores(
  db: Db,
  organizationId: string,
  items: readonly (Item & Pick<ScoreUpdate, 'over' | 'begun'>)[],
): Promise<void> {
  const rows = items.flatMap(({ variantId, locationId, over, begun }) => [
    ...over.map(period => ({ ...period, variant_id: variantId, location_id: locationId, is_over: true })),
    ...(begun ? [{ ...begun, variant_id: variantId, location_id: locationId, actual: null, is_over: false }] : []),
  ]);
  if (rows.length === 0) return;
  const said = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as w (variant_id uuid, location_id uuid,
      date date, days int, expected float8, actual float8, is_over boolean)`;
  await sql`
    delete
    from forecast_scores s using ${said} where ${ofTenant('s')} and w.is_over and w.actual is null and s.actual is null
      and s.variant_id = w.variant_id and s.location_id is not distinct from w.location_id and s.date = w.date`.execute(
    db,
  );
  await sql`
    insert into forecast_scores (organization_id, id, variant_id, location_id, date, days, expected, actual)
    select ${organizationId}, gen_random_uuid(), w.variant_id, w.location_id, w.date, w.days, w.expected, w.actual
    from ${said} where w.actual is not null or not w.is_over order by w.variant_id, w.location_id, w.date
    on conflict (organization_id, variant_id, location_id, date) do update
    set actual = excluded.actual where forecast_scores.actual is null and excluded.actual is not null`.execute(db);
}

/** Removes periods that are too old to be used. */
export const forgetScores = (db: Db) =>
  sql`delete from forecast_scores s where ${ofTenant('s')} and s.date < ${TODAY} - ${KEPT_DAYS}::int`.execute(db);
