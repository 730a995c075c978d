import { sql } from 'kysely';
import { z } from 'zod';
import { id } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { pageAt, paging, placeOf } from '../../../kernel/page.ts';
import type { Row } from '../../../kernel/view.ts';
import { allOf, PLANNED } from '../../../store/rows.ts';
import { ofTenant } from '../../../store/tenant.ts';
import { Location } from '../../locations.ts';
import { Variant } from '../../variants.ts';
import { dayOf, sinceDays, TODAY } from './days.ts';
import { limit } from './fast-movers.ts';

/** Bounds of each bucket in days, both included: docs/api.md, "Reports". */
const BUCKETS = { '0-30': [0, 30], '31-60': [31, 60], '61-90': [61, 90], '90+': [91, undefined] } as const;
type Bucket = keyof typeof BUCKETS;
const BUCKET_NAMES = Object.keys(BUCKETS) as [Bucket, ...Bucket[]];

/** In a query string a bare `+` arrives as a space, so `90 ` stands for `90+`: docs/api.md, "Reports". */
const bucket = z
  .string()
  .transform(value => (value === '90 ' ? '90+' : value))
  .pipe(z.enum(BUCKET_NAMES, `Must be one of ${BUCKET_NAMES.join(', ')}.`));

const AgingRow = z
  .object({
    variantId: z.uuid().meta({ description: 'The variant in stock.', relation: { name: 'variant', target: Variant } }),
    sku: z.string().meta({ description: 'SKU of the variant.' }),
    locationId: z.uuid().meta({ description: 'The location.', relation: { name: 'location', target: Location } }),
    quantityOnHand: z.number().meta({ description: 'Quantity physically there.' }),
    lastInboundAt: z.iso.datetime().nullable().meta({
      description: 'Last receipt (purchase_received, transfer_in or return_received); null if there was none.',
    }),
    ageDays: z
      .int()
      .meta({ description: 'Days since the last receipt, or since its first movement if there was none.' }),
    ageBucket: z.enum(BUCKET_NAMES).meta({ description: '0-30, 31-60, 61-90 or 90+ days.' }),
    stockValue: z
      .number()
      .nullable()
      .meta({ description: 'What it cost, without stock of unknown cost; null if all cost is unknown.' }),
  })
  .meta({ id: 'InventoryAgingRow', description: 'Age of the stock of a variant at a location.' });

/** The moment from which the age of a level counts. */
export const agedFrom = (level: string) =>
  sql`coalesce(${sql.ref(`${level}.last_inbound_at`)}, ${sql.ref(`${level}.first_moved_at`)},
      ${sql.ref(`${level}.created_at`)})`;
const AGED_FROM = agedFrom('l');

/**
 * An age in days as a comparison of times, so that 100,000 of them need no calendar. `aged at most d` = moved since the
 * last d + 1 days began.
 */
const within = ([youngest, oldest]: (typeof BUCKETS)[Bucket]) => [
  ...(youngest > 0 ? [sql`${AGED_FROM} < ${sinceDays(youngest)}`] : []),
  ...(oldest === undefined ? [] : [sql`${AGED_FROM} >= ${sinceDays(oldest + 1)}`]),
];

const bucketOf = (ageDays: number): Bucket => BUCKET_NAMES.findLast(name => ageDays >= BUCKETS[name][0]) ?? '0-30';

export const listInventoryAging = listQuery('listInventoryAging', {
  area: 'reports',
  mayLag: true,
  mayTakeLong: true,
  summary: 'Lists stock by the age of its last receipt, oldest first.',
  input: z.strictObject({
    locationId: id().optional().meta({ description: 'Only stock at this location.' }),
    ageBucket: bucket.optional().meta({ description: '0-30, 31-60, 61-90 or 90+ days.' }),
    limit: limit(100).meta({ description: 'Maximum number of rows: 1 to 500, default 100.' }),
    cursor: paging.cursor,
  }),
  output: AgingRow,
  async run({ db }, input) {
    const page = { perPage: input.limit, cursor: input.cursor };
    const conditions = [
      sql`l.quantity_on_hand > 0`,
      ...(input.locationId ? [sql`l.location_id = ${input.locationId}`] : []),
      ...(input.ageBucket ? within(BUCKETS[input.ageBucket]) : []),
    ];
    const { rows } = await sql<Row & { ageDays: number; aged: number }>`
      select ${PLANNED} t.variant_id as "variantId", v.sku, t.location_id as "locationId",
        t.quantity_on_hand as "quantityOnHand", t.last_inbound_at as "lastInboundAt",
        ${TODAY} - ${dayOf(sql`t.aged_from`)} as "ageDays",
          case when t.quantity_on_hand > t.unvalued_quantity then t.value end as "stockValue", t.aged
      from (
        select l.id, l.variant_id, l.location_id, l.quantity_on_hand, l.value, l.unvalued_quantity, l.last_inbound_at,
          ${AGED_FROM} as aged_from,
          (select count(*) from inventory_levels l where ${ofTenant('l')} and ${allOf(conditions)}) as aged
        from inventory_levels l where ${ofTenant('l')} and ${allOf(conditions)} order by aged_from, l.id
            limit ${input.limit} offset ${placeOf(page).offset}) t
      join variants v on ${ofTenant('v')} and v.id = t.variant_id order by t.aged_from, t.id`.execute(db);
    const answer = rows.map(({ aged: _, ...row }) => ({ ...row, ageBucket: bucketOf(row.ageDays) }));
    return pageAt(answer, rows[0]?.aged ?? 0, page);
  },
});
