import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { updateOrganization } from '../../src/domain/organizations.ts';
import { listCostOfGoodsSold } from '../../src/domain/planning/reports/cost-of-goods-sold.ts';
import { listInventoryRollForward } from '../../src/domain/planning/reports/inventory-roll-forward.ts';
import { startsOf } from '../../src/figures/periods.ts';
import { report } from '../../src/figures/query.ts';
import { spell } from '../../src/figures/time-labels.ts';
import { addDays } from '../../src/kernel/calendar.ts';
import { backdate, sell } from '../support/history.ts';
import { adjust, makeLocation, makeVariant } from '../support/make.ts';
import { type Tenant, useWorld } from '../support/world.ts';

/*
 * Sales and corrections two minutes before and after midnight, where quarters begin and around days of 23 and 25 hours.
 */

const world = useWorld();
const TODAY = new Date().toISOString().slice(0, 10);
/** Two days before the first of them, as a day begins earlier elsewhere. */
const FROM = addDays(TODAY, -390);
/** Whole hours, half hours with summer time, a summer time of half an hour, and 45 minutes. */
const ZONES = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const UNITS = {
  day: 'YYYY-MM-DD',
  week: 'IYYY-"W"IW',
  month: 'YYYY-MM',
  quarter: 'YYYY-"Q"Q',
  year: 'YYYY',
  weekday: 'ID',
};
let tenant: Tenant;

beforeAll(async () => {
  tenant = await world.tenant();
  const location = await makeLocation(tenant);
  const variant = await makeVariant(tenant);
  const { rows } = await sql<{ minutes: number }>`
    with days as (
      select zone, day::date, day at time zone zone as midnight,
        (day + interval '1 day') at time zone zone - day at time zone zone <> interval '24 hours' as is_odd
      from unnest(${ZONES}::text[]) zone,
          generate_series(${addDays(FROM, 2)}::timestamp, ${addDays(TODAY, -2)}::timestamp, interval '1 day') day)
    select distinct (extract(epoch from now() - midnight) / 60)::int + beside as minutes
    from days, unnest(array[-2, 2]) beside
    where is_odd or extract(month from day) in (1, 4) and extract(day from day) = 1
      or day in (select day + 1 from days where is_odd)`.execute(world.owner);
  expect(rows.length).toBeGreaterThan(40);
  await adjust(tenant, variant, location, 10_000);
  for (const index of rows.keys())
    await (index % 4 === 0 ? adjust(tenant, variant, location, 3) : sell(tenant, variant, location, 1 + index));
  let next = 0;
  await backdate(world.url, tenant, () => rows[next++]?.minutes ?? 10);
});

test.each(ZONES)(
  'in %s a figure falls into the day, week, month, quarter, year and weekday of the local clock',
  async zone => {
    await tenant.run(updateOrganization, { timeZone: zone });
    const measures = ['units_sold', 'net_change'];
    for (const [unit, format] of Object.entries(UNITS)) {
      const { data } = (await tenant.run(report, { measures, dimensions: [unit], from: FROM })) as never as Answer;
      const { rows } = await sql<{ label: string; sold: number; net: number }>`
      select to_char(e.created_at at time zone ${zone}, ${format}) as label, sum(e.quantity_change) as net,
        coalesce(-sum(e.quantity_change) filter (where e.entry_type = 'order_fulfilled'), 0) as sold
      from ledger_entries e where e.organization_id = ${tenant.id} group by 1 order by 1`.execute(world.owner);
      const told = data.map(row => ({ label: String(row[unit]), sold: row['units_sold'], net: row['net_change'] }));
      expect([unit, told]).toEqual([unit, rows.map(row => ({ ...row, sold: Number(row.sold), net: Number(row.net) }))]);
    }
  },
);

test.each(ZONES)(
  'in %s what is compared falls into the units of its own days, and all of them make up the total',
  async zone => {
    await tenant.run(updateOrganization, { timeZone: zone });
    const measures = ['units_sold', 'net_change'];
    const before = { from: FROM, to: addDays(TODAY, -196) };
    for (const unit of Object.keys(UNITS)) {
      const { data, totals } = (await tenant.run(report, {
        ...{ measures, dimensions: [unit], from: addDays(TODAY, -195), compareTo: before },
      })) as never as Answer;
      const { totals: alone } = (await tenant.run(report, { measures, ...before })) as never as Answer;
      for (const name of measures) {
        const sum = (column: string) => data.reduce((all, row) => all + Number(row[column] ?? 0), 0);
        expect([unit, sum(name), sum(`${name}_before`)]).toEqual([unit, totals[name], alone[name]]);
      }
    }
  },
);

interface Answer {
  data: { [name: string]: unknown }[];
  totals: { [name: string]: unknown };
}

test('a period may begin and end with the calendar, and be compared', async () => {
  await tenant.run(updateOrganization, { timeZone: 'America/St_Johns' });
  const measures = ['units_sold'];
  const all = { from: '0001-01-01', to: '9999-12-31' };
  const { totals } = (await tenant.run(report, { measures, from: FROM })) as { totals?: object };
  for (const period of [all, { ...all, from: FROM }, { ...all, compareTo: 'previous_period' }])
    expect((await tenant.run(report, { measures, ...period }))['totals']).toMatchObject(totals!);
  for (const [day, unit, labels] of [
    ['0001-01-01', 'week', ['0001-W01']],
    ['9999-12-31', 'week', ['9999-W52']],
    ['9999-12-31', 'year', ['9999']],
  ] as const) {
    const period = { from: day, to: day, compareTo: 'previous_year' };
    const asked = { measures, dimensions: [unit], ...period };
    expect(startsOf(period, unit).map(start => spell(unit, start))).toEqual(labels);
    expect((await tenant.run(report, asked))['totals']).toEqual({
      units_sold: 0,
      units_sold_before: 0,
      units_sold_change: 0,
    });
  }
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Niue']) {
    await tenant.run(updateOrganization, { timeZone });
    for (const list of [listCostOfGoodsSold, listInventoryRollForward]) {
      const asked = { groupBy: 'location', perPage: 200 };
      const { rows } = await tenant.list(list, { ...asked, from: FROM });
      expect((await tenant.list(list, { ...asked, ...all })).rows).toEqual(rows);
    }
  }
});
