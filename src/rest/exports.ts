import type { Writable } from 'node:stream';
import type { Request, Response } from 'express';
import type { KeyCaller } from '../access/caller.ts';
import { Refusal, refuse, Unavailable } from '../kernel/errors.ts';
import { authorize, type Operation } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/shape.ts';
import { type Row, toSnake } from '../kernel/view.ts';
import { readWhole } from '../store/execute.ts';
import { formed, type Sheet, sheetOf } from './csv.ts';

/*
 * Every list as a file: the whole list, filtered as requested, streamed from one snapshot. docs/api.md, "Exports".
 */

export const EXPORT_TYPES = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
type ExportFormat = keyof typeof EXPORT_TYPES;
const EXPORTS = new RegExp(Object.values(EXPORT_TYPES).join('|'), 'i');

/**
 * The media types that the client accepts: the one that it likes best (`q`) first, else in its order. Other parameters
 * say nothing here.
 */
export const acceptedTypes = (req: Request): string[] =>
  (req.headers.accept ?? '')
    .toLowerCase()
    .split(',')
    .map(each => {
      const [type, ...parameters] = each.split(';').map(part => part.trim());
      const weight = parameters.find(parameter => parameter.startsWith('q='));
      return { type: type!, weight: weight === undefined ? 1 : Number(weight.slice('q='.length)) };
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ type }) => type);

/** The requested export format, if it is not a page: the first of its types that the client accepts. */
export function exportFormatOf(req: Request): ExportFormat | undefined {
  if (!EXPORTS.test(req.headers.accept ?? '')) return undefined;
  for (const each of acceptedTypes(req)) {
    if (each === 'application/json' || each === '*/*') return undefined;
    for (const [format, type] of Object.entries(EXPORT_TYPES)) if (each === type) return format as ExportFormat;
  }
  return undefined;
}

/**
 * A reader that takes less than PIECE_BYTES in this time is considered gone: docs/api.md, "Exports". A list's rows come
 * by the thousand, which a slow line has not taken in half a minute, so they are sent in pieces.
 */
const STALL_MS = 30_000;
const PIECE_BYTES = 64 * 1024;
/** The same while others wait for a snapshot, which they do for 10 s: those who read a byte a second would keep all. */
const CROWDED_MS = 5000;
/** The longest time that a snapshot is held. */
const WHOLE_MS = 15 * 60_000;
/** Whether the caller may still read it is checked this often. */
const RECHECK_MS = 900;

/** Nobody reads what is sent. */
class ReaderGone extends Error {}

/**
 * Sends the whole list as a file. A failure after the first row breaks the connection, so that a part is not taken for
 * the whole (and is reported, by the handler of errors).
 */
export async function sendExport(
  operation: Operation,
  format: ExportFormat,
  { csv, ...raw }: { [name: string]: unknown },
  res: Response,
): Promise<void> {
  const caller = res.locals['caller'] as KeyCaller;
  if (csv !== undefined && (csv !== 'spreadsheet' || format !== 'csv'))
    refuse('validation_failed', 'Must be `spreadsheet`, and is allowed only with Accept: text/csv.', { field: 'csv' });
  const identify = res.locals['identify'] as () => Promise<KeyCaller>;
  const { snapshot, batches, form } = await readWhole(operation, caller, raw, caller.keyId);
  try {
    // What is refused is refused here, before anything is said of a file, and before its form is looked up.
    const begun = await batches.next();
    const shape = shapeOf(operation.output);
    res.statusCode = 200;
    res.setHeader('Content-Type', `${EXPORT_TYPES[format]}; charset=utf-8`);
    const resource = (res.locals['route'] as string).split('/').findLast(part => !part.startsWith(':'))!;
    res.setHeader('Content-Disposition', `attachment; filename="${resource}.${format}"`);
    const own = format === 'csv' ? await form() : undefined;
    const written = { spreadsheet: csv !== undefined };
    const sheet = own ? formed(own, written) : sheetOf(shape, written);
    const lines =
      format === 'csv'
        ? inCsv(resumed(begun, batches), sheet)
        : inNdjson(resumed(begun, batches), operation.bare ? row => row : toSnake(shape), {
            as_of: snapshot.asOf,
            position: snapshot.position,
          });
    // As with followers: a check that could not be made is made again.
    const identified = () =>
      identify().catch(error => {
        if (error instanceof Refusal && !(error instanceof Unavailable)) throw error;
        return undefined;
      });
    const requireStill = async () => {
      const still = await identified();
      if (still) authorize(operation, still);
    };
    await pour(lines, res, {
      stallMs: STALL_MS,
      crowdedMs: CROWDED_MS,
      isCrowded: snapshot.isWanted,
      wholeMs: WHOLE_MS,
      recheckMs: RECHECK_MS,
      requireStill,
    });
    // A client that has read the end may begin the next export at once.
    await snapshot.close();
    res.end();
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    res.destroy();
  } finally {
    await snapshot.close();
  }
}

async function* resumed(begun: IteratorResult<Row[], void>, rest: AsyncGenerator<Row[]>): AsyncGenerator<Row[]> {
  if (!begun.done) yield begun.value;
  yield* rest;
}

async function* inCsv(batches: AsyncIterable<Row[]>, sheet: Sheet): AsyncGenerator<string> {
  yield sheet.header;
  for await (const rows of batches) yield sheet.lines(rows);
}

async function* inNdjson(
  batches: AsyncIterable<Row[]>,
  spell: (row: Row) => Row,
  meta: { as_of: string; position: number },
): AsyncGenerator<string> {
  let count = 0;
  for await (const rows of batches) {
    count += rows.length;
    yield rows.map(row => `${JSON.stringify(spell(row))}\n`).join('');
  }
  yield `${JSON.stringify({ meta: { rows: count, ...meta } })}\n`;
}

interface Patience {
  /** How long a reader may take for a piece; and as long as others wait for what it holds. */
  stallMs: number;
  crowdedMs: number;
  isCrowded(): boolean;
  wholeMs: number;
  recheckMs: number;
  /** Throws Refusal once the reader has lost the right to read on. */
  requireStill(): Promise<void>;
}

/**
 * Writes as fast as the reader reads, so that unread data is not buffered here. Throws once the reader is gone, takes
 * too little, or may not read on.
 */
export async function pour(chunks: AsyncIterable<string>, to: Writable, patience: Patience): Promise<void> {
  const beganAt = performance.now();
  let checkedAt = beganAt;
  for await (const chunk of chunks)
    for (const piece of piecesOf(chunk)) {
      if (to.destroyed) throw new ReaderGone('The client has disconnected.');
      if (performance.now() - beganAt > patience.wholeMs) throw new ReaderGone('The client took too long.');
      if (performance.now() - checkedAt > patience.recheckMs) {
        await patience.requireStill();
        checkedAt = performance.now();
      }
      if (!to.write(piece)) await drained(to, patience);
    }
}

function* piecesOf(chunk: string): Generator<Buffer> {
  const bytes = Buffer.from(chunk);
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

const drained = (to: Writable, { stallMs, crowdedMs, isCrowded }: Patience): Promise<void> =>
  new Promise((resolve, reject) => {
    const beganAt = performance.now();
    const settle = (error?: Error) => {
      clearInterval(impatience);
      to.off('drain', done);
      to.off('close', gone);
      if (error) reject(error);
      else resolve();
    };
    const done = () => settle();
    const gone = () => settle(new ReaderGone('The client has disconnected.'));
    const impatience = setInterval(() => {
      if (isCrowded()) settle(new ReaderGone('The client reads slowly, and others are waiting.'));
      else if (performance.now() - beganAt >= stallMs) settle(new ReaderGone('The client has stopped reading.'));
    }, crowdedMs);
    to.once('drain', done);
    to.once('close', gone);
    if (to.destroyed) gone();
  });
