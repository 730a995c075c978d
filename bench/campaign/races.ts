import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../src/database/embedded.ts';
import { adjust, command, MAKERS, newKey, newMind, post, STEPS, take } from './clients.ts';
import { becomesReady, type Fault, holding, isHealthy, type Strike } from './fault.ts';
import { add, hashOf, placeOf } from './journal.ts';
import type { Rig } from './rig.ts';
import { superviseService } from './service.ts';

/*
 * Faults that are races: many concurrent requests for the same thing, through both processes.
 */

const whole = ({ random }: Strike, bound: number): number => Math.floor(random() * bound);
const mindOf = (at: Strike) => newMind(at.rig, at.rig.tenants[whole(at, at.rig.tenants.length)]!, whole(at, 2 ** 31));

const step = (table: string, verb: string) => STEPS.find(each => each.table === table && each.verb === verb)!;

/**
 * Of these two at once on one document exactly one may succeed; then come the commands that lead to the required state.
 */
const PAIRS: readonly (readonly [table: string, first: string, second: string, ...before: string[]])[] = [
  ['orders', 'fulfill', 'fulfill'],
  ['orders', 'cancel', 'cancel'],
  ['orders', 'fulfill', 'cancel'],
  ['orders', 'fulfill', 'cancel', 'reserve'],
  ['orders', 'fulfill', 'fulfill', 'reserve'],
  ['stock_transfers', 'ship', 'ship'],
  ['stock_transfers', 'ship', 'cancel'],
  ['stock_transfers', 'receive', 'receive', 'ship'],
  ['purchase_orders', 'receive', 'receive'],
  ['return_authorizations', 'receive', 'receive'],
];

/** One effect per key, however many copies are sent at once. */
async function copies(at: Strike, count: number): Promise<void> {
  const { rig } = at;
  const tenant = rig.tenants[whole(at, rig.tenants.length)]!;
  const [sku, locationId] = [tenant.skus[0]!, tenant.locationIds[0]!];
  const body = { sku, location_id: locationId, quantity_change: 1 };
  const key = newKey();
  const replies = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      post(rig.urls[index % rig.urls.length]!, tenant, key, '/inventory_adjustments', body),
    ),
  );
  const certain = await command(rig, tenant, '/inventory_adjustments', body, key);
  if (certain?.status !== 201) return at.say(`${count} copies of one command end with ${certain?.status}.`);
  rig.journal.adjustments.add(certain.data['id'] as string);
  add(rig.journal.onHand, placeOf(tenant.index, sku, locationId), 1);
  for (const reply of replies) {
    if (typeof reply === 'string') continue;
    const isSame = reply.status === 201 && hashOf(reply.text) === hashOf(certain.text);
    const isLater = reply.status === 503 || (reply.status === 409 && reply.text.includes('idempotency_in_progress'));
    if (!isSame && !isLater) at.say(`One of ${count} copies was answered ${reply.status}: ${reply.text.slice(0, 200)}`);
  }
}

/** Sends both at once; exactly one may succeed. */
async function race(at: Strike, [table, first, second, ...before]: (typeof PAIRS)[number]): Promise<void> {
  const mind = mindOf(at);
  if (table === 'return_authorizations') {
    const order = await MAKERS['orders']!.make(mind);
    if (!order || !(await take(mind, step('orders', 'fulfill'), order))) return;
  }
  const document = await MAKERS[table]!.make(mind);
  if (!document) return;
  if (document.status === 'draft') await take(mind, step(table, 'submit'), document);
  for (const verb of before) if (!(await take(mind, step(table, verb), document))) return;
  const [status, id] = [document.status, document.id];
  const done = await Promise.all([first, second].map(verb => take(mind, step(table, verb), { ...document, status })));
  const count = done.filter(Boolean).length;
  if (count !== 1) at.say(`${first} and ${second} at once of ${table} ${id} (${status}): ${count} were let.`);
}

async function startsAtOnce({ rig, say }: Strike, count: number): Promise<void> {
  const name = `starts_${await freePort()}`;
  await rig.cluster.ask(`create database ${name}`);
  const url = new URL(rig.cluster.ownUrl);
  url.pathname = `/${name}`;
  const environment = { DATABASE_URL: url.href, ROLE: 'web', DEMO: 'false', DRAIN_SECONDS: '0', LOG_LEVEL: 'warn' };
  const surprised = (which: string, code: number | null) => say(`${which} ended with ${code} at a start of ${count}.`);
  const services = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      superviseService({ name: `${name}-${index}`, folder: rig.folder, environment, surprised }),
    ),
  );
  await Promise.all(services.map(service => service.serving()));
  for (const service of services)
    if (!(await becomesReady(service))) say(`${service.name} is not ready after ${count} started at once.`);
  await Promise.all(services.map(service => service.stop()));
  await rig.cluster.ask(`drop database ${name} with (force)`);
}

/** This many adjustments at once while nobody can write levels. */
async function crowd(at: Strike): Promise<void> {
  const { rig, say } = at;
  let isOver = false;
  let healthy = 0;
  const watching = (async () => {
    while (!isOver) {
      if (await isHealthy(rig.servers[0])) healthy += 1;
      else say('/healthz does not answer while the pool is used up.');
      await sleep(200);
    }
  })();
  let crowding: Promise<unknown> = Promise.resolve();
  await holding(rig, 'lock table inventory_levels in share mode', async () => {
    crowding = Promise.all(Array.from({ length: 200 }, () => adjust(mindOf(at))));
    await sleep(3000);
  });
  await crowding;
  isOver = true;
  await watching;
  if (healthy === 0) say('Nobody could ask /healthz.');
}

/** Orders for the same variants in opposite order, at once. */
async function deadlocks(at: Strike): Promise<void> {
  const { rig } = at;
  const tenant = rig.tenants[0]!;
  const locationId = tenant.locationIds[0]!;
  const lines = tenant.skus.slice(0, 5).map(sku => ({ sku, quantity: 1 }));
  await Promise.all(
    Array.from({ length: 16 }, async (_, index) => {
      const mind = newMind(rig, tenant, index);
      const items = index % 2 === 0 ? lines : lines.toReversed();
      const reply = await command(rig, tenant, '/orders', { location_id: locationId, items });
      if (!reply || reply.status >= 300) return;
      const document = { id: reply.data['id'] as string, status: 'pending', locationId, toId: locationId, lines };
      rig.journal.documents.orders.set(document.id, document.status);
      for (const verb of ['reserve', 'fulfill']) await take(mind, step('orders', verb), document);
    }),
  );
}

/** Kills a process up to 50 ms after a request was sent to it. */
async function killed(at: Strike): Promise<void> {
  const service = at.rig.servers[at.round % 2]!;
  const stage: Pick<Rig, 'tenants' | 'urls' | 'journal'> = { ...at.rig, urls: [service.ownUrl] };
  const asking = Promise.all(Array.from({ length: 4 }, () => adjust({ ...mindOf(at), stage })));
  await sleep(whole(at, 50));
  await service.end('SIGKILL');
  await service.serving();
  const servingAt = performance.now();
  await asking;
  const waitedMs = performance.now() - servingAt;
  if (waitedMs > 10_000) at.say(`A key was not free ${Math.round(waitedMs)} ms after its process was killed and back.`);
}

export const RACES = {
  crowd: { id: 'F9', what: 'a pool that is used up: 200 clients and a table locked for 3 s', times: 1, strike: crowd },
  copies: {
    id: 'F12',
    what: 'the same key 2, 5, 20 and 100 times at once',
    times: 12,
    strike: at => copies(at, [2, 5, 20, 100][at.round % 4]!),
  },
  killed: { id: 'F13', what: 'kill -9 between key and commit, 0 to 50 ms after the request', times: 6, strike: killed },
  pairs: {
    id: 'F15',
    what: 'two steps of one document at once',
    times: 6,
    async strike(at) {
      for (const pair of PAIRS) await race(at, pair);
    },
  },
  deadlocks: { id: 'F16', what: 'orders over the same variants in opposite order', times: 6, strike: deadlocks },
  starts: {
    id: 'F17',
    what: 'five processes start and migrate at once',
    times: 1,
    strike: at => startsAtOnce(at, 5),
  },
} satisfies { [name: string]: Fault };
