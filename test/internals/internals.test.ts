import { once } from 'node:events';
import { createServer, IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, jest, test } from '@jest/globals';
import { Collection, EntityHelper, helper } from '@mikro-orm/core';
import express from 'express';
import { sql } from 'kysely';
import pg from 'pg';
import { createInventoryPolicy, deleteInventoryPolicy } from '../../src/domain/inventory-policies.ts';
import { Order } from '../../src/domain/orders.ts';
import { createSupplier, Supplier, updateSupplier } from '../../src/domain/suppliers.ts';
import { messageClasses, trustsProxy } from '../../src/internals/express.ts';
import { declarationOf, held, originalOf } from '../../src/internals/mikro-orm.ts';
import { answersOf, askPrepared, socketOf } from '../../src/internals/pg.ts';
import type { RecordClass } from '../../src/kernel/unit.ts';
import { create, findWhere, lockById } from '../../src/store/record.ts';
import { makeStock, populate } from '../support/make.ts';
import { populateFactory } from '../support/manufacturing.ts';
import { statementsOf, useWorld } from '../support/world.ts';

/* The internals of MikroORM, pg and Express that we use: an upgrade that changes them fails here. */

const world = useWorld();

test('an entity can be read as declared, with inherited properties, before MikroORM.init', () => {
  const { className, collection, properties, inherited } = declarationOf(Order);
  expect({ className, collection }).toEqual({ className: 'Order', collection: 'orders' });
  expect(properties['items']).toMatchObject({ kind: '1:m', mappedBy: 'order' });
  expect(properties['location']).toMatchObject({ kind: 'm:1', ownColumns: ['location_id'] });
  expect(Object.keys(inherited)).toEqual(expect.arrayContaining(['organizationId', 'id', 'createdAt', 'updatedAt']));
  expect(() => declarationOf(class Nothing {})).toThrow('Nothing is not an entity.');
});

test('a flush can be distinguished from other writes: its insert returns nothing', async () => {
  const tenant = await world.tenant();
  const statements = await statementsOf(() => tenant.run(createSupplier, { name: 'Insert' }));
  const [insert] = statements.filter(statement => statement.startsWith('insert into "suppliers"'));
  expect(insert).toMatch(/values \(\$1, /);
  expect(insert).not.toContain('returning');
});

test('a mapped row contains what changed of it, and nothing else', async () => {
  const tenant = await world.tenant();
  const { id } = await tenant.run(createSupplier, { name: 'Before', notes: 'Kept.' });
  const statements = await statementsOf(() => tenant.run(updateSupplier, { id, name: 'After' }));
  expect(statements.filter(statement => statement.startsWith('update "suppliers"'))).toEqual([
    expect.stringMatching(/^update "suppliers" t\s+set "name" = w\."name", "updated_at" = w\."updated_at" from unnest/),
  ]);
});

/** The values of a record: of relations the id, of collections whether they are loaded. */
const valuesOf = (record: object) =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      value instanceof Collection ? value.isInitialized() : EntityHelper.isEntity(value) ? value.id : value,
    ]),
  );

test('a mapped row is the record that MikroORM makes of it, of whatever kind, and not written unless it is changed', async () => {
  const tenant = await world.tenant();
  await populate(tenant);
  await populateFactory(tenant);
  await world.database.transaction(tenant.id, 'system', async unit => {
    const kinds = [...unit.em.getMetadata().getAll().values()].filter(
      ({ abstract, primaryKeys }) => !abstract && primaryKeys.join() === 'organizationId,id',
    );
    const changes = unit.em.getUnitOfWork();
    const theirs = unit.em.fork({ clear: true });
    const loaded: string[] = [];
    for (const { class: kind, className, tableName, comparableProps } of kinds) {
      const [record] = await findWhere(unit, kind as RecordClass<{ id: string }>, sql`true`);
      if (!record) continue;
      loaded.push(className);
      const { rows } = await sql<object>`
        select t.* from ${sql.table(tableName)} t
        where t.organization_id = ${tenant.id} and t.id = ${record.id}`.execute(unit.db);
      const expected = theirs.map<object>(kind as never, rows[0]! as never);
      const original = (of: object) => comparableProps.map(({ name }) => [name, originalOf(of)![name]]);
      expect(original(record)).toEqual(original(expected));
      expect(valuesOf(record)).toMatchObject(valuesOf(expected));
      expect(helper(record).__schema).toBe(helper(expected).__schema);
      expect(held(unit.em, kind as never, tenant.id, record.id)).toBe(record);
      expect(changes.getById(kind as never, [tenant.id, record.id] as never)).toBe(record);
    }
    expect(held(unit.em, Supplier as never, tenant.id, tenant.id)).toBeUndefined();
    // Among them every type of column: JSON, lists, bytes, days, quantities, and relations that are null.
    expect(loaded).toEqual(expect.arrayContaining(['ApiKey', 'Import', 'Lot', 'OrderItem', 'ProductPicture', 'View']));
    changes.computeChangeSets();
    expect(changes.getChangeSets().map(({ entity, payload }) => [entity, payload])).toEqual([]);
  });
});

test('the values that a changed record was loaded with can be read', async () => {
  const tenant = await world.tenant();
  const { id } = (await tenant.run(createSupplier, { name: 'Before' })) as { id: string };
  await world.database.transaction(tenant.id, 'system', async unit => {
    const supplier = await lockById(unit, Supplier, id);
    supplier.name = 'After';
    expect(originalOf(supplier)).toMatchObject({ id, name: 'Before' });
  });
});

test('the fields of a record are plain values: a getter and a setter for each cost a command a seventh of its time', async () => {
  const tenant = await world.tenant();
  const { id } = (await tenant.run(createSupplier, { name: 'Plain' })) as { id: string };
  await world.database.transaction(tenant.id, 'system', async unit => {
    const loaded = await lockById(unit, Supplier, id);
    const made = create(unit, Supplier, { name: 'Plain', metadata: {} });
    for (const supplier of [loaded, made])
      expect(Object.getOwnPropertyDescriptor(supplier, 'name')).toMatchObject({ value: 'Plain', writable: true });
  });
});

test('the keys that a flush deletes have the joined names of the primary key', async () => {
  const tenant = await world.tenant();
  const { variant, location } = await makeStock(tenant, 1);
  const policy = await tenant.run(createInventoryPolicy, {
    sku: variant.sku,
    locationId: location.id,
    reorderPoint: 1,
    reorderQuantity: 1,
  });
  const statements = await statementsOf(() => tenant.run(deleteInventoryPolicy, { id: policy['id'] }));
  expect(statements.filter(statement => statement.startsWith('delete'))).toEqual([
    expect.stringMatching(/^delete from "inventory_policies" t using unnest/),
  ]);
});

test('a pooled connection has a socket that can be corked', async () => {
  const pool = new pg.Pool({ connectionString: world.url, max: 1 });
  const client = await pool.connect();
  try {
    const socket = socketOf(client);
    socket.cork();
    const answers = Promise.all([client.query('select 1 as one'), client.query('select 2 as two')]);
    expect(socket.writableCorked).toBe(1);
    expect(socket.writableLength).toBeGreaterThan(0);
    socket.uncork();
    expect((await answers).map(({ rows }) => rows[0])).toEqual([{ one: 1 }, { two: 2 }]);
  } finally {
    client.release();
    await pool.end();
  }
});

test('each connection is told once what columns a prepared statement has', async () => {
  const pool = new pg.Pool({ connectionString: world.url, max: 2, pipeline: true });
  const clients = [await pool.connect(), await pool.connect()] as const;
  const described = clients.map(({ connection }) =>
    jest.spyOn(connection as never as { describe(): void }, 'describe'),
  );
  const add = (client: pg.PoolClient, one: unknown, name = 'add') =>
    askPrepared(client, {
      name,
      text: 'select $1::int + 1 as sum, $2::text as said, now() as at',
      values: [one, null],
    });
  try {
    const [first] = clients;
    expect((await add(first, 1)).rows).toEqual([{ sum: 2, said: null, at: expect.any(Date) }]);
    await expect(add(first, 'none')).rejects.toThrow('invalid input syntax for type integer');
    const together = await Promise.all([2, 3].map(one => add(first, one)));
    expect(
      together.map(({ rows, fields, rowCount }) => [rows[0].sum, fields.map(({ name }) => name), rowCount]),
    ).toEqual([3, 4].map(sum => [sum, ['sum', 'said', 'at'], 1]));
    expect(together[0]!.rows[0].at).toEqual(expect.any(Date));
    expect(described.map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
    expect((await add(clients[1], 5)).rows[0].sum).toBe(6);
    expect((await add(first, 6, 'another')).rows[0].sum).toBe(7);
    expect(described.map(({ mock }) => mock.calls.length)).toEqual([2, 1]);
    const nothing = { name: 'nothing', text: 'select from pg_class where relname = $1', values: ['none of this name'] };
    for (const _ of [1, 2]) expect((await askPrepared(first, nothing)).rows).toEqual([]);
    const set = { name: 'set', text: 'do $$ begin end $$' };
    for (const _ of [1, 2])
      expect(await askPrepared(first, set)).toMatchObject({ command: 'DO', rows: [], fields: [] });
    expect(described[0]!.mock.calls).toHaveLength(4);
  } finally {
    for (const client of clients) client.release();
    await pool.end();
  }
});

test('several statements in one text have an answer each', async () => {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  const answers = answersOf(await client.query('select 1 as one; select 2 as two'));
  expect(answers.map(({ rows }) => rows)).toEqual([[{ one: 1 }], [{ two: 2 }]]);
  await client.end();
});

test('Express compiles the list of trusted proxies', () => {
  const isTrusted = trustsProxy(express().set('trust proxy', '10.0.0.0/8'));
  expect(['10.1.2.3', '192.0.2.1'].map(address => isTrusted(address, 0))).toEqual([true, false]);
  const hops = trustsProxy(express().set('trust proxy', 1));
  expect([0, 1].map(hop => hops('192.0.2.1', hop))).toEqual([true, false]);
});

test('requests and responses are made with the prototypes that Express would give them', async () => {
  const app = express().get('/', (req, res) => void res.json({ path: req.path }));
  const server = createServer(messageClasses(app));
  const replaced = jest.spyOn(Object, 'setPrototypeOf');
  const prototypes: unknown[] = [];
  server.on('request', (req, res) => prototypes.push(Object.getPrototypeOf(req), Object.getPrototypeOf(res)));
  server.on('request', app);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    expect(await answer.json()).toEqual({ path: '/' });
    expect(prototypes[0]).toBe(app.request);
    expect(prototypes[1]).toBe(app.response);
    expect(replaced.mock.calls.filter(([of]) => of instanceof IncomingMessage).map(([, to]) => to)).toEqual([
      app.request,
    ]);
  } finally {
    replaced.mockRestore();
    server.close();
  }
});
