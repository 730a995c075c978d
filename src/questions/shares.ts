import { sharesOf, withinShares } from '../kernel/shares.ts';

/**
 * Runs work for an organization, two pieces at a time. Refuses `rate_limited` if eight are waiting already:
 * understanding a question costs more processor time than any other request of its size.
 */
export const withinShare = withinShares(
  sharesOf(2, 8),
  'Too many questions at once; ask again when the last are answered.',
);
