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
interface Span {
  periods: number;
  mean: number;
}

/** Standard normal numbers, the same each time, made as they are needed: every item is simulated with the same ones. */
const normals: number[] = [];
const random = randomNumbers(SEED);
function normal(index: number): number {
  while (normals.length <= index) normals.push(normalQuantile(Math.min(1 - 1e-9, Math.max(1e-9, random()))));
  return normals[index]!;
}

/**
 * Where on GRID each draw of each period is read, all draws of a period together: the point before, and the share of
 * the way to the next one.
 */
interface Places {
  before: Uint8Array;
  share: Float64Array;
}

/** They do not depend on the item, and most items of an organization have the same correlation. */
const known = new Map<string, Places>();
const KNOWN_MAX = 4;

function placesOf(periods: number, correlation: number): Places {
  const key = `${periods} ${correlation}`;
  const found = known.get(key);
  if (found) return found;
  const common = Math.sqrt(correlation),
    single = Math.sqrt(1 - correlation);
  const before = new Uint8Array(DRAWS * periods),
    share = new Float64Array(DRAWS * periods);
  for (let draw = 0; draw < DRAWS; draw++) {
    const shared = common * normalQuantile((draw + 0.5) / DRAWS);
    for (let k = 0; k < periods; k++) {
      const place = interpolate(GRID, PLACES, normalProbability(shared + single * normal(draw * periods + k)));
      const at = k * DRAWS + draw;
      before[at] = Math.floor(place);
      share[at] = place - before[at]!;
    }
  }
  if (known.size === KNOWN_MAX) known.clear();
  known.set(key, { before, share });
  return { before, share };
}
const PLACES = GRID.map((_, place) => place);

/**
 * The distribution of sums of the first periods by simulation, the same each time: per draw one common error and one
 * per period, mixed so that periods correlate, are read off each period's quantiles; the draws are scaled to the mean
 * that is known. Adding the periods' own quantiles would be right only for perfect correlation. Source: Gaussian
 * copula, one factor (Li 2000). @param rows per period, demand at each of GRID @param correlation between the errors of
 * two periods, 0 to 1
 */
export function totalQuantiles(rows: readonly Curve[], spans: readonly Span[], correlation: number): Curve[] {
  const longest = Math.ceil(Math.max(0, ...spans.map(({ periods }) => periods)));
  const { before, share } = placesOf(longest, correlation);
  const draws = spans.map(() => new Float64Array(DRAWS)),
    steps = new Float64Array(GRID.length);
  // Of each draw, the sum of the periods so far, and with the next one.
  let sums = new Float64Array(DRAWS),
    next = new Float64Array(DRAWS);
  for (let k = 0; k <= longest; k++) {
    spans.forEach(({ periods }, i) => periods === k && draws[i]!.set(sums));
    if (k === longest) break;
    const row = rows[k]!;
    for (let j = 0; j < steps.length; j++) steps[j] = (row[j + 1] ?? row[j]!) - row[j]!;
    for (let draw = 0, at = k * DRAWS; draw < DRAWS; draw++, at++) {
      const j = before[at]!;
      next[draw] = sums[draw]! + row[j]! + share[at]! * steps[j]!;
    }
    spans.forEach(({ periods }, i) => {
      if (Math.floor(periods) !== k || periods === k) return;
      for (let draw = 0; draw < DRAWS; draw++)
        draws[i]![draw] = sums[draw]! + (periods - k) * (next[draw]! - sums[draw]!);
    });
    [sums, next] = [next, sums];
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
