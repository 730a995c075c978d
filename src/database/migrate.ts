import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { options } from '../../mikro-orm.config.ts';
import { StartFailure } from '../config.ts';
import { LOCKS } from '../store/locks.ts';
import { APP_ROLE, guardScript, rolePassword } from './guards.ts';

const CONNECT_WITHIN_MS = 20_000;
/** PostgreSQL 15 is the oldest that this is tested with. */
const VERSION_MIN = 150_000;

/**
 * Brings the database to this release: tables, then roles, policies and functions. Processes that start at once wait for each
 * other. Throws StartFailure in one line when the database cannot be used.
 */
export async function migrate(ownerUrl: string, secretsKeys?: readonly string[]): Promise<void> {
  rolePassword(APP_ROLE, ownerUrl, secretsKeys);
  const client = await connect(ownerUrl);
  try {
    await requireVersion(client);
    await client.query('select pg_advisory_lock($1)', [LOCKS.migration]);
    const orm = await MikroORM.init({ ...options, clientUrl: ownerUrl, subscribers: [] });
    try {
      await orm.migrator.up();
      await guard(
        client,
        guardScript(
          [...orm.getMetadata().getAll().values()].filter(meta => !meta.abstract),
          ownerUrl,
          secretsKeys,
        ),
      );
    } finally {
      await orm.close(true);
    }
  } finally {
    await client.end();
  }
}

async function connect(url: string): Promise<pg.Client> {
  for (const deadline = Date.now() + CONNECT_WITHIN_MS; ; await sleep(500)) {
    const client = new pg.Client({
      connectionString: url,
      application_name: 'stockwright migrate',
      connectionTimeoutMillis: 5000,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const { code, message } = error as { code?: string; message: string };
      // A wrong password or database name will not become right by waiting.
      const hopeless = code === '28P01' || code === '28000' || code === '3D000';
      if (hopeless || Date.now() > deadline)
        throw new StartFailure(`DATABASE_URL: the database cannot be reached: ${message || code}`);
    }
  }
}

async function requireVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    "select current_setting('server_version_num')::int as version, current_setting('server_version') as name",
  );
  if (rows[0].version < VERSION_MIN)
    throw new StartFailure(`DATABASE_URL: PostgreSQL ${rows[0].name} is too old; 15 or newer is needed.`);
}

/** Runs the guard only when it differs from what was last run: it takes locks that a busy service would feel. */
async function guard(client: pg.Client, script: string): Promise<void> {
  const digest = createHash('sha256').update(script).digest('hex');
  await client.query('create table if not exists guards (digest text primary key)');
  const { rowCount } = await client.query('select from guards where digest = $1', [digest]);
  if (rowCount) return;
  await client.query(`begin; ${script}; delete from guards; insert into guards values ('${digest}'); commit`);
}
