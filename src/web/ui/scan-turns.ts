import { createContext, useContext, useEffect, useRef } from 'react';
import type { Problem } from '../graphql.ts';
import { t } from '../language.ts';
import { onScannedElsewhere } from './keystrokes.ts';
import { notifyFailure, notifyProblems } from './notify.tsx';
import { soundRefused } from './sound.ts';

/*
 * Codes that are scanned into a form are looked up one after the other, and before it is sent. What is scanned where no
 * field has the focus goes where codes are taken.
 */

type Take = (code: string) => void;

/** What looks up a code. The signal says that its form was closed meanwhile: its answer is for nobody. */
type Look = (signal: AbortSignal) => Promise<void>;

/** Outside of a form codes are looked up at once, and nothing is sent. */
export const TurnsContext = createContext<Pick<Turns, 'take' | 'unconfirmedCodes' | 'scanners' | 'takeFirst'>>({
  take: look => void look(new AbortController().signal),
  unconfirmedCodes: new Set(),
  scanners: new Set(),
  takeFirst: () => undefined,
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

/** It is among these as long as its part is on the screen, and `isThere`. */
function useAmong<Given extends unknown[]>(
  all: Set<(...given: Given) => void>,
  act: (...given: Given) => void,
  isThere = true,
): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!isThere) return;
    const say = (...given: Given) => latest.current(...given);
    all.add(say);
    return () => void all.delete(say);
  }, [all, isThere]);
}

/** What takes a code that was typed without Enter: the form does so before it is sent. */
export const useUnconfirmedCode = (take: () => void): void => useAmong(useContext(TurnsContext).unconfirmedCodes, take);

/** What takes the codes that were scanned into other fields of the form, and the one that opened it. */
export function useScanner(take: Take): void {
  const { scanners, takeFirst } = useContext(TurnsContext);
  useAmong(scanners, take);
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const code = takeFirst();
    if (code !== undefined) latest.current(code);
  }, [takeFirst]);
}

/** Gives a code that was scanned into a field for something else to what takes codes in this form. */
export function useScannedElsewhere(): (code: string) => void {
  const { scanners } = useContext(TurnsContext);
  return code => giveToScanner(scanners, code);
}
/** Gives the code to the first of these; where there is none, it says so. */
export function giveToScanner(scanners: ReadonlySet<Take>, code: string): void {
  const [take] = scanners;
  if (take) return take(code);
  soundRefused();
  notifyFailure(t('{code} was scanned where no code belongs: nothing was changed.', { code }));
}

/** What takes the codes that are scanned while nothing that takes text has the focus, in this order. */
const PLACES = { dialog: new Set<Take>(), page: new Set<Take>(), search: new Set<Take>() };
type Place = keyof typeof PLACES;
/** Takes the codes that are scanned there: the one that came last does. */
export const usePlaceForCodes = (where: Place, take: Take, isThere = true): void =>
  useAmong(PLACES[where], take, isThere);
/** Gives the code to the first of these places that is there. Returns whether one is. */
export function giveToPlace(code: string, places: readonly Place[]): boolean {
  const takes = places.map(place => PLACES[place]).find(({ size }) => size > 0);
  [...(takes ?? [])].at(-1)?.(code);
  return takes !== undefined;
}
onScannedElsewhere(code => giveToPlace(code, ['dialog', 'page', 'search']));

const formsForGoods = new Set<Take>();
/** A form of this page that takes goods and is not open: it is opened by scanning one of them. */
export const useFormForGoods = (open: Take, isThere: boolean): void => useAmong(formsForGoods, open, isThere);
/** What opens the form of this page that takes goods; of several, the one that is offered last. */
export const formForGoods = (): Take | undefined => [...formsForGoods].at(-1);

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
  readonly scanners = new Set<Take>();
  #first: string | undefined;
  readonly #taking: () => void;

  /** With the code that opened the form, and what is told of each code. */
  constructor(first?: string, taking = () => {}) {
    this.#first = first;
    this.#taking = taking;
  }

  readonly takeFirst = (): string | undefined => {
    const first = this.#first;
    this.#first = undefined;
    return first;
  };

  readonly end = (): void => this.#closing.abort();

  readonly take = (look: Look): void => {
    const { signal } = this.#closing;
    this.#taking();
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
