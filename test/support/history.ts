import pg from 'pg';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { createOrder } from '../../src/domain/orders.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import type { Made } from './make.ts';
import type { Tenant } from './world.ts';

/*
 * History for whatever looks back: reports, insights, forecasts. The service cannot insert anything into the past, so
 * the owner of the database moves recorded rows there.
 */

/** Stock that was shipped to a customer. */
export async function sell(tenant: Tenant, variant: Made, location: Made, quantity: number): Promise<void> {
  const order = await tenant.run(createOrder, {
    locationId: location.id,
    items: [{ variantId: variant.id, quantity }],
  });
  await tenant.run(fulfillOrder, { id: order['id'] });
}

/** Stock that was received from a supplier. */
export async function arrive(tenant: Tenant, variant: Made, location: Made, quantity: number): Promise<void> {
  const order = await tenant.run(createPurchaseOrder, {
    locationId: location.id,
    items: [{ variantId: variant.id, quantity }],
  });
  await tenant.run(receivePurchaseOrder, { id: order['id'] });
}

/**
 * Moves each ledger entry of the tenant back by that many minutes, keeping the order within each level, and updates the
 * levels accordingly.
 */
export async function backdate(
  url: string,
  tenant: Tenant,
  minutesOf: (entry: { id: string; entry_type: string; variant_id: string }) => number,
): Promise<void> {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  try {
    await owner.query(`set app.organization_id = '${tenant.id}'`);
    const { rows } = await owner.query<{ id: string; entry_type: string; variant_id: string; place: string }>(
      "select id, entry_type, variant_id, variant_id || ' ' || location_id as place from ledger_entries where organization_id = $1 order by created_at, sequence",
      [tenant.id],
    );
    for (const entries of Map.groupBy(rows, row => row.place).values()) {
      const minutes = entries.map(minutesOf).sort((a, b) => b - a);
      await owner.query(
        "update ledger_entries e set created_at = date_trunc('second', now()) - w.minutes * interval '1 minute' from unnest($1::uuid[], $2::int[]) w (id, minutes) where e.id = w.id",
        [entries.map(entry => entry.id), minutes],
      );
    }
    await owner.query(
      `update inventory_levels l set first_moved_at = e.first, last_inbound_at = e.inbound from (
        select variant_id, location_id, min(created_at) filter (where sequence = 1) as first,
          max(created_at)
            filter (where entry_type in ('purchase_received', 'transfer_in', 'return_received')) as inbound
        from ledger_entries where organization_id = $1 group by variant_id, location_id) e
      where l.organization_id = $1 and e.variant_id = l.variant_id and e.location_id = l.location_id`,
      [tenant.id],
    );
  } finally {
    await owner.end();
  }
}

/** Random integers from `min` to `max`, the same for the same seed. */
export function randomly(seed: number): (min: number, max: number) => number {
  let state = seed * 2_654_435_761;
  return (min, max) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x6d2b79f5) >>> 0;
    return min + (state % (max - min + 1));
  };
}
