import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompiledQuery, Kysely, RawBuilder } from 'kysely';

/*
 * What an operation works with. `store` implements it; the domain only uses it.
 */

/** The class of an entity. */
export type RecordClass<E extends object = object> = new (...args: never[]) => E;

/** A connection for set-based SQL that sees one organization. */
export type Db = Kysely<unknown>;

/** Which parts of a result the caller needs: GraphQL may need less than REST. */
export interface Wants {
  total: boolean;
  /** Whether owned rows (the items of an order) are read too. */
  owned: boolean;
  /** Fields of each row that are needed; others may be left out. Default: all. */
  fields?: ReadonlySet<string> | undefined;
}

export const EVERYTHING: Wants = { total: true, owned: true };

/** One transaction on behalf of one organization. What a command works with; it commits or leaves no trace. */
export interface Unit {
  readonly em: EntityManager;
  /** The same transaction for set-based SQL. It sees the organization's rows only. */
  readonly db: Db;
  /** Sends a statement without waiting for its result; if it fails, so does the transaction. */
  later(statement: CompiledQuery): void;
  /** Writes a row before the commit: one statement for the rows of all commands in this transaction. */
  finally<Row>(write: (rows: readonly Row[]) => RawBuilder<unknown>, row: Row): void;
  /**
   * Runs a request together with those of the other commands in this transaction, once all of them are waiting:
   * `answer` gets all requests made at this point and returns their results in the same order. Locks must be
   * requested this way.
   */
  together<Asked, Answer>(
    point: string,
    asked: Asked,
    answer: (all: readonly Asked[]) => Promise<readonly Answer[]>,
  ): Promise<Answer>;
  /**
   * Runs a part of the work as a unit: written when it succeeds, rolled back with all its changes when it throws.
   * Records that were loaded before a failure are no longer tracked. Not for commands that share their transaction.
   */
  part<R>(work: () => Promise<R>): Promise<R>;
  readonly organizationId: string;
  /** Who is acting, as the ledger shows it: `key:<name>`, `user:<email>`, `integration:<name>` or `system`. */
  readonly actor: string;
  /** Id of the key, member or integration of that name, as names may be reused. Undefined for the service itself. */
  readonly actorId?: string | undefined;
  /** The database's clock, so that processes whose clocks differ agree on the order of events. */
  now(): Date;
  /** The next document number of this kind, such as `SO-000042`. Not reused if the command fails. */
  nextNumber(prefix: string): Promise<string>;
  /** Seals secrets that must be readable but not stored in clear text. */
  readonly vault: Vault;
}

/** Encrypts secrets for the database. What is sealed for one owner cannot be opened for another. */
export interface Vault {
  seal(secret: string, owner: string): string;
  open(sealed: string, owner: string): string;
  /** The same secret sealed with the current key; undefined if it is already. Throws if it cannot be opened. */
  reseal(sealed: string, owner: string): string | undefined;
}

/** A snapshot of an organization's data. */
export interface Snapshot {
  /** Reads the snapshot, whatever is committed in the meantime. */
  readonly db: Db;
  /** The time of the snapshot, by the database's clock. */
  readonly asOf: string;
  /** The last event that it contains: following the events after this position misses nothing. */
  readonly position: number;
  /** Whether others are waiting for one. There are only a few at a time. */
  isWanted(): boolean;
  close(): Promise<void>;
}

/** What was read and, if from a replica, the time up to which it is certainly complete. */
export interface LaggingResult<R> {
  result: R;
  asOf?: Date;
}

/** Access to an organization's data. Every connection it hands out sees that organization only. */
export interface Database {
  read(organizationId: string): Db;
  /** Reads with five minutes for each statement: for what is computed beside requests. */
  readSlowly(organizationId: string): Db;
  /**
   * Runs a read that may be some seconds old: on the replica if one keeps up, otherwise, or if that fails, on the
   * primary.
   */
  readLagging<R>(organizationId: string, work: (db: Db) => Promise<R>): Promise<LaggingResult<R>>;
  /**
   * Opens a snapshot for reads that take longer than a request; it may be some seconds old if allowed. A `reader`
   * has one at a time, and an organization's readers two; whatever reads for the service itself is null and is not
   * counted. The caller closes it.
   */
  snapshot(organizationId: string, reader: string | null, options?: { mayLag?: boolean }): Promise<Snapshot>;
  /**
   * Runs the work in one transaction, writes its changes with their events, and commits; starts over if the database
   * had to abort it in favor of another. Nothing else flushes.
   */
  transaction<R, O = undefined, A = R>(
    organizationId: string,
    actor: string,
    work: Work<R, O>,
    options?: TransactionOptions<R, O, A>,
  ): Promise<A>;
}

type Work<R, O> = (unit: Unit, opened: O) => Promise<R>;

export interface TransactionOptions<R, O, A> {
  /** Id of the actor: see `Unit`. */
  actorId?: string | undefined;
  /** Replaces the clock, for generated histories. */
  now?: () => Date;
  /** A statement that begins the transaction in the same round trip; the work gets its result. */
  opening?: (db: Db) => Promise<O>;
  /**
   * Makes the response from the result, after it is written and before the commit. Must not await anything, and
   * changes no record.
   */
  conclude?: (result: R, unit: Unit) => A;
  /** May share a transaction with other commands of this name that are about different things. */
  group?: { name: string; about: string | undefined };
}
