import { Skeleton, UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type CSSProperties, type MouseEvent, memo, type ReactNode, useEffect, useMemo, useRef } from 'react';

export interface Column<Row> {
  title: string;
  /** A track of CSS grid, such as `2fr` or `110px`. */
  width: string;
  number?: boolean;
  /** Left out where there is little room: on screens narrower than this. */
  from?: keyof typeof WIDTH;
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
  linkOf?(row: Row): string;
  changed?: ReadonlySet<string>;
  onEnd?(): void;
  height?: number;
  /** What is left out on a phone, in a line under the first cell. */
  subline?(row: Row): ReactNode;
  sort?: string;
  onSort?(sort: string): void;
}

const ROW = 48;
const TALL_ROW = 64;
/** How many rows before the end the next ones are read. */
const AHEAD = 60;
const WIDTH = { sm: '(min-width: 48em)', md: '(min-width: 62em)', lg: '(min-width: 80em)', xl: '(min-width: 90em)' };

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
  subline,
  sort,
  onSort,
}: TableProps<Row>) {
  const room = {
    sm: useMediaQuery(WIDTH.sm, true),
    md: useMediaQuery(WIDTH.md, true),
    lg: useMediaQuery(WIDTH.lg, true),
    xl: useMediaQuery(WIDTH.xl, false),
  };
  const shown = useMemo(
    () => columns.filter(column => !column.from || room[column.from]),
    [columns, room.sm, room.md, room.lg, room.xl],
  );
  const template = useMemo(
    () => ({
      gridTemplateColumns: shown
        .map(column => (column.width.endsWith('fr') ? `minmax(0, ${column.width})` : column.width))
        .join(' '),
    }),
    [shown],
  );
  const isTall = subline !== undefined && !room.sm;
  const rowHeight = isTall ? TALL_ROW : ROW;
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  useEffect(() => virtual.measure(), [virtual, rowHeight]);
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  useEffect(() => {
    if (last >= rows.length - AHEAD) onEnd?.();
  }, [last, rows.length, onEnd]);

  if (rows.length === 0)
    return <div className="grid">{loading ? <Waiting columns={shown} template={template} /> : empty}</div>;
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
        tabIndex={0}
        aria-label={label}
      >
        <div
          role="presentation"
          onMouseOver={tellCutOff}
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
                template={template}
                linkOf={linkOf}
                subline={isTall ? subline : undefined}
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

interface RowProps<Row> {
  row: Row;
  index: number;
  start: number;
  height: number;
  columns: readonly Column<Row>[];
  template: CSSProperties;
  linkOf: ((row: Row) => string) | undefined;
  subline: ((row: Row) => ReactNode) | undefined;
  isChanged: boolean;
}

/** A row that was drawn stays as it is while others scroll into sight. */
const TableRow = memo(function TableRow<Row>({
  row,
  index,
  start,
  height,
  columns,
  template,
  linkOf,
  subline,
  isChanged,
}: RowProps<Row>) {
  const navigate = useNavigate();
  const open = (event: MouseEvent) => {
    if (linkOf && !(event.target as Element).closest('a,button,input') && !getSelection()?.toString())
      void navigate({ to: linkOf(row) });
  };
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-link={linkOf ? '' : undefined}
      className={isChanged ? 'grid-row changed' : 'grid-row'}
      style={{ ...template, height, transform: `translateY(${start}px)` }}
      onClick={open}
    >
      {columns.map((column, at) => (
        <div role="cell" key={column.title} className={column.number ? 'num' : undefined}>
          {column.show(row)}
          {subline && at === 0 && <div className="subline">{subline(row)}</div>}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: RowProps<Row>) => ReactNode;

/** What is cut off is told to who points at it. */
function tellCutOff({ target }: MouseEvent): void {
  const cell = (target as Element).closest<HTMLElement>('[role=cell]');
  if (cell && cell.scrollWidth > cell.clientWidth) cell.title = cell.textContent ?? '';
}

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

const BONES = 8;
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
      {Array.from({ length: BONES }, (_, index) => (
        <div key={index} className="grid-bones" style={template}>
          <Bones columns={columns} />
        </div>
      ))}
    </div>
  );
}
