/** One server-sent event. */
export interface SseEvent {
  id?: string;
  event?: string;
  data: string;
}

/** A stream of server-sent events that is being read. */
export interface SseReading {
  status: number;
  headers: Headers;
  /** The response, if it is no stream. */
  body: unknown;
  seen: SseEvent[];
  comments: number;
  ended: Promise<void>;
  stop(): void;
}

/** Opens a stream of server-sent events and collects its events. */
export async function readSse(
  url: string,
  key: string,
  { headers = {}, ...init }: { headers?: { [name: string]: string }; method?: string; body?: string } = {},
): Promise<SseReading> {
  const abort = new AbortController();
  const response = await fetch(url, {
    ...init,
    signal: abort.signal,
    headers: { authorization: `Bearer ${key}`, accept: 'text/event-stream', ...headers },
  });
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
  const reading: SseReading = {
    status: response.status,
    headers: response.headers,
    body: isStream ? undefined : await response.json(),
    seen: [],
    comments: 0,
    ended: Promise.resolve(),
    stop: () => abort.abort(),
  };
  if (isStream) reading.ended = read(response.body!, reading).catch(() => undefined);
  return reading;
}

async function read(body: ReadableStream<Uint8Array>, reading: SseReading): Promise<void> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      if (block.startsWith(':')) reading.comments += 1;
      else {
        const fields = block.split('\n').map(line => line.split(/: ?(.*)/s).slice(0, 2) as [string, string]);
        reading.seen.push(Object.fromEntries(fields) as never as SseEvent);
      }
    }
  }
}
