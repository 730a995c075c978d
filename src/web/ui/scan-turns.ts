import { createContext, useContext, useEffect, useRef } from 'react';
import type { Problem } from '../graphql.ts';
import { t } from '../language.ts';
import { notifyFailure, notifyProblems } from './notify.tsx';
import { soundRefused } from './sound.ts';

/* Codes that are scanned into a form are looked up one after the other, and before it is sent. */

/** What looks up a code. The signal says that its form was closed meanwhile: its answer is for nobody. */
type Look = (signal: AbortSignal) => Promise<void>;

/** Outside of a form codes are looked up at once, and nothing is sent. */
export const TurnsContext = createContext<Pick<Turns, 'take' | 'unconfirmedCodes' | 'scanners'>>({
  take: look => void look(new AbortController().signal),
  unconfirmedCodes: new Set(),
  scanners: new Set(),
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

/** It is among these as long as its part is on the screen. */
function useAmong<Given extends unknown[]>(all: Set<(...given: Given) => void>, act: (...given: Given) => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const say = (...given: Given) => latest.current(...given);
    all.add(say);
    return () => void all.delete(say);
  }, [all]);
}

/** What takes a code that was typed without Enter: the form does so before it is sent. */
export const useUnconfirmedCode = (take: () => void): void => useAmong(useContext(TurnsContext).unconfirmedCodes, take);

/** What takes the codes that were scanned into other fields of the form. */
export const useScanner = (take: (code: string) => void): void => useAmong(useContext(TurnsContext).scanners, take);

/** Gives a code that was scanned into a field for something else to what takes codes in this form. */
export function useScannedElsewhere(): (code: string) => void {
  const { scanners } = useContext(TurnsContext);
  return code => giveToScanner(scanners, code);
}
/** Gives the code to the first of these; where there is none, it says so. */
export function giveToScanner(scanners: ReadonlySet<(code: string) => void>, code: string): void {
  const [take] = scanners;
  if (take) return take(code);
  soundRefused();
  notifyFailure(t('{code} was scanned where no code belongs: nothing was changed.', { code }));
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
  readonly scanners = new Set<(code: string) => void>();

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
