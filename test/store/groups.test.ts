import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { createInventoryAdjustment } from '../../src/domain/inventory-adjustments.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { cancelOrder, createOrder, getOrder, Order, reserveOrder } from '../../src/domain/orders.ts';
import { listInventoryLevels } from '../../src/domain/stock/levels.ts';
import { mutations } from '../../src/graphql/operations.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import type { Unit } from '../../src/kernel/unit.ts';
import type { Row } from '../../src/kernel/view.ts';
import { BY_KEY } from '../../src/store/connections.ts';
import { executeIn } from '../../src/store/execute.ts';
import { Lockstep } from '../../src/store/lockstep.ts';
import { lockById } from '../../src/store/record.ts';
import { times } from '../support/documents.ts';
import { makeStock, makeVariant } from '../support/make.ts';
import { statementsOf, type Tenant, useWorld } from '../support/world.ts';

/* Group commit: concurrent commands share transactions, with no other visible effect than their speed. */

const world = useWorld();

interface Crowd {
  tenant: Tenant;
  orders: Row[];
  sku: string;
}

/** Many pending orders of one unit of the same variant. */
async function crowdOf(many: number, onHand: number): Promise<Crowd> {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, onHand);
  const order = { locationId: location.id, items: [{ sku: variant.sku, quantity: 1 }] };
  return {
    tenant,
    sku: variant.sku,
    orders: await Promise.all(times(many, order).map(each => tenant.run(createOrder, each))),
  };
}

/** Runs the operation on all orders at once, and returns the outcomes. */
const onAll = (tenant: Tenant, operation: Operation, orders: readonly Row[]): Promise<string[]> =>
  Promise.all(
    orders.map(order =>
      tenant.run(operation, { id: order['id'] }).then(
        answer => answer['status'] as string,
        (error: unknown) => (error instanceof Refusal ? error.code : Promise.reject(error as Error)),
      ),
    ),
  );

const adjustOf = (tenant: Tenant, { sku, location }: { sku: string; location: Row }): Promise<Row> =>
  tenant.run(createInventoryAdjustment, { sku, locationId: location['id'], quantityChange: 1 });

const stockOf = async ({ tenant, sku }: Crowd) => (await tenant.list(listInventoryLevels, { sku })).rows[0]!;

/** How often orders were written: once for each transaction, as all commands change the same columns. */
const writesOf = (statements: readonly string[]) =>
  statements.filter(text => /^(insert into|update) "orders"/.test(text)).length;

test('concurrent commands share transactions', async () => {
  let crowd!: Crowd;
  const creating = await statementsOf(async () => void (crowd = await crowdOf(40, 100)));
  const reserving = await statementsOf(async () => {
    expect(await onAll(crowd.tenant, reserveOrder, crowd.orders)).toEqual(times(40, 'reserved'));
  });
  expect(await stockOf(crowd)).toMatchObject({ quantityOnHand: 100, quantityReserved: 40 });
  const [kept, dropped] = [crowd.orders.slice(0, 20), crowd.orders.slice(20)];
  const fulfilling = await statementsOf(async () => {
    expect(await onAll(crowd.tenant, fulfillOrder, kept)).toEqual(times(20, 'fulfilled'));
  });
  const cancelling = await statementsOf(async () => {
    expect(await onAll(crowd.tenant, cancelOrder, dropped)).toEqual(times(20, 'cancelled'));
  });
  expect(await stockOf(crowd)).toMatchObject({ quantityOnHand: 80, quantityReserved: 0 });
  for (const statements of [creating, reserving, fulfilling, cancelling]) expect(writesOf(statements)).toBeLessThan(8);
});

test('the commands that share transactions are those of these tests', () => {
  const shared = mutations.filter(({ sharesTransaction }) => sharesTransaction);
  expect(shared.map(({ name }) => name).sort()).toEqual([
    'cancelOrder',
    'createInventoryAdjustment',
    'createOrder',
    'fulfillOrder',
    'reserveOrder',
  ]);
});

test('a command refused in a group is refused alone', async () => {
  const crowd = await crowdOf(40, 25);
  const outcomes = await onAll(crowd.tenant, fulfillOrder, crowd.orders);
  expect(outcomes.filter(outcome => outcome === 'fulfilled')).toHaveLength(25);
  expect(outcomes.filter(outcome => outcome === 'insufficient_stock')).toHaveLength(15);
  expect(await stockOf(crowd)).toMatchObject({ quantityOnHand: 0 });
  const kept = await Promise.all(crowd.orders.map(order => crowd.tenant.run(getOrder, { id: order['id'] })));
  expect(kept.map(order => order['status'])).toEqual(
    outcomes.map(outcome => (outcome === 'fulfilled' ? 'fulfilled' : 'pending')),
  );
});

test('concurrent adjustments share transactions, unless they are of one level: each returns what it did itself', async () => {
  const tenant = await world.tenant();
  const { variant: hot, location } = await makeStock(tenant, 100);
  const others = await Promise.all(times(20, {}).map(given => makeVariant(tenant, given)));
  const answers: Row[] = [];
  const statements = await statementsOf(async () => {
    answers.push(
      ...(await Promise.all([...others, ...times(6, hot)].map(({ sku }) => adjustOf(tenant, { sku, location })))),
    );
  });
  expect(statements.filter(text => text.startsWith('insert into "ledger_entries"')).length).toBeLessThan(12);
  expect(statements.filter(text => text.includes('from "variants" as t')).length).toBeLessThan(12);
  expect(statements.filter(text => text.includes('insert into inventory_levels')).length).toBeLessThan(12);
  const after = answers.map(answer => answer['inventoryLevel'] as Row).map(level => level['quantityOnHand']);
  expect(after.slice(0, 20)).toEqual(times(20, 1));
  expect(after.slice(20).sort()).toEqual([101, 102, 103, 104, 105, 106]);
});

test('keys are claimed one by one, though the statement was planned when no key was stored', async () => {
  const { tenant, orders } = await crowdOf(10, 100);
  const statements = await statementsOf(() =>
    Promise.all(orders.map(({ id }) => tenant.run(reserveOrder, { id }, `reserve ${String(id)}`))),
  );
  const claims = [...new Set(statements.filter(text => text.includes('pg_try_advisory_xact_lock')))];
  expect(claims).toHaveLength(2);
  await sql`delete from idempotency_keys`.execute(world.owner);
  await sql`vacuum analyze idempotency_keys`.execute(world.owner);
  const plans = await world.owner.transaction().execute(async db => {
    await sql.raw(BY_KEY).execute(db);
    return Promise.all(
      claims.map(text => sql<{ 'QUERY PLAN': string }>`${sql.raw(`explain (generic_plan) ${text}`)}`.execute(db)),
    );
  });
  for (const { rows } of plans) {
    const conditions = rows.map(row => row['QUERY PLAN']).filter(line => line.includes('Index Cond'));
    expect(conditions).toEqual([expect.stringMatching(/organization_id = .* AND \(scope = .* AND \(key = /)]);
  }
});

test('commands on one order never share a transaction', async () => {
  const crowd = await crowdOf(10, 100);
  const [first, ...others] = crowd.orders as [Row, ...Row[]];
  const outcomes = await onAll(crowd.tenant, fulfillOrder, [first, first, ...others, first, first]);
  expect(outcomes.filter(outcome => outcome === 'fulfilled')).toHaveLength(10);
  expect(outcomes.filter(outcome => outcome === 'invalid_state')).toHaveLength(3);
  expect(await stockOf(crowd)).toMatchObject({ quantityOnHand: 90 });
});

test('the same key twice in a group has one effect and one response', async () => {
  const { tenant, sku, orders } = await crowdOf(5, 100);
  const make = (key: string) =>
    tenant.run(
      createOrder,
      { locationId: (orders[0] as { locationId: string }).locationId, items: [{ sku, quantity: 2 }] },
      key,
    );
  const answers = await Promise.all(['a', 'b', 'a', 'c', 'a', 'b'].map(make));
  expect(new Set(answers.map(answer => answer['id'])).size).toBe(3);
  expect(answers[2]).toEqual(answers[0]);
  expect(answers[5]).toEqual(answers[1]);
});

test('events of a group are those of separate commands: each order once, each level once per transaction with all its changes', async () => {
  const crowd = await crowdOf(20, 100);
  await onAll(crowd.tenant, fulfillOrder, crowd.orders);
  const { rows: told } = await sql<{ type: string; data: { id: string; changes: { entry_type: string }[] } }>`
    select type, data from events where organization_id = ${crowd.tenant.id}`.execute(world.database.system);
  const fulfilled = told.filter(({ type }) => type === 'order.fulfilled').map(({ data }) => data.id);
  expect(fulfilled.sort()).toEqual(crowd.orders.map(order => order['id']).sort());
  const changes = told.filter(({ type }) => type === 'inventory.updated').flatMap(({ data }) => data.changes);
  expect(changes.filter(change => change.entry_type === 'order_fulfilled')).toHaveLength(20);
});

// ---- the parts ----

test('what members ask for at one point is read once, and in their order', async () => {
  const asked: number[][] = [];
  const step = new Lockstep(3);
  const answers = await step.run(
    [1, 2, 3].map(number => async () => {
      if (number === 2) await Promise.resolve();
      return step.member().together('double', number, async all => {
        asked.push([...all]);
        return all.map(each => each * 2);
      });
    }),
  );
  expect(asked).toHaveLength(1);
  expect(answers).toEqual([2, 4, 6]);
});

test('nobody flushes before all have decided, and a member that ends early is not waited for', async () => {
  const done: string[] = [];
  const step = new Lockstep(3);
  await step.run([
    async () => void done.push('early'),
    async () => {
      done.push('first');
      await step.member().flush(async () => void done.push('flush'));
    },
    async () => {
      const { together, flush } = step.member();
      await together('look', 0, async all => all);
      done.push('second');
      await flush(async () => void done.push('flush'));
    },
  ]);
  expect(done).toEqual(['early', 'first', 'second', 'flush']);
});

test('a failing member sends the others home, and is the one that is named', async () => {
  const step = new Lockstep(2);
  const run = step.run([
    () => step.member().flush(() => Promise.resolve()),
    async () => {
      await Promise.resolve();
      throw new Error('the culprit');
    },
  ]);
  await expect(run).rejects.toThrow('the culprit');
});

/** Two members who after meeting read a figure, wait like this, and write it, one higher. */
async function countTogether(wait: () => Promise<unknown>): Promise<number> {
  let figure = 0;
  const step = new Lockstep(2);
  await step.run(
    [1, 2].map(() => async () => {
      const { together, flush } = step.member();
      await together('look', 0, async all => all);
      const before = figure;
      await wait();
      figure = before + 1;
      await flush(() => Promise.resolve());
    }),
  );
  return figure;
}

test('members decide one after the other, even a member that awaits its own code', async () => {
  const ownCode = async () => {
    for (let count = 0; count < 10; count += 1) await Promise.resolve();
  };
  expect(await countTogether(ownCode)).toBe(2);
});

test.each<[string, () => Promise<unknown>]>([
  ['a tick', () => new Promise<void>(resolve => process.nextTick(resolve))],
  ['the event loop', () => new Promise(resolve => setImmediate(resolve))],
])('a member that waits for %s after the meeting point has lost its turn, and is not written', async (_, wait) => {
  await expect(countTogether(wait)).rejects.toThrow('waited after its last meeting point');
});

/** Runs this twice at once, in one transaction; returns how many members each of its transactions had. */
async function sharing(
  tenant: Tenant,
  work: (unit: Unit) => Promise<unknown>,
): Promise<{ sizes: number[]; outcomes: PromiseSettledResult<unknown>[] }> {
  const members = new Map<object, number>();
  const share = () =>
    world.database.transaction(
      tenant.id,
      'system',
      unit => {
        members.set(unit.em, (members.get(unit.em) ?? 0) + 1);
        return work(unit);
      },
      { group: { name: 'test', about: undefined } },
    );
  // The first two run alone, while the others gather.
  const outcomes = await Promise.allSettled([share(), share(), share(), share()]);
  return { sizes: [...members.values()], outcomes };
}

test('two commands about one record that do share a transaction are run again, each alone', async () => {
  const { tenant, orders } = await crowdOf(1, 10);
  const { sizes, outcomes } = await sharing(tenant, unit => lockById(unit, Order, orders[0]!['id'] as string));
  expect(sizes.toSorted()).toEqual([1, 1, 1, 1, 2]);
  expect(outcomes.map(({ status }) => status)).toEqual(times(4, 'fulfilled'));
});

test('a command that shares its transaction has no parts, not even alone', async () => {
  const { outcomes } = await sharing(await world.tenant(), unit => unit.part(() => Promise.resolve()));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ reason: { message: 'A command that shares its transaction has no parts.' } });
});

test('works that one caller gives together are one transaction by its clock, and all fail with one of them', async () => {
  const { tenant, orders } = await crowdOf(3, 2);
  const at = new Date(Math.max(...orders.map(order => Date.parse(order['createdAt'] as string))) + 1);
  const onBoth = (operation: Operation, some: readonly Row[]) =>
    world.database.together(
      tenant.id,
      'system',
      some.map(
        ({ id }) =>
          async unit =>
            (await executeIn(unit, operation, tenant.caller, { id })) as Order,
      ),
      { now: () => at },
    );
  await expect(onBoth(fulfillOrder, orders)).rejects.toMatchObject({ code: 'insufficient_stock' });
  let fulfilled: Order[] = [];
  const statements = await statementsOf(async () => {
    fulfilled = await onBoth(fulfillOrder, orders.slice(1));
  });
  expect(fulfilled).toMatchObject(orders.slice(1).map(({ id }) => ({ id, status: 'fulfilled', fulfilledAt: at })));
  expect(writesOf(statements)).toBe(1);
  const kept = await Promise.all(orders.map(({ id }) => tenant.run(getOrder, { id })));
  expect(kept.map(({ status }) => status)).toEqual(['pending', 'fulfilled', 'fulfilled']);
});

test('a transaction with a failed statement does not count as done, even if its command ignored the failure', async () => {
  const tenant = await world.tenant();
  const work = world.database.transaction(tenant.id, 'system', async unit => {
    await sql`select 1 / 0`.execute(unit.db).catch(() => undefined);
    return 'done';
  });
  await expect(work).rejects.toThrow('ended with ROLLBACK');
});
