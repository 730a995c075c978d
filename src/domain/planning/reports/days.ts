import { type RawBuilder, sql } from 'kysely';
import { ofTenant } from '../../../store/tenant.ts';

/* Which day it is, and which day something happened on, is decided by the organization's time zone. */

export const ZONE: RawBuilder<string> = sql`(select o.time_zone from organizations o where ${ofTenant('o', 'id')})`;

export const TODAY: RawBuilder<string> = sql`(now() at time zone ${ZONE})::date`;

/** The day of a moment. */
export const dayOf = (moment: RawBuilder<unknown>): RawBuilder<string> => sql`(${moment} at time zone ${ZONE})::date`;

/** The moment at which the last `days` days began, today included. */
export const sinceDays = (days: number): RawBuilder<unknown> =>
  sql`(select (${TODAY} - ${days - 1}::int)::timestamp at time zone ${ZONE})`;
