import { expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { roleOf } from '../../src/database/roles.ts';
import { createProduct } from '../../src/domain/create-products.ts';
import { createLocation } from '../../src/domain/locations.ts';
import { createSupplier, listSuppliers } from '../../src/domain/suppliers.ts';
import { createVariant } from '../../src/domain/variants.ts';
import { snake } from '../../src/kernel/case.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { isUndone, translated } from '../../src/store/database-errors.ts';
import { makeVariant } from '../support/make.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

test('a duplicate value is already_exists at its field', async () => {
  const tenant = await world.tenant();
  await tenant.run(createLocation, { name: 'A', code: 'A' });
  expect(await refusal(tenant.run(createLocation, { name: 'B', code: 'A' }))).toEqual([
    { code: 'already_exists', field: 'code' },
  ]);
  await tenant.run(createSupplier, { name: 'A', code: 'A' });
  expect(await refusal(tenant.run(createSupplier, { name: 'B', code: 'A' }))).toEqual([
    { code: 'already_exists', field: 'code' },
  ]);
  const { sku, productId } = await makeVariant(tenant, { barcode: '036000291452' });
  expect(await refusal(tenant.run(createVariant, { productId, sku }))).toEqual([
    { code: 'already_exists', field: 'sku' },
  ]);
  expect(await refusal(tenant.run(createVariant, { productId, sku: 'B', barcode: '0036000291452' }))).toEqual([
    { code: 'already_exists', field: 'barcode' },
  ]);
  expect(await refusal(tenant.run(createProduct, { name: 'B', variants: [{ sku }] }))).toMatchObject([
    { code: 'already_exists' },
  ]);
});

test('the field of a unique value that is taken is the last column of its index', async () => {
  const { rows } = await sql<{ table: string; constraint: string; column: string }>`
    select t.relname as "table", c.relname as "constraint", a.attname as "column"
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
      join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[i.indnkeyatts - 1]
      join pg_attribute o on o.attrelid = t.oid and o.attnum = i.indkey[0] and o.attname = 'organization_id'
    where i.indisunique and not i.indisprimary and a.attname <> 'organization_id'`.execute(world.owner);
  expect(rows.length).toBeGreaterThan(15);
  const wrong = rows.filter(({ column, ...violated }) => {
    const refused = translated({ code: '23505', ...violated });
    return refused instanceof Refusal && snake(refused.problems[0]!.field!) !== column.replace(/_canonical$/, '');
  });
  expect(wrong).toEqual([]);
});

test('rights that were taken from the role are a matter of the database, a row that is not its own is a mistake of ours', async () => {
  const tenant = await world.tenant();
  const { name } = roleOf(world.access.app);
  await sql`revoke select on suppliers from ${sql.ref(name)}`.execute(world.owner);
  expect(await refusal(tenant.list(listSuppliers))).toEqual([{ code: 'unavailable' }]);
  await sql`grant select on suppliers to ${sql.ref(name)}`.execute(world.owner);
  expect((await tenant.list(listSuppliers)).rows).toEqual([]);
  const foreign = Object.assign(new Error(), { code: '42501', routine: 'ExecWithCheckOptions' });
  expect(translated(foreign)).toBe(foreign);
});

test.each([
  [true, new Refusal([{ code: 'insufficient_stock', message: '' }])],
  [true, Object.assign(new Error(), { code: '23505' })],
  [true, Object.assign(new Error(), { code: '55P03' })],
  [true, new TypeError('a mistake of ours')],
  [false, new Refusal([{ code: 'unavailable', message: '' }])],
  [false, Object.assign(new Error(), { code: '57P01' })],
  [false, Object.assign(new Error(), { code: 'EPIPE' })],
  [false, Object.assign(new Error(), { code: 'ECONNRESET' })],
  [false, new Error('Connection terminated unexpectedly')],
])('that a transaction has left no trace is %s after %s', (undone, error) => {
  expect(isUndone(error)).toBe(undone);
});
