import { Alert, SegmentedControl, Text } from '@mantine/core';
import { IconAdjustments } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { useFollowing } from '../following.ts';
import { inUnit } from '../format.ts';
import { graphql, type Problem, useData } from '../graphql.ts';
import { useTypedFilter } from '../hooks.ts';
import { type Message, t } from '../language.ts';
import { usePages } from '../lists.ts';
import { CategoryFilter } from '../parts/category.tsx';
import { LocationFilter, SearchFilter, SortFilter, SupplierFilter } from '../parts/filters.tsx';
import { nameOf, useLocations } from '../parts/locations.ts';
import { PoliciesOfMany } from '../parts/policies-of-many.tsx';
import { type Grid, NumberCell, SourceCell } from '../parts/policy-cells.tsx';
import {
  type CellName,
  type Defaults,
  type Place,
  PolicyFields,
  type PolicySheet,
  policySheet,
  rowIdOf,
  useSheet,
} from '../parts/policy-sheet.ts';
import { fullName, VariantLink } from '../parts/product-link.tsx';
import { Views } from '../parts/views.tsx';
import { useMay } from '../session.ts';
import type { Column } from '../ui/columns.tsx';
import { Export } from '../ui/export.tsx';
import { countSet, Filters } from '../ui/filters.tsx';
import { LookMenu } from '../ui/look.tsx';
import { Empty, Page, Problems } from '../ui/page.tsx';
import { SelectionBar, useSelection } from '../ui/selection.tsx';
import { DataTable } from '../ui/table.tsx';
import { UnsentInput } from '../ui/unsaved-guard.tsx';

const Levels = graphql(`
  query PolicyLevels($after: String, $filter: InventoryLevelsFilter, $sort: InventoryLevelSort) {
    inventoryLevels(first: 50, after: $after, filter: $filter, sort: $sort) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { id sku variantId locationId quantityAvailable variant { id name unit productId product { name } } }
    }
  }
`);
const Policies_ = graphql(
  `
  query PolicyList($after: String, $filter: InventoryPoliciesFilter, $sort: InventoryPolicySort) {
    inventoryPolicies(first: 50, after: $after, filter: $filter, sort: $sort) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { ...PolicyFields sku variant { id name unit productId product { name } } }
    }
  }
`,
  [PolicyFields],
);
const Usual = graphql(
  `query UsualPolicy {
      organization { defaultReorderPoint defaultReorderQuantity defaultSafetyStock defaultLeadTimeDays } }`,
);

interface Row extends Place {
  variant: { id: string; name: string | null; unit: string; productId: string; product: { name: string } };
  available?: number | null;
}

const PATH = '/policies';
const TABLE = 'Policies';
const NO_USUAL = { defaultReorderPoint: 0, defaultReorderQuantity: 0, defaultSafetyStock: 0, defaultLeadTimeDays: 7 };

/** The filter; part of the URL. */
interface SearchParams {
  q?: string;
  location?: string;
  category?: string;
  supplier?: string;
  sort?: string;
  /** Only policies that are set, including those for variants that were never in stock there. */
  show?: 'set';
}

/** Policies come from two lists: of every stock level, with or without a policy; or only of policies that are set. */
function useRows(search: SearchParams) {
  const isSet = search.show === 'set';
  const filter = useMemo(
    () => ({
      ...(search.q && { q: search.q }),
      ...(search.location && { locationId: search.location }),
      ...(search.category && { category: search.category }),
      ...(search.supplier && { supplierId: search.supplier }),
    }),
    [search.q, search.location, search.category, search.supplier],
  );
  return { isSet, filter };
}

/** When to reorder which variant where: a grid that is edited in place. */
export function Policies() {
  const { isSet, filter } = useRows(useSearch({ strict: false }) as SearchParams);
  const [sheet] = useState(policySheet);
  return isSet ? <SetOnes sheet={sheet} filter={filter} /> : <EveryLevel sheet={sheet} filter={filter} />;
}

interface ListProps {
  sheet: PolicySheet;
  filter: { q?: string; locationId?: string; category?: string; supplierId?: string };
}

const LEVEL_SORTS = [
  { value: 'NEWEST', label: t('Newest') },
  { value: 'LEAST_AVAILABLE', label: t('Least available') },
  { value: 'MOST_ON_HAND', label: t('Most on hand') },
] as const;
const SET_SORTS = [
  { value: 'CREATED_AT_DESC', label: t('Newest') },
  { value: 'UPDATED_AT_DESC', label: t('Changed last') },
  { value: 'UPDATED_AT_ASC', label: t('Changed first') },
] as const;
type Sorts = readonly { value: string; label: string }[];

function useSort<S extends Sorts>(sorts: S): S[number]['value'] {
  const { sort } = useSearch({ strict: false }) as SearchParams;
  return sorts.find(({ value }) => value === sort)?.value ?? sorts[0]!.value;
}

function EveryLevel({ sheet, filter }: ListProps) {
  const sort = useSort(LEVEL_SORTS);
  const page = usePages(Levels, { filter, sort }, data => data.inventoryLevels);
  const rows = useMemo<Row[]>(
    () =>
      page.rows.map(({ quantityAvailable, ...level }) => ({
        ...level,
        id: rowIdOf(level),
        available: quantityAvailable,
      })),
    [page.rows],
  );
  const problems = usePolicies(sheet, rows);
  return (
    <PolicyGrid
      sheet={sheet}
      filter={filter}
      sorts={LEVEL_SORTS}
      sort={sort}
      page={page}
      rows={rows}
      problems={problems}
    />
  );
}

function SetOnes({ sheet, filter }: ListProps) {
  const sort = useSort(SET_SORTS);
  // Search results are sorted by relevance.
  const page = usePages(Policies_, filter.q ? { filter } : { filter, sort }, data => data.inventoryPolicies);
  const rows = useMemo<Row[]>(() => page.rows.map(policy => ({ ...policy, id: rowIdOf(policy) })), [page.rows]);
  useEffect(() => {
    sheet.learn(page.rows);
  }, [sheet, page.rows]);
  return (
    <PolicyGrid
      sheet={sheet}
      filter={filter}
      sorts={SET_SORTS}
      sort={sort}
      page={page}
      rows={rows}
      problems={NO_PROBLEMS}
    />
  );
}

const NO_PROBLEMS: readonly Problem[] = [];
/** The policies of these rows, read again whenever one changes. */
const FOLLOWED = { policies: { __typename: 'InventoryPolicyConnection' } };
function usePolicies(sheet: PolicySheet, rows: readonly Row[]): readonly Problem[] {
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const asked = useRef(new Set<string>());
  const read = async (some: readonly Row[]) => {
    for (const { id } of some) asked.current.add(id);
    for (let at = 0; at < some.length; at += AT_ONCE) setProblems(await sheet.read(some.slice(at, at + AT_ONCE)));
  };
  const latest = useRef(read);
  latest.current = read;
  useEffect(() => {
    void latest.current(rows.filter(({ id }) => !asked.current.has(id)));
  }, [rows]);
  useFollowing(FOLLOWED, undefined, () => void read(rows));
  return problems;
}
/** The maximum number of variants in one query. */
const AT_ONCE = 200;

interface GridProps extends ListProps {
  sorts: Sorts;
  sort: string;
  page: { total?: number; loading: boolean; problems: readonly Problem[]; readMore(): void; refresh(): void };
  rows: readonly Row[];
  problems: readonly Problem[];
}

function PolicyGrid({ sheet, filter, sorts, sort, page, rows, problems }: GridProps) {
  const search = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const go = (change: { [name in keyof SearchParams]: string }) =>
    void navigate({ to: PATH as never, search: { ...search, ...change } as never, replace: true });
  const locations = useLocations();
  const mayWrite = useMay('write');
  const usual = useData(Usual, {}).data?.organization ?? NO_USUAL;
  const { selection, chosen: ticked, drop } = useSelection(rows);
  const columns = useColumns(sheet, rows, usual);
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <Page
      title={t('Policies')}
      hint={
        <>
          {mayWrite
            ? t(
                'When to reorder, how much, and from where. Type as in a spreadsheet, or paste a column from one: each cell is saved as you leave it.',
              )
            : t('When to reorder, how much, and from where.')}
          <SaveStatus sheet={sheet} />
        </>
      }
      actions={
        <>
          <Export list="inventory_policies" filter={filter} />
          <Views path={PATH} table={TABLE} />
          <LookMenu table={TABLE} columns={columns} />
        </>
      }
    >
      <PolicyFilters chosen={search} go={go} sorts={sorts} sort={sort} />
      <Problems problems={[...page.problems, ...problems]} retry={page.refresh} />
      <NotWritten sheet={sheet} rows={rows} />
      <UnsavedCells sheet={sheet} />
      {mayWrite && (
        <SelectionBar
          chosen={ticked}
          drop={drop}
          nameOf={row => t('{sku} at {location}', { sku: row.sku, location: nameOf(locations, row.locationId) })}
          acts={[
            {
              label: t('Remove the policy'),
              isFor: row => sheet.known(row.id) != null,
              send: row => sheet.remove(row),
              confirm: t("The organization's defaults will apply to these."),
              notice: count =>
                t('{count, plural, one {# policy} other {# policies}} removed: the defaults apply.', { count }),
            },
          ]}
        >
          <PoliciesOfMany places={ticked} done={() => drop(ticked)} />
        </SelectionBar>
      )}
      <DataTable
        label={TABLE}
        columns={columns}
        rows={rows}
        page={page}
        selection={mayWrite ? selection : undefined}
        empty={
          <Empty icon={IconAdjustments} title={isFiltered ? t('Nothing matches') : t('No policies yet')}>
            {isFiltered
              ? t('Change the filter to see more.')
              : t(
                  "Where nothing is set, the organization's defaults apply. A row appears with the first stock of a product at a location.",
                )}
          </Empty>
        }
      />
    </Page>
  );
}

const TITLES: { readonly [name in CellName]: Message } = {
  reorderPoint: 'Reorder point',
  reorderQuantity: 'Reorder quantity',
  safetyStock: 'Safety stock',
  leadTimeDays: 'Lead time',
  source: 'Comes from',
};

/** Heads of columns whose titles have no room. */
const HEADS: { readonly [name in CellName]?: Message } = {
  reorderPoint: 'Reorder point ~head',
  reorderQuantity: 'Reorder qty',
  safetyStock: 'Safety stock ~head',
};

type UsualPolicy = typeof NO_USUAL;
function useColumns(sheet: PolicySheet, rows: readonly Row[], usual: UsualPolicy): readonly Column<Row>[] {
  const locations = useLocations();
  const isOpen = useMay('write');
  const latest = useRef<readonly Row[]>(rows);
  latest.current = rows;
  const isLevel = rows[0]?.available !== undefined;
  const { defaultReorderPoint, defaultReorderQuantity, defaultSafetyStock, defaultLeadTimeDays } = usual;
  return useMemo(() => {
    const defaults: Defaults = { reorderPoint: defaultReorderPoint, reorderQuantity: defaultReorderQuantity };
    const sources = ({ locationId }: Place) => [
      { value: '', label: t('Inferred') },
      { value: 'BUY', label: t('Bought') },
      { value: 'MAKE', label: t('Made here') },
      ...locations
        .filter(({ id }) => id !== locationId)
        .map(({ id, name }) => ({ value: `MOVE ${id}`, label: t('From {name}', { name }) })),
    ];
    const grid: Grid = { sheet, defaults, rows: latest, sources, isOpen };
    const labelOf = (name: CellName, row: Row) =>
      t('{what} of {sku} at {location}', {
        what: t(TITLES[name]),
        sku: row.sku,
        location: nameOf(locations, row.locationId),
      });
    const number = (
      name: Exclude<CellName, 'source'>,
      usualOf: number | string,
      more: Partial<Column<Row>> = {},
    ): Column<Row> => ({
      title: HEADS[name] ?? TITLES[name],
      width: 'min(96px, 22vw)',
      number: true,
      operated: true,
      ...more,
      show: row => (
        <NumberCell grid={grid} place={row} name={name} label={labelOf(name, row)} usual={String(usualOf)} />
      ),
    });
    const columns: Column<Row>[] = [
      {
        title: 'Product',
        width: '2fr',
        show: row => <VariantLink variant={row.variant}>{fullName(row.variant.product.name, row.variant)}</VariantLink>,
      },
      { title: 'SKU', width: '1fr', from: 'xl', under: true, show: row => <span className="mono">{row.sku}</span> },
      { title: 'Location', width: '1.2fr', from: 'xl', under: true, show: row => nameOf(locations, row.locationId) },
      ...(isLevel
        ? [
            {
              title: 'Available' as const,
              width: '76px',
              number: true,
              from: 'md' as const,
              show: (row: Row) => inUnit(row.available, row.variant.unit),
            },
          ]
        : []),
      number('reorderPoint', defaultReorderPoint),
      number('reorderQuantity', defaultReorderQuantity),
      number('safetyStock', defaultSafetyStock, { from: 'sm' }),
      // The lead time of the location itself; otherwise the supplier's applies, and after that this default.
      number('leadTimeDays', defaultLeadTimeDays, { from: 'md', width: '84px' }),
      {
        title: TITLES.source,
        width: '168px',
        operated: true,
        from: 'lg',
        show: row => <SourceCell grid={grid} place={row} name="source" label={labelOf('source', row)} />,
      },
    ];
    return columns;
  }, [
    sheet,
    locations,
    isOpen,
    isLevel,
    defaultReorderPoint,
    defaultReorderQuantity,
    defaultSafetyStock,
    defaultLeadTimeDays,
  ]);
}

function PolicyFilters({
  chosen: search,
  go,
  sorts,
  sort,
}: {
  chosen: SearchParams;
  go(change: { [name in keyof SearchParams]: string }): void;
  sorts: Sorts;
  sort: string;
}) {
  const { text, setText } = useTypedFilter(search.q ?? '', typed => go({ q: typed }));
  return (
    <Filters set={countSet(search.show, search.location, search.category, search.supplier)}>
      <SearchFilter label={t('Filter by SKU, name or barcode')} text={text} setText={setText} />
      <SegmentedControl
        aria-label={t('Which rows')}
        data={[
          { value: 'all', label: t('All in stock') },
          { value: 'set', label: t('With a policy') },
        ]}
        value={search.show ?? 'all'}
        onChange={value => go({ show: value === 'set' ? 'set' : '', sort: '' } as never)}
      />
      <LocationFilter value={search.location} onChange={location => go({ location })} />
      <CategoryFilter value={search.category} onChange={category => go({ category })} />
      <SupplierFilter value={search.supplier} onChange={supplier => go({ supplier })} />
      <SortFilter value={sort} choices={sorts} onChange={value => go({ sort: value })} />
    </Filters>
  );
}

/** Whether everything that was typed is saved. */
function SaveStatus({ sheet }: { sheet: PolicySheet }): ReactNode {
  const waiting = useSheet(sheet, each => each.waiting());
  return (
    <span role="status">
      {waiting > 0 && t('Saving {waiting, plural, one {# cell} other {# cells}}.', { waiting })}
    </span>
  );
}

/** In a part of its own, as it changes with every cell that is typed into. */
const UnsavedCells = ({ sheet }: { sheet: PolicySheet }) => (
  <UnsentInput is={useSheet(sheet, each => each.isUnsaved())} />
);

const SHOWN_MAX = 6;
/** Refused values by name, wherever in the list they are. */
function NotWritten({ sheet, rows }: { sheet: PolicySheet; rows: readonly Row[] }) {
  const locations = useLocations();
  useSheet(sheet, each => each.revision());
  const refusals = sheet.refused();
  if (refusals.length === 0) return null;
  const called = (id: string) => {
    const row = rows.find(each => each.id === id);
    return row
      ? t('{sku} at {location}', { sku: row.sku, location: nameOf(locations, row.locationId) })
      : t('A row that is no longer in this list');
  };
  return (
    <Alert
      color="red"
      variant="outline"
      role="alert"
      title={t('{refused, plural, one {# cell} other {# cells}} not saved', { refused: refusals.length })}
    >
      {refusals.slice(0, SHOWN_MAX).map(({ row, name, problem }) => (
        <Text size="sm" key={`${row} ${name}`}>
          {called(row)}, {TITLES[name].toLowerCase()}: {problem}
        </Text>
      ))}
      {refusals.length > SHOWN_MAX && (
        <Text size="sm">
          {t('And {refused, plural, one {# more} other {# more}}.', { refused: refusals.length - SHOWN_MAX })}
        </Text>
      )}
    </Alert>
  );
}
