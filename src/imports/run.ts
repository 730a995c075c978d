import { sql } from 'kysely';
import { OvertakenRead, type Problem, Refusal } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { type Warning, warningsOf } from '../kernel/warnings.ts';
import { executeIn } from '../store/execute.ts';
import { type Decision, decideAll, type Mode } from './decide.ts';
import type { ROW_STATUSES } from './imports.ts';
import type { Kind } from './kinds.ts';
import { type Fields, type ImportRecord, originalOf, storable } from './records.ts';

/*
 * Runs records of an import through the operations that REST uses. A record is imported completely or not at all.
 */

export interface RowResult {
  row: number;
  key: string | null;
  status: (typeof ROW_STATUSES)[number];
  id: string | null;
  errors: readonly Row[];
  warnings: readonly Row[];
  original: unknown;
}

/** The maximum number of problems stored per row; a row has few columns. */
const ERRORS_MAX = 20;
const KEY_MAX = 300;

/** The result of each row of the records. A rejected record has left no trace. */
export async function runRecords(
  unit: Unit,
  kind: Kind,
  mode: Mode,
  records: readonly ImportRecord[],
  caller: Caller,
): Promise<RowResult[]> {
  const decisions = await decideAll(unit.db, kind, mode, records);
  const together: Decision[] = [];
  const flush = async () => runTogether(unit, kind, together.splice(0), caller);
  for (const decision of decisions) {
    if (decision.problems.length > 0 || decision.steps.length === 0) continue;
    if (decision.isPlainCreate && kind.many) {
      together.push(decision);
      continue;
    }
    // In the order of the sheet: later records may depend on earlier ones.
    await flush();
    await runAlone(unit, decision, caller);
  }
  await flush();
  if (mode !== 'create') await requireStill(unit, kind, mode, decisions);
  return decisions.flatMap(rowsDone);
}

/**
 * Throws OvertakenRead if somebody else has created meanwhile what was to be created here: the transaction starts over,
 * finds it and changes it.
 */
async function requireStill(unit: Unit, kind: Kind, mode: Mode, decisions: readonly Decision[]): Promise<void> {
  const taken = decisions.filter(
    ({ steps, problems }) => steps.length > 0 && problems.some(({ code }) => code === 'already_exists'),
  );
  if (taken.length === 0) return;
  const own = new Set(decisions.flatMap(({ id, problems }) => (id && problems.length === 0 ? [id] : [])));
  const again = await decideAll(
    unit.db,
    kind,
    mode,
    taken.map(({ record }) => record),
  );
  const wouldDo = ({ steps }: Decision) => steps.map(({ operation }) => operation.name).join();
  for (const [index, now] of again.entries())
    if (now.problems.length === 0 && !own.has(now.id ?? '') && wouldDo(now) !== wouldDo(taken[index]!))
      throw new OvertakenRead('Somebody else has created the record since it was looked for.');
}

const isRefused = (error: unknown): error is Refusal => error instanceof Refusal && error.code !== 'unavailable';

async function runAlone(unit: Unit, decision: Decision, caller: Caller): Promise<void> {
  let at = '';
  try {
    await unit.part(async () => {
      for (const { operation, input, path, foundBy = {} } of decision.steps) {
        at = path;
        const made = (await executeIn(unit, operation, caller, input)) as Fields & { id?: string };
        if (Object.entries(foundBy).some(([field, value]) => typeof made[field] === 'string' && made[field] !== value))
          throw new OvertakenRead('The record got another key since it was found.');
        decision.id ??= made.id;
        warnOf(decision, warningsOf(made), path);
      }
    });
  } catch (error) {
    if (!isRefused(error)) throw error;
    reject(decision, error.problems, at);
  }
}

/** Creates many with one command; those that it refuses are rejected, and the others created without them. */
async function runTogether(unit: Unit, kind: Kind, decisions: readonly Decision[], caller: Caller): Promise<void> {
  if (decisions.length === 0) return;
  const { operation, list, also, outcome } = kind.many!;
  let open = decisions;
  while (open.length > 0) {
    try {
      const input = { ...also, [list]: open.map(({ steps }) => steps[0]!.input) };
      const result = await unit.part(() => executeIn(unit, operation, caller, input));
      for (const [index, decision] of open.entries()) {
        decision.id ??= madeIn(result as Row, index);
        const own = warningsOf(result).filter(({ field }) => placeIn(field, list) === index);
        warnOf(decision, own.map(withoutPlace), '');
        if (outcome) decision.outcomes = decision.record.rows.map(() => outcome(result as Row, index));
      }
      return;
    } catch (error) {
      if (!isRefused(error)) throw error;
      const refused = Map.groupBy(error.problems, problem => placeIn(problem.field, list));
      // A problem that cannot be assigned to a record is found by trying each.
      if (refused.has(undefined)) {
        for (const decision of open) {
          if (open.length === 1) reject(decision, error.problems, '');
          else await runTogether(unit, kind, [decision], caller);
        }
        return;
      }
      for (const [place, problems] of refused)
        reject(
          open[place!]!,
          problems.map(problem => withoutPlace({ ...problem, field: problem.field! })),
          '',
        );
      open = open.filter((_, index) => !refused.has(index));
    }
  }
}

/** The index of the record that a problem belongs to: the 3 of `products[3].name`. */
function placeIn(field: string | undefined, list: string): number | undefined {
  const place = field?.startsWith(`${list}[`) ? /\[(\d+)\]/.exec(field)?.[1] : undefined;
  return place === undefined ? undefined : Number(place);
}

const withoutPlace = <Said extends { field: string }>(said: Said): Said => ({
  ...said,
  field: said.field.replace(/^\w+\[\d+\]\.?/, ''),
});

/** The record that a bulk command created at this index, if it returns it. */
function madeIn({ results }: Row, index: number): string | undefined {
  const result = (results as { product?: { id: string }; adjustment?: { id: string } }[] | undefined)?.[index];
  return (result?.product ?? result?.adjustment)?.id;
}

function reject(decision: Decision, problems: readonly Problem[], path: string): void {
  for (const { field = '', details: _, ...problem } of problems)
    decision.problems.push({ ...problem, ...decision.record.locate(`${path}${field}`) });
}

function warnOf({ record, warnings }: Decision, found: readonly Warning[], path: string): void {
  for (const { field, ...warning } of found) warnings.push({ ...warning, ...record.locate(`${path}${field}`) });
}

const REJECTED_WITH = 'Another row of the same record was rejected.';

function rowsDone({ record, problems, warnings, outcomes, id }: Decision): RowResult[] {
  const rejected = problems.length > 0;
  return record.rows.map((row, index) => {
    const own = problems.filter(problem => (problem.row ?? record.rows[0]!.number) === row.number);
    const errors = own.length > 0 || !rejected ? own : [{ code: 'validation_failed' as const, message: REJECTED_WITH }];
    return {
      row: row.number,
      key: record.key === undefined ? null : String(storable(record.key.slice(0, KEY_MAX))),
      status: rejected ? 'rejected' : outcomes[index]!,
      id: rejected ? null : (id ?? null),
      errors: errors.slice(0, ERRORS_MAX).map(({ code, message, field }) => ({
        code,
        message: storable(message),
        ...(field && { field: storable(field) }),
      })),
      warnings: rejected
        ? []
        : warnings.flatMap(({ row: number, message, ...each }) =>
            number === row.number ? [{ ...each, message: storable(message) }] : [],
          ),
      original: originalOf(row),
    };
  });
}

/** Writes the results of rows, and the progress of the import. */
export function note(unit: Unit, importId: string, rows: readonly RowResult[]): void {
  const count = (status: RowResult['status']) => rows.filter(row => row.status === status).length;
  unit.later(
    sql`
      insert into import_rows (organization_id, import_id, row, key, status, id, errors, warnings, original)
      select ${unit.organizationId}::uuid, ${importId}::uuid, r.row, r.key, r.status, r.id,
        r.errors, r.warnings, r.original
      from json_to_recordset(${JSON.stringify(rows)}::json) as r (row int, key text, status text, id uuid, errors jsonb,
          warnings jsonb, original jsonb)`.compile(unit.db),
  );
  unit.later(
    sql`
      update imports t
      set rows_done = t.rows_done + ${rows.length}, rows_created = t.rows_created + ${count('created')},
        rows_updated = t.rows_updated + ${count('updated')}, rows_unchanged = t.rows_unchanged + ${count('unchanged')},
        rows_rejected = t.rows_rejected + ${count('rejected')}, updated_at = ${unit.now()}
      where t.organization_id = ${unit.organizationId} and t.id = ${importId}`.compile(unit.db),
  );
}
