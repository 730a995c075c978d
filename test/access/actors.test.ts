import { expect, test } from '@jest/globals';
import { createApiKey } from '../../src/access/api-keys.ts';
import { listLedger } from '../../src/domain/stock/ledger.ts';
import { clientOf } from '../support/http.ts';
import { makeStock } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

const world = useWorld();

test('ledger entries identify the key even if two have the same name, and can be filtered by it over REST and GraphQL', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 10);
  const { url } = await world.serve();
  const keys = await Promise.all(
    ['first', 'second'].map(
      async () => (await tenant.run(createApiKey, { name: 'till' })) as never as { id: string; key: string },
    ),
  );
  for (const [index, { key }] of keys.entries())
    await clientOf(url, key)('POST /api/v1/inventory_adjustments', {
      sku: variant.sku,
      location_id: location.id,
      quantity_change: index + 1,
    });
  const { rows } = await tenant.list(listLedger);
  expect(rows.map(({ actor, actorId, quantityChange }) => [actor, actorId, quantityChange])).toEqual([
    ['key:till', keys[1]!.id, 2],
    ['key:till', keys[0]!.id, 1],
    ['key:test', null, 10],
  ]);
  const ask = clientOf(url, keys[0]!.key);
  const rest = await ask(`GET /api/v1/inventory_ledger?actor_id=${keys[1]!.id}`);
  expect(rest.body.data).toMatchObject([{ actor: 'key:till', actor_id: keys[1]!.id, quantity_change: 2 }]);
  const query = `{ inventoryLedger(filter: {actorId: "${keys[1]!.id}"}) { nodes { actorId quantityChange } } }`;
  expect((await ask('POST /graphql', { query })).body.data).toEqual({
    inventoryLedger: { nodes: [{ actorId: keys[1]!.id, quantityChange: 2 }] },
  });
});
