import { useDebouncedValue } from '@mantine/hooks';
import { date, daysUntil, inUnit, rate, until, withUnit } from '../../format.ts';
import { graphql } from '../../graphql.ts';
import { t } from '../../language.ts';
import { pagedQuery, type RowOf } from '../../lists.ts';
import { DemandPanel } from '../../parts/demand.tsx';
import { addressOfVariant, fullName, productColumn } from '../../parts/product-link.tsx';
import { orderByOf } from '../../parts/stock-outs.tsx';
import { Bars } from '../../ui/bars.tsx';
import { columnsOf, quantityColumn, Sheet } from '../../ui/sheet.tsx';
import { BEST, DaysFilter, LocationFilter, Toward, useLocationFilter, useReportParams } from './report-filters.tsx';

/* What sells, and what will sell out. */

const FastMovers = pagedQuery(
  graphql(
    `query FastMovers($after: String, $filter: FastMoversFilter) {
        reports { fastMovers(first: 50, after: $after, filter: $filter) {
            totalCount pageInfo { hasNextPage endCursor } nodes { id: variantId sku productName quantitySold orderCount
              averageDailyQuantity quantityOnHand daysOfCover variant { id productId name unit } } } } }`,
  ),
  data => data.reports.fastMovers,
);
const StockOuts = pagedQuery(
  graphql(
    `query StockOutsReport($after: String, $filter: ForecastsFilter) {
        forecasts(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor } nodes {
            id: variantId sku stockoutDate totalExpected variant { id productId name unit product { name } supplier {
              leadTimeDays } levels { locationId quantityAvailable } } } } }`,
  ),
  data => data.forecasts,
);
const DAYS = 30;
/** What sold most in the last days, and how long its stock lasts at that rate. */
export function FastMoversReport() {
  const { days } = useReportParams();
  const [asked] = useDebouncedValue(days, 250);
  const { sku, figure, mean } = columnsOf<RowOf<typeof FastMovers>>();
  const filter = { ...useLocationFilter(), days: asked ? Number(asked) : DAYS };
  return (
    <Sheet
      name="Fast movers"
      hint={t(
        'What sold most in the last {days, plural, one {# day} other {# days}}, and how long it lasts at that rate.',
        { days: filter.days },
      )}
      none={t('Nothing was sold in this period')}
      begin={<Toward address={{ to: '/orders' }}>{t('Orders')}</Toward>}
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
          label={t('Best sellers')}
          bars={rows.slice(0, BEST).map(row => ({
            id: row.id,
            label: fullName(row.productName, row.variant),
            to: addressOfVariant(row.variant),
            value: row.quantitySold,
            shown: t('{quantitySold} sold', { quantitySold: inUnit(row.quantitySold, row.variant.unit) }),
          }))}
        />
      )}
      columns={[
        productColumn<RowOf<typeof FastMovers>>(
          row => row.productName,
          row => row.variant,
        ),
        sku(row => row.sku),
        quantityColumn<RowOf<typeof FastMovers>>('Sold', row => row.quantitySold),
        figure('Orders', row => row.orderCount, { from: 'lg' }),
        quantityColumn<RowOf<typeof FastMovers>>('Per day', row => row.averageDailyQuantity, {
          from: 'md',
          show: row => withUnit(rate(row.averageDailyQuantity), row.variant.unit),
        }),
        quantityColumn<RowOf<typeof FastMovers>>('On hand', row => row.quantityOnHand, {
          from: 'sm',
          under: row => t('{quantityOnHand} on hand', { quantityOnHand: inUnit(row.quantityOnHand, row.variant.unit) }),
        }),
        mean('Lasts, days', row => row.daysOfCover, {
          from: 'sm',
          show: row => (row.daysOfCover === null ? '–' : rate(Math.round(row.daysOfCover))),
        }),
      ]}
    />
  );
}

/** The demand of one variant: its history and its forecast. */
export const DemandReport = () => <DemandPanel height={360} />;

const HORIZON_DAYS = 90;
/** What the forecast says will be sold out within the horizon, soonest first. */
export function StockOutsReport() {
  const location = useLocationFilter();
  const { sku, text } = columnsOf<RowOf<typeof StockOuts>>();
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
      hint={t('What will be sold out within {horizonDays} days at the forecast demand, soonest first.', {
        horizonDays: HORIZON_DAYS,
      })}
      none={t('Nothing will run out soon')}
      {...StockOuts}
      filter={{ runsOut: true, horizonDays: HORIZON_DAYS, ...location }}
      controls={problemAt => <LocationFilter error={problemAt('locationId')} />}
      chart={rows => (
        <Bars
          isWide
          label={t('Days that are left')}
          bars={rows.slice(0, BEST).map(row => ({
            id: row.id,
            label: fullName(row.variant.product.name, row.variant),
            to: addressOfVariant(row.variant),
            value: daysUntil(dayOf(row)),
            alert: daysUntil(dayOf(row)) <= 7,
            shown: left(row) > 0 ? until(dayOf(row)) : t('sold out'),
          }))}
        />
      )}
      columns={[
        productColumn<RowOf<typeof StockOuts>>(
          row => row.variant.product.name,
          row => row.variant,
        ),
        sku(row => row.sku),
        quantityColumn<RowOf<typeof StockOuts>>('Available', left, {
          from: 'sm',
          under: row => t('{left} left', { left: inUnit(left(row), row.variant.unit) }),
        }),
        quantityColumn<RowOf<typeof StockOuts>>('Expected', row => Math.round(row.totalExpected), { from: 'md' }),
        text('Sold out', '112px', row => date(dayOf(row)), { number: true }),
        text('Order by', '112px', row => date(orderByOf(dayOf(row), row.variant)), {
          number: true,
          from: 'md',
          under: row => {
            const day = orderByOf(dayOf(row), row.variant);
            return day && t('order by {day}', { day: date(day) });
          },
        }),
      ]}
    />
  );
}
