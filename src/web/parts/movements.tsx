import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { actorName, inUnit, quantity, time, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { useOnChange } from '../hooks.ts';
import { t } from '../language.ts';
import { All } from '../ui/more.tsx';
import { Loading, Section } from '../ui/page.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import { Change } from '../ui/status.tsx';

const Chart = lazy(() => import('../ui/chart.tsx').then(({ Chart }) => ({ default: Chart })));

const Ledger = graphql(`
  query VariantLedger($variantId: ID!) {
    inventoryLedger(first: 100, filter: { variantId: $variantId }) { pageInfo { hasNextPage } nodes { id entryType
          referenceType referenceId quantityChange quantityOnHandAfter location { name } actor note occurredAt } }
  }
`);
/** The pages of the documents behind movements. */
const PLACES: { readonly [referenceType: string]: string } = {
  order: '/orders',
  purchase_order: '/purchase-orders',
  stock_transfer: '/transfers',
  cycle_count: '/counts',
  return_authorization: '/returns',
  production_batch: '/production',
};

/** The type of a ledger entry, and its cause. */
interface EntryCause {
  entryType: string;
  referenceType: string | null;
  referenceId: string | null;
  note?: string | null;
}

interface Entry extends EntryCause {
  id: string;
  quantityChange: number;
  location: { name: string };
  occurredAt: string;
}

/** The type of an entry, linked to the document that caused it. */
export function EntryDescription({ entry: { entryType, referenceType, referenceId, note } }: { entry: EntryCause }) {
  const place = PLACES[referenceType ?? ''];
  return (
    <>
      {place && referenceId ? (
        <Link className="link" to={`${place}/${referenceId}` as never}>
          {words(entryType)}
        </Link>
      ) : (
        words(entryType)
      )}
      {note && (
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
}

/** The columns of ledger entries. */
export const entryColumns = (unit: string): readonly RowColumn<Entry>[] => [
  { title: 'When', show: entry => time(entry.occurredAt) },
  { title: 'What', show: entry => <EntryDescription entry={entry} /> },
  { title: 'Change', number: true, show: entry => <Change by={entry.quantityChange} unit={unit} /> },
  { title: 'Where', show: entry => entry.location.name },
];

const columnsIn = (unit: string): readonly RowColumn<Entry & { quantityOnHandAfter: number; actor: string }>[] => [
  ...entryColumns(unit),
  { title: 'On hand there', number: true, show: entry => inUnit(entry.quantityOnHandAfter, unit) },
  {
    title: 'By',
    show: entry => (
      <Text size="sm" c="dimmed">
        {actorName(entry.actor)}
      </Text>
    ),
  },
];
const SHOWN_MAX = 30;

/** The movements of a variant: its stock over time, and the latest ledger entries. */
export function Movements({
  variant: { id: variantId, sku, unit },
  onHand,
}: {
  variant: { id: string; sku: string; unit: string };
  onHand: number;
}) {
  const { data, refresh } = useData(Ledger, { variantId });
  useOnChange(onHand, refresh);
  const { nodes: entries = [], pageInfo } = data?.inventoryLedger ?? {};
  const isMore = entries.length > SHOWN_MAX || pageInfo?.hasNextPage;
  /** Calculated backwards from the current stock. */
  const history = useMemo(() => {
    let after = onHand;
    const points = entries.map(entry => {
      const point = { date: entry.occurredAt, value: after };
      after -= entry.quantityChange;
      return point;
    });
    return [...points.reverse(), { date: new Date().toISOString(), value: onHand }];
  }, [entries, onHand]);
  if (entries.length === 0) return null;
  return (
    <>
      <Section title={t('On hand over time')}>
        <Suspense fallback={<Loading />}>
          <Chart
            stepped
            points={history}
            unit={t('On hand')}
            summary={t(
              'On hand at all locations: {history} at the start of the last {entries, plural, one {# movement} other {# movements}}, {onHand} now.',
              { history: quantity(history[0]?.value), entries: entries.length, onHand: quantity(onHand) },
            )}
          />
        </Suspense>
      </Section>
      <Section title={t('Movements')} action={isMore && <All address={{ to: '/movements', search: { sku } }} />}>
        <Rows columns={columnsIn(unit)} rows={entries.slice(0, SHOWN_MAX)} minWidth={520} empty={t('Nothing yet.')} />
      </Section>
    </>
  );
}
