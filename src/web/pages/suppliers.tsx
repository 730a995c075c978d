import { Button, Group, Text, Title } from '@mantine/core';
import { IconBuildingStore, IconTruckDelivery } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { date } from '../format.ts';
import { graphql } from '../graphql.ts';
import { t } from '../language.ts';
import { usePages } from '../lists.ts';
import { FactList, RecordView } from '../parts/document.tsx';
import { linkColumn, numberColumn, unitsColumn } from '../parts/documents.tsx';
import { fullName, VariantLink } from '../parts/product-link.tsx';
import { deliveryColumn } from '../parts/short-delivery.tsx';
import { type Supplier, SupplierDialog, SupplierFields } from '../parts/supplier.tsx';
import { SupplierItemDialog, SupplierItemFields, useTerms } from '../parts/supplier-items.tsx';
import { useMay } from '../session.ts';
import { toward } from '../ui/address.ts';
import type { Column } from '../ui/columns.tsx';
import { Empty, Page, Problems, Section } from '../ui/page.tsx';
import { Rows } from '../ui/rows.tsx';
import { DataTable } from '../ui/table.tsx';

const List = graphql(
  `query SupplierList($after: String) { suppliers(first: 50, after: $after) {
        totalCount pageInfo { hasNextPage endCursor } nodes { ...SupplierFields } } }`,
  [SupplierFields],
);
const One = graphql(`query Supplier($id: ID!) { supplier(id: $id) { ...SupplierFields } }`, [SupplierFields]);
const Items = graphql(
  `query SupplierItems($after: String, $filter: SupplierItemsFilter) { supplierItems(first: 50, after: $after,
        filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { ...SupplierItemFields } } }`,
  [SupplierItemFields],
);
const Orders = graphql(
  `query SupplierOrders($after: String, $filter: PurchaseOrdersFilter) {
      purchaseOrders(first: 20, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes {
          id number status expectedOn location { name } items { id quantity quantityReceived } } } }`,
);
type Order = ResultOf<typeof Orders>['purchaseOrders']['nodes'][number];
const PATH = '/suppliers';

const COLUMNS: readonly Column<Supplier>[] = [
  linkColumn('Name', PATH, supplier => supplier.name, '1.6fr'),
  { title: 'Code', width: '110px', from: 'md', show: ({ code }) => <span className="mono">{code ?? '–'}</span> },
  { title: 'Email', width: '1.4fr', from: 'sm', under: true, show: supplier => supplier.email ?? '–' },
  { title: 'Phone', width: '1fr', from: 'md', show: supplier => supplier.phone ?? '–' },
  {
    title: 'Lead time',
    width: '96px',
    number: true,
    show: ({ leadTimeDays }) =>
      leadTimeDays === null ? '–' : t('{leadTimeDays, plural, one {# day} other {# days}}', { leadTimeDays }),
  },
];

/** The suppliers. */
export function Suppliers() {
  const page = usePages(List, {}, data => data.suppliers);
  const mayWrite = useMay('write');
  return (
    <Page
      title={t('Suppliers')}
      hint={t('Who you buy from, and on what terms.')}
      actions={mayWrite && <SupplierDialog />}
    >
      <Problems problems={page.problems} retry={page.refresh} />
      <DataTable
        label="Suppliers"
        columns={COLUMNS}
        rows={page.rows}
        page={page}
        linkOf={supplier => ({ to: `${PATH}/${supplier.id}` })}
        empty={
          <Empty icon={IconBuildingStore} title={t('No suppliers yet')}>
            {t('Goods are ordered from suppliers: create one, then add what it sells.')}
          </Empty>
        }
      />
    </Page>
  );
}

/** One supplier: its terms, what it supplies and at which prices, and its purchase orders. */
export const SupplierPage = () => (
  <RecordView noun={t('supplier')} query={One} pick={data => data.supplier}>
    {supplier => <SupplierView supplier={supplier} />}
  </RecordView>
);

function SupplierView({ supplier }: { supplier: Supplier }) {
  const mayWrite = useMay('write');
  return (
    <Page title={supplier.name} hint={t('Supplier')} actions={mayWrite && <SupplierDialog supplier={supplier} />}>
      <FactList
        facts={[
          [t('Code'), supplier.code],
          [t('Email'), supplier.email],
          [t('Phone'), supplier.phone],
          [
            t('Usual lead time'),
            supplier.leadTimeDays !== null &&
              t('{leadTimeDays, plural, one {# day} other {# days}}', { leadTimeDays: supplier.leadTimeDays }),
          ],
          [t('Notes'), supplier.notes],
        ]}
      />
      <ItemsSold supplierId={supplier.id} />
      <OrdersPlaced supplierId={supplier.id} />
    </Page>
  );
}

/** What it sells, and on which terms. */
function ItemsSold({ supplierId }: { supplierId: string }) {
  const page = usePages(Items, { filter: { supplierId } }, data => data.supplierItems);
  const mayWrite = useMay('write');
  const terms = useTerms();
  return (
    <Section title={t('What it sells')} action={mayWrite && <SupplierItemDialog supplierId={supplierId} />}>
      <Rows
        rows={page.rows}
        minWidth={480}
        empty={
          page.loading ? null : t('Nothing yet. Add the unit and the price that it sells in, and orders will use them.')
        }
        columns={[
          {
            title: 'Product',
            show: ({ variant, sku }) => (
              <>
                <VariantLink variant={variant}>{fullName(variant.product.name, variant)}</VariantLink>
                <Text size="xs" c="dimmed" className="mono">
                  {sku}
                </Text>
              </>
            ),
          },
          ...terms,
        ]}
      />
      {page.more && page.rows.length > 0 && (
        <Button variant="subtle" size="compact-sm" mt="xs" onClick={page.readMore}>
          {t('Show more')}
        </Button>
      )}
    </Section>
  );
}

const ORDERS: readonly Column<Order>[] = [
  numberColumn('Order ~purchase', '/purchase-orders'),
  deliveryColumn,
  { title: 'To ~place', width: '1.2fr', from: 'sm', under: true, show: order => order.location.name },
  unitsColumn,
  { title: 'Expected', width: '120px', from: 'sm', under: true, show: order => date(order.expectedOn) },
];

function OrdersPlaced({ supplierId }: { supplierId: string }) {
  const page = usePages(Orders, { filter: { supplierId } }, data => data.purchaseOrders);
  const mayWrite = useMay('write');
  return (
    <section aria-label={t('Purchase orders')}>
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('Purchase orders')}</Title>
        {mayWrite && (
          <Button
            component={Link}
            variant="default"
            {...toward({ to: '/purchase-orders', search: { supplier: supplierId, act: 'new' } })}
          >
            {t('New purchase order')}
          </Button>
        )}
      </Group>
      <DataTable
        label="Purchase orders"
        columns={ORDERS}
        rows={page.rows}
        page={page}
        height={360}
        linkOf={order => ({ to: `/purchase-orders/${order.id}` })}
        empty={<Empty icon={IconTruckDelivery} title={t('Nothing has been ordered yet')} />}
      />
    </section>
  );
}
