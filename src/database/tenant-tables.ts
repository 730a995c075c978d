import type pg from 'pg';

/** The tables of organizations, those first that no others point to. */
const TABLES = `
  with recursive pointing as (
    select c.oid, 0 as depth from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
    union
    select k.conrelid, p.depth + 1 from pointing p join pg_constraint k on k.confrelid = p.oid and k.contype = 'f'
        and k.conrelid <> k.confrelid)
  select oid::regclass::text as name from pointing group by oid order by max(depth) desc`;

/** Their names, in the order in which their rows can be deleted. */
export async function tenantTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(TABLES);
  return rows.map(({ name }) => name);
}

/**
 * Removes an organization with everything that it has, in the transaction that is open. Runs as the owner: no other
 * role may remove these rows.
 */
export async function removeOrganization(client: pg.Client, id: string): Promise<void> {
  await client.query("select set_config('app.organization_id', $1, true)", [id]);
  for (const name of await tenantTables(client))
    await client.query(`delete from ${name} where organization_id = $1`, [id]);
  await client.query('delete from organizations where id = $1', [id]);
}
