import { Group, Select, Text, Textarea, TextInput } from '@mantine/core';
import { IconTruckDelivery } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { date, daysUntil, money, quantity, shortDay, time } from '../format.ts';
import { priceOfOne } from '../format-more.ts';
import { graphql, type SendResult, send } from '../graphql.ts';
import { LANGUAGES, languageOfService, t } from '../language.ts';
import { book } from '../outbox.ts';
import { BookedEntries, LotsOf, useBookedEntries } from '../parts/booked-entries.tsx';
import { LocationSelect, SupplierSelect } from '../parts/choose.tsx';
import { useDefaultPlace } from '../parts/default-place.ts';
import { at, type DocumentActions, DocumentPage, type Facts, Items, RecordView, totalOf } from '../parts/document.tsx';
import { DocumentList, numberColumn, unitsColumn } from '../parts/documents.tsx';
import { CurrencyFields, currencyInput, LandedCostButton, LandedCosts } from '../parts/landed-costs.tsx';
import { type Line, Lines, linesOf, newLine, orderedInput } from '../parts/lines.tsx';
import { Print } from '../parts/print.tsx';
import { inBothUnits, unitOfLine } from '../parts/purchase-unit.tsx';
import { deliveryColumn, missingOf, ShortAlert, shortOf } from '../parts/short-delivery.tsx';
import { Take } from '../parts/take.tsx';
import { useOrganization } from '../session.ts';
import { Action } from '../ui/action.tsx';
import type { Column } from '../ui/columns.tsx';
import { DateInput } from '../ui/day.tsx';
import { useFields, withoutEmpty } from '../ui/fields.ts';
import { FormDialog, type Submission } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import type { BulkAct } from '../ui/selection.tsx';

const List = graphql(`
  query PurchaseOrders($after: String, $filter: PurchaseOrdersFilter, $sort: PurchaseOrderSort) {
    purchaseOrders(first: 50, after: $after, filter: $filter, sort: $sort) {
        totalCount pageInfo { hasNextPage endCursor } nodes {
          id number status expectedOn location { name } supplier { name } items { id quantity quantityReceived } } }
  }
`);
const One = graphql(`
  query PurchaseOrder($id: ID!) {
    purchaseOrder(id: $id) {
      id version number status reference notes locationId location { name } expectedOn
        currency exchangeRate replenishmentPlanId createdAt updatedAt submittedAt receivedAt supplierId supplier {
          name email } sendStatus sentTo sentAt sendFailure
      items {
        id sku quantity quantityReceived unitCost purchaseQuantity purchaseUnit unitsPerPurchaseUnit variant {
            id productId name unit lotTracked barcode product { name pictureUrl } }
        supplierItem { id supplierId purchaseUnit unitsPerPurchaseUnit preferred currency priceBreaks {
              minQuantity unitCost } variant { id unit } }
      }
      landedCosts { id description value items { valueOnHand valueSold valueAdjusted } }
    }
  }
`);
const Create = graphql(
  `mutation CreatePurchaseOrder($input: CreatePurchaseOrderInput!, $idempotencyKey: String) {
      createPurchaseOrder(input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id } } }`,
);
const Update = graphql(
  `mutation UpdatePurchaseOrder($id: ID!, $input: UpdatePurchaseOrderInput, $ifVersion: String, $idempotencyKey:
      String) { updatePurchaseOrder(id: $id, input: $input, ifVersion: $ifVersion, idempotencyKey: $idempotencyKey) {
        purchaseOrder { id } } }`,
);
const CloseShort = graphql(
  `mutation ClosePurchaseOrder($id: ID!, $input: ReceivePurchaseOrderInput, $idempotencyKey: String) {
      receivePurchaseOrder(id: $id, input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`,
);
const Submit = graphql(
  `mutation SubmitPurchaseOrder($id: ID!, $idempotencyKey: String) {
      submitPurchaseOrder(id: $id, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`,
);
const Cancel = graphql(
  `mutation CancelPurchaseOrder($id: ID!, $idempotencyKey: String) {
      cancelPurchaseOrder(id: $id, idempotencyKey: $idempotencyKey) { purchaseOrder { id status } } }`,
);

const Mail = graphql(
  `mutation SendPurchaseOrder($id: ID!, $input: SendPurchaseOrderInput, $idempotencyKey: String) {
      sendPurchaseOrder(id: $id, input: $input, idempotencyKey: $idempotencyKey) { purchaseOrder { id sendStatus } } }`,
);

type Row = ResultOf<typeof List>['purchaseOrders']['nodes'][number];
type Purchase = NonNullable<ResultOf<typeof One>['purchaseOrder']>;
type Item = Purchase['items'][number];
const STATUSES = ['DRAFT', 'SUBMITTED', 'PARTIALLY_RECEIVED', 'RECEIVED', 'CANCELLED'] as const;
const PATH = '/purchase-orders';

/** Whether goods should have been here before today. */
const isLate = ({ status, expectedOn }: Pick<Row, 'status' | 'expectedOn'>): boolean =>
  expectedOn !== null && daysUntil(expectedOn) < 0 && (status === 'SUBMITTED' || status === 'PARTIALLY_RECEIVED');

const ExpectedDate = ({ of }: { of: Pick<Row, 'status' | 'expectedOn'> }) =>
  isLate(of) ? <LateBadge day={date(of.expectedOn)} /> : date(of.expectedOn);

const LateBadge = ({ day }: { day: string }) => (
  <Text span inherit fw={620} c="var(--bad)">
    {t('{day}, late', { day })}
  </Text>
);

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Order ~purchase', PATH),
  deliveryColumn,
  { title: 'Supplier', width: '1.4fr', from: 'sm', under: true, show: purchase => purchase.supplier?.name ?? '–' },
  {
    title: 'Expected',
    width: '152px',
    from: 'sm',
    under: row =>
      row.expectedOn &&
      (isLate(row) ? (
        <LateBadge day={shortDay(row.expectedOn)} />
      ) : (
        t('due {expectedOn}', { expectedOn: shortDay(row.expectedOn) })
      )),
    sorts: { ascending: 'EXPECTED_ON_ASC', descending: 'EXPECTED_ON_DESC' },
    show: row => <ExpectedDate of={row} />,
  },
  {
    title: 'To ~place',
    width: '1.2fr',
    from: 'md',
    under: row => t('to {name}', { name: row.location.name }),
    show: purchase => purchase.location.name,
  },
  unitsColumn,
];

const oneOfMany = (key: string) => ({ isOneOfMany: true, key });
const ACTS: readonly BulkAct<Row>[] = [
  {
    label: t('Submit'),
    isFor: ({ status }) => status === 'DRAFT',
    send: ({ id }, key) => send(Submit, { id }, oneOfMany(key)),
    notice: count => t('{count, plural, one {# purchase order} other {# purchase orders}} submitted.', { count }),
  },
  {
    label: t('Receive everything outstanding'),
    isFor: ({ status }) => status === 'SUBMITTED' || status === 'PARTIALLY_RECEIVED',
    send: ({ id, number, location: { name } }, key, isAway) =>
      book(
        'receiveWholePurchaseOrder',
        { id },
        { title: t('Receive {number} at {name}', { number, name }), path: `${PATH}/${id}`, lines: [] },
        { ...oneOfMany(key), isAway },
      ),
    notice: count => t('{count, plural, one {# purchase order} other {# purchase orders}} received.', { count }),
    confirm: t(
      'Everything outstanding on these orders is recorded as received now. Lot numbers are assigned automatically.',
    ),
  },
];

/** The list of purchase orders. Whoever may write can create, submit and receive them. */
export const Purchases = () => (
  <DocumentList
    name="Purchase orders"
    hint={t('What you have ordered from suppliers.')}
    path={PATH}
    statuses={STATUSES}
    search={t('Number or reference')}
    byLocation
    bySupplier
    acts={ACTS}
    nameOf={purchase => purchase.number}
    query={List}
    pick={data => data.purchaseOrders}
    columns={COLUMNS}
    icon={IconTruckDelivery}
    create={<PurchaseDialog />}
    about={t('What is ordered shows as incoming until it is received.')}
  />
);

/** Creates a draft, or changes one. */
function PurchaseDialog({ purchase }: { purchase?: Purchase }) {
  const navigate = useNavigate();
  const place = useDefaultPlace();
  // In a list of one supplier, a new order is for that supplier.
  const { supplier: listed = null } = useSearch({ strict: false }) as { supplier?: string };
  const fields = useFields({
    locationId: purchase?.locationId ?? place,
    supplierId: purchase ? purchase.supplierId : listed,
    expectedOn: purchase?.expectedOn ?? '',
    reference: purchase?.reference ?? '',
    currency: purchase?.currency ?? '',
    exchangeRate: purchase?.exchangeRate ?? ('' as number | string),
    notes: purchase?.notes ?? '',
    lines: purchase ? linesOf(purchase.items) : ([newLine()] as readonly Line[]),
  });
  const { values, change, text, choice } = fields;
  const { lines, locationId, supplierId, expectedOn, reference, notes } = values;
  const input = () => ({
    locationId: locationId ?? '',
    supplierId,
    expectedOn: expectedOn || null,
    reference: reference || null,
    ...currencyInput(values),
    notes: notes || null,
    items: orderedInput(lines, supplierId),
  });
  const save = async ({ version }: Submission): Promise<SendResult<{ id: string }>> => {
    if (purchase) {
      const { problems } = await send(Update, { id: purchase.id, input: input(), ifVersion: version });
      return problems ? { problems } : { data: purchase };
    }
    const { data, problems } = await send(Create, { input: { ...input(), status: 'DRAFT' } });
    return problems ? { problems } : { data: data.createPurchaseOrder.purchaseOrder };
  };
  return (
    <FormDialog
      opener={purchase ? t('Edit') : t('New purchase order')}
      version={purchase?.version}
      fields={fields}
      {...(!purchase && { act: 'new' })}
      variant={purchase ? 'default' : 'filled'}
      title={purchase?.number ?? t('New purchase order')}
      submit={purchase ? t('Save') : t('Create draft')}
      size="lg"
      send={save}
      done={({ id }) => void navigate({ to: `${PATH}/${id}` as never })}
    >
      {errors => (
        <>
          <Group grow align="flex-start">
            <SupplierSelect {...choice('supplierId', errors)} />
            <LocationSelect label={t('Deliver to')} {...choice('locationId', errors)} />
          </Group>
          <Group grow align="flex-start">
            <DateInput label={t('Expected on')} {...text('expectedOn', errors)} />
            <TextInput label={t('Reference')} placeholder={t('Your own number')} {...text('reference', errors)} />
          </Group>
          <CurrencyFields fields={fields as never} errors={errors} />
          <Lines
            lines={lines}
            onChange={each => change({ lines: each })}
            errors={errors}
            price="unitCost"
            currency={values.currency}
            supplierId={supplierId}
          />
          <Textarea label={t('Notes')} autosize minRows={1} {...text('notes', errors)} />
        </>
      )}
    </FormDialog>
  );
}

/** Mails it to the supplier, or to a given address. */
function MailDialog({ purchase: { id, number, supplier } }: { purchase: Purchase }) {
  const fields = useFields({ to: supplier?.email ?? '', language: languageOfService() });
  return (
    <FormDialog
      opener={t('Mail to supplier')}
      fields={fields}
      variant="default"
      title={t('Mail {number}', { number })}
      submit={t('Send')}
      send={() => send(Mail, { id, input: fields.values })}
      done={() => notify(t('It is being sent: this page shows when it has gone out.'))}
    >
      {errors => (
        <>
          <TextInput
            type="email"
            label={t('Email')}
            description={t('It goes out as a PDF; replies come to you')}
            {...fields.text('to', errors)}
          />
          <Select
            label={t('Language')}
            data={Object.entries(LANGUAGES).map(([code, label]) => ({ value: code.toUpperCase(), label }))}
            {...fields.pick('language', errors)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What the supplier confirms, or postpones, after the order was sent. */
function ConfirmedDialog({ purchase: { id, version, number, expectedOn, reference, notes } }: { purchase: Purchase }) {
  const fields = useFields({ expectedOn: expectedOn ?? '', reference: reference ?? '', notes: notes ?? '' });
  const { values, text } = fields;
  return (
    <FormDialog
      opener={t('Confirmed date')}
      variant="default"
      title={t('What the supplier confirms for {number}', { number })}
      submit={t('Save')}
      fields={fields}
      version={version}
      send={({ version: ifVersion }) =>
        send(Update, {
          id,
          ifVersion,
          input: {
            expectedOn: values.expectedOn || null,
            reference: values.reference || null,
            notes: values.notes || null,
          },
        })
      }
      done={() => notify(t('Saved.'))}
    >
      {errors => (
        <>
          <DateInput label={t('Expected on')} data-autofocus {...text('expectedOn', errors)} />
          <TextInput label={t('Reference')} {...text('reference', errors)} />
          <Textarea label={t('Notes')} autosize minRows={1} {...text('notes', errors)} />
          <Text size="sm" c="dimmed">
            {t('If less will be delivered, record what arrives and close the order short.')}
          </Text>
        </>
      )}
    </FormDialog>
  );
}

/** Whether the mail was sent. */
function mailText({ sendStatus, sentTo, sentAt, sendFailure }: Purchase): string | null {
  if (sendStatus === null) return null;
  const [to, reason] = [sentTo ?? '', sendFailure ?? ''];
  if (sendStatus === 'SENT') return t('to {to}, {time}', { to, time: at(sentAt) ?? '' });
  if (sendStatus === 'FAILED') return t('not to {to}: {reason}', { to, reason });
  return reason ? t('to {to}: tried again. {reason}', { to, reason }) : t('to {to}: being sent', { to });
}

/** One purchase order, from its draft to its last receipt and its landed costs. */
export const PurchasePage = () => (
  <RecordView noun={t('purchase order')} query={One} pick={data => data.purchaseOrder}>
    {purchase => <PurchaseView purchase={purchase} />}
  </RecordView>
);

/** What can be done with it, by its status. */
const actionsFor = (purchase: Purchase): DocumentActions<Purchase['status']> => {
  const { id } = purchase;
  return {
    cancel: {
      from: ['DRAFT', 'SUBMITTED'],
      action: (
        <Action
          label={t('Cancel purchase order')}
          send={() => send(Cancel, { id })}
          notice={t('Cancelled.')}
          confirm={t('Nothing on it is expected any more. This cannot be undone.')}
        />
      ),
    },
    edit: { from: ['DRAFT'], action: <PurchaseDialog purchase={purchase} /> },
    close: {
      from: ['PARTIALLY_RECEIVED'],
      action: (
        <Action
          label={t('Close short')}
          title={t('Close {number} short?', { number: purchase.number })}
          send={() => send(CloseShort, { id, input: { close: true } })}
          notice={t('{number} is closed short; nothing more will follow.', { number: purchase.number })}
          confirm={t('What has not arrived is no longer expected: {items}. This cannot be undone.', {
            items: purchase.items
              .filter(item => missingOf(item) > 0)
              .map(item => `${quantity(missingOf(item))} × ${item.sku}`)
              .join(', '),
          })}
        />
      ),
    },
    confirmed: { from: ['SUBMITTED', 'PARTIALLY_RECEIVED'], action: <ConfirmedDialog purchase={purchase} /> },
    submit: {
      from: ['DRAFT'],
      action: (
        <Action
          label={t('Submit')}
          variant="filled"
          send={() => send(Submit, { id })}
          notice={t('Submitted: its goods are incoming.')}
        />
      ),
    },
    mail: { from: ['SUBMITTED', 'PARTIALLY_RECEIVED'], action: <MailDialog purchase={purchase} /> },
    landed: { from: ['PARTIALLY_RECEIVED', 'RECEIVED'], action: <LandedCostButton purchase={purchase} /> },
    receive: {
      from: ['SUBMITTED', 'PARTIALLY_RECEIVED'],
      action: <Receive purchase={purchase} />,
    },
  };
};

/** What has arrived, line by line. */
function Receive({ purchase }: { purchase: Purchase }) {
  return (
    <Take
      label={t('Receive')}
      title={t('Receive {number} at {name}', { number: purchase.number, name: purchase.location.name })}
      items={purchase.items}
      open={missingOf}
      unit={(item: Item) => unitOfLine(item)}
      lots="named"
      closing={t('Nothing more will arrive: close it short')}
      notice={t('Received at {name}.', { name: purchase.location.name })}
      send={(parts, close, about) =>
        book(
          'receivePurchaseOrder',
          {
            id: purchase.id,
            input: {
              items:
                parts.length > 0
                  ? parts.map(({ lotId: _, lotNumber, expiryDate, ...part }) => ({
                      ...part,
                      ...withoutEmpty({ lotNumber, expiryDate }),
                    }))
                  : null,
              close,
            },
          },
          about,
        )
      }
    />
  );
}

interface Terms {
  ownCurrency: string;
  /** Whether it was closed before everything had arrived. */
  isShort: boolean;
  total: ReturnType<typeof totalOf>;
}

const factsOf = (purchase: Purchase, { ownCurrency, isShort, total }: Terms): Facts => [
  [
    t('Supplier'),
    purchase.supplierId && (
      <Link className="link" to={`/suppliers/${purchase.supplierId}` as never}>
        {purchase.supplier?.name}
      </Link>
    ),
  ],
  [
    t('Made from'),
    purchase.replenishmentPlanId && (
      <Link className="link" to={'/replenishment' as never} search={{ plan: purchase.replenishmentPlanId } as never}>
        {t('a replenishment plan')}
      </Link>
    ),
  ],
  [t('Reference'), purchase.reference],
  [t('Created'), time(purchase.createdAt)],
  [t('Submitted'), at(purchase.submittedAt)],
  [t('Mailed'), mailText(purchase)],
  [t('Expected'), purchase.expectedOn && <ExpectedDate key="expected" of={purchase} />],
  [isShort ? t('Closed short') : t('Received'), at(purchase.receivedAt)],
  total,
  [
    t('Exchange rate'),
    purchase.exchangeRate &&
      t('one {currency} is {exchangeRate} {own}', {
        currency: purchase.currency ?? ownCurrency,
        exchangeRate: quantity(purchase.exchangeRate),
        own: ownCurrency,
      }),
  ],
  [t('Notes'), purchase.notes],
];

function PurchaseView({ purchase }: { purchase: Purchase }) {
  const { id, items } = purchase;
  const ownCurrency = useOrganization().currency;
  const currency = purchase.currency ?? ownCurrency;
  const booked = useBookedEntries(id);
  const hasLots = booked.entries.some(({ lot }) => lot);
  const short = shortOf(purchase);
  const isShort = short.length > 0;
  // What was never delivered costs nothing.
  const costOf = (item: Item) =>
    item.unitCost === null ? null : item.unitCost * (isShort ? item.quantityReceived : item.quantity);
  return (
    <DocumentPage
      title={purchase.number}
      hint={t('Delivers to {name}', { name: purchase.location.name })}
      status={purchase.status}
      print={<Print id={id} papers={['purchaseOrder']} />}
      actions={actionsFor(purchase)}
      first={
        <ShortAlert
          lines={short}
          title={units => t('{units, plural, one {# unit} other {# units}} not delivered', { units })}
        >
          {items => t('{items}: no longer expected, because the order was closed short.', { items })}
        </ShortAlert>
      }
      facts={factsOf(purchase, { ownCurrency, isShort, total: totalOf(items.map(costOf), currency) })}
    >
      <Items
        items={items}
        amount={inBothUnits}
        done={[t('Received'), item => item.quantityReceived]}
        more={[
          [t('Unit cost'), item => priceOfOne(item.unitCost, currency)],
          [t('Cost'), item => money(costOf(item), currency)],
          ...(isShort ? [[t('Not delivered'), (item: Item) => inBothUnits(item, missingOf(item))] as const] : []),
          ...(hasLots
            ? [[t('Lots'), (item: Item) => <LotsOf sku={item.sku} entries={booked.entries} />] as const]
            : []),
        ]}
      />
      <LandedCosts rows={purchase.landedCosts} />
      <BookedEntries {...booked} />
    </DocumentPage>
  );
}
