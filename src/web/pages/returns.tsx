import { Text, Textarea } from '@mantine/core';
import { IconReceiptRefund } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { inUnit, quantity, time, words } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { book } from '../outbox.ts';
import { BookedEntries, useBookedEntries } from '../parts/booked-entries.tsx';
import { at, DocumentPage, nameOfItem, RecordView } from '../parts/document.tsx';
import { createdColumn, DocumentList, numberColumn, statusColumn, unitsColumn } from '../parts/documents.tsx';
import { Inspect, type Inspection, itemsOf, lineOf } from '../parts/inspect.tsx';
import { NewReturn } from '../parts/new-return.tsx';
import { Print } from '../parts/print.tsx';
import { VariantLink } from '../parts/product-link.tsx';
import { Action } from '../ui/action.tsx';
import type { Column } from '../ui/columns.tsx';
import { useFields } from '../ui/fields.ts';
import { FormDialog, type Submission } from '../ui/form.tsx';
import { notify } from '../ui/notify.tsx';
import { Section } from '../ui/page.tsx';
import { Rich } from '../ui/rich.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';

const List = graphql(`
  query Returns($after: String, $filter: ReturnAuthorizationsFilter, $sort: ReturnAuthorizationSort) {
    returnAuthorizations(first: 50, after: $after, filter: $filter, sort: $sort) { totalCount pageInfo {
          hasNextPage endCursor } nodes { id number status reason createdAt order { number } items { id quantity } } }
  }
`);
const One = graphql(`
  query Return($id: ID!) {
    returnAuthorization(id: $id) {
      id version number status reason location { name } createdAt receivedAt
      order { id number items { id sku quantityFulfilled variant { name product { name } } } }
      items { id sku quantity condition lotId variant { id productId name unit product { name } } }
    }
  }
`);
const Cancel = graphql(
  `mutation CancelReturn($id: ID!, $idempotencyKey: String) {
      cancelReturnAuthorization(id: $id, idempotencyKey: $idempotencyKey) { returnAuthorization { id status } } }`,
);

type Row = ResultOf<typeof List>['returnAuthorizations']['nodes'][number];
type Return = NonNullable<ResultOf<typeof One>['returnAuthorization']>;
const STATUSES = ['PENDING', 'RECEIVED', 'CANCELLED'] as const;
const PATH = '/returns';

const COLUMNS: readonly Column<Row>[] = [
  numberColumn('Return', PATH),
  statusColumn,
  { title: 'Order', width: '1fr', from: 'sm', under: true, show: each => each.order.number },
  { title: 'Reason', width: '1.6fr', from: 'sm', under: true, show: each => each.reason },
  unitsColumn,
  createdColumn,
];

/** The list of returns. Whoever may write can authorize one for an order that was fulfilled. */
export const Returns = () => (
  <DocumentList
    name="Returns"
    hint={t('What customers send back.')}
    path={PATH}
    statuses={STATUSES}
    search={t('Number')}
    byLocation
    query={List}
    pick={data => data.returnAuthorizations}
    columns={COLUMNS}
    icon={IconReceiptRefund}
    create={<NewReturn />}
    about={t(
      'A return is made for an order that was fulfilled; when it arrives it is inspected, and what is sellable goes back into stock.',
    )}
  />
);

/** One return: inspecting what came back, and receiving it. */
export const ReturnPage = () => (
  <RecordView noun={t('return')} query={One} pick={data => data.returnAuthorization}>
    {found => <ReturnView found={found} />}
  </RecordView>
);

const LINES: readonly RowColumn<Return['items'][number]>[] = [
  {
    title: 'Product',
    show: item => (
      <>
        <VariantLink variant={item.variant}>{nameOfItem(item)}</VariantLink>
        <Text size="xs" c="dimmed" className="mono">
          {item.sku}
        </Text>
      </>
    ),
  },
  { title: 'Condition', show: item => words(item.condition) },
  { title: 'Quantity', number: true, show: item => inUnit(item.quantity, item.variant.unit) },
];

function ReturnView({ found }: { found: Return }) {
  const { id, order, items } = found;
  const booked = useBookedEntries(id);
  return (
    <DocumentPage
      title={found.number}
      hint={
        <Rich
          of="Of order <link>{number}</link>"
          values={{ number: order.number }}
          parts={{ link: <Link className="link" to={`/orders/${order.id}` as never} /> }}
        />
      }
      status={found.status}
      print={<Print id={id} papers={['returnSlip']} />}
      actions={{
        cancel: {
          from: ['PENDING'],
          action: (
            <Action
              label={t('Cancel return')}
              send={() => send(Cancel, { id })}
              notice={t('Cancelled.')}
              confirm={t('It will no longer be expected. This cannot be undone.')}
            />
          ),
        },
        inspect: { from: ['PENDING'], action: <InspectDialog found={found} /> },
        receive: {
          from: ['PENDING'],
          once: 'receiveReturn',
          action: (
            <Action
              label={t('Receive')}
              title={t('Receive {number} at {name}?', { number: found.number, name: found.location.name })}
              variant="filled"
              send={() =>
                book(
                  'receiveReturn',
                  { id },
                  {
                    title: t('Receive {number} at {name}', { number: found.number, name: found.location.name }),
                    path: `${PATH}/${id}`,
                    lines: items,
                  },
                )
              }
              notice={t('Received: sellable goods are back in stock at {name}.', { name: found.location.name })}
              confirm={t('{items}. Inspect it first if something else has arrived.', {
                items: items
                  .map(item => `${quantity(item.quantity)} × ${item.sku} (${words(item.condition).toLowerCase()})`)
                  .join(', '),
              })}
            />
          ),
        },
      }}
      facts={[
        [t('Reason'), found.reason],
        [t('Comes to'), found.location.name],
        [t('Created'), time(found.createdAt)],
        [t('Received'), at(found.receivedAt)],
      ]}
    >
      <Section title={t('Lines')}>
        <Rows columns={LINES} rows={items} minWidth={280} empty={t('Nothing.')} />
      </Section>
      <BookedEntries {...booked} />
    </DocumentPage>
  );
}

/** What has actually arrived, and in which condition. It can be corrected until the return is received. */
function InspectDialog({ found: { id, version, number, order, items, reason } }: { found: Return }) {
  const amounts: Inspection = {};
  for (const { sku, lotId, condition, quantity: units } of items) {
    const line = (amounts[lineOf(sku, lotId)] ??= {});
    line[condition] = Number(line[condition] ?? 0) + units;
  }
  const fields = useFields({ inspection: amounts, reason });
  const { values, change, text } = fields;
  const inspect = ({ version: ifVersion }: Submission) =>
    book(
      'inspectReturn',
      { id, ifVersion, input: { reason: values.reason, items: itemsOf(values.inspection) } },
      {
        title: t('Inspect what came back of {number}', { number }),
        path: `${PATH}/${id}`,
        lines: itemsOf(values.inspection),
      },
    );
  return (
    <FormDialog
      opener={t('Inspect')}
      variant="default"
      title={t('Inspect what came back of {number}', { number })}
      submit={t('Save')}
      size="lg"
      takesGoods
      fields={fields}
      version={version}
      send={inspect}
      done={() => notify(t('Saved.'))}
    >
      {errors => (
        <>
          <Text size="sm" c="dimmed">
            {t('Sellable goods go back on the shelf when the return is received; damaged and discarded ones do not.')}
          </Text>
          <Inspect
            lines={order.items.filter(({ quantityFulfilled }) => quantityFulfilled > 0)}
            inspection={values.inspection}
            onChange={inspection => change({ inspection })}
            errors={errors}
          />
          <Textarea label={t('Reason')} autosize minRows={1} {...text('reason', errors)} />
        </>
      )}
    </FormDialog>
  );
}
