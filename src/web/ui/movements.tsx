import { Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { quantity, time, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { nameOf, useLocations } from './choose.tsx';
import { Loading, Section } from './page.tsx';
import { Change } from './status.tsx';

const Chart = lazy(() => import('./chart.tsx').then(({ Chart }) => ({ default: Chart })));

const Ledger = graphql(`
  query VariantLedger($variantId: ID!) {
    inventoryLedger(first: 100, filter: { variantId: $variantId }) { nodes { id entryType referenceType referenceId quantityChange quantityOnHandAfter locationId actor note reason occurredAt } }
  }
`);
/** Where the document of a movement is shown. */
const PLACES: { readonly [referenceType: string]: string } = { order: '/orders', purchase_order: '/purchase-orders', stock_transfer: '/transfers', cycle_count: '/counts', return_authorization: '/returns', production_batch: '/production' };

/** What moved of a variant: its stock over time, and the latest entries of the ledger. */
export function Movements({ variantId, onHand }: { variantId: string; onHand: number }) {
  const { data, refresh } = useData(Ledger, { variantId });
  const locations = useLocations();
  useEffect(refresh, [onHand, refresh]);
  const entries = data?.inventoryLedger.nodes ?? [];
  /** From what is there now, back through what moved. */
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
      <Section title="On hand over time">
        <Suspense fallback={<Loading />}><Chart stepped points={history} unit="On hand" summary={`On hand at all locations: ${quantity(history[0]?.value)} at the start of the last ${entries.length} movements, ${quantity(onHand)} now.`} /></Suspense>
      </Section>
      <Section title="Movements">
        <Table.ScrollContainer minWidth={520} type="native">
          <Table>
            <Table.Thead><Table.Tr><Table.Th>When</Table.Th><Table.Th>What</Table.Th><Table.Th className="num">Change</Table.Th><Table.Th className="num">On hand</Table.Th><Table.Th>Where</Table.Th><Table.Th>By</Table.Th></Table.Tr></Table.Thead>
            <Table.Tbody>
              {entries.slice(0, 30).map(entry => (
                <Table.Tr key={entry.id}>
                  <Table.Td>{time(entry.occurredAt)}</Table.Td>
                  <Table.Td>{PLACES[entry.referenceType ?? ''] && entry.referenceId ? <Link className="link" to={`${PLACES[entry.referenceType!]}/${entry.referenceId}` as never}>{words(entry.entryType)}</Link> : words(entry.entryType)}{entry.note && <Text size="xs" c="dimmed">{entry.note}</Text>}</Table.Td>
                  <Table.Td className="num"><Change by={entry.quantityChange} /></Table.Td>
                  <Table.Td className="num">{quantity(entry.quantityOnHandAfter)}</Table.Td>
                  <Table.Td>{nameOf(locations, entry.locationId)}</Table.Td>
                  <Table.Td><Text size="sm" c="dimmed">{entry.actor.replace(/^(key|user):/, '')}</Text></Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      </Section>
    </>
  );
}
