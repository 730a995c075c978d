import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const SOURCE = resolve('src');
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.ts') && !file.startsWith('web/') && !file.endsWith('.d.ts'))
  .map(file => join(SOURCE, file));

/** What each file imports from src, types left out: they are gone when the program runs. */
const imports = new Map(
  files.map(file => {
    const text = readFileSync(file, 'utf8');
    const found = [...text.matchAll(/^(?:import|export)(?!\s+type\b)[^'"]*?from\s+'(\.[^']+)';/gms)].map(match =>
      resolve(dirname(file), match[1]!),
    );
    return [file, found.filter(target => target.startsWith(SOURCE))] as const;
  }),
);

const room = (file: string): string => {
  const path = relative(SOURCE, file);
  return path.includes('/') ? path.split('/')[0]! : path;
};

/** Who may import whom: README, "The house". */
const MAY_NOT: { readonly [room: string]: readonly string[] } = {
  kernel: ['domain', 'rest', 'graphql', 'events', 'webhooks', 'database', 'app.ts', 'caller.ts'],
  domain: ['rest', 'graphql', 'events', 'webhooks', 'app.ts', 'caller.ts'],
  rest: ['graphql', 'app.ts'],
  graphql: ['rest', 'app.ts'],
  events: ['rest', 'graphql', 'webhooks', 'app.ts'],
};

test.each(Object.entries(MAY_NOT))('%s imports none of %j', (from, forbidden) => {
  const wrong = [...imports].flatMap(([file, targets]) =>
    room(file) === from
      ? targets
          .filter(target => forbidden.includes(room(target)))
          .map(target => `${relative(SOURCE, file)} -> ${relative(SOURCE, target)}`)
      : [],
  );
  expect(wrong).toEqual([]);
});

test('the domain knows neither express nor graphql', () => {
  const wrong = files.filter(
    file =>
      ['kernel', 'domain'].includes(room(file)) &&
      /from '(express|graphql|type-graphql|@apollo\/server|ws)'/.test(readFileSync(file, 'utf8')),
  );
  expect(wrong).toEqual([]);
});

test('no file imports itself, however far around', () => {
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file))
      return void cycles.push(
        [...path.slice(path.indexOf(file)), file].map(each => relative(SOURCE, each)).join(' -> '),
      );
    if (done.has(file)) return;
    for (const target of imports.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
});

test('nothing is exported by default and nothing is switched off', () => {
  const wrong = files.filter(file =>
    /export default|@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b/.test(readFileSync(file, 'utf8')),
  );
  expect(wrong).toEqual([]);
});
