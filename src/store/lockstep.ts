/** The last meeting point: all members of a group wait here for one flush. */
const FLUSH = 'flush';

interface Waiting {
  asked: unknown;
  answer(all: readonly unknown[]): Promise<readonly unknown[]>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** Thrown into the other members when one has failed: the transaction is rolled back, and each runs again on its own. */
class GroupFailed extends Error {}

/** How one member meets the others. */
export interface Member {
  /**
   * Waits at this point for the other members; `answer` gets all requests made there and returns their results in the
   * same order.
   */
  together<Asked, Answer>(
    point: string,
    asked: Asked,
    answer: (all: readonly Asked[]) => Promise<readonly Answer[]>,
  ): Promise<Answer>;
  /** Flushes once for all members. */
  flush(flush: () => Promise<void>): Promise<void>;
}

/**
 * Runs commands that share one transaction, in step. Their locking reads are collected until no member can continue
 * without them, and are then one statement in the global lock order. Their changes are flushed together when all of them
 * are done. Between two waits a command runs alone (JavaScript is single-threaded) and sees the changes of those before it.
 */
export class Lockstep {
  readonly #members: number;
  #running: number;
  readonly #waiting = new Map<string, Waiting[]>();
  #failed = false;

  constructor(members: number) {
    this.#members = members;
    this.#running = members;
  }

  /**
   * One member's connection to the others. Its flush is refused if it awaited anything else since the last meeting
   * point: another member may have changed what it based its decision on. Code without I/O finishes before the event
   * loop turns, so the turn is the proof.
   */
  member(): Member {
    let turn: NodeJS.Immediate | undefined;
    let waited = false;
    return {
      together: async (point, asked, answer) => {
        clearImmediate(turn);
        waited = false;
        const answered = await this.#meet(point, asked, answer);
        if (this.#members > 1) turn = setImmediate(() => (waited = true));
        return answered;
      },
      flush: flush => {
        clearImmediate(turn);
        if (waited)
          return Promise.reject(
            new Error('A command that shares its transaction waited after its last meeting point.'),
          );
        return this.#meet(FLUSH, undefined, async all => {
          await flush();
          return all;
        });
      },
    };
  }

  #meet<Asked, Answer>(
    point: string,
    asked: Asked,
    answer: (all: readonly Asked[]) => Promise<readonly Answer[]>,
  ): Promise<Answer> {
    if (this.#failed) return Promise.reject(new GroupFailed());
    return new Promise<Answer>((resolve, reject) => {
      const others = this.#waiting.get(point) ?? [];
      this.#waiting.set(point, [...others, { asked, answer, resolve, reject } as Waiting]);
      this.#leave();
    });
  }

  /** Runs the members: all or none. Throws the first member's error. */
  async run<R>(members: readonly (() => Promise<R>)[]): Promise<R[]> {
    const runs = members.map(async member => {
      try {
        const result = await member();
        this.#leave();
        return result;
      } catch (error) {
        this.#fail();
        throw error;
      }
    });
    const outcomes = await Promise.allSettled(runs);
    const failures = outcomes.flatMap(outcome => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
    if (failures.length > 0) throw failures.find(failure => !(failure instanceof GroupFailed)) ?? failures[0];
    return outcomes.map(outcome => (outcome as PromiseFulfilledResult<R>).value);
  }

  /** Rejects all waiting members, and all that arrive later. */
  #fail(): void {
    this.#failed = true;
    for (const { reject } of [...this.#waiting.values()].flat()) reject(new GroupFailed());
    this.#waiting.clear();
  }

  #leave(): void {
    this.#running -= 1;
    if (this.#running > 0) return;
    const point = [...this.#waiting.keys()].find(each => each !== FLUSH) ?? FLUSH;
    const group = this.#waiting.get(point);
    if (!group) return;
    this.#waiting.delete(point);
    this.#running = group.length;
    group[0]!.answer(group.map(({ asked }) => asked)).then(
      answers => group.forEach(({ resolve }, index) => resolve(answers[index])),
      (error: unknown) => group.forEach(({ reject }) => reject(error)),
    );
  }
}
