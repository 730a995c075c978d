import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { CHECKS, findBreaches } from '../src/domain/reconciliation.ts';
import { listInventoryLevels } from '../src/domain/stock/levels.ts';
import { Refusal } from '../src/kernel/errors.ts';
import { tenantsRows } from '../src/store/tenant.ts';
import { makeLocation, makeVariant } from './support/make.ts';
import { KINDS, Model, type Plan } from './support/model.ts';
import { type Tenant, useWorld } from './support/world.ts';

const world = useWorld();

/** Set it to repeat a run; fast-check prints the path of a failure. */
const SEED = Number(process.env['MODEL_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const RUNS = Number(process.env['MODEL_RUNS'] ?? 40);
/** In CI the runs end after this, however many there were. */
const TIME_LIMIT_MS = Number(process.env['MODEL_TIME_LIMIT_MS'] ?? 30_000);

const step = fc.record({
  kind: fc.constantFrom(...KINDS),
  goods: fc.nat(3),
  other: fc.nat(3),
  place: fc.nat(2),
  which: fc.nat(7),
  quantity: fc.integer({ min: 1, max: 12 }).map(halves => halves / 2),
  flag: fc.boolean(),
});

test(
  `whatever is asked in whatever order, the levels are what a small model says (seed ${SEED})`,
  async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }), async steps => {
      const tenant = await world.tenant();
      const goods = await Promise.all(
        [false, false, true, false].map(async lotTracked => {
          const { id, sku } = await makeVariant(tenant, { lotTracked });
          return { id, sku, lotTracked };
        }),
      );
      const places = await Promise.all([0, 1, 2].map(async () => (await makeLocation(tenant)).id));
      const model = new Model(goods, places);
      await outcome(tenant, model.beginning(12));
      for (const { kind, ...choice } of steps) {
        const plan = model.kinds[kind]!(choice);
        if (!plan) continue;
        expect([kind, await outcome(tenant, plan)]).toEqual([kind, plan.refusal ?? 'done']);
        expect(await levelsOf(tenant)).toEqual(model.levels());
      }
      expect(await findBreaches(world.database.read(tenant.id), CHECKS, tenantsRows)).toEqual([]);
    });
    await fc.assert(property, {
      seed: SEED,
      numRuns: RUNS,
      interruptAfterTimeLimit: TIME_LIMIT_MS,
      endOnFailure: process.env['MODEL_SHRINK'] === undefined,
    });
  },
  TIME_LIMIT_MS + 60_000,
);

async function outcome(tenant: Tenant, plan: Plan): Promise<string> {
  try {
    const answer = await tenant.run(plan.operation, plan.input);
    if (plan.answer) expect(answer).toMatchObject(plan.answer);
    plan.apply(answer);
    return 'done';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

async function levelsOf(tenant: Tenant): Promise<object> {
  const { rows } = await tenant.list(listInventoryLevels, { perPage: 200 });
  const levels = rows.map(
    row =>
      [
        `${row['locationId']} ${row['sku']}`,
        { onHand: row['quantityOnHand'], reserved: row['quantityReserved'], incoming: row['quantityIncoming'] },
      ] as const,
  );
  return Object.fromEntries(levels.filter(([, { onHand, reserved, incoming }]) => onHand || reserved || incoming));
}
