import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import compression from 'compression';
import type { Express, Request, Response } from 'express';

/*
 * Serves the web app as built by `npm run build:web`. Its files are few and small: they are kept in memory, already
 * compressed. `npm start` builds it beside the service, which does not wait for it.
 */

const FOLDER = fileURLToPath(new URL('../../dist/web', import.meta.url));
/** The file that a build writes last, and removes first. */
const STAMP = '.sources';
/** Each page has its own nonce, so it cannot be compressed once. */
const compressed = compression({ threshold: 0 });
/** The build puts this placeholder where each response needs its own nonce. */
const NONCE = '__NONCE__';
const TYPES: { [extension: string]: string } = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json; charset=utf-8',
  '.wasm': 'application/wasm',
};
/** The build writes it where the browser is told what else this page will ask for. */
const PAGE = '<!-- page -->';
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;
/** Not pages: unknown paths there are answered by the face that they belong to. */
const NO_PAGE = /^\/(api|graphql|auth|docs|assets|metrics|healthz|readyz)(\/|$)/;

/**
 * Allows everything of this origin and nothing else; styles that Mantine writes carry the nonce. WebAssembly of this
 * origin may be compiled: it reads barcodes where the browser cannot.
 */
const policy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

interface Built {
  files: Map<string, Buffer>;
  /** The scripts of each page, by its path: src/web/vite.config.ts writes them down. */
  scripts: { readonly [path: string]: readonly string[] };
}

const NOTHING: Built = { files: new Map(), scripts: {} };

async function readBuilt(folder: string): Promise<Built> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name));
  const contents = new Map(
    await Promise.all(
      files.map(async file => [file.slice(folder.length).replaceAll('\\', '/'), await readFile(file)] as const),
    ),
  );
  const scripts = contents.get('/pages.json')?.toString() ?? '{}';
  return { files: contents, scripts: JSON.parse(scripts) as Built['scripts'] };
}

/** Returns what is built now, which is read once for each build. */
function lastBuilt(folder: string): () => Promise<Built> {
  let read: { at: number; built: Promise<Built> } | undefined;
  return async () => {
    const at = (await stat(join(folder, STAMP)).catch(() => undefined))?.mtimeMs;
    if (at === undefined) return NOTHING;
    // Another build may remove files while they are being read: then there is no app until it ends.
    if (read?.at !== at) read = { at, built: readBuilt(folder).catch(() => NOTHING) };
    return read.built;
  };
}

/** Requested at once, rather than once the app has found out which page it is on. */
const linksTo = (scripts: Built['scripts'], path: string): string =>
  (scripts[path] ?? scripts[path.replace(/[^/]+$/, '$id')] ?? [])
    .map(file => `<link rel="modulepreload" crossorigin href="/${file}">`)
    .join('');

/** Serves the app's files, and its one page at every path that nothing else serves. */
export function mountWeb(app: Express, folder = FOLDER): void {
  const built = lastBuilt(folder);
  app.use(async (req: Request, res: Response, next: () => void) => {
    if (req.method !== 'GET' && req.method !== 'HEAD') return next();
    const { files, scripts } = await built();
    if (TYPES[extname(req.path)] && files.has(req.path)) return sendFile(files, req, res);
    if (NO_PAGE.test(req.path) || !wantsPage(req)) return next();
    const page = files.get('/index.html');
    const nonce = randomBytes(16).toString('base64');
    res.setHeader('Content-Security-Policy', policy(nonce));
    res.setHeader('Cache-Control', 'no-cache');
    compressed(req, res, () => undefined);
    res
      .type('html')
      .status(page ? 200 : 503)
      .send(page ? page.toString().replaceAll(NONCE, nonce).replace(PAGE, linksTo(scripts, req.path)) : NOT_BUILT);
  });
}

/** A browser asks for HTML explicitly. A program that accepts anything gets a 404 in JSON. */
const wantsPage = (req: Request): boolean => req.path === '/' || /text\/html/.test(req.headers.accept ?? '');

const NOT_BUILT =
  '<!doctype html><html lang="en"><meta http-equiv="refresh" content="2"><title>Stockwright</title><p>The web app is being built, which takes a few seconds after an installation. This page then shows it by itself. If it does not: <code>npm run build:web</code>.</p></html>';

function sendFile(files: Map<string, Buffer>, req: Request, res: Response): void {
  const encoding = ENCODINGS.find(([name, suffix]) => req.acceptsEncodings(name) && files.has(req.path + suffix));
  const content = files.get(req.path + (encoding?.[1] ?? ''))!;
  res.setHeader('Content-Type', TYPES[extname(req.path)]!);
  // The names of assets change with their content.
  res.setHeader('Cache-Control', req.path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache');
  res.setHeader('Vary', 'Accept-Encoding');
  if (encoding) res.setHeader('Content-Encoding', encoding[0]);
  res.setHeader('Content-Length', content.length);
  res.end(req.method === 'HEAD' ? undefined : content);
}
