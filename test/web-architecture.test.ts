import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';

/** Rules for the sources of the web app. */

const files = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
  .map(file => ({ file, text: readFileSync(`src/web/${file}`, 'utf8') }));
const holding = (pattern: RegExp, but: readonly string[] = []) =>
  files.filter(({ file, text }) => !but.includes(file) && pattern.test(text)).map(({ file }) => file);

test('an effect returns nothing but its clean-up: its body is a block', () => {
  // The return value of a browser API is no clean-up function: returning it from an arrow function crashes the page.
  expect(holding(/use(Layout)?Effect\(\s*(?!\(\) => \{)/)).toEqual([]);
});

test('only one file knows the URL of a product, so that none forgets the variant', () => {
  expect(holding(/['"`]\/products\/\$/, ['parts/product-link.tsx', 'router.tsx'])).toEqual([]);
  expect(holding(/['"`]\/products\/['"`]/)).toEqual([]);
});

test('primitives know no feature, features know no page', () => {
  const importing = (from: RegExp, of: RegExp) =>
    files.filter(({ file, text }) => from.test(file) && of.test(text)).map(({ file }) => file);
  expect(importing(/^ui\//, /from '\.\.\/(parts|pages)\//)).toEqual([]);
  expect(importing(/^parts\//, /from '\.\.\/pages\//)).toEqual([]);
});

test('figures and dates are formatted by format.ts alone, in one locale', () => {
  expect(holding(/\bIntl\.|\.toLocale/, ['format.ts'])).toEqual([]);
});

test('everything that an insight suggests can be done or opened in the web app', () => {
  const folder = 'src/domain/planning/insights';
  const suggested = readdirSync(folder)
    .map(file => readFileSync(`${folder}/${file}`, 'utf8'))
    .flatMap(text => [...text.matchAll(/method: '(\w+)'(?: as const)?,\s*path: [`']([^`']+)[`']/g)])
    .map(([, method, path]) => `${method} ${path!.replace(/\$\{\w+\}/, ':id')}`);
  const remedy = files.find(({ file }) => file === 'parts/remedy.tsx')!.text;
  expect(suggested).toContain('POST /purchase_orders');
  expect([...new Set(suggested)].filter(each => !remedy.includes(`'${each}':`))).toEqual([]);
});
