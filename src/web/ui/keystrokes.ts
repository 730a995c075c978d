/*
 * What is being typed, by a person or by a scanner: a keyboard that is faster than anybody, and ends each code with
 * Enter or Tab, wherever the cursor is.
 */

/** The longest mean time between two keys of a scanner. A person who types that fast does not for this many keys. */
const SCANNER_GAP_MS = 50;
const CODE_CHARACTERS_MIN = 4;
/** After this time without a key nobody is in the middle of a code, and after that no other code follows at once. */
const PAUSE_MS = 200;
const PAUSE_AFTER_CODE_MS = 50;
/** After this time what follows may be a code that is scanned behind a number. */
const PAUSE_BEFORE_CODE_MS = 400;
/** Whether this looks like an amount rather than a code. */
export const isAmount = (typed: string): boolean => /^\d{1,5}([.,]\d{1,4})?$/.test(typed);

/** What was typed since the last Enter, Tab or change of the field. */
let text = '';
/** A part of it that follows a pause: a scanner may type its code behind the number that somebody has typed. */
interface Spurt {
  from: number;
  beganAt: number;
  /** What was in the field. */
  value: string;
  /** A key was held down, which repeats it as fast as a scanner. */
  isRepeated: boolean;
}
let spurts: Spurt[] = [];
/** When the last key was pressed, and when the page heard of it, which is later on a busy machine. */
let pressedAt = -Infinity;
let heardAt = -Infinity;

function forget(): void {
  text = '';
  spurts = [];
}
/** What a scanner has typed, the next key of which is pressed now: so many characters at least. */
const scanned = (now: number, least: number): Spurt | undefined =>
  spurts.find(
    ({ from, beganAt, isRepeated }) =>
      !isRepeated && text.length - from >= least && now - beganAt <= (text.length - from) * SCANNER_GAP_MS,
  );

/** Whether what stands here was typed, and neither entered nor left. */
export const isBegun = (): boolean => text !== '';

/** Whether this key follows others as fast as in a code: it does not mean anything by itself. */
export const isAmidCode = ({ timeStamp }: Event): boolean => scanned(timeStamp, 2) !== undefined;

/** Resolves once nobody is in the middle of a code: what an answer changes must not come between its characters. */
export async function betweenCodes(): Promise<void> {
  for (;;) {
    const waitMs = heardAt + (isBegun() ? PAUSE_MS : PAUSE_AFTER_CODE_MS) - performance.now();
    if (waitMs <= 0) return;
    await new Promise(resolve => setTimeout(resolve, waitMs));
  }
}

let ended: { event: Event; code: string; before: string } | undefined;
/** The code that a scanner has typed, if this key ends one. */
export const codeEndedBy = (event: Event): string | undefined => (ended?.event === event ? ended.code : undefined);

/**
 * What is in a field when this key is pressed in it: the number that somebody has typed, and the code behind it. The
 * field may have got the focus in the middle of the code.
 */
export function partsAt(event: Event, value: string): { amount: string; code: string } {
  const { before = '', code = '' } = ended?.event === event ? ended : {};
  if (before !== '' && value.endsWith(before + code))
    return { amount: value.slice(0, value.length - code.length), code };
  const text = value.trim();
  return { amount: '', code: code.endsWith(text) ? code : text };
}

let begunBy: Event | undefined;
/** Whether this key follows a pause: a code may begin with it. */
export const beginsCode = (event: Event): boolean => event === begunBy;

const NO_TEXT = '[type=checkbox], [type=radio], [type=date], [readonly]';
/** Whether what is typed here stands here. */
const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches(`textarea, select, input:not(${NO_TEXT})`));

let giveElsewhere: (code: string) => void = () => {};
/** Sets what takes the codes that are scanned while nothing that takes text has the focus. */
export const onScannedElsewhere = (take: (code: string) => void): void => void (giveElsewhere = take);

/** A date or a choice that a scanner has typed over is what it was. */
function restore(target: EventTarget | null, value: string): void {
  if (!(target instanceof HTMLElement) || !target.matches('select, [type=date]')) return;
  // As if it was typed: React hears of nothing else.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(target), 'value')!.set!.call(target, value);
  for (const type of ['input', 'change']) target.dispatchEvent(new Event(type, { bubbles: true }));
}

/** What parts of a GS1 code are separated by (FNC1), and how scanners type it, which cannot type that. */
const SEPARATOR = '\u001D';
const isSeparator = ({ key, code, ctrlKey, timeStamp }: KeyboardEvent): boolean =>
  scanned(timeStamp, 1) !== undefined && (key === 'F8' || (ctrlKey && (key === ']' || code === 'BracketRight')));

function end(event: KeyboardEvent): void {
  const spurt = event.shiftKey ? undefined : scanned(event.timeStamp, CODE_CHARACTERS_MIN);
  // Behind anything but a number it is not all that was scanned.
  const from = isAmount(text.slice(0, spurt?.from)) ? spurt?.from : 0;
  const [before, code] = [text.slice(0, from), text.slice(from)];
  forget();
  if (!spurt) return;
  const { target } = event;
  restore(target, spurt.value);
  if (!takesText(target)) {
    // Nobody has pressed this button, and nobody goes on to the next one.
    event.preventDefault();
    event.stopImmediatePropagation();
    giveElsewhere(code);
  } else if (event.key === 'Tab') {
    // A field that takes codes takes this one, as if it were Enter.
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    ended = { event: enter, code, before };
    if (target?.dispatchEvent(enter) === false) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  } else ended = { event, code, before };
}

function type(event: KeyboardEvent): void {
  const { timeStamp, target, key, repeat } = event;
  const isPaused = timeStamp - pressedAt > PAUSE_BEFORE_CODE_MS;
  if (isPaused && !takesText(target)) forget();
  if (isPaused || text === '') {
    const { value = '' } = target as HTMLInputElement;
    spurts.push({ from: text.length, beganAt: timeStamp, value, isRepeated: false });
    begunBy = event;
  }
  if (repeat) for (const spurt of spurts) spurt.isRepeated = true;
  text += key;
  pressedAt = timeStamp;
  heardAt = performance.now();
}

addEventListener(
  'keydown',
  event => {
    // What a browser fills in by itself has no key.
    if (event === ended?.event || !(event instanceof KeyboardEvent)) return;
    if (isSeparator(event)) {
      event.preventDefault();
      if (takesText(event.target)) document.execCommand('insertText', false, SEPARATOR);
      text += SEPARATOR;
      return;
    }
    // On Windows AltGr, which some characters are typed with, is Ctrl and Alt.
    const isAltGr = event.getModifierState('AltGraph');
    if (event.metaKey || ((event.ctrlKey || event.altKey) && !isAltGr)) return;
    if (event.key === 'Enter' || event.key === 'Tab') return end(event);
    if (event.key.length > 1) {
      // These are a part of what is typed.
      if (!/^(Shift|Control|Alt|AltGraph)$/.test(event.key)) forget();
      return;
    }
    type(event);
    // The space of a code presses no button.
    if (event.key === ' ' && isAmidCode(event) && !takesText(event.target)) event.preventDefault();
  },
  true,
);
addEventListener('focusout', forget, true);
addEventListener('pointerdown', forget, true);
