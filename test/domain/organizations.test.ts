import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { currency, getOrganization, updateOrganization } from '../../src/domain/organizations.ts';
import { provisionOrganization } from '../../src/domain/provision.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

const REFUSED = [{ code: 'validation_failed', field: 'timeZone' }];

test.each([
  ['an abbreviation that means another country there', 'IST'],
  ['a summer time there', 'BST'],
  ['a fixed offset there', 'CET'],
  ['a fixed offset there, in small letters', 'met'],
  ['unknown there', 'US/Pacific-New'],
])('a time zone that the database would understand differently is refused: %s', async (_why, timeZone) => {
  const tenant = await world.tenant();
  expect(await refusal(tenant.run(updateOrganization, { timeZone }))).toMatchObject(REFUSED);
  expect(await tenant.run(getOrganization, {})).toMatchObject({ timeZone: 'UTC' });
  const slug = 'elsewhere';
  const made = provisionOrganization(world.database.system, {
    slug,
    name: slug,
    modules: [],
    currency: 'EUR',
    timeZone,
  });
  expect(await refusal(made)).toMatchObject(REFUSED);
});

test.each(['EUT', 'UDS', 'QQQ', 'eur', 'EURO', ''])('%j is no currency', async code => {
  const tenant = await world.tenant();
  expect(await refusal(tenant.run(updateOrganization, { currency: code }))).toMatchObject([
    { code: 'validation_failed', field: 'currency' },
  ]);
});

test.each(['EUR', 'JPY', 'KWD', 'BGN', 'HRK', 'XCG', 'CLF', 'XDR', 'XAU'])('%s is a currency', code => {
  expect(currency().parse(code)).toBe(code);
});

test('every time zone that is accepted has the same offset here and in the database, in summer and winter', async () => {
  const tenant = await world.tenant();
  const moments = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z'];
  for (const timeZone of [
    'UTC',
    'Europe/Berlin',
    'europe/berlin',
    'Asia/Kolkata',
    'Australia/Lord_Howe',
    'Japan',
    'Etc/GMT+5',
  ]) {
    await tenant.run(updateOrganization, { timeZone });
    const there = await sql<{ hour: string }>`
      select to_char(m::timestamptz at time zone ${timeZone}, 'DD HH24:MI') as hour
      from unnest(${moments}::text[]) m`.execute(world.database.system);
    const here = new Intl.DateTimeFormat('en-GB', { timeZone, day: '2-digit', hour: '2-digit', minute: '2-digit' });
    expect(there.rows.map(row => row.hour)).toEqual(
      moments.map(moment => here.format(new Date(moment)).replace(',', '')),
    );
  }
});
