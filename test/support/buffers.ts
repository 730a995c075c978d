import type { CompiledQuery } from 'kysely';
import type { Db } from '../../src/kernel/unit.ts';
import type { World } from './world.ts';

interface Plan {
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  'Actual Rows': number;
  'Actual Loops': number;
  Plans?: Plan[];
}

interface Explained {
  'QUERY PLAN': [{ Plan: Plan }];
}

/** The rows of the step of the plan that has most, in all of its loops. */
const rowsOf = (plan: Plan): number =>
  Math.max(plan['Actual Rows'] * plan['Actual Loops'], ...(plan.Plans ?? []).map(rowsOf));

/** The rows that a step of each statement of this reading has at most. */
export const mostRowsOf = async (...reading: Parameters<typeof plansOf>): Promise<number[]> =>
  (await plansOf(...reading)).map(rowsOf);

/** The pages of the database that each statement of this reading touches, which a busy machine does not change. */
export const buffersOf = async (...reading: Parameters<typeof plansOf>): Promise<number[]> =>
  (await plansOf(...reading)).map(plan => plan['Shared Hit Blocks'] + plan['Shared Read Blocks']);

/** The plan of each statement. Read by the role that serves, from one snapshot of the organization. */
async function plansOf(
  { database }: Pick<World, 'database'>,
  organizationId: string,
  work: (db: Db) => Promise<unknown>,
): Promise<Plan[]> {
  const plans: Plan[] = [];
  const snapshot = await database.snapshot(organizationId, 'test');
  const executor = snapshot.db.getExecutor();
  const executeQuery = async (query: CompiledQuery) => {
    const explained = { ...query, sql: `explain (analyze, buffers, timing off, format json) ${query.sql}` };
    const { rows } = await executor.executeQuery<Explained>(explained);
    plans.push(rows[0]!['QUERY PLAN'][0].Plan);
    return executor.executeQuery(query);
  };
  const explaining = new Proxy(executor, {
    get(target, name) {
      if (name === 'executeQuery') return executeQuery;
      const value = Reflect.get(target, name);
      // Bound, because it has private fields.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const db = new Proxy(snapshot.db, {
    get(target, name) {
      if (name === 'getExecutor') return () => explaining;
      return name === 'executeQuery' ? executeQuery : Reflect.get(target, name);
    },
  });
  try {
    await work(db);
  } finally {
    await snapshot.close();
  }
  return plans;
}
