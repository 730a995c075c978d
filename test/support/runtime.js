import { createRequire, flushCompileCache, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import Runtime from 'jest-runtime';
import '../../src/operations/compile-cache.js';

/*
 * Jest loads modules here as Node does, and not into a context of their own for each test file: starting the service anew for each took
 * more than half of the time of all tests. What is tested, and what it depends on, is loaded and compiled once for a process, as in the
 * service. Test files and their helpers are loaded again for each test file, for they speak to Jest (`test`, `afterAll`, `expect`); what
 * makes them new is a number in their address.
 */

const root = new URL('../../', import.meta.url);
const LOADED_AGAIN = ['test/', 'bench/'].map(folder => new URL(folder, root).href);
const GLOBALS = 'jest-globals:';
const HASHING = '/@better-auth/utils/dist/password.node.mjs';
/** What `@jest/globals` is, by test file. */
export const globals = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const file = /\?file=(\d+)$/.exec(context.parentURL ?? '')?.[1];
    if (file === undefined) return next(specifier, context);
    if (specifier === '@jest/globals') return { url: `${GLOBALS}${file}`, format: 'module', shortCircuit: true };
    const found = next(specifier, context);
    const isAgain = LOADED_AGAIN.some(folder => found.url.startsWith(folder));
    return isAgain ? { ...found, url: `${found.url}?file=${file}` } : found;
  },
  load(url, context, next) {
    if (url.endsWith(HASHING)) return weakened(next(url, context));
    if (!url.startsWith(GLOBALS)) return next(url, context);
    const file = Number(url.slice(GLOBALS.length));
    const source = `import { globals } from '${import.meta.url}';
      export const { ${Object.keys(globals.get(file)).join(', ')} } = globals.get(${file});`;
    return { format: 'module', source, shortCircuit: true };
  },
});

/** Hashing a password takes a tenth of a second on purpose; in tests it takes a sixteenth of that. */
function weakened({ source, ...module }) {
  const text = new TextDecoder().decode(source);
  const weak = text.replace('N: 16384,', 'N: 1024,');
  if (weak === text) throw new Error('better-auth hashes passwords otherwise than expected: test/support/runtime.js.');
  return { ...module, source: weak };
}

const require = createRequire(import.meta.url);
/** Jest's part that keeps the tests of a file, and whom it tells of them. */
const KEEPER = createRequire(require.resolve('jest-circus')).resolve('./jestAdapterInit.js');
const LISTENERS = Symbol.for('EVENT_HANDLERS');

let files = 0;

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
    // Jest does not wait for a process' own farewell, when it would be kept.
    flushCompileCache();
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }
}
