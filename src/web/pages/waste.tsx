import { Card, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo } from 'react';
import { addDays, inUnit, money, startOf, time, today, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { usePages } from '../lists.ts';
import { nameOfItem } from '../parts/document.tsx';
import { Filter, LocationFilter, VariantFilter } from '../parts/filters.tsx';
import { nameOf, useLocations } from '../parts/locations.ts';
import { VariantLink } from '../parts/product-link.tsx';
import { Views } from '../parts/views.tsx';
import { WASTE_REASONS, WasteDialog } from '../parts/waste.tsx';
import { useMay, useOrganization } from '../session.ts';
import { Bars } from '../ui/bars.tsx';
import type { Column } from '../ui/columns.tsx';
import { DayField } from '../ui/day.tsx';
import { Export } from '../ui/export.tsx';
import { countSet, Filters } from '../ui/filters.tsx';
import { LookMenu } from '../ui/look.tsx';
import { Empty, Page, Problems } from '../ui/page.tsx';
import { DataTable } from '../ui/table.tsx';

const List = graphql(`
  query WasteRecords($after: String, $filter: WasteRecordsFilter, $sort: WasteRecordSort) {
    wasteRecords(first: 50, after: $after, filter: $filter, sort: $sort) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { id sku locationId quantity reason lotNumber lotRecordId unitCost notes recordedAt variant {
            id name unit productId product { name } } }
    }
  }
`);
/** The records are included so that the report is read again when there are new ones. */
const ByReason = graphql(
  `query WasteByReason($query: ReportQuery!) {
      report(query: $query) { data } wasteRecords(first: 1) { nodes { id } } }`,
);
type Row = ResultOf<typeof List>['wasteRecords']['nodes'][number];

const PATH = '/waste';
const TABLE = 'Waste';

/** The filter; part of the URL. */
interface SearchParams {
  sku?: string;
  reason?: string;
  location?: string;
  since?: string;
  sort?: string;
}

const columnsOf = (locations: ReturnType<typeof useLocations>, currency: string): Column<Row>[] => [
  {
    title: 'Product',
    width: '2fr',
    show: row => <VariantLink variant={row.variant}>{nameOfItem(row)}</VariantLink>,
  },
  { title: 'SKU', width: '0.8fr', from: 'lg', under: true, show: row => <span className="mono">{row.sku}</span> },
  { title: 'Quantity', width: '76px', number: true, show: row => inUnit(row.quantity, row.variant.unit) },
  { title: 'Reason', width: '112px', from: 'sm', under: true, show: row => words(row.reason) },
  {
    title: 'Cost',
    width: '92px',
    number: true,
    show: row => money(row.unitCost === null ? null : row.unitCost * row.quantity, currency),
  },
  {
    title: 'Lot',
    width: '0.7fr',
    from: 'md',
    under: row => row.lotNumber,
    show: ({ lotRecordId, lotNumber }) =>
      lotRecordId ? (
        <Link className="link" to={`/lots/${lotRecordId}` as never}>
          {lotNumber}
        </Link>
      ) : (
        '–'
      ),
  },
  { title: 'Location', width: '1.1fr', from: 'md', under: true, show: row => nameOf(locations, row.locationId) },
  { title: 'Notes', width: '1fr', from: 'xl', show: row => row.notes ?? '–' },
  {
    title: 'When',
    width: '148px',
    from: 'lg',
    under: true,
    sorts: { ascending: 'CREATED_AT_ASC', descending: 'CREATED_AT_DESC' },
    show: row => time(row.recordedAt),
  },
];

/** What was thrown away, why, and at which cost. */
export function Waste() {
  const search = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const go = (change: { [name in keyof SearchParams]: string }) =>
    void navigate({ to: PATH as never, search: { ...search, ...change } as never, replace: true });
  const { currency } = useOrganization();
  const locations = useLocations();
  const mayWrite = useMay('write');
  const reason = WASTE_REASONS.find(each => each === search.reason);
  const since = search.since ?? '';
  const filter = useMemo(
    () => ({
      ...(search.sku && { sku: search.sku }),
      ...(reason && { reason }),
      ...(search.location && { locationId: search.location }),
      ...(since && { createdSince: startOf(since) }),
    }),
    [search.sku, reason, search.location, since],
  );
  const sort = search.sort === 'CREATED_AT_ASC' ? ('CREATED_AT_ASC' as const) : ('CREATED_AT_DESC' as const);
  const page = usePages(List, { filter, sort }, data => data.wasteRecords);
  const isFiltered = Object.keys(filter).length > 0;
  const columns = useMemo(() => columnsOf(locations, currency), [locations, currency]);
  return (
    <Page
      title={t('Waste')}
      hint={
        page.total === undefined
          ? t('What was disposed of, and why.')
          : t('{total, plural, one {# record} other {# records}} of stock disposed of.', { total: page.total })
      }
      actions={
        <>
          <Export list="waste_records" filter={{ ...filter, sort }} />
          <Views path={PATH} table={TABLE} />
          <LookMenu table={TABLE} columns={columns} />
          {mayWrite && <WasteDialog opener={t('Record waste')} act="new" />}
        </>
      }
    >
      <Filters set={countSet(reason, search.location, search.since)}>
        <VariantFilter value={search.sku} onChange={sku => go({ sku })} />
        <Filter
          label={t('Reason')}
          any={t('Any reason')}
          value={reason}
          data={WASTE_REASONS.map(value => ({ value, label: words(value) }))}
          onChange={value => go({ reason: value })}
        />
        <LocationFilter value={search.location} onChange={location => go({ location })} />
        <DayField label={t('Since')} max={today()} value={since} onChange={day => go({ since: day })} />
      </Filters>
      <Problems problems={page.problems} retry={page.refresh} />
      {page.rows.length > 0 && <Reasons sku={search.sku} location={search.location} since={since} />}
      <DataTable
        label={TABLE}
        columns={columns}
        rows={page.rows}
        page={page}
        sort={sort}
        onSort={choice => go({ sort: choice })}
        empty={
          isFiltered ? (
            <Empty icon={IconTrash} title={t('Nothing matches')}>
              {t('Change the filter to see more.')}
            </Empty>
          ) : (
            <Empty icon={IconTrash} title={t('No waste recorded yet')}>
              {t('Record what breaks, spoils or expires: it leaves stock, and its cost is reported by reason.')}
            </Empty>
          )
        }
      />
    </Page>
  );
}

const LAST_DAYS = 90;

/** The cost by reason, including waste of production. */
function Reasons({ sku, location, since }: { sku: string | undefined; location: string | undefined; since: string }) {
  const { currency } = useOrganization();
  const locations = useLocations();
  const place = locations.find(({ id }) => id === location);
  const from = since || addDays(today(), -LAST_DAYS);
  const query = {
    measures: ['units_wasted', 'waste_value'],
    dimensions: ['reason'],
    from,
    having: [{ field: 'units_wasted', op: '>', value: 0 }],
    sort: ['-waste_value'],
    filters: [
      ...(sku ? [{ field: 'sku', op: '=', value: sku }] : []),
      ...(place ? [{ field: 'location', op: '=', value: place.id }] : []),
    ],
  };
  const { data } = useData(ByReason, { query } as never);
  const rows = (data?.report?.data ?? []) as {
    reason: string | null;
    units_wasted: number;
    waste_value: number | null;
  }[];
  if (rows.length < 1) return null;
  const sum = rows.reduce((total, row) => total + (row.waste_value ?? 0), 0);
  return (
    <Card component="section" aria-label={t('By reason')} padding="md">
      <Text size="sm" c="dimmed" mb="xs">
        {since
          ? t('{sum} since then, by reason:', { sum: money(sum, currency) })
          : t('{sum} in the last {lastDays} days, by reason:', { sum: money(sum, currency), lastDays: LAST_DAYS })}
      </Text>
      <Bars
        label={t('Cost')}
        bars={rows.map(row => ({
          id: row.reason ?? '–',
          label: `${row.reason ? words(row.reason) : t('In production')}, ${t('{count, plural, one {# unit} other {# units}}', { count: row.units_wasted })}`,
          value: row.waste_value ?? 0,
          shown: money(row.waste_value, currency),
        }))}
      />
    </Card>
  );
}
