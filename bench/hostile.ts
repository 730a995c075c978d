import { once } from 'node:events';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { createProduct } from '../src/domain/create-products.ts';
import { createInventoryAdjustments } from '../src/domain/inventory-adjustments.ts';
import { createLocation } from '../src/domain/locations.ts';
import { ABUSES, type Attacker, HARMLESS } from './abuses.ts';
import { administrator } from './administrator.ts';
import type { Attack } from './attacker.ts';
import { benchOrganization, openBenchDatabase, startService } from './support.ts';

/*
 * The hostile campaign: every abuse of abuses.ts beside a healthy tenant at work. The attacker uses this machine's
 * processors too, so the load is limited: PER_SECOND attempts, twice what a key may send in the long run. The response
 * times of the healthy tenant are compared with those beside a neighbour that sends as many ordinary requests from the
 * same thread. The two alternate, ROUNDS times, and the median of the rounds counts for either: a disk or host that
 * hangs for half a second affects one round of one of them, an abuse all of its own.
 *
 * It fails if the healthy tenant gets a single response that is not 2xx, or if the slowest of a hundred takes more than
 * three times as long as beside the neighbour (and more than FLOOR_MS, because a few milliseconds are noise). `npm run
 * campaign:hostile` runs all of them in some eight minutes, `npm run campaign:hostile -- sockets` those with that in
 * their name.
 */

const ROUNDS = 5;
const ROUND_MS = 4000;
const PAUSE_MS = 1000;
const WARMING_MS = 10_000;
const PER_SECOND = 40;
/** How often the healthy tenant sends a request. */
const EVERY_MS = 25;
/** Enough keys to stay within the rate limit of each. */
const HEALTHY_KEYS = 4;
const FLOOR_MS = 50;
const TIMES_MAX = 3;

const wanted = ABUSES.filter(({ name }) => name.toLowerCase().includes((process.argv[2] ?? '').toLowerCase()));

// All wait for one disk: that is due to the machine, not to an abuse.
const embedded = await openBenchDatabase({ durable: false });
await migrate(embedded.url);
const database = await openDatabase(embedded.url);

interface Tenant {
  productId: string;
  locationId: string;
  newKey(): Promise<string>;
}

async function makeTenant(slug: string, variants: number): Promise<Tenant> {
  const organizationId = await benchOrganization(database, { slug });
  const { run, newKey } = administrator(database, organizationId);
  const skus = Array.from({ length: variants }, (_, index) => `${slug}-${index}`);
  const product = await run(createProduct, { name: slug, variants: skus.map(sku => ({ sku })) });
  const location = await run(createLocation, { name: slug });
  await run(createInventoryAdjustments, {
    adjustments: skus.map(sku => ({ sku, locationId: location['id'], quantityChange: 100 })),
  });
  return {
    productId: product['id'] as string,
    locationId: location['id'] as string,
    newKey,
  };
}

const healthy = await makeTenant('healthy', 20);
const neighbor = await makeTenant('neighbor', 20);
const attacker = await makeTenant('attacker', 500);
const healthyKeys = await Promise.all(Array.from({ length: HEALTHY_KEYS }, () => healthy.newKey()));
const service = await startService({ DATABASE_URL: embedded.url, RATE_LIMIT_PER_MINUTE: '1200' });

interface Seen {
  p99: number;
  answers: number;
  /** Without a 2xx response. */
  failed: number;
}

/** The healthy tenant: lists, a GraphQL query and a write in turn, within its rate limit, until stopped. */
async function working(signal: AbortSignal): Promise<Seen> {
  const latencies: number[] = [];
  let failed = 0;
  const adjustment = JSON.stringify({ sku: 'healthy-0', location_id: healthy.locationId, quantity_change: 1 });
  const query = JSON.stringify({
    query: '{ inventoryLevels(first: 20) { nodes { quantityOnHand variant { sku } } } }',
  });
  const asks: readonly [path: string, body?: string][] = [
    ['/api/v1/inventory_levels?per_page=20'],
    ['/graphql', query],
    ['/api/v1/inventory_adjustments', adjustment],
  ];
  const ask = async (turn: number) => {
    const [path, body] = asks[turn % asks.length]!;
    const headers = {
      authorization: `Bearer ${healthyKeys[turn % healthyKeys.length]}`,
      'content-type': 'application/json',
    };
    const startedAt = performance.now();
    try {
      const response = await fetch(`${service.url}${path}`, { headers, ...(body && { method: 'POST', body }) });
      await response.arrayBuffer();
      if (!response.ok) failed += 1;
    } catch {
      failed += 1;
    }
    latencies.push(performance.now() - startedAt);
  };
  const asked: Promise<void>[] = [];
  // Continues whether or not it was answered, as people do.
  for (let turn = 0; !signal.aborted; turn += 1) {
    asked.push(ask(turn));
    await sleep(EVERY_MS);
  }
  await Promise.all(asked);
  latencies.sort((a, b) => a - b);
  return { p99: latencies[Math.floor(latencies.length * 0.99)] ?? 0, answers: latencies.length, failed };
}

/** The processor time of the service so far, in ms. */
async function used(): Promise<number> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  return 1000 * Number(/^process_cpu_seconds_total (\S+)$/m.exec(metrics)![1]);
}

interface Beside extends Seen {
  blows: number;
  /** The processor time of the service per second, in ms. */
  cpu: number;
}

/** The healthy tenant while somebody else does this so many times a second. */
async function beside(abuse: string, tenant: Tenant): Promise<Beside> {
  const { productId, locationId } = tenant;
  const somebody: Attacker = { url: service.url, key: await tenant.newKey(), productId, locationId };
  const workerData: Attack = { name: abuse, attacker: somebody, forMs: ROUND_MS, perSecond: PER_SECOND };
  const before = await used();
  const thread = new Worker(new URL('./attacker.ts', import.meta.url), { workerData });
  const [seen, [blows]] = await Promise.all([
    working(AbortSignal.timeout(ROUND_MS)),
    once(thread, 'message') as Promise<[number]>,
  ]);
  // Metrics are up to a second old.
  await sleep(PAUSE_MS);
  return { ...seen, blows, cpu: ((await used()) - before) / (ROUND_MS / 1000) };
}

/** The combined result of several rounds. */
function together(rounds: readonly Beside[]): Beside {
  const sum = (of: (round: Beside) => number): number => rounds.reduce((total, round) => total + of(round), 0);
  return {
    p99: rounds.map(({ p99 }) => p99).toSorted((a, b) => a - b)[Math.floor(rounds.length / 2)]!,
    answers: sum(({ answers }) => answers),
    failed: sum(({ failed }) => failed),
    blows: sum(({ blows }) => blows),
    cpu: sum(({ cpu }) => cpu) / rounds.length,
  };
}

// First executions take longer, and would make the limit generous.
await working(AbortSignal.timeout(WARMING_MS));
console.log(
  `${PER_SECOND} blows a second beside a healthy tenant that asks every ${EVERY_MS} ms. The median of its p99 in ${ROUNDS} rounds, in ms, beside a neighbor's ordinary requests and beside each abuse: at most ${TIMES_MAX} times as much (or ${FLOOR_MS} ms), and every answer 2xx. Processor of the service in ms per second. Load of the machine: ${loadavg()[0]!.toFixed(1)}.\n`,
);
console.log('  neighbor    abuse   times   failed   answers   blows   cpu: neighbor   abuse');
const broken: string[] = [];
for (const { name } of wanted) {
  const rounds: { harmless: Beside; hostile: Beside }[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ harmless: await beside(HARMLESS.name, neighbor), hostile: await beside(name, attacker) });
  const harmless = together(rounds.map(round => round.harmless));
  const hostile = together(rounds.map(round => round.hostile));
  const failed = harmless.failed + hostile.failed;
  const isBroken = failed > 0 || hostile.p99 > Math.max(FLOOR_MS, TIMES_MAX * harmless.p99);
  if (isBroken) broken.push(name);
  const cells = [
    harmless.p99.toFixed(0).padStart(10),
    hostile.p99.toFixed(0).padStart(8),
    (hostile.p99 / harmless.p99).toFixed(1).padStart(7),
    String(failed).padStart(8),
    String(harmless.answers + hostile.answers).padStart(9),
    String(hostile.blows).padStart(7),
    harmless.cpu.toFixed(0).padStart(16),
    hostile.cpu.toFixed(0).padStart(7),
  ];
  console.log(`${isBroken ? '!' : ' '}${cells.join(' ')}   ${name}`);
}
console.log(
  broken.length > 0
    ? `\nBroken by ${broken.length} of ${wanted.length}: ${broken.join('; ')}.`
    : `\nAll ${wanted.length} held.`,
);

await service.stop();
await database.close();
await embedded.stop();
process.exit(broken.length > 0 ? 1 : 0);
