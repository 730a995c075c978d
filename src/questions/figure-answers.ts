import type { ReportQuery } from '../figures/input.ts';
import { type MeasureName, measureNamed } from '../figures/measures.ts';
import { type ReportAnswer, reportOn } from '../figures/query.ts';
import { Refusal } from '../kernel/errors.ts';
import type { Reading as Asking } from '../kernel/operation.ts';
import { snakeKeys } from '../kernel/view.ts';
import { OPERATORS } from './figure-words.ts';
import type { Reading } from './reading.ts';

/* What a query answered, in a sentence for people, and what a question lost on its way to an answer. */

export interface Told {
  status: 'answered' | 'needs_clarification' | 'refused';
  answer: string;
  body: { [name: string]: unknown };
  columns: string[];
  data: object[];
  total: number;
  assumptions: string[];
}

/** Asks the query and tells what it answered. What means nothing is handed back with what would do. */
export async function tell(asking: Asking, query: Partial<ReportQuery> & { measures: MeasureName[] }): Promise<Told> {
  const body = bodyOf(query);
  try {
    const answer = await reportOn(asking, query);
    const columns = Object.keys(answer.data[0] ?? answer.totals);
    return {
      status: 'answered',
      answer: sentence(query, answer),
      body,
      columns,
      data: answer.data,
      total: answer.meta.groups,
      assumptions: answer.meta.notes,
    };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const status = error.code === 'validation_failed' ? 'needs_clarification' : 'refused';
    return { status, answer: error.message, body, columns: [], data: [], total: 0, assumptions: [] };
  }
}

/** The query as a request says it, without what is empty. */
const bodyOf = (query: object): { [name: string]: unknown } =>
  Object.fromEntries(
    Object.entries(snakeKeys(query) as object).filter(([, value]) => !(Array.isArray(value) && value.length === 0)),
  );

const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

function sentence(
  query: Partial<ReportQuery> & { measures: MeasureName[] },
  { data, totals, meta }: ReportAnswer,
): string {
  const { covers, currency } = meta;
  const isOfPeriod = query.measures.some(name => measureNamed(name).kind === 'period');
  const about = [
    ...(isOfPeriod ? [covers.from === covers.to ? covers.from : `${covers.from} to ${covers.to}`] : []),
    ...(query.filters ?? []).map(({ field, op, value }) => {
      const spelt = (Array.isArray(value) ? value : [value]).join(', ');
      const name = field.replaceAll('_', ' ');
      return op === 'not_in' || op === '!='
        ? `without ${name} ${spelt}`
        : op === 'in' || op === '='
          ? `${name} ${spelt}`
          : `${name} ${op} ${spelt}`;
    }),
    ...(query.having ?? []).map(({ field, op, value }) => `${field.replaceAll('_', ' ')} ${op} ${String(value)}`),
  ];
  const figure = (row: { [name: string]: unknown }, name: string) => {
    const value = row[name];
    if (value === null || value === undefined) return 'not known';
    const { unit } = measureNamed(name as MeasureName);
    return unit === 'money' ? `${String(value)} ${currency}` : String(value);
  };
  const told = (row: { [name: string]: unknown }) =>
    query.measures
      .map(name => {
        const before =
          `${name}_before` in row
            ? ` (before: ${String(row[`${name}_before`] ?? 'not known')}, change: ${String(row[`${name}_change`] ?? 'not known')})`
            : '';
        return `${name.replaceAll('_', ' ')} ${figure(row, name)}${before}`;
      })
      .join(', ');
  const groups = query.dimensions ?? [];
  const head = about.length > 0 ? ` (${about.join('; ')})` : '';
  if (groups.length === 0) return `${labelOf(told(totals))}${head}.`;
  if (data.length === 0) return `There is none${head}.`;
  const named = (row: { [name: string]: unknown }) =>
    groups.map(group => String(row[group] ?? `no ${group.replaceAll('_', ' ')}`)).join(', ');
  const shown = data.slice(0, 5).map(row => `${named(row)}: ${told(row)}`);
  const more = data.length > shown.length ? '; and more below' : '';
  return `${shown.join('; ')}${more}${head}.`;
}

// ---- what was lost ----

/**
 * What the question says and the answer does not use: conditions that leave something out, numbers that no argument has, rivals that
 * would be added up. Such a question is handed back.
 */
export function lost(reading: Reading, given: object, excluded: readonly string[]): string[] {
  const used = new Set(JSON.stringify(given).match(/-?\d+(?:\.\d+)?/g) ?? []);
  const numbers = reading.numbers
    .filter(({ value }) => !used.has(String(value)))
    .map(({ first, end }) => quoted(reading, thresholdAt(reading, first), end));
  return [...new Set([...excluded, ...numbers])];
}

/** Where the words before a number begin that say how it is meant. */
function thresholdAt({ tokens }: Reading, at: number): number {
  for (let length = 4; length > 0; length -= 1) {
    const words = tokens.slice(at - length, at).map(({ text }) => text);
    if (at >= length && OPERATORS.has(words.join(' '))) return at - length;
  }
  return at;
}

export const quoted = ({ text, tokens }: Reading, first: number, end: number): string =>
  text.slice(tokens[first]!.start, tokens[end - 1]!.end);
