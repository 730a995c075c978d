import { Group, Select, SimpleGrid, Text } from '@mantine/core';
import type { ResultOf } from 'gql.tada';
import { lazy, Suspense, useMemo, useState } from 'react';
import { addDays, date, quantity, today, until } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { useLiveRefresh } from '../live.ts';
import { translated } from '../translation.ts';
import { NumberField } from '../ui/number-field.tsx';
import { Loading, Problems, Section } from '../ui/page.tsx';
import type { StockDay } from '../ui/stock-chart.tsx';
import { nameOf, useLocations } from './locations.ts';

const StockChart = lazy(() => import('../ui/stock-chart.tsx').then(({ StockChart }) => ({ default: StockChart })));

const Days = graphql(`
  query Projection($id: ID!, $locationId: ID!) {
    variant(id: $id) {
        id projection(locationId: $locationId, days: 60) { quantityOnHand replenishment { source fromLocationId why }
          days { date incoming demand { orders batches transfers forecast } expiring projected availableToPromise } } }
  }
`);
type VariantProjection = NonNullable<NonNullable<ResultOf<typeof Days>['variant']>['projection']>;

const HORIZON_DAYS = 60;
const PARTS = { orders: t('Orders'), batches: t('Batches'), transfers: t('Transfers'), forecast: t('Forecast') };
const HEIGHT = 240;
const LOOK_AGAIN_MS = 4000;
const SOURCES = { BUY: t('bought'), MAKE: t('made here'), MOVE: t('moved from another location') } as const;

interface ProjectionProps {
  variantId: string;
  /** The locations with stock, and the level that it should not fall below. */
  places: readonly {
    locationId: string;
    quantityOnHand: number;
    reorderPoint: number | undefined;
    safetyStock: number | undefined;
  }[];
}

interface Fact {
  label: string;
  value: string;
  isBad?: boolean;
  /** What it is based on. */
  why?: string | undefined;
}

/** The projected stock at a location, and what can be promised when. */
export function Projection({ variantId, places }: ProjectionProps) {
  const locations = useLocations();
  const [chosenId, setChosenId] = useState<string>();
  const most = places.toSorted((a, b) => b.quantityOnHand - a.quantityOnHand)[0];
  const place = places.find(({ locationId }) => locationId === chosenId) ?? most;
  const locationId = place?.locationId ?? '';
  const { data, loading, problems, refresh } = useData(Days, { id: variantId, locationId }, { pause: !place });
  useLiveRefresh(refresh, LOOK_AGAIN_MS);
  const projection = data?.variant?.projection ?? undefined;
  const days = useMemo<StockDay[]>(
    () =>
      projection?.days.map(({ availableToPromise, demand: { orders, batches, transfers, forecast }, ...day }) => ({
        ...day,
        demand: { orders, batches, transfers, forecast },
        promisable: availableToPromise,
      })) ?? [],
    [projection],
  );
  if (!place) return null;
  const { reorderPoint, safetyStock } = place;
  const stockOut = days.find(({ projected }) => projected < 0);
  const summary = stockOut
    ? t('Not enough from {date} on.', { date: date(stockOut.date) })
    : t('Enough for {horizonDays, plural, one {# day} other {# days}} if everything arrives as expected.', {
        horizonDays: HORIZON_DAYS,
      });
  const facts = factsOf(projection, days, { reorderPoint, nameAt: id => nameOf(locations, id) });
  return (
    <Section
      title={t('Coming days')}
      action={
        places.length > 1 && (
          <Select
            aria-label={t('Location of the coming days')}
            size="xs"
            w={200}
            allowDeselect={false}
            value={locationId}
            data={places.map(each => ({ value: each.locationId, label: nameOf(locations, each.locationId) }))}
            onChange={each => setChosenId(each ?? undefined)}
          />
        )
      }
    >
      <Problems problems={problems} retry={refresh} />
      {loading && <Loading height={HEIGHT + 70} />}
      {projection && (
        <>
          <SimpleGrid cols={{ base: 2, sm: 3 }} mb="sm">
            {facts.map(({ label, value, isBad, why }) => (
              <div key={label}>
                <Text size="xs" c="dimmed">
                  {label}
                </Text>
                <Text fw={600} c={isBad ? 'var(--bad)' : undefined}>
                  {value}
                </Text>
                {why && (
                  <Text size="xs" c="dimmed">
                    {why}
                  </Text>
                )}
              </div>
            ))}
          </SimpleGrid>
          <Suspense fallback={<Loading height={HEIGHT} />}>
            <StockChart
              summary={t('{locations}, the next {horizonDays, plural, one {# day} other {# days}}: {said}', {
                locations: nameOf(locations, locationId),
                horizonDays: HORIZON_DAYS,
                said: summary,
              })}
              days={days}
              parts={PARTS}
              height={HEIGHT}
              lines={[
                ...(reorderPoint ? [{ label: t('Reorder point'), value: reorderPoint }] : []),
                ...(safetyStock ? [{ label: t('Safety stock'), value: safetyStock }] : []),
              ]}
            />
          </Suspense>
          <PromiseCheck days={days} />
        </>
      )}
      {data && !projection && (
        <Text size="sm" c="dimmed">
          {t('It was never stocked here.')}
        </Text>
      )}
    </Section>
  );
}

/** When stock runs out, falls too low, is replenished, and expires. */
function factsOf(
  projection: VariantProjection | undefined,
  days: readonly StockDay[],
  { reorderPoint, nameAt }: { reorderPoint: number | undefined; nameAt(locationId: string): string },
): readonly Fact[] {
  const stockOut = days.find(({ projected }) => projected < 0);
  const lowDay = reorderPoint ? days.find(({ projected }) => projected < reorderPoint) : undefined;
  const expiringDays = projection?.days.filter(day => day.expiring > 0) ?? [];
  const source = projection?.replenishment;
  return [
    {
      label: t('Enough until'),
      value: stockOut
        ? date(addDays(stockOut.date, -1))
        : t('{today} or longer', { today: date(addDays(today(), HORIZON_DAYS - 1)) }),
      isBad: stockOut !== undefined,
    },
    {
      label: t('Below the reorder point'),
      value: reorderPoint ? (lowDay ? date(lowDay.date) : t('not in this period')) : t('has none'),
    },
    {
      label: t('More is'),
      value: source
        ? SOURCES[source.source] + (source.fromLocationId ? `: ${nameAt(source.fromLocationId)}` : '')
        : '–',
      why: source && translated(source.why),
    },
    ...(expiringDays[0]
      ? [
          {
            label: t('Expires unused'),
            value: t('{units} from {date} on', {
              units: quantity(expiringDays.reduce((sum, day) => sum + day.expiring, 0)),
              date: date(expiringDays[0].date),
            }),
            isBad: true,
          },
        ]
      : []),
  ];
}

/** From when a quantity is available to promise. */
function PromiseCheck({ days }: { days: readonly StockDay[] }) {
  const [wantedQuantity, setWanted] = useState<number | string>('');
  const amount = Number(wantedQuantity || 0);
  const day = days.find(({ promisable }) => promisable >= amount);
  const now = days[0]?.promisable ?? 0;
  return (
    <Group gap="sm" mt="md" align="center">
      <NumberField
        aria-label={t('Quantity to promise')}
        placeholder={t('How many?')}
        size="xs"
        w={120}
        min={0}
        decimalScale={4}
        hideControls
        inputMode="decimal"
        value={wantedQuantity}
        onChange={setWanted}
      />
      <Text size="sm" role="status" flex={1} miw={200}>
        {amount <= 0
          ? t('{max} can be promised today. Enter a quantity to see from when.', {
              max: quantity(Math.max(0, now)),
            })
          : day
            ? day.date <= today()
              ? t('{amount} can be promised today.', { amount: quantity(amount) })
              : t('{amount} can be promised from {date} on, {until}.', {
                  amount: quantity(amount),
                  date: date(day.date),
                  until: until(day.date),
                })
            : t(
                '{amount} cannot be promised within {horizonDays, plural, one {# day} other {# days}}: at most {max}.',
                {
                  amount: quantity(amount),
                  horizonDays: HORIZON_DAYS,
                  max: quantity(Math.max(0, ...days.map(({ promisable }) => promisable))),
                },
              )}
      </Text>
    </Group>
  );
}
