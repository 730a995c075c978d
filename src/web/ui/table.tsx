// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out by hand, so that ten thousand cost what twenty do; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: a row of a plain table is not operated; the links in it are

import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { inSentence, quantity } from '../format.ts';
import { useMinute, useOnChange } from '../hooks.ts';
import { type Message, t } from '../language.ts';
import { useOnPaper } from '../paper.ts';
import { type Address, toward } from './address.ts';
import { type Column, tracksOf, useRoomFor, useWidth } from './columns.tsx';
import { Bones, Head, RowSkeletons, TableRow } from './grid.tsx';
import { useLook } from './look.tsx';
import { useNeeds } from './needs.ts';
import type { RowSelection } from './selection.tsx';

interface TableProps<Row> {
  label: Message;
  /** The same array as long as what they show is the same, or every row is rendered again. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** The list that the rows are the beginning of; without it they are all. */
  page?: { total?: number | undefined; loading: boolean; readMore(): void };
  empty: ReactNode;
  /** The target of a row; its first cell should be a link, for keyboard users. */
  linkOf?(row: Row): Address;
  changed?: ReadonlySet<string>;
  height?: number;
  sort?: string | undefined;
  onSort?(sort: string): void;
  /** Present if rows can be ticked. */
  selection?: RowSelection | undefined;
}

/** Row heights: without a line below the first cell, with one, and with two; normal and dense. */
const HEIGHTS = {
  made: { plain: 48, tall: 64, taller: 80 },
  dense: { plain: 34, tall: 50, taller: 66 },
} as const;
/** What fields and buttons take in height beyond a line of text, as does a name that needs a second line. */
const EXTRA_HEIGHT = 16;
/** What a checkbox takes with its gap. */
const TICK = 36;
/** The next page is read when this few rows remain. */
const ROWS_AHEAD = 60;
const WHOLE = { total: undefined, loading: false, readMore() {} };

/** A table of any length: only visible rows are rendered, and further pages are read while scrolling. */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  page: { total, loading, readMore } = WHOLE,
  empty,
  linkOf,
  changed,
  height,
  sort,
  onSort,
  selection,
}: TableProps<Row>) {
  const hasTicks = selection !== undefined;
  const layout = useLayout({ label, columns, onSort }, hasTicks);
  const { isDense, isHigh, shown, under, columnsBelow, size, template, rowHeight, measure } = layout;
  const scroller = useRef<HTMLDivElement>(null);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useOnChange(rowHeight, () => virtualizer.measure());
  const isOnPaper = useOnPaper();
  const items = isOnPaper ? rows.map((_, index) => ({ index, start: 0 })) : virtualizer.getVirtualItems();
  const last = isOnPaper ? -1 : (items.at(-1)?.index ?? -1);
  useEffect(() => {
    if (last >= rows.length - ROWS_AHEAD) readMore();
  }, [last, rows.length, readMore]);
  const isThere = rows.length > 0;
  useMeasuredNeeds(scroller, layout, items.length > 0, rows[0]?.id);
  useRowClicks(scroller, isThere, rows, linkOf);
  const choose = useSteadyChoose(selection);

  if (!isThere)
    return (
      <div className="grid" ref={measure}>
        {loading ? (
          <RowSkeletons columns={shown} template={template} hasTicks={hasTicks} isTall={columnsBelow.length > 0} />
        ) : (
          empty
        )}
      </div>
    );
  const isMore = total !== undefined && total > rows.length;
  const wholeHeight = (rows.length + Number(isMore)) * rowHeight + 1;
  const visibleHeight = Math.min(wholeHeight, height ?? Math.max(320, innerHeight - 290));
  return (
    <div
      className={`grid${isDense ? ' dense' : ''}${isHigh ? ' high' : ''}${wholeHeight > visibleHeight ? ' scrolls' : ''}`}
      ref={measure}
      role="table"
      aria-label={t(label)}
      aria-rowcount={total ?? rows.length}
      aria-busy={loading}
    >
      <HeadRow
        label={label}
        columns={shown}
        below={columnsBelow}
        template={template}
        rows={rows}
        selection={selection}
        {...(onSort && { sort, onSort })}
      />
      <div
        role="rowgroup"
        className="grid-scroll"
        ref={scroller}
        data-scroll-restoration-id={label}
        style={{ height: visibleHeight }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (axe: scrollable-region-focusable)
        tabIndex={0}
        aria-label={t(label)}
      >
        <div
          role="presentation"
          style={{ height: virtualizer.getTotalSize() + (isMore ? rowHeight : 0), position: 'relative' }}
        >
          {items.map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <TableRow
                key={row.id}
                row={row}
                index={index}
                start={start}
                height={rowHeight}
                columns={shown}
                under={under}
                size={size}
                template={template}
                leads={linkOf !== undefined}
                isChanged={changed?.has(row.id) ?? false}
                isChosen={selection?.ids.has(row.id)}
                choose={choose}
              />
            );
          })}
          {isMore && !isOnPaper && (
            <div
              aria-hidden
              className="grid-row"
              style={{ ...template, transform: `translateY(${virtualizer.getTotalSize()}px)` }}
            >
              {hasTicks && <div />}
              <Bones columns={shown} />
            </div>
          )}
        </div>
      </div>
      {isMore && isOnPaper && <p className="rest">{restText(rows.length, total)}</p>}
    </div>
  );
}

interface HeadRowProps<Row>
  extends Pick<TableProps<Row>, 'label' | 'columns' | 'rows' | 'selection' | 'sort' | 'onSort'> {
  /** Columns to sort by that have no room of their own: the first one's title offers them. */
  below: readonly Column<Row>[];
  template: { gridTemplateColumns: string };
}

/** The titles of the columns, by which rows are sorted, and the checkbox that ticks all of them. */
function HeadRow<Row extends { id: string }>({
  label,
  columns,
  below,
  template,
  rows,
  selection,
  sort,
  onSort,
}: HeadRowProps<Row>) {
  return (
    <div role="rowgroup">
      <div role="row" className={below.length > 0 ? 'grid-head tall' : 'grid-head'} style={template} aria-rowindex={1}>
        {selection && (
          <div role="columnheader" className="tick">
            <input
              type="checkbox"
              aria-label={t('Select all {label} that are loaded', { label: inSentence(t(label)) })}
              checked={rows.every(({ id }) => selection.ids.has(id))}
              onChange={({ currentTarget }) => selection.chooseAll(currentTarget.checked)}
            />
          </div>
        )}
        {columns.map((column, at) => (
          <Head
            key={column.title}
            column={column}
            {...(at === 0 && { below: below })}
            {...(onSort && { sort, onSort })}
          />
        ))}
      </div>
    </div>
  );
}

/** The columns that there is room for, those that stand below the first cell instead, and how high a row is. */
function useLayout<Row>(
  { label, columns, onSort }: Pick<TableProps<Row>, 'label' | 'columns' | 'onSort'>,
  hasTicks: boolean,
) {
  const { look } = useLook(label);
  const minute = useMinute();
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was 'a minute ago' is said anew every minute
  const wantedColumns = useMemo(
    () => columns.filter(({ title }, at) => at === 0 || !look.hidden.includes(title)),
    [columns, look, minute],
  );
  const { width, measure } = useWidth();
  const { needs, learn, areFontsThere } = useNeeds();
  const { shown, under, fit, isPhone } = useRoomFor(wantedColumns, hasTicks ? width - TICK : width, needs);
  const columnsBelow = onSort ? wantedColumns.filter(column => column.sorts && !shown.includes(column)) : [];
  // What takes a column each on a wide screen does not fit into one line of a phone, nor all of it of a tablet.
  const size = under.length === 0 ? 'plain' : under.length > (isPhone ? 1 : 2) ? 'taller' : 'tall';
  const template = useMemo(
    () => ({
      gridTemplateColumns: `${hasTicks ? '20px ' : ''}${tracksOf(shown, needs, fit)}`,
    }),
    [shown, needs, fit, hasTicks],
  );
  const isHigh = size !== 'plain' && (fit === 'cut' || shown.some(({ operated }) => operated));
  const rowHeight = HEIGHTS[look.dense ? 'dense' : 'made'][size] + (isHigh ? EXTRA_HEIGHT : 0);
  const isDense = look.dense;
  return {
    isDense,
    isHigh,
    shown,
    under,
    columnsBelow,
    size,
    template,
    rowHeight,
    width,
    measure,
    learn,
    areFontsThere,
  } as const;
}

/** Learns from the rows on the screen how much room their columns need. */
function useMeasuredNeeds<Row>(
  scroller: { current: HTMLDivElement | null },
  { learn, shown, width, isDense, areFontsThere }: ReturnType<typeof useLayout<Row>>,
  areShown: boolean,
  firstId: string | undefined,
): void {
  // Before they are painted, and only when what is shown changes as a whole: no column moves while rows scroll by.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them is such a change
  useLayoutEffect(() => {
    const table = scroller.current?.closest<HTMLElement>('.grid');
    if (areShown && table) learn(table, shown);
  }, [learn, areShown, shown, firstId, width, isDense, areFontsThere]);
}

/** The same function as long as rows can be ticked, so that a tick does not render every row again. */
function useSteadyChoose(selection: RowSelection | undefined): RowSelection['choose'] | undefined {
  const latest = useRef(selection);
  latest.current = selection;
  const choose = useCallback<RowSelection['choose']>((...which) => latest.current?.choose(...which), []);
  return selection && choose;
}

/** Paper shows only what was loaded. */
const restText = (count: number, total: number): string =>
  t('The first {count} of {total} rows. An export has all of them.', {
    count: quantity(count),
    total: quantity(total),
  });

/** A click anywhere on a row follows its link; pointing at truncated text shows it in full. */
function useRowClicks<Row>(
  scroller: { current: HTMLDivElement | null },
  isThere: boolean,
  rows: readonly Row[],
  linkOf: ((row: Row) => Address) | undefined,
): void {
  const navigate = useNavigate();
  const latest = useRef({ rows, linkOf, navigate });
  latest.current = { rows, linkOf, navigate };
  useEffect(() => {
    const element = scroller.current;
    if (!isThere || !element) return;
    const stop = new AbortController();
    const open = ({ target }: Event) => {
      const row = (target as Element).closest<HTMLElement>('[data-index]');
      if (!row || (target as Element).closest('a,button,input,label') || getSelection()?.toString()) return;
      const address = latest.current.linkOf?.(latest.current.rows[Number(row.dataset['index'])]!);
      if (address) void latest.current.navigate(toward(address));
    };
    const tellCutOff = ({ target }: Event) => {
      const cell = (target as Element).closest<HTMLElement>('[role=cell]');
      if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
    };
    element.addEventListener('click', open, { signal: stop.signal });
    element.addEventListener('mouseover', tellCutOff, { signal: stop.signal });
    return () => stop.abort();
  }, [scroller, isThere]);
}
