import { type Days, type Facts, lastDays, sum, unitAway, within } from './facts.ts';

/* Helpers for templates of questions, and the judgement of answers. */

export interface Truth {
  /** Figures that the rows must contain, all of them. */
  figures?: readonly number[];
  /** What one column must contain: these values and no others. */
  names?: readonly string[];
  /** What the first row must contain. */
  first?: readonly string[];
  /** The number of rows. */
  rows?: number;
  /** It has no answer: anything but `answered`, or exactly this. */
  status?: 'refused' | 'unanswered';
}
export interface Case {
  topic: string;
  question: string;
  truth: Truth;
}

export interface Answered {
  status: string;
  leftOut: string[];
  columns: string[];
  data: { [column: string]: unknown }[];
}

/** Right; handed back (or the ignored words are mentioned); or wrong without saying so. */
export function judge({ status, leftOut, columns, data: all }: Answered, truth: Truth): 'right' | 'back' | 'wrong' {
  const data = all.filter(row => !Object.values(row).includes('Total'));
  if (truth.status) {
    const isAsWanted = truth.status === 'unanswered' ? status !== 'answered' : status === truth.status;
    return isAsWanted ? 'right' : status === 'answered' && leftOut.length === 0 ? 'wrong' : 'back';
  }
  if (status !== 'answered') return 'back';
  const cells = data.map(row => columns.map(column => row[column]));
  const numbers = cells.flat().filter(cell => typeof cell === 'number');
  const has = (figure: number) =>
    numbers.some(cell => Math.abs(cell - figure) <= Math.max(0.011, Math.abs(figure) * 1e-4));
  const lists = (names: readonly string[]) =>
    data.length === 0
      ? names.length === 0
      : columns.some(column => {
          const shown = new Set(data.map(row => String(row[column])));
          return shown.size === new Set(names).size && names.every(name => shown.has(name));
        });
  const isRight =
    (truth.figures ?? []).every(has) &&
    (truth.names === undefined || lists(truth.names)) &&
    (truth.first === undefined || (cells[0] ?? []).some(cell => truth.first!.includes(String(cell)))) &&
    (truth.rows === undefined || data.length === truth.rows);
  return isRight ? 'right' : leftOut.length > 0 ? 'back' : 'wrong';
}

/** Mulberry32. */
export function diceOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export type Template = readonly [topic: string, make: () => { question: string; truth: Truth }];
export type Kit = ReturnType<typeof kitOf>;

export function kitOf(facts: Facts, dice: () => number) {
  const { today } = facts;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(dice() * list.length)]!;
  const two = <T>(list: readonly T[]): [T, T] => {
    const one = pick(list);
    return [one, pick(list.filter(each => each !== one))];
  };
  const sellers = facts.items.filter(({ sku }) => facts.sales.some(sale => sale.sku === sku && sale.revenue > 0));
  const ledgerFrom = facts.sales
    .filter(({ order }) => order !== null)
    .map(({ day }) => day)
    .sort()[0]!;
  const periods: { [language: string]: (() => [string, Days])[] } = {
    en: [
      () => ['last month', unitAway(today, 'month', 1)],
      () => ['last week', unitAway(today, 'week', 1)],
      () => ['this month', unitAway(today, 'month')],
      () => ['in the last 14 days', lastDays(today, 14)],
      () => ['yesterday', unitAway(today, 'day', 1)],
      () => [`since ${unitAway(today, 'month', 1).from}`, { from: unitAway(today, 'month', 1).from, to: today }],
    ],
    de: [
      () => ['letzten Monat', unitAway(today, 'month', 1)],
      () => ['letzte Woche', unitAway(today, 'week', 1)],
      () => ['in den letzten 14 Tagen', lastDays(today, 14)],
    ],
    es: [() => ['el mes pasado', unitAway(today, 'month', 1)], () => ['la semana pasada', unitAway(today, 'week', 1)]],
    fr: [
      () => ['le mois dernier', unitAway(today, 'month', 1)],
      () => ['la semaine dernière', unitAway(today, 'week', 1)],
    ],
    it: [
      () => ['il mese scorso', unitAway(today, 'month', 1)],
      () => ['la settimana scorsa', unitAway(today, 'week', 1)],
    ],
  };
  return {
    facts,
    pick,
    two,
    sellers,
    ledgerFrom,
    period: (language = 'en') => pick(periods[language]!)(),
    item: () => pick(sellers),
    place: () => pick(facts.places),
    category: () => pick([...new Set(sellers.map(({ category }) => category))]),
    supplier: () =>
      pick(facts.suppliers.filter(({ code }) => facts.receipts.some(({ supplier }) => supplier === code))),
    number: (...of: number[]) => pick(of),
    sold: (days: Days, only: (sale: Facts['sales'][number]) => boolean = () => true) =>
      facts.sales.filter(sale => within(days)(sale) && only(sale)),
    /** Revenue less returns. */
    earned: (days: Days, only: (sale: { sku: string; category: string; place: string }) => boolean = () => true) =>
      sum(facts.sales.filter(sale => within(days)(sale) && only(sale)).map(({ revenue }) => revenue)) -
      sum(facts.returns.filter(each => within(days)(each) && only(each)).map(({ value }) => value)),
  };
}

export const units = (rows: readonly { quantity: number }[]): number => sum(rows.map(({ quantity }) => quantity));
export const one = (figure: number): Truth => ({ figures: [figure], rows: 1 });
export const passing = (sums: Map<string, number>, test: (value: number) => boolean): string[] =>
  [...sums].filter(([, value]) => test(value)).map(([name]) => name);
export const most = (sums: Map<string, number>): string[] => {
  const top = Math.max(...sums.values());
  return passing(sums, value => value === top);
};
export const least = (sums: Map<string, number>): string[] => {
  const bottom = Math.min(...sums.values());
  return passing(sums, value => value === bottom);
};
