import { Button, Card, Group, SegmentedControl, Select, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { quantity, words } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { useLiveRefresh } from '../live.ts';
import { InsightList } from '../parts/insights.tsx';
import { Empty, Loading, Page, Problems } from '../ui/page.tsx';

const List = graphql(`
  query Insights($after: String, $filter: InsightsFilter) {
    insights(first: 20, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id type severity title message sku metrics suggestedAction status snoozedUntil markedBy variant { id productId } findingCount findings { id title message severity variant { id productId } } } }
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

/** Everything that needs attention, the most urgent first. A page is read again as stock moves, so what is resolved goes. */
export function Insights() {
  const { severity, type, status } = useSearch({ strict: false }) as {
    status?: Status;
    severity?: (typeof SEVERITIES)[number];
    type?: (typeof TYPES)[number];
  };
  const navigate = useNavigate();
  /** The cursors of the pages before this one. */
  const [before, setBefore] = useState<readonly string[]>([]);
  const filter = { ...(severity && { severity }), ...(type && { type }), ...(status && { status }) };
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
      title="Insights"
      hint={
        total > 0 && !status
          ? `${quantity(total)} worth a look, the most urgent first.`
          : 'What is worth a look, the most urgent first.'
      }
    >
      <Group gap="sm">
        <SegmentedControl
          aria-label="Which insights"
          data={[
            { value: 'OPEN', label: 'Open' },
            { value: 'SNOOZED', label: 'Put off' },
            { value: 'DISMISSED', label: 'Dismissed' },
          ]}
          value={status ?? 'OPEN'}
          onChange={value => choose({ status: value === 'OPEN' ? '' : value })}
        />
        <Select
          aria-label="Severity"
          placeholder="Any severity"
          clearable
          flex="1 1 140px"
          maw={220}
          value={severity ?? null}
          data={choices(SEVERITIES)}
          onChange={value => choose({ severity: value ?? '' })}
          clearButtonProps={{ 'aria-label': 'Any severity' }}
        />
        <Select
          aria-label="Kind"
          placeholder="Any kind"
          clearable
          flex="1 1 140px"
          maw={220}
          value={type ?? null}
          data={choices(TYPES)}
          onChange={value => choose({ type: value ?? '' })}
          clearButtonProps={{ 'aria-label': 'Any kind' }}
        />
      </Group>
      <Problems problems={problems} retry={refresh} />
      {loading && <Loading height={480} />}
      {data && (
        <Card>
          {insights.length === 0 ? (
            <Empty icon={IconSparkles} title={status ? 'Nothing here' : 'Nothing stands out'}>
              {status
                ? 'Nothing is put off or dismissed here: what is, comes back when it is due or gets worse.'
                : severity || type
                  ? 'Change the filter to see more.'
                  : 'Stock-outs, odd demand, expiring lots and late deliveries are watched for you, all the time.'}
            </Empty>
          ) : (
            <InsightList insights={insights} />
          )}
        </Card>
      )}
      {(before.length > 0 || hasNextPage) && (
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {quantity(first)} to {quantity(first + insights.length - 1)} of {quantity(total)}
          </Text>
          <Group gap="xs">
            <Button variant="default" disabled={before.length === 0} onClick={() => setBefore(before.slice(0, -1))}>
              Previous
            </Button>
            <Button
              variant="default"
              disabled={!hasNextPage}
              onClick={() => endCursor && setBefore([...before, endCursor])}
            >
              Next
            </Button>
          </Group>
        </Group>
      )}
    </Page>
  );
}
