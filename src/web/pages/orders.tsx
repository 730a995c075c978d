import { ActionIcon, Button, Group, Menu, Text, Textarea, TextInput } from '@mantine/core';
import { IconChevronDown, IconReceipt } from '@tabler/icons-react';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useContext } from 'react';
import { date, money, percent, quantity, since, time } from '../format.ts';
import { priceOfOne } from '../format-more.ts';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { book } from '../outbox.ts';
import { BookedEntries, LotsOf, useBookedEntries } from '../parts/booked-entries.tsx';
import { LocationSelect } from '../parts/choose.tsx';
import { useDefaultPlace } from '../parts/default-place.ts';
import { at, DocumentPage, Items, RecordView, totalOf } from '../parts/document.tsx';
import { createdColumn, DocumentList, numberColumn, statusColumn, unitsColumn } from '../parts/documents.tsx';
import { ExtendMenu, extendActs, inMs, isHeld, TERMS } from '../parts/extend.tsx';
import { type Line, Lines, linesInput, newLine } from '../parts/lines.tsx';
import { NewReturn } from '../parts/new-return.tsx';
import { Print } from '../parts/print.tsx';
import { itemsOf, Take } from '../parts/take.tsx';
import { useOrganization } from '../session.ts';
import { Action, Refusals } from '../ui/action.tsx';
import type { Column } from '../ui/columns.tsx';
import { useFields, withoutEmpty } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { Section } from '../ui/page.tsx';
import type { BulkAct } from '../ui/selection.tsx';
import { Status } from '../ui/status.tsx';

const List = graphql(`
  query Orders($after: String, $filter: OrdersFilter, $sort: OrderSort) {
    orders(first: 50, after: $after, filter: $filter, sort: $sort) {
        totalCount pageInfo { hasNextPage endCursor } nodes {
          id number status reference reservationExpiresAt closedAt createdAt location { name } items { id quantity } } }
  }
`);
const One = graphql(`
  query Order($id: ID!) {
    order(id: $id) {
      id number status reference notes locationId location { name } createdAt reservedAt reservationExpiresAt
        fulfilledAt closedAt cancelledAt cost revenue margin
      items { id sku quantity quantityReserved quantityFulfilled unitPrice variant {
            id productId name unit lotTracked barcode product { name pictureUrl } } }
      returnAuthorizations { id number status reason createdAt }
    }
  }
`);
const Create = graphql(
  `mutation CreateOrder($input: CreateOrderInput!, $idempotencyKey: String) {
      createOrder(input: $input, idempotencyKey: $idempotencyKey) { order { id number } } }`,
);
const Reserve = graphql(
  `mutation ReserveOrder($id: ID!, $input: ReserveOrderInput, $idempotencyKey: String) {
      reserveOrder(id: $id, input: $input, idempotencyKey: $idempotencyKey) { order { id status } } }`,
);
const Cancel = graphql(
  `mutation CancelOrder($id: ID!, $idempotencyKey: String) {
      cancelOrder(id: $id, idempotencyKey: $idempotencyKey) { order { id status } } }`,
);
const Close = graphql(
  `mutation CloseOrder($id: ID!, $idempotencyKey: String) {
      closeOrder(id: $id, idempotencyKey: $idempotencyKey) { order { id status } } }`,
);

type Row = ResultOf<typeof List>['orders']['nodes'][number];
type Order = NonNullable<ResultOf<typeof One>['order']>;
type Item = Order['items'][number];
const STATUSES = ['PENDING', 'RESERVED', 'PARTIALLY_FULFILLED', 'FULFILLED', 'CANCELLED'] as const;
const PATH = '/orders';

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Order', PATH),
  {
    ...statusColumn,
    width: '1.3fr',
    show: ({ status, reservationExpiresAt, closedAt }) => (
      <>
        <Status of={status} />
        {closedAt && (
          <Text span size="xs" c="dimmed" ml={6}>
            {t('closed short')}
          </Text>
        )}
        {reservationExpiresAt && (
          <Text span size="xs" c="dimmed" ml={6}>
            {t('expires {reservationExpiresAt}', { reservationExpiresAt: since(reservationExpiresAt) })}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Reference', width: '1fr', from: 'lg', under: true, show: order => order.reference ?? '–' },
  { title: 'From', width: '1fr', from: 'sm', under: true, show: order => order.location.name },
  unitsColumn,
  createdColumn,
];

const OPEN = ['PENDING', 'RESERVED', 'PARTIALLY_FULFILLED'];
const oneOfMany = (key: string) => ({ isOneOfMany: true, key });
const ACTS: readonly BulkAct<Row>[] = [
  {
    label: t('Reserve'),
    isFor: ({ status }) => status === 'PENDING',
    send: ({ id }, key) => send(Reserve, { id }, oneOfMany(key)),
    notice: count => t('{count, plural, one {# order} other {# orders}} reserved.', { count }),
  },
  ...extendActs<Row>(
    ({ status }) => isHeld(status),
    ({ id }) => id,
  ),
  {
    label: t('Fulfill'),
    isFor: ({ status }) => OPEN.includes(status),
    send: ({ id, number, location: { name } }, key, isAway) =>
      book(
        'fulfillWholeOrder',
        { id },
        { title: t('Fulfill {number} from {name}', { number, name }), path: `${PATH}/${id}`, lines: [] },
        { ...oneOfMany(key), isAway },
      ),
    notice: count => t('{count, plural, one {# order} other {# orders}} fulfilled.', { count }),
    confirm: t('Everything outstanding on these orders leaves stock now. This cannot be undone.'),
  },
  {
    label: t('Close short'),
    isFor: ({ status }) => status === 'PARTIALLY_FULFILLED',
    send: ({ id }, key) => send(Close, { id }, oneOfMany(key)),
    notice: count => t('{count, plural, one {# order} other {# orders}} closed short.', { count }),
    confirm: t(
      'What has not left is cancelled, and stock reserved for it becomes available to others. This cannot be undone.',
    ),
  },
];

/** The list of customers' orders. Whoever may write can create, reserve, extend and fulfill them. */
export const Orders = () => (
  <DocumentList
    name="Orders"
    hint={t('What customers have ordered.')}
    path={PATH}
    statuses={STATUSES}
    closed={t('Closed short')}
    search={t('Number or reference')}
    byLocation
    bySince
    acts={ACTS}
    nameOf={order => order.number}
    query={List}
    pick={data => data.orders}
    columns={COLUMNS}
    icon={IconReceipt}
    create={<NewOrder />}
    about={t('Reserve an order to hold its stock; fulfill it when it ships.')}
  />
);

function NewOrder() {
  const navigate = useNavigate();
  const fields = useFields({
    locationId: useDefaultPlace(),
    reference: '',
    notes: '',
    lines: [newLine()] as readonly Line[],
  });
  const { values, change, text, choice } = fields;
  const { lines, locationId, ...rest } = values;
  const input = () => ({ locationId: locationId ?? '', items: linesInput(lines, 'unitPrice'), ...withoutEmpty(rest) });
  return (
    <FormDialog
      opener={t('New order')}
      act="new"
      fields={fields}
      title={t('New order')}
      submit={t('Create')}
      size="lg"
      send={() => send(Create, { input: input() })}
      done={({ createOrder }) => void navigate({ to: `${PATH}/${createOrder.order.id}` as never })}
    >
      {errors => (
        <>
          <Group grow align="flex-start">
            <LocationSelect label={t('Ship from')} {...choice('locationId', errors)} />
            <TextInput label={t('Reference')} placeholder={t('Your own number')} {...text('reference', errors)} />
          </Group>
          <Lines
            lines={lines}
            onChange={each => change({ lines: each })}
            errors={errors}
            price="unitPrice"
            from={locationId}
          />
          <Textarea label={t('Notes')} autosize minRows={1} {...text('notes', errors)} />
        </>
      )}
    </FormDialog>
  );
}

/** One order, from its reservation to its fulfillment. */
export const OrderPage = () => (
  <RecordView noun={t('order')} query={One} pick={data => data.order}>
    {order => <OrderView order={order} />}
  </RecordView>
);

function OrderView({ order }: { order: Order }) {
  const { id, items } = order;
  const { currency } = useOrganization();
  const booked = useBookedEntries(id);
  const hasLots = booked.entries.some(({ lot }) => lot);
  const rest = items.filter(item => restOf(item) > 0);
  // What was cancelled when it was closed short is no longer part of it.
  const unitsOf = (item: Item) => (order.closedAt ? item.quantityFulfilled : item.quantity);
  const prices = items.map(item => item.unitPrice && item.unitPrice * unitsOf(item));
  return (
    <DocumentPage
      title={order.number}
      hint={t('Ships from {name}', { name: order.location.name })}
      status={order.status}
      print={<Print id={id} papers={['pickList', 'packingSlip']} />}
      actions={{
        cancel: {
          from: ['PENDING', 'RESERVED'],
          action: (
            <Action
              label={t('Cancel order')}
              send={() => send(Cancel, { id })}
              notice={t('Cancelled; its reserved stock is available again.')}
              confirm={t('Its reserved stock becomes available to others. This cannot be undone.')}
            />
          ),
        },
        close: {
          from: ['PARTIALLY_FULFILLED'],
          action: (
            <Action
              label={t('Close short')}
              title={t('Close {number} short?', { number: order.number })}
              send={() => send(Close, { id })}
              notice={t('{number} is closed short; nothing more will follow.', { number: order.number })}
              confirm={t(
                'What has not left is cancelled: {items}. Stock reserved for it becomes available to others. This cannot be undone.',
                { items: rest.map(item => `${quantity(restOf(item))} × ${item.sku}`).join(', ') },
              )}
            />
          ),
        },
        reserve: { from: ['PENDING'], action: <ReserveButton id={id} /> },
        extend: { from: ['RESERVED', 'PARTIALLY_FULFILLED'], action: <ExtendButton order={order} /> },
        fulfill: {
          from: ['PENDING', 'RESERVED', 'PARTIALLY_FULFILLED'],
          once: 'fulfillWholeOrder',
          action: <FulfilButtons order={order} />,
        },
        return: { from: ['PARTIALLY_FULFILLED', 'FULFILLED'], action: <NewReturn order={order} /> },
      }}
      facts={[
        [t('Reference'), order.reference],
        [t('Created'), time(order.createdAt)],
        [t('Reserved'), at(order.reservedAt)],
        [
          t('Reserved until'),
          order.reservationExpiresAt && `${time(order.reservationExpiresAt)} (${since(order.reservationExpiresAt)})`,
        ],
        [t('Fulfilled'), order.closedAt ? null : at(order.fulfilledAt)],
        [t('Closed short'), at(order.closedAt)],
        [t('Cancelled'), at(order.cancelledAt)],
        totalOf(prices, currency),
        [t('Cost'), order.cost !== null && money(order.cost, currency)],
        [
          t('Margin'),
          order.margin !== null &&
            `${money(order.margin, currency)}${order.revenue ? ` · ${percent(order.margin / order.revenue)}` : ''}`,
        ],
        [t('Notes'), order.notes],
      ]}
    >
      <Items
        items={items}
        done={[t('Fulfilled'), item => item.quantityFulfilled]}
        more={[
          order.closedAt
            ? [t('Cancelled'), (item, amount) => amount(restOf(item))]
            : [t('Reserved'), (item, amount) => amount(item.quantityReserved)],
          [t('Price'), item => priceOfOne(item.unitPrice, currency)],
          ...(hasLots
            ? [[t('Lots'), (item: Item) => <LotsOf sku={item.sku} entries={booked.entries} />] as const]
            : []),
        ]}
      />
      <BookedEntries {...booked} />
      <Returns returns={order.returnAuthorizations} />
    </DocumentPage>
  );
}

const restOf = (item: Item): number => item.quantity - item.quantityFulfilled;

/** Reserves until the order is cancelled, or for a limited time. */
function ReserveButton({ id }: { id: string }) {
  const { report } = useContext(Refusals);
  const reserve = (ms?: number) => send(Reserve, { id, ...(ms && { input: { reservationExpiresAt: inMs(ms) } }) });
  const reserveFor = async (words: string, ms: number) => {
    const { problems } = await reserve(ms);
    report(problems ?? []);
    if (!problems) notify(t('Reserved for {words}.', { words }));
  };
  return (
    <Button.Group>
      <Action label={t('Reserve')} send={() => reserve()} notice={t('Reserved.')} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('Reserve for a limited time')}
            style={{ borderTopLeftRadius: 0, borderBottomLeftRadius: 0, borderLeft: 0 }}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {TERMS.map(([words, ms]) => (
            <Menu.Item key={words} onClick={() => void reserveFor(words, ms)}>
              {t('For {words}', { words })}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}

/** Changes until when the stock of the order is held. */
function ExtendButton({ order: { id, items, reservationExpiresAt: end } }: { order: Order }) {
  const { report } = useContext(Refusals);
  if (items.every(item => item.quantityReserved === 0)) return null;
  return (
    <ExtendMenu id={id} end={end} report={report}>
      <Button variant="default" rightSection={<IconChevronDown size={16} />}>
        {t('Reserved until')}
      </Button>
    </ExtendMenu>
  );
}

/** Fulfils everything outstanding at once, or what is picked: scanned or chosen line by line. */
function FulfilButtons({ order: { id, number, items, location, locationId } }: { order: Order }) {
  return (
    <Group gap="xs">
      <Take
        label={t('Pick')}
        submit={t('Fulfill')}
        title={t('Fulfill {number} from {name}', { number, name: location.name })}
        variant="default"
        items={items}
        open={restOf}
        lots={{ at: locationId }}
        notice={t('Fulfilled.')}
        send={(parts, _, about) =>
          book(
            'fulfillOrder',
            {
              id,
              input: {
                items: itemsOf(parts),
              },
            },
            about,
          )
        }
      />
      <Action
        label={t('Fulfill all')}
        variant="filled"
        send={() =>
          book(
            'fulfillWholeOrder',
            { id },
            {
              title: t('Fulfill {number} from {name}', { number, name: location.name }),
              path: `${PATH}/${id}`,
              lines: items
                .map(item => ({
                  itemId: item.id,
                  sku: item.sku,
                  quantity: restOf(item),
                }))
                .filter(line => line.quantity > 0),
            },
          )
        }
        notice={t('{number} is fulfilled from {name}.', { number, name: location.name })}
      />
    </Group>
  );
}

function Returns({ returns }: { returns: Order['returnAuthorizations'] }) {
  if (returns.length === 0) return null;
  return (
    <Section title={t('Returns')}>
      {returns.map(({ id, number, status, reason, createdAt }) => (
        <Group key={id} gap="sm" py={6}>
          <Link className="link" to={`/returns/${id}` as never}>
            {number}
          </Link>
          <Status of={status} />
          <Text size="sm" c="dimmed">
            {date(createdAt)} · {reason}
          </Text>
        </Group>
      ))}
    </Section>
  );
}
