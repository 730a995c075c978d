/** Fails with what to do about them, where there are any. For tests that are generated from tables: whoever adds a row reads it. */
export function expectNone(found: readonly string[], whatToDo: string): void {
  if (found.length === 0) return;
  const failure = new Error(`${whatToDo}\n\n  ${found.join('\n  ')}\n`);
  Error.captureStackTrace(failure, expectNone);
  throw failure;
}
