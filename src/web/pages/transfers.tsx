import { Group, Textarea, TextInput } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { time } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { LocationSelect } from '../ui/choose.tsx';
import { at, Document, Found, Items } from '../ui/document.tsx';
import { createdColumn, DocumentList, numberColumn, statusColumn, unitsColumn } from '../ui/documents.tsx';
import { Action, FormDialog, given, useFields } from '../ui/form.tsx';
import { type Line, Lines, linesInput, newLine } from '../ui/lines.tsx';
import type { Column } from '../ui/table.tsx';
import { Take } from '../ui/take.tsx';

const List = graphql(`
  query Transfers($after: String, $filter: StockTransfersFilter) {
    stockTransfers(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status sourceLocation { name } destinationLocation { name } createdAt items { id quantity } } }
  }
`);
const One = graphql(`
  query Transfer($id: ID!) {
    stockTransfer(id: $id) {
      id number status reference notes sourceLocation { name } destinationLocation { name } createdAt shippedAt receivedAt
      items { id sku quantity quantityReceived variant { productId name lotTracked product { name } } lots { id lotNumber quantity } }
    }
  }
`);
const Create = graphql(
  `mutation CreateTransfer($input: CreateStockTransferInput!, $idempotencyKey: String) { createStockTransfer(input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id } } }`,
);
const Ship = graphql(
  `mutation ShipTransfer($id: ID!, $idempotencyKey: String) { shipStockTransfer(id: $id, idempotencyKey: $idempotencyKey) { stockTransfer { id status } } }`,
);
const Receive = graphql(
  `mutation ReceiveTransfer($id: ID!, $input: ReceiveStockTransferInput, $idempotencyKey: String) { receiveStockTransfer(id: $id, input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id status } } }`,
);
const Cancel = graphql(
  `mutation CancelTransfer($id: ID!, $idempotencyKey: String) { cancelStockTransfer(id: $id, idempotencyKey: $idempotencyKey) { stockTransfer { id status } } }`,
);

type Row = ResultOf<typeof List>['stockTransfers']['nodes'][number];
type Transfer = NonNullable<ResultOf<typeof One>['stockTransfer']>;
const STATUSES = ['PENDING', 'SHIPPED', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELLED'] as const;
const PATH = '/transfers';

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Transfer', PATH),
  statusColumn,
  { title: 'From', width: '1.2fr', from: 'sm', show: transfer => transfer.sourceLocation.name },
  { title: 'To', width: '1.2fr', from: 'sm', show: transfer => transfer.destinationLocation.name },
  unitsColumn,
  createdColumn,
];

export const Transfers = () => (
  <DocumentList
    plural="transfers"
    hint="What goes from one location to another."
    path={PATH}
    statuses={STATUSES}
    search="reference"
    query={List}
    pick={data => data.stockTransfers}
    columns={COLUMNS}
    icon={IconTransfer}
    create={<NewTransfer />}
    about="Stock leaves its location when it is shipped, and is incoming at the other until it is received."
  />
);

function NewTransfer() {
  const navigate = useNavigate();
  const { values, change, text, choice } = useFields({
    sourceLocationId: null as string | null,
    destinationLocationId: null as string | null,
    reference: '',
    notes: '',
    lines: [newLine()] as readonly Line[],
  });
  const { lines, sourceLocationId, destinationLocationId, ...rest } = values;
  const input = () => ({
    sourceLocationId: sourceLocationId ?? '',
    destinationLocationId: destinationLocationId ?? '',
    items: linesInput(lines, undefined),
    ...given(rest),
  });
  return (
    <FormDialog
      opener="New transfer"
      title="New transfer"
      submit="Create"
      size="lg"
      send={() => send(Create, { input: input() })}
      done={({ createStockTransfer }) =>
        void navigate({ to: `${PATH}/${createStockTransfer.stockTransfer.id}` as never })
      }
    >
      {errors => (
        <>
          <Group grow align="flex-start">
            <LocationSelect label="From" {...choice('sourceLocationId', errors)} />
            <LocationSelect label="To" {...choice('destinationLocationId', errors)} />
          </Group>
          <Lines lines={lines} onChange={each => change({ lines: each })} errors={errors} />
          <TextInput label="Reference" placeholder="Your own number" {...text('reference', errors)} />
          <Textarea label="Notes" autosize minRows={1} {...text('notes', errors)} />
        </>
      )}
    </FormDialog>
  );
}

export const TransferPage = () => (
  <Found noun="transfer" query={One} pick={data => data.stockTransfer}>
    {transfer => <TransferView transfer={transfer} />}
  </Found>
);

function TransferView({ transfer }: { transfer: Transfer }) {
  const { id, items } = transfer;
  const lots = items.some(item => item.lots.length > 0);
  return (
    <Document
      title={transfer.number}
      hint={`${transfer.sourceLocation.name} → ${transfer.destinationLocation.name}`}
      status={transfer.status}
      deeds={[
        [
          ['PENDING'],
          <Action
            label="Cancel transfer"
            send={() => send(Cancel, { id })}
            said="Cancelled."
            confirm="This cannot be undone."
          />,
        ],
        [['PENDING'], <Action label="Ship" variant="filled" send={() => send(Ship, { id })} said="Shipped." />],
        [
          ['SHIPPED', 'PARTIALLY_RECEIVED'],
          <Take
            label="Receive"
            title="Receive goods"
            items={items}
            open={item => item.quantity - item.quantityReceived}
            closing="Nothing more will come: book the rest as lost"
            said="Received."
            send={(parts, close) =>
              send(Receive, {
                id,
                input: {
                  items: parts.length > 0 ? parts.map(({ itemId, quantity }) => ({ itemId, quantity })) : null,
                  close,
                },
              })
            }
          />,
        ],
      ]}
      facts={[
        ['Reference', transfer.reference],
        ['Created', time(transfer.createdAt)],
        ['Shipped', at(transfer.shippedAt)],
        ['Received', at(transfer.receivedAt)],
        ['Notes', transfer.notes],
      ]}
    >
      <Items
        items={items}
        done={['Received', item => item.quantityReceived]}
        more={lots ? [['Lots', item => item.lots.map(({ lotNumber }) => lotNumber).join(', ') || '–']] : []}
      />
    </Document>
  );
}
