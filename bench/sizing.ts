import { loadavg } from 'node:os';
import pg from 'pg';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { createProduct } from '../src/domain/create-products.ts';
import { createInventoryAdjustments } from '../src/domain/inventory-adjustments.ts';
import { createLocation } from '../src/domain/locations.ts';
import type { Row } from '../src/kernel/view.ts';
import { administrator } from './administrator.ts';
import {
  benchOrganization,
  databaseSeconds,
  openBenchDatabase,
  processSeconds,
  residentMb,
  startService,
} from './support.ts';

/*
 * The cost of a request, in milliseconds of processor time of the service and of the database, and its disk space: the
 * basis of docs/sizing.md. Processor time depends little on what else the machine does. `node bench/sizing.ts`; COUNT
 * requests of each kind.
 */

const COUNT = Number(process.env['COUNT'] ?? 2000);
const AT_ONCE = 16;
const VARIANTS = 500;

const server = await openBenchDatabase({ durable: false });
await migrate(server.url);
const database = await openDatabase(server.url);
const organizationId = await benchOrganization(database, { slug: 'sizing' });
const { run, newKey } = administrator(database, organizationId);
const skus = Array.from({ length: VARIANTS }, (_, index) => `S-${index}`);
for (let from = 0; from < VARIANTS; from += 100)
  await run(createProduct, { name: `Product ${from}`, variants: skus.slice(from, from + 100).map(sku => ({ sku })) });
const { id: locationId } = (await run(createLocation, { name: 'Here' })) as { id: string };
await run(createInventoryAdjustments, {
  adjustments: skus.map(sku => ({ sku, locationId, quantityChange: 1_000_000 })),
});
const key = await newKey();
const owner = new pg.Client({ connectionString: server.url });
await owner.connect();
await owner.query('vacuum (analyze)');
const service = await startService({ DATABASE_URL: server.url, ROLE: 'all' });
const residentAtFirst = await residentMb(service.pid);

const ask = async (method: string, path: string, body?: object): Promise<Row> => {
  const response = await fetch(`${service.url}/api/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { data: Row };
  if (!response.ok) throw new Error(`${response.status} to ${method} ${path}: ${JSON.stringify(answer)}`);
  return answer.data;
};

const orders: string[] = [];
const skuOf = (turn: number) => skus[(turn * 7) % VARIANTS]!;
const KINDS: readonly [name: string, ask: (turn: number) => Promise<unknown>][] = [
  ['a page of 25 levels', turn => ask('GET', `/inventory_levels?per_page=25&page=${1 + (turn % 20)}`)],
  ['one order by its id', turn => ask('GET', `/orders/${orders[turn % orders.length]}`)],
  [
    'an adjustment',
    turn => ask('POST', '/inventory_adjustments', { sku: skuOf(turn), location_id: locationId, quantity_change: 1 }),
  ],
  [
    'an order of three lines',
    async turn => {
      const items = [0, 1, 2].map(line => ({ sku: skuOf(3 * turn + line), quantity: 1 }));
      orders.push((await ask('POST', '/orders', { location_id: locationId, items }))['id'] as string);
    },
  ],
  ['its fulfilment', turn => ask('POST', `/orders/${orders[turn]}/fulfill`)],
  ['a report (low stock, 500 levels)', () => ask('GET', '/reports/low_stock')],
];

async function many(work: (turn: number) => Promise<unknown>): Promise<void> {
  let turn = 0;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (turn < COUNT) await work(turn++);
    }),
  );
}

const bytes = async (): Promise<number> => {
  await owner.query('checkpoint');
  const { rows } = await owner.query<{ size: string }>('select pg_database_size(current_database()) as size');
  return Number(rows[0]!.size);
};

console.log(`${COUNT} of each, ${AT_ONCE} at once; load of the machine ${loadavg()[0]!.toFixed(1)}`);
console.log('   service ms   database ms   bytes kept');
// Orders come first, so that there are some to read; and first executions take longer.
for (const name of [
  'an order of three lines',
  'a page of 25 levels',
  'one order by its id',
  'an adjustment',
  'its fulfilment',
  'a report (low stock, 500 levels)',
]) {
  const [, work] = KINDS.find(kind => kind[0] === name)!;
  const before = [await processSeconds(service.pid), await databaseSeconds(owner), await bytes()] as const;
  await many(work);
  // The sequencer and the dispatcher run within moments.
  await new Promise(resolve => setTimeout(resolve, 1500));
  const after = [await processSeconds(service.pid), await databaseSeconds(owner), await bytes()] as const;
  const [ours, theirs, kept] = after.map((value, index) => (value - before[index]!) / COUNT) as [
    number,
    number,
    number,
  ];
  console.log(
    `${(1000 * ours).toFixed(2).padStart(13)}${(1000 * theirs).toFixed(2).padStart(14)}${kept.toFixed(0).padStart(13)}   ${name}`,
  );
}
console.log(
  `memory of the service: ${Math.round(residentAtFirst)} MB at first, ${Math.round(await residentMb(service.pid))} MB now`,
);
const { rows } = await owner.query<{ name: string; count: string; each: string }>(
  `select relname as name, reltuples::bigint as count,
    (pg_total_relation_size(oid) / greatest(reltuples, 1))::int as each from pg_class
   where relname in ('ledger_entries', 'events', 'orders', 'order_items', 'inventory_levels') order by relname`,
);
for (const { name, each } of rows) console.log(`${each.toString().padStart(7)} bytes a row with its indexes   ${name}`);
await service.stop();
await owner.end();
await database.close();
await server.stop();
