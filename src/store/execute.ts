import { guarded } from '../kernel/columns.ts';
import { refuse, refuseAll } from '../kernel/errors.ts';
import {
  addressedBy,
  authorize,
  type Caller,
  NotedScopes,
  type Operation,
  parse,
  type Reading,
  type SheetForm,
} from '../kernel/operation.ts';
import { nameOfList, openCursor, type Page, withNamedCursors } from '../kernel/page.ts';
import { hasSecret, shapeOf } from '../kernel/shape.ts';
import {
  type Db,
  EVERYTHING,
  type LaggingResult,
  type RecordClass,
  type Snapshot,
  type Unit,
  type Wants,
} from '../kernel/unit.ts';
import { type ExpectedVersion, versionOf } from '../kernel/version.ts';
import { present, type Row } from '../kernel/view.ts';
import { type Warning, warningsOf } from '../kernel/warnings.ts';
import { computedBeside } from './beside.ts';
import { type KeyedAnswer, once } from './idempotency.ts';
import { inWords, isNew, isUuid, lockById, notFoundUnless } from './record.ts';
import { readById } from './rows.ts';
import { isTraced, traced } from './tracing.ts';

/** Options of a face: what it needs of the result, and what else it knows about the request. */
export interface FaceOptions<Answer> {
  present(result: Row | Page, isNew: boolean, warnings: readonly Warning[]): Answer;
  /**
   * Default: everything; for a list read by cursor everything but the total, as counting a million rows costs more
   * than the page.
   */
  wants?: Wants;
  /** The client's key for this write, with the method and path (or mutation and id) that it belongs to. */
  idempotency?: { key: string; scope: string };
  /** The version that the addressed resource must have. */
  ifVersion?: ExpectedVersion;
  /** Writes that the caller needs in the same transaction, before the work. An error there rolls back everything. */
  alongside?(unit: Unit): Promise<void>;
}

/**
 * The only way into the domain. A command is one transaction: the claim of its idempotency key, the work, its events
 * and the response for repeats, or nothing. Throws Refusal.
 */
export const execute = <Answer>(
  operation: Operation,
  caller: Caller,
  raw: unknown,
  asking: FaceOptions<Answer>,
): Promise<KeyedAnswer<Answer>> =>
  traced(
    operation.name,
    () => ({ 'stockwright.operation': operation.name, 'stockwright.organization_id': caller.organizationId }),
    () => run(operation, caller, raw, asking),
  );

async function run<Answer>(
  operation: Operation,
  caller: Caller,
  raw: unknown,
  asking: FaceOptions<Answer>,
): Promise<KeyedAnswer<Answer>> {
  authorize(operation, caller);
  const input = parse(operation.input, raw);
  await operation.check?.(input, caller.environment ?? {}, caller);
  const { database, organizationId, actor, actorId } = caller;
  if (operation.kind === 'query') {
    requireOnePlace(input);
    const wants = asking.wants ?? { ...EVERYTHING, total: !('cursor' in input) };
    const list = operation.many && nameOfList(operation.name, input);
    const place = list && input['cursor'] !== undefined && { cursor: openCursor(list(), String(input['cursor'])) };
    const asked = place ? { ...input, ...place } : input;
    const readWith = async (db: Db): Promise<LaggingResult<unknown>> => {
      const reading = { db, organizationId, caller, wants };
      return operation.mayTakeLong
        ? longQueries.of(reading, { operation, input: asked, wants })
        : { result: await operation.run(reading satisfies Reading as Unit & Reading, asked, caller) };
    };
    const { result: computed, asOf }: LaggingResult<LaggingResult<unknown>> =
      operation.mayLag && !isAboutNow(input)
        ? await database.readLagging(organizationId, readWith)
        : { result: await readWith(database.read(organizationId)) };
    return {
      answer: asking.present(
        list
          ? withNamedCursors(list, computed.result as Page)
          : present(shapeOf(operation.output), computed.result as object),
        false,
        [],
      ),
      replayed: false,
      ...oldest(asOf, computed.asOf, (computed.result as Partial<Page>).asOf),
    };
  }
  const shape = shapeOf(operation.output);
  const scopes = new NotedScopes(caller.scopes);
  const work = async (unit: Unit): Promise<object> => {
    if (asking.ifVersion) await requireVersion(unit, operation, input, asking.ifVersion);
    await asking.alongside?.(unit);
    return (await operation.run(unit as Unit & Reading, input, { ...caller, scopes })) as object;
  };
  const answerOf = (result: object) => asking.present(present(shape, result), isNew(result), warningsOf(result));
  // Reads other than its own locks would hold up the commands that share the transaction; and a shared transaction
  // belongs to no single trace.
  const runsAlone = asking.alongside || asking.ifVersion || isTraced();
  const about = runsAlone || !operation.sharesTransaction ? null : operation.sharesTransaction(input);
  const options = { actorId, ...(about !== null && { group: { name: operation.name, about } }) };
  if (asking.idempotency) {
    const { key, scope } = asking.idempotency;
    return once(
      {
        key,
        scope: operation.isOwn ? `${scope} of ${actorId}` : scope,
        organizationId,
        input: raw,
        hasSecret: hasSecret(shape),
        scopes,
      },
      (run, claim) => database.transaction(organizationId, actor, run, { ...claim, ...options }),
      work,
      answerOf,
    );
  }
  const answer = await database.transaction(organizationId, actor, work, { ...options, conclude: answerOf });
  return { answer, replayed: false };
}

interface LongQuery {
  operation: Operation;
  input: { [name: string]: unknown };
  wants: Wants;
}

/** What queries that may take long answered, by what was asked: a page each. */
const longQueries = computedBeside(
  (db, reading, { operation, input }: LongQuery): Promise<unknown> =>
    operation.run({ ...reading, db } satisfies Reading as Unit & Reading, input, reading.caller),
  {
    keyOf: (_, { operation, input, wants }) =>
      JSON.stringify([operation.name, input, { ...wants, fields: [...(wants.fields ?? [])] }]),
    // Otherwise a page that takes a moment would be as of a moment ago.
    joinMs: 1000,
  },
);

/** The earliest of what a replica and kept results are complete up to. */
const oldest = (...times: (Date | undefined)[]): { asOf?: Date } => {
  const [asOf] = times.filter(each => each !== undefined).sort((a, b) => a.getTime() - b.getTime());
  return { ...(asOf && { asOf }) };
};

/** The largest lag of a replica that can be configured: DATABASE_READ_LAG_SECONDS. */
const LAG_MAX_MS = 3_600_000;

/**
 * Whether it reads a time that a replica may not have reached, which must not give another result later. Following
 * changes needs the primary, which alone knows what may still be committed.
 */
const isAboutNow = ({ asOf, updatedSince }: { asOf?: unknown; updatedSince?: unknown }): boolean =>
  updatedSince !== undefined || (asOf != null && new Date(asOf as string | Date).getTime() > Date.now() - LAG_MAX_MS);

/**
 * Runs a command inside a transaction that does more. Returns the records it created or changed, as they are in the
 * unit; throws Refusal.
 */
export async function executeIn(unit: Unit, operation: Operation, caller: Caller, raw: unknown): Promise<object> {
  authorize(operation, caller);
  return (await operation.run(unit as Unit & Reading, parse(operation.input, raw), caller)) as object;
}

/** Rows that are read at once; fewer for records with owned rows, which may be five hundred each. */
const AT_ONCE = 1000;
const OWNING_AT_ONCE = 100;
/** A report is computed as a whole for each of its pages, so there are few of them. */
const REPORTED_AT_ONCE = 10_000;

/**
 * A whole list, some rows at a time: all its pages, from one snapshot. Refuses `validation_failed` if the caller asks
 * for a page. The consumer of the rows closes it.
 */
export async function readWhole(
  operation: Operation,
  caller: Caller,
  raw: { [name: string]: unknown },
  reader: string,
): Promise<WholeList> {
  authorize(operation, caller);
  const paged = ['page', 'perPage', 'cursor', 'limit'].filter(name => name in raw);
  refuseAll(
    paged.map(field => ({
      code: 'validation_failed',
      message: 'An export returns the whole list; leave this out.',
      field,
    })),
  );
  if (operation.bare) return readReport(operation, caller, raw, reader);
  const { shape } = operation.input;
  const size = 'perPage' in shape ? 'perPage' : 'limit';
  const owns = shapeOf(operation.output).fields.some(field => field.ownedBy);
  const atOnce = operation.mayLag ? REPORTED_AT_ONCE : owns ? OWNING_AT_ONCE : AT_ONCE;
  const input = { ...parse(operation.input, raw), [size]: atOnce };
  const snapshot = await caller.database.snapshot(caller.organizationId, reader, { mayLag: !isAboutNow(input) });
  const reading = { ...caller, db: snapshot.db, caller, wants: { ...EVERYTHING, total: false }, isSnapshot: true };
  return {
    snapshot,
    batches: pagesOf(operation, reading as never, input),
    form: async () => operation.sheet?.(reading as never, input as never),
  };
}

/** The most rows that a report has: the largest `limit`. */
const REPORT_ROWS_MAX = 10_000;

interface ReportResult {
  columns: readonly string[];
  data: Row[];
  meta: { groups: number };
}

/** A report has its rows at once. Refuses `query_too_large` if it has more than it may show: a part is no report. */
async function readReport(
  operation: Operation,
  caller: Caller,
  raw: { [name: string]: unknown },
  reader: string,
): Promise<WholeList> {
  const input: { [name: string]: unknown } = { ...parse(operation.input, raw), limit: REPORT_ROWS_MAX };
  const snapshot = await caller.database.snapshot(caller.organizationId, reader, { mayLag: !isAboutNow(input) });
  const reading = { ...caller, db: snapshot.db, caller, wants: EVERYTHING, isSnapshot: true };
  let read: Promise<ReportResult> | undefined;
  const report = () => (read ??= operation.run(reading as never, input, caller) as Promise<ReportResult>);
  async function* batches(): AsyncGenerator<Row[]> {
    const { data, meta } = await report();
    if (meta.groups > data.length)
      refuse('query_too_large', `This report has ${meta.groups} rows; a file has at most ${REPORT_ROWS_MAX}.`);
    yield data;
  }
  const cell = (value: unknown, spreadsheet: boolean) =>
    typeof value === 'string' ? guarded(value, spreadsheet) : value === null ? '' : String(value);
  return {
    snapshot,
    batches: batches(),
    async form() {
      const { columns } = await report();
      return { columns, cells: (row, spreadsheet) => columns.map(name => cell(row[name] ?? null, spreadsheet)) };
    },
  };
}

/** A list from its first row to its last. */
export interface WholeList {
  snapshot: Snapshot;
  batches: AsyncGenerator<Row[]>;
  /** How it is written as a sheet, if not with one column per field. */
  form(): Promise<SheetForm | undefined>;
}

async function* pagesOf(
  operation: Operation,
  reading: Unit & Reading,
  input: { [name: string]: unknown },
): AsyncGenerator<Row[]> {
  const read = async (asked: { [name: string]: unknown }) =>
    (await operation.run(reading, asked as never, reading.caller)) as Page;
  // A list that follows changes extends a page to complete one instant, and begins the next with the same rows.
  let before = new Set<unknown>();
  for (let next: Promise<Page> | undefined = read(input); next; ) {
    const page: Page = await next;
    // The database reads on while these are being written.
    next = page.nextCursor === null ? undefined : read({ ...input, cursor: page.nextCursor });
    // A consumer that stops reading does not wait for it.
    next?.catch(() => undefined);
    const rows = page.rows.filter(row => row['id'] === undefined || !before.has(row['id']));
    before = new Set(page.rows.map(row => row['id']));
    yield rows;
  }
}

/** A list is read by page number or by cursor: given both, one would be silently ignored. */
function requireOnePlace({ page, cursor }: { [name: string]: unknown }): void {
  if (page !== undefined && cursor !== undefined)
    refuse('validation_failed', 'Give a page or a cursor, not both.', { field: 'page' });
}

/**
 * Locks the record that the command addresses and refuses `precondition_failed` if its version is not the expected
 * one: before every other rule, and until the command ends nobody else changes it.
 */
async function requireVersion(
  unit: Unit,
  operation: Operation,
  { id = unit.organizationId }: { id?: string },
  expected: ExpectedVersion,
): Promise<void> {
  const entity = addressedBy(operation);
  if (!entity) refuse('bad_request', 'A version is not allowed here: the request does not address a single resource.');
  await (operation.lock ? operation.lock(unit, id) : lockById(unit, entity as RecordClass<{ id: string }>, id));
  const shape = shapeOf(entity!);
  const what = inWords(entity!.name);
  const row = notFoundUnless(what, isUuid(id) && (await readById(unit.db, shape, id)));
  const version = versionOf(shape, row);
  if (expected === '*' || expected.includes(version)) return;
  refuse('precondition_failed', `The ${what} has changed since then.`, {
    details: { version, updatedAt: row['updatedAt'] },
  });
}
