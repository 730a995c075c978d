import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import type pg from 'pg';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { type Caller, type Operation, parse } from '../../src/kernel/operation.ts';
import type { Row } from '../../src/kernel/view.ts';
import { execute } from '../../src/store/execute.ts';
import { lockAwaited } from './live.ts';
import { refusal, type Tenant, type World } from './world.ts';

/*
 * Shared by the tests of documents: refused commands leave no trace, every pair of state and command is tried, and
 * races run on two database instances.
 */

/** What a refused command may leave: the response for a replay, and an unused number. The other two follow the log. */
const UNTRACED = new Set(['idempotency_keys', 'number_series', 'event_heads', 'webhook_progress']);

/** The tables with rows of a tenant, each with the column that names it. */
async function tracedTables(world: World): Promise<{ name: string; column: string }[]> {
  const { rows } = await sql<{ name: string; column: string }>`
    select c.relname as name, a.attname as column from pg_class c join pg_attribute a
      on a.attrelid = c.oid and a.attname = case c.relname when 'organizations' then 'id' else 'organization_id' end
    where c.relkind in ('r', 'p') and not c.relispartition and c.relnamespace = 'public'::regnamespace
    order by 1`.execute(world.database.system);
  const traced = rows.filter(({ name }) => !UNTRACED.has(name));
  expect(traced.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['organizations', 'orders', 'purchase_order_items', 'stock_transfer_lots', 'lots']),
  );
  return traced;
}

let tables: ReturnType<typeof tracedTables> | undefined;

/** Everything of the tenant that a refused command must not change: the rows of all tables. */
export async function traces(world: World, tenant: Tenant): Promise<{ [table: string]: string[] }> {
  const traced = await (tables ??= tracedTables(world));
  const figures = traced.map(
    ({ name, column }) =>
      sql`(select coalesce(jsonb_agg((to_jsonb(t) - 'position' - 'sequence')::text), '[]') from ${sql.table(name)} t
          where ${sql.ref(`t.${column}`)} = ${tenant.id})`,
  );
  const { rows } = await sql<{ traces: string[][] }>`select jsonb_build_array(${sql.join(figures)}) as traces`.execute(
    world.database.system,
  );
  const found = Object.fromEntries(traced.map(({ name }, index) => [name, rows[0]!.traces[index]!.sort()]));
  expect(found['organizations']).toHaveLength(1);
  return found;
}

/** The problems that the work is refused with; fails if it left any trace. */
export async function refusedWithoutTrace(
  world: World,
  tenant: Tenant,
  work: () => Promise<unknown>,
): Promise<Awaited<ReturnType<typeof refusal>>> {
  const before = await traces(world, tenant);
  const problems = await refusal(work());
  expect(await traces(world, tenant)).toEqual(before);
  return problems;
}

interface Lifecycle {
  world: World;
  what: string;
  table: { [state: string]: readonly string[] };
  /** Creates a document in this state. */
  make(tenant: Tenant, state: string): Promise<Row>;
  /** Each command with the states in which it is allowed, and the state that it leads to. */
  commands: { [name: string]: { operation: Operation; input?: object; from: readonly string[]; to?: string } };
}

/**
 * One test per command and state: the transitions in the table succeed, all others are `invalid_state` and leave no
 * trace.
 */
export function testLifecycle({ world, what, table, make, commands }: Lifecycle): void {
  for (const [name, { operation, input, from, to }] of Object.entries(commands)) {
    for (const state of Object.keys(table)) {
      const allowed = from.includes(state);
      test(`${name} of a ${state} ${what} ${allowed ? `leaves it ${to ?? state}` : 'is refused'}`, async () => {
        const tenant = await world.tenant();
        const document = await make(tenant, state);
        expect(document['status']).toBe(state);
        const run = () => tenant.run(operation, { id: document['id'], ...input });
        if (allowed) expect(await run()).toMatchObject({ id: document['id'], status: to ?? state });
        else
          expect((await refusedWithoutTrace(world, tenant, run))[0]).toMatchObject({
            code: 'invalid_state',
            field: 'status',
            details: { status: state },
          });
      });
    }
  }
}

export const sourcesOf = (table: { [state: string]: readonly string[] }, target: string): string[] =>
  Object.keys(table).filter(state => table[state]!.includes(target));

/** Runs the same command with each input at once. Returns the successful results and the codes of the others. */
export const race = (world: World, tenant: Tenant, operation: Operation, inputs: readonly object[]) =>
  raceOf(
    world,
    tenant,
    inputs.map(input => [operation, input]),
  );

/** Runs commands at once, alternating between two database instances. */
export async function raceOf(
  world: World,
  tenant: Tenant,
  commands: readonly (readonly [Operation, object])[],
): Promise<{ won: Row[]; lost: string[] }> {
  const callers = [tenant.caller, { ...tenant.caller, database: await world.second() }];
  const outcomes = await Promise.all(
    commands.map(([operation, input], index) => attempt(operation, callers[index % 2]!, input)),
  );
  return {
    won: outcomes.flatMap(each => ('answer' in each ? [each.answer] : [])),
    lost: outcomes.flatMap(each => ('code' in each ? [each.code] : [])),
  };
}

/**
 * Runs the command, and commits it only once the others, started meanwhile, all wait for it. Returns their outcomes.
 * `owner` sees who waits for whom.
 */
export const besideUncommitted = (
  { database }: World,
  owner: pg.Client,
  tenant: Tenant,
  [operation, input]: readonly [Operation, object],
  others: () => readonly Promise<unknown>[],
): Promise<string[]> =>
  database
    .transaction(tenant.id, 'key:test', async unit => {
      await operation.run(unit as never, parse(operation.input, input), tenant.caller);
      await unit.em.flush();
      const works = others();
      const outcomes = outcomesOf(works);
      await lockAwaited(owner, works.length);
      return () => outcomes;
    })
    .then(outcomes => outcomes());

/** The number of attempts if refused as `unavailable`: on a busy machine the queue for a connection may be too long. */
export const TRIES_MAX = 3;

async function attempt(
  operation: Operation,
  caller: Caller,
  input: object,
  tries = TRIES_MAX,
): Promise<{ answer: Row } | { code: string }> {
  try {
    const { answer } = await execute(operation, caller, input, { present: result => result as Row });
    return { answer };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // Nothing has happened, and a client would retry.
    if (error.code === 'unavailable' && tries > 1) return attempt(operation, caller, input, tries - 1);
    return { code: error.code };
  }
}

/** Runs everything at once: `done`, or the code of the refusal. Any other error fails the test. */
export const outcomesOf = (works: readonly Promise<unknown>[]): Promise<string[]> =>
  Promise.all(
    works.map(work =>
      work.then(
        () => 'done',
        (error: unknown) => {
          if (error instanceof Refusal) return error.code;
          throw error;
        },
      ),
    ),
  );

export const times = <T>(count: number, of: T): T[] => Array.from({ length: count }, () => of);

/** The level at a location: on hand, available and incoming; undefined if there is none. */
export async function levelAt(tenant: Tenant, sku: string, locationId: unknown): Promise<object | undefined> {
  const [row] = (await tenant.list(listInventoryLevels, { sku, locationId })).rows;
  return (
    row && { onHand: row['quantityOnHand'], available: row['quantityAvailable'], incoming: row['quantityIncoming'] }
  );
}

/** The ledger entries of a document in order: type, change and lot. */
export async function entriesOf(tenant: Tenant, document: Row): Promise<Row[]> {
  return (await tenant.list(listLedger, { referenceId: document['id'], perPage: 200 })).rows.reverse();
}

/** The types of the tenant's events so far, in order. */
export async function eventTypes(world: World, tenant: Tenant): Promise<string[]> {
  const { rows } = await sql<{
    type: string;
  }>`select type from events where organization_id = ${tenant.id} order by id`.execute(world.database.system);
  return rows.map(row => row.type);
}
