import { Button, Group, Select, Text } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { useState } from 'react';
import { addDays, daysUntil, inUnit, monthAndDay, quantity, until } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { useLiveRefresh } from '../live.ts';
import { toward } from '../ui/address.ts';
import { Empty, Loading, Problems, Section } from '../ui/page.tsx';
import { Rich } from '../ui/rich.tsx';
import { useLocations } from './locations.ts';
import { addressOfVariant } from './product-link.tsx';

const HORIZON_DAYS = 90;
/** Days do not change by the second. */
const REREAD_MS = 10_000;
const StockOuts_ = graphql(`
  query StockOuts($locationId: ID) {
    forecasts(first: 7, filter: { runsOut: true, horizonDays: 90, locationId: $locationId }) {
      totalCount
      nodes { id: variantId sku stockoutDate variant {
            id productId name unit product { name } supplier { leadTimeDays } levels { locationId quantityAvailable } } }
    }
  }
`);
type RunningOut = ResultOf<typeof StockOuts_>['forecasts']['nodes'][number];

/** What runs out when, according to the forecast. */
export function StockOuts() {
  const [locationId, setLocation] = useState<string | null>(null);
  const { data, loading, problems, refresh } = useData(StockOuts_, { locationId });
  useLiveRefresh(refresh, REREAD_MS);
  const locations = useLocations();
  const rows = data?.forecasts.nodes ?? [];
  const total = data?.forecasts.totalCount ?? 0;
  const control = locations.length > 1 && (
    <Select
      aria-label={t('Where')}
      size="xs"
      w={130}
      placeholder={t('Everywhere')}
      clearable
      value={locationId}
      onChange={setLocation}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      clearButtonProps={{ 'aria-label': t('Everywhere') }}
    />
  );
  return (
    <Section title={t('Runs out next')} action={control}>
      <Problems problems={problems} />
      {loading && <Loading height={300} />}
      {data && rows.length === 0 && (
        <Empty icon={IconCalendarCheck} title={t('Nothing will run out soon')}>
          {t('What is available covers the demand forecast for the next {horizonDays} days.', {
            horizonDays: HORIZON_DAYS,
          })}
        </Empty>
      )}
      <ul className="rows" aria-label={t('Runs out next')}>
        {rows.map(row => (
          <Row key={row.id} row={row} locationId={locationId} />
        ))}
      </ul>
      {total > rows.length && (
        <Button
          component={Link}
          to="/reports"
          search={{ report: 'stock-outs', ...(locationId && { location: locationId }) } as never}
          variant="subtle"
          size="compact-sm"
          mt="xs"
          mx={-8}
          className="wraps"
        >
          {t('All {total} that run out within {horizonDays} days', {
            total: quantity(total),
            horizonDays: HORIZON_DAYS,
          })}
        </Button>
      )}
    </Section>
  );
}

/** The last day to order in time, if the lead time is known. */
export function orderByOf(
  day: string,
  { supplier }: { supplier: { leadTimeDays: number | null } | null },
): string | undefined {
  return supplier?.leadTimeDays == null ? undefined : addDays(day, -supplier.leadTimeDays);
}

function Row({ row: { sku, stockoutDate, variant }, locationId }: { row: RunningOut; locationId: string | null }) {
  const there = variant.levels.filter(level => !locationId || level.locationId === locationId);
  const left = there.reduce((sum, level) => sum + (level.quantityAvailable ?? 0), 0);
  const day = stockoutDate ?? '';
  const orderBy = orderByOf(day, variant);
  const isLate = orderBy !== undefined && daysUntil(orderBy) <= 0;
  return (
    <li>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Text component={Link} {...toward(addressOfVariant(variant))} size="sm" lineClamp={2} className="link">
            {[variant.product.name, variant.name].filter(Boolean).join(', ')}
          </Text>
          <Text size="xs" c="dimmed">
            <Rich
              of="<span>{sku}</span> · {left} left"
              values={{ sku, left: inUnit(left, variant.unit) }}
              parts={{ span: <span className="mono" /> }}
            />
          </Text>
        </div>
        <div style={{ textAlign: 'right', flex: 'none' }}>
          <Text size="sm" fw={600} className="tabular" c={left <= 0 ? 'var(--bad)' : undefined}>
            {left <= 0 ? t('Sold out') : monthAndDay(day)}
          </Text>
          <Text size="xs" c={isLate ? 'var(--warn)' : 'dimmed'}>
            {isLate
              ? t('order now')
              : orderBy
                ? t('order by {orderBy}', { orderBy: monthAndDay(orderBy) })
                : left <= 0
                  ? t('now')
                  : until(day)}
          </Text>
        </div>
      </Group>
    </li>
  );
}
