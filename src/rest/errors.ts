import type { ErrorRequestHandler, Response } from 'express';
import { logged, type ProblemCode, Refusal, Unavailable } from '../kernel/errors.ts';
import { shownProblems } from '../kernel/view.ts';
import { asRefusal, translated } from '../store/database-errors.ts';
import { sendJson } from './json.ts';

/** The status of each problem, the one table of the REST face: docs/api.md, "Errors". */
export const STATUS: { readonly [code in ProblemCode]: number } = {
  malformed_json: 400,
  bad_request: 400,
  unauthenticated: 401,
  insufficient_scope: 403,
  module_not_enabled: 403,
  origin_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  invalid_state: 409,
  not_configured: 409,
  already_exists: 409,
  duplicate_in_file: 422,
  version_conflict: 409,
  count_stale: 409,
  idempotency_in_progress: 409,
  precondition_failed: 412,
  payload_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  unknown_field: 422,
  reference_not_found: 422,
  insufficient_stock: 422,
  over_receipt: 422,
  recipe_cycle: 422,
  return_exceeds_fulfilled: 422,
  idempotency_key_reused: 422,
  query_too_large: 422,
  cursor_ahead: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
};

/** Seconds after which it is worth trying again. */
const RETRY_AFTER: { readonly [code in ProblemCode]?: number } = {
  idempotency_in_progress: 1,
  rate_limited: 5,
  unavailable: 2,
};

/** Errors that body parsing and routing throw before our code runs. */
function fromHttp(error: { status?: number; type?: string }): Refusal | undefined {
  if (error.status === 404) return new Refusal([{ code: 'not_found', message: 'This path does not exist.' }]);
  if (error.status === 413) return new Refusal([{ code: 'payload_too_large', message: 'The body is too large.' }]);
  if (error.status === 415)
    return new Refusal([{ code: 'unsupported_media_type', message: 'The body must be in UTF-8 and not compressed.' }]);
  if (error.status !== undefined && error.status >= 400 && error.status < 500)
    return new Refusal([{ code: 'bad_request', message: 'The request cannot be parsed.' }]);
  return undefined;
}

/**
 * Any error as a refusal: refusals as they are, all others masked. `report` gets the unexpected ones and those that are
 * the service's fault.
 */
function refusalOf(error: unknown, report: (error: unknown) => void): Refusal {
  const isOurs = translated(error) instanceof Refusal;
  return (isOurs ? undefined : fromHttp((error ?? {}) as { status?: number })) ?? asRefusal(error, report);
}

/** Answers with the problems, the status of their code, and how long to wait where that is known. */
export function sendRefusal(res: Response, refusal: Refusal, status = STATUS[refusal.code]): void {
  const { code } = refusal;
  if (code === 'unauthenticated') res.setHeader('WWW-Authenticate', 'Bearer');
  const wait = refusal instanceof Unavailable ? refusal.retryAfterSeconds : RETRY_AFTER[code];
  if (wait !== undefined && !res.hasHeader('Retry-After')) res.setHeader('Retry-After', String(wait));
  res.statusCode = status;
  res.locals['refused'] = logged(refusal.problems);
  sendJson(res, JSON.stringify({ errors: shownProblems(refusal) }));
}

/** Express's last resort, with its four parameters. */
export const errorHandler =
  (report: (error: unknown, res: Response) => void): ErrorRequestHandler =>
  (error, _req, res, _next) => {
    const refusal = refusalOf(error, unplanned => report(unplanned, res));
    // Of a response that has begun only its connection can still tell that it is not whole.
    if (res.headersSent) res.destroy();
    else sendRefusal(res, refusal);
  };
