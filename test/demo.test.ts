import { afterAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { makeDemo, makeDemoPatiently, removeUnfinishedDemo } from '../src/demo/demo.ts';
import { Unavailable } from '../src/kernel/errors.ts';
import { LOCKS } from '../src/store/locks.ts';
import { type Child, startChild } from './support/child.ts';
import { until } from './support/live.ts';
import { populate } from './support/make.ts';
import { populateFactory } from './support/manufacturing.ts';
import { useWorld } from './support/world.ts';

/* The demo organization exists completely or not at all. The world begins without any organization. */

const world = useWorld({ ownRoles: true });
const children: Child[] = [];

afterAll(async () => {
  for (const { kill } of children) await kill();
});

async function start(environment: { [name: string]: string }): Promise<Child> {
  const child = await startChild(world, environment);
  children.push(child);
  return child;
}

const organizations = async () =>
  (await sql<{ id: string; slug: string }>`select id, slug from organizations`.execute(world.database.system)).rows;
const slugs = async () => (await organizations()).map(({ slug }) => slug);
const suppliersSoFar = async () =>
  (await sql<{ count: number }>`select count(*) as count from suppliers`.execute(world.database.system)).rows[0]!.count;

/** The number of rows of this organization in each table that has any. */
async function rowsOf(organizationId: string): Promise<object> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name
    from information_schema.columns where table_schema = 'public' and column_name = 'organization_id'`.execute(
    world.database.system,
  );
  const counts = rows.map(
    ({ name }) =>
      sql`select ${name} as name, count(*) as count from ${sql.table(name)} where organization_id = ${organizationId}`,
  );
  const counted = await sql<{ name: string; count: number }>`${sql.join(counts, sql` union all `)}`.execute(
    world.database.system,
  );
  return Object.fromEntries(counted.rows.flatMap(({ name, count }) => (count > 0 ? [[name, count]] : [])));
}

test('the next start removes a demo left incomplete by kill -9; stopped while it creates another one, it exits with 0', async () => {
  const { kill } = await start({ DEMO: 'true' });
  await until(async () => (await suppliersSoFar()) > 0);
  const [unfinished, ...others] = await organizations();
  expect([unfinished, others]).toMatchObject([{ slug: 'demo_unfinished' }, []]);
  await kill();
  const next = await start({ DEMO: 'true' });
  await until(async () => (await organizations()).length > 0);
  expect(await rowsOf(unfinished!.id)).toEqual({});
  expect((await organizations()).map(({ id }) => id)).not.toContain(unfinished!.id);
  expect(await next.stop()).toBe(0);
  await removeUnfinishedDemo(world.database, world.url);
});

test('a demo whose connections break is begun again twice, and then given up', async () => {
  const making = makeDemoPatiently(world.database, world.url).then(
    () => 'made',
    (error: unknown) => error,
  );
  let ended: unknown;
  void making.then(outcome => (ended = outcome));
  const begun = new Set<string>();
  await until(async () => {
    for (const { id } of await organizations()) begun.add(id);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and application_name = 'stockwright'`.execute(world.owner);
    return ended !== undefined;
  });
  expect(ended).toBeInstanceOf(Unavailable);
  expect(begun.size).toBe(3);
  const [unfinished, ...others] = await organizations();
  expect([unfinished?.id, others]).toEqual([[...begun].at(-1), []]);
  await removeUnfinishedDemo(world.database, world.url);
  expect(await organizations()).toEqual([]);
});

test('a demo that another process is creating is left to it', async () => {
  await world.database.alone(LOCKS.demo, async () => {
    expect(await makeDemo(world.database)).toBeUndefined();
  });
  expect(await slugs()).toEqual([]);
});

test('an incomplete demo is removed from every table, and other organizations are not touched', async () => {
  const [unfinished, other] = [await world.tenant(), await world.tenant()];
  for (const tenant of [unfinished, other]) {
    await populate(tenant);
    await populateFactory(tenant);
  }
  await sql`update organizations set slug = 'demo_unfinished' where id = ${unfinished.id}`.execute(
    world.database.system,
  );
  const before = await rowsOf(other.id);
  expect(Object.keys(before).length).toBeGreaterThan(15);
  await removeUnfinishedDemo(world.database, world.url);
  expect([await rowsOf(unfinished.id), await slugs()]).toEqual([{}, [other.slug]]);
  expect(await rowsOf(other.id)).toEqual(before);
});

test('no demo is created if there is an organization', async () => {
  expect(await makeDemo(world.database)).toBeUndefined();
});
