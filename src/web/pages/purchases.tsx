import { Button, Group, Textarea, TextInput } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo, useState } from 'react';
import { date, money, quantity, time } from '../format.ts';
import { graphql, send, useData, usePages } from '../graphql.ts';
import { useMay, useOrganization } from '../session.ts';
import { LocationSelect, nameOf, SupplierSelect, useLocations } from '../ui/choose.tsx';
import { at, Facts, Items, useStatusFilter } from '../ui/document.tsx';
import { Action, FormDialog } from '../ui/form.tsx';
import { Lines, linesInput, newLine } from '../ui/lines.tsx';
import { Empty, Loading, Page, Problems } from '../ui/page.tsx';
import { Receive } from '../ui/receive.tsx';
import { Status } from '../ui/status.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const List = graphql(`
  query PurchaseOrders($after: String, $filter: PurchaseOrdersFilter) {
    purchaseOrders(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status expectedOn locationId createdAt supplier { name } items { id quantity quantityReceived } } }
  }
`);
const One = graphql(`
  query PurchaseOrder($id: ID!) {
    purchaseOrder(id: $id) {
      id number status reference notes locationId expectedOn createdAt submittedAt receivedAt supplier { name }
      items { id sku quantity quantityReceived unitCost variant { productId name lotTracked product { name } } }
    }
  }
`);
const Create = graphql(`mutation CreatePurchaseOrder($input: CreatePurchaseOrderInput!, $idempotencyKey: String) { createPurchaseOrder(input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id } } }`);
const Submit = graphql(`mutation SubmitPurchaseOrder($id: ID!, $idempotencyKey: String) { submitPurchaseOrder(id: $id, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`);
const Take = graphql(`mutation ReceivePurchaseOrder($id: ID!, $input: ReceivePurchaseOrderInput, $idempotencyKey: String) { receivePurchaseOrder(id: $id, input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`);
const Cancel = graphql(`mutation CancelPurchaseOrder($id: ID!, $idempotencyKey: String) { cancelPurchaseOrder(id: $id, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`);

type Purchase = ResultOf<typeof List>['purchaseOrders']['nodes'][number];
const STATUSES = ['DRAFT', 'SUBMITTED', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELLED'] as const;

export function Purchases() {
  const { filter, control, chosen } = useStatusFilter('/purchase-orders', STATUSES);
  const variables = useMemo(() => ({ filter: filter ?? null }), [chosen]);
  const page = usePages(List, variables, data => data.purchaseOrders);
  const locations = useLocations();
  const mayWrite = useMay('write');
  const columns: Column<Purchase>[] = [
    { title: 'Order', width: '130px', show: purchase => <Link className="link" to={`/purchase-orders/${purchase.id}` as never}>{purchase.number}</Link> },
    { title: 'Status', width: '1.1fr', show: purchase => <Status of={purchase.status} /> },
    { title: 'Supplier', width: '1.4fr', from: 'sm', show: purchase => purchase.supplier?.name ?? '–' },
    { title: 'To', width: '1.2fr', from: 'md', show: purchase => nameOf(locations, purchase.locationId) },
    { title: 'Units', width: '72px', number: true, show: purchase => quantity(purchase.items.reduce((sum, item) => sum + item.quantity, 0)) },
    { title: 'Expected', width: '120px', from: 'sm', show: purchase => date(purchase.expectedOn) },
  ];
  return (
    <Page title="Purchase orders" hint="What suppliers are to bring." actions={mayWrite && <NewPurchase />}>
      {control}
      <Problems problems={page.problems} />
      <DataTable label="Purchase orders" columns={columns} rows={page.rows} total={page.total} loading={page.loading} onEnd={page.readMore} linkOf={purchase => `/purchase-orders/${purchase.id}`} empty={
        <Empty icon={IconTruckDelivery} title={chosen ? 'No purchase order has this status' : 'No purchase orders yet'} action={mayWrite && !chosen && <NewPurchase />}>{!chosen && 'What is ordered shows as incoming until it is received.'}</Empty>
      } />
    </Page>
  );
}

function NewPurchase() {
  const navigate = useNavigate();
  const [form, setForm] = useState({ locationId: null as string | null, supplierId: null as string | null, expectedOn: '', reference: '', notes: '' });
  const [lines, setLines] = useState<readonly ReturnType<typeof newLine>[]>([newLine()]);
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  const input = () => ({
    locationId: form.locationId ?? '', status: 'DRAFT' as const, items: linesInput(lines, 'unitCost'),
    ...(form.supplierId && { supplierId: form.supplierId }), ...(form.expectedOn && { expectedOn: form.expectedOn }), ...(form.reference && { reference: form.reference }), ...(form.notes && { notes: form.notes }),
  });
  return (
    <FormDialog opener={open => <Button onClick={open}>New purchase order</Button>} title="New purchase order" submit="Create draft" size="lg" fields={['locationId', 'supplierId', 'expectedOn', 'reference', 'notes', 'items']} send={() => send(Create, { input: input() })} done={({ createPurchaseOrder }) => void navigate({ to: `/purchase-orders/${createPurchaseOrder.purchaseOrder.id}` as never })}>
      {errors => (
        <>
          <Group grow align="flex-start">
            <SupplierSelect value={form.supplierId} onChange={supplierId => change({ supplierId })} error={errors.at('supplierId')} />
            <LocationSelect label="Deliver to" value={form.locationId} onChange={locationId => change({ locationId })} error={errors.at('locationId')} />
          </Group>
          <Group grow align="flex-start">
            <TextInput type="date" label="Expected on" value={form.expectedOn} onChange={event => change({ expectedOn: event.currentTarget.value })} error={errors.at('expectedOn')} />
            <TextInput label="Reference" placeholder="Your own number" value={form.reference} onChange={event => change({ reference: event.currentTarget.value })} error={errors.at('reference')} />
          </Group>
          <Lines lines={lines} onChange={setLines} errors={errors} price="unitCost" />
          <Textarea label="Notes" value={form.notes} onChange={event => change({ notes: event.currentTarget.value })} autosize minRows={1} error={errors.at('notes')} />
        </>
      )}
    </FormDialog>
  );
}

export function PurchasePage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading } = useData(One, { id });
  const { currency } = useOrganization();
  const locations = useLocations();
  const mayWrite = useMay('write');
  if (loading) return <Loading />;
  const purchase = data?.purchaseOrder;
  if (!purchase) return <Problems problems={problems.length > 0 ? problems : [{ code: 'NOT_FOUND', message: 'There is no such purchase order.', field: null }]} />;
  const is = (...statuses: (typeof STATUSES)[number][]) => mayWrite && statuses.includes(purchase.status);
  return (
    <Page title={purchase.number} hint={[purchase.supplier?.name, `delivers to ${nameOf(locations, purchase.locationId)}`].filter(Boolean).join(' ')} actions={
      <>
        <Status of={purchase.status} />
        {is('DRAFT', 'SUBMITTED') && <Action label="Cancel purchase order" send={() => send(Cancel, { id })} said="Cancelled." confirm="Nothing of it is expected any more. This cannot be undone." />}
        {is('DRAFT') && <Action label="Submit" variant="filled" send={() => send(Submit, { id })} said="Submitted: its goods are incoming." />}
        {is('SUBMITTED', 'PARTIALLY_RECEIVED') && <Receive lots items={purchase.items} closing="Nothing more will come: close it short" send={(items, close) => send(Take, { id, input: { items, ...(close && { close }) } })} />}
      </>
    }>
      <Facts facts={[['Reference', purchase.reference], ['Created', time(purchase.createdAt)], ['Submitted', at(purchase.submittedAt)], ['Expected', purchase.expectedOn && date(purchase.expectedOn)], ['Received', at(purchase.receivedAt)], ['Notes', purchase.notes]]} />
      <Items items={purchase.items} done={['Received', item => item.quantityReceived]} more={[['Cost', item => money(item.unitCost, currency)]]} />
    </Page>
  );
}
