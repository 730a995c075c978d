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
  note,
  notNegative,
  ruled,
  target,
} from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { exchangeRate, Rate, rate } from '../kernel/rate.ts';
import { states } from '../kernel/states.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf, NO_DAY } from '../store/list.ts';
import { belongsTo, create, findByIds, lockById, TenantRecord } from '../store/record.ts';
import { Location, unfit } from './locations.ts';
import { currency, currencyOf } from './organizations.ts';
import { Variant } from './products.ts';
import { inBaseUnits, lineInput, type OrderedLine, orderedLines, saysHowMuch } from './purchase-order-lines.ts';
import { type Arrival, arrivalsOf, linesNamed, namesLine, quantityField, receiptRow } from './receipts.ts';
import { skuOfVariant } from './stock/levels.ts';
import type { Place } from './stock/lines.ts';
import type { LotName, NumberedLot } from './stock/locked-lots.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';
import { SupplierItem } from './supplier-items.ts';
import { Supplier } from './suppliers.ts';

export const purchaseOrderStates = states({
  draft: ['submitted', 'cancelled'],
  submitted: ['partially_received', 'received', 'cancelled'],
  partially_received: ['partially_received', 'received'],
  received: [],
  cancelled: [],
});

export const SEND_STATUSES = ['sending', 'sent', 'failed'] as const;

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
    number: p.string().length(20).comment('Number for people, rising per organization.'),
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
    receivedAt: p.datetime(3).nullable().comment('When it was completely received.'),
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
  indexes: [{ properties: ['organizationId', 'purchaseOrder'] }, { properties: ['organizationId', 'variant'] }],
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

const WHAT = 'purchase order';

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

const OF_ANOTHER_CURRENCY = "Goes with a currency other than the organization's.";

const wanted = z.strictObject({
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
  reference: code().nullable().optional(),
  expectedOn: date().nullable().optional(),
  notes: note().nullable().optional(),
  metadata: metadata().default({}),
});
type Wanted = z.output<typeof wanted>;

export const createPurchaseOrder = command('createPurchaseOrder', {
  area: 'purchasing',
  summary: 'Creates a purchase order. Unless it is a draft, it is submitted and its goods are incoming.',
  refuses: ['already_exists'],
  input: ruled(
    wanted.extend({
      status: z.enum(['draft', 'submitted']).meta({ id: 'PurchaseOrderStatusGiven' }).default('submitted'),
    }),
    ({ currency: code, exchangeRate: rate }) =>
      !code && rate && Number(rate) !== 1 ? [{ path: ['exchangeRate'], message: OF_ANOTHER_CURRENCY }] : [],
  ),
  output: PurchaseOrder,
  async run(unit, { status, ...given }) {
    const order = await draftPurchaseOrder(unit, given);
    if (status === 'submitted') submit(unit, order, await Stock.lock(unit, placesOf(order)));
    return order;
  },
});

/** Creates a draft. */
export async function draftPurchaseOrder(
  unit: Unit,
  { locationId, supplierId, items, ...given }: Wanted & { replenishmentPlanId?: string },
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
  summary: 'Changes a draft; `items` replaces all of its lines.',
  refuses: ['invalid_state', 'already_exists'],
  input: changes(wanted).extend({ id: target() }),
  output: PurchaseOrder,
  async run(unit, { id: orderId, locationId, supplierId, items, ...given }) {
    const order = await lockPurchaseOrder(unit, orderId);
    purchaseOrderStates.require(order, WHAT, 'draft');
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
    return order;
  },
});

/** A rate is required if the currency is not the organization's, and is meaningless otherwise. */
async function refuseUnlessConvertible(
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
  }: Partial<Pick<Wanted, 'locationId' | 'supplierId' | 'items' | 'currency'>>,
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
    purchaseOrderStates.requireSource(order, WHAT, 'submitted');
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
    purchaseOrderStates.step(order, WHAT, 'cancelled');
    if (!wasSubmitted) return order;
    const stock = await Stock.lock(unit, placesOf(order));
    for (const item of order.items) stock.expect(placeOf(order, item), item.outstanding().negated());
    return order;
  },
});

function submit(unit: Unit, order: PurchaseOrder, stock: Stock): void {
  purchaseOrderStates.step(order, WHAT, 'submitted');
  order.submittedAt = unit.now();
  for (const [index, item] of order.items.getItems().entries())
    stock.expect(placeOf(order, item), item.quantity, `items[${index}].quantity`);
}

// ---- receiving ----

const received = ruled(
  receiptRow.extend({
    quantity: notNegative().optional().meta({ description: 'Quantity received. Give this or purchase_quantity.' }),
    purchaseQuantity: notNegative()
      .optional()
      .meta({ description: 'Quantity received, in the purchase units that the line was ordered in.' }),
    lotNumber: code().optional().meta({
      description:
        'Lot number of a lot-tracked variant. Default: derived from the number and line of the purchase order.',
    }),
    expiryDate: date().optional().meta({ description: 'Expiry date of the lot of a lot-tracked variant.' }),
  }),
  given => [...namesLine(given), ...saysHowMuch(given)],
).meta({ id: 'ReceivePurchaseOrderItemInput' });

type ReceivedRow = z.output<typeof received>;
type Received = Arrival<PurchaseOrderItem, ReceivedRow & { quantity: Quantity }>;

export const receivePurchaseOrder = command('receivePurchaseOrder', {
  area: 'purchasing',
  summary:
    'Receives a purchase order, completely or only the items given. A draft is submitted first. `close` ends a short delivery.',
  refuses: ['invalid_state', 'over_receipt'],
  input: byId().extend({
    items: lines(received)
      .optional()
      .meta({ description: 'Items received now. Default: everything that is outstanding; with close, nothing.' }),
    close: z
      .boolean()
      .default(false)
      .meta({ description: 'Closes the purchase order: what has not arrived is no longer incoming.' }),
    exchangeRate: exchangeRate().optional().meta({
      description: "What one unit of the purchase order's currency is worth now. Earlier receipts keep their rate.",
    }),
  }),
  output: PurchaseOrder,
  async run(unit, { id: orderId, items, close, exchangeRate: newRate }) {
    const order = await lockPurchaseOrder(unit, orderId);
    purchaseOrderStates.require(order, WHAT, 'draft', 'submitted', 'partially_received');
    if (newRate) {
      await refuseUnlessConvertible(unit, { currency: order.currency, exchangeRate: newRate });
      order.exchangeRate = newRate;
    }
    const rows = items && allInBaseUnits(order, items);
    const arrivals = arrivalsOf([...order.items], rows ?? (close ? [] : undefined));
    const places =
      order.status === 'draft' || close ? placesOf(order) : arrivals.map(({ line }) => placeOf(order, line));
    const stock = await Stock.lock(unit, places, { lotNumbers: lotNamesOf(order, arrivals) });
    if (order.status === 'draft') submit(unit, order, stock);
    for (const arrival of arrivals) take(order, stock, arrival);
    if (close) giveUp(order, stock);
    settle(unit, order, close);
    // A receipt of nothing sends no event.
    if (arrivals.length > 0 || close) order.receipts += 1;
    return order;
  },
});

/** The rows with their quantities in base units. Refuses purchase units for lines that were not ordered in them. */
function allInBaseUnits(order: PurchaseOrder, rows: readonly ReceivedRow[]): (ReceivedRow & { quantity: Quantity })[] {
  const problems: Problem[] = [];
  const converted = rows.map((row, index) => {
    const path = `items[${index}]`;
    const lines = row.purchaseQuantity ? linesNamed([...order.items], row, path, problems) : [];
    return { ...row, quantity: inBaseUnits(row, lines, path, problem => problems.push(problem)) };
  });
  refuseAll(problems);
  return converted;
}

/** The lot of each lot-tracked arrival. Refuses lot data for variants without lots. */
function lotNamesOf(order: PurchaseOrder, arrivals: readonly Received[]): LotName[] {
  refuseAll(
    arrivals.flatMap(({ line, row, path }): Problem[] => {
      const said = row?.lotNumber ? 'lotNumber' : row?.expiryDate ? 'expiryDate' : undefined;
      return said && !line.variant.lotTracked
        ? [{ code: 'validation_failed', message: `${line.sku} is not lot-tracked.`, field: `${path}.${said}` }]
        : [];
    }),
  );
  return arrivals
    .filter(({ line }) => line.variant.lotTracked)
    .map(arrival => ({ variant: arrival.line.variant, lotNumber: lotNumberOf(order, arrival) }));
}

const lotNumberOf = (order: PurchaseOrder, { line, row }: Received): string =>
  row?.lotNumber ?? `${order.number}-${order.items.getItems().indexOf(line) + 1}`;

function take(order: PurchaseOrder, stock: Stock, arrival: Received): void {
  const { line, quantity: arrived, row, path } = arrival;
  const place = placeOf(order, line);
  const lot: NumberedLot | undefined = line.variant.lotTracked
    ? {
        lotNumber: lotNumberOf(order, arrival),
        expiryDate: row?.expiryDate ?? null,
        sourceType: 'purchase_order',
        sourceId: order.id,
        supplier: order.supplier ?? null,
        field: `${path}.expiryDate`,
      }
    : undefined;
  const cause: Cause = { entryType: 'purchase_received', referenceType: 'purchase_order', referenceId: order.id };
  const field = `${path}.${quantityField(row)}`;
  const value = line.unitCost ? (order.exchangeRate ?? Rate.one).costOf(line.unitCost, arrived, field) : undefined;
  const cost = { originId: line.id, ...(value && { value }) };
  const entry = stock.put({ ...place, quantity: arrived, field }, cause, lot, cost);
  line.receivedValue = line.receivedValue && entry.valueChange ? line.receivedValue.plus(entry.valueChange) : null;
  stock.expect(place, arrived.negated());
  line.quantityReceived = line.quantityReceived.plus(arrived);
}

/**
 * Ends a short delivery: what will never arrive must not stay incoming. An order of which nothing has arrived must be
 * cancelled instead. docs/api.md, "Purchase order states".
 */
function giveUp(order: PurchaseOrder, stock: Stock): void {
  if (order.items.getItems().every(item => item.quantityReceived.isZero())) {
    refuse('validation_failed', 'Nothing was received; cancel the purchase order instead.', { field: 'close' });
  }
  for (const item of order.items) stock.expect(placeOf(order, item), item.outstanding().negated());
}

/** If only zeros were received, the status stays. */
function settle(unit: Unit, order: PurchaseOrder, close: boolean): void {
  const items = order.items.getItems();
  if (close || items.every(item => item.outstanding().isZero())) {
    purchaseOrderStates.step(order, WHAT, 'received');
    order.receivedAt = unit.now();
  } else if (items.some(item => item.quantityReceived.isPositive())) {
    purchaseOrderStates.step(order, WHAT, 'partially_received');
  }
}

// ---- loading ----

/** The purchase order is locked before its stock, so that of two commands on it the second sees what the first did. */
export const lockPurchaseOrder = (
  unit: Unit,
  orderId: string,
  populate: readonly string[] = [],
): Promise<PurchaseOrder> =>
  lockById(unit, PurchaseOrder, orderId, { populate: ['items', 'items.variant', ...populate] });

const placeOf = (order: PurchaseOrder, { variant }: PurchaseOrderItem): Place => ({
  variant,
  locationId: order.location.id,
});
const placesOf = (order: PurchaseOrder): Place[] => order.items.map(item => placeOf(order, item));
