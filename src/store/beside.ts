import { Refusal, Unavailable } from '../kernel/errors.ts';
import type { Reading } from '../kernel/operation.ts';
import type { Db } from '../kernel/unit.ts';

/*
 * What is computed for an organization when it is read, and may take longer than a request: of a large one, the proof
 * that its books balance, or what needs attention.
 */

/** A result, and the time as of which it was computed if that was not for this request. */
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
  { prepare = async ({ db }) => db, waitMs = WAIT_MS, longMs = LONG_MS }: Options = {},
): { of(reading: Reading): Promise<Computed<R>>; keptOf(organizationId: string): R | undefined } {
  const kept = new Map<string, Kept<R>>();
  const running = new Map<string, Promise<Computed<R>>>();

  async function run(reading: Reading): Promise<Computed<R>> {
    const { organizationId, caller } = reading;
    const db = await prepare(reading);
    const [asOf, beganAt] = [new Date(), performance.now()];
    const result = await compute(db, reading).catch((error: unknown) => {
      if (!(error instanceof Refusal && error.code === 'unavailable')) throw error;
      return inTurn(() => compute(caller.database.readSlowly(organizationId), reading));
    });
    const endedAt = performance.now();
    const freshMs = Math.min(endedAt - beganAt, FRESH_MS_MAX);
    if (endedAt - beganAt < longMs) kept.delete(organizationId);
    else
      kept.set(organizationId, {
        result,
        asOf,
        freshUntil: endedAt + freshMs,
        usableUntil: endedAt + freshMs * USABLE_TIMES,
      });
    return { result };
  }

  function usable(organizationId: string): Kept<R> | undefined {
    for (const [id, { usableUntil }] of kept) if (usableUntil < performance.now()) kept.delete(id);
    return kept.get(organizationId);
  }

  function begin(reading: Reading): Promise<Computed<R>> {
    const { organizationId } = reading;
    const begun = run(reading).finally(() => running.delete(organizationId));
    running.set(organizationId, begun);
    return begun;
  }

  return {
    async of(reading) {
      const { organizationId } = reading;
      const last = usable(organizationId);
      if (last && last.freshUntil > performance.now()) return last;
      const begun = running.get(organizationId) ?? begin(reading);
      // It may end after the last request for it.
      begun.catch(() => undefined);
      return last ?? inTime(begun, waitMs);
    },
    keptOf: organizationId => usable(organizationId)?.result,
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
