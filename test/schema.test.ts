import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { options } from '../mikro-orm.config.ts';
import { generatedFiles } from '../src/operations/generated.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

test('the files in schema/ are what the code generates', async () => {
  for (const [file, content] of Object.entries(await generatedFiles())) {
    expect(await readFile(new URL(`../schema/${file}`, import.meta.url), 'utf8')).toBe(content);
  }
});

test('the migrations make the tables that the entities declare', async () => {
  const orm = await MikroORM.init({ ...options, clientUrl: world.url, subscribers: [] });
  const difference = await orm.schema.getUpdateSchemaSQL({ wrap: false, safe: true });
  await orm.close(true);
  expect(difference.trim()).toBe('');
});
