import { type CompiledQuery, sql } from 'kysely';
import { z } from 'zod';
import { withPatterns } from '../domain/planning/insights/patterns.ts';
import { FIRST_KEEPS_COSTS } from '../domain/planning/reports/flows.ts';
import { daysBetween } from '../kernel/calendar.ts';
import { parse, query, type Reading } from '../kernel/operation.ts';
import type { Db } from '../kernel/unit.ts';
import { computedBeside } from '../store/beside.ts';
import { ofTenant } from '../store/tenant.ts';
import { type ReportBasis, reportInput } from './input.ts';
import { notesOf } from './notes.ts';
import type { Range } from './periods.ts';
import { authorizeReport, figureNames, type Plan, planOf, type Side } from './plan.ts';
import { bucketStarts, bucketsOf, momentsOf, statementOf } from './statement.ts';

/*
 * The query that every figure comes from: measures, grouped by dimensions, filtered, compared with other days.
 * docs/api.md, "The query".
 */

/** The number of groups that cost one request point. */
const GROUPS_PER_POINT = 1000;
/** And the number of units of time, once for each reading of them: they are told apart even where nothing happened. */
const UNITS_PER_POINT = 5000;
const POINTS_MAX = 50;

const Covers = z
  .object({
    from: z.iso.date().meta({ description: 'The first day of measures of a period.' }),
    to: z.iso.date().meta({ description: 'The last day, included.' }),
    comparedFrom: z.iso.date().nullable().meta({ description: 'The first day compared with.' }),
    comparedTo: z.iso.date().nullable().meta({ description: 'The last day compared with.' }),
    asOf: z
      .string()
      .nullable()
      .meta({ description: 'The day or moment that measures such as on_hand are as of; null is now.' }),
    ledgerSince: z.iso.date().nullable().meta({ description: 'The first day recorded in the ledger.' }),
    importedFrom: z.iso.date().nullable().meta({ description: 'First day of the imported demand history.' }),
    importedTo: z.iso.date().nullable().meta({ description: 'Last day of the imported demand history.' }),
  })
  .meta({ id: 'ReportCovers', description: 'The time that the figures cover.' });

const Meta = z
  .object({
    covers: Covers,
    groups: z.int().meta({ description: 'Total number of rows, including those beyond `limit`.' }),
    currency: z.string().meta({ description: 'Currency of all money.' }),
    notes: z.array(z.string()).meta({ description: 'Notes on how to read the figures.' }),
  })
  .meta({ id: 'ReportMeta', description: 'What the figures cover.' });

const row = z.record(z.string(), z.unknown());

export const Report = z
  .object({
    data: z.array(row).meta({ description: 'The rows: dimensions and measures by name.' }),
    totals: row.meta({
      description: 'Each measure over all rows, computed from the facts rather than by adding up the rows.',
    }),
    meta: Meta,
  })
  .meta({ id: 'Report', description: 'The requested figures.' });

export const report = query('report', {
  area: 'reports',
  mayLag: true,
  summary: 'Computes any figures: measures by dimensions, filtered, and compared with another period.',
  bare: true,
  argument: 'query',
  input: reportInput,
  output: Report,
  run: (reading, input) => reportOn(reading, input),
});

interface Figures {
  [name: string]: unknown;
}

export interface ReportAnswer {
  data: Figures[];
  totals: Figures;
  meta: { covers: z.output<typeof Covers>; groups: number; currency: string; notes: string[] };
}

interface ComputedReport extends ReportAnswer {
  /** The names of what its rows have, in order; not shown. */
  columns: string[];
  /** The time as of which the figures were computed, if that began before this request. */
  asOf?: Date;
}

/** Figures of a large organization take long. What the same statement answers is the same. */
const figuresBeside = computedBeside(
  async (db, _, statement: CompiledQuery<RawRow>) => (await db.executeQuery(statement)).rows,
  {
    keyOf: (_, { sql: text, parameters }) => JSON.stringify([text, parameters]),
    // Otherwise figures that take a moment would be as of a moment ago.
    joinMs: 1000,
    keptMax: 30,
  },
);

/**
 * Answers a query; if it names no days, for the last `days` days (default 30). Refuses what the caller may not read,
 * and what makes no sense.
 */
export async function reportOn(
  reading: Reading,
  given: z.input<typeof reportInput>,
  days?: number,
): Promise<ComputedReport> {
  const input = parse(reportInput, given);
  authorizeReport(input, reading.caller);
  const basis = await knownOf(reading.db);
  const planned = planOf(input, basis, days);
  await reading.caller.charge?.(Math.min(POINTS_MAX, Math.floor(unitsRead(planned) / UNITS_PER_POINT)));
  const plan = await timed(reading, planned);
  const needsPatterns = [...plan.terms.values()]
    .flat()
    .some(({ source }) => ['patterns', 'empty_days', 'lasting'].includes(source));
  const db = needsPatterns ? await withPatterns(reading) : reading.db;
  const statement = sql<RawRow>`${statementOf(plan)}`.compile(db);
  const { result: rows, asOf } = await figuresBeside.of({ ...reading, db }, statement);
  const [total, ...others] = [
    rows.find(each => each.all_groups === null),
    ...rows.filter(each => each.all_groups !== null),
  ];
  const groups = others[0]?.all_groups ?? 0;
  await reading.caller.charge?.(Math.floor(groups / GROUPS_PER_POINT));
  const figures = figureNames(plan.measures, plan.compared !== undefined);
  const totals = shown(total ?? {}, figures);
  const isOne = plan.dimensions.length + plan.having.length === 0;
  const data = isOne ? [totals] : others.map(each => ({ ...labeled(plan, each!), ...shown(each!, figures) }));
  return {
    ...(asOf && { asOf }),
    columns: [...plan.dimensions, ...figures],
    data,
    totals,
    meta: {
      covers: {
        ...plan.range,
        comparedFrom: plan.compared?.from ?? null,
        comparedTo: plan.compared?.to ?? null,
        asOf: plan.asOf ?? null,
        ledgerSince: basis.ledgerSince,
        importedFrom: basis.importedFrom,
        importedTo: basis.importedTo,
      },
      groups: isOne ? 1 : groups,
      currency: basis.currency,
      notes: await notesOf(reading, plan, basis, (total ?? {}) as Figures, asOf),
    },
  };
}

/** How many units of time its readings tell apart, all of them together; at most so many, before they are known. */
function unitsRead({ bucket, range, compared, terms }: Plan): number {
  if (!bucket) return 0;
  const units = (days: Range) => Math.ceil((daysBetween(days.from, days.to) + 1) / SHORTEST[bucket]);
  return (units(range) + (compared ? units(compared) : 0)) * [...terms.values()].flat().length;
}

/** The days of the shortest of these units of time. */
const SHORTEST = { day: 1, week: 7, month: 28, quarter: 90, year: 365 } as const;

/** The plan, completed with the times at which its units of time begin. */
async function timed({ db }: Reading, plan: Plan): Promise<Plan> {
  if (!plan.bucket) return plan;
  const starts = bucketStarts(plan);
  const { rows } = await sql<{ [side in Side]: string }>`
    select ${momentsOf(plan, starts.now)} as now, ${momentsOf(plan, starts.before)} as before`.execute(db);
  const of = (side: Side) => bucketsOf(plan, { now: starts.now, own: starts[side], moments: rows[0]![side] });
  return { ...plan, buckets: { now: of('now'), before: of('before') } };
}

interface RawRow {
  all_groups: number | null;
  [column: string]: unknown;
}

const shown = (raw: Figures, figures: readonly string[]): Figures =>
  Object.fromEntries(figures.map(name => [name, raw[name] ?? null]));

const labeled = (plan: Plan, raw: Figures): Figures =>
  Object.fromEntries(
    plan.dimensions.map((name, index) => {
      const label = raw[`d${index}`] ?? null;
      return [name, name === 'weekday' && label !== null ? Number(label) : label];
    }),
  );

/** Reads what has to be known about the organization to plan a query. */
export async function knownOf(db: Db): Promise<ReportBasis> {
  const { rows } = await sql<ReportBasis>`
    select o.time_zone as zone, o.currency, (now() at time zone o.time_zone)::date as today,
      (e.created_at at time zone o.time_zone)::date as "ledgerSince", ${FIRST_KEEPS_COSTS} as "keepsCosts",
      (select min(h.date) from demand_history h where ${ofTenant('h')}) as "importedFrom",
      (select max(h.date) from demand_history h where ${ofTenant('h')}) as "importedTo"
    from organizations o left join lateral (
      select e.created_at, e.unvalued_change from ledger_entries e where ${ofTenant('e')}
          order by e.created_at limit 1) e on true
    where ${ofTenant('o', 'id')}`.execute(db);
  return rows[0]!;
}
