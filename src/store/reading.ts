import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { Db } from '../kernel/unit.ts';
import { connected, PLANNED_FOR_ITS_VALUES, type ServedTenant, TenantConnection } from './connections.ts';

/*
 * Kysely over connections: what reads from a pool, and what reads inside a transaction that is open on one of them.
 */

/** Takes back a connection. One whose rollback failed may be inside a transaction still, and must not serve again. */
type Release = (connection: TenantConnection, isUnsettled: boolean) => void;

class PoolDriver implements Driver {
  readonly #acquire: () => Promise<TenantConnection>;
  readonly #release: Release;
  readonly #unsettled = new WeakSet<TenantConnection>();

  constructor(acquire: () => Promise<TenantConnection>, release: Release) {
    this.#acquire = acquire;
    this.#release = release;
  }

  async init(): Promise<void> {}
  acquireConnection(): Promise<DatabaseConnection> {
    return this.#acquire();
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    const given = connection as TenantConnection;
    this.#release(given, this.#unsettled.has(given));
  }
  async beginTransaction(
    connection: DatabaseConnection,
    { accessMode, isolationLevel }: TransactionSettings,
  ): Promise<void> {
    if ((connection as TenantConnection).isOfTenant)
      throw new Error('A transaction of an organization must begin by naming it.');
    const modes = [
      ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
      ...(accessMode ? [accessMode] : []),
    ];
    // In the same packet as the first statement. If it fails, so does the commit.
    (connection as TenantConnection).later(['begin', ...modes].join(' '), []);
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await (connection as TenantConnection).commit();
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    // Without an error of its own, which would hide the one that made it necessary.
    await connection
      .executeQuery(CompiledQuery.raw('rollback'))
      .catch(() => void this.#unsettled.add(connection as TenantConnection));
  }
  async destroy(): Promise<void> {}
}

const dialectOver = (driver: () => Driver): Dialect => ({
  createAdapter: () => new PostgresAdapter(),
  createDriver: driver,
  createIntrospector: db => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

const kyselyOver = (driver: () => Driver): Db => new Kysely<unknown>({ dialect: dialectOver(driver) });

/** Reads from the pool as this organization; without one, as the pool's own role. */
export const readingOver = (pool: pg.Pool, serving: ServedTenant = {}): Db => new Reading(pool, serving);

class Reading extends Kysely<unknown> {
  readonly #executor: LoneStatements;

  constructor(pool: pg.Pool, serving: ServedTenant) {
    const acquire = async () => new TenantConnection(await connected(pool, serving.organizationId), serving);
    const release: Release = (connection, isUnsettled) => connection.client.release(isUnsettled);
    super({ dialect: dialectOver(() => new PoolDriver(acquire, release)) });
    this.#executor = new LoneStatements(pool, serving);
  }

  override getExecutor(): LoneStatements {
    return this.#executor;
  }
}

/** As many reads travel together at most: the last of them waits for all others. */
const TOGETHER_MAX = 8;
/** So many reads by a statement that was slow have a connection of their own, where they hold up nobody. */
const ALONE_FOR = 64;
const SLOW_MS = 100;
const SLOW_STATEMENTS_MAX = 100;

/** A connection on which reads are waiting, or will be. */
interface Packet {
  client: Promise<pg.PoolClient>;
  reads: number;
}

/**
 * Sends statements that stand alone, in fewer steps than Kysely takes, which cost a tenth of a read by key. What one
 * organization reads in the same turn of the event loop travels in one packet on one connection: with 16 readers,
 * waking up a process of the server for each read took it as long as the reads themselves.
 */
class LoneStatements extends DefaultQueryExecutor {
  readonly #pool: pg.Pool;
  readonly #serving: ServedTenant;
  #next: Packet | undefined;
  /** Statements that were slow, and how many more reads by each have their own connection. */
  readonly #slow = new Map<string, number>();

  constructor(pool: pg.Pool, serving: ServedTenant) {
    super(new PostgresQueryCompiler(), new PostgresAdapter(), {
      provideConnection: use => this.#lend({ client: connected(pool, serving.organizationId), reads: 0 }, use),
    });
    this.#pool = pool;
    this.#serving = serving;
  }

  override async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const alone = this.#serving.organizationId === undefined || this.#needsItsOwn(query.sql);
    const packet = alone ? { client: connected(this.#pool, this.#serving.organizationId), reads: 0 } : this.#joined();
    return this.#lend(packet, async connection => {
      const sentAt = performance.now();
      try {
        return await connection.executeQuery<R>(query);
      } finally {
        if (performance.now() - sentAt > SLOW_MS) this.#noteSlow(query.sql);
      }
    });
  }

  #needsItsOwn(text: string): boolean {
    const left = this.#slow.get(text) ?? 0;
    if (left > 1) this.#slow.set(text, left - 1);
    else this.#slow.delete(text);
    return left > 0 || text.includes(PLANNED_FOR_ITS_VALUES);
  }

  #noteSlow(text: string): void {
    if (this.#slow.size >= SLOW_STATEMENTS_MAX) this.#slow.clear();
    this.#slow.set(text, ALONE_FOR);
  }

  /** The packet that leaves at the end of this turn of the event loop. */
  #joined(): Packet {
    if (this.#next && this.#next.reads < TOGETHER_MAX) return this.#next;
    const packet: Packet = { client: connected(this.#pool, this.#serving.organizationId), reads: 0 };
    this.#next = packet;
    setImmediate(() => this.#close(packet));
    return packet;
  }

  #close(packet: Packet): void {
    if (this.#next === packet) this.#next = undefined;
  }

  async #lend<R>(packet: Packet, use: (connection: TenantConnection) => Promise<R>): Promise<R> {
    packet.reads += 1;
    const client = await packet.client;
    try {
      return await use(new TenantConnection(client, this.#serving));
    } finally {
      packet.reads -= 1;
      if (packet.reads === 0) {
        this.#close(packet);
        client.release();
      }
    }
  }
}

const connections = new WeakMap<object, TenantConnection>();

/** Statements on one given connection, inside whatever transaction is open there. */
export function readingOn(connection: TenantConnection): Db {
  const db = kyselyOver(
    () =>
      new PoolDriver(
        async () => connection,
        () => undefined,
      ),
  );
  connections.set(db, connection);
  return db;
}

/** Sends a statement inside the transaction of this `readingOn`, without waiting for its answer. */
export function laterOn(db: object, text: string, parameters: readonly unknown[]): void {
  connections.get(db)!.later(text, parameters);
}

/** A Kysely that refuses to run anything: an entity manager works inside a transaction or not at all. */
export const refusingDatabase = (): Db =>
  kyselyOver(
    () =>
      new PoolDriver(
        () => Promise.reject(new Error('There is no transaction.')),
        () => undefined,
      ),
  );
