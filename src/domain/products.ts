import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { OvertakenRead, refuse } from '../kernel/errors.ts';
import { changes, code, metadata, name, newCode, requireLegible, target, text } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { createUnfound, lockKey } from '../store/locks.ts';
import { create, findWhere, lockById, TenantRecord } from '../store/record.ts';

const STATUSES = ['active', 'archived'] as const;

const ProductSchema = defineEntity({
  name: 'Product',
  tableName: 'products',
  extends: TenantRecord,
  comment: 'A product that is sold or used, in one or more variants.',
  uniques: [{ properties: ['organizationId', 'reference'] }],
  indexes: [
    { properties: ['organizationId', 'createdAt', 'id'] },
    { properties: ['organizationId', 'updatedAt', 'id'] },
    { properties: ['organizationId', 'name', 'id'] },
    { properties: ['organizationId', 'category'] },
    { properties: ['organizationId', 'status', 'id'] },
  ],
  properties: {
    name: p.string().length(200).comment('Name of the product.'),
    reference: p.string().length(100).nullable().comment('Your own reference, unique in the organization.'),
    description: p.text().nullable().comment('Description.'),
    category: p.string().length(200).nullable().comment('Your own category.'),
    pictureUrl: p
      .string()
      .length(200)
      .nullable()
      .comment('Address of its picture, relative to this service. A new picture gets a new address.'),
    status: p.enum(STATUSES).comment('Status; archived products are kept for their history and no longer sold.'),
    metadata: p.json<{ [key: string]: unknown }>().comment('Your own data.'),
  },
});
export class Product extends ProductSchema.class {}
ProductSchema.setClass(Product);

export const productInput = z.strictObject({
  name: name(),
  reference: newCode().nullable().optional(),
  description: text(10_000).nullable().optional(),
  category: name().nullable().optional(),
  status: z.enum(STATUSES).meta({ id: 'ProductStatus' }).default('active'),
  metadata: metadata().default({}),
});

export const listProducts = listOf('listProducts', {
  area: 'catalog',
  of: Product,
  summary: 'Lists products.',
  filters: {
    status: equals('status', z.enum(STATUSES).meta({ id: 'ProductStatus' })),
    category: equals('category', name()),
    reference: equals('reference', code()),
    createdSince,
  },
});

export const getProduct = getOf('getProduct', { area: 'catalog', of: Product });

export const putProduct = command('putProduct', {
  area: 'catalog',
  summary: 'Creates the product with this reference, or updates the fields given.',
  input: changes(productInput.omit({ reference: true })).extend({
    reference: code().meta({ description: 'Your own reference of the product.' }),
  }),
  output: Product,
  async run(unit, { reference, ...given }) {
    await lockKey(unit, `product ${reference}`);
    const [known] = await findWhere(unit, Product, sql`t.reference = ${reference}`);
    if (known) {
      const product = await lockById(unit, Product, known.id);
      if (product.reference !== reference) throw new OvertakenRead('The product got another reference.');
      return unit.em.assign(product, given);
    }
    requireLegible({ reference: undefined }, { reference }, 'reference');
    const { name: title, ...fields } = given;
    if (title === undefined) return refuse('validation_failed', 'Is required for a new product.', { field: 'name' });
    const wanted = { ...productInput.parse({ name: title }), ...fields, reference };
    return createUnfound(unit, 'reference', async () => create(unit, Product, wanted));
  },
});

export const updateProduct = command('updateProduct', {
  area: 'catalog',
  summary: 'Updates a product; `status: archived` takes it off sale.',
  refuses: ['already_exists'],
  input: changes(productInput).extend({ id: target(), reference: code().nullable().optional() }),
  output: Product,
  async run(unit, { id: productId, ...given }) {
    const product = await lockById(unit, Product, productId);
    requireLegible(product, given, 'reference');
    return unit.em.assign(product, given);
  },
});
