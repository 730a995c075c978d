import pg from 'pg';
import { Pool } from 'undici';
import { findBreaches } from '../src/domain/reconciliation.ts';
import { openStocked, sender, VARIANTS } from './stocked.ts';
import { type Child, databaseSeconds, keep, processSeconds, startChild, startService } from './support.ts';

/*
 * The cost of a write: milliseconds of processor time of the service and of the database per command, beside those of
 * the limit (limit.ts), in turns. Unlike requests per second this hardly depends on what else the machine does. Each
 * command has an idempotency key, its events and its ledger entries. `node bench/commands.ts`; COUNT commands a turn,
 * TURNS turns, CLIENTS at once; ONLY names one kind.
 */

const COUNT = Number(process.env['COUNT'] ?? 600);
const TURNS = Number(process.env['TURNS'] ?? 5);
const CLIENTS = Number(process.env['CLIENTS'] ?? 16);

const stocked = await openStocked();
const { locationId, environment } = stocked;
const service = await startService(environment);
const limit = await startChild('./limit.ts', environment);
const watching = new pg.Client({ connectionString: stocked.url });
await watching.connect();

type Send = ReturnType<typeof sender>;
const pending = await stocked.pendingOrders('W2', COUNT * (TURNS + 1));
let turn = 0;
const sku = () => `SKU-${1 + ((turn += 1) % VARIANTS)}`;
const KINDS: { [name: string]: { ours(send: Send): Promise<unknown>; least(send: Send): Promise<unknown> } } = {
  'W1 adjust': {
    ours: send => send('/inventory_adjustments', { sku: sku(), location_id: locationId, quantity_change: 1 }),
    least: send => send(`/adjust?sku=${sku()}&location=${locationId}`),
  },
  'W2 reserve': {
    ours: send => send(`/orders/${pending.ours()}/reserve`),
    least: send => send(`/orders/${pending.least()}/reserve`),
  },
  'W3 order of 3 lines': { ours: whole, least: whole },
};

async function whole(send: Send): Promise<void> {
  const items = [sku(), sku(), sku()].map(each => ({ sku: each, quantity: 1 }));
  const { data } = await send('/orders', { location_id: locationId, items });
  await send(`/orders/${data.id}/reserve`);
  await send(`/orders/${data.id}/fulfill`);
}

/** Milliseconds of processor. */
interface Cost {
  own: number;
  database: number;
}

/** The cost of each of COUNT commands, sent by CLIENTS at once. */
async function cost(server: Child, base: string, work: (send: Send) => Promise<unknown>): Promise<Cost> {
  const pool = new Pool(server.url, { connections: CLIENTS });
  const send = sender(pool, base, stocked.key);
  const before = await Promise.all([processSeconds(server.pid), databaseSeconds(watching)]);
  let left = COUNT;
  await Promise.all(
    Array.from({ length: CLIENTS }, async () => {
      while ((left -= 1) >= 0) await work(send);
    }),
  );
  const after = await Promise.all([processSeconds(server.pid), databaseSeconds(watching)]);
  await pool.close();
  const [own, database] = after.map((seconds, index) => (1000 * (seconds - before[index]!)) / COUNT);
  return { own: own!, database: database! };
}

const median = (costs: readonly Cost[], of: keyof Cost) =>
  costs.map(each => each[of]).sort((a, b) => a - b)[costs.length >> 1]!;

console.log(
  `ms of processor a command, ${CLIENTS} at once`.padEnd(40),
  'service  database   together     limit  ratio',
);
for (const [name, kind] of Object.entries(KINDS)) {
  if (process.env['ONLY'] && !name.startsWith(process.env['ONLY'])) continue;
  const costs: { ours: Cost[]; least: Cost[] } = { ours: [], least: [] };
  for (let round = 0; round <= TURNS; round += 1) {
    const ours = await cost(service, '/api/v1', kind.ours);
    const least = await cost(limit, '', kind.least);
    // The first warms up.
    if (round === 0) continue;
    costs.ours.push(ours);
    costs.least.push(least);
  }
  const [own, database] = [median(costs.ours, 'own'), median(costs.ours, 'database')];
  const [leastOwn, leastDatabase] = [median(costs.least, 'own'), median(costs.least, 'database')];
  const least = leastOwn + leastDatabase;
  keep(`${name}, processor`, CLIENTS, { perSecond: 1000 / (own + database) }, { perSecond: 1000 / least });
  const cells = [own, database, own + database, leastOwn, leastDatabase, least, least / (own + database)];
  console.log(
    name.padEnd(40),
    cells.map((cell, index) => cell.toFixed(2).padStart([7, 9, 10, 12, 9, 9, 6][index]!)).join(' '),
  );
}
console.log(`breaches of the stock rules afterwards: ${(await findBreaches(stocked.database.system)).length}`);
await service.stop();
await limit.stop();
await watching.end();
await stocked.stop();
process.exit(0);
