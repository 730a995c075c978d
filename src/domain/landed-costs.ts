import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { OvertakenRead, type Problem, refuse, refuseAll } from '../kernel/errors.ts';
import { lines, notZero, ruled, target, text } from '../kernel/inputs.ts';
import { command, listQuery } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { exchangeRate, Rate, rate } from '../kernel/rate.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Unit } from '../kernel/unit.ts';
import {
  conditionsOf,
  filterInput,
  filtersOf,
  type ListInput,
  ordersOf,
  readList,
  sortAlone,
  sortInput,
} from '../store/list.ts';
import { belongsTo, create, findWhere, isUuid, lockById, notFoundUnless, TenantRecord } from '../store/record.ts';
import { readById } from '../store/rows.ts';
import { ofTenant } from '../store/tenant.ts';
import { currency, currencyOf } from './organizations.ts';
import { PurchaseOrder, PurchaseOrderItem, purchaseOrderStates } from './purchase-orders.ts';
import { lineChoice, linesNamed, namesLine } from './receipts.ts';
import { CostLayer } from './stock/cost-layers.ts';
import { skuOfVariant } from './stock/levels.ts';
import { keyOf, type Place } from './stock/lines.ts';
import { dealOut } from './stock/parcels.ts';
import { Stock } from './stock/stock.ts';
import { variantChoice } from './variant-lines.ts';
import { Variant } from './variants.ts';

const ALLOCATIONS = ['value', 'quantity'] as const;

const LandedCostSchema = defineEntity({
  name: 'LandedCost',
  tableName: 'landed_costs',
  extends: TenantRecord,
  comment: "A further cost of a purchase order's goods, such as freight or duty; negative to correct an overcharge.",
  indexes: [{ properties: ['organizationId', 'purchaseOrder'] }],
  properties: {
    purchaseOrder: () => belongsTo(PurchaseOrder, 'purchase_order_id').comment('The purchase order.'),
    description: p.string().length(200).comment('What it is for, such as freight or duty.'),
    amount: quantity().comment('The amount, in its currency.'),
    currency: p.string().length(3).nullable().comment("ISO 4217 code of its currency; null: the organization's."),
    exchangeRate: rate()
      .nullable()
      .comment("Exchange rate: what one unit of that currency was worth in the organization's currency."),
    allocateBy: p.enum(ALLOCATIONS).comment('Whether the lines share it by their value or by their quantity.'),
    value: quantity().comment("The amount in the organization's currency."),
    items: () =>
      p.oneToMany(LandedCostItem).mappedBy('landedCost').orderBy({ id: 'asc' }).comment('The shares of the lines.'),
  },
});
export class LandedCost extends LandedCostSchema.class {}
LandedCostSchema.setClass(LandedCost);

const LandedCostItemSchema = defineEntity({
  name: 'LandedCostItem',
  tableName: 'landed_cost_items',
  extends: TenantRecord,
  comment: "The share of a purchase order's line in a landed cost, and how it was booked.",
  indexes: [{ properties: ['organizationId', 'landedCost'] }],
  properties: {
    landedCost: () => belongsTo(LandedCost, 'landed_cost_id').hidden(),
    purchaseOrderItem: () =>
      belongsTo(PurchaseOrderItem, 'purchase_order_item_id').comment('The line of the purchase order.'),
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant received.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    value: quantity().comment('Share of the line in the landed cost.'),
    valueOnHand: quantity().comment('The part that was added to the value of the remaining stock.'),
    valueSold: quantity().comment('The part that was added to the cost of goods sold.'),
    valueAdjusted: quantity().comment(
      'The part for stock that had been used, wasted or adjusted away, or was in transit.',
    ),
  },
});
export class LandedCostItem extends LandedCostItemSchema.class {}
LandedCostItemSchema.setClass(LandedCostItem);

const filters = filtersOf(LandedCost, {});
const orders = ordersOf(LandedCost);

export const listLandedCosts = listQuery('listLandedCosts', {
  area: 'purchasing',
  summary: 'Lists the landed costs of a purchase order, newest first.',
  input: ruled(
    filterInput(filters).extend({ purchaseOrderId: target(), sort: sortInput(LandedCost, orders) }),
    sortAlone,
  ),
  output: LandedCost,
  async run({ db, wants }, { purchaseOrderId, ...input }: ListInput & { purchaseOrderId: string }) {
    notFoundUnless(
      'purchase order',
      isUuid(purchaseOrderId) && (await readById(db, shapeOf(PurchaseOrder), purchaseOrderId)),
    );
    const conditions = [sql`t.purchase_order_id = ${purchaseOrderId}`, ...conditionsOf(filters, { ...input })];
    return readList(db, LandedCost, conditions, input, wants, orders);
  },
});

const itemChoice = ruled(z.strictObject({ itemId: lineChoice.itemId, ...variantChoice }), namesLine).meta({
  id: 'LandedCostItemInput',
});

export const createLandedCost = command('createLandedCost', {
  area: 'purchasing',
  summary:
    'Adds further costs, such as freight or duty, to received goods. Remaining stock takes its share; the share of stock that is gone is recognized today.',
  refuses: ['invalid_state'],
  input: z.strictObject({
    purchaseOrderId: target(),
    description: text(200).meta({ description: 'What it is for, such as freight or duty.' }),
    amount: notZero().meta({ description: 'The amount; negative to correct an overcharge.' }),
    currency: currency().nullable().optional().meta({ description: "ISO 4217 code. Default: the organization's." }),
    exchangeRate: exchangeRate().nullable().optional().meta({
      description:
        "What one unit of that currency is worth in the organization's. Required if it is neither the organization's nor the purchase order's.",
    }),
    allocateBy: z.enum(ALLOCATIONS).meta({
      id: 'LandedCostAllocateBy',
      description: 'Whether the lines share it by their value or by their quantity.',
    }),
    items: lines(itemChoice).optional().meta({ description: 'Lines that share it. Default: all lines with receipts.' }),
  }),
  output: LandedCost,
  async run(unit, { purchaseOrderId, items, ...given }) {
    const order = await lockById(unit, PurchaseOrder, purchaseOrderId, { populate: ['items', 'items.variant'] });
    purchaseOrderStates.require(order, 'purchase order', 'partially_received', 'received');
    const exchangeRate = await rateFor(unit, order, given);
    const value = (exchangeRate ?? Rate.one).convert(given.amount, 'amount');
    const shares = sharesOf(linesFor(order, items), given.allocateBy, value);
    await refuseBelowNothing(unit, shares);
    const landed = create(unit, LandedCost, {
      ...given,
      purchaseOrder: order,
      currency: given.currency ?? null,
      exchangeRate,
      value,
    });
    await allocate(unit, order, landed, shares);
    return landed;
  },
});

/** The rate of its currency: the organization's own needs none, and the purchase order's is the frozen one. */
async function rateFor(
  unit: Unit,
  order: PurchaseOrder,
  {
    currency: code,
    exchangeRate: given,
  }: { currency?: string | null | undefined; exchangeRate?: Rate | null | undefined },
): Promise<Rate | null> {
  const wrong = (message: string) => refuse('validation_failed', message, { field: 'exchangeRate' });
  const own = await currencyOf(unit);
  if (!code || code === own)
    return given && !given.equals(Rate.one)
      ? wrong("Is allowed only with a currency other than the organization's.")
      : null;
  const frozen = code === order.currency ? order.exchangeRate : undefined;
  if (frozen && given && !frozen.equals(given)) return wrong(`The purchase order's rate is ${frozen.toNumber()}.`);
  return frozen ?? given ?? wrong(`Give the value of one ${code} in the organization's currency.`);
}

/** The lines that share it. Refuses lines without receipts. */
function linesFor(order: PurchaseOrder, rows: readonly z.output<typeof itemChoice>[] | undefined): PurchaseOrderItem[] {
  const all = order.items.getItems();
  if (!rows) return all.filter(line => line.quantityReceived.isPositive());
  const problems: Problem[] = [];
  const found = rows.flatMap((row, index) => {
    const path = `items[${index}]`;
    const lines = linesNamed(all, row, path, problems);
    const field = `${path}.${row.itemId ? 'itemId' : row.sku ? 'sku' : 'variantId'}`;
    if (lines.length > 0 && lines.every(line => line.quantityReceived.isZero()))
      problems.push({ code: 'validation_failed', message: `None of ${lines[0]!.sku} has been received yet.`, field });
    return lines.filter(line => line.quantityReceived.isPositive());
  });
  refuseAll(problems);
  return [...new Set(found)];
}

type Shares = readonly (readonly [PurchaseOrderItem, Quantity])[];

function sharesOf(lines: readonly PurchaseOrderItem[], by: (typeof ALLOCATIONS)[number], value: Quantity): Shares {
  const weights = lines.map(line => {
    if (by === 'quantity') return line.quantityReceived;
    if (line.receivedValue) return line.receivedValue;
    return refuse('validation_failed', `The cost of ${line.sku} is not known; allocate by quantity.`, {
      field: 'allocateBy',
    });
  });
  if (weights.every(weight => weight.isZero()))
    refuse('validation_failed', 'The lines have no value; allocate by quantity.', { field: 'allocateBy' });
  const dealt = dealOut(value, weights);
  return lines.map((line, index) => [line, dealt[index]!] as const);
}

/**
 * Refuses a correction of more than the goods have cost, landed costs included, however many of them are left: the cost
 * of those that are gone would otherwise become negative.
 */
async function refuseBelowNothing(unit: Unit, shares: Shares): Promise<void> {
  if (shares.every(([, share]) => !share.isNegative())) return;
  const { rows } = await sql<{ id: string; value: number }>`
    select t.purchase_order_item_id as id, sum(t.value) as value from landed_cost_items t
    where ${ofTenant('t')} and t.purchase_order_item_id = any(${shares.map(([line]) => line.id)}::uuid[])
    group by 1`.execute(unit.db);
  const landed = new Map(rows.map(row => [row.id, Quantity.of(row.value)]));
  for (const [line, share] of shares) {
    const cost = line.receivedValue?.plus(landed.get(line.id) ?? Quantity.zero);
    if (cost?.plus(share).isNegative())
      refuse('validation_failed', `${line.sku} was received at a cost of ${cost}, which this would make negative.`, {
        field: 'amount',
      });
  }
}

/** What is booked on a level: the shares of its layers, and of the stock that is gone from it. */
interface LevelShares {
  place: Place;
  layers: Map<CostLayer, Quantity>;
  sold: Quantity;
  unsold: Quantity;
}

/**
 * Allocates each line's share to the stock that is left of it, wherever that is, and to the stock that is gone: one
 * entry per level.
 */
async function allocate(unit: Unit, order: PurchaseOrder, landed: LandedCost, shares: Shares): Promise<void> {
  const variants = new Map(order.items.getItems().map(({ variant }) => [variant.id, variant]));
  const stock = await lockOrigins(unit, order, shares, variants);
  const layers = await findWhere(unit, CostLayer, sql`t.origin_id = any(${shares.map(([line]) => line.id)}::uuid[])`);
  const touched = new Map<string, LevelShares>();
  const at = (variantId: string, locationId: string): LevelShares => {
    const key = keyOf(locationId, variantId);
    const place = { variant: variants.get(variantId)!, locationId };
    if (!touched.has(key)) touched.set(key, { place, layers: new Map(), sold: Quantity.zero, unsold: Quantity.zero });
    return touched.get(key)!;
  };
  for (const [line, share] of shares) {
    const own = layers.filter(layer => layer.originId === line.id).sort(inTurn);
    const sums = dealLine(line, share, own, layer => at(line.variant.id, layer?.location.id ?? order.location.id));
    create(unit, LandedCostItem, {
      landedCost: landed,
      purchaseOrderItem: line,
      variant: line.variant,
      sku: line.sku,
      value: share,
      ...sums,
    });
  }
  const cause = {
    entryType: 'cost_adjustment',
    referenceId: order.id,
    note: landed.description,
  } as const;
  for (const { place, ...change } of touched.values()) stock.revalue(place, change, cause, 'amount');
}

/**
 * Allocates a line's share in this order: what is left, layer by layer, what was sold from each, what was used, and
 * what is in transit. The last one takes the rounding remainder. Returns the sums.
 */
function dealLine(
  line: PurchaseOrderItem,
  share: Quantity,
  layers: readonly CostLayer[],
  at: (layer?: CostLayer) => LevelShares,
): { valueOnHand: Quantity; valueSold: Quantity; valueAdjusted: Quantity } {
  const left = layers.map(layer => layer.quantity);
  const quantitiesSold = layers.map(layer => layer.quantitySold);
  const used = layers.map(layer => layer.quantityUsed);
  const underWay = line.quantityReceived.minus(Quantity.sum([...left, ...quantitiesSold, ...used]));
  const dealt = dealOut(share, [...left, ...quantitiesSold, ...used, underWay]);
  const [onHand, ofSold, ofUsed] = [0, 1, 2].map(part =>
    dealt.slice(part * layers.length, (part + 1) * layers.length),
  ) as [Quantity[], Quantity[], Quantity[]];
  for (const [index, layer] of layers.entries()) {
    const there = at(layer);
    if (layer.quantity.isPositive()) there.layers.set(layer, onHand[index]!);
    there.sold = there.sold.plus(ofSold[index]!);
    there.unsold = there.unsold.plus(ofUsed[index]!);
  }
  const here = at();
  here.unsold = here.unsold.plus(dealt.at(-1)!);
  return {
    valueOnHand: Quantity.sum(onHand),
    valueSold: Quantity.sum(ofSold),
    valueAdjusted: Quantity.sum([...ofUsed, dealt.at(-1)!]),
  };
}

const inTurn = (a: CostLayer, b: CostLayer) =>
  a.location.id.localeCompare(b.location.id) || a.position - b.position || (a.id < b.id ? -1 : 1);

/**
 * Locks the levels that goods of these lines have come to. If a movement brings some to another in the meantime, it
 * starts over.
 */
async function lockOrigins(
  unit: Unit,
  order: PurchaseOrder,
  shares: Shares,
  variants: ReadonlyMap<string, Variant>,
): Promise<Stock> {
  const read = async () => {
    const { rows } = await sql<{ variant_id: string; location_id: string }>`
      select distinct c.variant_id, c.location_id from cost_layers c
      where ${ofTenant('c')} and c.origin_id = any(${shares.map(([line]) => line.id)}::uuid[])`.execute(unit.db);
    return rows;
  };
  const found = await read();
  const own = shares.map(([{ variant }]) => ({ variant, locationId: order.location.id }));
  const places = [
    ...own,
    ...found.map(row => ({ variant: variants.get(row.variant_id)!, locationId: row.location_id })),
  ];
  // Nothing leaves, but existing stock is costed by the organization's method.
  const leaving = places.map(place => ({ ...place, quantity: Quantity.zero }));
  const stock = await Stock.lock(unit, places, { leaving });
  const known = new Set(places.map(({ variant, locationId }) => keyOf(locationId, variant.id)));
  if ((await read()).some(row => !known.has(keyOf(row.location_id, row.variant_id))))
    throw new OvertakenRead('The goods came to another place.');
  return stock;
}
