import { execFileSync } from 'node:child_process';
import { test } from '@jest/globals';

/** A test that needs a program of the machine; skipped, and said so, where there is none. */
export function testWith(program: string): typeof test | typeof test.skip {
  try {
    execFileSync(program, ['--version']);
    return test;
  } catch {
    console.warn(`${program} is not installed: the tests that need it are skipped.`);
    return test.skip;
  }
}
