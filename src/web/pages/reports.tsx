import { Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../ui/page.tsx';
import { TabRow } from '../ui/tabs.tsx';
import { useChosen } from './reports/chosen.tsx';
import { MarginReport, RollForwardReport, ValuationReport } from './reports/money.tsx';
import { NAMED, type NamedName, NamedReport } from './reports/named.tsx';
import { DemandReport, FastMoversReport, StockOutsReport } from './reports/sales.tsx';
import { AgingReport, LocationsReport, LowStockReport, ProofReport } from './reports/stock.tsx';

const REPORTS: { readonly [report: string]: readonly [label: string, view: () => ReactNode] } = {
  locations: ['Stock by location', () => <LocationsReport />],
  'low-stock': ['Low stock', () => <LowStockReport />],
  'fast-movers': ['Fast movers', () => <FastMoversReport />],
  demand: ['Demand', () => <DemandReport />],
  'stock-outs': ['Stock-outs', () => <StockOutsReport />],
  aging: ['Ageing', () => <AgingReport />],
  valuation: ['Valuation', () => <ValuationReport />],
  margin: ['Margin', () => <MarginReport />],
  'roll-forward': ['Roll-forward', () => <RollForwardReport />],
  ...Object.fromEntries(
    (Object.keys(NAMED) as NamedName[]).map(name => [
      name,
      [NAMED[name].label, () => <NamedReport name={name} />] as const,
    ]),
  ),
  proof: ['Proof', () => <ProofReport />],
};

export function Reports() {
  const { report = 'locations', location } = useChosen();
  const navigate = useNavigate();
  const entries = Object.entries(REPORTS);
  const active = report in REPORTS ? report : 'locations';
  return (
    <Page title="Reports" hint="Figures of this minute. Each can be taken along whole, as CSV.">
      <Tabs
        value={active}
        onChange={value =>
          void navigate({
            to: '/reports',
            search: { report: value ?? 'locations', ...(location && { location }) } as never,
          })
        }
        keepMounted={false}
      >
        <TabRow label="Reports" active={active} tabs={entries.map(([value, [label]]) => ({ value, label }))} />
        {entries.map(([value, [, view]]) => (
          <Tabs.Panel key={value} value={value} pt="md">
            {view()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
