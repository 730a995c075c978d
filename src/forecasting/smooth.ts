import { isKnown, type Series } from './series.ts';

/** The x in [low, high] that minimizes a unimodal function, by golden section. */
function minimise(loss: (x: number) => number, low: number, high: number, steps: number): number {
  const ratio = (Math.sqrt(5) - 1) / 2;
  let a = low,
    b = high,
    c = b - ratio * (b - a),
    d = a + ratio * (b - a),
    atC = loss(c),
    atD = loss(d);
  for (let i = 0; i < steps; i++) {
    if (atC < atD) {
      b = d;
      d = c;
      atD = atC;
      c = b - ratio * (b - a);
      atC = loss(c);
    } else {
      a = c;
      c = d;
      atC = atD;
      d = a + ratio * (b - a);
      atD = loss(d);
    }
  }
  return atC < atD ? c : d;
}

function smoothLevel(values: Series, alpha: number) {
  let level = values[0]!,
    error = 0;
  for (const value of values) {
    if (!isKnown(value)) continue;
    const miss = value - level;
    error += miss * miss;
    level += alpha * miss;
  }
  return { level, error };
}

/**
 * The Theta method: simple exponential smoothing with half the slope of the least-squares line as drift; and the
 * smoothing parameter that it chose. The first value must be known; unknown ones are skipped. Source: Assimakopoulos &
 * Nikolopoulos 2000, IJF 16:521-530, in the form of Hyndman & Billah 2003, IJF 19:287-290.
 */
export function theta(values: Series, horizon: number): { path: number[]; alpha: number } {
  let n = 0,
    t1 = 0,
    y1 = 0,
    ty = 0,
    t2 = 0;
  values.forEach((value, t) => {
    if (!isKnown(value)) return;
    n++;
    t1 += t;
    y1 += value;
    ty += t * value;
    t2 += t * t;
  });
  const determinant = n * t2 - t1 * t1,
    drift = determinant > 0 ? (n * ty - t1 * y1) / determinant / 2 : 0;
  const alpha = minimise(candidate => smoothLevel(values, candidate).error, 0.01, 0.99, 16);
  const { level } = smoothLevel(values, alpha),
    start = (1 - (1 - alpha) ** values.length) / alpha;
  return { path: Array.from({ length: horizon }, (_, k) => level + drift * (k + start)), alpha };
}

interface Trend {
  alpha: number;
  beta: number;
  phi: number;
}

/**
 * One pass of damped trend smoothing. The errors are linear in the first level and trend, so the filter is run from
 * (0,0), (1,0) and (0,1) together and the best start follows from two normal equations instead of a search.
 */
function smoothTrend(values: Float64Array, { alpha, beta, phi }: Trend) {
  let l0 = 0,
    b0 = 0,
    l1 = 1,
    b1 = 0,
    l2 = 0,
    b2 = 1;
  let ee = 0,
    e1 = 0,
    e2 = 0,
    s11 = 0,
    s12 = 0,
    s22 = 0;
  const gain = alpha * beta;
  for (let t = 0; t < values.length; t++) {
    const p0 = l0 + phi * b0,
      p1 = l1 + phi * b1,
      p2 = l2 + phi * b2,
      value = values[t]!;
    b0 *= phi;
    b1 *= phi;
    b2 *= phi;
    if (Number.isNaN(value)) {
      l0 = p0;
      l1 = p1;
      l2 = p2;
      continue;
    }
    const miss = value - p0;
    ee += miss * miss;
    e1 += miss * p1;
    e2 += miss * p2;
    s11 += p1 * p1;
    s12 += p1 * p2;
    s22 += p2 * p2;
    l0 = p0 + alpha * miss;
    l1 = p1 - alpha * p1;
    l2 = p2 - alpha * p2;
    b0 += gain * miss;
    b1 -= gain * p1;
    b2 -= gain * p2;
  }
  const determinant = s11 * s22 - s12 * s12,
    solvable = determinant > 1e-9 * s11 * s22;
  const level = solvable ? (e1 * s22 - e2 * s12) / determinant : s11 > 0 ? e1 / s11 : 0;
  const trend = solvable ? (e2 * s11 - e1 * s12) / determinant : 0;
  return {
    level: l0 + level * l1 + trend * l2,
    trend: b0 + level * b1 + trend * b2,
    error: Math.max(0, ee - level * e1 - trend * e2),
  };
}

/**
 * Holt's linear trend, damped. A coarse grid and one round of line searches: finer ones took four times as long for no
 * accuracy (M3 training parts). Source: Gardner & McKenzie 1985, Management Science 31:1237-1246.
 */
export function damped(values: Series, horizon: number): number[] {
  const known = Float64Array.from(values),
    loss = (trend: Trend) => smoothTrend(known, trend).error;
  let best: Trend = { alpha: 0.3, beta: 0.05, phi: 0.9 },
    least = Infinity;
  for (const alpha of [0.1, 0.3, 0.6, 0.9])
    for (const beta of [0.05, 0.2])
      for (const phi of [0.9, 0.97]) {
        const error = loss({ alpha, beta, phi });
        if (error < least) {
          least = error;
          best = { alpha, beta, phi };
        }
      }
  const within = (centre: number, reach: number, low: number, high: number): [number, number] => [
    Math.max(low, centre - reach),
    Math.min(high, centre + reach),
  ];
  best.alpha = minimise(alpha => loss({ ...best, alpha }), ...within(best.alpha, 0.2, 0.01, 0.99), 5);
  best.beta = minimise(beta => loss({ ...best, beta }), ...within(best.beta, 0.2, 0, 0.99), 5);
  best.phi = minimise(phi => loss({ ...best, phi }), ...within(best.phi, 0.06, 0.8, 0.98), 5);
  const { level, trend } = smoothTrend(known, best);
  let steps = 0;
  return Array.from({ length: horizon }, (_, k) => level + (steps += best.phi ** (k + 1)) * trend);
}

/** A scale on which regular demand is smoothed. */
interface Scale {
  forward(value: number): number;
  back(value: number): number;
  /** The mean of a value on the scale with these errors, which differs from its median. */
  mean(value: number, errors: { lift: number; variance: number }): number;
}

const LOGARITHMS: Scale = { forward: Math.log, back: Math.exp, mean: (value, { lift }) => Math.exp(value) * lift };
const ROOTS: Scale = {
  forward: Math.sqrt,
  back: value => Math.max(0, value) ** 2,
  mean: (value, { variance }) => Math.max(0, value) ** 2 + variance,
};
const PLAIN: Scale = { forward: value => value, back: value => value, mean: value => value };

/**
 * How far values lay from their level: of its own errors, a level smoothed with alpha has as much as alpha / (2 -
 * alpha) of theirs.
 */
function errorsOf(values: Series, alpha: number): { lift: number; variance: number } {
  let level = values[0]!,
    n = 0,
    lifts = 0,
    squares = 0;
  for (const value of values) {
    if (!isKnown(value)) continue;
    const miss = value - level;
    n++;
    lifts += Math.exp(miss);
    squares += miss * miss;
    level += alpha * miss;
  }
  const own = (2 - alpha) / 2;
  return { lift: Math.max(1, lifts / n) ** own, variance: (squares / n) * own };
}

/**
 * The forecast of regular demand without its season: Theta in logarithms (in square roots where zeros occur, as it is
 * where values are negative) and the damped trend, two parts to one. Measured on M3's training parts: MASE .859, with
 * Theta not in logarithms .861, the plain mean of both .871. `path` is the middle of what is possible; `means` gives
 * back what logarithms and roots take from its mean (Duan 1983, "Smearing estimate", JASA 78:605-610): small counts are
 * forecast 3 to 9 % too low without.
 */
export function smooth(values: Series, horizon: number): { path: number[]; means: number[] } {
  const least = values.reduce((low, value) => (value < low ? value : low), Infinity),
    scale = least > 0 ? LOGARITHMS : least === 0 ? ROOTS : PLAIN,
    scaled = values.map(scale.forward),
    { path, alpha } = theta(scaled, horizon),
    errors = errorsOf(scaled, alpha),
    bent = damped(values, horizon);
  const together = (of: (value: number) => number) => path.map((value, k) => (2 * of(value) + bent[k]!) / 3);
  return { path: together(scale.back), means: together(value => scale.mean(value, errors)) };
}
