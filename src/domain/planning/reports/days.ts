import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import { refuse } from '../../../kernel/errors.ts';
import { date, timestamp } from '../../../kernel/inputs.ts';
import type { Db } from '../../../kernel/unit.ts';
import { ofTenant } from '../../../store/tenant.ts';

/*
 * The current day, and the day on which something happened, depend on the organization's time zone.
 */

export const ZONE: RawBuilder<string> = sql`(select o.time_zone from organizations o where ${ofTenant('o', 'id')})`;

export const TODAY: RawBuilder<string> = sql`(now() at time zone ${ZONE})::date`;

/** The day of a moment. */
export const dayOf = (moment: RawBuilder<unknown>): RawBuilder<string> => sql`(${moment} at time zone ${ZONE})::date`;

/** The moment at which the last `days` days began, today included. */
export const sinceDays = (days: number): RawBuilder<unknown> =>
  sql`(select (${TODAY} - ${days - 1}::int)::timestamp at time zone ${ZONE})`;

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** A moment, or a day of the organization: both are given as text. */
const instantOrDay = () =>
  z
    .string()
    .refine(
      text => (isDay(text) ? date() : timestamp()).safeParse(text).success,
      'Must be a date such as 2026-03-15, or an RFC 3339 timestamp.',
    );

/** The period of a report. Its default start is 30 days before its end, its default end is now. */
export const period = {
  from: instantOrDay().optional().meta({
    description: 'Start of the period: an instant, or a day. Default: 30 days before its end.',
  }),
  to: instantOrDay().optional().meta({
    description: 'End of the period: an instant, which is excluded, or a day, which is included. Default: now.',
  }),
};

interface Period {
  from: Date;
  to: Date;
}

/**
 * The two ends of a period, by the database's clock and the organization's time zone. Refuses one that ends before it
 * begins.
 */
export async function periodOf(
  db: Db,
  { from, to }: { from?: string | undefined; to?: string | undefined },
): Promise<Period> {
  const moment = (text: string | undefined, days: number) =>
    text === undefined
      ? sql`null::timestamptz`
      : isDay(text)
        ? sql`((${text}::date + ${days}::int)::timestamp at time zone ${ZONE})`
        : sql`${text}::timestamptz`;
  // A period without an end may be given as one to the end of the calendar, which is elsewhere a day later.
  const { rows } = await sql<{ begins: string; ends: string }>`
    select greatest(coalesce(${moment(from, 0)}, p.ends - interval '30 days'), '0001-01-01Z') as begins, p.ends
    from (select least(coalesce(${moment(to, 1)}, now()), '9999-12-31T23:59:59.999Z') as ends) p`.execute(db);
  const [begins, ends] = [new Date(rows[0]!.begins), new Date(rows[0]!.ends)];
  if (ends < begins || (to && isDay(to) && ends <= begins))
    refuse('validation_failed', 'Must not be before from.', { field: 'to' });
  return { from: begins, to: ends };
}
