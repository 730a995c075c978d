/** Fails with instructions if there are any. For tests generated from tables: whoever adds a row reads the message. */
export function expectNone(found: readonly string[], whatToDo: string): void {
  if (found.length === 0) return;
  const failure = new Error(`${whatToDo}\n\n  ${found.join('\n  ')}\n`);
  Error.captureStackTrace(failure, expectNone);
  throw failure;
}
