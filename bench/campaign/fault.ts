import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Rig } from './rig.ts';
import type { Service } from './service.ts';

/*
 * What a fault is, and helpers for several of them.
 */

export interface Strike {
  rig: Rig;
  random: () => number;
  /** How often it has occurred before. */
  round: number;
  /** Reports a violation. */
  say(violation: string): void;
}

export interface Fault {
  id: string;
  what: string;
  /** How often it occurs in a run of unlimited time. */
  times: number;
  /** Breaks and repairs once. If this machine cannot do it, returns the reason. */
  strike(at: Strike): Promise<unknown>;
  /** The approximate pause before each occurrence; by default a second. */
  pauseMs?: number;
  /** Before the first occurrence and after the last. */
  begin?(at: Strike): Promise<void>;
  end?(at: Strike): Promise<void>;
}

/** Holds a lock that others wait for, during the work. */
export async function holding(rig: Rig, statement: string, work: () => Promise<void>): Promise<void> {
  const holder = new pg.Client({ connectionString: rig.cluster.ownUrl, application_name: 'campaign holder' });
  holder.on('error', () => undefined);
  await holder.connect();
  await holder.query('begin');
  await holder.query(statement);
  await work();
  await holder.query('rollback');
  await holder.end();
}

export const isHealthy = async (service: Service): Promise<boolean> =>
  fetch(`${service.ownUrl}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
    async response => (await response.text()) !== '' && response.ok,
    () => false,
  );

const READY_WITHIN_MS = 60_000;

/** Waits until /readyz says that it is ready, as a load balancer does. Returns whether it came to that. */
export async function becomesReady({ ownUrl }: Pick<Service, 'ownUrl'>): Promise<boolean> {
  const isReady = () =>
    fetch(`${ownUrl}/readyz`).then(
      response => response.ok,
      () => false,
    );
  for (const deadline = performance.now() + READY_WITHIN_MS; performance.now() < deadline; await sleep(100))
    if (await isReady()) return true;
  return false;
}

/** Restarts both web processes with this environment. */
export async function serveWith({ rig }: Strike, more: { [name: string]: string }): Promise<void> {
  for (const service of rig.servers) {
    service.environment = { ...rig.environment, ROLE: 'web', ...more };
    await service.end('SIGTERM');
    await service.serving();
  }
}
