import { Button, Group, NumberInput, Select, Stack, Table, Text, Textarea } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo, useState } from 'react';
import { quantity, time, words } from '../format.ts';
import { graphql, send, useData, usePages } from '../graphql.ts';
import { useMay } from '../session.ts';
import { nameOf, useLocations } from '../ui/choose.tsx';
import { at, Facts, useStatusFilter } from '../ui/document.tsx';
import { Action, FormDialog } from '../ui/form.tsx';
import { Empty, Loading, Page, Problems, Section } from '../ui/page.tsx';
import { Status } from '../ui/status.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const List = graphql(`
  query Returns($after: String, $filter: ReturnAuthorizationsFilter) {
    returnAuthorizations(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status reason createdAt order { id number } items { id quantity } } }
  }
`);
const One = graphql(`
  query Return($id: ID!) {
    returnAuthorization(id: $id) { id number status reason locationId createdAt receivedAt order { id number } items { id sku quantity condition variant { productId product { name } } } }
  }
`);
const Fulfilled = graphql(`query FulfilledOrders { orders(first: 50, filter: { status: FULFILLED }) { nodes { id number reference items { id sku variantId quantityFulfilled variant { product { name } } } } } }`);
const Create = graphql(`mutation CreateReturn($input: CreateReturnAuthorizationInput!, $idempotencyKey: String) { createReturnAuthorization(input: $input, idempotencyKey: $idempotencyKey) { returnAuthorization { id } } }`);
const Take = graphql(`mutation ReceiveReturn($id: ID!, $idempotencyKey: String) { receiveReturnAuthorization(id: $id, idempotencyKey: $idempotencyKey) { returnAuthorization { id status } } }`);
const Cancel = graphql(`mutation CancelReturn($id: ID!, $idempotencyKey: String) { cancelReturnAuthorization(id: $id, idempotencyKey: $idempotencyKey) { returnAuthorization { id status } } }`);

type Row = ResultOf<typeof List>['returnAuthorizations']['nodes'][number];
const STATUSES = ['PENDING', 'RECEIVED', 'CANCELLED'] as const;
const CONDITIONS = [{ value: 'SELLABLE', label: 'Sellable: back into stock' }, { value: 'DAMAGED', label: 'Damaged' }, { value: 'DISCARDED', label: 'Discarded' }] as const;
type Condition = (typeof CONDITIONS)[number]['value'];

export function Returns() {
  const { filter, control, chosen } = useStatusFilter('/returns', STATUSES);
  const variables = useMemo(() => ({ filter: filter ?? null }), [chosen]);
  const page = usePages(List, variables, data => data.returnAuthorizations);
  const mayWrite = useMay('write');
  const columns: Column<Row>[] = [
    { title: 'Return', width: '140px', show: each => <Link className="link" to={`/returns/${each.id}` as never}>{each.number}</Link> },
    { title: 'Status', width: '1fr', show: each => <Status of={each.status} /> },
    { title: 'Order', width: '1fr', from: 'sm', show: each => each.order.number },
    { title: 'Reason', width: '1.6fr', from: 'sm', show: each => each.reason },
    { title: 'Units', width: '72px', number: true, show: each => quantity(each.items.reduce((sum, item) => sum + item.quantity, 0)) },
    { title: 'Created', width: '180px', from: 'md', show: each => time(each.createdAt) },
  ];
  return (
    <Page title="Returns" hint="What customers send back." actions={mayWrite && <NewReturn />}>
      {control}
      <Problems problems={page.problems} />
      <DataTable label="Returns" columns={columns} rows={page.rows} total={page.total} loading={page.loading} onEnd={page.readMore} linkOf={each => `/returns/${each.id}`} empty={
        <Empty icon={IconReceiptRefund} title={chosen ? 'No return has this status' : 'No returns yet'} action={mayWrite && !chosen && <NewReturn />}>{!chosen && 'A return is made for a fulfilled order; when it arrives, what is sellable goes back into stock.'}</Empty>
      } />
    </Page>
  );
}

function NewReturn() {
  const navigate = useNavigate();
  const orders = useData(Fulfilled, {}).data?.orders.nodes ?? [];
  const [orderId, setOrder] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const [parts, setParts] = useState<{ [sku: string]: { quantity: number | string; condition: Condition } }>({});
  const order = orders.find(({ id }) => id === orderId);
  const items = () => (order?.items ?? []).flatMap(({ sku }) => {
    const part = parts[sku];
    return part && Number(part.quantity) > 0 ? [{ sku, quantity: Number(part.quantity), condition: part.condition }] : [];
  });
  return (
    <FormDialog opener={open => <Button onClick={open}>New return</Button>} title="New return" submit="Create" size="lg" fields={['orderId', 'reason', 'items']} send={() => send(Create, { input: { orderId: orderId ?? '', reason, items: items() } })} done={({ createReturnAuthorization }) => void navigate({ to: `/returns/${createReturnAuthorization.returnAuthorization.id}` as never })}>
      {errors => (
        <>
          <Select label="Order" placeholder="A fulfilled order" searchable data={orders.map(({ id, number, reference }) => ({ value: id, label: [number, reference].filter(Boolean).join(' · ') }))} value={orderId} onChange={setOrder} error={errors.at('orderId')} />
          <Textarea label="Reason" autosize minRows={1} value={reason} onChange={event => setReason(event.currentTarget.value)} error={errors.at('reason')} />
          <Stack gap="xs">
            {order?.items.map(item => {
              const part = parts[item.sku] ?? { quantity: 0, condition: 'SELLABLE' as const };
              const index = items().findIndex(({ sku }) => sku === item.sku);
              return (
                <Group key={item.id} wrap="nowrap" align="flex-start">
                  <div style={{ flex: 1, minWidth: 0 }}>
                    <Text size="sm" fw={550} truncate>{item.variant.product.name}</Text>
                    <Text size="xs" c="dimmed">{quantity(item.quantityFulfilled)} were sent</Text>
                  </div>
                  <NumberInput aria-label={`Returned of ${item.sku}`} w={84} min={0} value={part.quantity} onChange={value => setParts({ ...parts, [item.sku]: { ...part, quantity: value } })} error={index < 0 ? undefined : errors.at(`items[${index}].quantity`)} />
                  <Select aria-label={`Condition of ${item.sku}`} w={150} allowDeselect={false} data={CONDITIONS} value={part.condition} onChange={value => setParts({ ...parts, [item.sku]: { ...part, condition: (value ?? 'SELLABLE') as Condition } })} />
                </Group>
              );
            })}
          </Stack>
          {errors.at('items') && <Text size="sm" c="var(--bad)">{errors.at('items')}</Text>}
        </>
      )}
    </FormDialog>
  );
}

export function ReturnPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading } = useData(One, { id });
  const locations = useLocations();
  const mayWrite = useMay('write');
  if (loading) return <Loading />;
  const found = data?.returnAuthorization;
  if (!found) return <Problems problems={problems.length > 0 ? problems : [{ code: 'NOT_FOUND', message: 'There is no such return.', field: null }]} />;
  const isOpen = mayWrite && found.status === 'PENDING';
  return (
    <Page title={found.number} hint={<>Of order <Link className="link" to={`/orders/${found.order.id}` as never}>{found.order.number}</Link></>} actions={
      <>
        <Status of={found.status} />
        {isOpen && <Action label="Cancel return" send={() => send(Cancel, { id })} said="Cancelled." confirm="It will not be expected any more. This cannot be undone." />}
        {isOpen && <Action label="Receive" variant="filled" send={() => send(Take, { id })} said="Received: what is sellable is back in stock." />}
      </>
    }>
      <Facts facts={[['Reason', found.reason], ['Comes to', nameOf(locations, found.locationId)], ['Created', time(found.createdAt)], ['Received', at(found.receivedAt)]]} />
      <Section title="Lines">
        <Table>
          <Table.Thead><Table.Tr><Table.Th>Product</Table.Th><Table.Th>Condition</Table.Th><Table.Th className="num">Quantity</Table.Th></Table.Tr></Table.Thead>
          <Table.Tbody>{found.items.map(item => <Table.Tr key={item.id}><Table.Td><Link className="link" to="/products/$id" params={{ id: item.variant.productId }}>{item.variant.product.name}</Link></Table.Td><Table.Td>{words(item.condition)}</Table.Td><Table.Td className="num">{quantity(item.quantity)}</Table.Td></Table.Tr>)}</Table.Tbody>
        </Table>
      </Section>
    </Page>
  );
}
