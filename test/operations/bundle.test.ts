import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { NODE_FLAGS } from '../support/child.ts';

const ROOT = join(import.meta.dirname, '../..');

async function printed(cwd: string, ...words: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, [...NODE_FLAGS, ...words], { cwd })).stdout.trim();
}

/** What the last bundle is made of. */
const newest = () =>
  JSON.parse(readFileSync(join(ROOT, 'dist/service.json'), 'utf8')) as { folder: string; inputs: { path: string }[] };

test('a bundle is started as long as its sources are what they were, and then the sources are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundled-'));
  try {
    const put = (path: string, content: string) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    };
    const says = (from: string) => `console.log('${from}', process.argv.slice(2).join(' '));`;
    const started = () => printed(folder, 'src/run.js', 'main', 'two', 'words');
    const source = says('the source');
    put('package.json', '{"type": "module"}');
    put('src/main.ts', source);
    cpSync(join(ROOT, 'src/run.js'), join(folder, 'src/run.js'));

    expect(await started()).toBe('the source two words');

    const { size, mtimeMs } = statSync(join(folder, 'src/main.ts'));
    const digest = createHash('sha256').update(source).digest('hex');
    const inputs = [{ path: 'src/main.ts', size, mtimeMs, digest }];
    put('dist/service.json', JSON.stringify({ folder: 'service-a', inputs }));
    put('dist/service-a/main.mjs', says('the bundle'));
    expect(await started()).toBe('the bundle two words');

    // As in an image, which keeps its content.
    utimesSync(join(folder, 'src/main.ts'), new Date(0), new Date(0));
    expect(await started()).toBe('the bundle two words');

    // As in an image, from which the packages that were bundled are pruned.
    const pruned = { path: 'node_modules/pruned/package.json', size: 1, mtimeMs: 1, digest: '' };
    put('dist/service.json', JSON.stringify({ folder: 'service-a', inputs: [...inputs, pruned] }));
    expect(await started()).toBe('the bundle two words');

    put('src/main.ts', source.replace('source', 'change'));
    expect(await started()).toBe('the change two words');

    rmSync(join(folder, 'src/main.ts'));
    await expect(started()).rejects.toThrow('main.ts');
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('what goes into a bundle is told whole: sources, the version of each package, and new migrations', () => {
  const paths = new Set(newest().inputs.map(({ path }) => path));
  expect(paths.size).toBeGreaterThan(500);
  for (const path of ['src/main.ts', 'src/cli.ts', 'src/app.ts', 'src/operations/bundle.ts', 'src/database/migrations'])
    expect(paths).toContain(path);
  for (const path of ['src/papers/drawing.ts', 'src/domain/planning/forecasts/worker.ts', 'mikro-orm.config.ts'])
    expect(paths).toContain(path);
  for (const name of ['graphql', '@mikro-orm/core', 'zod', 'pg'])
    expect(paths).toContain(`node_modules/${name}/package.json`);
});

test('the folder of a bundle is named after its content: the same sources give the same image', () => {
  expect(newest().folder).toMatch(/^service-[0-9a-f]{16}$/);
});

test('a bundle may be started by another user than the one who made it', () => {
  const { folder } = newest();
  for (const path of ['service.json', folder, `${folder}/main.mjs`])
    expect(statSync(join(ROOT, 'dist', path)).mode & 0o004).toBe(0o004);
  expect(statSync(join(ROOT, 'dist', folder)).mode & 0o001).toBe(0o001);
});

test('a bundle has its threads, and GraphQL once', () => {
  const folder = join(ROOT, 'dist', newest().folder);
  const texts = readdirSync(folder)
    .filter(file => file.endsWith('.mjs'))
    .map(file => readFileSync(join(folder, file), 'utf8'));
  const found = (pattern: RegExp) => texts.flatMap(text => text.match(pattern) ?? []);
  const threads = [/\bdrawing-[\w-]+\.mjs/, /new Worker\(.*?worker-[\w-]+\.mjs/].flatMap(found);
  expect(threads).toHaveLength(2);
  for (const thread of threads)
    expect(readFileSync(join(folder, /[\w-]+\.mjs$/.exec(thread)![0]), 'utf8')).toMatch(/^import ["']\.\/stacks\.mjs/);
  expect(found(/GraphQLSchema = class\b|class GraphQLSchema\b/g)).toHaveLength(1);
});

test('a command that writes loads no package that is in the bundle a second time', async () => {
  const folder = join(ROOT, 'dist', newest().folder);
  const discover = readdirSync(folder).find(file => /^discover-[\w-]{8}\.mjs$/.test(file))!;
  const loaded = await printed(
    folder,
    '--input-type=module',
    '--eval',
    `import { registerHooks } from 'node:module';
     const loaded = [];
     registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
     const { discover } = Object.fromEntries(Object.values(await import('./${discover}')).map(each => [each?.name, each]));
     await discover({ discovery: { warnWhenNoEntities: false }, entities: [] });
     console.log(loaded.filter(url => url.includes('/@mikro-orm/')).join());`,
  );
  expect(loaded).toBe('');
});

test('an error of a bundle names its place in the sources', async () => {
  const folder = join(ROOT, 'dist', newest().folder);
  const config = readdirSync(folder).find(file => /^config-[^.]+\.mjs$/.test(file))!;
  const stack = await printed(
    folder,
    '--input-type=module',
    '--eval',
    `await import('./stacks.mjs');
     const { readConfig } = Object.fromEntries(Object.values(await import('./${config}')).map(each => [each?.name, each]));
     try { readConfig({ PORT: 'x' }) } catch (error) { console.log(error.stack) }`,
  );
  const lines = readFileSync(join(ROOT, 'src/config.ts'), 'utf8').split('\n');
  const [, line] = /readConfig \(file:\S+\/src\/config\.ts:(\d+):\d+\)/.exec(stack)!;
  expect(lines[Number(line) - 1]).toMatch(/throw new/);
});
