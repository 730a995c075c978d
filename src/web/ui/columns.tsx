import { useMediaQuery } from '@mantine/hooks';
import { Fragment, type ReactNode, useMemo } from 'react';
import type { Message } from '../language.ts';

export interface Column<Row> {
  title: Message;
  /** A track of a CSS grid, such as `2fr` or `110px`. */
  width: string;
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

/** The columns that fit, and those that are shown below the first cell instead. */
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
      isPhone: !sm,
    };
  }, [columns, sm, md, lg, xl]);
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
