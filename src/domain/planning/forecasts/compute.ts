import { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import type { DemandCalibration, DemandDay, DemandForecast } from '../../../forecasting/demand.ts';
import { refuse } from '../../../kernel/errors.ts';
import { sharesOf, withinShares } from '../../../kernel/shares.ts';
import type { Db } from '../../../kernel/unit.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { dailyDemand, draws } from '../demand.ts';
import { dayOf, TODAY } from '../reports/days.ts';
import type { Work, WorkResult } from './worker.ts';

/*
 * From the ledger to forecasts: reads what was drawn from each location and when nothing could be, and forecasts it on
 * the worker thread.
 */

/** What is forecast: a variant at a location, or everywhere (null). */
export interface Item {
  variantId: string;
  locationId: string | null;
}

export interface History extends Item {
  daily: DemandDay[];
}

/** The key of an item in maps; an item everywhere has one of its own. */
export const keyOf = ({ variantId, locationId }: Item): string => `${variantId} ${locationId ?? ''}`;

/** Three years: the longest history that the engine uses. */
const HISTORY_DAYS = 1096;

interface DemandOfDay {
  variantId: string;
  locationId: string;
  date: string;
  quantity: number;
  /** Without moves between places. */
  leaving: number;
}

/** The histories of these variants up to yesterday: everywhere, and at each location that has one. */
export async function historiesOf(db: Db, variantIds: readonly string[]): Promise<Map<string, History>> {
  const demand = await sql<DemandOfDay>`
    select variant_id as "variantId", location_id as "locationId", day as date, quantity, leaving
    from (${dailyDemand(HISTORY_DAYS, [sql`s.variant_id = any(${variantIds})`])}) d
    where day < ${TODAY} order by day`.execute(db);
  const places = await sql<{ variantId: string; locationId: string; from: string; out: string[] }>`
    select l.variant_id as "variantId", l.location_id as "locationId", ${dayOf(sql`l.first_moved_at`)} as from, array(
      select to_char(day, 'YYYY-MM-DD') from (
        select e.created_at, e.quantity_on_hand_after, lead(e.created_at, 1, now()) over (order by e.sequence) as until
        from ledger_entries e
        where e.organization_id = l.organization_id and e.variant_id = l.variant_id
            and e.location_id = l.location_id) e,
        generate_series(greatest(${dayOf(sql`e.created_at`)} + 1, ${TODAY} - ${HISTORY_DAYS}::int),
            ${dayOf(sql`e.until`)} - 1, interval '1 day') day
      where e.quantity_on_hand_after <= 0) as out
    from inventory_levels l
    where ${ofTenant('l')} and l.variant_id = any(${variantIds}) and l.first_moved_at is not null`.execute(db);
  const histories = new Map<string, History>();
  const historyOf = (item: Item): History => {
    const known = histories.get(keyOf(item));
    if (known) return known;
    const made = { variantId: item.variantId, locationId: item.locationId, daily: [] };
    histories.set(keyOf(item), made);
    return made;
  };
  for (const { variantId, locationId, date, quantity, leaving } of demand.rows) {
    historyOf({ variantId, locationId }).daily.push({ date, quantity, inStock: true });
    if (leaving > 0) historyOf({ variantId, locationId: null }).daily.push({ date, quantity: leaving, inStock: true });
  }
  for (const [variantId, there] of Map.groupBy(places.rows, place => place.variantId)) {
    for (const { locationId, from, out } of there) addStock(historyOf({ variantId, locationId }), from, out);
    // Everywhere together, a day is without stock only if all locations were without.
    const [first, ...rest] = there.map(place => new Set(place.out));
    const nowhere = [...first!].filter(day => rest.every(out => out.has(day)));
    addStock(historyOf({ variantId, locationId: null }), there.map(place => place.from).sort()[0]!, nowhere);
  }
  return histories;
}

function addStock({ daily }: History, from: string, out: readonly string[]): void {
  daily.push({ date: from, quantity: 0, inStock: true }, ...out.map(date => ({ date, quantity: 0, inStock: false })));
}

/** The last day that is over in the organization's time zone. */
export async function yesterdayOf(db: Db): Promise<string> {
  const { rows } = await sql<{ yesterday: string }>`select ${TODAY} - 1 as yesterday`.execute(db);
  return rows[0]!.yesterday;
}

// ---- the thread ----

/**
 * What reads histories and forecasts them runs in here, once at a time for an organization. Years of days are read and
 * handed over on the thread of requests, so dozens at once would keep everybody waiting, not only who asked. As many
 * may wait as a GraphQL document has root fields.
 */
export const withinForecastShare = withinShares(
  sharesOf(1, 20),
  'Too many forecasts at once; ask again when the last have been computed.',
);

/** The number of requests that may wait for the thread; further ones are refused. */
const WAITING_MAX = 100;

let thread: Worker | undefined;
let count = 0;
const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>();

type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never;

function onThread<R>(work: WithoutId<Work>): Promise<R> {
  if (waiting.size >= WAITING_MAX) refuse('unavailable', 'Too many forecasts are being computed; try again shortly.');
  thread ??= startThread();
  const id = (count += 1);
  return new Promise<R>((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    thread!.ref();
    thread!.postMessage({ ...work, id });
  });
}

/** It does not keep the process alive while it is idle. A thread that dies loses its work and is replaced. */
function startThread(): Worker {
  const started = new Worker(new URL('./worker.ts', import.meta.url));
  started.on('message', ({ id, result, error }: WorkResult) => {
    const asked = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) started.unref();
    if (error === undefined) asked?.resolve(result as never);
    else asked?.reject(new Error(error));
  });
  started.on('error', error => {
    if (thread === started) thread = undefined;
    for (const { reject } of waiting.values()) reject(error as Error);
    waiting.clear();
  });
  return started;
}

// ---- forecasts ----

/** How many items an organization's forecasts learn from together; more add nothing. */
const SAMPLE_MAX = 300;

/** The horizon that is learned for and stored. */
export const HORIZON_DAYS_STORED = 90;

/** A fifth of a megabyte each: the night does one organization after the other, and needs none of them again. */
const LEARNED_MAX = 50;

const learned = new Map<string, { through: string; calibration: Promise<DemandCalibration> }>();

/**
 * The variants that are learned from: the first that sold, in an order that stays. Each is looked up until there are
 * enough, as what all of them sold may be millions of entries.
 */
export async function sampleOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from (select id from variants where ${ofTenant('variants')} order by md5(id::text) offset 0) v
    cross join lateral (select from (${draws(HISTORY_DAYS, [sql`s.variant_id = v.id`])}) d limit 1) d
    limit ${SAMPLE_MAX}`.execute(db);
  return rows.map(row => row.id);
}

/**
 * What an organization's items teach together, computed once a day from a fixed sample, so that every forecast of a day
 * has the same basis.
 */
function calibrationOf(db: Db, organizationId: string, through: string): Promise<DemandCalibration> {
  const known = learned.get(organizationId);
  if (known?.through === through) return known.calibration;
  const calibration = (async () => {
    const histories = await historiesOf(db, await sampleOf(db));
    const items = [...histories.values()].filter(history => history.locationId === null).map(history => history.daily);
    return onThread<DemandCalibration>({ kind: 'calibrate', items, through, horizonDays: HORIZON_DAYS_STORED });
  })();
  learned.delete(organizationId);
  const [oldest] = learned.keys();
  if (learned.size >= LEARNED_MAX) learned.delete(oldest!);
  learned.set(organizationId, { through, calibration });
  calibration.catch(() => learned.delete(organizationId));
  return calibration;
}

/** Where each history is among those that differ: of a variant with one location, everywhere is that location. */
function distinct(histories: readonly Pick<History, 'daily'>[]): { items: DemandDay[][]; places: number[] } {
  const items: DemandDay[][] = [];
  const known = new Map<string, number>();
  const places = histories.map(({ daily }) => {
    const key = daily.map(({ date, quantity, inStock }) => `${date} ${quantity} ${inStock}`).join();
    const place = known.get(key) ?? items.push(daily) - 1;
    known.set(key, place);
    return place;
  });
  return { items, places };
}

/** Forecasts from the day after `through` on. Deterministic: the same history gives the same result. */
export async function forecastsFrom(
  db: Db,
  organizationId: string,
  histories: readonly Pick<History, 'daily'>[],
  asked: { through: string; horizonDays: number; level: number; totalDays?: readonly number[] },
): Promise<DemandForecast[]> {
  const calibration = await calibrationOf(db, organizationId, asked.through);
  const { items, places } = distinct(histories);
  const forecasts = await onThread<DemandForecast[]>({ kind: 'forecast', items, calibration, ...asked });
  return places.map(place => forecasts[place]!);
}
