import { createServer } from 'node:http';
import { ApolloServer } from '@apollo/server';
import { expressMiddleware } from '@as-integrations/express5';
import express from 'express';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';

/*
 * The limit to measure against: a bare node:http server and pg doing the same SQL with prepared statements, and bare Apollo with
 * the same three SELECTs. No keys, no tenants, no validation.
 */

const pool = new pg.Pool({ connectionString: process.env['BENCH_DATABASE']!, max: 10 });
const organization = process.env['BENCH_ORGANIZATION']!;
pg.types.setTypeParser(1700, Number);

const LEVELS = `select l.id, l.variant_id, v.sku, l.location_id, l.quantity_on_hand, l.quantity_reserved, l.quantity_on_hold, l.quantity_available, l.quantity_incoming, l.created_at, l.updated_at
  from inventory_levels l join variants v on v.organization_id = l.organization_id and v.id = l.variant_id where l.organization_id = $1`;

async function adjust(sku: string, location: string): Promise<object> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const level = await client.query({
      name: 'lock',
      text: `select l.* from inventory_levels l join variants v on v.organization_id = l.organization_id and v.id = l.variant_id
        where l.organization_id = $1 and v.sku = $2 and l.location_id = $3 for update of l`,
      values: [organization, sku, location],
    });
    const row = level.rows[0];
    const after = row.quantity_on_hand + 1;
    await client.query({
      name: 'level',
      text: 'update inventory_levels set quantity_on_hand = $3, quantity_available = quantity_available + 1, version = version + 1, updated_at = now() where organization_id = $1 and id = $2',
      values: [organization, row.id, after],
    });
    await client.query({
      name: 'entry',
      text: `insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id, location_id, quantity_change, quantity, quantity_on_hand_after, actor, occurred_at, sequence)
        values ($1, $2, now(), now(), 'adjustment', $3, $4, 1, 1, $5, 'bench', now(), $6)`,
      values: [organization, uuidv7(), row.variant_id, row.location_id, after, row.version + 1],
    });
    await client.query({
      name: 'event',
      text: "insert into events (organization_id, id, type, occurred_at, data) values ($1, $2, 'inventory.updated', now(), $3)",
      values: [organization, uuidv7(), JSON.stringify({ inventory_level: row, changes: [] })],
    });
    await client.query({
      name: 'key',
      text: "insert into idempotency_keys (organization_id, scope, key, fingerprint, refused, answer) values ($1, 'bench', $2, 'x', false, $3)",
      values: [organization, uuidv7(), JSON.stringify(row)],
    });
    await client.query('commit');
    return row;
  } finally {
    client.release();
  }
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
  return app(req, res);
});
server.listen(0, '127.0.0.1', () =>
  process.send!({ url: `http://127.0.0.1:${(server.address() as { port: number }).port}` }),
);
process.on('SIGTERM', () => process.exit(0));
