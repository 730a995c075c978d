import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import pg from 'pg';
import { type EmbeddedDatabase, startEmbedded } from '../src/database/embedded.ts';
import { provisionOrganization } from '../src/domain/provision.ts';
import type { Db } from '../src/kernel/unit.ts';

/*
 * Shared by the benchmarks: a database with durable settings, servers in separate processes, and a load of limited
 * duration. Machines are noisy: only ratios of figures from one run mean something.
 */

const CONNECTIONS = [1, 16, 64] as const;
export const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);

export interface Figure {
  perSecond: number;
  p50: number;
  p99: number;
}

export interface Load {
  url: string;
  method?: 'GET' | 'POST';
  headers?: { [name: string]: string };
  /** A new body and headers for each request. */
  next?: () => { path?: string; body?: string; headers?: { [name: string]: string } };
}

/**
 * Requests per second and latency in ms with this many connections; the first second is not counted. Throws if a
 * request failed: a refusal is answered faster than what is measured.
 */
export async function measure({ url, method = 'GET', headers = {}, next }: Load, connections: number): Promise<Figure> {
  const options = (duration: number): autocannon.Options => ({
    url,
    connections,
    duration,
    method,
    headers,
    ...(next && {
      requests: [
        {
          setupRequest(request: autocannon.Request) {
            const { path, body, headers: more } = next();
            return {
              ...request,
              ...(path && { path }),
              ...(body && { body }),
              headers: { ...request.headers, ...more },
            };
          },
        },
      ],
    }),
  });
  await autocannon(options(1));
  const result = await autocannon(options(SECONDS));
  if (result.non2xx + result.errors > 0)
    throw new Error(`${url}: ${result.errors} errors, and by status ${JSON.stringify(result.statusCodeStats)}`);
  return { perSecond: result.requests.average, p50: result.latency.p50, p99: result.latency.p99 };
}

/**
 * A database for the benchmark, removed when it stops; durable, unless waiting for the disk is not to be measured.
 */
export async function openBenchDatabase({ durable = true } = {}): Promise<EmbeddedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-bench-'));
  await chmod(folder, 0o755);
  const server = await startEmbedded(folder, durable ? [] : ['fsync=off', 'synchronous_commit=off']);
  return {
    ...server,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** An organization to measure with. */
export const benchOrganization = (
  { system }: { system: Db },
  more: Partial<Parameters<typeof provisionOrganization>[1]> = {},
): Promise<string> =>
  provisionOrganization(system, {
    slug: 'bench',
    name: 'Bench',
    modules: [],
    currency: 'EUR',
    timeZone: 'UTC',
    ...more,
  });

const COPIED = [
  'variants',
  'products',
  'inventory_levels',
  'ledger_entries',
  'orders',
  'order_items',
  'reservations',
  'number_series',
  'events',
  'idempotency_keys',
];

/**
 * Copies the tables that the limit uses, with their indexes, into a separate schema, and analyzes them: without
 * statistics the limit once read a hundred levels times a hundred variants for each adjustment.
 */
export async function copyForLimit(url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query('create schema least');
  for (const table of COPIED) {
    await owner.query(`create table least.${table} (like public.${table} including all)`);
    if (table !== 'events') await owner.query(`insert into least.${table} select * from public.${table}`);
  }
  // Autovacuum does this on a database in use; without it, there are no index-only scans.
  await owner.query('vacuum analyze');
  await owner.end();
}

const LOOK_EVERY_MS = 250;

/**
 * Adds up the processor time of the server's processes by what they are connected for: `stop` returns the share of
 * each. The background's includes the sequencer, and with a worker the dispatcher. How many are active at a moment says
 * less: those that wait for the disk, for a lock or for a processor are, too.
 */
export async function watchDatabase(url: string): Promise<{ stop(): Promise<{ [application: string]: number }> }> {
  const client = new pg.Client({ connectionString: url, application_name: 'bench watch' });
  await client.connect();
  const seen = new Map<number, { name: string; first: number; last: number }>();
  const look = async (isFirst = false) => {
    const { rows } = await client.query<{ pid: number; name: string }>(
      "select pid, application_name as name from pg_stat_activity where application_name like 'stockwright%'",
    );
    for (const { pid, name } of rows) {
      const seconds = await processSeconds(pid);
      const process = seen.get(pid) ?? { name, first: isFirst ? seconds : 0, last: 0 };
      // None of one that has just ended.
      seen.set(pid, { ...process, last: Math.max(process.last, seconds) });
    }
  };
  await look(true);
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= look().finally(() => (looking = undefined));
  }, LOOK_EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      await look();
      await client.end();
      const used = new Map<string, number>();
      for (const { name, first, last } of seen.values()) used.set(name, (used.get(name) ?? 0) + last - first);
      const all = [...used.values()].reduce((sum, seconds) => sum + seconds, 0);
      return Object.fromEntries([...used].map(([name, seconds]) => [name, seconds / all]));
    },
  };
}

/** `stockwright 91 %, stockwright background 8 %`. */
export const sharesInWords = (shares: { [application: string]: number }): string =>
  Object.entries(shares)
    .sort(([, a], [, b]) => b - a)
    .map(([name, share]) => `${name} ${Math.round(100 * share)} %`)
    .join(', ');

export interface Child {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * As in `npm start`: without its limits the heap grows to half a gigabyte of garbage, without those of the allocator
 * each thread keeps what it once used, and without the compiled modules of earlier starts Node keeps its compiler, some
 * 10 MB.
 */
const {
  scripts: { start },
} = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as { scripts: { start: string } };
const START = start.split(' exec node ')[1]!.match(/--\S+/g)!;
const ALLOCATOR = Object.fromEntries(start.match(/MALLOC_\S+/g)!.map(setting => setting.split('=')));

const spawned = (environment: { [name: string]: string }) => ({ ...process.env, ...ALLOCATOR, ...environment });

/** Starts a module in a separate process, which sends its URL when it listens. */
export async function startChild(module: string, environment: { [name: string]: string }): Promise<Child> {
  const child = fork(new URL(module, import.meta.url), {
    execArgv: START,
    env: spawned(environment),
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = (await once(child, 'message')) as [{ url: string }];
  return childOf(child, message.url);
}

/** Starts the service on a database, without its worker and limits of rates unless the environment says otherwise. */
export async function startService(environment: { [name: string]: string }): Promise<Child> {
  const child = spawn(process.execPath, [...START, 'src/run.js', 'main'], {
    cwd: new URL('..', import.meta.url),
    env: spawned({
      ...{ PORT: '0', ROLE: 'web', DEMO: 'false', LOG_LEVEL: 'warn', DRAIN_SECONDS: '0' },
      RATE_LIMIT_PER_MINUTE: '100000000',
      ...environment,
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (!url) continue;
    const { pid, stop } = childOf(child, url);
    const say = async () =>
      console.log(`memory of the service after the load: ${Math.round(await residentMb(pid))} MB`);
    return { url, pid, stop: () => say().then(stop) };
  }
  throw new Error('The service does not start.');
}

const childOf = (child: ChildProcess, url: string): Child => ({
  url,
  pid: child.pid!,
  async stop() {
    child.kill('SIGTERM');
    await once(child, 'exit');
  },
});

export type Table = { [connections: number]: Figure };

export async function measureAll(load: Load): Promise<Table> {
  const table: Table = {};
  for (const connections of CONNECTIONS) table[connections] = await measure(load, connections);
  return table;
}

/** A figure and the limit of the same run, as `npm run bench` stores it. */
export interface Result {
  name: string;
  clients: number;
  perSecond: number;
  p50?: number;
  p99: number;
  limitPerSecond: number;
  ratio: number;
}

/** Passes a figure to the run that this benchmark belongs to. */
export function keep(name: string, clients: number, ours: Partial<Figure>, limit: Partial<Figure>): void {
  const { perSecond = 0, p50, p99 = 0 } = ours;
  const { perSecond: limitPerSecond = 0 } = limit;
  const result: Result = {
    name,
    clients,
    perSecond,
    ...(p50 !== undefined && { p50 }),
    p99,
    limitPerSecond,
    ratio: perSecond / limitPerSecond,
  };
  const file = process.env['BENCH_REPORT'];
  if (file) appendFileSync(file, `${JSON.stringify(result)}\n`);
}

/** Prints our figures beside the limit measured in the same run. */
export function print(title: string, goal: number, ours: Table, limit: Table): void {
  console.log(`\n${title} (goal: at least ${goal} of the limit at 16)`);
  console.log('connections      ours/s   limit/s   ratio   p50 ms   p99 ms   limit p50   limit p99');
  for (const connections of CONNECTIONS) {
    const [a, b] = [ours[connections]!, limit[connections]!];
    keep(title, connections, a, b);
    const cells = [
      a.perSecond.toFixed(0).padStart(8),
      b.perSecond.toFixed(0).padStart(9),
      (a.perSecond / b.perSecond).toFixed(2).padStart(7),
      ...[a.p50, a.p99].map(ms => String(ms).padStart(8)),
      ...[b.p50, b.p99].map(ms => String(ms).padStart(11)),
    ];
    console.log(`${String(connections).padStart(11)}    ${cells.join(' ')}`);
  }
}

/** The fields of /proc/PID/stat, from the state on. */
async function statOf(pid: number): Promise<number[]> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
}

/** Seconds of processor time that a process has used; Linux counts hundredths. */
export async function processSeconds(pid: number): Promise<number> {
  const stat = await statOf(pid);
  return ((stat[11] ?? 0) + (stat[12] ?? 0)) / 100;
}

/**
 * Seconds of processor time used by all processes of the server that this client is connected to, including those that
 * have ended.
 */
export async function databaseSeconds(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ folder: string; pids: number[] }>(
    "select current_setting('data_directory') as folder, array_agg(pid) as pids from pg_stat_activity",
  );
  const { folder, pids } = rows[0]!;
  const postmaster = Number((await readFile(join(folder, 'postmaster.pid'), 'utf8')).split('\n')[0]);
  const ended = await statOf(postmaster);
  const running = await Promise.all(pids.map(processSeconds));
  return running.reduce((sum, each) => sum + each, ((ended[13] ?? 0) + (ended[14] ?? 0)) / 100);
}

/** The resident memory of a process in megabytes. */
export const residentMb = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;
