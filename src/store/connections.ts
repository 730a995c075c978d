import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import pg from 'pg';
import { socketOf } from '../internals/pg.ts';
import type { Db } from '../kernel/unit.ts';
import { translated } from './database-errors.ts';
import { TENANT } from './tenant.ts';
import { traced } from './tracing.ts';

/*
 * One pool, many tenants. Row-level security shows a connection the rows of `app.organization_id` only; a connection
 * remembers which organization it last served and is switched only when that changes, so the guard usually costs no round trip
 * and one at most. A connection without an organization sees no rows. Where a pooler between gives each transaction whichever connection
 * is free, nothing is remembered: each transaction is told its organization, and a lone read is one.
 */

/** Decimal, bigint and time as the faces show them; the driver's own defaults are strings and Dates. */
function typeParsers(): pg.CustomTypesConfig {
  const types = new pg.TypeOverrides();
  types.setTypeParser(1700, Number); // numeric(15,4): fifteen digits survive a double exactly
  types.setTypeParser(20, Number); // bigint: counts and positions, far below 2^53
  types.setTypeParser(1082, (text: string) => text); // date
  types.setTypeParser(1184, isoTimestamp); // timestamptz
  return types;
}

/** `2026-03-15 09:30:00.5+00`, as a session in UTC writes it, as RFC 3339 with milliseconds; in another zone it is the same moment all the same. */
export function isoTimestamp(text: string): string {
  if (!text.endsWith('+00')) return inUtc(text);
  const fraction =
    text.charAt(19) === '.'
      ? text
          .slice(20, text.length - 3)
          .slice(0, 3)
          .padEnd(3, '0')
      : '000';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`;
}

function inUtc(text: string): string {
  const found = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(\.\d+)?([+-]\d\d)(:\d\d)?$/.exec(text);
  if (!found) throw new Error(`The database writes a time as "${text}": sessions must begin with DateStyle ISO.`);
  const [, day, time, fraction = '.0', hours, minutes = ':00'] = found;
  return new Date(`${day}T${time}${fraction.slice(0, 4)}${hours}${minutes}`).toISOString();
}

/** A connection that takes longer to make is not there. */
const CONNECT_MS = 5000;
/** Whoever waits longer for one of the pool's connections, all of which are at work, is asked to come back. */
const WAIT_MS = 10_000;

export interface PoolOptions {
  url: string;
  max: number;
  name: string;
  statementTimeoutMs?: number;
  idleTimeoutMs?: number;
  waitMs?: number;
  /** Somebody between gives each transaction whichever connection of the server is free. */
  isShared?: boolean;
}

/** Connections behind which the server's differ from one transaction to the next. */
const shared = new WeakSet<pg.Client>();

/** The pool has one limit for both, and what is busy is not what is gone. */
class Client extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

/** Waiting is bounded everywhere: for a connection, for a lock, for a statement, inside a transaction. */
export function openPool({
  url,
  max,
  name,
  statementTimeoutMs = 10_000,
  idleTimeoutMs = 60_000,
  waitMs = WAIT_MS,
  isShared = false,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    Client,
    connectionString: url,
    max,
    // Statements need not wait for each other's answers: a flush and its commit are one round trip.
    pipeline: true,
    types: typeParsers(),
    application_name: name,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    query_timeout: statementTimeoutMs + 2000,
  });
  // Without a listener the loss of an idle connection would end the process; whoever uses one gets the error anyway.
  pool.on('error', () => undefined);
  pool.on('connect', client => {
    client.on('error', () => undefined);
    if (isShared) shared.add(client);
  });
  return pool;
}

/** Statements get a name, and with it a plan kept by the server, once they were seen twice. */
const statements = new Map<string, { name: string; uses: number }>();
const STATEMENTS_MAX = 1000;

/**
 * In a statement: plan it for its values each time. A plan that is kept is made for values of which nothing is known, and where one value
 * finds most rows and another hardly any it was 20 times slower.
 */
export const PLANNED_FOR_ITS_VALUES = '/* planned for its values */';

/**
 * In a statement that adds up much: planned for its values, and as if every page were as near as the next, which it is in memory and nearly so
 * on the disks of today. By default an index is thought to be four times dearer to read than the table, though it is half as large.
 */
export const ADDS_UP = `${PLANNED_FOR_ITS_VALUES} /* adds up */`;
const NEAR_PAGES = 'set local random_page_cost = 1.1';

function statementName(text: string): string | undefined {
  const known = statements.get(text);
  if (!known) {
    if (text.includes(PLANNED_FOR_ITS_VALUES)) return undefined;
    if (statements.size < STATEMENTS_MAX) statements.set(text, { name: `s${statements.size}`, uses: 1 });
    return undefined;
  }
  known.uses += 1;
  return known.uses > 2 ? known.name : undefined;
}

/** The organization that each connection is set to. */
const served = new WeakMap<pg.PoolClient, string>();

/** Is told what is sent on behalf of organizations; what the process does by itself in the background is left out. */
export interface Traffic {
  statement(text: string): void;
  packet(): void;
}

/** How a transaction begins. */
export const SNAPSHOT = 'isolation level repeatable read read only';
export const BY_KEY = 'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off;';

/** Connections that send at the end of this turn. */
const corked = new WeakSet<pg.PoolClient>();

/** Whom a connection serves. */
interface Serving {
  /** Without one it sees what the pool's own role sees. */
  organizationId?: string | undefined;
  traffic?: Traffic | undefined;
}

export class TenantConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #organizationId: string | undefined;
  readonly #traffic: Traffic | undefined;
  readonly #sent: Promise<unknown>[] = [];
  /** In a transaction that was told its tenant as it began. */
  #begun = false;

  constructor(client: pg.PoolClient, { organizationId, traffic }: Serving = {}) {
    this.client = client;
    this.#organizationId = organizationId;
    this.#traffic = traffic;
  }

  get isOfTenant(): boolean {
    return this.#organizationId !== undefined;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    this.#traffic?.statement(sql);
    try {
      this.#gather();
      const addsUp = sql.includes(ADDS_UP);
      if (this.#isLone() && (addsUp || shared.has(this.client)))
        return await this.#inTransaction<R>(sql, parameters, addsUp ? NEAR_PAGES : '');
      const told = this.#tell();
      const answer = this.#run<R>(sql, parameters);
      if (told) await Promise.all([told, answer]);
      return await answer;
    } catch (error) {
      // Inside a transaction its runner translates the error; for a lone read that happens here.
      throw this.#begun || this.#organizationId === undefined ? error : translated(error);
    }
  }

  /**
   * Begins a transaction of its organization. Answers the database's clock. Where all is found by key (`BY_KEY`), the plan of a statement is the
   * same for all values, and by index however small the table was when it was made: left to itself the server plans what takes a list anew
   * each time, which costs more than to run it.
   */
  async begin(mode: '' | typeof SNAPSHOT | typeof BY_KEY = ''): Promise<Date> {
    this.#begun = true;
    this.#gather();
    const answers = await this.client.query(
      `begin ${mode === SNAPSHOT ? mode : ''}; set local app.organization_id = '${this.#organizationId}'; ${mode === BY_KEY ? mode : ''} select now()`,
    );
    const told = (answers as unknown as pg.QueryResult<{ now: string }>[]).at(-1)!.rows[0]!;
    return new Date(told.now);
  }

  /** All statements sent on this connection in one turn of the event loop travel in one packet: each packet costs the server a wake-up. */
  #gather(): void {
    if (corked.has(this.client)) return;
    this.#traffic?.packet();
    const stream = socketOf(this.client);
    corked.add(this.client);
    stream.cork();
    process.nextTick(() => {
      corked.delete(this.client);
      stream.uncork();
    });
  }

  /** Whether its statements are of one organization, and each by itself. */
  #isLone(): boolean {
    return !this.#begun && this.#organizationId !== undefined;
  }

  /** One statement in a transaction of its own that is told its organization, in one packet. */
  async #inTransaction<R>(text: string, parameters: readonly unknown[], setting: string): Promise<QueryResult<R>> {
    this.#expect(this.client.query(`begin; set local app.organization_id = '${this.#organizationId}'; ${setting}`));
    const answer = this.#run<R>(text, parameters);
    this.#expect(answer);
    this.#expect(this.client.query('commit').then(requireCommitted));
    await this.settled();
    return answer;
  }

  /** Sets the connection's organization if it served another one before, in the same packet as the statement. */
  #tell(): Promise<unknown> | undefined {
    if (!this.#isLone() || served.get(this.client) === this.#organizationId) return undefined;
    served.delete(this.client);
    return this.client
      .query(`set app.organization_id = '${this.#organizationId}'`)
      .then(() => served.set(this.client, this.#organizationId!));
  }

  /** Sends a statement whose answer nobody waits for. Its failure fails the transaction: see `settled`. */
  later(sql: string, parameters: readonly unknown[]): void {
    this.#traffic?.statement(sql);
    this.#gather();
    this.#expect(this.#run(sql, parameters));
  }

  /** Commits in the same packet as what was sent before. Throws the first failure of all that. */
  commit(): Promise<void> {
    this.#gather();
    const committed = traced(
      'COMMIT',
      () => ({ 'db.system.name': 'postgresql' }),
      () => this.client.query('commit'),
    );
    this.#expect(committed.then(requireCommitted));
    return this.settled();
  }

  #expect(answer: Promise<unknown>): void {
    answer.catch(() => undefined);
    this.#sent.push(answer);
  }

  /** Waits for all that was sent, and throws the first failure. */
  async settled(): Promise<void> {
    const answers = await Promise.allSettled(this.#sent.splice(0));
    const failed = answers.find(answer => answer.status === 'rejected');
    if (failed) throw failed.reason;
  }

  #run<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    return traced(
      verbOf(sql),
      // Where values stand in the text, they are nobody else's business.
      () => ({ 'db.system.name': 'postgresql', 'db.query.text': parameters.length > 0 ? sql : verbOf(sql) }),
      () => this.#ask<R>(sql, parameters),
    );
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    // Statements with their values in the text (MikroORM's) never repeat and would only use up the names; who shares connections has none.
    const name = parameters.length > 0 && !shared.has(this.client) ? statementName(sql) : undefined;
    const { rows, rowCount, command } = await this.client.query({
      text: sql,
      values: parameters.map(value => (value === TENANT ? this.#tenant() : value)),
      ...(name && { name }),
    });
    return { rows: rows as R[], ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  #tenant(): string {
    if (this.#organizationId === undefined) throw new Error('A statement of one tenant, on a connection of all.');
    return this.#organizationId;
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Nothing here streams.');
  }
}

/** What kind of statement it is. */
const verbOf = (statement: string): string => /^\s*(\w+)/.exec(statement)![1]!.toUpperCase();

/** A transaction with a failed statement is rolled back by COMMIT, without an error: that must not count as success. */
function requireCommitted({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
}

class PoolDriver implements Driver {
  readonly #acquire: () => Promise<TenantConnection>;
  readonly #release: (connection: TenantConnection) => void;

  constructor(acquire: () => Promise<TenantConnection>, release: (connection: TenantConnection) => void) {
    this.#acquire = acquire;
    this.#release = release;
  }

  async init(): Promise<void> {}
  acquireConnection(): Promise<DatabaseConnection> {
    return this.#acquire();
  }
  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    this.#release(connection as TenantConnection);
  }
  async beginTransaction(
    connection: DatabaseConnection,
    { accessMode, isolationLevel }: TransactionSettings,
  ): Promise<void> {
    if ((connection as TenantConnection).isOfTenant)
      throw new Error('A transaction of an organization begins with being told its organization.');
    const modes = [
      ...(isolationLevel ? [`isolation level ${isolationLevel}`] : []),
      ...(accessMode ? [accessMode] : []),
    ];
    await connection.executeQuery(CompiledQuery.raw(['begin', ...modes].join(' ')));
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
  async destroy(): Promise<void> {}
}

const kyselyOver = (driver: () => Driver): Db =>
  new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: driver,
      createIntrospector: db => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    } satisfies Dialect,
  });

/** Reads over the pool as this organization; without one, as the pool's own role sees it. */
export function readingOver(pool: pg.Pool, serving: Serving = {}): Db {
  return kyselyOver(
    () =>
      new PoolDriver(
        async () => new TenantConnection(await connected(pool), serving),
        connection => connection.client.release(),
      ),
  );
}

export async function connected(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw translated(error);
  }
}

/** A connection of one's own, outside of every pool. Whoever asks for it ends it. */
export async function connectedTo(url: string, name: string): Promise<pg.Client> {
  const client = new Client({ connectionString: url, application_name: name, keepAlive: true });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw translated(error);
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
        () => Promise.reject(new Error('Outside a transaction.')),
        () => undefined,
      ),
  );
