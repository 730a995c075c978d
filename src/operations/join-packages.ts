import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type * as Rolldown from 'rolldown';

/*
 * Joins each of the packages of which a start loads the most modules into a few files, which preload.js has loaded in
 * their place: half of what a command of the CLI costs, and a third of a start, was to find and open their modules, and
 * Node keeps several objects for each module that it has loaded.
 * Only packages are joined, and nothing in them is left out or changed but comments; the tests load the same files.
 * `npm start`, `npm test` and `npm run bench` run this first: it does something once after each install, and when the
 * list below has changed.
 */

const PACKAGES = new URL('../../node_modules/', import.meta.url);
const OUT = new URL('.cache/joined/', PACKAGES);
const WRITTEN = new URL('packages.json', OUT);
const JOINED = [
  ...['kysely', 'zod', 'uuid', '@mikro-orm/core', '@mikro-orm/sql', '@mikro-orm/postgresql', '@mikro-orm/migrations'],
  ...['graphql', 'type-graphql', 'graphql-scalars', '@apollo/server'],
  ...['@graphql-tools/utils', '@graphql-tools/merge', '@graphql-tools/schema'],
  ...['better-auth', '@better-auth/core', 'better-call', 'jose'],
];

/**
 * The modules by which a package is entered, within node_modules, each with the ES module that is joined in its place:
 * all of them, so that none is loaded twice.
 */
function entriesOf(name: string): [entry: string, source: string][] {
  const { exports, module } = JSON.parse(readFileSync(new URL(`${name}/package.json`, PACKAGES), 'utf8')) as {
    exports?: { [path: string]: unknown };
    module?: string;
  };
  const entryOf = (path: string) => import.meta.resolve(name + path).slice(PACKAGES.href.length);
  // Without exports Node would enter by the CommonJS module; only bundlers know of the other.
  if (!exports) return [[entryOf(''), `${name}/${module}`]];
  return Object.keys(exports)
    .filter(path => !path.includes('*') && !path.endsWith('.json'))
    .map(path => entryOf(path.slice(1)))
    .map(entry => [entry, entry]);
}

/** A joined file by the entry that it replaces, without its extension. */
const placeOf = (entry: string): string => entry.replace(/\.m?js$/, '');

const installedAt = statSync(new URL('.package-lock.json', PACKAGES), { throwIfNoEntry: false })?.mtimeMs;
const isWritten = () => {
  try {
    const written = JSON.parse(readFileSync(WRITTEN, 'utf8'));
    return written.installedAt === installedAt && String(written.joined) === String(JOINED);
  } catch {
    return false;
  }
};

/** Writes the joined files into this folder, and says where each entry has gone. */
async function write(folder: string, build: typeof Rolldown.build): Promise<void> {
  const joined = new Map(JOINED.flatMap(entriesOf));
  await build({
    input: Object.fromEntries(
      [...joined].map(([entry, source]) => [placeOf(entry), fileURLToPath(new URL(source, PACKAGES))]),
    ),
    platform: 'node',
    resolve: { mainFields: ['module', 'main'] },
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
  const entries = Object.fromEntries([...joined.keys()].map(entry => [entry, `.cache/joined/${placeOf(entry)}.mjs`]));
  writeFileSync(join(folder, 'packages.json'), JSON.stringify({ installedAt, joined: JOINED, entries }));
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
