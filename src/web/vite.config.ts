import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineConfig, minify, type Plugin, type Rolldown, transformWithOxc } from 'vite';
import { names, SHARED_FILES } from './chunks.ts';

type Bundle = Rolldown.OutputBundle;

/** The chunks, by the source module that each begins with. */
const chunksIn = (bundle: Bundle) => Object.values(bundle).flatMap(each => (each.type === 'chunk' ? [each] : []));
const chunkOf = (bundle: Bundle, source: string) =>
  chunksIn(bundle).find(({ facadeModuleId }) => facadeModuleId?.endsWith(source));

/** The files that this one imports, directly or indirectly, including itself. */
function filesOf(bundle: Bundle, source: string): string[] {
  const files = new Set<string>();
  const add = (file: string) => {
    const chunk = bundle[file];
    if (files.has(file) || chunk?.type !== 'chunk') return;
    files.add(file);
    chunk.imports.forEach(add);
  };
  add(chunkOf(bundle, source)?.fileName ?? '');
  return [...files];
}

const linkTo = (file: string) => ({
  tag: 'link',
  attrs: { rel: 'modulepreload', crossorigin: true, href: `/${file}` },
  injectTo: 'head' as const,
});

/**
 * Avoids chains of requests. The app is preloaded with its entry, German for readers of German, and the requested page
 * as well: the service adds the headers (src/operations/web-app.ts) according to the table written here.
 */
const preload: Plugin = {
  name: 'preload',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const german = chunkOf(bundle, '/german/german.ts')?.fileName ?? '';
      const styles = /\n *<link rel="stylesheet"[^>]*>/.exec(html)?.[0] ?? '';
      return {
        // What comes before them is painted before they are there.
        html: html
          .replace(styles, '')
          .replace('<div id="app">', `${styles.trim()}$&`)
          .replace('__GERMAN__', `/${german}`),
        tags: filesOf(bundle, '/main.tsx').map(linkTo),
      };
    },
  },
  async generateBundle(_, bundle) {
    const app = new Set(filesOf(bundle, '/main.tsx'));
    // If evaluated before the language is chosen, the app would have no messages.
    if (filesOf(bundle, '/index.html').includes(chunkOf(bundle, '/main.tsx')!.fileName))
      this.error('What begins the app must not import it: src/web/start.ts.');
    const routes = await readFile(join(import.meta.dirname, 'router.tsx'), 'utf8');
    const pages = [...routes.matchAll(/page\('([^']+)', \(\) => import\('\.([^']+)'\)/g)].map(([, path, source]) => [
      path,
      filesOf(bundle, source!).filter(file => !app.has(file)),
    ]);
    this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(Object.fromEntries(pages)) });
  },
};

/**
 * The browser compiles all of the app while it is being fetched, beside the page's own thread, instead of each function
 * when it is first called: nearly all of them are called for the first view. (Chrome's explicit compile hints; to
 * others it is a comment.)
 */
const compiled: Plugin = {
  name: 'compiled',
  apply: 'build',
  generateBundle: {
    // It counts only as the first line.
    order: 'post',
    handler(_, bundle) {
      const app = chunkOf(bundle, '/main.tsx')!;
      app.code = `//# allFunctionsCalledOnLoad\n${app.code}`;
    },
  },
};

/** What stands in index.html itself: the first to be painted waits for no other file. */
const first: Plugin = {
  name: 'first',
  transformIndexHtml: {
    order: 'pre',
    async handler(html) {
      const read = (file: string) => readFile(join(import.meta.dirname, file), 'utf8');
      const styles = await read('first.css');
      const { code } = await transformWithOxc(await read('first.ts'), 'first.ts', { sourcemap: false });
      const script = (await minify('first.js', `(() => {${code.replace(/^export .*$/m, '')}})()`)).code;
      return html
        .replace('<!-- first.css -->', () => `<style>${styles}</style>`)
        .replace('<!-- first.ts -->', () => `<script>${script}</script>`);
    },
  },
};

/** Includes the styles of every Mantine component that is used: src/web/mantine.css. */
const styled: Plugin = {
  name: 'styled',
  apply: 'build',
  async generateBundle(_, bundle) {
    const styles = await readFile(join(import.meta.dirname, 'mantine.css'), 'utf8');
    const used = chunksIn(bundle).flatMap(({ moduleIds }) =>
      moduleIds.flatMap(id => /@mantine\/core\/.*\/(\w+)\.module\.(?:css\.)?mjs$/.exec(id)?.[1] ?? []),
    );
    const missing = used.filter(name => !styles.includes(`/${name}.css`));
    if (missing.length > 0) this.error(`mantine.css lacks the styles of ${missing.join(', ')}.`);
  },
};

/** Whether it belongs to what is evaluated before the language is known: src/web/start.ts. */
function isOfStart(id: string, chunks: Rolldown.ChunkingContext): boolean {
  const seen = new Set<string>();
  const add = (each: string) => {
    if (seen.has(each)) return;
    seen.add(each);
    chunks.getModuleInfo(each)?.importedIds.forEach(add);
  };
  add(join(import.meta.dirname, 'index.html'));
  return seen.has(id);
}

export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [first, preload, styled, compiled],
  // Replaced by the service in every response: src/operations/web-app.ts.
  html: { cspNonce: '__NONCE__' },
  build: {
    outDir: join(import.meta.dirname, '../../dist/web'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      input: ['index.html', 'main.tsx'].map(file => join(import.meta.dirname, file)),
      output: {
        codeSplitting: {
          groups: [
            { debugName: 'start', name: (id, chunks) => (isOfStart(id, chunks) ? 'start' : null), priority: 1 },
            { name: 'app', tags: ['$initial'] },
            ...SHARED_FILES.map(file => ({ name: file.name, test: names(file) })),
          ],
        },
      },
      onLog: (level, log, report) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && report(level, log),
    },
  },
  server: { proxy: { '/graphql': { target: 'http://127.0.0.1:3000', ws: true }, '/auth': 'http://127.0.0.1:3000' } },
});
