import { readFileSync, statSync } from 'node:fs';
import { enableCompileCache, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Preloaded by `npm start`, the CLI and the tests, for what loading modules costs.
 * The one module that is not TypeScript: for that alone Node would load its compiler, ahead of the cache that spares
 * it.
 */

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

registerHooks({
  resolve(specifier, context, next) {
    // An ES module names its neighbours exactly. Node would look for the file, its real path and its package first.
    if (specifier.startsWith('.') && context.conditions.includes('import') && context.parentURL?.startsWith('file:'))
      return { url: new URL(specifier, context.parentURL).href, shortCircuit: true };
    const found = next(specifier, context);
    const url = joined.get(found.url);
    return url ? { ...found, url } : found;
  },
});
