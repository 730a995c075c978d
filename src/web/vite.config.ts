import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const OUT = join(import.meta.dirname, '../../dist/web');
const COMPRESSED = /\.(js|css|svg|wasm)$/;

/** Compressed once here instead of at every request. */
const compress: Plugin = {
  name: 'compress',
  apply: 'build',
  async closeBundle() {
    const entries = await readdir(OUT, { recursive: true, withFileTypes: true });
    const files = entries
      .filter(entry => entry.isFile() && COMPRESSED.test(entry.name))
      .map(entry => join(entry.parentPath, entry.name));
    for (const file of files) {
      const content = await readFile(file);
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
      await writeFile(
        `${file}.br`,
        await promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }),
      );
    }
  },
};

/** The app is fetched along with what begins it: nobody waits for the language first, and then for the app. */
const preload: Plugin = {
  name: 'preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const chunks = Object.values(bundle).flatMap(each => (each.type === 'chunk' ? [each] : []));
      const app = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/main.tsx'));
      return [...(app ? [app.fileName, ...app.imports] : [])].map(file => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
        injectTo: 'head' as const,
      }));
    },
  },
};

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [compress, preload],
  // Replaced by the service at every answer: src/operations/web-app.ts.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: OUT,
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: { onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log) },
  },
  server: { proxy: { '/graphql': { target: 'http://127.0.0.1:3000', ws: true }, '/auth': 'http://127.0.0.1:3000' } },
});
