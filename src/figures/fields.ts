import { z } from 'zod';
import { AREAS } from '../kernel/areas.ts';
import { MODULES, query } from '../kernel/operation.ts';
import { attributes, dimensions, doorOf, type Field, GROUPS, times } from './dimensions.ts';
import { OPERATORS } from './filters.ts';
import { MEASURES, measures } from './measures.ts';
import { has } from './plan.ts';

const naming = {
  name: z.string().meta({ description: 'Its name in a query.' }),
  description: z.string().meta({ description: 'What it means.' }),
};

const area = z
  .enum([...AREAS])
  .meta({ id: 'MeasureArea', description: 'The area that a key must be allowed to read.' });
const module = z.enum([...MODULES]).meta({ id: 'MeasureFieldModule', description: 'The module that it needs.' });

const MeasureField = z
  .object({
    ...naming,
    unit: z.enum(['units', 'orders', 'money', 'rate', 'days']).meta({
      id: 'MeasureUnit',
      description:
        "Its unit: units, orders (a number of documents or of SKUs), money in the organization's currency, a fraction of 1, or days.",
    }),
    kind: z
      .enum(['period', 'instant'])
      .meta({ id: 'MeasureKind', description: 'Whether it covers a period or describes a moment.' }),
    onlyNow: z
      .boolean()
      .meta({ description: 'Whether only its present value is known, so that `as_of` cannot be used.' }),
    area,
    module: module.nullable().meta({ description: 'The module that it needs.' }),
    dimensions: z.array(z.string()).meta({ description: 'Dimensions it can be grouped by.' }),
    attributes: z.array(z.string()).meta({ description: 'Other fields that it can be filtered by.' }),
  })
  .meta({ id: 'MeasureField', description: 'A figure that a query can request.' });

const DimensionField = z
  .object({
    ...naming,
    type: z.string().meta({ description: 'text, number, boolean, date, timestamp, or time for a unit of time.' }),
    values: z.array(z.string()).nullable().meta({ description: 'Every possible value, if there are only a few.' }),
    area: area.nullable().meta({
      description: 'The area that a key must also be allowed to read; null if the area of the measure is enough.',
    }),
    module: module.nullable().meta({ description: 'The module that it needs.' }),
  })
  .meta({ id: 'DimensionField', description: 'A field that figures are grouped or filtered by.' });

const Operator = z.object(naming).meta({ id: 'QueryOperatorField', description: 'An operator.' });

const Fields = z
  .object({
    measures: z.array(MeasureField).meta({ description: 'The figures.' }),
    dimensions: z.array(DimensionField).meta({ description: 'Fields to group rows by, or to filter by.' }),
    attributes: z.array(DimensionField).meta({ description: 'Other fields to filter by.' }),
    operators: z.array(Operator).meta({ description: 'Operators for `filters` and `having`.' }),
  })
  .meta({ id: 'ReportFields', description: 'Every measure, field and operator that a query may use.' });

const shown = (name: string, { description, type, values }: Field) => ({
  name,
  description,
  type,
  values: values ?? null,
  area: null,
  module: null,
  ...doorOf(name),
});
const shownAll = (fields: { readonly [name: string]: Field }) =>
  Object.entries(fields).map(([name, field]) => shown(name, field));

export const reportFields = query('reportFields', {
  area: 'reports',
  summary: 'Lists what a report query may use: measures, dimensions, attributes and operators, each with its meaning.',
  input: z.strictObject({}),
  output: Fields,
  async run() {
    return {
      measures: MEASURES.map(name => {
        const { description, unit, kind, area, module, onlyNow } = { onlyNow: false, module: null, ...measures[name] };
        return {
          name,
          description,
          unit,
          kind,
          onlyNow,
          area,
          module,
          dimensions: GROUPS.filter(group => has(name, group)),
          attributes: Object.keys(attributes).filter(attribute => has(name, attribute)),
        };
      }),
      dimensions: [
        ...shownAll(dimensions),
        ...Object.entries(times).map(([name, description]) => ({
          name,
          description,
          type: 'time',
          values: null,
          area: null,
          module: null,
        })),
      ],
      attributes: shownAll(attributes),
      operators: Object.entries(OPERATORS).map(([name, description]) => ({ name, description })),
    };
  },
});
