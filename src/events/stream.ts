import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../database/database.ts';
import { Inbox } from './inbox.ts';
import type { EventData, LoggedEvent } from './log.ts';
import { readBatch, replaysOf } from './replays.ts';
import { CHANNEL, sequence } from './sequencer.ts';

/*
 * Follows the log in one process: gives positions to what was just committed, and hands events to whoever listens. A wake-up is
 * a hint, never the truth: what counts is the log, which is looked at every second anyway.
 */

export interface Reader {
  /** The last position that it has seen; without, it begins with the next event. */
  after?: number | undefined;
  /** Called when it does not keep up; its events end. */
  overrun?: (() => void) | undefined;
}

export interface EventStream {
  /** Events of one organization in the order of their positions, without gap or repeat: those that the reader lacks first, then live. */
  subscribe(organizationId: string, reader?: Reader): AsyncIterableIterator<LoggedEvent>;
  /** Calls the listener after new events were sequenced, in whichever process. */
  onEvents(listener: () => void): void;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1000;
/** Commits that come within so short a time are sequenced together: a busy writer would else pay for a round of sequencing each. */
const GATHER_MS = 5;
/** An event whose data is still text, or was not loaded. */
type Unread = Omit<LoggedEvent, 'data'> & { data: string | null };

export async function openEventStream(database: OpenDatabase, log: Logger): Promise<EventStream> {
  const subscribers = new Map<string, Set<Inbox>>();
  const listeners: (() => void)[] = [];
  const stop = new AbortController();
  const replays = replaysOf(database);
  /** What is under way, to be waited for when the stream ends. */
  const passes: (() => Promise<void> | undefined)[] = [];
  let seen = await lastSequence(database);

  const sequencing = coalesced(async () => {
    await sleep(GATHER_MS);
    while ((await sequence(database.system)) > 0);
    following();
  });
  const following = coalesced(async () => {
    for (let more = true; more; ) {
      // What nobody here reads is not even loaded.
      const wanted = sql`case when organization_id = any(${[...subscribers.keys()]}::uuid[]) then data::text end`;
      const rows = await readBatch<Unread>(database, sql`sequence > ${seen}`, 'sequence', wanted);
      for (const row of rows) {
        seen = row.sequence;
        handOut(row);
      }
      if (rows.length > 0) for (const listener of listeners) listener();
      more = rows.at(-1)?.more ?? false;
    }
  });

  function handOut({ data, ...event }: Unread): void {
    const inboxes = subscribers.get(event.organizationId);
    if (!inboxes) return;
    if (data === null) {
      // Its first reader came after this was asked for, and finds it in the log.
      for (const inbox of inboxes) inbox.spill();
      return;
    }
    const whole: LoggedEvent = { ...event, data: JSON.parse(data) as EventData };
    for (const inbox of inboxes) inbox.push(whole, data.length);
  }

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

  function subscribe(organizationId: string, { after, overrun }: Reader = {}): AsyncIterableIterator<LoggedEvent> {
    const inbox = new Inbox(() => {
      leave();
      overrun?.();
    });
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
    let cursor = after ?? (await replays.head(organizationId));
    let behind = after !== undefined;
    while (!inbox.closed) {
      if (behind || inbox.spilled) {
        // Whatever comes from here on is newer than what is looked up now.
        inbox.clear();
        const missed = await replays.after(organizationId, cursor).catch(error => void log.debug({ err: error }, 'reading what a subscriber missed failed; trying again'));
        behind = missed?.more ?? true;
        if (!missed) await sleep(LOOK_EVERY_MS);
        for (const event of missed?.events ?? []) {
          cursor = event.position;
          yield event;
        }
        continue;
      }
      const event = inbox.take();
      if (!event) {
        await inbox.arrival();
      } else if (event.position === cursor + 1) {
        cursor = event.position;
        yield event;
      } else {
        behind = event.position > cursor;
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
