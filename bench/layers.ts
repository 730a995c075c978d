import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { createProduct } from '../src/domain/create-products.ts';
import { createInventoryAdjustment, createInventoryAdjustments } from '../src/domain/inventory-adjustments.ts';
import { createLocation } from '../src/domain/locations.ts';
import { updateOrganization } from '../src/domain/organizations.ts';
import { MODULES } from '../src/kernel/operation.ts';
import { administrator } from './administrator.ts';
import { benchOrganization, keep, openBenchDatabase } from './support.ts';

/*
 * The cost of selling from a level whose goods came at 10 costs, and from one at 1,000, first in, first out: the median
 * of commands that take turns. The second must not be slower.
 */

const LAYERS = [10, 1000] as const;
const TURNS = 400;

const server = await openBenchDatabase();
await migrate(server.url);
const database = await openDatabase(server.url);
const organizationId = await benchOrganization(database, { modules: [...MODULES] });
const { run } = administrator(database, organizationId);

await run(updateOrganization, { costingMethod: 'fifo' });
const { id: locationId } = await run(createLocation, { name: 'Main' });
await run(createProduct, { name: 'Goods', variants: LAYERS.map(layers => ({ sku: `L${layers}` })) });
for (const layers of LAYERS)
  for (let made = 0; made < layers; made += 100)
    await run(createInventoryAdjustments, {
      adjustments: Array.from({ length: Math.min(100, layers - made) }, (_, index) => ({
        sku: `L${layers}`,
        locationId,
        quantityChange: 1000,
        unitCost: (1000 + made + index) / 1000,
        reason: 'stock_in',
      })),
    });

const times = LAYERS.map((): number[] => []);
for (let turn = 0; turn < TURNS; turn += 1)
  for (const [index, layers] of LAYERS.entries()) {
    const beganAt = performance.now();
    await run(createInventoryAdjustment, { sku: `L${layers}`, locationId, quantityChange: -1, reason: 'shrinkage' });
    times[index]!.push(performance.now() - beganAt);
  }
const [few, many] = times.map(each => each.sort((a, b) => a - b)[TURNS >> 1]!);
console.log(`from a level of 10 layers ${few!.toFixed(2)} ms, of 1,000 ${many!.toFixed(2)} ms`);
keep('FIFO from 1,000 layers, beside 10', 1, { perSecond: 1000 / many! }, { perSecond: 1000 / few! });
await database.close();
await server.stop();
