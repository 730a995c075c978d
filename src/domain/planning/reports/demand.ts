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
    quantity: z.number().meta({ description: 'What was sold on it, gross of returns.' }),
  })
  .meta({ id: 'DemandDay', description: 'The demand of one day.' });

export const listDemand = listQuery('listDemand', {
  area: 'reports',
  summary:
    'Lists the days on which something was sold, recorded demand history included, the latest first: what forecasts learn from.',
  input: z.strictObject({
    variantId: id().optional().meta({ description: 'Only this variant.' }),
    locationId: id().optional().meta({ description: 'Only sales from this location.' }),
    days: days()
      .default(DAYS_DEFAULT)
      .meta({ description: 'How far to look back, today included: 1 to 365 days, 90 unless told.' }),
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
