import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { Location } from '../domain/locations.ts';
import { ENTRY_TYPES } from '../domain/stock/ledger.ts';
import { referenceNotFound, refuseAll } from '../kernel/errors.ts';
import { code, id, quantity } from '../kernel/inputs.ts';
import type { Unit } from '../kernel/unit.ts';
import { several } from '../store/list.ts';
import { findByIds } from '../store/record.ts';

/*
 * Which events of its types a subscription receives: docs/api.md, "Webhook filters". What an event is about is read
 * from its data, so the events of a new resource can be filtered without further code.
 */

const entryType = () => z.enum(ENTRY_TYPES).meta({ id: 'LedgerEntryEntryType' });

const MEANS = {
  locationIds: { description: 'Only events about one of these locations.' },
  skus: { description: 'Only events about one of these SKUs.' },
  skuPrefixes: { description: 'Only events about a SKU with one of these prefixes.' },
  entryTypes: { description: 'Only stock changes with a ledger entry of one of these types.' },
  availableBelow: { description: 'Only stock changes that leave less than this available.' },
};

/** As it is stored and returned. */
export const WebhookFilter = z
  .object({
    locationIds: z.array(z.uuid()).nullable().meta(MEANS.locationIds),
    skus: z.array(z.string()).nullable().meta(MEANS.skus),
    skuPrefixes: z.array(z.string()).nullable().meta(MEANS.skuPrefixes),
    entryTypes: z.array(entryType()).nullable().meta(MEANS.entryTypes),
    availableBelow: z.number().nullable().meta(MEANS.availableBelow),
  })
  .meta({ id: 'WebhookFilter', description: 'Conditions that an event must meet to be sent; all must hold.' });
export type WebhookFilter = z.output<typeof WebhookFilter>;

/** As it is sent by clients. */
export const filterInput = z
  .strictObject({
    locationIds: several(id()).nullable().optional().meta(MEANS.locationIds),
    skus: several(code()).nullable().optional().meta(MEANS.skus),
    skuPrefixes: several(code()).nullable().optional().meta(MEANS.skuPrefixes),
    entryTypes: several(entryType()).nullable().optional().meta(MEANS.entryTypes),
    availableBelow: quantity().nullable().optional().meta(MEANS.availableBelow),
  })
  .meta({ id: 'WebhookFilterInput' });

/** The filter to store. Refuses locations that the organization does not have. */
export async function knownFilter(unit: Unit, given: z.output<typeof filterInput>): Promise<WebhookFilter> {
  const { locationIds = null, skus = null, skuPrefixes = null, entryTypes = null, availableBelow = null } = given;
  const locations = await findByIds(unit, Location, locationIds ?? []);
  refuseAll(
    (locationIds ?? []).flatMap((each, index) =>
      locations.has(each) ? [] : [referenceNotFound('location', `filter.locationIds[${index}]`)],
    ),
  );
  return {
    locationIds,
    skus,
    skuPrefixes,
    entryTypes,
    availableBelow: availableBelow?.toNumber() ?? null,
  };
}

type Sql = RawBuilder<unknown>;

const LINES = ['items', 'inputs', 'outputs'];
const PLACES = ['location_id', 'source_location_id', 'destination_location_id'];

/** Whether an event passes a filter, which may be null. `filter` is jsonb, `data` json. */
export function passes(filter: Sql, type: Sql, data: Sql): Sql {
  const wanted = (name: keyof WebhookFilter) => sql`${filter} -> ${sql.lit(name)}`;
  const absent = (name: keyof WebhookFilter) => sql`coalesce(jsonb_typeof(${wanted(name)}), 'null') = 'null'`;
  const values = (name: keyof WebhookFilter) => sql`(select jsonb_array_elements_text(${wanted(name)}))`;
  const level = (name: string) => sql`${data} -> 'inventory_level' ->> ${sql.lit(name)}`;
  const lines = LINES.map(
    name =>
      sql`select line ->> 'sku' from json_array_elements(case when json_typeof(${data} -> ${sql.lit(name)}) = 'array'
            then ${data} -> ${sql.lit(name)} else '[]'::json end) line`,
  );
  const skus = sql`(select ${data} ->> 'sku' union all select ${level('sku')}
      union all ${sql.join(lines, sql` union all `)})`;
  const places = sql.join([
    ...PLACES.map(name => sql`${data} ->> ${sql.lit(name)}`),
    level('location_id'),
    sql`case when ${type} like 'location.%' then ${data} ->> 'id' end`,
  ]);
  return sql`case when ${filter} is null then true else
    (${absent('locationIds')} or exists (select from ${values('locationIds')} w (id) where w.id in (${places})))
    and (${absent('skus')} or exists (select from ${skus} k (sku) where k.sku in ${values('skus')}))
    and (${absent('skuPrefixes')} or exists (select from ${skus} k (sku), ${values('skuPrefixes')} w (prefix)
          where starts_with(k.sku, w.prefix)))
    and (${absent('entryTypes')} or (${type} = 'inventory.updated' and exists (
      select from json_array_elements(${data} -> 'changes') c where c ->> 'entry_type' in ${values('entryTypes')})))
    and (${absent('availableBelow')} or (${type} = 'inventory.updated'
      and (${level('quantity_available')})::numeric < (${wanted('availableBelow')})::numeric))
  end`;
}
