import { Text } from '@mantine/core';
import { IconBuildingWarehouse } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useEffect, useMemo, useRef, useState } from 'react';
import { addDays, date, inUnit, since, startOf, today } from '../format.ts';
import { graphql } from '../graphql.ts';
import { useTypedFilter } from '../hooks.ts';
import { t } from '../language.ts';
import { usePages } from '../lists.ts';
import { useLiveChanges } from '../live.ts';
import { AdjustButton } from '../parts/adjust.tsx';
import { CategoryFilter } from '../parts/category.tsx';
import { LocationFilter, SearchFilter, SortFilter, SupplierFilter } from '../parts/filters.tsx';
import { nameOf, useLocations } from '../parts/locations.ts';
import { PoliciesOfMany } from '../parts/policies-of-many.tsx';
import { PrintLabels } from '../parts/print.tsx';
import { addressOfVariant, VariantLink } from '../parts/product-link.tsx';
import { Views } from '../parts/views.tsx';
import { useProblemsAt } from '../problems.ts';
import { useMay } from '../session.ts';
import type { Column } from '../ui/columns.tsx';
import { DayField } from '../ui/day.tsx';
import { Export } from '../ui/export.tsx';
import { countSet, Filters } from '../ui/filters.tsx';
import { LookMenu } from '../ui/look.tsx';
import { Empty, Page, Problems } from '../ui/page.tsx';
import { SelectionBar, useSelection } from '../ui/selection.tsx';
import { DataTable } from '../ui/table.tsx';

const Levels = graphql(`
  query Levels($after: String, $filter: InventoryLevelsFilter) {
    inventoryLevels(first: 50, after: $after, filter: $filter) {
      totalCount
      pageInfo { hasNextPage endCursor }
      nodes { id sku locationId quantityOnHand quantityReserved quantityOnHold quantityAvailable quantityIncoming
          updatedAt variant { id name unit productId product { name } } }
    }
  }
`);
type Level = ResultOf<typeof Levels>['inventoryLevels']['nodes'][number];

const SORTS = [
  { value: 'NEWEST', label: t('Newest') },
  { value: 'LEAST_AVAILABLE', label: t('Least available') },
  { value: 'MOST_AVAILABLE', label: t('Most available') },
  { value: 'MOST_ON_HAND', label: t('Most on hand') },
] as const;
type Sort = (typeof SORTS)[number]['value'];
/** Availability in the past is unknown. */
const PAST_SORTS = SORTS.filter(({ value }) => !value.endsWith('AVAILABLE'));
const CHANGED_MS = 1600;

/** The filter; part of the URL. */
interface SearchParams {
  q?: string;
  location?: string;
  category?: string;
  supplier?: string;
  sort?: Sort;
  on?: string;
}

function columnsOf(locations: ReturnType<typeof useLocations>, isPast: boolean): Column<Level>[] {
  const onHand: Column<Level> = {
    title: 'On hand',
    width: '76px',
    number: true,
    ...(!isPast && { from: 'sm' as const }),
    sorts: { descending: 'MOST_ON_HAND' },
    show: level => inUnit(level.quantityOnHand, level.variant.unit),
  };
  const always: Column<Level>[] = [
    {
      title: 'Product',
      width: '2fr',
      show: level => (
        <VariantLink variant={level.variant}>
          {[level.variant.product.name, level.variant.name].filter(Boolean).join(', ')}
        </VariantLink>
      ),
    },
    { title: 'SKU', width: '1fr', from: 'sm', under: true, show: level => <span className="mono">{level.sku}</span> },
    {
      title: 'Location',
      width: '1.5fr',
      from: 'md',
      under: true,
      show: level => nameOf(locations, level.locationId),
    },
  ];
  return isPast
    ? [...always, onHand]
    : [
        ...always,
        {
          title: 'Available',
          width: '84px',
          number: true,
          sorts: { ascending: 'LEAST_AVAILABLE', descending: 'MOST_AVAILABLE' },
          show: level => (
            <Text span fw={620} size="sm" c={(level.quantityAvailable ?? 0) <= 0 ? 'var(--bad)' : undefined}>
              {inUnit(level.quantityAvailable, level.variant.unit)}
            </Text>
          ),
        },
        onHand,
        {
          title: 'Reserved',
          width: '72px',
          number: true,
          from: 'md',
          show: level => inUnit(level.quantityReserved, level.variant.unit),
        },
        {
          title: 'On hold',
          width: '72px',
          number: true,
          from: 'lg',
          show: level => inUnit(level.quantityOnHold, level.variant.unit),
        },
        {
          title: 'Incoming',
          width: '72px',
          number: true,
          from: 'lg',
          show: level => inUnit(level.quantityIncoming, level.variant.unit),
        },
        {
          title: 'Changed',
          width: '104px',
          number: true,
          from: 'xl',
          show: level => (
            <Text span size="sm" c="dimmed">
              {since(level.updatedAt)}
            </Text>
          ),
        },
      ];
}

/** The level of every variant at every location, live. Or the quantity on hand at the end of a day. */
export function Inventory() {
  const search = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const q = search.q ?? '';
  const go = (change: { [name in keyof SearchParams]: string }) =>
    void navigate({ to: '/inventory', search: { ...search, ...change } as never, replace: true });
  const locations = useLocations();
  // The end of that day. Today has not ended.
  const pastDay = search.on && search.on < today() ? search.on : undefined;
  const sorts = pastDay ? PAST_SORTS : SORTS;
  const sort =
    sorts.find(({ value }) => value === search.sort)?.value ?? (pastDay ? 'MOST_ON_HAND' : 'LEAST_AVAILABLE');
  const filter = useMemo(
    () => ({
      sort,
      ...(q && { q }),
      ...(search.location && { locationId: search.location }),
      ...(search.category && { category: search.category }),
      ...(search.supplier && { supplierId: search.supplier }),
      ...(pastDay && { asOf: startOf(addDays(pastDay, 1)) }),
    }),
    [q, search.location, search.category, search.supplier, sort, pastDay],
  );
  const page = usePages(Levels, { filter }, data => data.inventoryLevels, { isReport: pastDay !== undefined });
  const isFiltered = Boolean(q || search.location || search.category || search.supplier);
  const { at: problemAt, others } = useProblemsAt(page.problems, ['asOf']);
  const { rows, changed } = useLiveRows(page.rows, pastDay === undefined);
  const mayWrite = useMay('write');
  const { selection, chosen, drop } = useSelection(rows);
  const isTicked = mayWrite && !pastDay;

  const columns = useMemo(() => columnsOf(locations, pastDay !== undefined), [locations, pastDay]);
  return (
    <Page
      title={t('Inventory')}
      hint={
        pastDay
          ? t('What was on hand at the end of {past}, from the ledger.', { past: date(pastDay) })
          : page.total === undefined
            ? t('What is where, live.')
            : t('{total, plural, one {# level} other {# levels}}, live.', { total: page.total })
      }
      actions={
        <>
          <Export list="inventory_levels" filter={filter} />
          <Views path="/inventory" table="Stock levels" />
          <LookMenu table="Stock levels" columns={columns} />
          {mayWrite && !pastDay && <AdjustButton act="adjust" />}
        </>
      }
    >
      <LevelFilters
        search={search}
        pastDay={pastDay}
        sort={sort}
        sorts={sorts}
        go={go}
        dayProblem={problemAt('asOf')}
      />
      <Problems problems={others} retry={page.refresh} />
      {isTicked && (
        <SelectionBar chosen={chosen} drop={drop} nameOf={level => level.sku} acts={[]}>
          <PrintLabels
            kind="VARIANT"
            ids={[...new Set(chosen.map(({ variant }) => variant.id))]}
            of={t('{chosen, plural, one {# level} other {# levels}}', { chosen: chosen.length })}
            compact
          />
          <PoliciesOfMany places={chosen} done={() => drop(chosen)} />
        </SelectionBar>
      )}
      <DataTable
        label="Stock levels"
        columns={columns}
        rows={rows}
        page={page}
        changed={changed}
        selection={isTicked ? selection : undefined}
        sort={sort}
        onSort={choice => go({ sort: choice })}
        linkOf={level => addressOfVariant(level.variant)}
        empty={
          <Empty
            icon={IconBuildingWarehouse}
            title={isFiltered ? t('Nothing matches') : t('No stock yet')}
            action={mayWrite && !isFiltered && <AdjustButton />}
          >
            {isFiltered
              ? t('Change the filter to see more.')
              : t(
                  'A level appears with the first stock of a product at a location. Create a location in the settings, then a product, and record what is there.',
                )}
          </Empty>
        }
      />
    </Page>
  );
}

interface LevelFiltersProps {
  search: SearchParams;
  /** The day whose end is looked at, if it is past. */
  pastDay: string | undefined;
  sort: string;
  sorts: typeof SORTS | typeof PAST_SORTS;
  go(change: { [name in keyof SearchParams]: string }): void;
  dayProblem: string | undefined;
}

function LevelFilters({ search, pastDay, sort, sorts, go, dayProblem }: LevelFiltersProps) {
  const { text, setText } = useTypedFilter(search.q ?? '', typed => go({ q: typed }));
  return (
    <Filters set={countSet(search.location, search.category, search.supplier, pastDay)}>
      <SearchFilter label={t('Filter by SKU, name or barcode')} text={text} setText={setText} />
      <LocationFilter value={search.location} onChange={location => go({ location })} />
      <CategoryFilter value={search.category} onChange={category => go({ category })} />
      <SupplierFilter value={search.supplier} onChange={supplier => go({ supplier })} />
      <SortFilter value={sort} choices={sorts} onChange={value => go({ sort: value })} />
      <DayField
        label={t('End of')}
        max={today()}
        value={search.on ?? ''}
        onChange={on => go({ on })}
        error={dayProblem}
      />
    </Filters>
  );
}

/** Rows as they were read, with live changes; the past does not change. */
function useLiveRows(rowsRead: readonly Level[], isLive: boolean) {
  const [rows, setRows] = useState(rowsRead);
  const [changedIds, setChanged] = useState<ReadonlySet<string>>(new Set());
  const fadeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    setRows(rowsRead);
  }, [rowsRead]);
  useLiveChanges(events => {
    if (!isLive) return;
    const levels = new Map(events.map(({ data }) => [data.inventoryLevel.id, data.inventoryLevel]));
    setRows(old =>
      old.some(({ id }) => levels.has(id))
        ? old.map(row => (levels.has(row.id) ? { ...row, ...levels.get(row.id), variant: row.variant } : row))
        : old,
    );
    setChanged(new Set(levels.keys()));
    clearTimeout(fadeTimer.current);
    fadeTimer.current = setTimeout(() => setChanged(new Set()), CHANGED_MS);
  });
  useEffect(() => {
    return () => clearTimeout(fadeTimer.current);
  }, []);
  return { rows, changed: changedIds };
}
