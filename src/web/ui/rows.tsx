import { Table, Text, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

export interface RowColumn<Row> {
  title: string;
  /** Buttons: their title is for those who cannot see them. */
  actions?: boolean;
  number?: boolean;
  /** Left out on narrower screens. */
  from?: 'sm' | 'md';
  show(row: Row): ReactNode;
}

interface RowsProps<Row> {
  columns: readonly RowColumn<Row>[];
  rows: readonly Row[];
  /** Narrower than this it scrolls. */
  minWidth?: number;
  maxHeight?: number;
  /** Shown where there are none. */
  empty: ReactNode;
}

/** A table of as many rows as a page shows at once; long lists are DataTables. */
export function Rows<Row extends { id: string }>({ columns, rows, minWidth = 480, maxHeight, empty }: RowsProps<Row>) {
  if (rows.length === 0)
    return typeof empty === 'string' ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : (
      empty
    );
  const place = ({ number, actions, from }: RowColumn<Row>) => ({
    ...(number && { className: 'num' }),
    ...(actions && { ta: 'right' as const }),
    ...(from && { visibleFrom: from }),
  });
  return (
    <Table.ScrollContainer minWidth={minWidth} type="native" {...(maxHeight && { mah: maxHeight })}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {columns.map(column => (
              <Table.Th key={column.title} {...place(column)}>
                {column.actions ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.id}>
              {columns.map(column => (
                <Table.Td key={column.title} {...place(column)}>
                  {column.show(row)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
