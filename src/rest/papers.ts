import type { Request, Response } from 'express';
import { refuse } from '../kernel/errors.ts';
import type { Caller, Operation } from '../kernel/operation.ts';
import type { Row } from '../kernel/view.ts';
import { FORMATS, type Format } from '../papers/layout.ts';
import { CONTENT_TYPES, type PrintedPaper } from '../papers/paper.ts';
import { policyOf } from '../papers/policy.ts';
import { execute } from '../store/execute.ts';
import { acceptedTypes } from './exports.ts';
import { rawInput } from './read.ts';

/*
 * Papers as files: docs/api.md, "Papers". Clients that ask for JSON get them inside it.
 */

/** The requested format, if not inside JSON: the first of its types that the client accepts. */
export function paperFormatOf(req: Request): Format | undefined {
  for (const accepted of acceptedTypes(req)) {
    if (accepted === 'application/json' || accepted === '*/*') return undefined;
    const format = FORMATS.find(each => CONTENT_TYPES[each].split(';')[0] === accepted);
    if (format) return format;
  }
  return undefined;
}

/** Sends the paper itself, for a browser to show. */
export async function sendPaper(
  route: string,
  operation: Operation,
  format: Format,
  req: Request,
  res: Response,
): Promise<void> {
  const raw = rawInput(route, operation, req);
  if (raw['format'] !== undefined && raw['format'] !== format)
    refuse('validation_failed', `Accept already asks for ${format}; leave this out.`, { field: 'format' });
  const { answer } = await execute(
    operation,
    res.locals['caller'] as Caller,
    { ...raw, format },
    { present: result => result as Row as PrintedPaper },
  );
  const body = format === 'html' ? answer.content : Buffer.from(answer.content, 'base64');
  res.statusCode = 200;
  res.setHeader('Content-Type', answer.contentType);
  res.setHeader('Content-Disposition', `inline; filename="${answer.fileName}"`);
  if (format === 'html') res.setHeader('Content-Security-Policy', policyOf(answer.content));
  res.end(body);
}
