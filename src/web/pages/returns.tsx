import { Group, NumberInput, Select, Stack, Text, Textarea } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useState } from 'react';
import { quantity, time, words } from '../format.ts';
import { graphql, send, useData } from '../graphql.ts';
import { at, Document, Found, nameOfItem } from '../ui/document.tsx';
import { createdColumn, DocumentList, numberColumn, statusColumn, unitsColumn } from '../ui/documents.tsx';
import { Action, type Errors, FormDialog, said } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import type { Column } from '../ui/table.tsx';

const List = graphql(`
  query Returns($after: String, $filter: ReturnAuthorizationsFilter) {
    returnAuthorizations(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id number status reason createdAt order { number } items { id quantity } } }
  }
`);
const One = graphql(`
  query Return($id: ID!) {
    returnAuthorization(id: $id) {
      id number status reason location { name } createdAt receivedAt
      order { id number items { id sku quantityFulfilled variant { name product { name } } } }
      items { id sku quantity condition lotId variant { productId name product { name } } }
    }
  }
`);
const Fulfilled = graphql(`
  query FulfilledOrders {
    whole: orders(first: 50, filter: { status: FULFILLED }) { nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
    partly: orders(first: 20, filter: { status: PARTIALLY_FULFILLED }) { nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
  }
`);
const Create = graphql(
  `mutation CreateReturn($input: CreateReturnAuthorizationInput!, $idempotencyKey: String) { createReturnAuthorization(input: $input, idempotencyKey: $idempotencyKey) { returnAuthorization { id } } }`,
);
const Update = graphql(
  `mutation UpdateReturn($id: ID!, $input: UpdateReturnAuthorizationInput, $idempotencyKey: String) { updateReturnAuthorization(id: $id, input: $input, idempotencyKey: $idempotencyKey) { returnAuthorization { id } } }`,
);
const Receive = graphql(
  `mutation ReceiveReturn($id: ID!, $idempotencyKey: String) { receiveReturnAuthorization(id: $id, idempotencyKey: $idempotencyKey) { returnAuthorization { id status } } }`,
);
const Cancel = graphql(
  `mutation CancelReturn($id: ID!, $idempotencyKey: String) { cancelReturnAuthorization(id: $id, idempotencyKey: $idempotencyKey) { returnAuthorization { id status } } }`,
);

type Row = ResultOf<typeof List>['returnAuthorizations']['nodes'][number];
type Return = NonNullable<ResultOf<typeof One>['returnAuthorization']>;
const STATUSES = ['PENDING', 'RECEIVED', 'CANCELLED'] as const;
const PATH = '/returns';

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Return', PATH),
  statusColumn,
  { title: 'Order', width: '1fr', from: 'sm', show: each => each.order.number },
  { title: 'Reason', width: '1.6fr', from: 'sm', show: each => each.reason },
  unitsColumn,
  createdColumn,
];

export const Returns = () => (
  <DocumentList
    plural="returns"
    hint="What customers send back."
    path={PATH}
    statuses={STATUSES}
    byLocation
    query={List}
    pick={data => data.returnAuthorizations}
    columns={COLUMNS}
    icon={IconReceiptRefund}
    create={<NewReturn />}
    about="A return is made for an order that was fulfilled; when it arrives it is inspected, and what is sellable goes back into stock."
  />
);

// ---- what comes back, and in which condition ----

const CONDITIONS = ['SELLABLE', 'DAMAGED', 'DISCARDED'] as const;
type Condition = (typeof CONDITIONS)[number];
type Sorted = { [condition in Condition]?: number | string };

/** How much of a line comes back in each condition, by what names the line: its SKU, and its lot if that is known. */
type Inspection = { [line: string]: Sorted };

interface Sent {
  sku: string;
  quantityFulfilled: number;
  variant: { name: string | null; product: { name: string } };
}

const lineOf = (sku: string, lotId?: string | null) => (lotId ? `${sku}\n${lotId}` : sku);
const itemsOf = (inspection: Inspection) =>
  Object.entries(inspection).flatMap(([line, sorted]) => {
    const [sku, lotId] = line.split('\n') as [string, string | undefined];
    return CONDITIONS.flatMap(condition =>
      Number(sorted[condition] ?? 0) > 0
        ? [{ sku, quantity: Number(sorted[condition]), condition, ...(lotId && { lotId }) }]
        : [],
    );
  });

/** Sorts the lines of an order into the conditions that they come back in. */
function Inspect({
  lines,
  inspection,
  onChange,
  errors,
}: {
  lines: readonly Sent[];
  inspection: Inspection;
  onChange(inspection: Inspection): void;
  errors: Errors;
}) {
  const items = itemsOf(inspection);
  return (
    <Stack gap="md">
      {[...new Set([...lines.map(({ sku }) => sku), ...Object.keys(inspection)])].map(line => {
        const sku = line.split('\n')[0]!;
        const sent = lines.filter(each => each.sku === sku);
        const problems = items.flatMap((item, index) =>
          lineOf(item.sku, item.lotId) === line
            ? (errors.at(`items[${index}].quantity`) ?? errors.at(`items[${index}].sku`) ?? [])
            : [],
        );
        return (
          <div key={line} role="group" aria-label={sku}>
            <Text size="sm" fw={550}>
              {sent[0] ? nameOfItem(sent[0]) : sku}
            </Text>
            <Text size="xs" c="dimmed">
              <span className="mono">{sku}</span> ·{' '}
              {quantity(sent.reduce((sum, each) => sum + each.quantityFulfilled, 0))} were sent
            </Text>
            <Group grow wrap="nowrap" mt={4} gap="xs">
              {CONDITIONS.map(condition => (
                <NumberInput
                  key={condition}
                  size="xs"
                  label={words(condition)}
                  aria-label={`${words(condition)} of ${sku}`}
                  min={0}
                  decimalScale={4}
                  placeholder="0"
                  value={inspection[line]?.[condition] ?? ''}
                  error={problems.length > 0}
                  onChange={value => onChange({ ...inspection, [line]: { ...inspection[line], [condition]: value } })}
                />
              ))}
            </Group>
            {problems[0] && (
              <Text size="xs" c="var(--bad)" mt={4} role="alert">
                {problems[0]}
              </Text>
            )}
          </div>
        );
      })}
      {errors.at('items') && (
        <Text size="sm" c="var(--bad)" role="alert">
          {errors.at('items')}
        </Text>
      )}
    </Stack>
  );
}

/** A return of the order, or of one that is chosen. */
export function NewReturn({ order: given }: { order?: { id: string; items: readonly Sent[] } }) {
  const navigate = useNavigate();
  const { data } = useData(Fulfilled, {}, { pause: given !== undefined });
  const orders = data ? [...data.whole.nodes, ...data.partly.nodes] : [];
  const [orderId, setOrder] = useState(given?.id ?? null);
  const [reason, setReason] = useState('');
  const [inspection, setInspection] = useState<Inspection>({});
  const order = given ?? orders.find(({ id }) => id === orderId);
  const create = () => send(Create, { input: { orderId: orderId ?? '', reason, items: itemsOf(inspection) } });
  const choose = (id: string | null) => {
    setOrder(id);
    setInspection({});
  };
  return (
    <FormDialog
      opener="New return"
      variant={given ? 'default' : 'filled'}
      title="New return"
      submit="Create"
      size="lg"
      send={create}
      done={({ createReturnAuthorization }) =>
        void navigate({ to: `${PATH}/${createReturnAuthorization.returnAuthorization.id}` as never })
      }
    >
      {errors => (
        <>
          {!given && (
            <Select
              label="Order"
              placeholder="A fulfilled order"
              searchable
              data={orders.map(({ id, number, reference }) => ({
                value: id,
                label: [number, reference].filter(Boolean).join(' · '),
              }))}
              value={orderId}
              onChange={choose}
              error={errors.at('orderId')}
            />
          )}
          <Textarea
            label="Reason"
            autosize
            minRows={1}
            value={reason}
            onChange={event => setReason(event.currentTarget.value)}
            error={errors.at('reason')}
          />
          {order && (
            <Inspect
              lines={order.items.filter(({ quantityFulfilled }) => quantityFulfilled > 0)}
              inspection={inspection}
              onChange={setInspection}
              errors={errors}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}

// ---- one of them ----

export const ReturnPage = () => (
  <Found noun="return" query={One} pick={data => data.returnAuthorization}>
    {found => <ReturnView found={found} />}
  </Found>
);

const LINES: readonly RowColumn<Return['items'][number]>[] = [
  {
    title: 'Product',
    show: item => (
      <>
        <Link className="link" to="/products/$id" params={{ id: item.variant.productId }}>
          {nameOfItem(item)}
        </Link>
        <Text size="xs" c="dimmed" className="mono">
          {item.sku}
        </Text>
      </>
    ),
  },
  { title: 'Condition', show: item => words(item.condition) },
  { title: 'Quantity', number: true, show: item => quantity(item.quantity) },
];

function ReturnView({ found }: { found: Return }) {
  const { id, order, items } = found;
  return (
    <Document
      title={found.number}
      hint={
        <>
          Of order{' '}
          <Link className="link" to={`/orders/${order.id}` as never}>
            {order.number}
          </Link>
        </>
      }
      status={found.status}
      deeds={[
        [
          ['PENDING'],
          <Action
            label="Cancel return"
            send={() => send(Cancel, { id })}
            said="Cancelled."
            confirm="It will not be expected any more. This cannot be undone."
          />,
        ],
        [['PENDING'], <InspectDialog found={found} key={JSON.stringify(items)} />],
        [
          ['PENDING'],
          <Action
            label="Receive"
            variant="filled"
            send={() => send(Receive, { id })}
            said="Received: what is sellable is back in stock."
            confirm="Everything has arrived as the lines say. Inspect it first if not."
            color="pine"
          />,
        ],
      ]}
      facts={[
        ['Reason', found.reason],
        ['Comes to', found.location.name],
        ['Created', time(found.createdAt)],
        ['Received', at(found.receivedAt)],
      ]}
    >
      <Section title="Lines">
        <Rows columns={LINES} rows={items} minWidth={280} empty="Nothing." />
      </Section>
    </Document>
  );
}

/** What has really arrived, and in which condition; it may still be corrected until it is received. */
function InspectDialog({ found: { id, order, items, reason } }: { found: Return }) {
  const [inspection, setInspection] = useState<Inspection>(() => {
    const sorted: Inspection = {};
    for (const { sku, lotId, condition, quantity: units } of items) {
      const line = (sorted[lineOf(sku, lotId)] ??= {});
      line[condition] = Number(line[condition] ?? 0) + units;
    }
    return sorted;
  });
  const [why, setWhy] = useState(reason);
  return (
    <FormDialog
      opener="Inspect"
      variant="default"
      title="Inspect what came back"
      submit="Save"
      size="lg"
      send={() => send(Update, { id, input: { reason: why, items: itemsOf(inspection) } })}
      done={() => said('Saved.')}
    >
      {errors => (
        <>
          <Text size="sm" c="dimmed">
            Sellable goes back on the shelf when the return is received; damaged and discarded do not.
          </Text>
          <Inspect
            lines={order.items.filter(({ quantityFulfilled }) => quantityFulfilled > 0)}
            inspection={inspection}
            onChange={setInspection}
            errors={errors}
          />
          <Textarea
            label="Reason"
            autosize
            minRows={1}
            value={why}
            onChange={event => setWhy(event.currentTarget.value)}
            error={errors.at('reason')}
          />
        </>
      )}
    </FormDialog>
  );
}
