import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { createProduct } from '../src/domain/create-products.ts';
import { createInventoryAdjustment } from '../src/domain/inventory-adjustments.ts';
import { createLocation } from '../src/domain/locations.ts';
import { findBreaches } from '../src/domain/reconciliation.ts';
import { ALL_CHECKS } from '../src/operations/verify.ts';
import { administrator } from './administrator.ts';
import type { ReadersGiven, ReadersTold, Way } from './readers.ts';
import { benchOrganization, openBenchDatabase, SECONDS, startService } from './support.ts';

/*
 * The age of an event when a dashboard receives it, counted from the start of the command that caused it: idle with one
 * socket, and with 20 organizations of 100 readers each, over sockets and over both kinds of server-sent events, one
 * after the other. The readers are a separate process, the writes plain REST. BENCH_SECONDS limits each figure; `node
 * bench/fanout.ts 10` has ten readers each.
 */

const ORGANIZATIONS = 20;
const EACH = Number(process.argv[2] ?? 100);
const WAYS: readonly Way[] = ['sockets', 'subscriptions over SSE', 'event streams'];
const RATES = [100, 200, 400];
const STUCK = 50;
/** Longer than a client may stop reading. */
const STUCK_SECONDS = 14;

const embedded = await openBenchDatabase();
await migrate(embedded.url);
const database = await openDatabase(embedded.url);

interface Tenant {
  key: string;
  body: string;
}

async function makeTenant(slug: string): Promise<Tenant> {
  const organizationId = await benchOrganization(database, { slug });
  const { run, newKey } = administrator(database, organizationId);
  const { id } = await run(createLocation, { name: 'One' });
  await run(createProduct, { name: 'Product', variants: [{ sku: 'SKU' }] });
  await run(createInventoryAdjustment, { sku: 'SKU', locationId: id, quantityChange: 1000 });
  return { key: await newKey(), body: JSON.stringify({ sku: 'SKU', location_id: id, quantity_change: 1 }) };
}

const tenants: Tenant[] = [];
for (let index = 0; index < ORGANIZATIONS; index += 1) tenants.push(await makeTenant(`bench-${index}`));
const service = await startService({ DATABASE_URL: embedded.url });
const clients = new Pool(service.url, { connections: 16 });

/**
 * Adjusts stock this many times a second, alternating between organizations, whether or not earlier requests were
 * answered.
 */
async function write(writers: readonly Tenant[], perSecond: number, seconds: number): Promise<void> {
  const answers: Promise<unknown>[] = [];
  const beganAt = performance.now();
  for (let count = 0; count < perSecond * seconds; count += 1) {
    await sleep(Math.max(0, beganAt + (count * 1000) / perSecond - performance.now()));
    const { key, body } = writers[count % writers.length]!;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    answers.push(
      clients
        .request({ method: 'POST', path: '/api/v1/inventory_adjustments', headers, body })
        .then(({ body: answer }) => answer.dump()),
    );
  }
  await Promise.all(answers);
}

/** What the service's process has used so far. */
async function used(): Promise<{ megabytes: number; cpuSeconds: number }> {
  const metrics = await (await fetch(`${service.url}/metrics`)).text();
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)![1]);
  return {
    megabytes: figure('process_resident_memory_bytes') / 1_048_576,
    cpuSeconds: figure('process_cpu_seconds_total'),
  };
}

async function openReaders(given: Omit<ReadersGiven, 'url'>): Promise<ChildProcess> {
  const readers = fork(new URL('./readers.ts', import.meta.url), { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  readers.send({ url: service.url, ...given } satisfies ReadersGiven);
  await once(readers, 'message');
  return readers;
}

async function told(readers: ChildProcess): Promise<ReadersTold> {
  readers.send('tell');
  return (await once(readers, 'message'))[0] as ReadersTold;
}

async function measure(
  title: string,
  readers: ChildProcess,
  writers: readonly Tenant[],
  perSecond: number,
  each: number,
): Promise<void> {
  await write(writers, perSecond, 1);
  await sleep(1000);
  await told(readers);
  const before = await used();
  const beganAt = performance.now();
  await write(writers, perSecond, SECONDS);
  const after = await used();
  const seconds = (performance.now() - beganAt) / 1000;
  await sleep(1000);
  const { messages, p50, p99, closed } = await told(readers);
  const cpu = ((after.cpuSeconds - before.cpuSeconds) / seconds) * 100;
  console.log(
    `${title.padEnd(58)} p50 ${p50.toFixed(0).padStart(5)} ms   p99 ${p99.toFixed(0).padStart(5)} ms   ${messages} of ${perSecond * SECONDS * each} messages   cpu ${cpu.toFixed(0)} %   ${after.megabytes.toFixed(0)} MB   closed ${JSON.stringify(closed)}`,
  );
}

console.log('commit to reader, counted from the beginning of the command');
const one = await openReaders({ way: 'sockets', keys: [tenants[0]!.key], each: 1, stuck: false });
await measure('one socket, 20 events/s (goal: p50 < 30, p99 < 150)', one, tenants.slice(0, 1), 20, 1);
one.disconnect();

const readers = ORGANIZATIONS * EACH;
for (const way of WAYS) {
  const before = await used();
  const all = await openReaders({ way, keys: tenants.map(({ key }) => key), each: EACH, stuck: false });
  const after = await used();
  console.log(`${readers} ${way}: ${(((after.megabytes - before.megabytes) * 1024) / readers).toFixed(0)} KB each`);
  for (const rate of RATES)
    await measure(
      `${readers} ${way}, ${rate} events/s, each to ${EACH}${rate === 100 ? ' (goal: p99 < 250)' : ''}`,
      all,
      tenants,
      rate,
      EACH,
    );
  all.disconnect();
  // They count as open until the service has noticed their end.
  await sleep(1000);
}

const few = await used();
const stuck = await openReaders({ way: 'sockets', keys: [tenants[0]!.key], each: STUCK, stuck: true });
let most = 0;
for (let second = 0; second < STUCK_SECONDS; second += 1) {
  await sleep(1000);
  most = Math.max(most, (await used()).megabytes);
}
stuck.send('resume');
await sleep(1000);
console.log(
  `${STUCK} sockets that replay the log twenty times each and do not read: ${(most - few.megabytes).toFixed(0)} MB more at most, closed ${JSON.stringify((await told(stuck)).closed)}`,
);
stuck.disconnect();

console.log(
  `\nbreaches of the rules of stock and events afterwards: ${(await findBreaches(database.system, ALL_CHECKS)).length}`,
);
await clients.close();
await service.stop();
await database.close();
await embedded.stop();
process.exit(0);
