import { Group, Select, Stack } from '@mantine/core';
import { inSentence } from '../../format.ts';
import { graphql, readOnce, useData } from '../../graphql.ts';
import { t } from '../../language.ts';
import { titleOf } from '../../parts/figure-words.ts';
import { type Figures, FiguresSection, ROWS_MAX, SHOWN_MAX } from '../../parts/figures.tsx';
import { labelOf } from '../../report-list.ts';
import { Loading, Problems } from '../../ui/page.tsx';
import { DayFilter, LocationFilter, useGo, useLocationFilter, useReportParams } from './report-filters.tsx';

/*
 * The named reports: saved queries of the product. Each is a row of one table with its measures and dimensions.
 */

const SALES = graphql(
  `query SalesSummary($limit: Int!, $groupBy: [SalesSummaryGroupBy!], $from: String, $to: String,
      $compareTo: SalesSummaryCompareTo, $locationId: ID) {
      reports { figures: salesSummary(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo,
          locationId: $locationId, limit: $limit) { data totals meta { groups currency notes } } } }`,
);
const WASTE = graphql(
  `query WasteSummary($limit: Int!, $groupBy: [WasteSummaryGroupBy!], $from: String, $to: String,
      $compareTo: WasteSummaryCompareTo, $locationId: ID) {
      reports { figures: wasteSummary(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo,
          locationId: $locationId, limit: $limit) { data totals meta { groups currency notes } } } }`,
);
const MOVEMENTS = graphql(
  `query MovementSummary($limit: Int!, $groupBy: [MovementSummaryGroupBy!],
      $from: String, $to: String, $compareTo: MovementSummaryCompareTo, $locationId: ID) {
      reports { figures: movementSummary(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo,
          locationId: $locationId, limit: $limit) { data totals meta { groups currency notes } } } }`,
);
const SUPPLIERS = graphql(
  `query SupplierScorecard($limit: Int!, $groupBy: [SupplierScorecardGroupBy!],
      $from: String, $to: String, $compareTo: SupplierScorecardCompareTo, $locationId: ID) {
      reports { figures: supplierScorecard(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo,
          locationId: $locationId, limit: $limit) { data totals meta { groups currency notes } } } }`,
);
const ABC = graphql(
  `query Abc($limit: Int!, $groupBy: [AbcGroupBy!], $from: String, $to: String, $compareTo: AbcCompareTo,
      $locationId: ID) { reports { figures: abc(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo,
          locationId: $locationId, limit: $limit) { data totals meta { groups currency notes } } } }`,
);
const TURNOVER = graphql(
  `query Turnover($limit: Int!, $groupBy: [TurnoverGroupBy!], $from: String, $to: String, $compareTo: TurnoverCompareTo,
      $locationId: ID) { reports { figures: turnover(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo,
          locationId: $locationId, limit: $limit) { data totals meta { groups currency notes } } } }`,
);
const SERVICE = graphql(
  `query ServiceLevel($limit: Int!, $groupBy: [ServiceLevelGroupBy!], $from: String, $to: String,
      $compareTo: ServiceLevelCompareTo, $locationId: ID) {
      reports { figures: serviceLevel(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo,
          locationId: $locationId, limit: $limit) { data totals meta { groups currency notes } } } }`,
);
const FORECASTS = graphql(
  `query ForecastAccuracy($limit: Int!, $groupBy: [ForecastAccuracyGroupBy!], $from: String, $to: String,
      $compareTo: ForecastAccuracyCompareTo) { reports { figures: forecastAccuracy(groupBy: $groupBy, from: $from,
          to: $to, compareTo: $compareTo, limit: $limit) { data totals meta { groups currency notes } } } }`,
);

const ITEMS = ['sku', 'product', 'category', 'location', 'location_type', 'supplier', 'abc_class'];

/** For each report its figures, the one that sorts and draws the rows, and its dimensions, default first. */
const NAMED_REPORTS = {
  sales: {
    hint: t('Units, orders, revenue, cost and margin, net of returns.'),
    of: SALES,
    drawn: 'revenue',
    groups: ['month', 'week', 'day', 'weekday', 'sku', 'product', 'category', 'location', 'supplier', 'abc_class'],
  },
  waste: {
    hint: t('Units written off, what they cost, and their share of all units that were sold, used or wasted.'),
    of: WASTE,
    drawn: 'waste_value',
    groups: [...ITEMS, 'day', 'week', 'month'],
  },
  movements: {
    hint: t('From opening to closing stock: everything that came in and went out. The columns add up.'),
    of: MOVEMENTS,
    drawn: 'closing_stock',
    groups: ITEMS,
  },
  suppliers: {
    hint: t(
      'Volume, spend, lead time, on-time delivery and price changes per supplier: the last 365 days unless you choose others.',
    ),
    of: SUPPLIERS,
    drawn: 'purchase_value',
    groups: ['supplier', 'month', 'quarter', 'location'],
  },
  abc: {
    hint: t(
      'Class A accounts for the first 80 % of what was sold and used in a year, at cost; B for the next 15 %; C for the rest.',
    ),
    of: ABC,
    drawn: 'revenue',
    groups: ['sku', 'product', 'category'],
  },
  turnover: {
    hint: t(
      'How often stock turns over, how much of it sells, and how old it is: the last 365 days unless you choose others.',
    ),
    of: TURNOVER,
    drawn: 'stock_value',
    groups: ITEMS,
  },
  service: {
    hint: t('Fill rate, days out of stock, and an estimate of the sales they cost.'),
    of: SERVICE,
    drawn: 'stock_out_days',
    groups: ITEMS,
  },
  accuracy: {
    hint: t(
      'How far forecasts were from what sold, each made before its day or week began. WAPE 20 %: off by a fifth. Bias above 0: too much.',
    ),
    of: FORECASTS,
    drawn: 'units_sold',
    groups: ['sku', 'product', 'category', 'abc_class'],
    isOfAll: true,
  },
} as const satisfies {
  [name: string]: {
    hint: string;
    of: unknown;
    drawn: string;
    groups: readonly string[];
    isOfAll?: true;
  };
};
type NamedName = keyof typeof NAMED_REPORTS;

const COMPARISONS = [
  { value: 'PREVIOUS_PERIOD', label: t('Previous period') },
  { value: 'PREVIOUS_YEAR', label: t('Previous year') },
];

/** A report that is a named query over the figures, grouped and compared as the URL says. */
export function NamedReport({ name }: { name: NamedName }) {
  const { hint, of, drawn, groups, ...more } = NAMED_REPORTS[name];
  const isOfAll = 'isOfAll' in more;
  const { by, from, to, against } = useReportParams();
  const go = useGo();
  const location = useLocationFilter();
  const group = by && (groups as readonly string[]).includes(by) ? by : groups[0];
  const variables = {
    groupBy: [group.toUpperCase()],
    ...(from && { from }),
    ...(to && { to }),
    ...(against && { compareTo: against }),
    ...(!isOfAll && location),
  };
  // The dimensions differ from report to report; the table has them.
  const query = of as typeof SALES;
  const { data, problems, loading } = useData(query, { ...variables, limit: SHOWN_MAX } as never);
  const problemAt = (field: string) => problems.find(problem => problem.field === field)?.message;
  const figures = data?.reports.figures as Figures | undefined;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Select
          aria-label={t('Group by')}
          flex="1 1 140px"
          maw={200}
          allowDeselect={false}
          value={group}
          data={groups.map(each => ({ value: each, label: t('By {each}', { each: inSentence(titleOf(each)) }) }))}
          onChange={value => go({ by: value ?? '' })}
        />
        <DayFilter name="from" label={t('From')} error={problemAt('from')} />
        <DayFilter name="to" label={t('To')} error={problemAt('to')} />
        <Select
          aria-label={t('Compare with')}
          placeholder={t('No comparison')}
          flex="1 1 160px"
          maw={220}
          clearable
          value={against || null}
          data={COMPARISONS}
          onChange={value => go({ against: value ?? '' })}
        />
        {!isOfAll && <LocationFilter />}
      </Group>
      <Problems problems={problems} />
      {loading && <Loading />}
      {figures && (
        <FiguresSection
          title={t(labelOf(name))}
          hint={hint}
          report={figures}
          drawn={drawn}
          readAll={async () => {
            const read = await readOnce(query, { ...variables, limit: ROWS_MAX } as never);
            return read.problems ? read : { data: read.data.reports.figures as Figures };
          }}
          dimensions={name === 'abc' ? [group, 'abc_class'] : [group]}
        />
      )}
    </Stack>
  );
}
