import { Refusal, Unavailable } from '../kernel/errors.ts';
import type { Reading } from '../kernel/operation.ts';
import type { Db } from '../kernel/unit.ts';

/*
 * What is computed for an organization when it is read, and may take longer than a request: of a large one, the proof
 * that its books balance, or what needs attention.
 */

/** A result, and the time as of which it was computed if that began before this request. */
export interface Computed<R> {
  result: R;
  asOf?: Date;
}

interface Kept<R> {
  result: R;
  asOf: Date;
  freshUntil: number;
  usableUntil: number;
}

/** How long a request waits for what is being computed. */
const WAIT_MS = 20_000;
/** What took at least this long is kept, and everything else computed each time. */
const LONG_MS = 3000;
/** It is the answer for as long as it took, and so many times as long it is shown while it is computed anew. */
const FRESH_MS_MAX = 60_000;
const USABLE_TIMES = 60;

interface Options {
  /** What a result depends on besides the organization. */
  keyOf?: (caller: Reading['caller']) => string;
  /** What has to be there before, and is not part of what it takes. Returns where to read. */
  prepare?: (reading: Reading) => Promise<Db>;
  waitMs?: number;
  longMs?: number;
}

/**
 * Results by organization. Requests during a computation share it; one that goes on for too long is refused
 * `unavailable`, while the computation continues, with more time for each statement and one organization after the
 * other. The next request gets its result.
 */
export function computedBeside<R>(
  compute: (db: Db, reading: Reading) => Promise<R>,
  { keyOf = () => '', prepare = async ({ db }) => db, waitMs = WAIT_MS, longMs = LONG_MS }: Options = {},
): {
  of(reading: Reading): Promise<Computed<R>>;
  keptOf(organizationId: string, caller: Reading['caller']): R | undefined;
} {
  const kept = new Map<string, Kept<R>>();
  const running = new Map<string, Promise<Required<Computed<R>>>>();
  const keyFor = (organizationId: string, caller: Reading['caller']) => `${organizationId} ${keyOf(caller)}`;

  async function run(reading: Reading, key: string): Promise<Required<Computed<R>>> {
    const { organizationId, caller } = reading;
    const db = await prepare(reading);
    const [asOf, beganAt] = [new Date(), performance.now()];
    const result = await compute(db, reading).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'unavailable')) throw error;
      return inTurn(() => compute(caller.database.readSlowly(organizationId), reading));
    });
    const endedAt = performance.now();
    const freshMs = Math.min(endedAt - beganAt, FRESH_MS_MAX);
    if (endedAt - beganAt < longMs) kept.delete(key);
    else
      kept.set(key, {
        result,
        asOf,
        freshUntil: endedAt + freshMs,
        usableUntil: endedAt + freshMs * USABLE_TIMES,
      });
    return { result, asOf };
  }

  function usable(key: string): Kept<R> | undefined {
    for (const [each, { usableUntil }] of kept) if (usableUntil < performance.now()) kept.delete(each);
    return kept.get(key);
  }

  function begin(reading: Reading, key: string): Promise<Required<Computed<R>>> {
    const begun = run(reading, key).finally(() => running.delete(key));
    running.set(key, begun);
    return begun;
  }

  return {
    async of(reading) {
      const key = keyFor(reading.organizationId, reading.caller);
      const last = usable(key);
      if (last && last.freshUntil > performance.now()) return last;
      const joined = running.get(key);
      const begun = joined ?? begin(reading, key);
      // It may end after the last request for it.
      begun.catch(() => undefined);
      if (last) return last;
      const { result, asOf } = await inTime(begun, waitMs);
      // What began for another request does not know what this one's client has written since.
      return { result, ...(joined && { asOf }) };
    },
    keptOf: (organizationId, caller) => usable(keyFor(organizationId, caller))?.result,
  };
}

async function inTime<R>(work: Promise<R>, waitMs: number): Promise<R> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Unavailable('This is being computed; try again shortly.', 5)), waitMs);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

let turn: Promise<unknown> = Promise.resolve();

/** One after the other in this process: each takes a connection that the background work needs as well. */
function inTurn<R>(work: () => Promise<R>): Promise<R> {
  const own = turn.then(work);
  turn = own.catch(() => undefined);
  return own;
}
