import { sql } from 'kysely';
import { refuse } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { foundIn, gathered, hereOnly, LIVES_HERE, podsOf } from '../store/pods.ts';

/* For whom the operator's commands act. */

/** All organizations, by slug; of several databases each with where it is, and whether it is moving. */
export const organizations = (home: OpenDatabase): Promise<object[]> =>
  gathered(
    home,
    async ({ system, pod }) => {
      const { rows } = await sql<{ moving: string | null }>`
        select id, slug, name, modules, currency, time_zone, moving from organizations order by slug`.execute(system);
      return rows.map(({ moving, ...row }) => ({ ...row, ...(pod && { pod }), ...(moving && { moving }) }));
    },
    { all: true },
  );

interface FoundOrganization {
  /** Where it lives. */
  database: OpenDatabase;
  id: string;
  modules: never[];
}

/** Refuses `unavailable` while it is between two databases. */
export const findOrganization = (
  home: OpenDatabase,
  slug: string | undefined,
): Promise<FoundOrganization | undefined> =>
  foundIn(home, async database => {
    const { rows } = await sql<Omit<FoundOrganization, 'database'> & { isHere: boolean }>`
      select o.id, o.modules, ${LIVES_HERE} as "isHere" from organizations o where o.slug = ${slug ?? ''}`.execute(
      database.system,
    );
    return rows[0] && { ...hereOnly(rows[0]), database };
  });

/** The slug of the organization that is meant where there is but one. */
export async function onlyOrganization(home: OpenDatabase): Promise<string | undefined> {
  const found = await gathered(home, async ({ system }) => {
    const { rows } = await sql<{ slug: string }>`
      select o.slug from organizations o where ${LIVES_HERE} limit 2`.execute(system);
    return rows;
  });
  return found.length === 1 ? found[0]!.slug : undefined;
}

/** Refuses `validation_failed` for a name that DATABASE_URLS does not have. */
export const podNamed = (home: OpenDatabase, name: string): OpenDatabase =>
  podsOf(home).find(({ pod }) => pod === name) ??
  refuse(
    'validation_failed',
    `Must be one of ${podsOf(home)
      .map(({ pod }) => pod ?? '(DATABASE_URLS is not set)')
      .join(', ')}.`,
    {
      field: 'pod',
    },
  );

/** The operator, who may do everything in the organization. Refuses `not_found`. */
export async function operatorOf(
  home: OpenDatabase,
  slug: string | undefined,
): Promise<Caller & { database: OpenDatabase }> {
  const found = await findOrganization(home, slug);
  if (!found) return refuse('not_found', 'There is no such organization.', { field: 'organization' });
  return {
    organizationId: found.id,
    actor: 'operator',
    scopes: new Set(['admin']),
    modules: new Set(found.modules),
    database: found.database,
  };
}
