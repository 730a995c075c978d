import type { Logger } from 'pino';
import { Unavailable } from '../kernel/errors.ts';

/** Told to the operator: what nobody planned for, and why a request met 503. Callers are told neither. */
export type Reporter = (error: unknown, more?: { requestId?: unknown }) => void;

/** The same trouble is told so often at most: a full disk makes every request fail. */
const TOLD_EVERY_MS = 5000;

export function reporterTo(log: Logger, now: () => number = () => performance.now()): Reporter {
  const told = new Map<string, { at: number; untold: number }>();
  return (error, more = {}) => {
    if (!(error instanceof Unavailable)) return log.error({ err: error, ...more }, 'unexpected error');
    const trouble = `${error.message} ${error.causeCode ?? ''}`;
    const last = told.get(trouble) ?? { at: Number.NEGATIVE_INFINITY, untold: 0 };
    if (now() - last.at < TOLD_EVERY_MS) return void (last.untold += 1);
    told.set(trouble, { at: now(), untold: 0 });
    log.error(
      { err: error.cause ?? error, ...(last.untold > 0 && { alsoFailed: last.untold }), ...more },
      `a request was answered 503: ${error.message}`,
    );
  };
}
