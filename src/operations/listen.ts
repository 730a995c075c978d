import { setTimeout as sleep } from 'node:timers/promises';
import { refuse } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { deliveryHeaders, makeSecret } from '../webhooks/signature.ts';

/*
 * Forwards webhooks to an integrator's own machine, which the service cannot reach: it follows the event stream and
 * posts each event, signed as deliveries are. docs/api.md, "Trying webhooks".
 */

export interface ListenOptions {
  url: string;
  key: string;
  forwardTo: string;
  /** Types of events. Default: all that the key may read. */
  events?: readonly string[] | undefined;
  /** A connection on which nothing arrives for this long is taken for lost. The service sends a comment every 15 s. */
  silenceMs?: number;
  signal: AbortSignal;
  say(line: string): void;
}

const AGAIN_MS = 1000;
const SILENCE_MS = 45_000;
const ANSWER_MS = 10_000;

interface StreamedEvent {
  id: string;
  type: string;
  position: number;
}

/**
 * Follows until the signal aborts, and after a disconnect continues behind the last event that was posted. Throws what
 * the service refuses.
 */
export async function listen({
  url,
  key,
  forwardTo,
  events,
  silenceMs = SILENCE_MS,
  signal,
  say,
}: ListenOptions): Promise<void> {
  const secret = makeSecret();
  const address = new URL('/api/v1/events/stream', url);
  if (events?.length) address.searchParams.set('types', events.join(','));
  say(`Signing secret: ${secret}`);
  let last: string | undefined;
  for (let isFirst = true; !signal.aborted; isFirst = false) {
    const lost = new AbortController();
    const heard = <R>(something: Promise<R>): Promise<R> => {
      const timer = setTimeout(() => lost.abort(new Error(`nothing came for ${silenceMs / 1000} s`)), silenceMs);
      return something.finally(() => clearTimeout(timer));
    };
    try {
      const response = await heard(
        fetch(address, {
          signal: AbortSignal.any([signal, lost.signal]),
          headers: { authorization: `Bearer ${key}`, ...(last !== undefined && { 'Last-Event-ID': last }) },
        }),
      );
      if (!response.ok && response.status < 500 && response.status !== 429) return await refused(response);
      if (!response.ok) throw new Error(`the service answered ${response.status}`);
      say(
        isFirst
          ? `Listening; forwarding to ${forwardTo}`
          : `Listening again${last === undefined ? '' : ` after ${last}`}`,
      );
      for await (const { id, data } of toldBy(response.body!, heard)) {
        if (data !== undefined) {
          const event = JSON.parse(data) as StreamedEvent;
          say(`${event.position} ${event.type} -> ${await forward(forwardTo, event, data, secret, signal)}`);
        }
        // It begins with the position of the last event before it.
        last = id ?? last;
      }
    } catch (error) {
      if (signal.aborted) return;
      if ((error as Error).name === 'Refusal') throw error;
      say(`The stream was cut (${causeOf(error)}); trying again`);
    }
    await sleep(AGAIN_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function refused(response: Response): Promise<never> {
  const { errors } = (await response.json().catch(() => ({}))) as { errors?: { message: string }[] };
  return refuse('bad_request', errors?.[0]?.message ?? `The service answered ${response.status}.`);
}

/** Posts an event, and describes the outcome. */
async function forward(
  to: string,
  event: StreamedEvent,
  body: string,
  secret: string,
  signal: AbortSignal,
): Promise<string> {
  const headers = deliveryHeaders({
    webhookId: event.id,
    sentAt: new Date(),
    body,
    secrets: [secret],
    event: event.type,
    deliveryId: newId(),
  });
  const beganAt = performance.now();
  try {
    const stop = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)]);
    const { status } = await fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal: stop });
    return `${status} (${Math.round(performance.now() - beganAt)} ms)`;
  } catch (error) {
    return causeOf(error);
  }
}

const causeOf = (error: unknown): string => {
  const { cause, message } = error as { cause?: { code?: string }; message: string };
  return cause?.code ?? message;
};

/** The position and the data of each server-sent event. */
async function* toldBy(
  body: ReadableStream<Uint8Array>,
  heard: <R>(something: Promise<R>) => Promise<R>,
): AsyncGenerator<{ id: string | undefined; data: string | undefined }> {
  const decoder = new TextDecoder();
  let text = '';
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await heard(reader.read());
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const blocks = text.split('\n\n');
    text = blocks.pop()!;
    for (const block of blocks) {
      const lines = block.split('\n');
      const ofField = (field: string) => lines.find(line => line.startsWith(field))?.slice(field.length);
      yield { id: ofField('id: '), data: ofField('data: ') };
    }
  }
}
