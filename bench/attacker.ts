import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ABUSES, type Attacker, HARMLESS } from './abuses.ts';

/*
 * The attacker, on a separate thread: the time measured is that of the healthy tenant's requests.
 */

export interface Attack {
  name: string;
  attacker: Attacker;
  forMs: number;
  /** Sends at a fixed rate, whether or not earlier requests were answered; but at most `atOnce` wait for a response. */
  perSecond: number;
}

const { name, attacker, forMs, perSecond } = workerData as Attack;
const { attack, atOnce } = [...ABUSES, HARMLESS].find(abuse => abuse.name === name)!;
const beganAt = performance.now();
const waiting = new Set<Promise<unknown>>();
let blows = 0;

for (let turn = 1; performance.now() < beganAt + forMs; turn += 1) {
  if (waiting.size < atOnce) {
    blows += 1;
    const blow: Promise<unknown> = attack(attacker)
      .catch(() => undefined)
      .finally(() => waiting.delete(blow));
    waiting.add(blow);
  }
  await sleep(Math.max(0, beganAt + (turn * 1000) / perSecond - performance.now()));
}
await Promise.all(waiting);
parentPort!.postMessage(blows);
