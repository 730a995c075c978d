import { refuse } from './errors.ts';

/** Limits how much work each organization has running at once in this process. */
interface Shares {
  /**
   * Waits for a slot, first come, first served. Returns whether it had to wait, and the function that releases the
   * slot; undefined if too many are waiting, or if patience ended before.
   */
  enter(organizationId: string, patience?: AbortSignal): Promise<Place | undefined>;
}

interface Place {
  hasWaited: boolean;
  leave(): void;
}

interface Share {
  running: number;
  waiting: (() => void)[];
}

/**
 * Allows each organization this much at once, and this many waiting. No organization's work makes another wait for
 * more than its share.
 */
export function sharesOf(atOnce: number, waitingMax = Number.POSITIVE_INFINITY): Shares {
  const shares = new Map<string, Share>();
  return {
    async enter(organizationId, patience) {
      const share = shares.get(organizationId) ?? { running: 0, waiting: [] };
      shares.set(organizationId, share);
      const leave = () => {
        // A finished task hands its slot on, so the count stays. On the next turn of the event loop, so that others
        // get in between.
        const next = share.waiting.shift();
        if (next) setImmediate(next);
        else share.running -= 1;
        if (share.running === 0) shares.delete(organizationId);
      };
      if (share.running < atOnce) {
        share.running += 1;
        return { hasWaited: false, leave };
      }
      if (share.waiting.length >= waitingMax) return undefined;
      return new Promise(resolve => {
        const take = () => resolve({ hasWaited: true, leave });
        share.waiting.push(take);
        patience?.addEventListener('abort', () => {
          const at = share.waiting.indexOf(take);
          if (at < 0) return;
          share.waiting.splice(at, 1);
          resolve(undefined);
        });
      });
    },
  };
}

/** Whoever has waited this long gives up: an answer is due after 30 s (docs/api.md, "Limits"). */
const PATIENCE_MS = 20_000;

/**
 * Runs work of an organization within its shares, and tells it whether it had to wait. If too many are waiting, or its
 * turn does not come in time, it is refused as `rate_limited`, with this message.
 */
export const withinShares =
  (shares: Shares, tooMany: string, patienceMs = PATIENCE_MS) =>
  async <R>(organizationId: string, work: (hasWaited: boolean) => Promise<R>): Promise<R> => {
    const patience = new AbortController();
    const impatient = setTimeout(() => patience.abort(), patienceMs).unref();
    const place = await shares.enter(organizationId, patience.signal);
    clearTimeout(impatient);
    if (!place) return refuse('rate_limited', tooMany);
    try {
      return await work(place.hasWaited);
    } finally {
      place.leave();
    }
  };
