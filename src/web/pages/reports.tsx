import { SegmentedControl, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../language.ts';
import { groupOf, isReport, REPORT_GROUPS, type ReportGroup, type ReportName, reportsOf } from '../report-list.ts';
import { Page } from '../ui/page.tsx';
import { TabRow } from '../ui/tabs.tsx';
import { MarginReport, RollForwardReport, ValuationReport } from './reports/money.tsx';
import { NamedReport } from './reports/named.tsx';
import { useReportParams } from './reports/report-filters.tsx';
import { DemandReport, FastMoversReport, StockOutsReport } from './reports/sales.tsx';
import { AgingReport, LocationsReport, LowStockReport, ProofReport } from './reports/stock.tsx';

const VIEWS: { readonly [report in ReportName]: () => ReactNode } = {
  locations: () => <LocationsReport />,
  'low-stock': () => <LowStockReport />,
  'stock-outs': () => <StockOutsReport />,
  aging: () => <AgingReport />,
  movements: () => <NamedReport name="movements" />,
  waste: () => <NamedReport name="waste" />,
  sales: () => <NamedReport name="sales" />,
  margin: () => <MarginReport />,
  'fast-movers': () => <FastMoversReport />,
  demand: () => <DemandReport />,
  accuracy: () => <NamedReport name="accuracy" />,
  abc: () => <NamedReport name="abc" />,
  turnover: () => <NamedReport name="turnover" />,
  service: () => <NamedReport name="service" />,
  suppliers: () => <NamedReport name="suppliers" />,
  valuation: () => <ValuationReport />,
  'roll-forward': () => <RollForwardReport />,
  proof: () => <ProofReport />,
};

/** All reports, by group and tab; which one is shown is in the URL. */
export function Reports() {
  const { report = '', location } = useReportParams();
  const navigate = useNavigate();
  const active: ReportName = isReport(report) ? report : 'locations';
  const group = groupOf(active);
  const reports = reportsOf(group);
  const open = (name: string) =>
    void navigate({ to: '/reports', search: { report: name, ...(location && { location }) } as never });
  return (
    <Page title={t('Reports')} hint={t('Figures as of this minute. Each can be exported as CSV.')}>
      <SegmentedControl
        aria-label={t('Kind of report')}
        data={(Object.keys(REPORT_GROUPS) as ReportGroup[]).map(value => ({ value, label: t(value) }))}
        value={group}
        onChange={value => open(reportsOf(value as ReportGroup)[0]![0])}
        maw={480}
        mb="xs"
        fullWidth
      />
      <Tabs value={active} onChange={value => open(value ?? active)} keepMounted={false}>
        <TabRow
          label={t('{group} reports', { group: t(group) })}
          active={active}
          tabs={reports.map(([value, label]) => ({ value, label: t(label) }))}
        />
        {reports.map(([value]) => (
          <Tabs.Panel key={value} value={value} pt="md">
            {VIEWS[value]()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
