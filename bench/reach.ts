import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openDatabase } from '../src/database/database.ts';
import { startEmbedded } from '../src/database/embedded.ts';
import { migrate } from '../src/database/migrate.ts';
import { listAvailability } from '../src/domain/stock/availability.ts';
import { listInventoryLevels } from '../src/domain/stock/levels.ts';
import { listVariants } from '../src/domain/variants.ts';
import type { Operation } from '../src/kernel/operation.ts';
import { execute } from '../src/store/execute.ts';
import { administrator } from './administrator.ts';
import { benchOrganization } from './support.ts';

/*
 * Large requests: searches over 100,000 variants, and baskets and stock of many items over 100,000 levels, in a
 * separate database that is removed afterwards. `node bench/reach.ts` prints a line per request: the median and the
 * slowest of its runs in milliseconds, and the processor time of this process for one of them; the rest is
 * PostgreSQL's. `BENCH_LOAD=…` records what else the machine was doing.
 */

const PRODUCTS = 20_000;
const VARIANTS_EACH = 5;
const STOCKED = 20_000;
const LOCATIONS = 5;
const RUNS = 15;

/** Deterministic, so that every run measures the same. */
const DATA = `
  insert into products (organization_id, id, created_at, updated_at, name, status, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(),
      (array['Espresso','Filter','Decaf','Arabica','Robusta','Cascara','Ristretto'])[1 + n % 7] || ' ' ||
      (array['blend','beans','capsules','grinder','kettle','cups','scale','press','drip','paper','roaster'])[1 + n % 11]
        || ' ' || (array['Brazil','Kenya','Peru','Rwanda','Colombia','Honduras','Sumatra','Yemen'])[1 + n % 8]
        || ' No. ' || n, 'active', '{}'
    from generate_series(1, ${PRODUCTS}) n;
  insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), 'Location ' || n, 'warehouse', true, '{}'
    from generate_series(1, ${LOCATIONS}) n;
  insert into variants (organization_id, id, created_at, updated_at, product_id, sku, barcode, barcode_canonical, name,
      unit, lot_tracked, metadata)
    select $1::uuid, gen_random_uuid(), now(), now(), p.id, 'SKU-' || lpad(((p.n - 1) * ${VARIANTS_EACH} + v.n)::text,
        6, '0'), b.code, b.code, (array['100 g','250 g','500 g','1 kg','5 kg'])[v.n], 'each', false, '{}'
    from (select id, row_number() over (order by id) as n from products) p, generate_series(1, ${VARIANTS_EACH}) v (n),
      lateral (select (4000000000000 + (p.n * ${VARIANTS_EACH} + v.n) * 7919)::text as code) b;
  insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id, quantity_on_hand,
      quantity_reserved, quantity_on_hold,
    quantity_available, quantity_incoming, version, value, first_moved_at)
    select $1::uuid, gen_random_uuid(), now(), now(), v.id, l.id, 10, 0, 0, 10, 0, 1, 0, now()
    from (select id from variants order by sku limit ${STOCKED}) v cross join locations l;`;

const folder = await mkdtemp(join(tmpdir(), 'stockwright-bench-'));
const server = await startEmbedded(folder);
try {
  await migrate(server.url);
  const database = await openDatabase(server.url);
  const organizationId = await benchOrganization(database, { modules: ['manufacturing', 'traceability'] });
  const owner = new pg.Client({ connectionString: server.url });
  await owner.connect();
  await owner.query(`select set_config('app.organization_id', $1, false)`, [organizationId]);
  for (const statement of DATA.split(';\n').filter(each => each.trim())) {
    const beganAt = performance.now();
    await owner.query(statement.replaceAll('$1', `'${organizationId}'`));
    console.log(`${((performance.now() - beganAt) / 1000).toFixed(1)} s ${statement.trim().slice(0, 40)}…`);
  }
  await owner.query('vacuum analyze');
  const { rows: sizes } = await owner.query(
    `select relname, pg_size_pretty(pg_total_relation_size(oid)) as size, reltuples::bigint as rows
      from pg_class where relname in ('search_words', 'search_keys', 'variants', 'products') order by 1`,
  );
  console.table(sizes);

  const { caller } = administrator(database, organizationId);
  const ask = async (operation: Operation, input: object) =>
    (await execute(operation, caller, input, { present: page => page as { rows: object[]; total?: number } })).answer;

  /** Runs it repeatedly and prints the time. */
  async function time(name: string, operation: Operation, input: object): Promise<void> {
    const answer = await ask(operation, input);
    for (let run = 0; run < 5; run += 1) await ask(operation, input);
    const before = process.cpuUsage();
    const took: number[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      const beganAt = performance.now();
      await ask(operation, input);
      took.push(performance.now() - beganAt);
    }
    const { user, system } = process.cpuUsage(before);
    took.sort((a, b) => a - b);
    const ms = (value: number) => value.toFixed(1).padStart(7);
    console.log(
      `${name.padEnd(58)} ${ms(took[0]!)} ${ms(took[RUNS >> 1]!)} ${ms(took.at(-1)!)} ${ms((user + system) / 1000 / RUNS)}  ${answer.rows.length} of ${answer.total ?? '?'}`,
    );
  }

  console.log(`${''.padEnd(58)}   least  median    most     CPU`);
  const SEARCHES = [
    'SKU-050000',
    '050000',
    'sku-0500',
    '5000',
    'sku',
    'espresso',
    'espreso',
    'espresso kenya',
    'expresso kenia',
    'kenya 17',
    'rista 250',
    'nothing',
    'ig',
    'zq',
    'a',
    'blend 1 kg',
  ];
  for (const q of SEARCHES) await time(`variants?q=${q} (with the total)`, listVariants, { q, page: 1 });
  for (const q of ['espreso', 'sku-0110', 'blend 1 kg'])
    await time(`inventory_levels?q=${q}`, listInventoryLevels, { q, page: 1 });
  const skus = (count: number) =>
    Array.from({ length: count }, (_, index) => `SKU-${String(1 + index * 19).padStart(6, '0')}`);
  await time('inventory_levels?skus= one', listInventoryLevels, { skus: skus(1), perPage: 200 });
  await time('inventory_levels?skus= two hundred', listInventoryLevels, { skus: skus(200), perPage: 200 });
  await time('variants?skus= one', listVariants, { skus: skus(1), perPage: 200 });
  await time('variants?skus= two hundred', listVariants, { skus: skus(200), perPage: 200 });
  for (const count of [1, 100, 1000])
    await time(`availability of ${count} (x ${LOCATIONS} locations)`, listAvailability, {
      items: skus(count).map(sku => ({ sku, quantity: 1 })),
    });
  await owner.end();
  await database.close();
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}
