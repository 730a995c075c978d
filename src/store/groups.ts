import { busy } from './database-errors.ts';

/** The maximum number of commands that share a transaction: when one of them waits, all of them wait. */
const MEMBERS_MAX = 32;
/**
 * While this many transactions of a kind are running, further commands queue up for the next. The second begins once as
 * many wait for it as the first has: else those who were just answered come back to a free place, one by one, and each
 * runs alone beside a group of all the others.
 */
const RUNNING_MAX = 2;
/**
 * After a group that failed or was slow, this many commands run alone: where stock is running out the next group
 * would be rolled back too, and large orders should not delay small ones.
 */
const ALONE_FOR = 64;
const SLOW_MS = 1000;
/** When this many are waiting, further commands are refused as unavailable. */
const WAITING_MAX = 1000;
/**
 * So is a command that has waited this long for its turn: behind an unresponsive database the queue would never end.
 */
const WAIT_MS = 10_000;

interface WaitingMember<Member> {
  member: Member;
  /** The record that it is about. Two commands about the same record never share a transaction. */
  about: string | undefined;
  resolve(result: unknown): void;
  reject(error: unknown): void;
  /** Ends its wait for a turn. */
  impatience: NodeJS.Timeout | undefined;
}

interface Kind<Member> {
  waiting: WaitingMember<Member>[];
  /** Transactions, and the members that they have. */
  running: number;
  members: number;
  alone: number;
}

/**
 * Group commit: commands of one kind that arrive while others of that kind are being committed queue up and share one
 * transaction. Without contention a command runs at once and alone. If one member fails, the transaction is rolled back
 * and each runs again on its own, so that it succeeds or fails alone.
 */
export class Groups<Member> {
  readonly #kinds = new Map<string, Kind<Member>>();
  readonly #run: (members: readonly Member[]) => Promise<unknown[]>;
  readonly #isUndone: (error: unknown) => boolean;
  readonly #aloneMax: number;

  /**
   * `run` runs members in one transaction: all or none. It is run again after a failure if `isUndone` confirms that
   * it left no trace. At most `aloneMax` commands of a kind run alone at a time: they may all wait for the same rows,
   * and others need connections too.
   */
  constructor(
    run: (members: readonly Member[]) => Promise<unknown[]>,
    isUndone: (error: unknown) => boolean,
    aloneMax = RUNNING_MAX,
  ) {
    this.#run = run;
    this.#isUndone = isUndone;
    this.#aloneMax = aloneMax;
  }

  /** Runs the member, alone or with others of its kind. Refuses `unavailable` if too many are waiting. */
  join<R>(name: string, subject: string | undefined, member: Member): Promise<R> {
    const kind = this.#kinds.get(name) ?? { waiting: [], running: 0, members: 0, alone: 0 };
    this.#kinds.set(name, kind);
    return new Promise<R>((resolve, reject) => {
      if (kind.waiting.length >= WAITING_MAX) return reject(busy());
      const one: WaitingMember<Member> = {
        member,
        about: subject,
        resolve: resolve as (result: unknown) => void,
        reject,
        impatience: undefined,
      };
      this.#bound(kind, one);
      kind.waiting.push(one);
      this.#start(name, kind);
    });
  }

  #bound(kind: Kind<Member>, member: WaitingMember<Member>): void {
    member.impatience = setTimeout(() => {
      kind.waiting.splice(kind.waiting.indexOf(member), 1);
      member.reject(busy());
    }, WAIT_MS).unref();
  }

  #start(name: string, kind: Kind<Member>): void {
    while (kind.waiting.length > 0 && this.#mayBegin(kind)) {
      const group = kind.alone > 0 ? kind.waiting.splice(0, 1) : takeGroup(kind.waiting);
      for (const { impatience } of group) clearTimeout(impatience);
      kind.alone = Math.max(0, kind.alone - group.length);
      kind.running += 1;
      kind.members += group.length;
      void this.#settle(kind, group).finally(() => {
        kind.running -= 1;
        kind.members -= group.length;
        if (kind.running === 0 && kind.waiting.length === 0 && kind.alone === 0) this.#kinds.delete(name);
        else this.#start(name, kind);
      });
    }
  }

  #mayBegin({ waiting, running, members, alone }: Kind<Member>): boolean {
    if (alone > 0) return running < this.#aloneMax;
    return running < RUNNING_MAX && waiting.length >= members;
  }

  async #settle(kind: Kind<Member>, group: readonly WaitingMember<Member>[]): Promise<void> {
    const beganAt = performance.now();
    try {
      const results = await this.#run(group.map(({ member }) => member));
      if (group.length > 1 && performance.now() - beganAt > SLOW_MS) kind.alone = ALONE_FOR;
      for (const [index, { resolve }] of group.entries()) resolve(results[index]);
    } catch (error) {
      if (group.length === 1 || !this.#isUndone(error)) return group.forEach(({ reject }) => reject(error));
      // Each is run again on its own, ahead of those that came later.
      kind.alone = ALONE_FOR;
      for (const one of group) this.#bound(kind, one);
      kind.waiting.unshift(...group);
    }
  }
}

/** Takes the first members from the queue that are about different records. */
function takeGroup<Member>(waiting: WaitingMember<Member>[]): WaitingMember<Member>[] {
  const group: WaitingMember<Member>[] = [];
  const about = new Set<string>();
  for (let index = 0; index < waiting.length && group.length < MEMBERS_MAX; ) {
    const one = waiting[index]!;
    if (one.about !== undefined && about.has(one.about)) {
      index += 1;
      continue;
    }
    if (one.about !== undefined) about.add(one.about);
    group.push(one);
    waiting.splice(index, 1);
  }
  return group;
}
