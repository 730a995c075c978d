import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbedded } from '../../src/database/embedded.ts';
import { openProxy, type Way } from './proxy.ts';

/*
 * A PostgreSQL of the campaign's own, which may be killed. Each start uses another port, so everybody connects through
 * a proxy.
 */

export interface Cluster {
  /** The owner's URL through the proxy that the service uses, which faults disturb. */
  url: string;
  /** The same without disturbances. */
  ownUrl: string;
  way: Way;
  /** Queries as the owner, on a separate connection. */
  ask<Row extends object>(statement: string): Promise<Row[]>;
  /** Sends a signal to the postmaster, or to all of the server's processes. */
  signal(name: NodeJS.Signals, whom?: 'postmaster' | 'all'): Promise<void>;
  /** Restarts it after it has ended. */
  start(): Promise<void>;
  close(): Promise<void>;
}

const START_WITHIN_MS = 60_000;

export async function openCluster(home: string, settings: readonly string[]): Promise<Cluster> {
  let server = await startEmbedded(home, settings);
  const port = () => Number(new URL(server.url).port);
  const [way, door] = [await openProxy(port()), await openProxy(port())];
  const at = (place: Way) => {
    const url = new URL(server.url);
    url.port = String(place.port);
    return url.href;
  };
  const pidFile = join(home, 'postgres/postmaster.pid');
  const postmaster = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0]);

  return {
    url: at(way),
    ownUrl: at(door),
    way,
    ask: statement => askAt(at(door), statement),
    async signal(name, whom = 'postmaster') {
      const first = await postmaster();
      for (const pid of whom === 'all' ? [...(await childrenOf(first)), first] : [first]) send(pid, name);
    },
    async start() {
      // A killed server must be completely gone before another may use its memory.
      for (const deadline = Date.now() + START_WITHIN_MS; ; await sleep(200)) {
        const found = await startEmbedded(home, settings).catch((error: Error) => error);
        if (!(found instanceof Error)) {
          server = found;
          break;
        }
        if (Date.now() > deadline) throw found;
      }
      way.to = door.to = port();
    },
    async close() {
      await Promise.all([way.close(), door.close()]);
      await server.stop();
    },
  };
}

/** A database on a server shared with others, so its faults leave the server alone. */
export async function joinCluster(url: string): Promise<Cluster> {
  const way = await openProxy(Number(new URL(url).port));
  const byWay = new URL(url);
  byWay.port = String(way.port);
  // The proxy is not reached through the socket that the tests use.
  byWay.searchParams.delete('host');
  const refuse = async () => {
    throw new Error("This server is not the campaign's own.");
  };
  return {
    url: byWay.href,
    ownUrl: url,
    way,
    ask: statement => askAt(url, statement),
    signal: refuse,
    start: refuse,
    close: () => way.close(),
  };
}

/** Runs one query on a separate connection that may write, whatever the database is set to. */
async function askAt<Row extends object>(url: string, statement: string): Promise<Row[]> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'campaign',
    options: '-c default_transaction_read_only=off',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A process that has already ended needs no signal. */
export function send(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The children of a process, according to Linux. */
async function childrenOf(parent: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter(name => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async pid => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // The name, in brackets, may contain anything.
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent ? Number(pid) : 0;
    }),
  );
  return found.filter(pid => pid > 0);
}
