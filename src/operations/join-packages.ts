import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Rolldown from 'rolldown';

/*
 * Joins each of the packages of which a start loads the most modules into a few files, which preload.js has loaded in
 * their place: half of what a command of the CLI costs, and a quarter of a start, was to find and open their modules.
 * Only packages are joined, and nothing in them is left out or changed but comments; the tests load the same files.
 * `npm start`, `npm test` and `npm run bench` run this first: it does something once after each install.
 */

const PACKAGES = new URL('../../node_modules/', import.meta.url);
const OUT = new URL('.cache/joined/', PACKAGES);
const WRITTEN = new URL('packages.json', OUT);
const JOINED = ['kysely', 'zod', '@mikro-orm/core', '@mikro-orm/sql', '@mikro-orm/postgresql', '@mikro-orm/migrations'];

/** The ES modules by which a package is entered, within node_modules: all of them, so that none is loaded twice. */
function entriesOf(name: string): string[] {
  const { exports } = JSON.parse(readFileSync(new URL(`${name}/package.json`, PACKAGES), 'utf8')) as {
    exports: { [path: string]: unknown };
  };
  return Object.keys(exports)
    .filter(path => !path.includes('*') && !path.endsWith('.json'))
    .map(path => import.meta.resolve(name + path.slice(1)).slice(PACKAGES.href.length));
}

const installedAt = statSync(new URL('.package-lock.json', PACKAGES), { throwIfNoEntry: false })?.mtimeMs;
const isWritten = () => {
  try {
    return JSON.parse(readFileSync(WRITTEN, 'utf8')).installedAt === installedAt;
  } catch {
    return false;
  }
};

/** Writes the joined files into this folder, and says where each entry has gone. */
async function write(folder: string, build: typeof Rolldown.build): Promise<void> {
  const names = [...new Set(JOINED.flatMap(entriesOf))];
  await build({
    input: Object.fromEntries(
      names.map(entry => [entry.replace(/\.js$/, ''), fileURLToPath(new URL(entry, PACKAGES))]),
    ),
    platform: 'node',
    external: id => !/^[./]/.test(id) && !JOINED.some(name => id === name || id.startsWith(`${name}/`)),
    treeshake: false,
    logLevel: 'warn',
    output: {
      dir: folder,
      entryFileNames: '[name].mjs',
      chunkFileNames: '[name]-[hash].mjs',
      keepNames: true,
      comments: false,
      // V8 keeps every source, in two bytes a character if one of them needs it. Lines stay as they are, for stacks.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: false, asciiOnly: true } },
    },
  });
  const entries = Object.fromEntries(names.map(entry => [entry, `.cache/joined/${entry.replace(/\.js$/, '.mjs')}`]));
  writeFileSync(join(folder, 'packages.json'), JSON.stringify({ installedAt, entries }));
}

/** Puts the folder in its place, unless another process, which may have loaded some of it, was first. */
function publish(folder: string): void {
  if (isWritten()) return;
  rmSync(OUT, { recursive: true, force: true });
  try {
    renameSync(folder, OUT);
  } catch (error) {
    if (!isWritten()) throw error;
  }
}

// A development dependency: without it every module is loaded from its package.
const rolldown = installedAt === undefined || isWritten() ? undefined : await import('rolldown').catch(() => undefined);
if (rolldown) {
  let folder: string | undefined;
  try {
    mkdirSync(new URL('.cache/', PACKAGES), { recursive: true });
    folder = mkdtempSync(fileURLToPath(new URL('.cache/joining-', PACKAGES)));
    await write(folder, rolldown.build);
    publish(folder);
  } catch (error) {
    // Such as a folder that may not be written. A start does not need them.
    console.warn(`Packages are not joined, a start takes longer: ${(error as Error).message}`);
  } finally {
    if (folder) rmSync(folder, { recursive: true, force: true });
  }
}
