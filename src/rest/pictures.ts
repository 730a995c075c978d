import type { Request, Response } from 'express';
import { ProductPicture, readPicture } from '../domain/product-pictures.ts';
import type { Caller, Operation } from '../kernel/operation.ts';
import { shapeOf } from '../kernel/shape.ts';
import { versionOf } from '../kernel/version.ts';
import type { Row } from '../kernel/view.ts';
import { execute } from '../store/execute.ts';
import { acceptedTypes } from './exports.ts';
import { rawInput } from './read.ts';

/*
 * Pictures as files: docs/api.md, "Pictures". Clients that ask for JSON get a description.
 */

/** Caches must separate callers: neither another's cookie nor another organization may find it. */
export const PICTURE_VARY = 'Accept, Authorization, Cookie, X-Organization';
/** Its address contains the hash of its content, so what is cached under it never changes. */
const FOR_GOOD = 'private, max-age=31536000, immutable';
/** Nothing in it runs or loads anything, whatever a browser takes it for. */
const POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'";

/** Whether a client wants the picture rather than its description. */
export const wantsPicture = (req: Request): boolean => acceptedTypes(req)[0] !== 'application/json';

/** The request without `v`, which only makes the address of each picture unique. */
export function plainly(req: Request): Request {
  const { v: _, ...query } = req.query;
  return { method: req.method, params: req.params, headers: req.headers, body: req.body as unknown, query } as Request;
}

/** Sends the picture, or 304 if the client has it: `isKnown` compares its ETag. */
export async function sendPicture(
  route: string,
  operation: Operation,
  req: Request,
  res: Response,
  isKnown: (tag: string) => boolean,
): Promise<void> {
  const caller = res.locals['caller'] as Caller;
  const { answer: row } = await execute(operation, caller, rawInput(route, operation, plainly(req)), {
    present: result => result as Row,
  });
  const picture = row as Row & Pick<ProductPicture, 'id' | 'url' | 'contentType' | 'sha256'>;
  const tag = `"${versionOf(shapeOf(ProductPicture), picture)}"`;
  res.setHeader('ETag', tag);
  res.setHeader('Cache-Control', req.originalUrl.endsWith(picture.url) ? FOR_GOOD : 'private, no-cache');
  if (isKnown(tag)) return void res.status(304).end();
  const content = await readPicture(caller.database.read(caller.organizationId), picture.id, picture.sha256);
  // The picture was replaced in the meantime.
  if (!content) return sendPicture(route, operation, req, res, isKnown);
  res.statusCode = 200;
  res.setHeader('Content-Type', picture.contentType);
  res.setHeader('Content-Length', content.length);
  res.setHeader('Content-Disposition', `inline; filename="${picture.id}.${picture.contentType.split('/')[1]}"`);
  res.setHeader('Content-Security-Policy', POLICY);
  res.end(content);
}
