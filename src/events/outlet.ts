/** Something that is written to faster than it may be read: a socket, or a response. */
export interface Sink {
  isOpen(): boolean;
  /** Writes, and calls back once it was sent. */
  write(text: string, taken: () => void): void;
  /** Bytes that wait to be sent. */
  waitingBytes(): number;
}

/** How many bytes may wait before it gets more. */
const WAITING_BYTES_MAX = 256 * 1024;
/** A reader that takes nothing for this long is considered gone. */
const STUCK_MS = 10_000;

/** Writes no faster than its reader takes it, whatever the number of its subscriptions. */
export class Outlet {
  readonly #sink: Sink;
  readonly #onStuck: () => void;
  #full: Promise<void> | undefined;

  constructor(sink: Sink, onStuck: () => void) {
    this.#sink = sink;
    this.#onStuck = onStuck;
  }

  async send(text: string): Promise<void> {
    while (this.#full) await this.#full;
    if (!this.#sink.isOpen()) return;
    const taken = new Promise<void>(resolve => this.#sink.write(text, resolve));
    if (this.#sink.waitingBytes() <= WAITING_BYTES_MAX) return;
    const stuck = setTimeout(this.#onStuck, STUCK_MS).unref();
    this.#full = taken.then(() => {
      clearTimeout(stuck);
      this.#full = undefined;
    });
  }
}
