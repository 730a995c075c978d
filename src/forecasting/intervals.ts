/** The probabilities at which errors are kept, symmetric about one half; between them they are interpolated. */
export const GRID = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.975, 0.99, 0.995,
] as const;

/** A value for each probability of GRID. */
export type Curve = readonly number[];

/**
 * Weight of errors taken as if their mirror image had occurred too: one hold-out's bias is mostly chance. 1 suits M3,
 * .5 suits skewed counts.
 */
const MIRRORED = 0.7;

/** Fewer errors than this at a horizon are not enough; the horizon before is stretched instead. */
const ENOUGH = 40;

/**
 * The quantile of ascending values at rank p (n + 1), as split conformal prediction takes it. Source: Lei et al. 2018,
 * JASA 113:1094-1111.
 */
export function sortedQuantile(ascending: ArrayLike<number>, probability: number): number {
  const last = ascending.length - 1,
    rank = Math.min(last, Math.max(0, probability * (last + 2) - 1)),
    below = Math.floor(rank);
  return ascending[below]! + (rank - below) * (ascending[Math.min(below + 1, last)]! - ascending[below]!);
}

/** A straight line through the points (from, to), both ascending, read at x; beyond the ends it stays level. */
export function interpolate(from: readonly number[], to: readonly number[], x: number): number {
  const above = from.findIndex(value => value >= x - 1e-12);
  if (above <= 0) return above === 0 ? to[0]! : to.at(-1)!;
  const step = from[above]! - from[above - 1]!;
  return to[above - 1]! + (step > 0 ? (x - from[above - 1]!) / step : 1) * (to[above]! - to[above - 1]!);
}

/**
 * Conformal curves pooled over many series: per horizon, the quantiles of (actual - forecast) / the series' own spread,
 * neighboring horizons counted together. null when even the first horizon has too few. Source: Stankeviciute et al.
 * 2021 (NeurIPS), pooled.
 */
export function errorCurves(errors: readonly (readonly number[])[]): Curve[] | null {
  const curves: Curve[] = [];
  let known = -1;
  for (let k = 0; k < errors.length; k++) {
    const near = Float64Array.from([k - 1, k, k + 1].flatMap(i => errors[i] ?? [])).sort();
    if (near.length < ENOUGH) {
      if (known < 0) return null;
      curves.push(curves[known]!.map(value => value * Math.sqrt((k + 1) / (known + 1))));
      continue;
    }
    const mirrored = Float64Array.from([...near, ...near.map(error => -error)]).sort();
    curves.push(GRID.map(p => MIRRORED * sortedQuantile(mirrored, p) + (1 - MIRRORED) * sortedQuantile(near, p)));
    known = k;
  }
  return curves;
}

/**
 * Which probability to ask for so that what is asked covers what it says: GRID for a map from the wanted probability,
 * given at each of GRID the share of actual values on the inner side. Source: Kuleshov, Fenner & Ermon 2018 (ICML),
 * made symmetric.
 */
export function recalibration(inside: readonly number[]): Curve {
  const end = GRID.length - 1,
    reached: number[] = GRID.map(() => 0.5);
  for (let j = end / 2 + 1; j <= end; j++) {
    reached[j] = Math.max(inside[j]!, reached[j - 1]! + 1e-6);
    reached[end - j] = 1 - reached[j]!;
  }
  return GRID.map(p => interpolate(reached, GRID, p));
}

/** Standard normal quantile, good to 1e-8. Source: Acklam 2003. */
export function normalQuantile(p: number): number {
  if (p > 0.5) return -normalQuantile(1 - p);
  const polynomial = (x: number, ...coefficients: number[]) =>
    coefficients.reduce((total, coefficient) => total * x + coefficient, 0);
  if (p < 0.02425) {
    const q = Math.sqrt(-2 * Math.log(p));
    return (
      polynomial(
        q,
        -0.007784894002430293,
        -0.3223964580411365,
        -2.400758277161838,
        -2.549732539343734,
        4.374664141464968,
        2.938163982698783,
      ) / polynomial(q, 0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416, 1)
    );
  }
  const q = p - 0.5,
    r = q * q;
  return (
    (q *
      polynomial(
        r,
        -39.69683028665376,
        220.9460984245205,
        -275.9285104469687,
        138.357751867269,
        -30.66479806614716,
        2.506628277459239,
      )) /
    polynomial(r, -54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572, 1)
  );
}

/** Standard normal distribution function, good to 1e-7. Source: Abramowitz & Stegun 1964, 26.2.17. */
export function normalProbability(x: number): number {
  if (x > 0) return 1 - normalProbability(-x);
  const t = 1 / (1 - 0.2316419 * x);
  return (
    (Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)) *
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))))
  );
}
