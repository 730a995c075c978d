import { createHash } from 'node:crypto';
import express, { type Request, type Response, Router } from 'express';
import { payForBody, payForResponse } from '../access/rate-limits.ts';
import { getProductPicture } from '../domain/product-pictures.ts';
import { snakeKeys } from '../kernel/case.ts';
import { Refusal, refuse } from '../kernel/errors.ts';
import {
  addressedBy,
  authorize,
  type Caller,
  type Deprecation,
  isExported,
  type Operation,
} from '../kernel/operation.ts';
import type { Page } from '../kernel/page.ts';
import { shapeOf } from '../kernel/shape.ts';
import { type ExpectedVersion, versionOf } from '../kernel/version.ts';
import { type Row, shownWarnings, toSnake } from '../kernel/view.ts';
import type { Warning } from '../kernel/warnings.ts';
import { PrintedFile } from '../papers/paper.ts';
import { execute } from '../store/execute.ts';
import { ReplayedRefusal } from '../store/idempotency.ts';
import { exportFormatOf, sendExport } from './exports.ts';
import { STREAM_PATHS } from './inbound-reference.ts';
import { sendJson } from './json.ts';
import { paperFormatOf, sendPaper } from './papers.ts';
import { PICTURE_VARY, plainly, sendPicture, wantsPicture } from './pictures.ts';
import { exportInput, rawInput, speaksInBody } from './read.ts';

/** The base path of every route: the version is part of it. docs/api.md, "Versioning". */
export const BASE_PATH = '/api/v1';

const BODY_BYTES_MAX = 1024 * 1024;
/** Visible ASCII, at most 255 characters: docs/api.md, "Idempotency". */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,255}$/;

interface Answer {
  status: number;
  body: string;
  location?: string;
  /** The ETag of what is shown: docs/api.md, "Conditional requests". */
  tag?: string;
}

export interface Routes {
  [methodAndPath: string]: Operation;
}

/** The REST face: one handler per line of the table. `callerOf` refuses callers that are not admitted. */
export function restRouter(routes: Routes, callerOf: (req: Request, res: Response) => Promise<Caller>): Router {
  const router = Router({ caseSensitive: true, strict: false });
  for (const [methodAndPath, operation] of Object.entries(routes)) {
    const [method, path] = methodAndPath.split(' ') as [string, string];
    const handle = handler(routes, methodAndPath, operation);
    const register = router[method.toLowerCase() as 'get'].bind(router);
    const enter = async (req: Request, res: Response, next: () => void) => {
      // Recorded here, because a router that has failed no longer knows the route.
      res.locals['route'] = `${req.baseUrl}${path}`;
      const caller = await callerOf(req, res);
      authorize(operation, caller);
      res.locals['caller'] = caller;
      next();
    };
    if (!speaksInBody(method)) register(path, enter, refuseBody, handle);
    else
      register(
        path,
        enter,
        express.raw({
          type: () => true,
          limit: operation.bodyBytesMax ?? BODY_BYTES_MAX,
          // A sheet of 20 MiB could unpack to as many gigabytes.
          inflate: operation.accepts === undefined,
        }),
        payForBody,
        handle,
      );
  }
  router.use(refuseUnrouted(routes));
  return router;
}

const readBeside = express.raw({ type: () => true, limit: BODY_BYTES_MAX });

/**
 * A filter in the body of a GET would be ignored, and everything answered. An empty object, which some clients always
 * send, says nothing.
 */
async function refuseBody(req: Request, res: Response, next: () => void): Promise<void> {
  if (req.headers['content-length'] === undefined && req.headers['transfer-encoding'] === undefined) return next();
  await new Promise<void>((resolve, reject) => {
    readBeside(req, res, error => (error === undefined ? resolve() : reject(error as Error)));
  });
  const body: unknown = req.body;
  if (Buffer.isBuffer(body) && !/^\s*(\{\s*\})?\s*$/.test(body.toString()))
    refuse('bad_request', 'A GET request has no body: send filters as query parameters.');
  next();
}

function handler(routes: Routes, route: string, operation: Operation) {
  const method = route.split(' ')[0]!;
  const shape = shapeOf(operation.output);
  const spell = toSnake(shape);
  const created = method === 'POST' && operation.name.startsWith('create');
  const accepted = operation.isAccepted === true;
  const home = accepted || created || method === 'PUT' ? homeOf(routes, operation) : undefined;
  const single = method === 'GET' && !operation.many;
  const conditional = addressedBy(operation) !== undefined;
  const isPicture = operation === getProductPicture;

  const present = (result: Row | Page, isNew: boolean, warnings: readonly Warning[]): Answer =>
    operation.many
      ? { status: 200, body: JSON.stringify(listBody(result as Page, spell)) }
      : {
          status: accepted ? 202 : created || (method === 'PUT' && isNew) ? 201 : 200,
          body: JSON.stringify(
            operation.bare ? spell(result as Row) : { data: spell(result as Row), ...shownWarnings(warnings) },
          ),
          ...(shape.entity && { tag: `"${versionOf(shape, result as Row)}"` }),
          ...(home &&
            (accepted || created || isNew) && { location: `${BASE_PATH}${home}${String((result as Row)['id'])}` }),
        };

  return async (req: Request, res: Response) => {
    const caller = res.locals['caller'] as Caller;
    if (operation.deprecated) sayDeprecated(res, operation.deprecated);
    const paper = operation.output === PrintedFile ? paperFormatOf(req) : undefined;
    const expected = conditional || (single && !paper) ? expectedOf(req) : refuseExpected(req);
    if (method !== 'GET' && req.headers['if-none-match'] !== undefined)
      refuse('bad_request', 'If-None-Match is for GET. Use If-Match to make a write conditional.');
    // Read for a query with a body too: a key that is invalid is never ignored.
    const key = method === 'GET' ? undefined : keyOf(req, `${method} ${req.path.replace(/\/$/, '')}`);
    const format = isExported(operation) ? exportFormatOf(req) : undefined;
    if (operation.many || isExported(operation) || operation.output === PrintedFile) res.setHeader('Vary', 'Accept');
    if (format) return sendExport(operation, format, exportInput(route, operation, req), res);
    if (paper) return sendPaper(route, operation, paper, req, res);
    if (isPicture) res.setHeader('Vary', PICTURE_VARY);
    if (isPicture && wantsPicture(req)) return sendPicture(route, operation, req, res, tag => isWhatWasKnown(req, tag));
    const idempotency = operation.kind === 'command' ? key : undefined;
    try {
      const { answer, replayed, asOf } = await execute(
        operation,
        caller,
        rawInput(route, operation, isPicture ? plainly(req) : req),
        {
          present,
          ...(idempotency && { idempotency }),
          ...(conditional && expected && { ifVersion: expected }),
        },
      );
      if (replayed) res.setHeader('Idempotent-Replayed', 'true');
      if (asOf) res.setHeader('X-Data-As-Of', asOf.toISOString());
      if (answer.location) res.setHeader('Location', answer.location);
      const tag =
        answer.tag ?? (single ? `"${createHash('sha1').update(answer.body).digest('base64url')}"` : undefined);
      if (tag) res.setHeader('ETag', tag);
      if (single && isWhatWasKnown(req, tag!)) return void res.status(304).end();
      await payForResponse(caller, answer.body.length);
      res.statusCode = answer.status;
      sendJson(res, answer.body);
    } catch (error) {
      if (error instanceof ReplayedRefusal) res.setHeader('Idempotent-Replayed', 'true');
      throw error;
    }
  };
}

/** RFC 9745 and RFC 8594. */
function sayDeprecated(res: Response, { since, sunset }: Deprecation): void {
  res.setHeader('Deprecation', `@${Date.parse(since) / 1000}`);
  res.setHeader('Sunset', new Date(sunset).toUTCString());
}

function listBody({ rows, page, perPage, total, nextCursor, meta }: Page, spell: (row: Row) => Row) {
  return {
    data: rows.map(spell),
    meta: {
      ...(page !== undefined && { page }),
      per_page: perPage,
      ...(total !== undefined && { total }),
      next_cursor: nextCursor,
      ...(meta && (snakeKeys(meta) as object)),
    },
  };
}

/** The URL of a created resource: the route that gets one of its kind, else one that changes or removes it. */
export function homeOf(routes: Routes, operation: Operation): string | undefined {
  const homes = Object.entries(routes)
    .filter(
      ([route, each]) => /^(GET|PATCH|DELETE) \S+\/:id$/.test(route) && each.output === operation.output && !each.many,
    )
    .map(([route]) => route);
  const home = homes.find(route => route.startsWith('GET ')) ?? homes[0];
  if (home) return home.slice(home.indexOf('/'), -':id'.length);
  return operation.name === 'createInventoryAdjustment' ? '/inventory_ledger?reference_id=' : undefined;
}

function keyOf(req: Request, scope: string): { key: string; scope: string } | undefined {
  const key = req.headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key))
    refuse('bad_request', 'An Idempotency-Key must have 1 to 255 visible characters.');
  return { key, scope };
}

/** Whether the client already has the response with this tag. Refuses `precondition_failed` if it expects another. */
function isWhatWasKnown(req: Request, tag: string): boolean {
  const expected = expectedOf(req);
  if (expected && expected !== '*' && !expected.some(version => `"${version}"` === tag))
    refuse('precondition_failed', 'It has changed since then.', {
      details: { version: unquoted(tag) },
    });
  return isKnown(req, tag);
}

/** Whether the client already has this response. */
function isKnown(req: Request, tag: string): boolean {
  const known = req.headers['if-none-match'];
  return (
    known !== undefined &&
    (known.trim() === '*' || known.split(',').some(each => each.trim().replace(/^W\//, '') === tag))
  );
}

const ENTITY_TAG = '(?:W/)?"[\\x21\\x23-\\x7e\\x80-\\xff]*"';
const ENTITY_TAGS = new RegExp(`^${ENTITY_TAG}(?:\\s*,\\s*${ENTITY_TAG})*$`);

const unquoted = (tag: string) => tag.slice(1, -1);

/**
 * The versions in If-Match. A weak tag never matches. Refuses a header that cannot be parsed: it must not be ignored.
 */
function expectedOf(req: Request): ExpectedVersion | undefined {
  const given = req.headers['if-match']?.trim();
  if (given === undefined || given === '*') return given;
  if (!ENTITY_TAGS.test(given))
    refuse('bad_request', 'If-Match must be an ETag in double quotes, several of them, or *.');
  return given
    .split(/\s*,\s*(?=(?:W\/)?")/)
    .filter(tag => tag.startsWith('"'))
    .map(unquoted);
}

/** Refuses an If-Match where no single resource is addressed. */
export function refuseExpected(req: Request): undefined {
  if (expectedOf(req))
    refuse('bad_request', 'If-Match is not allowed here: the request does not address a single resource.');
}

/** A path that exists answers 405 with `Allow`, any other 404. */
function refuseUnrouted(routes: Routes) {
  const patterns = [...Object.keys(routes), ...Object.keys(STREAM_PATHS).map(path => `GET ${path}`)].map(route => {
    const [method, path] = route.split(' ') as [string, string];
    return { method, pattern: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`) };
  });
  return (req: Request, res: Response) => {
    const methods = [...new Set(patterns.filter(({ pattern }) => pattern.test(req.path)).map(({ method }) => method))];
    if (methods.length === 0) throw new Refusal([{ code: 'not_found', message: 'This path does not exist.' }]);
    const allow = [...(methods.includes('GET') ? ['HEAD'] : []), ...methods, 'OPTIONS'].join(', ');
    res.setHeader('Allow', allow);
    if (req.method === 'OPTIONS') return void res.status(204).end();
    refuse('method_not_allowed', `This path supports only ${allow}.`);
  };
}
