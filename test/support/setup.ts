import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { startEmbedded } from '../../src/database/embedded.ts';
import { migrate } from '../../src/database/migrate.ts';

/** Migrates one template database; each test file gets a copy of it. A server of one's own: TEST_DATABASE_URL. */
export default async function setup(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-test-'));
  await chmod(folder, 0o755);
  // Tests lose nothing worth keeping when the machine dies, so the disk need not be waited for.
  const server = process.env['TEST_DATABASE_URL']
    ? undefined
    : await startEmbedded(folder, ['fsync=off', 'full_page_writes=off', 'synchronous_commit=off']);
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? server!.url);
  url.pathname = '/postgres';
  const template = `stockwright_template_${process.pid}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migrate(templateUrl.href);
  process.env['STOCKWRIGHT_TEST_SERVER'] = url.href;
  process.env['STOCKWRIGHT_TEST_TEMPLATE'] = template;
  (globalThis as { stopTestServer?: () => Promise<void> }).stopTestServer = async () => {
    const last = new pg.Client({ connectionString: url.href });
    await last.connect();
    await last.query(`drop database if exists ${template} with (force)`);
    await last.end();
    await server?.stop();
  };
}
