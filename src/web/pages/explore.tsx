import { Button, Code, CopyButton, Group, MultiSelect, Select, Stack, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useEffect, useRef } from 'react';
import { date, quantity } from '../format.ts';
import { graphql, readOnce, useData } from '../graphql.ts';
import { useTypedFilter } from '../hooks.ts';
import { t } from '../language.ts';
import { titleOf } from '../parts/figure-words.ts';
import { FiguresSection, ROWS_MAX, SHOWN_MAX, useFigureFields } from '../parts/figures.tsx';
import { type Condition, SavedQueries, useSavedQuery } from '../parts/saved-queries.tsx';
import { DateInput } from '../ui/day.tsx';
import { Loading, Page, Problems, Section } from '../ui/page.tsx';

const ReportQuery = graphql(`
  query Explore($query: ReportQuery!) {
    report(query: $query) { data totals meta { groups currency notes covers { from to comparedFrom comparedTo } } }
  }`);

type Covers = NonNullable<ResultOf<typeof ReportQuery>['report']>['meta']['covers'];

interface QueryValues {
  measures: string[];
  dimensions: string[];
  from: string;
  to: string;
  compareTo: string;
  field: string;
  op: string;
  value: string;
  /** The part of a saved query that has no field here. */
  more: OtherParts;
}

interface OtherParts {
  filters?: Condition[];
  having?: Condition[];
  asOf?: string;
  compareTo?: { from: string; to: string };
  sort?: readonly string[];
  limit?: number;
}

interface Query {
  [name: string]: unknown;
}

const FIRST_QUERY: QueryValues = {
  measures: ['units_sold'],
  dimensions: ['category'],
  from: '',
  to: '',
  compareTo: '',
  field: '',
  op: 'in',
  value: '',
  more: {},
};
const LIST_OPERATORS = ['in', 'not_in', 'between'];

/** The query, without empty fields. */
function queryOf({ measures, dimensions, from, to, compareTo, field, op, value, more }: QueryValues) {
  const values = value
    .split(',')
    .map(each => each.trim())
    .filter(Boolean);
  const { filters = [], ...others } = more;
  const allFilters = [
    ...(field && values.length > 0 ? [{ field, op, value: LIST_OPERATORS.includes(op) ? values : values[0]! }] : []),
    ...filters,
  ];
  return {
    measures,
    dimensions,
    ...(allFilters.length > 0 && { filters: allFilters }),
    ...(from && { from }),
    ...(to && { to }),
    ...(compareTo && { compareTo }),
    limit: SHOWN_MAX,
    ...others,
  };
}

/** A saved query in the fields of this page. What has no field is kept in `more`, and shown as a note. */
function valuesOf({
  measures,
  dimensions,
  filters,
  having,
  from,
  to,
  asOf,
  compareTo,
  sort,
  limit,
}: SavedQuery): QueryValues {
  const first = filters.findIndex(({ op, value }) => IN_FIELDS.includes(op) && [value].flat().every(isText));
  const own = filters[first];
  const otherParts = {
    ...(filters.length > (own ? 1 : 0) && { filters: filters.filter((_, index) => index !== first) }),
    ...(having.length > 0 && { having }),
    ...(asOf && { asOf }),
    ...(compareTo !== null &&
      typeof compareTo !== 'string' && { compareTo: compareTo as { from: string; to: string } }),
    ...(sort && { sort }),
    ...(limit < SHOWN_MAX && { limit }),
  };
  return {
    measures: [...measures],
    dimensions: [...dimensions],
    from: from ?? '',
    to: to ?? '',
    compareTo: typeof compareTo === 'string' ? compareTo : '',
    field: own?.field ?? '',
    op: own?.op ?? 'in',
    value: own ? [own.value].flat().join(', ') : '',
    more: otherParts,
  };
}

const IN_FIELDS = ['in', 'not_in', 'contains'];
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes(',');
type SavedQuery = NonNullable<ReturnType<typeof useSavedQuery>>;

const OPERATORS: { readonly [op: string]: string } = {
  in: t('one of'),
  not_in: t('none of'),
  contains: t('containing'),
  between: t('between'),
};

function conditionText({ field, op, value }: Condition): string {
  const title = titleOf(field);
  if (op === 'is_null') return value ? t('{title} is empty', { title }) : t('{title} is not empty', { title });
  const values = [value].flat().map(each => (typeof each === 'number' ? quantity(each) : String(each)));
  return `${title} ${OPERATORS[op] ?? op} ${values.join(', ')}`;
}

/** What a saved query has beside the fields, in words. */
const moreText = ({ filters = [], having = [], asOf, compareTo, sort, limit }: OtherParts): string =>
  [
    ...[...filters, ...having].map(conditionText),
    ...(asOf ? [t('as of {day}', { day: date(asOf) })] : []),
    ...(compareTo ? [t('compared with {from} to {to}', { from: date(compareTo.from), to: date(compareTo.to) })] : []),
    ...(sort ? [t('sorted by {fields}', { fields: sort.map(sortText).join(', ') })] : []),
    ...(limit === undefined ? [] : [t('at most {limit, plural, one {# row} other {# rows}}', { limit })]),
  ].join(' · ');
const sortText = (field: string): string =>
  field.startsWith('-') ? t('{field}, descending', { field: titleOf(field.slice(1)) }) : titleOf(field);

/** The same query as a REST request, to copy. */
const requestOf = ({ compareTo, asOf, ...query }: Query) =>
  `POST /api/v1/reports/query\n${JSON.stringify({ ...query, ...(compareTo ? { compare_to: compareTo } : {}), ...(asOf ? { as_of: asOf } : {}) }, null, 1)}`;

/** The days that the figures cover, which are chosen by the service unless they were said. */
function coveredOf({ from, to, comparedFrom, comparedTo }: Covers): string | undefined {
  if (!from || !to) return undefined;
  const days = { from: date(from), to: date(to) };
  return comparedFrom && comparedTo
    ? t('{from} to {to}, compared with {comparedFrom} to {comparedTo}', {
        ...days,
        comparedFrom: date(comparedFrom),
        comparedTo: date(comparedTo),
      })
    : t('{from} to {to}', days);
}

/** What is asked, and the saved query that it is made from, in the version that it was made from. */
interface Params {
  measures?: string;
  by?: string;
  from?: string;
  to?: string;
  compared?: string;
  field?: string;
  op?: string;
  value?: string;
  more?: string;
  saved?: string;
  version?: string;
}

/** An empty list is a choice as well. */
const NONE = '-';
const listText = (names: readonly string[]): string => names.join(',') || NONE;
const listIn = (text: string): string[] => (text === NONE ? [] : text.split(','));

/** What nobody has chosen is not in the address. */
function paramsOf(values: QueryValues): Params {
  const chosen = paramsOfAll(values);
  const first = paramsOfAll(FIRST_QUERY);
  return Object.fromEntries(Object.entries(chosen).filter(([name, text]) => text !== first[name as keyof Params]));
}
const paramsOfAll = ({ measures, dimensions, compareTo, more, ...others }: QueryValues): Params => ({
  measures: listText(measures),
  by: listText(dimensions),
  compared: compareTo,
  more: JSON.stringify(more),
  ...others,
});

/** An address may have been cut or changed on its way. */
function partsIn(text: string): OtherParts {
  try {
    return { ...(JSON.parse(text) as OtherParts) };
  } catch {
    return {};
  }
}

function valuesIn({ measures, by, compared, more, saved: _, version: __, ...others }: Params): QueryValues {
  return {
    ...FIRST_QUERY,
    ...others,
    ...(measures && { measures: listIn(measures) }),
    ...(by && { dimensions: listIn(by) }),
    ...(compared && { compareTo: compared }),
    ...(more && { more: partsIn(more) }),
  };
}

/** The query in the address, which survives a reload and is there again when one comes back. */
function useQueryInAddress() {
  const params = useSearch({ strict: false }) as Params;
  const navigate = useNavigate();
  const go = (next: (old: Params) => Params) =>
    void navigate({ to: '/explore', search: next as never, replace: true, resetScroll: false });
  return {
    values: valuesIn(params),
    saved: params.saved,
    version: params.version,
    change: (changes: Partial<QueryValues>) =>
      go(old => ({
        ...paramsOf({ ...valuesIn(old), ...changes }),
        ...(old.saved && { saved: old.saved }),
        ...(old.version && { version: old.version }),
      })),
    open: (id: string | undefined) => go(({ saved: _, version: __, ...old }) => ({ ...old, ...(id && { saved: id }) })),
    begin: (values: QueryValues, saved: string, version: string) => go(() => ({ ...paramsOf(values), saved, version })),
  };
}

/**
 * Begins with the saved query once it is read. What somebody else saves meanwhile does not replace what was chosen
 * here.
 */
function useSavedInAddress(
  { values, saved, version, begin }: ReturnType<typeof useQueryInAddress>,
  savedQuery: SavedQuery | undefined,
): void {
  /** The query as it was when this began. */
  const unchanged = useRef<string>(undefined);
  const latest = useRef(begin);
  latest.current = begin;
  const current = JSON.stringify(queryOf(values));
  useEffect(() => {
    if (!savedQuery || saved === undefined) return;
    const savedValues = valuesOf(savedQuery);
    const text = JSON.stringify(queryOf(savedValues));
    if (version !== savedQuery.version) {
      if (version !== undefined && current !== unchanged.current && current !== text) return;
      latest.current(savedValues, saved, savedQuery.version);
    }
    unchanged.current = text;
  }, [saved, version, savedQuery, current]);
}

/** Any figure: measures by dimensions, filtered; as a chart, a table, a file and a request. */
export function Explore() {
  const address = useQueryInAddress();
  const { values, change, saved, version, open } = address;
  const query = queryOf(values);
  useSavedInAddress(address, useSavedQuery(saved));
  const { fields, problems: fieldProblems } = useFigureFields();
  const { data, problems, loading } = useData(
    ReportQuery,
    { query: query as never },
    { pause: values.measures.length === 0 },
  );
  if (fieldProblems.length > 0) return <Problems problems={fieldProblems} />;
  if (!fields) return <Loading />;
  const report = data?.report;
  return (
    <Page
      title={t('Explore')}
      hint={t('Choose what to measure, and what to break it down by.')}
      actions={<SavedQueries opened={saved} open={open} query={query} version={version} />}
    >
      <QueryFields fields={fields} values={values} change={change} />
      {problems.length > 0 && <Problems problems={problems} />}
      {loading && !report && <Loading />}
      {report && (
        <FiguresSection
          title={t('Figures')}
          hint={coveredOf(report.meta.covers)}
          report={report}
          dimensions={values.dimensions}
          readAll={async () => {
            const { data: read, problems: refusals } = await readOnce(ReportQuery, {
              query: { ...query, limit: 'limit' in values.more ? query.limit : ROWS_MAX } as never,
            });
            return refusals ? { problems: refusals } : { data: read.report! };
          }}
          actions={
            <CopyButton value={requestOf(query)}>
              {({ copied, copy }) => (
                <Button size="xs" variant="default" onClick={copy}>
                  {copied ? t('Copied') : t('Copy the request')}
                </Button>
              )}
            </CopyButton>
          }
        >
          <Code block>{requestOf(query)}</Code>
        </FiguresSection>
      )}
    </Page>
  );
}

interface QueryFieldsProps {
  fields: NonNullable<ReturnType<typeof useFigureFields>['fields']>;
  values: QueryValues;
  change(changes: Partial<QueryValues>): void;
}

/** The fields to choose measures, groups, a period and a condition with. */
function QueryFields({ fields, values, change }: QueryFieldsProps) {
  const { measures, dimensions, operators } = fields;
  const { text, setText } = useTypedFilter(values.value, value => change({ value }));
  const groupsOf = (those: readonly string[]) =>
    dimensions.filter(({ name }) =>
      those.every(measure => measures.find(each => each.name === measure)?.dimensions.includes(name)),
    );
  const groups = groupsOf(values.measures);
  /** What the new measures cannot be broken down by is no longer offered: it leaves the fields and the query alike. */
  const measure = (those: string[]) => {
    const fits = (group: string) => groupsOf(those).some(({ name }) => name === group);
    change({
      measures: those,
      dimensions: values.dimensions.filter(fits),
      field: fits(values.field) ? values.field : '',
    });
  };
  return (
    <Section title={t('What')}>
      <Stack gap="sm">
        <Group grow align="flex-start" preventGrowOverflow={false}>
          <MultiSelect
            label={t('Measures')}
            miw={220}
            searchable
            maxValues={6}
            data={measures.map(({ name, description }) => ({ value: name, label: titleOf(name), description }))}
            value={values.measures}
            onChange={measure}
          />
          <MultiSelect
            label={t('Broken down by')}
            miw={220}
            searchable
            maxValues={3}
            data={groups.map(({ name }) => ({ value: name, label: titleOf(name) }))}
            value={values.dimensions}
            onChange={value => change({ dimensions: value })}
          />
        </Group>
        <Group grow preventGrowOverflow={false}>
          <DateInput
            label={t('From')}
            miw={150}
            value={values.from}
            onChange={event => change({ from: event.currentTarget.value })}
          />
          <DateInput
            label={t('To')}
            miw={150}
            value={values.to}
            onChange={event => change({ to: event.currentTarget.value })}
          />
          <Select
            label={t('Compared with')}
            miw={150}
            clearable
            placeholder={t('Nothing')}
            data={[
              { value: 'previous_period', label: t('The period before') },
              { value: 'previous_year', label: t('The year before') },
            ]}
            value={values.compareTo || null}
            onChange={value => change({ compareTo: value ?? '' })}
          />
        </Group>
        <Group grow preventGrowOverflow={false}>
          <Select
            label={t('Only where')}
            miw={150}
            clearable
            placeholder={t('Everything')}
            data={groups.map(({ name }) => ({ value: name, label: titleOf(name) }))}
            value={values.field || null}
            onChange={value => change({ field: value ?? '' })}
          />
          <Select
            label={t('Is')}
            miw={150}
            allowDeselect={false}
            data={operators
              .filter(({ name }) => /^(in|not_in|contains)$/.test(name))
              .map(({ name }) => ({
                value: name,
                label: OPERATORS[name]!,
              }))}
            value={values.op}
            onChange={value => change({ op: value ?? 'in' })}
          />
          <TextInput
            label={t('These')}
            miw={150}
            placeholder="BER, HAM"
            value={text}
            onChange={event => setText(event.currentTarget.value)}
          />
        </Group>
        {Object.keys(values.more).length > 0 && (
          <Group gap="xs">
            <Text size="sm">{t('And as saved: {more}', { more: moreText(values.more) })}</Text>
            <Button size="compact-xs" variant="default" onClick={() => change({ more: {} })}>
              {t('Remove that')}
            </Button>
          </Group>
        )}
      </Stack>
    </Section>
  );
}
