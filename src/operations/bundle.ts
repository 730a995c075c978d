import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Plugin, RolldownOutput } from 'rolldown';

/*
 * Bundles the service and its packages into the few files that run.js starts: finding and opening some 1,500 modules
 * took a third of a command of the CLI, and Node keeps several objects for each. Nothing is changed; comments are left
 * out, and what is declared and never used. What is needed later stays in files of its own, as its `import()` says.
 */

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
/** Names the folder of `dist` to start, and what it was made from. */
const NEWEST = join(DIST, 'service.json');
const MIGRATIONS = 'src/database/migrations';
/** Packages that find files beside themselves, and large ones that are rarely needed. */
const LEFT = [
  ...['piscina', 'pdfmake', 'swagger-ui-dist', '@opentelemetry/sdk-node', 'iconv-lite', 'class-validator'],
  ...['@graphql-yoga/render-graphiql', '@modelcontextprotocol/sdk', 'bwip-js', 'nodemailer', 'undici', 'ioredis'],
];
/**
 * Older folders are removed after this time: a process that runs from one may still load modules that are rarely
 * needed.
 */
const KEPT_MS = 86_400_000;

/** Each module still finds the files beside its source, and each thread its bundled module. */
const placed: Plugin = {
  name: 'placed',
  transform: {
    filter: { id: /\.ts$/, code: /import\.meta\.url/ },
    handler(code, id) {
      const threads = code.replace(
        /new URL\('(\.\/[\w-]+\.ts)', import\.meta\.url\)/g,
        (_, path: string) =>
          `new URL(import.meta.ROLLUP_FILE_URL_${this.emitFile({ type: 'chunk', id: join(dirname(id), path), preserveSignature: 'strict' })})`,
      );
      const text = threads.replaceAll(
        'import.meta.url',
        `new URL('../../${relative(ROOT, id)}', import.meta.url).href`,
      );
      return { code: text, map: null };
    },
  },
};

async function build(dir: string): Promise<RolldownOutput> {
  const [rolldown, { dynamicImportVarsPlugin, importGlobPlugin }] = await Promise.all([
    import('rolldown'),
    import('rolldown/experimental'),
  ]);
  return rolldown.build({
    cwd: ROOT,
    input: ['src/main.ts', 'src/cli.ts', 'src/operations/stacks.ts'],
    platform: 'node',
    // GraphQL must be loaded once, also by CommonJS modules.
    resolve: { mainFields: ['module', 'main'] },
    external: id => LEFT.some(name => id === name || id.startsWith(`${name}/`)),
    // Each module is evaluated, also of packages that say that theirs need not be.
    treeshake: { moduleSideEffects: () => true },
    logLevel: 'warn',
    checks: { pluginTimings: false },
    // The first two are for imports whose name is computed.
    plugins: [dynamicImportVarsPlugin(), importGlobPlugin(), placed],
    output: {
      dir,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      keepNames: true,
      intro: ({ isEntry, name }) => (isEntry && name !== 'stacks' ? "import './stacks.mjs';" : ''),
      comments: false,
      sourcemap: 'hidden',
      sourcemapExcludeSources: true,
      // V8 keeps every source, in two bytes a character if one of them needs it.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    },
  });
}

/** The file of a package that names its version. */
const inputOf = (module: string): string =>
  module.replace(/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\/.*$/, '$1/package.json');

function inputsOf({ output }: RolldownOutput, digestOf: (path: string) => string) {
  const modules = output.flatMap(each => (each.type === 'chunk' ? each.moduleIds : []));
  const files = modules.filter(id => id.startsWith(ROOT)).map(id => inputOf(relative(ROOT, id)));
  return [...new Set([...files, 'src/operations/bundle.ts', MIGRATIONS])].sort().map(path => {
    const { size, mtimeMs } = statSync(join(ROOT, path));
    return { path, size, mtimeMs, digest: digestOf(path) };
  });
}

/** The same sources give the same folder, so that an image can be built again. */
function nameOf({ output }: RolldownOutput): string {
  const hash = createHash('sha256');
  for (const each of output) hash.update(`${each.fileName} `).update(each.type === 'chunk' ? each.code : each.source);
  return `service-${hash.digest('hex').slice(0, 16)}`;
}

/** Removes bundles that were replaced long ago, and what interrupted builds have left behind. */
function removeOld(): void {
  for (const name of readdirSync(DIST).filter(each => each.startsWith('service-'))) {
    const folder = join(DIST, name);
    if (Date.now() - statSync(folder).mtimeMs > KEPT_MS) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Two processes may do this at once: each writes a folder of its own, and the last one to finish decides which is
 * started.
 */
async function publish(digestOf: (path: string) => string): Promise<void> {
  mkdirSync(DIST, { recursive: true });
  const startedAt = Date.now();
  const written = mkdtempSync(join(DIST, 'service-'));
  // Made for its owner alone; in an image another user starts it.
  chmodSync(written, 0o755);
  const built = await build(written);
  const inputs = inputsOf(built, digestOf);
  // A change made in the meantime may or may not be included.
  if (inputs.some(({ mtimeMs }) => mtimeMs >= startedAt)) return;
  const folder = join(DIST, nameOf(built));
  if (built.output.every(({ fileName }) => existsSync(join(folder, fileName)))) rmSync(written, { recursive: true });
  else {
    rmSync(folder, { recursive: true, force: true });
    renameSync(written, folder);
  }
  if (existsSync(NEWEST)) {
    const { folder: replaced } = JSON.parse(readFileSync(NEWEST, 'utf8')) as { folder: string };
    if (existsSync(join(DIST, replaced))) utimesSync(join(DIST, replaced), new Date(), new Date());
  }
  const newest = join(folder, 'service.json');
  writeFileSync(newest, JSON.stringify({ folder: basename(folder), inputs }));
  renameSync(newest, NEWEST);
  // One that is used again is new.
  utimesSync(folder, new Date(), new Date());
  removeOld();
}

/** Bundles the sources as they are. A failure is only reported, because a start works without a bundle. */
export async function bundle(digestOf: (path: string) => string): Promise<void> {
  try {
    await publish(digestOf);
  } catch (error) {
    // Rolldown is a development dependency, and the folder may not be ours to write.
    console.warn(`The service could not be bundled, so it will start more slowly: ${(error as Error).message}`);
  }
}
