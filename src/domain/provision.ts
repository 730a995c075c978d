import { sql } from 'kysely';
import { z } from 'zod';
import { refuse } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import { name } from '../kernel/inputs.ts';
import type { Db } from '../kernel/unit.ts';
import { currency, modules, refuseOtherZone, SLUG, timeZone } from './organizations.ts';

/*
 * Creating organizations, which only operators may do. Runs outside any tenant.
 */

export const organizationInput = z.strictObject({
  slug: z.string().regex(SLUG, 'Must be 2 to 40 of a-z, 0-9 and -.'),
  name: name(),
  modules: modules().default([]),
  currency: currency().default('EUR'),
  timeZone: timeZone().default('UTC'),
});

/** Creates an organization and returns its id. Refuses `already_exists` if the slug is taken. */
export async function provisionOrganization(system: Db, input: z.output<typeof organizationInput>): Promise<string> {
  await refuseOtherZone(system, input.timeZone);
  const id = newId();
  const { rows } = await sql`
    insert into organizations (id, slug, name, modules, currency, time_zone)
    values (${id}, ${input.slug}, ${input.name}, ${input.modules}, ${input.currency}, ${input.timeZone})
    on conflict (slug) do nothing returning id`.execute(system);
  if (rows.length === 0) refuse('already_exists', `Organization ${input.slug} already exists.`, { field: 'slug' });
  return id;
}
