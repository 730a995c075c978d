import { type Accuracy, triedModel } from './backtest.ts';
import { type Calibration, calibrate } from './calibration.ts';
import { ask, expected, quantiles } from './fit.ts';
import { GRID, interpolate } from './intervals.ts';
import type { Method } from './model.ts';
import { ALWAYS_OPEN, isOpen, type OpeningDays, openDays, openingOf } from './opening.ts';
import { pooledPattern } from './seasonality.ts';
import { type DemandClass, demandInterval, isKnown, type Series, sum } from './series.ts';
import { type Total, totalQuantiles } from './totals.ts';
import { holdOuts } from './trials.ts';

/** One day of one item. A day without a row: nothing sold, though in stock. */
export interface DemandDay {
  /** YYYY-MM-DD. */
  date: string;
  /** Units sold; negative counts as zero. */
  quantity: number;
  /** Whether anything could have been sold. A day out of stock without a sale says nothing about demand. */
  inStock: boolean;
}

/** What a tenant's items have taught together, as plain data. `weekIndex`: factors by week of the year, mean 1. */
export interface DemandCalibration {
  day: Calibration | null;
  week: Calibration | null;
  weekIndex: readonly number[] | null;
}

export interface DemandRequest {
  daily: readonly DemandDay[];
  /**
   * The last complete day, YYYY-MM-DD; default the last row's, and without any rows 1969-12-31. The forecast starts on
   * the next.
   */
  through?: string;
  horizonDays: number;
  /** Share of outcomes between lower and upper, 0 to 1. */
  level: number;
  calibration?: DemandCalibration | null;
  /** Without a calibration: factors by week of the year. */
  weekIndex?: readonly number[] | null;
  /** Numbers of days ahead to give totals for (lead times), besides the horizon; each at most the horizon. */
  totalDays?: readonly number[];
}

interface DemandPoint {
  /** First day, YYYY-MM-DD. */
  date: string;
  /** 1, 7, or what the horizon leaves of the last week. */
  days: number;
  mean: number;
  lower: number;
  upper: number;
  p10: number;
  p50: number;
  p90: number;
}

export interface DemandForecast {
  granularity: 'day' | 'week';
  demandClass: DemandClass;
  method: Method;
  points: DemandPoint[];
  /** Over the whole horizon. */
  total: Total;
  totals: Total[];
  accuracy: Accuracy;
  history: { from: string | null; to: string | null; buckets: number; stockoutBucketsMasked: number };
  warnings: string[];
}

/**
 * Demand by open day or by week, and by day in any case; days are numbered since 1970, NaN marks days out of stock.
 * Closed days are not periods: a zero there would count as no demand.
 */
interface Buckets {
  granularity: 'day' | 'week';
  days: 1 | 7;
  firstDay: number;
  values: Series;
  opening: OpeningDays;
  daily: Series;
  dailyFrom: number;
}

/** Above this many days per day with a sale, weeks are forecast: the cut of Syntetos, Boylan & Croston 2005. */
const WEEKLY_INTERVAL = 1.32;

/**
 * A week is known if it was in stock on at least this many days; what the others would have sold is added in
 * proportion.
 */
const LEAST_DAYS_IN_STOCK = 4;

const WEEKS = 52;
/** A year of history, two weeks short: the missing weeks are taken from their neighbors. */
const LEAST_WEEKS = 50;
const LEAST_FOR_WEEK_INDEX = 20;
/**
 * Weeks of the year follow the calendar, and the hold-outs may be in a quiet one: they are used unless worse than this.
 */
const WEEKS_LOSS = 1.01;

const MOST_DAYS = 3 * 366;

/** The quantiles of a day on which nothing can be sold. */
const NOTHING = GRID.map(() => 0);

/** Days of a few years: all items of all organizations have the same. */
const REMEMBERED_MAX = 4000;

/** A function of days, each worked out once: they took a twentieth of a forecast's time. */
function remembered<Key, Value>(of: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return key => {
    const found = known.get(key);
    if (found !== undefined) return found;
    if (known.size === REMEMBERED_MAX) known.clear();
    const value = of(key);
    known.set(key, value);
    return value;
  };
}

const dayNumber = remembered((date: string) => Math.round(Date.parse(`${date}T00:00:00Z`) / 86_400_000));
const dateOf = remembered((day: number) => new Date(day * 86_400_000).toISOString().slice(0, 10));

/** Week of the year 0 to 51 of a day; the last one has the 365th and 366th days too. */
const weekOfYear = remembered((day: number): number => {
  const date = new Date(day * 86_400_000);
  return Math.min(WEEKS - 1, Math.floor((day - Date.UTC(date.getUTCFullYear(), 0, 1) / 86_400_000) / 7));
});

/** Weeks that end on the last day; days of an incomplete first week are dropped. */
function weeksOf(daily: Series): Series {
  return Array.from({ length: Math.floor(daily.length / 7) }, (_, week) => {
    const start = (daily.length % 7) + 7 * week,
      known = daily.slice(start, start + 7).filter(isKnown);
    if (known.length < LEAST_DAYS_IN_STOCK) return NaN;
    return known.length === 7 ? sum(known) : Math.round((sum(known) / known.length) * 7);
  });
}

/** From the first day in stock to the last complete one: by day if demand comes nearly daily, else by week. */
function bucketsOf(rows: readonly DemandDay[], through?: string): Buckets {
  const sorted = rows
    .filter(row => through === undefined || row.date <= through)
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  const first = sorted.find(row => row.inStock || row.quantity > 0),
    last = through ?? sorted.at(-1)?.date;
  if (!first || last === undefined) {
    const next = last === undefined ? 0 : dayNumber(last) + 1;
    return {
      granularity: 'day',
      days: 1,
      firstDay: next,
      values: [],
      opening: ALWAYS_OPEN,
      daily: [],
      dailyFrom: next,
    };
  }
  const end = dayNumber(last),
    start = Math.max(dayNumber(first.date), end - MOST_DAYS + 1),
    daily = new Array<number>(end - start + 1).fill(0);
  const outOfStock = new Set<number>();
  for (const { date, quantity, inStock } of sorted) {
    const day = dayNumber(date) - start;
    if (day < 0) continue;
    daily[day]! += Math.max(0, quantity);
    if (!inStock) outOfStock.add(day);
  }
  for (const day of outOfStock) if (daily[day] === 0) daily[day] = NaN;
  const opening = openingOf(daily, start),
    values = daily.filter((_, t) => isOpen(opening, start + t));
  const weekly = daily.length >= 7 && !(demandInterval(values) <= WEEKLY_INTERVAL);
  if (!weekly) return { granularity: 'day', days: 1, firstDay: start, values, opening, daily, dailyFrom: start };
  return {
    granularity: 'week',
    days: 7,
    firstDay: start + (daily.length % 7),
    values: weeksOf(daily),
    opening: ALWAYS_OPEN,
    daily,
    dailyFrom: start,
  };
}

/**
 * The season of buckets: the open days of a week or two; the year by its weeks unless a week index has taken it out
 * already.
 */
const seasonOf = ({ granularity, opening }: Buckets, weekIndex: readonly number[] | null) =>
  granularity === 'day' ? openDays(opening) : weekIndex ? 1 : WEEKS;

/** The first days of `length` buckets, those ahead included. */
function firstDaysOf({ days, firstDay, opening }: Buckets, length: number): number[] {
  if (days === 7) return Array.from({ length }, (_, week) => firstDay + 7 * week);
  const open: number[] = [];
  for (let day = firstDay; open.length < length; day++) if (isOpen(opening, day)) open.push(day);
  return open;
}

/** The week index for `length` buckets, read at the middle of each. */
const factorsOf = (buckets: Buckets, weekIndex: readonly number[], length: number) =>
  firstDaysOf(buckets, length).map(day => weekIndex[weekOfYear(day + (buckets.days >> 1))]!);

/**
 * Factors by week of the year (52, mean 1) from all of a tenant's series, the `cut` last weeks of each left out; null
 * under 20 series with a year of history, or nearly. For short, sparse histories the most valuable ingredient there is.
 */
function weekIndexOf(all: readonly Buckets[], cut = 0): number[] | null {
  const weekly = all
    .map(({ daily, dailyFrom }) => {
      const values = weeksOf(daily).slice(0, cut > 0 ? -cut : undefined),
        middle = dailyFrom + (daily.length % 7) + 3;
      return { values, phases: values.map((_, week) => weekOfYear(middle + 7 * week)) };
    })
    .filter(({ values }) => values.length >= LEAST_WEEKS);
  return weekly.length < LEAST_FOR_WEEK_INDEX ? null : pooledPattern(weekly, WEEKS, LEAST_WEEKS);
}

/**
 * Learns from all items of a tenant at once, by day and by week: pass the outcome to forecastDemand for each item.
 * Plain data in and out, for a worker thread. @param items the days of each item @param horizonDays the longest horizon
 * that will be asked for often; 1 to 365 @param through the last complete day, YYYY-MM-DD
 */
export function calibrateDemand(
  items: readonly (readonly DemandDay[])[],
  horizonDays: number,
  through?: string,
): DemandCalibration {
  const all = items.map(daily => bucketsOf(daily, through)),
    weekIndex = weekIndexOf(all),
    weeksAhead = Math.ceil(horizonDays / 7);
  // The same number of open days spans more time if fewer days are open: a hold-out must not see its own weeks in the
  // index.
  const weeksHeldOut = Math.max(
    weeksAhead,
    ...all.map(({ opening }) => Math.ceil((horizonDays / openDays(opening)) * (opening.cycle / 7))),
  );
  const earlier = weekIndex ? [1, 2].map(origin => weekIndexOf(all, origin * weeksHeldOut)) : [];
  const learn = (granularity: 'day' | 'week') => {
    const own = all.filter(buckets => buckets.granularity === granularity),
      horizon = granularity === 'day' ? horizonDays : weeksAhead;
    return calibrate(
      own.map(({ values }) => values),
      own.map(buckets => seasonOf(buckets, weekIndex)),
      horizon,
      weekIndex
        ? (item, end) => {
            const index = earlier[holdOuts(own[item]!.values, horizon).findIndex(holdOut => holdOut.end === end)];
            return index ? factorsOf(own[item]!, index, end + horizon) : null;
          }
        : undefined,
      WEEKS_LOSS,
    );
  };
  return { day: learn('day'), week: learn('week'), weekIndex };
}

/** Day 0, 1970-01-01, was a Thursday. */
const WEEKDAYS = ['Thursdays', 'Fridays', 'Saturdays', 'Sundays', 'Mondays', 'Tuesdays', 'Wednesdays'];

/** The days on which nothing is sold: `Saturdays and Sundays`, `every second Saturday`. */
function closedDays({ cycle, open }: OpeningDays): string {
  const isShut = (weekday: number) => [weekday, weekday + cycle - 7].map(phase => !open[phase]);
  const names = [4, 5, 6, 0, 1, 2, 3].flatMap(weekday => {
    const [one, other] = isShut(weekday);
    return one && other ? WEEKDAYS[weekday]! : one || other ? `every second ${WEEKDAYS[weekday]!.slice(0, -1)}` : [];
  });
  return names.length < 2 ? (names[0] ?? '') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function warningsOf(
  { values, granularity, opening }: Buckets,
  demandClass: DemandClass,
  method: Method,
  { beatsNaive }: Accuracy,
): string[] {
  const known = values.filter(isKnown).length,
    masked = values.length - known,
    warnings: string[] = [];
  if (demandClass === 'none') warnings.push('There is no history to forecast from.');
  if (demandClass === 'new')
    warnings.push(`Only ${known} ${granularity}${known === 1 ? '' : 's'} of history: the forecast is a plain average.`);
  if (known > 0 && values.every(value => !(value > 0))) warnings.push('Nothing was ever sold.');
  if (masked > 0)
    warnings.push(
      `${masked} ${granularity}${masked === 1 ? '' : 's'} without stock left out: sales then say nothing about demand.`,
    );
  const closed = closedDays(opening);
  if (closed) warnings.push(`Nothing is sold on ${closed}: those days are treated as closed.`);
  if (method === 'seasonal_naive')
    warnings.push(
      'On earlier periods, repeating the last season was far better than the model, so that is the forecast.',
    );
  else if (beatsNaive === false)
    warnings.push('On earlier periods, the forecast was no better than repeating the last season.');
  return warnings;
}

/**
 * Forecasts one item's demand per day or, where it sells on fewer than three days of four, per week. Deterministic;
 * plain data in and out. Quantities in the unit of the rows.
 */
export function forecastDemand({
  daily,
  through,
  horizonDays,
  level,
  calibration = null,
  weekIndex = calibration?.weekIndex ?? null,
  totalDays = [],
}: DemandRequest): DemandForecast {
  const buckets = bucketsOf(daily, through),
    { granularity, days, values, opening, firstDay } = buckets,
    first = buckets.dailyFrom + buckets.daily.length;
  // How many buckets this many days ahead contain; weeks may be partial.
  const openBefore = [0];
  for (let k = 0; k < horizonDays; k++) openBefore.push(openBefore[k]! + (isOpen(opening, first + k) ? 1 : 0));
  const periodsIn = (span: number) => (days === 7 ? span / 7 : openBefore[span]!);
  const horizon = Math.max(1, Math.ceil(periodsIn(horizonDays)));
  const index = weekIndex ? factorsOf(buckets, weekIndex, values.length + horizon) : null;
  const { fitted, choice, method, accuracy } = triedModel(
    values,
    seasonOf(buckets, weekIndex),
    horizon,
    level,
    calibration?.[granularity] ?? null,
    index,
  );
  const means = expected(fitted, choice),
    rows = quantiles(fitted, ask(choice, GRID, horizon));
  const [low, high] = [(1 - level) / 2, (1 + level) / 2] as const;
  const ends = (curve: readonly number[], scale: number) => {
    const at = (p: number) => interpolate(GRID, curve, p) * scale;
    return { lower: at(low), upper: at(high), p10: at(0.1), p50: at(0.5), p90: at(0.9) };
  };
  const spans = [horizonDays, ...totalDays.map(span => Math.min(span, horizonDays))].map(span => ({
    days: span,
    periods: periodsIn(span),
    mean: sum(means.map((mean, k) => mean * Math.min(1, Math.max(0, periodsIn(span) - k)))),
  }));
  const curves = totalQuantiles(rows, spans, choice.correlation);
  const [total, ...totals] = spans.map(
    ({ days: span, mean }, i): Total => ({ days: span, mean, ...ends(curves[i]!, 1), quantiles: curves[i]! }),
  );
  return {
    granularity,
    demandClass: fitted.demandClass,
    method,
    points: Array.from({ length: Math.ceil(horizonDays / days) }, (_, k) => {
      const start = first + k * days,
        length = Math.min(days, horizonDays - k * days),
        scale = length / days;
      if (days === 1 && !isOpen(opening, start)) return { date: dateOf(start), days: 1, mean: 0, ...ends(NOTHING, 1) };
      const period = days === 7 ? k : periodsIn(k);
      return { date: dateOf(start), days: length, mean: means[period]! * scale, ...ends(rows[period]!, scale) };
    }),
    total: total!,
    totals,
    accuracy,
    history: {
      from: values.length > 0 ? dateOf(firstDay) : null,
      to: values.length > 0 ? dateOf(first - 1) : null,
      buckets: values.length,
      stockoutBucketsMasked: values.filter(value => !isKnown(value)).length,
    },
    warnings: warningsOf(buckets, fitted.demandClass, method, accuracy),
  };
}
