import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Preloaded by `npm start`, the CLI and the tests, for what loading modules costs.
 * The one module that is not TypeScript: for that alone Node would load its compiler, ahead of the cache that spares
 * it.
 */

const OURS = new URL('../', import.meta.url).href;
const PACKAGES = new URL('../../node_modules/', import.meta.url).href;

// Keeps compiled modules between starts, which halves the time to ready. Where it may not write, nothing is kept.
enableCompileCache(fileURLToPath(new URL('.cache/compiled', PACKAGES)));

/** The files that join-packages.ts has written since the last install, by the entry module that each replaces. */
function joinedPackages() {
  try {
    const { installedAt, entries } = JSON.parse(readFileSync(new URL('.cache/joined/packages.json', PACKAGES), 'utf8'));
    return statSync(new URL('.package-lock.json', PACKAGES)).mtimeMs === installedAt ? entries : {};
  } catch {
    // Without them every module is loaded from its package.
    return {};
  }
}

const joined = new Map(Object.entries(joinedPackages()).map(([entry, file]) => [PACKAGES + entry, PACKAGES + file]));

/** What our modules import of packages, by name: Node would look for it once per module. */
const imported = new Map();

registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    const isImport = context.conditions.includes('import') && parentURL?.startsWith('file:');
    // An ES module names its neighbours exactly. Node would look for the file, its real path and its package first.
    if (isImport && specifier.startsWith('.')) {
      const { href } = new URL(specifier, parentURL);
      return { url: href, format: href.endsWith('.ts') ? 'module-typescript' : undefined, shortCircuit: true };
    }
    const isOurs = isImport && parentURL.startsWith(OURS);
    const known = isOurs && imported.get(specifier);
    if (known) return known;
    const found = next(specifier, context);
    const url = joined.get(found.url) ?? found.url;
    if (isOurs) imported.set(specifier, { ...found, url, shortCircuit: true });
    return { ...found, url };
  },
});
