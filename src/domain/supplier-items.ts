import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import {
  byId,
  changes,
  code,
  type Given,
  id,
  legible,
  money,
  positive,
  type RuleProblem,
  requireLegible,
  rowsOf,
  ruled,
  target,
  text,
} from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity, quantity } from '../kernel/quantity.ts';
import { CompositeType } from '../kernel/shape.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { belongsTo, create, findByIds, lockById, remove, TenantRecord } from '../store/record.ts';
import { ofTenant } from '../store/tenant.ts';
import { currency } from './organizations.ts';
import { skuFilter, skuOfVariant } from './stock/levels.ts';
import { Supplier } from './suppliers.ts';
import { namesVariant, variantChoice, variantsOf } from './variant-lines.ts';
import { Variant } from './variants.ts';

/** The cost of one base unit from a quantity of purchase units on. */
const PriceBreak = z
  .object({
    minQuantity: z.number().meta({ description: 'Minimum quantity for this price, in purchase units.' }),
    unitCost: z.number().meta({ description: 'Cost of one base unit.' }),
  })
  .meta({ id: 'PriceBreak', description: 'Price of a base unit from a quantity on.' });
type PriceBreak = z.output<typeof PriceBreak>;

const SupplierItemSchema = defineEntity({
  name: 'SupplierItem',
  tableName: 'supplier_items',
  extends: TenantRecord,
  comment: 'How a supplier sells a variant: unit, minimum quantity, prices and lead time.',
  // Named by hand: the generated name is longer than PostgreSQL keeps, and violations are recognized by it.
  uniques: [
    {
      name: 'supplier_items_organization_id_variant_id_purchase_unit_unique',
      properties: ['organizationId', 'variant', 'supplier', 'purchaseUnit'],
    },
  ],
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    { properties: ['organizationId', 'supplier'] },
    { properties: ['organizationId', 'supplierSku'] },
    { properties: ['organizationId', 'preferred', 'id'] },
    { properties: ['organizationId', 'active', 'id'] },
  ],
  checks: [
    {
      name: 'supplier_items_positive',
      expression: 'units_per_purchase_unit > 0 and min_order_quantity > 0 and order_multiple > 0',
    },
  ],
  properties: {
    supplier: () => belongsTo(Supplier, 'supplier_id').comment('The supplier that sells it.'),
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant that the supplier sells.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    supplierSku: p.string().length(100).nullable().comment("The supplier's own code for it."),
    purchaseUnit: p.string().length(40).comment('Unit that it is bought in, such as a case or a sack.'),
    unitsPerPurchaseUnit: quantity().comment('Base units in one purchase unit.'),
    minOrderQuantity: quantity().nullable().comment('Minimum quantity of an order, in purchase units.'),
    orderMultiple: p.integer().nullable().comment('Orders are multiples of this many purchase units.'),
    leadTimeDays: p
      .integer()
      .nullable()
      .comment("Days from order to receipt. Without it the policy's lead time applies, then the supplier's."),
    priceBreaks: p
      .type(new CompositeType(PriceBreak, { list: true }))
      .$type<PriceBreak[]>()
      .comment('Costs of one base unit, by quantity in purchase units, in ascending order.'),
    currency: p
      .string()
      .length(3)
      .nullable()
      .comment("ISO 4217 code of the currency of its costs. Without it, the organization's."),
    preferred: p
      .boolean()
      .comment(
        'Whether it is preferred over other supplier items of the variant. Among several preferred ones the cheapest is chosen.',
      ),
    active: p.boolean().comment('Whether it may be ordered.'),
  },
});
export class SupplierItem extends SupplierItemSchema.class {
  /** The cost of a base unit when this many purchase units are ordered; null if no price is known. */
  unitCostOf(purchaseQuantity: Quantity): Quantity | null {
    const wanted = purchaseQuantity.toNumber();
    const reached = this.priceBreaks.filter(({ minQuantity }) => minQuantity <= wanted).at(-1);
    return reached ? Quantity.of(reached.unitCost) : null;
  }
}
SupplierItemSchema.setClass(SupplierItem);

const PRICE_BREAKS_MAX = 50;

const priceBreak = z
  .strictObject({
    minQuantity: positive().meta({ description: 'Minimum quantity for this price, in purchase units.' }),
    unitCost: money().meta({ description: 'Cost of one base unit.' }),
  })
  .meta({ id: 'PriceBreakInput' });

const terms = z.strictObject({
  supplierSku: code().nullable().optional(),
  purchaseUnit: legible(text(40)).default('each'),
  unitsPerPurchaseUnit: positive().default(Quantity.of(1)),
  minOrderQuantity: positive().nullable().optional(),
  orderMultiple: z.int().min(1, 'Must be at least 1.').max(1_000_000).nullable().optional(),
  leadTimeDays: z.int().min(0).max(3650).nullable().optional(),
  priceBreaks: z.array(priceBreak).max(PRICE_BREAKS_MAX, `Must have at most ${PRICE_BREAKS_MAX} items.`).default([]),
  currency: currency().nullable().optional(),
  preferred: z.boolean().default(false),
  active: z.boolean().default(true),
});

/** With two prices from the same quantity on, it would be left to chance which one counts. */
function breaksDiffer(given: Given): RuleProblem[] {
  const seen = new Set<unknown>();
  return rowsOf(given['priceBreaks']).flatMap(([index, { minQuantity }]) => {
    const from = minQuantity instanceof Quantity ? minQuantity.toNumber() : minQuantity;
    if (!seen.has(from)) return seen.add(from), [];
    return [{ path: ['priceBreaks', index, 'minQuantity'], message: 'Two price breaks begin at this quantity.' }];
  });
}

/** As it is stored: plain numbers, in ascending order. */
const storedBreaks = (breaks: z.output<typeof terms>['priceBreaks']): PriceBreak[] =>
  breaks
    .map(({ minQuantity, unitCost }) => ({ minQuantity: minQuantity.toNumber(), unitCost: unitCost.toNumber() }))
    .sort((a, b) => a.minQuantity - b.minQuantity);

export const listSupplierItems = listOf('listSupplierItems', {
  area: 'catalog',
  of: SupplierItem,
  summary: 'Lists supplier items.',
  filters: {
    supplierId: equals('supplier_id', id()),
    variantId: equals('variant_id', id()),
    sku: skuFilter,
    supplierSku: equals('supplier_sku', code()),
    preferred: equals('preferred', z.boolean()),
    active: equals('active', z.boolean()),
    createdSince,
  },
});

export const getSupplierItem = getOf('getSupplierItem', { area: 'catalog', of: SupplierItem });

export const createSupplierItem = command('createSupplierItem', {
  area: 'catalog',
  summary: 'Creates a supplier item: how a supplier sells a variant.',
  refuses: ['already_exists'],
  input: ruled(z.strictObject({ supplierId: id(), ...variantChoice, ...terms.shape }), given => [
    ...namesVariant(given),
    ...breaksDiffer(given),
  ]),
  output: SupplierItem,
  async run(unit, { supplierId, sku, variantId, priceBreaks, ...given }) {
    const supplier = (await findByIds(unit, Supplier, [supplierId])).get(supplierId);
    const problems = supplier ? [] : [referenceNotFound('supplier', 'supplierId')];
    const [variant] = await variantsOf(
      unit,
      [{ sku, variantId }],
      () => '',
      (_, problem) => problems.push(problem),
    );
    refuseAll(problems);
    return create(unit, SupplierItem, {
      ...given,
      supplier: supplier!,
      variant: variant!,
      sku: variant!.sku,
      priceBreaks: storedBreaks(priceBreaks),
    });
  },
});

export const updateSupplierItem = command('updateSupplierItem', {
  area: 'catalog',
  summary: 'Updates a supplier item; `price_breaks` replaces all of them. Existing orders keep their units and costs.',
  refuses: ['already_exists'],
  input: ruled(changes(terms).extend({ id: target(), purchaseUnit: text(40).optional() }), breaksDiffer),
  output: SupplierItem,
  async run(unit, { id: itemId, priceBreaks, ...given }) {
    const item = await lockById(unit, SupplierItem, itemId);
    requireLegible(item, given, 'purchaseUnit');
    return unit.em.assign(item, { ...given, ...(priceBreaks && { priceBreaks: storedBreaks(priceBreaks) }) });
  },
});

export const deleteSupplierItem = command('deleteSupplierItem', {
  area: 'catalog',
  summary: 'Removes a supplier item. One that has been ordered must be made inactive instead.',
  refuses: ['invalid_state'],
  input: byId(),
  output: SupplierItem,
  async run(unit, { id: itemId }) {
    const item = await lockById(unit, SupplierItem, itemId);
    const { rows } = await sql<{ used: boolean }>`select exists (
      select from purchase_order_items i where ${ofTenant('i')} and i.supplier_item_id = ${item.id}) as used`.execute(
      unit.db,
    );
    if (rows[0]!.used) refuse('invalid_state', 'It is on purchase orders; set `active` to false instead.');
    return remove(unit, item);
  },
});
