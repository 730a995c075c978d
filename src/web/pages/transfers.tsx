import { Button, Group, Textarea } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useMemo, useState } from 'react';
import { quantity, time } from '../format.ts';
import { graphql, send, useData, usePages } from '../graphql.ts';
import { useMay } from '../session.ts';
import { LocationSelect, nameOf, useLocations } from '../ui/choose.tsx';
import { at, Facts, Items, useStatusFilter } from '../ui/document.tsx';
import { Action, FormDialog } from '../ui/form.tsx';
import { Lines, linesInput, newLine } from '../ui/lines.tsx';
import { Empty, Loading, Page, Problems } from '../ui/page.tsx';
import { Receive } from '../ui/receive.tsx';
import { Status } from '../ui/status.tsx';
import { type Column, DataTable } from '../ui/table.tsx';

const List = graphql(`
  query Transfers($after: String, $filter: StockTransfersFilter) {
    stockTransfers(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status sourceLocationId destinationLocationId createdAt items { id quantity } } }
  }
`);
const One = graphql(`
  query Transfer($id: ID!) {
    stockTransfer(id: $id) {
      id number status reference notes sourceLocationId destinationLocationId createdAt shippedAt receivedAt
      items { id sku quantity quantityReceived variant { productId name lotTracked product { name } } }
    }
  }
`);
const Create = graphql(`mutation CreateTransfer($input: CreateStockTransferInput!, $idempotencyKey: String) { createStockTransfer(input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id } } }`);
const Ship = graphql(`mutation ShipTransfer($id: ID!, $idempotencyKey: String) { shipStockTransfer(id: $id, idempotencyKey: $idempotencyKey) { stockTransfer { id status } } }`);
const Take = graphql(`mutation ReceiveTransfer($id: ID!, $input: ReceiveStockTransferInput, $idempotencyKey: String) { receiveStockTransfer(id: $id, input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id status } } }`);
const Cancel = graphql(`mutation CancelTransfer($id: ID!, $idempotencyKey: String) { cancelStockTransfer(id: $id, idempotencyKey: $idempotencyKey) { stockTransfer { id status } } }`);

type Transfer = ResultOf<typeof List>['stockTransfers']['nodes'][number];
const STATUSES = ['PENDING', 'SHIPPED', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELLED'] as const;

export function Transfers() {
  const { filter, control, chosen } = useStatusFilter('/transfers', STATUSES);
  const variables = useMemo(() => ({ filter: filter ?? null }), [chosen]);
  const page = usePages(List, variables, data => data.stockTransfers);
  const locations = useLocations();
  const mayWrite = useMay('write');
  const columns: Column<Transfer>[] = [
    { title: 'Transfer', width: '130px', show: transfer => <Link className="link" to={`/transfers/${transfer.id}` as never}>{transfer.number}</Link> },
    { title: 'Status', width: '1.1fr', show: transfer => <Status of={transfer.status} /> },
    { title: 'From', width: '1.2fr', from: 'sm', show: transfer => nameOf(locations, transfer.sourceLocationId) },
    { title: 'To', width: '1.2fr', from: 'sm', show: transfer => nameOf(locations, transfer.destinationLocationId) },
    { title: 'Units', width: '72px', number: true, show: transfer => quantity(transfer.items.reduce((sum, item) => sum + item.quantity, 0)) },
    { title: 'Created', width: '180px', from: 'md', show: transfer => time(transfer.createdAt) },
  ];
  return (
    <Page title="Transfers" hint="What goes from one location to another." actions={mayWrite && <NewTransfer />}>
      {control}
      <Problems problems={page.problems} />
      <DataTable label="Transfers" columns={columns} rows={page.rows} total={page.total} loading={page.loading} onEnd={page.readMore} linkOf={transfer => `/transfers/${transfer.id}`} empty={
        <Empty icon={IconTransfer} title={chosen ? 'No transfer has this status' : 'No transfers yet'} action={mayWrite && !chosen && <NewTransfer />}>{!chosen && 'Stock leaves its location when it is shipped, and is incoming at the other until it is received.'}</Empty>
      } />
    </Page>
  );
}

function NewTransfer() {
  const navigate = useNavigate();
  const [form, setForm] = useState({ sourceLocationId: null as string | null, destinationLocationId: null as string | null, notes: '' });
  const [lines, setLines] = useState<readonly ReturnType<typeof newLine>[]>([newLine()]);
  const change = (part: Partial<typeof form>) => setForm(old => ({ ...old, ...part }));
  const input = () => ({ sourceLocationId: form.sourceLocationId ?? '', destinationLocationId: form.destinationLocationId ?? '', items: linesInput(lines, undefined), ...(form.notes && { notes: form.notes }) });
  return (
    <FormDialog opener={open => <Button onClick={open}>New transfer</Button>} title="New transfer" submit="Create" size="lg" fields={['sourceLocationId', 'destinationLocationId', 'notes', 'items']} send={() => send(Create, { input: input() })} done={({ createStockTransfer }) => void navigate({ to: `/transfers/${createStockTransfer.stockTransfer.id}` as never })}>
      {errors => (
        <>
          <Group grow align="flex-start">
            <LocationSelect label="From" value={form.sourceLocationId} onChange={sourceLocationId => change({ sourceLocationId })} error={errors.at('sourceLocationId')} />
            <LocationSelect label="To" value={form.destinationLocationId} onChange={destinationLocationId => change({ destinationLocationId })} error={errors.at('destinationLocationId')} />
          </Group>
          <Lines lines={lines} onChange={setLines} errors={errors} />
          <Textarea label="Notes" value={form.notes} onChange={event => change({ notes: event.currentTarget.value })} autosize minRows={1} error={errors.at('notes')} />
        </>
      )}
    </FormDialog>
  );
}

export function TransferPage() {
  const { id } = useParams({ strict: false }) as { id: string };
  const { data, problems, loading } = useData(One, { id });
  const locations = useLocations();
  const mayWrite = useMay('write');
  if (loading) return <Loading />;
  const transfer = data?.stockTransfer;
  if (!transfer) return <Problems problems={problems.length > 0 ? problems : [{ code: 'NOT_FOUND', message: 'There is no such transfer.', field: null }]} />;
  const is = (...statuses: (typeof STATUSES)[number][]) => mayWrite && statuses.includes(transfer.status);
  return (
    <Page title={transfer.number} hint={`${nameOf(locations, transfer.sourceLocationId)} → ${nameOf(locations, transfer.destinationLocationId)}`} actions={
      <>
        <Status of={transfer.status} />
        {is('PENDING') && <Action label="Cancel transfer" send={() => send(Cancel, { id })} said="Cancelled." confirm="This cannot be undone." />}
        {is('PENDING') && <Action label="Ship" variant="filled" send={() => send(Ship, { id })} said="Shipped." />}
        {is('SHIPPED', 'PARTIALLY_RECEIVED') && <Receive items={transfer.items} closing="Nothing more will come: book the rest as lost" send={(items, close) => send(Take, { id, input: { items, ...(close && { close }) } })} />}
      </>
    }>
      <Facts facts={[['Reference', transfer.reference], ['Created', time(transfer.createdAt)], ['Shipped', at(transfer.shippedAt)], ['Received', at(transfer.receivedAt)], ['Notes', transfer.notes]]} />
      <Items items={transfer.items} done={['Received', item => item.quantityReceived]} />
    </Page>
  );
}
