import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { graphql, type Problem, send } from '../graphql.ts';
import { t } from '../language.ts';
import { notify } from '../ui/notify.tsx';
import type { BulkAct } from '../ui/selection.tsx';

/* Until when the stock of an order is held. */

const Extend = graphql(
  `mutation ExtendReservation($id: ID!, $input: UpdateOrderInput!, $idempotencyKey: String) {
      updateOrder(id: $id, input: $input, idempotencyKey: $idempotencyKey) { order { id reservationExpiresAt } } }`,
);

const HOUR_MS = 3_600_000;
export const TERMS = [
  [t('an hour'), HOUR_MS],
  [t('a day'), 24 * HOUR_MS],
  [t('three days'), 72 * HOUR_MS],
  [t('a week'), 168 * HOUR_MS],
] as const;

/** So many milliseconds from now, as the service takes a time. */
export const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Whether stock may be reserved for an order in this state. */
export const isHeld = (status: string | undefined) => status === 'RESERVED' || status === 'PARTIALLY_FULFILLED';

/** The choices: what they are called, what is said afterwards, and when the reservation ends then. */
const CHOICES = [
  ...TERMS.map(([words, ms]) => ({
    label: t('For {words} from now', { words }),
    done: t('Reserved for {words}.', { words }),
    end: () => inMs(ms) as string | null,
  })),
  { label: t('Without an end'), done: t('Reserved without an end.'), end: () => null },
];

/** Changes until when the stock of the order is held, counted from now. The child opens the choices. */
export function ExtendMenu({
  id,
  end: current,
  report,
  children,
}: {
  id: string;
  end: string | null | undefined;
  report(problems: Problem[]): void;
  children: ReactNode;
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {CHOICES.filter(({ end }) => current || end() !== null).map(({ label, done, end }) => (
          <Menu.Item
            key={label}
            onClick={async () => {
              const { problems } = await send(Extend, { id, input: { reservationExpiresAt: end() } });
              report(problems ?? []);
              if (!problems) notify(done);
            }}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The same for the ticked rows that hold stock for an order. */
export const extendActs = <Row,>(isFor: (row: Row) => boolean, orderOf: (row: Row) => string): BulkAct<Row>[] =>
  CHOICES.map(({ label, done, end }) => ({
    menu: t('Reserved until'),
    label,
    isFor,
    send: (row, key) =>
      send(Extend, { id: orderOf(row), input: { reservationExpiresAt: end() } }, { isOneOfMany: true, key }),
    notice: () => done,
  }));
