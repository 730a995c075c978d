import { Button, Code, CopyButton, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconChartDots3, IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { money, percent, quantity, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { Bars } from '../ui/bars.tsx';
import { saveCsv } from '../ui/csv.ts';
import { Empty, Loading, Page, Problems, Section } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';

const Fields = graphql(`
  query ExploreFields {
    reportFields {
      measures { name description unit kind area module dimensions }
      dimensions { name description values }
      operators { name description }
    }
  }`);
const Figures = graphql(`
  query Explore($query: ReportQuery!) {
    report(query: $query) { data totals meta { groups currency notes covers { from to comparedFrom comparedTo } } }
  }`);

interface Chosen {
  measures: string[];
  dimensions: string[];
  from: string;
  to: string;
  compareTo: string;
  field: string;
  op: string;
  value: string;
}

const FIRST: Chosen = {
  measures: ['units_sold'],
  dimensions: ['category'],
  from: '',
  to: '',
  compareTo: '',
  field: '',
  op: 'in',
  value: '',
};
const ROWS_MAX = 500;
const BARS_MAX = 12;
const LISTED = ['in', 'not_in', 'between'];

interface Row {
  [name: string]: unknown;
}

/** What is asked, without what nobody chose. */
function queryOf({ measures, dimensions, from, to, compareTo, field, op, value }: Chosen) {
  const values = value
    .split(',')
    .map(each => each.trim())
    .filter(Boolean);
  return {
    measures,
    dimensions,
    ...(field && values.length > 0 && { filters: [{ field, op, value: LISTED.includes(op) ? values : values[0]! }] }),
    ...(from && { from }),
    ...(to && { to }),
    ...(compareTo && { compareTo }),
    limit: ROWS_MAX,
  };
}

/** The same as a REST request, to be taken along. */
const requestOf = ({ compareTo, ...query }: ReturnType<typeof queryOf>) =>
  `POST /api/v1/reports/query\n${JSON.stringify({ ...query, ...(compareTo && { compare_to: compareTo }) }, null, 1)}`;

/** Any figure: measures, told apart and chosen, as a chart, a table, a file and a request. */
export function Explore() {
  const [chosen, setChosen] = useState(FIRST);
  const change = (changes: Partial<Chosen>) => setChosen(before => ({ ...before, ...changes }));
  const { data: fields, problems: unread } = useData(Fields, {});
  const query = queryOf(chosen);
  const { data, problems, loading } = useData(Figures, { query }, { pause: chosen.measures.length === 0 });
  if (unread.length > 0) return <Problems problems={unread} />;
  if (!fields?.reportFields) return <Loading />;
  const { measures, dimensions, operators } = fields.reportFields;
  const groups = dimensions.filter(({ name }) =>
    chosen.measures.every(measure => measures.find(each => each.name === measure)?.dimensions.includes(name)),
  );
  const report = data?.report;
  const rows = (report?.data ?? []) as Row[];
  const columns = Object.keys(rows[0] ?? {});
  const unitOf = (column: string) =>
    measures.find(({ name }) => name === column.replace(/_(before|change)$/, ''))?.unit ?? 'none';
  const shown = (column: string, value: unknown) => {
    if (value === null || value === undefined) return '–';
    if (typeof value !== 'number') return String(value);
    const unit = unitOf(column);
    if (unit === 'MONEY') return money(value, report?.meta.currency);
    return unit === 'RATE' ? percent(value) : quantity(value);
  };
  const [first] = chosen.measures;
  return (
    <Page title="Explore" hint="Any figure: choose what to measure, and what tells it apart.">
      <Section title="What">
        <Stack gap="sm">
          <Group grow align="flex-start" preventGrowOverflow={false}>
            <MultiSelect
              label="Measures"
              miw={220}
              searchable
              maxValues={6}
              data={measures.map(({ name, description }) => ({ value: name, label: words(name), description }))}
              value={chosen.measures}
              onChange={value => change({ measures: value })}
            />
            <MultiSelect
              label="Told apart by"
              miw={220}
              searchable
              maxValues={3}
              data={groups.map(({ name }) => ({ value: name, label: words(name) }))}
              value={chosen.dimensions.filter(each => groups.some(({ name }) => name === each))}
              onChange={value => change({ dimensions: value })}
            />
          </Group>
          <Group grow preventGrowOverflow={false}>
            <TextInput
              label="From"
              type="date"
              miw={150}
              value={chosen.from}
              onChange={event => change({ from: event.currentTarget.value })}
            />
            <TextInput
              label="To"
              type="date"
              miw={150}
              value={chosen.to}
              onChange={event => change({ to: event.currentTarget.value })}
            />
            <Select
              label="Compared with"
              miw={150}
              clearable
              placeholder="Nothing"
              data={[
                { value: 'previous_period', label: 'The period before' },
                { value: 'previous_year', label: 'The year before' },
              ]}
              value={chosen.compareTo || null}
              onChange={value => change({ compareTo: value ?? '' })}
            />
          </Group>
          <Group grow preventGrowOverflow={false}>
            <Select
              label="Only where"
              miw={150}
              clearable
              placeholder="Everything"
              data={groups.map(({ name }) => ({ value: name, label: words(name) }))}
              value={chosen.field || null}
              onChange={value => change({ field: value ?? '' })}
            />
            <Select
              label="Is"
              miw={150}
              allowDeselect={false}
              data={operators
                .filter(({ name }) => /^(in|not_in|contains)$/.test(name))
                .map(({ name }) => ({
                  value: name,
                  label: { in: 'one of', not_in: 'none of', contains: 'containing' }[name]!,
                }))}
              value={chosen.op}
              onChange={value => change({ op: value ?? 'in' })}
            />
            <TextInput
              label="These"
              miw={150}
              placeholder="BER, HAM"
              value={chosen.value}
              onChange={event => change({ value: event.currentTarget.value })}
            />
          </Group>
        </Stack>
      </Section>
      {problems.length > 0 && <Problems problems={problems} />}
      {loading && !report && <Loading />}
      {report && (
        <Section
          title="Figures"
          action={
            <Group gap="xs">
              <CopyButton value={requestOf(query)}>
                {({ copied, copy }) => (
                  <Button size="xs" variant="default" onClick={copy}>
                    {copied ? 'Copied' : 'Copy the request'}
                  </Button>
                )}
              </CopyButton>
              <Button
                size="xs"
                variant="default"
                leftSection={<IconDownload size={14} />}
                disabled={rows.length === 0}
                onClick={() =>
                  saveCsv(
                    'explore',
                    columns,
                    rows.map(row =>
                      columns.map(column =>
                        typeof row[column] === 'number'
                          ? row[column]
                          : row[column] == null
                            ? null
                            : String(row[column]),
                      ),
                    ),
                  )
                }
              >
                CSV
              </Button>
            </Group>
          }
        >
          <Stack gap="md">
            {first && chosen.dimensions.length > 0 && rows.length > 1 && (
              <Bars
                label={words(first)}
                bars={rows.slice(0, BARS_MAX).map((row, index) => ({
                  id: String(index),
                  label: chosen.dimensions.map(each => shown(each, row[each])).join(', '),
                  value: Number(row[first] ?? 0),
                  shown: shown(first, row[first]),
                }))}
              />
            )}
            <Rows
              columns={columns.map(column => ({
                title: words(column),
                number: typeof rows[0]?.[column] === 'number',
                show: (row: Row & { id: string }) => shown(column, row[column]),
              }))}
              rows={rows.map((row, index) => ({ ...row, id: String(index) }))}
              minWidth={120 * Math.max(3, columns.length)}
              empty={<Empty icon={IconChartDots3} title="Nothing of that" />}
            />
            {report.meta.groups > rows.length && (
              <Text size="sm" c="dimmed">
                The first {rows.length} of {report.meta.groups}.
              </Text>
            )}
            {report.meta.notes.map(note => (
              <Text key={note} size="sm" c="dimmed">
                {note}
              </Text>
            ))}
            <Code block>{requestOf(query)}</Code>
          </Stack>
        </Section>
      )}
    </Page>
  );
}
