import type { ResultOf } from 'gql.tada';
import { createClient } from 'graphql-ws';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { stringifyDocument } from 'urql';
import { graphql, refreshAll } from './graphql.ts';
import { isSignedIn, readSession, shownOrganization } from './session.ts';

/*
 * Every change of stock, live. After an interruption it resumes with the last position that it has seen, so nothing is lost; when it
 * has seen none yet, what is on the screen is read again.
 */

const InventoryUpdated = graphql(`
  subscription InventoryUpdated($after: Int) {
    inventoryUpdated(after: $after) {
      id type position occurredAt
      data {
        inventoryLevel { id variantId sku locationId quantityOnHand quantityReserved quantityOnHold quantityAvailable quantityIncoming updatedAt }
        changes { entryType quantityChange referenceType referenceId }
      }
    }
  }
`);

export type LiveEvent = ResultOf<typeof InventoryUpdated>['inventoryUpdated'];
export type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'stale';

const STALE_AFTER_MS = 15_000;
const PONG_WITHIN_MS = 5000;
const FLUSH_EVERY_MS = 250;
const FEED_MAX = 200;
const RETRY_MS = [250, 500, 1000, 2000, 5000, 10_000];

interface State {
  status: LiveStatus;
  /** The newest first. */
  feed: readonly LiveEvent[];
  asOf: Date | null;
  /** How many changes came in while the connection was lost. */
  caughtUp: number;
}

let state: State = { status: 'connecting', feed: [], asOf: null, caughtUp: 0 };
let position: number | undefined;
let stopped: (() => void) | undefined;
const watchers = new Set<() => void>();
const batches = new Set<(events: readonly LiveEvent[]) => void>();

function become(change: Partial<State>): void {
  state = { ...state, ...change };
  watchers.forEach(watcher => watcher());
}

export const useLive = (): State =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => state,
  );

/** Calls back with the changes since the last call, four times a second at most. */
export function useLiveChanges(handle: (events: readonly LiveEvent[]) => void): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const batch = (events: readonly LiveEvent[]) => latest.current(events);
    batches.add(batch);
    return () => void batches.delete(batch);
  }, []);
}

/** Calls back soon after something changed, once however much did. */
export function useLiveRefresh(refresh: () => void, withinMs: number): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef(refresh);
  latest.current = refresh;
  useLiveChanges(() => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      latest.current();
    }, withinMs);
  });
  useEffect(() => {
    return () => clearTimeout(timer.current);
  }, []);
}

let waiting: LiveEvent[] = [];
let flushing: ReturnType<typeof setTimeout> | undefined;
let lastFlush = 0;

function flush(): void {
  flushing = undefined;
  lastFlush = performance.now();
  const events = waiting;
  waiting = [];
  become({ feed: [...events.toReversed(), ...state.feed].slice(0, FEED_MAX), asOf: new Date() });
  batches.forEach(batch => batch(events));
}

function take(event: LiveEvent, resumed: boolean): void {
  if (position !== undefined && event.position <= position) return;
  position = event.position;
  waiting.push(event);
  if (resumed) state = { ...state, caughtUp: state.caughtUp + 1 };
  if (flushing === undefined) flushing = setTimeout(flush, Math.max(0, lastFlush + FLUSH_EVERY_MS - performance.now()));
}

/** Follows until `stopLive`. */
export function startLive(): void {
  if (stopped) return;
  const stop = new AbortController();
  stopped = () => stop.abort();
  void follow(stop.signal);
}

export function stopLive(): void {
  stopped?.();
  stopped = undefined;
  position = undefined;
  state = { status: 'connecting', feed: [], asOf: null, caughtUp: 0 };
}

async function follow(signal: AbortSignal): Promise<void> {
  let lostAt: number | undefined;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    const code = await connection(signal, lostAt !== undefined, () => {
      if (lostAt !== undefined && position === undefined) refreshAll();
      attempt = 0;
      lostAt = undefined;
      become({ status: 'live', asOf: new Date() });
    });
    if (signal.aborted) return;
    lostAt ??= Date.now();
    become({ status: Date.now() - lostAt > STALE_AFTER_MS ? 'stale' : 'reconnecting', caughtUp: 0 });
    // The service refused the session, rather than being away.
    if (code >= 4400) await readSession();
    if (!isSignedIn()) return stopLive();
    await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]! * (0.75 + Math.random() / 2), signal);
  }
}

/** One socket from its opening to its end; answers the code it was closed with. */
function connection(signal: AbortSignal, resumed: boolean, opened: () => void): Promise<number> {
  return new Promise(resolve => {
    let unanswered: ReturnType<typeof setTimeout> | undefined;
    const client = createClient({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
      lazy: false,
      retryAttempts: 0,
      keepAlive: 10_000,
      onNonLazyError: () => undefined,
      connectionParams: () => ({ organization: shownOrganization() }),
      on: {
        connected: opened,
        // A network that went away says nothing: a ping without an answer does.
        ping: received => void (!received && (unanswered = setTimeout(() => client.terminate(), PONG_WITHIN_MS))),
        pong: received => void (received && clearTimeout(unanswered)),
        closed: event => (clearTimeout(unanswered), resolve((event as CloseEvent).code ?? 0)),
        error: () => resolve(0),
      },
    });
    const end = () => void client.dispose();
    signal.addEventListener('abort', end, { once: true });
    const done = () => {
      signal.removeEventListener('abort', end);
      end();
    };
    client.subscribe(
      { query: stringifyDocument(InventoryUpdated), variables: { after: position } },
      {
        next: ({ data }) => data && take((data as ResultOf<typeof InventoryUpdated>).inventoryUpdated, resumed),
        error: problems => {
          // The service was restored from a backup: its log does not reach as far as ours. Everything is read anew.
          if (Array.isArray(problems) && problems.some(({ extensions }) => extensions?.['code'] === 'CURSOR_AHEAD'))
            position = undefined;
          done();
          resolve(0);
        },
        complete: () => (done(), resolve(0)),
      },
    );
  });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const done = () => {
      clearTimeout(timer);
      removeEventListener('online', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    addEventListener('online', done, { once: true });
    signal.addEventListener('abort', done, { once: true });
  });
}
