import { useMediaQuery } from '@mantine/hooks';
import { Fragment, type ReactNode, useCallback, useMemo, useState } from 'react';
import type { Message } from '../language.ts';

export interface Column<Row> {
  title: Message;
  /** A track of a CSS grid, such as `2fr` or `110px`. */
  width: string;
  /** The pixels that a flexible column needs to be read, if not the usual ones. */
  least?: number;
  number?: boolean;
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
/** A flexible column that is narrower than this says nothing. */
const LEAST = 96;
const GAP = 16;

interface Placed {
  width?: string;
  least?: number;
  from?: Width;
  under?: unknown;
}

/** The pixels that a column takes at least. `minmax(48px, 84px)` grows to its maximum before flexible ones get any. */
function leastOf({ width = '', least }: Placed): number {
  const pixels = [...width.matchAll(/([\d.]+)px/g)].map(([, each]) => Number(each));
  return pixels.length > 0 ? Math.max(...pixels) : (least ?? LEAST);
}

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

/**
 * Leaves out columns until the others can be read in this many pixels: those of wider screens first, from the right.
 * Only what is shown below instead may go.
 */
function fitted<C extends Placed>(columns: readonly C[], pixels: number): readonly C[] {
  const needed = columns.reduce((sum, column) => sum + leastOf(column) + GAP, GAP);
  if (needed <= pixels) return columns;
  const spare = columns.filter(({ from, under }) => from && under);
  const widest = Math.max(...spare.map(({ from }) => ORDER.indexOf(from)));
  const out = spare.findLast(({ from }) => ORDER.indexOf(from) === widest);
  if (!out) return columns;
  const rest = columns.filter(column => column !== out);
  return fitted(rest, pixels);
}

/** The columns that fit into this many pixels, and those that are shown below the first cell instead. */
export function useRoomFor<C extends Placed>(columns: readonly C[], pixels = Number.POSITIVE_INFINITY) {
  const sm = useMediaQuery(WIDTHS.sm, true);
  const md = useMediaQuery(WIDTHS.md, true);
  const lg = useMediaQuery(WIDTHS.lg, true);
  const xl = useMediaQuery(WIDTHS.xl, false);
  return useMemo(() => {
    const room = { sm, md, lg, xl };
    const shown = fitted(
      columns.filter(({ from }) => !from || room[from]),
      pixels,
    );
    return { shown, under: columns.filter(column => column.under && !shown.includes(column)), isPhone: !sm };
  }, [columns, pixels, sm, md, lg, xl]);
}

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
