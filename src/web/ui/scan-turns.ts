import { createContext, useContext, useEffect, useRef } from 'react';
import type { Problem } from '../graphql.ts';
import { t } from '../language.ts';
import { notifyProblems } from './notify.tsx';

/* Codes that are scanned into a form are looked up one after the other, and before it is sent. */

/** What looks up a code. The signal says that its form was closed meanwhile: its answer is for nobody. */
type Look = (signal: AbortSignal) => Promise<void>;

/** Outside of a form codes are looked up at once, and nothing is sent. */
export const TurnsContext = createContext<Pick<Turns, 'take' | 'unconfirmedCodes'>>({
  take: look => void look(new AbortController().signal),
  unconfirmedCodes: new Set(),
});

/**
 * What looks up codes in a form: they arrive faster than answers, so each waits for the one before. What is sent
 * meanwhile would lack them, so the form is not sent until all are known.
 */
export function useInTurn<Given extends unknown[]>(work: (signal: AbortSignal, ...given: Given) => Promise<void>) {
  const turns = useContext(TurnsContext);
  const latest = useRef(work);
  latest.current = work;
  return (...given: Given): void => turns.take(signal => latest.current(signal, ...given));
}

/** What takes a code that was typed without Enter: the form does so before it is sent. */
export function useUnconfirmedCode(take: () => void): void {
  const { unconfirmedCodes } = useContext(TurnsContext);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const say = () => latest.current();
    unconfirmedCodes.add(say);
    return () => void unconfirmedCodes.delete(say);
  }, [unconfirmedCodes]);
}

/** Why a form is not sent yet. */
export const STILL_LOOKING: Problem = {
  code: 'VALIDATION_FAILED',
  message: t('A scan is still being looked up. Look at what it was, then send this.'),
  field: null,
};
const NOT_LOOKED_UP: Problem = {
  code: 'INTERNAL_ERROR',
  message: t('A scan could not be looked up: scan it again.'),
  field: null,
};

/** The queue of a form from its opening to its closing. */
export class Turns {
  #last = Promise.resolve();
  readonly #closing = new AbortController();
  /** How many codes are not known yet. */
  pendingCount = 0;
  /** Fields that may have a code which nobody has entered. */
  readonly unconfirmedCodes = new Set<() => void>();

  readonly end = (): void => this.#closing.abort();

  readonly take = (look: Look): void => {
    const { signal } = this.#closing;
    this.pendingCount += 1;
    // A fault in one of them must not end the queue.
    this.#last = this.#last
      .then(() => (signal.aborted ? undefined : look(signal)))
      .catch(fault => {
        if (signal.aborted) return;
        reportError(fault);
        notifyProblems([NOT_LOOKED_UP]);
      });
    void this.#last.then(() => {
      this.pendingCount -= 1;
    });
  };
}
