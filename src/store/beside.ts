import { Unavailable } from '../kernel/errors.ts';
import type { Reading } from '../kernel/operation.ts';
import type { Db } from '../kernel/unit.ts';
import { isOutOfTime } from './database-errors.ts';

/*
 * What is computed for an organization when it is read, and may take longer than a request: of a large one, the proof
 * that its books balance, what needs attention, or the figures of a year.
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
/** How many of an organization's computations may go on with more time, this one included: the others are refused. */
const SLOW_MAX = 4;

interface Options<About> {
  /** What a result depends on besides the organization. */
  keyOf?: (caller: Reading['caller'], about: About) => string;
  /** What has to be there before, and is not part of what it takes. Returns where to read. */
  prepare?: (reading: Reading) => Promise<Db>;
  /** For how long it must have been computed before other requests wait for it instead of computing it themselves. */
  joinMs?: number;
  /** How many results are kept in this process. */
  keptMax?: number;
  waitMs?: number;
  longMs?: number;
}

/**
 * Results by organization, and by what they are about. Requests during a computation share it; one that goes on for too
 * long is refused `unavailable`, while the computation continues, and the next request gets its result. If a statement
 * runs out of time, it is all done again with more, one of an organization after the other. A snapshot is of one
 * moment, so everything is computed from it.
 */
export function computedBeside<R, About = void>(
  compute: (db: Db, reading: Reading, about: About) => Promise<R>,
  {
    keyOf = () => '',
    prepare = async ({ db }) => db,
    joinMs = 0,
    keptMax = 100,
    waitMs = WAIT_MS,
    longMs = LONG_MS,
  }: Options<About> = {},
): {
  of(reading: Reading, about: About): Promise<Computed<R>>;
  keptOf(organizationId: string, caller: Reading['caller'], about: About): R | undefined;
} {
  const kept = new Map<string, Kept<R>>();
  const running = new Map<string, { beganAt: number; ends: Promise<Required<Computed<R>>> }>();
  const keyFor = (organizationId: string, caller: Reading['caller'], about: About) =>
    `${organizationId} ${keyOf(caller, about)}`;

  async function run(reading: Reading, about: About, key: string): Promise<Required<Computed<R>>> {
    const { organizationId, caller } = reading;
    const db = await prepare(reading);
    const [asOf, beganAt] = [new Date(), performance.now()];
    const result = await compute(db, reading, about).catch((error: unknown) => {
      if (!isOutOfTime(error)) throw error;
      return inTurn(organizationId, error, () => compute(caller.database.readSlowly(organizationId), reading, about));
    });
    const endedAt = performance.now();
    const freshMs = Math.min(endedAt - beganAt, FRESH_MS_MAX);
    kept.delete(key);
    if (endedAt - beganAt >= longMs)
      kept.set(key, {
        result,
        asOf,
        freshUntil: endedAt + freshMs,
        usableUntil: endedAt + freshMs * USABLE_TIMES,
      });
    for (const oldest of kept.keys()) if (kept.size > keptMax) kept.delete(oldest);
    return { result, asOf };
  }

  function usable(key: string): Kept<R> | undefined {
    for (const [each, { usableUntil }] of kept) if (usableUntil < performance.now()) kept.delete(each);
    return kept.get(key);
  }

  function begin(reading: Reading, about: About, key: string): Promise<Required<Computed<R>>> {
    const ends = run(reading, about, key).finally(() => {
      if (running.get(key)?.ends === ends) running.delete(key);
    });
    if (!running.has(key)) running.set(key, { beganAt: performance.now(), ends });
    return ends;
  }

  return {
    async of(reading, about) {
      if (reading.isSnapshot) return { result: await compute(await prepare(reading), reading, about) };
      const key = keyFor(reading.organizationId, reading.caller, about);
      const last = usable(key);
      if (last && last.freshUntil > performance.now()) return last;
      const other = running.get(key);
      const joined = other && (last || performance.now() - other.beganAt >= joinMs) ? other.ends : undefined;
      const begun = joined ?? begin(reading, about, key);
      // It may end after the last request for it.
      begun.catch(() => undefined);
      if (last) return last;
      const { result, asOf } = await inTime(begun, waitMs);
      // What began for another request does not know what this one's client has written since.
      return { result, ...(joined && { asOf }) };
    },
    keptOf: (organizationId, caller, about) => usable(keyFor(organizationId, caller, about))?.result,
  };
}

async function inTime<R>(work: Promise<R>, waitMs: number): Promise<R> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Unavailable('This is being computed; try again shortly.', 5)), waitMs);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

/** How many have more time at once in this process, each of another organization: there is a connection for each. */
export const BESIDE_MAX = 2;

interface Turns {
  isRunning: boolean;
  waiting: (() => void)[];
}

/** Of each organization that has any; who comes first has waited longest. */
const turns = new Map<string, Turns>();

/**
 * One after the other of each organization, and in turn of several: one with many of them holds up no other. If the
 * organization has too many, this one fails as it did.
 */
async function inTurn<R>(organizationId: string, failure: unknown, work: () => Promise<R>): Promise<R> {
  const own = turns.get(organizationId) ?? { isRunning: false, waiting: [] };
  if (own.waiting.length + Number(own.isRunning) >= SLOW_MAX) throw failure;
  const turn = Promise.withResolvers<void>();
  own.waiting.push(turn.resolve);
  turns.set(organizationId, own);
  beginNext();
  await turn.promise;
  return work().finally(() => {
    own.isRunning = false;
    turns.delete(organizationId);
    if (own.waiting.length > 0) turns.set(organizationId, own);
    beginNext();
  });
}

function beginNext(): void {
  const all = [...turns.values()];
  let free = BESIDE_MAX - all.filter(({ isRunning }) => isRunning).length;
  for (const each of all) {
    if (free === 0 || each.isRunning) continue;
    each.isRunning = true;
    each.waiting.shift()!();
    free -= 1;
  }
}
