import type { EntityManager } from '@mikro-orm/postgresql';
import type { CompiledQuery, Kysely } from 'kysely';

/*
 * What an operation is given to work with. `store` makes these; the domain only uses them.
 */

/** The class of an entity. */
export type RecordClass<E extends object = object> = new (...args: never[]) => E;

/** A connection for set-based SQL that sees one organization. */
export type Db = Kysely<unknown>;

/** What the caller will look at: GraphQL asks for less than REST. */
export interface Wants {
  total: boolean;
  /** Whether rows that a record owns (the items of an order) are read with it. */
  owned: boolean;
}

export const EVERYTHING: Wants = { total: true, owned: true };

/** One transaction on behalf of one organization. What a command works with; it commits or leaves no trace. */
export interface Unit {
  readonly em: EntityManager;
  /** The same transaction for set-based SQL. It sees the organization's rows only. */
  readonly db: Db;
  /** Sends a statement without waiting for its answer; should it fail, so does the transaction. */
  later(statement: CompiledQuery): void;
  /**
   * Asks the database for something together with the commands that share this transaction, once they all have come to a point where they wait:
   * `answer` gets what all ask for at this point, and answers in the same order. What is locked must be asked for like this.
   */
  together<Asked, Answer>(
    point: string,
    asked: Asked,
    answer: (all: readonly Asked[]) => Promise<readonly Answer[]>,
  ): Promise<Answer>;
  /**
   * Does a part of the work for itself: written when it is done, or undone with all that it changed when it throws. Records that were
   * loaded before it failed are no longer followed. Not for commands that share their transaction.
   */
  part<R>(work: () => Promise<R>): Promise<R>;
  readonly organizationId: string;
  /** Who does it, as the ledger shows it: `key:<name>`, `user:<email>`, `integration:<name>` or `system`. */
  readonly actor: string;
  /** The key, member or integration of that name: names may be given again. Undefined for the service itself. */
  readonly actorId?: string | undefined;
  /** The database's clock, so that processes whose clocks differ agree on the order of things. */
  now(): Date;
  /** The next human number of this kind of document, such as `SO-000042`. Not given back if the command fails. */
  nextNumber(prefix: string): Promise<string>;
  /** Seals what must be read again but must not lie in the clear. */
  readonly vault: Vault;
}

/** Encrypts for the database. What is sealed for one owner does not open for another. */
export interface Vault {
  seal(secret: string, owner: string): string;
  open(sealed: string, owner: string): string;
  /** The same secret under the current key; undefined if it rests under that already. Throws where it does not open. */
  reseal(sealed: string, owner: string): string | undefined;
}

/** What an organization had at one moment. */
export interface Snapshot {
  /** Sees that moment, whatever happens meanwhile. */
  readonly db: Db;
  /** The moment, by the database's clock. */
  readonly asOf: string;
  /** The last event that it contains: whoever follows the events after this position misses nothing. */
  readonly position: number;
  close(): Promise<void>;
}

/** What was read, and of a replica the moment up to which it surely had everything. */
export interface Lagging<R> {
  result: R;
  asOf?: Date;
}

/** Where an organization's data is. Every connection it hands out sees that organization only. */
export interface Database {
  read(organizationId: string): Db;
  /**
   * Does what only reads and may be some seconds old: at the replica, where there is one that keeps up, and otherwise, or again where that
   * fails, at the primary.
   */
  readLagging<R>(organizationId: string, work: (db: Db) => Promise<R>): Promise<Lagging<R>>;
  /** One moment of the organization's data, for what takes longer to read than a request; some seconds old if it may be. Whoever opens it closes it. */
  snapshot(organizationId: string, reader: string, options?: { mayLag?: boolean }): Promise<Snapshot>;
  /**
   * Runs the work in one transaction, writes what it changed with the events of it, and commits; again from the start if the database
   * had to abort it for another's sake. Nobody else flushes.
   */
  transaction<R, O = undefined, A = R>(
    organizationId: string,
    actor: string,
    work: Work<R, O>,
    options?: TransactionOptions<R, O, A>,
  ): Promise<A>;
}

export type Work<R, O> = (unit: Unit, opened: O) => Promise<R>;

export interface TransactionOptions<R, O, A> {
  /** Who the actor is: see `Unit`. */
  actorId?: string | undefined;
  /** Replaces the clock: for made-up pasts. */
  now?: () => Date;
  /** A statement that begins the transaction in the same round trip; the work gets its answer. */
  opening?: (db: Db) => Promise<O>;
  /** Makes the answer of the result, once that is written and before it is committed. Must not wait, and changes no record. */
  conclude?: (result: R, unit: Unit) => A;
  /** May share a transaction with others of this name, if they are about different things. */
  group?: { name: string; about: string | undefined };
}
