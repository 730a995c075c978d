import { createHash } from 'node:crypto';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Builds the web app into dist/web, unless it was already built from exactly these sources. `npm start` runs this
 * first: seconds once, nothing afterwards. So a fresh clone needs no artifact in the repository that could differ from
 * its sources.
 */

const ROOT = join(import.meta.dirname, '../..');
const STAMP = join(ROOT, 'dist/web/.sources');

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(ROOT, 'package-lock.json')));
  const files = await Array.fromAsync(
    glob(['src/web/**/*.{ts,tsx,css,html,svg}', 'src/kernel/german.ts'], { cwd: ROOT }),
  );
  for (const file of files.filter(each => !each.endsWith('.d.ts')).sort())
    hash.update(file).update(await readFile(join(ROOT, file)));
  return hash.digest('hex');
}

const digest = await digestOfSources();
const built = await readFile(STAMP, 'utf8').catch(() => '');
if (built !== digest) {
  const vite = await import('vite').catch(() => undefined);
  if (vite) {
    const startedAt = performance.now();
    await vite.build({ configFile: join(import.meta.dirname, 'vite.config.ts') });
    await writeFile(STAMP, digest);
    console.log(
      `The web app is built (${((performance.now() - startedAt) / 1000).toFixed(1)} s); later starts reuse it.`,
    );
  } else if (!built) {
    console.warn(
      'The web app is not built and cannot be here: its build tools are development dependencies. Everything else works.',
    );
  }
}
