import { Pool } from 'undici';
import { findBreaches } from '../src/domain/reconciliation.ts';
import { openStocked, sender, VARIANTS } from './stocked.ts';
import { type Child, keep, SECONDS, sharesInWords, startChild, startService, watchDatabase } from './support.ts';

/*
 * Orders under load, each figure beside the limit of the same run (limit.ts: the same rows written over HTTP by bare
 * node:http and pg): only the ratio means something on another machine. One server process over real HTTP; every write
 * has an idempotency key, an outbox row and ledger entries. Checks the stock rules at the end: a figure only counts if
 * they hold. BENCH_SECONDS limits each figure.
 */

/** More orders than can be reserved within a figure's time. */
const ORDERS = Math.ceil(4000 * SECONDS);

interface Figure {
  perSecond: number;
  p99Ms: number;
}

/** This many clients at once, each doing one thing after the other until the time is over. */
async function measure(
  clients: number,
  once: (client: number) => Promise<unknown>,
  seconds = SECONDS,
): Promise<Figure> {
  const times: number[] = [];
  const end = performance.now() + seconds * 1000;
  const beganAt = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      while (performance.now() < end) {
        const startedAt = performance.now();
        await once(client);
        times.push(performance.now() - startedAt);
      }
    }),
  );
  times.sort((a, b) => a - b);
  return {
    perSecond: (times.length * 1000) / (performance.now() - beganAt),
    p99Ms: times[Math.floor(times.length * 0.99)] ?? 0,
  };
}

function print(name: string, clients: number, ours: Figure, limit: Figure): void {
  const ratio = ours.perSecond / limit.perSecond;
  keep(name, clients, { perSecond: ours.perSecond, p99: ours.p99Ms }, { perSecond: limit.perSecond });
  console.log(
    `${`${name}, ${clients} at once`.padEnd(38)} ${ours.perSecond.toFixed(0).padStart(6)}/s  p99 ${ours.p99Ms.toFixed(0).padStart(4)} ms   limit ${limit.perSecond.toFixed(0).padStart(6)}/s  p99 ${limit.p99Ms.toFixed(0).padStart(4)} ms   ratio ${ratio.toFixed(2)}`,
  );
}

// ---- load ----

/** How often the service was too busy and asked for a retry. */
let turnedAway = 0;

type Send = ReturnType<typeof sender>;

const WARM_UP_SECONDS = 0.5;

/** The work sent to one server, after a warm-up with the same. */
async function load(
  server: Child,
  base: string,
  clients: number,
  work: (send: Send, client: number) => Promise<unknown>,
): Promise<Figure> {
  const pool = new Pool(server.url, { connections: clients });
  const send = sender(pool, base, key, () => {
    turnedAway += 1;
  });
  await measure(clients, client => work(send, client), WARM_UP_SECONDS);
  const figure = await measure(clients, client => work(send, client));
  await pool.close();
  return figure;
}

// ---- the figures ----

const stocked = await openStocked();
const { owner, database, key, locationId, environment } = stocked;
const service = await startService(environment);
const limit = await startChild('./limit.ts', environment);
async function ours(clients: number, work: (send: Send) => Promise<unknown>): Promise<Figure> {
  const watch = await watchDatabase(stocked.url);
  const figure = await load(service, '/api/v1', clients, work);
  console.log(`  the database's processor time: ${sharesInWords(await watch.stop())}`);
  return figure;
}
const least = (clients: number, work: (send: Send) => Promise<unknown>) => load(limit, '', clients, work);

let hot = 0;
const threeOf = (index: number) => [1, 2, 3].map(n => 1 + ((index * 3 + n) % VARIANTS));
let turn = 0;

async function figures(): Promise<void> {
  for (const clients of [1, 16, 64]) {
    const next = await stocked.pendingOrders(`W2.${clients}`, ORDERS);
    print(
      'W2 reserve',
      clients,
      await ours(clients, send => send(`/orders/${next.ours()}/reserve`)),
      await least(clients, send => send(`/orders/${next.least()}/reserve`)),
    );
  }
  const whole = async (send: Send) => {
    const items = threeOf((turn += 1)).map(n => ({ sku: `SKU-${n}`, quantity: 1 }));
    const {
      data: { id },
    } = await send('/orders', { location_id: locationId, items });
    await send(`/orders/${id}/reserve`);
    await send(`/orders/${id}/fulfill`);
  };
  for (const clients of [1, 16])
    print('W3 whole order of 3 lines', clients, await ours(clients, whole), await least(clients, whole));
  const wanted = await stocked.pendingOrders('W4', ORDERS, true);
  print(
    'W4 one hot SKU',
    64,
    await ours(64, async send => {
      await send(`/orders/${wanted.ours()}/reserve`);
      hot += 1;
    }),
    await least(64, send => send(`/orders/${wanted.least()}/reserve`)),
  );

  const breaches = await findBreaches(database.system);
  const {
    rows: [level],
  } = await owner.query<{ reserved: string }>(
    "select quantity_reserved as reserved from inventory_levels l join variants v on v.id = l.variant_id where v.sku = 'SKU-0'",
  );
  if (breaches.length > 0 || Number(level!.reserved) !== hot)
    throw new Error(
      `The figures do not count: ${JSON.stringify(breaches.slice(0, 5))}, ${level!.reserved} reserved of ${hot} acknowledged.`,
    );
  console.log(
    `findBreaches: none; ${hot} acknowledged on the hot SKU, ${Number(level!.reserved)} reserved; turned away and tried again: ${turnedAway}`,
  );
}

try {
  await figures();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await service.stop();
  await limit.stop();
  await stocked.stop();
  process.exit();
}
