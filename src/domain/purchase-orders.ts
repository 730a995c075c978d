import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import {
  byId,
  changes,
  code,
  date,
  id,
  inUse,
  lines,
  metadata,
  newCode,
  note,
  requireLegible,
  ruled,
  target,
} from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { exchangeRate, Rate, rate } from '../kernel/rate.ts';
import { states } from '../kernel/states.ts';
import type { Unit } from '../kernel/unit.ts';
import { warn } from '../kernel/warnings.ts';
import { createdSince, equals, getOf, listOf, NO_DAY } from '../store/list.ts';
import { belongsTo, create, findByIds, lockById, TenantRecord } from '../store/record.ts';
import { Location, unfit } from './locations.ts';
import { currency, currencyOf } from './organizations.ts';
import { lineInput, type OrderedLine, offTerms, orderedLines } from './purchase-order-lines.ts';
import { skuOfVariant } from './stock/levels.ts';
import type { Place } from './stock/lines.ts';
import { Stock } from './stock/stock.ts';
import { SupplierItem } from './supplier-items.ts';
import { Supplier } from './suppliers.ts';
import { Variant } from './variants.ts';

export const purchaseOrderStates = states({
  draft: ['submitted', 'cancelled'],
  submitted: ['partially_received', 'received', 'cancelled'],
  partially_received: ['partially_received', 'received'],
  received: [],
  cancelled: [],
});

const SEND_STATUSES = ['sending', 'sent', 'failed'] as const;

const PurchaseOrderSchema = defineEntity({
  name: 'PurchaseOrder',
  tableName: 'purchase_orders',
  extends: TenantRecord,
  comment: 'Goods ordered from a supplier for one location.',
  uniques: [{ properties: ['organizationId', 'number'] }, { properties: ['organizationId', 'reference'] }],
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    {
      name: 'purchase_orders_expected_order_index',
      expression: `create index purchase_orders_expected_order_index on purchase_orders (organization_id, coalesce(expected_on, '${NO_DAY}'::date), id)`,
    },
    { properties: ['organizationId', 'status', 'id'] },
    { properties: ['organizationId', 'location', 'id'] },
    { properties: ['organizationId', 'supplier', 'id'] },
  ],
  properties: {
    number: p.string().length(20).comment('Document number, sequential within the organization.'),
    status: p.enum(purchaseOrderStates.all).comment('Status.'),
    reference: p.string().length(100).nullable().comment('Your own reference, unique in the organization.'),
    supplier: () => belongsTo(Supplier, 'supplier_id').nullable().comment('The supplier that it is ordered from.'),
    location: () => belongsTo(Location, 'location_id').comment('Location that the goods are delivered to.'),
    items: () =>
      p
        .oneToMany(PurchaseOrderItem)
        .mappedBy('purchaseOrder')
        .orphanRemoval()
        .orderBy({ id: 'asc' })
        .comment('Its lines.'),
    currency: p
      .string()
      .length(3)
      .nullable()
      .comment("ISO 4217 code of the currency of its costs; null: the organization's."),
    exchangeRate: rate()
      .nullable()
      .comment("What one unit of that currency is worth in the organization's; each receipt keeps its rate."),
    expectedOn: p.date().nullable().comment('When it should arrive.'),
    notes: p.text().nullable().comment('Your own notes.'),
    metadata: p.json<{ [key: string]: unknown }>().comment('Your own data.'),
    submittedAt: p.datetime(3).nullable().comment('When it was submitted. From then on its goods are incoming.'),
    receivedAt: p.datetime(3).nullable().comment('When it was completely received, or closed.'),
    sendStatus: p.enum(SEND_STATUSES).nullable().comment('Status of the last attempt to mail it to the supplier.'),
    sentTo: p.string().length(254).nullable().comment('The address of the last mail.'),
    sentAt: p.datetime(3).nullable().comment('When the mail server accepted it.'),
    sendFailure: p.text().nullable().comment('Why it could not be mailed; while it is being sent, the last problem.'),
    replenishmentPlanId: p.uuid().nullable().comment('The replenishment plan that created it.'),
    /** How often it was received; each receipt is an event. */
    receipts: p.integer().hidden(),
  },
});
export class PurchaseOrder extends PurchaseOrderSchema.class {}
PurchaseOrderSchema.setClass(PurchaseOrder);

const PurchaseOrderItemSchema = defineEntity({
  name: 'PurchaseOrderItem',
  tableName: 'purchase_order_items',
  extends: TenantRecord,
  comment: 'A line of a purchase order.',
  indexes: [
    { properties: ['organizationId', 'purchaseOrder'] },
    { properties: ['organizationId', 'variant'] },
    {
      // planning/deliveries.ts: what was received whole is what has no line here.
      name: 'purchase_order_items_short',
      expression:
        'create index purchase_order_items_short on purchase_order_items (organization_id, purchase_order_id) where quantity_received < quantity',
    },
  ],
  checks: [
    { name: 'purchase_order_items_bounds', expression: 'quantity_received >= 0 and quantity_received <= quantity' },
  ],
  properties: {
    purchaseOrder: () => belongsTo(PurchaseOrder, 'purchase_order_id').hidden(),
    variant: () => belongsTo(Variant, 'variant_id').comment('The ordered variant.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    quantity: quantity().comment('Quantity ordered.'),
    quantityReceived: quantity().comment('Quantity received so far.'),
    unitCost: quantity().nullable().comment("Cost of one unit, in the purchase order's currency."),
    receivedValue: quantity()
      .nullable()
      .comment(
        "What the received goods cost, in the organization's currency, without landed costs; null if not known.",
      ),
    supplierItem: () =>
      belongsTo(SupplierItem, 'supplier_item_id')
        .nullable()
        .comment('The supplier item that it was ordered by, if any.'),
    purchaseUnit: p.string().length(40).nullable().comment('Purchase unit that it was ordered in.'),
    unitsPerPurchaseUnit: quantity().nullable().comment('Units in one purchase unit when it was ordered.'),
    purchaseQuantity: quantity().nullable().comment('Quantity ordered, in purchase units.'),
  },
});
export class PurchaseOrderItem extends PurchaseOrderItemSchema.class {
  outstanding(): Quantity {
    return this.quantity.minus(this.quantityReceived);
  }
}
PurchaseOrderItemSchema.setClass(PurchaseOrderItem);

export const PURCHASE_ORDER = 'purchase order';

// ---- reading ----

export const listPurchaseOrders = listOf('listPurchaseOrders', {
  area: 'purchasing',
  of: PurchaseOrder,
  summary: 'Lists purchase orders.',
  filters: {
    status: equals('status', z.enum(purchaseOrderStates.all).meta({ id: 'PurchaseOrderStatus' })),
    supplierId: equals('supplier_id', id()),
    locationId: equals('location_id', id()),
    number: equals('number', code()),
    reference: equals('reference', code()),
    createdSince,
  },
});

export const getPurchaseOrder = getOf('getPurchaseOrder', { area: 'purchasing', of: PurchaseOrder });

// ---- creating, changing, submitting, cancelling ----

const OF_ANOTHER_CURRENCY = "Is allowed only with a currency other than the organization's.";

const newPurchaseOrder = z.strictObject({
  locationId: inUse(id(), 'location'),
  supplierId: id().nullable().optional(),
  items: lines(lineInput),
  currency: currency()
    .nullable()
    .optional()
    .meta({ description: "ISO 4217 code of the currency of its costs. Default: the organization's." }),
  exchangeRate: exchangeRate().nullable().optional().meta({
    description: "What one unit of that currency is worth in the organization's. Required if the two differ.",
  }),
  reference: newCode().nullable().optional(),
  expectedOn: date().nullable().optional(),
  notes: note().nullable().optional(),
  metadata: metadata().default({}),
});
type NewPurchaseOrder = z.output<typeof newPurchaseOrder>;

export const createPurchaseOrder = command('createPurchaseOrder', {
  area: 'purchasing',
  summary: 'Creates a purchase order. Unless it is a draft, it is submitted and its goods are incoming.',
  refuses: ['already_exists'],
  warns: ['off_supplier_terms'],
  input: ruled(
    newPurchaseOrder.extend({
      status: z.enum(['draft', 'submitted']).meta({ id: 'PurchaseOrderStatusGiven' }).default('submitted'),
    }),
    ({ currency: code, exchangeRate: rate }) =>
      !code && rate && Number(rate) !== 1 ? [{ path: ['exchangeRate'], message: OF_ANOTHER_CURRENCY }] : [],
  ),
  output: PurchaseOrder,
  async run(unit, { status, ...given }) {
    const order = await draftPurchaseOrder(unit, given);
    if (status === 'submitted') submit(unit, order, await Stock.lock(unit, placesOf(order)));
    return warn(order, offTerms(order.items.getItems(), given.items));
  },
});

/** Creates a draft. */
export async function draftPurchaseOrder(
  unit: Unit,
  { locationId, supplierId, items, ...given }: NewPurchaseOrder & { replenishmentPlanId?: string },
): Promise<PurchaseOrder> {
  await refuseUnlessConvertible(unit, given);
  const { location, supplier, ordered } = await namedBy(unit, {
    locationId,
    supplierId,
    items,
    currency: given.currency,
  });
  const number = await unit.nextNumber('PO');
  const order = create(unit, PurchaseOrder, {
    ...given,
    number,
    status: 'draft',
    location: location!,
    supplier,
    receipts: 0,
  });
  addItems(unit, order, ordered);
  return order;
}

export const updatePurchaseOrder = command('updatePurchaseOrder', {
  area: 'purchasing',
  summary:
    'Changes a draft; `items` replaces all of its lines. Later, what the supplier confirms: `expected_on`, `reference`, `notes` and `metadata`.',
  refuses: ['invalid_state', 'already_exists'],
  warns: ['off_supplier_terms'],
  input: changes(newPurchaseOrder).extend({ id: target(), reference: code().nullable().optional() }),
  output: PurchaseOrder,
  async run(unit, { id: orderId, locationId, supplierId, items, ...given }) {
    const order = await lockPurchaseOrder(unit, orderId);
    purchaseOrderStates.require(order, PURCHASE_ORDER, 'draft', 'submitted', 'partially_received');
    if (order.status !== 'draft') refuseChangeOf(order, { locationId, supplierId, items, ...given });
    requireLegible(order, given, 'reference');
    await refuseUnlessConvertible(unit, {
      currency: given.currency === undefined ? order.currency : given.currency,
      exchangeRate: given.exchangeRate === undefined ? order.exchangeRate : given.exchangeRate,
    });
    const named = { locationId, supplierId, items, currency: given.currency };
    const { location, supplier, ordered } = await namedBy(unit, named, order);
    unit.em.assign(order, given);
    if (location) order.location = location;
    if (supplierId !== undefined) order.supplier = supplier;
    if (items) {
      order.items.removeAll();
      addItems(unit, order, ordered);
    }
    return warn(order, items ? offTerms(order.items.getItems(), items) : []);
  },
});

/** What was ordered, and is on the supplier's paper, does not change once it is submitted. */
const ORDERED = ['locationId', 'supplierId', 'items', 'currency', 'exchangeRate'] as const;
function refuseChangeOf({ status }: PurchaseOrder, given: Partial<NewPurchaseOrder>): void {
  const field = ORDERED.find(name => given[name] !== undefined);
  if (field)
    refuse('invalid_state', 'What was ordered can be changed only while the purchase order is a draft.', {
      field,
      details: { status, allowedFrom: ['draft'] },
    });
}

/** A rate is required if the currency is not the organization's, and is meaningless otherwise. */
export async function refuseUnlessConvertible(
  unit: Unit,
  {
    currency: code,
    exchangeRate: rate,
  }: { currency?: string | null | undefined; exchangeRate?: Rate | null | undefined },
): Promise<void> {
  if (!code && !rate) return;
  const isForeign = code && code !== (await currencyOf(unit));
  if (isForeign && !rate)
    refuse('validation_failed', `Give the value of one ${code} in the organization's currency.`, {
      field: 'exchangeRate',
    });
  if (!isForeign && rate && !rate.equals(Rate.one))
    refuse('validation_failed', OF_ANOTHER_CURRENCY, { field: 'exchangeRate' });
}

/**
 * Looks up everything that a new or changed purchase order names. Refuses all unknown and unsuitable references at
 * once.
 */
async function namedBy(
  unit: Unit,
  {
    locationId,
    supplierId,
    items = [],
    currency: code,
  }: Partial<Pick<NewPurchaseOrder, 'locationId' | 'supplierId' | 'items' | 'currency'>>,
  order?: PurchaseOrder,
) {
  const problems: Problem[] = [];
  const location = locationId && (await findByIds(unit, Location, [locationId])).get(locationId);
  if (locationId) problems.push(...unfit(location || undefined));
  const supplier = supplierId && (await findByIds(unit, Supplier, [supplierId])).get(supplierId);
  if (supplierId && !supplier) problems.push(referenceNotFound('supplier', 'supplierId'));
  const from = supplierId === undefined ? (order?.supplier?.id ?? null) : supplierId;
  const ordered = await orderedLines(
    unit,
    items,
    { supplierId: from, currency: code === undefined ? order?.currency : code },
    problem => problems.push(problem),
  );
  const isBound = order?.items.getItems().some(item => item.supplierItem) && order.supplier?.id !== from;
  if (isBound && items.length === 0)
    problems.push({
      code: 'validation_failed',
      message: 'Its lines use supplier items of another supplier; give items too.',
      field: 'supplierId',
    });
  // What was an amount in one currency would silently be the same amount in another.
  if (items.length === 0 && order?.items.getItems().some(item => item.unitCost) && code !== undefined) {
    const own = await currencyOf(unit);
    const before = order.currency ?? own;
    if ((code ?? own) !== before)
      problems.push({
        code: 'validation_failed',
        message: `Its lines have costs in ${before}, which are not converted; give items too.`,
        field: 'currency',
      });
  }
  refuseAll(problems);
  return { location: location || null, supplier: supplier || null, ordered };
}

function addItems(unit: Unit, order: PurchaseOrder, ordered: readonly (OrderedLine | undefined)[]): void {
  for (const line of ordered)
    create(unit, PurchaseOrderItem, {
      ...line!,
      purchaseOrder: order,
      sku: line!.variant.sku,
      quantityReceived: Quantity.zero,
      receivedValue: Quantity.zero,
    });
}

export const submitPurchaseOrder = command('submitPurchaseOrder', {
  area: 'purchasing',
  summary: 'Submits a draft; its goods are incoming from then on.',
  refuses: ['invalid_state'],
  input: byId(),
  output: PurchaseOrder,
  async run(unit, { id: orderId }) {
    const order = await lockPurchaseOrder(unit, orderId);
    purchaseOrderStates.requireSource(order, PURCHASE_ORDER, 'submitted');
    submit(unit, order, await Stock.lock(unit, placesOf(order)));
    return order;
  },
});

export const cancelPurchaseOrder = command('cancelPurchaseOrder', {
  area: 'purchasing',
  summary: 'Cancels a purchase order of which nothing was received; its goods are no longer incoming.',
  refuses: ['invalid_state'],
  input: byId(),
  output: PurchaseOrder,
  async run(unit, { id: orderId }) {
    const order = await lockPurchaseOrder(unit, orderId);
    const wasSubmitted = order.status === 'submitted';
    purchaseOrderStates.step(order, PURCHASE_ORDER, 'cancelled');
    if (!wasSubmitted) return order;
    const stock = await Stock.lock(unit, placesOf(order));
    for (const item of order.items) stock.expect(placeOf(order, item), item.outstanding().negated());
    return order;
  },
});

/** Takes a draft to submitted: its goods are incoming from now on. Refuses `invalid_state`. */
export function submit(unit: Unit, order: PurchaseOrder, stock: Stock): void {
  purchaseOrderStates.step(order, PURCHASE_ORDER, 'submitted');
  order.submittedAt = unit.now();
  for (const [index, item] of order.items.getItems().entries())
    stock.expect(placeOf(order, item), item.quantity, `items[${index}].quantity`);
}

// ---- loading ----

/** The purchase order is locked before its stock, so that of two commands on it the second sees what the first did. */
export const lockPurchaseOrder = (
  unit: Unit,
  orderId: string,
  populate: readonly string[] = [],
): Promise<PurchaseOrder> =>
  lockById(unit, PurchaseOrder, orderId, { populate: ['items', 'items.variant', ...populate] });

/** The level that a line is received into. */
export const placeOf = (order: PurchaseOrder, { variant }: PurchaseOrderItem): Place => ({
  variant,
  locationId: order.location.id,
});
/** The levels of all lines, in their order: what `Stock.lock` takes. */
export const placesOf = (order: PurchaseOrder): Place[] => order.items.map(item => placeOf(order, item));
