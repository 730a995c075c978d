import { beforeAll, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { z } from 'zod';
import { Refusal } from '../../src/kernel/errors.ts';
import { listQuery, type Reading } from '../../src/kernel/operation.ts';
import { pageOf, paging } from '../../src/kernel/page.ts';
import type { Db } from '../../src/kernel/unit.ts';
import { computedBeside } from '../../src/store/beside.ts';
import { execute } from '../../src/store/execute.ts';
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

const turns = () => new Promise(resolve => setImmediate(resolve));
const busy = () => new Refusal([{ code: 'unavailable', message: 'Busy.' }]);

test('what was computed for the request is not kept', async () => {
  let count = 0;
  const counted = computedBeside(async () => (count += 1));
  expect(await counted.of(reading)).toEqual({ result: 1 });
  expect(await counted.of(reading)).toEqual({ result: 2 });
  expect(counted.keptOf(reading.organizationId, reading.caller)).toBeUndefined();
});

test('what takes too long for a request goes on with more time, and is shown afterwards while it is computed anew', async () => {
  const { begun, compute } = computing();
  const slow = computedBeside(compute, { waitMs: 0, longMs: 0 });
  expect((await refusal(slow.of(reading)))[0]).toMatchObject({ code: 'unavailable' });
  expect(begun.map(({ db }) => db)).toEqual([reading.db]);
  begun[0]!.ends.reject(busy());
  await turns();
  expect(begun).toHaveLength(2);
  const { rows } = await sql<{ id: string; timeout: string }>`
    select o.id, current_setting('statement_timeout') as timeout from organizations o where ${ofTenant('o', 'id')}`.execute(
    begun[1]!.db,
  );
  expect(rows).toEqual([{ id: reading.organizationId, timeout: '1min' }]);
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

test('a result is not shown to whoever would get another one', async () => {
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
