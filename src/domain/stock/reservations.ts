import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { id } from '../../kernel/inputs.ts';
import { quantity } from '../../kernel/quantity.ts';
import { equals, listOf } from '../../store/list.ts';
import { belongsTo, TenantRecord } from '../../store/record.ts';
import { Location } from '../locations.ts';
import { Variant } from '../variants.ts';
import { skuFilter, skuOfVariant } from './levels.ts';

const HOLDERS = ['order', 'production_batch'] as const;
export type Holder = (typeof HOLDERS)[number];

const ReservationSchema = defineEntity({
  name: 'Reservation',
  tableName: 'reservations',
  extends: TenantRecord,
  comment: 'Stock reserved for a line of a document. Exists while the reservation is open.',
  uniques: [{ properties: ['organizationId', 'lineId'] }],
  indexes: [
    { properties: ['organizationId', 'variant', 'location'] },
    { properties: ['organizationId', 'referenceId'] },
  ],
  checks: [{ name: 'reservations_positive', expression: 'quantity > 0' }],
  properties: {
    variant: () => belongsTo(Variant, 'variant_id').comment('The reserved variant.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    location: () => belongsTo(Location, 'location_id').comment('Location of the reserved stock.'),
    quantity: quantity().comment('Quantity still reserved.'),
    referenceType: p.enum(HOLDERS).comment('Type of the document that it is reserved for.'),
    referenceId: p.uuid().comment('The document that it is reserved for.'),
    lineId: p.uuid().comment('The line of that document.'),
  },
});
export class Reservation extends ReservationSchema.class {}
ReservationSchema.setClass(Reservation);

export const listReservations = listOf('listReservations', {
  area: 'inventory',
  of: Reservation,
  summary: 'Lists open reservations.',
  filters: {
    sku: skuFilter,
    variantId: equals('variant_id', id()),
    locationId: equals('location_id', id()),
    referenceType: equals('reference_type', z.enum(HOLDERS).meta({ id: 'ReservationReferenceType' })),
    referenceId: equals('reference_id', id()),
  },
});
