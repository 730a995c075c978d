import { execFileSync } from 'node:child_process';
import { test } from '@jest/globals';

/** A test that requires an installed program; skipped with a message if it is missing. */
export function testWith(program: string): typeof test | typeof test.skip {
  try {
    execFileSync(program, ['--version']);
    return test;
  } catch {
    console.warn(`${program} is not installed: the tests that need it are skipped.`);
    return test.skip;
  }
}
