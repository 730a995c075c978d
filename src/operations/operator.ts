import { sql } from 'kysely';
import { refuse } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import type { Db } from '../kernel/unit.ts';
import type { OpenDatabase } from '../store/open-database.ts';

/* For whom the operator's commands act. */

/** All organizations, by slug. */
export async function organizations(system: Db): Promise<object[]> {
  const { rows } = await sql<object>`
    select id, slug, name, modules, currency, time_zone from organizations order by slug`.execute(system);
  return rows;
}

export async function findOrganization(
  system: Db,
  slug: string | undefined,
): Promise<{ id: string; modules: never[] } | undefined> {
  const { rows } = await sql<{ id: string; modules: never[] }>`
    select id, modules from organizations where slug = ${slug ?? ''}`.execute(system);
  return rows[0];
}

/** The slug of the organization that is meant where there is but one. */
export async function onlyOrganization(system: Db): Promise<string | undefined> {
  const { rows } = await sql<{ slug: string }>`select slug from organizations limit 2`.execute(system);
  return rows.length === 1 ? rows[0]!.slug : undefined;
}

/** The operator, who may do everything in the organization. Refuses `not_found`. */
export async function operatorOf(database: OpenDatabase, slug: string | undefined): Promise<Caller> {
  const found = await findOrganization(database.system, slug);
  if (!found) return refuse('not_found', 'There is no such organization.', { field: 'organization' });
  return {
    organizationId: found.id,
    actor: 'operator',
    scopes: new Set(['admin']),
    modules: new Set(found.modules),
    database,
  };
}
