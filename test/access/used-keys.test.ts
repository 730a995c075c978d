import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { roleOf } from '../../src/database/roles.ts';
import { clientOf } from '../support/http.ts';
import { until } from '../support/live.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

test('the use of a key is recorded, and if that fails the request is served nevertheless', async () => {
  const tenant = await world.tenant();
  const { url } = await world.serve();
  const used = async () =>
    (
      await sql<{
        used: boolean;
      }>`select bool_and(last_used_at is not null) as used from api_keys where organization_id = ${tenant.id}`.execute(
        world.owner,
      )
    ).rows[0]!.used;
  expect((await clientOf(url, await tenant.key())('GET /api/v1/locations')).status).toBe(200);
  await until(used);
  const key = await tenant.key();
  const role = sql.id(roleOf(world.access.system).name);
  await sql`revoke update on api_keys from ${role}`.execute(world.owner);
  try {
    expect((await clientOf(url, key)('GET /api/v1/locations')).status).toBe(200);
    expect(await used()).toBe(false);
  } finally {
    await sql`grant update on api_keys to ${role}`.execute(world.owner);
  }
});
