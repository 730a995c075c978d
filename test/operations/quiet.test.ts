import { expect, test } from '@jest/globals';
import { releaseWhenQuiet } from '../../src/operations/quiet.ts';
import { until } from '../support/live.ts';

test('memory is given back when there is little to do, and again once there is 24 MB more', async () => {
  const at: number[] = [];
  const held: Buffer[] = [];
  const end = releaseWhenQuiet({
    collect: (async () => void at.push(held.length)) as unknown as typeof globalThis.gc,
    lookEveryMs: 5,
    quiet: 1,
  });
  let looks = 0;
  const busy = releaseWhenQuiet({
    collect: (async () => void (looks += 1)) as unknown as typeof globalThis.gc,
    lookEveryMs: 5,
    quiet: -1,
  });
  await until(() => at.length === 1);
  await until(() => {
    held.push(Buffer.alloc(8 * 1024 * 1024, 1));
    return at.length === 2;
  });
  end();
  busy();
  expect(at).toEqual([0, expect.any(Number)]);
  expect(at[1]).toBeGreaterThanOrEqual(3);
  expect(looks).toBe(0);
});
