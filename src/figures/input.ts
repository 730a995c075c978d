import { z } from 'zod';
import { date, plain, timestamp } from '../kernel/inputs.ts';
import { GROUPS } from './dimensions.ts';
import { condition } from './filters.ts';
import { MEASURES } from './measures.ts';

/* The input of a query. */

const ROWS_MAX = 10_000;
const ROWS_DEFAULT = 1000;

const range = z
  .strictObject({
    from: date().meta({ description: 'The first day.' }),
    to: date().meta({ description: 'The last day.' }),
  })
  .refine(({ from, to }) => from <= to, { message: '`from` must not be after `to`.', path: ['from'] });

const asOf = plain(40).refine(
  value => date().safeParse(value).success || timestamp().safeParse(value).success,
  'Must be a date such as 2026-03-15, or an RFC 3339 timestamp.',
);

/** An optional field; null means the same as leaving it out, because a saved query shows its absent fields as null. */
const unsaid = <T extends z.ZodType>(schema: T) =>
  schema
    .nullable()
    .optional()
    .transform((value): z.output<T> | undefined => value ?? undefined);

/** One of these names. A plain string in GraphQL too, so that it reads the same in rows and conditions. */
const oneOf = <Name extends string>(names: readonly Name[]) =>
  plain(60)
    .refine(given => names.includes(given as Name), {
      error: issue => `There is no ${String(issue.input)}; GET /reports/query/fields lists what there is.`,
    })
    .meta({ enum: names }) as never as z.ZodType<Name, Name>;

export const reportInput = z.strictObject({
  measures: z
    .array(oneOf(MEASURES))
    .min(1, 'Must name at least one measure.')
    .max(20, 'Must name at most 20 measures.')
    .meta({ description: 'The figures: see GET /reports/query/fields.' }),
  dimensions: z
    .array(oneOf(GROUPS))
    .max(4, 'Must name at most 4 dimensions.')
    .default([])
    .meta({ description: 'Dimensions to group rows by; without any there is a single row.' }),
  filters: z.array(condition).max(20, 'Must have at most 20 conditions.').default([]).meta({
    description: 'Conditions on dimensions and attributes, applied before anything is added up; all must hold.',
  }),
  having: z.array(condition).max(10, 'Must have at most 10 conditions.').default([]).meta({
    description: 'Conditions on measures, `<name>_before` and `<name>_change`, applied to the rows; all must hold.',
  }),
  from: unsaid(date()).meta({ description: 'The first day. Default: 30 days up to `to`.' }),
  to: unsaid(date()).meta({ description: 'The last day, included. Default: today.' }),
  asOf: unsaid(asOf).meta({
    description: 'The moment that measures such as on_hand are as of; a day means its end. Default: now.',
  }),
  compareTo: unsaid(z.union([z.enum(['previous_period', 'previous_year']), range])).meta({
    description:
      'What to compare with: previous_period, previous_year, or `{from, to}`. Each measure then has `<name>_before` and `<name>_change` too.',
  }),
  sort: unsaid(z.array(plain(80)).max(4, 'Must name at most 4 fields.')).meta({
    description: 'Fields to sort by, with a leading - for descending.',
  }),
  limit: z
    .int()
    .min(1, 'Must be at least 1.')
    .max(ROWS_MAX, `Must be at most ${ROWS_MAX}.`)
    .default(ROWS_DEFAULT)
    .meta({ description: `Maximum number of rows: 1 to ${ROWS_MAX}, default ${ROWS_DEFAULT}.` }),
});

export type ReportQuery = z.output<typeof reportInput>;

/** What a query needs to know about the organization's dates and ledger before it is planned. */
export interface ReportBasis {
  today: string;
  zone: string;
  currency: string;
  ledgerSince: string | null;
  /**
   * Whether the ledger has had costs and revenue from its first entry on; older ledgers have them only from some point
   * in time.
   */
  keepsCosts: boolean;
  importedFrom: string | null;
  importedTo: string | null;
}
