import { Button, Card, Group, Text } from '@mantine/core';
import { IconDownload, IconGauge } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useEvery } from '../every.ts';
import { addDays, date, money, percent, quantity, rate, today } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery } from '../lists.ts';
import { useOrganization } from '../session.ts';
import { translated } from '../translation.ts';
import { saveCsv } from '../ui/csv.ts';
import { DayField } from '../ui/day.tsx';
import { Empty, Loading, Page, Problems } from '../ui/page.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';

const Scores = graphql(`
  query SupplierPerformance($from: String, $to: String) {
    reports { supplierScorecard(groupBy: SUPPLIER, from: $from, to: $to, limit: 500) { data meta { notes } } }
  }
`);

const Suppliers = pagedQuery(
  graphql(
    `query SuppliersByCode($after: String) { suppliers(first: 200, after: $after) {
          pageInfo { hasNextPage endCursor } nodes { id name code leadTimeDays } } }`,
  ),
  data => data.suppliers,
);

/** What the report says about a supplier; null if it is not known yet. */
interface Score {
  supplier: string | null;
  units_received: number | null;
  purchase_value: number | null;
  lead_time_days: number | null;
  on_time_rate: number | null;
  purchase_price_change: number | null;
}
interface Row extends Score {
  id: string;
  /** Undefined if the report names no known supplier, or two share the name. */
  known: { id: string; name: string; leadTimeDays: number | null } | undefined;
}

const PATH = '/supplier-performance';
const DAYS = 365;

/** How far the actual lead time is from the agreed one, in days; undefined if either is unknown. */
const slipOf = ({ lead_time_days: real, known }: Row): number | undefined =>
  real === null || known?.leadTimeDays == null ? undefined : real - known.leadTimeDays;
const lateOf = ({ on_time_rate: onTime }: Row): number | null => (onTime === null ? null : 1 - onTime);
const days = (value: number | null | undefined) => (value == null ? '–' : rate(value));
/** Smaller differences are not highlighted. */
const SLIP_DAYS = 1;
const LATE_SHARE = 0.1;

/** Promised and actual, side by side; money in the organization's currency. */
const columnsIn = (currency: string): readonly RowColumn<Row>[] => [
  {
    title: 'Supplier',
    show: row =>
      row.known ? (
        <Link className="link" to={`/suppliers/${row.known.id}` as never}>
          {row.known.name}
        </Link>
      ) : (
        (row.supplier ?? t('Without a supplier'))
      ),
  },
  { title: 'Bought ~value', number: true, show: row => money(row.purchase_value, currency, true) },
  { title: 'Units', number: true, from: 'md', show: row => quantity(row.units_received) },
  { title: 'Days stated', number: true, show: row => days(row.known?.leadTimeDays) },
  { title: 'Days taken', number: true, show: row => days(row.lead_time_days) },
  {
    title: 'Slip',
    number: true,
    show: row => {
      const slip = slipOf(row);
      if (slip === undefined) return '–';
      return (
        <Text span size="sm" fw={600} c={slip >= SLIP_DAYS ? 'var(--bad)' : undefined}>
          {slip > 0 ? '+' : slip < 0 ? '−' : ''}
          {rate(Math.abs(slip))}
        </Text>
      );
    },
  },
  {
    title: 'Late',
    number: true,
    show: row => {
      const late = lateOf(row);
      return late === null ? (
        '–'
      ) : (
        <Text span size="sm" c={late >= LATE_SHARE ? 'var(--bad)' : undefined}>
          {percent(late)}
        </Text>
      );
    },
  },
  {
    title: 'Prices',
    number: true,
    from: 'sm',
    show: ({ purchase_price_change: change }) =>
      change === null ? '–' : `${change > 0 ? '+' : change < 0 ? '−' : ''}${percent(Math.abs(change))}`,
  },
];

const saveRows = (rows: readonly Row[]) =>
  saveCsv(
    t('Supplier performance'),
    [
      t('Supplier'),
      t('Bought ~value'),
      t('Units'),
      t('Days stated'),
      t('Days taken'),
      t('Late share'),
      t('Price change'),
    ],
    rows.map(row => [
      row.known?.name ?? row.supplier ?? '',
      row.purchase_value,
      row.units_received,
      row.known?.leadTimeDays ?? null,
      row.lead_time_days,
      lateOf(row),
      row.purchase_price_change,
    ]),
  );

/** What suppliers promised and what they did: lead times, punctuality, prices. */
export function SupplierPerformance() {
  const { from = addDays(today(), -DAYS), to = '' } = useSearch({ strict: false }) as { from?: string; to?: string };
  const navigate = useNavigate();
  const go = (change: { from?: string; to?: string }) =>
    void navigate({ to: PATH as never, search: { from, to, ...change } as never, replace: true });
  const { currency } = useOrganization();
  const { data, loading, problems } = useData(Scores, { from, ...(to && { to }) });
  const suppliers = useEvery(Suppliers, {}).rows;
  const scores = (data?.reports.supplierScorecard.data ?? []) as never as readonly Score[];
  const rows: Row[] = scores.map((score, index) => {
    const named = suppliers.filter(({ code, name }) => (code ?? name) === score.supplier);
    return { ...score, id: String(index), known: named.length === 1 ? named[0] : undefined };
  });
  return (
    <Page
      title={t('Supplier performance')}
      hint={t('What suppliers promised and what they delivered, for orders received or closed in this period.')}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden />}
          disabled={rows.length === 0}
          onClick={() => saveRows(rows)}
        >
          {t('Export')}
        </Button>
      }
    >
      <Group gap="sm" align="flex-start">
        <DayField label={t('From')} max={today()} value={from} onChange={day => go({ from: day })} />
        <DayField label={t('To')} max={today()} value={to} onChange={day => go({ to: day })} />
      </Group>
      <Problems problems={problems} />
      {loading ? (
        <Loading />
      ) : (
        <Card padding="md">
          <Rows
            columns={columnsIn(currency)}
            rows={rows}
            minWidth={560}
            empty={
              <Empty icon={IconGauge} title={t('Nothing was received in this period')}>
                {t('A purchase order counts here once it is received in full or closed.')}
              </Empty>
            }
          />
        </Card>
      )}
      <Text size="sm" c="dimmed">
        {t(
          'Days taken: from submitting to receiving, on average, without orders closed short. Late: not complete by the day that the order expected. Prices: the mean cost of a unit against that of the year before {from}; over several products it shows their mix too.',
          { from: date(from) },
        )}
      </Text>
      {data?.reports.supplierScorecard.meta.notes.map(note => (
        <Text key={note} size="sm" c="dimmed">
          {translated(note)}
        </Text>
      ))}
    </Page>
  );
}
