import { Button, Card, Group, Text } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AnyVariables } from 'urql';
import { inUnit, money, quantity, rate } from '../format.ts';
import type { Problem } from '../graphql.ts';
import { type Message, t } from '../language.ts';
import { type PagedQuery, readAll, usePages } from '../lists.ts';
import { useProblemsAt } from '../problems.ts';
import type { Column } from './columns.tsx';
import { type Cell, saveCsv } from './csv.ts';
import { Empty, Problems } from './page.tsx';
import { DataTable } from './table.tsx';

/*
 * A report: a chart, the rows as a table of any length, and all rows as a file.
 */

export interface SheetColumn<Row> extends Column<Row> {
  /** The value in the file. */
  plain(row: Row): Cell;
  /** If it is only in one of them: a file has room for more. */
  only?: 'screen' | 'file';
}

interface SheetProps<Data, Variables, Row> extends PagedQuery<Data, Variables, Row> {
  name: Message;
  hint: string;
  /** The text if there are no rows. */
  none: string;
  /** A link to create rows, if there are none. */
  begin?: ReactNode;
  filter?: object;
  /** The controls of the filter, and the problems of their fields. */
  controls?(problemAt: (field: string) => string | undefined): ReactNode;
  columns: readonly SheetColumn<Row>[];
  /** A chart of the first page of rows. */
  chart?(rows: readonly Row[], total: number | undefined): ReactNode;
}

/** A report: its filters, chart, table and export. */
export function Sheet<Data, Variables extends AnyVariables, Row extends { id: string }>({
  name,
  hint,
  none,
  begin,
  query,
  pick,
  filter = {},
  controls,
  columns,
  chart,
}: SheetProps<Data, Variables, Row>) {
  const page = usePages(query, { filter } as never, pick, { isReport: true });
  const { at: problemAt, others } = useProblemsAt(page.problems, controls ? Object.keys(filter) : []);
  const isThere = page.rows.length > 0;
  const inFile = columns.filter(({ only }) => only !== 'screen');
  const onScreen = columns.filter(({ only }) => only !== 'file');
  return (
    <div className="sheet">
      <Text size="sm" c="dimmed">
        {hint}
        {page.total !== undefined &&
          isThere &&
          ` ${t('{count, plural, one {# row} other {# rows}}', { count: page.total })}.`}
      </Text>
      <Group justify="space-between" align="flex-start" gap="sm">
        <Group gap="sm" align="flex-start" flex="1 1 200px">
          {controls?.(problemAt)}
        </Group>
        <Download
          disabled={!isThere}
          total={page.total}
          read={(told, signal) => readAll({ query, pick }, { filter }, told, signal)}
          save={rows =>
            saveCsv(
              t(name),
              inFile.map(({ title }) => t(title)),
              rows.map(row => inFile.map(column => column.plain(row))),
            )
          }
        />
      </Group>
      <Problems problems={others} retry={page.refresh} />
      {chart && isThere && <Card padding="md">{chart(page.rows, page.total)}</Card>}
      <DataTable
        label={name}
        columns={onScreen}
        rows={page.rows}
        page={page}
        empty={<Empty icon={IconChartBar} title={none} action={begin} />}
      />
    </div>
  );
}

interface DownloadProps<Row> {
  disabled: boolean;
  total: number | undefined;
  read(
    told: (count: number) => void,
    signal: AbortSignal,
  ): Promise<{ rows?: Row[]; problems?: readonly Problem[] } | undefined>;
  save(rows: readonly Row[]): void;
}

/** Reads all rows with a progress indicator; can be cancelled. */
function Download<Row>({ disabled, total, read, save }: DownloadProps<Row>) {
  const [count, setCount] = useState<number>();
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const reading = useRef<AbortController>(undefined);
  useEffect(() => {
    return () => reading.current?.abort();
  }, []);
  const start = async () => {
    const stop = (reading.current = new AbortController());
    setProblems([]);
    setCount(0);
    const answer = await read(setCount, stop.signal);
    if (answer) setCount(undefined);
    if (answer?.rows) save(answer.rows);
    if (answer?.problems) setProblems(answer.problems);
  };
  const callOff = () => {
    reading.current?.abort();
    setCount(undefined);
  };
  if (count !== undefined) {
    return (
      <Group gap="xs" wrap="nowrap">
        <Text size="sm" role="status" className="tabular">
          {total === undefined
            ? t('{count, plural, one {# row} other {# rows}}', { count })
            : t('{count} of {total, plural, one {# row} other {# rows}}', { count: quantity(count), total })}
        </Text>
        <Button variant="default" onClick={callOff}>
          {t('Stop')}
        </Button>
      </Group>
    );
  }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => void start()}
        disabled={disabled}
      >
        {t('CSV')}
      </Button>
      <Problems problems={problems} />
    </>
  );
}

// ---- columns ----

type ColumnOptions<Row> = Partial<SheetColumn<Row>>;

/** A quantity of the variant that the row is about, in its unit. The file has the bare figure. */
export const quantityColumn = <Row extends { variant: { unit: string } | null }>(
  title: Message,
  plain: (row: Row) => number | null,
  more: ColumnOptions<Row> = {},
): SheetColumn<Row> =>
  columnsOf<Row>().figure(title, plain, { show: row => inUnit(plain(row), row.variant?.unit), ...more });

/** The common columns of reports, for rows of one type. */
export function columnsOf<Row>() {
  const text = (
    title: Message,
    width: string,
    plain: (row: Row) => string,
    more: ColumnOptions<Row> = {},
  ): SheetColumn<Row> => ({
    title,
    width,
    plain,
    show: plain,
    ...more,
  });
  const figure = (
    title: Message,
    plain: (row: Row) => number | null,
    more: ColumnOptions<Row> = {},
  ): SheetColumn<Row> => ({
    title,
    width: '96px',
    number: true,
    plain,
    show: row => quantity(plain(row)),
    ...more,
  });
  return {
    text,
    figure,
    /** A mean, without meaningless decimals. */
    mean: (title: Message, plain: (row: Row) => number | null, more: ColumnOptions<Row> = {}) =>
      figure(title, plain, { show: row => rate(plain(row)), ...more }),
    sku: (of: (row: Row) => string): SheetColumn<Row> => ({
      title: 'SKU',
      width: '1.1fr',
      from: 'sm',
      under: true,
      plain: of,
      show: row => <span className="mono">{of(row)}</span>,
    }),
    money: (
      title: Message,
      currency: string,
      of: (row: Row) => number | null,
      more: ColumnOptions<Row> = {},
    ): SheetColumn<Row> => ({
      title,
      width: '112px',
      number: true,
      plain: of,
      show: row => money(of(row), currency),
      ...more,
    }),
  };
}
