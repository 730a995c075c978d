import { refuse } from '../kernel/errors.ts';
import { sharesOf } from '../kernel/shares.ts';

/** Understanding a question costs more processor time than any other request of its size. */
const questions = sharesOf(2, 8);

/** Runs work for an organization, two pieces at a time. Refuses `rate_limited` if eight are waiting already. */
export async function withinShare<R>(organizationId: string, work: () => Promise<R>): Promise<R> {
  const place = questions.enter(organizationId);
  if (!place) return refuse('rate_limited', 'Too many questions at once; ask again when the last are answered.');
  const { leave } = await place;
  try {
    return await work();
  } finally {
    leave();
  }
}
