import type { Outcome } from './sender.ts';

const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The delay after each attempt: docs/api.md, "Delivery". Ten attempts in all, the last some 76 hours after the first.
 */
export const RETRY_DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
];

/** Share of the delay that is random, so that deliveries that failed together are not retried together. */
const JITTER = 0.2;

/** Nothing but failures for this long deactivates the subscription: docs/api.md, "Delivery". */
const PATIENCE_MS = 5 * 24 * HOUR_MS;

export type Verdict =
  | { status: 'delivered' }
  | { status: 'retrying'; delayMs: number }
  /** `gone`: the receiver answered 410, and the subscription is to be deactivated. */
  | { status: 'failed'; gone: boolean };

/**
 * Decides what follows an attempt. `attempts` counts the attempts made, this one included; `random` yields [0, 1). An
 * attempt that the service aborted itself ('aborted') says nothing about the receiver and must not be passed here.
 */
export function decide(outcome: Outcome, attempts: number, random: () => number = Math.random): Verdict {
  if (isSuccess(outcome)) return { status: 'delivered' };
  if (outcome.statusCode === 410) return { status: 'failed', gone: true };
  const delayMs = RETRY_DELAYS_MS[attempts - 1];
  if (delayMs === undefined) return { status: 'failed', gone: false };
  return { status: 'retrying', delayMs: stretched(delayMs, outcome.retryAfterMs, random) };
}

/** A response that was cut off or missed the deadline is a failure, whatever its status. */
const isSuccess = ({ statusCode = 0, error }: Outcome) => error === undefined && statusCode >= 200 && statusCode < 300;

/** Retry-After may postpone the attempt, up to twice the scheduled delay; it never brings it forward. */
function stretched(delayMs: number, retryAfterMs: number | undefined, random: () => number): number {
  const scheduledMs = delayMs * (1 - JITTER + 2 * JITTER * random());
  const askedMs = Math.min(retryAfterMs ?? 0, 2 * delayMs);
  return Math.round(Math.max(scheduledMs, askedMs));
}

/** `failingSince` is the first failure after the last success. */
export const hasFailedTooLong = (failingSince: Date, now: Date): boolean =>
  now.getTime() - failingSince.getTime() >= PATIENCE_MS;
