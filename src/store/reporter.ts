import type { Logger } from 'pino';
import { Unavailable } from '../kernel/errors.ts';

/** Reports to the operator unexpected errors and the causes of 503 responses. Callers see neither. */
export type Reporter = (error: unknown, more?: { requestId?: unknown }) => void;

/** The same problem is reported at most this often: a full disk makes every request fail. */
const REPORT_EVERY_MS = 5000;

/** Reports to the log; `now` is in milliseconds. */
export function reporterTo(log: Logger, now: () => number = () => performance.now()): Reporter {
  const reported = new Map<string, { at: number; unreported: number }>();
  return (error, more = {}) => {
    if (!(error instanceof Unavailable)) return log.error({ err: error, ...more }, 'unexpected error');
    const trouble = `${error.message} ${error.causeCode ?? ''}`;
    const last = reported.get(trouble) ?? { at: Number.NEGATIVE_INFINITY, unreported: 0 };
    if (now() - last.at < REPORT_EVERY_MS) return void (last.unreported += 1);
    reported.set(trouble, { at: now(), unreported: 0 });
    log.error(
      { err: error.cause ?? error, ...(last.unreported > 0 && { alsoFailed: last.unreported }), ...more },
      `a request was answered 503: ${error.message}`,
    );
  };
}

/** Tells the operator of work that is repeated until it succeeds when it begins to fail, and when that is over. */
export function spellsOf(
  log: Logger,
  work: string,
  now: () => number = () => performance.now(),
): { failed(error: unknown): void; succeeded(): void } {
  let since: number | undefined;
  return {
    failed(error) {
      if (since === undefined) log.warn({ err: error }, `${work} failed; trying again until it succeeds`);
      since ??= now();
    },
    succeeded() {
      if (since !== undefined) log.info({ seconds: Math.round((now() - since) / 1000) }, `${work} succeeds again`);
      since = undefined;
    },
  };
}
