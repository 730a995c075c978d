import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { Db, Unit, Vault } from '../kernel/unit.ts';
import { BY_KEY, connected, TenantConnection, type Traffic } from './connections.ts';
import { isRetryable, isUndone, translated } from './database-errors.ts';
import { Groups } from './groups.ts';
import { Lockstep } from './lockstep.ts';
import type { NextNumber } from './numbers.ts';
import type { OpenDatabase } from './open-database.ts';
import { readingOn } from './reading.ts';
import { bindTransaction } from './unit.ts';

const ATTEMPTS_MAX = 4;

interface TransactionsOptions {
  pool: pg.Pool;
  poolSize: number;
  /** Called with the first transaction: a process that only reads does not need it. */
  entities: () => Promise<MikroORM>;
  vault: Vault;
  nextNumber: NextNumber;
  traffic: Traffic | undefined;
  /** Whether organizations may be moved to another database. */
  mayMove: boolean;
}

/** A command in its transaction, alone or with others. */
interface Member {
  organizationId: string;
  actor: string;
  actorId: string | undefined;
  work(unit: Unit, opened: unknown): Promise<unknown>;
  conclude?: ((result: unknown, unit: Unit) => unknown) | undefined;
  opening?: ((db: Db) => Promise<unknown>) | undefined;
}

interface Attempt {
  clock?: (() => Date) | undefined;
  /** Commands that share a transaction find all their rows by key. */
  byKey?: boolean;
  /** Whether the members succeed or fail as one, rather than each by itself. */
  isWhole?: boolean;
}

/** Runs commands in transactions of their organization: docs/architecture.md, "What a command may do". */
export function transactionsOver(
  options: TransactionsOptions,
): Pick<OpenDatabase, 'transaction' | 'together' | 'onCommit'> {
  const listeners: (() => void)[] = [];
  let orm: MikroORM | undefined;

  async function attemptUntilDone(members: readonly Member[], how: Attempt): Promise<unknown[]> {
    const isDivisible = members.length > 1 && !how.isWhole;
    for (let number = 1; ; number += 1) {
      try {
        orm ??= await options.entities();
        const results = await attempt(orm, options, members, how);
        for (const listener of listeners) listener();
        return results;
      } catch (error) {
        // If a group is rolled back, its members run again one by one, each with its own outcome.
        if (isDivisible && isUndone(error)) throw error;
        if (isDivisible || !isRetryable(error) || number === ATTEMPTS_MAX) throw translated(error);
        await sleep(Math.random() * 20 * number);
      }
    }
  }

  const groups = new Groups<Member>(
    members => attemptUntilDone(members, { byKey: true }),
    isUndone,
    Math.max(1, Math.floor(options.poolSize / 2)),
  );

  return {
    async transaction(organizationId, actor, work, { actorId, now, opening, conclude, group } = {}) {
      const member = { organizationId, actor, actorId, work, opening, conclude } as Member;
      // A member with its own clock cannot share a transaction.
      if (group && !now) return groups.join(`${organizationId} ${group.name}`, group.about, member);
      return (await attemptUntilDone([member], { clock: now }))[0] as never;
    },
    async together(organizationId, actor, works, { now } = {}) {
      const members = works.map(work => ({ organizationId, actor, actorId: undefined, work }));
      return (await attemptUntilDone(members, { clock: now, byKey: true, isWhole: true })) as never;
    },
    onCommit: listener => void listeners.push(listener),
  };
}

/**
 * Runs the members, of one organization, in one transaction, all or nothing. Two round trips: begin, set the tenant,
 * read the clock and run the members' opening statements; then flush and commit.
 */
async function attempt(
  orm: MikroORM,
  { pool, vault, nextNumber, traffic, mayMove }: TransactionsOptions,
  members: readonly Member[],
  { clock, byKey }: Attempt,
): Promise<unknown[]> {
  const { organizationId } = members[0]!;
  const client = await connected(pool, organizationId);
  const connection = new TenantConnection(client, { organizationId, traffic, mayMove });
  let lost: Error | undefined;
  try {
    const begun = connection.begin(byKey ? BY_KEY : '');
    const db = readingOn(connection);
    const [databaseTime, ...opened] = await Promise.all([begun, ...members.map(({ opening }) => opening?.(db))]);
    const em = orm.em.fork({ clear: true });
    em.setTransactionContext(db as never);
    em.setFilterParams('tenant', { organizationId });
    const later: Unit['later'] = ({ sql, parameters }) => connection.later(sql, parameters);
    const now = clock ?? clockFrom(databaseTime);
    bindTransaction(em, { organizationId, now, later });
    const last = new Map<Parameters<Unit['finally']>[0], unknown[]>();
    const shared: Omit<Unit, 'actor' | 'actorId' | 'together'> = {
      em,
      db,
      organizationId,
      now,
      vault,
      nextNumber: prefix => nextNumber(organizationId, prefix),
      later,
      finally: (write, row) => {
        const rows = last.get(write as never) ?? [];
        last.set(write as never, rows);
        rows.push(row);
      },
      part: work => (byKey ? Promise.reject(new Error(NO_PARTS)) : partOf(connection, em, work)),
    };
    const lockstep = new Lockstep(members.length);
    const results = await lockstep.run(
      members.map(({ actor, actorId, work, conclude }, index) => async () => {
        const { together, flush } = lockstep.member();
        const unit: Unit = { ...shared, actor, actorId, together };
        const result = await work(unit, opened[index]);
        await flush(() => em.flush());
        return conclude ? conclude(result, unit) : result;
      }),
    );
    for (const [write, rows] of last) later(write(rows as never).compile(db));
    await connection.commit();
    return results;
  } catch (error) {
    const cause = await connection.firstFailure(error);
    await client.query('rollback').catch((failed: Error) => (lost = failed));
    throw cause;
  } finally {
    client.release(lost);
  }
}

/** The database's clock, from its time at this moment on. */
function clockFrom(databaseTime: Date): () => Date {
  const beganAt = performance.now();
  return () => new Date(databaseTime.getTime() + Math.trunc(performance.now() - beganAt));
}

/** A part flushes, and forgets what was loaded when it fails: the changes of other members would be among that. */
const NO_PARTS = 'A command that shares its transaction has no parts.';

const depths = new WeakMap<TenantConnection, number>();

/**
 * Runs the work inside a savepoint. A failure caused by another transaction aborts the whole, which then starts over.
 */
async function partOf<R>(connection: TenantConnection, em: EntityManager, work: () => Promise<R>): Promise<R> {
  const depth = (depths.get(connection) ?? 0) + 1;
  depths.set(connection, depth);
  const savepoint = `part_${depth}`;
  connection.later(`savepoint ${savepoint}`, []);
  try {
    const result = await work();
    await em.flush();
    connection.later(`release savepoint ${savepoint}`, []);
    await connection.settled();
    return result;
  } catch (error) {
    const cause = await connection.firstFailure(error);
    if (isRetryable(cause)) throw cause;
    await connection.client.query(`rollback to savepoint ${savepoint}`);
    em.clear();
    throw translated(cause);
  } finally {
    depths.set(connection, depth - 1);
  }
}
