import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../src/database/database.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { makePlans } from '../src/domain/planning/replenishment/make-plans.ts';
import { createReplenishmentPlan } from '../src/domain/planning/replenishment/plans.ts';
import { listInventoryProjections } from '../src/domain/planning/replenishment/projections.ts';
import { type Caller, MODULES } from '../src/kernel/operation.ts';
import { execute } from '../src/store/execute.ts';
import type { OpenDatabase } from '../src/store/open-database.ts';
import { administrator } from './administrator.ts';
import { benchOrganization } from './support.ts';

/*
 * The time of a replenishment plan, from the request to the last suggestion, and of a projection of 200 SKUs: 100,000
 * variants at 5 locations with a forecast for each, ordered four weeks at a time, two of the five locations supplied by
 * another, some variants made of others. `node bench/planning.ts`; BENCH_VARIANTS reduces it, BENCH_DATABASE_URL names
 * a database to keep between runs. Goals: 60 s and 1 GiB for the plan, 100 ms for the projection, on idle cores.
 */

const VARIANTS = Number(process.env['BENCH_VARIANTS'] ?? 100_000);
const LOCATIONS = 5;
const HORIZON_DAYS = 60;
const SKUS = 200;
const RUNS = 7;

/** Deterministic, so that every run plans the same. A tenth of the forecasts are by day, the rest by week. */
const DATA = `
  insert into suppliers (organization_id, id, created_at, updated_at, name, lead_time_days, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), 'Supplier ' || n, 3 + n % 20, '{}' from generate_series(1, 50) n;
  insert into products (organization_id, id, created_at, updated_at, name, category, status, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), 'Product ' || n, 'Category ' || n % 20, 'active', '{}'
    from generate_series(1, greatest(1, ${VARIANTS} / 5)) n;
  insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), 'Location ' || n, 'warehouse', true, '{}'
    from generate_series(1, ${LOCATIONS}) n;
  create temp table s as select id, row_number() over (order by name) as n from suppliers;
  create temp table v as
    select gen_random_uuid() as id, p.id as product_id, row_number() over (order by p.name, i) as n
    from products p, generate_series(1, 5) i;
  insert into variants (organization_id, id, created_at, updated_at, product_id, sku, unit, unit_cost,
      supplier_id, lot_tracked, metadata)
    select $1::uuid, v.id, now(), now(), v.product_id, 'SKU-' || v.n, 'each', 1 + v.n % 40, s.id, false, '{}'
    from v join s on s.n = 1 + v.n % 50;
  insert into supplier_items (organization_id, id, created_at, updated_at, supplier_id, variant_id, purchase_unit,
      units_per_purchase_unit, min_order_quantity, price_breaks, preferred, active)
    select $1::uuid, gen_random_uuid(), now(), now(), s.id, v.id, 'case', 12, 2,
      '[{"minQuantity": 1, "unitCost": 3}, {"minQuantity": 10, "unitCost": 2.5}]', true, true
    from v join s on s.n = 1 + v.n % 50 where v.n % 2 = 0;
  create temp table places as
    select v.id as variant_id, v.n as v, l.id as location_id, l.n as l
    from v cross join (select id, row_number() over (order by name) as n from locations) l;
  insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id, quantity_on_hand,
      quantity_reserved, quantity_on_hold,
    quantity_available, quantity_incoming, version, value, last_inbound_at, first_moved_at)
    select $1::uuid, gen_random_uuid(), now(), now(), variant_id, location_id, q, 0, 0, q, 0, 5, 2 * q,
      now() - interval '20 days', now() - interval '300 days'
    from (select *, 5 + (v * 7 + l * 31) % 60 as q from places) p;
  insert into inventory_policies (organization_id, id, created_at, updated_at, variant_id, location_id, reorder_point,
      reorder_quantity, replenishment_source, source_location_id)
    select $1::uuid, gen_random_uuid(), now(), now(), p.variant_id, p.location_id, 8,
      round(28 * (0.1 + (p.v * 13 + p.l) % 20 / 10.0)),
      case when p.l > 3 then 'move' end, case when p.l > 3 then f.location_id end
    from places p join places f on f.variant_id = p.variant_id and f.l = 1;
  insert into demand_patterns (organization_id, variant_id, location_id, through, first_day, last_day, sale_days,
      recent, recent_own, recent_days, weeks, weight, week_mean, week_variance, day_mean, own_share, is_odd)
    select $1::uuid, variant_id, location_id, (now() at time zone 'Europe/Berlin')::date - 1, current_date - 120,
      current_date - 1, 60, 6 * d, 6 * d, 6, 16, 11, 7 * d, 7 * d, d, case l when 1 then 0.5 else 1 end, false
    from (select *, 0.1 + (v * 13 + l) % 20 / 10.0 as d from places) p;
  insert into forecasts (organization_id, id, created_at, updated_at, variant_id, location_id,
      starts_on, forecast, runs, totals)
    select $1::uuid, gen_random_uuid(), now(), now(), variant_id, location_id, t.today,
      jsonb_build_object('method', 'theta_damped', 'granularity', 'week', 'historyPeriods', 52, 'accuracy',
          '{"mase": 0.8}'::jsonb, 'warnings', '[]'::jsonb, 'points', (
        select jsonb_agg(jsonb_build_object('date', t.today + (k * span)::int, 'days', span, 'expected',
              round((d * span)::numeric, 4), 'lower', 0, 'upper', round((d * span * 2)::numeric, 4)) order by k)
        from generate_series(0, 90 / span) k)),
      (select json_agg(json_build_array(span, round((d * span)::numeric, 4)) order by k)
          from generate_series(0, 90 / span) k),
      (select jsonb_agg(jsonb_build_object('days', days, 'mean', d * days, 'quantiles',
              (select jsonb_agg(round((d * days * (0.4 + q * 0.08))::numeric, 2)) from generate_series(0, 16) q))
            order by days)
        from unnest(array[7, 14, 28, 56, 90]) days)
    from (select *, 0.1 + (v * 13 + l) % 20 / 10.0 as d, case when v % 10 = 0 then 1 else 7 end as span from places) p,
      (select (now() at time zone 'Europe/Berlin')::date as today) t;
  insert into recipes (organization_id, id, created_at, updated_at, name, variant_id, output_quantity, active)
    select $1::uuid, gen_random_uuid(), now(), now(), 'Recipe ' || n, id, 10, true from v where n % 50 = 0;
  insert into recipe_items (organization_id, id, created_at, updated_at, recipe_id, variant_id, quantity)
    select $1::uuid, gen_random_uuid(), now(), now(), r.id, w.id, 5
    from recipes r join v on v.id = r.variant_id cross join generate_series(1, 2) k join v w on w.n = v.n - k;`;

const folder = await mkdtemp(join(tmpdir(), 'stockwright-bench-'));
const kept = process.env['BENCH_DATABASE_URL'];
const server = kept === undefined ? await startEmbedded(folder) : { url: kept, stop: async () => undefined };
try {
  await migrate(server.url);
  const database = await openDatabase(server.url);
  const organizationId =
    (await sql<{ id: string }>`select id from organizations`.execute(database.system)).rows[0]?.id ??
    (await made(database));
  const { caller } = administrator(database, organizationId);
  await project(caller);
  await plan(caller, database);
  await database.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

async function made(database: OpenDatabase): Promise<string> {
  const organizationId = await benchOrganization(database, { modules: [...MODULES] });
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  await owner.query(`set app.organization_id = '${organizationId}'`);
  for (const statement of DATA.split(';\n')) await owner.query(statement.replaceAll('$1', `'${organizationId}'`));
  await owner.query('vacuum (analyze)');
  await owner.end();
  return organizationId;
}

/**
 * Processor time in ms of the database server and all processes it ever had. Only on Linux, and if it is on this
 * machine.
 */
async function serverTime(): Promise<number> {
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const own = fieldsOf(rows[0]!.pid)!;
  const postmaster = own.parent;
  const living = readdirSync('/proc').flatMap(pid => {
    const fields = /^\d+$/.test(pid) ? fieldsOf(Number(pid)) : undefined;
    return fields && (fields.parent === postmaster || Number(pid) === postmaster) ? [fields] : [];
  });
  const { reaped } = fieldsOf(postmaster)!;
  await client.end();
  return (living.reduce((sum, { ticks }) => sum + ticks, 0) + reaped) * 10;
}

/** The parent of a process, its ticks (of 10 ms), and those of children that have ended. */
function fieldsOf(pid: number): { parent: number; ticks: number; reaped: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').map(Number);
    return { parent: fields[1]!, ticks: fields[11]! + fields[12]!, reaped: fields[13]! + fields[14]! };
  } catch {
    return undefined;
  }
}

/** Wall time, processor time of this process and of the database server, and peak memory of some work. */
async function measured(work: () => Promise<unknown>) {
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 50);
  const [beganAt, used, asked] = [performance.now(), process.cpuUsage(), await serverTime()];
  await work();
  const { user, system } = process.cpuUsage(used);
  const wall = performance.now() - beganAt;
  clearInterval(watch);
  return { wall, own: (user + system) / 1000, database: (await serverTime()) - asked, most };
}

async function plan(caller: Caller, database: OpenDatabase): Promise<void> {
  const { answer: id } = await execute(
    createReplenishmentPlan,
    caller,
    { horizonDays: HORIZON_DAYS },
    { present: row => (row as { id: string }).id },
  );
  const { wall, own, database: asked, most } = await measured(() => makePlans(database));
  const { rows } = await sql<{ status: string; count: number; error: string | null }>`
    select status, suggestion_count as count, error from replenishment_plans where id = ${id}`.execute(database.system);
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
  console.log(
    `plan of ${VARIANTS} variants at ${LOCATIONS} places over ${HORIZON_DAYS} days: ${seconds(wall)}, of which ${seconds(own)} processor time of this process and ${seconds(asked)} of the database server; at most ${Math.round(most / 1e6)} MB; ${rows[0]!.count} suggestions, ${rows[0]!.status} ${rows[0]!.error ?? ''}`,
  );
}

async function project(caller: Caller): Promise<void> {
  const { rows } = await sql<{
    id: string;
  }>`select id from locations where organization_id = ${caller.organizationId} order by name limit 1`.execute(
    caller.database.read(caller.organizationId),
  );
  const input = {
    skus: Array.from({ length: Math.min(SKUS, VARIANTS) }, (_, n) => `SKU-${1 + ((n * 7919) % VARIANTS)}`),
    locationIds: [rows[0]!.id],
    perPage: 200,
  };
  const times: { wall: number; own: number }[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const [beganAt, used] = [performance.now(), process.cpuUsage()];
    await execute(listInventoryProjections, caller, input, { present: page => JSON.stringify(page).length });
    const { user, system } = process.cpuUsage(used);
    times.push({ wall: performance.now() - beganAt, own: (user + system) / 1000 });
  }
  times.sort((a, b) => a.wall - b.wall);
  const { wall, own } = times[RUNS >> 1]!;
  console.log(
    `projection of ${input.skus.length} SKUs: median ${wall.toFixed(0)} ms, of which ${own.toFixed(0)} ms processor time here; least ${times[0]!.wall.toFixed(0)} ms`,
  );
}
