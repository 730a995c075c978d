import { setTimeout as sleep } from 'node:timers/promises';
import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import { refuse } from '../../../kernel/errors.ts';
import type { Reading } from '../../../kernel/operation.ts';
import type { Database, Db } from '../../../kernel/unit.ts';
import { allOf, type Condition } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { dailyDemand } from '../demand.ts';
import { dayOf, sinceDays, TODAY } from '../reports/days.ts';

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
const FADING = sql.lit(0.95);
/** A week counts if it was in stock on this many days. */
const IN_STOCK_DAYS_MIN = 4;
/** For how many days a forecast is used. */
export const FORECAST_DAYS = 7;
const OUTBOUND = sql`('order_fulfilled', 'transfer_out', 'production_consumed')`;

const samePlace = (a: string, b: string) =>
  sql.raw(
    `${b}.organization_id = ${a}.organization_id and ${b}.variant_id = ${a}.variant_id and ${b}.location_id = ${a}.location_id`,
  );
const weightOf = (week: RawBuilder<unknown>) => sql`power(${FADING}, ${week} - 1)`;

/**
 * Mean of a day, from a pattern `d` and what was sold today, which then counts as a day. If it was hardly in stock
 * lately, the weeks before that are used.
 */
export const dayMean = (soldToday?: RawBuilder<unknown>) => {
  const recent = soldToday
    ? sql`(d.recent + ${soldToday}) * 7 / (d.recent_days + 1)`
    : sql`d.recent * 7 / greatest(1, d.recent_days)`;
  return sql`(case when d.recent_days < 3 and d.weight > 0 then d.week_mean else (${recent} + d.week_mean * d.weight * ${FADING}) / (1 + d.weight * ${FADING}) end / 7)`;
};

/**
 * Necessary for a spike or a drop of demand: an improbable week is three deviations above the mean, or a silence that
 * chance causes once in a thousand.
 */
const isOdd = sql`((d.recent_own >= 3 and d.weeks >= 4 and d.recent_own > d.own_share * (d.week_mean + 3 * sqrt(d.week_variance)))
  or (d.last_day < ${TODAY} - 7 and power(1 - d.sale_days / (d.last_day - d.first_day + 2.0::float8), ${TODAY} - d.last_day - 1) < 0.001))`;

/** The patterns of all locations with outgoing stock, or of those that `also` names (by the alias `s`). */
const patterns = (also: readonly Condition[]): RawBuilder<unknown> => sql`
  with moved as (
    select organization_id, variant_id, location_id from (
      select s.organization_id, s.variant_id, s.location_id from ledger_entries s where ${ofTenant('s')} and s.entry_type in ${OUTBOUND} and s.created_at >= ${sinceDays(UNMOVED_DAYS)} and ${allOf(also)}
      union all
      select s.organization_id, s.variant_id, s.location_id from demand_history s where ${ofTenant('s')} and s.quantity > 0 and s.date > ${TODAY} - ${UNMOVED_DAYS}::int and ${allOf(also)}) m
    group by organization_id, variant_id, location_id),
  weekly as materialized (
    select variant_id, location_id, (${TODAY} - day) / 7 as week, sum(quantity) as units, sum(own) as own, count(*) as sale_days, min(day) as first_day, max(day) as last_day
    from (${dailyDemand(DAYS, also)}) d where day < ${TODAY} group by 1, 2, 3),
  sold as materialized (
    select variant_id, location_id, min(first_day) as first_day, max(last_day) as last_day, sum(sale_days) as sale_days, sum(own) / nullif(sum(units), 0) as own_share, (${TODAY} - min(first_day)) / 7 as weeks
    from weekly group by variant_id, location_id),
  empty as materialized (
    select s.variant_id, s.location_id, ${dayOf(sql`s.created_at`)} as from_day, coalesce(${dayOf(sql`n.created_at`)}, ${TODAY}) as until_day
    from ledger_entries s left join ledger_entries n on ${ofTenant('n')} and ${samePlace('s', 'n')} and n.sequence = s.sequence + 1
    where ${ofTenant('s')} and s.quantity_on_hand_after <= 0 and s.created_at >= ${sinceDays(DAYS)} and ${allOf(also)}),
  missed as (
    select variant_id, location_id, ago / 7 as week, count(distinct ago) as days
    from empty, generate_series(${TODAY} - until_day + 1, least(${TODAY} - from_day - 1, ${DAYS}::int)) ago group by 1, 2, 3),
  masked as (
    select m.variant_id, m.location_id, sum(case when m.week = 0 then m.days end) as recent_days,
      count(*) filter (where m.week between 1 and s.weeks and m.days > ${7 - IN_STOCK_DAYS_MIN}::int) as weeks,
      coalesce(sum(${weightOf(sql`m.week`)}) filter (where m.week between 1 and s.weeks and m.days > ${7 - IN_STOCK_DAYS_MIN}::int), 0) as weight
    from missed m join sold s on s.variant_id = m.variant_id and s.location_id = m.location_id group by m.variant_id, m.location_id),
  known as (
    select w.variant_id, w.location_id, sum(w.units) filter (where w.week = 0) as recent, sum(w.own) filter (where w.week = 0) as recent_own,
      sum(w.units * ${weightOf(sql`w.week`)}) filter (where w.week > 0) as all_units, sum(w.units * w.units * ${weightOf(sql`w.week`)}) filter (where w.week > 0) as all_squares,
      sum(w.units * 7 / (7 - coalesce(m.days, 0)) * ${weightOf(sql`w.week`)}) filter (where w.week > 0 and coalesce(m.days, 0) <= ${7 - IN_STOCK_DAYS_MIN}::int) as units,
      sum(power(w.units * 7 / (7 - coalesce(m.days, 0)), 2) * ${weightOf(sql`w.week`)}) filter (where w.week > 0 and coalesce(m.days, 0) <= ${7 - IN_STOCK_DAYS_MIN}::int) as squares
    from weekly w left join missed m on m.variant_id = w.variant_id and m.location_id = w.location_id and m.week = w.week group by w.variant_id, w.location_id),
  weighed as (
    select s.*, k.recent, k.recent_own, k.all_units, k.all_squares, k.units, k.squares, coalesce(m.recent_days, 0) as missed_days, coalesce(m.weeks, 0) as masked_weeks, coalesce(m.weight, 0) as masked,
      (1 - power(${FADING}, s.weeks)) / (1 - ${FADING}) as weight
    from sold s join known k on k.variant_id = s.variant_id and k.location_id = s.location_id left join masked m on m.variant_id = s.variant_id and m.location_id = s.location_id),
  -- Where hardly a week is known, all of them have to do.
  chosen as (
    select variant_id, location_id, first_day, last_day, sale_days, own_share, recent, recent_own, missed_days,
      case when is_known then weeks - masked_weeks else weeks end as weeks, case when is_known then weight - masked else weight end as weight,
      case when is_known then units else all_units end as units, case when is_known then squares else all_squares end as squares
    from (select *, units > 0 and masked_weeks < weeks as is_known from weighed) w),
  figures as (
    select variant_id, location_id, first_day, last_day, sale_days, own_share, coalesce(recent, 0) as recent, coalesce(recent_own, 0) as recent_own, 6 - least(6, missed_days) as recent_days, weeks, weight,
      coalesce(units / nullif(weight, 0), 0) as week_mean, greatest(coalesce(units / nullif(weight, 0), 0), coalesce(squares / nullif(weight, 0) - power(units / nullif(weight, 0), 2), 0)) as week_variance
    from chosen)
  select m.organization_id, m.variant_id, m.location_id, ${TODAY} - 1 as through, d.first_day, d.last_day, coalesce(d.sale_days, 0) as sale_days, coalesce(d.recent, 0) as recent, coalesce(d.recent_own, 0) as recent_own,
    coalesce(d.recent_days, 6) as recent_days, coalesce(d.weeks, 0) as weeks, coalesce(d.weight, 0) as weight, coalesce(d.week_mean, 0) as week_mean,
    coalesce(d.week_variance, 0) as week_variance, greatest(coalesce(${dayMean()}, 0), (select max((t ->> 'mean')::float8 / (t ->> 'days')::float8) from jsonb_array_elements(f.totals) t)) as day_mean,
    coalesce(d.own_share, 1) as own_share, coalesce(${isOdd}, false) as is_odd, e.emptied_on
  from moved m left join figures d on d.variant_id = m.variant_id and d.location_id = m.location_id
  left join (select variant_id, location_id, max(from_day) as emptied_on from empty group by variant_id, location_id) e on e.variant_id = m.variant_id and e.location_id = m.location_id
  left join forecasts f on ${ofTenant('f')} and f.variant_id = m.variant_id and f.location_id = m.location_id and f.starts_on > ${TODAY} - ${FORECAST_DAYS}::int`;

/**
 * Whether the patterns of an organization are today's. Where nothing ever went out there are none, and computing them
 * is quick.
 */
const areCurrent = async (db: Db): Promise<boolean> =>
  (
    await sql`select 1 from demand_patterns where ${ofTenant('demand_patterns')} and through = ${TODAY} - 1 limit 1`.execute(
      db,
    )
  ).rows.length > 0;

const lockOf = (organizationId: string) => sql`hashtextextended(${`demand patterns of ${organizationId}`}, 0)`;

async function write(db: Db, also: readonly Condition[]): Promise<void> {
  await sql`delete from demand_patterns s where ${ofTenant('s')} and ${allOf(also)}`.execute(db);
  await sql`
    insert into demand_patterns (organization_id, variant_id, location_id, through, first_day, last_day, sale_days, recent, recent_own, recent_days, weeks, weight, week_mean, week_variance, day_mean, own_share, is_odd, emptied_on)
    ${patterns(also)}`.execute(db);
}

/**
 * Variants whose patterns are written by one statement: at ten locations each a second of processor time, so that on a
 * busy machine too the statement ends long before its time limit. All at once would take a third less processor time.
 */
const CHUNK = 1000;

async function writeAll(db: Db): Promise<void> {
  const { rows: firsts } = await sql<{
    id: string;
  }>`select id from (select id, row_number() over (order by id) as n from variants where ${ofTenant('variants')}) v where n % ${CHUNK}::int = 1 order by id`.execute(
    db,
  );
  for (const [index, { id }] of firsts.entries()) {
    const next = firsts[index + 1]?.id;
    await write(db, [sql`s.variant_id >= ${id}`, ...(next ? [sql`s.variant_id < ${next}`] : [])]);
  }
}

const WAIT_MS = 20_000;
const POLL_MS = 200;

/**
 * Makes sure that the patterns are today's. The first request for insights on a day pays for it, unless the chore came
 * first.
 */
export async function keepPatterns(database: Database, organizationId: string): Promise<void> {
  for (const deadline = performance.now() + WAIT_MS; ; await sleep(POLL_MS)) {
    if (await areCurrent(database.read(organizationId))) return;
    const isDone = await database.transaction(organizationId, 'system', async ({ db }) => {
      const { rows } = await sql<{
        free: boolean;
      }>`select pg_try_advisory_xact_lock(${lockOf(organizationId)}) as free`.execute(db);
      if (!rows[0]!.free) return false;
      if (!(await areCurrent(db))) await writeAll(db);
      return true;
    });
    if (isDone) return;
    if (performance.now() > deadline) refuse('unavailable', 'Demand is being computed; try again shortly.');
  }
}

/**
 * Where today's patterns can be read after they were stored: with everything else, unless that is a replica that does
 * not have them yet.
 */
export async function withPatterns({ db, caller, organizationId }: Reading): Promise<Db> {
  await keepPatterns(caller.database, organizationId);
  return (await areCurrent(db)) ? db : caller.database.read(organizationId);
}

/** Recomputes the patterns of some variants, in the transaction in which their history changed. */
export async function renewPatterns(db: Db, organizationId: string, variantIds: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lockOf(organizationId)})`.execute(db);
  if (await areCurrent(db)) await write(db, [sql`s.variant_id in (select unnest(${variantIds}::uuid[]))`]);
}

/** Stores the patterns of every organization, so that nobody has to wait for them. For the chores. */
export async function refreshPatterns(database: Database & { system: Db }): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from organizations where moving is null order by id`.execute(
    database.system,
  );
  for (const { id } of rows) await keepPatterns(database, id);
}
