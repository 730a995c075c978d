import { execFileSync } from 'node:child_process';
import { test } from '@jest/globals';

/** A test that requires an installed program, which this argument makes do nothing; skipped if it is missing. */
export function testWith(program: string, harmless = '--version'): typeof test | typeof test.skip {
  try {
    execFileSync(program, [harmless]);
    return test;
  } catch {
    console.warn(`${program} is not installed: the tests that need it are skipped.`);
    return test.skip;
  }
}
