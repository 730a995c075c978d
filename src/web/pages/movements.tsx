import { Text } from '@mantine/core';
import { IconActivity } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo } from 'react';
import { actorName, addDays, inUnit, since, startOf, time, words } from '../format.ts';
import { graphql } from '../graphql.ts';
import { t } from '../language.ts';
import { usePages } from '../lists.ts';
import { ValueChange } from '../parts/booked-entries.tsx';
import { Filter, LocationFilter, VariantFilter } from '../parts/filters.tsx';
import { nameOf, useLocations } from '../parts/locations.ts';
import { EntryDescription } from '../parts/movements.tsx';
import { VariantLink } from '../parts/product-link.tsx';
import { Statement } from '../parts/statement.tsx';
import { useProblemsAt } from '../problems.ts';
import type { Column } from '../ui/columns.tsx';
import { DayField } from '../ui/day.tsx';
import { Export } from '../ui/export.tsx';
import { countSet, Filters } from '../ui/filters.tsx';
import { LookMenu } from '../ui/look.tsx';
import { Empty, Page, Problems } from '../ui/page.tsx';
import { Change } from '../ui/status.tsx';
import { DataTable } from '../ui/table.tsx';

const Entries = graphql(`
  query Movements($after: String, $filter: InventoryLedgerFilter) {
    inventoryLedger(first: 50, after: $after, filter: $filter) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id sku entryType referenceType referenceId quantityChange quantityOnHandAfter valueChange locationId actor
          reason occurredAt variant { id productId name unit product { name } } }
    }
  }
`);
type Entry = ResultOf<typeof Entries>['inventoryLedger']['nodes'][number];
const TYPES = [
  'ADJUSTMENT',
  'PURCHASE_RECEIVED',
  'ORDER_FULFILLED',
  'TRANSFER_OUT',
  'TRANSFER_IN',
  'TRANSFER_LOSS',
  'RETURN_RECEIVED',
  'RETURN_DISPOSED',
  'CYCLE_COUNT_ADJUSTMENT',
  'PRODUCTION_CONSUMED',
  'PRODUCTION_OUTPUT',
  'PRODUCTION_WASTED',
  'WASTE',
] as const;

const columnsOf = (locations: ReturnType<typeof useLocations>): Column<Entry>[] => [
  {
    title: 'When',
    width: '148px',
    from: 'lg',
    under: entry => since(entry.occurredAt),
    show: entry => time(entry.occurredAt),
  },
  {
    title: 'Product',
    width: '2fr',
    show: entry => (
      <VariantLink variant={entry.variant}>
        {[entry.variant.product.name, entry.variant.name].filter(Boolean).join(', ')}
      </VariantLink>
    ),
  },
  { title: 'SKU', width: '0.9fr', from: 'md', under: true, show: entry => <span className="mono">{entry.sku}</span> },
  {
    title: 'What',
    width: '1.4fr',
    least: 150,
    from: 'sm',
    under: true,
    show: entry => <EntryDescription entry={entry} />,
  },
  { title: 'Reason', width: '1fr', from: 'xl', show: entry => (entry.reason ? words(entry.reason) : '–') },
  { title: 'Location', width: '1.4fr', from: 'md', under: true, show: entry => nameOf(locations, entry.locationId) },
  {
    title: 'Change',
    width: '76px',
    number: true,
    show: entry => (
      <Text span size="sm" fw={600}>
        <Change by={entry.quantityChange} unit={entry.variant.unit} />
      </Text>
    ),
  },
  {
    title: 'On hand',
    width: '80px',
    number: true,
    from: 'sm',
    show: entry => inUnit(entry.quantityOnHandAfter, entry.variant.unit),
  },
  { title: 'Value', width: '96px', number: true, from: 'xl', show: entry => <ValueChange by={entry.valueChange} /> },
  { title: 'By', width: '0.6fr', from: 'xl', show: entry => actorName(entry.actor) },
];

/** The ledger: every change of stock, newest first. */
export function Movements() {
  const search = useSearch({ strict: false }) as {
    sku?: string;
    location?: string;
    type?: (typeof TYPES)[number];
    from?: string;
    to?: string;
  };
  const navigate = useNavigate();
  const go = (change: { [name in keyof typeof search]: string }) =>
    void navigate({ to: '/movements', search: { ...search, ...change } as never, replace: true });
  const locations = useLocations();
  const isBackwards = Boolean(search.from && search.to && search.from > search.to);
  const filter = {
    ...(search.sku && { sku: search.sku }),
    ...(search.location && { locationId: search.location }),
    ...(search.type && { entryType: search.type }),
    ...(search.from && !isBackwards && { from: startOf(search.from) }),
    ...(search.to && { to: startOf(addDays(search.to, 1)) }),
  };
  const page = usePages(Entries, { filter }, data => data.inventoryLedger);
  const isFiltered = Object.keys(filter).length > 0;
  const { at: problemAt, others } = useProblemsAt(page.problems, ['sku', 'from', 'to']);
  const columns = useMemo(() => columnsOf(locations), [locations]);
  return (
    <Page
      title={t('Movements')}
      hint={
        page.total === undefined
          ? t('The ledger: every stock change, newest first.')
          : t('{total, plural, one {# entry} other {# entries}} of the ledger, newest first.', {
              total: page.total,
            })
      }
      actions={
        <>
          <Export list="inventory_ledger" filter={filter} />
          <LookMenu table="Movements" columns={columns} />
        </>
      }
    >
      <Filters set={countSet(search.type, search.location, search.from, search.to)}>
        <VariantFilter value={search.sku} onChange={sku => go({ sku })} error={problemAt('sku')} />
        <Filter
          label={t('What')}
          any={t('Any movement')}
          value={search.type}
          data={TYPES.map(value => ({ value, label: words(value) }))}
          onChange={type => go({ type })}
        />
        <LocationFilter value={search.location} onChange={location => go({ location })} />
        <DayField
          label={t('From')}
          value={search.from ?? ''}
          onChange={from => go({ from })}
          error={isBackwards ? t('Must not be after the end.') : problemAt('from')}
        />
        <DayField label={t('To')} value={search.to ?? ''} onChange={to => go({ to })} error={problemAt('to')} />
      </Filters>
      <Problems problems={others} retry={page.refresh} />
      {search.sku ? (
        !isBackwards && (
          <Statement
            sku={search.sku}
            location={search.location}
            from={search.from}
            to={search.to}
            newest={page.rows[0]?.id}
            type={search.type}
            choose={type => go({ type })}
          />
        )
      ) : (
        <Text size="sm" c="dimmed">
          {t('Choose a product to see its balance: opening, what came in and went out by kind, and closing.')}
        </Text>
      )}
      <DataTable
        label="Movements"
        columns={columns}
        rows={page.rows}
        page={page}
        empty={
          isFiltered ? (
            <Empty icon={IconActivity} title={t('Nothing matches')}>
              {t('Change the filter to see more.')}
            </Empty>
          ) : (
            <Empty icon={IconActivity} title={t('Nothing has moved yet')}>
              {t('Every stock change is recorded here, and never altered.')}
            </Empty>
          )
        }
      />
    </Page>
  );
}
