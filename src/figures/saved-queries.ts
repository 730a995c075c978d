import { defineEntity, p } from '@mikro-orm/core';
import { z } from 'zod';
import { Refusal, refuseAll } from '../kernel/errors.ts';
import { byId, changes, name, note, target } from '../kernel/inputs.ts';
import { type Caller, command } from '../kernel/operation.ts';
import { CompositeType } from '../kernel/shape.ts';
import type { Unit } from '../kernel/unit.ts';
import { createdSince, equals, getOf, listOf } from '../store/list.ts';
import { create, lockById, remove, TenantRecord } from '../store/record.ts';
import { type ReportQuery, reportInput } from './input.ts';
import { authorizeReport, planOf } from './plan.ts';
import { knownOf } from './query.ts';

/* Queries that an organization has saved under a name: docs/api.md, "Saved queries". */

const Condition = z
  .object({
    field: z.string().meta({ description: 'The field.' }),
    op: z.string().meta({ description: 'The operator.' }),
    value: z.unknown().meta({ description: 'The value.' }),
  })
  .meta({ id: 'SavedQueryCondition', description: 'A condition of a saved query.' });

/** A query as it is stored and returned: absent fields are null, which the query also accepts. */
const KeptQuery = z
  .object({
    measures: z.array(z.string()).meta({ description: 'The figures.' }),
    dimensions: z.array(z.string()).meta({ description: 'Dimensions that rows are grouped by.' }),
    filters: z.array(Condition).meta({ description: 'Conditions applied before anything is added up.' }),
    having: z.array(Condition).meta({ description: 'Conditions applied to the rows.' }),
    from: z.iso.date().nullable().meta({ description: 'The first day; null: 30 days up to the last.' }),
    to: z.iso.date().nullable().meta({ description: 'The last day; null: the day on which it is run.' }),
    asOf: z
      .string()
      .nullable()
      .meta({ description: 'The day or moment that measures such as on_hand are as of; null: now.' }),
    compareTo: z.unknown().nullable().meta({ description: 'What to compare with, if anything.' }),
    sort: z.array(z.string()).nullable().meta({ description: 'Fields to sort by, with a leading - for descending.' }),
    limit: z.int().meta({ description: 'Maximum number of rows.' }),
  })
  .meta({ id: 'SavedReportQuery', description: 'The report query, as `POST /reports/query` takes it.' });
type KeptQuery = z.output<typeof KeptQuery>;

const SavedQuerySchema = defineEntity({
  name: 'SavedQuery',
  tableName: 'saved_queries',
  extends: TenantRecord,
  comment: 'A report query that is saved under a name.',
  uniques: [{ properties: ['organizationId', 'name'] }],
  properties: {
    name: p.string().length(200).comment('Name, unique in the organization.'),
    description: p.text().nullable().comment('What it is for.'),
    query: p.type(new CompositeType(KeptQuery)).$type<KeptQuery>().comment('The report query.'),
  },
});
export class SavedQuery extends SavedQuerySchema.class {}
SavedQuerySchema.setClass(SavedQuery);

const input = z.strictObject({
  name: name(),
  description: note().nullable().optional(),
  query: reportInput.meta({
    id: 'ReportQuery',
    description: 'The query, as `POST /reports/query` takes it.',
  }),
});

/** The query to save. Refuses one that makes no sense, or that the caller may not run. */
async function meaningful(unit: Unit, query: ReportQuery, caller: Caller): Promise<KeptQuery> {
  authorizeReport(query, caller);
  const known = await knownOf(unit.db);
  try {
    planOf(query, known);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refuseAll(error.problems.map(problem => ({ ...problem, field: `query.${problem.field}` })));
  }
  const { from = null, to = null, asOf = null, compareTo = null, sort = null, ...rest } = query;
  return { ...rest, from, to, asOf, compareTo, sort };
}

export const listSavedQueries = listOf('listSavedQueries', {
  area: 'reports',
  of: SavedQuery,
  summary: 'Lists the saved report queries.',
  filters: { name: equals('name', name()), createdSince },
});

export const getSavedQuery = getOf('getSavedQuery', { area: 'reports', of: SavedQuery });

export const createSavedQuery = command('createSavedQuery', {
  area: 'reports',
  summary: 'Saves a report query under a name.',
  refuses: ['already_exists'],
  input,
  output: SavedQuery,
  run: async (unit, { query, ...given }, caller) =>
    create(unit, SavedQuery, { ...given, query: await meaningful(unit, query, caller) }),
});

export const updateSavedQuery = command('updateSavedQuery', {
  area: 'reports',
  summary: 'Renames or changes a saved report query.',
  refuses: ['already_exists'],
  input: changes(input).extend({ id: target() }),
  output: SavedQuery,
  async run(unit, { id, query, ...given }, caller) {
    const saved = await lockById(unit, SavedQuery, id);
    const changed = query && { query: await meaningful(unit, query, caller) };
    return unit.em.assign(saved, { ...given, ...changed });
  },
});

export const deleteSavedQuery = command('deleteSavedQuery', {
  area: 'reports',
  summary: 'Removes a saved report query.',
  input: byId(),
  output: SavedQuery,
  run: async (unit, { id }) => remove(unit, await lockById(unit, SavedQuery, id)),
});
