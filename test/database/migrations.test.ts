import { readdir } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import type { Migration } from '@mikro-orm/migrations';

const FOLDER = new URL('../../src/database/migrations/', import.meta.url);
/** Tables with few rows in any database. */
const SMALL = ['members', 'users'];

const names = (await readdir(FOLDER)).map(file => file.replace(/\.ts$/, '')).filter(name => !name.endsWith('_initial'));

test.each(names)('%s builds the indexes of existing tables concurrently', async name => {
  const module = (await import(new URL(`${name}.ts`, FOLDER).href)) as { [name: string]: new () => Migration };
  const migration = new module[name]!();
  await migration.up();
  const statements = migration.getQueries().map(String);
  const created = statements.flatMap(statement => /^create table "?(\w+)/.exec(statement)?.[1] ?? []);
  const blocking = statements.filter(statement => {
    const table = /^create (?:unique )?index (?!concurrently)[^(]* on "?(\w+)/.exec(statement)?.[1];
    return table !== undefined && ![...created, ...SMALL].includes(table);
  });
  expect(blocking).toEqual([]);
  // What cannot run in a transaction fails there.
  expect(statements.some(statement => statement.includes('concurrently')) && migration.isTransactional()).toBe(false);
});
