import { expect, test } from '@jest/globals';
import { useWorld } from '../support/world.ts';

const world = useWorld();

test('numbers start at 1 and increase per organization and kind', async () => {
  const [one, other] = [await world.tenant(), await world.tenant()];
  const draw = (tenant: { id: string }, prefix: string) =>
    world.database.transaction(tenant.id, 'system', unit => unit.nextNumber(prefix));
  expect([await draw(one, 'SO'), await draw(one, 'SO'), await draw(one, 'PO'), await draw(other, 'SO')]).toEqual([
    'SO-000001',
    'SO-000002',
    'PO-000001',
    'SO-000001',
  ]);
});

test('an open command does not block others from drawing numbers, and a failed one leaves a gap', async () => {
  const tenant = await world.tenant();
  const inside = world.database.transaction(tenant.id, 'system', async unit => {
    const mine = await unit.nextNumber('SO');
    const theirs = await world.database.transaction(tenant.id, 'system', other => other.nextNumber('SO'));
    throw new Error(`${mine} ${theirs}`);
  });
  await expect(inside).rejects.toThrow('SO-000001 SO-000002');
  expect(await world.database.transaction(tenant.id, 'system', unit => unit.nextNumber('SO'))).toBe('SO-000003');
});

test('two processes draw each number once, in increasing order if one after the other', async () => {
  const tenant = await world.tenant();
  const second = await world.second();
  const draw = (database: typeof second) => database.transaction(tenant.id, 'system', unit => unit.nextNumber('TR'));
  const drawn = await Promise.all(Array.from({ length: 200 }, (_, index) => draw(index % 2 ? second : world.database)));
  expect([...drawn].sort()).toEqual(
    Array.from({ length: 200 }, (_, index) => `TR-${String(index + 1).padStart(6, '0')}`),
  );
  expect([await draw(second), await draw(world.database), await draw(second)]).toEqual([
    'TR-000201',
    'TR-000202',
    'TR-000203',
  ]);
});
