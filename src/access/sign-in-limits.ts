import type { Response } from 'express';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { refuse } from '../kernel/errors.ts';

/*
 * Makes guessing slow whichever way it is tried, at nobody else's cost. An attempt is counted before the password is
 * checked and given back if it was right, so concurrent attempts are bounded like consecutive ones. Per process.
 */

/** An attempt to sign in. */
export interface Attempt {
  /** The address that the request comes from. */
  place: string;
  email: string;
  /** Marks a browser in which this address has signed in before; its owner is not slowed down by strangers. */
  device: string | undefined;
}

export interface SignInLimits {
  /**
   * Runs work that hashes a password. It counts as a failure unless its result proves to be right. Refuses
   * `rate_limited`, with `Retry-After`, after too many failures or if too many are waiting.
   */
  attempt<R>(
    attempt: Attempt,
    res: Response,
    work: () => Promise<R | undefined>,
    isRight?: (answer: R) => boolean,
  ): Promise<R | undefined>;
}

/** Hashing occupies threads that database connections need as well: half of the four that a process has by default. */
const HASHING_AT_ONCE = 2;
const WAITING_MAX = 20;
const WAITING_MAX_OF_PLACE = 6;
/** Every outcome takes this long, so that response times do not reveal how many accounts an address has. */
const TAKES_MS = 300;

/** The limits of this process; they begin anew with it. */
export function openSignInLimits(): SignInLimits {
  const byPlace = new RateLimiterMemory({ points: 60, duration: 60 });
  /** An address from one network address; or, in a browser that its owner has used, from that browser. */
  const byBoth = new RateLimiterMemory({ points: 6, duration: 300 });
  const byEmail = new RateLimiterMemory({ points: 60, duration: 3600 });
  /** After this many failures, from anywhere, attempts for an address are slowed down; it is never locked. */
  const slowly = new RateLimiterMemory({ points: 3, duration: 30, execEvenly: true, keyPrefix: 'slowly' });
  const line = openLine();

  return {
    async attempt({ place, email, device }, res, work, isRight = () => true) {
      const counted: [RateLimiterAbstract, string][] = [];
      const giveBack = async () => {
        for (const [limiter, key] of counted.splice(0)) await limiter.reward(key);
      };
      const isFree = async (limiter: RateLimiterAbstract, key: string): Promise<boolean> => {
        const { isOver, msBeforeNext } = await consumed(limiter, key);
        counted.push([limiter, key]);
        if (isOver) res.setHeader('Retry-After', String(Math.max(1, Math.ceil(msBeforeNext / 1000))));
        return !isOver;
      };
      const mayTry =
        (await isFree(byPlace, place)) &&
        (await isFree(byBoth, device === undefined ? `${place} ${email}` : `${device} ${email}`)) &&
        (device !== undefined || (await isFree(byEmail, email)) || (await isFree(slowly, email)));
      try {
        if (!mayTry) refuse('rate_limited', 'Too many attempts; try again in a few minutes.');
        const found = await inNoLessThan(TAKES_MS, () => line(place, res, work));
        if (found !== undefined && isRight(found)) await giveBack();
        res.removeHeader('Retry-After');
        return found;
      } catch (error) {
        // Nothing was tried, or nothing was learned.
        await giveBack();
        throw error;
      }
    },
  };
}

async function consumed(limiter: RateLimiterAbstract, key: string): Promise<{ isOver: boolean; msBeforeNext: number }> {
  try {
    return { isOver: false, msBeforeNext: (await limiter.consume(key)).msBeforeNext };
  } catch (error) {
    if (error instanceof RateLimiterRes) return { isOver: true, msBeforeNext: error.msBeforeNext };
    throw error;
  }
}

/** A few run at once, some wait, nobody waits long: the others are told to come back. */
function openLine() {
  let working = 0;
  const waiting: (() => void)[] = [];
  const ofPlace = new Map<string, number>();

  return async <R>(place: string, res: Response, work: () => Promise<R>): Promise<R> => {
    const alike = ofPlace.get(place) ?? 0;
    if (waiting.length >= WAITING_MAX || alike >= WAITING_MAX_OF_PLACE) {
      res.setHeader('Retry-After', '1');
      refuse('rate_limited', 'Too many people are signing in right now; try again in a second.');
    }
    ofPlace.set(place, alike + 1);
    if (working >= HASHING_AT_ONCE) await new Promise<void>(next => waiting.push(next));
    else working += 1;
    try {
      return await work();
    } finally {
      // The next one takes over the slot.
      const next = waiting.shift();
      if (next) next();
      else working -= 1;
      const left = ofPlace.get(place)! - 1;
      if (left > 0) ofPlace.set(place, left);
      else ofPlace.delete(place);
    }
  };
}

/** The work's outcome, not before this time. */
async function inNoLessThan<R>(ms: number, work: () => Promise<R>): Promise<R> {
  const [outcome] = await Promise.allSettled([work(), new Promise(resolve => setTimeout(resolve, ms))]);
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}
