// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out by hand, so that ten thousand cost what twenty do; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: a row of a plain table is not operated; the links in it are
import { Skeleton, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, Fragment, memo, type ReactNode, useEffect, useMemo, useRef } from 'react';
import { useOnChange } from '../hooks.ts';
import { type Address, toward } from './address.ts';

export interface Column<Row> {
  title: string;
  /** A track of CSS grid, such as `2fr` or `110px`. */
  width: string;
  number?: boolean;
  /** Left out where there is little room: on screens narrower than this. */
  from?: Width;
  /** Told in a line under the first cell where its column is left out, as it is or in these words: what a row cannot be understood without. */
  under?: true | ((row: Row) => ReactNode);
  /** The orders that this column offers, as the service calls them. */
  sorts?: Partial<{ [direction in Direction]: string }>;
  show(row: Row): ReactNode;
}
type Direction = 'ascending' | 'descending';

interface TableProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  total?: number | undefined;
  loading?: boolean;
  empty: ReactNode;
  /** Where a row leads; its first cell should be a link for the keyboard. */
  linkOf?(row: Row): Address;
  changed?: ReadonlySet<string>;
  onEnd?(): void;
  height?: number;
  sort?: string;
  onSort?(sort: string): void;
}

const ROW = 48;
const TALL_ROW = 64;
/** How many rows before the end the next ones are read. */
const AHEAD = 60;
const WIDTHS = { sm: '(min-width: 48em)', md: '(min-width: 62em)', lg: '(min-width: 80em)', xl: '(min-width: 90em)' };
export type Width = keyof typeof WIDTHS;

/** The columns that there is room for, and those that are told under the first cell instead. */
export function useRoomFor<C extends { from?: Width; under?: unknown }>(columns: readonly C[]) {
  const sm = useMediaQuery(WIDTHS.sm, true);
  const md = useMediaQuery(WIDTHS.md, true);
  const lg = useMediaQuery(WIDTHS.lg, true);
  const xl = useMediaQuery(WIDTHS.xl, false);
  return useMemo(() => {
    const room = { sm, md, lg, xl };
    const hasRoom = ({ from }: C) => !from || room[from];
    return {
      shown: columns.filter(hasRoom),
      under: columns.filter(column => column.under && !hasRoom(column)),
    };
  }, [columns, sm, md, lg, xl]);
}

/** What is told under the first cell, without what says nothing. */
export function Under<Row>({
  columns,
  row,
}: {
  columns: readonly Pick<Column<Row>, 'title' | 'under' | 'show'>[];
  row: Row;
}) {
  const told = columns
    .map(({ title, under, show }) => ({ title, shown: typeof under === 'function' ? under(row) : show(row) }))
    .filter(({ shown }) => shown !== null && shown !== '' && shown !== '–');
  return told.map(({ title, shown }, index) => (
    <Fragment key={title}>
      {index > 0 && ' · '}
      {shown}
    </Fragment>
  ));
}

/** A table of any length: only the rows on the screen exist, and what follows is read when it is scrolled to. */
export function DataTable<Row extends { id: string }>({
  label,
  columns,
  rows,
  total,
  loading,
  empty,
  linkOf,
  changed,
  onEnd,
  height,
  sort,
  onSort,
}: TableProps<Row>) {
  const { shown, under } = useRoomFor(columns);
  const template = useMemo(
    () => ({
      gridTemplateColumns: shown
        .map(column => (column.width.endsWith('fr') ? `minmax(0, ${column.width})` : column.width))
        .join(' '),
    }),
    [shown],
  );
  const rowHeight = under.length > 0 ? TALL_ROW : ROW;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useOnChange(rowHeight, () => virtual.measure());
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - AHEAD) onEnd?.();
  }, [last, rows.length, onEnd]);
  const isThere = rows.length > 0;
  useRowClicks(scroller, isThere, rows, linkOf);

  if (!isThere) return <div className="grid">{loading ? <Waiting columns={shown} template={template} /> : empty}</div>;
  const isMore = total !== undefined && total > rows.length;
  const visible = Math.min((rows.length + Number(isMore)) * rowHeight + 1, height ?? Math.max(320, innerHeight - 290));
  return (
    <div
      className="grid"
      role="table"
      aria-label={label}
      aria-rowcount={total ?? rows.length}
      aria-busy={loading ?? false}
    >
      <div role="rowgroup">
        <div role="row" className="grid-head" style={template} aria-rowindex={1}>
          {shown.map(column => (
            <Head key={column.title} column={column} {...(onSort && { sort, onSort })} />
          ))}
        </div>
      </div>
      <div
        role="rowgroup"
        className="grid-scroll"
        ref={scroller}
        style={{ height: visible }}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (axe: scrollable-region-focusable)
        tabIndex={0}
        aria-label={label}
      >
        <div
          role="presentation"
          style={{ height: virtual.getTotalSize() + (isMore ? rowHeight : 0), position: 'relative' }}
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
                template={template}
                leads={linkOf !== undefined}
                isChanged={changed?.has(row.id) ?? false}
              />
            );
          })}
          {isMore && (
            <div
              aria-hidden
              className="grid-row"
              style={{ ...template, transform: `translateY(${virtual.getTotalSize()}px)` }}
            >
              <Bones columns={shown} />
            </div>
          )}
        </div>
      </div>
    </div>
  );
}

/** A click anywhere on a row goes where its link does; what is cut off is told to who points at it. */
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

interface RowProps<Row> {
  row: Row;
  index: number;
  start: number;
  height: number;
  columns: readonly Column<Row>[];
  under: readonly Column<Row>[];
  template: CSSProperties;
  leads: boolean;
  isChanged: boolean;
}

/** A row that was drawn stays as it is while others scroll into sight. */
const TableRow = memo(function TableRow<Row>({
  row,
  index,
  start,
  height,
  columns,
  under,
  template,
  leads,
  isChanged,
}: RowProps<Row>) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-link={leads ? '' : undefined}
      className={`grid-row${under.length > 0 ? ' tall' : ''}${isChanged ? ' changed' : ''}`}
      style={{ ...template, height, transform: `translateY(${start}px)` }}
    >
      {columns.map((column, at) => (
        <div role="cell" key={column.title} className={column.number ? 'num' : undefined}>
          {column.show(row)}
          {at === 0 && under.length > 0 && (
            <div className="subline">
              <Under columns={under} row={row} />
            </div>
          )}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

interface HeadProps<Row> {
  column: Column<Row>;
  sort?: string | undefined;
  onSort?(sort: string): void;
}

function Head<Row>({ column: { title, number, sorts }, sort, onSort }: HeadProps<Row>) {
  const className = number ? 'num' : undefined;
  if (!sorts || !onSort)
    return (
      <div role="columnheader" className={className}>
        {title}
      </div>
    );
  const { ascending, descending } = sorts;
  const current: Direction | undefined =
    sort !== undefined && sort === ascending
      ? 'ascending'
      : sort !== undefined && sort === descending
        ? 'descending'
        : undefined;
  const next = (current === 'ascending' ? descending : ascending) ?? ascending ?? descending!;
  const Icon = current === 'ascending' ? IconArrowUp : current === 'descending' ? IconArrowDown : IconSelector;
  return (
    <div role="columnheader" className={className} aria-sort={current ?? 'none'}>
      <UnstyledButton className="grid-sort" onClick={() => onSort(next)}>
        {title}
        <Icon size={14} aria-hidden />
      </UnstyledButton>
    </div>
  );
}

type Shown = readonly Column<never>[];
const Bones = ({ columns }: { columns: Shown }) =>
  columns.map(({ title, number }) => (
    <div key={title}>
      <Skeleton height={10} width={number ? 36 : '70%'} ml={number ? 'auto' : 0} radius="sm" />
    </div>
  ));

const BONES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** The table as it will be, before its rows are there. */
function Waiting({ columns, template }: { columns: Shown; template: CSSProperties }) {
  return (
    <div role="status" aria-label="Loading">
      <div className="grid-head" style={template} aria-hidden>
        {columns.map(({ title, number }) => (
          <div key={title} className={number ? 'num' : undefined}>
            {title}
          </div>
        ))}
      </div>
      {BONES.map(row => (
        <div key={row} className="grid-bones" style={template}>
          <Bones columns={columns} />
        </div>
      ))}
    </div>
  );
}
