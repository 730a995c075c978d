import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../../src/forecasting/random.ts';
import { startLoad } from './clients.ts';
import type { Fault, Strike } from './fault.ts';
import { FAULTS } from './faults.ts';
import type { Journal } from './journal.ts';
import { judge } from './judge.ts';
import type { Rig } from './rig.ts';

/*
 * One fault after the other under load, each judged separately.
 */

export interface Plan {
  seed: number;
  /** How long to repeat each fault; by default as often as its row says. */
  minutes?: number;
  /** Some of its rounds, instead of all. */
  rounds?: readonly number[];
  clients: number;
  /** The number of actions that all clients together start per second; by default as many as they can. */
  rate?: number;
  /** Instead of a rate: this share, 0 to 1, of what these clients can do without faults, measured first. */
  share?: number;
}

export interface Outcome {
  fault: Fault;
  strikes: number;
  figures: Journal['figures'];
  /** The longest time between the end of a fault and the next successful command, in ms. */
  slowestMs: number;
  /**
   * What the clients were told to do, and did, in actions per second; before, what they could do if it was measured.
   */
  speed: { capacity?: number; told?: number; did: number };
  duplicates: number;
  violations: string[];
  /** Why this machine cannot run it. */
  skipped?: string;
}

const PAUSE_MS = 1000;
/** After a fault is repaired, some client must be served within this time. */
const BACK_MS = 20_000;
/** How long clients fill their documents and the caches before their capacity is measured, and how long it is. */
const [WARM_MS, CAPACITY_MS] = [20_000, 60_000];

/** The faults with these names, F3 or F1-F8; by default all. Throws if one is unknown. */
export function chosen(only: string | undefined): readonly Fault[] {
  if (!only) return FAULTS;
  const names = only.split(',').flatMap(part => {
    const [from, to = from] = part.split('-').map(name => Number(name.replace(/^F/i, '')));
    return Array.from({ length: to! - from! + 1 }, (_, index) => `F${from! + index}`);
  });
  const unknown = names.filter(name => !FAULTS.some(({ id }) => id === name));
  if (unknown.length > 0) throw new Error(`There is no fault ${unknown.join(', ')}.`);
  return FAULTS.filter(({ id }) => names.includes(id));
}

export async function runFault(
  rig: Rig,
  fault: Fault,
  { seed, minutes, clients, rounds, ...plan }: Plan,
): Promise<Outcome> {
  const violations: string[] = [];
  // Each fault has its own random numbers, so that it is the same alone and among others.
  const random = randomNumbers(seed * 100 + Number(fault.id.slice(1)));
  const { figures } = rig.journal;
  for (const name of Object.keys(figures) as (keyof typeof figures)[]) figures[name] = 0;
  const at: Strike = { rig, random, round: 0, say: text => void violations.push(text) };
  const loadSeed = seed * 100 + Number(fault.id.slice(1));
  const capacity = plan.share === undefined ? undefined : await capacityOf(rig, loadSeed + 50, clients);
  const rate = capacity === undefined ? plan.rate : capacity * plan.share!;
  const load = startLoad(rig, loadSeed, { clients, ...(rate && { rate }) });
  const beganAt = performance.now();
  const deadline = Date.now() + (minutes ?? 0) * 60_000;
  let strikes = 0;
  let slowestMs = 0;
  let skipped: string | undefined;
  await fault.begin?.(at);
  const times = rounds?.length ?? fault.times;
  while (!skipped && (minutes === undefined ? strikes < times : Date.now() < deadline || strikes === 0)) {
    await sleep((fault.pauseMs ?? PAUSE_MS) * (0.5 + random()));
    const answer = await fault.strike({ ...at, round: rounds?.[strikes] ?? strikes });
    if (typeof answer === 'string') skipped = answer;
    strikes += 1;
    const backMs = await untilDone(figures);
    slowestMs = Math.max(slowestMs, backMs);
    if (backMs > BACK_MS) violations.push(`No command was done within ${BACK_MS / 1000} s after it was mended.`);
  }
  await sleep(PAUSE_MS);
  const actions = await load.stop();
  const did = (1000 * actions) / (performance.now() - beganAt);
  await fault.end?.({ ...at, round: strikes });
  const verdict = await judge(rig);
  return {
    fault,
    strikes,
    figures: { ...figures },
    slowestMs,
    speed: { ...(capacity && { capacity }), ...(rate && { told: rate }), did },
    duplicates: verdict.duplicates,
    violations: [...violations, ...verdict.violations],
    ...(skipped && { skipped }),
  };
}

/** How many actions per second these clients do without faults and without waiting for their turn. */
async function capacityOf(rig: Rig, seed: number, clients: number): Promise<number> {
  const warming = startLoad(rig, seed, { clients });
  await sleep(WARM_MS);
  await warming.stop();
  const beganAt = performance.now();
  const load = startLoad(rig, seed + 1, { clients });
  await sleep(CAPACITY_MS);
  return (1000 * (await load.stop())) / (performance.now() - beganAt);
}

/** The time until the next successful command. */
async function untilDone(figures: Journal['figures']): Promise<number> {
  const { done } = figures;
  const beganAt = performance.now();
  while (figures.done === done && performance.now() - beganAt <= BACK_MS) await sleep(20);
  return performance.now() - beganAt;
}
