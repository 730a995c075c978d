import { createHash, randomUUID } from 'node:crypto';
import { appendFileSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import pg from 'pg';
import pino from 'pino';
import { issueKey } from '../../src/access/api-keys.ts';
import { type App, buildApp } from '../../src/app.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { openDatabase } from '../../src/database/database.ts';
import { discoveredEntities } from '../../src/database/entities.ts';
import { migrate } from '../../src/database/migrate.ts';
import { type DatabaseAccess, derivedAccess, roleOf } from '../../src/database/roles.ts';
import { DOCUMENT_CHECKS } from '../../src/domain/document-checks.ts';
import { provisionOrganization } from '../../src/domain/provision.ts';
import { CHECKS } from '../../src/domain/reconciliation.ts';
import { EVENT_CHECKS } from '../../src/events/reconciliation.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { type Caller, MODULES, type Module, type Operation, type Scope } from '../../src/kernel/operation.ts';
import type { Page } from '../../src/kernel/page.ts';
import type { Db } from '../../src/kernel/unit.ts';
import type { Row } from '../../src/kernel/view.ts';
import { RESPONSE_CHECKS } from '../../src/operations/response-checks.ts';
import { openPool, type Traffic } from '../../src/store/connections.ts';
import { execute } from '../../src/store/execute.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';
import { readingOver } from '../../src/store/reading.ts';
import { EVERY_TABLE, openChecker, tablesWritten } from './breaches.ts';
import { tenantColumns, withoutTenant } from './tenant-statements.ts';

/** An organization to act for. */
export interface Tenant {
  id: string;
  slug: string;
  caller: Caller;
  /** Runs an operation and returns its row. */
  run(operation: Operation, input?: object, idempotencyKey?: string): Promise<Row>;
  /** Runs a list and returns its page. */
  list(operation: Operation, input?: object): Promise<Page>;
  /** Creates a key with these scopes, by default admin. */
  key(...scopes: Scope[]): Promise<string>;
}

export interface World {
  database: OpenDatabase;
  /** The same database as another process has it, with connections of its own: opened by its first use. */
  second(): Promise<OpenDatabase>;
  /** The owner's URL. */
  url: string;
  /** The URLs of its owner and its roles. */
  access: DatabaseAccess;
  /** What another process of the service is started with. */
  environment: { [name: string]: string };
  /** As the owner of the tables, who may change what nobody else may. */
  owner: Db;
  /** Creates an organization, by default with both modules. */
  tenant(modules?: readonly Module[]): Promise<Tenant>;
  /**
   * A server on this database, stopped at the end: without arguments the one of this file, with any another one, which
   * follows every event as well.
   */
  serve(environment?: { [name: string]: string }, log?: pino.DestinationStream): Promise<{ url: string; app: App }>;
}

interface WorldOptions {
  /**
   * With roles of its own, as any real database has: for tests of roles, and of processes that only know the owner's
   * URL. Takes most of a second, and as much for each of these processes.
   */
  ownRoles?: boolean;
  /** Other processes write too: see `environment`. */
  processes?: boolean;
  /**
   * How many connections may serve requests, for tests that read everything there is, side by side: each connection
   * plans each statement for itself, which takes longer than running it. By default as many as the service has.
   */
  poolSize?: number;
}

/** Processes that do not know the owner share it. */
const SECRETS_KEY = 'a key that seals secrets in tests';

/**
 * A database of its own for this test file, dropped at the end. After every test, and at the end, the stock rules are
 * checked that what was written may break: a violation fails the test, whatever it was about. Where other processes may
 * write, all are checked.
 */
export function useWorld({ ownRoles = false, processes = ownRoles, poolSize }: WorldOptions = {}): World {
  const world = {} as World;
  const stops: (() => Promise<void>)[] = [];
  const asked = new Set<string>();
  const written = new Set<string>();
  const seesWrites: Traffic = {
    statement(text) {
      for (const table of tablesWritten(text)) written.add(table);
    },
    packet: () => undefined,
  };
  let second: Promise<OpenDatabase> | undefined;
  let ownerPool: pg.Pool | undefined;
  let checker: Awaited<ReturnType<typeof openChecker>> | undefined;
  /** What the last test, or what ran beside it, has broken. */
  const breaches = async () => {
    const tables = new Set(processes ? [EVERY_TABLE] : written);
    written.clear();
    return checker!.breaches(tables);
  };
  const name = `test_${randomUUID().replaceAll('-', '')}`;

  beforeAll(async () => {
    const template = process.env['STOCKWRIGHT_TEST_TEMPLATE']!;
    await onServer(`create database ${name} template ${template} strategy file_copy`);
    world.url = at(process.env['STOCKWRIGHT_TEST_SERVER']!, name);
    if (ownRoles) await migrate(world.url);
    const { app, system } = derivedAccess(ownRoles ? world.url : at(world.url, template));
    world.access = { owner: world.url, app: at(app, name), system: at(system, name) };
    world.environment = ownRoles
      ? { DATABASE_URL: world.url }
      : {
          DATABASE_URL: world.access.app,
          DATABASE_SYSTEM_URL: world.access.system,
          MIGRATE: 'off',
          SECRETS_KEY,
        };
    const open = () =>
      openDatabase(world.access, {
        traffic: telling(asked, seesWrites),
        ...(poolSize && { poolSize }),
        ...(processes && !ownRoles && { secretsKeys: [SECRETS_KEY] }),
      });
    world.database = await open();
    world.second = () => (second ??= open());
    // It makes more rows at once than any request, also on a slow machine.
    ownerPool = openPool({ url: world.url, max: 2, name: 'stockwright test owner', statementTimeoutMs: 100_000 });
    world.owner = readingOver(ownerPool, { traffic: seesWrites });
    // Most tests run no sequencer, and those of deliveries set positions by hand.
    const { numbered: _, ...checks } = { ...CHECKS, ...DOCUMENT_CHECKS, ...EVENT_CHECKS, ...RESPONSE_CHECKS };
    checker = await openChecker(world.url, world.owner, checks);
    world.tenant = modules => makeTenant(world.database, modules);
    const another = async (environment?: { [name: string]: string }, log?: pino.DestinationStream) => {
      const served = await serveOver(world.database, environment, log);
      stops.push(() => served.app.close());
      return served;
    };
    let usual: ReturnType<typeof another> | undefined;
    world.serve = (...given) => (given.length === 0 ? (usual ??= another()) : another(...given));
  });

  afterEach(async () => {
    expect(await breaches()).toEqual([]);
  });

  afterAll(async () => {
    for (const stop of stops) await stop();
    const found = checker && (await breaches());
    await world.database?.close();
    await (await second)?.close();
    await ownerPool?.end();
    await checker?.close();
    await onServer(`drop database if exists ${name} with (force)`);
    const { app, system } = derivedAccess(world.url);
    if (ownRoles) await onServer(`drop role if exists ${roleOf(app).name}, ${roleOf(system).name}`);
    // Every statement on behalf of an organization must name it, for each table.
    if (!world.database) return;
    expect(found).toEqual([]);
    const named = namedBefore();
    const unread = [...asked].filter(text => !named.has(hashOf(text)));
    expect(await withoutTenant(unread, tenantColumns(await discoveredEntities()))).toEqual([]);
    appendFileSync(NAMED, unread.map(text => `${hashOf(text)}\n`).join(''));
  });
  return world;
}

/** Statements that this run has checked already, in whichever process: test files run mostly the same ones. */
const NAMED = process.env['STOCKWRIGHT_TEST_NAMED']!;
const hashOf = (text: string): string => createHash('sha1').update(text).digest('base64');
const namedBefore = (): Set<string> => new Set(readFileSync(NAMED, 'utf8').split('\n'));

/** The same URL with another database. */
function at(address: string, database: string): string {
  const url = new URL(address);
  url.pathname = `/${database}`;
  return url.href;
}

/** A server on the database, on a port of its own. */
export async function serveOver(
  database: OpenDatabase,
  environment: { [name: string]: string } = {},
  log: pino.DestinationStream = pino.destination(1),
): Promise<{ url: string; app: App }> {
  const config: Config = readConfig({ PORT: '0', RATE_LIMIT_PER_MINUTE: '0', LOG_LEVEL: 'silent', ...environment });
  const app = await buildApp(config, database, pino({ level: config.LOG_LEVEL }, log));
  return { url: `http://127.0.0.1:${await app.listen()}`, app };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env['STOCKWRIGHT_TEST_SERVER'] });
  await client.connect();
  await client.query(statement);
  await client.end();
}

let made = 0;

/** A new organization. */
export async function makeTenant(database: OpenDatabase, modules: readonly Module[] = MODULES): Promise<Tenant> {
  const slug = `tenant-${process.pid}-${(made += 1)}`;
  const id = await provisionOrganization(database.system, {
    slug,
    name: slug,
    modules: [...modules],
    currency: 'EUR',
    timeZone: 'UTC',
  });
  return tenantOf(database, { id, slug }, modules);
}

/** Acts for an existing organization. */
export function tenantOf(
  database: OpenDatabase,
  { id, slug }: { id: string; slug: string },
  modules: readonly Module[] = MODULES,
): Tenant {
  const caller: Caller = {
    organizationId: id,
    actor: 'key:test',
    scopes: new Set<Scope>(['admin']),
    modules: new Set(modules),
    database,
    // Receivers of tests are on this machine.
    environment: { allowPrivateNetworks: true },
  };
  const asked = async (operation: Operation, input: object, idempotencyKey?: string) => {
    const idempotency =
      idempotencyKey === undefined ? {} : { idempotency: { key: idempotencyKey, scope: operation.name } };
    const { answer } = await execute(operation, caller, input, { present: result => result as object, ...idempotency });
    return answer;
  };
  return {
    id,
    slug,
    caller,
    run: async (operation, input = {}, idempotencyKey) => (await asked(operation, input, idempotencyKey)) as Row,
    list: async (operation, input = {}) => (await asked(operation, input)) as Page,
    key: (...scopes) =>
      database.transaction(id, 'system', async unit => {
        const { key } = issueKey(unit, { name: 'test', scopes: scopes.length > 0 ? scopes : ['admin'] });
        return key!;
      }),
  };
}

/** The problems that the work is refused with, by code and field. */
export async function refusal(work: Promise<unknown>): Promise<{ code: string; field?: string; details?: object }[]> {
  try {
    await work;
  } catch (error) {
    if (error instanceof Refusal)
      return error.problems.map(({ code, field, details }) => ({
        code,
        ...(field !== undefined && { field }),
        ...(details && { details }),
      }));
    throw error;
  }
  throw new Error('This was not refused.');
}

/** The SQL statements that the work runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  return (await trafficOf(work)).statements;
}

/** The active counters. */
const counting = new Set<Traffic>();

/** Collects every statement, and passes it on to the active counters. */
const telling = (asked: Set<string>, also: Traffic): Traffic => ({
  statement(text) {
    asked.add(text);
    also.statement(text);
    for (const each of counting) each.statement(text);
  },
  packet() {
    for (const each of counting) each.packet();
  },
});

/**
 * The SQL statements that the work runs, and its round trips to the database: statements that are sent together count
 * once.
 */
export async function trafficOf(work: () => Promise<unknown>): Promise<{ statements: string[]; packets: number }> {
  const seen = { statements: [] as string[], packets: 0 };
  const count: Traffic = { statement: text => void seen.statements.push(text), packet: () => void (seen.packets += 1) };
  counting.add(count);
  try {
    await work();
  } finally {
    counting.delete(count);
  }
  return seen;
}
