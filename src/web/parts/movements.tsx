import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { actorName, quantity, time, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { useOnChange } from '../hooks.ts';
import { t } from '../language.ts';
import { Loading, Section } from '../ui/page.tsx';
import { type RowColumn, Rows } from '../ui/rows.tsx';
import { Change } from '../ui/status.tsx';

const Chart = lazy(() => import('../ui/chart.tsx').then(({ Chart }) => ({ default: Chart })));

const Ledger = graphql(`
  query VariantLedger($variantId: ID!) {
    inventoryLedger(first: 100, filter: { variantId: $variantId }) { nodes { id entryType referenceType referenceId quantityChange quantityOnHandAfter location { name } actor note occurredAt } }
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
interface Caused {
  entryType: string;
  referenceType: string | null;
  referenceId: string | null;
  note?: string | null;
}

interface Entry extends Caused {
  id: string;
  quantityChange: number;
  location: { name: string };
  occurredAt: string;
}

/** The type of an entry, linked to the document that caused it. */
export function What({ entry: { entryType, referenceType, referenceId, note } }: { entry: Caused }) {
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
export const ENTRY_COLUMNS: readonly RowColumn<Entry>[] = [
  { title: 'When', show: entry => time(entry.occurredAt) },
  { title: 'What', show: entry => <What entry={entry} /> },
  { title: 'Change', number: true, show: entry => <Change by={entry.quantityChange} /> },
  { title: 'Where', show: entry => entry.location.name },
];

const COLUMNS: readonly RowColumn<Entry & { quantityOnHandAfter: number; actor: string }>[] = [
  ...ENTRY_COLUMNS,
  { title: 'On hand there', number: true, show: entry => quantity(entry.quantityOnHandAfter) },
  {
    title: 'By',
    show: entry => (
      <Text size="sm" c="dimmed">
        {actorName(entry.actor)}
      </Text>
    ),
  },
];
const SHOWN = 30;

/** The movements of a variant: its stock over time, and the latest ledger entries. */
export function Movements({ variantId, onHand }: { variantId: string; onHand: number }) {
  const { data, refresh } = useData(Ledger, { variantId });
  useOnChange(onHand, refresh);
  const entries = data?.inventoryLedger.nodes ?? [];
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
      <Section title={t('Movements')}>
        <Rows columns={COLUMNS} rows={entries.slice(0, SHOWN)} minWidth={520} empty={t('Nothing yet.')} />
      </Section>
    </>
  );
}
