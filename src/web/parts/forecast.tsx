import { SimpleGrid, Text } from '@mantine/core';
import { IconChartLine } from '@tabler/icons-react';
import type { ResultOf } from 'gql.tada';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { addDays, date, percent, quantity, today } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { translated } from '../translation.ts';
import type { Point } from '../ui/chart.tsx';
import { Empty, Loading, Problems, Section } from '../ui/page.tsx';

const Chart = lazy(() => import('../ui/chart.tsx').then(({ Chart }) => ({ default: Chart })));
/** Of what stands below the chart, and with what stands above it, in pixels. */
const LEGEND_HEIGHT = 26;
export const AROUND_CHART = 111 + LEGEND_HEIGHT;
/** Whole weeks, so that none is cut off. */
const HORIZON_DAYS = 63;
/** Seventeen weeks; for daily sellers eight, so that single days can be distinguished. */
const PAST_DAYS = { WEEK: 119, DAY: 56 };
const Demand = graphql(`
  query Demand($variantId: ID!, $locationId: ID) {
    forecasts(first: 1, filter: { variantId: $variantId, locationId: $locationId, horizonDays: 63, level: 0.8 }) {
        nodes { id: variantId method granularity totalExpected totalLower totalUpper stockoutDate points {
            date expected lower upper } accuracy { coverage wape bias trackRecord { days wape bias } } warnings } }
    reports { demand(first: 200, filter: { variantId: $variantId, locationId: $locationId, days: 120 }) {
          nodes { date quantity } } }
  }
`);
const wholeText = (value: number) => quantity(Math.round(value));
type Answer = ResultOf<typeof Demand>;
const WEEK = 7;

/** Sales of the days or weeks before the forecast begins, including those without sales. */
function pastOf({ reports, forecasts }: Answer): Point[] {
  const granularity = forecasts.nodes[0]?.granularity ?? 'DAY';
  const begins = forecasts.nodes[0]?.points[0]?.date ?? today();
  const span = granularity === 'WEEK' ? WEEK : 1;
  const count = PAST_DAYS[granularity] / span;
  const sold = new Map(reports.demand.nodes.map(day => [day.date, day.quantity]));
  const periods = Array.from({ length: count }, (_, index) => addDays(begins, -span * (count - index)));
  const points = periods.map(first => ({
    date: first,
    value: Array.from({ length: span }, (_, day) => sold.get(addDays(first, day)) ?? 0).reduce(
      (sum, units) => sum + units,
      0,
    ),
  }));
  return points.slice(
    Math.max(
      0,
      points.findIndex(point => point.value > 0),
    ),
  );
}

interface ForecastProps {
  variantId: string;
  locationId?: string | undefined;
  title?: string;
  /** An action beside the title of the section. */
  action?: ReactNode;
  height?: number;
}

/** Past sales, the forecast with its interval, and when stock runs out. */
export function Forecast({
  variantId,
  locationId,
  title = t('Demand and forecast'),
  action,
  height = 240,
}: ForecastProps) {
  const { data, loading, problems } = useData(Demand, { variantId, locationId: locationId ?? null });
  const forecast = data?.forecasts.nodes[0];
  const points = useMemo(() => (data ? [...pastOf(data), ...(forecast?.points ?? [])] : []), [data, forecast]);
  const hasForecast = forecast !== undefined && forecast.method !== 'none';
  return (
    <Section title={title} action={action}>
      <Problems problems={problems} />
      {loading && <Loading height={height + AROUND_CHART} />}
      {data && !hasForecast && (
        <Empty icon={IconChartLine} title={t('No demand yet')}>
          {t('A forecast appears once this has been sold on some days. Earlier sales can be imported.')}
        </Empty>
      )}
      {hasForecast && (
        <>
          <Facts forecast={forecast} />
          {forecast.warnings.map(warning => (
            <Text key={warning} size="sm" c="var(--warn)" mb="xs">
              {translated(warning)}
            </Text>
          ))}
          <Suspense fallback={<Loading height={height + LEGEND_HEIGHT} />}>
            <Chart
              points={points}
              height={height}
              unit={forecast.granularity === 'DAY' ? t('Sold a day') : t('Sold a week')}
              summary={
                forecast.stockoutDate
                  ? t(
                      'Demand of the last {pastDays} days and of the next {horizonDays}: {totalExpected} expected; sold out on {stockoutDate}.',
                      {
                        pastDays: PAST_DAYS[forecast.granularity],
                        horizonDays: HORIZON_DAYS,
                        totalExpected: wholeText(forecast.totalExpected),
                        stockoutDate: date(forecast.stockoutDate),
                      },
                    )
                  : t('Demand of the last {pastDays} days and of the next {horizonDays}: {totalExpected} expected.', {
                      pastDays: PAST_DAYS[forecast.granularity],
                      horizonDays: HORIZON_DAYS,
                      totalExpected: wholeText(forecast.totalExpected),
                    })
              }
            />
          </Suspense>
        </>
      )}
    </Section>
  );
}

const whole100 = (share: number): string => percent(Math.round(share * 100) / 100);
/** A smaller bias is negligible. */
const BIAS_MIN = 0.005;
const biasText = (bias: number | null): string =>
  bias === null
    ? '–'
    : Math.abs(bias) < BIAS_MIN
      ? t('none ~bias')
      : bias > 0
        ? t('{bias} too high', { bias: whole100(Math.abs(bias)) })
        : t('{bias} too low', { bias: whole100(Math.abs(bias)) });

function Facts({
  forecast: { totalExpected, totalLower, totalUpper, stockoutDate, granularity, accuracy },
}: {
  forecast: Answer['forecasts']['nodes'][number];
}) {
  const record = accuracy.trackRecord;
  const accuracyShown = record ?? accuracy;
  const facts = [
    [
      t('Expected in {horizonDays} days', { horizonDays: HORIZON_DAYS }),
      `${wholeText(totalExpected)} (${wholeText(totalLower)} – ${wholeText(totalUpper)})`,
      undefined,
    ],
    [
      t('Runs out'),
      stockoutDate ? date(stockoutDate) : t('not within {horizonDays} days', { horizonDays: HORIZON_DAYS }),
      stockoutDate ? 'var(--bad)' : undefined,
    ],
    [
      granularity === 'DAY' ? t('Past days within the band') : t('Past weeks within the band'),
      accuracy.coverage === null ? '–' : whole100(accuracy.coverage),
      undefined,
    ],
    [t('Average error'), accuracyShown.wape === null ? '–' : whole100(accuracyShown.wape), undefined],
    [t('Bias'), biasText(accuracyShown.bias), undefined],
    [
      t('Measured on'),
      record
        ? t('the last {days, plural, one {# day} other {# days}}, as they turned out', { days: record.days })
        : t('earlier periods'),
      undefined,
    ],
  ] as const;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} mb="sm">
      {facts.map(([label, value, color]) => (
        <div key={label}>
          <Text size="xs" c="dimmed">
            {label}
          </Text>
          <Text fw={600} c={color}>
            {value}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}
