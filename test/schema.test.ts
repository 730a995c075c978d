import { readFile } from 'node:fs/promises';
import { test } from '@jest/globals';
import { generatedFiles } from '../src/operations/generated.ts';
import { expectNone } from './support/none.ts';

test('the files in schema/ are up to date', async () => {
  const old: string[] = [];
  for (const [file, content] of Object.entries(await generatedFiles()))
    if ((await readFile(new URL(`../schema/${file}`, import.meta.url), 'utf8')) !== content) old.push(file);
  expectNone(old, 'These are not what the code generates: run `npm run -s schema`, and read their diff.');
});
