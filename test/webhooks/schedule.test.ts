import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decide, hasFailedTooLong, RETRY_DELAYS_MS } from '../../src/webhooks/schedule.ts';

const failure = { statusCode: 500, durationMs: 1 };
const middle = () => 0.5;

describe('the schedule', () => {
  it('retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, then fails', () => {
    const verdicts = Array.from({ length: 10 }, (_, i) => decide(failure, i + 1, middle));
    expect(verdicts).toEqual([
      ...[5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map(seconds => ({
        status: 'retrying',
        delayMs: seconds * 1000,
      })),
      { status: 'failed', gone: false },
    ]);
    expect(decide(failure, 11, middle)).toEqual({ status: 'failed', gone: false });
  });

  it('spreads each delay by 20 % to either side', () => {
    expect([0, 0.25, 0.5, 0.75, 1].map(random => decide(failure, 1, () => random))).toEqual(
      [4_000, 4_500, 5_000, 5_500, 6_000].map(delayMs => ({ status: 'retrying', delayMs })),
    );
  });

  it('honours Retry-After between once and twice the scheduled delay', () => {
    const delay = (retryAfterMs: number, random: number) =>
      decide({ ...failure, statusCode: 429, retryAfterMs }, 1, () => random);
    const retrying = (delayMs: number) => ({ status: 'retrying', delayMs });
    expect(delay(7_000, 0.5)).toEqual(retrying(7_000));
    expect(delay(10_000, 0)).toEqual(retrying(10_000));
    expect(delay(60_000, 0.5)).toEqual(retrying(10_000));
    expect(delay(999_999_999_000, 1)).toEqual(retrying(10_000));
    expect(delay(1_000, 0.5)).toEqual(retrying(5_000));
    expect(delay(0, 0)).toEqual(retrying(4_000));
  });

  it('never waits less than the jittered delay nor more than twice the plain one', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 0, max: 2 ** 45 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempts, retryAfterMs, random) => {
          const verdict = decide({ ...failure, retryAfterMs }, attempts, () => random);
          const delayMs = RETRY_DELAYS_MS[attempts - 1]!;
          return (
            verdict.status === 'retrying' &&
            verdict.delayMs >= Math.floor(delayMs * (0.8 + 0.4 * random)) &&
            verdict.delayMs <= 2 * delayMs
          );
        },
      ),
    );
  });
});

describe('an outcome', () => {
  it.each([200, 201, 202, 204, 226, 299])('%d is success', statusCode => {
    expect(decide({ statusCode, durationMs: 1 }, 1)).toEqual({ status: 'delivered' });
    expect(decide({ statusCode, durationMs: 1 }, 10)).toEqual({ status: 'delivered' });
  });

  it.each([300, 301, 302, 304, 307, 308, 400, 401, 404, 409, 422, 429, 500, 502, 503, 599])(
    '%d is failure',
    statusCode => {
      expect(decide({ statusCode, durationMs: 1 }, 1, middle)).toEqual({ status: 'retrying', delayMs: 5_000 });
    },
  );

  it.each(['blocked', 'timeout', 'connection_refused', 'name_not_resolved', 'tls_failed: CERT_HAS_EXPIRED'])(
    'without an answer (%s) is failure',
    error => {
      expect(decide({ error, durationMs: 1 }, 1, middle)).toEqual({ status: 'retrying', delayMs: 5_000 });
    },
  );

  it('a response of 200 that broke off is failure', () => {
    expect(decide({ statusCode: 200, error: 'connection_closed', durationMs: 1 }, 1, middle)).toEqual({
      status: 'retrying',
      delayMs: 5_000,
    });
  });

  it.each([1, 5, 10])('410 is final, at attempt %d, even if the rest of the response broke off', attempts => {
    expect(decide({ statusCode: 410, durationMs: 1 }, attempts)).toEqual({ status: 'failed', gone: true });
    expect(decide({ statusCode: 410, error: 'connection_closed', durationMs: 1 }, attempts)).toEqual({
      status: 'failed',
      gone: true,
    });
  });
});

describe('a subscription', () => {
  it('has failed too long after 5 days of nothing but failures', () => {
    const since = new Date('2026-03-10T09:30:00Z');
    expect(hasFailedTooLong(since, new Date('2026-03-15T09:29:59.999Z'))).toBe(false);
    expect(hasFailedTooLong(since, new Date('2026-03-15T09:30:00Z'))).toBe(true);
  });
});
