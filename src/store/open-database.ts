import type pg from 'pg';
import type { Database, Db, TransactionOptions, Unit, Vault } from '../kernel/unit.ts';
import type { Looks } from './looks.ts';
import type { Replica } from './replica.ts';

/** The pools of connections of a process, by purpose. */
interface Pools {
  readonly requests: pg.Pool;
  readonly lookups: pg.Pool;
  readonly background: pg.Pool;
  readonly beside: pg.Pool;
  readonly snapshots: pg.Pool;
  /** On the replica, if there is one. */
  readonly replica?: pg.Pool;
  readonly replicaSnapshots?: pg.Pool;
}

/** The open database of one process. */
export interface OpenDatabase extends Database {
  /** Its name among several: DATABASE_URLS. */
  pod: string | undefined;
  /** The other databases of the installation, if this is the first of several: see `podsOf`. */
  others: OpenDatabase[];
  /**
   * False for one of several that has not answered since the start: it is not used until it has answered and was
   * checked.
   */
  isReady: boolean;
  /** All organizations at once, for the beginning of a request: looking up its key, its person, its document number. */
  system: Db;
  /**
   * The same for background work: following the log, delivering, chores, verifying. Its connections are separate, so
   * that no request waits for them however busy it is.
   */
  background: Db;
  /** What this process looks for every second, in the background. */
  looks: Looks;
  /**
   * For health checks, which anybody may request: one connection for each of the two roles, opened again if it was
   * unused for a second.
   */
  probes: { app: Db; system: Db };
  /**
   * Runs these in one transaction, as commands that share it do (store/lockstep.ts), all or none of them: for commands
   * that may share one, and are about different things.
   */
  together<R>(
    organizationId: string,
    actor: string,
    works: readonly ((unit: Unit) => Promise<R>)[],
    options?: Pick<TransactionOptions<R, undefined, R>, 'now'>,
  ): Promise<R[]>;
  /**
   * Runs the work unless another holds the lock, in whichever process: then returns undefined. The lock has a
   * connection of its own and ends with it, so a killed process blocks nobody.
   */
  alone<R>(lock: number, work: () => Promise<R>): Promise<R | undefined>;
  /** For metrics. */
  pools: Pools;
  /** Where reports and exports are read from, if it keeps up. */
  replica: Replica | undefined;
  /** The address to connect to as the system role. */
  systemUrl: string;
  /** The same bypassing a pooler, for session state: locks and LISTEN. */
  directUrl: string;
  vault: Vault;
  /** Called after each commit: there may be new events. */
  onCommit(listener: () => void): void;
  close(): Promise<void>;
}
