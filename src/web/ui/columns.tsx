import { useMediaQuery } from '@mantine/hooks';
import { Fragment, type ReactNode, useCallback, useMemo, useRef, useState } from 'react';
import type { Message } from '../language.ts';
import { useOnPaper } from '../paper.ts';

export interface Column<Row> {
  title: Message;
  /** A track of a CSS grid, such as `2fr` or `110px`. */
  width: string;
  /** The pixels that a flexible column needs to be read, if not the usual ones. */
  least?: number;
  number?: boolean;
  /** Its cells hold a field or a button, which are taller than text. */
  operated?: boolean;
  /** Omitted on screens narrower than this. */
  from?: Width;
  /**
   * Shown below the first cell where its column is omitted, as it is or rendered like this: for what a row cannot be
   * understood without.
   */
  under?: true | ((row: Row) => ReactNode);
  /** The sort orders of this column, by their names in the service. */
  sorts?: Partial<{ [direction in Direction]: string }>;
  show(row: Row): ReactNode;
}
export type Direction = 'ascending' | 'descending';

const WIDTHS = { sm: '(min-width: 48em)', md: '(min-width: 62em)', lg: '(min-width: 80em)', xl: '(min-width: 90em)' };
export type Width = keyof typeof WIDTHS;

const ORDER: readonly (Width | undefined)[] = [undefined, 'sm', 'md', 'lg', 'xl'];
const EVERY_WIDTH = { sm: true, md: true, lg: true, xl: true };
/** The pixels across a sheet of A4 or Letter, held upright, in the size that is printed (styles.css). */
const PAPER = 880;
/** A flexible column that is narrower than this says nothing. */
const LEAST_PX = 96;
const GAP = 16;

interface ColumnLayout {
  title: unknown;
  width?: string;
  least?: number;
  from?: Width;
  under?: unknown;
}

/** What a column was seen to need in pixels: for its longest text, and for the same text on two lines. */
export interface TextWidths {
  whole: number;
  broken: number;
}
/** By the titles of columns. */
export type Needs = ReadonlyMap<unknown, TextWidths>;

/** How columns share the room: as designed, as narrow as their texts allow on one line or two, or as far as it goes. */
type Fit = 'designed' | 'narrow' | 'broken' | 'cut';

const isFlexible = (width: string): boolean => /^[\d.]+fr$/.test(width);

/** The pixels that a column takes at least. `minmax(48px, 84px)` grows to its maximum before flexible ones get any. */
function leastOf({ title, width = '1fr', least = LEAST_PX }: ColumnLayout, needs: Needs, fit: Fit): number {
  const need = needs.get(title);
  if (isFlexible(width)) return need ? (fit === 'broken' ? need.broken : Math.max(need.whole, LEAST_PX)) : least;
  const made = Math.max(...[...width.matchAll(/([\d.]+)px/g)].map(([, each]) => Number(each)));
  return need ? (fit === 'designed' ? Math.max(made, need.whole) : need.whole) : made;
}

const roomFor = (columns: readonly ColumnLayout[], needs: Needs, fit: Fit): number =>
  columns.reduce((sum, column) => sum + leastOf(column, needs, fit) + GAP, GAP);

/**
 * Leaves out columns until the others can be read in this many pixels: those of wider screens first, from the right.
 * Only what is shown below instead may go. As long as nothing is below, texts may take two lines.
 */
function fitColumns<C extends ColumnLayout>(
  columns: readonly C[],
  pixels: number,
  needs: Needs,
  fits: readonly Fit[],
): { shown: readonly C[]; fit: Fit } {
  const fit = fits.find(each => roomFor(columns, needs, each) <= pixels);
  if (fit) return { shown: columns, fit };
  const spare = columns.filter(({ from, under }) => from && under);
  const widest = Math.max(...spare.map(({ from }) => ORDER.indexOf(from)));
  const out = spare.findLast(({ from }) => ORDER.indexOf(from) === widest);
  if (!out) return { shown: columns, fit: 'cut' };
  const rest = columns.filter(column => column !== out);
  return fitColumns(rest, pixels, needs, ['designed', 'narrow']);
}

/**
 * The tracks of a table's grid. Times, quantities and the like are never cut; names give way where there is no room for
 * all of them.
 */
export function tracksOf(columns: readonly Column<never>[], needs: Needs, fit: Fit): string {
  const track = (column: Column<never>): string => {
    const need = needs.get(column.title);
    if (!isFlexible(column.width))
      return need && leastOf(column, needs, fit) !== leastOf(column, NO_NEEDS, fit) ? `${need.whole}px` : column.width;
    if (fit === 'cut') return `minmax(0, ${column.width})`;
    return `minmax(${leastOf(column, needs, fit)}px, ${fit === 'broken' && need ? `${need.whole}fr` : column.width})`;
  };
  return columns.map(track).join(' ');
}
const NO_NEEDS: Needs = new Map();

/** The width of an element in pixels, and the ref that it is measured by; at first there is no limit. */
export function useWidth() {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  const measure = useCallback((element: HTMLElement | null) => {
    if (!element) return;
    const take = () => setWidth(element.clientWidth);
    take();
    const observer = new ResizeObserver(take);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { width, measure };
}

/** The columns that fit into this many pixels, and those that are shown below the first cell instead. */
export function useRoomFor<C extends ColumnLayout>(
  columns: readonly C[],
  pixels = Number.POSITIVE_INFINITY,
  needs = NO_NEEDS,
) {
  const sm = useMediaQuery(WIDTHS.sm, true);
  const md = useMediaQuery(WIDTHS.md, true);
  const lg = useMediaQuery(WIDTHS.lg, true);
  const xl = useMediaQuery(WIDTHS.xl, false);
  const isOnPaper = useOnPaper();
  const before = useRef<readonly C[]>(columns);
  return useMemo(() => {
    const room = isOnPaper ? EVERY_WIDTH : { sm, md, lg, xl };
    const possible = columns.filter(({ from }) => !from || room[from]);
    const isBelow = (column: C, shown: readonly C[]) => column.under !== undefined && !shown.includes(column);
    const { shown, fit } = fitColumns(possible, isOnPaper ? PAPER : pixels, needs, [
      'designed',
      'narrow',
      ...(columns.some(column => isBelow(column, possible)) ? [] : ['broken' as const]),
    ]);
    // The same array as long as it is the same columns: what is measured for it is not measured again.
    if (!isSame(before.current, shown)) before.current = shown;
    return { shown: before.current, fit, under: columns.filter(column => isBelow(column, shown)), isPhone: !room.sm };
  }, [columns, pixels, needs, sm, md, lg, xl, isOnPaper]);
}

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((each, at) => each === others[at]);

/** What is shown below the first cell, without empty values. */
export function Under<Row>({
  columns,
  row,
}: {
  columns: readonly { under?: Column<Row>['under']; show: Column<Row>['show'] }[];
  row: Row;
}) {
  const told = columns
    .map(({ under, show }, at) => ({ at, shown: typeof under === 'function' ? under(row) : show(row) }))
    .filter(({ shown }) => shown !== null && shown !== '' && shown !== '–');
  return told.map(({ at, shown }, index) => (
    <Fragment key={at}>
      {index > 0 && ' · '}
      {shown}
    </Fragment>
  ));
}
