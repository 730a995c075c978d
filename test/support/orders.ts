import { sql } from 'kysely';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { listReservations } from '../../src/domain/stock/reservations.ts';
import type { Row } from '../../src/kernel/view.ts';
import type { Tenant, World } from './world.ts';

/* What an order does to stock, the ledger and the events. */

/** The lines of an order. */
export const items = (order: Row) => order['items'] as Row[];

/** On hand, reserved and available of each variant at the order's location. */
export async function stockOf(tenant: Tenant, order: Row): Promise<number[][]> {
  const { rows } = await tenant.list(listInventoryLevels, { locationId: order['locationId'] });
  const levels = new Map(rows.map(row => [row['variantId'], row]));
  return items(order).map(item => {
    const level = levels.get(item['variantId']);
    return [level?.['quantityOnHand'], level?.['quantityReserved'], level?.['quantityAvailable']] as number[];
  });
}

/** Its ledger entries, oldest first. */
export const ledgerOf = async (tenant: Tenant, order: Row) =>
  (await tenant.list(listLedger, { referenceId: order['id'] })).rows.reverse();
/** Its reservations, oldest first. */
export const reservationsOf = async (tenant: Tenant, order: Row) =>
  (await tenant.list(listReservations, { referenceId: order['id'] })).rows.reverse();

/** The events of the organization, with type and data. */
export async function eventsOf(
  { database }: Pick<World, 'database'>,
  tenant: Tenant,
): Promise<{ type: string; data: Row }[]> {
  const { rows } = await sql<{
    type: string;
    data: Row;
  }>`select type, data from events where organization_id = ${tenant.id} order by id`.execute(database.system);
  return rows;
}

/** The events that the work publishes. */
export const announced = async (world: Pick<World, 'database'>, tenant: Tenant, work: () => Promise<unknown>) => {
  const { length } = await eventsOf(world, tenant);
  await work();
  return (await eventsOf(world, tenant)).slice(length);
};
