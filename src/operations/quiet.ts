import { performance } from 'node:perf_hooks';

/*
 * V8 gives memory back only while it collects, and it hardly collects while there is nothing to do: after a busy spell
 * a process kept a quarter of its memory for garbage, for as long as it was quiet.
 */

/** Compiled code is given back too, which costs what comes next one or two seconds in all: not for each short pause. */
const LOOK_EVERY_MS = 600_000;
/** The share of the time between two looks that may have been work. */
const QUIET = 0.03;
/** Less than this is not worth the tenth of a second that nothing is answered in. */
const WORTH_BYTES = 24 * 1024 * 1024;

/**
 * From now on gives memory back when there is little to do and there is more than there was after the last time. Does
 * nothing without `--expose-gc`. Returns a function that ends this.
 */
export function releaseWhenQuiet({
  collect = globalThis.gc,
  lookEveryMs = LOOK_EVERY_MS,
  quiet = QUIET,
}: {
  collect?: typeof globalThis.gc;
  lookEveryMs?: number;
  quiet?: number;
} = {}): () => void {
  if (!collect) return () => undefined;
  let last = performance.eventLoopUtilization();
  let least = 0;
  const looking = setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, last);
    last = now;
    if (utilization > quiet || process.memoryUsage.rss() < least + WORTH_BYTES) return;
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
    least = process.memoryUsage.rss();
  }, lookEveryMs).unref();
  return () => clearInterval(looking);
}
