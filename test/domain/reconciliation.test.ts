import { beforeAll, expect, test } from '@jest/globals';
import { type RawBuilder, sql } from 'kysely';
import { DOCUMENT_CHECKS } from '../../src/domain/document-checks.ts';
import { createLandedCost } from '../../src/domain/landed-costs.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { CHECKS, findBreaches } from '../../src/domain/reconciliation.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { shapeOf } from '../../src/kernel/shape.ts';
import { toSnake } from '../../src/kernel/view.ts';
import { isDetected } from '../support/breaches.ts';
import { type Made, makeLocation, makeVariant, populate } from '../support/make.ts';
import { populateFactory } from '../support/manufacturing.ts';
import { STORIES } from '../support/stories.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/*
 * The test of the checks: one that has never failed proves nothing, so each is given an example of what it must detect.
 */

const world = useWorld();

beforeAll(async () => {
  for (const story of Object.values(STORIES)) {
    const tenant = await world.tenant();
    await story(async (operation, input) => {
      try {
        return toSnake(shapeOf(operation.output))(await tenant.run(operation, input)) as Made;
      } catch (error) {
        if (error instanceof Refusal) return {} as Made;
        throw error;
      }
    });
  }
  const tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  await costly(tenant);
});

/** Goods of known cost that were received, moved and revalued. */
async function costly(tenant: Tenant): Promise<void> {
  const [{ sku }, from, to] = [await makeVariant(tenant), await makeLocation(tenant), await makeLocation(tenant)];
  const order = await tenant.run(createPurchaseOrder, {
    locationId: from.id,
    items: [{ sku, quantity: 9, unitCost: 2 }],
  });
  await tenant.run(receivePurchaseOrder, { id: order['id'] });
  const transfer = await tenant.run(createStockTransfer, {
    sourceLocationId: from.id,
    destinationLocationId: to.id,
    items: [{ sku, quantity: 4 }],
  });
  await tenant.run(shipStockTransfer, { id: transfer['id'] });
  await tenant.run(receiveStockTransfer, { id: transfer['id'] });
  const landed = { description: 'Freight', amount: 1, allocateBy: 'quantity' };
  await tenant.run(createLandedCost, { purchaseOrderId: order['id'], ...landed });
}

const withoutEntries = (type: string) => sql`delete from ledger_entries where entry_type = ${type}`;

/** For each check, changes that it must detect, alone or with others. */
const CORRUPTIONS: { readonly [check: string]: readonly RawBuilder<unknown>[] } = {
  on_hand: [
    sql`update inventory_levels
      set quantity_on_hand = quantity_on_hand + 1, quantity_available = quantity_available + 1`,
    sql`delete from ledger_entries where sequence = 1`,
    sql`delete from inventory_levels where quantity_on_hand > 0`,
  ],
  reserved: [
    sql`update inventory_levels
      set quantity_reserved = quantity_reserved + 1, quantity_available = quantity_available - 1`,
    sql`delete from reservations`,
  ],
  on_hold: [
    sql`update inventory_levels
      set quantity_on_hold = quantity_on_hold + 1, quantity_available = quantity_available - 1`,
    sql`update lots set held = not held where quantity_remaining > 0`,
  ],
  incoming: [sql`update inventory_levels set quantity_incoming = quantity_incoming + 1`],
  entries_counted: [sql`update inventory_levels set version = version + 1`],
  running_balance: [
    sql`update ledger_entries set quantity_on_hand_after = quantity_on_hand_after + 1`,
    sql`update ledger_entries set sequence = sequence + 1000`,
  ],
  last_inbound: [
    sql`update inventory_levels
      set last_inbound_at = last_inbound_at - interval '1 day', first_moved_at = first_moved_at - interval '1 day'`,
  ],
  lots_of_level: [
    sql`update lot_levels set quantity = quantity + 1`,
    sql`update variants set lot_tracked = false where lot_tracked`,
  ],
  lot_entries: [sql`update ledger_entries set lot_id = null where lot_id is not null`],
  lots_remaining: [sql`update lots set quantity_remaining = quantity_remaining + 1`],
  orders_reserved: [sql`update order_items set quantity_reserved = quantity_reserved - 1 where quantity_reserved > 1`],
  orders_fulfilled: [withoutEntries('order_fulfilled')],
  orders_status: [sql`update orders set status = 'pending' where status = 'fulfilled'`],
  purchases_received: [
    sql`update purchase_order_items set quantity_received = quantity_received - 1 where quantity_received > 0`,
    withoutEntries('purchase_received'),
  ],
  transfers_out: [withoutEntries('transfer_out')],
  transfers_in: [withoutEntries('transfer_in')],
  transfers_lost: [withoutEntries('transfer_loss')],
  transfers_lots: [
    sql`update stock_transfer_lots set quantity_received = quantity_received - 1 where quantity_received > 0`,
  ],
  counts_applied: [
    sql`update cycle_count_items set variance = variance + 1 where variance is not null`,
    withoutEntries('cycle_count_adjustment'),
  ],
  returns_received: [withoutEntries('return_received')],
  returns_disposed: [withoutEntries('return_disposed')],
  returns_bounded: [sql`update return_authorization_items set quantity = quantity + 1000`],
  batches_reserved: [sql`update production_batch_inputs set reserved_quantity = reserved_quantity + 1`],
  batches_consumed: [withoutEntries('production_consumed')],
  batches_wasted: [withoutEntries('production_wasted')],
  batches_made: [withoutEntries('production_output')],
  batches_lots: [sql`update lot_uses set quantity = quantity + 1`],
  batches_genealogy: [sql`update lot_uses set output_lot_id = lot_id`],
  lots_status: [
    sql`update lots set status = 'exhausted' where quantity_remaining > 0`,
    sql`update lots set held = false where status = 'recalled'`,
  ],
  value: [
    sql`update inventory_levels set value = value + 1 where quantity_on_hand > unvalued_quantity`,
    sql`delete from ledger_entries where value_change <> 0`,
  ],
  unvalued: [sql`update inventory_levels set unvalued_quantity = unvalued_quantity + 1`],
  value_of_nothing: [sql`update inventory_levels set unvalued_quantity = quantity_on_hand where value > 0`],
  running_value: [sql`update ledger_entries set value_after = value_after + 1 where value_after is not null`],
  layers: [sql`update cost_layers set quantity = quantity + 1`, sql`delete from cost_layers where quantity > 0`],
  layers_unvalued: [sql`update cost_layers set value = 1 where value is null and quantity > 0`],
  layers_of_lot: [sql`update cost_layers set lot_id = null where lot_id is not null and quantity > 0`],
  layers_value: [
    sql`with switched as (update organizations set costing_method = 'fifo') update cost_layers
      set value = value + 1 where quantity > 0 and value > 0`,
  ],
  transfers_value: [
    sql`update ledger_entries
      set value_change = value_change + 1 where entry_type = 'transfer_in' and value_change is not null`,
  ],
  origins: [sql`update cost_layers set quantity_sold = quantity_sold + 1 where origin_id is not null`],
  landed: [sql`update landed_cost_items set value_sold = value_sold + 1`],
  waste_taken: [sql`update waste_records set quantity = quantity + 1`, withoutEntries('waste')],
  entries_signed: [
    sql`update ledger_entries set quantity = quantity + 1 where quantity_change <> 0`,
    sql`update ledger_entries set quantity_change = -quantity_change where entry_type = 'order_fulfilled'`,
    sql`update ledger_entries set created_at = now() + interval '1 hour'`,
  ],
  reservations_named: [
    sql`update reservations r
      set location_id = l.id from locations l where l.organization_id = r.organization_id and l.id <> r.location_id`,
    sql`update reservations r
      set variant_id = v.id from variants v where v.organization_id = r.organization_id and v.id <> r.variant_id`,
    sql`update reservations set reference_id = gen_random_uuid()`,
    sql`update reservations set line_id = gen_random_uuid()`,
  ],
  lots_held: [
    sql`update lots set expiry_date = current_date - 3 where not held and quantity_remaining > 0`,
    sql`update lots set held = true where status = 'active'`,
  ],
  orders_progress: [
    sql`update orders set status = 'partially_fulfilled' where status = 'fulfilled'`,
    sql`update orders set fulfilled_at = null where status = 'fulfilled'`,
    sql`update orders set reserved_at = null where status = 'reserved'`,
    sql`update orders set cancelled_at = now() where status <> 'cancelled'`,
    sql`update orders set closed_at = now() where status <> 'fulfilled'`,
    sql`update orders set closed_at = now() where status = 'fulfilled'`,
  ],
  purchases_progress: [
    sql`update purchase_orders set status = 'submitted' where status = 'partially_received'`,
    sql`update purchase_orders set status = 'draft' where status = 'received'`,
    sql`update purchase_orders set received_at = null where status = 'received'`,
    sql`update purchase_orders set submitted_at = null where status = 'partially_received'`,
  ],
  transfers_progress: [
    sql`update stock_transfers set status = 'partially_received' where status = 'received'`,
    sql`update stock_transfers set status = 'cancelled' where status = 'received'`,
    sql`update stock_transfers set received_at = null where status = 'received'`,
  ],
  counts_variance: [
    sql`update cycle_count_items set variance = variance + 1 where variance is not null`,
    sql`update cycle_count_items set counted_quantity = null where variance is not null`,
    sql`update cycle_counts set completed_at = null`,
  ],
  returns_status: [sql`update return_authorizations set received_at = null`],
  batches_outputs: [
    sql`update production_batch_outputs set quantity = quantity + 1`,
    sql`delete from production_batch_outputs`,
    sql`update production_batches set completed_at = null where status = 'completed'`,
  ],
  times: [
    sql`update orders set fulfilled_at = created_at - interval '1 day' where status = 'fulfilled'`,
    sql`update stock_transfers set received_at = shipped_at - interval '1 day' where status = 'received'`,
    sql`update purchase_orders set updated_at = created_at - interval '1 day'`,
    sql`update production_batches set updated_at = now() + interval '1 hour'`,
  ],
};

const ALL = { ...CHECKS, ...DOCUMENT_CHECKS };

test('real operations break no rule', async () => {
  expect(await findBreaches(world.database.system, ALL)).toEqual([]);
});

test.each(
  Object.keys(ALL).flatMap(check =>
    (CORRUPTIONS[check] ?? [sql`select`]).map((change, index) => [check, index + 1, change] as const),
  ),
)('%s finds what it is there to find (%i)', async (check, _, change) => {
  expect(await isDetected(world, change, ALL, check)).toBe(true);
});
