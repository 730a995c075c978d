import { Group, Select, Stack } from '@mantine/core';
import { words } from '../../format.ts';
import { graphql, useData } from '../../graphql.ts';
import { type Figures, FiguresSection } from '../../parts/figures.tsx';
import { Loading, Problems } from '../../ui/page.tsx';
import { DayFilter, LocationFilter, useChosen, useGo, useLocationFilter } from './chosen.tsx';

/*
 * The named reports: queries with a name. Each is a line of one table: what it is called, what it says, what tells its rows apart.
 */

const SALES = graphql(
  `query SalesSummary($groupBy: [SalesSummaryGroupBy!], $from: String, $to: String, $compareTo: SalesSummaryCompareTo, $locationId: ID) { reports { figures: salesSummary(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo, locationId: $locationId, limit: 500) { data totals meta { groups currency notes } } } }`,
);
const WASTE = graphql(
  `query WasteSummary($groupBy: [WasteSummaryGroupBy!], $from: String, $to: String, $compareTo: WasteSummaryCompareTo, $locationId: ID) { reports { figures: wasteSummary(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo, locationId: $locationId, limit: 500) { data totals meta { groups currency notes } } } }`,
);
const MOVEMENTS = graphql(
  `query MovementSummary($groupBy: [MovementSummaryGroupBy!], $from: String, $to: String, $compareTo: MovementSummaryCompareTo, $locationId: ID) { reports { figures: movementSummary(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo, locationId: $locationId, limit: 500) { data totals meta { groups currency notes } } } }`,
);
const SUPPLIERS = graphql(
  `query SupplierScorecard($groupBy: [SupplierScorecardGroupBy!], $from: String, $to: String, $compareTo: SupplierScorecardCompareTo, $locationId: ID) { reports { figures: supplierScorecard(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo, locationId: $locationId, limit: 500) { data totals meta { groups currency notes } } } }`,
);
const ABC = graphql(
  `query Abc($groupBy: [AbcGroupBy!], $from: String, $to: String, $compareTo: AbcCompareTo, $locationId: ID) { reports { figures: abc(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo, locationId: $locationId, limit: 500) { data totals meta { groups currency notes } } } }`,
);
const TURNOVER = graphql(
  `query Turnover($groupBy: [TurnoverGroupBy!], $from: String, $to: String, $compareTo: TurnoverCompareTo, $locationId: ID) { reports { figures: turnover(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo, locationId: $locationId, limit: 500) { data totals meta { groups currency notes } } } }`,
);
const SERVICE = graphql(
  `query ServiceLevel($groupBy: [ServiceLevelGroupBy!], $from: String, $to: String, $compareTo: ServiceLevelCompareTo, $locationId: ID) { reports { figures: serviceLevel(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo, locationId: $locationId, limit: 500) { data totals meta { groups currency notes } } } }`,
);
const FORECASTS = graphql(
  `query ForecastAccuracy($groupBy: [ForecastAccuracyGroupBy!], $from: String, $to: String, $compareTo: ForecastAccuracyCompareTo) { reports { figures: forecastAccuracy(groupBy: $groupBy, from: $from, to: $to, compareTo: $compareTo, limit: 500) { data totals meta { groups currency notes } } } }`,
);

const ITEMS = ['sku', 'product', 'category', 'location', 'location_type', 'supplier', 'abc_class'];

/** What each is called and says, the figure that orders and draws its rows, and what tells them apart, the usual first. */
export const NAMED = {
  sales: {
    label: 'Sales',
    hint: 'Units, orders, revenue, cost and margin, net of returns.',
    of: SALES,
    drawn: 'revenue',
    groups: ['month', 'week', 'day', 'weekday', 'sku', 'product', 'category', 'location', 'supplier', 'abc_class'],
  },
  waste: {
    label: 'Waste',
    hint: 'What was wasted, its cost, and its share of what left.',
    of: WASTE,
    drawn: 'waste_value',
    groups: [...ITEMS, 'day', 'week', 'month'],
  },
  movements: {
    label: 'Movement',
    hint: 'Opening stock, all that came and went, and closing stock, which they add up to.',
    of: MOVEMENTS,
    drawn: 'closing_stock',
    groups: ITEMS,
  },
  suppliers: {
    label: 'Suppliers',
    hint: 'What they brought, how fast, how punctually, at which change of price; of a year unless told.',
    of: SUPPLIERS,
    drawn: 'purchase_value',
    groups: ['supplier', 'month', 'quarter', 'location'],
  },
  abc: {
    label: 'ABC',
    hint: 'Which SKUs matter: A makes 80 % of what was sold and used in a year, at its cost, B the next 15 %.',
    of: ABC,
    drawn: 'revenue',
    groups: ['sku', 'product', 'category'],
  },
  turnover: {
    label: 'Turnover',
    hint: 'How fast stock is sold off: turnover, sell-through, age and value; of a year unless told.',
    of: TURNOVER,
    drawn: 'stock_value',
    groups: ITEMS,
  },
  service: {
    label: 'Service level',
    hint: 'How much of what was ordered was fulfilled, days without stock, and sales that were lost by them (estimated).',
    of: SERVICE,
    drawn: 'stock_out_days',
    groups: ITEMS,
  },
  accuracy: {
    label: 'Forecast accuracy',
    hint: 'How far off forecasts were when they were tried on the past; below 1 is better than repeating last week.',
    of: FORECASTS,
    drawn: 'units_sold',
    groups: ['sku', 'product', 'category', 'abc_class'],
    isOfAll: true,
  },
} as const satisfies {
  [name: string]: {
    label: string;
    hint: string;
    of: unknown;
    drawn: string;
    groups: readonly string[];
    isOfAll?: true;
  };
};
export type NamedName = keyof typeof NAMED;

const COMPARISONS = [
  { value: 'PREVIOUS_PERIOD', label: 'With the period before' },
  { value: 'PREVIOUS_YEAR', label: 'With the year before' },
];

export function NamedReport({ name }: { name: NamedName }) {
  const { label, hint, of, drawn, groups, ...more } = NAMED[name];
  const isOfAll = 'isOfAll' in more;
  const { by, from, to, against } = useChosen();
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
  // Each has kinds of groups of its own; the table says which.
  const { data, problems, loading } = useData(of as typeof SALES, variables as never);
  const problemAt = (field: string) => problems.find(problem => problem.field === field)?.message;
  const figures = data?.reports.figures as Figures | undefined;
  return (
    <Stack gap="md">
      <Group gap="xs">
        <Select
          aria-label="Group by"
          flex="1 1 140px"
          maw={200}
          allowDeselect={false}
          value={group}
          data={groups.map(each => ({ value: each, label: `By ${words(each).toLowerCase()}` }))}
          onChange={value => go({ by: value ?? '' })}
        />
        <DayFilter name="from" label="From" error={problemAt('from')} />
        <DayFilter name="to" label="To" error={problemAt('to')} />
        <Select
          aria-label="Compare"
          placeholder="Compared with nothing"
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
          title={label}
          hint={hint}
          report={figures}
          drawn={drawn}
          dimensions={name === 'abc' ? [group, 'abc_class'] : [group]}
        />
      )}
    </Stack>
  );
}
