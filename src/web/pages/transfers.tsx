import { Alert, Group, Textarea, TextInput } from '@mantine/core';
import { IconAlertTriangle, IconTransfer } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { counted, quantity, time } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { sendOrKeep } from '../outbox.ts';
import { Booked, useBooked } from '../parts/booked.tsx';
import { LocationSelect } from '../parts/choose.tsx';
import { useDefaultPlace } from '../parts/default-place.ts';
import { at, Document, Found, Items } from '../parts/document.tsx';
import { createdColumn, DocumentList, numberColumn, statusColumn, unitsColumn } from '../parts/documents.tsx';
import { type Line, Lines, linesInput, newLine } from '../parts/lines.tsx';
import { Print } from '../parts/print.tsx';
import { Take } from '../parts/take.tsx';
import type { Column } from '../ui/columns.tsx';
import { Action, FormDialog, given, useFields } from '../ui/form.tsx';
import type { BulkAct } from '../ui/selection.tsx';

const List = graphql(`
  query Transfers($after: String, $filter: StockTransfersFilter, $sort: StockTransferSort) {
    stockTransfers(first: 50, after: $after, filter: $filter, sort: $sort) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status sourceLocation { name } destinationLocation { name } createdAt items { id quantity } } }
  }
`);
const One = graphql(`
  query Transfer($id: ID!) {
    stockTransfer(id: $id) {
      id number status reference notes sourceLocation { name } destinationLocation { name } createdAt shippedAt receivedAt
      items { id sku quantity quantityReceived variant { id productId name lotTracked barcode product { name } } lots { id lotNumber quantity } }
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
type Item = Transfer['items'][number];
const STATUSES = ['PENDING', 'SHIPPED', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELLED'] as const;
const PATH = '/transfers';

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Transfer', PATH),
  statusColumn,
  {
    title: 'From',
    width: '1.2fr',
    from: 'sm',
    under: transfer => `from ${transfer.sourceLocation.name}`,
    show: transfer => transfer.sourceLocation.name,
  },
  {
    title: 'To',
    width: '1.2fr',
    from: 'sm',
    under: transfer => `to ${transfer.destinationLocation.name}`,
    show: transfer => transfer.destinationLocation.name,
  },
  unitsColumn,
  createdColumn,
];

const ACTS: readonly BulkAct<Row>[] = [
  {
    label: 'Ship',
    isFor: ({ status }) => status === 'PENDING',
    send: ({ id }) => send(Ship, { id }, { isOneOfMany: true }),
    said: count => `${counted(count, 'transfer')} shipped.`,
  },
];

export const Transfers = () => (
  <DocumentList
    plural="transfers"
    hint="What goes from one location to another."
    path={PATH}
    statuses={STATUSES}
    search="Number or reference"
    acts={ACTS}
    nameOf={transfer => transfer.number}
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
  const fields = useFields({
    sourceLocationId: useDefaultPlace(),
    destinationLocationId: null as string | null,
    reference: '',
    notes: '',
    lines: [newLine()] as readonly Line[],
  });
  const { values, change, text, choice } = fields;
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
      act="new"
      fields={fields}
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

/** What is missing of a line; lost, once the transfer is closed. */
const lostOf = (item: Item) => item.quantity - item.quantityReceived;

function TransferView({ transfer }: { transfer: Transfer }) {
  const { id, items } = transfer;
  const lots = items.some(item => item.lots.length > 0);
  const booked = useBooked(id);
  const lost = transfer.status === 'RECEIVED' ? items.filter(item => lostOf(item) > 0) : [];
  return (
    <Document
      title={transfer.number}
      hint={`${transfer.sourceLocation.name} → ${transfer.destinationLocation.name}`}
      status={transfer.status}
      print={<Print id={id} papers={['transferNote']} />}
      deeds={{
        cancel: {
          from: ['PENDING'],
          deed: (
            <Action
              label="Cancel transfer"
              send={() => send(Cancel, { id })}
              said="Cancelled."
              confirm="This cannot be undone."
            />
          ),
        },
        ship: {
          from: ['PENDING'],
          deed: (
            <Action
              label="Ship"
              variant="filled"
              send={() => send(Ship, { id })}
              said={`Shipped from ${transfer.sourceLocation.name}.`}
            />
          ),
        },
        receive: {
          from: ['SHIPPED', 'PARTIALLY_RECEIVED'],
          deed: (
            <Take
              label="Receive"
              title={`Receive ${transfer.number} at ${transfer.destinationLocation.name}`}
              items={items}
              open={item => item.quantity - item.quantityReceived}
              closing="Nothing more will come: book the rest as lost"
              said={`Received at ${transfer.destinationLocation.name}.`}
              send={(parts, close, about) =>
                sendOrKeep(
                  Receive,
                  {
                    id,
                    input: {
                      items: parts.length > 0 ? parts.map(({ itemId, quantity }) => ({ itemId, quantity })) : null,
                      close,
                    },
                  },
                  about,
                )
              }
            />
          ),
        },
      }}
      first={lost.length > 0 && <Lost items={lost} />}
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
        more={[
          ...(lots
            ? [['Lots', (item: Item) => item.lots.map(({ lotNumber }) => lotNumber).join(', ') || '–'] as const]
            : []),
          ...(lost.length > 0 ? [['Lost', (item: Item) => quantity(lostOf(item))] as const] : []),
        ]}
      />
      <Booked {...booked} />
    </Document>
  );
}

/** What never arrived, of a transfer that was closed without it. */
const Lost = ({ items }: { items: readonly Item[] }) => (
  <Alert
    color="orange"
    variant="outline"
    icon={<IconAlertTriangle />}
    title={`${counted(
      items.reduce((sum, item) => sum + lostOf(item), 0),
      'unit',
    )} lost on the way`}
  >
    {items.map(item => `${quantity(lostOf(item))} of ${quantity(item.quantity)} × ${item.sku}`).join(', ')}{' '}
    {items.length === 1 ? 'was' : 'were'} shipped and never arrived; the ledger has the loss.
  </Alert>
);
