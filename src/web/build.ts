import { createHash } from 'node:crypto';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/*
 * Builds the web app into dist/web, unless it was already built from exactly these sources. `npm start` runs this
 * beside the service: seconds once, nothing afterwards. So a fresh clone needs no artifact in the repository that could
 * differ from its sources.
 */

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'dist/web');
/** Without it, what is there is not served: src/operations/web-app.ts. */
const STAMP = '.sources';

async function digestOfSources(): Promise<string> {
  const hash = createHash('sha256').update(await readFile(join(ROOT, 'package-lock.json')));
  const files = await Array.fromAsync(
    glob(['src/web/**/*.{ts,tsx,css,html,svg}', 'src/kernel/german.ts'], { cwd: ROOT }),
  );
  for (const file of files.filter(each => !each.endsWith('.d.ts')).sort())
    hash.update(file).update(await readFile(join(ROOT, file)));
  return hash.digest('hex');
}

const builtFrom = () => readFile(join(OUT, STAMP), 'utf8').catch(() => '');

/** Builds it in a folder of its own, as two starts may be doing so at once, and puts that in its place. */
async function build({ build: viteBuild }: typeof import('vite'), digest: string): Promise<void> {
  await rm(join(OUT, STAMP), { force: true });
  const folder = `${OUT}-${process.pid}`;
  try {
    await viteBuild({ configFile: join(import.meta.dirname, 'vite.config.ts'), build: { outDir: folder } });
    await writeFile(join(folder, STAMP), digest);
    await rm(OUT, { recursive: true, force: true });
    await rename(folder, OUT);
  } catch (error) {
    // Unless another start was faster.
    if ((await builtFrom()) !== digest) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const digest = await digestOfSources();
const built = await builtFrom();
if (built !== digest) {
  const vite = await import('vite').catch(() => undefined);
  if (vite) {
    const startedAt = performance.now();
    await build(vite, digest);
    console.log(
      `The web app is built (${((performance.now() - startedAt) / 1000).toFixed(1)} s); later starts reuse it.`,
    );
  } else if (!built) {
    console.warn(
      'The web app is not built and cannot be here: its build tools are development dependencies. Everything else works.',
    );
  }
}
