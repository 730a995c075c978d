import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { verify } from '../../src/operations/verify.ts';
import { makeStock } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

test('verify finds problems of each organization, or of the given one', async () => {
  const [one, other] = [await world.tenant(), await world.tenant()];
  await makeStock(one, 5);
  const { variant } = await makeStock(other, 5);
  expect(await verify(world.database.background)).toEqual([]);
  const add = (change: number) =>
    sql`update inventory_levels set quantity_on_hand = quantity_on_hand + ${change}, quantity_available = quantity_available + ${change} where organization_id = ${other.id}`.execute(
      world.owner,
    );
  await add(1);
  const found = await verify(world.database.background);
  expect(found).toContainEqual(
    expect.objectContaining({
      check: 'on_hand',
      organizationId: other.id,
      variantId: variant.id,
      expected: 5,
      actual: 6,
    }),
  );
  expect(new Set(found.map(({ organizationId }) => organizationId))).toEqual(new Set([other.id]));
  expect(await verify(world.database.background, [one.id])).toEqual([]);
  await add(-1);
});
