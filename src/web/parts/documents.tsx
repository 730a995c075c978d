import { Group, Select } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useMemo } from 'react';
import type { TypedDocumentNode } from 'urql';
import { inSentence, quantity, shortDay, startOf, time, today, words } from '../format.ts';
import { useTypedFilter } from '../hooks.ts';
import { type Message, t } from '../language.ts';
import { type Connection, usePages } from '../lists.ts';
import { useMay } from '../session.ts';
import type { Column } from '../ui/columns.tsx';
import { DayField } from '../ui/day.tsx';
import { Export } from '../ui/export.tsx';
import { countSet, Filters } from '../ui/filters.tsx';
import { LookMenu } from '../ui/look.tsx';
import { Empty, Page, Problems } from '../ui/page.tsx';
import { type BulkAct, SelectionBar, useSelection } from '../ui/selection.tsx';
import { Status } from '../ui/status.tsx';
import { DataTable } from '../ui/table.tsx';
import { nameOfItem } from './document.tsx';
import { LocationFilter, SearchFilter, SupplierFilter } from './filters.tsx';
import { Views } from './views.tsx';

/*
 * What the lists of all documents have in common; their pages add what is special.
 */

interface ListedDocument {
  id: string;
  status: string;
}

interface Filter<S> {
  status?: S;
  closed?: boolean;
  locationId?: string;
  locationIds?: string[];
  supplierId?: string;
  createdSince?: string;
  q?: string;
}

/** The filter; part of the URL. */
interface SearchParams<S> {
  status?: S | typeof CLOSED;
  location?: string;
  supplier?: string;
  since?: string;
  q?: string;
  sort?: string;
}

/** The REST names of these pages' lists. */
const EXPORT_TABLES: { readonly [path: string]: string } = {
  '/orders': 'orders',
  '/purchase-orders': 'purchase_orders',
  '/transfers': 'stock_transfers',
  '/counts': 'cycle_counts',
  '/returns': 'return_authorizations',
  '/production': 'production_batches',
  '/lots': 'lots',
  '/expiry': 'lots',
};

interface DocumentTableProps<Data, Row extends ListedDocument, S extends string, O extends string> {
  /** Their name. */
  name: Message;
  path: string;
  /** The link of a row, if not below the list. */
  leads?(row: Row): string;
  /** The default filter and sort order. */
  usual?: { status?: S; sort?: O };
  statuses: readonly S[];
  /** What documents that were closed short are called, if the list tells them apart. */
  closed?: string;
  query: TypedDocumentNode<Data, { after?: string | null; filter?: Filter<S> | null; sort?: O | null }>;
  pick(data: Data): Connection<Row>;
  columns: readonly Column<Row>[];
  /** Besides the status: a text search, and further filters. */
  search?: string;
  /** `either`: documents that have a source and a destination. */
  byLocation?: boolean | 'either';
  bySupplier?: boolean;
  bySince?: boolean;
  /** Actions on several documents at once. */
  acts?: readonly BulkAct<Row>[];
  /** Further actions on the ticked rows. */
  more?(chosen: readonly Row[], drop: (some: readonly Row[]) => void): ReactNode;
  nameOf?(row: Row): string;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** The text for an empty list. */
  about: string;
  create?: ReactNode;
}

/** Documents of one kind, newest first, filtered; the filter is part of the URL. */
export function DocumentTable<Data, Row extends ListedDocument, S extends string, O extends string>({
  name,
  path,
  leads = row => `${path}/${row.id}`,
  usual = {},
  statuses,
  closed,
  query,
  pick,
  columns,
  search,
  byLocation = false,
  bySupplier = false,
  bySince = false,
  acts = [],
  more,
  nameOf = ({ id }) => id,
  icon,
  about,
  create,
}: DocumentTableProps<Data, Row, S, O>) {
  const { filter, control, sort, go } = useFilter(
    path,
    statuses,
    { search, byLocation, bySupplier, bySince, closed },
    usual,
  );
  const sorted =
    sort && columns.some(({ sorts = {} }) => Object.values(sorts).includes(sort)) ? (sort as O) : undefined;
  const page = usePages(query, { filter, ...(sorted && { sort: sorted }) }, pick);
  const isFiltered = Object.entries(filter).some(([name, value]) => name !== 'status' || value !== usual.status);
  const mayWrite = useMay('write');
  const { selection, chosen, drop } = useSelection(page.rows);
  const exportTable = EXPORT_TABLES[path];
  return (
    <>
      <Group justify="space-between" gap="sm">
        <div style={{ flex: '1 1 300px' }}>{control}</div>
        <Group gap="xs">
          {exportTable && <Export list={exportTable} filter={{ ...filter, ...(sorted && { sort: sorted }) }} />}
          <Views path={path} table={name} />
          <LookMenu table={name} columns={columns} />
        </Group>
      </Group>
      <Problems problems={page.problems} />
      {mayWrite && acts.length > 0 && (
        <SelectionBar chosen={chosen} drop={drop} nameOf={nameOf} acts={acts}>
          {more?.(chosen, drop)}
        </SelectionBar>
      )}
      <DataTable
        label={name}
        columns={columns}
        rows={page.rows}
        page={page}
        linkOf={row => ({ to: leads(row) })}
        selection={mayWrite && acts.length > 0 ? selection : undefined}
        // Search results are sorted by relevance.
        {...(!filter.q && { sort: sorted, onSort: (choice: string) => go({ sort: choice }) })}
        empty={
          isFiltered ? (
            <Empty icon={icon} title={t('None of the {plural} matches', { plural: inSentence(t(name)) })}>
              {t('Change the filter to see more.')}
            </Empty>
          ) : (
            <Empty
              icon={icon}
              title={t('No {plural} yet', { plural: inSentence(t(name)) })}
              action={mayWrite && create}
            >
              {about}
            </Empty>
          )
        }
      />
    </>
  );
}

/** The same as a page. */
export function DocumentList<Data, Row extends ListedDocument, S extends string, O extends string>({
  hint,
  ...table
}: DocumentTableProps<Data, Row, S, O> & { hint: string }) {
  const mayWrite = useMay('write');
  return (
    <Page title={t(table.name)} hint={hint} actions={mayWrite && table.create}>
      <DocumentTable {...table} />
    </Page>
  );
}

/**
 * The URL needs a value for "any status" in lists with a default one, because an absent parameter means the default.
 */
const ANY = 'ANY';
/** The choice among the statuses that is none of them. */
const CLOSED = 'CLOSED_SHORT';

function useFilter<S extends string>(
  path: string,
  statuses: readonly S[],
  by: {
    search: string | undefined;
    byLocation: boolean | 'either';
    bySupplier: boolean;
    bySince: boolean;
    closed: string | undefined;
  },
  usual: { status?: S; sort?: string },
) {
  const { search, byLocation, bySupplier, bySince, closed } = by;
  const chosen = useSearch({ strict: false }) as SearchParams<S>;
  const navigate = useNavigate();
  const q = chosen.q ?? '';
  const go = (change: { [name in keyof SearchParams<S>]: string }) =>
    void navigate({ to: path as never, search: { ...chosen, ...change } as never, replace: true });
  const { text, setText } = useTypedFilter(q, typed => go({ q: typed }));
  const status = statuses.find(each => each === (chosen.status ?? usual.status));
  const isClosed = closed !== undefined && chosen.status === CLOSED;
  const filter = useMemo<Filter<S>>(
    () => ({
      ...(status && { status }),
      ...(isClosed && { closed: true }),
      ...(byLocation &&
        chosen.location &&
        (byLocation === 'either' ? { locationIds: [chosen.location] } : { locationId: chosen.location })),
      ...(bySupplier && chosen.supplier && { supplierId: chosen.supplier }),
      ...(bySince && chosen.since && { createdSince: startOf(chosen.since) }),
      ...(search && q && { q }),
    }),
    [status, isClosed, byLocation, chosen.location, bySupplier, chosen.supplier, bySince, chosen.since, search, q],
  );
  const control = (
    <Filters
      set={
        countSet(chosen.location, chosen.supplier, chosen.since) +
        Number(Boolean(search) && (isClosed || status !== usual.status))
      }
    >
      {search && <SearchFilter label={search} text={text} setText={setText} maw={280} />}
      <Select
        aria-label={t('Status')}
        placeholder={t('Any status')}
        clearable={!usual.status}
        allowDeselect={!usual.status}
        flex="1 1 130px"
        maw={220}
        value={isClosed ? CLOSED : (status ?? (usual.status ? ANY : null))}
        data={[
          ...(usual.status ? [{ value: ANY, label: t('Any status') }] : []),
          ...statuses.map(value => ({ value: value as string, label: words(value) })),
          ...(closed === undefined ? [] : [{ value: CLOSED, label: closed }]),
        ]}
        clearButtonProps={{ 'aria-label': t('Any status') }}
        onChange={value => go({ status: value ?? '' })}
      />
      {byLocation && <LocationFilter value={chosen.location} onChange={location => go({ location })} />}
      {bySupplier && <SupplierFilter value={chosen.supplier} onChange={supplier => go({ supplier })} />}
      {bySince && (
        <DayField label={t('Since')} max={today()} value={chosen.since ?? ''} onChange={since => go({ since })} />
      )}
    </Filters>
  );
  return { filter, control, sort: filter.q ? undefined : (chosen.sort ?? usual.sort), go };
}

// ---- columns that most of them have ----

/** The link to the document. */
export const linkColumn = <Row extends { id: string }>(
  title: Message,
  path: string,
  nameOf: (row: Row) => string,
  width = '120px',
): Column<Row> => ({
  title,
  width,
  show: row => (
    <Link className="link" to={`${path}/${row.id}` as never}>
      {nameOf(row)}
    </Link>
  ),
});

/** The number of a document as a link to its page; sortable. */
export const numberColumn = (title: Message, path: string): Column<{ id: string; number: string }> => ({
  ...linkColumn<{ id: string; number: string }>(title, path, row => row.number, '104px'),
  sorts: { ascending: 'NUMBER_ASC', descending: 'NUMBER_DESC' },
});

/** The product that a lot is of, with its SKU. */
export const productColumn: Column<{ sku: string } & Parameters<typeof nameOfItem>[0]> = {
  title: 'Product',
  width: '1.7fr',
  from: 'sm',
  under: true,
  show: ({ sku, variant }) => (
    <>
      {nameOfItem({ variant })} <span className="mono">{sku}</span>
    </>
  ),
};

export const statusColumn: Column<{ status: string }> = {
  title: 'Status',
  width: '1.1fr',
  least: 116,
  show: row => <Status of={row.status} />,
};

export const unitsColumn: Column<{ items: readonly { quantity: number }[] }> = {
  title: 'Units',
  width: '64px',
  number: true,
  show: row => quantity(row.items.reduce((sum, item) => sum + item.quantity, 0)),
};

export const createdColumn: Column<{ createdAt: string }> = {
  title: 'Created',
  width: '168px',
  from: 'lg',
  sorts: { ascending: 'CREATED_AT_ASC', descending: 'CREATED_AT_DESC' },
  under: row => shortDay(row.createdAt),
  show: row => time(row.createdAt),
};
