import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';

/*
 * `npm run test:changed [-- -t title]`: the tests nearest to what differs from main, for a developer between two edits.
 * Jest's own --changedSince follows imports, and nearly every test imports the whole service. This chooses, nearest
 * first:
 *
 *   1. tests that changed, and those of a changed file: test/ mirrors src/, if with fewer folders;
 *      `orders-races.test.ts` is one of `orders.ts`, and `orders.test.ts` one of `order-fulfillment.ts`;
 *   2. if a table changed, the tests generated from it: they say what they require of a new row;
 *   3. without any of these, the tests of a room that the stories do not enter, and for all others the stories over
 *      REST and GraphQL;
 *   4. tests that import a changed file, first those of its folder and those with the fewest other imports, up to MOST;
 *      if there are none, those of its folder and of the files that import it, and so on.
 *
 * It prints how many are left out. CI runs everything.
 */

const ALWAYS = ['test/architecture.test.ts', 'test/docs.test.ts'];
const WEB = ['test/web-architecture.test.ts', 'test/web-words.test.ts'];
/** Runs the stories of every kind of document over both interfaces. */
const BROAD = 'test/faces.test.ts';
/** Rooms that no story enters. */
const APART = ['forecasting', 'papers', 'questions'];
/** Up to 10 CPU seconds each: half a minute in all, on two cores. */
const MOST = 4;
/** One for each of two cores: each loads the service, which takes as long as a short test file. */
const WORKERS = 2;

/** Tables whose rows are required by tests, which import them for all rows. */
const TABLES = ['mikro-orm.config.ts', 'src/rest/routes.ts', 'src/graphql/operations.ts', 'src/events/resources.ts'];
const GENERATED = [
  BROAD,
  'test/lists.test.ts',
  'test/following.test.ts',
  'test/conditional-writes.test.ts',
  'test/schema.test.ts',
  'test/database/released.test.ts',
  'test/rest/reference.test.ts',
];
/**
 * Long tests, which start processes or go through everything: left to CI, unless they or the files that they mirror
 * changed.
 */
const LONG = [
  'test/rest/hostile.test.ts',
  'test/graphql/sockets.test.ts',
  'test/tenants.test.ts',
  'test/model.test.ts',
  'test/domain/planning/insights/insights.test.ts',
  'test/imports/round-trips.test.ts',
  'test/papers/papers.test.ts',
  'test/pods.test.ts',
  'test/database/guards.test.ts',
  'test/database/replica.test.ts',
  'test/operations/organization-files.test.ts',
];
const startsProcesses = (test: string) => importsOf(test).includes('test/support/child.ts');

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

function changedFiles(): string[] {
  const base = git('rev-parse', '--abbrev-ref', 'HEAD')[0] === 'main' ? 'HEAD' : git('merge-base', 'main', 'HEAD')[0]!;
  return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])];
}

const filesIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(file => join(folder, file))
    .filter(file => file.endsWith('.ts') && !file.startsWith('test/web/') && !file.startsWith('src/web/'));

const tests = filesIn('test').filter(file => /(?<!\.long)\.test\.ts$/.test(file));

const known = new Map<string, readonly string[]>();

/** The imports of a file, as paths from the root, without types, which the compiler checks. */
function importsOf(file: string): readonly string[] {
  const found = known.get(file);
  if (found) return found;
  const paths = [...readFileSync(file, 'utf8').matchAll(/^import (?!type)[^'";]*from\s+'(\.[^']+)'/gm)].map(match =>
    relative('.', resolve(dirname(file), match[1]!)),
  );
  known.set(file, paths);
  return paths;
}

/** The tests of a file: at its mirrored path, at that of its folder or resource, or of its name in a folder above. */
function testsOf(file: string): string[] {
  const place = file.replace(/^src\//, 'test/').replace(/\.ts$/, '');
  return tests.filter(test => {
    const tested = test.replace(/\.test\.ts$/, '');
    const isAbove = basename(tested) === basename(place) && place.startsWith(`${dirname(tested)}/`);
    const isOfPart = /s$/.test(tested) && place.startsWith(`${tested.replace(/(?<=ch)es$|s$/, '')}-`);
    return isAbove || isOfPart || tested.startsWith(`${place}-`) || place.startsWith(`${tested}/`);
  });
}

/** The tests of the importing files, of their importers, and so on, up to the first level that has any. */
function testsAbove(files: readonly string[]): string[] {
  const sources = filesIn('src');
  const seen = new Set(files);
  for (let level = files; level.length > 0; ) {
    level = sources.filter(file => !seen.has(file) && importsOf(file).some(path => level.includes(path)));
    for (const file of level) seen.add(file);
    const found = level.flatMap(testsOf);
    if (found.length > 0) return found;
  }
  return [];
}

const changed = changedFiles().filter(file => existsSync(file));
const own = tests.filter(test => changed.includes(test) || changed.some(file => testsOf(file).includes(test)));
const generated = changed.some(file => TABLES.includes(file)) ? GENERATED : [];
const imported = changed.filter(file => !TABLES.includes(file));
const touched = (test: string) => importsOf(test).filter(path => imported.includes(path));
const folder = (file: string) => dirname(file).replace(/^src/, 'test');
/** How much of the test is about the changed files, up to 1; and 1 if it is in the same folder. */
const nearness = (test: string) =>
  touched(test).length / importsOf(test).length + Number(touched(test).some(path => folder(path) === dirname(test)));
const importers = tests.filter(test => touched(test).length > 0).toSorted((a, b) => nearness(b) - nearness(a));

const service = changed.filter(file => file.startsWith('src/') && !file.startsWith('src/web/'));
const must = [...own, ...generated];
if (must.length === 0)
  for (const file of service) {
    const room = file.split('/')[1]!;
    must.push(...(APART.includes(room) ? tests.filter(test => dirname(test) === `test/${room}`) : [BROAD]));
  }
const beside = tests.filter(test => service.some(file => dirname(file) !== 'src' && folder(file) === dirname(test)));
const near = [...new Set([...must, ...(importers.length > 0 ? importers : [...beside, ...testsAbove(service)])])];
const isLong = (test: string) => LONG.includes(test) || startsProcesses(test);
const chosen = near
  .filter(test => own.includes(test) || !isLong(test))
  .filter((test, place) => must.includes(test) || place < MOST);
const web = changed.some(file => file.startsWith('src/web/')) ? WEB : [];
const run = [...new Set([...chosen, ...web, ...ALWAYS])];

console.log(`${changed.length} files differ from main. The tests nearest to them:\n  ${run.join('\n  ')}`);
if (near.length > chosen.length) console.log(`Left to CI: ${near.length - chosen.length} others that use them.`);
const { status } = spawnSync(
  process.execPath,
  ['node_modules/.bin/jest', `-w=${WORKERS}`, ...run, ...process.argv.slice(2)],
  {
    stdio: 'inherit',
  },
);
process.exit(status ?? 1);
