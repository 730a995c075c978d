import { camel } from '../kernel/case.ts';
import { Refusal, Unavailable } from '../kernel/errors.ts';

interface DatabaseError {
  code?: string;
  table?: string;
  constraint?: string;
  message?: string;
  routine?: string;
}

/** A statement that the server keeps and that a migration has outdated: nothing was done, and it is not kept twice. */
export const isOutdated = (error: unknown): boolean => {
  const { code, routine } = (error ?? {}) as DatabaseError;
  return code === '0A000' && routine === 'RevalidateCachedQuery';
};

/**
 * Tables whose rows commands create implicitly: that another command was quicker shows only when the row is written.
 */
const MADE_ON_THE_WAY = 'lots_organization_id_variant_id_lot_number_unique';

/** Rolled back because of another transaction, or of a migration: it may be retried. */
export function isRetryable(error: unknown): boolean {
  const { code = '', constraint } = (error ?? {}) as DatabaseError;
  return isOutdated(error) || ['40001', '40P01'].includes(code) || constraint === MADE_ON_THE_WAY;
}

/** Lost or refused connections, failed logins, a server that is starting or stopping. */
const UNREACHABLE =
  /^(08...|57P0[1-5]|25P0[34]|28...|3D000)$|^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EHOSTUNREACH|EAI_AGAIN)/;
const UNREACHABLE_MESSAGE =
  /timeout expired|Connection terminated|Query read timeout|not queryable|Client has encountered a connection error|Cannot use a pool after/;
/** A server that answers but accepts no changes: read-only, or its disk or memory is full. */
const UNWRITABLE = /^(25006|53100|53200|58030)$/;
/** Waits that took too long: for a lock, a statement, a connection, or others who write the same rows. */
const BUSY = /^(57014|55P03|53300|53400|40...)$/;
/** A statement that took longer than it may. */
export const isOutOfTime = (error: unknown): boolean => error instanceof Unavailable && error.causeCode === '57014';
/** Rights that the role lacks, as while another start gives them to other roles; not a row that policies refuse. */
const isBarred = ({ code, routine }: DatabaseError) => code === '42501' && routine === 'aclcheck_error';
const BUSY_MESSAGE = /timeout exceeded when trying to connect/;

/** Whether the database cannot be reached or changed, so that nothing else could be done there either. */
export function isAway(error: unknown): boolean {
  const { code = '', message = '' } = ((error instanceof Unavailable ? error.cause : error) ?? {}) as DatabaseError;
  return [UNREACHABLE, UNWRITABLE].some(codes => codes.test(code)) || UNREACHABLE_MESSAGE.test(message);
}

const isUnavailable = ({ code = '', message = '' }: DatabaseError) =>
  [UNREACHABLE, UNWRITABLE, BUSY].some(codes => codes.test(code)) ||
  [UNREACHABLE_MESSAGE, BUSY_MESSAGE].some(messages => messages.test(message));

/**
 * Whether the transaction was certainly rolled back. Unknown if the connection failed: it may break during a commit.
 */
export function isUndone(error: unknown): boolean {
  if (error instanceof Refusal) return error.code !== 'unavailable';
  const failure = (error ?? {}) as DatabaseError;
  const serverSaid = /^(?!08|57P)(?=.*\d)[0-9A-Z]{5}$/.test(failure.code ?? '');
  return serverSaid || !isUnavailable(failure);
}

/**
 * A database error as a refusal if it corresponds to one (taken, unknown, unavailable). Any other error is returned
 * unchanged.
 */
export function translated(error: unknown): unknown {
  if (error instanceof Refusal) return error;
  const { code = '', message = '', ...more } = (error ?? {}) as DatabaseError;
  const field = fieldOf(more);
  if (code === '23505' && field) return new Refusal([{ code: 'already_exists', message: 'Is already taken.', field }]);
  if (code === '23503' && field)
    return new Refusal([
      { code: 'reference_not_found', message: 'The record that this refers to does not exist.', field },
    ]);
  if (BUSY.test(code) || BUSY_MESSAGE.test(message)) return busy(error);
  if (UNWRITABLE.test(code))
    return new Unavailable('The service cannot write at the moment; try again shortly.', 5, error);
  if (UNREACHABLE.test(code) || UNREACHABLE_MESSAGE.test(message) || isBarred({ code, ...more }))
    return unavailable(error);
  return error;
}

/**
 * The field of a violated constraint: the last column in its name,
 * `lots_organization_id_variant_id_lot_number_unique`. With row-level security the server reveals the columns nowhere
 * else; of a name that is longer than the 63 characters that PostgreSQL keeps, and so has a hash, it is not known.
 */
function fieldOf({ table = '', constraint = '' }: DatabaseError): string {
  const columns =
    constraint.startsWith(`${table}_organization_id_`) && !/_[0-9a-f]{5}_(unique|foreign)$/.test(constraint)
      ? constraint.slice(`${table}_organization_id_`.length)
      : '';
  const column = columns.replace(/_(unique|foreign)$/, '').replace(/^.*_id_(?=\w)/, '');
  return camel(column).replace(/Canonical$/, '');
}

/** Too much load: nothing else is wrong. */
export const busy = (cause?: unknown) => new Unavailable('The service is busy; try again shortly.', 1, cause);

/** The database cannot be reached. */
export const unavailable = (cause?: unknown) =>
  new Unavailable('The service cannot reach its database; try again shortly.', 2, cause);

/** Between two databases: docs/pods.md. */
export const moving = () =>
  new Unavailable('The organization is being moved to another database; try again shortly.', 5);

/**
 * Any error as a refusal: refusals as they are, all others masked. `report` gets the unexpected ones and those that
 * are the service's fault.
 */
export function asRefusal(error: unknown, report: (error: unknown) => void): Refusal {
  const known = translated(error);
  if (!(known instanceof Refusal) || known instanceof Unavailable) report(known);
  if (known instanceof Refusal) return known;
  return new Refusal([
    { code: 'internal_error', message: 'Something went wrong on our side; the request id helps us find it.' },
  ]);
}
