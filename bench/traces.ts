import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../src/database/database.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import {
  descendantsOf,
  getRecallReport,
  traceBackward,
  traceForward,
  tracesBackward,
  tracesForward,
} from '../src/domain/traces.ts';
import { MODULES, type Operation } from '../src/kernel/operation.ts';
import { shapeOf } from '../src/kernel/shape.ts';
import { type Row, toSnake } from '../src/kernel/view.ts';
import { execute } from '../src/store/execute.ts';
import { administrator } from './administrator.ts';
import { benchOrganization } from './support.ts';

/*
 * The time of a trace over 1,000 lots on 6 production levels with 100,000 movements, in a separate database that is
 * removed afterwards. `node bench/traces.ts` prints a line per kind of trace: the median and the slowest of its runs,
 * in milliseconds, with everything that the server does between the request and the bytes of the response.
 */

const LEVELS = 6;
const LOTS = 1_000;
const ENTRIES_PER_LOT = 100;
const ORDERS = 20_000;
/** Each lot is made of three of the previous level. */
const INPUTS = 3;
const RUNS = 15;
const TARGET_MS = 50;

/**
 * Which lots of the previous level go into a lot. FEFO uses up adjacent lots together; mixed, every lot soon contains
 * every other, and one ingredient reaches a third of all lots and half of all orders.
 */
const GENEALOGIES = { neighbors: 'p.place + k', mixed: `p.place * ${INPUTS} + k * 17` };

/**
 * Deterministic, so that every run measures the same. Nine in ten movements of a finished lot go to customers, one of
 * any other.
 */
const DATA = `
  insert into products (organization_id, id, created_at, updated_at, name, status, metadata)
  select $1::uuid, gen_random_uuid(), now(), now(), 'Product', 'active', '{}';
  insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), 'Location', 'warehouse', true, '{}';
  insert into variants (organization_id, id, created_at, updated_at, product_id, sku, unit, lot_tracked, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), p.id, 'LEVEL-' || n, 'each', true, '{}'
    from products p, generate_series(0, ${LEVELS - 1}) n;
  insert into recipes (organization_id, id, created_at, updated_at, name, variant_id, output_quantity, active)
    select $1::uuid, gen_random_uuid(), now(), now(), sku, id, 1, true from variants;
  insert into orders (organization_id, id, created_at, updated_at, number, status, location_id, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), 'SO-' || n, 'fulfilled', l.id, '{}'
    from locations l, generate_series(1, ${ORDERS}) n;
  create temp table planned as
    select n, n % ${LEVELS} as level, n / ${LEVELS} as place, gen_random_uuid() as lot_id, gen_random_uuid() as batch_id
    from generate_series(0, ${LOTS - 1}) n;
  insert into lots (organization_id, id, created_at, updated_at, lot_number, variant_id, status, quantity_initial,
      quantity_remaining, source_type, source_id, received_at, held)
    select $1::uuid, lot_id, now(), now(), 'LOT-' || n, v.id, 'active', 1000, 100,
      case when level = 0 then 'purchase_order' else 'production_batch' end, batch_id, now(), false
    from planned join variants v on v.sku = 'LEVEL-' || level;
  insert into lot_levels (organization_id, id, created_at, updated_at, lot_id, variant_id, location_id, quantity)
    select $1::uuid, gen_random_uuid(), now(), now(), t.id, t.variant_id, l.id, 100 from lots t, locations l;
  insert into production_batches (organization_id, id, created_at, updated_at, number, recipe_id, location_id,
      variant_id, status, planned_quantity, actual_quantity_produced, completed_at)
    select $1::uuid, batch_id, now(), now(), 'PB-' || n, r.id, l.id, r.variant_id, 'completed', 1000, 1000, now()
    from planned join recipes r on r.name = 'LEVEL-' || level, locations l where level > 0;
  insert into production_batch_inputs (organization_id, id, created_at, updated_at, batch_id, variant_id,
      planned_quantity, reserved_quantity, actual_quantity, waste_quantity)
    select $1::uuid, gen_random_uuid(), now(), now(), p.batch_id, v.id, 30, 0, 30, 0
    from planned p join variants v on v.sku = 'LEVEL-' || (p.level - 1) where p.level > 0;
  insert into production_batch_outputs (organization_id, id, created_at, updated_at, batch_id,
      variant_id, quantity, lot_id)
    select $1::uuid, gen_random_uuid(), now(), now(), source_id, variant_id, 1000, id
    from lots where source_type = 'production_batch';
  insert into lot_uses (organization_id, id, created_at, updated_at, input_id, lot_id, quantity, output_lot_id)
    select $1::uuid, gen_random_uuid(), now(), now(), i.id, f.lot_id, 10, p.lot_id
    from planned p join production_batch_inputs i on i.batch_id = p.batch_id, generate_series(1, ${INPUTS}) k
    join planned f on true where f.level = p.level - 1 and f.place = ($2) % ${Math.floor(LOTS / LEVELS)};
  create temp table numbered as select id, row_number() over (order by id) as n from orders;
  insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id, location_id,
      quantity_change, quantity, quantity_on_hand_after,
    lot_id, reference_type, reference_id, actor, occurred_at, sequence)
    select $1::uuid, gen_random_uuid(), now(), now(), case when sold then 'order_fulfilled' else 'adjustment' end,
      t.variant_id, l.id, case when sold then -1 else 1 end, 1, 0,
      t.id, case when sold then 'order' else 'inventory_adjustment' end, o.id, 'system', now(),
      row_number() over (partition by t.variant_id order by e.n, s)
    from (select p.n, p.lot_id, s, case when p.level = ${LEVELS - 1} then s % 10 <> 0 else s % 10 = 0 end as sold
        from planned p, generate_series(1, ${ENTRIES_PER_LOT}) s) e
    join lots t on t.id = e.lot_id join numbered o on o.n = 1 + (e.n * 7919 + e.s * 104729) % ${ORDERS}, locations l;`;

for (const [name, feeding] of Object.entries(GENEALOGIES)) {
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-bench-'));
  const server = await startEmbedded(folder);
  try {
    await measureAll(server.url, name, feeding);
  } finally {
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureAll(url: string, name: string, feeding: string): Promise<void> {
  await migrate(url);
  const database = await openDatabase(url);
  const organizationId = await benchOrganization(database, { modules: [...MODULES] });
  const { raw, finished, fifty, counts } = await fill(url, organizationId, feeding);
  const db = database.read(organizationId);
  const made = (await descendantsOf(db, [raw])).length;
  console.log(
    `${name}: ${counts.lots} lots, ${counts.entries} movements, ${counts.uses} links, ${LEVELS} levels; one ingredient is in ${made} other lots`,
  );
  const { caller } = administrator(database, organizationId);
  const ask = (operation: Operation, id: string) => async () => {
    const present = (answer: unknown) => JSON.stringify(toSnake(shapeOf(operation.output))(answer as Row));
    return (await execute(operation, caller, { id }, { present })).answer;
  };
  const slow = [
    await measure('forward, raw material', ask(traceForward, raw)),
    await measure('backward, finished', ask(traceBackward, finished)),
    await measure('recall report', ask(getRecallReport, raw)),
  ].filter(median => median > TARGET_MS);
  await measure('50 lots, both ways', async () =>
    JSON.stringify([...(await tracesForward(db, fifty)), ...(await tracesBackward(db, fifty))]),
  );
  console.log(
    slow.length === 0
      ? `Each trace within ${TARGET_MS} ms.`
      : `${slow.length} kinds of trace take more than ${TARGET_MS} ms.`,
  );
  await database.close();
}

async function fill(url: string, organizationId: string, feeding: string) {
  const owner = new pg.Client({ connectionString: url });
  await owner.connect();
  await owner.query(`set app.organization_id = '${organizationId}'`);
  for (const statement of DATA.split(';\n'))
    await owner.query(statement.replaceAll('$1', `'${organizationId}'`).replace('$2', feeding));
  await owner.query('vacuum (analyze)');
  const ids = async (condition: string, limit: number) =>
    (
      await owner.query<{ lot_id: string }>(`select lot_id from planned where ${condition} order by n limit ${limit}`)
    ).rows.map(row => row.lot_id);
  const [raw] = await ids('level = 0', 1);
  const [finished] = await ids(`level = ${LEVELS - 1}`, 1);
  const {
    rows: [counts],
  } = await owner.query<{ lots: string; entries: string; uses: string }>(
    'select (select count(*) from lots) as lots, (select count(*) from ledger_entries) as entries, (select count(*) from lot_uses) as uses',
  );
  const fifty = await ids('true', 50);
  await owner.end();
  return { raw: raw!, finished: finished!, fifty, counts: counts! };
}

async function measure(name: string, run: () => Promise<string>): Promise<number> {
  const times: number[] = [];
  let bytes = 0;
  for (let count = 0; count < RUNS; count += 1) {
    const beganAt = performance.now();
    bytes = (await run()).length;
    times.push(performance.now() - beganAt);
  }
  times.sort((a, b) => a - b);
  const median = times[RUNS >> 1]!;
  console.log(
    `${name.padEnd(24)} median ${median.toFixed(1).padStart(7)} ms   slowest ${times.at(-1)!.toFixed(1).padStart(7)} ms   ${bytes} bytes`,
  );
  return median;
}
