import { type RawBuilder, sql } from 'kysely';
import type { RowsOf } from '../store/tenant.ts';
import type { EntryType } from './stock/ledger.ts';

/** A rule that must hold at every commit, as SQL that finds violations. */
export interface Check {
  /** What must hold. */
  rule: string;
  /** Rows (organization_id, variant_id, location_id, reference_id, expected, actual) that violate it. */
  breaches(of: RowsOf): RawBuilder<unknown>;
  /** Set if it needs the whole ledger: rules that read it in the same way are checked in one pass. */
  ledger?: LedgerFigure;
}

/**
 * Three ways to read the ledger: summed up per level; entry by entry, each continuing the one before; or compared with
 * the documents' own record of what they moved.
 */
export type LedgerFigure = LevelTotal | RunningTotal | DocumentTotal;

interface LevelTotal {
  kind: 'level';
  /** The sums of a level's entries. */
  total: string;
  /** The value that the level, `l`, shows. */
  figure: string;
}

interface RunningTotal {
  kind: 'running';
  /** What is summed up from entry to entry. */
  change: string;
  /**
   * When an entry violates the rule, given its `expected` running total and its index `n` in the history of its level.
   */
  breaks(expected: string): string;
  /** The value that the entry shows. */
  after: string;
  /** Columns of entries that these need. */
  columns: readonly string[];
}

interface DocumentTotal {
  kind: 'document';
  /** The entries that refer to these documents: of a type that only this figure uses. */
  entryType: EntryType;
  /** The documents' totals: rows of (organization_id, variant_id, location_id, reference_id, total). */
  records(of: RowsOf): RawBuilder<unknown>;
  /** The quantity of an entry. */
  figure: 'quantity_change' | '-quantity_change' | 'quantity';
}

/** The columns that identify a level and each of its records. */
export const byPlace = sql.raw('organization_id, variant_id, location_id');

/** Compares a figure of each level with the sum of its records; either side may be missing altogether. */
export const levelFigure = (of: RowsOf, figure: string, records: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(l.organization_id, r.organization_id) as organization_id,
    coalesce(l.variant_id, r.variant_id) as variant_id,
    coalesce(l.location_id, r.location_id) as location_id, null::uuid as reference_id, coalesce(r.total, 0) as expected,
    coalesce(l.${sql.raw(figure)}, 0) as actual
  from ${of('inventory_levels', 'l')} full join (${records}) r using (organization_id, variant_id, location_id)
  where coalesce(r.total, 0) <> coalesce(l.${sql.raw(figure)}, 0)`;

/** A rule about what the ledger says. */
export const ofLedger = (rule: string, ledger: LedgerFigure): Check => ({
  rule,
  ledger,
  breaches: of =>
    sql`select organization_id, variant_id, location_id, reference_id, expected, actual
      from (${inOnePass(of, [['', ledger]])}) p`,
});

/** Violations of any of these rules, which read the ledger in the same way; `broken` names the rule. */
export function inOnePass(
  of: RowsOf,
  figures: readonly (readonly [id: string, figure: LedgerFigure])[],
): RawBuilder<unknown> {
  const levels = figures.flatMap(([id, figure]) => (figure.kind === 'level' ? [[id, figure] as const] : []));
  const running = figures.flatMap(([id, figure]) => (figure.kind === 'running' ? [[id, figure] as const] : []));
  const documents = figures.flatMap(([id, figure]) => (figure.kind === 'document' ? [[id, figure] as const] : []));
  const parts = [
    ...(documents.length > 0 ? [documentTotals(of, documents)] : []),
    ...(levels.length > 0 ? [levelTotals(of, levels)] : []),
    ...(running.length > 0 ? [runningTotals(of, running)] : []),
  ];
  return sql.join(parts, sql` union all `);
}

/** The differences, figure by figure: computed only where there are any. */
const differing = (
  figures: readonly { id: string; expected: string; actual: string; breaks: string }[],
): { any: RawBuilder<unknown>; each: RawBuilder<unknown> } => ({
  any: sql.join(
    figures.map(({ breaks }) => sql`(${sql.raw(breaks)})`),
    sql` or `,
  ),
  each: sql`cross join lateral (values ${sql.join(
    figures.map(
      ({ id, expected, actual, breaks }) =>
        sql`(${sql.lit(id)}, ${sql.raw(expected)}, ${sql.raw(actual)}, ${sql.raw(breaks)})`,
    ),
  )}) v (id, expected, actual, is_broken)`,
});

const levelTotals = (of: RowsOf, figures: readonly (readonly [string, LevelTotal])[]): RawBuilder<unknown> => {
  const { any, each } = differing(
    figures.map(([id, { figure }], index) => {
      const [expected, actual] = [`coalesce(r.t${index}, 0)`, `coalesce(${figure}, 0)`];
      return { id, expected, actual, breaks: `${expected} <> ${actual}` };
    }),
  );
  return sql`
  select v.id as broken, organization_id, variant_id, location_id, null::uuid as reference_id, v.expected, v.actual
  from ${of('inventory_levels', 'l')} full join (
    select ${byPlace},
      ${sql.join(figures.map(([, { total }], index) => sql`${sql.raw(total)} as ${sql.ref(`t${index}`)}`))}
    from ${of('ledger_entries', 'e')} group by ${byPlace}) r using (${byPlace})
  ${each} where (${any}) and v.is_broken`;
};

const runningTotals = (of: RowsOf, figures: readonly (readonly [string, RunningTotal])[]): RawBuilder<unknown> => {
  const columns = [...new Set(figures.flatMap(([, figure]) => figure.columns))];
  const { any, each } = differing(
    figures.map(([id, { after, breaks }], index) => ({
      id,
      expected: `t${index}`,
      actual: after,
      breaks: breaks(`t${index}`),
    })),
  );
  const sums = figures.map(
    ([, { change }], index) => sql`sum(${sql.raw(change)}) over story as ${sql.ref(`t${index}`)}`,
  );
  return sql`
  select v.id as broken, organization_id, variant_id, location_id, e.id as reference_id, v.expected, v.actual
  from (select * from (
    select ${byPlace}, id, sequence, ${sql.join(columns.map(column => sql.ref(column)))}, row_number() over story as n,
      ${sql.join(sums)}
    from ${of('ledger_entries', 'e')} window story as (partition by ${byPlace} order by sequence)) told
        where ${any} offset 0) e
  ${each} where v.is_broken`;
};

const listed = (types: readonly string[]) => sql.join(types.map(type => sql.lit(type)));
const NO_DOCUMENT = sql.lit('00000000-0000-0000-0000-000000000000');

/**
 * Nearly always a line of a document has one entry of the same quantity, and such pairs are only counted: summing them
 * up took five times the memory and twice the time. Only documents with anything left over are summed up.
 */
const documentTotals = (of: RowsOf, figures: readonly (readonly [string, DocumentTotal])[]): RawBuilder<unknown> => {
  const types = figures.map(([, { entryType }]) => entryType);
  const moved = sql`case entry_type ${sql.join(
    figures.map(([, { entryType, figure }]) => sql`when ${sql.lit(entryType)} then ${sql.raw(figure)}`),
    sql` `,
  )} end`;
  const all = sql`(${sql.join(
    figures.map(
      ([, { entryType, records }]) =>
        sql`select ${sql.lit(entryType)} as kind, ${byPlace}, reference_id, reference_id as document, total as figure,
          1 as side from (${records(of)}) m where total <> 0`,
    ),
    sql` union all `,
  )} union all
    select entry_type, ${byPlace}, reference_id, coalesce(reference_id, ${NO_DOCUMENT}), ${moved}, -1
        from ${of('ledger_entries')} where entry_type in (${listed(types)}))`;
  const broken = sql.join(
    figures.map(([id, { entryType }]) => sql`when ${sql.lit(entryType)} then ${sql.lit(id)}`),
    sql` `,
  );
  return sql`
  select case kind ${broken} end as broken, ${byPlace}, reference_id, coalesce(sum(figure) filter (where side = 1),
      0) as expected, coalesce(sum(figure) filter (where side = -1), 0) as actual
  from ${all} a where (kind, document) in (
    select kind, document from ${all} b group by kind, document, ${byPlace}, figure having sum(side) <> 0)
  group by kind, ${byPlace}, reference_id having coalesce(sum(figure * side), 0) <> 0`;
};
