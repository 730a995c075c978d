import { isTemporary, type Problem, parsed, StockwrightError, wait } from './errors.ts';

/** An event of the stream. */
export interface StreamedEvent {
  id: string;
  type: string;
  position: number;
  occurred_at: string;
  api_version: string;
  organization_id: string;
  data: { [field: string]: unknown };
}

export interface Following {
  /** The last position received; by default it begins with the next event. */
  after?: number | undefined;
  /** Types of events. Default: all that the key may read. */
  types?: readonly string[] | undefined;
  /**
   * A connection on which nothing arrives for this long is taken for lost, as a network that fails tells nobody. The
   * service sends something every 15 s. Default: 45,000.
   */
  silenceMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const AGAIN_MS = 1000;
const SILENCE_MS = 45_000;

/** Follows the stream of server-sent events, and reconnects when the connection is lost. */
export async function* follow(
  address: string,
  key: string,
  fetchIt: typeof fetch,
  { after, types, silenceMs = SILENCE_MS, signal }: Following,
): AsyncGenerator<StreamedEvent, void, void> {
  const url = new URL(address);
  if (types) url.searchParams.set('types', types.join(','));
  let last = after;
  while (!signal?.aborted) {
    const lost = new AbortController();
    const heard = <R>(something: Promise<R>): Promise<R> => {
      const timer = setTimeout(() => lost.abort(), silenceMs);
      return something.finally(() => clearTimeout(timer));
    };
    try {
      const headers: Record<string, string> = {
        authorization: `Bearer ${key}`,
        accept: 'text/event-stream',
        ...(last !== undefined && { 'last-event-id': String(last) }),
      };
      const either = signal ? AbortSignal.any([signal, lost.signal]) : lost.signal;
      const response = await heard(fetchIt(url, { headers, signal: either }));
      if (!response.ok && !isTemporary(response.status) && response.status < 500) {
        const { errors = [] } = parsed(await response.text(), response) as { errors?: Problem[] };
        throw new StockwrightError(response.status, errors, response.headers.get('x-request-id') ?? undefined);
      }
      if (!response.ok) await response.body?.cancel();
      else
        for await (const { position, event } of toldBy(response.body!, heard)) {
          // It begins with the position of the last event before it.
          last = position ?? last;
          if (event) yield event;
        }
    } catch (error) {
      if (error instanceof StockwrightError) throw error;
      if (signal?.aborted) return;
    }
    await wait(AGAIN_MS, signal).catch(() => undefined);
  }
}

interface Told {
  position: number | undefined;
  event: StreamedEvent | undefined;
}

async function* toldBy(
  body: ReadableStream<Uint8Array>,
  heard: <R>(something: Promise<R>) => Promise<R>,
): AsyncGenerator<Told, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let text = '';
  try {
    for (;;) {
      const { done, value } = await heard(reader.read());
      if (done) return;
      text += decoder.decode(value, { stream: true });
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const lines = block.split('\n');
        const ofField = (field: string) => lines.find(line => line.startsWith(field))?.slice(field.length);
        const [id, data] = [ofField('id: '), ofField('data: ')];
        yield {
          position: id === undefined ? undefined : Number(id),
          event: data === undefined ? undefined : (JSON.parse(data) as StreamedEvent),
        };
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
