import { Group, Textarea, TextInput } from '@mantine/core';
import { IconTransfer } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { inUnit, quantity, time } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { type BookingSubject, book } from '../outbox.ts';
import { BookedEntries, LotLink, useBookedEntries } from '../parts/booked-entries.tsx';
import { LocationSelect } from '../parts/choose.tsx';
import { useDefaultPlace } from '../parts/default-place.ts';
import { at, DocumentPage, Items, RecordView } from '../parts/document.tsx';
import { createdColumn, DocumentList, numberColumn, unitsColumn } from '../parts/documents.tsx';
import { type Line, Lines, linesInput, newLine } from '../parts/lines.tsx';
import { Print } from '../parts/print.tsx';
import { deliveryColumn, missingOf, ShortAlert, shortOf } from '../parts/short-delivery.tsx';
import { itemsOf, lotsIn, type Part, Take } from '../parts/take.tsx';
import { Action } from '../ui/action.tsx';
import type { Column } from '../ui/columns.tsx';
import { useFields, withoutEmpty } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';
import { Rich } from '../ui/rich.tsx';
import type { BulkAct } from '../ui/selection.tsx';

const List = graphql(`
  query Transfers($after: String, $filter: StockTransfersFilter, $sort: StockTransferSort) {
    stockTransfers(first: 50, after: $after, filter: $filter, sort: $sort) {
        totalCount pageInfo { hasNextPage endCursor } nodes { id number status sourceLocation {
            name } destinationLocation { name } createdAt items { id quantity quantityReceived } } }
  }
`);
const One = graphql(`
  query Transfer($id: ID!) {
    stockTransfer(id: $id) {
      id number status reference notes sourceLocationId sourceLocation { name } destinationLocation {
          name } createdAt shippedAt receivedAt
      items { id sku quantity quantityReceived variant { id productId name unit lotTracked barcode product {
              name pictureUrl } } lots { id lotId lotNumber quantity quantityReceived lot { id expiryDate } } }
    }
  }
`);
const Create = graphql(
  `mutation CreateTransfer($input: CreateStockTransferInput!, $idempotencyKey: String) {
      createStockTransfer(input: $input, idempotencyKey: $idempotencyKey) { stockTransfer { id } } }`,
);
const Cancel = graphql(
  `mutation CancelTransfer($id: ID!, $idempotencyKey: String) {
      cancelStockTransfer(id: $id, idempotencyKey: $idempotencyKey) { stockTransfer { id status } } }`,
);

type Row = ResultOf<typeof List>['stockTransfers']['nodes'][number];
type Transfer = NonNullable<ResultOf<typeof One>['stockTransfer']>;
type Item = Transfer['items'][number];
const STATUSES = ['PENDING', 'SHIPPED', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELLED'] as const;
const PATH = '/transfers';

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Transfer', PATH),
  deliveryColumn,
  {
    title: 'From',
    width: '1.2fr',
    from: 'sm',
    under: transfer => t('from {name}', { name: transfer.sourceLocation.name }),
    show: transfer => transfer.sourceLocation.name,
  },
  {
    title: 'To ~place',
    width: '1.2fr',
    from: 'sm',
    under: transfer => t('to {name}', { name: transfer.destinationLocation.name }),
    show: transfer => transfer.destinationLocation.name,
  },
  unitsColumn,
  createdColumn,
];

const ACTS: readonly BulkAct<Row>[] = [
  {
    label: t('Ship'),
    isFor: ({ status }) => status === 'PENDING',
    send: ({ id, number, sourceLocation: { name } }, key, isAway) =>
      book(
        'shipTransfer',
        { id },
        { title: t('Ship {number} from {name}', { number, name }), path: `${PATH}/${id}`, lines: [] },
        { isOneOfMany: true, key, isAway },
      ),
    notice: count => t('{count, plural, one {# transfer} other {# transfers}} shipped.', { count }),
  },
];

/** The list of transfers between locations. Whoever may write can create and ship them. */
export const Transfers = () => (
  <DocumentList
    name="Transfers"
    hint={t('What moves from one location to another.')}
    path={PATH}
    statuses={STATUSES}
    search={t('Number or reference')}
    byLocation="either"
    acts={ACTS}
    nameOf={transfer => transfer.number}
    query={List}
    pick={data => data.stockTransfers}
    columns={COLUMNS}
    icon={IconTransfer}
    create={<NewTransfer />}
    about={t('Stock leaves its location when it is shipped, and is incoming at the other until it is received.')}
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
    ...withoutEmpty(rest),
  });
  return (
    <FormDialog
      opener={t('New transfer')}
      act="new"
      fields={fields}
      title={t('New transfer')}
      submit={t('Create')}
      size="lg"
      send={() => send(Create, { input: input() })}
      done={({ createStockTransfer }) =>
        void navigate({ to: `${PATH}/${createStockTransfer.stockTransfer.id}` as never })
      }
    >
      {errors => (
        <>
          <Group grow align="flex-start">
            <LocationSelect label={t('From ~place')} {...choice('sourceLocationId', errors)} />
            <LocationSelect label={t('To ~place')} {...choice('destinationLocationId', errors)} />
          </Group>
          <Lines lines={lines} onChange={each => change({ lines: each })} errors={errors} from={sourceLocationId} />
          <TextInput label={t('Reference')} placeholder={t('Your own number')} {...text('reference', errors)} />
          <Textarea label={t('Notes')} autosize minRows={1} {...text('notes', errors)} />
        </>
      )}
    </FormDialog>
  );
}

/** One transfer: shipping it, and receiving it at its destination. */
export const TransferPage = () => (
  <RecordView noun={t('transfer')} query={One} pick={data => data.stockTransfer}>
    {transfer => <TransferView transfer={transfer} />}
  </RecordView>
);

function TransferView({ transfer }: { transfer: Transfer }) {
  const { id, items } = transfer;
  const lots = items.some(item => item.lots.length > 0);
  const booked = useBookedEntries(id);
  const shortages = shortOf(transfer);
  return (
    <DocumentPage
      title={transfer.number}
      hint={`${transfer.sourceLocation.name} → ${transfer.destinationLocation.name}`}
      status={transfer.status}
      print={<Print id={id} papers={['transferNote']} />}
      actions={{
        cancel: {
          from: ['PENDING'],
          action: (
            <Action
              label={t('Cancel transfer')}
              send={() => send(Cancel, { id })}
              notice={t('Cancelled.')}
              confirm={t('This cannot be undone.')}
            />
          ),
        },
        ship: {
          from: ['PENDING'],
          once: 'shipTransfer',
          action: <ShipButtons transfer={transfer} />,
        },
        receive: {
          from: ['SHIPPED', 'PARTIALLY_RECEIVED'],
          action: (
            <Take
              label={t('Receive')}
              title={t('Receive {number} at {name}', {
                number: transfer.number,
                name: transfer.destinationLocation.name,
              })}
              items={items}
              open={(item: Item) => missingOf(item)}
              lots={{ shipped: item => item.lots }}
              closing={t('Nothing more will arrive: record the rest as lost')}
              notice={t('Received at {name}.', { name: transfer.destinationLocation.name })}
              send={(parts, close, about) =>
                book(
                  'receiveTransfer',
                  {
                    id,
                    input: {
                      items: parts.length > 0 ? itemsOf(parts) : null,
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
      first={
        <ShortAlert
          lines={shortages}
          title={units => t('{units, plural, one {# unit} other {# units}} lost on the way', { units })}
        >
          {items =>
            shortages.length === 1
              ? t('{items} was shipped and never arrived; the loss is in the ledger.', { items })
              : t('{items} were shipped and never arrived; the loss is in the ledger.', { items })
          }
        </ShortAlert>
      }
      facts={[
        [t('Reference'), transfer.reference],
        [t('Created'), time(transfer.createdAt)],
        [t('Shipped'), at(transfer.shippedAt)],
        [t('Received'), at(transfer.receivedAt)],
        [t('Notes'), transfer.notes],
      ]}
    >
      <Items
        items={items}
        done={[t('Received'), item => item.quantityReceived]}
        more={[
          ...(lots ? [[t('Lots'), (item: Item) => <ShippedLots item={item} />] as const] : []),
          ...(shortages.length > 0
            ? [[t('Lost'), (item: Item) => inUnit(missingOf(item), item.variant.unit)] as const]
            : []),
        ]}
      />
      <BookedEntries {...booked} />
    </DocumentPage>
  );
}

/** Ships everything at once, or after each line was picked: scanned, or its lots chosen. */
function ShipButtons({ transfer: { id, number, items, sourceLocationId, sourceLocation } }: { transfer: Transfer }) {
  const title = t('Ship {number} from {name}', { number, name: sourceLocation.name });
  const shippedText = t('Shipped from {name}.', { name: sourceLocation.name });
  /** A transfer leaves as a whole; only its lots are chosen. */
  const ship = async (parts: readonly Part[], about: BookingSubject) => {
    const problems = items.flatMap(({ id: itemId, sku, quantity: whole }) => {
      const index = parts.findIndex(part => part.itemId === itemId);
      const sum = parts.reduce((total, part) => total + (part.itemId === itemId ? part.quantity : 0), 0);
      const message = t(
        '{sku}: {sum} of {quantity}. A transfer leaves as a whole; to send less, cancel it and create another.',
        {
          sku,
          sum: quantity(sum),
          quantity: quantity(whole),
        },
      );
      return sum === whole
        ? []
        : [{ code: 'VALIDATION_FAILED', message, field: index < 0 ? null : `items[${index}].quantity` }];
    });
    if (problems.length > 0) return { problems };
    const chosen = items
      .map(({ id: itemId }) => ({ itemId, lots: lotsIn(parts.filter(part => part.itemId === itemId)) }))
      .filter(({ lots }) => lots.length > 0);
    const sent = await book('shipTransfer', { id, input: { items: chosen.length > 0 ? chosen : null } }, about);
    // Its refusals name the lines of the transfer, not the entries of the form.
    return sent.problems ? { problems: sent.problems.map(problem => ({ ...problem, field: null })) } : sent;
  };
  return (
    <Group gap="xs">
      <Take
        label={t('Pick')}
        submit={t('Ship')}
        title={title}
        variant="default"
        items={items}
        open={item => item.quantity}
        lots={{ at: sourceLocationId }}
        notice={shippedText}
        send={(parts, _, about) => ship(parts, about)}
      />
      <Action
        label={t('Ship')}
        variant="filled"
        send={() =>
          book(
            'shipTransfer',
            { id },
            {
              title,
              path: `${PATH}/${id}`,
              lines: items.map(({ sku, quantity: units }) => ({ sku, quantity: units })),
            },
          )
        }
        notice={shippedText}
      />
    </Group>
  );
}

function ShippedLots({ item: { lots, variant } }: { item: Item }) {
  if (lots.length === 0) return '–';
  return lots.map(({ id, lotId, lotNumber, quantity: units }) => (
    <div key={id}>
      <Rich
        of="{amount} of {lot}"
        values={{ amount: inUnit(units, variant.unit), lot: <LotLink lot={{ id: lotId, lotNumber }} /> }}
      />
    </div>
  ));
}
