import { setTimeout as sleep } from 'node:timers/promises';
import type { EntityManager, MikroORM } from '@mikro-orm/postgresql';
import type { Db, Lagging, Unit } from '../kernel/unit.ts';
import {
  BY_KEY,
  connected,
  connectedTo,
  openPool as open,
  type PoolOptions,
  TenantConnection,
  type Traffic,
} from '../store/connections.ts';
import { isRetryable, isUndone, translated } from '../store/database-errors.ts';
import { Groups } from '../store/groups.ts';
import { Lockstep } from '../store/lockstep.ts';
import { looksOver } from '../store/looks.ts';
import { numbersFrom } from '../store/numbers.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { readingOn, readingOver } from '../store/reading.ts';
import { isReplicasFault, type Replica, watchReplica } from '../store/replica.ts';
import { SNAPSHOTS, snapshotsOver } from '../store/snapshots.ts';
import { bindTransaction } from '../store/unit.ts';
import { type DatabaseAccess, derivedAccess, pastPooler, sharesSessionsAt } from './roles.ts';
import { openVault } from './vault.ts';

const ATTEMPTS_MAX = 4;

/*
 * The connections of a process, at most: REQUESTS_MAX for reads and commands, the ones below, SNAPSHOTS_MAX while
 * exports run, one for each of the two probes, three for people who sign in, one to LISTEN on, and one for each lane of
 * chores while it works.
 */
const REQUESTS_MAX = 10;
/** For keys and document numbers: each takes a millisecond. */
const LOOKUPS_MAX = 3;
/**
 * For the sequencer, the follower, two replays, the dispatcher, and a chore of each lane. The last one to come waits
 * briefly.
 */
const BACKGROUND_MAX = 5;
/** For reports on a replica. */
const REPLICA_MAX = 6;
/** A report that waits longer for one of those connections is read from the primary. */
const REPLICA_WAIT_MS = 3000;
/** For exports: each holds one for as long as its client takes to read. */
const SNAPSHOTS_MAX = 4;

/** One of the commands that share a transaction. */
interface Member {
  actor: string;
  actorId: string | undefined;
  work(unit: Unit, opened: unknown): Promise<unknown>;
  conclude?: ((result: unknown, unit: Unit) => unknown) | undefined;
  opening?: (db: Db) => Promise<unknown>;
}

interface Attempt {
  clock?: (() => Date) | undefined;
  /** Commands that share a transaction find all their rows by key. */
  byKey?: boolean;
}

interface OpenOptions {
  poolSize?: number;
  secretsKeys?: readonly string[] | undefined;
  /** Counts what is sent on behalf of organizations. */
  traffic?: Traffic;
  /** The lag up to which a replica is still read. */
  readLagSeconds?: number;
  /** Its name, if it is one of several databases. */
  pod?: string | undefined;
  /** What it writes. Default: all entities. */
  entities?: (() => Promise<MikroORM>) | undefined;
}

const allEntities = async (): Promise<MikroORM> => (await import('./entities.ts')).discoveredEntities();

/**
 * Opens the migrated database with the roles that cannot bypass row-level security, given the owner's URL or theirs.
 */
export async function openDatabase(
  given: string | DatabaseAccess,
  { poolSize = REQUESTS_MAX, secretsKeys, traffic, readLagSeconds = 10, pod, entities = allEntities }: OpenOptions = {},
): Promise<OpenDatabase> {
  const access = typeof given === 'string' ? derivedAccess(given, { secretsKeys }) : given;
  const { app: appUrl, system: systemUrl, read: readUrl } = access;
  const directUrl = pastPooler(access).system;
  const isShared = access.direct !== undefined;
  const openPool = (options: PoolOptions) => open({ ...options, isShared });
  /** Loaded with the first transaction: a process that only reads does not need it. */
  let orm: MikroORM | undefined;
  const pools = {
    requests: openPool({ url: appUrl, max: poolSize, name: 'stockwright' }),
    lookups: openPool({ url: systemUrl, max: LOOKUPS_MAX, name: 'stockwright system' }),
    background: openPool({
      url: systemUrl,
      max: BACKGROUND_MAX,
      name: 'stockwright background',
      statementTimeoutMs: 60_000,
    }),
    snapshots: openPool({ url: appUrl, max: SNAPSHOTS_MAX, name: SNAPSHOTS, idleTimeoutMs: 5000 }),
  };
  const ofReplica = readUrl && {
    replica: openPool({ url: readUrl, max: REPLICA_MAX, name: 'stockwright reports', waitMs: REPLICA_WAIT_MS }),
    replicaSnapshots: openPool({ url: readUrl, max: SNAPSHOTS_MAX, name: SNAPSHOTS, idleTimeoutMs: 5000 }),
  };
  const probe = (url: string) =>
    openPool({ url, max: 1, name: 'stockwright probe', statementTimeoutMs: 2000, idleTimeoutMs: 1000 });
  const probes = { app: probe(appUrl), system: probe(systemUrl) };
  const atReplica = readUrl ? probe(readUrl) : undefined;
  const replica =
    atReplica &&
    watchReplica({
      primary: pools.lookups,
      replica: atReplica,
      sharesSessions: async () => !isShared && sharesSessionsAt(readUrl!),
      lagMaxSeconds: readLagSeconds,
    });
  const pool = pools.requests;
  const system = readingOver(pools.lookups);
  const nextNumber = numbersFrom(system);
  const background = readingOver(pools.background);
  const vault = openVault(access.owner, secretsKeys);
  const readings = new Map<string, Db>();
  const listeners: (() => void)[] = [];

  const read = (organizationId: string): Db => {
    let reading = readings.get(organizationId);
    if (!reading)
      readings.set(
        organizationId,
        (reading = readingOver(pool, { organizationId: requireUuid(organizationId), traffic })),
      );
    return reading;
  };

  async function readLagging<R>(organizationId: string, work: (db: Db) => Promise<R>): Promise<Lagging<R>> {
    const reading = async () => ({ result: await work(read(organizationId)) });
    if (!ofReplica) return reading();
    const there = readingOver(ofReplica.replica, { organizationId: requireUuid(organizationId), traffic });
    return orAtPrimary(
      replica!,
      async () => {
        const asOf = replica!.asOf()!;
        return { result: await work(there), asOf };
      },
      reading,
    );
  }

  const snapshot = snapshotsOver(pools.snapshots);
  const snapshotOfReplica = ofReplica && snapshotsOver(ofReplica.replicaSnapshots);

  /**
   * Runs the members in one transaction, all or nothing. Two round trips: begin, set the tenant, read the clock and run
   * the members' opening statements; then flush and commit.
   */
  async function attempt(
    organizationId: string,
    members: readonly Member[],
    { clock, byKey }: Attempt,
  ): Promise<unknown[]> {
    orm ??= await entities();
    const client = await connected(pool);
    const connection = new TenantConnection(client, {
      organizationId: requireUuid(organizationId),
      traffic,
      mayMove: pod !== undefined,
    });
    let lost: Error | undefined;
    try {
      const begun = connection.begin(byKey ? BY_KEY : '');
      const db = readingOn(connection);
      const [databaseTime, ...opened] = await Promise.all([begun, ...members.map(({ opening }) => opening?.(db))]);
      const beganAt = performance.now();
      const now = clock ?? (() => new Date(databaseTime.getTime() + Math.trunc(performance.now() - beganAt)));
      const em = orm.em.fork({ clear: true });
      em.setTransactionContext(db as never);
      em.setFilterParams('tenant', { organizationId });
      const lockstep = new Lockstep(members.length);
      const later: Unit['later'] = ({ sql, parameters }) => connection.later(sql, parameters);
      bindTransaction(em, { organizationId, now, later });
      const last = new Map<Parameters<Unit['finally']>[0], unknown[]>();
      const unit: Omit<Unit, 'actor' | 'actorId' | 'together'> = {
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
      const results = await lockstep.run(
        members.map(({ actor, actorId, work, conclude }, index) => async () => {
          const { together, flush } = lockstep.member();
          const own: Unit = { ...unit, actor, actorId, together };
          const result = await work(own, opened[index]);
          await flush(() => em.flush());
          return conclude ? conclude(result, own) : result;
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

  async function attemptUntilDone(
    organizationId: string,
    members: readonly Member[],
    options: Attempt,
  ): Promise<unknown[]> {
    for (let number = 1; ; number += 1) {
      try {
        const results = await attempt(organizationId, members, options);
        for (const listener of listeners) listener();
        return results;
      } catch (error) {
        // If a group is rolled back, its members run again one by one, each with its own outcome.
        if (members.length > 1 && isUndone(error)) throw error;
        if (members.length > 1 || !isRetryable(error) || number === ATTEMPTS_MAX) throw translated(error);
        await sleep(Math.random() * 20 * number);
      }
    }
  }

  const groups = new Groups<Member & { organizationId: string }>(
    members => attemptUntilDone(members[0]!.organizationId, members, { byKey: true }),
    isUndone,
    Math.max(1, Math.floor(poolSize / 2)),
  );

  return {
    pod,
    others: [],
    isReady: true,
    vault,
    system,
    background,
    looks: looksOver(background),
    probes: { app: readingOver(probes.app), system: readingOver(probes.system) },
    pools: { ...pools, ...ofReplica },
    replica,
    systemUrl,
    directUrl,
    read,
    readLagging,
    snapshot: (organizationId, reader, { mayLag = false } = {}) => {
      const taken = () => snapshot(organizationId, reader);
      if (!mayLag || !snapshotOfReplica) return taken();
      return orAtPrimary(replica!, () => snapshotOfReplica(organizationId, reader), taken);
    },
    async transaction(organizationId, actor, work, { actorId, now, opening, conclude, group } = {}) {
      const member = { organizationId, actor, actorId, work, opening, conclude } as Member & { organizationId: string };
      // A member with its own clock cannot share a transaction.
      if (group && !now) return groups.join(`${organizationId} ${group.name}`, group.about, member);
      return (await attemptUntilDone(organizationId, [member], { clock: now }))[0] as never;
    },
    alone: (lock, work) => alone(directUrl, lock, work),
    onCommit: listener => void listeners.push(listener),
    async close() {
      replica?.close();
      const all = { ...pools, ...ofReplica, ...probes, ...(atReplica && { atReplica }) };
      await Promise.all(Object.values(all).map(each => each.end()));
    },
  };
}

/** Reads from the replica while it keeps up; if that fails, reads again from the primary. */
async function orAtPrimary<R>(replica: Replica, there: () => Promise<R>, here: () => Promise<R>): Promise<R> {
  if (replica.state() === 'fresh') {
    try {
      const result = await there();
      replica.reads.replica += 1;
      return result;
    } catch (error) {
      if (!isReplicasFault(error)) throw error;
      replica.failed();
    }
  }
  replica.reads.primary += 1;
  return here();
}

/** A part flushes, and forgets what it has loaded, with whatever the other members have changed by then. */
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

async function alone<R>(url: string, lock: number, work: () => Promise<R>): Promise<R | undefined> {
  const client = await connectedTo(url, 'stockwright lock');
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock]);
    return rows[0]!.free ? await work() : undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}

function requireUuid(id: string): string {
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Error('An organization id must be a UUID.');
  return id;
}
