import { defineEntity, p } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Db } from '../../../kernel/unit.ts';
import { oneByOne } from '../../../store/one-by-one.ts';
import { ofTenant, TENANT } from '../../../store/tenant.ts';
import { dayOf, TODAY } from '../reports/days.ts';

/*
 * Weighing every level of a large organization takes the database many seconds. There it is done once a day, and again
 * when much has changed; what was chosen then, and what has changed since, is all that insights weigh.
 */

const ScreenedPlaceSchema = defineEntity({
  name: 'ScreenedPlace',
  tableName: 'screened_places',
  comment: 'Where stock of an organization with many levels may need attention. Computed anew every day, for insights.',
  properties: {
    organizationId: p.uuid().primary(),
    variantId: p.uuid().primary(),
    locationId: p.uuid().primary(),
    screenedAt: p.datetime(3).comment('When all levels were weighed. What has changed since is weighed as well.'),
  },
});
export class ScreenedPlace extends ScreenedPlaceSchema.class {}
ScreenedPlaceSchema.setClass(ScreenedPlace);

export interface Key {
  variantId: string;
  locationId: string;
}

/** As many levels are weighed in half a second. */
const LEVELS_MIN = 20_000;
/** If more has changed, all are weighed again. */
const CHANGED_MAX = 5000;
/**
 * Since when changes matter: a little before all were weighed, as transactions that had begun may have committed after
 * it. Null unless that was today, and nothing has changed since that concerns all: settings, a supplier or a location.
 */
const SINCE = sql`(
  select s.since from (
    select screened_at, screened_at - interval '1 minute' as since
    from screened_places where ${ofTenant('screened_places')}
    order by organization_id, variant_id, location_id limit 1) s
  where ${dayOf(sql`s.screened_at`)} = ${TODAY}
    and not exists (select from organizations o where ${ofTenant('o', 'id')} and o.updated_at >= s.since)
    and not exists (select from locations c where ${ofTenant('c')} and c.updated_at >= s.since)
    and not exists (select from suppliers c where ${ofTenant('c')} and c.updated_at >= s.since))`;

/**
 * Places whose weight may have changed: their stock, terms or price, or what arrives and leaves there. A deleted policy
 * or supplier item leaves no trace: if that is what makes a place worth a look, it is chosen the next time.
 */
const changedSince = (since: RawBuilder<unknown>): RawBuilder<unknown> => {
  const changed = (alias: string) => sql`${ofTenant(alias)} and ${sql.ref(`${alias}.updated_at`)} >= ${since}`;
  return sql`
    select c.variant_id, c.location_id from inventory_levels c where ${changed('c')}
    union select c.variant_id, c.location_id from inventory_policies c where ${changed('c')}
    union select c.variant_id, c.location_id from production_batches c where ${changed('c')}
    union select i.variant_id, c.location_id from purchase_orders c
      join purchase_order_items i on ${ofTenant('i')} and i.purchase_order_id = c.id where ${changed('c')}
    union select i.variant_id, unnest(array[c.source_location_id, c.destination_location_id]) from stock_transfers c
      join stock_transfer_items i on ${ofTenant('i')} and i.transfer_id = c.id where ${changed('c')}
    union select l.variant_id, l.location_id from inventory_levels l where ${ofTenant('l')} and l.variant_id in (
      select c.id from variants c where ${changed('c')}
      union select c.variant_id from supplier_items c where ${changed('c')}
      union select c.variant_id from lots c where ${changed('c')}
      union select v.id from products c
          join variants v on ${ofTenant('v')} and v.product_id = c.id where ${changed('c')})`;
};

/** The places to weigh; undefined if these are all. */
export async function placesToWeigh(db: Db): Promise<Key[] | undefined> {
  const { rows: times } = await sql<{ since: string | null }>`select ${SINCE}::text as since`.execute(db);
  const [{ since }] = times as [{ since: string | null }];
  if (since === null) return undefined;
  const { rows } = await sql<Key>`
    select variant_id as "variantId", location_id as "locationId" from (
      select variant_id, location_id from screened_places where ${ofTenant('screened_places')}
      union ${changedSince(sql`${since}::timestamptz`)}) k limit ${CHANGED_MAX + 1}`.execute(db);
  return rows.length > CHANGED_MAX ? undefined : rows;
}

/** Forgets what was chosen, as what it was chosen by has changed. */
export const forgetScreened = async (db: Db): Promise<void> => {
  await sql`delete from screened_places where ${ofTenant('screened_places')}`.execute(db);
};

/** Weighs all places of an organization by `find`, and stores those that it finds. */
async function screen(
  database: Database,
  organizationId: string,
  find: (db: Db) => Promise<readonly Key[]>,
): Promise<void> {
  const db = database.readSlowly(organizationId);
  const { rows } = await sql<{ at: string }>`select now()::text as at`.execute(db);
  const found = await find(db);
  await database.transaction(organizationId, 'system', async unit => {
    await forgetScreened(unit.db);
    await sql`
      insert into screened_places (organization_id, variant_id, location_id, screened_at)
      select ${TENANT}, k.*, ${rows[0]!.at}::timestamptz
      from unnest(${found.map(key => key.variantId)}::uuid[], ${found.map(key => key.locationId)}::uuid[]) k`.execute(
      unit.db,
    );
  });
}

/** Weighs all places of each organization that has many, if they were not today or too much has changed since. */
export async function screenPlaces(
  database: Database & { system: Db },
  find: (db: Db) => Promise<readonly Key[]>,
  levelsMin = LEVELS_MIN,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select o.id from organizations o where o.moving is null and exists (
      select from inventory_levels l where l.organization_id = o.id
          order by l.variant_id, l.location_id offset ${levelsMin}) order by o.id`.execute(database.system);
  await oneByOne(rows, async ({ id }) => {
    if (!(await placesToWeigh(database.read(id)))) await screen(database, id, find);
  });
}
