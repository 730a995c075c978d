import { refuse } from '../../kernel/errors.ts';
import { forecastAll, type Settings } from './forecast.ts';

const HEADER = /^"?(id|series|name|item|item_id|unique_id)"?,/i;
const MISSING = /^(na|nan|null|\?)$/i;

/** Parses `id,values` lines, values separated by blanks, NA = missing. Blank lines and a header are skipped; commas between values do as well. */
export function parseSeries(text: string): { id: string; values: number[] }[] {
  const series: { id: string; values: number[] }[] = [];
  text.split(/\r?\n/).forEach((raw, i) => {
    const line = i === 0 ? raw.replace(/^\uFEFF/, '') : raw, comma = line.indexOf(',');
    if (line.trim() === '' || (i === 0 && HEADER.test(line) && !/\d/.test(line.slice(comma)))) return;
    if (comma < 0) refuse('validation_failed', `Line ${i + 1}: an id, a comma and the values are expected.`);
    const values = line.slice(comma + 1).replaceAll(',', ' ').replaceAll('"', ' ').split(/\s+/).filter(word => word !== '').map(word => {
      const value = MISSING.test(word) ? NaN : Number(word);
      if (!Number.isFinite(value) && !MISSING.test(word)) refuse('validation_failed', `Line ${i + 1}: "${word}" is not a number.`);
      return value;
    });
    series.push({ id: line.slice(0, comma).replaceAll('"', '').trim(), values });
  });
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

/** Forecasts every series of a CSV and yields a JSON line for each, in order: `{id, method, mean, lower, upper, quantiles}` (contract, section 11). */
export function* forecastCsv(text: string, settings: Settings): Generator<string> {
  const series = parseSeries(text), forecasts = forecastAll(series.map(({ values }) => values), checked(settings));
  for (const [i, { method, mean, lower, upper, quantiles }] of forecasts.entries()) yield JSON.stringify({ id: series[i]!.id, method, mean, lower, upper, quantiles });
}
