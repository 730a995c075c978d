import { setTimeout as sleep } from 'node:timers/promises';
import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../../kernel/errors.ts';
import type { Reading } from '../../../kernel/operation.ts';
import type { Database, Db } from '../../../kernel/unit.ts';
import { onceADay } from '../../../store/one-by-one.ts';
import { allOf, type Condition } from '../../../store/rows.ts';
import { ofTenant, TENANT } from '../../../store/tenant.ts';
import { dailyDemand } from '../demand.ts';
import { dayOf, sinceDays, TODAY } from '../reports/days.ts';
import { forgetScreened } from './screened.ts';

/*
 * The sales pattern of each location, computed once a day through yesterday: summing up months of a large ledger takes
 * seconds, and only today's part can change until tomorrow. Days without stock say nothing about demand and are left
 * out.
 */

const DemandPatternSchema = defineEntity({
  name: 'DemandPattern',
  tableName: 'demand_patterns',
  comment:
    'Demand and movements of a variant at a location up to yesterday. Computed anew every day; used by insights and plans.',
  properties: {
    organizationId: p.uuid().primary(),
    variantId: p.uuid().primary(),
    locationId: p.uuid().primary(),
    through: p.date().comment('The last day that is in it. Only a pattern through yesterday is used.'),
    firstDay: p.date().nullable().comment('The first day with a sale, of the last 126.'),
    lastDay: p.date().nullable().comment('The last one.'),
    saleDays: p.integer().comment('Days with a sale.'),
    recent: p.double().comment('Sold in the last six days.'),
    recentOwn: p.double().default(0).comment('Of that, what was sold or wasted here.'),
    recentDays: p.integer().comment('How many of those days it was in stock.'),
    weeks: p.integer().comment('Known weeks before that: in stock on four days at least.'),
    weight: p.double().comment('The weight of those weeks: each counts .95 of the one after it.'),
    weekMean: p.double().comment('Weighted mean of a known week.'),
    weekVariance: p.double().comment('Weighted variance of a known week, at least its mean.'),
    dayMean: p.double().comment('Mean of a day, the last six included; that of the forecast where it is more.'),
    ownShare: p
      .double()
      .default(1)
      .comment(
        'Share of that demand that is sold or wasted here; the rest follows from production and from places it feeds.',
      ),
    leavingShare: p
      .double()
      .default(1)
      .comment('Share of that demand that does not go to places it feeds, where it is demand once more.'),
    isOdd: p.boolean().comment('Whether its last days may differ from the weeks before.'),
    emptiedOn: p.date().nullable().comment('The last day on which nothing was left, of the last 126.'),
  },
});
export class DemandPattern extends DemandPatternSchema.class {}
DemandPatternSchema.setClass(DemandPattern);

/** The periods considered for demand (18 weeks, the last of them ending today) and for movement of any kind. */
const DAYS = 126;
export const UNMOVED_DAYS = 180;
/** The weight of a week relative to the one after it: docs/forecasting.md, "Insights by formula". */
const FADING = sql`0.95::float8`;
/** A week counts if it was in stock on this many days. */
const IN_STOCK_DAYS_MIN = 4;
/** For how many days a forecast is used. */
export const FORECAST_DAYS = 7;
const OUTBOUND = sql`('order_fulfilled', 'transfer_out', 'production_consumed')`;

const samePlace = (a: string, b: string) =>
  sql.raw(
    `${b}.organization_id = ${a}.organization_id and ${b}.variant_id = ${a}.variant_id and ${b}.location_id = ${a}.location_id`,
  );

/**
 * Mean of a day, from a pattern `d` and what was sold today, which then counts as a day. If it was hardly in stock
 * lately, the weeks before that are used.
 */
export const dayMean = (soldToday?: RawBuilder<unknown>) => {
  const recent = soldToday
    ? sql`(d.recent + ${soldToday}) * 7 / (d.recent_days + 1)`
    : sql`d.recent * 7 / greatest(1, d.recent_days)`;
  return sql`(case when d.recent_days < 3 and d.weight > 0 then d.week_mean
        else (${recent} + d.week_mean * d.weight * ${FADING}) / (1 + d.weight * ${FADING}) end / 7)`;
};

/**
 * Necessary for a spike or a drop of demand: an improbable week is three deviations above the mean, or a silence that
 * chance causes once in a thousand.
 */
const isOdd = sql`((d.recent_own >= 3 and d.weeks >= 4
      and d.recent_own > d.own_share * (d.week_mean + 3 * sqrt(d.week_variance)))
  or (d.last_day < ${TODAY} - 7
        and power(1 - d.sale_days / (d.last_day - d.first_day + 2.0::float8), ${TODAY} - d.last_day - 1) < 0.001))`;

/** Each time that goods went out lately: nothing else has a pattern. */
const movedOf = (also: readonly Condition[]): RawBuilder<unknown> => sql`
  select s.variant_id, s.location_id from ledger_entries s where ${ofTenant('s')} and s.entry_type in ${OUTBOUND}
    and s.created_at >= ${sinceDays(UNMOVED_DAYS)} and ${allOf(also)}
  union all
  select s.variant_id, s.location_id from demand_history s
    where ${ofTenant('s')} and s.quantity > 0 and s.date > ${TODAY} - ${UNMOVED_DAYS}::int and ${allOf(also)}`;

/**
 * The patterns of all locations with outgoing stock, or of those that `also` names (by the alias `s`). All facts about
 * a place are combined by `union all` and then grouped, first by week: the planner expects only a few rows from joins
 * of grouped rows, and a nested loop over 10,000 x 10,000 never ends.
 */
const patterns = (also: readonly Condition[]): RawBuilder<unknown> => sql`
  with empty as materialized (
    select s.variant_id, s.location_id, ${dayOf(sql`s.created_at`)} as from_day,
      coalesce((select ${dayOf(sql`n.created_at`)} from ledger_entries n
      where ${ofTenant('n')} and ${samePlace('s', 'n')} and n.sequence = s.sequence + 1), ${TODAY}) as until_day
    from ledger_entries s where ${ofTenant('s')} and s.quantity_on_hand_after <= 0
        and s.created_at >= ${sinceDays(DAYS)} and ${allOf(also)}),
  facts as (
    select variant_id, location_id, (${TODAY} - day) / 7 as week, quantity as units, own, leaving, day,
      null::int as missed, null::date as emptied_on, null::boolean as has_moved
    from (${dailyDemand(DAYS, also)}) d where day < ${TODAY}
    union all
    select variant_id, location_id, ago / 7, null, null, null, null, count(distinct ago), null, null
    from empty, generate_series(${TODAY} - until_day + 1, least(${TODAY} - from_day - 1, ${DAYS}::int)) ago
    group by 1, 2, 3
    union all
    select variant_id, location_id, null, null, null, null, null, null, max(from_day), null
    from empty group by variant_id, location_id
    union all
    select variant_id, location_id, null, null, null, null, null, null, null, true from (${movedOf(also)}) m
    group by variant_id, location_id),
  weekly as (
    select variant_id, location_id, week, sum(units) as units, sum(own) as own, sum(leaving) as leaving,
      count(day) as sale_days, min(day) as first_day, max(day) as last_day,
      coalesce(sum(missed), 0) as missed, coalesce(sum(missed), 0) > ${7 - IN_STOCK_DAYS_MIN}::int as is_masked,
      max(emptied_on) as emptied_on, bool_or(has_moved) as has_moved,
      power(${FADING}, week - 1) as weight,
      max(max(case when units is not null then week end)) over (partition by variant_id, location_id) as weeks
    from facts group by variant_id, location_id, week),
  known as (
    select variant_id, location_id, min(first_day) as first_day,
      max(last_day) as last_day, sum(sale_days) as sale_days, sum(own) / nullif(sum(units), 0) as own_share,
      sum(leaving) / nullif(sum(units), 0) as leaving_share, max(weeks) as weeks,
      (1 - power(${FADING}, max(weeks))) / (1 - ${FADING}) as weight, max(emptied_on) as emptied_on,
      bool_or(has_moved) as has_moved,
      coalesce(sum(units) filter (where week = 0), 0) as recent, coalesce(sum(own) filter (where week = 0),
          0) as recent_own, coalesce(sum(missed) filter (where week = 0), 0) as missed_days,
      count(*) filter (where is_masked and week between 1 and weeks) as masked_weeks,
      coalesce(sum(weight) filter (where is_masked and week between 1 and weeks), 0) as masked,
      sum(units * weight) filter (where week > 0) as all_units, sum(units * units * weight)
        filter (where week > 0) as all_squares,
      sum(units * 7 / (7 - missed) * weight) filter (where week > 0 and not is_masked) as units,
      sum(power(units * 7 / (7 - missed), 2) * weight) filter (where week > 0 and not is_masked) as squares
    from weekly group by variant_id, location_id),
  -- Where hardly a week is known, all of them have to do.
  chosen as (
    select variant_id, location_id, first_day, last_day, sale_days, own_share, leaving_share, recent, recent_own,
      missed_days, emptied_on, has_moved,
      case when is_known then weeks - masked_weeks else weeks end as weeks,
      case when is_known then weight - masked else weight end as weight,
      case when is_known then units else all_units end as units,
      case when is_known then squares else all_squares end as squares
    from (select *, units > 0 and masked_weeks < weeks as is_known from known) w),
  figures as (
    select variant_id, location_id, first_day, last_day,
      sale_days, coalesce(own_share, 1) as own_share, coalesce(leaving_share, 1) as leaving_share, recent, recent_own,
      case when weeks is null then 6 else 6 - least(6, missed_days) end as recent_days,
      coalesce(weeks, 0) as weeks, coalesce(weight, 0) as weight,
      coalesce(units / nullif(weight, 0), 0) as week_mean, emptied_on,
      greatest(coalesce(units / nullif(weight, 0), 0),
          coalesce(squares / nullif(weight, 0) - power(units / nullif(weight, 0), 2), 0)) as week_variance
    from chosen where has_moved)
  select ${TENANT}, d.variant_id, d.location_id, ${TODAY} - 1 as through, d.first_day, d.last_day, d.sale_days,
    d.recent, d.recent_own, d.recent_days, d.weeks, d.weight, d.week_mean, d.week_variance,
    greatest(${dayMean()}, (select max((t ->> 'mean')::float8 / (t ->> 'days')::float8)
          from jsonb_array_elements(f.totals) t)) as day_mean,
    d.own_share, d.leaving_share, coalesce(${isOdd}, false) as is_odd, d.emptied_on
  from figures d
  left join forecasts f on ${ofTenant('f')} and f.variant_id = d.variant_id and f.location_id = d.location_id
    and f.starts_on > ${TODAY} - ${FORECAST_DAYS}::int`;

/** `none`: there are no patterns, and nothing has gone out that there would be any of. */
type State = 'current' | 'none' | 'stale';

/**
 * Whether the patterns of an organization are today's: they are all of one day. The first by its key, or the patterns
 * of all organizations might be read for it.
 */
const stateOf = async (db: Db): Promise<State> => {
  const { rows } = await sql<{ state: State }>`
    select coalesce(
      (select case when through = ${TODAY} - 1 then 'current' else 'stale' end from demand_patterns
        where ${ofTenant('demand_patterns')} order by organization_id, variant_id, location_id limit 1),
      case when exists (${movedOf([])}) then 'stale' else 'none' end) as state`.execute(db);
  return rows[0]!.state;
};

const lockOf = (organizationId: string) => sql`hashtextextended(${`demand patterns of ${organizationId}`}, 0)`;

async function write(db: Db, also: readonly Condition[]): Promise<void> {
  await sql`delete from demand_patterns s where ${ofTenant('s')} and ${allOf(also)}`.execute(db);
  await sql`
    insert into demand_patterns (organization_id, variant_id, location_id, through, first_day, last_day,
        sale_days, recent, recent_own, recent_days, weeks, weight, week_mean, week_variance, day_mean, own_share,
        leaving_share, is_odd, emptied_on)
    ${patterns(also)}`.execute(db);
  await forgetScreened(db);
}

/**
 * Variants whose patterns are written by one statement: at ten locations each a quarter of a second of processor time,
 * so that on a busy machine too the statement ends long before its time limit.
 */
const CHUNK = 500;

async function writeAll(db: Db): Promise<void> {
  const { rows: firsts } = await sql<{
    id: string;
  }>`select id from (select id, row_number() over (order by id) as n from variants where ${ofTenant('variants')}) v
    where n % ${CHUNK}::int = 1 order by id`.execute(db);
  for (const [index, { id }] of firsts.entries()) {
    const next = firsts[index + 1]?.id;
    await write(db, [sql`s.variant_id >= ${id}`, ...(next ? [sql`s.variant_id < ${next}`] : [])]);
  }
}

const WAIT_MS = 20_000;
const POLL_MS = 200;

/** Computes the patterns unless they are today's, or another is computing them: then they stay `stale` for now. */
async function kept(database: Database, organizationId: string): Promise<State> {
  const found = await stateOf(database.read(organizationId));
  if (found !== 'stale') return found;
  return database.transaction(organizationId, 'system', async ({ db }) => {
    const { rows } = await sql<{
      free: boolean;
    }>`select pg_try_advisory_xact_lock(${lockOf(organizationId)}) as free`.execute(db);
    if (!rows[0]!.free) return 'stale';
    if ((await stateOf(db)) === 'stale') await writeAll(db);
    return 'current';
  });
}

/**
 * Makes sure that the patterns are today's. The first request for insights on a day pays for it, unless the chore came
 * first.
 */
export async function keepPatterns(database: Database, organizationId: string, waitMs = WAIT_MS): Promise<void> {
  for (const deadline = performance.now() + waitMs; ; await sleep(POLL_MS)) {
    if ((await kept(database, organizationId)) !== 'stale') return;
    if (performance.now() > deadline) refuse('unavailable', 'Demand is being computed; try again shortly.');
  }
}

/**
 * Where today's patterns can be read after they were stored: with everything else, unless that is a replica that does
 * not have them yet.
 */
export async function withPatterns({ db, caller, organizationId }: Reading): Promise<Db> {
  await keepPatterns(caller.database, organizationId);
  return (await stateOf(db)) === 'stale' ? caller.database.read(organizationId) : db;
}

/** Recomputes the patterns of some variants, in the transaction in which their history changed. */
export async function renewPatterns(db: Db, organizationId: string, variantIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(organizationId)})`.execute(db);
  if ((await stateOf(db)) === 'current') await write(db, [sql`s.variant_id in (select unnest(${variantIds}::uuid[]))`]);
}

/**
 * For the chores: stores today's patterns of all organizations, so that nobody has to wait for them. Where there are
 * none it looks again: the first goods may go out, or a history be imported.
 */
export const patternsKeeper = () =>
  onceADay(async (database, organizationId) => (await kept(database, organizationId)) === 'current');
