import { Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useContext } from 'react';
import { type Message, t } from '../language.ts';
import { useOnPaper } from '../paper.ts';
import { Under, useRoomFor, type Width } from './columns.tsx';
import { SectionTitle } from './page.tsx';

export interface RowColumn<Row> {
  /** A message; or a text that is already translated, such as the name of a measure. */
  title: Message | { text: string };
  /** A column of buttons: its title is for screen readers. */
  actions?: boolean;
  number?: boolean;
  /** Omitted on narrower screens, unless the row is shown as a list there. */
  from?: Width;
  /** Shown below the first cell where its column is omitted, as it is or rendered like this. */
  under?: true | ((row: Row) => ReactNode);
  show(row: Row): ReactNode;
}

const titleOf = ({ title }: { title: Message | { text: string } }) =>
  typeof title === 'string' ? t(title) : title.text;

interface RowsProps<Row> {
  columns: readonly RowColumn<Row>[];
  rows: readonly Row[];
  /** The width that the table needs. On narrower screens each row becomes a list with all its columns. */
  minWidth?: number;
  maxHeight?: number;
  /** The name of a table without links or buttons: where it is wider than the screen, the keyboard scrolls it. */
  label?: string;
  /** Shown if there are no rows. */
  empty: ReactNode;
}

const ON_A_PHONE = 320;

/** A table for as many rows as fit on a page; long lists are DataTables. */
export function Rows<Row extends { id: string }>({
  columns,
  rows,
  minWidth = 480,
  maxHeight,
  label,
  empty,
}: RowsProps<Row>) {
  const { shown, under } = useRoomFor(columns);
  // Beside the menu of a tablet there is no room for buttons.
  const isPhone = useMediaQuery(`(max-width: ${columns.some(({ actions }) => actions) ? 61.99 : 47.99}em)`, false);
  const isOnPaper = useOnPaper();
  const title = useContext(SectionTitle);
  const name = label ?? title;
  if (rows.length === 0)
    return typeof empty === 'string' ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : (
      empty
    );
  if (isPhone && !isOnPaper && minWidth > ON_A_PHONE) return <Lists name={name} columns={columns} rows={rows} />;
  const place = ({ number, actions }: RowColumn<Row>) => ({
    ...(number && { className: 'num' }),
    ...(actions && { ta: 'right' as const }),
  });
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      type="native"
      {...(maxHeight && { mah: maxHeight })}
      {...(label !== undefined && { tabIndex: 0, role: 'group', 'aria-label': label })}
    >
      <Table aria-label={name}>
        <Table.Thead>
          <Table.Tr>
            {shown.map(column => (
              <Table.Th key={titleOf(column)} {...place(column)}>
                {column.actions ? <VisuallyHidden>{titleOf(column)}</VisuallyHidden> : titleOf(column)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(row => (
            <Table.Tr key={row.id}>
              {shown.map((column, at) => (
                <Table.Td key={titleOf(column)} {...place(column)}>
                  {column.actions ? (
                    <Group gap={6} justify="flex-end">
                      {column.show(row)}
                    </Group>
                  ) : (
                    column.show(row)
                  )}
                  {at === 0 && under.length > 0 && (
                    <Text size="xs" c="dimmed" component="div">
                      <Under columns={under} row={row} />
                    </Text>
                  )}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

/** Each row as a list of its columns. */
function Lists<Row extends { id: string }>({
  name,
  columns,
  rows,
}: Pick<RowsProps<Row>, 'columns' | 'rows'> & { name: string | undefined }) {
  const [first, ...others] = columns.filter(({ actions }) => !actions);
  const actions = columns.filter(column => column.actions);
  return (
    <ul className="rows" aria-label={name}>
      {rows.map(row => (
        <li key={row.id}>
          <div>{first?.show(row)}</div>
          <dl className="told">
            {others.map(({ title, show }) => (
              <div key={titleOf({ title })}>
                <dt>{titleOf({ title })}</dt>
                <dd>{show(row)}</dd>
              </div>
            ))}
          </dl>
          {actions.map(({ title, show }) => (
            <Group key={titleOf({ title })} gap={6} mt="xs" className="told-actions">
              {show(row)}
            </Group>
          ))}
        </li>
      ))}
    </ul>
  );
}
