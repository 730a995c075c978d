import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { issueKey } from '../src/access/api-keys.ts';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { createInventoryAdjustments } from '../src/domain/inventory-adjustments.ts';
import { createLocation } from '../src/domain/locations.ts';
import { createProduct } from '../src/domain/products.ts';
import { provisionOrganization } from '../src/domain/provision.ts';
import type { Caller, Operation } from '../src/kernel/operation.ts';
import type { Row } from '../src/kernel/view.ts';
import { execute } from '../src/store/execute.ts';
import { ABUSES, type Abuse, type Attacker } from './abuses.ts';
import { openBenchDatabase, startChild } from './support.ts';

/*
 * The hostile campaign: every abuse of abuses.ts for some seconds beside a healthy tenant that goes on working. It fails if the healthy
 * tenant is once answered 5xx or not at all, or its slowest of a hundred answers takes more than three times as long as before (and more
 * than FLOOR_MS, for a few milliseconds are noise). Ten minutes at most, however many abuses there are.
 * `npm run campaign:hostile` runs all of them, `npm run campaign:hostile -- sockets` those with that in their name.
 */

const MINUTES_MAX = 10;
const QUIET_MS = 5000;
const PAUSE_MS = 1000;
/** How often the healthy tenant asks. */
const EVERY_MS = 50;
const FLOOR_MS = 150;
const TIMES_MAX = 3;

const wanted = ABUSES.filter(({ name }) => name.toLowerCase().includes((process.argv[2] ?? '').toLowerCase()));
const turnMs = Math.min(10_000, (MINUTES_MAX * 60_000 - 60_000) / Math.max(1, wanted.length) - PAUSE_MS);

const embedded = await openBenchDatabase();
await migrate(embedded.url);
const database = await openDatabase(embedded.url);

async function makeTenant(slug: string, variants: number): Promise<Omit<Attacker, 'url'>> {
  const organizationId = await provisionOrganization(database.system, {
    slug,
    name: slug,
    modules: [],
    currency: 'EUR',
    timeZone: 'UTC',
  });
  const caller: Caller = {
    organizationId,
    actor: 'key:campaign',
    scopes: new Set(['admin']),
    modules: new Set(),
    database,
  };
  const run = async (operation: Operation, input: object) =>
    (await execute(operation, caller, input, { present: result => result as Row })).answer;
  const skus = Array.from({ length: variants }, (_, index) => `${slug}-${index}`);
  const product = await run(createProduct, { name: slug, variants: skus.map(sku => ({ sku })) });
  const location = await run(createLocation, { name: slug });
  await run(createInventoryAdjustments, {
    adjustments: skus.map(sku => ({ sku, locationId: location['id'], quantityChange: 100 })),
  });
  const key = await database.transaction(organizationId, 'key:campaign', async unit => {
    const issued = issueKey(unit, { name: 'campaign', scopes: ['admin'] });
    return { key: issued.key! };
  });
  return { key: key.key, productId: product['id'] as string, locationId: location['id'] as string };
}

const healthy = await makeTenant('healthy', 20);
const attacker = await makeTenant('attacker', 500);
const service = await startChild('./service.ts', { BENCH_DATABASE: embedded.url, BENCH_RATE_LIMIT: '1200' });

interface Seen {
  p99: number;
  answers: number;
  /** Answers of 500 and above, and none at all. */
  failed: number;
}

/** The healthy tenant: lists, a GraphQL query and a write in turn, within its rate limit, until it is told to stop. */
async function working(signal: AbortSignal): Promise<Seen> {
  const latencies: number[] = [];
  let failed = 0;
  const ask = async (turn: number) => {
    const headers = { authorization: `Bearer ${healthy.key}`, 'content-type': 'application/json' };
    const adjustment = { sku: 'healthy-0', location_id: healthy.locationId, quantity_change: 1 };
    const query = '{ inventoryLevels(first: 20) { nodes { quantityOnHand variant { sku } } } }';
    const startedAt = performance.now();
    try {
      const response = await [
        () => fetch(`${service.url}/api/v1/inventory_levels?per_page=20`, { headers }),
        () => fetch(`${service.url}/graphql`, { method: 'POST', headers, body: JSON.stringify({ query }) }),
        () =>
          fetch(`${service.url}/api/v1/inventory_adjustments`, {
            method: 'POST',
            headers,
            body: JSON.stringify(adjustment),
          }),
      ][turn % 3]!();
      await response.arrayBuffer();
      if (response.status >= 500) failed += 1;
    } catch {
      failed += 1;
    }
    latencies.push(performance.now() - startedAt);
  };
  const asked: Promise<void>[] = [];
  // Asks on whether or not it was answered, as people do.
  for (let turn = 0; !signal.aborted; turn += 1) {
    asked.push(ask(turn));
    await sleep(EVERY_MS);
  }
  await Promise.all(asked);
  latencies.sort((a, b) => a - b);
  return { p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0, answers: latencies.length, failed };
}

/** Answers how often the abuse was done. */
async function attacked({ name }: Abuse, forMs: number): Promise<number> {
  const workerData = { name, attacker: { ...attacker, url: service.url }, forMs };
  const [blows] = await once(new Worker(new URL('./attacker.ts', import.meta.url), { workerData }), 'message');
  return blows as number;
}

await working(AbortSignal.timeout(QUIET_MS));
// What a process does for the first time takes longer, and would make the bound generous.
await working(AbortSignal.timeout(QUIET_MS));
const quiet = await working(AbortSignal.timeout(QUIET_MS));
const bound = Math.max(FLOOR_MS, TIMES_MAX * quiet.p99);
console.log(
  `A healthy tenant alone: p99 ${quiet.p99.toFixed(0)} ms of ${quiet.answers} answers; beside an abuse at most ${bound.toFixed(0)} ms and no 5xx. Load of the machine: ${loadavg()[0]!.toFixed(1)}.\n`,
);
console.log('    p99 ms   failed   answers   blows   abuse');
let broken = quiet.failed > 0;
for (const abuse of wanted) {
  const [seen, blows] = await Promise.all([working(AbortSignal.timeout(turnMs)), attacked(abuse, turnMs)]);
  const isBroken = seen.failed > 0 || seen.p99 > bound;
  broken ||= isBroken;
  const cells = [
    seen.p99.toFixed(0).padStart(9),
    String(seen.failed).padStart(8),
    String(seen.answers).padStart(9),
    String(blows).padStart(7),
  ];
  console.log(`${isBroken ? '!' : ' '}${cells.join(' ')}   ${abuse.name}`);
  await sleep(PAUSE_MS);
}

await service.stop();
await database.close();
await embedded.stop();
process.exit(broken ? 1 : 0);
