import { expect } from '@jest/globals';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import type { Check } from '../../src/domain/check.ts';
import { breachesOf, findBreaches } from '../../src/domain/reconciliation.ts';
import { answersOf } from '../../src/internals/pg.ts';
import type { Db } from '../../src/kernel/unit.ts';
import type { World } from './world.ts';

type Checks = { readonly [id: string]: Check };

/** Prepares the checks: planned once per file, not after each of its tests. */
export async function openChecker(url: string, db: Db, checks: Checks) {
  const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' });
  client.on('error', () => undefined);
  await client.connect();
  const ids = Object.keys(checks);
  for (const id of ids) await client.query(`prepare ${id} as ${breachesOf(checks[id]!).compile(db).sql}`);
  const all = ids.map(id => `execute ${id}`).join(';');
  return {
    async breaches(): Promise<object[]> {
      const answers = answersOf(await client.query(all));
      return answers.flatMap(({ rows }, index) => rows.map(row => ({ check: ids[index]!, ...row })));
    },
    close: () => client.end(),
  };
}

/** The checks that detect this change, which is rolled back. */
export async function checksThatFind(world: World, change: RawBuilder<unknown>, checks: Checks): Promise<string[]> {
  const found = new Set<string>();
  const undone = world.owner.transaction().execute(async transaction => {
    const { numAffectedRows } = await change.execute(transaction);
    expect(Number(numAffectedRows)).toBeGreaterThan(0);
    for (const { check } of await findBreaches(transaction, checks)) found.add(check);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  return [...found];
}
