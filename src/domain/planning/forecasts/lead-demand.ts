import { GRID } from '../../../forecasting/intervals.ts';
import type { Total } from '../../../forecasting/totals.ts';

/** The total demand of the first `days` days of a forecast: its mean and its quantiles at each of GRID. */
export interface LeadDemand {
  days: number;
  mean: number;
  quantiles: number[];
}

/** The spans that are stored: common lead times, and the longest horizon that is stored. */
export const LEAD_DAYS = [7, 14, 28, 56, 90] as const;

const NOTHING: LeadDemand = { days: 0, mean: 0, quantiles: GRID.map(() => 0) };

/** A forecast is not accurate to more than four digits. */
const short = (value: number) => Number(value.toPrecision(4));

/** The totals of a forecast as they are stored. */
export const leadDemandOf = (totals: readonly Total[]): LeadDemand[] =>
  totals.map(({ days, mean, quantiles }) => ({ days, mean: short(mean), quantiles: quantiles.map(short) }));

/**
 * The demand of this many days, interpolated between two spans: means grow with the days, errors with their root.
 * Undefined beyond the longest.
 */
export function totalOver(kept: readonly LeadDemand[], days: number): LeadDemand | undefined {
  const above = kept.findIndex(total => total.days >= days);
  if (above < 0) return undefined;
  const [from, to] = [kept[above - 1] ?? NOTHING, kept[above]!];
  const between = (share: number, a: number, b: number) => a + share * (b - a);
  const mean = between((days - from.days) / (to.days - from.days), from.mean, to.mean);
  const share = (Math.sqrt(days) - Math.sqrt(from.days)) / (Math.sqrt(to.days) - Math.sqrt(from.days));
  return {
    days,
    mean,
    quantiles: to.quantiles.map((quantile, index) =>
      Math.max(0, mean + between(share, from.quantiles[index]! - from.mean, quantile - to.mean)),
    ),
  };
}
