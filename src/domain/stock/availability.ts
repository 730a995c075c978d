import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { code, date, exactlyOne, id, notNegative, ruled } from '../../kernel/inputs.ts';
import { listQuery } from '../../kernel/operation.ts';
import { Quantity } from '../../kernel/quantity.ts';
import type { Db } from '../../kernel/unit.ts';
import { several } from '../../store/list.ts';
import { ofTenant } from '../../store/tenant.ts';
import { Location } from '../locations.ts';
import { canonicalBarcode } from '../variant-codes.ts';
import { Variant } from '../variants.ts';

/*
 * Availability of many items at once, for shopping carts: docs/api.md, "Availability".
 */

const ITEMS_MAX = 1000;

const figures = {
  quantityOnHand: z.number().meta({ description: 'Quantity physically there.' }),
  quantityAvailable: z.number().meta({ description: 'Available to promise: on hand minus reserved minus on hold.' }),
  quantityIncoming: z.number().meta({ description: 'Quantity on its way.' }),
  quantityAvailableOn: z.number().nullable().meta({
    description:
      'Available plus what is due to arrive by the day `on`, less what will have expired by then; null without it.',
  }),
};

const AvailabilityAtLocation = z
  .object({
    locationId: z.uuid().meta({ description: 'The location.', relation: { name: 'location', target: Location } }),
    ...figures,
  })
  .meta({ id: 'AvailabilityAtLocation', description: 'Availability of an item at a location.' });

const Availability = z
  .object({
    sku: z.string().nullable().meta({ description: 'SKU of the variant, or as it was given.' }),
    variantId: z
      .uuid()
      .nullable()
      .meta({ description: 'The variant; null if there is none.', relation: { name: 'variant', target: Variant } }),
    found: z.boolean().meta({ description: 'Whether the variant exists.' }),
    requested: z.number().nullable().meta({ description: 'Quantity requested in this row.' }),
    ...figures,
    sufficient: z.boolean().nullable().meta({
      description:
        'Whether all rows that request this variant can be served together, on the day `on` if given; null without a quantity.',
    }),
    locations: z.array(AvailabilityAtLocation).meta({ description: 'Availability by location.' }),
  })
  .meta({ id: 'Availability', description: 'Availability of an item.' });

const item = ruled(
  z.strictObject({
    sku: code().optional().meta({ description: 'The variant, by its SKU.' }),
    variantId: id().optional().meta({ description: 'The variant, by its id.' }),
    barcode: code().optional().meta({ description: 'The variant, by its barcode.' }),
    quantity: notNegative().nullable().optional().meta({ description: 'Quantity required.' }),
  }),
  exactlyOne(['sku', 'variantId', 'barcode'], 'Name the variant, by sku, variant_id or barcode.'),
).meta({ id: 'AvailabilityItemInput' });
type Item = z.output<typeof item>;

export const listAvailability = listQuery('listAvailability', {
  area: 'inventory',
  summary:
    'Returns the availability of up to 1,000 items at once, in the order requested. Unknown items are included, with `found: false`.',
  whole: true,
  input: z.strictObject({
    items: z
      .array(item)
      .min(1, 'Must have at least one item.')
      .max(ITEMS_MAX, `Must have at most ${ITEMS_MAX} items.`)
      .meta({ description: 'The items, 1 to 1,000 rows.' }),
    locationIds: several(id()).optional().meta({ description: 'Only stock at these locations.' }),
    on: date()
      .optional()
      .meta({ description: 'Adds what is due to arrive by this day, and leaves out what will have expired.' }),
  }),
  output: Availability,
  async run({ db }, { items, locationIds, on }) {
    const stockByRow = await stockOf(db, items, { locationIds, on });
    const totals = new Map<string, Quantity>();
    for (const [index, { quantity }] of items.entries()) {
      const variantId = stockByRow.get(index)?.variantId;
      if (variantId && quantity) totals.set(variantId, (totals.get(variantId) ?? Quantity.zero).plus(quantity));
    }
    const rows = items.map(({ sku = null, quantity }, index) => {
      const stock = stockByRow.get(index);
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
      const sufficient = requested === null ? null : !there.lessThan(totals.get(stock.variantId)!);
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

interface Figures {
  quantityOnHand: number;
  quantityAvailable: number;
  quantityIncoming: number;
  quantityAvailableOn: number | null;
}

interface Stock extends Figures {
  sku: string;
  variantId: string;
  locations: (Figures & { locationId: string })[];
}

/**
 * An item with its locations: each of their figures as one text. Rows of their own would cost four times as much to
 * read.
 */
interface StockRow extends Figures {
  row: number;
  sku: string;
  variantId: string;
  places: string | null;
  onHand: string;
  available: string;
  incoming: string;
  availableOn: string | null;
}

/**
 * What is still to arrive of the variant `f` by that day, if its day is known: submitted purchase orders and shipped
 * transfers.
 */
const due = (on: string): RawBuilder<unknown> => sql`
  select b.location_id, i.quantity - i.quantity_received as quantity
  from purchase_order_items i join purchase_orders b on ${ofTenant('b')} and b.id = i.purchase_order_id
  where ${ofTenant('i')} and i.variant_id = f.id and b.status in ('submitted', 'partially_received')
    and b.expected_on <= ${on}
  union all
  select b.destination_location_id, i.quantity - i.quantity_received
  from stock_transfer_items i join stock_transfers b on ${ofTenant('b')} and b.id = i.transfer_id
  where ${ofTenant('i')} and i.variant_id = f.id and b.status in ('shipped', 'partially_received')
    and b.expected_on <= ${on}`;

/** What of the variant `f` can no longer be used on that day, because its lot has expired. */
const expired = (on: string): RawBuilder<unknown> => sql`
  select s.location_id, s.quantity from lot_levels s join lots b on ${ofTenant('b')} and b.id = s.lot_id
  where ${ofTenant('s')} and s.variant_id = f.id and s.quantity > 0 and not b.held and b.expiry_date < ${on}`;

/**
 * The stock of each row that names a variant of the organization: one statement, and so one snapshot. Each variant and
 * each of its levels is looked up by itself (`limit`, and an aggregate each): a join of a thousand of them would read
 * all variants and all levels instead.
 */
async function stockOf(
  db: Db,
  items: readonly Item[],
  { locationIds, on }: { locationIds?: readonly string[] | undefined; on?: string | undefined },
): Promise<Map<number, Stock>> {
  const among = (alias: string) =>
    locationIds ? sql`and ${sql.ref(`${alias}.location_id`)} = any(${[...locationIds]}::uuid[])` : sql``;
  const matches = (by: RawBuilder<unknown>, type: 'text' | 'uuid', namedAs: (item: Item) => string | undefined) => {
    const asked = items.flatMap((each, row) => {
      const value = namedAs(each);
      return value === undefined ? [] : [{ row, value }];
    });
    if (asked.length === 0) return [];
    return [
      sql`select v.id, v.sku, a.row from unnest(${asked.map(({ value }) => value)}::${sql.raw(type)}[],
          ${asked.map(({ row }) => row)}::int[]) a (value, row),
        lateral (select v.id, v.sku from variants v where ${ofTenant('v')} and ${by} = a.value limit 1) v`,
    ];
  };
  const searches = [
    ...matches(sql`v.sku`, 'text', ({ sku }) => sku),
    ...matches(sql`v.id`, 'uuid', ({ variantId }) => variantId),
    ...matches(sql`v.barcode_canonical`, 'text', ({ barcode }) => barcode && canonicalBarcode(barcode)),
  ];
  const levels = sql`
    select l.location_id, l.quantity_on_hand as on_hand, l.quantity_available as available,
      l.quantity_incoming as incoming, 0::numeric as coming,
      l.quantity_reserved as reserved, 0::numeric as expired
    from inventory_levels l where ${ofTenant('l')} and l.variant_id = f.id ${among('l')}`;
  const places =
    on === undefined
      ? levels
      : sql`
    select s.location_id, sum(s.on_hand) as on_hand, sum(s.available) as available,
      sum(s.incoming) as incoming, sum(s.coming) as coming,
      greatest(0, sum(s.expired) - sum(s.reserved)) as lost
    from (${levels} union all select d.location_id, 0, 0, 0, d.quantity, 0, 0
        from (${due(on)}) d where true ${among('d')}
      union all select e.location_id, 0, 0, 0, 0, 0, e.quantity from (${expired(on)}) e where true ${among('e')}) s
      group by 1`;
  // What is reserved takes the lots that expire first.
  const availableOn = on === undefined ? sql`null::numeric` : sql`(p.available + p.coming - p.lost)`;
  const each = (figure: RawBuilder<unknown>) => sql`string_agg(${figure}::text, ' ')`;
  const { rows } = await sql<StockRow>`
    with found as materialized (${sql.join(searches, sql` union all `)})
    select f.row, f.sku, f.id as "variantId", t.* from found f, lateral (
      select ${each(sql`p.location_id`)} as places, ${each(sql`p.on_hand`)} as "onHand",
        ${each(sql`p.available`)} as available, ${each(sql`p.incoming`)} as incoming,
        ${each(availableOn)} as "availableOn", coalesce(sum(p.on_hand), 0) as "quantityOnHand",
        coalesce(sum(p.available), 0) as "quantityAvailable",
        coalesce(sum(p.incoming), 0) as "quantityIncoming",
        ${on === undefined ? sql`null::numeric` : sql`coalesce(sum(${availableOn}), 0)`} as "quantityAvailableOn"
      from (${places} order by location_id) p) t`.execute(db);
  return new Map(rows.map(found => [found.row, stockAt(found)]));
}

function stockAt({ row: _, places, onHand, available, incoming, availableOn, ...stock }: StockRow): Stock {
  const [there, coming, free, due] = [onHand, incoming, available, availableOn].map(each => each?.split(' '));
  const locations = places?.split(' ').map((locationId, index) => ({
    locationId,
    quantityOnHand: Number(there![index]),
    quantityAvailable: Number(free![index]),
    quantityIncoming: Number(coming![index]),
    quantityAvailableOn: due ? Number(due[index]) : null,
  }));
  return { ...stock, locations: locations ?? [] };
}
