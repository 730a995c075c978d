import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { updateOrganization } from '../../../src/domain/organizations.ts';
import { recordDemandHistory } from '../../../src/domain/planning/demand-history.ts';
import { report } from '../../../src/figures/query.ts';
import { execute } from '../../../src/store/execute.ts';
import { ofTenant } from '../../../src/store/tenant.ts';
import { sell } from '../../support/history.ts';
import { makeLocation, makeStock, makeVariant } from '../../support/make.ts';
import { refusal, type Tenant, useWorld } from '../../support/world.ts';

const world = useWorld();

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);

async function kept(tenant: Tenant) {
  const { rows } = await sql<{
    date: string;
    quantity: number;
  }>`select date, quantity from demand_history d where ${ofTenant('d')} order by date`.execute(
    tenant.caller.database.read(tenant.id),
  );
  return rows;
}

test('a row with the same sku, location and date replaces the earlier one, in the same request (the last one counts) or later', async () => {
  const tenant = await world.tenant();
  const { sku } = await makeVariant(tenant);
  const { id: locationId } = await makeLocation(tenant);
  const row = { sku, locationId, date: day(9), quantity: 4 };
  expect(
    await tenant.run(recordDemandHistory, {
      rows: [row, { ...row, date: day(8), quantity: 0.5 }, { ...row, quantity: 5 }],
    }),
  ).toEqual({ recorded: 2, replaced: 0 });
  expect(
    await tenant.run(recordDemandHistory, {
      rows: [
        { ...row, quantity: 6 },
        { ...row, date: day(7) },
      ],
    }),
  ).toEqual({ recorded: 1, replaced: 1 });
  expect(await kept(tenant)).toEqual([
    { date: day(9), quantity: 6 },
    { date: day(8), quantity: 0.5 },
    { date: day(7), quantity: 4 },
  ]);
});

test('of rows for the same sku, location and date in one request, those that do not count are warned of', async () => {
  const tenant = await world.tenant();
  const { sku } = await makeVariant(tenant);
  const [here, there] = [await makeLocation(tenant), await makeLocation(tenant)];
  const row = { sku, locationId: here.id, date: day(9), quantity: 1 };
  const warned = async (rows: readonly (typeof row)[]) =>
    (await execute(recordDemandHistory, tenant.caller, { rows }, { present: (_row, _isNew, said) => said })).answer.map(
      ({ code, field }) => [code, field],
    );
  const others = [
    { ...row, date: day(8) },
    { ...row, locationId: there.id },
  ];
  expect(await warned([row, ...others, row, row])).toEqual([
    ['given_again', 'rows[0]'],
    ['given_again', 'rows[3]'],
  ]);
  expect(await warned([row, ...others])).toEqual([]);
  expect(await warned(Array.from({ length: 600 }, () => row))).toHaveLength(500);
});

test('a day on which the ledger has sales of the same sku at the same location, too, is warned of', async () => {
  const tenant = await world.tenant();
  await tenant.run(updateOrganization, { timeZone: 'Pacific/Apia' });
  const { variant, location } = await makeStock(tenant, 10);
  const elsewhere = await makeLocation(tenant);
  await sell(tenant, variant, location, 3);
  const { rows: days } = await sql<{ today: string; before: string }>`
    select to_char(d, 'YYYY-MM-DD') as today, to_char(d - interval '1 day', 'YYYY-MM-DD') as before
    from (select (created_at at time zone 'Pacific/Apia')::date as d from ledger_entries e
        where ${ofTenant('e')} and entry_type = 'order_fulfilled') e`.execute(tenant.caller.database.read(tenant.id));
  const { today, before } = days[0]!;
  const row = { sku: variant.sku, locationId: location.id, quantity: 1 };
  const rows = [
    { ...row, date: before },
    { ...row, date: today, locationId: elsewhere.id },
    { ...row, date: today },
  ];
  const warnings = await execute(
    recordDemandHistory,
    tenant.caller,
    { rows },
    { present: (_row, _isNew, said) => said },
  );
  expect(warnings.answer).toEqual([
    {
      code: 'also_in_ledger',
      message: `The ledger has sales of ${variant.sku} there on ${today}, too: both count.`,
      field: 'rows[2].date',
    },
  ]);
  expect(await kept(tenant)).toHaveLength(3);
  const { totals, meta } = (await tenant.run(report, {
    measures: ['units_sold'],
    filters: [{ field: 'location', op: '=', value: location.id }],
    from: before,
    to: today,
  })) as { totals: object; meta: { notes: string[] } };
  expect(totals).toEqual({ units_sold: 5 });
  expect(meta.notes).toContain(`Sales up to ${today} include imported demand history: without orders and prices.`);
});

test('every invalid row is reported at its path, and nothing is recorded', async () => {
  const tenant = await world.tenant();
  const other = await world.tenant();
  const { sku } = await makeVariant(tenant);
  const foreign = await makeVariant(other);
  const { id: locationId } = await makeLocation(tenant);
  const { id: foreignLocation } = await makeLocation(other);
  const row = { sku, locationId, date: day(1), quantity: 1 };
  const wrong = [row, { ...row, sku: foreign.sku }, { ...row, locationId: foreignLocation }, { ...row, date: day(-2) }];
  expect(await refusal(tenant.run(recordDemandHistory, { rows: wrong }))).toEqual([
    { code: 'reference_not_found', field: 'rows[1].sku' },
    { code: 'reference_not_found', field: 'rows[2].locationId' },
    { code: 'validation_failed', field: 'rows[3].date' },
  ]);
  const misshapen = [
    { ...row, quantity: -1 },
    { ...row, date: '2026-02-30' },
    { ...row, date: '0001-01-01' },
    { ...row, quantity: 0.00001 },
  ];
  expect((await refusal(tenant.run(recordDemandHistory, { rows: misshapen }))).map(problem => problem.field)).toEqual([
    'rows[0].quantity',
    'rows[1].date',
    'rows[2].date',
    'rows[3].quantity',
  ]);
  expect(await refusal(tenant.run(recordDemandHistory, { rows: [] }))).toEqual([
    { code: 'validation_failed', field: 'rows' },
  ]);
  expect(await kept(tenant)).toEqual([]);
});

test('one request may have 10,000 rows and 4 MiB; 10,001 rows, and bodies over 1 MiB of other routes, are refused', async () => {
  const tenant = await world.tenant();
  const { sku } = await makeVariant(tenant);
  const { id: location_id } = await makeLocation(tenant);
  const key = await tenant.key();
  const { url } = await world.serve();
  const post = async (path: string, body: string) => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body,
    });
    return {
      status: response.status,
      body: (await response.json()) as { data?: object; errors?: { code: string; field: string }[] },
    };
  };
  const rows = Array.from({ length: 10_000 }, (_, index) => ({
    sku,
    location_id,
    date: day(index + 1),
    quantity: index % 7,
  }));
  const body = JSON.stringify({ rows });
  expect(await post('/demand_history', body)).toEqual({
    status: 200,
    body: { data: { recorded: 10_000, replaced: 0 } },
  });
  expect((await post('/demand_history', body.padEnd(4 * 1024 * 1024, ' '))).status).toBe(200);
  expect((await post('/demand_history', body.padEnd(4 * 1024 * 1024 + 1, ' '))).status).toBe(413);
  expect((await post('/products', JSON.stringify({ name: 'x' }).padEnd(1024 * 1024 + 1, ' '))).status).toBe(413);
  const tooMany = await post('/demand_history', JSON.stringify({ rows: [...rows, rows[0]] }));
  expect(tooMany).toMatchObject({ status: 422, body: { errors: [{ code: 'validation_failed', field: 'rows' }] } });
});
