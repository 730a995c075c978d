import type pg from 'pg';
import { busy } from './database-errors.ts';

/*
 * Who gets a connection of a pool that all organizations use. First come, first served would put one read of somebody
 * behind two hundred reports of somebody else: 22 s behind those that one key may ask for at once.
 */

/** What one organization may hold of a pool at a time, so that another's request finds a connection free. */
const PART = 0.8;

interface Line {
  readonly organizationId: string;
  lent: number;
  /** In the order in which they came. */
  waiting: Set<() => void>;
}

/** Lends the connections of a pool: to whoever holds the fewest, and to nobody too many of them. */
export class FairPool {
  readonly #pool: pg.Pool;
  readonly #max: number;
  readonly #maxOfOne: number;
  readonly #waitMs: number;
  /** Of each organization that holds connections, or waits for one; whoever was lent one last is last. */
  readonly #lines = new Map<string, Line>();
  #lent = 0;

  constructor(pool: pg.Pool, { max, waitMs }: { max: number; waitMs: number }) {
    this.#pool = pool;
    this.#max = max;
    this.#maxOfOne = Math.ceil(PART * max);
    this.#waitMs = waitMs;
  }

  /** How many requests are waiting for a connection. */
  get waitingCount(): number {
    return [...this.#lines.values()].reduce((sum, { waiting }) => sum + waiting.size, 0);
  }

  /** A connection for this organization, which its `release` returns. Refuses `unavailable` after too long a wait. */
  async connect(organizationId: string): Promise<pg.PoolClient> {
    const line = this.#lines.get(organizationId) ?? { organizationId, lent: 0, waiting: new Set() };
    this.#lines.set(organizationId, line);
    if (line.waiting.size === 0 && this.#hasRoomFor(line)) this.#lend(line);
    else await this.#turnIn(line);
    try {
      const client = await this.#pool.connect();
      // The pool gives a connection a new one each time.
      const { release } = client;
      client.release = error => {
        release(error);
        this.#takeBack(line);
      };
      return client;
    } catch (error) {
      this.#takeBack(line);
      throw error;
    }
  }

  #hasRoomFor({ lent }: Line): boolean {
    return this.#lent < this.#max && lent < this.#maxOfOne;
  }

  #lend(line: Line): void {
    line.lent += 1;
    this.#lent += 1;
    this.#lines.delete(line.organizationId);
    this.#lines.set(line.organizationId, line);
  }

  #takeBack(line: Line): void {
    line.lent -= 1;
    this.#lent -= 1;
    this.#lendNext();
    this.#forgetUnused(line);
  }

  #lendNext(): void {
    let next: Line | undefined;
    for (const line of this.#lines.values())
      if (line.waiting.size > 0 && this.#hasRoomFor(line) && line.lent < (next?.lent ?? Number.POSITIVE_INFINITY))
        next = line;
    if (!next) return;
    const [first] = next.waiting;
    next.waiting.delete(first!);
    this.#lend(next);
    first!();
  }

  #turnIn(line: Line): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        line.waiting.delete(begin);
        this.#forgetUnused(line);
        reject(busy());
      }, this.#waitMs);
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      line.waiting.add(begin);
    });
  }

  #forgetUnused({ organizationId, lent, waiting }: Line): void {
    if (lent === 0 && waiting.size === 0) this.#lines.delete(organizationId);
  }
}
