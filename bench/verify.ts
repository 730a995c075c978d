import { loadavg } from 'node:os';
import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { breachesOf } from '../src/domain/reconciliation.ts';
import { ALL_CHECKS, PATIENTLY, verify } from '../src/operations/verify.ts';
import { openPool } from '../src/store/connections.ts';
import { readingOver } from '../src/store/reading.ts';
import { organizationsRows } from '../src/store/tenant.ts';
import { benchOrganization, databaseSeconds, openBenchDatabase } from './support.ts';

/*
 * The cost of `verify` on 100,000 levels and 2,500,000 ledger entries of a year, with the purchase orders and orders
 * that they come from, and on the events and webhook deliveries of three weeks: in total, in seconds of wall and
 * processor time, and for each rule. `node bench/verify.ts`; VERIFY_VARIANTS=2000 makes a fifth of it.
 */

const VARIANTS = Number(process.env['VERIFY_VARIANTS'] ?? 10_000);
const LOCATIONS = 10;
/** Of each level: a receipt of 40, then four sales of 1 to 9. */
const ENTRIES_PER_LEVEL = 25;
const EVENTS = 20 * VARIANTS;

/**
 * A document is about four variants that follow each other at one place. Everything is older than what events are kept
 * for; the events are of no document here.
 */
const DATA = `
  insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), 'Location ' || n, 'warehouse', true, '{}'
    from generate_series(1, ${LOCATIONS}) n;
  insert into products (organization_id, id, created_at, updated_at, name, status, metadata)
    values ($1::uuid, gen_random_uuid(), now(), now(), 'Product', 'active', '{}');
  insert into variants (organization_id, id, created_at, updated_at, product_id, sku, unit,
      unit_cost, lot_tracked, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), p.id, 'SKU-' || n, 'each', 2, false, '{}'
    from products p, generate_series(1, ${VARIANTS}) n;
  create temp table places as
    select v.id as variant_id, l.id as location_id, (v.n - 1) / 4 as four, v.n as variant, l.n as place
    from (select id, row_number() over (order by id) as n from variants) v
    cross join (select id, row_number() over (order by id) as n from locations) l;
  create temp table documents as
    select gen_random_uuid() as id, d.*,
      now() - interval '396 days' + (interval '365 days' / ${ENTRIES_PER_LEVEL}) * d.s as at
    from (select distinct location_id, four, s from places, generate_series(1, ${ENTRIES_PER_LEVEL}) s) d;
  create temp table moves as
    select p.*, d.s, d.at, d.id as document_id,
      case when d.s % 5 = 1 then 40 else -(1 + (p.variant * 7 + d.s * 3 + p.place) % 9) end as change
    from places p join documents d using (location_id, four);
  insert into purchase_orders (organization_id, id, created_at, updated_at, number, status, location_id, metadata,
      submitted_at, received_at, receipts)
    select $1::uuid, id, at, at, 'PO-' || row_number() over (), 'received', location_id, '{}', at, at, 1
    from documents where s % 5 = 1;
  insert into purchase_order_items (organization_id, id, created_at, updated_at, purchase_order_id, variant_id,
      quantity, quantity_received, unit_cost, received_value)
    select $1::uuid, gen_random_uuid(), at, at, document_id, variant_id, change, change, 2, 2 * change
    from moves where change > 0;
  insert into orders (organization_id, id, created_at, updated_at, number, status, location_id, metadata, fulfilled_at)
    select $1::uuid, id, at, at, 'SO-' || row_number() over (), 'fulfilled', location_id, '{}', at
    from documents where s % 5 <> 1;
  insert into order_items (organization_id, id, created_at, updated_at, order_id, variant_id, quantity,
      quantity_reserved, quantity_fulfilled)
    select $1::uuid, gen_random_uuid(), at, at, document_id, variant_id, -change, 0, -change
    from moves where change < 0;
  insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id, location_id,
      quantity_change, quantity, quantity_on_hand_after,
    unit_cost, value_change, value_after, unvalued_quantity, unvalued_change, reference_type, reference_id,
        actor, occurred_at, sequence)
    select $1::uuid, gen_random_uuid(), at, at, case when change > 0 then 'purchase_received'
        else 'order_fulfilled' end, variant_id, location_id, change, abs(change),
      sum(change) over story, 2, 2 * change, 2 * sum(change) over story, 0, 0,
      case when change > 0 then 'purchase_order' else 'order' end, document_id, 'system', at, s
    from moves window story as (partition by variant_id, location_id order by s) order by at;
  insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id, quantity_on_hand,
      quantity_reserved, quantity_on_hold,
    quantity_available, quantity_incoming, version, value, unvalued_quantity, last_inbound_at, first_moved_at)
    select $1::uuid, gen_random_uuid(), min(at), max(at), variant_id, location_id, sum(change), 0, 0, sum(change), 0,
      count(*), 2 * sum(change), 0, max(at) filter (where change > 0), min(at)
    from moves group by variant_id, location_id;
  insert into cost_layers (organization_id, id, created_at, updated_at, variant_id, location_id, position, quantity,
      value, quantity_sold, quantity_used)
    select $1::uuid, gen_random_uuid(), now(), now(), variant_id, location_id, 1, quantity_on_hand, value, 0, 0
    from inventory_levels where quantity_on_hand > 0;
  insert into events (organization_id, id, type, occurred_at, data, position, sequence)
    select $1::uuid, gen_random_uuid(), 'order.created',
      now() - interval '21 days' + n * interval '21 days' / ${EVENTS}, json_build_object('id', gen_random_uuid()), n, n
    from generate_series(1, ${EVENTS}) n;
  insert into event_heads (organization_id, position) values ($1::uuid, ${EVENTS});
  insert into webhook_progress (id, sequence)
  values (1, ${EVENTS}) on conflict (id) do update set sequence = excluded.sequence;
  insert into webhook_subscriptions (organization_id, id, created_at, updated_at, url, events,
      active, sealed_secret, format)
    values ($1::uuid, gen_random_uuid(), now() - interval '22 days', now() - interval '22 days', 'http://127.0.0.1:9/',
        '{order.created}', true, 'none', 'native');
  insert into webhook_deliveries (organization_id, id, created_at, updated_at, subscription_id, event_id, event_type,
      status, delivered_at, attempt_count)
    select $1::uuid, gen_random_uuid(), e.occurred_at, e.occurred_at, s.id, e.id, e.type, 'delivered', e.occurred_at, 1
    from events e, webhook_subscriptions s;
  insert into webhook_attempts (organization_id, id, created_at, updated_at, delivery_id, at, status_code, duration_ms)
    select $1::uuid, gen_random_uuid(), created_at, created_at, id, created_at, 200, 5 from webhook_deliveries`;

const server = await openBenchDatabase({ durable: false });
await migrate(server.url);
const database = await openDatabase(server.url);
const organizationId = await benchOrganization(database);
const owner = new pg.Client({ connectionString: server.url });
await owner.connect();
await owner.query(`set app.organization_id = '${organizationId}'; set work_mem = '256MB'`);
for (const statement of DATA.split(';\n')) await owner.query(statement.replaceAll('$1', `'${organizationId}'`));
await owner.query('vacuum (analyze)');
const { rows } = await owner.query<{ entries: string }>('select count(*) as entries from ledger_entries');
console.log(
  `${Number(rows[0]!.entries).toLocaleString('en')} entries; load of the machine ${loadavg()[0]!.toFixed(1)}`,
);

// As `verifyPatiently` does it, on connections that are still there when their time is read.
const pool = openPool({ url: database.systemUrl, max: 2, name: 'bench verify', statementTimeoutMs: 3_600_000 });
const whole = await timed(() => verify(readingOver(pool)));
console.log(
  `verify: ${whole.answer.length} breaches, ${whole.seconds.toFixed(1)} s, ${whole.cpu.toFixed(1)} s of processor\n`,
);
if (process.argv.includes('--rules')) {
  const each: [string, number][] = [];
  for (const [id, check] of Object.entries(ALL_CHECKS))
    each.push([
      id,
      (
        await timed(() =>
          database.background.transaction().execute(async snapshot => {
            for (const setting of PATIENTLY) await sql.raw(setting).execute(snapshot);
            await breachesOf(check, organizationsRows([organizationId])).execute(snapshot);
          }),
        )
      ).cpu,
    ]);
  for (const [id, cpu] of each.sort(([, a], [, b]) => b - a)) console.log(`${cpu.toFixed(2).padStart(7)} s   ${id}`);
}
await pool.end();
await owner.end();
await database.close();
await server.stop();

interface Timed<R> {
  answer: R;
  seconds: number;
  /** Of all processes of PostgreSQL. */
  cpu: number;
}

async function timed<R>(work: () => Promise<R>): Promise<Timed<R>> {
  const [beganAt, before] = [performance.now(), await databaseSeconds(owner)];
  const answer = await work();
  return { answer, seconds: (performance.now() - beganAt) / 1000, cpu: (await databaseSeconds(owner)) - before };
}
