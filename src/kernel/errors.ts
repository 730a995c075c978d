/** Every code with which the service refuses: docs/api.md, "Errors". Each face has one table from these codes to its own answers. */
export type ProblemCode =
  | 'malformed_json'
  | 'bad_request'
  | 'unauthenticated'
  | 'insufficient_scope'
  | 'module_not_enabled'
  | 'not_found'
  | 'method_not_allowed'
  | 'invalid_state'
  | 'already_exists'
  | 'version_conflict'
  | 'count_stale'
  | 'idempotency_in_progress'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'unknown_field'
  | 'reference_not_found'
  | 'insufficient_stock'
  | 'over_receipt'
  | 'return_exceeds_fulfilled'
  | 'idempotency_key_reused'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable';

/** One thing that is wrong. `field` is a camelCase path such as `items[0].unitPrice`; a face spells it its own way. */
export interface Problem {
  code: ProblemCode;
  message: string;
  field?: string;
  details?: { [name: string]: unknown };
}

/** A refusal in the words of the domain: all problems of a request at once. Nothing was changed. */
export class Refusal extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map(problem => problem.message).join(' '));
    this.name = 'Refusal';
    this.problems = problems;
  }

  get code(): ProblemCode {
    return this.problems[0]?.code ?? 'internal_error';
  }
}

export function refuse(code: ProblemCode, message: string, more: Omit<Problem, 'code' | 'message'> = {}): never {
  throw new Refusal([{ code, message, ...more }]);
}

/** For an id in a path: says the same for unknown, malformed and another tenant's. */
export function notFound(what: string): never {
  return refuse('not_found', `There is no such ${what}.`);
}

/** For an id or SKU in a body that this organization does not have. */
export function referenceNotFound(what: string, field: string): Problem {
  return { code: 'reference_not_found', message: `There is no such ${what}.`, field };
}

/** Throws all collected problems, if there are any. */
export function refuseAll(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new Refusal(problems);
}
