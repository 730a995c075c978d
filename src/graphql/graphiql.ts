import { randomBytes } from 'node:crypto';
import type { Request, Response } from 'express';
import { wantsEventStream } from './sse.ts';

const FIRST_QUERY = `# Put your API key into the headers below; being signed in to the web app does as well.
{
  variants(first: 5) {
    nodes { sku product { name } levels { quantityOnHand quantityAvailable location { name } } }
  }
}
`;

let parts: Promise<readonly string[]> | undefined;
/**
 * The page's script: what is between its script tags (strings that look like such tags are never on a line of their
 * own). Nine megabytes, loaded by the first request for it.
 */
const graphiqlParts = (path: string): Promise<readonly string[]> => (parts ??= loadGraphiql(path));

async function loadGraphiql(endpoint: string): Promise<readonly string[]> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({
    title: 'Stockwright',
    endpoint,
    subscriptionsProtocol: 'WS',
    defaultQuery: FIRST_QUERY,
    headers: '{"authorization": "Bearer <API_KEY>"}',
  } as never);
  return page.split(/(?<=^\s*)<script>/m);
}

/** Browsers that open the URL get GraphiQL, from our own files. */
export async function graphiql(req: Request, res: Response, next: () => void): Promise<void> {
  if (
    wantsEventStream(req) ||
    !req.accepts(['application/json', 'text/html']) ||
    req.accepts(['application/graphql-response+json', 'application/json', 'text/html']) !== 'text/html'
  )
    return next();
  if (req.query['query'] !== undefined) return next();
  // Its scripts are inline, and the page has the app's origin: only they may run, by this response's nonce.
  const nonce = randomBytes(16).toString('base64');
  res.setHeader(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; worker-src blob:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  res.type('html').send((await graphiqlParts(req.baseUrl)).join(`<script nonce="${nonce}">`));
}
