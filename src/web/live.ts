import type { ResultOf } from 'gql.tada';
import { useDeferredValue, useEffect, useRef, useSyncExternalStore } from 'react';
import { stringifyDocument, type TypedDocumentNode } from 'urql';
import { reportMissedEvents, tell } from './following.ts';
import { graphql, untilSettled } from './graphql.ts';
import { isSignedIn, positionAtFirst, readSession, shownOrganization, shownPerson } from './session.ts';

/*
 * Live events: changes of stock, which are shown as they arrive, and changes of records, of which only the fact is
 * sent. After an interruption the feed resumes from the last positions seen, so it loses nothing, and everything on the
 * screen is read again.
 */

const InventoryUpdated = graphql(`
  subscription InventoryUpdated($after: Int) {
    inventoryUpdated(after: $after) {
      id type position occurredAt
      data {
        inventoryLevel { id variantId variant { id unit } sku locationId quantityOnHand quantityReserved quantityOnHold
            quantityAvailable quantityIncoming updatedAt }
        changes { entryType quantityChange referenceType referenceId }
      }
    }
  }
`);

const ResourceChanged = graphql(`
  subscription ResourceChanged($after: Int) {
    resourceChanged(after: $after) {
      position
      resource {
        __typename
        ... on Product { id } ... on Variant { id } ... on Location { id } ... on Supplier { id } ... on SupplierItem {
            id } ... on InventoryPolicy { id }
        ... on Recipe { id } ... on Lot { id } ... on Recall { id } ... on Order { id } ... on PurchaseOrder {
            id } ... on StockTransfer { id }
        ... on CycleCount { id } ... on ReturnAuthorization { id } ... on ProductionBatch {
            id } ... on WasteRecord { id }
      }
    }
  }
`);
type RecordEvent = ResultOf<typeof ResourceChanged>['resourceChanged'];

export type LiveEvent = ResultOf<typeof InventoryUpdated>['inventoryUpdated'];
/** `ended`: whoever is here was removed from the organization, but still has a form open. */
type LiveStatus = 'connecting' | 'live' | 'reconnecting' | 'stale' | 'ended';

const STALE_AFTER_MS = 15_000;
const PONG_WITHIN_MS = 5000;
const FLUSH_EVERY_MS = 250;
const FEED_MAX = 200;
const RETRY_MS = [250, 500, 1000, 2000, 5000, 10_000];

interface State {
  status: LiveStatus;
  /** Newest first. */
  feed: readonly LiveEvent[];
  asOf: Date | null;
  /** The number of changes that arrived after the connection was restored. */
  caughtUp: number;
}

let state: State = { status: 'connecting', feed: [], asOf: null, caughtUp: 0 };
/** The last positions seen, of stock and of records; what follows them is sent. */
let lastPositions: { stock: number; records: number } | undefined;
let stopCurrent: (() => void) | undefined;
const watchers = new Set<() => void>();
const batches = new Set<(events: readonly LiveEvent[]) => void>();

function become(change: Partial<State>): void {
  state = { ...state, ...change };
  watchers.forEach(watcher => watcher());
}

/** The state of the connection and the latest events; renders again when they change. */
export const useLive = (): State =>
  useSyncExternalStore(
    watcher => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    () => state,
  );

/** The same, deferred until what was read is on the screen. */
export const useLiveStatus = (): State => useDeferredValue(useLive());

/** Calls back with the changes since the last call, at most four times a second. */
export function useLiveChanges(handle: (events: readonly LiveEvent[]) => void): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    const batch = (events: readonly LiveEvent[]) => latest.current(events);
    batches.add(batch);
    return () => void batches.delete(batch);
  }, []);
}

/** Calls back shortly after a change; several changes cause one call. */
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

let pendingEvents: LiveEvent[] = [];
let flushTimer: ReturnType<typeof setTimeout> | undefined;
let lastFlush = 0;

function flush(): void {
  flushTimer = undefined;
  lastFlush = performance.now();
  const events = pendingEvents;
  pendingEvents = [];
  become({ feed: [...events.toReversed(), ...state.feed].slice(0, FEED_MAX), asOf: new Date() });
  batches.forEach(batch => batch(events));
  // A stock change is an entry of the ledger and may affect reservations, but it does not say which.
  const levels = new Set(events.map(({ data }) => data.inventoryLevel.id));
  tell(new Map([['InventoryLevel', levels], ...STOCK_TYPES.map(type => [type, undefined] as const)]));
}

const STOCK_TYPES = ['LedgerEntry', 'Reservation'];

function take(event: LiveEvent, resumed: boolean): void {
  if (!lastPositions || event.position <= lastPositions.stock) return;
  lastPositions.stock = event.position;
  pendingEvents.push(event);
  if (resumed) state = { ...state, caughtUp: state.caughtUp + 1 };
  if (flushTimer === undefined)
    flushTimer = setTimeout(flush, Math.max(0, lastFlush + FLUSH_EVERY_MS - performance.now()));
}

function takeRecord({ position, resource }: RecordEvent): void {
  if (lastPositions) lastPositions.records = position;
  tell(new Map([[resource.__typename, new Set([resource.id])]]));
}

/** Follows events until `stopLive`. */
export function startLive(): void {
  if (stopCurrent) return;
  const stop = new AbortController();
  stopCurrent = () => stop.abort();
  void follow(stop.signal);
}

/** Ends the connection and forgets what it brought: the next one may be another organization's. */
export function stopLive(): void {
  stopCurrent?.();
  stopCurrent = undefined;
  lastPositions = undefined;
  state = { status: 'connecting', feed: [], asOf: null, caughtUp: 0 };
}

async function follow(signal: AbortSignal): Promise<void> {
  let lostAt: number | undefined;
  for (let attempt = 0; !signal.aborted; attempt += 1) {
    let isOpen = true;
    const socket = await library();
    // Signing out or switching organizations meanwhile means another event log.
    if (signal.aborted) return;
    const first = positionAtFirst();
    lastPositions ??= first === undefined ? undefined : { stock: first, records: first };
    const onOpened = async () => {
      attempt = 0;
      // At first everything was read after the position that is followed; later, what has no events is out of date too.
      if (lostAt !== undefined) reportMissedEvents();
      await untilSettled();
      if (!isOpen || signal.aborted) return;
      lostAt = undefined;
      become({ status: 'live', asOf: new Date() });
    };
    const code =
      lastPositions && socket ? await connection(socket, signal, lastPositions, lostAt !== undefined, onOpened) : 0;
    isOpen = false;
    if (signal.aborted) return;
    lostAt ??= Date.now();
    become({ status: Date.now() - lostAt > STALE_AFTER_MS ? 'stale' : 'reconnecting', caughtUp: 0 });
    // The service is reachable, but has refused the session, or its log has ended before our position.
    if (code >= 4400 || !lastPositions) await readSession();
    if (signal.aborted) return;
    if (!isSignedIn()) {
      const { asOf } = state;
      stopLive();
      return become({ status: 'ended', asOf });
    }
    await pause(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)]! * (0.75 + Math.random() / 2), signal);
  }
}

/** The socket library, which the first view does not need. Undefined if it cannot be fetched. */
const library = () => import('./socket.ts').catch(() => undefined);
type Library = NonNullable<Awaited<ReturnType<typeof library>>>;

/** One socket from opening to closing; resolves to its close code. */
function connection(
  { createClient }: Library,
  signal: AbortSignal,
  from: { stock: number; records: number },
  resumed: boolean,
  onOpened: () => void,
): Promise<number> {
  return new Promise(resolve => {
    let pongTimer: ReturnType<typeof setTimeout> | undefined;
    const client = createClient({
      url: `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/graphql`,
      lazy: false,
      retryAttempts: 0,
      keepAlive: 10_000,
      onNonLazyError: () => undefined,
      connectionParams: () => ({ organization: shownOrganization(), person: shownPerson() }),
      on: {
        connected: onOpened,
        // A lost network is silent: only an unanswered ping reveals it.
        ping: received => void (!received && (pongTimer = setTimeout(() => client.terminate(), PONG_WITHIN_MS))),
        pong: received => void (received && clearTimeout(pongTimer)),
        closed: event => (clearTimeout(pongTimer), resolve((event as CloseEvent).code ?? 0)),
        error: () => resolve(0),
      },
    });
    const end = () => void client.dispose();
    signal.addEventListener('abort', end, { once: true });
    const done = () => {
      signal.removeEventListener('abort', end);
      end();
    };
    const stream = <Data>(
      query: TypedDocumentNode<Data, { after?: number | null }>,
      after: number,
      onData: (data: Data) => void,
    ) =>
      client.subscribe(
        { query: stringifyDocument(query), variables: { after } },
        {
          next: ({ data }) => data && onData(data as Data),
          error: problems => {
            // The service was restored from a backup: its log ends before our position. Everything is read again.
            if (Array.isArray(problems) && problems.some(({ extensions }) => extensions?.['code'] === 'CURSOR_AHEAD'))
              lastPositions = undefined;
            done();
            resolve(0);
          },
          complete: () => (done(), resolve(0)),
        },
      );
    stream(InventoryUpdated, from.stock, data => take(data.inventoryUpdated, resumed));
    stream(ResourceChanged, from.records, data => takeRecord(data.resourceChanged));
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
