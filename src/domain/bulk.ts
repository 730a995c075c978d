import { z } from 'zod';
import { lowerFirst } from '../kernel/case.ts';
import { type Problem, Refusal } from '../kernel/errors.ts';
import type { RecordClass, Unit } from '../kernel/unit.ts';
import { warn, warningsOf } from '../kernel/warnings.ts';

/*
 * Bulk commands: all rows or none, or each on its own. docs/api.md, "Inventory adjustment".
 */

/** The input `mode` of a bulk command; atomic unless the client says otherwise. */
export const bulkMode = () =>
  z
    .enum(['atomic', 'partial'])
    .meta({ id: 'BulkMode' })
    .default('atomic')
    .meta({ description: 'Whether one rejected row rejects all of them (atomic) or only itself (partial).' });
type BulkMode = 'atomic' | 'partial';

/** The result of a bulk of records: how many were applied, and a result for each. */
export function bulkOf(name: string, entity: RecordClass) {
  const words = name.toLowerCase();
  const result = z
    .object({
      index: z.int().meta({ description: `Index of the ${words}, from 0.` }),
      status: z.enum(['applied', 'rejected']).meta({ id: 'BulkResultStatus', description: 'Outcome.' }),
      [lowerFirst(name)]: z
        .unknown()
        .nullable()
        .meta({ entity, description: `The ${words}, if it was created.` }),
      errors: z.array(z.unknown().meta({ problem: true })).meta({ description: 'Why it was rejected.' }),
    })
    .meta({ id: `Bulk${name}Result`, description: `Outcome of one ${words} of a bulk.` });
  return z
    .object({
      applied: z.int().meta({ description: `Number of ${words}s created.` }),
      rejected: z.int().meta({ description: `Number of ${words}s rejected.` }),
      results: z.array(result).meta({ description: `One result per given ${words}, in the same order.` }),
    })
    .meta({ id: `Bulk${name}`, description: `Outcome of a bulk of ${words}s.` });
}

/**
 * Creates all of them, or in `partial` mode each on its own: a rejected one is rolled back. `make` throws all problems
 * of what it is given.
 */
export async function inBulk<Given, Made extends object>(
  unit: Unit,
  mode: BulkMode,
  all: readonly Given[],
  name: string,
  make: (some: readonly Given[], path: (index: number) => string) => Promise<readonly Made[]>,
  list: string,
): Promise<object> {
  const outcomes: readonly (Made | readonly Problem[])[] =
    mode === 'atomic' ? await make(all, index => `${list}[${index}]`) : await eachForItself(unit, all, make, list);
  const results = outcomes.map((outcome, index) =>
    Array.isArray(outcome)
      ? { index, status: 'rejected', [name]: null, errors: outcome }
      : { index, status: 'applied', [name]: outcome, errors: [] },
  );
  const rejected = results.filter(({ status }) => status === 'rejected').length;
  return warn(
    { applied: results.length - rejected, rejected, results },
    outcomes.flatMap(outcome => (Array.isArray(outcome) ? [] : warningsOf(outcome))),
  );
}

async function eachForItself<Given, Made>(
  unit: Unit,
  all: readonly Given[],
  make: (some: readonly Given[], path: (index: number) => string) => Promise<readonly Made[]>,
  list: string,
): Promise<(Made | readonly Problem[])[]> {
  const outcomes: (Made | readonly Problem[])[] = [];
  for (const [index, each] of all.entries()) {
    try {
      outcomes.push((await unit.part(() => make([each], () => `${list}[${index}]`)))[0]!);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code === 'unavailable') throw error;
      outcomes.push(error.problems);
    }
  }
  return outcomes;
}
