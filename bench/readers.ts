import { once } from 'node:events';
import WebSocket from 'ws';

/*
 * The dashboards of the fan-out benchmark, in a process of their own: opens sockets, reads events, and tells how old each was when
 * it arrived.
 */

export interface ReadersGiven {
  url: string;
  /** The keys of the organizations, and how many sockets each has. */
  keys: string[];
  socketsEach: number;
  /** Whether they replay everything twenty times, and stop reading before the first answer. */
  stuck: boolean;
}

export interface ReadersTold {
  messages: number;
  p50: number;
  p99: number;
  /** Sockets closed by the service, by code. */
  closed: { [code: string]: number };
}

const QUERY = `subscription { inventoryUpdated { position occurredAt data {
  inventoryLevel { id variantId sku locationId quantityOnHand quantityReserved quantityOnHold quantityAvailable quantityIncoming updatedAt }
  changes { entryType quantityChange referenceType referenceId } } } }`;

const ages: number[] = [];
const closed: ReadersTold['closed'] = {};

const tenfold = Array.from({ length: 10 }, (_, index) => `data${index}: data`).join(' ');
const REPLAY = `subscription { events(after: 0) { ${tenfold} } }`;

async function open(url: string, key: string, index: number, stuck: boolean): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    perMessageDeflate: false,
  });
  socket.on('close', code => (closed[code] = (closed[code] ?? 0) + 1));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  await once(socket, 'message');
  socket.on('message', data => {
    const arrivedAt = performance.timeOrigin + performance.now();
    const text = String(data);
    const at = text.indexOf('"occurredAt":"');
    if (at > 0) ages.push(arrivedAt - Date.parse(text.slice(at + 14, at + 38)));
  });
  if (stuck) socket.pause();
  const queries = stuck ? Array.from({ length: 20 }, () => REPLAY) : [QUERY];
  queries.forEach((query, number) =>
    socket.send(JSON.stringify({ id: `reader-${index}-${number}`, type: 'subscribe', payload: { query } })),
  );
  return socket;
}

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

const sockets: WebSocket[] = [];

process.on('message', async (given: ReadersGiven | 'tell' | 'resume') => {
  if (given === 'resume') {
    for (const socket of sockets) socket.resume();
    return;
  }
  if (given === 'tell') {
    const sorted = ages.splice(0).sort((a, b) => a - b);
    process.send!({
      messages: sorted.length,
      p50: percentile(sorted, 0.5),
      p99: percentile(sorted, 0.99),
      closed,
    } satisfies ReadersTold);
    return;
  }
  const { url, keys, socketsEach, stuck } = given;
  // Some at a time: what is measured is not how fast they can all come at once.
  for (let index = 0; index < socketsEach; index += 1)
    sockets.push(...(await Promise.all(keys.map(key => open(url, key, index, stuck)))));
  process.send!('open');
});
process.on('disconnect', () => process.exit(0));
