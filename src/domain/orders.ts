import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, refuse, refuseAll } from '../kernel/errors.ts';
import {
  byId,
  code,
  future,
  id,
  inUse,
  lines,
  metadata,
  money,
  newCode,
  note,
  positive,
  ruled,
  target,
} from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { states } from '../kernel/states.ts';
import type { Database, Db, Unit } from '../kernel/unit.ts';
import { type Warning, warn } from '../kernel/warnings.ts';
import { createdSince, equals, filter, getOf, listOf } from '../store/list.ts';
import { oneByOne } from '../store/one-by-one.ts';
import { isNotMoving } from '../store/pods.ts';
import { belongsTo, create, findByIds, findWhere, lockById, TenantRecord } from '../store/record.ts';
import { Location, unfit } from './locations.ts';
import { skuOfVariant } from './stock/levels.ts';
import type { Line, Place } from './stock/lines.ts';
import { Reservation } from './stock/reservations.ts';
import { Stock } from './stock/stock.ts';
import { variantWithSku } from './variant-codes.ts';
import { namesVariant, tradedChoice, untradedLines, variantsOf } from './variant-lines.ts';
import { Variant } from './variants.ts';

/** docs/api.md, "Order states". An order goes from reserved back to pending only when the reservation expires. */
export const orderStates = states({
  pending: ['reserved', 'partially_fulfilled', 'fulfilled', 'cancelled'],
  reserved: ['pending', 'partially_fulfilled', 'fulfilled', 'cancelled'],
  partially_fulfilled: ['partially_fulfilled', 'fulfilled'],
  fulfilled: [],
  cancelled: [],
});

const OrderItemSchema = defineEntity({
  name: 'OrderItem',
  tableName: 'order_items',
  extends: TenantRecord,
  comment: 'A line of an order.',
  indexes: [{ properties: ['organizationId', 'order'] }, { properties: ['organizationId', 'variant'] }],
  checks: [
    {
      name: 'order_items_bounds',
      expression:
        'quantity_reserved >= 0 and quantity_fulfilled >= 0 and quantity_reserved + quantity_fulfilled <= quantity',
    },
  ],
  properties: {
    order: () => belongsTo(Order, 'order_id').hidden(),
    variant: () => belongsTo(Variant, 'variant_id').comment('The ordered variant.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    quantity: quantity().comment('Quantity ordered.'),
    quantityReserved: quantity().comment('Quantity reserved and not yet fulfilled.'),
    quantityFulfilled: quantity().comment('Quantity fulfilled.'),
    unitPrice: quantity().nullable().comment("Unit price. Default: the variant's price."),
  },
});
export class OrderItem extends OrderItemSchema.class {
  outstanding(): Quantity {
    return this.quantity.minus(this.quantityFulfilled);
  }
}
OrderItemSchema.setClass(OrderItem);

const OrderSchema = defineEntity({
  name: 'Order',
  tableName: 'orders',
  extends: TenantRecord,
  comment: 'A sales order: goods that leave a location.',
  uniques: [{ properties: ['organizationId', 'number'] }, { properties: ['organizationId', 'reference'] }],
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },

    { properties: ['organizationId', 'status', 'id'] },
    { properties: ['organizationId', 'location', 'id'] },
    {
      name: 'orders_closed_index',
      expression: 'create index orders_closed_index on orders (organization_id, id) where closed_at is not null',
    },
    {
      name: 'orders_expiring',
      expression:
        'create index "orders_expiring" on "orders" ("reservation_expires_at") where "reservation_expires_at" is not null',
    },
  ],
  properties: {
    number: p.string().length(20).comment('Document number, sequential within the organization.'),
    status: p.enum(orderStates.all).comment('Status.'),
    reference: p.string().length(100).nullable().comment('Your own reference, unique in the organization.'),
    location: () => belongsTo(Location, 'location_id').comment('Location that it is fulfilled from.'),
    items: () => p.oneToMany(OrderItem).mappedBy('order').orderBy({ id: 'asc' }).comment('Its lines.'),
    notes: p.text().nullable().comment('Your own notes.'),
    metadata: p.json<{ [key: string]: unknown }>().comment('Your own data.'),
    reservedAt: p.datetime(3).nullable().comment('When its stock was reserved.'),
    reservationExpiresAt: p.datetime(3).nullable().comment('When its reserved stock is released.'),
    fulfilledAt: p.datetime(3).nullable().comment('When it was completely fulfilled, or closed short.'),
    closedAt: p.datetime(3).nullable().comment('When it was closed short: the rest of it was cancelled.'),
    cancelledAt: p.datetime(3).nullable().comment('When it was cancelled.'),
  },
});
export class Order extends OrderSchema.class {
  /** The stock line for `quantity` of a line of this order. */
  lineOf(item: OrderItem, quantity: Quantity, field: string): Line {
    return { variant: item.variant, locationId: this.location.id, quantity, field };
  }
}
OrderSchema.setClass(Order);

// ---- reading ----

export const listOrders = listOf('listOrders', {
  area: 'orders',
  of: Order,
  summary: 'Lists sales orders.',
  filters: {
    status: equals('status', z.enum(orderStates.all).meta({ id: 'OrderStatus' })),
    locationId: equals('location_id', id()),
    number: equals('number', code()),
    reference: equals('reference', code()),
    closed: filter(
      z.boolean().meta({ description: 'Only orders that were closed short; false: only the others.' }),
      closed => (closed ? sql`t.closed_at is not null` : sql`t.closed_at is null`),
    ),
    sku: filter(
      code().meta({ description: 'Only orders with a line of this SKU.' }),
      sku => sql`exists (
      select from order_items i where i.organization_id = t.organization_id and i.order_id = t.id
          and i.variant_id = ${variantWithSku(sku)})`,
    ),
    createdSince,
  },
});

export const getOrder = getOf('getOrder', { area: 'orders', of: Order });

// ---- creating ----

export const createOrder = command('createOrder', {
  area: 'orders',
  summary: 'Creates a pending order. Stock is neither checked nor reserved.',
  refuses: ['already_exists'],
  input: z.strictObject({
    locationId: inUse(id(), 'location'),
    items: lines(
      ruled(
        z.strictObject({ ...tradedChoice, quantity: positive(), unitPrice: money().nullable().optional() }),
        namesVariant,
      ).meta({ id: 'OrderItemInput' }),
    ),
    reference: newCode().nullable().optional(),
    notes: note().nullable().optional(),
    metadata: metadata().default({}),
  }),
  output: Order,
  sharesTransaction: () => undefined,
  async run(unit, { locationId, items, ...given }) {
    const problems: Problem[] = [];
    const [locations, variants] = await Promise.all([
      findByIds(unit, Location, [locationId]),
      variantsOf(
        unit,
        items,
        index => `items[${index}]`,
        (_, problem) => problems.push(problem),
      ),
    ]);
    const location = locations.get(locationId);
    refuseAll([...unfit(location), ...problems, ...untradedLines(variants, items, index => `items[${index}]`)]);
    const order = create(unit, Order, {
      ...given,
      number: await unit.nextNumber('SO'),
      status: 'pending',
      location: location!,
    });
    for (const [index, { quantity, unitPrice }] of items.entries()) {
      const variant = variants[index]!;
      const price = unitPrice === undefined ? variant.unitPrice : unitPrice;
      create(unit, OrderItem, {
        order,
        variant,
        sku: variant.sku,
        quantity,
        quantityReserved: Quantity.zero,
        quantityFulfilled: Quantity.zero,
        unitPrice: price,
      });
    }
    return order;
  },
});

// ---- reserving ----

export const reserveOrder = command('reserveOrder', {
  area: 'orders',
  summary:
    'Reserves the stock of an order without fulfilling it: all lines or none. Does nothing if it is already reserved.',
  refuses: ['invalid_state', 'insufficient_stock'],
  warns: ['left_unchanged'],
  input: byId().extend({
    reservationExpiresAt: future()
      .nullable()
      .optional()
      .meta({ description: 'When the stock is released if the order is still reserved. Default: never.' }),
  }),
  output: Order,
  sharesTransaction: input => input.id.toLowerCase(),
  async run(unit, { id: orderId, reservationExpiresAt }) {
    const order = await lockOrder(unit, orderId);
    if (order.status === 'reserved') return warn(order, alreadyReserved(order, reservationExpiresAt));
    orderStates.step(order, 'order', 'reserved');
    const stock = await Stock.lock(unit, placesOfOrder(order));
    stock.reserve(
      order.items.map((item, index) => ({
        ...order.lineOf(item, item.quantity, `items[${index}].quantity`),
        referenceType: 'order',
        referenceId: order.id,
        lineId: item.id,
      })),
    );
    for (const item of order.items) item.quantityReserved = item.quantity;
    order.reservedAt = unit.now();
    order.reservationExpiresAt = reservationExpiresAt ?? null;
    return order;
  },
});

/** Reserving again changes nothing: whoever asks for another end must be told. */
function alreadyReserved({ reservationExpiresAt: end }: Order, asked: Date | null | undefined): Warning[] {
  if (asked === undefined || asked?.getTime() === end?.getTime()) return [];
  const message = `The order was reserved before, ${end ? `until ${end.toISOString()}` : 'without an end'}, and that stays; PATCH the order to change it.`;
  return [{ code: 'left_unchanged', message, field: 'reservationExpiresAt' }];
}

export const updateOrder = command('updateOrder', {
  area: 'orders',
  summary: 'Changes when the stock that is reserved for an order is released.',
  refuses: ['invalid_state'],
  input: z.strictObject({
    id: target(),
    reservationExpiresAt: future().nullable().optional().meta({
      description: 'When the stock that is still reserved is released. Null: never.',
    }),
  }),
  output: Order,
  async run(unit, { id: orderId, reservationExpiresAt }) {
    const order = await lockOrder(unit, orderId);
    orderStates.require(order, 'order', 'reserved', 'partially_fulfilled');
    if (order.items.getItems().every(item => item.quantityReserved.isZero()))
      refuse('invalid_state', 'Nothing is reserved for the order any more.', {
        field: 'status',
        details: { status: order.status, allowedFrom: ['reserved', 'partially_fulfilled'] },
      });
    if (reservationExpiresAt !== undefined) order.reservationExpiresAt = reservationExpiresAt;
    return order;
  },
});

// ---- cancelling, closing and expiring ----

export const cancelOrder = command('cancelOrder', {
  area: 'orders',
  summary: 'Cancels a pending or reserved order; its reserved stock is released.',
  refuses: ['invalid_state'],
  input: byId(),
  output: Order,
  sharesTransaction: input => input.id.toLowerCase(),
  async run(unit, { id: orderId }) {
    const order = await lockOrder(unit, orderId);
    orderStates.step(order, 'order', 'cancelled');
    await releaseAll(unit, order);
    order.cancelledAt = unit.now();
    return order;
  },
});

export const closeOrder = command('closeOrder', {
  area: 'orders',
  summary:
    'Closes a partially fulfilled order short: it is fulfilled with what has left, the rest is cancelled and its reserved stock is released.',
  refuses: ['invalid_state'],
  input: byId(),
  output: Order,
  async run(unit, { id: orderId }) {
    const order = await lockOrder(unit, orderId);
    orderStates.require(order, 'order', 'partially_fulfilled');
    orderStates.step(order, 'order', 'fulfilled');
    await releaseAll(unit, order);
    order.fulfilledAt = order.closedAt = unit.now();
    return order;
  },
});

const EXPIRED_MAX = 500;

/**
 * Releases the stock of expired reservations, each order in a transaction of its own; a chore of the worker. A reserved
 * order becomes pending, a partially fulfilled one stays so. Returns how many there were, at most 500 at a time.
 */
export async function expireReservations(database: Database & { system: Db }): Promise<number> {
  const { rows } = await sql<{ organization_id: string; id: string }>`
    select organization_id, id
    from orders where reservation_expires_at <= now() and ${isNotMoving('orders.organization_id')}
    order by reservation_expires_at limit ${EXPIRED_MAX}`.execute(database.system);
  await oneByOne(rows, row =>
    database.transaction(row.organization_id, 'system', unit => expireReservation(unit, row.id)),
  );
  return rows.length;
}

async function expireReservation(unit: Unit, orderId: string): Promise<void> {
  const order = await lockOrder(unit, orderId);
  // Someone may have fulfilled or cancelled it in the meantime.
  if (!order.reservationExpiresAt || order.reservationExpiresAt > unit.now()) return;
  if (order.status === 'reserved') orderStates.step(order, 'order', 'pending');
  await releaseAll(unit, order);
  order.reservedAt = null;
}

async function releaseAll(unit: Unit, order: Order): Promise<void> {
  order.reservationExpiresAt = null;
  const reservations = await reservationsOfOrder(unit, order);
  if (reservations.size === 0) return;
  const stock = await Stock.lock(unit, placesOfOrder(order));
  for (const item of order.items) releaseLine(stock, reservations, item, item.quantityReserved);
}

/** Releases that much of what is reserved for the line. */
export function releaseLine(stock: Stock, reservations: Reservations, item: OrderItem, quantity: Quantity): void {
  if (quantity.isZero()) return;
  stock.release(reservations.get(item.id)!, item.variant, quantity);
  item.quantityReserved = item.quantityReserved.minus(quantity);
}

// ---- loading ----

/** The order is locked before its stock, so that of two commands on it the second sees what the first did. */
export const lockOrder = (unit: Unit, orderId: string): Promise<Order> =>
  lockById(unit, Order, orderId, { populate: ['items', 'items.variant'] });

/** The places that the order's stock is taken from. */
export const placesOfOrder = (order: Order): Place[] =>
  order.items.map(item => ({ variant: item.variant, locationId: order.location.id }));

type Reservations = Map<string, Reservation>;

/** The order's open reservations by line. */
export async function reservationsOfOrder(unit: Unit, order: Order): Promise<Reservations> {
  if (order.items.getItems().every(item => item.quantityReserved.isZero())) return new Map();
  const found = await findWhere(unit, Reservation, sql`t.reference_id = ${order.id}`);
  return new Map(found.map(reservation => [reservation.lineId, reservation]));
}
