import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import express, { type Express } from 'express';
import { asyncApi } from '../events/asyncapi.ts';
import { openApi } from '../rest/openapi.ts';
import { routes } from '../rest/routes.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; connect-src 'self'; frame-ancestors 'none'";

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stockwright API reference</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<style>body { margin: 0 } .swagger-ui .topbar { display: none }</style>
</head>
<body>
<div id="reference"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START = `SwaggerUIBundle({ url: '/docs/openapi.json', dom_id: '#reference', deepLinking: true, docExpansion: 'none', tryItOutEnabled: true, persistAuthorization: false, validatorUrl: null })\n`;

/** Generated when it is first requested: a start need not wait for it. */
function written(document: () => object): () => string {
  let text: string | undefined;
  return () => (text ??= JSON.stringify(document()));
}
const operations = written(() => openApi(routes));
const events = written(asyncApi);

/** The REST reference at /docs, from our own files: nothing is fetched from elsewhere. */
export function mountDocs(app: Express): void {
  const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  app.get('/docs', (_req, res) => void res.set('Content-Security-Policy', POLICY).type('html').send(PAGE));
  app.get('/docs/start.js', (_req, res) => void res.type('js').send(START));
  app.get('/docs/asyncapi.json', (_req, res) => void res.type('json').send(events()));
  app.get('/docs/openapi.json', (_req, res) => void res.type('json').send(operations()));
  app.use(
    '/docs/assets',
    express.static(assets, { index: false, maxAge: '1h', setHeaders: res => res.removeHeader('Cache-Control') }),
  );
}
