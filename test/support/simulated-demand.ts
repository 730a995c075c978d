import { randomNumbers } from '../../src/forecasting/random.ts';

/** A series with the periods that were held out from the forecast. */
export interface Held {
  id: string;
  history: number[];
  later: number[];
}

export interface SimulatedSet {
  season: number;
  series: Held[];
}

/** Draws from distributions of demand, the same for the same seed. */
function dice(seed: number) {
  const uniform = randomNumbers(seed);
  const normal = () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const poisson = (rate: number): number => {
    if (rate > 50) return Math.max(0, Math.round(rate + Math.sqrt(rate) * normal()));
    let count = 0;
    for (let product = uniform(), limit = Math.exp(-rate); product > limit; product *= uniform()) count++;
    return count;
  };
  // Marsaglia & Tsang 2000.
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * uniform() ** (1 / shape);
    const d = shape - 1 / 3,
      c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal(),
        v = (1 + c * x) ** 3;
      if (v > 0 && Math.log(1 - uniform()) < (x * x) / 2 + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  return {
    uniform,
    normal,
    gamma,
    poisson,
    negativeBinomial: (mean: number, shape: number) => poisson((gamma(shape) * mean) / shape),
  };
}

const split = (id: string, values: number[], horizon: number): Held => ({
  id,
  history: values.slice(0, -horizon),
  later: values.slice(-horizon),
});

/** Spare parts by month: some 72 % zeros, lumpy sizes, items that start late and fade. */
export function parts(count: number, seed = 1): SimulatedSet {
  const { uniform, gamma, negativeBinomial } = dice(seed);
  return {
    season: 12,
    series: Array.from({ length: count }, (_, i) => {
      const often = 0.1 + 0.5 * uniform() ** 1.3,
        peak = uniform() * 60 - 20,
        width = 15 + 40 * uniform(),
        size = gamma(1) * 1.2,
        shape = 0.5 + 2 * uniform();
      const start = uniform() < 0.15 ? Math.floor(uniform() * 25) : 0;
      return split(
        `part-${i}`,
        Array.from({ length: 51 }, (_, t) => {
          if (t < start) return NaN;
          return uniform() < often * Math.exp(-(Math.max(0, Math.abs(t - peak) - 8) ** 2) / 2 / width ** 2)
            ? 1 + negativeBinomial(size, shape)
            : 0;
        }),
        12,
      );
    }),
  };
}

const WEEKDAYS = [0.8, 0.75, 0.8, 0.9, 1.2, 1.5, 1.05];

/** A shop by day: a weekly pattern that all items share, drifting levels, promotions, and days out of stock (NaN). */
export function dailyRetail(count: number, seed = 3): SimulatedSet {
  const { uniform, normal, gamma, negativeBinomial } = dice(seed);
  return {
    season: 7,
    series: Array.from({ length: count }, (_, i) => {
      const shape = 1 + 2 * uniform(),
        own = WEEKDAYS.map(weekday => weekday * Math.exp(0.15 * normal()));
      let level = Math.log(0.15 + gamma(0.7) * 2),
        out = 0,
        promotion = 0;
      return split(
        `item-${i}`,
        Array.from({ length: 428 }, (_, t) => {
          level += 0.02 * normal();
          out = out > 0 ? out - 1 : uniform() < 0.004 ? Math.floor(3 + 15 * uniform()) : 0;
          promotion = promotion > 0 ? promotion - 1 : uniform() < 0.01 ? 5 : 0;
          const sold = negativeBinomial(Math.exp(level) * own[t % 7]! * (promotion > 0 ? 2.2 : 1), shape);
          return out > 0 ? (t < 400 ? NaN : 0) : sold;
        }),
        28,
      );
    }),
  };
}

/**
 * A shop by week over more than two years: a yearly pattern (a sine, Christmas, a week in summer) that all items share.
 */
export function weeklyRetail(count: number, seed = 4): SimulatedSet {
  const { uniform, normal, gamma, negativeBinomial } = dice(seed);
  const year = Array.from(
    { length: 52 },
    (_, week) =>
      0.25 * Math.sin((2 * Math.PI * week) / 52) + (week > 46 && week < 51 ? 0.7 : 0) + (week === 30 ? 0.4 : 0),
  );
  return {
    season: 52,
    series: Array.from({ length: count }, (_, i) => {
      const shape = 1.5 + 3 * uniform(),
        sensitivity = 0.7 + 0.6 * uniform();
      let level = Math.log(0.3 + gamma(0.8) * 8);
      return split(
        `item-${i}`,
        Array.from({ length: 133 }, (_, t) =>
          negativeBinomial(Math.exp((level += 0.05 * normal()) + sensitivity * year[t % 52]!), shape),
        ),
        13,
      );
    }),
  };
}

/** A hospital's counts by month: means from 20 to several hundred, slow drift, a weak season. */
export function hospital(count: number, seed = 5): SimulatedSet {
  const { uniform, normal, gamma, negativeBinomial } = dice(seed);
  return {
    season: 12,
    series: Array.from({ length: count }, (_, i) => {
      const amplitude = 0.15 * uniform() ** 2,
        phase = 12 * uniform(),
        months = Array.from({ length: 12 }, () => 0.06 * uniform() * normal()),
        drift = 0.002 * normal();
      let level = Math.log(20 + gamma(0.6) * 200);
      return split(
        `ward-${i}`,
        Array.from({ length: 84 }, (_, t) => {
          level += 0.02 * normal() + drift;
          return negativeBinomial(
            Math.exp(level + amplitude * Math.sin(((t + phase) / 6) * Math.PI) + months[t % 12]!),
            60,
          );
        }),
        12,
      );
    }),
  };
}

/** Opening patterns of a location, by the number of days since a Monday. */
export const OPENINGS: { readonly [name: string]: (day: number) => boolean } = {
  'all week': () => true,
  'closed on Sundays': day => day % 7 !== 6,
  'closed on weekends': day => day % 7 < 5,
  'closed on Mondays': day => day % 7 !== 0,
  'closed every second Saturday': day => day % 14 !== 12,
};

/**
 * Items of a location that is not always open, by day from Monday 2025-01-06: their sales, and the expected sales of
 * the following 28 days.
 */
export function openDaysOnly(
  count: number,
  days: number,
  isOpen: (day: number) => boolean,
  { growthAYear = 0, seed = 7, rates = (share: number) => 2 + 20 * share } = {},
) {
  const { uniform, poisson } = dice(seed);
  return Array.from({ length: count }, () => {
    const rate = rates(uniform()),
      sold = (day: number) =>
        isOpen(day) ? rate * WEEKDAYS[day % 7]! * Math.max(0, 1 + (growthAYear * (day - days)) / 365) : 0;
    return {
      daily: Array.from({ length: days }, (_, day) => ({
        date: new Date(Date.UTC(2025, 0, 6 + day)).toISOString().slice(0, 10),
        quantity: poisson(sold(day)),
        inStock: true,
      })),
      expected: Array.from({ length: 28 }, (_, k) => sold(days + k)).reduce((sum, value) => sum + value, 0),
    };
  });
}
