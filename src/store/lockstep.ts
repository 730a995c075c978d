/** The last meeting point: all members of a group wait here for one flush. */
const FLUSH = 'flush';

interface WaitingTurn {
  turn: Turn;
  asked: unknown;
  answer(all: readonly unknown[]): Promise<readonly unknown[]>;
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

/** A member's turn to run: it ends when the member waits, and begins again when its meeting point is answered. */
interface Turn {
  isOn: boolean;
}

/**
 * Thrown into the other members when one has failed: the transaction is rolled back, and each runs again on its own.
 */
class GroupFailed extends Error {}

/** How one member meets the others. */
interface Member {
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
 * without them, and are then one statement in the global lock order. Their changes are flushed together when all of
 * them are done.
 *
 * Members share the entities of the transaction, so they take turns: after a meeting point each continues until it has
 * nothing left to do without I/O, and only then the next. From its last meeting point to its end a member therefore
 * sees what those before it have changed, and nobody changes anything meanwhile. A member that waits for something else
 * there gives up its turn, and its flush is refused.
 */
export class Lockstep {
  readonly #members: number;
  #running: number;
  readonly #waiting = new Map<string, WaitingTurn[]>();
  #failed = false;

  constructor(members: number) {
    this.#members = members;
    this.#running = members;
  }

  /** One member's connection to the others. */
  member(): Member {
    const turn: Turn = { isOn: true };
    return {
      together: (point, asked, answer) => this.#meet(point, asked, answer, turn),
      flush: flush => {
        if (!turn.isOn && this.#members > 1)
          return Promise.reject(
            new Error('A command that shares its transaction waited after its last meeting point.'),
          );
        const flushed = async (all: readonly undefined[]) => {
          await flush();
          return all;
        };
        return this.#meet(FLUSH, undefined, flushed, turn);
      },
    };
  }

  #meet<Asked, Answer>(
    point: string,
    request: Asked,
    answer: (all: readonly Asked[]) => Promise<readonly Answer[]>,
    turn: Turn,
  ): Promise<Answer> {
    if (this.#failed) return Promise.reject(new GroupFailed());
    return new Promise<Answer>((resolve, reject) => {
      const others = this.#waiting.get(point) ?? [];
      this.#waiting.set(point, [...others, { turn, asked: request, answer, resolve, reject } as WaitingTurn]);
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
    const answered = async () => group[0]!.answer(group.map(({ asked }) => asked));
    answered().then(
      answers => continueInTurn(group, answers),
      (error: unknown) => group.forEach(({ reject }) => reject(error)),
    );
  }
}

/** Continues these members one after the other, each once the one before has nothing left to do without I/O. */
function continueInTurn(group: readonly WaitingTurn[], answers: readonly unknown[], place = 0): void {
  const member = group[place];
  if (!member) return;
  member.turn.isOn = true;
  member.resolve(answers[place]);
  // A tick that a microtask asks for comes after all microtasks.
  queueMicrotask(() =>
    process.nextTick(() => {
      member.turn.isOn = false;
      continueInTurn(group, answers, place + 1);
    }),
  );
}
