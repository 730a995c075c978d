import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { type ProblemCode, type Problem, Refusal, refuse } from './errors.ts';
import type { Unit } from './record.ts';

/** Retained 24 hours: spec, Idempotency 3. Judged by the database's clock. */
const RETENTION = sql`interval '24 hours'`;
/** How long a duplicate waits for the first request, without holding a database connection (contract, Idempotency). */
const WAIT_MS = 5000;
const POLL_MS = 40;

const IdempotencyKeySchema = defineEntity({
  name: 'IdempotencyKey',
  tableName: 'idempotency_keys',
  comment: 'The first answer to each keyed write, for 24 hours.',
  properties: {
    organizationId: p.uuid().primary(),
    scope: p.text().primary().comment('Method and path, or mutation and id.'),
    key: p.text().primary(),
    fingerprint: p.text().comment('SHA-256 of the canonical request.'),
    refused: p.boolean(),
    answer: p.text(),
    createdAt: p.datetime(3).defaultRaw('now()').index(),
  },
});
export class IdempotencyKey extends IdempotencyKeySchema.class {}
IdempotencyKeySchema.setClass(IdempotencyKey);

export interface KeyedRequest {
  key: string;
  scope: string;
  input: unknown;
}

export interface Remembered<Answer> {
  answer: Answer;
  replayed: boolean;
}

type Transaction = <R>(work: (unit: Unit) => Promise<R>) => Promise<R>;

class Busy extends Error {}
class Overtaken extends Error {}

/**
 * Does the work once per key: the answer is stored in the same transaction as the effect, and a repeat gets the stored one.
 * Domain refusals are remembered too. Refuses `idempotency_key_reused` and, after 5 s of waiting, `idempotency_in_progress`.
 */
export async function once<Answer>(request: KeyedRequest, transaction: Transaction, work: (unit: Unit) => Promise<Answer>): Promise<Remembered<Answer>> {
  const fingerprint = createHash('sha256').update(canonical(request.input)).digest('hex');
  const deadline = performance.now() + WAIT_MS;
  for (;;) {
    try {
      return await transaction(async unit => {
        const known = await claim<Answer>(unit, request, fingerprint);
        if (known) return known;
        const answer = await work(unit);
        await store(unit, request, fingerprint, false, answer);
        return { answer, replayed: false };
      });
    } catch (error) {
      if (error instanceof Refusal && isRemembered(error)) return await rememberRefusal(request, fingerprint, transaction, error);
      if (!(error instanceof Busy || error instanceof Overtaken)) throw error;
      if (performance.now() > deadline) refuse('idempotency_in_progress', 'The first request with this Idempotency-Key is still running; try again shortly.');
      await sleep(POLL_MS);
    }
  }
}

/** Takes the key for this transaction, or answers what is stored under it. The lock is only tried: waiting happens outside. */
async function claim<Answer>(unit: Unit, { scope, key }: KeyedRequest, fingerprint: string): Promise<Remembered<Answer> | undefined> {
  const lock = `${unit.organizationId} ${scope} ${key}`;
  const { rows } = await sql<{ free: boolean; fingerprint: string | null; refused: boolean; answer: string }>`
    select pg_try_advisory_xact_lock(hashtextextended(${lock}, 0)) as free, k.fingerprint, k.refused, k.answer
    from (select) as one left join idempotency_keys k
      on k.organization_id = ${unit.organizationId} and k.scope = ${scope} and k.key = ${key} and k.created_at > now() - ${RETENTION}`.execute(unit.db);
  const [found] = rows;
  if (found?.fingerprint) return replay<Answer>(found as { fingerprint: string; refused: boolean; answer: string }, fingerprint);
  if (!found?.free) throw new Busy();
  return undefined;
}

function replay<Answer>(stored: { fingerprint: string; refused: boolean; answer: string }, fingerprint: string): Remembered<Answer> {
  if (stored.fingerprint !== fingerprint) throw new Reused();
  if (stored.refused) throw new Replayed(JSON.parse(stored.answer) as Problem[]);
  return { answer: JSON.parse(stored.answer) as Answer, replayed: true };
}

/** A refusal that was given before to the same request. */
export class Replayed extends Refusal {}

class Reused extends Refusal {
  constructor() {
    super([{ code: 'idempotency_key_reused', message: 'This Idempotency-Key was used for a different request.' }]);
  }
}

/** The primary key is the truth: whoever comes second undoes its work and answers what the first one stored. */
async function store(unit: Unit, { scope, key }: KeyedRequest, fingerprint: string, refused: boolean, answer: unknown): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into idempotency_keys (organization_id, scope, key, fingerprint, refused, answer)
    values (${unit.organizationId}, ${scope}, ${key}, ${fingerprint}, ${refused}, ${JSON.stringify(answer)})
    on conflict (organization_id, scope, key) do update
      set fingerprint = excluded.fingerprint, refused = excluded.refused, answer = excluded.answer, created_at = excluded.created_at
      where idempotency_keys.created_at <= now() - ${RETENTION}`.execute(unit.db);
  if (numAffectedRows === 0n) throw new Overtaken();
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
  'return_exceeds_fulfilled',
]);

const isRemembered = (refusal: Refusal) => !(refusal instanceof Replayed) && REMEMBERED.has(refusal.code);

async function rememberRefusal(request: KeyedRequest, fingerprint: string, transaction: Transaction, refusal: Refusal): Promise<never> {
  try {
    await transaction(unit => store(unit, request, fingerprint, true, refusal.problems));
  } catch (error) {
    // Another copy of the request got ahead between our rollback and now: what it stored is the answer.
    if (!(error instanceof Overtaken)) throw error;
    await transaction(unit => claim(unit, request, fingerprint));
  }
  throw refusal;
}

/** JSON with sorted keys, so that the order of fields does not make a request different. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join()}}`;
}

/** Removes keys older than their retention; a chore of the worker. */
export const pruneIdempotencyKeys = sql`delete from idempotency_keys where created_at <= now() - ${RETENTION}`;
