/*
 * What a write says beside its answer: done as asked, but something about it is probably not meant. docs/api.md, "Warnings".
 */

export const WARNING_CODES = ['wrong_check_digit'] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export interface Warning {
  code: WarningCode;
  message: string;
  /** Path in what was sent, as a problem has it. */
  field: string;
}

const said = new WeakMap<object, readonly Warning[]>();
const NONE: readonly Warning[] = [];

/** Lets the answer that is made of this record or result say so; what was said of it before is said no more. */
export function warn<R extends object>(result: R, warnings: readonly Warning[]): R {
  if (warnings.length > 0) said.set(result, warnings);
  else said.delete(result);
  return result;
}

export const warningsOf = (result: object): readonly Warning[] => said.get(result) ?? NONE;
