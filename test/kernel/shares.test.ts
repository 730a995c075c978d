import { expect, test } from '@jest/globals';
import { sharesOf, withinShares } from '../../src/kernel/shares.ts';
import { refusal } from '../support/world.ts';

const within = withinShares(sharesOf(1, 2), 'Too much at once.', 5);

test('whoever has waited too long is refused, and holds nobody up afterwards', async () => {
  const first = Promise.withResolvers<void>();
  const held = within('acme', () => first.promise);
  expect(await refusal(within('acme', async () => 'done'))).toEqual([{ code: 'rate_limited' }]);
  expect(await within('birch', async hasWaited => hasWaited)).toBe(false);
  first.resolve();
  await held;
  expect(await within('acme', async () => 'done')).toBe('done');
});

test('more than may wait are refused at once', async () => {
  const first = Promise.withResolvers<void>();
  const held = within('acme', () => first.promise);
  const waiting = [within('acme', async () => 1), within('acme', async () => 2)].map(each => refusal(each));
  expect(await refusal(within('acme', async () => 3))).toEqual([{ code: 'rate_limited' }]);
  await Promise.all(waiting);
  first.resolve();
  await held;
});

test('whoever gives up leaves the queue to others', async () => {
  const shares = sharesOf(1, 1);
  const { leave } = (await shares.enter('acme'))!;
  const patience = new AbortController();
  const waiting = shares.enter('acme', patience.signal);
  expect(await shares.enter('acme')).toBeUndefined();
  patience.abort();
  expect(await waiting).toBeUndefined();
  const next = shares.enter('acme');
  leave();
  expect(await next).toMatchObject({ hasWaited: true });
});
