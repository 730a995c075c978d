import { type RawBuilder, sql } from 'kysely';
import { ofTenant } from '../../store/tenant.ts';

/*
 * Deliveries that say how long deliveries take: those that arrived whole. One that was closed short has the day on
 * which somebody gave up waiting for the rest.
 */

const arrivedWhole = (lines: string, owner: string, document: string): RawBuilder<unknown> => sql`not exists (
  select from ${sql.table(lines)} short where ${ofTenant('short')}
      and short.${sql.ref(owner)} = ${sql.ref(`${document}.id`)} and short.quantity_received < short.quantity)`;

/** Whether a purchase order was received whole, by its alias. */
export const isReceivedWhole = (order: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${order}.status`)} = 'received'
    and ${arrivedWhole('purchase_order_items', 'purchase_order_id', order)}`;

/**
 * The purchase orders of which something is outstanding, or was when they were closed, by `id`. A statement about most
 * of those received joins these few, which have an index, rather than looking at the lines of each.
 */
export const shortPurchaseOrders: RawBuilder<unknown> = sql`
  select distinct short.purchase_order_id as id
  from purchase_order_items short where ${ofTenant('short')} and short.quantity_received < short.quantity`;

/** The same of a stock transfer. */
export const isTransferredWhole = (transfer: string): RawBuilder<unknown> =>
  sql`${sql.ref(`${transfer}.status`)} = 'received'
    and ${arrivedWhole('stock_transfer_items', 'transfer_id', transfer)}`;
