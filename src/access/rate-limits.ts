import type { IncomingHttpHeaders } from 'node:http';
import type { Request, Response } from 'express';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Config } from '../config.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import { networkOf } from './origin.ts';

/*
 * How many requests a key or a person's session may make: docs/api.md, "Rate limits". A sixth of the minute's quota at
 * once, so the windows are ten seconds. With REDIS_URL the processes count together; without it, or while Redis is
 * unavailable, each counts for itself.
 */

const BURSTS_PER_MINUTE = 6;
/** A person opens page after page, each of which asks for a dozen lists at once, and waits for every answer. */
const QUOTAS_PER_PERSON = 3;
/** A GraphQL document pays one point for each hundred of its cost, and at least one: docs/api.md, "Rate limits". */
const COST_PER_POINT = 100;

/**
 * What all keys, sessions and integrations of an organization may use together, if the operator does not say: an
 * administrator may create any number of keys, and ten busy ones are a large customer.
 */
const QUOTAS_PER_ORGANIZATION = 10;

/** Whose quota it is: a key's, or that of a session if a person is asking; and their organization's as well. */
interface Payer {
  keyId: string;
  organizationId: string;
  person?: object;
}

export interface RateLimits {
  /**
   * Deducts from the payer's quota, then from the organization's, and reports in the headers what is left of the
   * scarcer one. Refuses `rate_limited`.
   */
  spend(payer: Payer, points: number, res?: Response): Promise<void>;
  /**
   * Charges a request before it is read, by the stated length of its body. Without a stated length, `payForBody`
   * charges the rest once it is read. Refuses `rate_limited`.
   */
  enter(payer: Payer, headers: IncomingHttpHeaders, res: Response): Promise<void>;
  /**
   * Guards the check of credentials; failures are counted by address, which is only worked out for one, and too many
   * refused as `rate_limited`.
   */
  identifying<R>(client: { readonly ip?: string | undefined }, identify: () => Promise<R>, res?: Response): Promise<R>;
  close(): void;
}

/**
 * A large body costs work before anything in it can be refused: a point for each 16 KiB, but capped so that a key can
 * afford four of the largest at once.
 */
const BYTES_PER_POINT = 16 * 1024;
const LARGEST_AT_ONCE = 4;

/** The price of a body of that length, at least one point. */
const pointsOfBody = (bytes: number, burst: number): number =>
  Math.max(1, Math.min(Math.floor(burst / LARGEST_AT_ONCE), Math.ceil(bytes / BYTES_PER_POINT)));

/** Called once a body is read: charges its length if it was not stated. Refuses `rate_limited`. */
export async function payForBody(req: Request, res: Response, next: () => void): Promise<void> {
  const { owed, bodyBytes = 0 } = res.locals as { owed?: (bytes: number) => Promise<void>; bodyBytes?: number };
  await owed?.(Buffer.isBuffer(req.body) ? req.body.length : bodyBytes);
  next();
}

/** Reading, presenting and compressing 64 KiB of rows takes as long as ten small requests do. */
const RESPONSE_BYTES_PER_POINT = 64 * 1024;

/** The points that a response of this length is charged, beyond those of its request. */
export const pointsOfResponse = (bytes: number): number => Math.floor(bytes / RESPONSE_BYTES_PER_POINT);

/** Charges a response by its length. A key that is over its quota then waits with its next request. */
export const payForResponse = async (caller: Pick<Caller, 'charge'>, bytes: number): Promise<void> =>
  caller.charge?.(pointsOfResponse(bytes)).catch(() => undefined);

/** What may be used at once where so much is allowed per minute. */
const burstOf = (perMinute: number): number => Math.max(1, Math.round(perMinute / BURSTS_PER_MINUTE));

/** The points that a document of this cost is charged, at least one. */
export const pointsOf = (cost: number): number => Math.max(1, Math.ceil(cost / COST_PER_POINT));

interface Policy {
  name: string;
  limiter: RateLimiterAbstract;
  /** Whose limit is exceeded, in the words of a refusal. */
  whose: string;
}

/**
 * The limits of keys, sessions, addresses and organizations: in this process, or in Redis where there is one. A limit
 * of 0 per minute means none.
 */
export async function openRateLimits(
  {
    RATE_LIMIT_PER_MINUTE: perMinute,
    RATE_LIMIT_PER_ORGANIZATION: perOrganization,
    REDIS_URL,
  }: Pick<Config, 'RATE_LIMIT_PER_MINUTE' | 'RATE_LIMIT_PER_ORGANIZATION' | 'REDIS_URL'>,
  log: Logger,
): Promise<RateLimits> {
  const together = perOrganization ?? QUOTAS_PER_ORGANIZATION * perMinute;
  const limits = [perMinute, together].filter(rate => rate > 0);
  if (limits.length === 0)
    return {
      spend: async () => undefined,
      enter: async () => undefined,
      identifying: (_client, identify) => identify(),
      close: () => undefined,
    };
  const redis = REDIS_URL === undefined ? undefined : await openRedis(REDIS_URL, log);
  const limited = (name: string, whose: string, quota: Omit<Quota, 'keyPrefix'>): Policy => ({
    name,
    whose,
    limiter: limiterOf({ ...quota, keyPrefix: name === 'key' ? 'stockwright' : `stockwright_${name}` }, redis),
  });
  const inBursts = (rate: number) => ({ points: burstOf(rate), duration: Math.round((60 * burstOf(rate)) / rate) });
  const own = perMinute > 0 && {
    keys: limited('key', 'The rate limit', inBursts(perMinute)),
    sessions: limited('session', 'The rate limit', {
      ...inBursts(perMinute),
      points: QUOTAS_PER_PERSON * burstOf(perMinute),
    }),
    addresses: limited('address', 'The rate limit', { points: perMinute, duration: 60 }),
  };
  const organizations = together > 0 && limited('organization', "The organization's rate limit", inBursts(together));
  const burst = burstOf(Math.min(...limits));

  /**
   * One key that is over its quota uses up nothing of the organization's. Nothing costs more than is left of a whole
   * burst after the point of its request, or it could never be had.
   */
  async function pay(payer: Payer, cost: number, res: Response | undefined): Promise<void> {
    const due = Math.min(cost, Math.max(1, burst - 1));
    const paid = own && (await consume(payer.person ? own.sessions : own.keys, payer.keyId, due, res));
    if (organizations)
      await consume(organizations, payer.organizationId, due, res, paid ? paid.remainingPoints : undefined);
  }

  return {
    spend: pay,
    async enter(payer, headers, res) {
      const paid = pointsOfBody(Number(headers['content-length'] ?? 0), burst);
      await pay(payer, paid, res);
      if (headers['transfer-encoding'] === undefined) return;
      res.locals['owed'] = async (bytes: number) => {
        const rest = pointsOfBody(bytes, burst) - paid;
        if (rest > 0) await pay(payer, rest, res);
      };
    },
    async identifying(client, identify, res) {
      try {
        return await identify();
      } catch (error) {
        // Only failures count, and only they are refused: there may be other clients behind the address, with valid
        // keys.
        if (own && error instanceof Refusal && error.code === 'unauthenticated')
          await consume(own.addresses, networkOf(client.ip), 1, res);
        throw error;
      }
    },
    close() {
      redis?.removeAllListeners('close');
      redis?.disconnect();
    },
  };
}

interface Quota {
  points: number;
  duration: number;
  keyPrefix: string;
}

function limiterOf(quota: Quota, redis: Redis | undefined): RateLimiterAbstract {
  if (!redis) return new RateLimiterMemory(quota);
  // A key that is over its quota is refused without asking Redis again.
  return new RateLimiterRedis({
    ...quota,
    storeClient: redis,
    insuranceLimiter: new LocalLimiter(quota, redis),
    inMemoryBlockOnConsumed: quota.points + 1,
    rejectIfRedisNotReady: true,
  });
}

/**
 * Counts while Redis does not answer. A connection that is open but silent is replaced, or each request would wait for
 * it.
 */
class LocalLimiter extends RateLimiterMemory {
  readonly #redis: Redis;

  constructor(quota: Quota, redis: Redis) {
    super(quota);
    this.#redis = redis;
  }

  override consume(key: string | number, points?: number): Promise<RateLimiterRes> {
    if (this.#redis.status === 'ready') this.#redis.stream.destroy();
    return super.consume(key, points);
  }
}

/** Requests never wait for an unavailable Redis: they are counted here in the meantime. */
async function openRedis(url: string, log: Logger): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 500,
    disconnectTimeout: 100,
    retryStrategy: times => Math.min(times * 200, 5000),
  });
  let isAway = false;
  const away = (error?: Error) => {
    if (!isAway) log.warn({ err: error }, 'Redis is unavailable; each process counts for itself');
    isAway = true;
  };
  redis.on('error', away);
  redis.on('close', () => away());
  redis.on('ready', () => {
    if (isAway) log.info('Redis is back; the processes count together');
    isAway = false;
  });
  return redis;
}

/** Deducts, and reports it in the headers unless less is left of another quota. */
async function consume(
  { name, limiter, whose }: Policy,
  key: string,
  points: number,
  res: Response | undefined,
  leftOfAnother = Number.POSITIVE_INFINITY,
): Promise<RateLimiterRes> {
  let refused = false;
  const state = await limiter.consume(key, points).catch((error: unknown) => {
    if (!(error instanceof RateLimiterRes)) throw error;
    refused = true;
    return error;
  });
  const resetSeconds = Math.ceil(state.msBeforeNext / 1000);
  if (res && !res.headersSent && (refused || state.remainingPoints < leftOfAnother)) {
    res.setHeader('RateLimit-Policy', `"${name}";q=${limiter.points};w=${limiter.duration}`);
    res.setHeader('RateLimit', `"${name}";r=${Math.max(0, state.remainingPoints)};t=${resetSeconds}`);
    if (refused) res.setHeader('Retry-After', String(Math.max(1, resetSeconds)));
  }
  if (refused) refuse('rate_limited', `${whose} is exceeded; try again in ${Math.max(1, resetSeconds)} s.`);
  return state;
}
