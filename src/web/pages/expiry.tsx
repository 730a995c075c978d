import { Text } from '@mantine/core';
import { IconCalendarDue } from '@tabler/icons-react';
import type { ResultOf } from 'gql.tada';
import { date, daysUntil, inUnit, words } from '../format.ts';
import { graphql, send } from '../graphql.ts';
import { t } from '../language.ts';
import { DocumentList, linkColumn, productColumn, statusColumn } from '../parts/documents.tsx';
import { MoveLots, WriteOff } from '../parts/lots-there.tsx';
import { PrintLabels } from '../parts/print.tsx';
import type { Column } from '../ui/columns.tsx';
import { Quarantine, STATUSES } from './lots.tsx';

const List = graphql(`
  query Expiring($after: String, $filter: LotsFilter, $sort: LotSort) {
    lots(first: 50, after: $after, filter: $filter, sort: $sort) { totalCount pageInfo { hasNextPage endCursor } nodes {
          id lotNumber sku status expiryDate quantityRemaining receivedAt variant { name unit product { name } } } }
  }
`);
type Row = ResultOf<typeof List>['lots']['nodes'][number];

const SOON_DAYS = 30;
const WEEK_DAYS = 7;

/** `3 days`, `today`, `5 days ago`. */
function TimeLeft({ day }: { day: string | null }) {
  if (!day) return '–';
  const days = daysUntil(day);
  const expiryText =
    days < 0
      ? t('{days, plural, one {# day} other {# days}} ago', { days: -days })
      : days === 0
        ? t('today')
        : t('{days, plural, one {# day} other {# days}}', { days });
  return (
    <Text
      span
      size="sm"
      fw={days <= SOON_DAYS ? 620 : 400}
      c={days < WEEK_DAYS ? 'var(--bad)' : days <= SOON_DAYS ? 'var(--warn)' : undefined}
    >
      {expiryText}
    </Text>
  );
}

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('Lot', '/lots', lot => lot.lotNumber, 'minmax(112px, 1.2fr)'),
  productColumn,
  {
    title: 'Good for',
    width: 'minmax(84px, 100px)',
    number: true,
    sorts: { ascending: 'EXPIRY_DATE_ASC', descending: 'EXPIRY_DATE_DESC' },
    show: lot => <TimeLeft day={lot.expiryDate} />,
  },
  {
    title: 'Good until',
    width: '120px',
    from: 'md',
    under: lot => date(lot.expiryDate),
    show: lot => date(lot.expiryDate),
  },
  {
    title: 'Left',
    width: 'minmax(48px, 84px)',
    number: true,
    show: lot => inUnit(lot.quantityRemaining, lot.variant.unit),
  },
  { ...statusColumn, width: '116px', from: 'sm', under: lot => words(lot.status) },
];

/** Lots by expiry date, soonest first, and what can be done about them. */
export const Expiry = () => (
  <DocumentList
    name="Expiring lots"
    hint={t('Lots still in stock, soonest expiry first.')}
    path="/expiry"
    leads={lot => `/lots/${lot.id}`}
    usual={{ status: 'ACTIVE', sort: 'EXPIRY_DATE_ASC' }}
    statuses={STATUSES}
    search={t('Lot number, SKU or product')}
    byLocation
    bySupplier
    query={List}
    pick={data => data.lots}
    columns={COLUMNS}
    nameOf={lot => t('{sku}, lot {lotNumber}', { sku: lot.sku, lotNumber: lot.lotNumber })}
    acts={[
      {
        label: t('Quarantine'),
        isFor: ({ status }) => status === 'ACTIVE',
        send: ({ id }, key) => send(Quarantine, { id }, { isOneOfMany: true, key }),
        notice: count =>
          t('{count, plural, one {# lot} other {# lots}} in quarantine: none of it can be promised.', { count }),
      },
    ]}
    more={(chosen, drop) => (
      <>
        <WriteOff lots={chosen} done={() => drop(chosen)} />
        <MoveLots lots={chosen.filter(({ status }) => status === 'ACTIVE')} done={() => drop(chosen)} />
        <PrintLabels
          kind="LOT"
          ids={chosen.map(({ id }) => id)}
          of={t('{chosen, plural, one {# lot} other {# lots}}', { chosen: chosen.length })}
          compact
        />
      </>
    )}
    icon={IconCalendarDue}
    about={t('Lots with an expiry date appear here as they are received or made.')}
  />
);
