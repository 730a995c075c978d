import { expect, test } from '@jest/globals';
import { createLocation } from '../../src/domain/locations.ts';
import { createProduct, createVariant } from '../../src/domain/products.ts';
import { createSupplier } from '../../src/domain/suppliers.ts';
import { makeVariant } from '../support/make.ts';
import { refusal, useWorld } from '../support/world.ts';

const world = useWorld();

test('a value that is taken is already_exists at its field', async () => {
  const tenant = await world.tenant();
  await tenant.run(createLocation, { name: 'A', code: 'A' });
  expect(await refusal(tenant.run(createLocation, { name: 'B', code: 'A' }))).toEqual([{ code: 'already_exists', field: 'code' }]);
  await tenant.run(createSupplier, { name: 'A', code: 'A' });
  expect(await refusal(tenant.run(createSupplier, { name: 'B', code: 'A' }))).toEqual([{ code: 'already_exists', field: 'code' }]);
  const { sku, productId } = await makeVariant(tenant, { barcode: '036000291452' });
  expect(await refusal(tenant.run(createVariant, { productId, sku }))).toEqual([{ code: 'already_exists', field: 'sku' }]);
  expect(await refusal(tenant.run(createVariant, { productId, sku: 'B', barcode: '0036000291452' }))).toEqual([{ code: 'already_exists', field: 'barcode' }]);
  expect(await refusal(tenant.run(createProduct, { name: 'B', variants: [{ sku }] }))).toMatchObject([{ code: 'already_exists' }]);
});
