import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import { changes, code, exactlyOne, id, metadata, money, name, rowsOf, ruled, target, text } from '../kernel/inputs.ts';
import { command, listQuery, query } from '../kernel/operation.ts';
import { quantity } from '../kernel/quantity.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { Unit } from '../kernel/unit.ts';
import { warn, warningsOf } from '../kernel/warnings.ts';
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
import { readById, readRows } from '../store/rows.ts';
import { ofTenant } from '../store/tenant.ts';
import { bulkMode, bulkOf, inBulk } from './bulk.ts';
import { organizationOf } from './organizations.ts';
import { Supplier } from './suppliers.ts';
import { alreadyTaken, canonicalBarcode, canonicalOf, codesTwice, takenCodes, wrongGtins } from './variant-codes.ts';

const STATUSES = ['active', 'archived'] as const;

const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'products',
  extends: TenantRecord,
  comment: 'A product that is sold or used, in one or more variants.',
  uniques: [{ properties: ['organizationId', 'reference'] }],
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    { properties: ['organizationId', 'name', 'id'] },
    { properties: ['organizationId', 'category'] },
  ],
  properties: {
    name: p.string().length(200).comment('Name of the product.'),
    reference: p.string().length(100).nullable().comment('Your own reference, unique in the organization.'),
    description: p.text().nullable().comment('Description.'),
    category: p.string().length(200).nullable().comment('Your own category.'),
    pictureUrl: p
      .string()
      .length(200)
      .nullable()
      .comment('Address of its picture, relative to this service. A new picture gets a new address.'),
    status: p.enum(STATUSES).comment('Status; archived products are kept for their history and no longer sold.'),
    metadata: p.json<{ [key: string]: unknown }>().comment('Your own data.'),
  },
});
export class Product extends ProductSchema.class {}
ProductSchema.setClass(Product);

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

const variantInput = z.strictObject({
  sku: code(),
  barcode: code().nullable().optional(),
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

const productInput = z.strictObject({
  name: name(),
  reference: code().nullable().optional(),
  description: text(10_000).nullable().optional(),
  category: name().nullable().optional(),
  status: z.enum(STATUSES).meta({ id: 'ProductStatus' }).default('active'),
  metadata: metadata().default({}),
});

export const listProducts = listOf('listProducts', {
  area: 'catalog',
  of: Product,
  summary: 'Lists products.',
  filters: {
    status: equals('status', z.enum(STATUSES).meta({ id: 'ProductStatus' })),
    category: equals('category', name()),
    reference: equals('reference', code()),
    createdSince,
  },
});

export const getProduct = getOf('getProduct', { area: 'catalog', of: Product });

const newProduct = productInput.extend({
  variants: z
    .array(variantInput.meta({ id: 'ProductVariantInput', like: Variant }))
    .max(500)
    .optional()
    .meta({ description: 'Its variants, created with it.' }),
});
type NewProduct = z.output<typeof newProduct>;

export const createProduct = command('createProduct', {
  area: 'catalog',
  summary: 'Creates a product, optionally with its variants.',
  refuses: ['already_exists'],
  warns: ['wrong_check_digit'],
  input: ruled(newProduct, ({ variants }) => codesTwice(rowsOf(variants))),
  output: Product,
  run: async (unit, given) => (await addProducts(unit, [given], () => ''))[0]!,
});

const BulkProducts = bulkOf('Product', Product);
const BULK_MAX = 200;

export const createProducts = command('createProducts', {
  area: 'catalog',
  summary: 'Creates many products with their variants at once: all or none (atomic), or each on its own (partial).',
  refuses: ['already_exists'],
  warns: ['wrong_check_digit'],
  input: z.strictObject({
    products: z
      .array(newProduct.meta({ id: 'BulkProductInput', like: Product }))
      .min(1)
      .max(BULK_MAX)
      .meta({ description: 'The products, in the order in which they are created.' }),
    mode: bulkMode(),
  }),
  output: BulkProducts,
  run: (unit, { products, mode }) =>
    inBulk(unit, mode, products, 'product', (some, path) => addProducts(unit, some, path), 'products'),
});

/**
 * Creates products with their variants. If any of them names something unknown or already taken, refuses each at its
 * path and creates none.
 */
async function addProducts(
  unit: Unit,
  given: readonly NewProduct[],
  path: (index: number) => string,
): Promise<Product[]> {
  const made = given.map(({ variants: _, ...product }) => create(unit, Product, product));
  const variants = await addVariants(
    unit,
    given.flatMap(({ variants = [] }, index) =>
      variants.map((variant, at) => ({
        product: made[index]!,
        given: variant,
        path: `${[path(index), `variants[${at}]`].filter(Boolean).join('.')}.`,
      })),
    ),
    await takenReferences(unit, given, path),
  );
  const byProduct = Map.groupBy(variants, ({ product }) => product);
  return made.map(product => warn(product, (byProduct.get(product) ?? []).flatMap(warningsOf)));
}

/** References that another product has, or an earlier one of the same request. */
async function takenReferences(
  unit: Unit,
  given: readonly { reference?: string | null | undefined }[],
  path: (index: number) => string,
): Promise<Problem[]> {
  const asked = given.flatMap(({ reference }) => reference ?? []);
  if (asked.length === 0) return [];
  const { rows } = await sql<{
    reference: string;
  }>`select p.reference from products p where ${ofTenant('p')} and p.reference = any(${asked})`.execute(unit.db);
  const taken = new Set(rows.map(row => row.reference));
  return given.flatMap(({ reference }, index): Problem[] => {
    if (!reference) return [];
    if (taken.has(reference)) return [alreadyTaken([path(index), 'reference'].filter(Boolean).join('.'))];
    taken.add(reference);
    return [];
  });
}

export const putProduct = command('putProduct', {
  area: 'catalog',
  summary: 'Creates the product with this reference, or updates the fields given.',
  refuses: ['already_exists'],
  input: changes(productInput.omit({ reference: true })).extend({
    reference: code().meta({ description: 'Your own reference of the product.' }),
  }),
  output: Product,
  async run(unit, { reference, ...given }) {
    await lockKey(unit, `product ${reference}`);
    const [known] = await findWhere(unit, Product, sql`t.reference = ${reference}`);
    if (known) return unit.em.assign(await lockById(unit, Product, known.id), given);
    const { name: title, ...fields } = given;
    if (title === undefined) return refuse('validation_failed', 'Is required for a new product.', { field: 'name' });
    return create(unit, Product, { ...productInput.parse({ name: title }), ...fields, reference });
  },
});

export const updateProduct = command('updateProduct', {
  area: 'catalog',
  summary: 'Updates a product; `status: archived` takes it off sale.',
  input: changes(productInput).extend({ id: target() }),
  output: Product,
  run: async (unit, { id: productId, ...given }) => unit.em.assign(await lockById(unit, Product, productId), given),
});

// ---- variants ----

export const listVariants = listOf('listVariants', {
  area: 'catalog',
  of: Variant,
  summary: 'Lists variants of all products.',
  filters: {
    sku: equals('sku', code()),
    barcode: filter(
      code(),
      barcode => sql`t.barcode_canonical = ${canonicalBarcode(barcode)}`,
      barcodes => sql`t.barcode_canonical = any(${barcodes.map(canonicalBarcode)})`,
    ),
    categories: filter(
      several(name()).meta({ description: 'Only records whose product has one of these categories.' }),
      categories => sql`exists (
        select from products p where p.organization_id = t.organization_id and p.id = t.product_id and p.category = any(${categories}))`,
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
    const [row] = await readRows(db, shapeOf(Variant), [sql`t.barcode_canonical = ${canonicalBarcode(barcode)}`], {
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
  async run({ db }, given) {
    const where = given.sku
      ? sql`t.sku = ${given.sku}`
      : given.barcode
        ? sql`t.barcode_canonical = ${canonicalBarcode(given.barcode)}`
        : isUuid(given.id) && sql`t.id = ${given.id}`;
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
  input: changes(variantInput).extend({ id: target() }),
  output: Variant,
  run: async (unit, { id: variantId, ...given }) =>
    changeVariant(unit, await lockById(unit, Variant, variantId), given),
});

type VariantChanges = Partial<z.output<ReturnType<typeof changes<typeof variantInput.shape>>>>;

async function changeVariant(unit: Unit, variant: Variant, { supplierId, ...given }: VariantChanges): Promise<Variant> {
  if (given.lotTracked !== undefined && given.lotTracked !== variant.lotTracked) await requireUntouched(unit, variant);
  if (given.lotTracked) await requireTraceability(unit, 'lotTracked');
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
  input: changes(variantInput.omit({ sku: true })).extend({
    sku: code().meta({ description: 'SKU of the variant.' }),
    productId: id().optional().meta({ description: 'Its product: required for a new variant, and cannot be changed.' }),
  }),
  output: Variant,
  async run(unit, { sku, productId, ...given }) {
    await lockKey(unit, `variant ${sku}`);
    const [known] = await findWhere(unit, Variant, sql`t.sku = ${sku}`);
    if (known && (productId ?? known.product.id) !== known.product.id)
      refuse('validation_failed', 'A variant cannot be moved to another product.', { field: 'productId' });
    if (known) return changeVariant(unit, await lockById(unit, Variant, known.id), given);
    if (productId === undefined)
      return refuse('validation_failed', 'Is required for a new variant.', { field: 'productId' });
    const product = (await findByIds(unit, Product, [productId])).get(productId);
    refuseAll(product ? [] : [referenceNotFound('product', 'productId')]);
    const wanted = { ...variantInput.parse({ sku }), ...given } as VariantInput;
    const [variant] = await addVariants(unit, [{ product: product!, given: wanted, path: '' }]);
    return variant!;
  },
});

/** If several requests put the same key at the same time, one creates it and the others change it. */
async function lockKey(unit: Unit, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${unit.organizationId} ${key}`}, 0))`.execute(unit.db);
}

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
async function addVariants(
  unit: Unit,
  rows: readonly NewVariant[],
  found: readonly Problem[] = [],
): Promise<Variant[]> {
  if (rows.length === 0) {
    refuseAll(found);
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
  refuseAll([...found, ...taken, ...problems, ...unknown]);
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
