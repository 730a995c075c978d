import { Button, Text } from '@mantine/core';
import { IconBookmark, IconChevronDown } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo } from 'react';
import { inUnit, since, time } from '../format.ts';
import { graphql, type SendResult, send, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { usePages } from '../lists.ts';
import { nameOfItem } from '../parts/document.tsx';
import { ExtendMenu, extendActs, isHeld } from '../parts/extend.tsx';
import { Filter, LocationFilter, SortFilter, VariantFilter } from '../parts/filters.tsx';
import { nameOf, useLocations } from '../parts/locations.ts';
import { VariantLink } from '../parts/product-link.tsx';
import { Views } from '../parts/views.tsx';
import { useMay } from '../session.ts';
import { Action } from '../ui/action.tsx';
import type { Column } from '../ui/columns.tsx';
import { Export } from '../ui/export.tsx';
import { countSet, Filters } from '../ui/filters.tsx';
import { LookMenu } from '../ui/look.tsx';
import { notifyProblems } from '../ui/notify.tsx';
import { Empty, Page, Problems } from '../ui/page.tsx';
import { type BulkAct, SelectionBar, useSelection } from '../ui/selection.tsx';
import { DataTable } from '../ui/table.tsx';

const List = graphql(`
  query Reservations($after: String, $filter: ReservationsFilter, $sort: ReservationSort) {
    reservations(first: 50, after: $after, filter: $filter, sort: $sort) {
      totalCount pageInfo { hasNextPage endCursor }
      nodes { id sku locationId quantity referenceType referenceId createdAt variant {
            id name unit productId product { name } } }
    }
  }
`);
/** The orders and batches that hold stock: their reservations change with them, so the list follows their events. */
const Holders = graphql(`
  query Holders($orders: [ID!], $batches: [ID!], $withOrders: Boolean!, $withBatches: Boolean!) {
    orders(first: 200, filter: { ids: $orders }) @include(if: $withOrders) {
        nodes { id number status reference reservationExpiresAt } }
    productionBatches(first: 200, filter: { ids: $batches }) @include(if: $withBatches) { nodes { id number status } }
  }
`);
const CancelOrder = graphql(
  `mutation ReleaseOrder($id: ID!, $idempotencyKey: String) {
      cancelOrder(id: $id, idempotencyKey: $idempotencyKey) { order { id status } } }`,
);
const CloseOrder = graphql(
  `mutation ReleaseRest($id: ID!, $idempotencyKey: String) {
      closeOrder(id: $id, idempotencyKey: $idempotencyKey) { order { id status } } }`,
);
const CancelBatch = graphql(
  `mutation ReleaseBatch($id: ID!, $idempotencyKey: String) {
      cancelProductionBatch(id: $id, idempotencyKey: $idempotencyKey) { productionBatch { id status } } }`,
);

type Row = ResultOf<typeof List>['reservations']['nodes'][number];
interface Holder {
  id: string;
  number: string;
  status: string;
  reference?: string | null;
  reservationExpiresAt?: string | null;
}

const PATH = '/reservations';
const TABLE = 'Reservations';
const HOLDERS = [
  { value: 'ORDER', label: t('Orders') },
  { value: 'PRODUCTION_BATCH', label: t('Batches') },
] as const;
const PATHS = { ORDER: '/orders', PRODUCTION_BATCH: '/production' } as const;
const SORTS = [
  { value: 'CREATED_AT_ASC', label: t('Held longest') },
  { value: 'CREATED_AT_DESC', label: t('Newest') },
] as const;

/** The filter; part of the URL. */
interface SearchParams {
  sku?: string;
  location?: string;
  by?: string;
  sort?: string;
}

const AT_ONCE = 200;
/** The documents that hold what is on the screen, by id; as many as one query may name. */
function useHolders(rows: readonly Row[]): ReadonlyMap<string, Holder> {
  const idsOf = (type: Row['referenceType']) =>
    [
      ...new Set(rows.filter(({ referenceType }) => referenceType === type).map(({ referenceId }) => referenceId)),
    ].slice(-AT_ONCE);
  const [orders, batches] = [idsOf('ORDER'), idsOf('PRODUCTION_BATCH')];
  const variables = {
    orders: orders.length > 0 ? orders : null,
    batches: batches.length > 0 ? batches : null,
    withOrders: orders.length > 0,
    withBatches: batches.length > 0,
  };
  const { data } = useData(Holders, variables, { pause: rows.length === 0 });
  return useMemo(
    () =>
      new Map(
        [...(data?.orders?.nodes ?? []), ...(data?.productionBatches?.nodes ?? [])].map(each => [
          each.id,
          each as Holder,
        ]),
      ),
    [data],
  );
}

const SOON_MS = 24 * 3_600_000;

/** For those who may write, with a way to release what is reserved. */
const columnsOf = (
  holders: ReadonlyMap<string, Holder>,
  locations: ReturnType<typeof useLocations>,
  mayWrite: boolean,
): readonly Column<Row>[] => [
  {
    title: 'Held by',
    width: '100px',
    show: ({ referenceType, referenceId }) => (
      <Link className="link" to={`${PATHS[referenceType]}/${referenceId}` as never}>
        {holders.get(referenceId)?.number ?? (referenceType === 'ORDER' ? t('Order') : t('Batch'))}
      </Link>
    ),
  },
  {
    title: 'Reference',
    width: '1fr',
    from: 'xl',
    under: true,
    show: row => holders.get(row.referenceId)?.reference ?? '–',
  },
  {
    title: 'Product',
    width: '1.6fr',
    from: 'sm',
    under: true,
    show: row => <VariantLink variant={row.variant}>{nameOfItem(row)}</VariantLink>,
  },
  {
    title: 'SKU',
    width: '1fr',
    from: 'lg',
    under: true,
    show: row => <span className="mono">{row.sku}</span>,
  },
  { title: 'Quantity', width: '76px', number: true, show: row => inUnit(row.quantity, row.variant.unit) },
  { title: 'Location', width: '1.1fr', from: 'md', under: true, show: row => nameOf(locations, row.locationId) },
  {
    title: 'Since',
    width: '120px',
    from: 'md',
    under: row => t('since {createdAt}', { createdAt: time(row.createdAt) }),
    show: row => <span title={time(row.createdAt)}>{since(row.createdAt)}</span>,
  },
  {
    title: 'Until',
    width: '128px',
    operated: true,
    show: row => <UntilCell row={row} holder={holders.get(row.referenceId)} mayWrite={mayWrite} />,
  },
  ...(mayWrite
    ? [
        {
          title: 'Release' as const,
          width: '92px',
          operated: true,
          from: 'md' as const,
          show: (row: Row) => <Release row={row} holder={holders.get(row.referenceId)} />,
        },
      ]
    : []),
];

/** What can be done with several documents at once. */
const actsFor = (holders: ReadonlyMap<string, Holder>): readonly BulkAct<Row>[] => [
  ...extendActs(
    ({ referenceType, referenceId }: Row) => referenceType === 'ORDER' && isHeld(holders.get(referenceId)?.status),
    row => row.referenceId,
  ),
  {
    label: t('Release'),
    isFor: row => mayRelease(holders.get(row.referenceId)),
    send: (row, key) => release(row, holders.get(row.referenceId), { isOneOfMany: true, key }),
    confirm: t(
      'The orders and batches are cancelled, or what has not left of them, and everything reserved for them becomes available to others. This cannot be undone.',
    ),
    notice: count =>
      t('{count, plural, one {# document} other {# documents}} released; the stock is available again.', {
        count,
      }),
  },
];

/** Who reserved what, since when, and until when. */
export function Reservations() {
  const search = useSearch({ strict: false }) as SearchParams;
  const navigate = useNavigate();
  const go = (change: { [name in keyof SearchParams]: string }) =>
    void navigate({ to: PATH as never, search: { ...search, ...change } as never, replace: true });
  const locations = useLocations();
  const mayWrite = useMay('write');
  const by = HOLDERS.find(({ value }) => value === search.by)?.value;
  const sort = SORTS.find(({ value }) => value === search.sort)?.value ?? 'CREATED_AT_ASC';
  const filter = useMemo(
    () => ({
      ...(search.sku && { sku: search.sku }),
      ...(search.location && { locationId: search.location }),
      ...(by && { referenceType: by }),
    }),
    [search.sku, search.location, by],
  );
  const page = usePages(List, { filter, sort }, data => data.reservations);
  const holders = useHolders(page.rows);
  const { selection, chosen: ticked, drop } = useSelection(page.rows);
  /** One row of each document: it is extended or released as a whole. */
  const ofDocuments = [...new Map(ticked.map(row => [row.referenceId, row])).values()];
  const isFiltered = Object.keys(filter).length > 0;
  const columns = useMemo(() => columnsOf(holders, locations, mayWrite), [holders, locations, mayWrite]);
  return (
    <Page
      title={t('Reservations')}
      hint={
        page.total === undefined
          ? t('Who holds what, and since when.')
          : t('{total, plural, one {# line} other {# lines}} held for orders and batches.', { total: page.total })
      }
      actions={
        <>
          <Export list="reservations" filter={{ ...filter, sort }} />
          <Views path={PATH} table={TABLE} />
          <LookMenu table={TABLE} columns={columns} />
        </>
      }
    >
      <Filters set={countSet(by, search.location)}>
        <VariantFilter value={search.sku} onChange={sku => go({ sku })} />
        <Filter
          label={t('Held by')}
          any={t('Orders and batches')}
          value={by}
          data={[...HOLDERS]}
          onChange={value => go({ by: value })}
        />
        <LocationFilter value={search.location} onChange={location => go({ location })} />
        <SortFilter value={sort} choices={SORTS} onChange={value => go({ sort: value })} />
      </Filters>
      <Problems problems={page.problems} retry={page.refresh} />
      <SelectionBar
        chosen={ofDocuments}
        drop={some => drop(ticked.filter(({ referenceId }) => some.some(each => each.referenceId === referenceId)))}
        nameOf={row => holders.get(row.referenceId)?.number ?? row.sku}
        acts={actsFor(holders)}
      />
      <DataTable
        label={TABLE}
        {...(mayWrite && { selection })}
        columns={columns}
        rows={page.rows}
        page={page}
        linkOf={row => ({ to: `${PATHS[row.referenceType]}/${row.referenceId}` })}
        empty={
          <Empty icon={IconBookmark} title={isFiltered ? t('Nothing matches') : t('Nothing is reserved')}>
            {isFiltered
              ? t('Change the filter to see more.')
              : t('What is reserved for an order, or for a batch that was started, is listed here.')}
          </Empty>
        }
      />
    </Page>
  );
}

/** When the stock is released, and for orders a way to change that. */
function UntilCell({ row, holder, mayWrite }: { row: Row; holder: Holder | undefined; mayWrite: boolean }) {
  const end = holder?.reservationExpiresAt;
  const isOrder = row.referenceType === 'ORDER';
  const words = end ? since(end) : isOrder ? t('no end') : '–';
  const shown = (
    <Text span size="sm" {...(end && { title: time(end), ...(isSoon(end) && { fw: 620, c: 'var(--warn)' }) })}>
      {words}
    </Text>
  );
  if (!mayWrite || !holder || !isOrder || !isHeld(holder.status)) return shown;
  return (
    <ExtendMenu id={holder.id} end={end} report={problems => problems.length > 0 && notifyProblems(problems)}>
      <Button
        variant="default"
        size="compact-sm"
        rightSection={<IconChevronDown size={14} />}
        aria-label={t('{number} is reserved until: {end}', { number: holder.number, end: words })}
      >
        {shown}
      </Button>
    </ExtendMenu>
  );
}

const isSoon = (end: string): boolean => Date.parse(end) - Date.now() < SOON_MS;

const mayRelease = (holder: Holder | undefined): boolean =>
  holder !== undefined && ['RESERVED', 'PARTIALLY_FULFILLED', 'IN_PROGRESS'].includes(holder.status);

function release(
  { referenceType, referenceId: id }: Row,
  holder: Holder | undefined,
  options?: { isOneOfMany: boolean; key: string },
): Promise<SendResult<object>> {
  if (referenceType !== 'ORDER') return send(CancelBatch, { id }, options);
  return holder?.status === 'PARTIALLY_FULFILLED'
    ? send(CloseOrder, { id }, options)
    : send(CancelOrder, { id }, options);
}

/** Releases a reservation by cancelling its document, or what has not left of it, if that is possible. */
function Release({ row, holder }: { row: Row; holder: Holder | undefined }) {
  if (!holder || !mayRelease(holder)) return null;
  const { number } = holder;
  if (holder.status === 'PARTIALLY_FULFILLED')
    return (
      <Action
        label={t('Release')}
        size="compact-sm"
        title={t('Close {number} short?', { number })}
        confirm={t(
          'What has not left is cancelled, and stock reserved for it becomes available to others. This cannot be undone.',
        )}
        send={() => release(row, holder)}
        notice={t('{number} is closed short; nothing more will follow.', { number })}
      />
    );
  const isOrder = row.referenceType === 'ORDER';
  return (
    <Action
      label={t('Release')}
      size="compact-sm"
      title={t('Cancel {number}?', { number })}
      confirm={
        isOrder
          ? t(
              'Order {number} is cancelled, and everything reserved for it becomes available to others. This cannot be undone.',
              { number },
            )
          : t(
              'Batch {number} is cancelled, and everything reserved for it becomes available to others. This cannot be undone.',
              { number },
            )
      }
      send={() => release(row, holder)}
      notice={t('{number} is cancelled; its stock is available again.', { number })}
    />
  );
}
