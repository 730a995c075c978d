import { Button, Card, Group, Text, ThemeIcon } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { date, inUnit, knownValue, money, quantity, time, words } from '../../format.ts';
import { graphql, useData } from '../../graphql.ts';
import { t } from '../../language.ts';
import { pagedQuery, type RowOf } from '../../lists.ts';
import { Filter } from '../../parts/filters.tsx';
import { addressOfVariant, fullName, productColumn } from '../../parts/product-link.tsx';
import { useOrganization } from '../../session.ts';
import { Bars } from '../../ui/bars.tsx';
import { Loading, Problems } from '../../ui/page.tsx';
import { columnsOf, quantityColumn, Sheet } from '../../ui/sheet.tsx';
import { DataTable } from '../../ui/table.tsx';
import {
  BEST,
  LocationFilter,
  perPlace,
  Toward,
  useGo,
  useLocationFilter,
  useReportParams,
} from './report-filters.tsx';

/* What is in stock, what runs low, how old it is, and whether it all adds up. */

const StockByLocation = pagedQuery(
  graphql(
    `query StockByLocation($after: String) { reports { stockByLocation(first: 50, after: $after) {
            totalCount pageInfo { hasNextPage endCursor } nodes { id: locationId locationName locationType variantCount
              quantityOnHand quantityReserved quantityAvailable quantityIncoming stockValue unvaluedQuantity } } } }`,
  ),
  data => data.reports.stockByLocation,
);
const LowStock = pagedQuery(
  graphql(
    `query LowStock($after: String, $filter: LowStockFilter) {
        reports { lowStock(first: 50, after: $after, filter: $filter) { totalCount pageInfo {
              hasNextPage endCursor } nodes { variantId sku productName locationId locationName quantityAvailable
              quantityIncoming reorderPoint shortage suggestedOrderQuantity variant { id productId name unit } } } } }`,
  ),
  ({ reports: { lowStock } }) => ({ ...lowStock, nodes: lowStock.nodes.map(perPlace) }),
);
const Aging = pagedQuery(
  graphql(
    `query Aging($after: String, $filter: InventoryAgingFilter) {
        reports { inventoryAging(first: 50, after: $after, filter: $filter) {
            totalCount pageInfo { hasNextPage endCursor } nodes { variantId sku locationId quantityOnHand lastInboundAt
              ageDays ageBucket stockValue location { name } variant {
                id productId name unit product { name } } } } } }`,
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
const Reconciliation = graphql(
  `query Reconciliation { reports { reconciliation(first: 100) { totalCount nodes { check rule expected actual } } } }`,
);

/** What each location holds, and what it cost. */
export function LocationsReport() {
  const { currency } = useOrganization();
  const { text, figure, money: amount } = columnsOf<RowOf<typeof StockByLocation>>();
  return (
    <Sheet
      name="Stock by location"
      hint={t('What each location holds, and what it cost.')}
      none={t('No locations yet')}
      begin={<Toward address={{ to: '/settings', search: { tab: 'places' } }}>{t('Create a location')}</Toward>}
      {...StockByLocation}
      chart={rows => (
        <Bars
          isWide
          label={t('Value by location')}
          bars={rows
            .toSorted((a, b) => b.stockValue - a.stockValue)
            .slice(0, BEST)
            .map(row => ({
              id: row.id,
              label: row.locationName,
              to: { to: '/inventory', search: { location: row.id } },
              value: row.stockValue,
              shown: money(knownValue(row), currency, true),
            }))}
        />
      )}
      columns={[
        text('Location', '2fr', row => row.locationName),
        text('Kind', '1fr', row => words(row.locationType), { from: 'md', under: true }),
        figure('Variants', row => row.variantCount, { from: 'md' }),
        figure('On hand', row => row.quantityOnHand, {
          from: 'sm',
          under: row => t('{quantityOnHand} on hand', { quantityOnHand: quantity(row.quantityOnHand) }),
        }),
        figure('Reserved', row => row.quantityReserved, { from: 'lg' }),
        figure('Available', row => row.quantityAvailable, { from: 'sm' }),
        figure('Incoming', row => row.quantityIncoming, { from: 'lg' }),
        amount('Value', currency, knownValue),
      ]}
    />
  );
}

/** What is below its reorder point, and how much to order. */
export function LowStockReport() {
  const { sku, text } = columnsOf<RowOf<typeof LowStock>>();
  return (
    <Sheet
      name="Low stock"
      hint={t('What is below its reorder point, and how much to order; the mark on each bar is its reorder point.')}
      none={t('Nothing is running low')}
      {...LowStock}
      filter={useLocationFilter()}
      controls={() => <LocationFilter />}
      chart={rows => (
        <Bars
          isWide
          label={t('The largest shortages')}
          bars={rows.slice(0, BEST).map(row => ({
            id: row.id,
            label: `${fullName(row.productName, row.variant)} · ${row.locationName}`,
            to: addressOfVariant(row.variant),
            value: row.quantityAvailable,
            mark: row.reorderPoint,
            shown: t('{quantityAvailable} of {reorderPoint}', {
              quantityAvailable: quantity(row.quantityAvailable),
              reorderPoint: inUnit(row.reorderPoint, row.variant.unit),
            }),
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
        quantityColumn<RowOf<typeof LowStock>>('Available', row => row.quantityAvailable),
        quantityColumn<RowOf<typeof LowStock>>('Reorder at', row => row.reorderPoint, { from: 'sm' }),
        quantityColumn<RowOf<typeof LowStock>>('Incoming', row => row.quantityIncoming, { from: 'lg' }),
        quantityColumn<RowOf<typeof LowStock>>('Order ~how much', row => row.suggestedOrderQuantity, {
          from: 'sm',
          under: row =>
            t('order {suggestedOrderQuantity}', {
              suggestedOrderQuantity: inUnit(row.suggestedOrderQuantity, row.variant.unit),
            }),
        }),
      ]}
    />
  );
}

const BUCKETS = { fresh: '0-30', young: '31-60', older: '61-90', oldest: '90+' } as const;
/** Stock by the time since its last receipt, as bars by age and as rows. */
export function AgingReport() {
  const { bucket, location } = useReportParams();
  const go = useGo();
  const ages = useData(Ages, { location: location ?? null }).data?.reports;
  const { currency } = useOrganization();
  const { sku, text, figure, money: amount } = columnsOf<RowOf<typeof Aging>>();
  const choice = (
    <Filter
      label={t('Age')}
      any={t('Any age')}
      value={bucket}
      data={Object.values(BUCKETS).map(each => ({ value: each, label: t('{each} days', { each }) }))}
      onChange={each => go({ bucket: each })}
    />
  );
  return (
    <Sheet
      name="Inventory ageing"
      hint={t('Stock by the time since its last receipt, oldest first.')}
      none={t('There is no stock of this age')}
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
            label={t('Levels by age')}
            bars={Object.entries(BUCKETS).map(([name, days]) => ({
              id: name,
              label: t('{days} days', { days }),
              value: ages[name as keyof typeof BUCKETS].totalCount ?? 0,
              alert: name === 'oldest',
              shown: t('{totalCount, plural, one {# level} other {# levels}}', {
                totalCount: ages[name as keyof typeof BUCKETS].totalCount ?? 0,
              }),
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
        quantityColumn<RowOf<typeof Aging>>('On hand', row => row.quantityOnHand, {
          from: 'sm',
          under: row => t('{quantityOnHand} on hand', { quantityOnHand: inUnit(row.quantityOnHand, row.variant.unit) }),
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

/** A chart would add nothing: either every figure adds up, or these do not. */
export function ProofReport() {
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
              message:
                rows.length < (totalCount ?? 0)
                  ? t(
                      '{totalCount, plural, one {# figure does} other {# figures do}} not add up. The first {rows} are shown.',
                      { totalCount: totalCount ?? 0, rows: rows.length },
                    )
                  : t('{totalCount, plural, one {# figure does} other {# figures do}} not add up.', {
                      totalCount: totalCount ?? 0,
                    }),
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
            {t('Every figure adds up')}
          </Text>
          <Text size="sm" c="dimmed" mb="sm">
            {t(
              'Each level was compared with its ledger, its reservations, its lots and what is incoming, at {provedAt}. All agree.',
              { provedAt: time(provedAt?.toISOString()) },
            )}
          </Text>
          <Button variant="default" onClick={refresh}>
            {t('Check again')}
          </Button>
        </div>
      </Group>
    </Card>
  );
}
