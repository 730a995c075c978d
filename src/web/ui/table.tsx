import { Center, Loader } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

export interface Column<Row> {
  title: string;
  /** A track of CSS grid, such as `2fr` or `110px`. */
  width: string;
  number?: boolean;
  /** Left out where there is little room: on screens narrower than this. */
  from?: 'sm' | 'md' | 'lg';
  show(row: Row): ReactNode;
}

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
}

const ROW = 48;
const WIDTH = { sm: '(min-width: 48em)', md: '(min-width: 62em)', lg: '(min-width: 80em)' };

/** A table of any length: only the rows on the screen exist, and what follows is read when it is scrolled to. */
export function DataTable<Row extends { id: string }>({ label, columns, rows, total, loading, empty, linkOf, changed, onEnd, height }: TableProps<Row>) {
  const room = { sm: useMediaQuery(WIDTH.sm, true), md: useMediaQuery(WIDTH.md, true), lg: useMediaQuery(WIDTH.lg, true) };
  const shown = columns.filter(column => !column.from || room[column.from]);
  const template = { gridTemplateColumns: shown.map(column => (column.width.endsWith('fr') ? `minmax(0, ${column.width})` : column.width)).join(' ') };
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({ count: rows.length, getScrollElement: () => scroller.current, estimateSize: () => ROW, overscan: 12 });
  const items = virtual.getVirtualItems();
  const last = items.at(-1)?.index ?? -1;
  const navigate = useNavigate();
  useEffect(() => {
    if (last >= rows.length - 20) onEnd?.();
  }, [last, rows.length, onEnd]);

  if (rows.length === 0) return <div className="grid">{loading ? <Center h={160}><Loader size="sm" aria-label="Loading" /></Center> : empty}</div>;
  const open = (row: Row) => (event: MouseEvent) => {
    if (linkOf && !(event.target as Element).closest('a,button,input') && !getSelection()?.toString()) void navigate({ to: linkOf(row) });
  };
  const visible = Math.min(rows.length * ROW + 1, height ?? Math.max(320, innerHeight - 290));
  return (
    <div className="grid" role="table" aria-label={label} aria-rowcount={total ?? rows.length}>
      <div role="rowgroup">
        <div role="row" className="grid-head" style={template} aria-rowindex={1}>
          {shown.map(column => <div role="columnheader" key={column.title} className={column.number ? 'num' : undefined}>{column.title}</div>)}
        </div>
      </div>
      <div role="rowgroup" className="grid-scroll" ref={scroller} style={{ height: visible }} tabIndex={0} aria-label={label}>
        <div role="presentation" style={{ height: virtual.getTotalSize(), position: 'relative' }}>
          {items.map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <div key={row.id} role="row" aria-rowindex={index + 2} data-link={linkOf ? '' : undefined} className={changed?.has(row.id) ? 'grid-row changed' : 'grid-row'} style={{ ...template, transform: `translateY(${start}px)` }} onClick={open(row)}>
                {shown.map(column => <div role="cell" key={column.title} className={column.number ? 'num' : undefined}>{column.show(row)}</div>)}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
