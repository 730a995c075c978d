import { isAway } from './database-errors.ts';

/**
 * Does the work for each of these, one after the other, and then throws what failed: an organization for which it fails
 * holds up no other. Ends at once if the database is away.
 */
export async function oneByOne<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const errors: unknown[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      if (isAway(error)) throw error;
      errors.push(error);
    }
  }
  if (errors.length > 0) throw new AggregateError(errors, `Failed for ${errors.length} of ${items.length}.`);
}
