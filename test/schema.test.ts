import { readFile } from 'node:fs/promises';
import { test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { options } from '../mikro-orm.config.ts';
import { differenceOf } from '../src/database/ddl.ts';
import { generatedFiles } from '../src/operations/generated.ts';
import { expectNone } from './support/none.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

test('the files in schema/ are up to date', async () => {
  const old: string[] = [];
  for (const [file, content] of Object.entries(await generatedFiles()))
    if ((await readFile(new URL(`../schema/${file}`, import.meta.url), 'utf8')) !== content) old.push(file);
  expectNone(old, 'These are not what the code generates: run `npm run -s schema`, and read their diff.');
});

test('the migrations create the tables that the entities declare', async () => {
  const orm = await MikroORM.init({ ...options, clientUrl: world.url, subscribers: [] });
  const difference = await differenceOf(orm);
  await orm.close(true);
  expectNone(
    difference,
    'No migration does this: run `npm run -s migration -- NAME`. One that is not on main yet may be deleted first and made anew.',
  );
});
