import type { Piscina } from 'piscina';
import { Unavailable } from '../kernel/errors.ts';
import { sharesOf, withinShares } from '../kernel/shares.ts';
import type { Job } from './drawing.ts';

/** The time limit for a paper, including the wait for its turn. */
const DRAWN_WITHIN_MS = 30_000;
const WAITING_MAX = 30;
const IDLE_MS = 60_000;

/**
 * One paper is drawn per organization at a time, and few may wait, so that no organization fills the queue of the
 * single thread: whoever prints rolls of labels waits for them, but nobody else does.
 */
const withinShare = withinShares(
  sharesOf(1, 8),
  'Too many papers at once; print again when the last have been printed.',
);

type Pool = Piscina<Job, string | Uint8Array>;

let pool: Promise<Pool> | undefined;

/**
 * One thread, started by the first paper and stopped when idle: somebody who prints many papers waits, and nobody else
 * does.
 */
const poolOf = () => (pool ??= openPool());

async function openPool(): Promise<Pool> {
  const { Piscina } = await import('piscina');
  return new Piscina<Job, string | Uint8Array>({
    filename: new URL('./drawing.ts', import.meta.url).href,
    name: 'drawIn',
    minThreads: 0,
    maxThreads: 1,
    maxQueue: WAITING_MAX,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
    execArgv: [],
  });
}

/** Stops the thread; the next paper starts another. */
export async function stopDrawing(): Promise<void> {
  const running = pool;
  pool = undefined;
  await (await running)?.destroy();
}

/**
 * Draws a paper of an organization: HTML as text, PDF as bytes. Refuses `rate_limited` if too many of its papers are
 * waiting. Throws Unavailable if too many others are, or it takes too long.
 */
export async function draw(organizationId: string, job: Job): Promise<string | Uint8Array> {
  const signal = AbortSignal.timeout(DRAWN_WITHIN_MS);
  return withinShare(organizationId, async () => {
    try {
      return await (await poolOf()).run(job, { signal });
    } catch (error) {
      const isBusy = signal.aborted || /queue/i.test((error as Error).message);
      throw isBusy ? new Unavailable('Too many documents are being printed; try again shortly.', 5, error) : error;
    }
  });
}
