import { afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { sql } from 'kysely';
import { z } from 'zod';
import { listQuery, type Reading } from '../../src/kernel/operation.ts';
import { type Page, pageOf, paging } from '../../src/kernel/page.ts';
import { type Db, EVERYTHING } from '../../src/kernel/unit.ts';
import type { Row } from '../../src/kernel/view.ts';
import { computedBeside } from '../../src/store/beside.ts';
import { busy, unavailable } from '../../src/store/database-errors.ts';
import { execute, readWhole } from '../../src/store/execute.ts';
import { ofTenant } from '../../src/store/tenant.ts';
import { refusal, useWorld } from '../support/world.ts';

/* What may take longer than a request is computed beside it, and kept. */

const world = useWorld();
let reading: Reading;

beforeAll(async () => {
  const { id, caller } = await world.tenant();
  reading = {
    db: world.database.read(id),
    organizationId: id,
    caller,
    wants: { total: true, owned: false },
  };
});

/** Computations that end when they are told to. */
function computing() {
  const begun: { db: Db; ends: PromiseWithResolvers<number> }[] = [];
  const compute = (db: Db) => {
    const ends = Promise.withResolvers<number>();
    begun.push({ db, ends });
    return ends.promise;
  };
  return { begun, compute };
}

/** A clock that goes on by a second at each look, so that how long something is kept is not up to the machine. */
function withSteppingClock(): void {
  let seconds = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (seconds += 1) * 1000);
}
afterEach(() => void jest.restoreAllMocks());

const turns = () => new Promise(resolve => setImmediate(resolve));
const late = () => busy({ code: '57014' });

test('what was computed for the request is not kept', async () => {
  let count = 0;
  const counted = computedBeside(async () => (count += 1));
  expect(await counted.of(reading)).toEqual({ result: 1 });
  expect(await counted.of(reading)).toEqual({ result: 2 });
  expect(counted.keptOf(reading.organizationId, reading.caller)).toBeUndefined();
});

test.each([
  ['cannot be reached', unavailable({ code: 'ECONNREFUSED' })],
  ['has no connection left', busy()],
])('a database that %s is refused, and not asked again with more time', async (_, error) => {
  const databases: Db[] = [];
  const failing = computedBeside(async db => {
    databases.push(db);
    throw error;
  });
  expect(await refusal(failing.of(reading))).toMatchObject([{ code: 'unavailable' }]);
  expect(databases).toEqual([reading.db]);
});

test('what takes too long for a request goes on with more time, and is shown afterwards while it is computed anew', async () => {
  withSteppingClock();
  const { begun, compute } = computing();
  const slow = computedBeside(compute, { waitMs: 0, longMs: 0 });
  expect((await refusal(slow.of(reading)))[0]).toMatchObject({ code: 'unavailable' });
  expect(begun.map(({ db }) => db)).toEqual([reading.db]);
  begun[0]!.ends.reject(late());
  await turns();
  expect(begun).toHaveLength(2);
  const { rows } = await sql<{ id: string; timeout: string }>`
    select o.id, current_setting('statement_timeout') as timeout
    from organizations o where ${ofTenant('o', 'id')}`.execute(begun[1]!.db);
  expect(rows).toEqual([{ id: reading.organizationId, timeout: '5min' }]);
  // Nobody else begins another meanwhile.
  expect((await refusal(slow.of(reading)))[0]).toMatchObject({ code: 'unavailable' });
  expect(begun).toHaveLength(2);
  begun[1]!.ends.resolve(1);
  await turns();
  expect(slow.keptOf(reading.organizationId, reading.caller)).toBe(1);
  const first = await slow.of(reading);
  expect(first).toMatchObject({ result: 1, asOf: expect.any(Date) });
  for (let tries = 0; begun.length < 3; tries += 1) {
    expect(tries).toBeLessThan(10_000);
    await turns();
    expect(await slow.of(reading)).toMatchObject({ result: 1 });
  }
  begun[2]!.ends.resolve(2);
  await turns();
  const second = await slow.of(reading);
  expect(second).toMatchObject({ result: 2 });
  expect(second.asOf!.getTime()).toBeGreaterThanOrEqual(first.asOf!.getTime());
});

test('who joins what began for another request is told as of when it is', async () => {
  const { begun, compute } = computing();
  const shared = computedBeside(compute);
  const both = Promise.all([shared.of(reading), shared.of(reading)]);
  await turns();
  begun[0]!.ends.resolve(1);
  expect(await both).toEqual([{ result: 1 }, { result: 1, asOf: expect.any(Date) }]);
});

test('who asks at the same time computes it as well, if it is to be of now', async () => {
  const { begun, compute } = computing();
  const shared = computedBeside(compute, { joinMs: 60_000 });
  const both = Promise.all([shared.of(reading), shared.of(reading)]);
  await turns();
  begun[1]!.ends.resolve(2);
  begun[0]!.ends.resolve(1);
  expect(await both).toEqual([{ result: 1 }, { result: 2 }]);
});

test('results are kept by what they are about, and only the last ones', async () => {
  const about = computedBeside(async (_db, _reading, n: number) => n, {
    keyOf: (_, n) => String(n),
    longMs: 0,
    keptMax: 2,
  });
  withSteppingClock();
  for (const n of [1, 2, 3]) expect(await about.of(reading, n)).toEqual({ result: n });
  const keptOf = (n: number) => about.keptOf(reading.organizationId, reading.caller, n);
  expect([1, 2, 3].map(keptOf)).toEqual([undefined, 2, 3]);
});

test('of one organization only a few go on with more time, and what ends makes room', async () => {
  const begun: PromiseWithResolvers<number>[] = [];
  const slow = computedBeside(
    async (db, _reading, _n: number) => {
      if (db === reading.db) throw late();
      begun.push(Promise.withResolvers());
      return begun.at(-1)!.promise;
    },
    { keyOf: (_, n) => String(n), longMs: 60_000 },
  );
  const many = [1, 2, 3, 4].map(n => slow.of(reading, n));
  await turns();
  expect(await refusal(slow.of(reading, 5))).toMatchObject([{ code: 'unavailable' }]);
  for (let n = 0; n < many.length; n += 1) {
    expect(begun).toHaveLength(n + 1);
    begun[n]!.resolve(n);
    expect(await many[n]).toEqual({ result: n });
    await turns();
  }
  const next = slow.of(reading, 5);
  await turns();
  begun[4]!.resolve(5);
  expect(await next).toEqual({ result: 5 });
});

test('an organization of which many go on with more time holds up no other, and they take turns', async () => {
  const others = await Promise.all([world.tenant(), world.tenant()]);
  const of = ({ id, caller }: (typeof others)[number]): Reading => ({
    ...reading,
    db: world.database.read(id),
    organizationId: id,
    caller,
  });
  const [a, b, c] = [reading, ...others.map(of)] as [Reading, Reading, Reading];
  const begun: { name: string; ends: PromiseWithResolvers<void> }[] = [];
  const slow = computedBeside(
    async (db, asking, name: string) => {
      if (db === asking.db) throw late();
      begun.push({ name, ends: Promise.withResolvers() });
      return begun.at(-1)!.ends.promise;
    },
    { keyOf: (_, name) => name },
  );
  const names = () => begun.map(({ name }) => name);
  const end = async (name: string) => {
    begun.find(each => each.name === name)!.ends.resolve();
    await turns();
  };
  const asked = [slow.of(a, 'a1'), slow.of(a, 'a2'), slow.of(a, 'a3')];
  await turns();
  expect(names()).toEqual(['a1']);
  asked.push(slow.of(b, 'b1'));
  await turns();
  expect(names()).toEqual(['a1', 'b1']);
  asked.push(slow.of(c, 'c1'), slow.of(c, 'c2'));
  await turns();
  expect(names()).toEqual(['a1', 'b1']);
  await end('a1');
  expect(names()).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(names()).toEqual(['a1', 'b1', 'c1', 'a2']);
  await end('a2');
  // What is left is of those that have one already.
  expect(names()).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  await end('c1');
  expect(names()).toEqual(['a1', 'b1', 'c1', 'a2', 'a3', 'c2']);
  for (const { ends } of begun) ends.resolve();
  await Promise.all(asked);
});

test('a file is of the moment that it states, whatever was kept before', async () => {
  let count = 0;
  const kept = computedBeside(
    async db => {
      const { rows } = await sql<{ timeout: string }>`
      select current_setting('statement_timeout') as timeout from organizations o where ${ofTenant('o', 'id')}`.execute(
        db,
      );
      return [{ n: (count += 1), timeout: rows[0]!.timeout }];
    },
    { longMs: 0 },
  );
  const list = listQuery('listComputed', {
    area: 'reports',
    summary: 'Lists what was computed.',
    input: z.strictObject(paging),
    output: z.object({ n: z.int(), timeout: z.string() }).meta({ id: 'ComputedNumber' }),
    run: async (asking, input) => pageOf((await kept.of(asking)).result, input),
  });
  const { rows: shown } = (await execute(list, reading.caller, {}, { present: answer => answer })).answer as Page;
  expect(shown).toEqual([{ n: 1, timeout: '10s' }]);
  const { snapshot, batches } = await readWhole(list, reading.caller, {}, 'a reader');
  try {
    // It has more time for a statement than a request.
    expect((await batches.next()).value).toEqual([{ n: 2, timeout: '1min' }]);
  } finally {
    await snapshot.close();
  }
});

test('a file reads a report, which is computed as a whole for each of its pages, in few of them', async () => {
  const rows = Array.from({ length: 12_000 }, (_, n) => ({ n }));
  let computed = 0;
  const list = listQuery('listReported', {
    area: 'reports',
    mayLag: true,
    summary: 'Lists what is computed as a whole.',
    input: z.strictObject(paging),
    output: z.object({ n: z.int() }).meta({ id: 'ReportedNumber' }),
    async run(_, input) {
      computed += 1;
      return pageOf(rows, input);
    },
  });
  const { snapshot, batches } = await readWhole(list, reading.caller, {}, 'a reader');
  try {
    const read: Row[] = [];
    for await (const batch of batches) read.push(...batch);
    expect(read).toEqual(rows);
    expect(computed).toBe(2);
  } finally {
    await snapshot.close();
  }
});

test('a result is not shown to whoever would get another one', async () => {
  withSteppingClock();
  let count = 0;
  const kept = computedBeside(async () => (count += 1), {
    longMs: 0,
    keyOf: ({ modules }) => [...modules].sort().join(),
  });
  const plain = { ...reading, caller: { ...reading.caller, modules: new Set<never>() } };
  expect(await kept.of(reading)).toEqual({ result: 1 });
  expect(kept.keptOf(reading.organizationId, reading.caller)).toBe(1);
  expect(kept.keptOf(reading.organizationId, plain.caller)).toBeUndefined();
  expect(await kept.of(plain)).toEqual({ result: 2 });
});

test('another failure is that of every request that waits for it, and nothing is computed again', async () => {
  const { begun, compute } = computing();
  const failing = computedBeside(compute);
  const both = Promise.allSettled([failing.of(reading), failing.of(reading)]);
  await turns();
  expect(begun).toHaveLength(1);
  begun[0]!.ends.reject(new Error('A fault.'));
  const outcome = { status: 'rejected', reason: { message: 'A fault.' } };
  expect(await both).toMatchObject([outcome, outcome]);
  expect(begun).toHaveLength(1);
});

test('the answer says as of when it is', async () => {
  const asOf = new Date('2026-01-01T00:00:00Z');
  const kept = listQuery('listKept', {
    area: 'reports',
    summary: 'Lists what was kept.',
    input: z.strictObject(paging),
    output: z.object({ n: z.int() }).meta({ id: 'KeptNumber' }),
    run: async (_, input) => ({ ...pageOf([{ n: 1 }], input), asOf }),
  });
  expect(await execute(kept, reading.caller, {}, { present: answer => answer })).toMatchObject({ asOf });
});

test('a query that may take long goes on beside its request, and is kept by what is asked and wanted', async () => {
  const begun: PromiseWithResolvers<number>[] = [];
  const list = listQuery('listLong', {
    area: 'reports',
    mayTakeLong: true,
    summary: 'Lists what takes long.',
    input: z.strictObject({ n: z.int(), ...paging }),
    output: z.object({ n: z.int() }).meta({ id: 'LongNumber' }),
    async run({ db }, input) {
      if (db === reading.db) throw late();
      begun.push(Promise.withResolvers());
      return pageOf([{ n: await begun.at(-1)!.promise }], input);
    },
  });
  const ask = (input: object, wants = EVERYTHING) =>
    execute(list, reading.caller, input, { wants, present: page => (page as Page).rows });
  withSteppingClock();
  const answers = [ask({ n: 1 }), ask({ n: 2 }), ask({ n: 1 }, { ...EVERYTHING, fields: new Set(['n']) })];
  for (let n = 0; n < answers.length; n += 1) {
    while (begun.length === n) await turns();
    begun[n]!.resolve(n);
    expect(await answers[n]).toEqual({ answer: [{ n }], replayed: false });
  }
  expect(await ask({ n: 2 })).toEqual({ answer: [{ n: 1 }], replayed: false, asOf: expect.any(Date) });
});
