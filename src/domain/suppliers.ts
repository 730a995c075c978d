import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { changes, code, metadata, name, newCode, note, requireLegible, target, text } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { create, lockById, TenantRecord } from '../store/record.ts';

const SupplierSchema = defineEntity({
  name: 'Supplier',
  tableName: 'suppliers',
  extends: TenantRecord,
  comment: 'A vendor that goods are bought from.',
  uniques: [{ properties: ['organizationId', 'code'] }],
  properties: {
    name: p.string().length(200).comment('Name of the supplier.'),
    code: p.string().length(100).nullable().comment('Short code, unique in the organization.'),
    email: p.string().length(254).nullable().comment('Email address for orders.'),
    phone: p.string().length(100).nullable().comment('Phone number.'),
    leadTimeDays: p.integer().nullable().comment('Usual lead time in days, from order to receipt.'),
    notes: p.text().nullable().comment('Your own notes.'),
    metadata: p.json<{ [key: string]: unknown }>().comment('Your own data.'),
  },
});
export class Supplier extends SupplierSchema.class {}
SupplierSchema.setClass(Supplier);

const input = z.strictObject({
  name: name(),
  code: newCode().nullable().optional(),
  email: z.email('Must be an email address.').max(254).nullable().optional(),
  phone: text(100).nullable().optional(),
  leadTimeDays: z.int().min(0).max(3650).nullable().optional(),
  notes: note().nullable().optional(),
  metadata: metadata().default({}),
});

export const listSuppliers = listOf('listSuppliers', {
  area: 'catalog',
  of: Supplier,
  summary: 'Lists the vendors that goods are bought from.',
  filters: { code: equals('code', code()), createdSince },
});

export const getSupplier = getOf('getSupplier', { area: 'catalog', of: Supplier });

export const createSupplier = command('createSupplier', {
  area: 'catalog',
  summary: 'Creates a supplier.',
  refuses: ['already_exists'],
  input,
  output: Supplier,
  run: async (unit, given) => create(unit, Supplier, given),
});

export const updateSupplier = command('updateSupplier', {
  area: 'catalog',
  summary: 'Changes a supplier.',
  refuses: ['already_exists'],
  input: changes(input).extend({ id: target(), code: code().nullable().optional() }),
  output: Supplier,
  async run(unit, { id, ...given }) {
    const supplier = await lockById(unit, Supplier, id);
    requireLegible(supplier, given, 'code');
    return unit.em.assign(supplier, given);
  },
});
