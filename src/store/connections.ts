import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import pg from 'pg';
import { answersOf, askPrepared, socketOf } from '../internals/pg.ts';
import { Client, openClient } from './client.ts';
import { isOutdated, moving, translated } from './database-errors.ts';
import { FairPool } from './fair-pool.ts';
import { statementNames } from './statement-names.ts';
import { TENANT } from './tenant.ts';
import { traced } from './tracing.ts';

/*
 * One pool, many tenants. Row-level security shows a connection only the rows of `app.organization_id`; a connection
 * remembers which organization it last served and is switched only when that changes, so the guard usually costs no
 * round trip, and one at most. A connection without an organization sees no rows. Behind a pooler in transaction mode
 * nothing is remembered: each transaction sets its organization, and a single read becomes a transaction.
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

/**
 * `2026-03-15 09:30:00.5+00`, as a session in UTC writes it, as RFC 3339 with milliseconds; another zone gives the
 * same instant.
 */
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

/** Time limit for opening a connection. */
const CONNECT_MS = 5000;
/** Time limit for waiting until one of the pool's connections is free; after that the client is asked to retry. */
const WAIT_MS = 10_000;

export interface PoolOptions {
  url: string;
  max: number;
  name: string;
  statementTimeoutMs?: number;
  idleTimeoutMs?: number;
  waitMs?: number;
  /** A pooler that may assign another server connection to each transaction. */
  isShared?: boolean;
  /** Whether no organization may hold all of its connections. */
  isDivided?: boolean;
}

/** Client connections whose server connection may differ from one transaction to the next. */
const shared = new WeakSet<pg.Client>();

/** How the connections of a pool are divided among organizations. */
const divided = new WeakMap<pg.Pool, FairPool>();

/** How many requests are waiting for a connection of the pool. */
export const waitingFor = (pool: pg.Pool): number => pool.waitingCount + (divided.get(pool)?.waitingCount ?? 0);

/** pg has one limit for both opening and waiting, but a busy pool is not an unreachable server. */
class PooledClient extends Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

/** Every wait is bounded: for a connection, for a lock, for a statement, inside a transaction. */
export function openPool({
  url,
  max,
  name,
  statementTimeoutMs = 10_000,
  idleTimeoutMs = 60_000,
  waitMs = WAIT_MS,
  isShared = false,
  isDivided = false,
}: PoolOptions): pg.Pool {
  const pool = new pg.Pool({
    Client: PooledClient,
    connectionString: url,
    max,
    // Statements are pipelined: a flush and its commit are one round trip.
    pipeline: true,
    types: typeParsers(),
    application_name: name,
    connectionTimeoutMillis: waitMs,
    idleTimeoutMillis: idleTimeoutMs,
    keepAlive: true,
    query_timeout: statementTimeoutMs + 2000,
  });
  if (isDivided) divided.set(pool, new FairPool(pool, { max, waitMs }));
  // Without a listener the loss of an idle connection would end the process; a query on it gets the error anyway.
  pool.on('error', () => undefined);
  pool.on('connect', client => {
    client.on('error', () => undefined);
    if (isShared) shared.add(client);
  });
  return pool;
}

const names = statementNames();

/**
 * Marks a statement to be planned for its values each time. A cached plan assumes average values; where one value
 * matches most rows and another hardly any, it was 20 times slower.
 */
export const PLANNED_FOR_ITS_VALUES = '/* planned for its values */';

/**
 * Marks a statement that sums up many rows: planned for its values, and as if a random page read cost no more than a
 * sequential one, which is true in memory and nearly so on today's disks. By default PostgreSQL takes an index to be
 * four times as expensive to read as the table, though it is half as large. Reading tables from end to end is ruled
 * out: rows are wide, those of a variant lie far apart, and other organizations' rows lie between them. An index with
 * all the summed columns takes half the processor time, and every table has one by organization.
 */
export const ADDS_UP = `${PLANNED_FOR_ITS_VALUES} /* adds up */`;
const NEAR_PAGES = 'set local random_page_cost = 1.1; set local enable_seqscan = off';

const statementName = (text: string): string | undefined =>
  text.includes(PLANNED_FOR_ITS_VALUES) ? undefined : names.of(text);

/** The organization that each connection is set to; `setting` while the server has not confirmed it. */
const served = new WeakMap<pg.PoolClient, { organizationId: string; setting?: Promise<unknown> }>();

/** Notified of the statements sent on behalf of organizations; background work is not included. */
export interface Traffic {
  statement(text: string): void;
  packet(): void;
}

/** How a transaction begins. */
export const SNAPSHOT = 'isolation level repeatable read read only';
export const BY_KEY = 'set local plan_cache_mode = force_generic_plan; set local enable_seqscan = off;';

/** Connections that send what was gathered for them at the end of this turn of the event loop, or sooner. */
const corked = new WeakSet<pg.PoolClient>();

/** The organization that a connection serves. */
export interface ServedTenant {
  /** Without an organization it sees what the pool's own role sees. */
  organizationId?: string | undefined;
  traffic?: Traffic | undefined;
  /** Whether the organization may be moving to another database: then nothing is written for it. */
  mayMove?: boolean;
  /** How long a statement may take, if that is not what its session allows. */
  statementTimeoutMs?: number;
}

/**
 * A connection on behalf of one organization, as kysely uses it. Statements leave it in packets, and none before the
 * tenant is set.
 */
export class TenantConnection implements DatabaseConnection {
  readonly client: pg.PoolClient;
  readonly #organizationId: string | undefined;
  readonly #traffic: Traffic | undefined;
  readonly #mayMove: boolean;
  readonly #patience: string | undefined;
  readonly #sent: Promise<unknown>[] = [];
  /** Inside a transaction that set its tenant when it began. */
  #begun = false;
  #isChecked = false;

  constructor(
    client: pg.PoolClient,
    { organizationId, traffic, mayMove = false, statementTimeoutMs }: ServedTenant = {},
  ) {
    this.client = client;
    this.#organizationId = organizationId;
    this.#traffic = traffic;
    this.#mayMove = mayMove;
    if (statementTimeoutMs) this.#patience = `set local statement_timeout = ${statementTimeoutMs}`;
  }

  get isOfTenant(): boolean {
    return this.#organizationId !== undefined;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { sql, parameters } = query;
    this.#traffic?.statement(sql);
    try {
      this.#gather();
      const settings = [...(sql.includes(ADDS_UP) ? [NEAR_PAGES] : []), ...(this.#patience ? [this.#patience] : [])];
      if (this.#isLone() && (settings.length > 0 || shared.has(this.client)))
        return await this.#inTransaction<R>(sql, parameters, settings.join('; '));
      const switched = this.#switchOrganization();
      const answer = this.#run<R>(sql, parameters);
      if (switched) await Promise.all([switched, answer]);
      return await answer;
    } catch (error) {
      if (isOutdated(error) && this.client.getTransactionStatus() === 'I') return await this.executeQuery(query);
      // Inside a transaction its runner translates the error; for a single read that happens here.
      throw this.#begun || this.#organizationId === undefined ? error : translated(error);
    }
  }

  /**
   * Begins a transaction of its organization. Returns the database's clock. Where everything is found by key
   * (`BY_KEY`), the plan of a statement is the same for all values, and uses the index however small the table was
   * when it was planned: by default the server plans a statement with a list again each time, which costs more than
   * running it. Refuses `unavailable` while the organization is being moved to another database.
   */
  async begin(mode: '' | typeof SNAPSHOT | typeof BY_KEY = ''): Promise<Date> {
    this.#begun = true;
    this.#gather();
    const isFenced = this.#mayMove && mode !== SNAPSHOT;
    const answers = await this.client.query(
      `begin ${mode === SNAPSHOT ? mode : ''}; set local app.organization_id = '${this.#tenant()}'; ${mode === BY_KEY ? mode : ''} select now()${isFenced ? `, exists (select from organizations where id = '${this.#tenant()}' and moving is null) as here` : ''}`,
    );
    const clock: { now: string; here?: boolean } = answersOf(answers).at(-1)!.rows[0];
    if (isFenced && !clock.here) throw moving();
    return new Date(clock.now);
  }

  /**
   * All statements sent on this connection in one turn of the event loop travel in one packet, because each packet
   * wakes up the server. Those of a transaction come from one request; reads wait for other requests that have arrived.
   */
  #gather(): void {
    if (corked.has(this.client)) return;
    this.#traffic?.packet();
    const stream = socketOf(this.client);
    corked.add(this.client);
    stream.cork();
    const later = this.#isLone() ? setImmediate : process.nextTick;
    later(() => {
      corked.delete(this.client);
      stream.uncork();
    });
  }

  /** Whether its statements belong to one organization and run one by one. */
  #isLone(): boolean {
    return !this.#begun && this.#organizationId !== undefined;
  }

  /** One statement in a transaction of its own that sets its organization, in one packet. */
  async #inTransaction<R>(text: string, parameters: readonly unknown[], setting: string): Promise<QueryResult<R>> {
    this.#expect(this.client.query(`begin; set local app.organization_id = '${this.#tenant()}'; ${setting}`));
    const answer = this.#run<R>(text, parameters);
    this.#expect(answer);
    this.#expect(this.client.query('commit').then(requireCommitted));
    await this.settled();
    return answer;
  }

  /** Sets the connection's organization if it served another one before, in the same packet as the statement. */
  #switchOrganization(): Promise<unknown> | undefined {
    if (!this.#isLone()) return undefined;
    const organizationId = this.#tenant();
    const serving = served.get(this.client);
    if (serving?.organizationId === organizationId) return serving.setting;
    const setting = this.client.query(`set app.organization_id = '${organizationId}'`).then(
      () => served.set(this.client, { organizationId }),
      (error: unknown) => {
        served.delete(this.client);
        throw error;
      },
    );
    served.set(this.client, { organizationId, setting });
    return setting;
  }

  /** Sends a statement without waiting for its result. Its failure fails the transaction: see `settled`. */
  later(sql: string, parameters: readonly unknown[]): void {
    this.#traffic?.statement(sql);
    this.#gather();
    this.#expect(this.#run(sql, parameters));
  }

  /** Commits in the same packet as the statements before. Throws the first failure among them. */
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

  /** Waits for everything that was sent, and throws the first failure. */
  async settled(): Promise<void> {
    const answers = await Promise.allSettled(this.#sent.splice(0));
    const failed = answers.find(answer => answer.status === 'rejected');
    if (failed) throw failed.reason;
  }

  /** What failed first, this or a pipelined statement: the others only failed because of it. */
  async firstFailure(error: unknown): Promise<unknown> {
    const sent = await this.settled().catch((failure: unknown) => failure);
    return sent === undefined || (sent as { code?: string }).code === IN_FAILED_TRANSACTION ? error : sent;
  }

  #run<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    return traced(
      () => verbOf(sql),
      // Values that are part of the text must not be logged.
      () => ({ 'db.system.name': 'postgresql', 'db.query.text': parameters.length > 0 ? sql : verbOf(sql) }),
      () => this.#ask<R>(sql, parameters),
    );
  }

  async #ask<R>(sql: string, parameters: readonly unknown[]): Promise<QueryResult<R>> {
    // Statements with values in their text (MikroORM's) never repeat and would only use up names; shared connections
    // have no named statements.
    const name = parameters.length > 0 && !shared.has(this.client) ? statementName(sql) : undefined;
    const values = parameters.map(value => (value === TENANT ? this.#tenant() : value));
    const answer = name
      ? askPrepared(this.client, { name, text: sql, values })
      : this.client.query({ text: sql, values });
    const { rows, rowCount, command } = await answer.catch((error: Error) => {
      if (name && isOutdated(error)) names.outdated(name);
      throw error;
    });
    return { rows: rows as R[], ...(command !== 'SELECT' && { numAffectedRows: BigInt(rowCount ?? 0) }) };
  }

  /** The organization's id, which may stand in the text of a statement. */
  #tenant(): string {
    if (this.#organizationId === undefined) throw new Error('A statement of one tenant, on a connection of all.');
    if (!this.#isChecked && !/^[0-9a-f-]{36}$/.test(this.#organizationId))
      throw new Error('An organization id must be a UUID.');
    this.#isChecked = true;
    return this.#organizationId;
  }

  streamQuery(): AsyncIterableIterator<never> {
    throw new Error('Streaming is not supported here.');
  }
}

const IN_FAILED_TRANSACTION = '25P02';

/** What kind of statement it is. */
const verbOf = (statement: string): string => /^\s*(\w+)/.exec(statement)![1]!.toUpperCase();

/** COMMIT rolls back a transaction with a failed statement, without an error: that must not count as success. */
function requireCommitted({ command }: pg.QueryResult): void {
  if (command !== 'COMMIT') throw new Error(`The transaction ended with ${command}.`);
}

/**
 * A connection from the pool, for this organization if it serves several. Throws Unavailable if the database cannot be
 * reached, or if none is free for too long.
 */
export async function connected(pool: pg.Pool, organizationId?: string): Promise<pg.PoolClient> {
  try {
    const fair = organizationId === undefined ? undefined : divided.get(pool);
    return await (fair ? fair.connect(organizationId!) : pool.connect());
  } catch (error) {
    throw translated(error);
  }
}

/** A connection outside every pool. The caller ends it. */
export async function connectedTo(url: string, name: string): Promise<pg.Client> {
  return openClient(url, { application_name: name, keepAlive: true }).catch(error => {
    throw translated(error);
  });
}
