import { SpanKind } from '@opentelemetry/api';
import { type RawBuilder, sql } from 'kysely';
import type { Logger } from 'pino';
import { EPOCH } from '../events/log.ts';
import type { EventStream } from '../events/stream.ts';
import { newId } from '../kernel/ids.ts';
import type { Db } from '../kernel/unit.ts';
import { LOCKS } from '../store/locks.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { continued, spanned, traceHeaders } from '../store/tracing.ts';
import type { NetworkRules } from './addresses.ts';
import { WRITTEN } from './deliveries.ts';
import { passes } from './filters.ts';
import { decide, hasFailedTooLong, type Verdict } from './schedule.ts';
import { ANSWER_DEADLINE_MS, deliver, type Outcome } from './sender.ts';
import { deliveryHeaders } from './signature.ts';
import { type SealedSecrets, secretsOf, type WebhookFormat } from './subscriptions.ts';

/*
 * Creates one delivery of each event for each active subscription, and posts the deliveries that are due. Any number of
 * processes may do so at the same time; the deliveries of a killed process are taken over when their leases end.
 */

const EVENTS_AT_ONCE = 500;
const IN_FLIGHT_PER_ENDPOINT = 5;
/** However many endpoints it has: silent ones of one organization would leave no room for anybody else's. */
const IN_FLIGHT_PER_ORGANIZATION = 100;
const IN_FLIGHT_MAX = 500;
/** Longer than an attempt may take, and short enough for a takeover within 35 s: docs/api.md, "Delivery". */
const LEASE_SECONDS = 30;
/** How long a turn waits for another process's turn. */
const IDLE_MAX_MS = 15_000;

export interface Dispatcher {
  /** Looks for due deliveries now. */
  wake(): void;
  /** Whether its last look for due deliveries was recent and succeeded. */
  isWorking(): boolean;
  /** Aborts deliveries in flight and releases their leases. */
  close(): Promise<void>;
}

/** A time, in SQL. */
type Moment = RawBuilder<unknown>;
/** Truncated to the precision of the columns: rounded up, it would be in the future. */
const DATABASE_NOW: Moment = sql`date_trunc('milliseconds', now())`;

export interface DispatcherOptions extends NetworkRules {
  /** The clock of the schedule, in SQL: the database's, which all processes share. Tests advance it. */
  clock?: () => Moment;
  random?: () => number;
  deadlineMs?: number;
}

interface ClaimedDelivery {
  organizationId: string;
  id: string;
  eventId: string;
  eventType: string;
  attemptCount: number;
  body: string | null;
  leaseUntil: string;
  claimedAt: string;
  url: string;
  subscriptionId: string;
  sealedSecret: string;
  sealedNextSecret: string | null;
  sealedBetween: SealedSecrets['sealedBetween'];
  rotatesAt: string | null;
  position: number | null;
  epoch: string;
  occurredAt: string | null;
  data: object | null;
  format: WebhookFormat;
  traceParent: string | null;
}

/** Creates and posts deliveries until it is closed: when events happen, and when a retry is due. */
export function startDispatcher(
  database: OpenDatabase,
  events: Pick<EventStream, 'onEvents'>,
  log: Logger,
  options: DispatcherOptions,
): Dispatcher {
  const {
    clock = () => DATABASE_NOW,
    random = Math.random,
    deadlineMs = ANSWER_DEADLINE_MS,
    allowPrivateNetworks,
  } = options;
  const stop = new AbortController();
  const inFlight = new Set<Promise<void>>();
  let wanted = false;
  let lookedAt = performance.now();
  let turning: Promise<void> | undefined;

  function wake(): void {
    wanted = true;
    turning ??= turns().finally(() => {
      turning = undefined;
      if (wanted && !stop.signal.aborted) wake();
    });
  }

  async function turns(): Promise<void> {
    while (wanted && !stop.signal.aborted) {
      wanted = false;
      try {
        const { claimed, more } = await takeTurn(database.background, clock(), IN_FLIGHT_MAX - inFlight.size);
        lookedAt = performance.now();
        for (const delivery of claimed) begin(delivery);
        wanted ||= more;
      } catch (error) {
        // Another process's turn took longer than the lock timeout: try again next turn.
        const isWaiting = (error as { code?: string }).code === '55P03';
        if (isWaiting) lookedAt = performance.now();
        log[isWaiting ? 'debug' : 'warn']({ err: error }, 'looking for webhook deliveries failed; trying again');
      }
    }
  }

  function begin(delivery: ClaimedDelivery): void {
    const attempt = attemptOf(delivery).catch((error: unknown) =>
      log.warn({ err: error, deliveryId: delivery.id }, 'a webhook attempt could not be recorded; it will be repeated'),
    );
    inFlight.add(attempt);
    void attempt.finally(() => {
      inFlight.delete(attempt);
      // There is capacity at this endpoint again.
      wake();
    });
  }

  async function attemptOf(delivery: ClaimedDelivery): Promise<void> {
    const outcome = await post(delivery);
    // Aborted by this process: that says nothing about the receiver, and another process may retry at once.
    if (outcome.error === 'aborted') return giveBack(database.background, delivery);
    const verdict = decide(outcome, delivery.attemptCount + 1, random);
    await record(database.background, delivery, outcome, { now: clock(), verdict });
  }

  async function post(delivery: ClaimedDelivery): Promise<Outcome> {
    const body = bodyOf(delivery);
    if (body === null) return { error: 'event_no_longer_kept', durationMs: 0 };
    let headers: { [name: string]: string };
    try {
      headers = headersOf(delivery, body, database.vault);
    } catch (error) {
      log.error(
        { err: error, subscriptionId: delivery.subscriptionId },
        'the signing secret does not open: give back the key that it was sealed with (SECRETS_KEY), or rotate it',
      );
      return { error: 'secret_unreadable', durationMs: 0 };
    }
    return continuing(delivery, tracing =>
      deliver({
        url: delivery.url,
        headers: { ...headers, ...tracing },
        body,
        signal: stop.signal,
        deadlineMs,
        allowPrivateNetworks,
      }),
    );
  }

  /** Most looks find nothing: those need no turn. */
  const endLooking = database.looks.add({
    condition: () => hasWork(clock()),
    checked(found) {
      if (found) wake();
      else lookedAt = performance.now();
    },
  });
  events.onEvents(wake);
  wake();
  return {
    wake,
    isWorking: () => performance.now() - lookedAt < IDLE_MAX_MS,
    async close() {
      stop.abort();
      await Promise.all([endLooking(), turning]);
      await Promise.all(inFlight);
    },
  };
}

/** What is posted: a sample's own body, else the event in the subscription's format; null if it is no longer kept. */
function bodyOf({ body, data, format, ...delivery }: ClaimedDelivery): string | null {
  if (body !== null || data === null) return body;
  return WRITTEN[format].body({
    id: delivery.eventId,
    type: delivery.eventType,
    position: delivery.position!,
    epoch: delivery.epoch,
    occurredAt: delivery.occurredAt!,
    organizationId: delivery.organizationId,
    data,
  });
}

/** The signed headers of an attempt. Throws if the subscription's secret does not open. */
function headersOf(delivery: ClaimedDelivery, body: string, vault: OpenDatabase['vault']): { [name: string]: string } {
  const sealed: SealedSecrets = { ...delivery, id: delivery.subscriptionId };
  return deliveryHeaders({
    webhookId: delivery.eventId,
    // By the database's clock: receivers refuse what seems to be old, and this machine's clock may be wrong.
    sentAt: new Date(Date.parse(delivery.leaseUntil) - LEASE_SECONDS * 1000),
    body,
    secrets: secretsOf(sealed, vault, new Date(delivery.claimedAt)),
    event: delivery.eventType,
    deliveryId: delivery.id,
    contentType: WRITTEN[delivery.format].contentType,
  });
}

/** The attempt as a span of the trace that the event belongs to, which the receiver may continue. */
function continuing(
  { organizationId, id, eventType, traceParent }: ClaimedDelivery,
  attempt: (headers: { [name: string]: string }) => Promise<Outcome>,
): Promise<Outcome> {
  if (traceParent === null) return attempt({});
  const attributes = {
    'stockwright.organization_id': organizationId,
    'stockwright.delivery_id': id,
    'stockwright.event_type': eventType,
  };
  const parent = continued({ traceparent: traceParent });
  return spanned(
    `deliver ${eventType}`,
    { kind: SpanKind.CLIENT, attributes },
    async span => {
      const outcome = await attempt(traceHeaders());
      if (outcome.statusCode !== undefined) span.setAttribute('http.response.status_code', outcome.statusCode);
      if (outcome.error !== undefined) span.setAttribute('error.type', outcome.error);
      return outcome;
    },
    parent,
  );
}

/** Whether there are events that were not looked at, or deliveries that are due. */
const hasWork = (now: Moment) => sql`
  (coalesce((select max(sequence) from events) > coalesce((select max(sequence) from webhook_progress), 0), false)
    or exists (select from webhook_deliveries where next_attempt_at <= ${now}))`;

/**
 * One process at a time creates deliveries and claims due ones, so that nothing is created twice and no endpoint gets
 * more than its share.
 */
async function takeTurn(db: Db, now: Moment, room: number): Promise<{ claimed: ClaimedDelivery[]; more: boolean }> {
  return db.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.deliveries)})`.execute(transaction);
    const more = await makeDeliveries(transaction, now);
    return { claimed: room > 0 ? await claim(transaction, now, room) : [], more };
  });
}

/** A delivery per event and active subscription, created in the transaction that records the progress: exactly one. */
async function makeDeliveries(transaction: Db, now: Moment): Promise<boolean> {
  const { rows } = await sql<{ last: number; events: number }>`
    with progress as (select coalesce(max(sequence), 0) as sequence from webhook_progress)
    select coalesce(max(sequence), 0) as last, count(*) as events
    from (select sequence from events where sequence > (select sequence from progress) order by sequence
        limit ${EVENTS_AT_ONCE}) fresh`.execute(transaction);
  const { last, events } = rows[0]!;
  if (events === 0) return false;
  const { rows: pairs } = await sql<{
    organizationId: string;
    subscriptionId: string;
    eventId: string;
    eventType: string;
  }>`
    select e.organization_id as "organizationId", s.id as "subscriptionId", e.id as "eventId", e.type as "eventType"
    from events e
    join webhook_subscriptions s on s.organization_id = e.organization_id and s.active and e.type = any(s.events)
      and ${passes(sql`s.filter`, sql`e.type`, sql`e.data`)}
    where e.sequence > coalesce((select max(sequence) from webhook_progress), 0) and e.sequence <= ${last}
    order by e.sequence`.execute(transaction);
  if (pairs.length > 0) {
    const column = (name: keyof (typeof pairs)[number]) => pairs.map(pair => pair[name]);
    await sql`
      insert into webhook_deliveries (organization_id, id, created_at, updated_at, subscription_id, event_id,
          event_type, status, next_attempt_at, attempt_count)
      select organization_id, id, now(), now(), subscription_id, event_id, event_type, 'pending', ${now}, 0
      from unnest(${column('organizationId')}::uuid[], ${pairs.map(() => newId())}::uuid[],
          ${column('subscriptionId')}::uuid[], ${column('eventId')}::uuid[], ${column('eventType')}::text[])
        as made (organization_id, id, subscription_id, event_id, event_type)`.execute(transaction);
  }
  await sql`insert into webhook_progress (id, sequence)
    values (1, ${last}) on conflict (id) do update set sequence = excluded.sequence`.execute(transaction);
  return events === EVENTS_AT_ONCE;
}

/**
 * Makes the deliveries of all events so far, and passes over those up to this sequence: events of an organization that
 * moves here, which another database has delivered.
 */
export const passOver = (db: Db, sequence = 0): Promise<void> =>
  db.transaction().execute(async transaction => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCKS.deliveries)})`.execute(transaction);
    while (await makeDeliveries(transaction, DATABASE_NOW));
    await sql`
      insert into webhook_progress as p (id, sequence) values (1, ${sequence})
      on conflict (id) do update set sequence = greatest(p.sequence, excluded.sequence)`.execute(transaction);
  });

/**
 * Leases due deliveries, at most five in flight per endpoint and a hundred per organization, so that a slow endpoint
 * takes no capacity from others.
 */
async function claim(transaction: Db, now: Moment, room: number): Promise<ClaimedDelivery[]> {
  const { rows } = await sql<ClaimedDelivery>`
    with endpoints as (
      select s.* from webhook_subscriptions s join (
        select distinct organization_id, subscription_id from webhook_deliveries where next_attempt_at <= ${now}
      ) due on due.organization_id = s.organization_id and due.subscription_id = s.id
    ), busy as (
      select l.organization_id, count(*) as deliveries from webhook_deliveries l
      where l.lease_until >= now() group by l.organization_id
    ), ready as (
      select d.*, row_number() over (partition by d.organization_id order by d.next_attempt_at, d.id) as place
      from endpoints s cross join lateral (
        select d.organization_id, d.id, d.next_attempt_at from webhook_deliveries d
        where d.organization_id = s.organization_id and d.subscription_id = s.id and d.next_attempt_at <= ${now}
          and (s.active or d.body is not null)
          and coalesce(d.lease_until < now(), true)
        order by d.next_attempt_at, d.id
        limit greatest(0, ${IN_FLIGHT_PER_ENDPOINT} - (select count(*) from webhook_deliveries l
              where l.subscription_id = s.id and l.lease_until >= now()))
        for update skip locked
      ) d
    ), chosen as (
      select d.organization_id, d.id from ready d left join busy b on b.organization_id = d.organization_id
      where d.place <= ${IN_FLIGHT_PER_ORGANIZATION} - coalesce(b.deliveries, 0)
      order by d.next_attempt_at limit ${room}
    ), leased as (
      update webhook_deliveries d
      set lease_until = now() + ${sql.lit(LEASE_SECONDS)} * interval '1 second' from chosen c
      where d.organization_id = c.organization_id and d.id = c.id
      returning d.*
    )
    select d.organization_id as "organizationId", d.id, d.event_id as "eventId", d.event_type as "eventType",
      d.attempt_count as "attemptCount", d.body, d.lease_until as "leaseUntil", ${now} as "claimedAt",
      s.url, s.format, s.id as "subscriptionId", s.sealed_secret as "sealedSecret",
      s.sealed_next_secret as "sealedNextSecret", s.sealed_between as "sealedBetween", s.rotates_at as "rotatesAt",
      e.position, ${EPOCH} as epoch, e.occurred_at as "occurredAt", e.data, e.trace_parent as "traceParent"
    from leased d
    join webhook_subscriptions s on s.organization_id = d.organization_id and s.id = d.subscription_id
    left join events e on e.organization_id = d.organization_id and e.id = d.event_id`.execute(transaction);
  return rows;
}

const giveBack = async (db: Db, { organizationId, id, leaseUntil }: ClaimedDelivery): Promise<void> => {
  await sql`update webhook_deliveries set lease_until = null
    where organization_id = ${organizationId} and id = ${id} and lease_until = ${leaseUntil}`.execute(db);
};

/** Records the outcome of an attempt, for the delivery and for its subscription. */
async function record(
  db: Db,
  delivery: ClaimedDelivery,
  outcome: Outcome,
  { now, verdict }: { now: Moment; verdict: Verdict },
): Promise<void> {
  const { organizationId, id, subscriptionId } = delivery;
  const next = verdict.status === 'retrying' ? sql`${now} + ${verdict.delayMs} * interval '1 millisecond'` : null;
  const at = sql`${now} - ${outcome.durationMs} * interval '1 millisecond'`;
  await db.transaction().execute(async transaction => {
    const { numAffectedRows } = await sql`
      update webhook_deliveries
      set status = ${verdict.status}, attempt_count = attempt_count + 1, next_attempt_at = ${next},
        lease_until = null, updated_at = now(),
        delivered_at = ${verdict.status === 'delivered' ? now : null}
      where organization_id = ${organizationId} and id = ${id} and status in ('pending', 'retrying')`.execute(
      transaction,
    );
    // Its subscription was removed in the meantime, or another process had taken over and finished it.
    if (!numAffectedRows) return;
    await sql`
      insert into webhook_attempts (organization_id, id, created_at, updated_at, delivery_id, at,
          status_code, error, duration_ms)
      values (${organizationId}, ${newId()}, now(), now(), ${id}, ${at}, ${outcome.statusCode ?? null},
          ${outcome.error ?? null}, ${outcome.durationMs})`.execute(transaction);
    if (verdict.status === 'delivered') {
      await sql`update webhook_subscriptions set failing_since = null, updated_at = now()
        where organization_id = ${organizationId} and id = ${subscriptionId} and failing_since is not null`.execute(
        transaction,
      );
      return;
    }
    const { rows } = await sql<{ failingSince: string; now: string }>`
      update webhook_subscriptions set failing_since = coalesce(failing_since, ${at}),
        updated_at = case when failing_since is null then now() else updated_at end
      where organization_id = ${organizationId} and id = ${subscriptionId}
      returning failing_since as "failingSince", ${now} as now`.execute(transaction);
    const gone = verdict.status === 'failed' && verdict.gone;
    if (!gone && !(rows[0] && hasFailedTooLong(new Date(rows[0].failingSince), new Date(rows[0].now)))) return;
    await sql`
      update webhook_subscriptions
      set active = false, deactivated_reason = ${gone ? 'gone' : 'failing'}, deactivated_at = now(), updated_at = now()
      where organization_id = ${organizationId} and id = ${subscriptionId} and active`.execute(transaction);
  });
}
