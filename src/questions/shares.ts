import { refuse } from '../kernel/errors.ts';
import { sharesOf } from '../kernel/shares.ts';

/** Reading a question costs the process more than any other request of its size. */
const questions = sharesOf(2, 8);

/** Does work on behalf of an organization, two pieces at a time. Refuses `rate_limited` where eight are waiting already. */
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
