import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import { changes, code, metadata, name, newCode, requireLegible, target, text } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { create, findByIds, lockById, TenantRecord } from '../store/record.ts';
import { variantsOf } from './variant-lines.ts';
import type { Variant } from './variants.ts';

export const LOCATION_TYPES = ['warehouse', 'store', 'other'] as const;

const LocationSchema = defineEntity({
  name: 'Location',
  tableName: 'locations',
  extends: TenantRecord,
  comment: 'A location where stock is kept, such as a warehouse or a store.',
  uniques: [{ properties: ['organizationId', 'code'] }],
  properties: {
    name: p.string().length(200).comment('Name of the location.'),
    code: p.string().length(100).nullable().comment('Short code, unique in the organization.'),
    type: p.enum(LOCATION_TYPES).comment('Type of the location.'),
    address: p.text().nullable().comment('Postal address.'),
    active: p.boolean().comment('Whether the location is in use.'),
    metadata: p.json<{ [key: string]: unknown }>().comment('Your own data.'),
  },
});
export class Location extends LocationSchema.class {}
LocationSchema.setClass(Location);

const type = () => z.enum(LOCATION_TYPES).meta({ id: 'LocationType' });

const input = z.strictObject({
  name: name(),
  code: newCode().nullable().optional(),
  type: type().default('warehouse'),
  address: text(2000).nullable().optional(),
  active: z.boolean().default(true),
  metadata: metadata().default({}),
});

export const listLocations = listOf('listLocations', {
  area: 'catalog',
  of: Location,
  summary: 'Lists the locations where stock is kept.',
  filters: {
    type: equals('type', type()),
    code: equals('code', code()),
    active: equals('active', z.boolean()),
    createdSince,
  },
});

export const getLocation = getOf('getLocation', { area: 'catalog', of: Location });

export const createLocation = command('createLocation', {
  area: 'catalog',
  summary: 'Creates a location.',
  refuses: ['already_exists'],
  input,
  output: Location,
  run: async (unit, given) => create(unit, Location, given),
});

export const updateLocation = command('updateLocation', {
  area: 'catalog',
  summary: 'Changes a location; `active: false` takes it out of use.',
  refuses: ['already_exists'],
  input: changes(input).extend({ id: target(), code: code().nullable().optional() }),
  output: Location,
  async run(unit, { id, ...given }) {
    const location = await lockById(unit, Location, id);
    requireLegible(location, given, 'code');
    return unit.em.assign(location, given);
  },
});

/** The variant and the location that a body names. Refuses both at once if unknown. */
export async function knownPlace(
  unit: Unit,
  { locationId, ...choice }: { sku?: string | undefined; variantId?: string | undefined; locationId: string },
): Promise<{ variant: Variant; location: Location }> {
  const problems: Problem[] = [];
  const [variant] = await variantsOf(
    unit,
    [choice],
    () => '',
    (_, problem) => problems.push(problem),
  );
  const location = (await findByIds(unit, Location, [locationId])).get(locationId);
  if (!location) problems.push(referenceNotFound('location', 'locationId'));
  refuseAll(problems);
  return { variant: variant!, location: location! };
}

/**
 * Why nothing new can begin at a location: it is unknown or inactive. What has begun there can be finished, and its
 * stock can leave.
 */
export function unfit(location: Location | undefined, field = 'locationId'): Problem[] {
  if (!location) return [referenceNotFound('location', field)];
  return location.active ? [] : [{ code: 'validation_failed', message: 'The location is not active.', field }];
}

/** The location that a body names for something new. Refuses an unknown or inactive one at the field. */
export async function activeLocation(unit: Unit, locationId: string, field = 'locationId'): Promise<Location> {
  const location = (await findByIds(unit, Location, [locationId])).get(locationId);
  refuseAll(unfit(location, field));
  return location!;
}

/** The location that a body names, active or not. Refuses `reference_not_found` at the field. */
export async function knownLocation(unit: Unit, locationId: string, field = 'locationId'): Promise<Location> {
  return (
    (await findByIds(unit, Location, [locationId])).get(locationId) ??
    refuse('reference_not_found', 'There is no such location.', { field })
  );
}
