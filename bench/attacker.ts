import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ABUSES, type Attacker, HARMLESS } from './abuses.ts';

/* Whoever attacks, on a thread apart: what is measured is how long the service keeps the healthy tenant waiting, not how long we do. */

export interface Attack {
  name: string;
  attacker: Attacker;
  forMs: number;
  /** Blows, whether or not those before were answered; but no more than `atOnce` wait for an answer. */
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
