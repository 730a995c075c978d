import type { CompiledQuery } from 'kysely';
import type { Db } from '../../src/kernel/unit.ts';
import type { World } from './world.ts';

interface Explained {
  'QUERY PLAN': [{ Plan: { 'Shared Hit Blocks': number; 'Shared Read Blocks': number } }];
}

/**
 * The pages of the database that each statement of this reading touches, which a busy machine does not change. Read by
 * the role that serves, from one snapshot of the organization.
 */
export async function buffersOf(
  { database }: Pick<World, 'database'>,
  organizationId: string,
  work: (db: Db) => Promise<unknown>,
): Promise<number[]> {
  const touched: number[] = [];
  const snapshot = await database.snapshot(organizationId, 'test');
  const executor = snapshot.db.getExecutor();
  const executeQuery = async (query: CompiledQuery) => {
    const explained = { ...query, sql: `explain (analyze, buffers, timing off, format json) ${query.sql}` };
    const { rows } = await executor.executeQuery<Explained>(explained);
    const { Plan } = rows[0]!['QUERY PLAN'][0];
    touched.push(Plan['Shared Hit Blocks'] + Plan['Shared Read Blocks']);
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
  return touched;
}
