import { SimpleGrid, Text } from '@mantine/core';
import { lazy, Suspense, useMemo } from 'react';
import { date, quantity } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { Loading, Section } from './page.tsx';

const Chart = lazy(() => import('./chart.tsx').then(({ Chart }) => ({ default: Chart })));
const Forecast_ = graphql(`
  query Forecast($variantId: ID!) {
    forecasts(first: 1, filter: { variantId: $variantId, horizonDays: 60 }) { nodes { id: variantId method granularity historyPeriods totalExpected stockoutDate points { date expected lower upper } accuracy { coverage } } }
  }
`);

/** The demand that is expected, with the band it should stay within, and when the stock is sold. */
export function Forecast({ variantId }: { variantId: string }) {
  const { data } = useData(Forecast_, { variantId });
  const forecast = data?.forecasts.nodes[0];
  const points = useMemo(() => (forecast?.points ?? []).map(({ date, expected, lower, upper }) => ({ date, value: expected, lower, upper })), [forecast]);
  if (!forecast || forecast.method === 'none' || points.length === 0) return null;
  const unit = forecast.granularity === 'DAY' ? 'a day' : 'a week';
  const facts = [
    ['Expected in 60 days', quantity(Math.round(forecast.totalExpected))],
    ['Sold out on', forecast.stockoutDate ? date(forecast.stockoutDate) : 'not within 60 days'],
    ['Seen in history', forecast.accuracy.coverage === null ? '–' : `${Math.round(forecast.accuracy.coverage * 100)} % within the band`],
  ] as const;
  return (
    <Section title="Demand forecast">
      <SimpleGrid cols={{ base: 1, sm: 3 }} mb="sm">{facts.map(([label, value]) => <div key={label}><Text size="xs" c="dimmed">{label}</Text><Text fw={600}>{value}</Text></div>)}</SimpleGrid>
      <Suspense fallback={<Loading />}><Chart points={points} unit={`Expected ${unit}`} summary={`Expected demand for the next 60 days: ${quantity(Math.round(forecast.totalExpected))}${forecast.stockoutDate ? `; sold out on ${date(forecast.stockoutDate)}` : ''}.`} /></Suspense>
    </Section>
  );
}
