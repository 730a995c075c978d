import { Button, Card, Group, NumberInput, Select, Tabs, Text, ThemeIcon } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconShieldCheck } from '@tabler/icons-react';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { counted, date, daysUntil, money, percent, quantity, rate, time, until, wordFor, words } from '../format.ts';
import { graphql, paged, type RowOf, useData } from '../graphql.ts';
import { useLocations } from '../parts/choose.tsx';
import { DemandPanel } from '../parts/demand.tsx';
import { addressOfVariant, fullName, productColumn } from '../parts/product-link.tsx';
import { orderByOf } from '../parts/stock-outs.tsx';
import { useOrganization } from '../session.ts';
import { type Address, toward } from '../ui/address.ts';
import { Bars } from '../ui/bars.tsx';
import { Loading, Page, Problems } from '../ui/page.tsx';
import { columnsOf, Sheet } from '../ui/sheet.tsx';
import { DataTable } from '../ui/table.tsx';
import { TabRow } from '../ui/tabs.tsx';

/** Rows that have no id of their own. */
const perPlace = <Row extends { variantId: string; locationId: string }>(row: Row) => ({
  ...row,
  id: `${row.variantId} ${row.locationId}`,
});

const StockByLocation = paged(
  graphql(
    `query StockByLocation($after: String) { reports { stockByLocation(first: 50, after: $after) { totalCount pageInfo { hasNextPage endCursor } nodes { id: locationId locationName locationType variantCount quantityOnHand quantityReserved quantityAvailable quantityIncoming stockValue } } } }`,
  ),
  data => data.reports.stockByLocation,
);
const LowStock = paged(
  graphql(
    `query LowStock($after: String, $filter: LowStockFilter) { reports { lowStock(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { variantId sku productName locationId locationName quantityAvailable quantityIncoming reorderPoint shortage suggestedOrderQuantity variant { id productId name } } } } }`,
  ),
  ({ reports: { lowStock } }) => ({ ...lowStock, nodes: lowStock.nodes.map(perPlace) }),
);
const FastMovers = paged(
  graphql(
    `query FastMovers($after: String, $filter: FastMoversFilter) { reports { fastMovers(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id: variantId sku productName quantitySold orderCount averageDailyQuantity quantityOnHand daysOfCover variant { id productId name } } } } }`,
  ),
  data => data.reports.fastMovers,
);
const Aging = paged(
  graphql(
    `query Aging($after: String, $filter: InventoryAgingFilter) { reports { inventoryAging(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { variantId sku locationId quantityOnHand lastInboundAt ageDays ageBucket stockValue location { name } variant { id productId name product { name } } } } } }`,
  ),
  ({ reports: { inventoryAging } }) => ({ ...inventoryAging, nodes: inventoryAging.nodes.map(perPlace) }),
);
const Ages = graphql(`
  query Ages($location: ID) {
    reports {
      fresh: inventoryAging(first: 1, filter: { ageBucket: "0-30", locationId: $location }) { totalCount }
      young: inventoryAging(first: 1, filter: { ageBucket: "31-60", locationId: $location }) { totalCount }
      older: inventoryAging(first: 1, filter: { ageBucket: "61-90", locationId: $location }) { totalCount }
      oldest: inventoryAging(first: 1, filter: { ageBucket: "90+", locationId: $location }) { totalCount }
    }
  }
`);
const Valuation = paged(
  graphql(
    `query Valuation($after: String, $filter: ValuationFilter) { reports { valuation(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id: variantId sku productName quantityOnHand unitCost stockValue variant { id productId name } } } } }`,
  ),
  data => data.reports.valuation,
);
const Worth = graphql(
  `query Worth { reports { stockByLocation(first: 200) { nodes { id: locationId stockValue } } } }`,
);
const StockOuts = paged(
  graphql(
    `query StockOutsReport($after: String, $filter: ForecastsFilter) { forecasts(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes { id: variantId sku stockoutDate totalExpected variant { id productId name product { name } supplier { leadTimeDays } levels { locationId quantityAvailable } } } } }`,
  ),
  data => data.forecasts,
);
const Reconciliation = graphql(
  `query Reconciliation { reports { reconciliation(first: 100) { totalCount nodes { check rule expected actual } } } }`,
);

const REPORTS = {
  locations: ['Stock by location', () => <LocationsReport />],
  'low-stock': ['Low stock', () => <LowStockReport />],
  'fast-movers': ['Fast movers', () => <FastMoversReport />],
  demand: ['Demand', () => <DemandReport />],
  'stock-outs': ['Stock-outs', () => <StockOutsReport />],
  aging: ['Ageing', () => <AgingReport />],
  valuation: ['Valuation', () => <ValuationReport />],
  proof: ['Proof', () => <ProofReport />],
} as const satisfies { [report: string]: readonly [label: string, view: () => ReactNode] };
const BEST = 8;

interface Chosen {
  report?: string;
  location?: string;
  days?: string;
  bucket?: string;
}
const useChosen = () => useSearch({ strict: false }) as Chosen;

/** Changes what is looked at; it is part of the address. */
function useGo() {
  const chosen = useChosen();
  const navigate = useNavigate();
  return (change: Chosen) =>
    void navigate({ to: '/reports', search: { ...chosen, ...change } as never, replace: true });
}

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

function LocationFilter({ error }: { error?: string | undefined }) {
  const { location } = useChosen();
  const go = useGo();
  const locations = useLocations();
  return (
    <Select
      aria-label="Location"
      placeholder="All locations"
      clearable
      flex="1 1 160px"
      maw={260}
      value={location ?? null}
      data={locations.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={value => go({ location: value ?? '' })}
      clearButtonProps={{ 'aria-label': 'All locations' }}
      error={error}
    />
  );
}

/** The days that are typed, once typing stops; the service says what is wrong with them. */
function DaysFilter({ fallback, error }: { fallback: number; error: string | undefined }) {
  const { days } = useChosen();
  const go = useGo();
  const [typed, setTyped] = useState<number | string>(days ? Number(days) : fallback);
  return (
    <NumberInput
      aria-label="Days"
      suffix=" days"
      flex="1 1 120px"
      maw={160}
      allowDecimal={false}
      value={typed}
      onChange={value => (setTyped(value), go({ days: String(value) }))}
      error={error}
    />
  );
}

const useLocationFilter = () => {
  const { location } = useChosen();
  return location ? { locationId: location } : {};
};
const Toward = ({ address, children }: { address: Address; children: string }) => (
  <Button component={Link} {...toward(address)} variant="default">
    {children}
  </Button>
);

function LocationsReport() {
  const { currency } = useOrganization();
  const { text, figure, money: amount } = columnsOf<RowOf<typeof StockByLocation>>();
  return (
    <Sheet
      name="Stock by location"
      hint="What each location holds, and what it cost."
      none="There is no location yet"
      begin={<Toward address={{ to: '/settings', search: { tab: 'places' } }}>Make a location</Toward>}
      {...StockByLocation}
      chart={rows => (
        <Bars
          isWide
          label="Value by location"
          bars={rows
            .toSorted((a, b) => b.stockValue - a.stockValue)
            .slice(0, BEST)
            .map(row => ({
              id: row.id,
              label: row.locationName,
              to: { to: '/inventory', search: { location: row.id } },
              value: row.stockValue,
              shown: money(row.stockValue, currency, true),
            }))}
        />
      )}
      columns={[
        text('Location', '2fr', row => row.locationName),
        text('Kind', '1fr', row => words(row.locationType), { from: 'md', under: true }),
        figure('Variants', row => row.variantCount, { from: 'md' }),
        figure('On hand', row => row.quantityOnHand, {
          from: 'sm',
          under: row => `${quantity(row.quantityOnHand)} on hand`,
        }),
        figure('Reserved', row => row.quantityReserved, { from: 'lg' }),
        figure('Available', row => row.quantityAvailable, { from: 'sm' }),
        figure('Incoming', row => row.quantityIncoming, { from: 'lg' }),
        amount('Value', currency, row => row.stockValue),
      ]}
    />
  );
}

function LowStockReport() {
  const { sku, text, figure } = columnsOf<RowOf<typeof LowStock>>();
  return (
    <Sheet
      name="Low stock"
      hint="What is below its reorder point, and how much to order; the mark on each bar is its reorder point."
      none="Nothing is running low"
      {...LowStock}
      filter={useLocationFilter()}
      controls={() => <LocationFilter />}
      chart={rows => (
        <Bars
          isWide
          label="The largest shortages"
          bars={rows.slice(0, BEST).map(row => ({
            id: row.id,
            label: `${fullName(row.productName, row.variant)} · ${row.locationName}`,
            to: addressOfVariant(row.variant),
            value: row.quantityAvailable,
            mark: row.reorderPoint,
            shown: `${quantity(row.quantityAvailable)} of ${quantity(row.reorderPoint)}`,
          }))}
        />
      )}
      columns={[
        productColumn<RowOf<typeof LowStock>>(
          row => row.productName,
          row => row.variant,
        ),
        sku(row => row.sku),
        text('Location', '1.3fr', row => row.locationName, { from: 'md', under: true }),
        figure('Available', row => row.quantityAvailable),
        figure('Reorder at', row => row.reorderPoint, { from: 'sm' }),
        figure('Incoming', row => row.quantityIncoming, { from: 'lg' }),
        figure('Order', row => row.suggestedOrderQuantity, {
          from: 'sm',
          under: row => `order ${quantity(row.suggestedOrderQuantity)}`,
        }),
      ]}
    />
  );
}

const DAYS = 30;
function FastMoversReport() {
  const { days } = useChosen();
  const [asked] = useDebouncedValue(days, 250);
  const { sku, figure, mean } = columnsOf<RowOf<typeof FastMovers>>();
  const filter = { ...useLocationFilter(), days: asked ? Number(asked) : DAYS };
  return (
    <Sheet
      name="Fast movers"
      hint={`What sold most in the last ${counted(filter.days, 'day')}, and how long it lasts at that rate.`}
      none="Nothing was sold in this time"
      begin={<Toward address={{ to: '/orders' }}>Orders</Toward>}
      {...FastMovers}
      filter={filter}
      controls={problemAt => (
        <>
          <DaysFilter fallback={DAYS} error={problemAt('days')} />
          <LocationFilter error={problemAt('locationId')} />
        </>
      )}
      chart={rows => (
        <Bars
          isWide
          label="Best sellers"
          bars={rows.slice(0, BEST).map(row => ({
            id: row.id,
            label: fullName(row.productName, row.variant),
            to: addressOfVariant(row.variant),
            value: row.quantitySold,
            shown: `${quantity(row.quantitySold)} sold`,
          }))}
        />
      )}
      columns={[
        productColumn<RowOf<typeof FastMovers>>(
          row => row.productName,
          row => row.variant,
        ),
        sku(row => row.sku),
        figure('Sold', row => row.quantitySold),
        figure('Orders', row => row.orderCount, { from: 'lg' }),
        mean('Per day', row => row.averageDailyQuantity, { from: 'md' }),
        figure('On hand', row => row.quantityOnHand, {
          from: 'sm',
          under: row => `${quantity(row.quantityOnHand)} on hand`,
        }),
        mean('Lasts, days', row => row.daysOfCover, {
          from: 'sm',
          show: row => (row.daysOfCover === null ? '–' : rate(Math.round(row.daysOfCover))),
        }),
      ]}
    />
  );
}

const DemandReport = () => <DemandPanel height={360} />;

const HORIZON_DAYS = 90;
function StockOutsReport() {
  const location = useLocationFilter();
  const { sku, text, figure } = columnsOf<RowOf<typeof StockOuts>>();
  const left = ({ variant }: RowOf<typeof StockOuts>) =>
    variant.levels.reduce(
      (sum, level) =>
        sum + (!location.locationId || level.locationId === location.locationId ? (level.quantityAvailable ?? 0) : 0),
      0,
    );
  const dayOf = (row: RowOf<typeof StockOuts>) => row.stockoutDate ?? '';
  return (
    <Sheet
      name="Stock-outs"
      hint={`What will be sold out within ${HORIZON_DAYS} days at the demand that is forecast, the soonest first.`}
      none="Nothing will run out soon"
      {...StockOuts}
      filter={{ runsOut: true, horizonDays: HORIZON_DAYS, ...location }}
      controls={problemAt => <LocationFilter error={problemAt('locationId')} />}
      chart={rows => (
        <Bars
          isWide
          label="Days that are left"
          bars={rows.slice(0, BEST).map(row => ({
            id: row.id,
            label: fullName(row.variant.product.name, row.variant),
            to: addressOfVariant(row.variant),
            value: daysUntil(dayOf(row)),
            alert: daysUntil(dayOf(row)) <= 7,
            shown: left(row) > 0 ? until(dayOf(row)) : 'sold out',
          }))}
        />
      )}
      columns={[
        productColumn<RowOf<typeof StockOuts>>(
          row => row.variant.product.name,
          row => row.variant,
        ),
        sku(row => row.sku),
        figure('Available', left, { from: 'sm', under: row => `${quantity(left(row))} left` }),
        figure('Expected', row => Math.round(row.totalExpected), { from: 'md' }),
        text('Sold out', '112px', row => date(dayOf(row)), { number: true }),
        text('Order by', '112px', row => date(orderByOf(dayOf(row), row.variant)), {
          number: true,
          from: 'md',
          under: row => {
            const day = orderByOf(dayOf(row), row.variant);
            return day && `order by ${date(day)}`;
          },
        }),
      ]}
    />
  );
}

const BUCKETS = { fresh: '0-30', young: '31-60', older: '61-90', oldest: '90+' } as const;
function AgingReport() {
  const { bucket, location } = useChosen();
  const go = useGo();
  const ages = useData(Ages, { location: location ?? null }).data?.reports;
  const { currency } = useOrganization();
  const { sku, text, figure, money: amount } = columnsOf<RowOf<typeof Aging>>();
  const choice = (
    <Select
      aria-label="Age"
      placeholder="Any age"
      clearable
      flex="1 1 130px"
      maw={200}
      value={bucket ?? null}
      data={Object.values(BUCKETS).map(each => ({ value: each, label: `${each} days` }))}
      onChange={each => go({ bucket: each ?? '' })}
      clearButtonProps={{ 'aria-label': 'Any age' }}
    />
  );
  return (
    <Sheet
      name="Inventory ageing"
      hint="What has been lying longest since something came in."
      none="There is no stock of this age"
      {...Aging}
      filter={{ ...useLocationFilter(), ...(bucket && { ageBucket: bucket }) }}
      controls={problemAt => (
        <>
          {choice}
          <LocationFilter error={problemAt('locationId')} />
        </>
      )}
      chart={() =>
        ages && (
          <Bars
            isWide
            label="Levels by age"
            bars={Object.entries(BUCKETS).map(([name, days]) => ({
              id: name,
              label: `${days} days`,
              value: ages[name as keyof typeof BUCKETS].totalCount ?? 0,
              alert: name === 'oldest',
              shown: counted(ages[name as keyof typeof BUCKETS].totalCount ?? 0, 'level'),
            }))}
          />
        )
      }
      columns={[
        productColumn<RowOf<typeof Aging>>(
          row => row.variant.product.name,
          row => row.variant,
        ),
        sku(row => row.sku),
        text('Location', '1.3fr', row => row.location.name, { from: 'md', under: true }),
        figure('On hand', row => row.quantityOnHand, {
          from: 'sm',
          under: row => `${quantity(row.quantityOnHand)} on hand`,
        }),
        text('Last inbound', '112px', row => (row.lastInboundAt ? date(row.lastInboundAt) : '–'), {
          from: 'lg',
          number: true,
        }),
        figure('Days', row => row.ageDays),
        amount('Value', currency, row => row.stockValue, { from: 'sm' }),
      ]}
    />
  );
}

function ValuationReport() {
  const { currency } = useOrganization();
  const filter = useLocationFilter();
  const places = useData(Worth, {}).data?.reports.stockByLocation.nodes ?? [];
  const worth = places
    .filter(place => !filter.locationId || place.id === filter.locationId)
    .reduce((sum, place) => sum + place.stockValue, 0);
  const { sku, figure, money: amount } = columnsOf<RowOf<typeof Valuation>>();
  const shown = (value: number) => (
    <>
      {money(value, currency, true)}
      {worth > 0 && <span className="of"> · {percent(value / worth)}</span>}
    </>
  );
  return (
    <Sheet
      name="Valuation"
      hint={`What the stock is worth at cost: ${money(worth, currency)} in all.`}
      none="There is no stock"
      begin={<Toward address={{ to: '/inventory' }}>Inventory</Toward>}
      {...Valuation}
      filter={filter}
      controls={problemAt => <LocationFilter error={problemAt('locationId')} />}
      chart={rows => (
        <Bars
          isWide
          label="Where the money is"
          bars={rows.slice(0, BEST).map(row => ({
            id: row.id,
            label: fullName(row.productName, row.variant),
            to: addressOfVariant(row.variant),
            value: row.stockValue ?? 0,
            shown: shown(row.stockValue ?? 0),
          }))}
        />
      )}
      columns={[
        productColumn<RowOf<typeof Valuation>>(
          row => row.productName,
          row => row.variant,
        ),
        sku(row => row.sku),
        figure('On hand', row => row.quantityOnHand, {
          from: 'sm',
          under: row => `${quantity(row.quantityOnHand)} on hand`,
        }),
        amount('Unit cost', currency, row => row.unitCost, { from: 'sm' }),
        amount('Value', currency, row => row.stockValue),
      ]}
    />
  );
}

/** No picture would say more: either every figure adds up, or here is what does not. */
function ProofReport() {
  const { data, loading, problems, refresh } = useData(Reconciliation, {});
  const provedAt = useMemo(() => data && new Date(), [data]);
  if (loading) return <Loading height={160} />;
  if (!data) return <Problems problems={problems} retry={refresh} />;
  const { totalCount, nodes } = data.reports.reconciliation;
  const rows = nodes.map((row, index) => ({ ...row, id: String(index) }));
  const { text, figure } = columnsOf<(typeof rows)[number]>();
  if (rows.length > 0) {
    return (
      <div className="sheet">
        <Problems
          problems={[
            {
              code: '',
              field: null,
              message: `${counted(totalCount ?? 0, 'figure')} ${wordFor(totalCount ?? 0, 'does', 'do')} not add up.${rows.length < (totalCount ?? 0) ? ` The first ${rows.length} are shown.` : ''}`,
            },
          ]}
        />
        <DataTable
          label="What does not add up"
          rows={rows}
          empty={null}
          columns={[
            text('Rule', '3fr', row => row.rule),
            figure('Expected', row => row.expected),
            figure('Actual', row => row.actual),
          ]}
        />
      </div>
    );
  }
  return (
    <Card>
      <Group wrap="nowrap" align="flex-start">
        <ThemeIcon size={44} radius="xl" variant="light" aria-hidden>
          <IconShieldCheck size={24} />
        </ThemeIcon>
        <div>
          <Text fw={620} size="lg">
            Every figure adds up
          </Text>
          <Text size="sm" c="dimmed" mb="sm">
            Each level was compared with its ledger, its reservations, its lots and what is incoming, at{' '}
            {time(provedAt?.toISOString())}. None disagrees.
          </Text>
          <Button variant="default" onClick={refresh}>
            Prove it again
          </Button>
        </div>
      </Group>
    </Card>
  );
}
