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

/** What was typed since the last Enter, Tab or change of the field. */
let text = '';
/** Whether a key was held down, which repeats it as fast as a scanner. */
let isRepeated = false;
/** When its first key was pressed, and when the page heard of the last, which is later on a busy machine. */
let beganAt = 0;
let heardAt = -Infinity;

function forget(): void {
  text = '';
  isRepeated = false;
}
/** Whether a scanner types, the next key of which is pressed now. */
const isFast = (now: number): boolean => !isRepeated && now - beganAt <= text.length * SCANNER_GAP_MS;

/** Whether what stands here was typed, and neither entered nor left. */
export const isBegun = (): boolean => text !== '';

/** Whether a code is being scanned, as far as it can be known before its end. */
export const isScanning = ({ timeStamp }: Event): boolean => text.length >= CODE_CHARACTERS_MIN && isFast(timeStamp);

/** Resolves once nobody is in the middle of a code: what an answer changes must not come between its characters. */
export async function betweenCodes(): Promise<void> {
  for (;;) {
    const waitMs = heardAt + (isBegun() ? PAUSE_MS : PAUSE_AFTER_CODE_MS) - performance.now();
    if (waitMs <= 0) return;
    await new Promise(resolve => setTimeout(resolve, waitMs));
  }
}

let ended: { event: Event; code: string } | undefined;
/** The code that a scanner has typed, if this key ends one. */
export const codeEndedBy = (event: Event): string | undefined => (ended?.event === event ? ended.code : undefined);

/** Whether what is typed here stands here. */
export const takesText = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox], [type=radio])'));

/** What parts of a GS1 code are separated by (FNC1), and how scanners type it, which cannot type that. */
const SEPARATOR = '\u001D';
const isSeparator = ({ key, code, ctrlKey, timeStamp }: KeyboardEvent): boolean =>
  isBegun() && isFast(timeStamp) && (key === 'F8' || (ctrlKey && (key === ']' || code === 'BracketRight')));

function end(event: KeyboardEvent): void {
  const code = isScanning(event) && !event.shiftKey ? text : undefined;
  forget();
  if (code === undefined) return;
  const { target } = event;
  if (event.key === 'Tab') {
    // A field that takes codes takes this one, as if it were Enter.
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    ended = { event: enter, code };
    if (target?.dispatchEvent(enter) === false) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    return;
  }
  ended = { event, code };
  // Nobody has pressed this button.
  if (!takesText(target)) event.preventDefault();
}

addEventListener(
  'keydown',
  event => {
    // What a browser fills in by itself has no key.
    if (event === ended?.event || !(event instanceof KeyboardEvent)) return;
    if (isSeparator(event)) {
      event.preventDefault();
      document.execCommand('insertText', false, SEPARATOR);
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
    if (text === '') beganAt = event.timeStamp;
    isRepeated ||= event.repeat;
    text += event.key;
    heardAt = performance.now();
  },
  true,
);
addEventListener('focusout', forget, true);
addEventListener('pointerdown', forget, true);
