import { beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createProduct } from '../../src/domain/create-products.ts';
import { listLocations, updateLocation } from '../../src/domain/locations.ts';
import { listProducts, Product, updateProduct } from '../../src/domain/products.ts';
import { InventoryLevel, listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { listSuppliers } from '../../src/domain/suppliers.ts';
import { listVariants, Variant } from '../../src/domain/variants.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import { shapeOf } from '../../src/kernel/shape.ts';
import type { RecordClass } from '../../src/kernel/unit.ts';
import { readList } from '../../src/store/list.ts';
import { rowsOf } from '../../src/store/rows.ts';
import { lookUp } from '../../src/store/search.ts';
import { buffersOf } from '../support/buffers.ts';
import { makeLocation, makeSupplier } from '../support/make.ts';
import { sliceOf } from '../support/slice.ts';
import { statementsOf, type Tenant, useWorld } from '../support/world.ts';

/*
 * docs/api.md, "Searching".
 */

const world = useWorld();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await world.tenant();
});

const product = (name: string, ...variants: object[]) => tenant.run(createProduct, { name, variants });
const found = async (operation: Operation, q: string, by: string, more: object = {}): Promise<unknown[]> =>
  (await tenant.list(operation, { q, ...more })).rows.map(row => row[by]);

describe('what is found', () => {
  beforeAll(async () => {
    await product('Espresso Beans', { sku: 'ESP-250', name: '250 g', barcode: '4006381333931' });
    await product('Espreso cups', { sku: 'CUP-1' });
    await product('Café Crème (Beans)', { sku: 'CRM-250', name: '250 g' });
    await product('Grinder', { sku: 'ESPRESSO', name: 'For espresso' });
    await product('100%_cotton bag', { sku: 'BAG 12' });
  });

  test.each([
    ['espresso', ['ESPRESSO', 'ESP-250', 'CUP-1']],
    ['ESPRESSO beans', ['ESP-250']],
    ['espreso', ['CUP-1', 'ESPRESSO', 'ESP-250']],
    ['presso', ['ESPRESSO', 'ESP-250']],
    ['epsresso', ['ESPRESSO', 'ESP-250']],
    ['espressso bean', ['ESP-250']],
    ['xspresso', ['ESPRESSO', 'ESP-250']],
    ['espressx', ['ESPRESSO', 'ESP-250']],
    ['epsresos', []],
    ['bens', []],
    ['creme', ['CRM-250']],
    ['CRÈME', ['CRM-250']],
    ['(beans', ['CRM-250', 'ESP-250']],
    ['gridner', ['ESPRESSO']],
    ['esp-250', ['ESP-250']],
    ['esp-251', []],
    ['250', ['CRM-250', 'ESP-250']],
    ['250 g', ['CRM-250', 'ESP-250']],
    ['6381333', ['ESP-250']],
    ['bag 12', ['BAG 12']],
    ['%_', ['BAG 12']],
    ['_%', []],
    ['\\', []],
    ['s', ['BAG 12', 'ESPRESSO', 'CRM-250', 'CUP-1', 'ESP-250'].filter(sku => sku !== 'BAG 12')],
    ['\u0301', []],
  ])('variants by %j', async (q, skus) => {
    expect(await found(listVariants, q, 'sku')).toEqual(skus);
  });

  test('products by their own names; locations and suppliers by name and code', async () => {
    expect(await found(listProducts, 'espresso', 'name')).toEqual(['Espresso Beans', 'Espreso cups']);
    expect(await found(listProducts, 'ESP-250', 'name')).toEqual([]);
    await makeLocation(tenant, { name: 'Hamburg North', code: 'HH-N' });
    await makeSupplier(tenant, { name: 'Fazenda Boa Vista', code: 'F-17' });
    expect(await found(listLocations, 'hambrug', 'name')).toEqual(['Hamburg North']);
    expect(await found(listLocations, 'h-n', 'name')).toEqual(['Hamburg North']);
    expect(await found(listSuppliers, 'vista fazneda', 'name')).toEqual(['Fazenda Boa Vista']);
  });

  test('a new name takes the place of the old one at once', async () => {
    const place = await makeLocation(tenant, { name: 'Rotterdam' });
    await tenant.run(updateLocation, { id: place.id, name: 'Antwerp' });
    expect(await found(listLocations, 'rotterdam', 'id')).toEqual([]);
    expect(await found(listLocations, 'antwrep', 'id')).toEqual([place.id]);
  });

  test('another organization finds nothing of it', async () => {
    const other = await world.tenant();
    expect((await other.list(listVariants, { q: 'espresso' })).rows).toEqual([]);
  });
});

// ---- compared with a plain scan ----

const SYLLABLES = ['ba', 'co', 'lat', 'te', 'mo', 'cha', 'ri', 'sto', 'xy', 'ne'];
const LETTERS = 'abcehilmnorstxy';

/** The same numbers every time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Every word that is one typo away. */
function typosOf(word: string): Set<string> {
  const typos = new Set<string>();
  for (let at = 0; at <= word.length; at += 1) {
    const [head, tail] = [word.slice(0, at), word.slice(at)];
    if (tail) typos.add(head + tail.slice(1));
    if (tail.length > 1) typos.add(head + tail[1] + tail[0] + tail.slice(2));
    for (const letter of LETTERS) typos.add(head + letter + tail).add(head + letter + tail.slice(1));
  }
  return typos.add(word);
}

test('a hundred searches find what a plain scan finds, in its order, page by page', async () => {
  const own = await world.tenant();
  const random = randomFrom(7);
  const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
  const word = () => Array.from({ length: 1 + random(4) }, () => pick(SYLLABLES)).join('');
  const all: { id: string; sku: string; words: string[] }[] = [];
  for (let index = 0; index < 30; index += 1) {
    const [title, name, sku] = [`${word()} ${word()}`, pick([null, word()]), `${word()}-${index}`];
    const made = await own.run(createProduct, { name: title, variants: [{ sku, name }] });
    const { rows } = await own.list(listVariants, { productId: made['id'] });
    all.unshift({ id: rows[0]!['id'] as string, sku, words: `${title} ${name ?? ''}`.split(' ').filter(Boolean) });
  }
  const rankOf = ({ sku, words }: (typeof all)[number], q: string): number => {
    if (sku === q) return 3;
    const said = q.split(' ');
    const has = (each: string) => sku.includes(each) || words.some(known => known.includes(each));
    if (said.every(has)) return 2;
    const nearly = (each: string) =>
      has(each) || (each.length >= 5 && words.some(known => known.length >= 4 && typosOf(each).has(known)));
    return said.every(nearly) ? 1 : 0;
  };
  const searches = Array.from({ length: 100 }, () => {
    const { sku, words } = pick(all);
    const garbled = (known: string) =>
      pick([known, known.slice(1), known.slice(0, 3), pick([...typosOf(known)])]) || known;
    return pick([sku, garbled(pick(words)), `${garbled(pick(words))} ${garbled(pick(words))}`, word()]).replace(
      /-$/,
      '',
    );
  });
  const wrong: unknown[] = [];
  for (const q of sliceOf(searches, 4)) {
    const expected = all.map(each => ({ ...each, rank: rankOf(each, q) })).filter(({ rank }) => rank > 0);
    const skus = expected.toSorted((a, b) => b.rank - a.rank).map(each => each.sku);
    const read: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await own.list(listVariants, { q, perPage: 9, ...(cursor && { cursor }) });
      read.push(...page.rows.map(row => row['sku']));
      cursor = page.nextCursor;
    }
    const second = await own.list(listVariants, { q, perPage: 3, page: 2 });
    const seen = [read, second.rows.map(row => row['sku']), second.total];
    if (JSON.stringify(seen) !== JSON.stringify([skus, skus.slice(3, 6), skus.length])) wrong.push([q, seen, skus]);
  }
  expect(wrong).toEqual([]);
});

// ---- cost ----

test('words with repeated letters and parts are indexed, removed and indexed again', async () => {
  const [first, ...others] = ['zzzz', 'z'.repeat(50), 'zzb-zzb zzb', 'zoo-zoot oo', 'zbzb', 'zbzb-zbzb'] as const;
  const { id } = await product(first);
  for (const name of [...others, first, ...others]) {
    await tenant.run(updateProduct, { id, name, reference: name.split(' ')[0] });
    expect(await found(listProducts, name, 'name')).toEqual([name]);
  }
});

test('a list takes one statement, a search three: the words, the page, and its total', async () => {
  const costOf = async (input: object) =>
    (await statementsOf(() => tenant.list(listVariants, { ...input, perPage: 1, page: 1 }))).length;
  expect([await costOf({}), await costOf({ q: 'beans' })]).toEqual([1, 3]);
});

test('plans of plain lists are cached, those of searches are not', async () => {
  for (let times = 0; times < 4; times += 1)
    for (const input of [{}, { q: 'a' }, { q: 'a', updatedSince: new Date(0).toISOString() }])
      await tenant.list(listVariants, { ...input, page: 1 });
  const { rows } = await sql<{ kept: string }>`select statement as kept from pg_prepared_statements`.execute(
    world.database.read(tenant.id),
  );
  const lists = rows.map(({ kept }) => kept).filter(kept => /from "variants" as t/.test(kept));
  expect([lists.length > 0, lists.filter(kept => kept.includes('search_words'))]).toEqual([true, []]);
});

test.each<[string, RecordClass, string]>([
  ['variants', Variant, 'espresso bean'],
  ['levels', InventoryLevel, 'grindr'],
])('%s are found by index, by the role that serves', async (_, of, q) => {
  const snapshot = await world.database.snapshot(tenant.id, 'test');
  try {
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(snapshot.db);
    const { all, ranks } = await lookUp(snapshot.db, of, q);
    const wheres = ranks.map(({ where }) => where).filter((_, index) => q !== 'grindr' || index > 0);
    for (const condition of [all, ...wheres]) {
      const { rows } = await sql<{
        'QUERY PLAN': string;
      }>`explain select t.id ${rowsOf(shapeOf(of), [condition])}`.execute(snapshot.db);
      const plan = rows.map(row => row['QUERY PLAN']).join('\n');
      expect(plan).not.toMatch(/Seq Scan/);
      expect(plan).toMatch(/Index (Only )?(Scan|Cond).*\n?.*search_words|search_words_pkey/);
    }
  } finally {
    await snapshot.close();
  }
});

test('rows older than the index are found from the next start on', async () => {
  const { migrate } = await import('../../src/database/migrate.ts');
  const before = await found(listInventoryLevels, 'espresso', 'id');
  const all = await found(listVariants, 'espresso', 'id');
  for (const table of ['search_words', 'search_keys']) await sql`truncate ${sql.table(table)}`.execute(world.owner);
  await sql`drop trigger keep_search_words_on_insert on variants`.execute(world.owner);
  expect(await found(listVariants, 'espresso', 'id')).toEqual([]);
  await migrate(world.access);
  expect([await found(listInventoryLevels, 'espresso', 'id'), await found(listVariants, 'espresso', 'id')]).toEqual([
    before,
    all,
  ]);
});

// A word of all products read all of them, checked each for the other words, and sorted them: 503 at 100,000 variants.
test('a page of common words takes no more pages of the database than one of rare words, wherever they meet', async () => {
  const own = await world.tenant();
  await own.run(createProduct, { name: 'Template', variants: [{ sku: 'T' }] });
  // Half of them are red and half are blue; only the oldest three are both. The oldest 2,500 are dotted.
  await sql`
    insert into products select made.*
    from products p,
      (select n, row_number() over (order by md5(n::text)::uuid) as age from generate_series(1, 7000) n) n,
      lateral (select concat_ws(' ', 'Widget',
            case when age <= 3 then 'red blue' when age % 2 = 0 then 'red' else 'blue' end,
        case when age <= 2500 then 'dotted' end, 'w' || n) as name) named,
      jsonb_populate_record(p, jsonb_build_object('id', md5(n::text)::uuid, 'name', named.name)) made
    where p.organization_id = ${own.id}`.execute(world.owner);
  await sql`analyze products, search_words, search_keys`.execute(world.owner);
  const { rows: all } = await sql<{
    name: string;
  }>`select name from products where organization_id = ${own.id} order by id desc`.execute(world.owner);
  const touched: unknown[] = [];
  for (const [q, asked = q] of [
    ['widget'],
    ['widget red'],
    ['red blue'],
    ['dotted'],
    ['widget dotted w12'],
    ['widget w123'],
    ['wi'],
    ['7 8'],
    ['widgte', 'widget'],
    ['widgte blue', 'widget blue'],
    ['widget nothing'],
  ] as const) {
    const words = asked.split(' ');
    const expected = all.map(({ name }) => name).filter(name => words.every(word => name.toLowerCase().includes(word)));
    const read: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null && read.length < 400; ) {
      const page = await own.list(listProducts, { q, perPage: 100, ...(cursor && { cursor }) });
      read.push(...page.rows.map(row => row['name']));
      cursor = page.nextCursor;
    }
    expect([q, read]).toEqual([q, expected.slice(0, Math.ceil(Math.min(expected.length, 400) / 100) * 100)]);
    const far = await own.list(listProducts, { q, perPage: 100, page: 21 });
    expect([q, far.total, far.rows.map(row => row['name'])]).toEqual([q, expected.length, expected.slice(2000, 2100)]);
    const buffers = await buffersOf(world, own.id, db =>
      readList(db, Product, [], { q, page: 1, perPage: 50 }, { total: true, owned: false }, {}),
    );
    touched.push([q, ...buffers]);
    if (buffers.some(each => each > 10_000)) touched.push('too many');
  }
  // What has words of its own or of what it belongs to was counted with a look for each of its rows.
  await sql`
    insert into variants select made.*
    from variants v, products p, jsonb_populate_record(v, jsonb_build_object(
      'id', md5('v' || p.name)::uuid, 'product_id', p.id, 'sku', 'SKU ' || left(md5(p.name), 8))) made
    where v.organization_id = ${own.id} and p.organization_id = ${own.id}`.execute(world.owner);
  // Each level looks for its variant, which without statistics is a look at all of them.
  await sql`analyze variants`.execute(world.owner);
  const places = await Promise.all(Array.from({ length: 3 }, () => makeLocation(own)));
  await sql`
    insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id,
        quantity_on_hand, quantity_reserved, quantity_on_hold,
      quantity_available, quantity_incoming, version, value, unvalued_quantity)
    select organization_id, gen_random_uuid(), now(), now(), id, place, 0, 0, 0, 0, 0, 0, 0, 0
    from variants, unnest(${places.map(({ id }) => id)}::uuid[]) place
    where organization_id = ${own.id} and sku <> 'T'`.execute(world.owner);
  await sql`vacuum analyze variants, inventory_levels, search_words, search_keys`.execute(world.owner);
  expect((await own.list(listInventoryLevels, { q: 'sku' })).total).toBe(places.length * all.length);
  const snapshot = await world.database.snapshot(own.id, 'test');
  try {
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(snapshot.db);
    const { all: every } = await lookUp(snapshot.db, InventoryLevel, 'sku');
    const { rows } = await sql<{
      'QUERY PLAN': string;
    }>`explain select count(*) ${rowsOf(shapeOf(InventoryLevel), [every])}`.execute(snapshot.db);
    const plan = rows.map(row => row['QUERY PLAN']).join('\n');
    expect(plan.slice(0, plan.indexOf('search_words'))).not.toMatch(/Nested Loop/);
  } finally {
    await snapshot.close();
  }
  expect(touched).not.toContain('too many');
});
