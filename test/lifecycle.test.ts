import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { createLocation } from '../src/domain/locations.ts';
import { NODE_FLAGS } from './support/child.ts';
import { clientOf } from './support/http.ts';
import { lockAwaited, until } from './support/live.ts';
import { useWorld } from './support/world.ts';

/* The service as an operator sees it: a process that is started, stopped and killed. */

const world = useWorld({ ownRoles: true });
const children = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
});

interface Service {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Sends the signal and answers the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function launch(environment: { [name: string]: string }): {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
} {
  const child = spawn(process.execPath, [...NODE_FLAGS, 'src/main.ts'], {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      PORT: '0',
      DEMO: 'false',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      ...environment,
    },
  });
  let text = '';
  child.stdout.on('data', chunk => (text += chunk));
  child.stderr.on('data', chunk => (text += chunk));
  children.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    children.delete(child);
    return code as number | null;
  });
  return { child, output: () => text, ended };
}

async function start(environment: { [name: string]: string } = { DATABASE_URL: world.url }): Promise<Service> {
  const { child, output, ended } = launch(environment);
  for (
    const deadline = Date.now() + 40_000;
    !/http:\/\/[\d.]+:\d+/.test(output());
    await new Promise(resolve => setTimeout(resolve, 20))
  ) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`It did not start: ${output()}`);
  }
  return {
    child,
    output,
    url: /http:\/\/[\d.]+:\d+/.exec(output())![0],
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

/** Starts what cannot start; answers its exit code and what it says. */
async function fail(environment: { [name: string]: string }): Promise<[number | null, string]> {
  const { output, ended } = launch({ DATABASE_URL: world.url, ...environment });
  return [await ended, output().trim()];
}

test('SIGTERM lets the request in flight finish, closes sockets, and ends with 0', async () => {
  const tenant = await world.tenant();
  const service = await start();
  const client = clientOf(service.url, await tenant.key());
  expect((await client('GET /readyz')).status).toBe(200);
  // A lock that the request has to wait for keeps it in flight while the service is told to stop.
  const location = await tenant.run(createLocation, { name: 'Held' });
  const holder = new pg.Client({ connectionString: world.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from locations where id = $1 for update', [location['id']]);
  const inFlight = client(`PATCH /api/v1/locations/${location['id']}`, { name: 'Renamed' });
  await lockAwaited(holder);
  const ended = service.end('SIGTERM');
  // It takes no more.
  await until(async () => (await client('GET /readyz').catch(() => undefined))?.status !== 200);
  await holder.query('commit');
  await holder.end();
  expect((await inFlight).status).toBe(200);
  expect(await ended).toBe(0);
});

test('several processes may start at once on an empty database', async () => {
  const url = new URL(world.url);
  const name = `${url.pathname.slice(1)}_empty`;
  const admin = new pg.Client({ connectionString: world.url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  url.pathname = `/${name}`;
  const services = await Promise.all([1, 2, 3].map(() => start({ DATABASE_URL: url.href })));
  for (const { url: address } of services) expect((await fetch(`${address}/readyz`)).status).toBe(200);
  for (const service of services) expect(await service.end('SIGTERM')).toBe(0);
  await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

test('the embedded database outlives a kill -9, the next start goes on with it, and one that fails leaves none running', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-life-'));
  await chmod(folder, 0o755);
  const environment = { DATABASE_URL: '', DATA_DIR: folder };
  const first = await start(environment);
  await first.end('SIGKILL');
  const postmaster = Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);
  process.kill(postmaster, 0);
  const second = await start(environment);
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
  expect(await second.end('SIGTERM')).toBe(0);
  expect(() => process.kill(postmaster, 0)).toThrow('ESRCH');
  const taken = createServer();
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  expect((await fail({ ...environment, PORT: String(port) }))[0]).toBe(1);
  taken.close();
  await expect(readFile(join(folder, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT');
}, 60_000);

test.each([
  [{ PORT: 'abc' }, /^Stockwright cannot start: PORT=abc is not usable: [^\n]+$/],
  [{ ROLE: 'boss' }, /^Stockwright cannot start: ROLE=boss is not usable: [^\n]+$/],
  [{ SECRETS_KEY: 'short' }, /^Stockwright cannot start: SECRETS_KEY is not usable: [^\n]+$/],
  [{ TRUST_PROXY: 'true' }, /^Stockwright cannot start: TRUST_PROXY=true is not usable: [^\n]+$/],
  // An address may hold a password: it is not repeated.
  [{ DATABASE_URL: 'mysql://x' }, /^Stockwright cannot start: DATABASE_URL is not usable: Must be [^\n]+$/],
])('%j ends the start with one line that names the variable', async (environment, line) => {
  const [code, said] = await fail(environment);
  expect(code).toBe(1);
  expect(said).toMatch(line);
});

test('a wrong password ends the start with one line', async () => {
  const url = new URL(world.url);
  url.password = 'wrong';
  const [code, said] = await fail({ DATABASE_URL: url.href });
  expect([code, said]).toEqual([
    1,
    expect.stringMatching(/^Stockwright cannot start: DATABASE_URL: the database cannot be reached: [^\n]+$/),
  ]);
});

test('a port that is taken ends the start with one line', async () => {
  const taken = createServer();
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  const [code, said] = await fail({ PORT: String(port) });
  taken.close();
  expect([code, said]).toEqual([1, expect.stringMatching(/^Stockwright cannot start: PORT is taken: [^\n]+$/)]);
});
