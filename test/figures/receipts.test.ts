import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { report, reportOn } from '../../src/figures/query.ts';
import { buffersOf } from '../support/buffers.ts';
import { makeLocation, makeVariant } from '../support/make.ts';
import { makeCopies } from '../support/many.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

const DAY_MS = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const measures: ('purchase_value' | 'units_received')[] = ['purchase_value', 'units_received'];
const A_YEAR = { measures, from: dayAgo(360), to: dayAgo(0) };

/** A received order of three lines, two of them of one variant and one without a price, and this many copies of it. */
async function receivedMany(copies: number) {
  const tenant = await world.tenant();
  const [variant, other] = [await makeVariant(tenant), await makeVariant(tenant)];
  const location = await makeLocation(tenant);
  const items = [
    { sku: variant.sku, quantity: 1, unitCost: 4 },
    { sku: variant.sku, quantity: 3, unitCost: 8 },
    { sku: other.sku, quantity: 5 },
  ];
  const { id } = await tenant.run(createPurchaseOrder, { locationId: location.id, items });
  await tenant.run(receivePurchaseOrder, { id });
  if (copies === 0) return { tenant, variant, remove: async () => undefined };
  const copyOf = (table: string, changed: string) => makeCopies(world, tenant.id, table, copies, changed);
  await copyOf('purchase_orders', `'id', md5(n::text)::uuid, 'number', 'N' || n`);
  await copyOf('purchase_order_items', `'id', gen_random_uuid(), 'purchase_order_id', md5(n::text)::uuid`);
  await copyOf(
    'ledger_entries',
    `'id', gen_random_uuid(), 'reference_id', md5(n::text)::uuid, 'sequence', n + 10000 * t.sequence`,
  );
  const remove = async () => {
    for (const [table, column] of [
      ['ledger_entries', 'reference_id'],
      ['purchase_order_items', 'purchase_order_id'],
      ['purchase_orders', 'id'],
    ] as const)
      await sql`delete
        from ${sql.table(table)} where organization_id = ${tenant.id} and ${sql.ref(column)} <> ${id}`.execute(
        world.owner,
      );
  };
  return { tenant, variant, remove };
}

test('purchases of a year cost what those of a day and of a variant do, and what has no price has no value', async () => {
  const { tenant, variant } = await receivedMany(0);
  const asked = async (input: object) => {
    const { data } = (await tenant.run(report, input)) as unknown as { data: object[] };
    return data;
  };
  expect(await asked({ measures, from: dayAgo(1), to: dayAgo(0) })).toEqual([
    { purchase_value: 28, units_received: 9 },
  ]);
  expect(await asked(A_YEAR)).toEqual([{ purchase_value: 28, units_received: 9 }]);
  const filters = [{ field: 'sku', op: '=', value: variant.sku }];
  expect(await asked({ ...A_YEAR, filters })).toEqual([{ purchase_value: 28, units_received: 4 }]);
});

// 4,000,000 pages for 500,000 receipts.
test('what was bought in a year is not looked up receipt by receipt', async () => {
  const COPIES = 1500;
  const { tenant, remove } = await receivedMany(COPIES);
  try {
    const touched = await buffersOf(world, tenant.id, db =>
      reportOn({ db, organizationId: tenant.id, caller: tenant.caller, wants: { total: true, owned: false } }, A_YEAR),
    );
    expect(Math.max(...touched)).toBeLessThan(COPIES);
  } finally {
    await remove();
  }
});
