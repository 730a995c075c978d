import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import { options } from '../../mikro-orm.config.ts';
import type { Database, TransactionOptions, Work } from '../kernel/operation.ts';
import { numbersFrom } from '../kernel/numbers.ts';
import { bindUnit, type Vault } from '../kernel/record.ts';
import type { Db } from '../kernel/rows.ts';
import { connected, nothing, openPool, readingOn, readingOver, TenantConnection } from './connections.ts';
import { isRetryable, translated } from './errors.ts';
import { openVault } from './vault.ts';
import { APP_ROLE, rolePassword, SYSTEM_ROLE } from './guards.ts';

const ATTEMPTS_MAX = 4;

/** The open database of one process. */
export interface OpenDatabase extends Database {
  /** All organizations at once: for checking keys, following the log, delivering, pruning and verifying. */
  system: Db;
  systemPool: pg.Pool;
  /** The address to connect to as the system role, for LISTEN. */
  systemUrl: string;
  orm: MikroORM;
  vault: Vault;
  /** Called after each commit: something may be in the outbox. */
  onCommit(listener: () => void): void;
  close(): Promise<void>;
}

const urlAs = (ownerUrl: string, role: string): string => {
  const url = new URL(ownerUrl);
  url.username = role;
  url.password = rolePassword(role, ownerUrl);
  return url.href;
};

/** Opens the migrated database as the roles that cannot bypass row-level security. */
export async function openDatabase(ownerUrl: string, { poolSize = 10 } = {}): Promise<OpenDatabase> {
  const orm = await MikroORM.init({ ...options, clientUrl: ownerUrl, driverOptions: nothing() as never, connect: false, ensureDatabase: false } as never);
  askNothingBack(orm);
  const pool = openPool({ url: urlAs(ownerUrl, APP_ROLE), max: poolSize, name: 'stockwright' });
  const systemUrl = urlAs(ownerUrl, SYSTEM_ROLE);
  const systemPool = openPool({ url: systemUrl, max: 4, name: 'stockwright system', statementTimeoutMs: 60_000 });
  const system = readingOver(systemPool);
  const nextNumber = numbersFrom(system);
  const vault = openVault(ownerUrl);
  const readings = new Map<string, Db>();
  const listeners: (() => void)[] = [];

  const read = (organizationId: string): Db => {
    let reading = readings.get(organizationId);
    if (!reading) readings.set(organizationId, (reading = readingOver(pool, requireUuid(organizationId))));
    return reading;
  };

  /**
   * Begin, tell the tenant, read the clock and do what the transaction opens with: one round trip. What is flushed and the commit are
   * another.
   */
  async function attempt<R, O>(organizationId: string, actor: string, work: Work<R, O>, { now: clock, opening }: TransactionOptions<O>): Promise<R> {
    const client = await connected(pool);
    const connection = new TenantConnection(client, undefined, true);
    let lost: Error | undefined;
    try {
      const begun = connection.begin(requireUuid(organizationId));
      const em = orm.em.fork({ clear: true });
      const db = readingOn(connection);
      em.setTransactionContext(db as never);
      em.setFilterParams('tenant', { organizationId });
      const [databaseTime, opened] = await Promise.all([begun, opening?.(db) as Promise<O>]);
      const beganAt = performance.now();
      const now = clock ?? (() => new Date(databaseTime.getTime() + Math.trunc(performance.now() - beganAt)));
      const unit = bindUnit({ em, db, organizationId, actor, now, nextNumber: prefix => nextNumber(organizationId, prefix), vault, later: ({ sql, parameters }) => connection.later(sql, parameters) });
      const result = await work(unit, opened);
      await connection.commit();
      return result;
    } catch (error) {
      // What was sent without waiting may have failed first, and everything after it for that reason.
      const cause = await connection.settled().then(() => error, (failure: unknown) => failure);
      await client.query('rollback').catch((failed: Error) => (lost = failed));
      throw cause;
    } finally {
      client.release(lost);
    }
  }

  return {
    orm,
    vault,
    system,
    systemPool,
    systemUrl,
    read,
    async transaction(organizationId, actor, work, options = {}) {
      for (let number = 1; ; number += 1) {
        try {
          const result = await attempt(organizationId, actor, work, options);
          for (const listener of listeners) listener();
          return result;
        } catch (error) {
          if (!isRetryable(error) || number === ATTEMPTS_MAX) throw translated(error);
          await sleep(Math.random() * 20 * number);
        }
      }
    },
    onCommit: listener => void listeners.push(listener),
    async close() {
      await orm.close(true);
      await Promise.all([pool.end(), systemPool.end()]);
    },
  };
}

/** What the database counts up by itself nobody here needs to know: asking for it would cost each insert a round trip. */
function askNothingBack(orm: MikroORM): void {
  for (const { props } of orm.getMetadata().getAll().values()) {
    for (const prop of props.filter(({ generated }) => generated === 'identity')) Object.assign(prop, { generated: undefined, autoincrement: undefined, persist: false });
  }
}

function requireUuid(id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('An organization id must be a UUID.');
  return id;
}
