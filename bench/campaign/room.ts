import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePort } from '../../src/database/embedded.ts';
import { type Fault, type Strike, serveWith } from './fault.ts';

/*
 * Faults of the resources around a process: sockets, memory, Redis, disk space.
 */

const run = promisify(execFile);

const SOCKETS = 200;
/** A header must be complete within 10 s, which is checked every 5 s. */
const CLOSED_MS = 45_000;

/** Clients that start a request and never finish it. */
async function slow({ rig, say }: Strike): Promise<void> {
  const port = Number(new URL(rig.servers[0].ownUrl).port);
  const open = new Set<Socket>();
  for (let index = 0; index < SOCKETS; index += 1) {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('POST /api/v1/orders HTTP/1.1\r\nHost: localhost\r\n'),
    );
    open.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => open.delete(socket));
    socket.resume();
  }
  const dripping = setInterval(() => {
    for (const socket of open) socket.write('X-More: 1\r\n');
  }, 1000);
  const { done } = rig.journal.figures;
  for (const deadline = Date.now() + CLOSED_MS; open.size > 0 && Date.now() < deadline; ) await sleep(250);
  clearInterval(dripping);
  if (open.size > 0)
    say(`${open.size} of ${SOCKETS} connections that never end their header were still open after 45 s.`);
  for (const socket of open) socket.destroy();
  if (rig.journal.figures.done === done) say('Nobody was served beside clients that never end their header.');
}

const residentMb = async (pid: number): Promise<number> =>
  Number(/^VmRSS:\s+(\d+)/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))![1]) / 1024;

const DOCUMENTS = 600;
/** The alert threshold of docs/monitoring/alerts.yml. */
const MEMORY_MAX_MB = 600;

/** Documents that are refused, and sockets that only listen. */
async function memory({ rig, say }: Strike): Promise<void> {
  const [service] = rig.servers;
  const { key } = rig.tenants[0]!;
  const deep = `{ ${'orders(first: 1) { nodes { items { variant { product { variants { '.repeat(40)}`;
  const wide = `{ ${Array.from({ length: 400 }, (_, n) => `a${n}: orders(first: 100) { nodes { id } }`).join(' ')} }`;
  const streams = Array.from({ length: 50 }, () => new AbortController());
  for (const { signal } of streams)
    void fetch(`${service.ownUrl}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream' },
      signal,
    }).catch(() => undefined);
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < DOCUMENTS; sent += 20)
    await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        const { status } = await fetch(`${service.ownUrl}/graphql`, {
          method: 'POST',
          headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
          body: JSON.stringify({ query: index % 2 === 0 ? deep : wide }),
        });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
    );
  for (const stream of streams) stream.abort();
  const bad = [...statuses].filter(([status]) => status >= 500 && status !== 503);
  if (bad.length > 0) say(`Hostile documents were answered ${bad.map(([status, n]) => `${n} times ${status}`)}.`);
  const mb = await residentMb(service.pid());
  if (mb > MEMORY_MAX_MB) say(`${Math.round(mb)} MB are held after ${DOCUMENTS} hostile documents.`);
}

/** Redis is away, back, silent and back. */
async function redis(at: Strike): Promise<string | undefined> {
  if (!(await run('redis-server', ['--version']).catch(() => undefined))) return 'redis-server is not installed';
  const port = await freePort();
  const start = async () => {
    const server = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', ''], {
      stdio: 'ignore',
    });
    await sleep(500);
    return server;
  };
  let server = await start();
  await serveWith(at, { REDIS_URL: `redis://127.0.0.1:${port}` });
  await sleep(1000);
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
  await goesOn(at, 'while Redis is gone');
  server = await start();
  await sleep(500);
  server.kill('SIGSTOP');
  await goesOn(at, 'while Redis is silent');
  server.kill('SIGCONT');
  server.kill('SIGTERM');
  await serveWith(at, {});
}

/** Whether commands succeed meanwhile. */
async function goesOn({ rig, say }: Strike, when: string): Promise<void> {
  const { done } = rig.journal.figures;
  await sleep(4000);
  if (rig.journal.figures.done === done) say(`No command was done ${when}.`);
}

/** A file system of some megabytes that the events are moved to, and then filled. Requires a user who may mount. */
async function disk({ rig: { cluster, folder }, say }: Strike): Promise<string | undefined> {
  const place = join(folder, 'small');
  await mkdir(place, { recursive: true });
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'stockwright-campaign', place]);
  } catch {
    return 'a full disk needs a file system of its own, and this user may not mount one';
  }
  try {
    const { uid, gid } = await stat(join(folder, 'postgres'));
    await chown(place, uid, gid);
    await chmod(place, 0o700);
    await cluster.ask(`create tablespace small location '${place}'`);
    await cluster.ask('alter table ledger_entries set tablespace small');
    // Fills it to the last block.
    const filler = join(place, 'filler');
    await writeFile(filler, Buffer.alloc(48 * 1024 * 1024)).catch(() => undefined);
    await sleep(4000);
    await rm(filler, { force: true });
    await sleep(1000);
    await cluster.ask('alter table ledger_entries set tablespace pg_default');
    await cluster.ask('drop tablespace small');
  } finally {
    await run('umount', [place]).catch((error: Error) =>
      say(`The small file system cannot be removed: ${error.message}`),
    );
  }
  return undefined;
}

export const ROOM = {
  slow: { id: 'F19', what: '200 clients that never end the header of a request', times: 1, strike: slow },
  memory: { id: 'F20', what: '600 hostile GraphQL documents and 50 streams', times: 2, strike: memory },
  redis: { id: 'F23', what: 'Redis gone, back, silent', times: 1, strike: redis },
  disk: { id: 'F26', what: 'a full disk under the ledger', times: 1, strike: disk },
} satisfies { [name: string]: Fault };
