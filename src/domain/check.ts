import { type RawBuilder, sql } from 'kysely';
import type { RowsOf } from '../store/tenant.ts';

/** A rule that must hold at every commit, as SQL that finds what breaks it. */
export interface Check {
  /** What must hold. */
  rule: string;
  /** Rows (organization_id, variant_id, location_id, reference_id, expected, actual) that break it. */
  breaches(of: RowsOf): RawBuilder<unknown>;
  /** Where it compares what the whole ledger says: those that read it alike are found in one pass of it. */
  ledger?: LedgerFigure;
}

/** Two ways to read the ledger: added up for each level, or entry by entry, each continuing the one before it. */
export type LedgerFigure = LevelTotal | RunningTotal;

interface LevelTotal {
  kind: 'level';
  /** What the entries of a level add up to. */
  total: string;
  /** What the level, `l`, shows. */
  figure: string;
}

interface RunningTotal {
  kind: 'running';
  /** What is added up from entry to entry. */
  change: string;
  /** When an entry breaks the rule, by its `expected` total and its place `n` in the story of its level. */
  breaks(expected: string): string;
  /** What the entry shows. */
  after: string;
  /** Columns of entries that these need. */
  columns: readonly string[];
}

/** What a level, and each of its records, is told by. */
export const byPlace = sql.raw('organization_id, variant_id, location_id');

/** Compares a figure of each level with what its records add up to; either side may be missing altogether. */
export const levelFigure = (of: RowsOf, figure: string, records: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(l.organization_id, r.organization_id) as organization_id, coalesce(l.variant_id, r.variant_id) as variant_id,
    coalesce(l.location_id, r.location_id) as location_id, null::uuid as reference_id, coalesce(r.total, 0) as expected, coalesce(l.${sql.raw(figure)}, 0) as actual
  from ${of('inventory_levels', 'l')} full join (${records}) r using (organization_id, variant_id, location_id)
  where coalesce(r.total, 0) <> coalesce(l.${sql.raw(figure)}, 0)`;

/** A rule about what the ledger says. */
export const ofLedger = (rule: string, ledger: LedgerFigure): Check => ({
  rule,
  ledger,
  breaches: of =>
    sql`select organization_id, variant_id, location_id, reference_id, expected, actual from (${inOnePass(of, [['', ledger]])}) p`,
});

/** What breaks any of these, which read the ledger alike; `broken` names which. */
export function inOnePass(
  of: RowsOf,
  figures: readonly (readonly [id: string, figure: LedgerFigure])[],
): RawBuilder<unknown> {
  const levels = figures.flatMap(([id, figure]) => (figure.kind === 'level' ? [[id, figure] as const] : []));
  const running = figures.flatMap(([id, figure]) => (figure.kind === 'running' ? [[id, figure] as const] : []));
  const parts = [
    ...(levels.length > 0 ? [levelTotals(of, levels)] : []),
    ...(running.length > 0 ? [runningTotals(of, running)] : []),
  ];
  return sql.join(parts, sql` union all `);
}

/** What differs, figure by figure: looked at only where anything does. */
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
    select ${byPlace}, ${sql.join(figures.map(([, { total }], index) => sql`${sql.raw(total)} as ${sql.ref(`t${index}`)}`))}
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
  return sql`
  select v.id as broken, organization_id, variant_id, location_id, e.id as reference_id, v.expected, v.actual
  from (select * from (
    select ${byPlace}, id, sequence, ${sql.join(columns.map(column => sql.ref(column)))}, row_number() over story as n,
      ${sql.join(figures.map(([, { change }], index) => sql`sum(${sql.raw(change)}) over story as ${sql.ref(`t${index}`)}`))}
    from ${of('ledger_entries', 'e')} window story as (partition by ${byPlace} order by sequence)) told where ${any} offset 0) e
  ${each} where v.is_broken`;
};
