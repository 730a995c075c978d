import { Select, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { book } from '../outbox.ts';
import { useFields } from '../ui/fields.ts';
import { FormDialog } from '../ui/form.tsx';

import { Inspect, type Inspection, itemsOf, type SentLine } from './inspect.tsx';

/* A new return of an order, however old. */

const PATH = '/returns';

const LatestOrders = graphql(`
  query LatestFulfilled {
    whole: orders(first: 15, filter: { status: FULFILLED }) {
        nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
    partly: orders(first: 5, filter: { status: PARTIALLY_FULFILLED }) {
        nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
  }
`);
const FindOrders = graphql(`
  query FindOrders($number: String!, $reference: String!) {
    byNumber: orders(first: 1, filter: { number: $number }) {
        nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
    byReference: orders(first: 5, filter: { reference: $reference }) {
        nodes { id number reference items { id sku quantityFulfilled variant { name product { name } } } } }
  }
`);
interface ReturnableOrder {
  id: string;
  number: string;
  items: readonly SentLine[];
}
const isReturnable = ({ items }: ReturnableOrder) => items.some(({ quantityFulfilled }) => quantityFulfilled > 0);
/** `42`, `so-42` and `SO-000042` are the same order. */
const numberOfOrder = (typed: string): string => {
  const digits = /^(?:so-?)?(\d{1,12})$/i.exec(typed)?.[1];
  return digits ? `SO-${digits.padStart(6, '0')}` : typed.toUpperCase();
};

/** An order with fulfilled lines: the latest ones are offered, any other is found by number or reference. */
function OrderSelect({
  value,
  onChange,
  error,
}: {
  value: ReturnableOrder | null;
  onChange(order: ReturnableOrder | null): void;
  error: string | undefined;
}) {
  const [search, setSearch] = useState('');
  const [typed] = useDebouncedValue(search.trim(), 200);
  const latestOrders = useData(LatestOrders, {}).data;
  const labelOf = ({ number, reference }: { number: string; reference?: string | null }) =>
    [number, reference].filter(Boolean).join(' · ');
  const isChosen = value !== null && typed.startsWith(value.number);
  const matches = useData(
    FindOrders,
    { number: numberOfOrder(typed), reference: typed },
    { pause: typed === '' || isChosen },
  ).data;
  const offeredOrders =
    typed === '' || isChosen || !matches ? [] : [...matches.byNumber.nodes, ...matches.byReference.nodes];
  const recent = latestOrders ? [...latestOrders.whole.nodes, ...latestOrders.partly.nodes] : [];
  const matching = recent.filter(
    order => typed === '' || isChosen || labelOf(order).toLowerCase().includes(typed.toLowerCase()),
  );
  const orders = [...(value ? [value] : []), ...offeredOrders, ...matching].filter(
    (order, index, all) => isReturnable(order) && all.findIndex(({ id }) => id === order.id) === index,
  );
  return (
    <Select
      label={t('Order')}
      placeholder={t('Number or reference')}
      searchable
      openOnFocus={false}
      data={orders.map(order => ({ value: order.id, label: labelOf(order) }))}
      filter={({ options }) => options}
      nothingFoundMessage={t('No order of this number or reference has been fulfilled')}
      value={value?.id ?? null}
      onSearchChange={setSearch}
      onChange={id => onChange(orders.find(order => order.id === id) ?? null)}
      error={error}
    />
  );
}

/** Creates a return for the given order, or for one to be chosen. */
export function NewReturn({ order: givenOrder }: { order?: ReturnableOrder }) {
  const navigate = useNavigate();
  const fields = useFields({
    order: givenOrder ?? (null as ReturnableOrder | null),
    reason: '',
    inspection: {} as Inspection,
  });
  const { values, change, text } = fields;
  const { order, reason, inspection } = values;
  const create = () =>
    book(
      'createReturn',
      { input: { orderId: order?.id ?? '', reason, items: itemsOf(inspection) } },
      {
        title: t('New return of {number}', { number: order?.number ?? '–' }),
        path: order ? `/orders/${order.id}` : PATH,
        lines: itemsOf(inspection),
      },
    );
  return (
    <FormDialog
      opener={t('New return')}
      variant={givenOrder ? 'default' : 'filled'}
      title={givenOrder ? t('New return of {number}', { number: givenOrder.number }) : t('New return')}
      submit={t('Create')}
      size="lg"
      {...(!givenOrder && { act: 'new' })}
      fields={fields}
      send={create}
      done={({ createReturnAuthorization }) =>
        void navigate({ to: `${PATH}/${createReturnAuthorization.returnAuthorization.id}` as never })
      }
    >
      {errors => (
        <>
          {!givenOrder && (
            <OrderSelect
              value={order}
              onChange={chosen => change({ order: chosen, inspection: {} })}
              error={errors.at('orderId')}
            />
          )}
          <Textarea label={t('Reason')} autosize minRows={1} {...text('reason', errors)} />
          {order && (
            <Inspect
              key={order.id}
              lines={order.items.filter(({ quantityFulfilled }) => quantityFulfilled > 0)}
              inspection={inspection}
              onChange={each => change({ inspection: each })}
              errors={errors}
            />
          )}
        </>
      )}
    </FormDialog>
  );
}
