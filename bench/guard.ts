import { sql } from 'kysely';
import pg from 'pg';
import { openDatabase } from '../src/database/database.ts';
import { migrate } from '../src/database/migrate.ts';
import { benchOrganization, openBenchDatabase } from './support.ts';

/*
 * The cost of the tenant guard for a single read: one-row reads per second at 16 connections, without any guard (the
 * owner, a plain pool), as one tenant, as a hundred tenants at random, and as the usual alternative: BEGIN, SET LOCAL,
 * SELECT, COMMIT.
 */

const TENANTS = 100;
const AT_ONCE = 16;
const MS = 1500;

const embedded = await openBenchDatabase();
await migrate(embedded.url);
const database = await openDatabase(embedded.url);
const ids: string[] = [];
for (let index = 0; index < TENANTS; index += 1)
  ids.push(await benchOrganization(database, { slug: `tenant-${index}` }));
const plain = new pg.Pool({ connectionString: embedded.url, max: 10 });

async function perSecond(read: (turn: number) => Promise<unknown>): Promise<number> {
  let done = 0;
  const until = performance.now() + MS;
  const worker = async () => {
    while (performance.now() < until) await read((done += 1));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return done / (MS / 1000);
}

const guarded = (id: string) => sql`select name from organizations where id = ${id}`.execute(database.read(id));
const unguarded = (id: string) =>
  plain.query({ name: 'one', text: 'select name from organizations where id = $1', values: [id] });
const fourTrips = async (id: string) => {
  const client = await plain.connect();
  await client.query('begin');
  await client.query("select set_config('app.organization_id', $1, true)", [id]);
  await client.query({ name: 'one', text: 'select name from organizations where id = $1', values: [id] });
  await client.query('commit');
  client.release();
};
const random = () => ids[Math.floor(Math.random() * TENANTS)]!;

const cases: [string, () => Promise<unknown>][] = [
  ['no guard', () => unguarded(ids[0]!)],
  ['guard, one tenant', () => guarded(ids[0]!)],
  ['guard, a hundred tenants at random', () => guarded(random())],
  ['four round trips', () => fourTrips(ids[0]!)],
];
let base = 0;
for (const [name, read] of cases) {
  await perSecond(read);
  const figure = await perSecond(read);
  base ||= figure;
  console.log(`${name.padEnd(40)} ${figure.toFixed(0).padStart(8)}/s  ${(figure / base).toFixed(2)}`);
}
await plain.end();
await database.close();
await embedded.stop();
