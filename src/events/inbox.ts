import type { LoggedEvent } from './log.ts';

const EVENTS_MAX = 1000;
/** Limit of an inbox, in characters of data: a thousand large events are too much to keep for one reader. */
const CHARACTERS_MAX = 4 * 1024 * 1024;

/**
 * Events that have arrived for one reader and were not yet taken. Bounded: events that do not fit are dropped, as the
 * log has them. A reader that does not take anything before it is full again is overrun.
 */
export class Inbox {
  closed = false;
  /** Whether something was dropped since it was cleared. */
  spilled = false;
  readonly #overrun: () => void;
  #events: { event: LoggedEvent; characters: number }[] = [];
  #characters = 0;
  #wake: (() => void) | undefined;

  constructor(overrun: () => void) {
    this.#overrun = overrun;
  }

  push(event: LoggedEvent, characters: number): void {
    const isFull = this.#events.length >= EVENTS_MAX || this.#characters + characters > CHARACTERS_MAX;
    if (isFull && this.spilled) return this.#overrun();
    if (isFull) return this.spill();
    this.#events.push({ event, characters });
    this.#characters += characters;
    this.#wake?.();
  }

  /** Drops its contents. */
  spill(): void {
    this.clear();
    this.spilled = true;
    this.#wake?.();
  }

  clear(): void {
    this.spilled = false;
    this.#events = [];
    this.#characters = 0;
  }

  take(): LoggedEvent | undefined {
    const next = this.#events.shift();
    this.#characters -= next?.characters ?? 0;
    return next?.event;
  }

  async arrival(): Promise<void> {
    if (!this.closed) await new Promise<void>(resolve => (this.#wake = resolve));
    this.#wake = undefined;
  }

  close(): void {
    this.closed = true;
    this.clear();
    this.#wake?.();
  }
}
