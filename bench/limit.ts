import { createServer, type IncomingMessage } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

/*
 * The limit to compare with: a bare node:http server and pg that do the same over HTTP with prepared statements, one
 * row written for each row that the service writes (documents, levels, ledger, events, idempotency key), and bare
 * Apollo with the same three SELECTs. No tenants, no validation, no foreign keys. It works on copies of the tables (see
 * `copyForLimit`), so neither disturbs the other.
 */

const pool = new pg.Pool({
  connectionString: process.env['DATABASE_URL']!,
  max: 10,
  options: '-c jit=off -c search_path=least',
});
const organization = process.env['BENCH_ORGANIZATION']!;
pg.types.setTypeParser(1700, Number);

const LEVELS = `select l.id, l.variant_id, v.sku, l.location_id, l.quantity_on_hand, l.quantity_reserved,
  l.quantity_on_hold, l.quantity_available, l.quantity_incoming, l.created_at, l.updated_at
  from inventory_levels l
  join variants v on v.organization_id = l.organization_id and v.id = l.variant_id where l.organization_id = $1`;

type Ask = (name: string, text: string, values: unknown[]) => Promise<pg.QueryResult['rows']>;

/** One transaction of prepared statements. Each is planned once; the organization is always `$1`. */
async function transaction<R>(work: (ask: Ask) => Promise<R>): Promise<R> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(
      async (name, text, values) => (await client.query({ name, text, values: [organization, ...values] })).rows,
    );
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

/** The outbox row and the idempotency key, with the response, that every write stores. */
async function tell(ask: Ask, type: string, rows: readonly object[], answer: object): Promise<void> {
  await ask(
    'event',
    'insert into events (organization_id, id, type, occurred_at, data) select $1, unnest($2::uuid[]), $3, now(), unnest($4::text[])::json',
    [rows.map(() => uuidv7()), type, rows.map(row => JSON.stringify(row))],
  );
  await ask(
    'key',
    "insert into idempotency_keys (organization_id, scope, key, fingerprint, refused, answer) values ($1, 'bench', $2, 'x', false, $3)",
    [uuidv7(), JSON.stringify(answer)],
  );
}

const LEDGER = `insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id,
    location_id, quantity_change, quantity, quantity_on_hand_after, actor, occurred_at, sequence)
  select $1, w.id, now(), now(), $2, w.variant_id, w.location_id, $3::numeric, abs($3::numeric), w.after,
    'bench', now(), w.sequence
  from unnest($4::uuid[], $5::uuid[], $6::uuid[], $7::numeric[], $8::int[]) as w (id, variant_id,
      location_id, after, sequence)`;

const enter = (ask: Ask, entryType: string, change: number, levels: readonly pg.QueryResultRow[]) =>
  ask('ledger', LEDGER, [
    entryType,
    change,
    levels.map(() => uuidv7()),
    levels.map(level => level['variant_id']),
    levels.map(level => level['location_id']),
    levels.map(level => level['quantity_on_hand']),
    levels.map(level => level['version']),
  ]);

const adjust = (sku: string, location: string): Promise<object> =>
  transaction(async ask => {
    await ask(
      'lock one level',
      `select id from inventory_levels where organization_id = $1 and location_id = $3
        and variant_id = (select id from variants where organization_id = $1 and sku = $2) for update`,
      [sku, location],
    );
    const levels = await ask(
      'adjust level',
      `update inventory_levels set quantity_on_hand = quantity_on_hand + 1, quantity_available = quantity_available + 1,
        version = version + 1, updated_at = now()
        where organization_id = $1 and location_id = $3
          and variant_id = (select id from variants where organization_id = $1 and sku = $2) returning *`,
      [sku, location],
    );
    await enter(ask, 'adjustment', 1, levels);
    await tell(ask, 'inventory.updated', levels, levels[0]!);
    return levels[0]!;
  });

const create = ({ location_id: location, items }: { location_id: string; items: { sku: string }[] }): Promise<object> =>
  transaction(async ask => {
    const [series] = await ask(
      'number',
      "insert into number_series as s (organization_id, prefix, last) values ($1, 'SO', 1) on conflict (organization_id, prefix) do update set last = s.last + 1 returning last",
      [],
    );
    const order = { id: uuidv7(), number: `SO-${String(series!['last'])}`, status: 'pending', location_id: location };
    await ask(
      'order',
      "insert into orders (organization_id, id, created_at, updated_at, number, status, location_id, metadata) values ($1, $2, now(), now(), $3, 'pending', $4, '{}')",
      [order.id, order.number, location],
    );
    const lines = await ask(
      'items',
      `insert into order_items (organization_id, id, created_at, updated_at, order_id, variant_id, quantity,
          quantity_reserved, quantity_fulfilled)
        select $1, w.id, now(), now(), $2, v.id, 1, 0, 0 from unnest($3::uuid[], $4::text[]) as w (id, sku)
        join variants v on v.organization_id = $1 and v.sku = w.sku returning *`,
      [order.id, items.map(() => uuidv7()), items.map(({ sku }) => sku)],
    );
    await tell(ask, 'order.created', [{ ...order, items: lines }], { ...order, items: lines });
    return { id: order.id };
  });

const LOCK_LEVELS = `select l.* from inventory_levels l where l.organization_id = $1 and l.location_id = $2
  and l.variant_id = any($3) order by l.location_id, l.variant_id for update`;

async function lockOrder(ask: Ask, id: string) {
  const [order] = await ask('lock order', 'select * from orders where organization_id = $1 and id = $2 for update', [
    id,
  ]);
  const lines = await ask('lines', 'select * from order_items where organization_id = $1 and order_id = $2', [id]);
  const variants = lines.map(line => line['variant_id']);
  await ask('lock levels', LOCK_LEVELS, [order!['location_id'], variants]);
  return { order: order!, lines, variants };
}

const reserve = (id: string): Promise<object> =>
  transaction(async ask => {
    const { order, lines, variants } = await lockOrder(ask, id);
    const levels = await ask(
      'reserve levels',
      'update inventory_levels set quantity_reserved = quantity_reserved + 1, quantity_available = quantity_available - 1, updated_at = now() where organization_id = $1 and location_id = $2 and variant_id = any($3) returning *',
      [order['location_id'], variants],
    );
    await ask(
      'promise',
      `insert into reservations (organization_id, id, created_at, updated_at, variant_id, location_id, quantity,
          reference_type, reference_id, line_id)
        select $1, w.id, now(), now(), w.variant_id, $2, 1, 'order', $3, w.line_id
        from unnest($4::uuid[], $5::uuid[], $6::uuid[]) as w (id, variant_id, line_id)`,
      [order['location_id'], id, lines.map(() => uuidv7()), variants, lines.map(line => line['id'])],
    );
    await ask(
      'reserve lines',
      'update order_items set quantity_reserved = quantity, updated_at = now() where organization_id = $1 and order_id = $2',
      [id],
    );
    await ask(
      'reserved',
      "update orders set status = 'reserved', reserved_at = now(), updated_at = now() where organization_id = $1 and id = $2",
      [id],
    );
    await tell(ask, 'order.updated', [{ ...order, items: lines }, ...levels], { ...order, items: lines });
    return { id };
  });

const fulfill = (id: string): Promise<object> =>
  transaction(async ask => {
    const { order, lines, variants } = await lockOrder(ask, id);
    await ask(
      'release',
      "delete from reservations where organization_id = $1 and reference_type = 'order' and reference_id = $2",
      [id],
    );
    const levels = await ask(
      'take levels',
      'update inventory_levels set quantity_on_hand = quantity_on_hand - 1, quantity_reserved = quantity_reserved - 1, version = version + 1, updated_at = now() where organization_id = $1 and location_id = $2 and variant_id = any($3) returning *',
      [order['location_id'], variants],
    );
    await enter(ask, 'order_fulfilled', -1, levels);
    await ask(
      'fulfill lines',
      'update order_items set quantity_reserved = 0, quantity_fulfilled = quantity, updated_at = now() where organization_id = $1 and order_id = $2',
      [id],
    );
    await ask(
      'fulfilled',
      "update orders set status = 'fulfilled', fulfilled_at = now(), updated_at = now() where organization_id = $1 and id = $2",
      [id],
    );
    await tell(ask, 'order.fulfilled', [{ ...order, items: lines }, ...levels], { ...order, items: lines });
    return { id };
  });

async function bodyOf(req: IncomingMessage): Promise<never> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString()) as never;
}

const app = express();
const apollo = new ApolloServer({
  typeDefs: `type Query { variants(first: Int): [Variant!]! } type Variant { id: ID! sku: String! product: Product! levels: [Level!]! } type Product { name: String! } type Level { quantityOnHand: Float! locationId: ID! }`,
  resolvers: {
    Query: {
      async variants(_root: unknown, { first }: { first: number }) {
        const variants = (
          await pool.query({
            name: 'v',
            text: 'select id, sku, product_id from variants where organization_id = $1 order by id desc limit $2',
            values: [organization, first],
          })
        ).rows;
        const ids = variants.map(variant => variant.id);
        const [products, levels] = await Promise.all([
          pool.query({
            name: 'p',
            text: 'select id, name from products where organization_id = $1 and id = any($2)',
            values: [organization, variants.map(variant => variant.product_id)],
          }),
          pool.query({
            name: 'l',
            text: 'select variant_id, quantity_on_hand as "quantityOnHand", location_id as "locationId" from inventory_levels where organization_id = $1 and variant_id = any($2)',
            values: [organization, ids],
          }),
        ]);
        const byId = new Map(products.rows.map(product => [product.id, product]));
        const byVariant = Map.groupBy(levels.rows, level => level.variant_id);
        return variants.map(variant => ({
          ...variant,
          product: byId.get(variant.product_id),
          levels: byVariant.get(variant.id) ?? [],
        }));
      },
    },
  },
  logger: { debug() {}, info() {}, warn() {}, error: console.error },
});
await apollo.start();
app.use('/graphql', express.json(), expressMiddleware(apollo) as never);

const server = createServer(async (req, res) => {
  const url = new URL(req.url!, 'http://bench');
  const answer = (body: unknown) =>
    res.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url.pathname === '/one')
    return answer({
      data: (
        await pool.query({
          name: 'one',
          text: `${LEVELS} and v.sku = $2`,
          values: [organization, url.searchParams.get('sku')],
        })
      ).rows,
    });
  if (url.pathname === '/page')
    return answer({
      data: (await pool.query({ name: 'page', text: `${LEVELS} order by l.id desc limit 50`, values: [organization] }))
        .rows,
    });
  if (url.pathname === '/adjust')
    return answer({ data: await adjust(url.searchParams.get('sku')!, url.searchParams.get('location')!) });
  const [, resource, id, action] = url.pathname.split('/');
  if (resource === 'orders' && id === undefined) return answer({ data: await create(await bodyOf(req)) });
  if (resource === 'orders') return answer({ data: await (action === 'reserve' ? reserve(id!) : fulfill(id!)) });
  return app(req, res);
});
server.listen(0, '127.0.0.1', () =>
  process.send!({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` }),
);
process.on('SIGTERM', () => process.exit(0));
