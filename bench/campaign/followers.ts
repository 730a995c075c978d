import { once } from 'node:events';
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Journal } from './journal.ts';

/*
 * The receivers of events: a reader of the event stream that resumes at another process where it was cut off, and
 * receivers of webhooks.
 */

export interface Reader {
  /** The last position that it has seen. */
  last(): number;
  /** How often it reconnected. */
  streams(): number;
  stop(): void;
}

/** Follows a tenant's events from the first on. A gap, or a repeated position, is a violation. */
export function follow(urls: readonly string[], key: string, name: string, journal: Journal): Reader {
  const abort = new AbortController();
  let last = 0;
  let streams = 0;

  async function read(): Promise<void> {
    const url = urls[streams % urls.length]!;
    streams += 1;
    const response = await fetch(`${url}/api/v1/events/stream`, {
      headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', 'last-event-id': String(last) },
      signal: abort.signal,
    });
    if (response.status !== 200) return void (await response.text());
    const decoder = new TextDecoder();
    let text = '';
    for await (const bytes of response.body!) {
      text += decoder.decode(bytes as Uint8Array, { stream: true });
      const blocks = text.split('\n\n');
      // An incomplete message does not count.
      text = blocks.pop()!;
      for (const block of blocks) {
        const position = Number(/^id: ?(\d+)$/m.exec(block)?.[1] ?? Number.NaN);
        if (Number.isNaN(position)) continue;
        if (position !== last + 1) journal.violations.push(`${name} was told position ${position} after ${last}.`);
        last = position;
      }
    }
  }

  void (async () => {
    while (!abort.signal.aborted) {
      await read().catch(() => undefined);
      await sleep(100);
    }
  })();
  return { last: () => last, streams: () => streams, stop: () => abort.abort() };
}

/** The behavior of a receiver, by its path. */
const MANNERS = ['fast', 'slow', 'hanging', 'failing', 'flaky', 'resetting', 'endless'] as const;
export type Manner = (typeof MANNERS)[number];

export interface Receivers {
  urlOf(manner: Manner, tenant: number): string;
  /** How often each event came, by manner and tenant. */
  taken(manner: Manner, tenant: number): ReadonlyMap<string, number>;
  /** The most that the receiver had open at once. */
  busiest(manner: Manner): number;
  /** The response time of the fast receivers. */
  paceMs: number;
  /** Milliseconds between the event and its first delivery to the fast receivers. */
  delays: number[];
  close(): Promise<void>;
}

const SLOW_MS = 5000;

/** Receivers of every manner, on one port of this machine. */
export async function openReceivers(): Promise<Receivers> {
  const taken = new Map<string, Map<string, number>>();
  const open = new Map<string, number>();
  const most = new Map<string, number>();
  const delays: number[] = [];
  const takenOf = (path: string) => {
    if (!taken.has(path)) taken.set(path, new Map());
    return taken.get(path)!;
  };
  const server = createServer(async (req, res) => {
    const path = req.url!;
    const manner = path.split('/')[1] as Manner;
    open.set(manner, (open.get(manner) ?? 0) + 1);
    most.set(manner, Math.max(most.get(manner) ?? 0, open.get(manner)!));
    res.on('close', () => open.set(manner, open.get(manner)! - 1));
    res.on('error', () => undefined);
    let body = '';
    try {
      for await (const bytes of req) body += bytes;
    } catch {
      return;
    }
    const events = takenOf(path);
    const id = req.headers['webhook-id'] as string;
    const times = (events.get(id) ?? 0) + 1;
    events.set(id, times);
    if (manner === 'fast' && times === 1)
      delays.push(Date.now() - Date.parse((JSON.parse(body) as { timestamp?: string }).timestamp ?? ''));
    if (manner === 'hanging') return;
    if (manner === 'slow') await sleep(SLOW_MS);
    if (receivers.paceMs > 0) await sleep(receivers.paceMs);
    if (manner === 'resetting') return void res.writeHead(200).flushHeaders(), void res.socket?.resetAndDestroy();
    if (manner === 'endless') return endless(res);
    res.writeHead(manner === 'failing' || (manner === 'flaky' && times === 1) ? 500 : 200).end('ok');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const receivers: Receivers = {
    paceMs: 0,
    urlOf: (manner, tenant) => `http://127.0.0.1:${port}/${manner}/${tenant}`,
    taken: (manner, tenant) => takenOf(`/${manner}/${tenant}`),
    busiest: manner => most.get(manner) ?? 0,
    delays,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receivers;
}

/** A response that never ends, sent as fast as it is read. */
function endless(res: import('node:http').ServerResponse): void {
  res.writeHead(200);
  const more = () => {
    while (!res.destroyed && res.write('x'.repeat(16_384)));
  };
  res.on('drain', more);
  more();
}
