import { sql } from 'kysely';
import { dailyDemand } from '../../domain/planning/demand.ts';
import { forecastRows } from '../../domain/planning/forecasts/forecasts.ts';
import { listInsights } from '../../domain/planning/insights/insights.ts';
import { daysBetween } from '../../kernel/calendar.ts';
import type { Page } from '../../kernel/page.ts';
import type { Row } from '../../kernel/view.ts';
import { execute } from '../../store/execute.ts';
import { allOf } from '../../store/rows.ts';
import { ofTenant } from '../../store/tenant.ts';
import { topics } from '../suggestions.ts';
import type { ToolArguments } from '../tools.ts';
import { type Asked, among, type Found, fromSuppliers, isNamed, type Named, ofItems, type ToolRead } from './read.ts';

/* What is to come, and what needs attention: computed by the same engines as /ai/forecasts and /ai/insights. */

interface Item extends Row {
  id: string;
  sku: string;
  productId: string;
  productName: string;
  available: number;
  averageDaily: number;
}

/** More are not looked at for one question; those that sell most come first. */
const ITEMS_MAX = 200;
const SALES_DAYS = 90;
const LEVEL = 0.9;

/** A forecast is for one place or for all of them. */
const onePlace = ({ locationIds }: Named): string | null => (locationIds?.length === 1 ? locationIds[0]! : null);

/** The items that were named, or those that sell, by how soon they sell out or by how much they sell. */
async function itemsOf({ db }: Asked, given: Named, order: 'cover' | 'sales'): Promise<Item[]> {
  const place = onePlace(given);
  const { rows } = await sql<Item>`
    select * from (
      select v.id, v.sku, v.product_id as "productId", p.name as "productName", coalesce(d.quantity, 0) / ${SALES_DAYS} as "averageDaily",
        coalesce((select sum(s.quantity_available) from inventory_levels s where ${ofTenant('s')} and s.variant_id = v.id ${place ? sql`and s.location_id = ${place}` : sql``}), 0) as available
      from variants v join products p on ${ofTenant('p')} and p.id = v.product_id
      left join (select variant_id, sum(${place ? sql`quantity` : sql`leaving`}) as quantity from (${dailyDemand(SALES_DAYS, among({ ...given, locationIds: place ? [place] : undefined, locationType: undefined }, 's'))}) s group by variant_id) d on d.variant_id = v.id
      where ${ofTenant('v')} and ${allOf([...ofItems(given), ...fromSuppliers(given), ...(isNamed(given) ? [] : [sql`d.quantity > 0`])])}) i
    order by ${order === 'cover' ? sql`available / nullif("averageDaily", 0) nulls last` : sql`"averageDaily" desc`}, sku limit ${ITEMS_MAX}`.execute(
    db,
  );
  return rows;
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

interface Point {
  date: string;
  expected: number;
  lower: number;
  upper: number;
}

const ROOT_DAYS_MAX = 365;

/** Expected demand over the days from `first` on; the errors of the points are taken as independent, so the band grows with their root. */
function totalOf(points: readonly Point[], first: string): { expected_quantity: number; lower: number; upper: number } {
  const shares = points.map((point, at) => {
    const end = points[at + 1]?.date;
    const span = end ? daysBetween(point.date, end) : 1;
    return { point, share: point.date >= first ? 1 : end && end > first ? daysBetween(first, end) / span : 0 };
  });
  const sum = (of: (point: Point) => number): number =>
    shares.reduce((total, { point, share }) => total + share * of(point), 0);
  const expected = sum(point => point.expected);
  const below = Math.sqrt(sum(point => (point.expected - point.lower) ** 2));
  const above = Math.sqrt(sum(point => (point.upper - point.expected) ** 2));
  return {
    expected_quantity: rounded(expected),
    lower: rounded(Math.max(0, expected - below)),
    upper: rounded(expected + above),
  };
}

export const demandForecast: ToolRead<ToolArguments<'demand_forecast'>> = {
  areas: ['reports'],
  async run(asked, given) {
    const items = await itemsOf(asked, given, 'sales');
    const horizonDays = Math.min(
      ROOT_DAYS_MAX,
      given.period?.to ? Math.max(1, daysBetween(asked.today, given.period.to) + 1) : given.days,
    );
    const first = given.period?.from && given.period.from > asked.today ? given.period.from : asked.today;
    const forecasts = await forecastRows(asked.caller, asked.db, items, onePlace(given), { horizonDays, level: LEVEL });
    const rows = forecasts.map(
      (forecast, at): Row => ({
        sku: forecast['sku'],
        product_name: items[at]!.productName,
        ...totalOf(forecast['points'] as Point[], first),
      }),
    );
    rows.sort((a, b) => Number(b['expected_quantity']) - Number(a['expected_quantity']));
    return { rows: rows.slice(0, given.limit), total: rows.length };
  },
};

export const stockoutRisk: ToolRead<ToolArguments<'stockout_risk'>> = {
  areas: ['reports'],
  async run(asked, given) {
    const items = await itemsOf(asked, given, 'cover');
    const place = onePlace(given);
    const horizonDays = isNamed(given) ? ROOT_DAYS_MAX : given.days;
    const forecasts = await forecastRows(asked.caller, asked.db, items, place, { horizonDays, level: LEVEL });
    const location = place ? await nameOf(asked, place) : null;
    const rows = forecasts.map((forecast, at): Row => {
      const { sku, productName, available } = items[at]!;
      const out = forecast['stockoutDate'] as string | null;
      return {
        sku,
        product_name: productName,
        location_name: location,
        quantity_available: available,
        average_daily_quantity: rounded(Number(forecast['totalExpected']) / horizonDays),
        days_of_cover: out && Math.max(0, daysBetween(asked.today, out)),
        stockout_date: out,
      };
    });
    const shown = isNamed(given) ? rows : rows.filter(row => row['stockout_date'] !== null);
    shown.sort(
      (a, b) =>
        String(a['stockout_date'] ?? '9').localeCompare(String(b['stockout_date'] ?? '9')) ||
        String(a['sku']).localeCompare(String(b['sku'])),
    );
    return { rows: shown.slice(0, given.limit), total: shown.length };
  },
};

async function nameOf({ db }: Asked, locationId: string): Promise<string | null> {
  const { rows } = await sql<{
    name: string;
  }>`select name from locations where ${ofTenant('locations')} and id = ${locationId}`.execute(db);
  return rows[0]?.name ?? null;
}

const FINDINGS_MAX = 200;

export const insights: ToolRead<ToolArguments<'insights'>> = {
  areas: ['reports'],
  async run({ db, caller }, given) {
    const { type, severity } = given;
    const { answer } = await execute(
      listInsights,
      caller,
      { perPage: FINDINGS_MAX, ...(type && { type }), ...(severity && { severity }) },
      { present: result => result as Page },
    );
    const { rows: known } = await sql<
      Row & { id: string }
    >`select id, name, type from locations where ${ofTenant('locations')}`.execute(db);
    const places = new Map(known.map(row => [row.id, row]));
    const { rows: variants } = await sql<{
      id: string;
    }>`select v.id from variants v join products p on ${ofTenant('p')} and p.id = v.product_id where ${ofTenant('v')} and ${allOf(ofItems(given))} and v.id = any(${answer.rows.flatMap(row => row['variantId'] ?? [])}::uuid[])`.execute(
      db,
    );
    const named = new Set(variants.map(({ id }) => id));
    const rows = answer.rows.filter(
      row =>
        (!isNamed(given) || named.has(row['variantId'] as string)) &&
        (!given.locationIds || given.locationIds.includes(row['locationId'] as string)) &&
        (!given.locationType || places.get(row['locationId'] as string)?.['type'] === given.locationType),
    );
    const shown = rows.map(
      (row): Row => ({
        severity: row['severity'],
        type: row['type'],
        title: row['title'],
        sku: row['sku'] ?? null,
        location_name: places.get(row['locationId'] as string)?.['name'] ?? null,
      }),
    );
    return { rows: shown.slice(0, given.limit), total: shown.length };
  },
};

export const help: ToolRead<object> = {
  areas: [],
  run: async (): Promise<Found> => ({ rows: topics.map(question => ({ question })), total: topics.length }),
};
