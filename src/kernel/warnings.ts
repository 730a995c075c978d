/*
 * Warnings of a write that succeeded but probably contains a mistake: docs/api.md, "Warnings".
 */

export const WARNING_CODES = [
  'wrong_check_digit',
  'left_unchanged',
  'corrected_since',
  'cost_not_used',
  'also_in_ledger',
  'given_again',
  'off_supplier_terms',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export interface Warning {
  code: WarningCode;
  message: string;
  /** Path in the request, as in a problem. */
  field: string;
}

const said = new WeakMap<object, readonly Warning[]>();
const NONE: readonly Warning[] = [];

/** Attaches warnings to the response made of this record or result, replacing earlier ones. */
export function warn<R extends object>(result: R, warnings: readonly Warning[]): R {
  if (warnings.length > 0) said.set(result, warnings);
  else said.delete(result);
  return result;
}

/** The warnings that `warn` attached to this result. */
export const warningsOf = (result: object): readonly Warning[] => said.get(result) ?? NONE;
