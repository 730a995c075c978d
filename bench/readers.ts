import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import WebSocket from 'ws';

/*
 * The dashboards of the fan-out benchmark, in a separate process: opens sockets or streams, reads events, and reports
 * how old each was when it arrived.
 */

/** How they follow: a subscription on a socket, the same over server-sent events, or REST's event stream. */
export type Way = 'sockets' | 'subscriptions over SSE' | 'event streams';

export interface ReadersGiven {
  url: string;
  way: Way;
  /** The keys of the organizations, and the number of sockets or streams of each. */
  keys: string[];
  each: number;
  /** Whether they replay everything twenty times, and stop reading before the first response. */
  stuck: boolean;
}

export interface ReadersTold {
  messages: number;
  p50: number;
  p99: number;
  /** The number of sockets closed by the service, by code; and of ended streams. */
  closed: { [code: string]: number };
}

const QUERY = `subscription { inventoryUpdated { position occurredAt data {
  inventoryLevel { id variantId sku locationId quantityOnHand quantityReserved quantityOnHold quantityAvailable
      quantityIncoming updatedAt }
  changes { entryType quantityChange referenceType referenceId } } } }`;

const ages: number[] = [];
const closed: ReadersTold['closed'] = {};

const tenfold = Array.from({ length: 10 }, (_, index) => `data${index}: data`).join(' ');
const REPLAY = `subscription { events(after: 0) { ${tenfold} } }`;

const OCCURRED = /"occurred_?[aA]t":"([^"]+)"/;

/** Records the age of the event in a message; other messages have none. */
function note(text: string): void {
  const arrivedAt = performance.timeOrigin + performance.now();
  const [, at] = OCCURRED.exec(text) ?? [];
  if (at) ages.push(arrivedAt - Date.parse(at));
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });

/** Resolves once the stream has started. */
async function openStream(url: string, key: string, way: Way): Promise<IncomingMessage> {
  const headers = {
    authorization: `Bearer ${key}`,
    accept: 'text/event-stream',
    'content-type': 'application/json',
  };
  const asking =
    way === 'event streams'
      ? request(`${url}/api/v1/events/stream?types=inventory.updated`, { agent, headers })
      : request(`${url}/graphql`, { agent, headers, method: 'POST' });
  asking.end(way === 'event streams' ? undefined : JSON.stringify({ query: QUERY }));
  const [stream] = (await once(asking, 'response')) as [IncomingMessage];
  if (stream.statusCode !== 200) throw new Error(`A stream was answered ${stream.statusCode}.`);
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    const messages = (rest + chunk).split('\n\n');
    rest = messages.pop()!;
    for (const message of messages) note(message);
  });
  stream.on('close', () => (closed['ended'] = (closed['ended'] ?? 0) + 1));
  return stream;
}

async function open(url: string, key: string, index: number, stuck: boolean): Promise<WebSocket> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    perMessageDeflate: false,
  });
  socket.on('close', code => (closed[code] = (closed[code] ?? 0) + 1));
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  await once(socket, 'message');
  socket.on('message', data => note(String(data)));
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
  const { url, way, keys, each, stuck } = given;
  // A few at a time: the rate of connecting is not measured.
  for (let index = 0; index < each; index += 1)
    if (way === 'sockets') sockets.push(...(await Promise.all(keys.map(key => open(url, key, index, stuck)))));
    else await Promise.all(keys.map(key => openStream(url, key, way)));
  process.send!('open');
});
process.on('disconnect', () => process.exit(0));
