/*
 * Sweeps try everything there is, generated from tables: every route with every hostile value, hundreds of questions.
 * `npm test` takes a slice of each, another one in each run, and `npm run test:long` all of it. setup.ts draws the seed
 * and prints it; SLICE_SEED repeats a run.
 */

/** Whether this run leaves nothing out. */
export const isWhole = process.env['TEST_WHOLE'] === 'true';

const SEED = Number(process.env['SLICE_SEED']);

/** One of this many slices, which are the whole together: every so many-th case, beginning where the seed says. */
export function sliceOf<T>(cases: readonly T[], slices: number): T[] {
  const step = isWhole ? 1 : Math.min(slices, cases.length);
  return cases.filter((_, place) => (place + SEED) % step === 0);
}
