import { isKnown, mean, type Series } from './series.ts';

/** A value this many robust deviations above the local median is taken for an accident, */
const DEVIATIONS = 10;
/** a deviation being at least this share of the median: where a level hardly varies, anything would stand out. */
const LEAST_DEVIATION = 0.25;
/** A median absolute deviation of normal noise times this is its standard deviation. */
const TO_DEVIATION = 1.4826;
const HALF_WINDOW = 10;
/** If more than this share stands out, that is the nature of the series. */
const MOST_SHARE = 0.01;
/** Only values that exceed the mean by this factor are examined. */
const SUSPICIOUS = 3;

const medianOf = (ascending: Float64Array): number => {
  const middle = ascending.length >> 1;
  return ascending.length % 2 === 1 ? ascending[middle]! : (ascending[middle - 1]! + ascending[middle]!) / 2;
};

/**
 * The places of single values far above all around them, in a series whose season was taken out: a bulk order, a slip
 * of the pen. The newest may be one: if it is the first of a new level, the next shows it. Source: the Hampel
 * identifier (Davies & Gather 1993, JASA 88:782-792), upwards only.
 */
export function outliersOf(level: Series): number[] {
  const known = level.filter(isKnown),
    suspicious = SUSPICIOUS * mean(known.map(Math.abs));
  const found = [...level.keys()].filter(t => t > 0 && level[t]! > suspicious && standsOut(level, t));
  const isSingle = (t: number) => !found.includes(t - 1) && !found.includes(t + 1);
  return found.length > Math.max(1, MOST_SHARE * known.length) ? [] : found.filter(isSingle);
}

function standsOut(level: Series, t: number): boolean {
  const around = Float64Array.from(
    level.slice(Math.max(0, t - HALF_WINDOW), t + HALF_WINDOW + 1).filter(isKnown),
  ).sort();
  if (around.length < HALF_WINDOW) return false;
  const median = medianOf(around),
    deviation = TO_DEVIATION * medianOf(around.map(value => Math.abs(value - median)).sort());
  return level[t]! - median > DEVIATIONS * Math.max(deviation, LEAST_DEVIATION * Math.abs(median));
}
