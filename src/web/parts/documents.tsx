import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useEffect, useMemo, useState } from 'react';
import type { TypedDocumentNode } from 'urql';
import { date, quantity, time, words } from '../format.ts';
import { type Connection, usePages } from '../graphql.ts';
import { useMay } from '../session.ts';
import { Export } from '../ui/export.tsx';
import { Empty, Page, Problems } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { type Column, DataTable } from '../ui/table.tsx';
import { useLocations } from './choose.tsx';

/*
 * What the lists of documents look alike in; their pages say what is special.
 */

interface Listed {
  id: string;
  status: string;
}

interface Filter<S> {
  status?: S;
  locationId?: string;
  number?: string;
  reference?: string;
  lotNumber?: string;
}

/** What a document is looked for by, in full. */
const SEARCHES = { reference: 'Number or reference', lotNumber: 'Lot number' };
type Search = keyof typeof SEARCHES;
/** What the service numbers its documents with. */
const NUMBER = /^(so|po|tr)-\d+$/i;
const lookedFor = (search: Search, text: string) =>
  search === 'reference' && NUMBER.test(text) ? { number: text.toUpperCase() } : { [search]: text };

/** What REST calls the lists of these pages. */
const EXPORTED: { readonly [path: string]: string } = {
  '/orders': 'orders',
  '/purchase-orders': 'purchase_orders',
  '/transfers': 'stock_transfers',
  '/counts': 'cycle_counts',
  '/returns': 'return_authorizations',
  '/production': 'production_batches',
  '/lots': 'lots',
};

export interface DocumentTableProps<Data, Row extends Listed, S extends string> {
  /** What they are called, in lower case. */
  plural: string;
  path: string;
  statuses: readonly S[];
  query: TypedDocumentNode<Data, { after?: string | null; filter?: Filter<S> | null }>;
  pick(data: Data): Connection<Row>;
  columns: readonly Column<Row>[];
  /** Besides the status: what can be looked for, and whether a location can be chosen. */
  search?: Search;
  byLocation?: boolean;
  icon: ComponentType<{ size?: number; stroke?: number }>;
  /** Said where there is none yet. */
  about: string;
  create?: ReactNode;
}

/** Documents of one kind, the newest first, by what is chosen; the choice is part of the address. */
export function DocumentTable<Data, Row extends Listed, S extends string>({
  plural,
  path,
  statuses,
  query,
  pick,
  columns,
  search,
  byLocation = false,
  icon,
  about,
  create,
}: DocumentTableProps<Data, Row, S>) {
  const { filter, control } = useFilter(path, statuses, search, byLocation);
  const page = usePages(query, { filter }, pick);
  const isFiltered = Object.keys(filter).length > 0;
  const mayWrite = useMay('write');
  return (
    <>
      <Group justify="space-between" gap="sm">
        {control}
        {EXPORTED[path] && <Export list={EXPORTED[path]} filter={filter as { [name: string]: unknown }} />}
      </Group>
      <Problems problems={page.problems} />
      <DataTable
        label={words(plural)}
        columns={columns}
        rows={page.rows}
        total={page.total}
        loading={page.loading}
        onEnd={page.readMore}
        linkOf={row => ({ to: `${path}/${row.id}` })}
        empty={
          isFiltered ? (
            <Empty icon={icon} title={`None of the ${plural} matches`}>
              Change the filter to see more.
            </Empty>
          ) : (
            <Empty icon={icon} title={`No ${plural} yet`} action={mayWrite && create}>
              {about}
            </Empty>
          )
        }
      />
    </>
  );
}

/** The same as a page of its own. */
export function DocumentList<Data, Row extends Listed, S extends string>({
  hint,
  ...table
}: DocumentTableProps<Data, Row, S> & { hint: string }) {
  const mayWrite = useMay('write');
  return (
    <Page title={words(table.plural)} hint={hint} actions={mayWrite && table.create}>
      <DocumentTable {...table} />
    </Page>
  );
}

function useFilter<S extends string>(
  path: string,
  statuses: readonly S[],
  search: Search | undefined,
  byLocation: boolean,
) {
  const chosen = useSearch({ strict: false }) as { status?: S; location?: string; q?: string };
  const navigate = useNavigate();
  const [text, setText] = useState(chosen.q ?? '');
  const [q] = useDebouncedValue(text.trim(), 250);
  const go = (change: { status?: string; location?: string; q?: string }) =>
    void navigate({ to: path as never, search: { ...chosen, ...change } as never, replace: true });
  useEffect(() => {
    if (q !== (chosen.q ?? '')) go({ q });
  });
  const status = statuses.find(each => each === chosen.status);
  const filter = useMemo<Filter<S>>(
    () => ({
      ...(status && { status }),
      ...(byLocation && chosen.location && { locationId: chosen.location }),
      ...(search && q && lookedFor(search, q)),
    }),
    [status, byLocation, chosen.location, search, q],
  );
  const control = (
    <Group gap="sm">
      {search && (
        <TextInput
          aria-label={SEARCHES[search]}
          placeholder={SEARCHES[search]}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={text}
          onChange={event => setText(event.currentTarget.value)}
          flex="1 1 180px"
          maw={280}
        />
      )}
      <Select
        aria-label="Status"
        placeholder="Any status"
        clearable
        flex="1 1 130px"
        maw={220}
        value={status ?? null}
        data={statuses.map(value => ({ value, label: words(value) }))}
        clearButtonProps={{ 'aria-label': 'Any status' }}
        onChange={value => go({ status: value ?? '' })}
      />
      {byLocation && <LocationFilter value={chosen.location} onChange={location => go({ location })} />}
    </Group>
  );
  return { filter, control };
}

function LocationFilter({ value, onChange }: { value: string | undefined; onChange(id: string): void }) {
  const locations = useLocations();
  return (
    <Select
      aria-label="Location"
      placeholder="All locations"
      clearable
      flex="1 1 130px"
      maw={220}
      value={value ?? null}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      clearButtonProps={{ 'aria-label': 'All locations' }}
      onChange={id => onChange(id ?? '')}
    />
  );
}

// ---- columns that most of them have ----

/** What leads to the document. */
export const linkColumn = <Row extends { id: string }>(
  title: string,
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

export const numberColumn = (title: string, path: string): Column<{ id: string; number: string }> =>
  linkColumn(title, path, row => row.number);

export const statusColumn: Column<{ status: string }> = {
  title: 'Status',
  width: '1.1fr',
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
  width: '180px',
  from: 'lg',
  under: row => date(row.createdAt),
  show: row => time(row.createdAt),
};
