import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { payForResponse } from '../access/rate-limits.ts';
import { snake, snakeKeys } from '../kernel/case.ts';
import { type Problem, refuse, refuseAll } from '../kernel/errors.ts';
import { requireShallow } from '../kernel/json.ts';
import { addressedBy, type Caller, type Operation } from '../kernel/operation.ts';
import type { Page } from '../kernel/page.ts';
import { shapeOf } from '../kernel/shape.ts';
import { camelKeys } from '../kernel/spelling.ts';
import { versionOf } from '../kernel/version.ts';
import { Misspelt, type Row, shownProblems, shownWarnings, toSnake } from '../kernel/view.ts';
import { asRefusal } from '../store/database-errors.ts';
import { execute } from '../store/execute.ts';
import { ROW_LIMITS, ROWS_MAX, type Tool, type ToolArguments } from './tools.ts';

/** Runs the operation of a tool. A refusal is a result for the model to read: the same items as REST's. */
export async function call(
  tool: Tool,
  caller: Caller,
  input: ToolArguments,
  report: (error: unknown) => void,
): Promise<CallToolResult> {
  try {
    const answer = await run(tool, caller, input);
    const text = JSON.stringify(answer);
    await payForResponse(caller, text.length);
    return { content: [{ type: 'text', text }], structuredContent: answer };
  } catch (error) {
    const refusal = asRefusal(error, report);
    return { isError: true, content: [{ type: 'text', text: JSON.stringify({ errors: shownProblems(refusal) }) }] };
  }
}

async function run(
  { operation, fixed }: Tool,
  caller: Caller,
  given: ToolArguments,
): Promise<{ [name: string]: unknown }> {
  requireShallow(given);
  const { idempotency_key: key, if_version: version, ...said } = given;
  const isCommand = operation.kind === 'command';
  const problems: Problem[] = [];
  const raw = camelKeys(operation.input, said, problems);
  if (key !== undefined && !isCommand) problems.push(unknown('idempotency_key'));
  if (version !== undefined && !addressedBy(operation)) problems.push(unknown('if_version'));
  if (raw['page'] !== undefined) problems.push(unknown('page'));
  if (problems.length > 0) throw new Misspelt(problems);
  refuseAll([...keyProblems(key), ...versionProblems(version), ...fixedProblems(fixed, raw)]);
  const { answer } = await execute(
    operation,
    caller,
    { ...bounded(operation, raw), ...fixed },
    {
      present: (result, _isNew, warnings) =>
        operation.many
          ? listAnswer(operation, result as Page)
          : { ...answerOf(operation, result as Row), ...shownWarnings(warnings) },
      ...(isCommand &&
        key !== undefined && {
          idempotency: { key: String(key), scope: `tool ${operation.name} ${String(raw['id'] ?? '')}` },
        }),
      ...(version !== undefined && { ifVersion: version === '*' ? ('*' as const) : [String(version)] }),
    },
  );
  return answer;
}

const unknown = (field: string): Problem => ({ code: 'unknown_field', message: 'Unknown field.', field });

const keyProblems = (key: unknown): Problem[] =>
  key === undefined || (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key))
    ? []
    : [
        {
          code: 'validation_failed',
          message: 'An idempotency key must have 1 to 255 visible characters.',
          field: 'idempotencyKey',
        },
      ];

const versionProblems = (version: unknown): Problem[] =>
  version === undefined || typeof version === 'string'
    ? []
    : [{ code: 'validation_failed', message: 'Must be a string.', field: 'ifVersion' }];

/** A fixed input may be given, but only with its fixed value. */
const fixedProblems = (fixed: Tool['fixed'], raw: ToolArguments): Problem[] =>
  Object.entries(fixed)
    .filter(([field, value]) => raw[field] !== undefined && raw[field] !== value)
    .map(([field, value]) => ({
      code: 'validation_failed',
      message: `Must be ${String(value)} here, so that a person decides; /mcp/all accepts other values.`,
      field,
    }));

/** At most 50 rows in a result, whatever the other faces allow. */
function bounded(operation: Operation, raw: ToolArguments): ToolArguments {
  const name = ROW_LIMITS.find(
    each => (operation.many || operation.bare) && Object.hasOwn(operation.input.shape, each),
  );
  if (!name) return raw;
  const wanted = raw[name];
  if (typeof wanted === 'number' && wanted > ROWS_MAX)
    refuse('validation_failed', `Must be at most ${ROWS_MAX}.`, { field: name });
  if (wanted !== undefined) return raw;
  const usual = operation.input.shape[name]!.safeParse(undefined).data as unknown;
  return { ...raw, [name]: Math.min(ROWS_MAX, typeof usual === 'number' ? usual : ROWS_MAX) };
}

function listAnswer(operation: Operation, { rows, nextCursor, meta }: Page) {
  const spell = toSnake(shapeOf(operation.output));
  return {
    data: rows.map(spell),
    next_cursor: nextCursor,
    ...(meta && { meta: snakeKeys(meta) }),
  };
}

/** A resource is shown whole, however large; in a composed result each list shows its beginning, and says so. */
function answerOf(operation: Operation, row: Row) {
  const shape = shapeOf(operation.output);
  const data = toSnake(shape)(row);
  if (operation.bare) return data;
  if (shape.entity) return { data, version: versionOf(shape, row) };
  const long = shape.fields
    .filter(({ list }) => list)
    .map(({ name }) => snake(name))
    .filter(name => Array.isArray(data[name]) && data[name].length > ROWS_MAX);
  if (long.length === 0) return { data };
  const lists = long.map(name => [name, data[name] as unknown[]] as const);
  return {
    data: { ...data, ...Object.fromEntries(lists.map(([name, list]) => [name, list.slice(0, ROWS_MAX)])) },
    cut: Object.fromEntries(lists.map(([name, list]) => [name, list.length])),
  };
}
