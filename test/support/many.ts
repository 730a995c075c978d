import { type RawBuilder, sql } from 'kysely';
import type { World } from './world.ts';

/**
 * This many variants (M-1, M-2 …) with a level at each of five locations, all empty: for what must not depend on their
 * number.
 */
export async function makeMany(world: World, organizationId: string, variants: number): Promise<void> {
  // They are never searched for, so they are not indexed.
  await sql`alter table variants disable trigger user`.execute(world.owner);
  await sql`
    with p as (insert into products (organization_id, id, created_at, updated_at, name, status, metadata)
        values (${organizationId}, gen_random_uuid(), now(), now(), 'Many', 'active', '{}') returning id),
    l as (insert into locations (organization_id, id, created_at, updated_at, name, type, active, metadata)
      select ${organizationId}, gen_random_uuid(), now(), now(), 'Place ' || n, 'warehouse', true, '{}'
      from generate_series(1, 5) n)
    insert into variants (organization_id, id, created_at, updated_at, product_id, sku, unit, lot_tracked, metadata)
    select ${organizationId}, gen_random_uuid(), now(), now(), p.id, 'M-' || n, 'each', false, '{}'
    from p, generate_series(1, ${variants}::int) n`.execute(world.owner);
  // Without statistics each level looked for its variant among all of them, by an index on what they have in common.
  await sql`analyze variants`.execute(world.owner);
  await sql`
    insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id,
        quantity_on_hand, quantity_reserved, quantity_on_hold, quantity_available, quantity_incoming, version)
    select v.organization_id, gen_random_uuid(), now(), now(), v.id, l.id, 0, 0, 0, 0, 0, 0
    from variants v join locations l using (organization_id)
    where v.organization_id = ${organizationId} and v.sku like 'M-%' and l.name like 'Place %'`.execute(world.owner);
  await sql`alter table variants enable trigger user`.execute(world.owner);
  await sql`analyze inventory_levels`.execute(world.owner);
}

/**
 * Inserts this many copies of each row `t` that the organization has in a table. What differs is given as column and
 * value, in the SQL of jsonb_build_object(), by the number `n` of the copy.
 */
export async function makeCopies(
  world: World,
  organizationId: string,
  table: string,
  copies: number,
  changed: string,
  condition: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  // In the list of what is selected, the function would be called for each column.
  await sql`
    insert into ${sql.table(table)} select copy.*
    from ${sql.table(table)} t, generate_series(1, ${copies}::int) n,
      jsonb_populate_record(t, jsonb_build_object(${sql.raw(changed)})) copy
    where t.organization_id = ${organizationId} and ${condition}`.execute(world.owner);
  await sql`vacuum analyze ${sql.table(table)}`.execute(world.owner);
}
