import { expect } from '@jest/globals';
import type { RawBuilder } from 'kysely';
import pg from 'pg';
import type { Check } from '../../src/domain/check.ts';
import { breachesOf, findBreaches } from '../../src/domain/reconciliation.ts';
import { answersOf } from '../../src/internals/pg.ts';
import type { Db } from '../../src/kernel/unit.ts';
import type { World } from './world.ts';

type Checks = { readonly [id: string]: Check };

/** Stands for every table: of a statement that is not understood, and where other processes write. */
export const EVERY_TABLE = '*';

const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:"?public"?\.)?"?(\w+)/gi;
/** A statement without any of these, that begins otherwise, may do anything. */
const HARMLESS = /^\s*(?:select|with|begin|commit|rollback|savepoint|release|set|lock|explain)\b/i;

/** The tables that a statement writes to. No trigger or cascade writes to any other that a check reads. */
export function tablesWritten(statement: string): string[] {
  const tables = [...statement.matchAll(WRITES)].map(match => match[1]!);
  return tables.length > 0 || HARMLESS.test(statement) ? tables : [EVERY_TABLE];
}

/**
 * Runs checks. Each is prepared, and so planned, once per file, when it is first needed: those of tables that nobody
 * has written to find nothing.
 */
export async function openChecker(url: string, db: Db, checks: Checks) {
  const client = new pg.Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' });
  client.on('error', () => undefined);
  await client.connect();
  const all = Object.entries(checks).map(([id, check]) => {
    const text = breachesOf(check).compile(db).sql;
    return { id, text, words: new Set(text.match(/\w+/g)), isPrepared: false };
  });
  return {
    /** What breaks a rule about any of these tables. */
    async breaches(tables: ReadonlySet<string>): Promise<object[]> {
      const concerned = tables.has(EVERY_TABLE)
        ? all
        : all.filter(({ words }) => [...tables].some(table => words.has(table)));
      if (concerned.length === 0) return [];
      for (const each of concerned) {
        if (!each.isPrepared) await client.query(`prepare ${each.id} as ${each.text}`);
        each.isPrepared = true;
      }
      // The answer to a single statement is no list.
      const answers = answersOf(
        await client.query(['select', ...concerned.map(({ id }) => `execute ${id}`)].join(';')),
      );
      return concerned.flatMap(({ id }, index) => answers[index + 1]!.rows.map(row => ({ check: id, ...row })));
    },
    close: () => client.end(),
  };
}

/** Whether this check detects the change, which is rolled back: in the statement that runs it among all of them. */
export async function isDetected(
  world: World,
  change: RawBuilder<unknown>,
  checks: Checks,
  check: string,
): Promise<boolean> {
  const kind = checks[check]!.ledger?.kind;
  const together = Object.entries(checks).filter(([id, { ledger }]) => id === check || (kind && ledger?.kind === kind));
  return (await checksThatFind(world, change, Object.fromEntries(together))).includes(check);
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
