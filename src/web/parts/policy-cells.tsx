import {
  type ClipboardEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { t } from '../language.ts';
import { codeEndedBy } from '../ui/keystrokes.ts';
import { notify, notifyProblems } from '../ui/notify.tsx';
import { cellsOf } from '../ui/number.ts';
import { useScannedElsewhere } from '../ui/scan-turns.ts';
import { type CellName, type Defaults, type Place, type PolicySheet, textOf, useSheet } from './policy-sheet.ts';

/*
 * Cells that behave like those of a spreadsheet: Enter moves down, Tab right, arrows anywhere, Escape resets; a copied
 * column or block is pasted at the cursor.
 */

/** What the cells of one grid share. */
export interface Grid {
  sheet: PolicySheet;
  defaults: Defaults;
  rows: RefObject<readonly Place[]>;
  /** The possible sources of a variant, and their names. */
  sources(place: Place): readonly { value: string; label: string }[];
  isOpen: boolean;
}

interface CellProps {
  grid: Grid;
  place: Place;
  name: CellName;
  label: string;
  /** The default if the cell is empty. */
  usual?: string;
}

type Field = HTMLInputElement | HTMLSelectElement;
const cellsIn = (row: Element | null | undefined) => [...(row?.querySelectorAll<Field>('[data-cell]') ?? [])];

/** Moves by that many rows and columns; past the last column, to the next row. Returns whether there is such a cell. */
function go(from: Field, rows: number, columns: number): boolean {
  const row = from.closest<HTMLElement>('[data-index]');
  const cells = cellsIn(row);
  const at = cells.indexOf(from) + columns;
  const over = at < 0 ? -1 : at >= cells.length ? 1 : 0;
  const index = Number(row?.dataset['index']) + rows + over;
  const target = cellsIn(from.closest('[role=table]')?.querySelector(`[data-index="${index}"]`));
  const next = target[over === 0 ? at : over > 0 ? 0 : target.length - 1];
  if (!next) return false;
  next.focus();
  if (next instanceof HTMLInputElement) next.select();
  next.scrollIntoView({ block: 'nearest' });
  return true;
}

/** Whether the arrow key would leave the text rather than move within it. */
function isAtEdge(field: Field, step: number): boolean {
  if (!(field instanceof HTMLInputElement)) return true;
  const { selectionStart, selectionEnd, value } = field;
  if (selectionStart === 0 && selectionEnd === value.length) return true;
  return selectionStart === selectionEnd && selectionStart === (step < 0 ? 0 : value.length);
}

/** Handles keys in a cell; `done` is called before Enter leaves the cell, `back` on Escape. */
function walk(event: KeyboardEvent<Field>, done: () => void, back: () => boolean): void {
  const { key, shiftKey, currentTarget: field } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const step = (isMoved: boolean) => isMoved && event.preventDefault();
  if (key === 'Enter') {
    event.preventDefault();
    done();
    go(field, shiftKey ? -1 : 1, 0);
  } else if (key === 'Tab') step(go(field, 0, shiftKey ? -1 : 1));
  else if (key === 'ArrowDown' || key === 'ArrowUp') {
    event.preventDefault();
    go(field, key === 'ArrowDown' ? 1 : -1, 0);
  } else if (key === 'ArrowLeft' || key === 'ArrowRight') {
    const by = key === 'ArrowLeft' ? -1 : 1;
    if (isAtEdge(field, by)) step(go(field, 0, by));
  } else if (key === 'Escape') {
    event.preventDefault();
    // Nothing was typed: leaves the grid for its scroll container, from where Tab continues.
    if (!back()) field.closest<HTMLElement>('.grid-scroll')?.focus();
  }
}

/** Pastes a copied block from this cell on. A single value is left to the field itself. */
function paste(event: ClipboardEvent<Field>, { sheet, defaults, rows, sources }: Grid): void {
  const block = cellsOf(event.clipboardData.getData('text/plain'));
  const field = event.currentTarget;
  if (block.length === 1 && block[0]!.length === 1 && field instanceof HTMLInputElement) return;
  event.preventDefault();
  const row = field.closest<HTMLElement>('[data-index]');
  const cells = cellsIn(row);
  const names = cells.slice(cells.indexOf(field)).map(cell => cell.dataset['cell'] as CellName);
  const places = rows.current.slice(Number(row?.dataset['index']), Number(row?.dataset['index']) + block.length);
  const wide = Math.max(...block.map(line => line.length)) - names.length;
  let pastedCount = 0;
  for (const [index, place] of places.entries())
    for (const [at, name] of names.entries()) {
      const text = block[index]![at];
      if (text === undefined) continue;
      const meant =
        name === 'source'
          ? (sources(place).find(({ label }) => label.toLowerCase() === text.toLowerCase())?.value ?? text)
          : text;
      void sheet.commit(place, name, meant, textOf(sheet.known(place.id), name), defaults);
      pastedCount += 1;
    }
  notify(t('{pasted, plural, one {# cell} other {# cells}} pasted.', { pasted: pastedCount }));
  const missing = [
    ...(block.length > places.length
      ? [
          t('{block, plural, one {# row} other {# rows}} below the last one here', {
            block: block.length - places.length,
          }),
        ]
      : []),
    ...(wide > 0 ? [t('{wide, plural, one {# column} other {# columns}} beyond the last one here', { wide })] : []),
  ];
  if (missing.length > 0)
    notifyProblems([
      {
        code: 'VALIDATION_FAILED',
        message: t('Not pasted: {missing}. Scroll down to load more rows.', { missing: missing.join(', ') }),
        field: null,
      },
    ]);
}

/** The content of a cell, and how to write it. */
function useCell({ grid: { sheet, defaults }, place, name }: CellProps) {
  const currentText = useSheet(sheet, each => textOf(each.known(place.id), name));
  const typed = useSheet(sheet, each => each.typed(place.id, name));
  const isRead = useSheet(sheet, each => each.known(place.id) !== undefined);
  // Leaving a cell with Enter also blurs it: what was typed is submitted once.
  const typing = useRef<{ text: string; seen: string }>(undefined);
  const [draft, show] = useState<string>();
  const hold = (next: typeof typing.current) => {
    typing.current = next;
    sheet.type(next !== undefined);
    show(next?.text);
  };
  const type = (text: string) => hold({ text, seen: typing.current?.seen ?? currentText });
  /** Submits what was typed, if anything was. */
  const hand = () => {
    if (!typing.current) return;
    const { text, seen } = typing.current;
    hold(undefined);
    void sheet.commit(place, name, text, seen, defaults);
  };
  const enter = () => {
    // A refused value that is entered again was read by the user: it replaces the current value.
    if (!typing.current && typed?.problem !== undefined)
      void sheet.commit(place, name, typed.text, currentText, defaults);
    else hand();
  };
  const choose = (text: string) => void sheet.commit(place, name, text, currentText, defaults);
  const back = () => {
    const isTyped = typing.current !== undefined || typed !== undefined;
    hold(undefined);
    if (typed) sheet.forget(place.id, name);
    return isTyped;
  };
  // A row that is scrolled away must not lose what was typed.
  const leaving = useRef(hand);
  leaving.current = hand;
  useEffect(() => {
    return () => leaving.current();
  }, []);
  return {
    shown: draft ?? typed?.text ?? currentText,
    /** Whether it is known what is in there: until then neither a value nor its default is. */
    isRead,
    isWaiting: typed !== undefined && typed.problem === undefined,
    problem: draft === undefined ? typed?.problem : undefined,
    type,
    hand,
    enter,
    choose,
    back,
  };
}

/**
 * The problem of a cell, shown below it while it has the focus. In a portal, because rows and the scroll container
 * would cut it off.
 */
function Bubble({ text, id, under }: { text: string; id: string; under: RefObject<Field | null> }) {
  const bubble = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const [own, field] = [bubble.current, under.current];
    if (!own || !field) return;
    own.showPopover();
    const { left, bottom } = field.getBoundingClientRect();
    own.style.left = `${Math.max(8, Math.min(left, innerWidth - own.offsetWidth - 8))}px`;
    own.style.top = `${bottom + 4}px`;
  });
  return (
    <div ref={bubble} id={id} popover="manual" className="cell-problem">
      {text}
    </div>
  );
}

/** What both kinds of field have in common, and the problem below the one that has the focus. */
function useField<F extends Field>(
  { grid, name, label }: CellProps,
  { problem, isWaiting, shown, enter, back }: ReturnType<typeof useCell>,
) {
  const [hasFocus, setFocus] = useState(false);
  const ref = useRef<F>(null);
  const id = useId();
  const refuse = useScannedElsewhere();
  const press = (event: KeyboardEvent<F>) => {
    const code = codeEndedBy(event.nativeEvent);
    if (code === undefined) return walk(event, enter, back);
    event.preventDefault();
    back();
    refuse(code);
  };
  return {
    setFocus,
    bubble: problem !== undefined && hasFocus && <Bubble text={problem} id={id} under={ref} />,
    attributes: {
      ref,
      'data-cell': name,
      className: `cell${problem === undefined ? '' : ' refused'}${isWaiting ? ' waiting' : ''}`,
      'aria-label': label,
      'aria-invalid': problem !== undefined,
      ...(problem !== undefined && { 'aria-describedby': id, title: problem }),
      value: shown,
      onKeyDown: press,
      onPaste: (event: ClipboardEvent<F>) => paste(event, grid),
    },
  };
}

const UNREAD_TEXT = '…';

/** A number, or empty. */
export function NumberCell(props: CellProps) {
  const { grid, usual = '' } = props;
  const cell = useCell(props);
  const { attributes, setFocus, bubble } = useField<HTMLInputElement>(props, cell);
  const placeholder = cell.isRead ? usual : UNREAD_TEXT;
  if (!grid.isOpen) return cell.shown || <span className="usual">{placeholder || '–'}</span>;
  return (
    <>
      <input
        {...attributes}
        inputMode="decimal"
        autoComplete="off"
        placeholder={placeholder}
        readOnly={!cell.isRead}
        onChange={event => cell.type(event.currentTarget.value)}
        onFocus={event => {
          setFocus(true);
          event.currentTarget.select();
        }}
        onBlur={() => {
          setFocus(false);
          cell.hand();
        }}
      />
      {bubble}
    </>
  );
}

/** The source of supply. */
export function SourceCell(props: CellProps) {
  const { grid, place } = props;
  const cell = useCell(props);
  const { attributes, setFocus, bubble } = useField<HTMLSelectElement>(props, cell);
  const sources = cell.isRead ? grid.sources(place) : [{ value: cell.shown, label: UNREAD_TEXT }];
  const isKnown = sources.some(({ value }) => value === cell.shown);
  if (!grid.isOpen) return sources.find(({ value }) => value === cell.shown)?.label ?? '–';
  return (
    <>
      <select
        {...attributes}
        onChange={event => cell.choose(event.currentTarget.value)}
        onFocus={() => setFocus(true)}
        onBlur={() => setFocus(false)}
      >
        {sources.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
        {!isKnown && <option value={cell.shown}>{cell.shown}</option>}
      </select>
      {bubble}
    </>
  );
}
