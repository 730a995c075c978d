import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import { byId, id, inUse, lines, note, positive, ruled, target } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { states } from '../kernel/states.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { belongsTo, create, findByIds, lockById, TenantRecord } from '../store/record.ts';
import { ofTenant } from '../store/tenant.ts';
import { activeLocation, Location } from './locations.ts';
import { Order } from './orders.ts';
import { Departed } from './stock/departed.ts';
import { skuOfVariant } from './stock/levels.ts';
import type { Line } from './stock/lines.ts';
import type { LotShare, NumberedLot } from './stock/locked-lots.ts';
import { Lot } from './stock/lots.ts';
import type { Parcel } from './stock/parcels.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';
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

const WHAT = 'return authorization';

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
type Returned = z.output<typeof returned>;

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
    const order = await lockOrder(unit, orderId);
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
    const authorization = await lockWhole(unit, authorizationId);
    returnStates.require(authorization, WHAT, 'pending');
    if (reason !== undefined) authorization.reason = reason;
    if (items) {
      authorization.items.removeAll();
      await addItems(unit, authorization, await lockOrder(unit, authorization.order.id), items);
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
    const authorization = await lockWhole(unit, authorizationId);
    returnStates.step(authorization, WHAT, 'cancelled');
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
  items: readonly Returned[],
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

const tooMuch = ({ sku }: Variant, requested: Quantity, left: Quantity, field: string): Problem => ({
  code: 'return_exceeds_fulfilled',
  message: `Only ${left} of ${sku} were fulfilled and not yet returned.`,
  field,
  details: { sku, requested: requested.toNumber(), returnable: left.toNumber() },
});

/**
 * Takes the quantity from what is out of the lot that a line names, then from what left before its variant had lots.
 * Refuses the rest: a lot that did not leave with the order, or more of it than is still out.
 */
function claimed(
  { lots, unassigned }: LotsOut,
  variant: Variant,
  lotId: string | undefined,
  quantity: Quantity,
  field: string,
): Problem[] {
  // The variant may have ceased to be lot-tracked.
  if (lotId === undefined || !variant.lotTracked) return [];
  const lot = lots.find(each => each.lotId === lotId);
  const there = atLeastNone(lot?.quantity);
  const other = atLeastNone(unassigned.get(variant.id));
  const returnable = there.plus(other);
  if (returnable.lessThan(quantity))
    return [
      {
        code: 'return_exceeds_fulfilled',
        message: `Only ${returnable} of this lot of ${variant.sku} were fulfilled with the order and not yet returned.`,
        field,
        details: { sku: variant.sku, lotId, requested: quantity.toNumber(), returnable: returnable.toNumber() },
      },
    ];
  const share = Quantity.min(quantity, there);
  if (lot) lot.quantity = lot.quantity.minus(share);
  unassigned.set(variant.id, other.minus(quantity.minus(share)));
  return [];
}

const atLeastNone = (left: Quantity | undefined): Quantity => (left?.isPositive() ? left : Quantity.zero);

/**
 * What can still be returned of each variant: fulfilled less everything in other return authorizations that are not
 * cancelled.
 */
async function returnable(unit: Unit, order: Order, exceptId: string): Promise<Map<string, Quantity>> {
  const { rows } = await sql<{ variant_id: string; claimed: number }>`
    select i.variant_id, sum(i.quantity) as claimed from return_authorizations r
    join return_authorization_items i on ${ofTenant('i')} and i.return_authorization_id = r.id
    where ${ofTenant('r')} and r.order_id = ${order.id} and r.status <> 'cancelled' and r.id <> ${exceptId} group by i.variant_id`.execute(
    unit.db,
  );
  const left = new Map<string, Quantity>();
  for (const item of order.items)
    left.set(item.variant.id, (left.get(item.variant.id) ?? Quantity.zero).plus(item.quantityFulfilled));
  for (const { variant_id, claimed } of rows) left.set(variant_id, left.get(variant_id)!.minus(Quantity.of(claimed)));
  return left;
}

// ---- receiving ----

export const receiveReturnAuthorization = command('receiveReturnAuthorization', {
  area: 'returns',
  summary: 'Receives returned goods: sellable items enter stock, others are recorded as disposed of.',
  refuses: ['invalid_state', 'return_exceeds_fulfilled'],
  input: byId(),
  output: ReturnAuthorization,
  async run(unit, { id: authorizationId }) {
    const authorization = await lockWhole(unit, authorizationId);
    returnStates.step(authorization, WHAT, 'received');
    authorization.receivedAt = unit.now();
    // Locked too, because two returns of one order must not claim the same lots.
    const order = await lockOrder(unit, authorization.order.id);
    const items = authorization.items.getItems();
    const [out, sold] = await Promise.all([lotsOut(unit, order, authorization.id), soldBy(unit, order)]);
    refuseAll(
      items.flatMap(({ variant, lot, quantity: back }, index) =>
        claimed(out, variant, lot?.id, back, `items[${index}].lotId`),
      ),
    );
    const shares = dealt(authorization, out);
    const places = items.map(({ variant }) => ({ variant, locationId: authorization.location.id }));
    const stock = await Stock.lock(unit, places, {
      lotIds: [...shares.values()].flat().map(share => share.lotId),
      lotNumbers: items.map(item => ({ variant: item.variant, lotNumber: lotNumberOf(authorization, item) })),
    });
    for (const item of items) take(authorization, stock, sold, item, shares.get(item)!);
    return authorization;
  },
});

/**
 * Puts a line back, lot by lot. A quantity whose lot cannot be determined goes into a new one named after the number
 * and line.
 */
function take(
  authorization: ReturnAuthorization,
  stock: Stock,
  sold: Departed,
  item: ReturnAuthorizationItem,
  shares: readonly LotShare[],
): void {
  const { variant } = item;
  const whole: Line = { variant, locationId: authorization.location.id, quantity: item.quantity };
  const cause: Cause = {
    entryType: item.condition === 'sellable' ? 'return_received' : 'return_disposed',
    referenceType: 'return_authorization',
    referenceId: authorization.id,
    reason: item.condition,
  };
  // At the cost that it left with, the last that left first: docs/api.md, "What stock costs".
  const enter = (line: Line, lot?: Lot | NumberedLot) => {
    const parcels = sold.take(variant.id, lot instanceof Lot ? lot.id : null, line.quantity, false);
    const because = { ...cause, revenue: refunded(parcels) };
    if (item.condition === 'sellable') stock.put(line, because, lot, { parcels });
    else stock.record(line, because, lot as Lot | undefined, parcels);
  };
  for (const { lotId, quantity: share } of shares) enter({ ...whole, quantity: share }, stock.lot(variant, lotId));
  const rest = whole.quantity.minus(Quantity.sum(shares.map(share => share.quantity)));
  if (rest.isZero()) return;
  // Discarded goods need no lot.
  if (!variant.lotTracked || item.condition !== 'sellable') return void enter({ ...whole, quantity: rest });
  const lotNumber = lotNumberOf(authorization, item);
  enter({ ...whole, quantity: rest }, { lotNumber, sourceType: 'return', sourceId: authorization.id });
}

/** The former revenue of the goods, which is reversed; null if it is not known for all of them. */
function refunded(parcels: readonly Parcel[]): Quantity | null {
  if (!parcels.every(parcel => parcel.revenue)) return null;
  return Quantity.sum(parcels.map(parcel => parcel.revenue!)).negated();
}

/** What left for the order and has not been returned yet. */
async function soldBy(unit: Unit, order: Order): Promise<Departed> {
  const { rows } = await sql<{ id: string }>`
    select r.id from return_authorizations r where ${ofTenant('r')} and r.order_id = ${order.id}`.execute(unit.db);
  return Departed.of(unit, {
    out: 'order_fulfilled',
    outIds: [order.id],
    back: ['return_received', 'return_disposed'],
    backIds: rows.map(row => row.id),
  });
}

const lotNumberOf = (authorization: ReturnAuthorization, item: ReturnAuthorizationItem): string =>
  `${authorization.number}-${authorization.items.getItems().indexOf(item) + 1}`;

interface LotsOut {
  /** What of each lot is out and claimed by nobody else, first out first. */
  lots: { variantId: string; lotId: string; quantity: Quantity }[];
  /** What left before its variant had lots, by variant: it may come back in any. */
  unassigned: Map<string, Quantity>;
}

/**
 * What left for the order and has not been returned yet, without what other pending returns name: one that names no
 * lot must not be booked to theirs.
 */
async function lotsOut(unit: Unit, order: Order, exceptId: string): Promise<LotsOut> {
  const { rows } = await sql<{ variant_id: string; lot_id: string | null; quantity: number }>`
    select variant_id, lot_id, sum(quantity) as quantity from (
      select e.variant_id, e.lot_id, case when e.entry_type = 'order_fulfilled' then e.quantity else -e.quantity end as quantity, e.id from ledger_entries e
      where ${ofTenant('e')} and (e.entry_type = 'order_fulfilled' and e.reference_id = ${order.id} or e.entry_type in ('return_received', 'return_disposed')
        and e.reference_id in (select r.id from return_authorizations r where ${ofTenant('r')} and r.order_id = ${order.id}))
      union all
      select i.variant_id, i.lot_id, -i.quantity, null from return_authorizations r
      join return_authorization_items i on ${ofTenant('i')} and i.return_authorization_id = r.id
      where ${ofTenant('r')} and r.order_id = ${order.id} and r.status = 'pending' and r.id <> ${exceptId} and i.lot_id is not null
    ) moved group by variant_id, lot_id order by min(id::text)`.execute(unit.db);
  const out: LotsOut = { lots: [], unassigned: new Map() };
  for (const { variant_id: variantId, lot_id: lotId, quantity: left } of rows) {
    const still = Quantity.of(left);
    if (lotId !== null) out.lots.push({ variantId, lotId, quantity: still });
    // More of a lot came back than left in it: it was among what left without one.
    if (lotId === null || still.isNegative())
      out.unassigned.set(variantId, (out.unassigned.get(variantId) ?? Quantity.zero).plus(still));
  }
  return out;
}

/** Assigns the items to lots: those that name one have claimed it, the others get what is left of those still out. */
function dealt({ items }: ReturnAuthorization, { lots }: LotsOut): Map<ReturnAuthorizationItem, LotShare[]> {
  const shares = new Map<ReturnAuthorizationItem, LotShare[]>();
  for (const item of items) {
    // The variant may have ceased to be lot-tracked.
    let rest = item.variant.lotTracked ? item.quantity : Quantity.zero;
    if (item.lot && item.variant.lotTracked) {
      shares.set(item, [{ lotId: item.lot.id, quantity: item.quantity }]);
      continue;
    }
    shares.set(
      item,
      lots.flatMap(lot => {
        if (lot.variantId !== item.variant.id || !lot.quantity.isPositive() || rest.isZero()) return [];
        const share = Quantity.min(rest, lot.quantity);
        lot.quantity = lot.quantity.minus(share);
        rest = rest.minus(share);
        return [{ lotId: lot.lotId, quantity: share }];
      }),
    );
  }
  return shares;
}

// ---- loading ----

const lockWhole = (unit: Unit, authorizationId: string): Promise<ReturnAuthorization> =>
  lockById(unit, ReturnAuthorization, authorizationId, { populate: ['items', 'items.variant'] });

/** Locked so that of two returns of one order the second sees what the first did. */
const lockOrder = (unit: Unit, orderId: string): Promise<Order> =>
  lockById(unit, Order, orderId, { populate: ['items'] });
