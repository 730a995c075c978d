import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openDatabase } from '../src/database/database.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { createProduct } from '../src/domain/create-products.ts';
import { createLocation } from '../src/domain/locations.ts';
import { updateProduct } from '../src/domain/products.ts';
import { receivePurchaseOrder } from '../src/domain/purchase-order-receipts.ts';
import { createPurchaseOrder, PurchaseOrder } from '../src/domain/purchase-orders.ts';
import { createSupplier } from '../src/domain/suppliers.ts';
import { Outbox } from '../src/events/outbox.ts';
import { RESOURCES } from '../src/events/resources.ts';
import { administrator } from './administrator.ts';
import { benchOrganization } from './support.ts';

/*
 * What the events of all resources cost a write: processor time of this process and of the database per command, with
 * the events of section "Event types" and without, in turns, so that other load on the machine affects both. `node
 * bench/events.ts`
 */

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 24);
const COMMANDS = 12;
const LINES = 5;

/** The events from before every resource had its own. */
const ALWAYS = /^(inventory\.|order\.|purchase_order\.received|transfer\.received)/;
let isOn = true;
const allEvents = Outbox.prototype.eventsIn;
const silent = new Set<unknown>(
  Object.values(RESOURCES)
    .map(({ of }) => of)
    .filter(of => of.name !== 'Order' && of !== PurchaseOrder && of.name !== 'StockTransfer'),
);
Outbox.prototype.eventsIn = function (changes) {
  if (isOn) return allEvents.call(this, changes);
  return allEvents
    .call(
      this,
      changes.filter(({ entity }) => !silent.has(entity.constructor)),
    )
    .filter(({ type }) => ALWAYS.test(type));
};

const folder = await mkdtemp(join(tmpdir(), 'stockwright-bench-'));
const server = await startEmbedded(folder);
try {
  await migrate(server.url);
  const database = await openDatabase(server.url, { poolSize: 1 });
  const organizationId = await benchOrganization(database);
  const { run } = administrator(database, organizationId);
  const {
    rows: [backend],
  } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.read(organizationId));
  const databaseMs = () => {
    const fields = readFileSync(`/proc/${backend!.pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    return 10 * (Number(fields[11]) + Number(fields[12]));
  };

  const location = await run(createLocation, { name: 'Here' });
  const supplier = await run(createSupplier, { name: 'Roaster' });
  const skus: string[] = [];
  let count = 0;
  for (let n = 0; n < LINES; n += 1) {
    skus.push(`SKU-${n}`);
    await run(createProduct, { name: `Coffee ${n}`, variants: [{ sku: `SKU-${n}` }] });
  }
  const product = await run(createProduct, { name: 'Cup' });
  const order = () =>
    run(createPurchaseOrder, {
      supplierId: supplier.id,
      locationId: location.id,
      items: skus.map(sku => ({ sku, quantity: 10, unitCost: 2 })),
    });
  const submitted = async () => (await order())['id'] as string;
  const CASES: { [name: string]: { before?: () => Promise<string>; run(id: string): Promise<unknown> } } = {
    [`receive a purchase order of ${LINES} lines`]: { before: submitted, run: id => run(receivePurchaseOrder, { id }) },
    [`create a purchase order of ${LINES} lines`]: { run: order },
    'change a product': { run: () => run(updateProduct, { id: product.id, description: `Number ${(count += 1)}` }) },
  };
  console.log(`${''.padEnd(42)}  process CPU off, on (ms)      database CPU off, on (ms)     together`);
  for (const [name, each] of Object.entries(CASES)) {
    const spent = { on: { own: [] as number[], theirs: 0 }, off: { own: [] as number[], theirs: 0 } };
    for (let round = 0; round < ROUNDS + 4; round += 1) {
      for (const mode of round % 2 ? (['on', 'off'] as const) : (['off', 'on'] as const)) {
        const ids: string[] = [];
        for (let n = 0; n < COMMANDS; n += 1) ids.push((await each.before?.()) ?? '');
        isOn = mode === 'on';
        const theirs = databaseMs();
        const own = process.cpuUsage();
        for (const id of ids) await each.run(id);
        const { user, system } = process.cpuUsage(own);
        isOn = true;
        if (round < 4) continue;
        spent[mode].own.push((user + system) / 1000 / COMMANDS);
        spent[mode].theirs += (databaseMs() - theirs) / COMMANDS / ROUNDS;
      }
    }
    const median = (list: number[]) => list.toSorted((a, b) => a - b)[list.length >> 1]!;
    const [off, on] = [median(spent.off.own), median(spent.on.own)];
    const more = (before: number, after: number) =>
      `${before.toFixed(2)}, ${after.toFixed(2)} (${(100 * (after / before - 1)).toFixed(1)} %)`.padEnd(28);
    console.log(
      `${name.padEnd(42)}  ${more(off, on)}  ${more(spent.off.theirs, spent.on.theirs)}  ${more(off + spent.off.theirs, on + spent.on.theirs)}`,
    );
  }
  await database.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
