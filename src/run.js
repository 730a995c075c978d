import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

/*
 * Starts src/main.ts or src/cli.ts, as `node src/run.js main`: what operations/bundle.ts has made of it, if all that
 * went into that is as it was, and else the sources. `node src/run.js bundle` bundles them anew if it is not.
 * The one module that is not TypeScript: for that alone Node would load its compiler, ahead of the cache that spares
 * it.
 */

const at = path => new URL(`../${path}`, import.meta.url);

/** The digest of a file, or of the names in a folder. */
const digestOf = path =>
  createHash('sha256')
    .update(statSync(at(path)).isDirectory() ? readdirSync(at(path)).sort().join() : readFileSync(at(path)))
    .digest('hex');

/**
 * A copy, such as a layer of an image, keeps the content of a file and not always the time. A package that is gone was
 * pruned once it was bundled: where another took its place, a source or the package that imports it has changed.
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
    if (error.code !== 'ENOENT') console.warn(`The bundle is not used, this takes longer: ${error.message}`);
    return undefined;
  }
}

// Keeps compiled modules between starts, which halves the time to ready. Where it may not write, nothing is kept.
enableCompileCache(fileURLToPath(at('node_modules/.cache/compiled')));

const [entry] = process.argv.splice(2, 1);
const folder = bundled();
if (entry !== 'bundle') await import(folder === undefined ? `./${entry}.ts` : `${folder}${entry}.mjs`);
else if (folder === undefined) await (await import('./operations/bundle.ts')).bundle(digestOf);
