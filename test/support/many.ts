import { sql } from 'kysely';
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
          from generate_series(1, 5) n returning id),
    v as (insert into variants (organization_id, id, created_at, updated_at, product_id, sku,
          unit, lot_tracked, metadata)
      select ${organizationId}, gen_random_uuid(), now(), now(), p.id, 'M-' || n, 'each', false, '{}'
          from p, generate_series(1, ${variants}::int) n returning id)
    insert into inventory_levels (organization_id, id, created_at, updated_at, variant_id, location_id,
        quantity_on_hand, quantity_reserved, quantity_on_hold, quantity_available, quantity_incoming, version)
    select ${organizationId}, gen_random_uuid(), now(), now(), v.id, l.id, 0, 0, 0, 0, 0, 0 from v, l`.execute(
    world.owner,
  );
  await sql`alter table variants enable trigger user`.execute(world.owner);
  await sql`analyze variants, inventory_levels`.execute(world.owner);
}
