import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { createProduct } from '../src/domain/create-products.ts';
import { createInventoryAdjustments } from '../src/domain/inventory-adjustments.ts';
import { createLocation } from '../src/domain/locations.ts';
import { findBreaches } from '../src/domain/reconciliation.ts';
import { administrator } from './administrator.ts';
import {
  benchOrganization,
  copyForLimit,
  measureAll,
  openBenchDatabase,
  print,
  sharesInWords,
  startChild,
  startService,
  watchDatabase,
} from './support.ts';

/*
 * R1 one level by SKU, R2 a page of 50 levels, R3 GraphQL: 20 variants with product and levels, W1 one adjustment with
 * its ledger entry, event and idempotency key; each beside its limit. `npm run bench` prints all; BENCH_SECONDS limits
 * each figure.
 */

const VARIANTS = 200;

const embedded = await openBenchDatabase();
await migrate(embedded.url);
const database = await openDatabase(embedded.url);
const organizationId = await benchOrganization(database);
const { run, newKey } = administrator(database, organizationId);

const locations = [await run(createLocation, { name: 'One' }), await run(createLocation, { name: 'Two' })];
for (let start = 0; start < VARIANTS; start += 20) {
  for (let index = start; index < start + 20; index += 1)
    await run(createProduct, { name: `Product ${index}`, variants: [{ sku: `SKU-${index}` }] });
  const adjustments = locations.flatMap(location =>
    Array.from({ length: 20 }, (_, index) => ({
      sku: `SKU-${start + index}`,
      locationId: location['id'],
      quantityChange: 1000,
    })),
  );
  await run(createInventoryAdjustments, { adjustments });
}
const key = await newKey();
await copyForLimit(embedded.url);

const environment = { DATABASE_URL: embedded.url, BENCH_ORGANIZATION: organizationId };
const service = await startService(environment);
const limit = await startChild('./limit.ts', environment);
const headers = { authorization: `Bearer ${key}` };
const json = { ...headers, 'content-type': 'application/json' };
let count = 0;
const sku = () => `SKU-${(count += 1) % VARIANTS}`;
const api = `${service.url}/api/v1`;
const location = locations[0]!['id'] as string;

print(
  'R1 one level by sku',
  0.6,
  await measureAll({
    url: `${api}/inventory_levels`,
    headers,
    next: () => ({ path: `/api/v1/inventory_levels?sku=${sku()}` }),
  }),
  await measureAll({ url: `${limit.url}/one`, next: () => ({ path: `/one?sku=${sku()}` }) }),
);
print(
  'R2 a page of 50 levels',
  0.6,
  await measureAll({ url: `${api}/inventory_levels`, headers }),
  await measureAll({ url: `${limit.url}/page` }),
);

const query = JSON.stringify({
  query:
    'query ($first: Int) { variants(first: $first) { nodes { id sku product { name } levels { quantityOnHand locationId } } } }',
  variables: { first: 20 },
});
const bare = JSON.stringify({
  query:
    'query ($first: Int) { variants(first: $first) { id sku product { name } levels { quantityOnHand locationId } } }',
  variables: { first: 20 },
});
const posting = { method: 'POST' as const };
print(
  'R3 GraphQL: 20 variants with product and levels',
  0.45,
  await measureAll({ ...posting, url: `${service.url}/graphql`, headers: json, next: () => ({ body: query }) }),
  await measureAll({ ...posting, url: `${limit.url}/graphql`, headers: json, next: () => ({ body: bare }) }),
);

const adjustment = () => ({
  body: JSON.stringify({ sku: sku(), location_id: location, quantity_change: 1 }),
  headers: { 'idempotency-key': `bench-${process.pid}-${count}` },
});
const watch = await watchDatabase(embedded.url);
const adjusted = await measureAll({
  ...posting,
  url: `${api}/inventory_adjustments`,
  headers: json,
  next: adjustment,
});
console.log(`\nthe database's processor time: ${sharesInWords(await watch.stop())}`);
print(
  'W1 one adjustment',
  0.6,
  adjusted,
  await measureAll({
    ...posting,
    url: `${limit.url}/adjust`,
    next: () => ({ path: `/adjust?sku=${sku()}&location=${location}` }),
  }),
);

console.log(
  `\nbreaches of the stock rules afterwards, of what the service wrote: ${(await findBreaches(database.system)).length}`,
);
await service.stop();
await limit.stop();
await database.close();
await embedded.stop();
process.exit(0);
