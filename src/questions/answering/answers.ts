import { type Group, isTime } from '../../figures/dimensions.ts';
import type { ReportQuery } from '../../figures/input.ts';
import { type MeasureName, measureNamed } from '../../figures/measures.ts';
import type { ReportAnswer } from '../../figures/query.ts';
import { spell } from '../../figures/time-labels.ts';
import { addDays, around, daysBetween, type Unit } from '../../kernel/calendar.ts';
import type { Absent, Computed, Ranking } from '../reading/requests.ts';
import { EVER } from '../words/parts.ts';
import { type Known, NOTHING_KNOWN } from './items.ts';
import type { Found, LookUpName } from './look-ups.ts';
import { listed, type Speech, upper } from './speech.ts';

/* The result as a sentence: days, units, currency and names in the reader's language. */

type Row = { readonly [name: string]: unknown };
type Query = Partial<ReportQuery> & { measures: readonly MeasureName[] };

/** Names by code and id. */
export type NameOf = (field: string, value: unknown) => string;

function told(query: Query, row: Row, currency: string, speech: Speech, unit?: string, isGrowth = false): string {
  return listed(
    query.measures.map(name => {
      const now = speech.figure(name, row[name], currency, unit ?? weightOf(query));
      return `${name}_before` in row
        ? [
            speech.compared(name, now, row[`${name}_before`], row[`${name}_change`], currency),
            ...(isGrowth ? [speech.share(row[`${name}_change`], row[`${name}_before`])] : []),
          ].join(': ')
        : now;
    }),
    query.measures.length > 2 ? speech.and : ',',
  ).replace(' , ', ', ');
}

/** The unit that the query counts in, if it chooses by that: of what is counted in kilograms, all is kilograms. */
const weightOf = ({ filters = [] }: Query): string | undefined => {
  const unit = filters.find(({ field, op }) => field === 'unit' && op === '=');
  return unit && String(unit.value);
};

function differenceOf(rows: readonly Row[], name: MeasureName, currency: string, speech: Speech): string {
  const [one, other] = rows.map(row => Number(row[name] ?? 0)) as [number, number];
  return speech.difference(name, Math.abs(one - other), currency);
}

/** What the one that is named first is of the other. */
function ratioOf(
  { measures: [name], filters = [], dimensions: [group] = [] }: Query,
  rows: readonly Row[],
  label: (row: Row) => string,
  speech: Speech,
): string {
  const [named] = filters.flatMap(({ field, value }) => (field === group && Array.isArray(value) ? value : []));
  const one = rows.find(row => row[group!] === named) ?? rows[0]!;
  const other = rows.find(row => row !== one)!;
  return speech.ratio(label(one), speech.share(one[name!], other[name!]), label(other));
}

/** The rows with the most, or the least, of the first figure for each unit of the second; those without units last. */
export const rankedPerUnit = (rows: readonly Row[], { measures: [first, units] }: Query, ranking: Ranking): Row[] =>
  rankedByRate(rows, first!, units!, ranking);

/** The rows whose first figure has changed most, or least, for what it was before; those that had none of it last. */
export const rankedByGrowth = (rows: readonly Row[], { measures: [name] }: Query, ranking: Ranking): Row[] =>
  rankedByRate(rows, `${name!}_change`, `${name!}_before`, ranking);

function rankedByRate(rows: readonly Row[], of: string, by: string, { order, limit }: Ranking): Row[] {
  const sign = order === 'most' ? -1 : 1;
  const rate = (row: Row): number =>
    row[of] === null || !(Number(row[by]) > 0) ? Infinity : (sign * Number(row[of])) / Number(row[by]);
  return rows.toSorted((one, other) => (rate(one) < rate(other) ? -1 : 1)).slice(0, limit);
}

/**
 * Of the rows that are alike in these groups, those in these places of their order, and who shares the last of them.
 * What has nothing of it has no place among the most.
 */
export function placed(
  rows: readonly Row[],
  { sort = [] }: Query,
  { of, first, last }: NonNullable<Computed['places']>,
): Row[] {
  const [by = ''] = sort.map(each => each.replace('-', ''));
  const isMost = sort[0]?.startsWith('-');
  const ranked = rows.filter(row => row[by] !== null && !(isMost && row[by] === 0));
  const alike = Map.groupBy(ranked, row => JSON.stringify(of.map(group => row[group])));
  const kept = [...alike.values()].flatMap(own =>
    own.filter((row, at) => at >= first - 1 && (at < last || row[by] === own[last - 1]![by])),
  );
  const time = of.find(isTime);
  return time ? kept.toSorted((one, other) => (String(one[time]) < String(other[time]) ? -1 : 1)) : kept;
}

const COMPARED: { readonly [op: string]: (one: number, other: number) => boolean } = {
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
};

/** The rows of the goods that are so in both places: those that differ most come first. */
export function ofSides(
  rows: readonly Row[],
  { measures: [name], dimensions = [] }: Query,
  sides: NonNullable<Computed['sides']>,
): Row[] {
  const at = (own: readonly Row[], place: unknown): number =>
    Number(own.find(({ location }) => location === place)?.[name!] ?? 0);
  const far = (own: readonly Row[]): number => Math.abs(at(own, own[0]!['location']) - at(own, own[1]?.['location']));
  return [...Map.groupBy(rows, row => goodsOf(row, dimensions)).values()]
    .filter(own =>
      sides.every(({ place, op, than }) =>
        COMPARED[op]?.(at(own, place), typeof than === 'number' ? than : at(own, than)),
      ),
    )
    .sort((a, b) => far(b) - far(a))
    .flat();
}
const goodsOf = (row: Row, dimensions: readonly Group[]): string =>
  JSON.stringify(dimensions.map(group => group !== 'location' && row[group]));

/** The rows whose first figure has changed by so much of what it was before. */
export const grownBy = (
  rows: readonly Row[],
  { measures: [name] }: Query,
  { op, value }: NonNullable<Computed['grown']>,
): Row[] =>
  rows.filter(row => {
    const [before, change] = [Number(row[`${name}_before`] ?? 0), Number(row[`${name}_change`] ?? 0)];
    return before > 0 && COMPARED[op]?.(Number((Math.abs(change) / before).toFixed(6)), value);
  });

/** Whether its rows are set against each other. */
const isRankedIn = ({ sort = [], having = [] }: Query): boolean =>
  having.length > 0 || sort.some(each => !isTime(each.replace('-', '') as Group));

/** Which units of time are not whole, where they are set against whole ones: "November 2026 only up to 27 November". */
function cutIn(
  { dimensions = [] }: Query,
  rows: readonly Row[],
  { from, to }: ReportAnswer['meta']['covers'],
  today: string,
  speech: Speech,
): string[] {
  const unit = dimensions.find((group): group is Unit => isTime(group) && group !== 'weekday' && group !== 'day');
  if (!unit) return [];
  const last = to < today ? to : today;
  const [first, end] = [around(from, unit), around(last, unit)];
  const isShown = (day: string) => rows.some(row => String(row[unit]) === spell(unit, day));
  const name = (day: string) => speech.value(unit, spell(unit, day));
  return [
    ...(first.from < from && isShown(from) ? [speech.onlyFrom(name(from), from)] : []),
    ...(end.to > last && isShown(last) ? [speech.onlyTo(name(last), last)] : []),
  ];
}

/** Those of all that the report has nothing of: suppliers, or the places in use that its conditions choose. */
export function allBut(
  report: ReportAnswer,
  { measures, filters = [] }: Query,
  group: Absent,
  all: readonly { name: string; code: string | null; type?: string; active?: boolean }[],
): ReportAnswer {
  const [measure] = measures as [MeasureName];
  const listed = report.data.flatMap(row => (Number(row[measure]) > 0 ? [String(row[group])] : []));
  const isChosen = (called: string, type: string | undefined): boolean =>
    filters.every(({ field, op, value }) => {
      const own = field === group ? called : field === 'location_type' ? type : undefined;
      return own === undefined || [value].flat().includes(own) === (op === 'in' || op === '=');
    });
  const data = all.flatMap(({ name, code, type, active = true }) => {
    const called = code ?? name;
    return active && isChosen(called, type) && !listed.includes(called) ? [{ [group]: called, [measure]: 0 }] : [];
  });
  return { ...report, data, meta: { ...report.meta, groups: data.length } };
}

/** How many rows a sentence names. */
export const SHOWN = 5;

/**
 * The rows without those at their end that have nothing of what is asked, if there are several and nobody named or
 * ordered them: they are told as one.
 */
function someOf({ measures, dimensions = [], filters = [], having = [], limit }: Query, data: readonly Row[]) {
  const isNothing = (row: Row): boolean =>
    measures.every(name => row[name] === 0 && (row[`${name}_change`] ?? 0) === 0);
  const some = data.slice(0, data.findLastIndex(row => !isNothing(row)) + 1);
  const isChosen =
    having.length > 0 ||
    limit === data.length ||
    filters.some(({ field, op }) => op === 'in' && (dimensions as string[]).includes(field));
  return isChosen || dimensions.some(isTime) || data.length - some.length < 2 ? data : some;
}

/** Whether the filter bounds a figure, which is told in its unit. */
const isBound = (op: string): boolean => ['<', '<=', '>', '>=', 'between'].includes(op);

/** The answer to a query. */
export function answerOf(
  query: Query,
  { data, totals, meta }: ReportAnswer,
  nameOf: NameOf,
  today: string,
  speech: Speech,
  also: Computed = {},
  whole?: Row,
  { items, unit }: Pick<Known, 'items' | 'unit'> = NOTHING_KNOWN,
): string {
  const { covers, currency, groups: rows } = meta;
  /** An item by its name and SKU. */
  const called = (sku: unknown): string => [items.get(String(sku))?.name ?? [], nameOf('sku', sku)].flat().join(' ');
  const say = (row: Row, isGrowth = false): string =>
    told(query, row, currency, speech, items.get(String(row['sku']))?.unit ?? unit, isGrowth);
  const isOfPeriod = query.measures.some(name => measureNamed(name).kind === 'period');
  const isOfEver = covers.from <= addDays(today, 1 - EVER) && covers.to >= today;
  const groups = query.dimensions ?? [];
  // Whom an item is bought from: its rows name it.
  const isOfSupplier = groups.length === 2 && groups.includes('sku') && groups.includes('supplier');
  const about = [
    ...(query.filters ?? [])
      .filter(({ field }) => (field !== 'unit' || weightOf(query) === undefined) && !(isOfSupplier && field === 'sku'))
      .map(({ field, op, value }) =>
        speech.condition(
          field,
          op,
          [value]
            .flat()
            .map((each, _, { length }) =>
              field === 'sku' && length === 1
                ? called(each)
                : typeof each === 'number' && isBound(op)
                  ? String(each)
                  : nameOf(field, each),
            ),
          currency,
        ),
      ),
    ...(query.having ?? [])
      .filter(({ value }) => value !== 0)
      .map(({ field, op, value }) => speech.bound(field, op, [value].flat().map(String), currency)),
    ...(also.grown ? [speech.grown(also.grown.op, also.grown.value)] : []),
    ...(isOfPeriod && !isOfEver ? [speech.period(covers.from, covers.to, today)] : []),
    ...(isOfPeriod && isRankedIn(query) ? cutIn(query, data, covers, today, speech) : []),
    ...(covers.asOf ? [speech.asOf(covers.asOf)] : []),
    ...(covers.comparedFrom && covers.comparedTo ? [speech.before(covers.comparedFrom, covers.comparedTo, today)] : []),
  ].join('; ');
  const where = about ? ` (${about})` : '';
  const { mean, growth, perUnit } = also;
  const [first, units] = query.measures as [MeasureName, MeasureName?];
  const count = mean && unitsIn(known(query, covers), covers.to < today ? covers.to : today, mean);
  const figures = (row: Row): string =>
    perUnit && Number(row[units!]) > 0
      ? `${speech.per(first, Number(row[first]) / Number(row[units!]), 'unit', currency)} (${say(row)})`
      : count
        ? `${listed(
            query.measures.map(name => speech.per(name, Number(row[name] ?? 0) / count, mean, currency)),
            speech.and,
          )} (${say(row)})`
        : say(row, growth !== undefined);
  if (whole) {
    const [name] = query.measures;
    return `${speech.share(totals[name!], whole[name!])}: ${say(totals)}${where}.`;
  }
  if (groups.length === 0) return `${upper(figures(totals))}${where}.`;
  if (data.length === 0)
    return speech.none(
      (query.having ?? []).map(({ field, op, value }) => [field, op, String(value)] as const),
      about,
      currency,
    );
  const label = (row: Row) =>
    groups
      .map(group =>
        // A reason is a sentence of its own: "Handle broken on arrival."
        row[group] === null || row[group] === undefined
          ? speech.without(group)
          : nameOf(group, row[group]).replace(/\.$/, ''),
      )
      .join(', ');
  if (also.shares) return `${shares(also.shares, query.measures[0]!)}${where}.`;
  const named = (row: Row): string =>
    isOfSupplier && row['supplier'] !== null
      ? speech.supplies(nameOf('supplier', row['supplier']), called(row['sku']))
      : label(row);
  if (also.sides) {
    const goods = [...Map.groupBy(data, row => goodsOf(row, groups)).values()];
    const inPlace = (row: Row) => `${nameOf('location', row['location'])} ${say(row)}`;
    const said = goods
      .slice(0, SHOWN)
      .map(
        ([row, other]) =>
          `${nameOf(groups[0]!, row![groups[0]!])}: ${[row!, other ?? []].flat().map(inPlace).join('; ')}`,
      );
    return `${said.join('. ')}${goods.length > SHOWN ? speech.more(goods.length - SHOWN, goods.length) : ''}${where}.`;
  }
  // Those that nothing is known of are what is asked.
  const some = rows === data.length && !also.absent ? someOf(query, data) : data;
  const none = data.length - some.length;
  const shown = [
    ...some.slice(0, SHOWN).map(row => `${named(row)}: ${figures(row)}`),
    ...(none > 0 && some.length <= SHOWN ? [`${speech.others(none, some.length)}: ${figures(data.at(-1)!)}`] : []),
  ];
  // Of "the 3 best" there are no more.
  const isAll = rows <= SHOWN || (none > 0 && some.length <= SHOWN) || query.limit === Math.min(SHOWN, data.length);
  const more = isAll ? '' : speech.more(rows - SHOWN, rows);
  const difference =
    also.isDifference && data.length === 2 && groups.length === 1 ? differenceOf(data, first, currency, speech) : [];
  const ratio = also.isRatio && data.length === 2 && groups.length === 1 ? ratioOf(query, data, label, speech) : [];
  return `${also.isCounted ? speech.inAll(rows) : ''}${[...shown, difference, ratio].flat().join('; ')}${more}${where}.`;

  /** Each of those that are asked for, and the total. */
  function shares({ group, values }: NonNullable<Computed['shares']>, name: MeasureName): string {
    const total = totals[name];
    const asked = data.filter(row => values.length === 0 || values.includes(String(row[group])));
    const each = asked.map(row => `${label(row)}: ${speech.share(row[name], total)} (${say(row)})`);
    const rest = each.length > SHOWN ? speech.more(each.length - SHOWN, each.length).replace(/^; /, '') : [];
    return [...each.slice(0, SHOWN), rest, `${speech.all}: ${say(totals)}`].flat().join('; ');
  }
}

/** The first day of which figures are known: of units sold, imported demand tells what was before the ledger. */
const known = ({ measures }: Query, { from, ledgerSince }: ReportAnswer['meta']['covers']): string =>
  ledgerSince && ledgerSince > from && !measures.includes('units_sold') ? ledgerSince : from;

/** How many weeks, say, these days are: of a month that has not ended, the part that has. */
function unitsIn(from: string, to: string, unit: Unit): number {
  let count = 0;
  for (let day = from; day <= to; ) {
    const whole = around(day, unit);
    const last = whole.to < to ? whole.to : to;
    count += (daysBetween(day, last) + 1) / (daysBetween(whole.from, whole.to) + 1);
    day = addDays(last, 1);
  }
  return count;
}

// ---- records ----

/** The answer to a look-up: each record with its state. */
export function recordsSaid(
  name: LookUpName,
  { rows, total }: Found,
  nameOf: NameOf,
  speech: Speech,
  known = NOTHING_KNOWN,
  isCounted = false,
): string {
  if (rows.length === 0) return speech.nothing;
  const shown = rows
    .slice(0, SHOWN)
    .map(row =>
      name === 'product_lookup'
        ? item(row, nameOf, speech, known)
        : record(speech.record[name], row, nameOf, speech, known.items),
    );
  const more = total > shown.length ? speech.more(total - shown.length, total) : '';
  return `${isCounted ? speech.inAll(total) : ''}${shown.join('; ')}${more}.`;
}

/** An item by its name: what is asked of it, or all. A price is told beside a cost, as either may be meant. */
function item(row: Row, nameOf: NameOf, speech: Speech, { items, currency, asked }: Known): string {
  const sku = nameOf('sku', row['sku']);
  const name = items.get(String(row['sku']))?.name;
  const own = ITEM_FIELDS.filter(field => asked.includes(field));
  const isPriced = own.some(field => field === 'unit_price' || field === 'unit_cost');
  const others = ITEM_FIELDS.filter(
    field => !own.includes(field) && row[field] !== null && (own.length === 0 || (isPriced && PRICES.includes(field))),
  );
  const parts = [...own, ...others].map(field =>
    row[field] === null || row[field] === undefined
      ? speech.itemWithout(field)
      : speech.itemWith(field, PRICES.includes(field) ? speech.money(row[field], currency) : nameOf(field, row[field])),
  );
  return `${name ? `${name} (${sku})` : sku} ${listed(parts, speech.and)}`.trimEnd();
}
const ITEM_FIELDS = ['unit_price', 'unit_cost', 'shelf_life_days', 'barcode'] as const;
const PRICES: readonly string[] = ['unit_price', 'unit_cost'];

/** Fields that hold so many of the item. */
const OF_UNITS = /quantity|^total_|^reorder_point$/;
const FIELD = /\{(\w+)\}/g;

/**
 * The record in words: `{field}` is replaced by its value, and a part in brackets is left out if its field has none.
 */
const record = (
  sentence: string,
  row: Row,
  nameOf: NameOf,
  speech: Speech,
  items: Known['items'] = NOTHING_KNOWN.items,
): string =>
  sentence
    .replace(/\[([^\]]*\{(\w+)\}[^\]]*)\]/g, (_, part: string, field: string) =>
      [row[field] ?? []].flat().length > 0 ? part : '',
    )
    .replace(FIELD, (_, field: string) => {
      const value = row[field] ?? speech.unknown;
      if (Array.isArray(value)) return several(field, value as Row[], nameOf, speech, items);
      if (field === 'status') return speech.state(String(value));
      const unit = OF_UNITS.test(field) && items.get(String(row['sku']))?.unit;
      if (unit) return `${nameOf(field, value)} ${unit}`;
      // The record that it belongs to.
      return typeof value === 'object' ? String((value as Row)['number']) : nameOf(field, value);
    });

/** How much of a line has left or arrived; undefined if that does not happen to it. */
const doneOf = (line: Row): unknown => line['quantity_fulfilled'] ?? line['quantity_received'];
const isShort = (line: Row): boolean => doneOf(line) !== undefined && Number(doneOf(line)) < Number(line['quantity']);

/**
 * The lines of a document, or the records of a trace. Of lines that are done in part it says how much is: some are
 * closed short, and what was ordered is not what was delivered.
 */
function several(field: string, rows: readonly Row[], nameOf: NameOf, speech: Speech, items: Known['items']): string {
  const hasBegun = rows.some(row => Number(doneOf(row) ?? 0) > 0);
  const one = (row: Row): string => {
    const unit = items.get(String(row['sku']))?.unit;
    if (field === 'items')
      return speech.line(row['quantity'], row['sku'], unit, hasBegun && isShort(row) ? Number(doneOf(row)) : undefined);
    if (field === 'inputs') return speech.line(row['actual_quantity'] ?? row['planned_quantity'], row['sku'], unit);
    if (field === 'input_lots')
      return `${speech.line(row['quantity_used'], row['sku'], unit)} (${String(row['lot_number'])})`;
    return row['location_id']
      ? `${nameOf('location_id', row['location_id'])} ${nameOf('quantity', row['quantity'])}`
      : String(row['number'] ?? row['lot_number'] ?? '');
  };
  return `${listed(rows.slice(0, SHOWN).map(one), speech.and) || speech.noLines}${rows.length > SHOWN ? speech.moreLines(rows.length - SHOWN) : ''}`;
}
