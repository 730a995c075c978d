import { z } from 'zod';
import { type Problem, referenceNotFound, refuse } from '../kernel/errors.ts';
import { type Given, id, money, positive, type RuleProblem, ruled } from '../kernel/inputs.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Warning } from '../kernel/warnings.ts';
import { findByIds } from '../store/record.ts';
import { currencyOf } from './organizations.ts';
import { SupplierItem } from './supplier-items.ts';
import { tradedChoice, untradedLines, variantsOf } from './variant-lines.ts';
import type { Variant } from './variants.ts';

/*
 * The lines of a purchase order, in base units or in the units that a supplier sells in, and the quantities and costs
 * that follow.
 */

/** A variant is named by sku, id or supplier item; next to a supplier item the variant may be given too. */
function namesGoods(given: Given): RuleProblem[] {
  const named = (['sku', 'variantId'] as const).filter(name => given[name] !== undefined);
  if (named.length === 1 || (named.length === 0 && given['supplierItemId'] !== undefined)) return [];
  return [{ path: ['sku'], message: 'Name the variant, by sku, variant_id or supplier_item_id.' }];
}

/** A quantity is given in base units or in purchase units, not in both. */
export function saysHowMuch({ quantity, purchaseQuantity }: Given): RuleProblem[] {
  if (quantity === undefined && purchaseQuantity === undefined)
    return [{ path: ['quantity'], message: 'Is required.' }];
  if (quantity === undefined || purchaseQuantity === undefined) return [];
  return [{ path: ['purchaseQuantity'], message: 'Give quantity or purchase_quantity, not both.' }];
}

const unitsNeedItem = ({ purchaseQuantity, supplierItemId }: Given): RuleProblem[] =>
  purchaseQuantity === undefined || supplierItemId !== undefined
    ? []
    : [{ path: ['purchaseQuantity'], message: 'Requires supplier_item_id, which defines the purchase unit.' }];

export const lineInput = ruled(
  z.strictObject({
    ...tradedChoice,
    supplierItemId: id()
      .optional()
      .meta({ description: 'The supplier item it is ordered by, which determines units and prices.' }),
    quantity: positive().optional().meta({ description: 'Quantity ordered. Give this or purchase_quantity.' }),
    purchaseQuantity: positive()
      .optional()
      .meta({ description: 'Quantity ordered in purchase units of the supplier item.' }),
    unitCost: money()
      .nullable()
      .optional()
      .meta({ description: "Cost of one unit. Default: the supplier item's price for this quantity." }),
  }),
  given => [...namesGoods(given), ...saysHowMuch(given), ...unitsNeedItem(given)],
).meta({ id: 'PurchaseOrderItemInput' });
type LineInput = z.output<typeof lineInput>;

/** A line with its computed values. */
export interface OrderedLine {
  variant: Variant;
  quantity: Quantity;
  unitCost: Quantity | null;
  supplierItem: SupplierItem | null;
  purchaseUnit: string | null;
  unitsPerPurchaseUnit: Quantity | null;
  purchaseQuantity: Quantity | null;
}

const ONE = Quantity.of(1);

/**
 * The lines when ordered from this supplier (null: none in particular) in this currency (null: the organization's).
 * Invalid ones are reported to `note`.
 */
export async function orderedLines(
  unit: Unit,
  inputs: readonly LineInput[],
  { supplierId, currency: ordered }: { supplierId: string | null; currency: string | null | undefined },
  note: (problem: Problem) => void,
): Promise<(OrderedLine | undefined)[]> {
  const path = (index: number) => `items[${index}]`;
  const supplierItems = await findByIds(
    unit,
    SupplierItem,
    inputs.flatMap(line => line.supplierItemId ?? []),
  );
  const itemOf = ({ supplierItemId }: LineInput) =>
    supplierItemId ? (supplierItems.get(supplierItemId) ?? null) : null;
  // An unknown supplier item is reported below, and not as an unknown variant.
  const lines = [...inputs.entries()].filter(
    ([, line]) => line.sku !== undefined || line.variantId !== undefined || itemOf(line) !== null,
  );
  const choices = lines.map(([, line]) =>
    line.sku === undefined && line.variantId === undefined ? { variantId: itemOf(line)!.variant.id } : line,
  );
  const found = await variantsOf(
    unit,
    choices,
    at => path(lines[at]![0]),
    (_, problem) => note(problem),
  );
  for (const problem of untradedLines(found, choices, at => path(lines[at]![0]))) note(problem);
  const variants = new Map(lines.map(([index], at) => [index, found[at]]));
  const own = supplierItems.size > 0 ? await currencyOf(unit) : '';
  const currencies = { own, ordered: ordered ?? own };

  return inputs.map((line, index) => {
    const variant = variants.get(index);
    const item = itemOf(line);
    if (line.supplierItemId === undefined) return variant && plainLine(variant, line);
    const misfit = item
      ? whyNot(line, item, variant, { supplierId, ...currencies })
      : referenceNotFound('supplier item', 'supplierItemId');
    if (misfit) note({ ...misfit, field: `${path(index)}.${misfit.field}` });
    return misfit || !variant ? undefined : suppliedLine(variant, line, item!, path(index));
  });
}

const plainLine = (variant: Variant, { quantity, unitCost = null }: LineInput): OrderedLine => ({
  variant,
  quantity: quantity!,
  unitCost,
  supplierItem: null,
  purchaseUnit: null,
  unitsPerPurchaseUnit: null,
  purchaseQuantity: null,
});

/** A quantity in purchase units, in base units. Refuses one that is less than the smallest quantity. */
function inUnits(purchaseQuantity: Quantity, units: Quantity, field: string): Quantity {
  const quantity = purchaseQuantity.times(units, ONE, field);
  if (quantity.isZero() && !purchaseQuantity.isZero())
    refuse('validation_failed', `Is too small: it rounds to 0 purchase units of ${units}.`, { field });
  return quantity;
}

function suppliedLine(variant: Variant, line: LineInput, item: SupplierItem, path: string): OrderedLine {
  const units = item.unitsPerPurchaseUnit;
  const purchaseQuantity = line.purchaseQuantity ?? line.quantity!.times(ONE, units);
  return {
    variant,
    quantity: line.quantity ?? inUnits(purchaseQuantity, units, `${path}.purchaseQuantity`),
    unitCost: line.unitCost === undefined ? item.unitCostOf(purchaseQuantity) : line.unitCost,
    supplierItem: item,
    purchaseUnit: item.purchaseUnit,
    unitsPerPurchaseUnit: units,
    purchaseQuantity,
  };
}

/** Why a line cannot be ordered by this supplier item, if so. */
function whyNot(
  { quantity, unitCost }: LineInput,
  item: SupplierItem,
  variant: Variant | undefined,
  { supplierId, own, ordered }: { supplierId: string | null; own: string; ordered: string },
): (Problem & { field: string }) | undefined {
  const wrong = (field: string, message: string) => ({ code: 'validation_failed' as const, message, field });
  if (variant && variant.id !== item.variant.id)
    return wrong('supplierItemId', `This supplier item is for ${item.sku}, not ${variant.sku}.`);
  if (item.supplier.id !== supplierId)
    return wrong('supplierItemId', 'This supplier item belongs to a different supplier than the purchase order.');
  if (!item.active) return wrong('supplierItemId', 'This supplier item is not active.');
  const units = item.unitsPerPurchaseUnit;
  if (quantity && !quantity.times(ONE, units).times(units, ONE).equals(quantity))
    return wrong('quantity', `Cannot be expressed in purchase units of ${units}.`);
  const priced = item.currency ?? own;
  if (unitCost === undefined && priced !== ordered)
    return wrong('unitCost', `Is required: the supplier's price is in ${priced}.`);
  return undefined;
}

interface SuppliedLine {
  supplierItem?: SupplierItem | null;
  purchaseQuantity?: Quantity | null;
}

/**
 * Warnings about supplier items of which less than the minimum is ordered, or no multiple of what they are ordered in.
 * `lines` are those made of `inputs`, in the same order.
 */
export function offTerms(lines: readonly SuppliedLine[], inputs: readonly LineInput[]): Warning[] {
  const supplied = [...lines.entries()].filter(([, { supplierItem }]) => supplierItem);
  return [...Map.groupBy(supplied, ([, { supplierItem }]) => supplierItem!)].flatMap(([item, of]) => {
    const total = Quantity.sum(of.map(([, { purchaseQuantity }]) => purchaseQuantity!));
    const message = whyOffTerms(item, total);
    const [index] = of[0]!;
    const field = inputs[index]!.purchaseQuantity ? 'purchaseQuantity' : 'quantity';
    return message ? [{ code: 'off_supplier_terms', message, field: `items[${index}].${field}` }] : [];
  });
}

function whyOffTerms(
  { sku, purchaseUnit, minOrderQuantity, orderMultiple }: SupplierItem,
  total: Quantity,
): string | undefined {
  if (minOrderQuantity && total.lessThan(minOrderQuantity))
    return `The minimum order of ${sku} is ${minOrderQuantity} (${purchaseUnit}); this is ${total}.`;
  if (orderMultiple && total.toNumber() % orderMultiple !== 0)
    return `${sku} is ordered in multiples of ${orderMultiple} (${purchaseUnit}); this is ${total}.`;
  return undefined;
}

/** The parts of a line in purchase units that receiving needs. */
interface UnitLine {
  unitsPerPurchaseUnit?: Quantity | null;
}

/**
 * The quantity of a received row in base units. If the line has no purchase units, the problem is reported to `note`.
 */
export function inBaseUnits(
  { quantity, purchaseQuantity }: { quantity?: Quantity | undefined; purchaseQuantity?: Quantity | undefined },
  lines: readonly UnitLine[],
  path: string,
  note: (problem: Problem) => void,
): Quantity {
  if (purchaseQuantity === undefined) return quantity!;
  const units = lines[0]?.unitsPerPurchaseUnit;
  if (units && lines.every(line => line.unitsPerPurchaseUnit?.equals(units)))
    return inUnits(purchaseQuantity, units, `${path}.purchaseQuantity`);
  // A row that names no line is reported elsewhere.
  if (lines.length > 0)
    note({
      code: 'validation_failed',
      message: 'This line was not ordered in one purchase unit; give quantity, or name the line by item_id.',
      field: `${path}.purchaseQuantity`,
    });
  return Quantity.zero;
}
