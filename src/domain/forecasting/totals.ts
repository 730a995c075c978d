import { GRID, interpolate, normalProbability, normalQuantile, sortedQuantile, type Curve } from './intervals.ts';
import { randomNumbers } from './random.ts';

/** Demand over several days together: its mean and its quantiles at each of GRID. */
export interface Total { days: number; mean: number; lower: number; upper: number; p10: number; p50: number; p90: number; quantiles: Curve }

const DRAWS = 500;
const SEED = 20;

/**
 * The distribution of a sum of periods by simulation, the same each time: per draw one common error and one per period,
 * mixed so that periods correlate, are read off each period's quantiles; the draws are scaled to the mean that is known.
 * Adding the periods' own quantiles would be right only for perfect correlation. Source: Gaussian copula, one factor (Li 2000).
 * @param rows per period, demand at each of GRID
 * @param weights the share of each period that counts (a week may be cut short)
 * @param mean the expected sum
 * @param correlation between the errors of two periods, 0 to 1
 */
export function totalQuantiles(rows: readonly Curve[], weights: readonly number[], mean: number, correlation: number): Curve {
  const random = randomNumbers(SEED), common = Math.sqrt(correlation), single = Math.sqrt(1 - correlation), draws: number[] = [];
  for (let draw = 0; draw < DRAWS; draw++) {
    const shared = common * normalQuantile((draw + 0.5) / DRAWS);
    let total = 0;
    rows.forEach((row, k) => {
      const error = shared + single * normalQuantile(Math.min(1 - 1e-9, Math.max(1e-9, random())));
      total += weights[k]! * interpolate(GRID, row, normalProbability(error));
    });
    draws.push(total);
  }
  draws.sort((a, b) => a - b);
  const drawn = draws.reduce((a, b) => a + b, 0) / DRAWS, scale = drawn > 0 && mean >= 0 ? mean / drawn : 1;
  return GRID.map(p => sortedQuantile(draws, p) * scale);
}

/** The chance that more than `quantity` is asked for, 0.005 to 0.995: the stock-out risk of that much stock. */
export function chanceOfMore({ quantiles }: Total, quantity: number): number {
  if (quantity < quantiles[0]!) return 1 - GRID[0];
  // The highest probability whose quantile the stock still covers; between two, a straight line.
  const covered = quantiles.findLastIndex(value => value <= quantity), next = quantiles[covered + 1];
  if (next === undefined) return 1 - GRID[covered]!;
  return 1 - (GRID[covered]! + (GRID[covered + 1]! - GRID[covered]!) * (quantity - quantiles[covered]!) / (next - quantiles[covered]!));
}
