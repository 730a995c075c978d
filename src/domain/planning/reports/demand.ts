import { sql } from 'kysely';
import { z } from 'zod';
import { days, id } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { paging } from '../../../kernel/page.ts';
import { readComposed } from '../../../store/rows.ts';
import { sales } from '../demand.ts';

const DAYS_DEFAULT = 90;

const DemandDay = z
  .object({
    date: z.iso.date().meta({ description: "The day, in the organization's time zone." }),
    quantity: z.number().meta({ description: 'Quantity sold that day, gross of returns.' }),
  })
  .meta({ id: 'DemandDay', description: 'The demand of one day.' });

export const listDemand = listQuery('listDemand', {
  area: 'reports',
  summary: 'Lists the days with sales, recorded demand history included, latest first. Forecasts learn from these.',
  input: z.strictObject({
    variantId: id().optional().meta({ description: 'Only this variant.' }),
    locationId: id().optional().meta({ description: 'Sales at this location only.' }),
    days: days()
      .default(DAYS_DEFAULT)
      .meta({ description: 'Days to look back, today included: 1 to 365, default 90.' }),
    ...paging,
  }),
  output: DemandDay,
  run({ db }, { variantId, locationId, days: period, ...page }) {
    const also = [
      ...(variantId ? [sql`s.variant_id = ${variantId}`] : []),
      ...(locationId ? [sql`s.location_id = ${locationId}`] : []),
    ];
    const query = sql`select day as date, sum(quantity) as quantity from (${sales(period, also)}) s group by day`;
    return readComposed(db, query, sql`date desc`, page);
  },
});
