import { sql } from 'kysely';
import type { Problem } from '../kernel/errors.ts';
import type { RuleProblem, rowsOf } from '../kernel/inputs.ts';
import type { Unit } from '../kernel/unit.ts';
import type { Warning } from '../kernel/warnings.ts';
import { idsWith, idWith, ofTenant } from '../store/tenant.ts';
import { isWrongGtin } from './gs1.ts';

/*
 * The codes of variants, SKUs and barcodes: which are the same, which are taken, and which have a wrong check digit.
 */

interface Codes {
  barcode?: string | null | undefined;
}

/**
 * A UPC-A (12 digits) is the EAN-13 with a leading zero (GS1 General Specifications): one look-up finds either, and
 * both cannot be taken.
 */
export const canonicalBarcode = (barcode: string): string => (/^\d{12}$/.test(barcode) ? `0${barcode}` : barcode);

/** The barcode as it is compared, if it is given. */
export const canonicalOf = ({ barcode }: Codes) =>
  barcode === undefined ? {} : { barcodeCanonical: barcode && canonicalBarcode(barcode) };

/** A SKU or barcode that another variant has. */
export const alreadyTaken = (field: string): Problem => ({
  code: 'already_exists',
  message: 'Is already taken.',
  field,
});

/** The id of the variant with this SKU, as SQL; null if there is none. */
export const variantWithSku = (sku: string) => idWith('variants', 'sku', sku);
/** The id of the variant with this barcode, in any of its notations, as SQL; null if there is none. */
export const variantWithBarcode = (barcode: string) =>
  idWith('variants', 'barcode_canonical', canonicalBarcode(barcode));

/** The ids of the variants with these SKUs, as an array in SQL, for `= any(…)`; null where there is none. */
export const variantsWithSkus = (...skus: readonly string[]) => idsWith('variants', 'sku', skus);
/** The ids of the variants with these barcodes, likewise. */
export const variantsWithBarcodes = (...barcodes: readonly string[]) =>
  idsWith('variants', 'barcode_canonical', barcodes.map(canonicalBarcode));

/** SKUs and barcodes that an earlier variant of the same request has. */
export function codesTwice(variants: ReturnType<typeof rowsOf>): RuleProblem[] {
  const seen = new Set<string>();
  return variants.flatMap(([index, { sku, barcode }]) =>
    Object.entries({ sku, barcode: typeof barcode === 'string' ? canonicalBarcode(barcode) : undefined }).flatMap(
      ([name, value]): RuleProblem[] => {
        if (typeof value !== 'string') return [];
        const isTwice = seen.has(`${name} ${value}`);
        seen.add(`${name} ${value}`);
        return isTwice
          ? [{ path: ['variants', index, name], message: 'Is already taken.', code: 'already_exists' }]
          : [];
      },
    ),
  );
}

/**
 * SKUs and barcodes that another variant has, or an earlier one of the same request. The database stops concurrent
 * requests for the same one.
 */
export async function takenCodes(
  unit: Unit,
  variants: readonly { given: Codes & { sku: string }; path: string }[],
): Promise<Problem[]> {
  const codes = variants.map(({ given: { sku, barcode }, path }) => ({
    path,
    sku,
    barcode: barcode && canonicalBarcode(barcode),
  }));
  const { rows } = await sql<{ sku: string; barcode: string | null }>`
    select v.sku, v.barcode_canonical as barcode from variants v
    where ${ofTenant('v')} and v.id = any(${variantsWithSkus(...codes.map(each => each.sku))}
        || ${variantsWithBarcodes(...codes.flatMap(each => each.barcode ?? []))})`.execute(unit.db);
  const taken = { sku: new Set(rows.map(row => row.sku)), barcode: new Set(rows.flatMap(row => row.barcode ?? [])) };
  return codes.flatMap(each =>
    (['sku', 'barcode'] as const).flatMap((name): Problem[] => {
      const value = each[name];
      if (!value) return [];
      if (taken[name].has(value)) return [alreadyTaken(`${each.path}${name}`)];
      taken[name].add(value);
      return [];
    }),
  );
}

/** The problem or the warning for barcodes, as the organization requires. */
interface WrongGtins {
  problems: Problem[];
  warnings: Warning[];
}

/**
 * Barcodes that look like a GTIN but have a wrong check digit: refused if the organization is strict, else a warning.
 * An existing one stays.
 */
export async function wrongGtins(unit: Unit, rows: readonly { given: Codes; path: string }[]): Promise<WrongGtins> {
  const wrong = rows.filter(({ given: { barcode } }) => barcode && isWrongGtin(barcode));
  if (wrong.length === 0) return { problems: [], warnings: [] };
  const { rows: found } = await sql<{ strict: boolean }>`
    select o.strict_gtin as strict from organizations o where ${ofTenant('o', 'id')}`.execute(unit.db);
  const sentences = wrong.map(({ given: { barcode }, path }) => ({
    message: `${barcode} is not a valid GTIN: its last digit is not the correct check digit.`,
    field: `${path}barcode`,
  }));
  return found[0]!.strict
    ? { problems: sentences.map(each => ({ code: 'validation_failed', ...each })), warnings: [] }
    : { problems: [], warnings: sentences.map(each => ({ code: 'wrong_check_digit', ...each })) };
}
