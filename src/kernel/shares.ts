/** The work of each organization that is done at once in this process. */
export interface Shares {
  /** Waits for a place, in the order of coming. Answers whether it had to, and what gives the place on; undefined where too many wait. */
  enter(organizationId: string): Promise<Place> | undefined;
}

export interface Place {
  hasWaited: boolean;
  leave(): void;
}

interface Share {
  running: number;
  waiting: (() => void)[];
}

/** So much at once for each organization; of the rest so many wait. Nobody's work keeps another organization waiting for more than its share. */
export function sharesOf(atOnce: number, waitingMax = Number.POSITIVE_INFINITY): Shares {
  const shares = new Map<string, Share>();
  return {
    enter(organizationId) {
      const share = shares.get(organizationId) ?? { running: 0, waiting: [] };
      shares.set(organizationId, share);
      const leave = () => {
        // Whoever ends hands its place on, so the count stays. In a turn of its own: others come in between.
        const next = share.waiting.shift();
        if (next) setImmediate(next);
        else share.running -= 1;
        if (share.running === 0) shares.delete(organizationId);
      };
      if (share.running < atOnce) {
        share.running += 1;
        return Promise.resolve({ hasWaited: false, leave });
      }
      if (share.waiting.length >= waitingMax) return undefined;
      return new Promise(resolve => share.waiting.push(() => resolve({ hasWaited: true, leave })));
    },
  };
}
