import { forecastAll, type Settings } from '../forecasting/forecast.ts';
import { refuse } from '../kernel/errors.ts';

const HEADER = /^(id|series|name|sku|item|item_id|unique_id)$/i;
const MISSING = /^(na|nan|null|\?|)$/i;
/** An id, which may be quoted, a comma, and the rest. */
const LINE = /^\s*(?:"((?:[^"]|"")*)"|([^,]*?))\s*,(.*)$/;
const FORM = 'A line is an id, a comma and the values of a whole series, oldest first, separated by blanks.';

/** Larger numbers make sums of squares lose their meaning, and no quantity is that large. */
const MOST = 1e15;

/**
 * The words between blanks, or between commas, where an empty one is a missing value. Not between both: in `1,5 2,5`
 * the commas are decimal.
 */
function wordsOf(text: string, line: number): string[] {
  const values = text.replaceAll('"', ' ').trim();
  if (/\d,\d/.test(values) && /[\w.]\s+[\w.+-]/.test(values))
    refuse(
      'validation_failed',
      `Line ${line}: values are separated by blanks or by commas, not by both; decimals take a point.`,
    );
  return values === '' ? [] : values.split(values.includes(',') ? /\s*,\s*/ : /\s+/);
}

function numberIn(word: string, line: number): number {
  const value = MISSING.test(word) ? NaN : Number(word);
  if (!Number.isFinite(value) && !MISSING.test(word))
    refuse('validation_failed', `Line ${line}: "${word.slice(0, 40)}" is not a number. ${FORM}`);
  if (Math.abs(value) > MOST)
    refuse('validation_failed', `Line ${line}: ${word.slice(0, 40)} is too large; the maximum is ${MOST}.`);
  return value;
}

/**
 * Parses `id,values` lines: values separated by blanks or commas, NA for a missing one. Blank lines and a header are
 * skipped.
 */
export function parseSeries(text: string): { id: string; values: number[] }[] {
  if (/[\0\uFFFD]/.test(text)) refuse('validation_failed', 'The file must be text in UTF-8.');
  const series = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .flatMap((line, i) => {
      if (line.trim() === '') return [];
      const [, quoted, plain, rest] =
        LINE.exec(line) ?? refuse('validation_failed', `Line ${i + 1}: no comma found. ${FORM}`);
      const id = quoted?.replaceAll('""', '"') ?? plain!,
        words = wordsOf(rest!, i + 1);
      if (i === 0 && HEADER.test(id) && words.some(word => Number.isNaN(Number(word)))) return [];
      return [{ id, values: words.map(word => numberIn(word, i + 1)) }];
    });
  if (series.length === 0) refuse('validation_failed', `There is no series in the file. ${FORM}`);
  return series;
}

const MOST_PERIODS = 1000;

function checked({ season, horizon, level }: Settings): Settings {
  const within = (value: number) => Number.isInteger(value) && value >= 1 && value <= MOST_PERIODS;
  if (!within(season)) refuse('validation_failed', `The season must be a whole number from 1 to ${MOST_PERIODS}.`);
  if (!within(horizon)) refuse('validation_failed', `The horizon must be a whole number from 1 to ${MOST_PERIODS}.`);
  if (!(level > 0 && level < 1)) refuse('validation_failed', 'The level must lie between 0 and 1.');
  return { season, horizon, level };
}

/**
 * Forecasts every series of a CSV and yields a JSON line for each, in order: `{id, method, mean, lower, upper,
 * quantiles}`.
 */
export function* forecastCsv(text: string, settings: Settings): Generator<string> {
  const series = parseSeries(text),
    forecasts = forecastAll(
      series.map(({ values }) => values),
      checked(settings),
    );
  for (const [i, { method, mean, lower, upper, quantiles }] of forecasts.entries())
    yield JSON.stringify({ id: series[i]!.id, method, mean, lower, upper, quantiles });
}
