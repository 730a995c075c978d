import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { ABUSES, type Attacker } from './abuses.ts';

/* Whoever attacks, on a thread apart: what is measured is how long the service keeps the healthy tenant waiting, not how long we do. */

const { name, attacker, forMs } = workerData as { name: string; attacker: Attacker; forMs: number };
const { attack, atOnce } = ABUSES.find(abuse => abuse.name === name)!;
const until = performance.now() + forMs;
let blows = 0;

async function strike(): Promise<void> {
  while (performance.now() < until) {
    await attack(attacker).catch(() => sleep(10));
    blows += 1;
  }
}

await Promise.all(Array.from({ length: atOnce }, strike));
parentPort!.postMessage(blows);
