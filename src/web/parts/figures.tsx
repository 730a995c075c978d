import { Button, Group, Stack, Text } from '@mantine/core';
import { IconChartDots3, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { money, percent, quantity } from '../format.ts';
import { graphql, type SendResult, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { Bars } from '../ui/bars.tsx';
import { saveCsv } from '../ui/csv.ts';
import { notifyProblems, notifyWarning } from '../ui/notify.tsx';
import { Empty, Loading, Problems, Section } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';
import { groupTitle, noteOf, titleOf } from './figure-words.ts';

/* The result of a report query: a chart of its first measure, a table with totals, a file, and notes. */

const Fields = graphql(`
  query FigureFields {
    reportFields {
      measures { name description unit kind area module dimensions }
      dimensions { name description values }
      operators { name description }
    }
  }`);

/** The available fields. */
export const useFigureFields = () => {
  const { data, problems } = useData(Fields, {}, { policy: 'cache-first' });
  return { fields: data?.reportFields, problems };
};

interface Row {
  [name: string]: unknown;
}

export interface Figures {
  data: unknown;
  totals: unknown;
  meta: { groups: number; currency: string; notes: readonly string[] };
}

/** As many rows are shown, */
export const SHOWN_MAX = 500;
/** and as many can be read. */
export const ROWS_MAX = 10_000;
const BARS_MAX = 12;
const CHANGES = /_(before|change)$/;
/** A number of times, not a share. */
const TIMES = /^turnover/;
const cell = (value: unknown) => (value == null || typeof value === 'number' ? (value ?? null) : String(value));

const firstOf = (rows: readonly Row[], groups: number) =>
  t('The first {rows} of {groups}.', { rows: quantity(rows.length), groups: quantity(groups) });

interface FiguresProps {
  title: string;
  hint?: ReactNode;
  report: Figures;
  dimensions: readonly string[];
  /** The measure in the chart; by default the first. */
  drawn?: string;
  /** Reads the rows beyond those that are shown, for the file. */
  readAll(): Promise<SendResult<Figures>>;
  /** Buttons beside the export. */
  actions?: ReactNode;
  children?: ReactNode;
}

/** Figures as a chart and a table, with an export of all their rows. */
export function FiguresSection({ title, hint, report, dimensions, drawn, readAll, actions, children }: FiguresProps) {
  const { fields, problems } = useFigureFields();
  const rows = report.data as Row[];
  const totals = report.totals as Row;
  const columns = Object.keys(rows[0] ?? {});
  const unitOf = (column: string) => fields?.measures.find(({ name }) => name === column.replace(CHANGES, ''))?.unit;
  const cellText = (column: string, value: unknown) => {
    if (value === null || value === undefined || dimensions.includes(column)) return groupTitle(column, value);
    if (typeof value !== 'number') return String(value);
    const unit = unitOf(column);
    if (unit === 'MONEY') return money(value, report.meta.currency);
    return unit === 'RATE' && !TIMES.test(column) ? percent(value) : quantity(value);
  };
  const chartColumn = drawn && columns.includes(drawn) ? drawn : columns.find(column => !dimensions.includes(column));
  const [reading, setReading] = useState(false);
  const save = async () => {
    setReading(true);
    const read = rows.length < report.meta.groups ? await readAll() : { data: report };
    setReading(false);
    if (read.problems) return notifyProblems(read.problems);
    const { data, meta } = read.data;
    const savedRows = data as Row[];
    saveCsv(
      title,
      columns.map(titleOf),
      savedRows.map(row => columns.map(column => cell(row[column]))),
    );
    if (savedRows.length < meta.groups) notifyWarning(firstOf(savedRows, meta.groups));
  };
  const allColumns = [
    ...rows.map((row, index) => ({ ...row, id: String(index) })),
    ...(rows.length > 1 ? [{ ...totals, id: 'total' }] : []),
  ] as (Row & { id: string })[];
  // Without its fields it is not known which figures are money.
  if (!fields) return problems.length > 0 ? <Problems problems={problems} /> : <Loading />;
  return (
    <Section
      title={title}
      action={
        <Group gap="xs">
          {actions}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={14} />}
            disabled={rows.length === 0}
            loading={reading}
            onClick={() => void save()}
          >
            {t('CSV')}
          </Button>
        </Group>
      }
    >
      <Stack gap="md">
        {hint && (
          <Text size="sm" c="dimmed">
            {hint}
          </Text>
        )}
        {chartColumn && dimensions.length > 0 && rows.length > 1 && (
          <Bars
            label={titleOf(chartColumn)}
            bars={rows.slice(0, BARS_MAX).map((row, index) => ({
              id: String(index),
              label: dimensions.map(each => cellText(each, row[each])).join(', '),
              value: Number(row[chartColumn] ?? 0),
              shown: cellText(chartColumn, row[chartColumn]),
              ...(typeof row[`${chartColumn}_before`] === 'number' && { mark: Number(row[`${chartColumn}_before`]) }),
            }))}
          />
        )}
        <Rows
          columns={columns.map((column, at) => ({
            title: { text: titleOf(column) },
            number: !dimensions.includes(column),
            show: (row: Row & { id: string }) =>
              row.id === 'total' && at === 0 && dimensions.length > 0 ? (
                <b>{t('All')}</b>
              ) : row.id === 'total' && dimensions.includes(column) ? (
                ''
              ) : (
                cellText(column, row[column])
              ),
          }))}
          rows={allColumns}
          label={title}
          minWidth={120 * Math.max(3, columns.length)}
          empty={
            <Empty icon={IconChartDots3} title={t('Nothing to show')}>
              {t('Choose other days, or something else to measure.')}
            </Empty>
          }
        />
        {report.meta.groups > rows.length && (
          <Text size="sm" c="dimmed">
            {firstOf(rows, report.meta.groups)}
          </Text>
        )}
        {report.meta.notes.map(note => (
          <Text key={note} size="sm" c="dimmed">
            {noteOf(note)}
          </Text>
        ))}
        {children}
      </Stack>
    </Section>
  );
}
