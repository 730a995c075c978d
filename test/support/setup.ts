import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';
import { derivedAccess, roleOf } from '../../src/database/roles.ts';
import { dataFolder } from './folders.ts';
import { isWhole } from './slice.ts';

const SETTINGS = [
  // Test data may be lost in a crash, so nothing waits for the disk.
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=256MB',
  // Each test file drops its own database.
  'autovacuum=off',
  'scram_iterations=1',
  // Each worker has a service with some 25 connections, and up to three more as processes.
  'max_connections=400',
];

/**
 * Migrates one template database; each test file gets a copy of it, and most share its roles. TEST_DATABASE_URL names
 * an existing server to use instead.
 */
export default async function setup(): Promise<void> {
  process.env['SLICE_SEED'] ??= String(Date.now() % 1000);
  if (!isWhole) console.log(`A slice of each sweep: SLICE_SEED=${process.env['SLICE_SEED']}`);
  const folder = process.env['TEST_DATABASE_URL'] ? undefined : await dataFolder('stockwright-test-');
  const sockets = folder === undefined ? undefined : await socketsIn(folder);
  const server =
    folder === undefined
      ? undefined
      : await startEmbedded(folder, [...SETTINGS, `unix_socket_directories=${sockets ?? ''}`]);
  const named = join(await mkdtemp(join(tmpdir(), 'stockwright-named-')), 'statements');
  await writeFile(named, '');
  const stop = async () => {
    await rm(dirname(named), { recursive: true, force: true });
    await server?.stop();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  };
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? server!.url);
  url.pathname = '/postgres';
  if (sockets) url.searchParams.set('host', sockets);
  const template = `stockwright_template_${process.pid}`;
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  const { app, system } = derivedAccess(templateUrl.href);
  try {
    if (server) await hashCheaply(url);
    await Promise.all([bundle(), makeTemplate(url, templateUrl)]);
    await setEverywhere([app, system]);
  } catch (error) {
    // Jest tears down only what was set up: the server would run on.
    await stop();
    throw error;
  }
  process.env['STOCKWRIGHT_TEST_SERVER'] = url.href;
  process.env['STOCKWRIGHT_TEST_TEMPLATE'] = template;
  process.env['STOCKWRIGHT_TEST_NAMED'] = named;
  (globalThis as { stopTestServer?: () => Promise<void> }).stopTestServer = async () => {
    const last = new pg.Client({ connectionString: url.href });
    await last.connect();
    await last.query(`drop database if exists ${template} with (force)`);
    await last.query(`drop role if exists ${roleOf(app).name}, ${roleOf(system).name}`);
    await last.end();
    await stop();
  };
}

/** Of which many tests start processes, as `npm start` does. */
async function bundle(): Promise<void> {
  await promisify(execFile)(process.execPath, ['--disable-warning=ExperimentalWarning', 'src/run.js', 'bundle']);
}

/**
 * Where the server has its socket. Each round trip through it takes a quarter less processor time than through TCP,
 * on both sides together. Node has none on Windows.
 */
async function socketsIn(folder: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  const sockets = join(folder, 'sockets');
  await mkdir(sockets);
  await chmod(sockets, 0o777);
  return sockets;
}

/** The owner's password was hashed 4,096 times before `scram_iterations` counted; so each connection would do so. */
async function hashCheaply({ href, password }: URL): Promise<void> {
  const client = new pg.Client({ connectionString: href });
  await client.connect();
  await client.query(`alter role current_user password ${pg.escapeLiteral(decodeURIComponent(password))}`);
  await client.end();
}

async function makeTemplate(server: URL, template: URL): Promise<void> {
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client.query(`create database ${template.pathname.slice(1)}`);
  await client.end();
  await migrate(template.href);
}

/** The settings of the roles apply to the template database only; this applies them to its copies as well. */
async function setEverywhere(roles: string[]): Promise<void> {
  for (const url of roles) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ statement: string }>(
      `select format('alter role %I set %I = %L', current_user, split_part(setting, '=', 1),
          substr(setting, strpos(setting, '=') + 1)) as statement
       from pg_db_role_setting, unnest(setconfig) setting
       where setrole = current_user::regrole
         and setdatabase = (select oid from pg_database where datname = current_database())`,
    );
    for (const { statement } of rows) await client.query(statement);
    await client.end();
  }
}
