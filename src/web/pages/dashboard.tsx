import { Card, Grid, Group, SimpleGrid, Text } from '@mantine/core';
import { IconCircleCheck, IconSparkles } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ResultOf } from 'gql.tada';
import { lazy, type ReactNode, Suspense } from 'react';
import { useEvery } from '../every.ts';
import { inUnit, knownValue, money, quantity, short, shortMoney } from '../format.ts';
import { graphql, useData } from '../graphql.ts';
import { t } from '../language.ts';
import { pagedQuery, type RowOf } from '../lists.ts';
import { useLiveRefresh } from '../live.ts';
import { Feed } from '../parts/feed.tsx';
import { addressOfVariant } from '../parts/product-link.tsx';
import { useWelcome } from '../parts/setup-notes.ts';
import { useOrganization } from '../session.ts';
import { toward } from '../ui/address.ts';
import { Afterwards } from '../ui/afterwards.tsx';
import { Bars } from '../ui/bars.tsx';
import { later } from '../ui/later.ts';
import { All } from '../ui/more.tsx';
import { Empty, Loading, Page, Problems, Section } from '../ui/page.tsx';

const Figures = graphql(`
  query Figures($after: String) {
    reports {
      stockByLocation(first: 200, after: $after) { pageInfo { hasNextPage endCursor } nodes { id: locationId locationId
            locationName quantityOnHand quantityAvailable quantityIncoming stockValue unvaluedQuantity } }
      lowStock(first: 6) { totalCount nodes { sku productName locationName quantityAvailable quantityIncoming
            reorderPoint suggestedOrderQuantity variant { id productId name unit } } }
    }
    pending: orders(first: 1, filter: { status: PENDING }) { totalCount }
    reserved: orders(first: 1, filter: { status: RESERVED }) { totalCount }
    begun: orders(first: 1, filter: { status: PARTIALLY_FULFILLED }) { totalCount }
    recent: inventoryLedger(first: 12) {
        nodes { id sku entryType quantityChange quantityOnHandAfter locationId occurredAt variant { id unit } } }
  }
`);
const Urgent = graphql(
  `query Urgent { insights(first: 4) {
        totalCount nodes { id type severity title message sku metrics suggestedAction status snoozedUntil markedBy
          variant { id productId } findingCount findings { id title message severity variant { id productId } } } } }`,
);
/** Every location: the key figures are their sums. */
const ByLocation = pagedQuery(Figures, data => data.reports.stockByLocation);
type AtLocation = RowOf<typeof ByLocation>;
type Reports = ResultOf<typeof Figures>['reports'];
/** Shown once in the life of an organization. */
const Welcome = lazy(() => import('./welcome.tsx').then(({ Welcome }) => ({ default: Welcome })));
const DemandPanel = later(() => import('../parts/demand.tsx').then(({ DemandPanel }) => DemandPanel));
const StockOuts = later(() => import('../parts/stock-outs.tsx').then(({ StockOuts }) => StockOuts));
const InsightList = later(() => import('../parts/insights.tsx').then(({ InsightList }) => InsightList));
const HINT = t('What you have, what will run out, and what needs attention.');
const CHART_HEIGHT = 330;
/** Of the panes with the chart, so that those below stay where they are. */
const PANE_HEIGHT = 551;
const REREAD_MS = 2000;
/** Computing insights is expensive. */
const LOOK_AGAIN_MS = 4000;

/** What a warehouse manager wants to know at eight in the morning, and all day long. */
export function Dashboard() {
  const { data, rows: places, loading, problems, refresh } = useEvery(ByLocation, {});
  useLiveRefresh(refresh, REREAD_MS);
  const { isLeft, isBegun, ...welcome } = useWelcome();
  if (loading) return <DashboardSkeleton />;
  if (!data) return <Problems problems={problems} retry={refresh} />;
  if (!isLeft && (isBegun || data.recent.nodes.length === 0))
    return (
      <Suspense fallback={<Loading height={320} />}>
        <Welcome {...welcome} />
      </Suspense>
    );
  return (
    <Page title={t('Dashboard')} hint={HINT}>
      <KeyFigures data={data} places={places} />
      <Afterwards fallback={<Panes />}>
        <Grid gap="lg" align="stretch">
          <Pane span={8}>
            <Suspense fallback={<Loading height={PANE_HEIGHT} />}>
              <DemandPanel height={CHART_HEIGHT} />
            </Suspense>
          </Pane>
          <Pane span={4}>
            <Suspense fallback={<Loading height={PANE_HEIGHT} />}>
              <StockOuts />
            </Suspense>
          </Pane>
          <Pane span={7}>
            <Insights />
          </Pane>
          <Pane span={5}>
            <Feed recent={data.recent.nodes} />
          </Pane>
          <Pane span={7}>
            <LowStock rows={data.reports.lowStock.nodes} total={data.reports.lowStock.totalCount ?? 0} />
          </Pane>
          <Pane span={5}>
            <Places places={places} />
          </Pane>
        </Grid>
      </Afterwards>
    </Page>
  );
}

const Pane = ({ span, children }: { span: number; children: ReactNode }) => (
  <Grid.Col span={{ base: 12, md: span }} className="pane">
    {children}
  </Grid.Col>
);

/** The outline of the dashboard while it loads. */
const DashboardSkeleton = () => (
  <Page title={t('Dashboard')} hint={HINT}>
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }}>
      {['value', 'available', 'low', 'orders', 'incoming'].map(figure => (
        <Loading key={figure} height={104} />
      ))}
    </SimpleGrid>
    <Panes />
  </Page>
);

const Panes = () => (
  <Grid gap="lg">
    <Pane span={8}>
      <Loading height={PANE_HEIGHT} />
    </Pane>
    <Pane span={4}>
      <Loading height={PANE_HEIGHT} />
    </Pane>
  </Grid>
);

interface KeyFiguresProps {
  data: ResultOf<typeof Figures>;
  places: readonly AtLocation[];
}

function KeyFigures({ data: { reports, pending, reserved, begun }, places }: KeyFiguresProps) {
  const { currency } = useOrganization();
  const sum = (name: 'quantityOnHand' | 'quantityAvailable' | 'stockValue' | 'unvaluedQuantity' | 'quantityIncoming') =>
    places.reduce((total, place) => total + place[name], 0);
  const unvalued = sum('unvaluedQuantity');
  const value = knownValue({
    quantityOnHand: sum('quantityOnHand'),
    unvaluedQuantity: unvalued,
    stockValue: sum('stockValue'),
  });
  const lowCount = reports.lowStock.totalCount ?? 0;
  const figures = [
    {
      label: t('Stock value'),
      value: value === null ? '–' : shortMoney(value, currency),
      note: unvalued > 0 ? t('at cost; none for {units} units', { units: short(unvalued) }) : t('at cost'),
      to: '/reports',
      search: { report: 'valuation' },
    },
    {
      label: t('Available'),
      value: short(sum('quantityAvailable')),
      note: t('of {sum} on hand', { sum: short(sum('quantityOnHand')) }),
      to: '/inventory',
    },
    {
      label: t('Low stock'),
      value: quantity(lowCount),
      note: t('below reorder point'),
      alert: lowCount > 0,
      to: '/reports',
      search: { report: 'low-stock' },
    },
    {
      label: t('Open orders'),
      value: quantity([pending, reserved, begun].reduce((sum, { totalCount }) => sum + (totalCount ?? 0), 0)),
      note: t('{totalCount} of them reserved', { totalCount: quantity(reserved.totalCount) }),
      to: '/orders',
    },
    {
      label: t('Incoming'),
      value: short(sum('quantityIncoming')),
      note: t('purchases, transfers'),
      to: '/purchase-orders',
      search: { status: 'SUBMITTED' },
    },
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, lg: 5 }} className="kpis">
      {figures.map(({ label, value, note, alert, to, search }) => (
        <Card
          key={label}
          padding="md"
          component={Link}
          to={to as never}
          search={search as never}
          c="inherit"
          className="kpi-card"
        >
          <Text size="sm" c="dimmed">
            {label}
          </Text>
          <div className="kpi" style={alert ? { color: 'var(--bad)' } : undefined}>
            {value}
          </div>
          <Text size="xs" c="dimmed" mt={2}>
            {note}
          </Text>
        </Card>
      ))}
    </SimpleGrid>
  );
}

/** What needs attention according to the service, most urgent first. Resolved insights disappear. */
function Insights() {
  const { data, loading, problems, refresh } = useData(Urgent, {});
  useLiveRefresh(refresh, LOOK_AGAIN_MS);
  const insights = data?.insights.nodes ?? [];
  return (
    <Section
      title={t('Needs attention')}
      action={insights.length > 0 && <All address={{ to: '/insights' }} count={data?.insights.totalCount} />}
    >
      <Problems problems={problems} />
      {loading && <Loading height={420} />}
      {data && insights.length === 0 && (
        <Empty icon={IconSparkles} title={t('Nothing stands out')}>
          {t('Stock-outs, unusual demand and expiring lots are monitored for you.')}
        </Empty>
      )}
      <Suspense fallback={<Loading height={420} />}>
        <InsightList insights={insights} />
      </Suspense>
    </Section>
  );
}

function LowStock({ rows, total }: { rows: Reports['lowStock']['nodes']; total: number }) {
  return (
    <Section
      title={t('Low stock')}
      action={rows.length > 0 && <All address={{ to: '/reports', search: { report: 'low-stock' } }} count={total} />}
    >
      {rows.length === 0 ? (
        <Empty icon={IconCircleCheck} title={t('Nothing is running low')}>
          {t('Everything is at or above its reorder point.')}
        </Empty>
      ) : (
        <ul className="rows" aria-label={t('Low stock')}>
          {rows.map(row => (
            <li key={`${row.sku} ${row.locationName}`}>
              <Group justify="space-between" wrap="nowrap" gap="sm">
                <div style={{ minWidth: 0 }}>
                  <Text
                    component={Link}
                    {...toward(addressOfVariant(row.variant))}
                    size="sm"
                    lineClamp={2}
                    className="link"
                  >
                    {[row.productName, row.variant.name].filter(Boolean).join(', ')}
                  </Text>
                  <Text size="xs" c="dimmed" lineClamp={2}>
                    <span className="mono">{row.sku}</span> · {row.locationName}
                  </Text>
                </div>
                <div style={{ textAlign: 'right', flex: 'none' }}>
                  <Text size="sm" fw={600} c="var(--bad)" className="num">
                    {t('{quantityAvailable} of {reorderPoint}', {
                      quantityAvailable: quantity(row.quantityAvailable),
                      reorderPoint: inUnit(row.reorderPoint, row.variant.unit),
                    })}
                  </Text>
                  <Text size="xs" c="dimmed" className="num">
                    {row.suggestedOrderQuantity > 0
                      ? t('order {suggestedOrderQuantity}', {
                          suggestedOrderQuantity: inUnit(row.suggestedOrderQuantity, row.variant.unit),
                        })
                      : t('ordered')}
                    {row.quantityIncoming > 0 &&
                      ` ${t('· {quantityIncoming} incoming', { quantityIncoming: inUnit(row.quantityIncoming, row.variant.unit) })}`}
                  </Text>
                </div>
              </Group>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Places({ places }: { places: readonly AtLocation[] }) {
  const { currency } = useOrganization();
  const shown = (place: (typeof places)[number]) => (
    <>
      {quantity(place.quantityOnHand)} <span className="of">· {money(knownValue(place), currency, true)}</span>
    </>
  );
  return (
    <Section title={t('Stock by location')} action={<All address={{ to: '/reports' }} />}>
      <Bars
        label={t('Stock by location, by value')}
        bars={places
          .toSorted((a, b) => b.stockValue - a.stockValue)
          .map(place => ({
            id: place.id,
            label: place.locationName,
            to: { to: '/inventory', search: { location: place.locationId } },
            value: place.stockValue,
            shown: shown(place),
          }))}
      />
    </Section>
  );
}
