import { traceBackward, traceForward } from '../domain/traces.ts';
import { pascal, snake } from '../kernel/case.ts';
import {
  described,
  type Json,
  jsonSchemaOf,
  problemSchema,
  reference,
  SCHEMAS_AT,
  warningsSchema,
} from '../kernel/json-schema.ts';
import { addressedBy, type Operation, scopesOf } from '../kernel/operation.ts';
import { type Shape, shapeOf } from '../kernel/shape.ts';

/*
 * The third face. Its table is GraphQL's, in snake_case: a tool is an operation with its name. An operation's summary
 * becomes the tool's description, its zod input the input schema, its shape the output schema.
 */

/** The tables from which tools take their names. */
export interface Tables {
  queries: { readonly [field: string]: Operation };
  reports: { readonly [field: string]: Operation };
  mutations: readonly Operation[];
}

/** One tool: its operation, the inputs that are fixed, and its description for clients. */
export interface Tool {
  operation: Operation;
  fixed: ToolArguments;
  definition: Definition;
}

interface Definition {
  name: string;
  title: string;
  description: string;
  inputSchema: ObjectSchema;
  outputSchema: ObjectSchema;
  annotations: {
    readOnlyHint: boolean;
    destructiveHint?: boolean;
    idempotentHint?: boolean;
    openWorldHint: boolean;
  };
}

/** The arguments of a tool call, or those of them that are fixed. */
export interface ToolArguments {
  readonly [field: string]: unknown;
}

/** Which operations are offered: those that are worth a model's context, or all of them. */
export type Profile = 'curated' | 'full';

/**
 * The tools of /mcp, and their fixed inputs: a purchase order is a draft, so that a person can still stop whatever a
 * model wrote.
 */
const CURATED: { readonly [tool: string]: ToolArguments } = {
  inventory_levels: {},
  inventory_availability: {},
  inventory_ledger: {},
  variants: {},
  variant: {},
  locations: {},
  suppliers: {},
  scan: {},
  order: {},
  orders: {},
  purchase_orders: {},
  stock_transfers: {},
  lots: {},
  trace_forward: {},
  trace_backward: {},
  recall_report: {},
  expiry_alerts: {},
  low_stock: {},
  fast_movers: {},
  stock_by_location: {},
  insights: {},
  forecasts: {},
  report: {},
  report_fields: {},
  ask_question: {},
  create_order: {},
  create_purchase_order: { status: 'draft' },
  create_stock_transfer: {},
  create_cycle_count: {},
};

/** The tools of a profile by name: all operations, or those that are worth a model's context. */
export function toolsOf(tables: Tables, profile: Profile): ReadonlyMap<string, Tool> {
  const named: [string, Operation][] = [
    // GraphQL has them inside a lot.
    ...Object.entries({ ...tables.queries, ...tables.reports, traceForward, traceBackward }),
    ...tables.mutations.map(operation => [operation.name, operation] as [string, Operation]),
  ];
  const all = named.map(([field, operation]) => [snake(field), operation] as const);
  if (profile === 'full') return new Map(all.map(([name, operation]) => [name, toolOf(name, operation, {})]));
  const byName = new Map(all);
  return new Map(
    Object.entries(CURATED).map(([name, fixed]) => [name, toolOf(name, byName.get(name) ?? missing(name), fixed)]),
  );
}

const missing = (name: string): never => {
  throw new Error(`mcp/tools.ts offers ${name}, which no operation is called.`);
};

/** The number of rows in a result: a model's context is expensive. */
export const ROWS_MAX = 50;
/** The inputs that limit the number of rows. */
export const ROW_LIMITS = ['perPage', 'limit'] as const;

function toolOf(name: string, operation: Operation, fixed: ToolArguments): Tool {
  const isRead = operation.kind === 'query';
  return {
    operation,
    fixed,
    definition: {
      name,
      title: titleOf(name),
      description: descriptionOf(operation, fixed),
      inputSchema: inputSchemaOf(operation, fixed),
      outputSchema: outputSchemaOf(operation),
      annotations: {
        readOnlyHint: isRead,
        ...(!isRead && {
          destructiveHint: !addsOnly(operation),
          idempotentHint: /^(update|delete)/.test(operation.name),
        }),
        openWorldHint: false,
      },
    },
  };
}

const titleOf = (name: string) => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** Whether it only creates something new: documents and records, but nothing that is booked at once. */
const addsOnly = ({ name }: Operation) =>
  /^(create|record)/.test(name) && !/^create(InventoryAdjustment|WasteRecord)/.test(name);

function descriptionOf(operation: Operation, fixed: ToolArguments): string {
  const { oneOf, all } = scopesOf(operation);
  const scopes = [oneOf.join(' or '), ...all].join(', ');
  const given = Object.entries(fixed).map(([field, value]) => ` Its ${snake(field)} is ${String(value)} here.`);
  const once = operation.kind === 'command' ? ' Send an idempotency_key: a repeat with it has no second effect.' : '';
  return `${operation.summary}${given.join('')}${once} Scope: ${scopes}.`;
}

// ---- schemas ----

interface ObjectSchema extends Json {
  type: 'object';
  properties: { [name: string]: Json };
}

function inputSchemaOf(operation: Operation, fixed: ToolArguments): ObjectSchema {
  const { input, kind } = operation;
  const json = described(jsonSchemaOf(input), input, shapeOf(operation.output)) as ObjectSchema;
  const { page: _, ...properties } = json.properties ?? {};
  for (const name of ROW_LIMITS.map(snake)) {
    const { default: usual = ROWS_MAX, ...limit } = properties[name] ?? {};
    if (properties[name])
      properties[name] = {
        ...limit,
        description: `Maximum number of rows: 1 to ${ROWS_MAX}.`,
        maximum: ROWS_MAX,
        default: Math.min(ROWS_MAX, Number(usual)),
      };
  }
  for (const [name, value] of Object.entries(fixed)) {
    const { default: _usual, ...rest } = properties[snake(name)] ?? {};
    properties[snake(name)] = { ...rest, enum: [value], default: value };
  }
  if (kind === 'command') properties['idempotency_key'] = IDEMPOTENCY_KEY;
  if (addressedBy(operation)) properties['if_version'] = IF_VERSION;
  return {
    type: 'object',
    properties,
    ...(json['required'] ? { required: json['required'] } : {}),
    additionalProperties: false,
  };
}

const IDEMPOTENCY_KEY: Json = {
  type: 'string',
  minLength: 1,
  maxLength: 255,
  description:
    'A string unique to this one write, made up by you: a repeat within 24 hours gets the first response and changes nothing.',
};

const IF_VERSION: Json = {
  type: 'string',
  description: 'Writes only if the record still has this `version`, taken from an earlier result; `*` matches any.',
};

/** A list returns `data` and `next_cursor`, anything else `data`. A shortened result says so. */
function outputSchemaOf(operation: Operation): ObjectSchema {
  const shape = shapeOf(operation.output);
  const schemas = new Map<string, Json>();
  const one = reference(shape, schemas);
  if (holdsProblem(shape, new Set())) schemas.set('Problem', problemSchema());
  if (operation.bare) return defined(one, schemas);
  const data = operation.many
    ? {
        data: { type: 'array', items: one },
        next_cursor: {
          type: ['string', 'null'],
          description: 'Send it as `cursor`, with the same arguments, for the next page; null at the end.',
        },
        meta: { type: 'object', description: 'Further properties of the list.' },
      }
    : {
        data: one,
        version: {
          type: 'string',
          description: 'Send it as `if_version` to write only if nobody else has written in the meantime.',
        },
        cut: {
          type: 'object',
          description: `Lists that were cut to their first ${ROWS_MAX} rows, and how many rows each has.`,
          additionalProperties: { type: 'integer' },
        },
        ...(operation.warns && { warnings: warningsSchema(operation.warns) }),
      };
  const required = operation.many ? ['data', 'next_cursor'] : ['data'];
  return defined({ properties: data, required }, schemas);
}

/** A schema of an object, with those that it refers to. */
function defined(schema: Json, schemas: ReadonlyMap<string, Json>): ObjectSchema {
  const whole = {
    type: 'object' as const,
    ...schema,
    $defs: Object.fromEntries([...schemas].map(([name, each]) => [pascal(name), each])),
  };
  return JSON.parse(JSON.stringify(whole).replaceAll(SCHEMAS_AT, '#/$defs/')) as ObjectSchema;
}

const holdsProblem = (shape: Shape, seen: Set<Shape>): boolean =>
  !seen.has(shape) &&
  seen.add(shape) &&
  shape.fields.some(
    field => field.kind === 'problem' || (field.kind === 'object' && holdsProblem(field.shape!(), seen)),
  );
