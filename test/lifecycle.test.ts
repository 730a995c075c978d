import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterAll, expect, test } from '@jest/globals';
import pg from 'pg';
import pino from 'pino';
import { buildApp } from '../src/app.ts';
import { readConfig, StartFailure } from '../src/config.ts';
import { lineFor, startDatabase } from '../src/database/start.ts';
import { createLocation } from '../src/domain/locations.ts';
import { NODE_FLAGS } from './support/child.ts';
import { dataFolder } from './support/folders.ts';
import { clientOf } from './support/http.ts';
import { lockAwaited, until } from './support/live.ts';
import { serveOver, useWorld } from './support/world.ts';

/* The service as an operator sees it: a process that is started, stopped and killed. */

const world = useWorld({ ownRoles: true });
const children = new Set<ChildProcess>();
/** Data folders whose server may still run: it survives its service, and so a failed test too. */
const folders = new Set<string>();

afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  for (const folder of folders) {
    const postmaster = await postmasterOf(folder).catch(() => undefined);
    if (postmaster) process.kill(postmaster, 'SIGQUIT');
    else await rm(folder, { recursive: true, force: true });
  }
});

/** The process id of the database server that runs in this data folder. */
const postmasterOf = async (folder: string): Promise<number> =>
  Number((await readFile(join(folder, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0]);

const ready = (url: string) => until(async () => (await fetch(`${url}/readyz`)).ok);

interface Service {
  child: ChildProcess;
  url: string;
  output(): string;
  /** Sends the signal and returns the exit code. */
  end(signal: NodeJS.Signals): Promise<number | null>;
}

function launch(environment: { [name: string]: string }): {
  child: ChildProcess;
  output(): string;
  ended: Promise<number | null>;
} {
  const child = spawn(process.execPath, [...NODE_FLAGS, 'src/run.js', 'main'], {
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
  await until(() => {
    if (child.exitCode !== null) throw new Error(`It did not start: ${output()}`);
    return ADDRESS.test(output());
  });
  return {
    child,
    output,
    url: ADDRESS.exec(output())![0],
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

const ADDRESS = /http:\/\/[\d.]+:\d+/;

/** Runs the command of the CLI beside the service, and returns its answer. */
async function operate(environment: { [name: string]: string }, command: string): Promise<unknown> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...NODE_FLAGS, 'src/run.js', 'cli', ...command.split(' '), '--json'],
    { env: { ...process.env, NODE_OPTIONS: '', ...environment } },
  );
  return JSON.parse(stdout);
}

/** Starts a service that cannot start; returns its exit code and output. */
async function fail(environment: { [name: string]: string }): Promise<[number | null, string]> {
  const { output, ended } = launch({ DATABASE_URL: world.url, ...environment });
  return [await ended, output().trim()];
}

test('SIGTERM, once or repeated, lets the request in flight finish, closes sockets, and exits with 0', async () => {
  const tenant = await world.tenant();
  const service = await start();
  const client = clientOf(service.url, await tenant.key());
  await ready(service.url);
  // A lock keeps the request in flight while the service is told to stop.
  const location = await tenant.run(createLocation, { name: 'Held' });
  const holder = new pg.Client({ connectionString: world.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('select from locations where id = $1 for update', [location['id']]);
  const inFlight = client(`PATCH /api/v1/locations/${location['id']}`, { name: 'Renamed' });
  await lockAwaited(holder);
  // As npm and process groups do: twice in quick succession.
  service.child.kill('SIGTERM');
  const ended = service.end('SIGTERM');
  // It accepts no new requests.
  await until(async () => (await client('GET /readyz').catch(() => undefined))?.status !== 200);
  await holder.query('commit');
  await holder.end();
  expect((await inFlight).status).toBe(200);
  expect(await ended).toBe(0);
});

test('a process that stops closes connections over which nothing came, and finishes the request that it is receiving', async () => {
  const tenant = await world.tenant();
  const { url, app } = await serveOver(world.database);
  const unused = connect(Number(new URL(url).port), '127.0.0.1');
  const inFlight = request(`${url}/api/v1/locations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tenant.key()}`, 'content-type': 'application/json' },
  });
  const answered = once(inFlight, 'response') as Promise<[IncomingMessage]>;
  inFlight.write('{"name":');
  await until(() => app.asked() > 0);
  const closed = app.close();
  await once(unused, 'close');
  inFlight.end('"Late"}');
  const [reply] = await answered;
  expect(reply.statusCode).toBe(201);
  reply.resume();
  await closed;
});

test('two first starts at once share one embedded database, whatever a killed one has left; it survives a kill -9, the next start continues with it, and a failed start leaves none running', async () => {
  const folder = await dataFolder('stockwright-life-');
  folders.add(folder);
  await mkdir(join(folder, 'postgres.new'));
  await writeFile(join(folder, 'postgres.new/PG_VERSION'), '18\n');
  await writeFile(join(folder, 'starting.lock'), '');
  const environment = { DATABASE_URL: '', DATA_DIR: folder };
  // Both find it empty, and one of them migrates it.
  const [one, other] = await Promise.all([start(environment), start(environment)]);
  let postmaster = await postmasterOf(folder);
  const isRunning = () => process.kill(postmaster, 0);
  for (const { url } of [one, other]) await ready(url);
  // The other uses it still.
  expect(await one.end('SIGINT')).toBe(0);
  isRunning();
  await other.end('SIGKILL');
  isRunning();
  const next = await start(environment);
  await ready(next.url);
  await operate(environment, 'organization create --slug acme --name Acme');
  const person = await operate(environment, 'user create --organization acme --email ann@example.com --role owner');
  // Commands are not told its PORT.
  expect(person).toMatchObject({ invitation: { url: expect.stringContaining(`${next.url}/invitation`) } });
  // The server ends, as it does when its disk is full, and is started again.
  process.kill(postmaster, 'SIGQUIT');
  const running = () => postmasterOf(folder).catch(() => Number.NaN);
  await until(async () => ![postmaster, Number.NaN].includes(await running()));
  postmaster = await running();
  await ready(next.url);
  await operate(environment, 'organization create --slug other --name Other');
  expect(await next.end('SIGTERM')).toBe(0);
  expect(isRunning).toThrow('ESRCH');
  // Processes that are still there would look for it at its port.
  const options = () => readFile(join(folder, 'postgres/postmaster.opts'), 'utf8');
  const started = await options();
  const taken = createServer();
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve));
  const { port } = taken.address() as { port: number };
  expect(await fail({ ...environment, PORT: String(port) })).toEqual([
    1,
    expect.stringMatching(/^Stockwright cannot start: PORT is taken: [^\n]+$/),
  ]);
  taken.close();
  expect(await options()).toBe(started);
  await expect(readFile(join(folder, 'postgres/postmaster.pid'))).rejects.toThrow('ENOENT');
  await rm(folder, { recursive: true });
});

test.each([
  [{ PORT: 'abc' }, /^PORT=abc is not usable: [^\n]+$/],
  [{ ROLE: 'boss' }, /^ROLE=boss is not usable: [^\n]+$/],
  [{ SECRETS_KEY: 'short' }, /^SECRETS_KEY is not usable: [^\n]+$/],
  [{ TRUST_PROXY: 'true' }, /^TRUST_PROXY=true is not usable: [^\n]+$/],
  [{ METRICS_PORT: '70000' }, /^METRICS_PORT=70000 is not usable: Must be a whole number from 0 to 65535\.$/],
  [{ PUBLIC_URL: 'stock' }, /^PUBLIC_URL is not usable: Must be scheme and host only[^\n]+$/],
  [{ SMTP_URL: 'smtp://%zz:x@mail', MAIL_FROM: 'a@example.com' }, /^SMTP_URL is not usable: Must be [^\n]+$/],
  // A URL may contain a password, so it is not repeated.
  [{ DATABASE_URL: 'mysql://x' }, /^DATABASE_URL is not usable: Must be [^\n]+$/],
])('%j is refused in one line that names the variable', (environment, line) => {
  expect(() => readConfig(environment)).toThrow(StartFailure);
  expect(() => readConfig(environment)).toThrow(line);
});

test('a wrong password ends the start with one line', async () => {
  const url = new URL(world.url);
  url.password = 'wrong';
  const starting = startDatabase(readConfig({ DATABASE_URL: url.href }));
  await expect(starting).rejects.toThrow(StartFailure);
  await expect(starting).rejects.toThrow(/^DATABASE_URL: the database cannot be used: [^\n]+$/);
});

test('a folder that cannot be used ends the start with one line', async () => {
  const folder = await dataFolder('stockwright-file-');
  folders.add(folder);
  await writeFile(join(folder, 'file'), '');
  const starting = startDatabase(readConfig({ DATA_DIR: join(folder, 'file/data') }));
  const line = await starting.then(() => '', lineFor);
  expect(line).toMatch(/^DATA_DIR=\S+ cannot be used: [^\n]+file'$/);
  // Node's own way of making a folder with those above it never ends here.
  const below = startDatabase(readConfig({ DATA_DIR: '/proc/stockwright/data' }));
  await expect(below).rejects.toThrow(/^DATA_DIR=\S+ cannot be used: [^\n]+$/);
});

/** Whether no process is making or starting the server of this folder. */
function isFree(folder: string): boolean {
  const turn = new DatabaseSync(join(folder, 'starting.lock'), { timeout: 0 });
  try {
    turn.exec('begin exclusive');
    return true;
  } catch {
    return false;
  } finally {
    turn.close();
  }
}

test.each<[string, (folder: string) => boolean]>([
  ['while its files are made', folder => existsSync(join(folder, 'postgres.new'))],
  ['while it is migrated', folder => existsSync(join(folder, 'postgres/postmaster.pid')) && isFree(folder)],
])('a first start that is told to stop %s leaves no server running', async (_, isSo) => {
  const folder = await dataFolder('stockwright-told-');
  folders.add(folder);
  const { child, output, ended } = launch({ DATABASE_URL: '', DATA_DIR: folder });
  await until(() => isSo(folder));
  child.kill('SIGINT');
  expect([await ended, output()]).toEqual([0, '']);
  expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  await rm(folder, { recursive: true, force: true, maxRetries: 10 });
});

test('an address that nothing can listen on ends the start with one line that names the variables', async () => {
  const config = readConfig({ HOST: '192.0.2.1', PORT: '4444' });
  const app = await buildApp(config, world.database, pino({ level: 'silent' }));
  const listening = app.listen();
  await expect(listening).rejects.toThrow(StartFailure);
  await expect(listening).rejects.toThrow(/^HOST=192\.0\.2\.1, PORT=4444: nothing can listen there: [^\n]+$/);
  await app.close();
});

test('a process is ready once no request has to wait for what it needs', async () => {
  const { app, url } = await world.serve();
  app.alsoReady(app.cold);
  const client = clientOf(url, '');
  expect((await client('GET /readyz')).body).toEqual({ status: 'unavailable', problem: 'starting' });
  expect((await client('GET /metrics')).text).toMatch(/^stockwright_ready 0$/m);
  await app.warm();
  expect((await client('GET /readyz')).body).toEqual({ status: 'ready' });
});

test('while draining, a process reports that it is stopping and keeps serving', async () => {
  const tenant = await world.tenant();
  const service = await start({ DATABASE_URL: world.url, DRAIN_SECONDS: '60' });
  const client = clientOf(service.url, await tenant.key());
  await ready(service.url);
  service.child.kill('SIGTERM');
  await until(async () => (await client('GET /readyz')).status === 503);
  expect([(await client('GET /readyz')).text, (await client('GET /api/v1/locations')).status]).toEqual([
    '{"status":"unavailable","problem":"stopping"}',
    200,
  ]);
  expect(await service.end('SIGKILL')).toBeNull();
});

test('metrics have a port of their own if configured, and requests are logged if configured', async () => {
  const tenant = await world.tenant();
  const lines: string[] = [];
  const { url, app } = await world.serve(
    { METRICS_PORT: '0', ACCESS_LOG: 'true', LOG_LEVEL: 'info' },
    { write: line => void lines.push(line) },
  );
  const client = clientOf(url, await tenant.key());
  expect((await client('GET /metrics')).status).toBe(404);
  expect((await client('GET /api/v1/variants?q=secret', undefined, { 'x-request-id': 'mine' })).status).toBe(200);
  expect((await client('GET /api/v1/locations/nothing')).status).toBe(404);
  const wrong = { name: 7, items: 1, metadata: { 'a secret': 'a'.repeat(20_000) } };
  await client('POST /api/v1/suppliers', wrong, { 'x-request-id': 'refused' });
  const query = 'query Mine { me { id } order(id: "x") { id } }';
  await client('POST /graphql', { query }, { 'x-request-id': 'document' });
  const figures = clientOf(`http://127.0.0.1:${app.metricsPort()}`, '');
  expect((await figures('GET /readyz')).status).toBe(200);
  expect((await figures('GET /metrics')).text.split('\n')).toEqual(
    expect.arrayContaining([
      'stockwright_http_request_duration_seconds_count{method="GET",route="/api/v1/variants",status="200"} 1',
      'stockwright_http_request_duration_seconds_count{method="GET",route="/api/v1/locations/:id",status="404"} 1',
    ]),
  );
  const toldOf = (requestId: string) =>
    lines.map(line => JSON.parse(line) as { requestId?: string }).find(line => line.requestId === requestId);
  // What was refused, and where, but nothing that the client wrote.
  expect(toldOf('refused')).toMatchObject({
    status: 422,
    refused: ['validation_failed name', 'validation_failed metadata', 'unknown_field'],
  });
  expect(toldOf('document')).toMatchObject({ status: 200, operation: 'query Mine', refused: ['not_found'] });
  expect(toldOf('mine')).toMatchObject({
    level: 30,
    method: 'GET',
    path: '/api/v1/variants',
    status: 200,
    organizationId: tenant.id,
    keyId: expect.any(String),
  });
  expect(lines.join()).not.toMatch(/swk_|secret/);
});
