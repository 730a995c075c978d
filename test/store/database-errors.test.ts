import { expect, test } from '@jest/globals';
import { createProduct } from '../../src/domain/create-products.ts';
import { createLocation } from '../../src/domain/locations.ts';
import { createSupplier } from '../../src/domain/suppliers.ts';
import { createVariant } from '../../src/domain/variants.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { isUndone } from '../../src/store/database-errors.ts';
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
