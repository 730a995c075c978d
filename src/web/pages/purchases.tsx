import { Group, Textarea, TextInput } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { date, money, time } from '../format.ts';
import { graphql, type Sent, send } from '../graphql.ts';
import { useOrganization } from '../session.ts';
import { LocationSelect, SupplierSelect } from '../ui/choose.tsx';
import { at, Document, Found, Items } from '../ui/document.tsx';
import { DocumentList, numberColumn, statusColumn, unitsColumn } from '../ui/documents.tsx';
import { Action, FormDialog, given, useFields } from '../ui/form.tsx';
import { type Line, Lines, linesInput, linesOf, newLine } from '../ui/lines.tsx';
import type { Column } from '../ui/table.tsx';
import { Take } from '../ui/take.tsx';

const List = graphql(`
  query PurchaseOrders($after: String, $filter: PurchaseOrdersFilter) {
    purchaseOrders(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status expectedOn location { name } supplier { name } items { id quantity } } }
  }
`);
const One = graphql(`
  query PurchaseOrder($id: ID!) {
    purchaseOrder(id: $id) {
      id number status reference notes locationId location { name } expectedOn createdAt updatedAt submittedAt receivedAt supplierId supplier { name }
      items { id sku quantity quantityReceived unitCost variant { productId name lotTracked product { name } } }
    }
  }
`);
const Create = graphql(
  `mutation CreatePurchaseOrder($input: CreatePurchaseOrderInput!, $idempotencyKey: String) { createPurchaseOrder(input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id } } }`,
);
const Update = graphql(
  `mutation UpdatePurchaseOrder($id: ID!, $input: UpdatePurchaseOrderInput, $idempotencyKey: String) { updatePurchaseOrder(id: $id, input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id } } }`,
);
const Submit = graphql(
  `mutation SubmitPurchaseOrder($id: ID!, $idempotencyKey: String) { submitPurchaseOrder(id: $id, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`,
);
const Receive = graphql(
  `mutation ReceivePurchaseOrder($id: ID!, $input: ReceivePurchaseOrderInput, $idempotencyKey: String) { receivePurchaseOrder(id: $id, input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`,
);
const Cancel = graphql(
  `mutation CancelPurchaseOrder($id: ID!, $idempotencyKey: String) { cancelPurchaseOrder(id: $id, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`,
);

type Row = ResultOf<typeof List>['purchaseOrders']['nodes'][number];
type Purchase = NonNullable<ResultOf<typeof One>['purchaseOrder']>;
const STATUSES = ['DRAFT', 'SUBMITTED', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELLED'] as const;
const PATH = '/purchase-orders';

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Order', PATH),
  statusColumn,
  { title: 'Supplier', width: '1.4fr', from: 'sm', show: purchase => purchase.supplier?.name ?? '–' },
  { title: 'To', width: '1.2fr', from: 'md', show: purchase => purchase.location.name },
  unitsColumn,
  { title: 'Expected', width: '120px', from: 'sm', show: purchase => date(purchase.expectedOn) },
];

export const Purchases = () => (
  <DocumentList
    plural="purchase orders"
    hint="What suppliers are to bring."
    path={PATH}
    statuses={STATUSES}
    search="reference"
    byLocation
    query={List}
    pick={data => data.purchaseOrders}
    columns={COLUMNS}
    icon={IconTruckDelivery}
    create={<PurchaseDialog />}
    about="What is ordered shows as incoming until it is received."
  />
);

/** A new draft, or changes to one. */
function PurchaseDialog({ purchase }: { purchase?: Purchase }) {
  const navigate = useNavigate();
  const { values, change, text, choice } = useFields({
    locationId: purchase?.locationId ?? (null as string | null),
    supplierId: purchase?.supplierId ?? (null as string | null),
    expectedOn: purchase?.expectedOn ?? '',
    reference: purchase?.reference ?? '',
    notes: purchase?.notes ?? '',
    lines: purchase ? linesOf(purchase.items) : ([newLine()] as readonly Line[]),
  });
  const { lines, locationId, supplierId, expectedOn, reference, notes } = values;
  const input = () => ({
    locationId: locationId ?? '',
    supplierId,
    expectedOn: expectedOn || null,
    reference: reference || null,
    notes: notes || null,
    items: linesInput(lines, 'unitCost'),
  });
  const save = async (): Promise<Sent<{ id: string }>> => {
    if (purchase) {
      const { problems } = await send(Update, { id: purchase.id, input: input() });
      return problems ? { problems } : { data: purchase };
    }
    const { data, problems } = await send(Create, { input: { ...input(), status: 'DRAFT' } });
    return problems ? { problems } : { data: data.createPurchaseOrder.purchaseOrder };
  };
  return (
    <FormDialog
      opener={purchase ? 'Edit' : 'New purchase order'}
      variant={purchase ? 'default' : 'filled'}
      title={purchase?.number ?? 'New purchase order'}
      submit={purchase ? 'Save' : 'Create draft'}
      size="lg"
      send={save}
      done={({ id }) => void navigate({ to: `${PATH}/${id}` as never })}
    >
      {errors => (
        <>
          <Group grow align="flex-start">
            <SupplierSelect {...choice('supplierId', errors)} />
            <LocationSelect label="Deliver to" {...choice('locationId', errors)} />
          </Group>
          <Group grow align="flex-start">
            <TextInput type="date" label="Expected on" {...text('expectedOn', errors)} />
            <TextInput label="Reference" placeholder="Your own number" {...text('reference', errors)} />
          </Group>
          <Lines lines={lines} onChange={each => change({ lines: each })} errors={errors} price="unitCost" />
          <Textarea label="Notes" autosize minRows={1} {...text('notes', errors)} />
        </>
      )}
    </FormDialog>
  );
}

export const PurchasePage = () => (
  <Found noun="purchase order" query={One} pick={data => data.purchaseOrder}>
    {purchase => <PurchaseView purchase={purchase} />}
  </Found>
);

function PurchaseView({ purchase }: { purchase: Purchase }) {
  const { id, items } = purchase;
  const { currency } = useOrganization();
  const costs = items.flatMap(({ unitCost, quantity }) => (unitCost === null ? [] : [unitCost * quantity]));
  return (
    <Document
      title={purchase.number}
      hint={[purchase.supplier?.name, `delivers to ${purchase.location.name}`].filter(Boolean).join(' ')}
      status={purchase.status}
      deeds={[
        [
          ['DRAFT', 'SUBMITTED'],
          <Action
            label="Cancel purchase order"
            send={() => send(Cancel, { id })}
            said="Cancelled."
            confirm="Nothing of it is expected any more. This cannot be undone."
          />,
        ],
        [['DRAFT'], <PurchaseDialog key={purchase.updatedAt} purchase={purchase} />],
        [
          ['DRAFT'],
          <Action
            label="Submit"
            variant="filled"
            send={() => send(Submit, { id })}
            said="Submitted: its goods are incoming."
          />,
        ],
        [
          ['SUBMITTED', 'PARTIALLY_RECEIVED'],
          <Take
            label="Receive"
            title="Receive goods"
            items={items}
            open={item => item.quantity - item.quantityReceived}
            lots="named"
            closing="Nothing more will come: close it short"
            said="Received."
            send={(parts, close) =>
              send(Receive, {
                id,
                input: {
                  items:
                    parts.length > 0
                      ? parts.map(({ lotId: _, lotNumber, expiryDate, ...part }) => ({
                          ...part,
                          ...given({ lotNumber, expiryDate }),
                        }))
                      : null,
                  close,
                },
              })
            }
          />,
        ],
      ]}
      facts={[
        ['Reference', purchase.reference],
        ['Created', time(purchase.createdAt)],
        ['Submitted', at(purchase.submittedAt)],
        ['Expected', purchase.expectedOn && date(purchase.expectedOn)],
        ['Received', at(purchase.receivedAt)],
        [
          'Total',
          costs.length > 0 &&
            money(
              costs.reduce((sum, each) => sum + each),
              currency,
            ),
        ],
        ['Notes', purchase.notes],
      ]}
    >
      <Items
        items={items}
        done={['Received', item => item.quantityReceived]}
        more={[['Cost', item => money(item.unitCost, currency)]]}
      />
    </Document>
  );
}
