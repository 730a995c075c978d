// biome-ignore-all lint/a11y/useSemanticElements: rows are laid out by hand, so that ten thousand cost what twenty do; the roles say what they are
// biome-ignore-all lint/a11y/useFocusableInteractive: a row of a plain table is not operated; the links in it are
import { Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconSelector } from '@tabler/icons-react';
import { type CSSProperties, memo, type ReactNode, useId } from 'react';
import { t } from '../language.ts';
import { type Column, type Direction, Under } from './columns.tsx';
import type { RowSelection } from './selection.tsx';

/* The parts of a table: its head, a row, and placeholders while rows are loading. */

interface RowProps<Row> {
  row: Row;
  index: number;
  start: number;
  height: number;
  columns: readonly Column<Row>[];
  under: readonly Column<Row>[];
  size: 'plain' | 'tall' | 'taller';
  template: CSSProperties;
  leads: boolean;
  isChanged: boolean;
  /** Undefined if rows cannot be ticked. */
  isChosen: boolean | undefined;
  choose: RowSelection['choose'] | undefined;
}

/** Memoized: a row does not change while others scroll into view. */
export const TableRow = memo(function TableRow<Row>({
  row,
  index,
  start,
  height,
  columns,
  under,
  size,
  template,
  leads,
  isChanged,
  isChosen,
  choose,
}: RowProps<Row>) {
  const name = useId();
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      data-link={leads ? '' : undefined}
      className={`grid-row ${size}${isChanged ? ' changed' : ''}${isChosen ? ' chosen' : ''}`}
      style={{ ...template, height, transform: `translateY(${start}px)` }}
    >
      {choose && (
        <div role="cell" className="tick">
          <input
            type="checkbox"
            aria-labelledby={name}
            checked={isChosen ?? false}
            onChange={({ currentTarget, nativeEvent }) =>
              choose(index, currentTarget.checked, (nativeEvent as MouseEvent).shiftKey)
            }
          />
        </div>
      )}
      {columns.map((column, at) => (
        <div
          role="cell"
          key={column.title}
          className={column.number ? 'num' : undefined}
          id={choose && at === 0 ? name : undefined}
        >
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

/** The head of a column, and of those that are shown below it: whatever has an order is put into it by a click. */
export function Head<Row>({ column, below = [], sort, onSort }: HeadProps<Row> & { below?: readonly Column<Row>[] }) {
  const { number, sorts } = column;
  const direction = directionOf(column, sort);
  return (
    <div
      role="columnheader"
      className={number ? 'num' : undefined}
      aria-sort={sorts && onSort ? (direction ?? 'none') : undefined}
    >
      <Sort column={column} sort={sort} {...(onSort && { onSort })} />
      {below.length > 0 && (
        <div className="subline">
          {below.map(each => (
            <Sort key={each.title} column={each} sort={sort} isBelow {...(onSort && { onSort })} />
          ))}
        </div>
      )}
    </div>
  );
}

const directionOf = <Row,>({ sorts }: Column<Row>, sort: string | undefined): Direction | undefined =>
  sort === undefined ? undefined : DIRECTIONS.find(each => sorts?.[each] === sort);
const DIRECTIONS: readonly Direction[] = ['ascending', 'descending'];

/** The title of a column: a button if rows can be sorted by it. */
function Sort<Row>({ column, sort, onSort, isBelow = false }: HeadProps<Row> & { isBelow?: boolean }) {
  const { title, sorts } = column;
  if (!sorts || !onSort) return t(title);
  const { ascending, descending } = sorts;
  const current = directionOf(column, sort);
  const next = (current === 'ascending' ? descending : ascending) ?? ascending ?? descending!;
  const Icon = current === 'ascending' ? IconArrowUp : current === 'descending' ? IconArrowDown : IconSelector;
  return (
    <UnstyledButton
      className="grid-sort"
      onClick={() => onSort(next)}
      {...(isBelow && { 'aria-pressed': current !== undefined })}
    >
      {t(title)}
      <Icon size={14} aria-hidden />
    </UnstyledButton>
  );
}

type Columns = readonly Column<never>[];
/** A placeholder for each cell of a row that is being read. */
export const Bones = ({ columns }: { columns: Columns }) =>
  columns.map(({ title, number }) => (
    <div key={title}>
      <Skeleton height={10} width={number ? 36 : '70%'} ml={number ? 'auto' : 0} radius="sm" />
    </div>
  ));

const BONES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
/** The outline of the table before its rows are loaded. */
export function RowSkeletons({
  columns,
  template,
  hasTicks,
  isTall,
}: {
  columns: Columns;
  template: CSSProperties;
  hasTicks: boolean;
  /** Whether its head will have a second line. */
  isTall: boolean;
}) {
  return (
    <div role="status" aria-label={t('Loading')}>
      <div className={isTall ? 'grid-head tall' : 'grid-head'} style={template} aria-hidden>
        {hasTicks && <div />}
        {columns.map(({ title, number }) => (
          <div key={title} className={number ? 'num' : undefined}>
            {t(title)}
          </div>
        ))}
      </div>
      {BONES.map(row => (
        <div key={row} className="grid-bones" style={template}>
          {hasTicks && <div />}
          <Bones columns={columns} />
        </div>
      ))}
    </div>
  );
}
