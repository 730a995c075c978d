import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { send } from './cluster.ts';
import { becomesReady, type Fault, holding, isHealthy, type Strike, serveWith } from './fault.ts';
import { growth, inWords, type Size, sizeOf } from './growth.ts';
import { RACES } from './races.ts';
import type { Rig } from './rig.ts';
import { ROOM } from './room.ts';
import type { Service } from './service.ts';

/*
 * The faults: each breaks something and repairs it again, while the load continues.
 */

const either = ({ rig, round }: Strike): Service => rig.servers[round % 2]!;

async function crash(service: Service): Promise<void> {
  await service.end('SIGKILL');
  await service.serving();
}

/** Restarts the database with this signal: fast (SIGINT), or without notice (SIGQUIT). */
const restart =
  (signal: NodeJS.Signals) =>
  async ({ rig: { cluster } }: Strike) => {
    await cluster.signal(signal);
    await cluster.start();
  };

/** Disturbs the connection to the database for this long. */
async function bad(rig: Rig, trouble: Rig['cluster']['way']['trouble'], forMs: number): Promise<void> {
  rig.cluster.way.trouble = trouble;
  await sleep(forMs);
  rig.cluster.way.trouble = {};
}

const TROUBLES: readonly ((rig: Rig) => Promise<void>)[] = [
  async rig => {
    const held = Promise.withResolvers<void>();
    await bad(rig, { held: held.promise }, 5000);
    held.resolve();
  },
  async rig => rig.cluster.way.reset(),
  rig => bad(rig, { slice: 7 }, 3000),
  rig => bad(rig, { delayMs: 200 }, 4000),
];

/** Resolves when /readyz says that the process is stopping, or when it is gone. */
async function stopping({ ownUrl }: Service): Promise<void> {
  while ((await fetch(`${ownUrl}/readyz`).catch(() => undefined))?.ok) await sleep(100);
}

/** The processes that the soak never kills. */
const longLived = ({ servers, worker }: Rig): readonly Service[] => [servers[1], worker];
const SOAK_WARM = 2;
const SOAK_PRINT_MS = 120_000;
const soak: { from: Size | undefined; printedAt: number } = { from: undefined, printedAt: 0 };

const CLOCKS = ['300000,1', '-300000,1', '90000000,1', '0,5'];
const SIGNAL_MS = 3000;

export const FAULTS: readonly Fault[] = [
  {
    id: 'F1',
    what: 'kill -9 of a process that serves',
    times: 4,
    strike: at => crash(either(at)),
  },
  {
    id: 'F2',
    what: 'rolling restart by SIGTERM, behind a load balancer that asks /readyz',
    times: 2,
    async strike(at) {
      const { lost } = at.rig.journal;
      const before = lost.length;
      const service = either(at);
      const { urls } = at.rig;
      const beganAt = performance.now();
      const ended = service.end('SIGTERM');
      await stopping(service);
      at.rig.urls = urls.filter(url => url !== service.ownUrl);
      const code = await ended;
      if (code !== 0) at.say(`${service.name} ended with ${code} after SIGTERM.`);
      if (performance.now() - beganAt > 15_000) at.say(`${service.name} took longer than 15 s to end.`);
      await service.serving();
      if (!(await becomesReady(service))) at.say(`${service.name} was not ready after its restart.`);
      at.rig.urls = urls;
      for (const each of lost.slice(before)) at.say(`Not answered during a rolling restart: ${each}.`);
    },
  },
  {
    id: 'F3',
    what: 'kill -9 of one backend of PostgreSQL, which then restarts all of them',
    times: 2,
    async strike({ rig: { cluster } }) {
      const [backend] = await cluster.ask<{ pid: number }>(
        "select pid from pg_stat_activity where application_name like 'stockwright%' order by state = 'active' desc, random() limit 1",
      );
      if (backend) send(backend.pid, 'SIGKILL');
    },
  },
  { id: 'F4', what: 'restart of PostgreSQL, immediate', times: 2, strike: restart('SIGQUIT') },
  { id: 'F5', what: 'restart of PostgreSQL, fast', times: 2, strike: restart('SIGINT') },
  {
    id: 'F6',
    what: 'kill -9 of all of PostgreSQL',
    times: 2,
    async strike({ rig: { cluster } }) {
      await cluster.signal('SIGKILL', 'all');
      await cluster.start();
    },
  },
  {
    id: 'F7',
    what: 'the way to the database: held up, reset, in pieces of 7 bytes, 200 ms longer',
    times: 4,
    strike: ({ rig, round }) => TROUBLES[round % TROUBLES.length]!(rig),
  },
  {
    id: 'F8',
    what: 'answers cut after 1, 50 or 200 bytes',
    times: 3,
    async begin({ rig }) {
      rig.urls = rig.servers.map(({ url }) => url);
    },
    async strike({ rig, random }) {
      for (const { way } of rig.servers)
        for (let cut = 0; cut < 10; cut += 1) way.cuts.push([1, 50, 200][Math.floor(random() * 3)]!);
      for (let waited = 0; waited < 100 && rig.servers.some(({ way }) => way.cuts.length > 0); waited += 1)
        await sleep(100);
    },
    async end({ rig, round, say }) {
      for (const { way } of rig.servers) way.cuts.splice(0);
      rig.urls = rig.servers.map(({ ownUrl }) => ownUrl);
      const { doneUntold } = rig.journal.figures;
      if (doneUntold < Math.min(5, round))
        say(`Only ${doneUntold} commands were done without anybody being told: that tests nothing.`);
    },
  },
  RACES.crowd,
  {
    id: 'F10',
    what: 'receivers of webhooks: slow, hanging, failing, flaky, resetting, with answers that never end',
    times: 1,
    async begin({ rig }) {
      for (const manner of ['slow', 'hanging', 'failing', 'flaky', 'resetting', 'endless'] as const)
        await rig.subscribe(rig.tenants[0]!, manner);
    },
    async strike({ rig, say }) {
      const { delays } = rig.receivers;
      delays.splice(0);
      await sleep(15_000);
      const sorted = delays.toSorted((a, b) => a - b);
      const p99 = sorted[Math.floor(sorted.length * 0.99)] ?? Number.POSITIVE_INFINITY;
      if (p99 > 5000) say(`Healthy receivers waited ${p99} ms (p99 of ${sorted.length}) beside hostile ones.`);
      const busiest = rig.receivers.busiest('hanging');
      if (busiest > 5) say(`${busiest} deliveries at once to a receiver that hangs.`);
    },
    async end({ rig }) {
      await rig.cluster.ask("update webhook_subscriptions set active = false where url not like '%/fast/%'");
    },
  },
  {
    id: 'F11',
    what: 'kill -9 of the worker in the middle of deliveries',
    times: 3,
    async begin({ rig }) {
      // Some are always in progress.
      rig.receivers.paceMs = 300;
    },
    strike: ({ rig }) => crash(rig.worker),
    async end({ rig }) {
      rig.receivers.paceMs = 0;
    },
  },
  RACES.copies,
  RACES.killed,
  {
    id: 'F14',
    what: 'clocks of the processes: 5 minutes ahead and behind, 25 hours ahead, five times as fast',
    times: CLOCKS.length,
    async strike(at) {
      await serveWith(at, { CAMPAIGN_CLOCK: CLOCKS[at.round % CLOCKS.length]! });
      const ready = await fetch(`${at.rig.servers[0].ownUrl}/readyz`).then(response => response.text());
      if (!CLOCKS[at.round % CLOCKS.length]!.startsWith('0') && !ready.includes('clock'))
        at.say(`A clock that is off is not told by /readyz: ${ready}`);
      await sleep(4000);
      const [ahead] = await at.rig.cluster.ask<{ n: number }>(
        'select count(*)::int as n from ledger_entries where created_at > clock_timestamp()',
      );
      if (ahead!.n > 0) at.say(`${ahead!.n} entries of the ledger are from the future.`);
    },
    end: at => serveWith(at, {}),
  },
  RACES.pairs,
  RACES.deadlocks,
  RACES.starts,
  {
    id: 'F18',
    what: 'a database that takes no writes',
    times: 2,
    async strike({ rig: { cluster, servers }, say }) {
      await cluster.ask('alter system set default_transaction_read_only = on');
      await cluster.ask('select pg_reload_conf()');
      await sleep(3000);
      const ready = await fetch(`${servers[0].ownUrl}/readyz`).then(response => response.text());
      if (!ready.includes('read_only')) say(`/readyz of a database that takes no writes: ${ready}`);
      await cluster.ask('alter system reset default_transaction_read_only');
      await cluster.ask('select pg_reload_conf()');
    },
  },
  ROOM.slow,
  ROOM.memory,
  {
    id: 'F21',
    what: 'any of F1 to F7 by chance',
    times: 6,
    async strike(at) {
      const these = FAULTS.filter(({ id }) => /^F[1-7]$/.test(id));
      return these[Math.floor(at.random() * these.length)]!.strike({ ...at, round: Math.floor(at.random() * 4) });
    },
  },
  {
    id: 'F22',
    what: 'stopped for 3 s and continued: a process that serves, the worker, all of PostgreSQL',
    times: 3,
    async strike({ rig, round }) {
      const whom = [rig.servers[0], rig.worker, undefined][round % 3];
      if (whom) {
        const pid = whom.pid();
        send(pid, 'SIGSTOP');
        await sleep(SIGNAL_MS);
        send(pid, 'SIGCONT');
      } else {
        await rig.cluster.signal('SIGSTOP', 'all');
        await sleep(SIGNAL_MS);
        await rig.cluster.signal('SIGCONT', 'all');
      }
    },
  },
  ROOM.redis,
  {
    id: 'F24',
    what: 'all connections of the database used up',
    times: 2,
    async strike({ rig, say }) {
      const taken: pg.Client[] = [];
      for (;;) {
        const client = new pg.Client({ connectionString: rig.database.systemUrl, application_name: 'campaign crowd' });
        client.on('error', () => undefined);
        if (
          !(await client.connect().then(
            () => true,
            () => false,
          ))
        )
          break;
        taken.push(client);
      }
      await sleep(SIGNAL_MS);
      if (!(await isHealthy(rig.servers[0]))) say('/healthz does not answer while the database is full.');
      await Promise.all(taken.map(client => client.end().catch(() => undefined)));
    },
  },
  {
    id: 'F25',
    what: 'levels locked by somebody else for 3 s',
    times: 2,
    strike: ({ rig }) => holding(rig, 'lock table inventory_levels in share mode', () => sleep(SIGNAL_MS)),
  },
  ROOM.disk,
  {
    id: 'F27',
    what: 'a soak: any of F1 to F8 at random, half a minute apart, and nothing grows',
    times: 3,
    pauseMs: 30_000,
    async begin() {
      soak.from = undefined;
      soak.printedAt = 0;
    },
    async strike(at) {
      const size = await sizeOf(at.rig, longLived(at.rig));
      // By then caches and pools are full.
      if (at.round === SOAK_WARM) soak.from = size;
      if (performance.now() > soak.printedAt + SOAK_PRINT_MS) {
        const { done, read } = at.rig.journal.figures;
        console.log(`         ${at.round} strikes, ${done} done, ${read} read; ${inWords(size)}`);
        soak.printedAt = performance.now();
      }
      const fault = faultOf(`F${1 + Math.floor(at.random() * 8)}`);
      // The second process is never killed: it shows what grows.
      const round = fault.id === 'F7' ? Math.floor(at.random() * TROUBLES.length) : 0;
      // Clients only use the proxies while responses are cut, because proxies accept connections for a process that is
      // away.
      await fault.begin?.(at);
      await fault.strike({ ...at, round });
      await fault.end?.({ ...at, round: 0 });
    },
    async end(at) {
      if (!soak.from) return;
      const size = await sizeOf(at.rig, longLived(at.rig));
      for (const grown of growth(soak.from, size)) at.say(grown);
      console.log(`         at the end: ${inWords(size)}`);
    },
  },
];

const faultOf = (id: string): Fault => FAULTS.find(fault => fault.id === id)!;
