/**
 * Every code of a refusal: docs/api.md, "Errors". Each face has one table that maps these codes to its own responses.
 */
export type ProblemCode =
  | 'malformed_json'
  | 'bad_request'
  | 'unauthenticated'
  | 'insufficient_scope'
  | 'module_not_enabled'
  | 'origin_not_allowed'
  | 'not_found'
  | 'method_not_allowed'
  | 'invalid_state'
  | 'not_configured'
  | 'already_exists'
  | 'duplicate_in_file'
  | 'version_conflict'
  | 'count_stale'
  | 'precondition_failed'
  | 'idempotency_in_progress'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'validation_failed'
  | 'unknown_field'
  | 'reference_not_found'
  | 'insufficient_stock'
  | 'over_receipt'
  | 'recipe_cycle'
  | 'return_exceeds_fulfilled'
  | 'idempotency_key_reused'
  | 'query_too_large'
  | 'cursor_ahead'
  | 'rate_limited'
  | 'internal_error'
  | 'unavailable';

/** One problem. `field` is a camelCase path such as `items[0].unitPrice`; each face converts it to its own spelling. */
export interface Problem {
  code: ProblemCode;
  message: string;
  field?: string;
  /** The field is a name that the client chose, such as a column of a sheet, and is not converted. */
  asSent?: true;
  details?: { [name: string]: unknown };
}

/** How many problems a response lists: docs/api.md, "Limits". */
export const PROBLEMS_MAX = 100;

/** A refusal in domain terms: all problems of a request at once, up to a hundred. Nothing was changed. */
export class Refusal extends Error {
  readonly problems: readonly Problem[];

  /** `found` is the total number of problems if not all of them are listed. */
  constructor(problems: readonly Problem[], found = problems.length) {
    const listed = bounded(problems, found);
    super(listed.map(problem => problem.message).join(' '));
    this.name = 'Refusal';
    this.problems = listed;
  }

  get code(): ProblemCode {
    return this.problems[0]?.code ?? 'internal_error';
  }
}

/** The first hundred; the last of them says how many more there are. */
function bounded(problems: readonly Problem[], found: number): readonly Problem[] {
  const more = found - PROBLEMS_MAX;
  const last = problems[PROBLEMS_MAX - 1];
  if (more <= 0 || !last) return problems;
  const message = `${last.message} There ${more === 1 ? 'is 1 more problem' : `are ${more} more problems`}.`;
  return [...problems.slice(0, PROBLEMS_MAX - 1), { ...last, message, details: { ...last.details, more } }];
}

/**
 * A value read without a lock had changed by the time it was locked. Carries the database's code (serialization
 * failure): the transaction is rolled back and retried from the start; the client never sees it.
 */
export class OvertakenRead extends Error {
  readonly code = '40001';
}

/** A refusal that is the service's fault and temporary. Its cause is for the operator, never for the caller. */
export class Unavailable extends Refusal {
  readonly retryAfterSeconds: number;
  /** The error code of the database or the network: `53100`, `ECONNREFUSED`. */
  readonly causeCode: string | undefined;

  constructor(message: string, retryAfterSeconds: number, cause?: unknown) {
    super([{ code: 'unavailable', message }]);
    this.retryAfterSeconds = retryAfterSeconds;
    this.causeCode = (cause as { code?: string } | undefined)?.code;
    if (cause !== undefined) this.cause = cause;
  }
}

/** Throws a `Refusal` with one problem. */
export function refuse(code: ProblemCode, message: string, more: Omit<Problem, 'code' | 'message'> = {}): never {
  throw new Refusal([{ code, message, ...more }]);
}

/** For an id in a path: the same refusal for unknown, malformed and foreign ids. */
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

const LOGGED_MAX = 5;

/**
 * Problems as the log shows them: codes and fields, without anything that the client wrote, such as the name of an
 * unknown field or of an entry of metadata.
 */
export const logged = (
  problems: readonly { code: string; field?: string | null | undefined; asSent?: boolean }[],
): string[] =>
  problems
    .slice(0, LOGGED_MAX)
    .map(({ code, field, asSent }) =>
      field && !asSent && code !== 'unknown_field' ? `${code} ${field.replace(/^(\w*metadata)\b.*/s, '$1')}` : code,
    );
