/** The most at a time: whoever looks at the service meanwhile needs connections too. */
const AT_ONCE = 4;

/**
 * Tells stories at the same time where they have nothing in common: each begins when those told before it that name
 * one of its subjects have ended.
 */
export function stories() {
  const latest = new Map<string, Promise<unknown>>();
  const running = new Set<Promise<unknown>>();
  /** Waits until no more than this many are running. Throws what failed first, once nothing is running any more. */
  const atMost = async (count: number) => {
    try {
      while (running.size > count) await Promise.race(running);
    } catch (error) {
      await Promise.allSettled(running);
      throw error;
    }
  };
  return {
    async tell(subjects: readonly string[], story: () => Promise<unknown>): Promise<void> {
      await atMost(AT_ONCE - 1);
      const ending: Promise<unknown> = Promise.all(subjects.map(subject => latest.get(subject)))
        .then(story)
        .then(() => running.delete(ending));
      ending.catch(() => undefined);
      running.add(ending);
      for (const subject of subjects) latest.set(subject, ending);
    },
    told: () => atMost(0),
  };
}
