import { type RawBuilder, sql } from 'kysely';
import { ofTenant } from '../store/tenant.ts';
import { CLASSES, dimensions, type Field, fieldNamed, isTime, RECORDS, type Time, WHOSE } from './dimensions.ts';
import { conditionOf } from './filters.ts';
import { figureFrom, GAPS, type MeasureName, measureNamed, type Part, type Term } from './measures.ts';
import { alignedStarts, type Range, startsOf } from './periods.ts';
import type { Plan } from './plan.ts';
import type { Key, Source } from './source.ts';
import { sourceNamed } from './sources.ts';
import { spell } from './time-labels.ts';

/*
 * One statement for a plan. Each source is read once for each range of time: what is needed of it is added up by the ids that matter, then
 * named and added up again, with a row for the whole beside the groups. The sources come together as rows of one table.
 */

type Sql = RawBuilder<unknown>;
type Side = 'now' | 'before';

/** One reading of a source. */
interface Branch {
  source: Source;
  when: Term['when'];
  side: Side;
  columns: { name: string; value: string; sign: 1 | -1 }[];
}

const columnOf = (part: Part, side: Side): string => `${part}_${side}`;

export function statementOf(plan: Plan): Sql {
  const branches = branchesOf(plan);
  const columns = [...new Set(branches.flatMap(each => each.columns.map(({ name }) => name)))];
  const groups = plan.dimensions.map((_, index) => sql.ref(`d${index}`));
  const read = (kept?: Sql) =>
    sql.join(
      branches.map(branch => readingOf(plan, branch, columns, kept)),
      sql` union all `,
    );
  const summed = sql.join(columns.map(name => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`));
  const by = sql.join([sql`is_total`, ...groups]);
  const figures = (from: Sql) =>
    sql`select ${by}, ${sql.join([...measured(plan, columns), ...gaps(columns)])} from ${from}`;
  const having = sql.join(
    [sql`not is_total`, ...plan.having.map(each => conditionOf(each, sql.ref(each.field)))],
    sql` and `,
  );
  const classes = plan.needsClasses ? sql`classes as materialized (${CLASSES}),` : sql``;
  // What `having` leaves is what the total is of, and a total is no sum where things are told apart.
  const narrowed = plan.having.length > 0 && groups.length > 0;
  const keptNames = sql.join(groups.map(group => sql`coalesce(${group}, '')`));
  const total = narrowed
    ? sql`with kept as (select ${keptNames} from m where ${having}),
        again as (select true as is_total, ${sql.join([...groups.map(group => sql`null::text as ${group}`), summed])} from (${read(sql`select * from kept`)}) u)
        ${figures(sql`again`)}`
    : sql`select * from m where is_total`;
  return sql`
    with ${classes} u as (${read()}),
    g as (select ${by}, ${summed} from u group by ${by}),
    m as (${figures(sql`g`)})
    select t.*, null::bigint as all_groups from (${total}) t
    union all
    (select m.*, count(*) over () as all_groups from m where ${groups.length > 0 ? having : sql`false`} order by ${orderOf(plan)} limit ${plan.limit})`;
}

/** Every reading that the parts need, each source once for each range. */
function branchesOf(plan: Plan): Branch[] {
  const branches = new Map<string, Branch>();
  for (const side of plan.compared ? (['now', 'before'] as const) : (['now'] as const))
    for (const [part, terms] of plan.terms) {
      if (side === 'before' && !hasPast(plan, part)) continue;
      for (const { source, value, when, sign = 1 } of terms) {
        if (isNothing(plan, when, side)) continue;
        // What is there now is the same for both sides, and is what both are reckoned from.
        const key = `${source} ${when} ${side}`;
        const branch = branches.get(key) ?? { source: sourceNamed(source), when, side, columns: [] };
        branches.set(key, branch);
        branch.columns.push({ name: columnOf(part, side), value, sign });
      }
    }
  return [...branches.values()];
}

/** Whether something asked for is reckoned of it for another time, too. */
const hasPast = ({ measures }: Plan, part: Part): boolean =>
  measures.some(name => !measureNamed(name).onlyNow && measureNamed(name).parts.includes(part));

/** Whether nothing can have happened since. */
function isNothing(plan: Plan, when: Term['when'], side: Side): boolean {
  if (side === 'before') return false;
  return (when === 'since_as_of' && plan.asOf === undefined) || (when === 'since_end' && plan.range.to >= plan.today);
}

// ---- one reading ----

function readingOf(plan: Plan, branch: Branch, columns: readonly string[], kept: Sql | undefined): Sql {
  const { source } = branch;
  const keys = keysNeeded(plan, branch);
  const bucket = plan.bucket && source.at ? bucketOf(plan, branch) : undefined;
  const picked = [
    ...keys.map(key => sql`${source.keys[key]} as ${sql.ref(`k_${key}`)}`),
    ...(bucket ? [sql`${bucket} as bucket`] : []),
  ];
  const values = [...new Set(branch.columns.map(({ value }) => value))];
  const added = values.map(name => {
    const { sql: value, distinct } = source.values[name]!;
    return distinct ? sql`bool_or(${value}) as ${sql.ref(name)}` : sql`sum(${value}) as ${sql.ref(name)}`;
  });
  const inner = sql`select ${sql.join([...picked, ...added])} from ${fromOf(plan, branch)} where ${conditionsOf(plan, branch)}
    ${picked.length > 0 ? sql`group by ${sql.join(picked.map((_, index) => sql.raw(String(index + 1))))}` : sql``}`;
  const labels = plan.dimensions.map(name => labelOf(plan, branch, name));
  const shown = columns.map(name => shownColumn(branch, name));
  const named = sql`select ${sql.join([...labels.map((label, index) => sql`${label} as ${sql.ref(`l${index}`)}`), ...figuresOf(branch)])}
    from (${inner}) x ${joinsOf(plan, branch, keys)}`;
  if (labels.length === 0) return sql`select true as is_total, ${sql.join(shown)} from (${named}) n`;
  const groups = sql.join(labels.map((_, index) => sql.ref(`l${index}`)));
  if (kept)
    return sql`select ${sql.join(shown)} from (${named}) n where (${sql.join(labels.map((_, index) => sql`coalesce(${sql.ref(`l${index}`)}, '')`))}) in (${kept})`;
  return sql`select grouping(${sql.ref('l0')}) = 1 as is_total, ${sql.join([...labels.map((_, index) => sql`${sql.ref(`l${index}`)} as ${sql.ref(`d${index}`)}`), ...shown])}
    from (${named}) n group by grouping sets ((${groups}), ())`;
}

/** The columns of one reading, before they are added up. */
function figuresOf({ source, columns }: Branch): Sql[] {
  return [...new Set(columns.map(({ value }) => value))].map(name => {
    const { distinct } = source.values[name]!;
    const own = sql.ref(`x.${name}`);
    return sql`${distinct ? sql`case when ${own} then ${sql.ref(`x.k_${distinct}`)} end` : own} as ${sql.ref(`f_${name}`)}`;
  });
}

function shownColumn({ source, columns }: Branch, name: string): Sql {
  const own = columns.filter(each => each.name === name);
  if (own.length === 0) return sql`null::numeric as ${sql.ref(name)}`;
  const sums = own.map(({ value, sign }) => {
    const figure = sql.ref(`f_${value}`);
    const sum = source.values[value]!.distinct ? sql`count(distinct ${figure})::numeric` : sql`sum(${figure})`;
    return sign === -1 ? sql`-${sum}` : sum;
  });
  return sql`${sql.join(sums, sql` + `)} as ${sql.ref(name)}`;
}

/** The ids by which a reading is added up first. */
function keysNeeded(plan: Plan, { source, columns }: Branch): Key[] {
  const needed = new Set<Key>();
  for (const name of plan.dimensions) if (!isTime(name)) needed.add(keyOf(source, dimensions[name].of));
  for (const { value } of columns) {
    const { distinct } = source.values[value]!;
    if (distinct) needed.add(distinct);
  }
  return [...needed];
}

/** A supplier is that of the document, or else the one that the variant is bought from. */
const keyOf = (source: Source, key: Key): Key => (key === 'supplier' && !source.keys.supplier ? 'variant' : key);

function joinsOf(plan: Plan, { source }: Branch, keys: readonly Key[]): Sql {
  const records = new Set<Key>(keys);
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

function labelOf(plan: Plan, branch: Branch, name: Plan['dimensions'][number]): Sql {
  if (isTime(name)) return timeLabel(plan, branch, name);
  const field: Field = dimensions[name];
  return RECORDS[field.of] ? sql`(${field.sql})::text` : sql`${sql.ref(`x.k_${field.of}`)}::text`;
}

// ---- time ----

const startOfDay = (plan: Plan, day: string): Sql => sql`(${day}::date::timestamp at time zone ${plan.zone}::text)`;

/** The first days of the buckets of one side, the buckets of the other side's beside them. */
export function bucketStarts(plan: Plan, side: Side): string[] {
  const own = startsOf(plan.range, plan.bucket!);
  return side === 'now' ? own : alignedStarts(own, plan.range, plan.compared!, plan.bucket!);
}

/** Which bucket a fact falls into, counted from 1. */
function bucketOf(plan: Plan, { source, side }: Branch): Sql {
  const starts = bucketStarts(plan, side);
  const { sql: at, type } = source.at!;
  if (type === 'date') return sql`width_bucket(${at}::date, ${starts}::date[])`;
  return sql`width_bucket(${at}, (select array_agg(b.day::timestamp at time zone ${plan.zone}::text order by b.day) from unnest(${starts}::date[]) b (day)))`;
}

/** A bucket of the days before is called what its counterpart is called; a weekday is its own. */
function timeLabel(plan: Plan, { side }: Branch, time: Time): Sql {
  const starts = bucketStarts(plan, time === 'weekday' ? side : 'now');
  return sql`(${starts.map(start => spell(time, start))}::text[])[x.bucket]`;
}

function conditionsOf(plan: Plan, branch: Branch): Sql {
  const { source, columns } = branch;
  const only = columns.map(({ value }) => source.values[value]!.where);
  const conditions = [
    source.where,
    ...whenOf(plan, branch),
    ...plan.filters.map(filter => filterOf(plan, source, filter)),
    ...(only.every(each => each !== undefined) ? [sql`(${sql.join(only, sql` or `)})`] : []),
  ];
  return sql.join(conditions, sql` and `);
}

const rangeFor = (plan: Plan, side: Side): Range => (side === 'now' ? plan.range : plan.compared!);

function whenOf(plan: Plan, { source, when, side }: Branch): Sql[] {
  if (when === 'now' || !source.at) return [];
  const { sql: at, type } = source.at;
  const { from, to } = rangeFor(plan, side);
  const since = (day: string) =>
    type === 'date' ? sql`${at} >= ${day}::date` : sql`${at} >= ${startOfDay(plan, day)}`;
  const until = (day: string) => (type === 'date' ? sql`${at} < ${day}::date` : sql`${at} < ${startOfDay(plan, day)}`);
  const after = plan.dayAfter(to);
  switch (when) {
    case 'within':
      return [since(from), until(after)];
    case 'since_start':
      return [since(from)];
    case 'since_end':
      return [since(after)];
    case 'year_before':
      return [since(plan.yearBefore(from)), until(from)];
    case 'since_as_of':
      if (side === 'before') return [since(after)];
      // A day means its end.
      return [plan.asOf!.length > 10 ? sql`${at} > ${plan.asOf}::timestamptz` : since(plan.dayAfter(plan.asOf!))];
  }
}

function fromOf(plan: Plan, { source, side }: Branch): Sql {
  if (typeof source.from !== 'function') return source.from;
  const { from, to } = rangeFor(plan, side);
  return source.from({ from: sql`${from}::date`, to: sql`${to}::date` });
}

// ---- filters ----

/** Facts of a record that fulfils the condition. */
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
    return sql`${source.keys.variant} in (select v.id from variants v join suppliers s on ${ofTenant('s')} and s.id = v.supplier_id where ${ofTenant('v')} and ${condition})`;
  return sql`${source.keys[field.of]} in (select ${record.id} from ${record.from} ${classes} where ${WHOSE[field.of]} and ${condition})`;
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
    const now = figureOf(name, columns, 'now');
    if (!plan.compared) return [sql`${now} as ${sql.ref(name)}`];
    const before = measureNamed(name).onlyNow ? sql`null::numeric` : figureOf(name, columns, 'before');
    return [
      sql`${now} as ${sql.ref(name)}`,
      sql`${before} as ${sql.ref(`${name}_before`)}`,
      sql`${now} - ${before} as ${sql.ref(`${name}_change`)}`,
    ];
  });
}

const figureOf = (name: MeasureName, columns: readonly string[], side: Side): Sql =>
  figureFrom(measureNamed(name), part => partColumn(columns, part, side));

/** What some figures leave out, to be told. */
const gaps = (columns: readonly string[]): Sql[] =>
  (Object.keys(GAPS) as Part[]).map(part => sql`${partColumn(columns, part, 'now')} as ${sql.ref(`gap_${part}`)}`);

function orderOf({ sort, dimensions: groups }: Plan): Sql {
  const sorted = sort.map(({ field, descending }) => {
    const index = groups.indexOf(field as never);
    const column = index >= 0 ? sql.ref(`d${index}`) : sql.ref(field);
    return descending ? sql`${column} desc nulls last` : sql`${column} nulls last`;
  });
  return sql.join([...sorted, ...groups.map((_, index) => sql`${sql.ref(`d${index}`)} nulls last`)]);
}
