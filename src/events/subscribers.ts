import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { requireReached } from './feed.ts';
import { Inbox } from './inbox.ts';
import type { EventData, LoggedEvent } from './log.ts';
import type { Batch, Replays } from './replays.ts';

/*
 * The subscribers of this process. New events go into the inbox of each; events that an inbox has dropped are read from
 * the log.
 */

export interface Reader {
  /** The last position received; without one it begins with the next event. */
  after?: number | undefined;
  /** Called when it does not keep up; its events end. */
  overrun?: (() => void) | undefined;
}

/** An event whose data is still text, or was not loaded. */
export type UnreadEvent = Omit<LoggedEvent, 'data'> & { data: string | null };

const TRY_AGAIN_MS = 1000;

/** Who follows which events in this process: passes new ones on, and replays older ones first. */
export class Subscribers {
  readonly #inboxes = new Map<string, Set<Inbox>>();
  readonly #replays: Replays;
  readonly #log: Logger;

  constructor(replays: Replays, log: Logger) {
    this.#replays = replays;
    this.#log = log;
  }

  /** The organizations with subscribers. */
  get organizationIds(): string[] {
    return [...this.#inboxes.keys()];
  }

  get isEmpty(): boolean {
    return this.#inboxes.size === 0;
  }

  handOut({ data, ...event }: UnreadEvent): void {
    const inboxes = this.#inboxes.get(event.organizationId);
    if (!inboxes) return;
    if (data === null) {
      // Its first subscriber came after this read began, and finds the event in the log.
      for (const inbox of inboxes) inbox.spill();
      return;
    }
    const whole: LoggedEvent = { ...event, data: JSON.parse(data) as EventData };
    for (const inbox of inboxes) inbox.push(whole, data.length);
  }

  /**
   * Once this resolves, it is settled where a reader without a position begins: everything from then on is delivered.
   */
  async add(organizationId: string, { after, overrun }: Reader): Promise<AsyncIterableIterator<LoggedEvent>> {
    const inbox = new Inbox(() => {
      this.#remove(organizationId, inbox);
      overrun?.();
    });
    // Registered before the first read, so that nothing is lost between replay and live.
    this.#inboxes.set(organizationId, (this.#inboxes.get(organizationId) ?? new Set()).add(inbox));
    const from = after ?? (await this.#headFor(inbox, organizationId));
    const events = this.#inOrder(inbox, organizationId, from, after !== undefined);
    const following: AsyncIterableIterator<LoggedEvent> = {
      [Symbol.asyncIterator]: () => following,
      next: () => events.next() as Promise<IteratorResult<LoggedEvent>>,
      // A generator that is waiting would end only with the next event; closing the inbox ends the wait.
      return: async () => {
        this.#remove(organizationId, inbox);
        return (await events.return()) as IteratorResult<LoggedEvent>;
      },
    };
    return following;
  }

  async #headFor(inbox: Inbox, organizationId: string): Promise<number> {
    try {
      return await this.#replays.head(organizationId);
    } catch (error) {
      this.#remove(organizationId, inbox);
      throw error;
    }
  }

  /** Ends all subscriptions. */
  close(): void {
    for (const [organizationId, inboxes] of this.#inboxes)
      for (const inbox of inboxes) this.#remove(organizationId, inbox);
  }

  #remove(organizationId: string, inbox: Inbox): void {
    inbox.close();
    const inboxes = this.#inboxes.get(organizationId);
    inboxes?.delete(inbox);
    if (inboxes?.size === 0) this.#inboxes.delete(organizationId);
  }

  /**
   * Every event once, in the order of its position. Throws `cursor_ahead` if the log does not reach the position to
   * begin after.
   */
  async *#inOrder(
    inbox: Inbox,
    organizationId: string,
    after: number,
    isBehind: boolean,
  ): AsyncGenerator<LoggedEvent, void, void> {
    let cursor = after;
    let behind = isBehind;
    while (!inbox.closed) {
      if (behind || inbox.spilled) {
        // Everything that arrives from here on is newer than what is being looked up.
        inbox.clear();
        const missed = await this.#missed(organizationId, cursor);
        if (missed?.head !== undefined) requireReached(cursor, missed.head);
        behind = missed?.more ?? true;
        for (const event of missed?.events ?? []) {
          cursor = event.position;
          yield event;
        }
        continue;
      }
      const event = inbox.take();
      if (!event) {
        await inbox.arrival();
      } else if (event.position === cursor + 1) {
        cursor = event.position;
        yield event;
      } else {
        behind = event.position > cursor;
      }
    }
  }

  /**
   * The events after the position; if there are none, the head tells whether it was ever assigned. A short outage of
   * the database ends no subscription: it returns nothing now and is asked again.
   */
  async #missed(organizationId: string, position: number): Promise<(Batch & { head?: number }) | undefined> {
    try {
      const batch = await this.#replays.after(organizationId, position);
      return batch.events.length > 0 ? batch : { ...batch, head: await this.#replays.head(organizationId) };
    } catch (error) {
      this.#log.debug({ err: error }, 'reading what a subscriber missed failed; trying again');
      await sleep(TRY_AGAIN_MS);
      return undefined;
    }
  }
}
