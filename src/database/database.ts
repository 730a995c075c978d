import type { MikroORM } from '@mikro-orm/postgresql';
import type { Db, LaggingResult } from '../kernel/unit.ts';
import { BESIDE_MAX } from '../store/beside.ts';
import { connectedTo, openPool as open, type PoolOptions, type Traffic } from '../store/connections.ts';
import { looksOver } from '../store/looks.ts';
import { numbersFrom } from '../store/numbers.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { readingOver } from '../store/reading.ts';
import { isReplicasFault, type Replica, watchReplica } from '../store/replica.ts';
import { SNAPSHOT_STATEMENT_MS, SNAPSHOTS, snapshotsOver } from '../store/snapshots.ts';
import { transactionsOver } from '../store/transactions.ts';
import { type DatabaseAccess, derivedAccess, pastPooler, sharesSessionsAt } from './roles.ts';
import { openVault } from './vault.ts';

/*
 * The connections of a process, at most: REQUESTS_MAX for reads and commands, BESIDE_MAX for what is computed beside
 * them, the ones below, four while exports run, one for each of the two probes, three for people who sign in,
 * one to LISTEN on, and one for each lane of chores while it works.
 */
const REQUESTS_MAX = 10;
/** For keys and document numbers: each takes a millisecond. */
const LOOKUPS_MAX = 3;
/** For the sequencer, the follower, two replays, the dispatcher, and a chore of each lane. The last waits briefly. */
const BACKGROUND_MAX = 5;
/**
 * The time of each statement beside requests: of 2,000,000 ledger entries they take 5 to 15 s of processor time, and a
 * busy machine may give them an eighth of a processor.
 */
const BESIDE_MS = 300_000;
/** For reports on a replica. */
const REPLICA_MAX = 6;
/** A report that waits longer for one of those connections is read from the primary. */
const REPLICA_WAIT_MS = 3000;
/** For exports: each holds one for as long as its client takes to read. */
const FOR_SNAPSHOTS = {
  max: 4,
  name: SNAPSHOTS,
  idleTimeoutMs: 5000,
  statementTimeoutMs: SNAPSHOT_STATEMENT_MS,
  isDivided: true,
};

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
  const pools = {
    requests: openPool({ url: appUrl, max: poolSize, name: 'stockwright', isDivided: true }),
    lookups: openPool({ url: systemUrl, max: LOOKUPS_MAX, name: 'stockwright system' }),
    background: openPool({
      url: systemUrl,
      max: BACKGROUND_MAX,
      name: 'stockwright background',
      statementTimeoutMs: 60_000,
    }),
    beside: openPool({
      url: systemUrl,
      max: BESIDE_MAX,
      name: 'stockwright beside',
      statementTimeoutMs: BESIDE_MS,
      idleTimeoutMs: 5000,
      // One computation may send several statements.
      waitMs: BESIDE_MS,
    }),
    snapshots: openPool({ url: appUrl, ...FOR_SNAPSHOTS }),
  };
  const ofReplica = readUrl && {
    replica: openPool({
      url: readUrl,
      max: REPLICA_MAX,
      name: 'stockwright reports',
      waitMs: REPLICA_WAIT_MS,
      isDivided: true,
    }),
    replicaSnapshots: openPool({ url: readUrl, ...FOR_SNAPSHOTS }),
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
  const system = readingOver(pools.lookups);
  const background = readingOver(pools.background);
  const vault = openVault(access.owner, secretsKeys);
  const readings = new Map<string, Db>();

  const read = (organizationId: string): Db => {
    let reading = readings.get(organizationId);
    if (!reading) readings.set(organizationId, (reading = readingOver(pools.requests, { organizationId, traffic })));
    return reading;
  };

  async function readLagging<R>(organizationId: string, work: (db: Db) => Promise<R>): Promise<LaggingResult<R>> {
    const reading = async () => ({ result: await work(read(organizationId)) });
    if (!ofReplica) return reading();
    const there = readingOver(ofReplica.replica, { organizationId, traffic });
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

  return {
    ...transactionsOver({
      pool: pools.requests,
      poolSize,
      entities,
      vault,
      nextNumber: numbersFrom(system),
      traffic,
      mayMove: pod !== undefined,
    }),
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
    readSlowly: organizationId => readingOver(pools.beside, { organizationId, traffic, statementTimeoutMs: BESIDE_MS }),
    readLagging,
    snapshot: (organizationId, reader, { mayLag = false } = {}) => {
      const taken = () => snapshot(organizationId, reader);
      if (!mayLag || !snapshotOfReplica) return taken();
      return orAtPrimary(replica!, () => snapshotOfReplica(organizationId, reader), taken);
    },
    alone: (lock, work) => alone(directUrl, lock, work),
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

async function alone<R>(url: string, lock: number, work: () => Promise<R>): Promise<R | undefined> {
  const client = await connectedTo(url, 'stockwright lock');
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [lock]);
    return rows[0]!.free ? await work() : undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
