import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../database/database.ts';
import type { EventData } from './log.ts';
import { CHANNEL, sequence } from './sequencer.ts';

/*
 * Follows the log in one process: gives positions to what was just committed, and hands events to whoever listens. A wake-up is
 * a hint, never the truth: what counts is the log, which is looked at every second anyway.
 */

export interface LoggedEvent {
  id: string;
  type: string;
  position: number;
  sequence: number;
  occurredAt: string;
  organizationId: string;
  data: EventData;
}

export interface EventStream {
  /**
   * Events of one organization in the order of their positions, without gap or repeat: those after `after` first, then live.
   * Without `after` it begins with the next one. Throws TooSlow into a consumer that falls behind.
   */
  subscribe(organizationId: string, after?: number): AsyncIterableIterator<LoggedEvent>;
  /** Calls the listener after new events were sequenced, in whichever process. */
  onEvents(listener: () => void): void;
  close(): Promise<void>;
}

export class TooSlow extends Error {
  constructor() {
    super('The consumer is too slow: reconnect with the last position that you have seen.');
  }
}

const LOOK_EVERY_MS = 1000;
/** Commits that come within so short a time are sequenced together: a busy writer would else pay for a round of sequencing each. */
const GATHER_MS = 5;
const BATCH = 500;
const BUFFER_MAX = 1000;

/** What has arrived for one consumer and was not taken yet. Bounded: a consumer that falls behind is told so. */
class Inbox {
  closed = false;
  readonly #events: LoggedEvent[] = [];
  #overrun = false;
  #wake: (() => void) | undefined;

  push(event: LoggedEvent): void {
    if (this.#events.length >= BUFFER_MAX) this.#overrun = true;
    else this.#events.push(event);
    this.#wake?.();
  }

  peek(): LoggedEvent | undefined {
    if (this.#overrun) throw new TooSlow();
    return this.#events[0];
  }

  drop(): void {
    this.#events.shift();
  }

  async arrival(): Promise<void> {
    if (!this.closed) await new Promise<void>(resolve => (this.#wake = resolve));
    this.#wake = undefined;
  }

  close(): void {
    this.closed = true;
    this.#wake?.();
  }
}

const columns = sql`id, type, position, sequence, occurred_at as "occurredAt", organization_id as "organizationId", data`;

export async function openEventStream(database: OpenDatabase, log: Logger): Promise<EventStream> {
  const subscribers = new Map<string, Set<Inbox>>();
  const listeners: (() => void)[] = [];
  const stop = new AbortController();
  /** What is under way, to be waited for when the stream ends. */
  const passes: (() => Promise<void> | undefined)[] = [];
  let seen = await lastSequence(database);

  const sequencing = coalesced(async () => {
    await sleep(GATHER_MS);
    while ((await sequence(database.system)) > 0);
    following();
  });
  const following = coalesced(async () => {
    for (;;) {
      const { rows } = await sql<LoggedEvent>`select ${columns} from events where sequence > ${seen} order by sequence limit ${BATCH}`.execute(database.system);
      for (const event of rows) {
        seen = event.sequence;
        for (const inbox of subscribers.get(event.organizationId) ?? []) inbox.push(event);
      }
      if (rows.length > 0) for (const listener of listeners) listener();
      if (rows.length < BATCH) return;
    }
  });

  function coalesced(work: () => Promise<void>): () => void {
    let wanted = false;
    let running: Promise<void> | undefined;
    const run = async () => {
      while (wanted && !stop.signal.aborted) {
        wanted = false;
        await work().catch(error => log.warn({ err: error }, 'following the event log failed; trying again'));
      }
      running = undefined;
    };
    passes.push(() => running);
    return () => {
      wanted = true;
      if (!stop.signal.aborted) running ??= run();
    };
  }

  database.onCommit(sequencing);
  const looking = setInterval(sequencing, LOOK_EVERY_MS).unref();
  const listening = listenFor(database.systemUrl, following, stop.signal);

  function subscribe(organizationId: string, after?: number): AsyncIterableIterator<LoggedEvent> {
    const inbox = new Inbox();
    // Registered before the first look, so that nothing falls between replay and live.
    const group = subscribers.get(organizationId) ?? new Set();
    subscribers.set(organizationId, group.add(inbox));
    const leave = () => {
      inbox.close();
      group.delete(inbox);
      if (group.size === 0 && subscribers.get(organizationId) === group) subscribers.delete(organizationId);
    };
    stop.signal.addEventListener('abort', leave, { once: true });
    const events = inOrder(inbox, organizationId, after);
    return {
      [Symbol.asyncIterator]() {
        return this;
      },
      next: () => events.next() as Promise<IteratorResult<LoggedEvent>>,
      // A generator that waits would end only with the next event; closing the inbox ends the wait.
      async return() {
        stop.signal.removeEventListener('abort', leave);
        leave();
        return (await events.return()) as IteratorResult<LoggedEvent>;
      },
    };
  }

  /** Every event once, in order: what the inbox lacks is read from the log. */
  async function* inOrder(inbox: Inbox, organizationId: string, after?: number): AsyncGenerator<LoggedEvent, void, void> {
    let cursor = after ?? (await headOf(database, organizationId));
    let behind = after !== undefined;
    while (!inbox.closed) {
      if (behind) {
        const missed = await eventsAfter(database, organizationId, cursor);
        for (const event of missed) {
          cursor = event.position;
          yield event;
        }
        behind = missed.length === BATCH;
        continue;
      }
      const event = inbox.peek();
      if (!event) {
        await inbox.arrival();
      } else if (event.position <= cursor) {
        inbox.drop();
      } else if (event.position === cursor + 1) {
        inbox.drop();
        cursor = event.position;
        yield event;
      } else {
        behind = true;
      }
    }
  }

  return {
    subscribe,
    onEvents: listener => void listeners.push(listener),
    async close() {
      stop.abort();
      clearInterval(looking);
      await Promise.all([listening, ...passes.map(pass => pass())]);
    },
  };
}

const lastSequence = async (database: OpenDatabase): Promise<number> => {
  const { rows } = await sql<{ last: number }>`select coalesce(max(sequence), 0) as last from events`.execute(database.system);
  return rows[0]!.last;
};

const headOf = async (database: OpenDatabase, organizationId: string): Promise<number> => {
  const { rows } = await sql<{ position: number }>`select position from event_heads where organization_id = ${organizationId}`.execute(database.system);
  return rows[0]?.position ?? 0;
};

/** The next events of an organization after a position, in order; at most one batch. */
export async function eventsAfter(database: OpenDatabase, organizationId: string, after: number, limit = BATCH): Promise<LoggedEvent[]> {
  const { rows } = await sql<LoggedEvent>`
    select ${columns} from events where organization_id = ${organizationId} and position > ${after} order by position limit ${limit}`.execute(database.system);
  return rows;
}

/** Listens on a connection of its own and makes a new one whenever it is lost. */
async function listenFor(url: string, wake: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new pg.Client({ connectionString: url, application_name: 'stockwright listen', keepAlive: true });
    const lost = new Promise<void>(resolve => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', wake);
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      wake();
      await lost;
    } catch {
      await sleep(1000, undefined, { signal }).catch(() => undefined);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
