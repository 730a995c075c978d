import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';

const ROOT = join(import.meta.dirname, '../..');
const PRELOAD = 'src/operations/preload.js';
const NAMES = [
  ...['kysely', 'zod', 'zod/v4', 'uuid', '@mikro-orm/core', '@mikro-orm/postgresql', '@mikro-orm/migrations'],
  ...['graphql', 'type-graphql', 'graphql-scalars', '@apollo/server', '@graphql-tools/utils'],
  ...['better-auth', 'better-auth/cookies', 'better-call', 'jose'],
];

/** What this script prints, run in a process of its own. */
async function printed(script: string, { folder = ROOT, preload = true } = {}): Promise<string> {
  const flags = ['--input-type=module', ...(preload ? ['--import', join(folder, PRELOAD)] : [])];
  return (await promisify(execFile)(process.execPath, [...flags, '--eval', script], { cwd: folder })).stdout.trim();
}

const exportsOf = async (options: { preload: boolean }) =>
  JSON.parse(
    await printed(
      `const names = ${JSON.stringify(NAMES)};
       const all = await Promise.all(names.map(name => import(name)));
       // What only a CommonJS module has; joined is the ES module beside it.
       const marks = ['__esModule', 'default', 'module.exports'];
       const own = each => Object.keys(each).filter(key => !('module.exports' in each && marks.includes(key)));
       console.log(JSON.stringify(Object.fromEntries(all.map((each, at) => [names[at], own(each)]))));`,
      options,
    ),
  ) as { [name: string]: string[] };

beforeAll(() => promisify(execFile)(process.execPath, ['src/operations/join-packages.ts'], { cwd: ROOT }));

test('packages of many modules are loaded from a few files, and export there what they export themselves', async () => {
  const places = await printed(
    `for (const name of ${JSON.stringify(NAMES)}) console.log(import.meta.resolve(name).includes('/.cache/joined/'))`,
  );
  expect(places.split('\n')).toEqual(NAMES.map(() => 'true'));
  expect(await exportsOf({ preload: true })).toEqual(await exportsOf({ preload: false }));
});

test('a package that is entered by several ways is loaded once', async () => {
  const same = await printed(
    `const [{ z }, v4, core, postgresql, graphql] = await Promise.all(['zod', 'zod/v4', '@mikro-orm/core', '@mikro-orm/postgresql', 'graphql'].map(name => import(name)));
     const { createRequire } = await import('node:module');
     const required = createRequire(process.cwd() + '/src/main.ts')('graphql');
     console.log(z.ZodString === v4.ZodString, core.EntitySchema === postgresql.EntitySchema, graphql.GraphQLSchema === required.GraphQLSchema)`,
  );
  expect(same).toBe('true true true');
});

test('what was joined before the last install is not loaded', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'joined-'));
  try {
    const put = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    };
    cpSync(join(ROOT, PRELOAD), join(folder, PRELOAD), { recursive: true });
    put('package.json', '{"type": "module"}');
    put('node_modules/given/package.json', '{"type": "module", "exports": "./index.js"}');
    put('node_modules/given/index.js', 'export const from = "package";');
    put('node_modules/.cache/joined/given.mjs', 'export const from = "joined";');
    const lock = 'node_modules/.package-lock.json';
    put(lock, '{}');
    const installedAt = statSync(join(folder, lock)).mtimeMs;
    const entries = { 'given/index.js': '.cache/joined/given.mjs' };
    put('node_modules/.cache/joined/packages.json', JSON.stringify({ installedAt, entries }));
    const script = `console.log((await import('given')).from)`;

    expect(await printed(script, { folder })).toBe('joined');

    utimesSync(join(folder, lock), new Date(0), new Date(0));
    expect(await printed(script, { folder })).toBe('package');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
