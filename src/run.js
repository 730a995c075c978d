import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Starts src/main.ts or src/cli.ts, as `node src/run.js main`: from the bundle that operations/bundle.ts has made, if
 * nothing that went into it has changed, otherwise from the sources. `node src/run.js bundle` makes a new bundle if
 * anything has changed. The only module that is not TypeScript: Node would have to load its compiler for this file
 * alone, before the cache that makes it unnecessary.
 */

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const at = path => ROOT + path;

/** The digest of a file, or of the names in a folder. */
const digestOf = path =>
  createHash('sha256')
    .update(statSync(at(path)).isDirectory() ? readdirSync(at(path)).sort().join() : readFileSync(at(path)))
    .digest('hex');

/**
 * A copy, such as a layer of an image, keeps the content of a file but not always its time. A missing package was
 * pruned after bundling; if another had replaced it, a source or the package that imports it would have changed.
 */
function isUnchanged({ path, size, mtimeMs, digest }) {
  const now = statSync(at(path), { throwIfNoEntry: false });
  if (now === undefined) return path.startsWith('node_modules/');
  return (now.size === size && now.mtimeMs === mtimeMs) || digestOf(path) === digest;
}

/** The folder of the last bundle, unless it is out of date. */
function bundled() {
  try {
    const { folder, inputs } = JSON.parse(readFileSync(at('dist/service.json'), 'utf8'));
    statSync(at(`dist/${folder}/main.mjs`));
    return inputs.every(isUnchanged) ? `../dist/${folder}/` : undefined;
  } catch (error) {
    if (error.code !== 'ENOENT') console.warn(`The bundle cannot be used, so this takes longer: ${error.message}`);
    return undefined;
  }
}

// Keeps compiled modules between starts, which halves the time to ready. Where it may not write, nothing is kept.
enableCompileCache(at('node_modules/.cache/compiled'));

const [entry] = process.argv.splice(2, 1);
const folder = bundled();
if (entry !== 'bundle') await import(folder === undefined ? `./${entry}.ts` : `${folder}${entry}.mjs`);
else if (folder === undefined) await (await import('./operations/bundle.ts')).bundle(digestOf);
