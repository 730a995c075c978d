import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { Client } from '../store/client.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { spellsOf } from '../store/reporter.ts';
import type { LoggedEvent } from './log.ts';
import { readBatch, replaysOf } from './replays.ts';
import { CHANNEL, ROUND_MAX, sequence, UNSEQUENCED } from './sequencer.ts';
import { type Reader, Subscribers, type UnreadEvent } from './subscribers.ts';

/*
 * Follows the log in one process: gives positions to newly committed events, and passes events to the listeners. A
 * wake-up is only a hint; the log, which is checked every second anyway, is the truth.
 */

export interface EventStream {
  /**
   * Events of one organization in the order of their positions, without gap or repeat: those that the reader has missed
   * first, then live.
   */
  subscribe(organizationId: string, reader?: Reader): Promise<AsyncIterableIterator<LoggedEvent>>;
  /** Calls the listener after new events were sequenced, in whichever process. */
  onEvents(listener: () => void): void;
  close(): Promise<void>;
}

/**
 * Commits that come within so short a time are sequenced together: a busy writer would else pay for a round of
 * sequencing each.
 */
const GATHER_MS = 5;
/**
 * After a round the sequencer rests for this many times the round's duration: under load rounds become larger, not more
 * frequent, and writers keep the database.
 */
const REST_PER_ROUND = 9;
const REST_MAX_MS = 100;

/** The events of all organizations, followed from now on, with those that work on the log in this process. */
export async function openEventStream(database: OpenDatabase, log: Logger): Promise<EventStream> {
  const subscribers = new Subscribers(replaysOf(database), log);
  const listeners: (() => void)[] = [];
  const stop = new AbortController();
  /** Where following began, or undefined until the database first answers. */
  let seen = await lastSequence(database).catch(() => undefined);
  const begun = async (): Promise<number> => (seen ??= await lastSequence(database));

  let restedAt = 0;
  const sequencing: SharedWork = coalesced(stop.signal, log, async () => {
    await sleep(Math.max(GATHER_MS, restedAt - performance.now()));
    const beganAt = performance.now();
    const { numbered, last, more } = await sequence(database.background);
    const endedAt = performance.now();
    restedAt = numbered < ROUND_MAX ? endedAt + Math.min(REST_MAX_MS, REST_PER_ROUND * (endedAt - beganAt)) : 0;
    if (more) sequencing.want();
    if (numbered > 0) follow(last);
  });
  /** Up to where there is something to follow. A process is also told of what it has numbered, and read, itself. */
  let told = 0;
  const follow = (upTo: number) => {
    told = Math.max(told, upTo);
    following.want();
  };
  const following = coalesced(stop.signal, log, async () => {
    const upTo = told;
    told = 0;
    if ((await begun()) >= upTo) return;
    if (subscribers.isEmpty && Number.isFinite(upTo)) {
      // Nobody to read for: who subscribes from now on begins after what is committed now.
      seen = upTo;
      for (const listener of listeners) listener();
      return;
    }
    for (let more = true; more; ) {
      // Data that no subscriber of this process needs is not loaded.
      const wanted = sql`case when organization_id = any(${subscribers.organizationIds}::uuid[]) then data::text end`;
      const rows = await readBatch<UnreadEvent>(database, sql`sequence > ${seen!}`, 'sequence', wanted);
      for (const row of rows) {
        seen = row.sequence;
        subscribers.handOut(row);
      }
      if (rows.length > 0) for (const listener of listeners) listener();
      more = rows.at(-1)?.more ?? false;
    }
  });

  const looking = spellsOf(log, 'looking for work');
  database.onCommit(sequencing.want);
  const looks = [
    database.looks.add({
      condition: () => UNSEQUENCED,
      checked(found) {
        looking.succeeded();
        if (found) sequencing.want();
      },
      failed: looking.failed,
    }),
    database.looks.add({
      // The last of an index: asked whether there is a greater one, the planner reads the whole log.
      condition: () => sql`coalesce((select max(sequence) from events) > ${seen ?? 0}, false)`,
      checked: found => found && follow(Infinity),
    }),
  ];
  const listening = listenFor(database.directUrl, follow, stop.signal);
  return {
    async subscribe(organizationId, reader = {}) {
      await begun();
      return subscribers.add(organizationId, reader);
    },
    onEvents: listener => void listeners.push(listener),
    async close() {
      stop.abort();
      subscribers.close();
      await Promise.all([listening, ...looks.map(end => end()), sequencing.settled(), following.settled()]);
    },
  };
}

interface SharedWork {
  /** Requests a run of the work: one more if it is running already. */
  want(): void;
  /** Resolves when no run is in progress. */
  settled(): Promise<void>;
}

/** Coalesces requests for the same work: one run at a time, until the signal. */
function coalesced(signal: AbortSignal, log: Logger, work: () => Promise<void>): SharedWork {
  let wanted = false;
  let running: Promise<void> | undefined;
  const run = async () => {
    while (wanted && !signal.aborted) {
      wanted = false;
      await work().catch(error => log.warn({ err: error }, 'following the event log failed; trying again'));
    }
    running = undefined;
  };
  return {
    want() {
      wanted = true;
      if (!signal.aborted) running ??= run();
    },
    settled: async () => running,
  };
}

const lastSequence = async (database: OpenDatabase): Promise<number> => {
  const { rows } = await sql<{ last: number }>`select coalesce(max(sequence), 0) as last from events`.execute(
    database.background,
  );
  return rows[0]!.last;
};

/** Listens on a connection of its own and reconnects whenever it is lost. */
async function listenFor(url: string, told: (last: number) => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const client = new Client({
      connectionString: url,
      application_name: 'stockwright listen',
      connectionTimeoutMillis: 5000,
      keepAlive: true,
    });
    const lost = new Promise<void>(resolve => {
      client.on('error', () => resolve());
      client.on('end', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    // Processes of earlier versions say nothing.
    client.on('notification', ({ payload }) => told(Number(payload) || Infinity));
    try {
      await client.connect();
      await client.query(`listen ${CHANNEL}`);
      told(Infinity);
      await lost;
    } catch {
      await sleep(1000, undefined, { signal }).catch(() => undefined);
    } finally {
      await client.end().catch(() => undefined);
    }
  }
}
