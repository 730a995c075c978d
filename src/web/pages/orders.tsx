import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo, useState } from 'react';
import { money, quantity, time } from '../format.ts';
import { graphql, send, useData, usePages } from '../graphql.ts';
import { useMay, useOrganization } from '../session.ts';
import { LocationSelect, nameOf, useLocations } from '../ui/choose.tsx';
import { at, Facts, Items, useStatusFilter } from '../ui/document.tsx';
import { Action, FormDialog } from '../ui/form.tsx';
import { Lines, linesInput, newLine } from '../ui/lines.tsx';
import { Empty, Loading, Page, Problems } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const List = graphql(`
  query Orders($after: String, $filter: OrdersFilter) {
    orders(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status reference locationId createdAt items { id quantity quantityFulfilled } } }
  }
`);
const One = graphql(`
  query Order($id: ID!) {
    order(id: $id) {
      id number status reference notes locationId createdAt reservedAt reservationExpiresAt fulfilledAt cancelledAt
      items { id sku quantity quantityReserved quantityFulfilled unitPrice variant { productId name product { name } } }
    }
  }
`);
const Create = graphql(`mutation CreateOrder($input: CreateOrderInput!, $idempotencyKey: String) { createOrder(input: $input, idempotencyKey: $idempotencyKey) { order { id number } } }`);
const Reserve = graphql(`mutation ReserveOrder($id: ID!, $idempotencyKey: String) { reserveOrder(id: $id, idempotencyKey: $idempotencyKey) { order { id status } } }`);
const Fulfill = graphql(`mutation FulfillOrder($id: ID!, $idempotencyKey: String) { fulfillOrder(id: $id, idempotencyKey: $idempotencyKey) { order { id status } } }`);
const Cancel = graphql(`mutation CancelOrder($id: ID!, $idempotencyKey: String) { cancelOrder(id: $id, idempotencyKey: $idempotencyKey) { order { id status } } }`);

type Order = ResultOf<typeof List>['orders']['nodes'][number];
const STATUSES = ['PENDING', 'RESERVED', 'PARTIALLY_FULFILLED', 'FULFILLED', 'CANCELLED'] as const;
const total = (items: readonly { quantity: number }[]) => items.reduce((sum, item) => sum + item.quantity, 0);

export function Orders() {
  const { filter, control, chosen } = useStatusFilter('/orders', STATUSES);
  const variables = useMemo(() => ({ filter: filter ?? null }), [chosen]);
  const page = usePages(List, variables, data => data.orders);
  const locations = useLocations();
  const mayWrite = useMay('write');
  const columns: Column<Order>[] = [
    { title: 'Order', width: '130px', show: order => <Link className="link" to={`/orders/${order.id}` as never}>{order.number}</Link> },
    { title: 'Status', width: '1fr', show: order => <Status of={order.status} /> },
    { title: 'Reference', width: '1fr', from: 'md', show: order => order.reference ?? '–' },
    { title: 'From', width: '1fr', from: 'sm', show: order => nameOf(locations, order.locationId) },
    { title: 'Units', width: '72px', number: true, show: order => quantity(total(order.items)) },
    { title: 'Created', width: '180px', from: 'sm', show: order => time(order.createdAt) },
  ];
  return (
    <Page title="Orders" hint="What customers are to get." actions={mayWrite && <NewOrder />}>
      {control}
      <Problems problems={page.problems} />
      <DataTable label="Orders" columns={columns} rows={page.rows} total={page.total} loading={page.loading} onEnd={page.readMore} linkOf={order => `/orders/${order.id}`} empty={
        <Empty icon={IconReceipt} title={chosen ? 'No order has this status' : 'No orders yet'} action={mayWrite && !chosen && <NewOrder />}>{!chosen && 'Reserve an order to keep its stock for it; fulfil it when it leaves the house.'}</Empty>
      } />
    </Page>
  );
}

function NewOrder() {
  const navigate = useNavigate();
  const [form, setForm] = useState({ locationId: null as string | null, reference: '', notes: '' });
  const [lines, setLines] = useState<readonly ReturnType<typeof newLine>[]>([newLine()]);
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  const input = () => ({ locationId: form.locationId ?? '', items: linesInput(lines, 'unitPrice'), ...(form.reference && { reference: form.reference }), ...(form.notes && { notes: form.notes }) });
  return (
    <FormDialog opener={open => <Button onClick={open}>New order</Button>} title="New order" submit="Create" size="lg" fields={['locationId', 'reference', 'notes', 'items']} send={() => send(Create, { input: input() })} done={({ createOrder }) => void navigate({ to: `/orders/${createOrder.order.id}` as never })}>
      {errors => (
        <>
          <Group grow align="flex-start">
            <LocationSelect label="Ship from" value={form.locationId} onChange={locationId => change({ locationId })} error={errors.at('locationId')} />
            <TextInput label="Reference" placeholder="Your own number" value={form.reference} onChange={event => change({ reference: event.currentTarget.value })} error={errors.at('reference')} />
          </Group>
          <Lines lines={lines} onChange={setLines} errors={errors} price="unitPrice" />
          <Textarea label="Notes" value={form.notes} onChange={event => change({ notes: event.currentTarget.value })} autosize minRows={1} error={errors.at('notes')} />
        </>
      )}
    </FormDialog>
  );
}

export function OrderPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading } = useData(One, { id });
  const { currency } = useOrganization();
  const locations = useLocations();
  const mayWrite = useMay('write');
  if (loading) return <Loading />;
  const order = data?.order;
  if (!order) return <Problems problems={problems.length > 0 ? problems : [{ code: 'NOT_FOUND', message: 'There is no such order.', field: null }]} />;
  const is = (...statuses: (typeof STATUSES)[number][]) => mayWrite && statuses.includes(order.status);
  return (
    <Page title={order.number} hint={`Ships from ${nameOf(locations, order.locationId)}`} actions={
      <>
        <Status of={order.status} />
        {is('PENDING', 'RESERVED') && <Action label="Cancel order" send={() => send(Cancel, { id })} said="Cancelled; what was reserved is free again." confirm="What is reserved for it becomes available to others. This cannot be undone." />}
        {is('PENDING') && <Action label="Reserve" send={() => send(Reserve, { id })} said="Reserved." />}
        {is('PENDING', 'RESERVED', 'PARTIALLY_FULFILLED') && <Action label="Fulfil" variant="filled" send={() => send(Fulfill, { id })} said="Fulfilled." />}
      </>
    }>
      <Facts facts={[['Reference', order.reference], ['Created', time(order.createdAt)], ['Reserved', at(order.reservedAt)], ['Reserved until', at(order.reservationExpiresAt)], ['Fulfilled', at(order.fulfilledAt)], ['Cancelled', at(order.cancelledAt)], ['Notes', order.notes]]} />
      <Items items={order.items} done={['Fulfilled', item => item.quantityFulfilled]} more={[['Reserved', item => quantity(item.quantityReserved)], ['Price', item => money(item.unitPrice, currency)]]} />
    </Page>
  );
}
