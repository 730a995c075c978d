import { Button, Group, Stack, Text } from '@mantine/core';
import { IconChartDots3, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { money, percent, quantity } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { translated } from '../translated.ts';
import { Bars } from '../ui/bars.tsx';
import { saveCsv } from '../ui/csv.ts';
import { Empty, Section } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';
import { groupTitle, titleOf } from './figure-words.ts';

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

const BARS_MAX = 12;
const CHANGES = /_(before|change)$/;
/** A number of times, not a share. */
const TIMES = /^turnover/;
const cell = (value: unknown) => (value == null || typeof value === 'number' ? (value ?? null) : String(value));

interface FiguresProps {
  title: string;
  hint?: ReactNode;
  report: Figures;
  dimensions: readonly string[];
  /** The measure in the chart; by default the first. */
  drawn?: string;
  /** Buttons beside the export. */
  actions?: ReactNode;
  children?: ReactNode;
}

export function FiguresSection({ title, hint, report, dimensions, drawn, actions, children }: FiguresProps) {
  const { fields } = useFigureFields();
  const rows = report.data as Row[];
  const totals = report.totals as Row;
  const columns = Object.keys(rows[0] ?? {});
  const unitOf = (column: string) => fields?.measures.find(({ name }) => name === column.replace(CHANGES, ''))?.unit;
  const shown = (column: string, value: unknown) => {
    if (value === null || value === undefined || dimensions.includes(column)) return groupTitle(column, value);
    if (typeof value !== 'number') return String(value);
    const unit = unitOf(column);
    if (unit === 'MONEY') return money(value, report.meta.currency);
    return unit === 'RATE' && !TIMES.test(column) ? percent(value) : quantity(value);
  };
  const measured = drawn && columns.includes(drawn) ? drawn : columns.find(column => !dimensions.includes(column));
  const all = [
    ...rows.map((row, index) => ({ ...row, id: String(index) })),
    ...(rows.length > 1 ? [{ ...totals, id: 'total' }] : []),
  ] as (Row & { id: string })[];
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
            onClick={() =>
              saveCsv(
                title,
                columns.map(titleOf),
                rows.map(row => columns.map(column => cell(row[column]))),
              )
            }
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
        {measured && dimensions.length > 0 && rows.length > 1 && (
          <Bars
            label={titleOf(measured)}
            bars={rows.slice(0, BARS_MAX).map((row, index) => ({
              id: String(index),
              label: dimensions.map(each => shown(each, row[each])).join(', '),
              value: Number(row[measured] ?? 0),
              shown: shown(measured, row[measured]),
              ...(typeof row[`${measured}_before`] === 'number' && { mark: Number(row[`${measured}_before`]) }),
            }))}
          />
        )}
        <Rows
          columns={columns.map((column, at) => ({
            title: { said: titleOf(column) },
            number: !dimensions.includes(column),
            show: (row: Row & { id: string }) =>
              row.id === 'total' && at === 0 && dimensions.length > 0 ? (
                <b>{t('All')}</b>
              ) : row.id === 'total' && dimensions.includes(column) ? (
                ''
              ) : (
                shown(column, row[column])
              ),
          }))}
          rows={all}
          minWidth={120 * Math.max(3, columns.length)}
          empty={
            <Empty icon={IconChartDots3} title={t('Nothing to show')}>
              {t('Choose other days, or something else to measure.')}
            </Empty>
          }
        />
        {report.meta.groups > rows.length && (
          <Text size="sm" c="dimmed">
            {t('The first {rows} of {groups}.', { rows: rows.length, groups: report.meta.groups })}
          </Text>
        )}
        {report.meta.notes.map(note => (
          <Text key={note} size="sm" c="dimmed">
            {translated(note)}
          </Text>
        ))}
        {children}
      </Stack>
    </Section>
  );
}
