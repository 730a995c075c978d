import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import { byId, id, inUse, lines, note, positive, ruled, target } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { states } from '../kernel/states.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { belongsTo, create, findByIds, lockById, TenantRecord } from '../store/record.ts';
import { activeLocation, Location } from './locations.ts';
import { Order } from './orders.ts';
import { claimed, lotsOut, returnable, tooMuch } from './returnable.ts';
import { skuOfVariant } from './stock/levels.ts';
import { Lot } from './stock/lots.ts';
import { namesVariant, variantChoice, variantsOf } from './variant-lines.ts';
import { Variant } from './variants.ts';

export const returnStates = states({
  pending: ['received', 'cancelled'],
  received: [],
  cancelled: [],
});

export const CONDITIONS = ['sellable', 'damaged', 'discarded'] as const;

const ReturnAuthorizationSchema = defineEntity({
  name: 'ReturnAuthorization',
  tableName: 'return_authorizations',
  extends: TenantRecord,
  comment: 'Goods of an order that the customer returns (RMA).',
  uniques: [{ properties: ['organizationId', 'number'] }],
  indexes: [
    { properties: ['organizationId', 'order'] },
    { properties: ['organizationId', 'status', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
  ],
  properties: {
    number: p.string().length(20).comment('Document number, sequential within the organization.'),
    order: () => belongsTo(Order, 'order_id').comment('The order that is being returned.'),
    location: () => belongsTo(Location, 'location_id').comment('Location that the goods return to.'),
    reason: p.text().comment('Reason of the return.'),
    status: p.enum(returnStates.all).comment('Status.'),
    items: () =>
      p
        .oneToMany(ReturnAuthorizationItem)
        .mappedBy('returnAuthorization')
        .orphanRemoval()
        .orderBy({ id: 'asc' })
        .comment('The returned items.'),
    receivedAt: p.datetime(3).nullable().comment('When they were received.'),
  },
});
export class ReturnAuthorization extends ReturnAuthorizationSchema.class {}
ReturnAuthorizationSchema.setClass(ReturnAuthorization);

const ReturnAuthorizationItemSchema = defineEntity({
  name: 'ReturnAuthorizationItem',
  tableName: 'return_authorization_items',
  extends: TenantRecord,
  comment: 'A line of a return authorization.',
  indexes: [{ properties: ['organizationId', 'returnAuthorization'] }],
  checks: [{ name: 'return_authorization_items_positive', expression: 'quantity > 0' }],
  properties: {
    returnAuthorization: () => belongsTo(ReturnAuthorization, 'return_authorization_id').hidden(),
    variant: () => belongsTo(Variant, 'variant_id').comment('The returned variant.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    quantity: quantity().comment('Quantity returned.'),
    condition: p.enum(CONDITIONS).comment('Condition: sellable goods enter stock, damaged and discarded goods do not.'),
    lot: () => belongsTo(Lot, 'lot_id').nullable().comment('Lot of a lot-tracked variant, if known.'),
  },
});
export class ReturnAuthorizationItem extends ReturnAuthorizationItemSchema.class {}
ReturnAuthorizationItemSchema.setClass(ReturnAuthorizationItem);

export const RETURN = 'return authorization';

// ---- reading ----

export const listReturnAuthorizations = listOf('listReturnAuthorizations', {
  area: 'returns',
  of: ReturnAuthorization,
  summary: 'Lists return authorizations.',
  filters: {
    status: equals('status', z.enum(returnStates.all).meta({ id: 'ReturnAuthorizationStatus' })),
    orderId: equals('order_id', id()),
    locationId: equals('location_id', id()),
    createdSince,
  },
});

export const getReturnAuthorization = getOf('getReturnAuthorization', { area: 'returns', of: ReturnAuthorization });

// ---- creating, changing, cancelling ----

const returned = ruled(
  z.strictObject({
    ...variantChoice,
    quantity: positive(),
    condition: z.enum(CONDITIONS).meta({ id: 'ReturnAuthorizationItemCondition' }),
    lotId: id().optional().meta({
      description: 'Lot of a lot-tracked variant that the order was fulfilled from. Default: those that are still out.',
    }),
  }),
  namesVariant,
).meta({ id: 'ReturnAuthorizationItemInput' });
type ReturnedLine = z.output<typeof returned>;

export const createReturnAuthorization = command('createReturnAuthorization', {
  area: 'returns',
  summary: 'Authorizes the return of goods that an order has fulfilled.',
  refuses: ['return_exceeds_fulfilled'],
  input: z.strictObject({
    orderId: id(),
    locationId: inUse(id(), 'location').optional(),
    reason: note(),
    items: lines(returned),
  }),
  output: ReturnAuthorization,
  async run(unit, { orderId, locationId, reason, items }) {
    if (!(await findByIds(unit, Order, [orderId])).has(orderId))
      refuse('reference_not_found', 'There is no such order.', { field: 'orderId' });
    const order = await lockReturnedOrder(unit, orderId);
    const location = await activeLocation(unit, locationId ?? order.location.id);
    const number = await unit.nextNumber('RMA');
    const authorization = create(unit, ReturnAuthorization, {
      number,
      order,
      location,
      reason,
      status: 'pending',
      receivedAt: null,
    });
    await addItems(unit, authorization, order, items);
    return authorization;
  },
});

export const updateReturnAuthorization = command('updateReturnAuthorization', {
  area: 'returns',
  summary: 'Changes the reason or replaces the items of a pending return authorization.',
  refuses: ['invalid_state', 'return_exceeds_fulfilled'],
  input: z.strictObject({ id: target(), reason: note().optional(), items: lines(returned).optional() }),
  output: ReturnAuthorization,
  async run(unit, { id: authorizationId, reason, items }) {
    const authorization = await lockReturn(unit, authorizationId);
    returnStates.require(authorization, RETURN, 'pending');
    if (reason !== undefined) authorization.reason = reason;
    if (items) {
      authorization.items.removeAll();
      await addItems(unit, authorization, await lockReturnedOrder(unit, authorization.order.id), items);
    }
    return authorization;
  },
});

export const cancelReturnAuthorization = command('cancelReturnAuthorization', {
  area: 'returns',
  summary: 'Cancels a pending return authorization.',
  refuses: ['invalid_state'],
  input: byId(),
  output: ReturnAuthorization,
  async run(unit, { id: authorizationId }) {
    const authorization = await lockReturn(unit, authorizationId);
    returnStates.step(authorization, RETURN, 'cancelled');
    return authorization;
  },
});

/**
 * Adds the items if the order has fulfilled that much and it was not returned yet, over all its return authorizations.
 * The order is locked.
 */
async function addItems(
  unit: Unit,
  authorization: ReturnAuthorization,
  order: Order,
  items: readonly ReturnedLine[],
): Promise<void> {
  const variants = await variantsOf(unit, items, index => `items[${index}]`);
  const lots = await findByIds(
    unit,
    Lot,
    items.flatMap(item => item.lotId ?? []),
  );
  const [left, out] = await Promise.all([
    returnable(unit, order, authorization.id),
    lotsOut(unit, order, authorization.id),
  ]);
  refuseAll(
    items.flatMap((item, index): Problem[] => {
      const variant = variants[index]!;
      if (item.lotId !== undefined && lots.get(item.lotId)?.variant.id !== variant.id)
        return [referenceNotFound(`lot of ${variant.sku}`, `items[${index}].lotId`)];
      const there = left.get(variant.id) ?? Quantity.zero;
      if (there.lessThan(item.quantity)) return [tooMuch(variant, item.quantity, there, `items[${index}].quantity`)];
      left.set(variant.id, there.minus(item.quantity));
      return claimed(out, variant, item.lotId, item.quantity, `items[${index}].lotId`);
    }),
  );
  for (const [index, { quantity: back, condition, lotId }] of items.entries()) {
    const variant = variants[index]!;
    const lot = lotId === undefined ? null : lots.get(lotId)!;
    create(unit, ReturnAuthorizationItem, {
      returnAuthorization: authorization,
      variant,
      sku: variant.sku,
      quantity: back,
      condition,
      lot,
    });
  }
}

// ---- loading ----

/** The return is locked before its order and its stock. */
export const lockReturn = (unit: Unit, authorizationId: string): Promise<ReturnAuthorization> =>
  lockById(unit, ReturnAuthorization, authorizationId, { populate: ['items', 'items.variant'] });

/** Locked so that of two returns of one order the second sees what the first did. */
export const lockReturnedOrder = (unit: Unit, orderId: string): Promise<Order> =>
  lockById(unit, Order, orderId, { populate: ['items'] });
