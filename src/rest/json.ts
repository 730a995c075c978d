import compression from 'compression';
import type { Response } from 'express';

/**
 * Below this, compressing costs more than it saves. A page of fifty orders is 200 KB, and a tenth of that compressed.
 */
const COMPRESSED_FROM_BYTES = 8192;

/**
 * Leaves out streams, which must not wait for more to compress, and what has an ETag, which stands for its exact bytes.
 */
export const compressed = compression({
  threshold: COMPRESSED_FROM_BYTES,
  filter: (_req, res) =>
    /^application\/(graphql-response\+)?json\b/.test(String(res.getHeader('Content-Type'))) && !res.hasHeader('ETag'),
});

/** Sends the text, compressed if it is large and the client can read that. */
export function sendJson(res: Response, text: string): void {
  const length = Buffer.byteLength(text);
  res.setHeader('Content-Type', 'application/json; charset=utf-8');
  res.setHeader('Content-Length', length);
  if (length >= COMPRESSED_FROM_BYTES) compressed(res.req, res, () => undefined);
  res.end(text);
}
