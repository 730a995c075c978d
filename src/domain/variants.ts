import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { OvertakenRead, type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import {
  changes,
  code,
  exactlyOne,
  id,
  metadata,
  money,
  name,
  newCode,
  requireLegible,
  ruled,
  target,
  text,
} from '../kernel/inputs.ts';
import { command, listQuery, query } from '../kernel/operation.ts';
import { quantity } from '../kernel/quantity.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Unit } from '../kernel/unit.ts';
import { warn } from '../kernel/warnings.ts';
import {
  conditionsOf,
  createdSince,
  equals,
  filter,
  filterInput,
  filtersOf,
  getOf,
  type ListInput,
  listOf,
  ordersOf,
  readList,
  several,
  sortAlone,
  sortInput,
} from '../store/list.ts';
import { createUnfound, lockKey } from '../store/locks.ts';
import {
  belongsTo,
  create,
  findByIds,
  findWhere,
  isUuid,
  lockById,
  notFoundUnless,
  TenantRecord,
} from '../store/record.ts';
import { planned, readById, readRows } from '../store/rows.ts';
import { ofTenant } from '../store/tenant.ts';
import { organizationOf } from './organizations.ts';
import { Product } from './products.ts';
import { Supplier } from './suppliers.ts';
import {
  canonicalOf,
  takenCodes,
  variantsWithBarcodes,
  variantWithBarcode,
  variantWithSku,
  wrongGtins,
} from './variant-codes.ts';

const VariantSchema = defineEntity({
  name: 'Variant',
  tableName: 'variants',
  extends: TenantRecord,
  comment: 'One stockable form of a product, with its own SKU and barcode.',
  uniques: [{ properties: ['organizationId', 'sku'] }, { properties: ['organizationId', 'barcodeCanonical'] }],
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    {
      name: 'variants_by_name',
      expression: 'create index "variants_by_name" on "variants" ("organization_id", coalesce("name", \'\'), "id")',
    },
    { properties: ['organizationId', 'product'] },
    { properties: ['organizationId', 'supplier'] },
    { properties: ['organizationId', 'lotTracked', 'id'] },
    // Nearly every list names the SKU of a variant that it has the id of: read from the index alone.
    { name: 'variants_sku_by_id', properties: ['organizationId', 'id'], include: ['sku'] },
  ],
  properties: {
    product: () => belongsTo(Product, 'product_id').comment('Its product.'),
    sku: p.string().length(100).comment('Stock keeping unit: unique in the organization, case-sensitive.'),
    barcode: p
      .string()
      .length(100)
      .nullable()
      .comment('Barcode, unique in the organization. A UPC-A and its zero-padded EAN-13 are the same code.'),
    barcodeCanonical: p.string().length(101).nullable().hidden(),
    name: p.string().length(200).nullable().comment('Name within its product, such as a size or color.'),
    unit: p.string().length(40).comment('Unit of its quantities.'),
    unitCost: quantity().nullable().comment("Unit cost in the organization's currency."),
    unitPrice: quantity().nullable().comment("Unit price in the organization's currency."),
    lotTracked: p.boolean().comment('Whether its stock is tracked per lot.'),
    shelfLifeDays: p.integer().nullable().comment('Days from production to expiry.'),
    supplier: () => belongsTo(Supplier, 'supplier_id').nullable().comment('The usual supplier.'),
    isTraded: p
      .boolean()
      .formula(
        (_columns: unknown, table: { alias: string }) =>
          `(select p.status <> 'archived' from products p where p.organization_id = ${table.alias}.organization_id and p.id = ${table.alias}.product_id)`,
      )
      .hidden(),
    metadata: p.json<{ [key: string]: unknown }>().comment('Your own data.'),
  },
});
export class Variant extends VariantSchema.class {}
VariantSchema.setClass(Variant);

export const variantInput = z.strictObject({
  sku: newCode(),
  barcode: newCode().nullable().optional(),
  name: name().nullable().optional(),
  unit: text(40).default('each'),
  unitCost: money().nullable().optional(),
  unitPrice: money().nullable().optional(),
  lotTracked: z.boolean().default(false),
  shelfLifeDays: z.int().min(1).max(36_500).nullable().optional(),
  supplierId: id().nullable().optional(),
  metadata: metadata().default({}),
});
type VariantInput = z.output<typeof variantInput>;

/** The codes of an update. */
const variantCodes = { sku: code().optional(), barcode: code().nullable().optional() };

const withBarcode = (barcode: string) => sql`t.id = ${variantWithBarcode(barcode)}`;

export const listVariants = listOf('listVariants', {
  area: 'catalog',
  of: Variant,
  summary: 'Lists variants of all products.',
  filters: {
    sku: equals('sku', code()),
    barcode: filter(code(), withBarcode, barcodes => sql`t.id = any(${variantsWithBarcodes(...barcodes)})`),
    categories: filter(
      several(name()).meta({ description: 'Only records whose product has one of these categories.' }),
      categories =>
        planned(
          sql`t.product_id in (select p.id from products p where ${ofTenant('p')} and p.category = any(${categories}))`,
        ),
    ),
    productId: equals('product_id', id()),
    supplierId: equals('supplier_id', id()),
    lotTracked: equals('lot_tracked', z.boolean()),
    createdSince,
  },
});

const ofProduct = filtersOf(Variant, { createdSince });
const variantOrders = ordersOf(Variant);

export const listProductVariants = listQuery('listProductVariants', {
  area: 'catalog',
  summary: 'Lists the variants of one product.',
  input: ruled(
    filterInput(ofProduct).extend({ productId: target(), sort: sortInput(Variant, variantOrders) }),
    sortAlone,
  ),
  output: Variant,
  async run({ db, wants }, { productId, ...asked }: ListInput & { productId: string }) {
    notFoundUnless('product', isUuid(productId) && (await readById(db, shapeOf(Product), productId)));
    const conditions = [sql`t.product_id = ${productId}`, ...conditionsOf(ofProduct, { ...asked })];
    return readList(db, Variant, conditions, asked, wants, variantOrders);
  },
});

export const getVariant = getOf('getVariant', { area: 'catalog', of: Variant });

export const getVariantByBarcode = query('getVariantByBarcode', {
  area: 'catalog',
  summary: 'Returns the variant with this barcode; a UPC-A and its zero-padded EAN-13 are the same code.',
  input: z.strictObject({ barcode: code() }),
  output: Variant,
  async run({ db }, { barcode }) {
    const [row] = await readRows(db, shapeOf(Variant), [withBarcode(barcode)], {
      limit: 1,
    });
    return notFoundUnless('variant', row);
  },
});

export const findVariant = query('findVariant', {
  area: 'catalog',
  summary: 'Returns one variant, by id, SKU or barcode.',
  input: ruled(
    z.strictObject({ id: target().optional(), sku: code().optional(), barcode: code().optional() }),
    exactlyOne(['id', 'sku', 'barcode'], 'Give exactly one of id, sku and barcode.'),
  ),
  output: Variant,
  async run({ db }, input) {
    const where = input.sku
      ? sql`t.id = ${variantWithSku(input.sku)}`
      : input.barcode
        ? withBarcode(input.barcode)
        : isUuid(input.id) && sql`t.id = ${input.id}`;
    return notFoundUnless('variant', where && (await readRows(db, shapeOf(Variant), [where], { limit: 1 }))[0]);
  },
});

export const createVariant = command('createVariant', {
  area: 'catalog',
  summary: 'Adds a variant to a product.',
  refuses: ['already_exists'],
  warns: ['wrong_check_digit'],
  input: variantInput.extend({ productId: target() }),
  output: Variant,
  async run(unit, { productId, ...given }) {
    const product = await lockById(unit, Product, productId);
    const [variant] = await addVariants(unit, [{ product, given, path: '' }]);
    return variant!;
  },
});

export const updateVariant = command('updateVariant', {
  area: 'catalog',
  summary: 'Changes a variant.',
  refuses: ['already_exists'],
  warns: ['wrong_check_digit'],
  input: changes(variantInput).extend({ id: target(), ...variantCodes }),
  output: Variant,
  run: async (unit, { id: variantId, ...given }) =>
    changeVariant(unit, await lockById(unit, Variant, variantId), given),
});

type VariantChanges = Partial<z.output<ReturnType<typeof changes<typeof variantInput.shape>>>>;

async function changeVariant(unit: Unit, variant: Variant, { supplierId, ...given }: VariantChanges): Promise<Variant> {
  if (given.lotTracked !== undefined && given.lotTracked !== variant.lotTracked) await requireUntouched(unit, variant);
  if (given.lotTracked) await requireTraceability(unit, 'lotTracked');
  requireLegible(variant, given, 'sku', 'barcode');
  const { problems, warnings } = await wrongGtins(unit, given.barcode === variant.barcode ? [] : [{ given, path: '' }]);
  refuseAll(problems);
  const supplier = supplierId === undefined ? {} : { supplier: supplierId && (await knownSupplier(unit, supplierId)) };
  return warn(unit.em.assign(variant, { ...given, ...supplier, ...canonicalOf(given) } as never), warnings);
}

export const putVariant = command('putVariant', {
  area: 'catalog',
  summary: 'Creates the variant with this SKU, or updates the fields given.',
  refuses: ['already_exists'],
  warns: ['wrong_check_digit'],
  input: changes(variantInput).extend({
    ...variantCodes,
    sku: code().meta({ description: 'SKU of the variant.' }),
    productId: id().optional().meta({ description: 'Its product: required for a new variant, and cannot be changed.' }),
  }),
  output: Variant,
  async run(unit, { sku, productId, ...given }) {
    await lockKey(unit, `variant ${sku}`);
    const [known] = await findWhere(unit, Variant, sql`t.id = ${variantWithSku(sku)}`);
    if (known && (productId ?? known.product.id) !== known.product.id)
      refuse('validation_failed', 'A variant cannot be moved to another product.', { field: 'productId' });
    if (known) {
      const variant = await lockById(unit, Variant, known.id);
      if (variant.sku !== sku) throw new OvertakenRead('The variant got another SKU.');
      return changeVariant(unit, variant, given);
    }
    requireLegible({ sku: undefined, barcode: undefined }, { sku, ...given }, 'sku', 'barcode');
    if (productId === undefined)
      return refuse('validation_failed', 'Is required for a new variant.', { field: 'productId' });
    const product = (await findByIds(unit, Product, [productId])).get(productId);
    refuseAll(product ? [] : [referenceNotFound('product', 'productId')]);
    const wanted = { ...variantInput.parse({ sku }), ...given } as VariantInput;
    const make = () => addVariants(unit, [{ product: product!, given: wanted, path: '' }]);
    return (await createUnfound(unit, 'sku', make))[0]!;
  },
});

interface NewVariant {
  product: Product;
  given: VariantInput;
  /** Its path in the request: `variants[0].`. */
  path: string;
}

/**
 * Adds variants to products. Refuses unknown or already taken values, each at its path, together with the problems
 * found before.
 */
export async function addVariants(
  unit: Unit,
  rows: readonly NewVariant[],
  earlier: readonly Problem[] = [],
): Promise<Variant[]> {
  if (rows.length === 0) {
    refuseAll(earlier);
    return [];
  }
  const tracked = rows.find(({ given }) => given.lotTracked);
  if (tracked) await requireTraceability(unit, `${tracked.path}lotTracked`);
  const suppliers = await findByIds(
    unit,
    Supplier,
    rows.flatMap(({ given }) => given.supplierId ?? []),
  );
  const unknown = rows.flatMap(({ given: { supplierId }, path }) =>
    supplierId && !suppliers.has(supplierId) ? [referenceNotFound('supplier', `${path}supplierId`)] : [],
  );
  const taken = await takenCodes(unit, rows);
  const { problems, warnings } = await wrongGtins(unit, rows);
  refuseAll([...earlier, ...taken, ...problems, ...unknown]);
  return rows.map(({ product, path, given: { supplierId, ...each } }) => {
    const variant = create(unit, Variant, {
      ...each,
      ...canonicalOf(each),
      product,
      supplier: supplierId ? suppliers.get(supplierId) : null,
    } as never);
    return warn(
      variant,
      warnings.filter(({ field }) => field === `${path}barcode`),
    );
  });
}

async function knownSupplier(unit: Unit, supplierId: string): Promise<Supplier> {
  return (
    (await findByIds(unit, Supplier, [supplierId])).get(supplierId) ??
    refuse('reference_not_found', 'There is no such supplier.', { field: 'supplierId' })
  );
}

async function requireTraceability(unit: Unit, field: string): Promise<void> {
  const { modules } = await organizationOf(unit);
  if (!modules.includes('traceability')) refuse('validation_failed', 'Lots need the traceability module.', { field });
}

/**
 * Stock that is there or on its way would belong to no lot. Goods of a shipped transfer are incoming at its
 * destination. Writing stock locks the variant in share mode, and this locks it exclusively.
 */
async function requireUntouched(unit: Unit, variant: Variant): Promise<void> {
  const { rows } = await sql`
    select from inventory_levels l where l.organization_id = ${unit.organizationId} and l.variant_id = ${variant.id}
      and (l.quantity_on_hand <> 0 or l.quantity_incoming <> 0) limit 1`.execute(unit.db);
  if (rows.length > 0)
    refuse('validation_failed', 'Can be changed only while the variant has no stock on hand or incoming.', {
      field: 'lotTracked',
    });
}
