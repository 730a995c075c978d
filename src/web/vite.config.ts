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

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [compress],
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
