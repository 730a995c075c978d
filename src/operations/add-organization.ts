import { sql } from 'kysely';
import type { z } from 'zod';
import { type organizationInput, provisionOrganization } from '../domain/provision.ts';
import { refuse } from '../kernel/errors.ts';
import type { Db } from '../kernel/unit.ts';
import { LOCKS } from '../store/locks.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { gathered } from '../store/pods.ts';
import { podNamed } from './operator.ts';

/**
 * Creates an organization at the database that is named, else at the smallest, and returns its id. Refuses
 * `already_exists` if any database has its slug.
 */
export async function addOrganization(
  home: OpenDatabase,
  input: z.output<typeof organizationInput>,
  pod?: string,
): Promise<string> {
  if (home.others.length === 0 && pod === undefined) return provisionOrganization(home.system, input);
  const created = await home.alone(LOCKS.organizations, async () => {
    const at = pod === undefined ? await smallest(home) : podNamed(home, pod);
    const taken = await gathered(home, ({ system }) => slugsLike(system, input.slug), { all: true });
    if (taken.length > 0) refuse('already_exists', `Organization ${input.slug} already exists.`, { field: 'slug' });
    return provisionOrganization(at.system, input);
  });
  return created ?? refuse('unavailable', 'Another organization is being created at this moment; try again.');
}

const slugsLike = async (system: Db, slug: string): Promise<object[]> =>
  (await sql<object>`select from organizations where slug = ${slug}`.execute(system)).rows;

async function smallest(home: OpenDatabase): Promise<OpenDatabase> {
  const sizes = await gathered(home, async database => {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
      database.system,
    );
    return [{ database, bytes: rows[0]!.bytes }];
  });
  return sizes.toSorted((one, other) => one.bytes - other.bytes)[0]!.database;
}
