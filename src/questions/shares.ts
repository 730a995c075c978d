import { refuse } from '../kernel/errors.ts';

/** An organization's questions that are worked on at once in this process. */
const AT_ONCE = 2;
/** More of them wait than this, and the next is refused. */
const WAITING_MAX = 8;

interface Share {
  running: number;
  waiting: (() => void)[];
}

const shares = new Map<string, Share>();

/**
 * Does work on behalf of an organization, two pieces at a time: reading a question costs the process more than any other request of
 * its size, and nobody's questions may keep others waiting. Refuses `rate_limited` where eight are waiting already.
 */
export async function withinShare<R>(organizationId: string, work: () => Promise<R>): Promise<R> {
  const share = shares.get(organizationId) ?? { running: 0, waiting: [] };
  shares.set(organizationId, share);
  if (share.running >= AT_ONCE) {
    if (share.waiting.length >= WAITING_MAX)
      refuse('rate_limited', 'Too many questions at once; ask again when the last are answered.');
    // Whoever ends hands its place on, so the count stays.
    await new Promise<void>(resolve => share.waiting.push(resolve));
  } else share.running += 1;
  try {
    return await work();
  } finally {
    const next = share.waiting.shift();
    if (next) next();
    else share.running -= 1;
    if (share.running === 0) shares.delete(organizationId);
  }
}
