import { averageSize, filled, isKnown, mean, type Series, sum } from './series.ts';

/** A repeating pattern: an index per phase (period number modulo its length), factors around 1 or addends around 0. */
export interface Pattern {
  indices: number[];
  multiplicative: boolean;
}

/** A series with the phase of each of its periods in a pattern that many series share. */
interface PhasedSeries {
  values: Series;
  phases: readonly number[];
}

/** No phase counts as quieter than this share of the average: dividing by less would invent demand. */
const LEAST_FACTOR = 0.05;

/** White noise differs 1.4 times as much from its value a season ago as from its mean. */
const NEARER = 0.6;

/** Fewer periods beyond the first season cannot show that it repeats. */
const LEAST_REPEATED = 3;

/**
 * Whether the autocorrelation at the season's lag exceeds one standard error (Bartlett). M3's own test asks 1.645;
 * shrinking what was found lets us ask less.
 */
function repeats(values: Series, season: number): boolean {
  const centre = mean(values),
    deviations = values.map(value => value - centre);
  const energy = deviations.reduce((total, d) => total + d * d, 0);
  if (!(energy > 0)) return false;
  const correlation = (lag: number) => {
    let total = 0;
    for (let t = lag; t < deviations.length; t++) total += deviations[t]! * deviations[t - lag]!;
    return total / energy;
  };
  let noise = 1;
  for (let lag = 1; lag < season; lag++) noise += 2 * correlation(lag) ** 2;
  return correlation(season) > Math.sqrt(noise / values.length);
}

/**
 * Under three seasons autocorrelation says little: whether the values of a season ago are far nearer than the mean is.
 */
function resembles(values: Series, season: number): boolean {
  const later = values.slice(season),
    centre = mean(values.slice(-season));
  const apart = mean(later.map((value, t) => Math.abs(value - values[t]!))),
    off = mean(later.map(value => Math.abs(value - centre)));
  return apart < NEARER * (1 - 1 / later.length) * off;
}

/** Centred moving average over one season (2 x m where m is even); NaN in the half seasons at both ends. */
function seasonalAverage(values: Series, season: number): number[] {
  const half = season >> 1,
    end = season % 2 === 0 ? 0.5 : 1;
  return values.map((_, t) => {
    if (t < half || t + half >= values.length) return NaN;
    let total = end * (values[t - half]! + values[t + half]!);
    for (let k = t - half + 1; k < t + half; k++) total += values[k]!;
    return total / season;
  });
}

/**
 * How much of the spread of indices is pattern and not noise, 0 to 1. Source: Miller & Williams 2003, IJF 19:669-684
 * (James-Stein).
 */
function trusted(spread: number, noise: number, count: number): number {
  return spread > 0 ? Math.max(0, 1 - (noise * (count - 3)) / (count - 1) / spread) : 0;
}

/**
 * The series' own pattern of `season` periods, phase 0 at its first value, by classical decomposition and shrunk
 * towards none; null where nothing repeats. Under two whole seasons the mean takes the place of the centred average.
 * Factors for nonnegative series, else addends. Source: Makridakis, Wheelwright & Hyndman 1998, section 3/4; shrinkage
 * as in `trusted`.
 */
export function ownPattern(series: Series, season: number): Pattern | null {
  if (season < 2 || series.length < season + Math.max(LEAST_REPEATED, season >> 2)) return null;
  const values = filled(series, season);
  if (
    !(series.length > 2 * season && repeats(values, season)) &&
    !(series.length < 3 * season && resembles(values, season))
  )
    return null;
  const averages =
    series.length > 2 * season ? seasonalAverage(values, season) : values.map(() => mean(values.slice(-season)));
  const multiplicative =
    values.every(value => value >= 0) && averages.every(average => !isKnown(average) || average > 0);
  const totals = new Array<number>(season).fill(0),
    squares = new Array<number>(season).fill(0),
    counts = new Array<number>(season).fill(0);
  averages.forEach((average, t) => {
    if (!isKnown(average)) return;
    const relative = multiplicative ? values[t]! / average : values[t]! - average,
      phase = t % season;
    totals[phase]! += relative;
    squares[phase]! += relative * relative;
    counts[phase]! += 1;
  });
  const raw = totals.map((total, phase) => total / counts[phase]!),
    centre = mean(raw),
    seen = sum(counts);
  const neutral = multiplicative ? 1 : 0,
    indices = raw.map(value => (multiplicative ? value / centre : value - centre));
  const within =
    sum(squares.map((square, phase) => square - counts[phase]! * raw[phase]! ** 2)) / Math.max(1, seen - season);
  const spread = sum(indices.map(value => (value - neutral) ** 2)) / (season - 1);
  const kept = trusted(spread, (within * season) / seen, season);
  if (kept === 0) return null;
  return {
    indices: indices.map(value => (multiplicative ? Math.max(LEAST_FACTOR, 1 + kept * (value - 1)) : kept * value)),
    multiplicative,
  };
}

/** The series without its pattern. */
export function deseasonalised(series: Series, pattern: Pattern | null): Series {
  if (!pattern) return series;
  const { indices, multiplicative } = pattern;
  return series.map((value, t) =>
    multiplicative ? value / indices[t % indices.length]! : value - indices[t % indices.length]!,
  );
}

/** With fewer than this many pairs a season apart, a pool's growth is estimated from within the season. */
const LEAST_PAIRS = 4;

/**
 * What many series sold together per period, each in units of its average size, counted back from the end of the
 * shortest.
 */
function pooledTotals(items: readonly PhasedSeries[]): number[] {
  const length = Math.min(...items.map(({ values }) => values.length)),
    totals = new Array<number>(length).fill(0);
  for (const { values } of items) {
    const size = averageSize(values),
      known = filled(values.slice(-length), length);
    for (let t = 0; t < length; t++) totals[t]! += known[t]! / size;
  }
  return totals;
}

/**
 * How fast series shorter than two seasons grow together, as a rate per period; without it growth would be read as
 * season. Where values a season apart are there, from these. Else the lesser of two: how the last few periods compare
 * with the first few, which are their neighbors in the season (misled by a high season at the end), and how the later
 * half compares with the earlier (the median of all pairs; misled by a season that rises through the year). Where they
 * disagree on the direction it is none.
 */
function growthOf(items: readonly PhasedSeries[], season: number): number {
  if (items.length === 0) return 0;
  const totals = pooledTotals(items),
    length = totals.length;
  const growth = (before: readonly number[], after: readonly number[], lag: number) =>
    sum(before) > 0 && sum(after) > 0 ? Math.log(sum(after) / sum(before)) / lag : 0;
  if (length >= season + LEAST_PAIRS) return growth(totals.slice(0, length - season), totals.slice(season), season);
  const half = length >> 1,
    seam = growth(totals.slice(0, LEAST_PAIRS), totals.slice(-LEAST_PAIRS), length - LEAST_PAIRS);
  const ratios = totals
    .slice(0, half)
    .map((early, t) => growth([early], [totals[t + length - half]!], length - half))
    .sort((a, b) => a - b);
  const halves = ratios[ratios.length >> 1] ?? 0;
  if (seam * halves <= 0) return 0;
  return Math.abs(seam) < Math.abs(halves) ? seam : halves;
}

/**
 * One pattern of factors (mean 1) for many series at once: per phase, all demand over all that was expected from each
 * series' own level, every series counted in units of its average size; shrunk by how uneven the series are about it.
 * Where two seasons are there, the level is the centred average; else the mean, growing as all such series do together.
 * Phases that were never seen are as their neighbors. The ingredient for short, sparse histories. @param least how many
 * periods a series must have
 */
export function pooledPattern(items: readonly PhasedSeries[], season: number, least = season): number[] {
  const demand = new Array<number>(season).fill(0),
    expected = new Array<number>(season).fill(0),
    squares = new Array<number>(season).fill(0);
  const rows: { phase: number; value: number; level: number }[] = [];
  const long = items.filter(({ values }) => values.length >= least && averageSize(values) > 0),
    growth = growthOf(
      long.filter(({ values }) => values.length < 2 * season),
      season,
    );
  for (const { values, phases } of long) {
    const size = averageSize(values),
      middle = (values.length - 1) / 2;
    const centred = values.length >= 2 * season ? seasonalAverage(filled(values, season), season) : null,
      average = mean(values.filter(isKnown));
    values.forEach((value, t) => {
      const level = centred ? centred[t]! : average * Math.exp(growth * (t - middle)),
        phase = phases[t]!;
      if (!isKnown(value) || !(level > 0)) return;
      rows.push({ phase, value: value / size, level: level / size });
      demand[phase]! += value / size;
      expected[phase]! += level / size;
    });
  }
  const raw = filled(
      demand.map((total, phase) => (expected[phase]! > 0 ? total / expected[phase]! : NaN)),
      season,
    ),
    centre = mean(raw);
  if (!(centre > 0)) return raw.map(() => 1);
  for (const { phase, value, level } of rows) squares[phase]! += (value - raw[phase]! * level) ** 2;
  const noise =
    mean(squares.map((square, phase) => (expected[phase]! > 0 ? square / expected[phase]! ** 2 : 0))) / centre ** 2;
  const indices = raw.map(value => value / centre),
    spread = sum(indices.map(value => (value - 1) ** 2)) / (season - 1);
  const kept = trusted(spread, noise, season);
  return indices.map(value => Math.max(LEAST_FACTOR, 1 + kept * (value - 1)));
}
