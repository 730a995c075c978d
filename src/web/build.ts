import { createHash } from 'node:crypto';
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { dirname, join } from 'node:path';
import { compressQuickly, compressWell } from './compress.ts';

/*
 * Builds the web app into dist/web, unless it was already built from exactly these sources. `npm start` runs this
 * beside the service: seconds once, nothing afterwards. So a fresh clone needs no artifact in the repository that could
 * differ from its sources. The build is served at once; its files are compressed further when everything else is done.
 */

const ROOT = join(import.meta.dirname, '../..');
const OUT = join(ROOT, 'dist/web');
/** Without this file a build is not served: src/operations/web-app.ts. */
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

/** The content of the stamp until the files are as small as they can be. */
const quickly = (digest: string) => `${digest} quickly`;

const builtFrom = () => readFile(join(OUT, STAMP), 'utf8').catch(() => '');

const isBuiltFrom = async (digest: string) => [digest, quickly(digest)].includes(await builtFrom());

/** Builds it in a folder of its own, as two starts may be doing so at once, and puts that in its place. */
async function build({ build: viteBuild }: typeof import('vite'), digest: string): Promise<void> {
  await rm(join(OUT, STAMP), { force: true });
  await removeAbandoned();
  const folder = `${OUT}-${process.pid}`;
  try {
    await viteBuild({ configFile: join(import.meta.dirname, 'vite.config.ts'), build: { outDir: folder } });
    await compressQuickly(folder);
    await writeFile(join(folder, STAMP), quickly(digest));
    await rm(OUT, { recursive: true, force: true });
    await rename(folder, OUT);
  } catch (error) {
    // Unless another start was faster.
    if (!(await isBuiltFrom(digest))) throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Left behind by starts that were stopped while building. */
async function removeAbandoned(): Promise<void> {
  for await (const folder of glob('web-*', { cwd: dirname(OUT) })) {
    try {
      process.kill(Number(folder.slice('web-'.length)), 0);
    } catch {
      await rm(join(dirname(OUT), folder), { recursive: true, force: true });
    }
  }
}

/** Makes what is built smaller; the service reads it again when the stamp is written. */
async function shrink(digest: string): Promise<void> {
  // All cores may be busy with the demo organization; nobody waits for this. Who builds it alone waits.
  if (process.argv.includes('--beside-start')) setPriority(constants.priority.PRIORITY_LOW);
  try {
    await compressWell(OUT);
    if ((await builtFrom()) === quickly(digest)) await writeFile(join(OUT, STAMP), digest);
  } catch (error) {
    // Unless another start has built it again in the meantime.
    if ((await builtFrom()) === quickly(digest)) throw error;
  }
}

const digest = await digestOfSources();
const digestOfBuild = await builtFrom();
if (!(await isBuiltFrom(digest))) {
  const vite = await import('vite').catch(() => undefined);
  if (vite) {
    const startedAt = performance.now();
    await build(vite, digest);
    console.log(
      `The web app is built (${((performance.now() - startedAt) / 1000).toFixed(1)} s); later starts reuse it.`,
    );
  } else if (!digestOfBuild) {
    console.warn(
      'The web app is not built and cannot be here: its build tools are development dependencies. Everything else works.',
    );
  }
}
if ((await builtFrom()) === quickly(digest)) await shrink(digest);
