import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { together, verify } from '../../src/operations/verify.ts';
import { makeStock } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

test('verify finds problems of each organization, or of the given one', async () => {
  const [one, other] = [await world.tenant(), await world.tenant()];
  await makeStock(one, 5);
  const { variant } = await makeStock(other, 5);
  expect(await verify(world.database.background)).toEqual([]);
  const add = (change: number) =>
    sql`update inventory_levels set quantity_on_hand = quantity_on_hand + ${change},
      quantity_available = quantity_available + ${change} where organization_id = ${other.id}`.execute(world.owner);
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

test('small organizations are verified together, and a large one alone', async () => {
  const sized = (...entries: number[]) => entries.map((each, index) => ({ id: String(index), entries: each }));
  expect(together(sized(3, 4, 3, 1, 10, 50, 0, 1), 10)).toEqual([['0', '1', '2'], ['3'], ['4'], ['5'], ['6', '7']]);
  expect(together([])).toEqual([]);
  const ids = [(await world.tenant()).id, (await world.tenant()).id];
  const lanesOf = async (given?: string[]) => {
    let lanes = 0;
    const { background } = world.database;
    const counting = new Proxy(background, {
      get(target, name) {
        if (name === 'transaction') lanes += 1;
        const value = Reflect.get(target, name, target);
        // Bound, because it has private fields.
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const told: [number, number][] = [];
    await verify(counting, given, (done, of) => told.push([done, of]));
    return { lanes, told };
  };
  expect(await lanesOf(ids)).toEqual({
    lanes: 4,
    told: [
      [1, 2],
      [2, 2],
    ],
  });
  const { lanes, told } = await lanesOf();
  expect([lanes, told.length]).toEqual([2, 1]);
});
