import { sql } from 'kysely';
import { z } from 'zod';
import type { Problem } from '../kernel/errors.ts';
import { rowsOf, ruled } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import type { Unit } from '../kernel/unit.ts';
import { warn, warningsOf } from '../kernel/warnings.ts';
import { create } from '../store/record.ts';
import { ofTenant } from '../store/tenant.ts';
import { bulkMode, bulkOf, inBulk } from './bulk.ts';
import { Product, productInput } from './products.ts';
import { alreadyTaken, codesTwice } from './variant-codes.ts';
import { addVariants, Variant, variantInput } from './variants.ts';

/*
 * Creating products with their variants: one, or many at once.
 */

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
  rows: readonly NewProduct[],
  path: (index: number) => string,
): Promise<Product[]> {
  const products = rows.map(({ variants: _, ...product }) => create(unit, Product, product));
  const variants = await addVariants(
    unit,
    rows.flatMap(({ variants = [] }, index) =>
      variants.map((variant, at) => ({
        product: products[index]!,
        given: variant,
        path: `${[path(index), `variants[${at}]`].filter(Boolean).join('.')}.`,
      })),
    ),
    await takenReferences(unit, rows, path),
  );
  const byProduct = Map.groupBy(variants, ({ product }) => product);
  return products.map(product => warn(product, (byProduct.get(product) ?? []).flatMap(warningsOf)));
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
