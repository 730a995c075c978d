import { type RawBuilder, sql } from 'kysely';
import type { EntryType } from '../domain/stock/ledger.ts';
import { daysBetween } from '../kernel/calendar.ts';
import { ADDS_UP } from '../store/connections.ts';
import { ofTenant } from '../store/tenant.ts';
import { CLASSES, dimensions, type Field, fieldNamed, isTime, RECORDS, type Time, WHOSE } from './dimensions.ts';
import { conditionOf } from './filters.ts';
import { figureFrom, GAPS, type MeasureName, measureNamed } from './measures.ts';
import type { Part, Term } from './parts.ts';
import { alignedStarts, type Range, startsOf } from './periods.ts';
import type { Buckets, Plan, Side } from './plan.ts';
import type { Key, Source, Value } from './source.ts';
import { sourceNamed } from './sources.ts';
import { spell } from './time-labels.ts';

/*
 * One statement for a plan. Each source is read once for each range of time and added up by the labels of the rows; the
 * results are combined as rows of one table. Totals of sums are added up from these rows; totals that count distinct
 * records are counted separately.
 */

type Sql = RawBuilder<unknown>;

/** One reading of a source: of its sums, or of one of its counts of distinct records. */
interface Branch {
  source: Source;
  stretch: Stretch;
  /** The range of days that its buckets belong to. */
  side: Side;
  distinct: Key | undefined;
  columns: { name: string; value: string; sign: 1 | -1 }[];
}

const columnOf = (part: Part, side: Side): string => `${part}_${side}`;

/** The one SQL statement that computes the plan: its rows with their totals. */
export function statementOf(plan: Plan): Sql {
  const branches = branchesOf(plan);
  const columns = [...new Set(branches.flatMap(each => each.columns.map(({ name }) => name)))];
  const groups = plan.dimensions.map((_, index) => sql.ref(`d${index}`));
  const read = (some: readonly Branch[], kept?: Sql) =>
    sql.join(
      some.map(branch => readingOf(plan, branch, columns, kept)),
      sql` union all `,
    );
  const summed = sql.join(columns.map(name => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const noGroups = groups.map(group => sql`null::text as ${group}`);
  const figures = (from: Sql) =>
    sql`select ${sql.join([...groups, ...measured(plan, columns), ...gaps(plan, columns), ...unclassed(plan)])}
      from ${from}`;
  const addsUp = branches.some(({ source }) => source.isCovered) && !branches.some(({ source }) => source.isProbed);
  const planned = addsUp ? sql.raw(ADDS_UP) : sql``;
  const classes = plan.needsClasses ? sql`classes as materialized (${CLASSES}),` : sql``;
  // The total covers the rows that `having` leaves.
  const narrowed = plan.having.length > 0 && groups.length > 0;
  const keptGroups = sql`select ${labelsOf(groups)} from m`;
  const counting = branches.filter(({ distinct }) => distinct);
  const counts = new Set(counting.flatMap(each => each.columns.map(({ name }) => name)));
  const added = columns.map(name =>
    narrowed && counts.has(name) ? sql`null::numeric as ${sql.ref(name)}` : sql.ref(name),
  );
  const whole = narrowed
    ? sql`select ${sql.join([sql`true as of_whole`, ...noGroups, ...added])}
      from g where (${labelsOf(groups)}) in (${keptGroups})
        ${counting.length > 0 ? sql`union all ${read(counting, keptGroups)}` : sql``}`
    : sql`select * from u where of_whole is distinct from false`;
  const totalOf = (some: Sql) => figures(sql`(select ${sql.join([...noGroups, summed])} from (${some}) w) t`);
  const total = totalOf(whole);
  const having = sql.join([sql`true`, ...plan.having.map(each => conditionOf(each, sql.ref(each.field)))], sql` and `);
  const rows = sql`select m.*, count(*) over () as all_groups from m order by ${orderOf(plan)} limit ${plan.limit}`;
  const all = sql`with ${planned} ${classes} u as (${read(branches)})`;
  if (groups.length === 0 && plan.having.length === 0)
    return sql`${all} select t.*, null::bigint as all_groups from (${total}) t`;
  if (groups.length === 0)
    return sql`${all}, m as (select * from (${total}) f where ${having})
      select t.*, null::bigint as all_groups
      from (${totalOf(sql`select * from (${whole}) v where exists (select from m)`)}) t
      union all select m.*, 1 from m`;
  const by = sql.join(groups);
  return sql`
    ${all},
    g as (select ${by}, ${summed} from u where of_whole is distinct from true group by ${by}),
    m as (select * from (${figures(sql`g`)}) f where ${having})
    select t.*, null::bigint as all_groups from (${total}) t
    union all (${rows})`;
}

/** The labels of a row as something to compare: no label is a group too. */
const labelsOf = (groups: readonly Sql[]): Sql => sql.join(groups.map(group => sql`coalesce(${group}, '')`));

/**
 * Every reading that the parts need, each source once for each range, and once more for each kind of record that is
 * counted.
 */
function branchesOf(plan: Plan): Branch[] {
  const branches = new Map<string, Branch>();
  for (const side of plan.compared ? (['now', 'before'] as const) : (['now'] as const))
    for (const [part, terms] of plan.terms) {
      if (side === 'before' && !hasPast(plan, part)) continue;
      for (const { source: name, value, when, sign = 1 } of terms) {
        if (isNothing(plan, when, side)) continue;
        const source = sourceNamed(name);
        const { distinct } = source.values[value]!;
        const stretch = stretchOf(plan, source, when, side);
        // The days to compare with may end where the requested ones begin: "since the end" of the former and "since the
        // beginning" of the latter are then one reading.
        const isOfSide = plan.bucket !== undefined || typeof source.from === 'function';
        const key = JSON.stringify([name, stretch, distinct, isOfSide && side]);
        const branch = branches.get(key) ?? { source, stretch, side, distinct, columns: [] };
        branches.set(key, branch);
        branch.columns.push({ name: columnOf(part, side), value, sign });
      }
    }
  return [...branches.values()];
}

/** Whether a requested figure needs this source for another time, too. */
const hasPast = ({ measures }: Plan, part: Part): boolean =>
  measures.some(
    name =>
      !measureNamed(name).onlyNow &&
      (measureNamed(name).parts.includes(part) || GAPS[part]?.of.includes(name) === true),
  );

/** Whether nothing can have happened since then. */
function isNothing(plan: Plan, when: Term['when'], side: Side): boolean {
  if (side === 'before') return false;
  return (when === 'since_as_of' && plan.asOf === undefined) || (when === 'since_end' && endsToday(plan, side));
}

const endsToday = (plan: Plan, side: Side): boolean => rangeFor(plan, side).to >= plan.today;

// ---- one reading ----

/**
 * Rows of labels and figures. `of_whole` says whether a row is of all groups together; null where the rows of the
 * groups add up to it.
 */
function readingOf(plan: Plan, branch: Branch, columns: readonly string[], kept: Sql | undefined): Sql {
  const { source, distinct } = branch;
  const keys = keysNeeded(plan, branch);
  const bucket = plan.bucket && source.at ? bucketOf(plan, branch) : undefined;
  const picked = [
    ...keys.map(key => sql`${source.keys[key]} as ${sql.ref(`k_${key}`)}`),
    ...(bucket ? [sql`${bucket} as bucket`] : []),
  ];
  // If a single id leads to all labels, its facts are added up before they are labeled: the planner knows how many ids
  // there are, and does that work in parallel.
  const isSummed = !bucket && keys.length > 0 && hasManyOf(plan, branch, keys);
  const isGrouped = distinct !== undefined || isSummed;
  const names = [...new Set(branch.columns.map(({ value }) => value))];
  const read = names.map(name => source.values[name]!);
  const values = names.map((name, index) => {
    const own = figureOfFact(plan, source, read[index]!, read);
    return sql`${distinct ? sql`bool_or(${own})` : isGrouped ? sql`sum(${own})` : own} as ${sql.ref(name)}`;
  });
  const facts = sql`select ${sql.join([...picked, ...values])}
    from ${fromOf(plan, branch)} where ${conditionsOf(plan, branch)}
    ${isGrouped ? sql`group by ${sql.join(picked.map((_, index) => sql.raw(String(index + 1))))}` : sql``}`;
  const shown = columns.map(name => shownColumn(branch, name));
  // Facts are added up by the number of their bucket, which is named afterwards; records are counted by its names.
  const isNamedLater = bucket !== undefined && !distinct;
  const named = bucket && !isNamedLater ? bucketNames(plan, branch, sql`x.bucket`) : sql``;
  const from = sql`(${facts}) x ${joinsOf(plan, branch, keys)} ${named}`;
  if (plan.dimensions.length === 0) return sql`select null::boolean as of_whole, ${sql.join(shown)} from ${from}`;
  const labels = plan.dimensions.map(name => (isNamedLater && isTime(name) ? sql`x.bucket` : labelOf(name)));
  const places = labels.map((_, index) => sql.ref(`d${index}`));
  if (kept)
    return sql`select true as of_whole, ${sql.join([...places.map(place => sql`null::text as ${place}`), ...shown])}
      from ${from} where (${labelsOf(labels)}) in (${kept})`;
  const labeled = sql`(select ${sql.join(labels.map((label, index) => sql`${label} as ${places[index]}`))}, x.*
      from ${from}) x`;
  if (distinct)
    return sql`select grouping(d0) = 1 as of_whole, ${sql.join([...places, ...shown])} from ${labeled}
      group by grouping sets ((${sql.join(places)}), ())`;
  const summed = sql`select null::boolean as of_whole, ${sql.join([...places, ...shown])}
    from ${labeled} group by ${sql.join(places)}`;
  if (!isNamedLater) return summed;
  const numbered = places[plan.dimensions.findIndex(isTime)]!;
  const spelt = plan.dimensions.map((name, index) =>
    isTime(name) ? sql`${labelOf(name)} as ${places[index]}` : places[index]!,
  );
  return sql`select x.of_whole, ${sql.join([...spelt, ...columns.map(name => sql.ref(name))])}
    from (${summed}) x ${bucketNames(plan, branch, sql`x.${numbered}`)}`;
}

/**
 * A value of a fact; null where the fact has none of it. A condition that all values read with it have in common is not
 * tested again.
 */
function figureOfFact({ keepsCosts }: Plan, source: Source, value: Value, read: readonly Value[]): Sql {
  if (keepsCosts && value.ofKept) return value.ofKept;
  const isShared = value.types
    ? typesOf(read)?.every(type => value.types!.includes(type))
    : read.every(({ where }) => where === value.where);
  const condition = value.types ? isOfTypes(source, value.types) : value.where;
  return condition && !isShared ? sql`case when ${condition} then ${value.sql} end` : value.sql;
}

/** The types of entries from which any of these values is computed; undefined if one of them needs every type. */
const typesOf = (values: readonly Value[]): readonly EntryType[] | undefined =>
  values.every(({ types }) => types) ? [...new Set(values.flatMap(({ types }) => types!))] : undefined;

const isOfTypes = ({ keys }: Source, types: readonly EntryType[]): Sql =>
  sql`${keys.entry_type} in (${sql.join(types.map(type => sql.lit(type)))})`;

/**
 * A range this long has several facts for each place, which the index returns in order; a month has hardly more than
 * one. So has what has no time: all of it is read.
 */
const LONG_DAYS = 100;

const isLong = (plan: Plan, { stretch: { since, until = plan.today } }: Branch): boolean =>
  since !== undefined && daysBetween(since.slice(0, DAY), until) >= LONG_DAYS;

const hasManyOf = (plan: Plan, branch: Branch, keys: readonly Key[]) =>
  keys.every(key => branch.source.inOrderOf?.includes(key)) && (!branch.source.at || isLong(plan, branch));

function shownColumn({ source, distinct, columns }: Branch, name: string): Sql {
  const own = columns.filter(each => each.name === name);
  if (own.length === 0) return sql`null::numeric as ${sql.ref(name)}`;
  const sums = own.map(({ value, sign: ofTerm }) => {
    const figure = sql.ref(`x.${value}`);
    const sign = ofTerm * (source.values[value]!.sign ?? 1);
    const sum = distinct
      ? sql`count(distinct case when ${figure} then ${sql.ref(`x.k_${distinct}`)} end)::numeric`
      : sql`sum(${figure})`;
    return sign === -1 ? sql`-${sum}` : sum;
  });
  return sql`${sql.join(sums, sql` + `)} as ${sql.ref(name)}`;
}

/** The ids that the labels are found by, and those that are counted. */
function keysNeeded(plan: Plan, { source, distinct }: Branch): Key[] {
  const needed = new Set<Key>();
  for (const name of plan.dimensions) if (!isTime(name)) needed.add(keyOf(source, dimensions[name].of));
  if (distinct) needed.add(distinct);
  return [...needed];
}

/** A supplier is that of the document, or else the one that the variant is bought from. */
const keyOf = (source: Source, key: Key): Key => (key === 'supplier' && !source.keys.supplier ? 'variant' : key);

function joinsOf(plan: Plan, branch: Branch, keys: readonly Key[]): Sql {
  const { source } = branch;
  const asked = plan.dimensions
    .filter(name => !isTime(name))
    .map(name => dimensions[name as keyof typeof dimensions].of);
  const records = new Set<Key>(keys.filter(key => asked.includes(key) || keyOf(source, 'supplier') === key));
  if (plan.dimensions.some(name => name === 'supplier')) records.add('supplier');
  const joins = [...records]
    .filter(key => RECORDS[key])
    .sort(key => (key === 'supplier' ? 1 : -1))
    .map(key => {
      const { from, id } = RECORDS[key]!;
      const own = key === 'supplier' && !source.keys.supplier ? sql`v.supplier_id` : sql.ref(`x.k_${key}`);
      return sql`left join ${from} on ${WHOSE[key]} and ${id} = ${own}`;
    });
  if (plan.dimensions.includes('abc_class')) joins.push(sql`left join classes k on k.id = v.id`);
  return sql.join(joins, sql` `);
}

function labelOf(name: Plan['dimensions'][number]): Sql {
  if (isTime(name)) return sql.ref(`b.${name}`);
  const field: Field = dimensions[name];
  return RECORDS[field.of] ? sql`(${field.sql})::text` : sql`${sql.ref(`x.k_${field.of}`)}::text`;
}

// ---- time ----

const startOfDay = (plan: Plan, day: string): Sql => sql`(${day}::date::timestamp at time zone ${plan.zone}::text)`;

/** Days, moments and labels, none of which has a character that would need quotes. */
const arrayOf = (values: readonly string[]): string => `{${values.join()}}`;

/** The first days of the buckets of either side, the buckets of the other side's beside them. */
export function bucketStarts({ bucket, range, compared }: Plan): { readonly [side in Side]: readonly string[] } {
  const now = bucket ? startsOf(range, bucket) : [];
  return { now, before: bucket && compared ? alignedStarts(now, range, compared, bucket) : [] };
}

/**
 * The buckets of one side, which begin on these days and at these moments. Those of the days to compare with have the
 * labels of their counterparts, but weekdays of their own.
 */
export function bucketsOf(
  { dimensions: groups }: Plan,
  { now, own, moments }: { now: readonly string[]; own: readonly string[]; moments: string },
): Buckets {
  const names = groups.filter(isTime).map(time => {
    const named = time === 'weekday' ? own : now;
    return [time, arrayOf(named.map(day => spell(time, day)))];
  });
  return { starts: arrayOf(own), moments: `{${moments}}`, names: Object.fromEntries(names) };
}

/**
 * The moments at which these days begin. Looked up beforehand: a statement that looks them up itself does not run in
 * parallel.
 */
export const momentsOf = ({ zone }: Plan, starts: readonly string[]): Sql =>
  sql`array_to_string(array(select (b.day::timestamp at time zone ${zone}::text)::text
      from unnest(${arrayOf(starts)}::date[]) b (day) order by b.day), ',')`;

/** Which bucket a fact falls into, counted from 1. */
function bucketOf(plan: Plan, { source, side }: Branch): Sql {
  const { sql: at, type } = source.at!;
  return type === 'date'
    ? sql`width_bucket(${at}::date, ${plan.buckets![side].starts}::date[])`
    : sql`width_bucket(${at}, ${plan.buckets![side].moments}::timestamptz[])`;
}

/**
 * The labels of the buckets, by number. A table, because the planner then knows how few there are; from an expression
 * it expects as many as there are moments.
 */
function bucketNames(plan: Plan, { side }: Branch, number: Sql): Sql {
  const times = plan.dimensions.filter(isTime);
  const names = times.map(time => sql`${plan.buckets![side].names[time]}::text[]`);
  return sql`left join unnest(${sql.join(names)}) with ordinality b
    (${sql.join([...times, 'number'].map(name => sql.ref(name)))}) on b.number = ${number}`;
}

function conditionsOf(plan: Plan, branch: Branch): Sql {
  const { source, columns } = branch;
  const read = columns.map(({ value }) => source.values[value]!);
  const types = typesOf(read);
  const only = types ? [isOfTypes(source, types)] : [...new Set(read.map(({ where }) => where))];
  const conditions = [
    source.where,
    ...isIn(plan, branch),
    ...plan.filters.map(filter => filterOf(plan, source, filter)),
    ...(only.every(each => each !== undefined) ? [sql`(${sql.join(only, sql` or `)})`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

const rangeFor = (plan: Plan, side: Side): Range => (side === 'now' ? plan.range : plan.compared!);

/** The facts since a day or after a moment, and before a day. */
interface Stretch {
  since?: string;
  until?: string;
}

function stretchOf(plan: Plan, { at }: Source, when: Term['when'], side: Side): Stretch {
  if (when === 'now' || !at) return {};
  const { from, to } = rangeFor(plan, side);
  const after = plan.dayAfter(to);
  switch (when) {
    case 'within':
      // What the clock recorded is never later than now, whatever day it is by then.
      return at.type === 'timestamptz' && endsToday(plan, side) ? { since: from } : { since: from, until: after };
    case 'since_start':
      return { since: from };
    case 'since_end':
      return { since: after };
    case 'year_before':
      return { since: plan.yearBefore(from), until: from };
    case 'since_as_of':
      if (side === 'before') return { since: after };
      // A day means its end.
      return { since: plan.asOf!.length > DAY ? plan.asOf! : plan.dayAfter(plan.asOf!) };
  }
}

/** The length of a day as it is written; a moment is longer. */
const DAY = 10;

function isIn(plan: Plan, { source: { at }, stretch: { since, until } }: Branch): Sql[] {
  const begin = (day: string): Sql => (at!.type === 'date' ? sql`${day}::date` : startOfDay(plan, day));
  return [
    ...(since === undefined
      ? []
      : since.length > DAY
        ? [sql`${at!.sql} > ${since}::timestamptz`]
        : [sql`${at!.sql} >= ${begin(since)}`]),
    ...(until === undefined ? [] : [sql`${at!.sql} < ${begin(until)}`]),
  ];
}

function fromOf(plan: Plan, branch: Branch): Sql {
  const { source, side } = branch;
  if (source.fromMany && plan.filters.length === 0 && isLong(plan, branch)) return source.fromMany;
  if (typeof source.from !== 'function') return source.from;
  const { from, to } = rangeFor(plan, side);
  return source.from({ from: sql`${from}::date`, to: sql`${to}::date` });
}

// ---- filters ----

/** Facts of a record that fulfills the condition. */
function filterOf(plan: Plan, source: Source, filter: Plan['filters'][number]): Sql {
  if (isTime(filter.field)) {
    const { sql: at, type } = source.at!;
    const day = type === 'date' ? at : sql`(${at} at time zone ${plan.zone}::text)::date`;
    return conditionOf(filter, sql`${spelledDay(filter.field, day)}`);
  }
  const field = fieldNamed(filter.field)!;
  const record = RECORDS[field.of];
  if (!record) return conditionOf(filter, sql`${source.keys[field.of]}`, field);
  const condition = conditionOf(filter, sql`${field.sql}`, field);
  const classes = field.needs === 'classes' ? sql`join classes k on k.id = v.id` : sql``;
  if (field.of === 'supplier' && !source.keys.supplier)
    return sql`${source.keys.variant} in (select v.id from variants v
        left join suppliers s on ${ofTenant('s')} and s.id = v.supplier_id where ${ofTenant('v')} and ${condition})`;
  return sql`${source.keys[field.of]} in (select ${record.id} from ${record.from} ${classes}
      where ${WHOSE[field.of]} and ${condition})`;
}

const FORMATS: { readonly [time in Time]: string } = {
  day: 'YYYY-MM-DD',
  week: 'IYYY-"W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
  weekday: 'ID',
};

const spelledDay = (time: Time, day: Sql): Sql => sql`to_char(${day}, ${sql.lit(FORMATS[time])})`;

// ---- figures ----

const partColumn = (columns: readonly string[], part: Part, side: Side): Sql => {
  const name = columnOf(part, side);
  return columns.includes(name) ? sql.ref(name) : sql`null::numeric`;
};

function measured(plan: Plan, columns: readonly string[]): Sql[] {
  return plan.measures.flatMap(name => {
    const now = figureOf(plan, name, columns, 'now');
    if (!plan.compared) return [sql`${now} as ${sql.ref(name)}`];
    const before = measureNamed(name).onlyNow ? sql`null::numeric` : figureOf(plan, name, columns, 'before');
    return [
      sql`${now} as ${sql.ref(name)}`,
      sql`${before} as ${sql.ref(`${name}_before`)}`,
      sql`${now} - ${before} as ${sql.ref(`${name}_change`)}`,
    ];
  });
}

const figureOf = (plan: Plan, name: MeasureName, columns: readonly string[], side: Side): Sql =>
  figureFrom(measureNamed(name), part => partColumn(columns, part, side), daysPassed(rangeFor(plan, side), plan.today));

const daysPassed = ({ from, to }: Range, today: string): number =>
  Math.max(1, daysBetween(from, to > today ? today : to) + 1);

/** What some figures leave out, for the notes: on both sides of a comparison. */
const gaps = ({ compared }: Plan, columns: readonly string[]): Sql[] =>
  (compared ? (['now', 'before'] as const) : (['now'] as const)).flatMap(side =>
    (Object.keys(GAPS) as Part[]).map(
      part => sql`${partColumn(columns, part, side)} as ${sql.ref(`gap_${columnOf(part, side)}`)}`,
    ),
  );

/** How many variants have no class, for the notes. */
const unclassed = ({ needsClasses }: Plan): Sql[] =>
  needsClasses ? [sql`(select count(*) from classes c where c.class is null) as unclassed`] : [];

function orderOf({ sort, dimensions: groups }: Plan): Sql {
  const sorted = sort.map(({ field, descending }) => {
    const index = groups.indexOf(field as never);
    const column = index >= 0 ? sql.ref(`d${index}`) : sql.ref(field);
    return descending ? sql`${column} desc nulls last` : sql`${column} nulls last`;
  });
  return sql.join([...sorted, ...groups.map((_, index) => sql`${sql.ref(`d${index}`)} nulls last`)]);
}
