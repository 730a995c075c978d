import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { code, date, exactlyOne, id, notNegative, ruled } from '../../kernel/inputs.ts';
import { listQuery } from '../../kernel/operation.ts';
import { Quantity } from '../../kernel/quantity.ts';
import type { Db } from '../../kernel/unit.ts';
import { several } from '../../store/list.ts';
import { ofTenant } from '../../store/tenant.ts';
import { Location } from '../locations.ts';
import { canonicalBarcode, Variant } from '../products.ts';

/*
 * What there is of many items at once, for whoever fills a basket: docs/api.md, "Availability".
 */

const ITEMS_MAX = 1000;

const figures = {
  quantityOnHand: z.number().meta({ description: 'Quantity physically there.' }),
  quantityAvailable: z.number().meta({ description: 'Available to promise: on hand minus reserved minus on hold.' }),
  quantityIncoming: z.number().meta({ description: 'Quantity that is on its way.' }),
  quantityAvailableOn: z
    .number()
    .nullable()
    .meta({ description: 'Available, with what is due to come by the day of `on`; null without one.' }),
};

const AvailabilityAtLocation = z
  .object({
    locationId: z.uuid().meta({ description: 'The location.', relation: { name: 'location', target: Location } }),
    ...figures,
  })
  .meta({ id: 'AvailabilityAtLocation', description: 'What there is of an item at a location.' });

const Availability = z
  .object({
    sku: z.string().nullable().meta({ description: 'SKU of the variant, or as it was asked for.' }),
    variantId: z
      .uuid()
      .nullable()
      .meta({ description: 'The variant; null where there is none.', relation: { name: 'variant', target: Variant } }),
    found: z.boolean().meta({ description: 'Whether there is such a variant.' }),
    requested: z.number().nullable().meta({ description: 'Quantity asked for in this row.' }),
    ...figures,
    sufficient: z.boolean().nullable().meta({
      description:
        'Whether what all rows ask for of this variant is available, on the day of `on` if given; null without a quantity.',
    }),
    locations: z.array(AvailabilityAtLocation).meta({ description: 'Where it is, by location.' }),
  })
  .meta({ id: 'Availability', description: 'What there is of an item.' });

const item = ruled(
  z.strictObject({
    sku: code().optional().meta({ description: 'The variant, by its SKU.' }),
    variantId: id().optional().meta({ description: 'The variant, by its id.' }),
    barcode: code().optional().meta({ description: 'The variant, by its barcode.' }),
    quantity: notNegative().nullable().optional().meta({ description: 'How much is wanted.' }),
  }),
  exactlyOne(['sku', 'variantId', 'barcode'], 'Name the variant, by sku, variant_id or barcode.'),
).meta({ id: 'AvailabilityItemInput' });
type Item = z.output<typeof item>;

export const listAvailability = listQuery('listAvailability', {
  area: 'inventory',
  summary: 'Returns what there is of up to 1,000 items at once, in the order asked. What is unknown is answered too.',
  whole: true,
  input: z.strictObject({
    items: z
      .array(item)
      .min(1, 'Must have at least one item.')
      .max(ITEMS_MAX, `Must have at most ${ITEMS_MAX} items.`)
      .meta({ description: 'What is asked for, 1 to 1,000 rows.' }),
    locationIds: several(id()).optional().meta({ description: 'Only what is at these locations.' }),
    on: date().optional().meta({ description: 'Also what is due to come by this day.' }),
  }),
  output: Availability,
  async run({ db }, { items, locationIds, on }) {
    const found = await stockOf(db, items, { locationIds, on });
    const wanted = new Map<string, Quantity>();
    for (const [index, { quantity }] of items.entries()) {
      const variantId = found.get(index)?.variantId;
      if (variantId && quantity) wanted.set(variantId, (wanted.get(variantId) ?? Quantity.zero).plus(quantity));
    }
    const rows = items.map(({ sku = null, quantity }, index) => {
      const stock = found.get(index);
      const requested = quantity?.toNumber() ?? null;
      if (!stock)
        return {
          sku,
          variantId: null,
          found: false,
          requested,
          ...nothing(on),
          sufficient: requested === null ? null : false,
          locations: [],
        };
      const there = Quantity.of(stock.quantityAvailableOn ?? stock.quantityAvailable);
      const sufficient = requested === null ? null : !there.lessThan(wanted.get(stock.variantId)!);
      return { ...stock, found: true, requested, sufficient };
    });
    return { rows, perPage: rows.length, nextCursor: null, cursorOf: () => '' };
  },
});

const nothing = (on: string | undefined) => ({
  quantityOnHand: 0,
  quantityAvailable: 0,
  quantityIncoming: 0,
  quantityAvailableOn: on === undefined ? null : 0,
});

interface Stock {
  row: number;
  sku: string;
  variantId: string;
  quantityOnHand: number;
  quantityAvailable: number;
  quantityIncoming: number;
  quantityAvailableOn: number | null;
  locations: object[];
}

/** What still is to come of the variants `asked` by that day, where a day is known: submitted purchase orders and shipped transfers. */
const due = (on: string): RawBuilder<unknown> => sql`
  select i.variant_id, b.location_id, i.quantity - i.quantity_received as quantity
  from purchase_order_items i join purchase_orders b on ${ofTenant('b')} and b.id = i.purchase_order_id
  where ${ofTenant('i')} and i.variant_id in (select f.id from found f) and b.status in ('submitted', 'partially_received') and b.expected_on <= ${on}
  union all
  select i.variant_id, b.destination_location_id, i.quantity - i.quantity_received
  from stock_transfer_items i join stock_transfers b on ${ofTenant('b')} and b.id = i.transfer_id
  where ${ofTenant('i')} and i.variant_id in (select f.id from found f) and b.status in ('shipped', 'partially_received') and b.expected_on <= ${on}`;

/** The stock of each row that names a variant of the organization: one statement, and so one moment. */
async function stockOf(
  db: Db,
  items: readonly Item[],
  { locationIds, on }: { locationIds?: readonly string[] | undefined; on?: string | undefined },
): Promise<Map<number, Stock>> {
  const among = (alias: string) =>
    locationIds ? sql`and ${sql.ref(`${alias}.location_id`)} = any(${[...locationIds]}::uuid[])` : sql``;
  const named = (by: RawBuilder<unknown>, values: readonly (string | undefined)[], type: 'text' | 'uuid') => sql`
    select v.id, v.sku, a.row from unnest(${values.map(value => value ?? null)}::${sql.raw(type)}[]) with ordinality a (value, row)
    join variants v on ${ofTenant('v')} and ${by} = a.value`;
  const { rows } = await sql<Stock>`
    with found as materialized (
      ${named(
        sql`v.sku`,
        items.map(({ sku }) => sku),
        'text',
      )} union all
      ${named(
        sql`v.id`,
        items.map(({ variantId }) => variantId),
        'uuid',
      )} union all
      ${named(
        sql`v.barcode_canonical`,
        items.map(({ barcode }) => barcode && canonicalBarcode(barcode)),
        'text',
      )}
    ), places as materialized (
      select variant_id, location_id, sum(on_hand) as on_hand, sum(available) as available, sum(incoming) as incoming, sum(coming) as coming from (
        select l.variant_id, l.location_id, l.quantity_on_hand as on_hand, l.quantity_available as available, l.quantity_incoming as incoming, 0::numeric as coming
        from inventory_levels l where ${ofTenant('l')} and l.variant_id in (select f.id from found f) ${among('l')}
        ${on === undefined ? sql`` : sql`union all select d.variant_id, d.location_id, 0, 0, 0, d.quantity from (${due(on)}) d where true ${among('d')}`}
      ) s group by 1, 2
    ), totals as materialized (
      select variant_id, sum(on_hand) as on_hand, sum(available) as available, sum(incoming) as incoming, sum(coming) as coming,
        json_agg(json_build_object('locationId', location_id, 'quantityOnHand', on_hand, 'quantityAvailable', available, 'quantityIncoming', incoming,
          'quantityAvailableOn', ${on === undefined ? sql`null::numeric` : sql`available + coming`}) order by location_id) as locations
      from places group by 1
    )
    select f.row - 1 as row, f.sku, f.id as "variantId", coalesce(t.on_hand, 0) as "quantityOnHand", coalesce(t.available, 0) as "quantityAvailable",
      coalesce(t.incoming, 0) as "quantityIncoming", ${on === undefined ? sql`null::numeric` : sql`coalesce(t.available + t.coming, 0)`} as "quantityAvailableOn",
      coalesce(t.locations, '[]') as locations
    from found f left join totals t on t.variant_id = f.id`.execute(db);
  return new Map(rows.map(({ row, ...stock }) => [row, stock as Stock]));
}
