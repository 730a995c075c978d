import { type Curve, GRID, interpolate, normalProbability, normalQuantile, sortedQuantile } from './intervals.ts';
import { randomNumbers } from './random.ts';

/** Demand over several days together: its mean and its quantiles at each of GRID. */
export interface Total {
  days: number;
  mean: number;
  lower: number;
  upper: number;
  p10: number;
  p50: number;
  p90: number;
  quantiles: Curve;
}

const DRAWS = 500;
const SEED = 20;

/** This many periods from the first on, the last of them perhaps in part, and their expected demand together. */
export interface Span {
  periods: number;
  mean: number;
}

/**
 * The distribution of sums of the first periods by simulation, the same each time: per draw one common error and one
 * per period, mixed so that periods correlate, are read off each period's quantiles; the draws are scaled to the mean
 * that is known. Adding the periods' own quantiles would be right only for perfect correlation. Source: Gaussian
 * copula, one factor (Li 2000). @param rows per period, demand at each of GRID @param correlation between the errors of
 * two periods, 0 to 1
 */
export function totalQuantiles(rows: readonly Curve[], spans: readonly Span[], correlation: number): Curve[] {
  const random = randomNumbers(SEED),
    common = Math.sqrt(correlation),
    single = Math.sqrt(1 - correlation),
    longest = Math.ceil(Math.max(0, ...spans.map(({ periods }) => periods)));
  const draws = spans.map(() => new Float64Array(DRAWS)),
    sums = new Float64Array(longest + 1);
  for (let draw = 0; draw < DRAWS; draw++) {
    const shared = common * normalQuantile((draw + 0.5) / DRAWS);
    for (let k = 0; k < longest; k++) {
      const error = shared + single * normalQuantile(Math.min(1 - 1e-9, Math.max(1e-9, random())));
      sums[k + 1] = sums[k]! + interpolate(GRID, rows[k]!, normalProbability(error));
    }
    spans.forEach(({ periods }, i) => {
      const whole = Math.floor(periods);
      draws[i]![draw] = sums[whole]! + (periods > whole ? (periods - whole) * (sums[whole + 1]! - sums[whole]!) : 0);
    });
  }
  return spans.map(({ mean }, i) => {
    const drawn = draws[i]!.sort(),
      average = drawn.reduce((a, b) => a + b, 0) / DRAWS,
      scale = average > 0 && mean >= 0 ? mean / average : 1;
    return GRID.map(p => sortedQuantile(drawn, p) * scale);
  });
}

/** The probability that demand exceeds `quantity`, 0.005 to 0.995: the stock-out risk of that much stock. */
export function chanceOfMore({ quantiles }: Pick<Total, 'quantiles'>, quantity: number): number {
  if (quantity < quantiles[0]!) return 1 - GRID[0];
  // The highest probability whose quantile the stock still covers; between two, a straight line.
  const covered = quantiles.findLastIndex(value => value <= quantity),
    next = quantiles[covered + 1];
  if (next === undefined) return 1 - GRID[covered]!;
  return (
    1 -
    (GRID[covered]! +
      ((GRID[covered + 1]! - GRID[covered]!) * (quantity - quantiles[covered]!)) / (next - quantiles[covered]!))
  );
}
