import { z } from 'zod';
import type { Area } from './areas.ts';
import { PROBLEMS_MAX, type Problem, type ProblemCode, Refusal, refuse, refuseAll } from './errors.ts';
import type { Page } from './page.ts';
import { bare, defOf, type Output, shapeOf } from './shape.ts';
import type { Database, Db, RecordClass, Unit, Wants } from './unit.ts';
import type { Row } from './view.ts';
import type { WarningCode } from './warnings.ts';

export const MODULES = ['manufacturing', 'traceability'] as const;
export type Module = (typeof MODULES)[number];

export type Scope = 'read' | 'write' | 'admin' | `${Area}:read` | `${Area}:write`;
/** The scopes that an operation may require; the plain `read` and `write` of a key stand for all areas. */
export type NeededScope = 'admin' | `${Area}:read` | `${Area}:write`;

/**
 * Settings of the serving process that operations use. A room that needs more adds it here: see
 * questions/answering/model.ts.
 */
export interface Environment {
  /** WEBHOOK_ALLOW_PRIVATE_NETWORKS. */
  allowPrivateNetworks?: boolean;
  /** The address of the web app for an organization. */
  urlOf?(slug: string): string;
}

/** Preferences of a person, wherever they are a member; null if not set. */
export interface OwnSettings {
  language: string | null;
  scheme: string | null;
}

/** The person who is signed in, independent of any organization. */
export interface SignedIn {
  read(): Promise<OwnSettings & { name: string; email: string; organizations: { slug: string; name: string }[] }>;
  /**
   * Changes the given settings. Not part of a transaction, so everything that may be refused must be refused before.
   */
  change(settings: { [Setting in keyof OwnSettings]?: OwnSettings[Setting] | undefined }): Promise<void>;
}

/** Who is calling, and for which organization. */
export interface Caller {
  organizationId: string;
  /** Their name, as the ledger shows it, and their id: see `Unit`. */
  actor: string;
  actorId?: string | undefined;
  scopes: ReadonlySet<Scope>;
  modules: ReadonlySet<Module>;
  /** Set if the caller is a person, not a key. */
  person?: SignedIn;
  database: Database;
  /** Charges request points for work whose size is known only afterwards. Refuses `rate_limited`. */
  charge?(points: number): Promise<void>;
  environment?: Environment;
}

/** The context of a query. */
export interface Reading {
  db: Db;
  organizationId: string;
  caller: Caller;
  wants: Wants;
  /** Whether `db` is a snapshot, whose time is stated with what is read: nothing of another time may be in it. */
  isSnapshot?: true;
}

export interface Deprecation {
  /** Days, such as 2027-01-31. */
  since: string;
  sunset: string;
  instead: string;
}

interface Declaration<Input extends z.ZodObject> {
  /** With several areas, the scope of one of them is enough, and the caller sees only that area's records. */
  area: Area | 'admin' | readonly Area[];
  module?: Module;
  /** One sentence that says what it does. Shown in both references. */
  summary: string;
  /** Codes of its own refusals, in addition to those of every operation of its kind. Shown in the REST reference. */
  refuses?: readonly ProblemCode[];
  /** Codes of the warnings that its response may carry. */
  warns?: readonly WarningCode[];
  /** Marks it as deprecated: since when, until when it is served, and what to use instead. docs/compatibility.md */
  deprecated?: Deprecation;
  /**
   * For records that belong to the caller alone: the read scope of the area suffices, and the operation checks
   * anything else itself. Its idempotency keys are the caller's own too.
   */
  isOwn?: true;
  /** Further scopes that it requires, because of what it lets others do. */
  alsoNeeds?: readonly NeededScope[];
  input: Input;
  output: Output;
  /** The resource that its id addresses, if that is not the one it returns. */
  addresses?: RecordClass;
  /** Locks the addressed record, if other rows must be locked before it. */
  lock?(unit: Unit, id: string | undefined): Promise<unknown>;
  /**
   * Takes a body that is not JSON as a field of the input, next to the URL's parameters: its media types, and the
   * field that names the format, if there is one. Binary content becomes base64.
   */
  accepts?: { field: string; format?: string; types: { readonly [type: string]: string }; isBinary?: true };
  /** Responds before the work is done: 202, with where to look. */
  isAccepted?: boolean;
  /**
   * A query whose result may be some seconds old, so that it may be read from a replica: docs/operations.md, "A
   * replica for reports".
   */
  mayLag?: true;
  /**
   * A query that sums up what an organization has, which may take longer than a request: then it goes on beside it, and
   * its result is kept. It may depend on nothing but the organization, the input, and what is wanted.
   */
  mayTakeLong?: true;
  /** A report: its result has a `data` of its own, all its rows, and is not wrapped in another. */
  bare?: true;
  /** GraphQL's name for its whole input, if that is a single argument. */
  argument?: string;
  /**
   * Refuses what can be checked from the request, the environment and the caller's rights, without looking anything
   * up. Like a refused input, it uses up no idempotency key.
   */
  check?(input: z.output<Input>, environment: Environment, caller: Caller): void | Promise<void>;
  /** The largest request body, if it may be larger than usual: docs/api.md, "Limits". */
  bodyBytesMax?: number;
}

/** The columns of a sheet, and the cells of a row; `spreadsheet` guards what would be read as a formula. */
export interface SheetForm {
  columns: readonly string[];
  cells(row: Row, spreadsheet: boolean): readonly string[];
}

/** One thing that the service can do. Declared once, served by REST and by GraphQL. */
export interface Operation<Input extends z.ZodObject = z.ZodObject> extends Declaration<Input> {
  name: string;
  kind: 'command' | 'query';
  /** Whether it returns a page of rows. */
  many: boolean;
  /** For a list: that it has no pages. */
  whole?: boolean;
  sharesTransaction?(input: z.output<Input>): string | null | undefined;
  sheet?(reading: Reading, input: z.output<Input>): Promise<SheetForm>;
  run(context: Unit & Reading, input: z.output<Input>, caller: Caller): Promise<unknown>;
}

export interface Command<Input extends z.ZodObject> extends Declaration<Input> {
  /**
   * Commands of this kind may share one transaction when many arrive at once (group commit). Returns what the command
   * is about: two about the same thing never share a transaction, and null makes it run alone. Between its last
   * meeting point and its end such a command must not await I/O, and its result must not depend on other members.
   */
  sharesTransaction?(input: z.output<Input>): string | null | undefined;
  run(unit: Unit, input: z.output<Input>, caller: Caller): Promise<object>;
}

export interface Query<Input extends z.ZodObject> extends Declaration<Input> {
  run(reading: Reading, input: z.output<Input>): Promise<object>;
}

export interface ListQuery<Input extends z.ZodObject> extends Declaration<Input> {
  /** Returns all its rows at once: it has no pages. */
  whole?: boolean;
  run(reading: Reading, input: z.output<Input>): Promise<Page>;
  /** How its rows are written as a sheet, if not with one column per field. */
  sheet?(reading: Reading, input: z.output<Input>): Promise<SheetForm>;
}

/** Whether it is also served as a file: docs/api.md, "Exports". */
export const isExported = ({ many, whole, bare: isReport }: Operation): boolean =>
  (many && !whole) || isReport === true;

/** The resource that a command changes, if it is a single one: the subject of a conditional write. */
export function addressedBy({ kind, input, output, addresses }: Operation): RecordClass | undefined {
  if (kind === 'query') return undefined;
  return addresses ?? ('id' in input.shape ? shapeOf(output).entity : undefined);
}

/** Changes something: loads with locks, decides, and returns what changed. It never flushes, commits or forks. */
export const command = <Input extends z.ZodObject>(name: string, declared: Command<Input>): Operation =>
  operation(name, 'command', false, declared);
/** Returns one resource or composed result. */
export const query = <Input extends z.ZodObject>(name: string, declared: Query<Input>): Operation =>
  operation(name, 'query', false, declared);
/** Returns a page of rows. */
export const listQuery = <Input extends z.ZodObject>(name: string, declared: ListQuery<Input>): Operation =>
  operation(name, 'query', true, declared);

function operation<Input extends z.ZodObject>(
  name: string,
  kind: Operation['kind'],
  many: boolean,
  declared: Command<Input> | Query<Input> | ListQuery<Input>,
): Operation {
  return { ...declared, name, kind, many } as never as Operation;
}

type Gate = Pick<Operation, 'area' | 'kind' | 'isOwn' | 'alsoNeeds'>;
/** What decides who may use an operation. */
export type GuardedOperation = Gate & Pick<Operation, 'module'>;

/** The scopes that a caller needs: one of `oneOf`, and all of `all`. */
export function scopesOf({ area, kind, isOwn, alsoNeeds = [] }: Gate): {
  oneOf: readonly NeededScope[];
  all: readonly NeededScope[];
} {
  if (area === 'admin') return { oneOf: ['admin'], all: alsoNeeds };
  const areas = typeof area === 'string' ? [area] : area;
  const need = kind === 'query' || isOwn ? 'read' : 'write';
  return { oneOf: areas.map(each => `${each}:${need}` as const), all: alsoNeeds };
}

/**
 * Refuses a caller whose key lacks a scope, or else whose organization lacks the module, before any look-up and
 * validation.
 */
export function authorize(operation: GuardedOperation, caller: Caller): void {
  const { oneOf, all } = scopesOf(operation);
  if (!oneOf.some(scope => allows(caller.scopes, scope)))
    refuse('insufficient_scope', `This key lacks the scope ${oneOf.join(' or ')}.`, {
      details: { scope: oneOf.join(' or ') },
    });
  requireScopes(all, caller);
  if (operation.module && !caller.modules.has(operation.module)) {
    refuse('module_not_enabled', `The ${operation.module} module is not enabled for this organization.`, {
      details: { module: operation.module },
    });
  }
}

/** Whether `authorize` lets the caller in. */
export function mayUse(operation: GuardedOperation, { scopes, modules }: Pick<Caller, 'scopes' | 'modules'>): boolean {
  const { oneOf, all } = scopesOf(operation);
  return (
    oneOf.some(scope => allows(scopes, scope)) &&
    all.every(scope => allows(scopes, scope)) &&
    (operation.module === undefined || modules.has(operation.module))
  );
}

/** Refuses a caller whose key lacks one of the scopes. */
export function requireScopes(needed: Iterable<NeededScope>, { scopes }: Pick<Caller, 'scopes'>): void {
  for (const scope of needed)
    if (!allows(scopes, scope))
      refuse('insufficient_scope', `This key lacks the scope ${scope}.`, { details: { scope } });
}

/** A caller's scopes, which note what they were asked for and allowed. */
export class NotedScopes extends Set<Scope> {
  readonly needed = new Set<NeededScope>();
}

/** `admin` implies everything, `write` implies `read`, and each covers every area. */
export function allows(scopes: ReadonlySet<Scope>, need: NeededScope): boolean {
  const allowed = isAllowed(scopes, need);
  if (allowed && scopes instanceof NotedScopes) scopes.needed.add(need);
  return allowed;
}

function isAllowed(scopes: ReadonlySet<Scope>, need: NeededScope): boolean {
  if (scopes.has('admin')) return true;
  if (need === 'admin') return false;
  const [area, kind] = need.split(':') as [Area, 'read' | 'write'];
  if (scopes.has('write') || scopes.has(`${area}:write`)) return true;
  return kind === 'read' && (scopes.has('read') || scopes.has(`${area}:read`));
}

/** Parses raw input by its declaration; refuses with all problems at once. */
export function parse<Input extends z.ZodObject>(schema: Input, raw: unknown): z.output<Input> {
  refuseAll(unfit(schema, raw));
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issues = oncePerValue(parsed.error.issues);
  const found = issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 1), 0);
  throw new Refusal(issues.slice(0, PROBLEMS_MAX).flatMap(problemsOf), found);
}

/**
 * Text or a number with several faults has one problem, its first: a malformed date is in no year. Rules across fields,
 * and those of lists, see an object, and are told as well.
 */
function oncePerValue(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const seen = new Set<string>();
  return issues.filter(({ input, path }) => {
    if (input !== null && typeof input === 'object' && !(input instanceof Date)) return true;
    const at = pathOf(path);
    return !seen.has(at) && seen.add(at);
  });
}

/**
 * Checks that come before all others: lists that are too long, because validating a hundred thousand wrong items
 * would take seconds, and the name `__proto__` in free JSON, which JavaScript objects silently lose.
 */
export function unfit(schema: z.ZodType, given: unknown, path = ''): Problem[] {
  if (given === null || typeof given !== 'object') return [];
  const declared = bare(schema);
  const { type, element } = defOf(declared);
  if (type === 'record') return namesLost(given, path);
  if (type === 'array') {
    const items: unknown[] = Array.isArray(given) ? given : Object.values(given);
    const max = longestOf(declared);
    if (items.length > max)
      return [{ code: 'validation_failed', message: `Must have at most ${max} items.`, field: path }];
    return items.flatMap((item, index) => unfit(element!, item, `${path}[${index}]`));
  }
  if (!(declared instanceof z.ZodObject)) return [];
  return Object.entries(given).flatMap(([name, inner]) =>
    inner !== null && typeof inner === 'object' && Object.hasOwn(declared.shape, name)
      ? unfit(declared.shape[name] as z.ZodType, inner, path ? `${path}.${name}` : name)
      : [],
  );
}

/** The maximum number of items of a list. */
export const longestOf = (list: z.ZodType): number =>
  Math.min(
    ...(list._zod.def.checks ?? []).map(({ _zod: { def } }) =>
      def.check === 'max_length' ? (def as z.core.$ZodCheckMaxLengthDef).maximum : Number.POSITIVE_INFINITY,
    ),
  );

function namesLost(given: unknown, path: string): Problem[] {
  if (given === null || typeof given !== 'object') return [];
  if (Array.isArray(given)) return given.flatMap((item, index) => namesLost(item, `${path}[${index}]`));
  return Object.entries(given).flatMap(([name, inner]): Problem[] =>
    name === '__proto__'
      ? [{ code: 'validation_failed', message: '`__proto__` cannot be a name in JSON here.', field: `${path}.${name}` }]
      : namesLost(inner, `${path}.${name}`),
  );
}

function problemsOf(issue: z.core.$ZodIssue): Problem[] {
  const field = pathOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, PROBLEMS_MAX).map(key => ({
      code: 'unknown_field',
      message: 'Unknown field.',
      field: field ? `${field}.${key}` : key,
    }));
  }
  if (issue.code === 'invalid_type' && issue.input === undefined)
    return [{ code: 'validation_failed', message: 'Is required.', field }];
  const params = (issue.code === 'custom' && (issue.params as Partial<Problem> | undefined)) || {};
  return [
    {
      code: params.code ?? 'validation_failed',
      message: inOwnWords(issue),
      ...(field !== '' && { field }),
      ...(params.details && { details: params.details }),
    },
  ];
}

/** What the validator calls a type, as a message says it. */
const TYPES: { readonly [type: string]: string } = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
};

/** The message of a rule, or what replaces the validator's own. */
function inOwnWords(issue: z.core.$ZodIssue): string {
  if (/^Invalid /.test(issue.message)) {
    if (issue.code === 'invalid_value')
      return `Must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}.`;
    if (issue.code === 'invalid_type' && TYPES[issue.expected]) return `Must be ${TYPES[issue.expected]}.`;
  }
  return sentence(issue.message);
}

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);

/** `['items', 0, 'quantity']` as `items[0].quantity`. */
export function pathOf(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${String(step)}` : String(step)),
    '',
  );
}
