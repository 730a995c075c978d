import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/*
 * `npm run test:changed [-- -t title]`: the tests nearest to what differs from main, for a developer between two edits. Jest's own
 * --changedSince follows imports, and nearly every test imports the whole service. Here a test is near if it changed itself, lies
 * where the changed file's test would (test/ mirrors src/), or imports a changed file directly. CI runs everything.
 */

const ALWAYS = ['test/architecture.test.ts', 'test/docs.test.ts'];
/** For a change of the service that no test is near to: both faces are told the stories of every kind of document. */
const BROAD = 'test/faces.test.ts';

const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).split('\n').filter(Boolean);

function changedFiles(): Set<string> {
  const base = git('rev-parse', '--abbrev-ref', 'HEAD')[0] === 'main' ? 'HEAD' : git('merge-base', 'main', 'HEAD')[0]!;
  return new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]);
}

const tests = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map(file => `test/${file}`)
  .filter(file => file.endsWith('.test.ts') && !file.startsWith('test/web/'));

const importsOf = (test: string) =>
  [...readFileSync(test, 'utf8').matchAll(/from\s+'(\.[^']+)'/g)].map(match => resolve(dirname(test), match[1]!));

function isNear(test: string, changed: Set<string>): boolean {
  const mirrored = test.replace(/^test\//, 'src/').replace(/\.test\.ts$/, '');
  return (
    changed.has(test) ||
    [...changed].some(file => file === `${mirrored}.ts` || file.startsWith(`${mirrored}/`)) ||
    importsOf(test).some(path => [...changed].some(file => resolve(file) === path))
  );
}

const changed = changedFiles();
const near = tests.filter(test => isNear(test, changed));
const isUncovered = near.length === 0 && [...changed].some(file => file.startsWith('src/') && existsSync(file));
const chosen = [...new Set([...near, ...(isUncovered ? [BROAD] : []), ...ALWAYS])];
console.log(`${changed.size} files differ from main:\n  ${chosen.join('\n  ')}`);
const { status } = spawnSync(process.execPath, ['node_modules/.bin/jest', ...chosen, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, NODE_OPTIONS: '--experimental-vm-modules --disable-warning=ExperimentalWarning' },
});
process.exit(status ?? 1);
