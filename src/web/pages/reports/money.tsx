import { useEvery } from '../../every.ts';
import { addDays, date, inUnit, money, percent, startOf, today } from '../../format.ts';
import { graphql } from '../../graphql.ts';
import { type Message, t } from '../../language.ts';
import { pagedQuery, type RowOf } from '../../lists.ts';
import { addressOfVariant, fullName, VariantLink, type VariantReference } from '../../parts/product-link.tsx';
import { useOrganization } from '../../session.ts';
import { Bars } from '../../ui/bars.tsx';
import { Chart } from '../../ui/chart.tsx';
import { columnsOf, quantityColumn, Sheet, type SheetColumn } from '../../ui/sheet.tsx';
import {
  BEST,
  DayFilter,
  GroupFilter,
  LocationFilter,
  Toward,
  useLocationFilter,
  useReportParams,
} from './report-filters.tsx';

/* Stock value, cost of sales and margin, and how opening and closing values reconcile. */

const Valuation = pagedQuery(
  graphql(
    `query Valuation($after: String, $filter: ValuationFilter) {
        reports { valuation(first: 50, after: $after, filter: $filter) { totalCount pageInfo { hasNextPage endCursor }
            nodes { sku productName category locationId locationName lotId lotNumber quantityOnHand unvaluedQuantity
              unitCost stockValue inTransitQuantity inTransitValue variant { id productId name unit } } } } }`,
  ),
  ({ reports: { valuation } }) => ({ ...valuation, nodes: valuation.nodes.map(withId) }),
);
const Worth = pagedQuery(
  graphql(
    `query Worth($after: String, $filter: ValuationFilter) {
        reports { valuation(first: 200, after: $after, filter: $filter) {
            pageInfo { hasNextPage endCursor } nodes { locationId stockValue inTransitValue unvaluedQuantity } } } }`,
  ),
  ({ reports: { valuation } }) => ({
    ...valuation,
    nodes: valuation.nodes.map(place => ({ ...place, id: place.locationId ?? '' })),
  }),
);
const Margin = pagedQuery(
  graphql(
    `query Margin($after: String, $filter: CogsFilter) { reports { cogs(first: 50, after: $after, filter: $filter) {
            totalCount pageInfo { hasNextPage endCursor } nodes { day sku productName category locationId locationName
              quantity cost revenue margin unvaluedQuantity unpricedQuantity variant {
                id productId name unit } } } } }`,
  ),
  ({ reports: { cogs } }) => ({ ...cogs, nodes: cogs.nodes.map(withId) }),
);
const RollForward = pagedQuery(
  graphql(
    `query RollForward($after: String, $filter: InventoryRollForwardFilter) {
        reports { inventoryRollForward(first: 50, after: $after, filter: $filter) { totalCount pageInfo {
              hasNextPage endCursor } nodes { sku productName category locationId locationName openingValue
              receivedValue producedValue returnedValue transferredValue landedValue adjustedValue soldValue usedValue
              wastedValue lostValue closingValue closingQuantity inTransitValue variant { id productId name } } } } }`,
  ),
  ({ reports: { inventoryRollForward } }) => ({
    ...inventoryRollForward,
    nodes: inventoryRollForward.nodes.map(withId),
  }),
);

/** The fields that name a row; which ones depends on the grouping. */
interface RowNames {
  day?: string | null;
  sku: string | null;
  productName: string | null;
  category: string | null;
  locationId: string | null;
  locationName: string | null;
  lotId?: string | null;
  lotNumber?: string | null;
  variant: (VariantReference & { name: string | null }) | null;
}

/** Rows that have no id of their own. */
const withId = <Row extends RowNames>(row: Row) => ({
  ...row,
  id: [row.day, row.variant?.id, row.locationId, row.lotId, row.variant ? null : row.category].join(' '),
});

function nameOf({ day, variant, productName, locationName, category, lotNumber }: RowNames): string {
  if (day) return date(day);
  if (variant) return [fullName(productName ?? '', variant), lotNumber].filter(Boolean).join(' · ');
  return locationName ?? category ?? t('No category');
}

const GROUPS = { variant: t('By product'), category: t('By category'), location: t('By location') } as const;
const TITLES: { readonly [group: string]: Message } = {
  variant: 'Product',
  lot: 'Product and lot',
  category: 'Category',
  location: 'Location',
  day: 'Day',
};

/** The current grouping, and the columns that name its rows. */
function useGroup<Row extends RowNames>(groups: { [group: string]: string }) {
  const { by } = useReportParams();
  const group = by && by in groups ? by : 'variant';
  const { sku } = columnsOf<Row>();
  const name: SheetColumn<Row> = {
    title: TITLES[group]!,
    width: '2fr',
    plain: nameOf,
    show: row => (row.variant ? <VariantLink variant={row.variant}>{nameOf(row)}</VariantLink> : nameOf(row)),
  };
  const columns = group === 'variant' || group === 'lot' ? [name, sku(row => row.sku ?? '')] : [name];
  return { group: group.toUpperCase() as never, columns };
}

const barOf = (row: RowNames & { id: string }) => ({
  id: row.id,
  label: nameOf(row),
  ...(row.variant && { to: addressOfVariant(row.variant) }),
  ...(!row.variant && row.locationId && { to: { to: '/inventory', search: { location: row.locationId } } as const }),
});

const VALUATION_GROUPS = { ...GROUPS, lot: t('By lot') } as const;

/** What the stock cost, now or at the end of a day, and what is in transit. */
export function ValuationReport() {
  const { currency } = useOrganization();
  const { on } = useReportParams();
  const { group, columns } = useGroup<RowOf<typeof Valuation>>(VALUATION_GROUPS);
  // The end of that day. Today has not ended.
  const at = on && on < today() ? { asOf: startOf(addDays(on, 1)) } : {};
  const locationFilter = useLocationFilter();
  const places = useEvery(Worth, { filter: { ...at, ...locationFilter, groupBy: 'LOCATION' as const } }).rows;
  const sum = (of: (place: (typeof places)[number]) => number | null) =>
    places.reduce((total, place) => total + (of(place) ?? 0), 0);
  const [worth, underWay] = [sum(place => place.stockValue), sum(place => place.inTransitValue)];
  const unvalued = sum(place => place.unvaluedQuantity);
  const { money: amount } = columnsOf<RowOf<typeof Valuation>>();
  const valueCell = (value: number) => (
    <>
      {money(value, currency, true)}
      {worth > 0 && <span className="of"> · {percent(value / worth)}</span>}
    </>
  );
  return (
    <Sheet
      name="Valuation"
      hint={[
        t(
          'What the stock cost{day, select, now {} other {, at the end of {day}}}: {worth} in total{transit, select, none {} other {, and {transit} in transit}}.',
          {
            day: at.asOf ? date(on) : 'now',
            worth: money(worth, currency),
            transit: underWay ? money(underWay, currency) : 'none',
          },
        ),
        unvalued > 0 &&
          t('The cost of {unknown, plural, one {# unit} other {# units}} is not known and not included.', {
            unknown: unvalued,
          }),
      ]
        .filter(Boolean)
        .join(' ')}
      none={t('There is no stock')}
      begin={<Toward address={{ to: '/inventory' }}>{t('Inventory')}</Toward>}
      {...Valuation}
      filter={{ ...locationFilter, ...at, groupBy: group }}
      controls={problemAt => (
        <>
          <GroupFilter groups={VALUATION_GROUPS} fallback="variant" />
          <DayFilter name="on" label={t('End of')} error={problemAt('asOf')} />
          <LocationFilter error={problemAt('locationId')} />
        </>
      )}
      chart={rows => (
        <Bars
          isWide
          label={t('Most valuable stock')}
          bars={rows.slice(0, BEST).map(row => ({
            ...barOf(row),
            value: row.stockValue ?? 0,
            shown: row.stockValue === null ? t('cost not known') : valueCell(row.stockValue),
          }))}
        />
      )}
      columns={[
        ...columns,
        quantityColumn<RowOf<typeof Valuation>>('On hand', row => row.quantityOnHand, {
          from: 'sm',
          under: row =>
            t('{quantityOnHand} on hand', { quantityOnHand: inUnit(row.quantityOnHand, row.variant?.unit) }),
        }),
        quantityColumn<RowOf<typeof Valuation>>('Cost not known', row => row.unvaluedQuantity, {
          width: '112px',
          from: 'xl',
        }),
        amount('In transit', currency, row => row.inTransitValue, { from: 'lg' }),
        amount('Unit cost', currency, row => row.unitCost, { from: 'sm' }),
        amount('Value', currency, row => row.stockValue),
      ]}
    />
  );
}

/** The period of a report; by default the service uses the last 30 days. */
function usePeriod() {
  const { from, to } = useReportParams();
  const summary =
    from || to
      ? [from && t('from {from}', { from: date(from) }), to && t('until {to}', { to: date(to) })]
          .filter(Boolean)
          .join(' ')
      : t('in the last 30 days');
  return { filter: { ...(from && { from }), ...(to && { to }) }, summary };
}

const Days = ({ problemAt }: { problemAt(field: string): string | undefined }) => (
  <>
    <DayFilter name="from" label={t('From')} error={problemAt('from')} />
    <DayFilter name="to" label={t('To')} error={problemAt('to')} />
  </>
);

const SALES_GROUPS = { ...GROUPS, day: t('By day') } as const;

/** Revenue, cost and margin of what was sold in a period, net of returns. */
export function MarginReport() {
  const { currency } = useOrganization();
  const period = usePeriod();
  const { group, columns } = useGroup<RowOf<typeof Margin>>(SALES_GROUPS);
  const { money: amount, text } = columnsOf<RowOf<typeof Margin>>();
  const share = ({ margin, revenue }: RowOf<typeof Margin>) =>
    margin !== null && revenue ? percent(margin / revenue) : '–';
  return (
    <Sheet
      name="Margin"
      hint={t('What was sold {said}, net of returns: its cost and its margin.', { said: period.summary })}
      none={t('Nothing was sold in this period')}
      begin={<Toward address={{ to: '/orders' }}>{t('Orders')}</Toward>}
      {...Margin}
      filter={{ ...useLocationFilter(), ...period.filter, groupBy: group }}
      controls={problemAt => (
        <>
          <GroupFilter groups={SALES_GROUPS} fallback="variant" />
          <Days problemAt={problemAt} />
          <LocationFilter error={problemAt('locationId')} />
        </>
      )}
      chart={rows =>
        rows[0]?.day ? (
          <Chart
            summary={t('Margin by day, {rows, plural, one {# day} other {# days}}.', { rows: rows.length })}
            unit={t('Margin, {currency}', { currency })}
            points={rows
              .toSorted((a, b) => (a.day ?? '').localeCompare(b.day ?? ''))
              .map(row => ({ date: row.day ?? '', ...(row.margin !== null && { value: row.margin }) }))}
          />
        ) : (
          <Bars
            isWide
            label={t('Largest margins')}
            bars={rows
              .toSorted((a, b) => (b.margin ?? 0) - (a.margin ?? 0))
              .slice(0, BEST)
              .map(row => ({
                ...barOf(row),
                value: Math.abs(row.margin ?? 0),
                alert: (row.margin ?? 0) < 0,
                shown: row.margin === null ? t('not known') : `${money(row.margin, currency, true)} · ${share(row)}`,
              }))}
          />
        )
      }
      columns={[
        ...columns,
        quantityColumn<RowOf<typeof Margin>>('Sold', row => row.quantity, {
          from: 'sm',
          under: row => t('{quantity} sold', { quantity: inUnit(row.quantity, row.variant?.unit) }),
        }),
        quantityColumn<RowOf<typeof Margin>>('Cost not known', row => row.unvaluedQuantity, {
          width: '112px',
          from: 'xl',
        }),
        amount('Cost', currency, row => row.cost, { from: 'md' }),
        amount('Revenue', currency, row => row.revenue, { from: 'sm' }),
        amount('Margin', currency, row => row.margin),
        text('Of revenue', '96px', share, { number: true, from: 'md' }),
      ]}
    />
  );
}

/** Inflows and outflows, in the order of the books. */
const CAME = ['received', 'produced', 'returned', 'transferred', 'landed', 'adjusted'] as const;
const WENT = ['sold', 'used', 'wasted', 'lost'] as const;
const BOOKS: { readonly [flow in (typeof CAME)[number] | (typeof WENT)[number]]: Message } = {
  received: 'Received',
  produced: 'Produced',
  returned: 'Returned',
  transferred: 'Transferred',
  landed: 'Landed costs',
  adjusted: 'Adjusted',
  sold: 'Sold',
  used: 'Used',
  wasted: 'Wasted',
  lost: 'Lost',
};

const CENT = 0.01;
type Flow = keyof typeof BOOKS;
const sumOf =
  (flows: readonly Flow[]) =>
  (row: RowOf<typeof RollForward>): number =>
    flows.reduce((sum, flow) => sum + row[`${flow}Value`], 0);

/** How the value of the stock went from opening to closing in a period, as a waterfall and by kind of movement. */
export function RollForwardReport() {
  const { currency } = useOrganization();
  const period = usePeriod();
  const { group, columns } = useGroup<RowOf<typeof RollForward>>(GROUPS);
  const { money: amount } = columnsOf<RowOf<typeof RollForward>>();
  return (
    <Sheet
      name="Roll-forward"
      hint={t(
        'How the value of the stock went from opening to closing {said}: what came in, less what went out. The file lists each kind of movement separately.',
        { said: period.summary },
      )}
      none={t('There was no stock in this period')}
      begin={<Toward address={{ to: '/movements' }}>{t('Movements')}</Toward>}
      {...RollForward}
      filter={{ ...useLocationFilter(), ...period.filter, groupBy: group }}
      controls={problemAt => (
        <>
          <GroupFilter groups={GROUPS} fallback="variant" />
          <Days problemAt={problemAt} />
          <LocationFilter error={problemAt('locationId')} />
        </>
      )}
      chart={(rows, total) => {
        const sum = (of: (row: RowOf<typeof RollForward>) => number) => rows.reduce((all, row) => all + of(row), 0);
        const flows = [
          ...CAME.map(flow => ({ id: flow, value: sum(row => row[`${flow}Value`]) })),
          ...WENT.map(flow => ({ id: flow, value: -sum(row => row[`${flow}Value`]) })),
        ].filter(({ value }) => Math.abs(value) >= CENT / 2);
        let runningValue = sum(row => row.openingValue);
        const valueText = (value: number) => money(value, currency, true);
        return (
          <Bars
            label={
              rows.length < (total ?? 0)
                ? t('From opening to closing, of the first {rows, plural, one {# row} other {# rows}}', {
                    rows: rows.length,
                  })
                : t('From opening to closing')
            }
            bars={[
              { id: 'opening', label: t('Opening'), value: runningValue, shown: valueText(runningValue) },
              ...flows.map(({ id, value }) => {
                runningValue += value;
                return {
                  id,
                  label: t(BOOKS[id]),
                  value: Math.abs(value),
                  start: Math.max(0, Math.min(runningValue, runningValue - value)),
                  alert: value < 0,
                  shown: valueText(value),
                };
              }),
              {
                id: 'closing',
                label: t('Closing'),
                value: sum(row => row.closingValue),
                shown: valueText(sum(row => row.closingValue)),
              },
            ]}
          />
        );
      }}
      columns={[
        ...columns,
        amount('Opening', currency, row => row.openingValue, { from: 'sm' }),
        amount('Came', currency, sumOf(CAME), { from: 'md', only: 'screen' }),
        amount('Sold', currency, row => row.soldValue, { from: 'md', only: 'screen' }),
        amount('Other outgoing', currency, sumOf(WENT.filter(flow => flow !== 'sold')), {
          width: '128px',
          from: 'md',
          only: 'screen',
        }),
        ...[...CAME, ...WENT].map(flow => amount(BOOKS[flow], currency, row => row[`${flow}Value`], { only: 'file' })),
        amount('Closing', currency, row => row.closingValue),
      ]}
    />
  );
}
