import pg from 'pg';
import type { Pool } from 'undici';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import type { OpenDatabase } from '../src/store/open-database.ts';
import { administrator } from './administrator.ts';
import { benchOrganization, copyForLimit, openBenchDatabase } from './support.ts';

/* A database with deterministic stock, so that every run measures the same; and pending orders for it. */

export const VARIANTS = 500;

const DATA = `
  insert into products (organization_id, id, created_at, updated_at, name, status, metadata)
  select $1, gen_random_uuid(), now(), now(), 'Product', 'active', '{}';
  insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata)
  select $1, gen_random_uuid(), now(), now(), 'Location', 'warehouse', true, '{}';
  insert into variants (organization_id, id, created_at, updated_at, product_id, sku, unit, lot_tracked, metadata)
    select $1, gen_random_uuid(), now(), now(), p.id, 'SKU-' || n, 'each', false, '{}'
    from products p, generate_series(0, ${VARIANTS}) n;
  insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id, location_id,
      quantity_change, quantity, quantity_on_hand_after, unit_cost, value_change, value_after, unvalued_quantity,
      unvalued_change, actor, occurred_at, sequence)
    select $1, gen_random_uuid(), now(), now(), 'adjustment', v.id, l.id, 1000000, 1000000, 1000000, 2, 2000000,
      2000000, 0, 0, 'system', now(), 1 from variants v, locations l;
  insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id, quantity_on_hand,
      quantity_reserved, quantity_on_hold, quantity_available, quantity_incoming, version, value, first_moved_at)
    select $1, gen_random_uuid(), now(), now(), variant_id, location_id, 1000000, 0, 0, 1000000, 0, 1, 2000000,
      created_at from ledger_entries;
  insert into cost_layers (organization_id, id, created_at, updated_at, variant_id, location_id, "position", quantity,
      value, quantity_sold, quantity_used)
    select $1, gen_random_uuid(), now(), now(), variant_id, location_id, 1, 1000000, 2000000, 0, 0
    from ledger_entries;`;

/** Pending orders of one line: of every variant in turn, or of the hot one (0). */
const PENDING = `
  with o as (
    insert into orders (organization_id, id, created_at, updated_at, number, status, location_id, metadata)
    select $1, gen_random_uuid(), now(), now(), $2 || '-' || n, 'pending', l.id, '{}'
    from locations l, generate_series(1, $4) n returning id, number
  ), i as (
    insert into order_items (organization_id, id, created_at, updated_at, order_id, variant_id, quantity,
        quantity_reserved, quantity_fulfilled)
    select $1, gen_random_uuid(), now(), now(), o.id, v.id, 1, 0, 0 from o
    join variants v on v.sku = 'SKU-' || case when $3 then 0
        else 1 + split_part(o.number, '-', 2)::int % ${VARIANTS} end
  ) select id from o`;

export interface Stocked {
  url: string;
  /** The owner's connection, set to the organization. */
  owner: pg.Client;
  database: OpenDatabase;
  key: string;
  /** The only location. */
  locationId: string;
  /** The environment for a service and its limit (limit.ts). */
  environment: { [name: string]: string };
  /** Creates this many pending orders, each of which is used once by the service and once by the limit. */
  pendingOrders(name: string, count: number, ofHot?: boolean): Promise<{ ours(): string; least(): string }>;
  stop(): Promise<void>;
}

/** Creates it, and copies it for the limit. */
export async function openStocked(): Promise<Stocked> {
  const server = await openBenchDatabase();
  const owner = new pg.Client({ connectionString: server.url });
  await migrate(server.url);
  const database = await openDatabase(server.url);
  const organizationId = await benchOrganization(database);
  const key = await administrator(database, organizationId).newKey(['write']);
  await owner.connect();
  await owner.query(`set app.organization_id = '${organizationId}'`);
  for (const statement of DATA.split(';\n')) await owner.query(statement.replaceAll('$1', `'${organizationId}'`));
  const {
    rows: [place],
  } = await owner.query<{ id: string }>('select id from locations');
  await copyForLimit(server.url);
  return {
    url: server.url,
    owner,
    database,
    key,
    locationId: place!.id,
    environment: { DATABASE_URL: server.url, BENCH_ORGANIZATION: organizationId },
    async pendingOrders(name, count, ofHot = false) {
      const values = [`'${organizationId}'`, `'${name}'`, String(ofHot), String(count)];
      const { rows } = await owner.query<{ id: string }>(
        PENDING.replaceAll(/\$(\d)/g, (_, number: string) => values[Number(number) - 1]!),
      );
      const ids = rows.map(row => row.id);
      await owner.query('insert into least.orders select * from orders where id = any($1)', [ids]);
      await owner.query('insert into least.order_items select * from order_items where order_id = any($1)', [ids]);
      await owner.query('analyze orders, order_items, least.orders, least.order_items');
      const handOut = (left: string[]) => () => {
        const id = left.pop();
        if (id === undefined) throw new Error('There are too few orders; ask for more.');
        return id;
      };
      return { ours: handOut([...ids]), least: handOut([...ids]) };
    },
    async stop() {
      await owner.end();
      await database.close();
      await server.stop();
    },
  };
}

let keys = 0;

/** Sends writes with an idempotency key each, retries if the service is too busy, and throws unless they succeed. */
export function sender(pool: Pool, base: string, key: string, turnedAway: () => void = () => undefined) {
  return async function send(
    path: string,
    body?: object,
    idempotencyKey = `bench-${(keys += 1)}`,
  ): Promise<{ data: { id: string } }> {
    const answer = await pool.request({
      method: 'POST',
      path: `${base}${path}`,
      headers: {
        authorization: `Bearer ${key}`,
        'idempotency-key': idempotencyKey,
        'content-type': 'application/json',
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const json = await answer.body.json();
    if (answer.statusCode === 503) {
      turnedAway();
      return send(path, body, idempotencyKey);
    }
    if (answer.statusCode >= 300) throw new Error(`${answer.statusCode} ${JSON.stringify(json)}`);
    return json as { data: { id: string } };
  };
}
