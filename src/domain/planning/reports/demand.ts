import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { days, id } from '../../../kernel/inputs.ts';
import { listQuery } from '../../../kernel/operation.ts';
import { paging } from '../../../kernel/page.ts';
import { readComposed } from '../../../store/rows.ts';
import { dailyDemand } from '../demand.ts';

const DAYS_DEFAULT = 90;

const DemandDay = z
  .object({
    date: z.iso.date().meta({ description: "The day, in the organization's time zone." }),
    quantity: z.number().meta({
      description:
        'Demand of that day: the sum of the other quantities. Without a location, moves between locations are left out.',
    }),
    sales: z.number().meta({ description: 'Quantity sold, gross of returns.' }),
    production: z.number().meta({ description: 'Quantity used by production.' }),
    transfers: z.number().meta({ description: 'Quantity sent to the locations that it supplies.' }),
    waste: z
      .number()
      .meta({ description: 'Quantity wasted, spread evenly over the days in proportion to the other demand.' }),
  })
  .meta({ id: 'DemandDay', description: 'The demand of one day.' });

export const listDemand = listQuery('listDemand', {
  area: 'reports',
  mayLag: true,
  mayTakeLong: true,
  summary:
    'Lists the days with demand, by kind of demand and including recorded demand history, latest first. Forecasts are based on these.',
  input: z.strictObject({
    variantId: id().optional().meta({ description: 'Only this variant.' }),
    locationId: id().optional().meta({ description: 'Demand at this location only.' }),
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
    const [quantity, transfers] = locationId ? [sql`quantity`, sql`transfers`] : [sql`leaving`, sql`0`];
    const exact = (figure: RawBuilder<unknown>) => sql`round(sum(${figure})::numeric, 4)`;
    const query = sql`
      select day as date, ${exact(quantity)} as quantity, ${exact(sql`sales`)} as sales,
        ${exact(sql`production`)} as production,
        ${exact(transfers)} as transfers, ${exact(sql`waste`)} as waste
      from (${dailyDemand(period, also)}) s group by day having sum(${quantity}) > 0`;
    return readComposed(db, query, sql`date desc`, page);
  },
});
