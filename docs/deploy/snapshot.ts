import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

/*
 * What a release leaves for the tests of later ones (docs/compatibility.md): a database with documents in every state,
 * and what the API answered from it. Fills an empty database through the service of a checkout, then dumps it:
 *
 *   npx node docs/deploy/snapshot.ts postgres://owner:secret@127.0.0.1/empty [checkout] > schema/released/0.2.0.json.gz
 *
 * pg_dump must be in PATH, and as new as the server. Uses only what every release has served since 0.1.0.
 */

export interface Snapshot {
  /** Statements that create the database, without roles, grants and policies: those are made by each start. */
  sql: string;
  /** A key of the organization, with all scopes. */
  key: string;
  /** What the API answered, by path. */
  answers: { [path: string]: unknown };
}

const run = promisify(execFile);
const FLAGS = ['--disable-warning=ExperimentalWarning'];
const FAR = '2999-01-01';

interface Answer {
  id: string;
  items: { id: string; sku: string }[];
  inputs: { id: string }[];
  [field: string]: unknown;
}

type Client = (methodAndPath: string, body?: object) => Promise<Answer>;

/** A client that takes no refusal. */
const clientOf =
  (url: string, key: string): Client =>
  async (methodAndPath, body) => {
    const [method, path] = methodAndPath.split(' ') as [string, string];
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${methodAndPath}: ${response.status} ${text}`);
    return (JSON.parse(text) as { data: Answer }).data;
  };

/** Makes one of everything, and of each document one in each state. */
async function fill(api: Client): Promise<void> {
  const supplier = await api('POST /suppliers', { name: 'Finca Alta', code: 'FINCA', lead_time_days: 12 });
  const house = await api('POST /locations', { name: 'Roastery', code: 'ROAST', type: 'warehouse' });
  const store = await api('POST /locations', { name: 'Store', code: 'STORE', type: 'store' });
  const [at, shop] = [{ location_id: house.id }, { location_id: store.id }];
  await api('POST /products', {
    name: 'House blend',
    category: 'Coffee',
    metadata: { origin: 'Peru' },
    variants: [{ sku: 'BLEND', barcode: '036000291452', unit_price: 9.5, lot_tracked: true, shelf_life_days: 365 }],
  });
  const goods = await api('POST /products', {
    name: 'Goods',
    variants: [
      { sku: 'GREEN', unit: 'kg', unit_cost: 4.2, lot_tracked: true, supplier_id: supplier.id },
      { sku: 'BAG', unit_cost: 0.15 },
      { sku: 'MUG', unit_price: 12 },
      { sku: 'OLD' },
    ],
  });
  await api(`PATCH /products/${goods.id}`, { description: 'What is not coffee.' });
  await api('POST /inventory_policies', { sku: 'BAG', ...at, reorder_point: 50, reorder_quantity: 500 });

  // Bought: a draft, one on its way, one received in part, one whole, one cancelled.
  const buy = (quantity: number, more: object = {}) =>
    api('POST /purchase_orders', {
      ...more,
      supplier_id: supplier.id,
      ...at,
      expected_on: FAR,
      items: [
        { sku: 'GREEN', quantity, unit_cost: 4.5 },
        { sku: 'BAG', quantity: 100 },
      ],
    });
  await buy(1, { status: 'draft' });
  await api(`POST /purchase_orders/${(await buy(20, { status: 'draft' })).id}/submit`);
  const [partly, whole, cancelled] = [await buy(60), await buy(40), await buy(5)];
  const green = { lot_number: 'G-1', expiry_date: FAR };
  await api(`POST /purchase_orders/${partly.id}/receive`, { items: [{ sku: 'GREEN', quantity: 30, ...green }] });
  await api(`POST /purchase_orders/${whole.id}/receive`, {
    items: [
      { sku: 'GREEN', quantity: 40, lot_number: 'G-2', expiry_date: FAR },
      { sku: 'BAG', quantity: 100 },
    ],
  });
  await api(`POST /purchase_orders/${cancelled.id}/cancel`);

  const adjust = (body: object) => api('POST /inventory_adjustments', body);
  await adjust({ sku: 'MUG', ...at, quantity_change: 30, reason: 'stock_in', note: 'Opening stock' });
  await adjust({ sku: 'MUG', ...shop, quantity_change: 12.5, reason: 'stock_in' });
  await adjust({ sku: 'MUG', ...at, quantity_change: -2, reason: 'damage' });
  await adjust({ sku: 'BAG', ...at, set_quantity: 260, reason: 'correction' });
  await adjust({ sku: 'OLD', ...shop, quantity_change: 3 });
  await adjust({ sku: 'OLD', ...shop, quantity_change: -3 });
  await adjust({ sku: 'BLEND', ...at, quantity_change: 6, lot_number: 'B-OLD', expiry_date: '2020-01-01' });

  // Made: one finished, one begun, one planned, one cancelled.
  const recipe = await api('POST /recipes', {
    name: 'Roast',
    sku: 'BLEND',
    output_quantity: 10,
    items: [
      { sku: 'GREEN', quantity: 2.5 },
      { sku: 'BAG', quantity: 10 },
    ],
  });
  const plan = (quantity: number) =>
    api('POST /production_batches', { production_batch: { recipe_id: recipe.id, ...at, planned_quantity: quantity } });
  const [finished, begun, , dropped] = [await plan(80), await plan(20), await plan(10), await plan(30)];
  for (const { id } of [finished, begun, dropped]) await api(`POST /production_batches/${id}/start`);
  const { inputs } = await api(`GET /production_batches/${finished.id}`);
  await api(`POST /production_batches/${finished.id}/complete`, {
    production_batch: { actual_quantity_produced: 78 },
    inputs: [{ production_batch_input_id: inputs[0]!.id, actual_quantity: 20, waste_quantity: 0.5 }],
  });
  await api(`POST /production_batches/${dropped.id}/cancel`);

  // Moved: one arrived short, one on its way, one pending, one cancelled.
  const move = (quantity: number) =>
    api('POST /stock_transfers', {
      source_location_id: house.id,
      destination_location_id: store.id,
      items: [
        { sku: 'BLEND', quantity },
        { sku: 'MUG', quantity: 2 },
      ],
    });
  const [arrived, underway, , stopped] = [await move(20), await move(5), await move(1), await move(2)];
  await api(`POST /stock_transfers/${arrived.id}/ship`);
  await api(`POST /stock_transfers/${arrived.id}/receive`, {
    items: [
      { sku: 'BLEND', quantity: 18 },
      { sku: 'MUG', quantity: 2 },
    ],
    close: true,
  });
  await api(`POST /stock_transfers/${underway.id}/ship`);
  await api(`POST /stock_transfers/${stopped.id}/cancel`);

  // Sold, in every state; two of them sent something back.
  const sell = (reference: string, items: object[] = [{ sku: 'BLEND', quantity: 4 }]) =>
    api('POST /orders', { reference, ...shop, items });
  await sell('pending');
  const reserved = await sell('reserved');
  await api(`POST /orders/${reserved.id}/reserve`, { reservation_expires_at: `${FAR}T00:00:00Z` });
  const part = await sell('partly');
  await api(`POST /orders/${part.id}/fulfill`, { items: [{ sku: 'BLEND', quantity: 1 }] });
  const sold = await sell('whole', [
    { sku: 'BLEND', quantity: 5 },
    { sku: 'MUG', quantity: 2.5, unit_price: 11 },
  ]);
  await api(`POST /orders/${sold.id}/reserve`);
  await api(`POST /orders/${sold.id}/fulfill`);
  await api(`POST /orders/${(await sell('cancelled')).id}/cancel`);
  const takeBack = (items: object[]) =>
    api('POST /return_authorizations', { return_authorization: { order_id: sold.id, reason: 'Unwanted', items } });
  const back = await takeBack([
    { sku: 'BLEND', quantity: 1, condition: 'sellable' },
    { sku: 'BLEND', quantity: 1, condition: 'damaged' },
    { sku: 'MUG', quantity: 0.5, condition: 'discarded' },
  ]);
  await api(`POST /return_authorizations/${back.id}/receive`);
  await takeBack([{ sku: 'BLEND', quantity: 1, condition: 'sellable' }]);
  await api(
    `POST /return_authorizations/${(await takeBack([{ sku: 'MUG', quantity: 1, condition: 'damaged' }])).id}/cancel`,
  );

  // Counted: one completed, one begun, one draft.
  const count = await api('POST /cycle_counts', shop);
  await api(`POST /cycle_counts/${count.id}/load_inventory`);
  await api(`POST /cycle_counts/${count.id}/start`);
  await api(`PATCH /cycle_counts/${count.id}`, {
    cycle_count_items_attributes: [
      { sku: 'MUG', counted_quantity: 11 },
      { sku: 'BLEND', counted_quantity: 8 },
    ],
  });
  await api(`POST /cycle_counts/${count.id}/complete`);
  const counting = await api('POST /cycle_counts', at);
  await api(`POST /cycle_counts/${counting.id}/load_inventory`);
  await api(`POST /cycle_counts/${counting.id}/start`);
  await api('POST /cycle_counts', shop);

  // Lots on hold, recalled and thrown away.
  const lots = (await api('GET /lots')) as unknown as { id: string; lot_number: string }[];
  const lot = (number: string) => lots.find(each => each.lot_number === number)!.id;
  await api(`POST /lots/${lot('G-1')}/quarantine`);
  await api(`POST /lots/${lot('G-2')}/recall`, { include_descendants: false });
  const { id: variantId } = (await api('GET /variants/barcode/036000291452')) as Answer;
  await api('POST /waste_records', {
    variant_id: variantId,
    ...shop,
    quantity: 1,
    reason: 'damaged',
    notes: 'Dropped',
  });

  await api('POST /demand_history', { rows: [{ sku: 'BLEND', ...shop, date: '2026-01-05', quantity: 7 }] });
  // Nobody listens there: its deliveries are still to be made.
  await api('POST /webhook_subscriptions', { url: 'http://127.0.0.1:65529/hook', events: ['inventory.updated'] });
  await api('POST /integrations', { kind: 'shopify', name: 'Shop', ...shop, secret: 'not-a-secret-of-anybody' });
  await adjust({ sku: 'BAG', ...at, quantity_change: -10, reason: 'shrinkage' });
}

/** What later releases must still answer. */
const PATHS = [
  '/organization',
  ...[
    ...['suppliers', 'locations', 'products', 'variants', 'inventory_levels', 'inventory_ledger', 'reservations'],
    ...['orders', 'purchase_orders', 'stock_transfers', 'cycle_counts', 'return_authorizations', 'lots', 'recipes'],
    ...['inventory_policies', 'production_batches', 'waste_records', 'webhook_subscriptions', 'integrations', 'events'],
    ...['reports/stock_by_location', 'reports/low_stock'],
  ].map(name => `/${name}?per_page=200`),
];

/** The service of a checkout on the database. */
async function start(checkout: string, database: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, [...FLAGS, 'src/main.ts'], {
    cwd: checkout,
    env: environment(database),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
    if (url) return { url, child };
  }
  throw new Error(`The service in ${checkout} does not start.`);
}

const environment = (database: string) => ({
  ...process.env,
  DATABASE_URL: database,
  PORT: '0',
  DEMO: 'false',
  LOG_LEVEL: 'error',
  RATE_LIMIT_PER_MINUTE: '0',
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
});

/** Roles, grants and policies are made by each start, for the roles that are there. */
const isRestored = (statement: string): boolean =>
  !/^(CREATE POLICY|ALTER DEFAULT PRIVILEGES|GRANT|REVOKE)/.test(statement);

async function snapshot(database: string, checkout: string): Promise<Snapshot> {
  const cli = async (...words: string[]) => {
    const { stdout } = await run(process.execPath, [...FLAGS, 'src/cli.ts', ...words, '--json'], {
      cwd: checkout,
      env: environment(database),
    });
    return JSON.parse(stdout) as { key: string };
  };
  await cli('organization', 'create', '--slug', 'acme', '--name', 'Acme', '--modules', 'manufacturing,traceability');
  await cli('organization', 'create', '--slug', 'birch', '--name', 'Birch');
  const { key } = await cli('key', 'create', '--organization', 'acme', '--name', 'release', '--scopes', 'admin');
  const { url, child } = await start(checkout, database);
  const answers: Snapshot['answers'] = {};
  try {
    const api = clientOf(url, key);
    await fill(api);
    // Events get their positions, and the subscription its delivery, after the last commit.
    for (let tries = 0; !((await api('GET /webhook_deliveries')) as unknown as object[])[0]; tries += 1) {
      if (tries === 100) throw new Error('No delivery was made.');
      await sleep(200);
    }
    for (const path of PATHS) answers[path] = await api(`GET ${path}`);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  const { stdout } = await run(
    'pg_dump',
    ['--no-owner', '--no-acl', '--inserts', '--rows-per-insert=1000', `--dbname=${database}`],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const sql = stdout
    .split(/(?<=;\n)\n+/)
    .map(part => part.replace(/^(?:(?:--|\\).*\n|\n)*/gm, ''))
    .filter(part => part !== '' && isRestored(part))
    .join('\n');
  return { sql, key, answers };
}

const [database, checkout = '.'] = process.argv.slice(2);
if (!database) throw new Error('Which database? An empty one, as its owner.');
const made = await snapshot(database, resolve(checkout));
process.stdout.write(gzipSync(JSON.stringify(made), { level: 9 }));
