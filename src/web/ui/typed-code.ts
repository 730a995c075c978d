import { type KeyboardEvent, useRef } from 'react';
import { beginsCode, codeEndedBy, isBegun } from './keystrokes.ts';

/** This many digits are not a quantity: somebody scanned a barcode. */
const BARCODE_SHAPE = /^\d{8,14}$/;
const AMOUNT = /^-?\d*[.,]?\d*$/;

/** A code rather than an amount with its unit, such as `5 kg`. */
const LEFT_BEHIND = /^\S{4,}$/;

/** Whether what was typed looks like a code rather than an amount. */
export const isCode = (typed: string, isMoney = false): boolean =>
  !AMOUNT.test(typed) || (!isMoney && BARCODE_SHAPE.test(typed));

/**
 * The raw text typed into a number field: a scanner types wherever the cursor is, and a number field would drop
 * letters. Enter and leaving report the code together with the previous value; after a code, Enter does nothing else.
 * With `done`, it does not send the form either, but says that the amount is complete.
 */
export function useTypedCode<Value>(
  value: Value,
  {
    code,
    done,
    isMoney = false,
  }: {
    code(typed: string, before: Value): void;
    done?: ((field: HTMLInputElement) => void) | undefined;
    /** It may have as many digits as a barcode: only how fast they are typed tells. */
    isMoney?: boolean | undefined;
  },
) {
  const typed = useRef('');
  const before = useRef(value);
  /** What stood there before the code, if something was typed and then a code was scanned behind it. */
  const beforeCode = useRef(value);
  const shown = useRef(value);
  const own = useRef<Value>(undefined);
  // Changed by something else than what is typed here: that stays.
  if (value !== shown.current && value !== own.current) before.current = value;
  shown.current = value;
  return {
    /** The value that follows from what is typed. */
    changes: (to: Value) => void (own.current = to),
    /**
     * A code that nobody has confirmed must not be left behind as an amount. What follows is typed afresh from here on,
     * not from the focus: a number field reports that late, after the first characters of a scanner.
     */
    onBlur() {
      const text = typed.current;
      typed.current = '';
      if (isCode(text, isMoney) && LEFT_BEHIND.test(text)) code(text, before.current);
    },
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === 'Enter') {
        const text = typed.current;
        typed.current = '';
        const scanned = codeEndedBy(event.nativeEvent);
        if (scanned ?? isCode(text, isMoney)) {
          event.preventDefault();
          const isBehind = scanned !== undefined && scanned.length < text.length;
          code(scanned ?? text, isBehind ? beforeCode.current : before.current);
        } else if (done) {
          event.preventDefault();
          done(event.currentTarget);
        }
      } else if (event.key === 'Backspace' || event.key === 'Delete') typed.current = typed.current.slice(0, -1);
      else if (event.key.length === 1) {
        if (typed.current === '') before.current = value;
        if (beginsCode(event.nativeEvent)) beforeCode.current = value;
        typed.current += event.key;
      }
    },
  };
}

const FIELDS =
  'input:not([type=hidden], [type=radio], [type=checkbox]):not(:disabled), textarea:not(:disabled), button[type=submit]';

/** Whether the focus is on nothing that takes a key: on the page, or on the surroundings of what is gone. */
export const isFocusNowhere = (): boolean =>
  !document.activeElement?.matches('a, button, input, textarea, select, summary, [tabindex="0"]');

/** Moves the focus from this field, if it has it still, to the next one that can be typed into. */
export function focusAfter(field: HTMLElement | null): void {
  if (document.activeElement !== field || isBegun()) return;
  const fields = [...(field?.closest('form')?.querySelectorAll<HTMLElement>(FIELDS) ?? [])];
  const next = field && fields[fields.indexOf(field) + 1];
  next?.focus();
  if (next instanceof HTMLInputElement) next.select();
}

/** Whether the user has moved to an option of the field's list with the arrow keys. */
export const isPointing = (input: HTMLElement): boolean =>
  document.getElementById(input.getAttribute('aria-controls') ?? '')?.querySelector('[data-combobox-selected]') != null;
