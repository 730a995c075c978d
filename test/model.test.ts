import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createInventoryAdjustment } from '../src/domain/inventory-adjustments.ts';
import { updateOrganization } from '../src/domain/organizations.ts';
import { createPurchaseOrder } from '../src/domain/purchase-orders.ts';
import { CHECKS, findBreaches } from '../src/domain/reconciliation.ts';
import { createReturnAuthorization } from '../src/domain/return-authorizations.ts';
import { listLedger } from '../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../src/domain/stock/levels.ts';
import { Refusal } from '../src/kernel/errors.ts';
import type { Row } from '../src/kernel/view.ts';
import { tenantsRows } from '../src/store/tenant.ts';
import { replayed } from './support/cost-replay.ts';
import { makeLocation, makeVariant } from './support/make.ts';
import { KINDS, Model, type Plan } from './support/model.ts';
import { isWhole } from './support/slice.ts';
import { type Tenant, useWorld } from './support/world.ts';

const world = useWorld();

/** Set to repeat a run; fast-check prints the path of a failure. */
const SEED = Number(process.env['MODEL_SEED'] ?? Math.trunc(Math.random() * 2 ** 31));
const RUNS = Number(process.env['MODEL_RUNS'] ?? (isWhole ? 40 : 10));
/** Runs end after this time, however many there were. */
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
  `after any sequence of commands, levels and costs match those of a small model (seed ${SEED})`,
  async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 80, size: 'max' }), async steps => {
      const tenant = await world.tenant();
      const method = steps.length % 2 ? 'fifo' : 'average';
      await tenant.run(updateOrganization, { costingMethod: method });
      const said = { method, costs: new Map(), orders: new Map(), usual: new Map() } as const;
      const goods = await Promise.all(
        [false, false, true, false].map(async (lotTracked, index) => {
          const unitCost = index === 1 ? 3.3333 : null;
          const { id, sku } = await makeVariant(tenant, { lotTracked, unitCost });
          if (unitCost) said.usual.set(sku, unitCost);
          return { id, sku, lotTracked };
        }),
      );
      const places = await Promise.all([0, 1, 2].map(async () => (await makeLocation(tenant)).id));
      const model = new Model(goods, places);
      await outcome(tenant, model.beginning(12), said);
      for (const { kind, ...choice } of steps) {
        const plan = model.kinds[kind]!(choice);
        if (!plan) continue;
        expect([kind, await outcome(tenant, plan, said)]).toEqual([kind, plan.refusal ?? 'done']);
        expect(await levelsOf(tenant)).toEqual(model.levels());
      }
      const entries = await ledgerOf(tenant);
      expect(entries.map(row => [row['valueChange'], row['valueAfter'], row['unvaluedQuantity']])).toEqual(
        replayed(entries, said),
      );
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

/** Records the stated costs, and the order of each return. */
function note({ operation, input }: Plan, answer: Row, { costs, orders }: Noted): void {
  const { sku, unitCost, orderId, items = [] } = input as Asked;
  if (operation === createInventoryAdjustment && unitCost !== undefined) costs.set(`${answer['id']} ${sku}`, unitCost);
  if (operation === createPurchaseOrder)
    for (const item of items) if (item.unitCost) costs.set(`${answer['id']} ${item.sku}`, item.unitCost);
  if (operation === createReturnAuthorization) orders.set(answer['id'], orderId);
}

interface Asked {
  sku?: string;
  unitCost?: number;
  orderId?: unknown;
  items?: { sku: string; unitCost?: number }[];
}

interface Noted {
  costs: Map<string, number>;
  orders: Map<unknown, unknown>;
}

/** All entries, in the order in which they were written. */
async function ledgerOf(tenant: Tenant): Promise<Row[]> {
  const rows: Row[] = [];
  for (let page = 1; ; page += 1) {
    const { rows: found } = await tenant.list(listLedger, { perPage: 200, page });
    rows.push(...found);
    if (found.length < 200) return rows.reverse();
  }
}

async function outcome(tenant: Tenant, plan: Plan, said: Noted): Promise<string> {
  try {
    const answer = await tenant.run(plan.operation, plan.input);
    if (plan.answer) expect(answer).toMatchObject(plan.answer);
    note(plan, answer, said);
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
