import { sql } from 'kysely';
import type { Db } from '../kernel/unit.ts';
import { LOCKS } from '../store/locks.ts';
import { announceLowStock, type Fallen, keepMarks, MOVED_LEVEL } from './low-stock.ts';

/**
 * Channel that announces new positions to all processes, by the last sequence that was given. Never notified inside a
 * business transaction: commits would queue up behind it.
 */
export const CHANNEL = 'stockwright_events';

/** Maximum number of events numbered in one round. */
export const ROUND_MAX = 1000;
const ALL = '00000000-0000-0000-0000-000000000000';

/**
 * Waiting events are read in the order of their index, and everything else is found by key. An index scan marks the
 * entries of events that were numbered before as dead; a bitmap scan does not, so each round would visit everything
 * numbered since the last vacuum.
 */
export const IN_ORDER = sql`set_config('enable_bitmapscan', 'off', true), set_config('enable_seqscan', 'off', true)`;

/** Whether something waits for its position. */
export const UNSEQUENCED = sql`exists (select from events where position is null)`;

interface Round {
  numbered: number;
  last: number;
  fallen: Fallen[] | null;
}

/**
 * Numbers the events of one round, announces their positions, and finds the levels that have become low through them.
 * Each event is updated by its whole key: found through the heads, it was looked for among all events of its
 * organization, as long as the planner took the log to be small.
 */
export const NUMBERING = sql<Round>`
  with fresh as materialized (
    select organization_id, id, row_number() over (partition by organization_id order by recorded) as n,
      row_number() over (order by recorded) as m
    from (select organization_id, id, recorded from events where position is null order by recorded
        limit ${ROUND_MAX}) unnumbered
  ), counts as (
    select organization_id, count(*) as total
    from fresh group by organization_id union all select ${ALL}::uuid, count(*) from fresh
  ), heads as (
    insert into event_heads (organization_id, position)
    select c.organization_id, c.total + greatest(h.position,
        (select max(e.position) from events e where e.organization_id = c.organization_id), 0)
    from counts c left join event_heads h on h.organization_id = c.organization_id where c.total > 0
    on conflict (organization_id) do update set position = excluded.position
    returning organization_id, position
  ), places as materialized (
    select fresh.organization_id, fresh.id, heads.position - counts.total + fresh.n as position,
      overall.position - (select total from counts where organization_id = ${ALL}::uuid) + fresh.m as sequence
    from fresh
    join heads on heads.organization_id = fresh.organization_id
    join counts on counts.organization_id = fresh.organization_id
    join heads overall on overall.organization_id = ${ALL}::uuid
  ), numbered as (
    update events e set position = places.position, sequence = places.sequence from places
    where e.organization_id = places.organization_id and e.id = places.id
    returning e.organization_id, e.sequence, ${MOVED_LEVEL}
  ), ${keepMarks(sql`
    select distinct organization_id, variant_id, location_id from numbered where variant_id is not null`)}
  select count(*) as numbered, max(sequence) as last, (select json_agg(fallen) from fallen) as fallen,
    case when count(*) > 0 then pg_notify(${CHANNEL}, max(sequence)::text) end as announced
  from numbered`;

/**
 * Gives positions to committed events that have none: gap-free per organization, and in one sequence over all. One
 * process at a time, by an advisory lock that ends with its transaction, so a killed sequencer blocks nobody. A cursor
 * based on ids or times would miss late commits; a position is assigned only to what is committed. An organization's
 * next position is after all of its events, whatever its head says: giving one a second time would fail the round, and
 * so number nobody's events. Returns how many it numbered, the last sequence that it gave, and whether it left some for
 * the next round.
 */
export async function sequence(db: Db): Promise<{ numbered: number; last: number; more: boolean }> {
  return db.transaction().execute(async transaction => {
    const locked = sql`select ${IN_ORDER}, pg_advisory_xact_lock(${sql.lit(LOCKS.sequencing)})`.execute(transaction);
    // In the same packet: it runs only once the lock is held.
    const numbering = NUMBERING.execute(transaction);
    const [, { rows }] = await Promise.all([locked, numbering]);
    const { numbered, last, fallen } = rows[0]!;
    if (numbered === 0) return { numbered, last: 0, more: false };
    // Low-stock events get their positions in the next round.
    if (fallen) await announceLowStock(transaction, fallen);
    return { numbered, last, more: fallen !== null || numbered === ROUND_MAX };
  });
}
