import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/migrate.ts';
import { derivedAccess } from '../../src/database/roles.ts';
import { createProduct } from '../../src/domain/create-products.ts';
import { createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { createLocation } from '../../src/domain/locations.ts';
import type { OpenDatabase } from '../../src/store/open-database.ts';
import { createWebhookSubscription } from '../../src/webhooks/subscriptions.ts';
import { administrator } from '../administrator.ts';
import { benchOrganization } from '../support.ts';
import type { Stage, Tenant } from './clients.ts';
import { type Cluster, joinCluster, openCluster } from './cluster.ts';
import { follow, type Manner, openReceivers, type Reader, type Receivers } from './followers.ts';
import { openJournal, placeOf } from './journal.ts';
import { type Service, superviseService } from './service.ts';

/*
 * Everything that a campaign needs, on this machine only: a PostgreSQL with durable settings, two web processes and a
 * worker, each behind a proxy that can be disturbed, receivers of webhooks, readers of the event stream, and tenants.
 */

export interface Rig extends Stage {
  /** The targets of the load: the processes themselves, unless a fault says otherwise. */
  urls: readonly string[];
  folder: string;
  cluster: Cluster;
  /** The database without disturbances, for the campaign itself. */
  database: OpenDatabase;
  servers: readonly [Service, Service];
  worker: Service;
  /** The environment of each process of the service. */
  environment: { [name: string]: string };
  receivers: Receivers;
  readers: readonly Reader[];
  /** Events that are older than the receivers. */
  before: ReadonlySet<string>;
  hurried: boolean;
  /** Subscribes a tenant to everything about stock and orders; returns the subscription's id. */
  subscribe(tenant: Tenant, manner: Manner): Promise<string>;
  close(): Promise<void>;
}

const TENANTS = 2;
const VARIANTS = 8;
const LOCATIONS = 3;
const ON_HAND_AT_FIRST = 1000;
/** The event types of the receivers. */
export const TOLD = ['inventory.updated', 'order.created', 'order.fulfilled'];

const SETTINGS = ['shared_buffers=128MB', 'max_connections=150', 'checkpoint_timeout=30s'];

interface RigOptions {
  /** The owner's URL of a migrated, empty database on a shared server; by default the campaign has its own. */
  url?: string;
  /** Ends the leases of killed processes at once, as if time had passed. */
  hurried?: boolean;
}

export async function openRig({ url, hurried = false }: RigOptions = {}): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'stockwright-campaign-'));
  await chmod(folder, 0o755);
  const cluster = url ? await joinCluster(url) : await openCluster(folder, SETTINGS);
  if (!url) await migrate(cluster.ownUrl);
  const secretsKey = randomBytes(24).toString('hex');
  const database = await openDatabase(cluster.ownUrl, { secretsKeys: [secretsKey] });
  const journal = openJournal();
  const receivers = await openReceivers();
  const tenants: Tenant[] = [];
  const runs: Awaited<ReturnType<typeof makeTenant>>['run'][] = [];
  for (let index = 0; index < TENANTS; index += 1) {
    const { tenant, run, placed } = await makeTenant(database, index);
    tenants.push(tenant);
    runs.push(run);
    for (const [place, quantity] of placed) journal.onHand.set(place, quantity);
  }
  const subscribe = async (tenant: Tenant, manner: Manner) => {
    const input = { url: receivers.urlOf(manner, tenant.index), events: TOLD };
    return (await runs[tenant.index]!(createWebhookSubscription, input))['id'] as string;
  };
  const before = new Set((await cluster.ask<{ id: string }>('select id from events')).map(({ id }) => id));
  for (const tenant of tenants) await subscribe(tenant, 'fast');

  const { app, system } = derivedAccess(cluster.url);
  const environment = {
    DATABASE_URL: app,
    DATABASE_SYSTEM_URL: system,
    MIGRATE: 'off',
    SECRETS_KEY: secretsKey,
    RATE_LIMIT_PER_MINUTE: '1000000',
    WEBHOOK_ALLOW_PRIVATE_NETWORKS: 'true',
    DEMO: 'false',
    DRAIN_SECONDS: '4',
    LOG_LEVEL: 'warn',
  };
  const surprised = (name: string, code: number | null) =>
    void journal.violations.push(`${name} ended by itself with ${code}; see ${folder}/${name}.log`);
  const start = (name: string, role: string) =>
    superviseService({ name, folder, surprised, environment: { ...environment, ROLE: role } });
  const [first, second, worker] = await Promise.all([
    start('web-1', 'web'),
    start('web-2', 'web'),
    start('worker', 'worker'),
  ]);
  const services = [first, second, worker];
  await Promise.all(services.map(service => service.serving()));
  const urls = [first.ownUrl, second.ownUrl];
  const readers = tenants.map(tenant => follow(urls, tenant.key, `The reader of tenant ${tenant.index}`, journal));

  return {
    folder,
    cluster,
    database,
    journal,
    tenants,
    urls,
    servers: [first, second],
    worker,
    environment,
    receivers,
    readers,
    before,
    hurried,
    subscribe,
    async close() {
      for (const reader of readers) reader.stop();
      await Promise.all(services.map(service => service.stop()));
      await receivers.close();
      await database.close();
      await cluster.close();
      if (journal.violations.length === 0) await rm(folder, { recursive: true, force: true });
    },
  };
}

async function makeTenant(database: OpenDatabase, index: number) {
  const slug = `campaign-${index}`;
  const organizationId = await benchOrganization(database, { slug, modules: ['traceability'] });
  const { run, newKey } = administrator(database, organizationId, { environment: { allowPrivateNetworks: true } });
  const skus = Array.from({ length: VARIANTS }, (_, variant) => `C${index}-${variant}`);
  await run(createProduct, { name: slug, variants: skus.map(sku => ({ sku })) });
  const locationIds: string[] = [];
  for (let place = 0; place < LOCATIONS; place += 1)
    locationIds.push((await run(createLocation, { name: `${slug} ${place}` }))['id'] as string);
  const places = skus.flatMap(sku => locationIds.map(locationId => ({ sku, locationId })));
  await run(createInventoryAdjustments, {
    adjustments: places.map(place => ({ ...place, quantityChange: ON_HAND_AT_FIRST })),
  });
  return {
    tenant: { index, id: organizationId, key: await newKey(), skus, locationIds } satisfies Tenant,
    run,
    placed: places.map(({ sku, locationId }) => [placeOf(index, sku, locationId), ON_HAND_AT_FIRST] as const),
  };
}
