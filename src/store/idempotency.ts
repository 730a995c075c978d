import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineEntity, p } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { type Problem, type ProblemCode, Refusal, refuse } from '../kernel/errors.ts';
import { canonical } from '../kernel/json.ts';
import { type NeededScope, type NotedScopes, requireScopes } from '../kernel/operation.ts';
import type { Db, Unit, Vault } from '../kernel/unit.ts';

/** Kept for 24 hours by the database's clock: docs/api.md, "Idempotency". */
const RETENTION = sql`interval '24 hours'`;
/**
 * How long a duplicate waits for the first request, without holding a database connection: docs/api.md, "Idempotency".
 */
const WAIT_MS = 5000;
const POLL_MS = 40;
const NOT_NULL_VIOLATION = '23502';

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  comment: 'The first response to each write with an idempotency key, for 24 hours.',
  properties: {
    organizationId: p.uuid().primary(),
    scope: p.text().primary().comment('Method and path, or mutation and id.'),
    key: p.text().primary(),
    fingerprint: p.text().comment('SHA-256 of the canonical request.'),
    refused: p.boolean(),
    answer: p.text(),
    needed: p
      .text()
      .default('')
      .comment('Scopes that it needed beyond those of its operation, separated by spaces: a repeat needs them too.'),
    createdAt: p.datetime(3).defaultRaw('now()').index(),
  },
});
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);

interface KeyedRequest {
  organizationId: string;
  key: string;
  scope: string;
  input: unknown;
  /** The response may contain a secret, so it is stored sealed. */
  hasSecret: boolean;
  /** The caller's; they note what the work needs beyond the scopes of its operation. */
  scopes: NotedScopes;
}

export interface KeyedAnswer<Answer> {
  answer: Answer;
  replayed: boolean;
  /** If read from a replica: the time up to which it is certainly complete. */
  asOf?: Date;
}

/**
 * Runs the work in a transaction that begins with the opening statement, and passes on that statement's result;
 * `conclude` makes the response after the work is written.
 */
type Transaction = <R, A>(
  work: (unit: Unit, claimed: ClaimedKey) => Promise<R>,
  options: { opening: (db: Db) => Promise<ClaimedKey>; conclude: (result: R, unit: Unit) => A },
) => Promise<A>;

class Busy extends Error {}

/**
 * Runs the work once per key: the response is stored in the same transaction as the effect, and a repeat gets the
 * stored one. Domain refusals are stored too. Refuses `idempotency_key_reused` and, after 5 s of waiting,
 * `idempotency_in_progress`.
 */
export async function once<Result, Answer>(
  request: KeyedRequest,
  transaction: Transaction,
  work: (unit: Unit) => Promise<Result>,
  answerOf: (result: Result) => Answer,
): Promise<KeyedAnswer<Answer>> {
  const fingerprint = createHash('sha256').update(canonical(request.input)).digest('hex');
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    try {
      const outcome = await transaction(
        async (unit, claimed): Promise<Outcome<Result> | (() => KeyedAnswer<Answer>)> => {
          if (claimed.fingerprint !== null) return () => replay(request, claimed, fingerprint, unit.vault);
          return claimed.free ? { result: await work(unit) } : waitForIt;
        },
        {
          opening: db => claim(db, request),
          conclude(done, unit): () => KeyedAnswer<Answer> {
            if (typeof done === 'function') return done;
            const answer = answerOf(done.result);
            store(unit, request, fingerprint, false, answer);
            return () => ({ answer, replayed: false });
          },
        },
      );
      return outcome();
    } catch (error) {
      const failure =
        error instanceof Refusal && isRemembered(error)
          ? await rememberRefusal(request, fingerprint, transaction, error)
          : error;
      if (!(failure instanceof Busy || isOvertaken(failure))) throw failure;
      if (performance.now() > deadline)
        refuse(
          'idempotency_in_progress',
          'The first request with this Idempotency-Key is still running; try again shortly.',
        );
      await sleep(POLL_MS);
    }
  }
}

interface Outcome<Result> {
  result: Result;
}

/** Not an error: must not abort the group. */
const waitForIt = (): never => {
  throw new Busy();
};

/** Whether this transaction has claimed the key, and what is stored under it. */
type ClaimedKey = { free: boolean } & ({ fingerprint: null } | StoredAnswer);

interface StoredAnswer {
  fingerprint: string;
  refused: boolean;
  answer: string;
  needed: string;
}

/** Commands that share a transaction begin together: their keys are claimed by one statement. */
const claims = new WeakMap<Db, DataLoader<KeyedRequest, ClaimedKey>>();

/**
 * Claims the key for this transaction unless another holds it, and reads what is stored under it. Never waits for the
 * lock: waiting happens outside the transaction.
 */
function claim(db: Db, request: KeyedRequest): Promise<ClaimedKey> {
  const known = claims.get(db);
  if (known) return known.load(request);
  // In the same turn of the event loop, to be in the packet that begins the transaction.
  const made = new DataLoader((all: readonly KeyedRequest[]) => claimAll(db, all), {
    cache: false,
    batchScheduleFn: queueMicrotask,
  });
  claims.set(db, made);
  return made.load(request);
}

async function claimAll(db: Db, requests: readonly KeyedRequest[]): Promise<ClaimedKey[]> {
  const [{ organizationId, scope, key }] = requests as [KeyedRequest];
  const locks = requests.map(each => `${organizationId} ${each.scope} ${each.key}`);
  // A list would be planned again each time, which takes longer than one look.
  const wanted =
    requests.length === 1
      ? sql`(select ${locks[0]}::text, ${scope}::text, ${key}::text, 1)`
      : sql`unnest(${locks}::text[], ${requests.map(each => each.scope)}::text[],
          ${requests.map(each => each.key)}::text[]) with ordinality`;
  const { rows } = await sql<ClaimedKey>`
    select pg_try_advisory_xact_lock(hashtextextended(w.lock, 0)) as free, k.fingerprint, k.refused, k.answer, k.needed
    from ${wanted} as w (lock, scope, key, n) left join lateral (
      select *
      from idempotency_keys k where k.organization_id = ${organizationId} and k.scope = w.scope and k.key = w.key
        and k.created_at > now() - ${RETENTION} limit 1) k on true
    order by w.n`.execute(db);
  // The transaction holds the lock for the first of several with the same key; the others wait for what it commits.
  return rows.map((row, index) => (locks.indexOf(locks[index]!) < index ? { ...row, free: false } : row));
}

function replay<Answer>(
  request: KeyedRequest,
  stored: StoredAnswer,
  fingerprint: string,
  vault: Vault,
): KeyedAnswer<Answer> {
  if (stored.needed !== '') requireScopes(stored.needed.split(' ') as NeededScope[], request);
  if (stored.fingerprint !== fingerprint) throw new ReusedKey();
  const answer: unknown = JSON.parse(isSealed(stored.answer) ? opened(request, stored.answer, vault) : stored.answer);
  if (stored.refused) throw new ReplayedRefusal(answer as Problem[]);
  return { answer: answer as Answer, replayed: true };
}

/** Owner of a sealed response: copied to another key, it cannot be opened. */
export const ownerOf = ({ organizationId, scope, key }: Pick<KeyedRequest, 'organizationId' | 'scope' | 'key'>) =>
  `answer ${organizationId} ${scope} ${key}`;

/** Prefix of a sealed response; no JSON begins like this. */
const isSealed = (answer: string) => answer.startsWith('v');

/**
 * Refuses `unavailable` if the encryption key is not the one that it was sealed with: the work is done and must not
 * be done again.
 */
function opened(request: KeyedRequest, answer: string, vault: Vault): string {
  try {
    return vault.open(answer, ownerOf(request));
  } catch {
    return refuse(
      'unavailable',
      'This request was applied before, but its stored response cannot be decrypted: the encryption key is no longer configured.',
    );
  }
}

/** A stored refusal of the same request. */
export class ReplayedRefusal extends Refusal {}

class ReusedKey extends Refusal {
  constructor() {
    super([{ code: 'idempotency_key_reused', message: 'This Idempotency-Key was used for a different request.' }]);
  }
}

function store(unit: Unit, request: KeyedRequest, fingerprint: string, refused: boolean, answer: unknown): void {
  const { scope, key } = request;
  const needed = [...request.scopes.needed].join(' ');
  const text = JSON.stringify(answer);
  const kept = request.hasSecret ? unit.vault.seal(text, ownerOf(request)) : text;
  unit.finally(storing, {
    organizationId: unit.organizationId,
    scope,
    key,
    fingerprint,
    refused,
    answer: kept,
    needed,
  });
}

/**
 * The primary key decides: whoever comes second rolls back and returns the first one's response. A key that is still
 * valid is not overwritten: it would get no `created_at`, which fails the transaction.
 */
const storing = (rows: readonly (StoredAnswer & { organizationId: string; scope: string; key: string })[]) => sql`
  insert into idempotency_keys (organization_id, scope, key, fingerprint, refused, answer, needed)
  select ${rows[0]!.organizationId}, w.*
  from unnest(${rows.map(row => row.scope)}::text[], ${rows.map(row => row.key)}::text[],
    ${rows.map(row => row.fingerprint)}::text[], ${rows.map(row => row.refused)}::boolean[],
    ${rows.map(row => row.answer)}::text[],
    ${rows.map(row => row.needed)}::text[]) as w
  on conflict (organization_id, scope, key) do update
    set fingerprint = excluded.fingerprint, refused = excluded.refused, answer = excluded.answer,
      needed = excluded.needed,
      created_at = case when idempotency_keys.created_at <= now() - ${RETENTION} then excluded.created_at end`;

function isOvertaken(error: unknown): boolean {
  const { code, table } = (error ?? {}) as { code?: string; table?: string };
  return code === NOT_NULL_VIOLATION && table === 'idempotency_keys';
}

const REMEMBERED: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'not_found',
  'invalid_state',
  'already_exists',
  'version_conflict',
  'count_stale',
  'validation_failed',
  'reference_not_found',
  'insufficient_stock',
  'over_receipt',
  'recipe_cycle',
  'return_exceeds_fulfilled',
]);

const isRemembered = (refusal: Refusal) => !(refusal instanceof ReplayedRefusal) && REMEMBERED.has(refusal.code);

/**
 * Stores the refusal for repeats, and returns it. If another copy of the request was quicker since the rollback,
 * returns Busy: look again.
 */
function rememberRefusal(
  request: KeyedRequest,
  fingerprint: string,
  transaction: Transaction,
  refusal: Refusal,
): Promise<unknown> {
  return transaction(
    async (unit, claimed) => {
      if (claimed.fingerprint !== null || !claimed.free) return new Busy();
      store(unit, request, fingerprint, true, refusal.problems);
      return refusal;
    },
    { opening: db => claim(db, request), conclude: outcome => outcome },
  ).catch((failure: unknown) => failure);
}

/** Removes keys past their retention; a chore of the worker. */
export const pruneIdempotencyKeys = sql`delete from idempotency_keys where created_at <= now() - ${RETENTION}`;
