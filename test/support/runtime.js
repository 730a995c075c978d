import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';

/*
 * Loads modules as Node does, instead of into a separate context for each test file: starting the service anew for each
 * file took more than half of the time of all tests. The tested code and its dependencies are loaded and compiled once
 * per process, as in the service. Test files and their helpers are loaded again for each test file, because they use
 * Jest's globals (`test`, `afterAll`, `expect`); a number in their URL makes them new.
 */

const root = new URL('../../', import.meta.url);
const LOADED_AGAIN = ['test/', 'bench/'].map(folder => new URL(folder, root).href);
/** The reference, which uses none of them, and takes long to make. */
const LOADED_ONCE = new URL('test/support/reference.ts', root).href;
const GLOBALS = 'jest-globals:';
const HASHING = '/@better-auth/utils/dist/password.node.mjs';
/** The exports of `@jest/globals`, by test file. */
export const globals = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const file = /\?file=(\d+)$/.exec(context.parentURL ?? '')?.[1];
    if (file !== undefined && specifier === '@jest/globals')
      return { url: `${GLOBALS}${file}`, format: 'module', shortCircuit: true };
    const found = neighbor(specifier, context) ?? next(specifier, context);
    const isAgain =
      file !== undefined && found.url !== LOADED_ONCE && LOADED_AGAIN.some(folder => found.url.startsWith(folder));
    return isAgain ? { ...found, url: `${found.url}?file=${file}` } : found;
  },
  load(url, context, next) {
    if (!url.startsWith(GLOBALS)) {
      isCached &&= url.includes('?file=');
      return url.endsWith(HASHING) ? weakened(next(url, context)) : next(url, context);
    }
    const file = Number(url.slice(GLOBALS.length));
    const source = `import { globals } from '${import.meta.url}';
      export const { ${Object.keys(globals.get(file)).join(', ')} } = globals.get(${file});`;
    return { format: 'module', source, shortCircuit: true };
  },
});

/**
 * What an ES module imports from beside itself: it names the file exactly. Node would look for it, and for its package,
 * which takes a fifth of the time in which the service is loaded.
 */
function neighbor(specifier, { parentURL, conditions }) {
  if (!specifier.startsWith('.') || !parentURL?.startsWith('file:') || !conditions.includes('import')) return undefined;
  const { href } = new URL(specifier, parentURL);
  return { url: href, format: href.endsWith('.ts') ? 'module-typescript' : undefined, shortCircuit: true };
}

/** Hashing a password takes a tenth of a second on purpose; in tests it takes a sixteenth of that. */
function weakened({ source, ...module }) {
  const text = new TextDecoder().decode(source);
  const weak = text.replace('N: 16384,', 'N: 1024,');
  if (weak === text) throw new Error('better-auth hashes passwords otherwise than expected: test/support/runtime.js.');
  return { ...module, source: weak };
}

const require = createRequire(import.meta.url);
/** The module of Jest that holds the tests of a file, and its listeners. */
const KEEPER = createRequire(require.resolve('jest-circus')).resolve('./jestAdapterInit.js');
const LISTENERS = Symbol.for('EVENT_HANDLERS');

let files = 0;
/** Whether all modules that are loaded once are in the compile cache. */
let isCached = false;

export default class extends Runtime {
  setGlobalsForRuntime(given) {
    this.given = given;
  }

  requireInternalModule(from, to) {
    if (from === KEEPER && to === undefined) {
      delete globalThis[LISTENERS];
      delete require.cache[KEEPER];
    }
    return require(to ?? from);
  }

  async unstable_importModule(path) {
    const file = (files += 1);
    globals.set(file, { ...this.given, jest: this.jestGlobals.cjsGlobals(path).jest });
    await import(`${pathToFileURL(path).href}?file=${file}`);
    globals.delete(file);
    // Jest ends the process before Node would write the cache. What is loaded again for each file need not be in it.
    if (!isCached) flushCompileCache();
    isCached = true;
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }
}
