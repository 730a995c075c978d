import { type Problem, referenceNotFound, refuseAll } from '../kernel/errors.ts';
import { code, exactlyOne, id, inUse } from '../kernel/inputs.ts';
import type { Unit } from '../kernel/unit.ts';
import { findBy, findByIds } from '../store/record.ts';
import { Variant } from './variants.ts';

/* How the lines of documents, and other inputs, name their variants. */

/** How a line of a document, or an adjustment, names its variant. */
export const variantChoice = { sku: code().optional(), variantId: id().optional() };
/** The same for a line that begins something new. */
export const tradedChoice = {
  sku: inUse(code(), 'product').optional(),
  variantId: inUse(id(), 'product').optional(),
};
export const namesVariant = exactlyOne(['sku', 'variantId'], 'Name the variant, by sku or by variant_id.');

interface Choice {
  sku?: string | undefined;
  variantId?: string | undefined;
}

/**
 * Why a variant cannot be used for anything new: its product is archived. Its stock can still be moved, counted and
 * returned.
 */
export const untraded = ({ sku, isTraded }: Variant, field: string): Problem[] =>
  isTraded ? [] : [{ code: 'validation_failed', message: `The product of ${sku} is archived.`, field }];

/** The same for all lines, at the path of the field that names the variant. */
export const untradedLines = (
  variants: readonly (Variant | undefined)[],
  lines: readonly Choice[],
  pathOf: (index: number) => string,
): Problem[] =>
  variants.flatMap((variant, index) =>
    variant ? untraded(variant, `${pathOf(index)}.${lines[index]!.sku === undefined ? 'variantId' : 'sku'}`) : [],
  );

/**
 * The variants that the lines name, in their order, loaded in one packet. Unknown ones are problems: all are refused
 * together, or passed to `note`.
 */
export async function variantsOf(
  unit: Unit,
  lines: readonly Choice[],
  pathOf: (index: number) => string,
): Promise<Variant[]>;
export async function variantsOf(
  unit: Unit,
  lines: readonly Choice[],
  pathOf: (index: number) => string,
  note: (index: number, problem: Problem) => void,
): Promise<(Variant | undefined)[]>;
export async function variantsOf(
  unit: Unit,
  lines: readonly Choice[],
  pathOf: (index: number) => string,
  note?: (index: number, problem: Problem) => void,
): Promise<(Variant | undefined)[]> {
  const skus = [...new Set(lines.flatMap(line => line.sku ?? []))];
  const ids = [...new Set(lines.flatMap(line => line.variantId ?? []))];
  const [named, byVariantId] = await Promise.all([findBy(unit, Variant, 'sku', skus), findByIds(unit, Variant, ids)]);
  const bySku = new Map(named.map(variant => [variant.sku, variant]));
  const problems: Problem[] = [];
  const report = note ?? ((_, problem) => problems.push(problem));
  const variants = lines.map(({ sku, variantId }, index) => {
    const path = (name: string) => [pathOf(index), name].filter(Boolean).join('.');
    const variant = sku === undefined ? byVariantId.get(variantId!) : bySku.get(sku);
    if (!variant) report(index, referenceNotFound('variant', path(sku === undefined ? 'variantId' : 'sku')));
    return variant;
  });
  refuseAll(problems);
  return variants;
}
