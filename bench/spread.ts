import { Pool } from 'undici';
import { createProduct } from '../src/domain/create-products.ts';
import { createLocation } from '../src/domain/locations.ts';
import { findBreaches } from '../src/domain/reconciliation.ts';
import { administrator } from './administrator.ts';
import { openStocked, sender, VARIANTS } from './stocked.ts';
import { benchOrganization, keep, SECONDS, startService } from './support.ts';

/*
 * The same adjustments, 16 at once: to two processes instead of one (goal: 1.6 times as many, if there are cores for
 * both), and for many organizations instead of one (so that none shares a transaction with another). TENANTS sets their
 * number; BENCH_SECONDS limits each figure.
 */

const CLIENTS = 16;
const TENANTS = Number(process.env['TENANTS'] ?? 200);

interface Target {
  key: string;
  sku(turn: number): string;
  locationId: string;
}

const stocked = await openStocked();
const { database } = stocked;
const one: Target = {
  key: stocked.key,
  locationId: stocked.locationId,
  sku: turn => `SKU-${1 + (turn % VARIANTS)}`,
};

async function makeTenant(slug: string): Promise<Target> {
  const organizationId = await benchOrganization(database, { slug, name: slug });
  const { run, newKey } = administrator(database, organizationId);
  await run(createProduct, { name: 'Goods', variants: [{ sku: 'GOODS' }] });
  const locationId = (await run(createLocation, { name: 'Here' }))['id'] as string;
  return { key: await newKey(['write']), locationId, sku: () => 'GOODS' };
}

const many: Target[] = [];
for (let index = 0; index < TENANTS; index += 1) many.push(await makeTenant(`tenant-${index}`));
const services = await Promise.all([1, 2].map(() => startService(stocked.environment)));

/** Adjustments per second, by clients spread over these processes and targets; after a warm-up. */
async function perSecond(processes: number, targets: readonly Target[]): Promise<number> {
  const pools = services.slice(0, processes).map(({ url }) => new Pool(url, { connections: CLIENTS }));
  let turn = 0;
  const adjust = () => {
    const { key, sku, locationId } = targets[(turn += 1) % targets.length]!;
    const send = sender(pools[turn % processes]!, '/api/v1', key);
    return send('/inventory_adjustments', { sku: sku(turn), location_id: locationId, quantity_change: 1 });
  };
  const measured = async (seconds: number) => {
    const [begun, beganAt] = [turn, performance.now()];
    const end = beganAt + 1000 * seconds;
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (performance.now() < end) await adjust();
      }),
    );
    return (1000 * (turn - begun)) / (performance.now() - beganAt);
  };
  await measured(1);
  const figure = await measured(SECONDS);
  await Promise.all(pools.map(pool => pool.close()));
  return figure;
}

const alone = await perSecond(1, [one]);
for (const [name, figure] of [
  ['two processes beside one', await perSecond(2, [one])],
  [`${TENANTS} organizations beside one`, await perSecond(1, many)],
] as const) {
  keep(`W1 at ${name}`, CLIENTS, { perSecond: figure }, { perSecond: alone });
  console.log(`${name}: ${figure.toFixed(0)}/s beside ${alone.toFixed(0)}/s, ratio ${(figure / alone).toFixed(2)}`);
}
console.log(`breaches of the stock rules afterwards: ${(await findBreaches(database.system)).length}`);
for (const service of services) await service.stop();
await stocked.stop();
process.exit(0);
