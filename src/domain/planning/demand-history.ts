import { defineEntity, p } from '@mikro-orm/core';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Problem, referenceNotFound, refuseAll } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { code, date, id, notNegative } from '../../kernel/inputs.ts';
import { command } from '../../kernel/operation.ts';
import { quantity } from '../../kernel/quantity.ts';
import type { Unit } from '../../kernel/unit.ts';
import { type Warning, warn } from '../../kernel/warnings.ts';
import { mentions, TenantRecord } from '../../store/record.ts';
import { ofTenant } from '../../store/tenant.ts';
import { Location } from '../locations.ts';
import { today } from '../organizations.ts';
import { skuOfVariant } from '../stock/levels.ts';
import { variantsWithSkus } from '../variant-codes.ts';
import { Variant } from '../variants.ts';
import { renewPatterns } from './insights/patterns.ts';
import { ZONE } from './reports/days.ts';

const DemandHistorySchema = defineEntity({
  name: 'DemandHistory',
  tableName: 'demand_history',
  extends: TenantRecord,
  comment: 'What was sold on a day before the move to this service. Used by forecasts and insights only.',
  uniques: [{ properties: ['organizationId', 'variant', 'location', 'date'] }],
  indexes: [{ properties: ['organizationId', 'date'] }],
  checks: [{ name: 'demand_history_not_negative', expression: 'quantity >= 0' }],
  properties: {
    variant: () => mentions(Variant, 'variant_id').comment('The variant sold.'),
    sku: p.string().formula(skuOfVariant).comment('SKU of the variant.'),
    location: () => mentions(Location, 'location_id').comment('Where it was sold.'),
    date: p.date().comment('When it was sold.'),
    quantity: quantity().comment('How much was sold.'),
  },
});
export class DemandHistory extends DemandHistorySchema.class {}
DemandHistorySchema.setClass(DemandHistory);

/** docs/api.md, "Demand history". */
const ROWS_MAX = 10_000;
/** Older than any useful history; excludes years that PostgreSQL and JavaScript interpret differently. */
const DATE_MIN = '1970-01-01';

export const demandRow = z.strictObject({
  sku: code().meta({ description: 'SKU of the variant sold.' }),
  locationId: id().meta({ description: 'Where it was sold from.' }),
  date: date()
    .refine(value => value >= DATE_MIN, `Must not be before ${DATE_MIN}.`)
    .meta({ description: 'The day, in the time zone of the organization.' }),
  quantity: notNegative().meta({ description: 'How much was sold on that day.' }),
});

const RecordedHistory = z
  .object({
    recorded: z.int().meta({ description: 'Number of new days.' }),
    replaced: z.int().meta({ description: 'Number of days whose quantity was replaced.' }),
  })
  .meta({ id: 'RecordedDemandHistory', description: 'Outcome of recording demand history.' });

export const recordDemandHistory = command('recordDemandHistory', {
  area: 'reports',
  summary:
    'Records sales from before the move to this service, for forecasts and insights. An existing row for the same sku, location and date is replaced.',
  warns: ['also_in_ledger', 'given_again'],
  bodyBytesMax: 4 * 1024 * 1024,
  input: z.strictObject({
    rows: z
      .array(demandRow.meta({ id: 'DemandHistoryRowInput' }))
      .min(1, 'Must have at least one row.')
      .max(ROWS_MAX, `Must have at most ${ROWS_MAX} rows.`)
      .meta({ description: 'A row per SKU, location and day.' }),
  }),
  output: RecordedHistory,
  async run(unit, { rows }) {
    const now = unit.now();
    const { days, givenAgain } = await daysOf(unit, rows);
    const { rows: written } = await sql<{ recorded: number; replaced: number }>`
      with written as (
        insert into demand_history (organization_id, id, created_at, updated_at, variant_id,
            location_id, date, quantity)
        select ${unit.organizationId}, w.id, ${now}, ${now}, w.variant_id, w.location_id, w.date, w.quantity
        from unnest(${days.map(() => newId())}::uuid[], ${days.map(day => day.variantId)}::uuid[],
            ${days.map(day => day.locationId)}::uuid[],
          ${days.map(day => day.date)}::date[], ${days.map(day => day.quantity.toString())}::numeric[]) as w (id,
              variant_id, location_id, date, quantity)
        order by w.variant_id, w.location_id, w.date
        on conflict (organization_id, variant_id, location_id, date)
        do update set quantity = excluded.quantity, updated_at = excluded.updated_at
        returning xmax = 0 as is_new)
      select count(*) filter (where is_new) as recorded, count(*) filter (where not is_new) as replaced
      from written`.execute(unit.db);
    // Existing forecasts are based on the old history.
    const changed = [...new Set(days.map(day => day.variantId))];
    await sql`delete from forecasts where ${ofTenant('forecasts')} and variant_id = any(${changed})`.execute(unit.db);
    await renewPatterns(unit.db, unit.organizationId, changed);
    return warn(written[0]!, [...(await alsoInLedger(unit, days)), ...givenAgain]);
  },
});

type DemandRow = z.output<typeof demandRow>;
interface Day extends DemandRow {
  variantId: string;
  /** The path of its row. */
  path: string;
}

/** So many rows are named in an answer at most, for each reason; an import has no more of them at once. */
const WARNINGS_MAX = 500;

/**
 * The days on which the service has recorded sales itself. Both count, because on the day of the move each has part of
 * the sales. But an import that repeats what the service sold doubles it, in reports and forecasts.
 */
async function alsoInLedger(unit: Unit, days: readonly Day[]): Promise<Warning[]> {
  const { rows } = await sql<{ nr: number }>`
    select d.nr::int as nr
    from unnest(${days.map(day => day.variantId)}::uuid[], ${days.map(day => day.locationId)}::uuid[],
        ${days.map(day => day.date)}::date[])
      with ordinality as d (variant_id, location_id, date, nr)
    where exists (
      select
      from ledger_entries e where ${ofTenant('e')} and e.variant_id = d.variant_id and e.location_id = d.location_id
        and e.created_at >= d.date::timestamp at time zone ${ZONE}
        and e.created_at < (d.date + 1)::timestamp at time zone ${ZONE}
        and e.entry_type = 'order_fulfilled')
    order by d.nr limit ${WARNINGS_MAX}`.execute(unit.db);
  return rows.map(({ nr }) => {
    const { sku, date: sold, path } = days[nr - 1]!;
    const message = `The ledger has sales of ${sku} there on ${sold}, too: both count.`;
    return { code: 'also_in_ledger', message, field: `${path}.date` };
  });
}

/**
 * The rows with their variants, one per day: of several rows for a day, the last counts, and the others are warned of,
 * as they may be single sales that nobody has added up. Refuses every row with an unknown reference.
 */
async function daysOf(unit: Unit, rows: readonly DemandRow[]): Promise<{ days: Day[]; givenAgain: Warning[] }> {
  const now = await today(unit);
  const { rows: variants } = await sql<{
    id: string;
    sku: string;
  }>`select id, sku from variants
    where ${ofTenant('variants')} and id = any(${variantsWithSkus(...new Set(rows.map(each => each.sku)))})`.execute(
    unit.db,
  );
  const { rows: locations } = await sql<{
    id: string;
  }>`select id from locations
    where ${ofTenant('locations')} and id = any(${[...new Set(rows.map(each => each.locationId))]}::uuid[])`.execute(
    unit.db,
  );
  const bySku = new Map(variants.map(variant => [variant.sku, variant.id]));
  const known = new Set(locations.map(location => location.id));
  const problems: Problem[] = [];
  const days = new Map<string, Day>();
  const givenAgain: Warning[] = [];
  for (const [index, given] of rows.entries()) {
    const variantId = bySku.get(given.sku);
    if (!variantId) problems.push(referenceNotFound('variant', `rows[${index}].sku`));
    if (!known.has(given.locationId)) problems.push(referenceNotFound('location', `rows[${index}].locationId`));
    if (given.date > now)
      problems.push({ code: 'validation_failed', message: 'Must not be in the future.', field: `rows[${index}].date` });
    if (!variantId) continue;
    const key = `${variantId} ${given.locationId} ${given.date}`;
    const earlier = days.get(key);
    if (earlier && givenAgain.length < WARNINGS_MAX) {
      const message = `A later row has ${given.sku} there on ${given.date}, too, and only that one counts.`;
      givenAgain.push({ code: 'given_again', message, field: earlier.path });
    }
    days.set(key, { ...given, variantId, path: `rows[${index}]` });
  }
  refuseAll(problems);
  return { days: [...days.values()], givenAgain };
}
