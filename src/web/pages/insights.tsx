import { Button, Card, Group, SegmentedControl, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { quantity, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { useLiveRefresh } from '../live.ts';
import { Filter } from '../parts/filters.tsx';
import { InsightList } from '../parts/insights.tsx';
import { Empty, Loading, Page, Problems } from '../ui/page.tsx';

const List = graphql(`
  query Insights($after: String, $filter: InsightsFilter) {
    insights(first: 20, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes {
          id type severity title message sku metrics suggestedAction status snoozedUntil markedBy variant {
            id productId } findingCount findings { id title message severity variant { id productId } } } }
  }
`);
const SEVERITIES = ['CRITICAL', 'WARNING', 'INFO'] as const;
const TYPES = [
  'STOCKOUT_RISK',
  'LOW_STOCK',
  'OVERSOLD',
  'OVERSTOCK',
  'DEAD_STOCK',
  'DEMAND_SPIKE',
  'DEMAND_DROP',
  'EXPIRING_LOTS',
  'LATE_PURCHASE_ORDER',
  'COUNT_VARIANCE',
  'LATE_TRANSFER',
  'SLOW_SUPPLIER',
  'PRICE_JUMP',
  'UNUSUAL_WASTE',
  'DUPLICATE_ORDER',
  'MISSING_INGREDIENT',
  'UNFILLABLE_ORDER',
  'RECALLED_STOCK',
  'INCOMPLETE_ITEM',
] as const;
type Status = 'SNOOZED' | 'DISMISSED';
const PAGE = 20;
const LOOK_AGAIN_MS = 4000;

/**
 * Everything that needs attention, most urgent first. A page is read again as stock moves, so resolved insights
 * disappear.
 */
export function Insights() {
  const { severity, type, status } = useSearch({ strict: false }) as {
    status?: Status;
    severity?: (typeof SEVERITIES)[number];
    type?: (typeof TYPES)[number];
  };
  const navigate = useNavigate();
  const filter = { ...(severity && { severity }), ...(type && { type }), ...(status && { status }) };
  /** The cursors of the previous pages. They belong to this filter, and a link may lead to another. */
  const list = JSON.stringify(filter);
  const [turned, setTurned] = useState<{ list: string; before: readonly string[] }>({ list, before: [] });
  const before = turned.list === list ? turned.before : [];
  const setBefore = (pages: readonly string[]) => setTurned({ list, before: pages });
  const { data, loading, problems, refresh } = useData(List, { after: before.at(-1) ?? null, filter });
  useLiveRefresh(refresh, LOOK_AGAIN_MS);
  const choose = (change: { severity?: string; type?: string; status?: string }) => {
    setBefore([]);
    void navigate({ to: '/insights', search: { severity, type, status, ...change } as never, replace: true });
  };
  const choices = (values: readonly string[]) => values.map(value => ({ value, label: words(value) }));
  const insights = data?.insights.nodes ?? [];
  const total = data?.insights.totalCount ?? 0;
  const { hasNextPage, endCursor } = data?.insights.pageInfo ?? {};
  const first = before.length * PAGE + 1;
  return (
    <Page
      title={t('Insights')}
      hint={
        total > 0 && !status
          ? t('{total} that need attention, most urgent first.', { total: quantity(total) })
          : t('What needs attention, most urgent first.')
      }
    >
      <Group gap="sm">
        <SegmentedControl
          aria-label={t('Which insights')}
          data={[
            { value: 'OPEN', label: t('Open') },
            { value: 'SNOOZED', label: t('Snoozed') },
            { value: 'DISMISSED', label: t('Dismissed') },
          ]}
          value={status ?? 'OPEN'}
          onChange={value => choose({ status: value === 'OPEN' ? '' : value })}
        />
        <Filter
          label={t('Severity')}
          any={t('Any severity')}
          value={severity}
          data={choices(SEVERITIES)}
          onChange={value => choose({ severity: value })}
        />
        <Filter
          label={t('Kind')}
          any={t('Any kind')}
          value={type}
          data={choices(TYPES)}
          onChange={value => choose({ type: value })}
        />
      </Group>
      <Problems problems={problems} retry={refresh} />
      {loading && <Loading height={480} />}
      {data && (
        <Card>
          {insights.length === 0 ? (
            <Empty icon={IconSparkles} title={status ? t('Nothing here') : t('Nothing stands out')}>
              {status
                ? t(
                    'Nothing is snoozed or dismissed. Snoozed and dismissed insights come back when they are due or get worse.',
                  )
                : severity || type
                  ? t('Change the filter to see more.')
                  : t(
                      'Stock-outs, unusual demand, expiring lots and late deliveries are monitored for you, all the time.',
                    )}
            </Empty>
          ) : (
            <InsightList insights={insights} />
          )}
        </Card>
      )}
      {(before.length > 0 || hasNextPage) && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {t('{from} to {to} of {total}', {
              from: quantity(first),
              to: quantity(first + insights.length - 1),
              total: quantity(total),
            })}
          </Text>
          <Group gap="xs">
            <Button variant="default" disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
              {t('Previous')}
            </Button>
            <Button
              variant="default"
              disabled={!hasNextPage}
              onClick={() => endCursor && setBefore([...before, endCursor])}
            >
              {t('Next')}
            </Button>
          </Group>
        </Group>
      )}
    </Page>
  );
}
