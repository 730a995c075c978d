import { addDays, daysBetween } from '../kernel/calendar.ts';
import { type Problem, refuse, refuseAll } from '../kernel/errors.ts';
import { allows, type Caller } from '../kernel/operation.ts';
import { attributes, doorOf, fieldNamed, GROUPS, type Group, isTime, type Time } from './dimensions.ts';
import { type Condition, problemOf } from './filters.ts';
import type { ReportBasis, ReportQuery } from './input.ts';
import { GAPS, MEASURES, type MeasureName, measureNamed, measures } from './measures.ts';
import { type Part, parts, type Term } from './parts.ts';
import { comparedWith, type Range, rangeOf } from './periods.ts';
import type { Source } from './source.ts';
import { sourceNamed } from './sources.ts';

/* Plans a query: checks it, and decides which days it covers and how each part is computed. */

/** The requested days, or those that they are compared with. */
export type Side = 'now' | 'before';

/**
 * The units of time of a range of days, in order, as arrays that PostgreSQL reads: ten years have thousands of days,
 * and each of a dozen readings is sent all of them.
 */
export interface Buckets {
  /** Their first days. */
  starts: string;
  /** The moments at which these days begin. */
  moments: string;
  /** Their labels, by each unit that is asked for. */
  names: { readonly [time in Time]?: string };
}

export interface Plan {
  measures: readonly MeasureName[];
  dimensions: readonly Group[];
  filters: readonly Condition[];
  having: readonly Condition[];
  sort: readonly { field: string; descending: boolean }[];
  limit: number;
  range: Range;
  compared: Range | undefined;
  /** Whether the query named the days. */
  isDated: boolean;
  /** The point in time of figures that have one. Default: now. */
  asOf: string | undefined;
  today: string;
  zone: string;
  /** Whether the ledger has had costs and revenue from its first entry on. */
  keepsCosts: boolean;
  /** The unit of time that facts are grouped by. */
  bucket: Exclude<Time, 'weekday'> | undefined;
  /** The units of both ranges of days, once the times at which they begin have been looked up. */
  buckets?: { readonly [side in Side]: Buckets };
  needsClasses: boolean;
  terms: ReadonlyMap<Part, readonly Term[]>;
  /** Terms that were left out because they do not support the requested grouping. */
  leftOut: readonly Term[];
  dayAfter(day: string): string;
  yearBefore(day: string): string;
}

/** Ten years of days: more than any chart can show. */
const BUCKETS_MAX_DAYS = 3660;

/** Refuses a caller who lacks the scope or module of a measure or a field; checked before anything else. */
export function authorizeReport({ measures, dimensions, filters }: ReportQuery, caller: Caller): void {
  const needs = [
    ...measures.map(name => [name, measureNamed(name)] as const),
    ...[...dimensions, ...filters.map(({ field }) => field)].map(name => [name, doorOf(name)] as const),
  ];
  for (const [name, door] of needs) {
    if (!door) continue;
    const { area, module } = door;
    if (!allows(caller.scopes, `${area}:read`))
      refuse('insufficient_scope', `This key lacks the scope ${area}:read, which ${name} needs.`, {
        details: { scope: `${area}:read` },
      });
    if (module && !caller.modules.has(module))
      refuse('module_not_enabled', `The ${module} module is not enabled for this organization; ${name} needs it.`, {
        details: { module },
      });
  }
}

/** Plans the query. Refuses a combination that makes no sense, and names alternatives. */
export function planOf(
  query: ReportQuery,
  { today, zone, keepsCosts }: Pick<ReportBasis, 'today' | 'zone' | 'keepsCosts'>,
  days?: number,
): Plan {
  const names = [...new Set(query.measures)];
  const groups = [...new Set(query.dimensions)];
  const range = rangeOf(query, today, days);
  const compared = query.compareTo && comparedWith(range, query.compareTo, today);
  const { asOf } = query;
  // Unknown names are reported by a problem of their own.
  refuseAll([
    ...fieldProblems(query),
    ...rangeProblems(query, range),
    ...names.flatMap(name => combinationProblems(name, groups, query.filters)),
    ...havingProblems(query, names, groups),
    ...pastProblems(query, names, today),
  ]);
  const termsOf = new Map<Part, readonly Term[]>();
  const leftOut: Term[] = [];
  const wanted = new Set<Part>(names.flatMap(name => [...measureNamed(name).parts]));
  for (const [part, gap] of Object.entries(GAPS) as [Part, { of: readonly MeasureName[] }][])
    if (gap.of.some(name => names.includes(name))) wanted.add(part);
  for (const part of wanted) {
    const ways: readonly (readonly Term[])[] = parts[part];
    const way = ways.find(terms => terms.every(term => term.optional || canTell(term, groups, query.filters)));
    if (!way) continue;
    const told = way.filter(term => canTell(term, groups, query.filters));
    leftOut.push(...way.filter(term => !told.includes(term)));
    termsOf.set(part, told);
  }
  const units = groups.filter(isTime);
  const only = units.length === 1 ? units[0]! : undefined;
  return {
    measures: names,
    dimensions: groups,
    filters: query.filters,
    having: query.having,
    sort: sortOf(query, names, groups),
    limit: query.limit,
    range,
    compared,
    isDated: query.from !== undefined || compared !== undefined,
    asOf,
    today,
    zone,
    keepsCosts,
    bucket: units.length === 0 ? undefined : only && only !== 'weekday' ? only : 'day',
    needsClasses:
      groups.includes('abc_class') || query.filters.some(({ field }) => fieldNamed(field)?.needs === 'classes'),
    terms: termsOf,
    leftOut,
    dayAfter: day => addDays(day, 1),
    yearBefore: day => addDays(day, -365),
  };
}

// ---- which measures support which fields ----

const reaches = (source: Source, when: Term['when'], field: string): boolean => {
  if (isTime(field)) return when === 'within' && source.at !== undefined;
  const { of } = fieldNamed(field)!;
  return source.keys[of] !== undefined || (of === 'supplier' && source.keys.variant !== undefined);
};

const canTell = (term: Term, groups: readonly Group[], filters: readonly Condition[]): boolean =>
  [...groups, ...filters.map(({ field }) => field)].every(field => isToldBy(term, field));

const isToldBy = ({ source, when, notBy }: Term, field: string): boolean =>
  reaches(sourceNamed(source), when, field) && (isTime(field) || !notBy?.includes(fieldNamed(field)!.of));

/** Whether a measure can be grouped, or filtered, by a field. */
export const has = (name: MeasureName, field: string): boolean =>
  measureNamed(name).parts.every(part =>
    (parts[part] as readonly (readonly Term[])[]).some(terms =>
      terms.every(term => term.optional || isToldBy(term, field)),
    ),
  );

function combinationProblems(name: MeasureName, groups: readonly Group[], filters: readonly Condition[]): Problem[] {
  const fields = [
    ...groups.map(field => ({ field, at: 'dimensions' })),
    ...filters.map(({ field }, index) => ({ field, at: `filters[${index}].field` })),
  ].filter(({ field }) => isTime(field) || fieldNamed(field));
  const wrong = fields.filter(({ field }) => !has(name, field));
  const problems = wrong.map(({ field, at }): Problem => {
    const others = MEASURES.filter(each => has(each, field));
    return {
      code: 'validation_failed',
      message: `${name} cannot be broken down by ${field}, only by ${list(GROUPS.filter(each => has(name, each)))}. Measures that can: ${list(others)}.`,
      field: at,
      details: { measure: name, dimension: field, measures: others },
    };
  });
  if (problems.length > 0) return problems;
  const known = filters.filter(({ field }) => fields.some(each => each.field === field));
  const together = measureNamed(name).parts.every(part =>
    (parts[part] as readonly (readonly Term[])[]).some(terms =>
      terms.every(term => term.optional || canTell(term, groups, known)),
    ),
  );
  if (together) return [];
  const message = `${name} can be broken down by ${list(fields.map(({ field }) => field))} separately, but not by all of them at once.`;
  const dimensions = fields.map(({ field }) => field);
  return [{ code: 'validation_failed', message, field: 'dimensions', details: { measure: name, dimensions } }];
}

const list = (names: readonly string[]) => (names.length > 0 ? names.join(', ') : 'nothing');

// ---- other problems ----

function fieldProblems({ filters }: ReportQuery): Problem[] {
  return filters.flatMap((filter, index): Problem[] => {
    const type = isTime(filter.field) ? 'text' : fieldNamed(filter.field)?.type;
    if (!type) {
      const isMeasure = Object.hasOwn(measures, filter.field);
      const message = isMeasure
        ? `${filter.field} is a measure: it is compared in \`having\`.`
        : `Must be a dimension or an attribute: ${list([...GROUPS, ...Object.keys(attributes)])}.`;
      return [{ code: 'validation_failed', message, field: `filters[${index}].field` }];
    }
    const values = fieldNamed(filter.field)?.values;
    const given = (Array.isArray(filter.value) ? filter.value : [filter.value]) as unknown[];
    const wrong = problemOf(filter, type);
    const unheard =
      values && /^(=|!=|in|not_in)$/.test(filter.op) && given.find(each => !values.includes(String(each)));
    const message = wrong ?? (unheard ? `Must be one of ${values.join(', ')}.` : undefined);
    return message ? [{ code: 'validation_failed', message, field: `filters[${index}].value` }] : [];
  });
}

function havingProblems(
  { having, compareTo, sort }: ReportQuery,
  names: readonly MeasureName[],
  groups: readonly Group[],
): Problem[] {
  const figures = figureNames(names, compareTo !== undefined);
  const columns = [...figures, ...groups];
  return [
    ...having.flatMap((each, index): Problem[] => {
      if (!figures.includes(each.field))
        return [
          {
            code: 'validation_failed',
            message: `Must be one of the requested measures: ${list(figures)}.`,
            field: `having[${index}].field`,
          },
        ];
      const message = problemOf(each, 'number');
      return message ? [{ code: 'validation_failed', message, field: `having[${index}].value` }] : [];
    }),
    ...(sort ?? []).flatMap((each, index): Problem[] =>
      columns.includes(each.replace(/^-/, ''))
        ? []
        : [
            {
              code: 'validation_failed',
              message: `Must be one of ${list(columns)}, with - in front for descending.`,
              field: `sort[${index}]`,
            },
          ],
    ),
  ];
}

/** Each measure and, in a comparison, its previous value and its change. */
export const figureNames = (names: readonly MeasureName[], compared: boolean): string[] =>
  names.flatMap(name => (compared ? [name, `${name}_before`, `${name}_change`] : [name]));

function rangeProblems({ from, to, dimensions: groups }: ReportQuery, range: Range): Problem[] {
  if (range.from > range.to)
    return [
      {
        code: 'validation_failed',
        message: to === undefined ? 'Must not be in the future without `to`.' : 'Must not be after `to`.',
        field: from === undefined ? 'to' : 'from',
      },
    ];
  const days = daysBetween(range.from, range.to);
  return days > BUCKETS_MAX_DAYS && groups.some(isTime)
    ? [{ code: 'validation_failed', message: 'At most ten years can be broken down by time.', field: 'from' }]
    : [];
}

function pastProblems({ asOf }: ReportQuery, names: readonly MeasureName[], today: string): Problem[] {
  if (asOf === undefined) return [];
  if (asOf.length > 10 ? Date.parse(asOf) > Date.now() : asOf > today)
    return [{ code: 'validation_failed', message: 'Must not be in the future.', field: 'asOf' }];
  const unknown = names.filter(name => measureNamed(name).onlyNow);
  return unknown.map(name => ({
    code: 'validation_failed',
    message: `${name} is only known for the present; on_hand and stock_value are known for any time.`,
    field: 'asOf',
    details: { measure: name },
  }));
}

/** As requested; otherwise by time if grouped by time, else by the first measure, largest first. */
function sortOf({ sort }: ReportQuery, names: readonly MeasureName[], groups: readonly Group[]): Plan['sort'] {
  if (sort) return sort.map(each => ({ field: each.replace(/^-/, ''), descending: each.startsWith('-') }));
  const units = groups.filter(isTime);
  return units.length > 0
    ? units.map(field => ({ field, descending: false }))
    : [{ field: names[0]!, descending: true }];
}
