import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import {
  buildSchema,
  type GraphQLObjectType,
  type GraphQLUnionType,
  getNamedType,
  Kind,
  parse,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import { SHARED_FILES } from '../src/web/chunks.ts';

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

test('figures and dates are formatted by format.ts alone, and by format-more.ts, which the first page does not need, in one locale', () => {
  expect(holding(/\bIntl\.|\.toLocale/, ['format.ts', 'format-more.ts'])).toEqual([]);
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

/** Lists of which only the first rows are asked for, by query or by field: why nobody misses the others. */
const FIRST_ROWS: { readonly [list: string]: string } = {
  FindAnything: 'suggestions for what is being typed',
  FindVariants: 'suggestions for what is being typed',
  DemandOf: 'suggestions for what is being typed',
  TopSellers: 'suggestions, before anything is typed',
  LatestFulfilled: 'suggestions; other orders are found by their number',
  FindOrders: 'suggestions; other orders are found by their number',
  Holders: 'records asked for by id, at most as many as a page has',
  PoliciesOfMany: 'at most one for each of the variants asked for',
  'Demand.demand': 'a row per day, for fewer days than a page has rows',
  'Settled.members': 'whether there are two',
  'Figures.recent': 'the newest, with a link to all',
};

test('no list ends silently: it is read page by page, or asks whether there is more', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const ending = files.flatMap(({ file, text }) =>
    [...text.matchAll(/graphql\(\s*(['"`])(.*?)\1/gs)].flatMap(([, , source]) => {
      const lists: string[] = [];
      const types = new TypeInfo(schema);
      let operation = '';
      visit(
        parse(source!),
        visitWithTypeInfo(types, {
          OperationDefinition: ({ name }) => void (operation = name?.value ?? ''),
          Field({ name, alias, arguments: given = [], selectionSet }) {
            if (!getNamedType(types.getType())?.name.endsWith('Connection')) return;
            const asked = selectionSet?.selections.flatMap(each => (each.kind === Kind.FIELD ? each.name.value : []));
            const first = given.find(each => each.name.value === 'first')?.value;
            const isOne = first?.kind === Kind.INT && first.value === '1';
            const isOpen = asked?.includes('totalCount') || asked?.includes('pageInfo');
            if (!isOne && !isOpen) lists.push(`${operation}.${(alias ?? name).value}`);
          },
        }),
      );
      return operation in FIRST_ROWS ? [] : lists.filter(list => !(list in FIRST_ROWS)).map(list => `${file}: ${list}`);
    }),
  );
  expect(ending).toEqual([]);
});

/** Changes that do not say which version they change: why they overwrite nothing that somebody else has typed. */
const UNVERSIONED: { readonly [mutation: string]: string } = {
  UpdateMe: 'what belongs to the person alone',
  UpdateOneOfMany: 'a status or a category that all chosen rows get',
  UpdatePolicyOfMany: 'figures that all chosen rows get',
  SuggestedLeadTime: 'a figure that the suggestion names',
  SuggestedPolicyChange: 'a figure that the suggestion names',
  SuggestedPrice: 'a figure that the suggestion names',
  ExtendReservation: 'a time, which is chosen where it is shown',
  RecordCount: 'what was counted of one item, by whoever counted it last',
  UpdateRecall: 'a tick of one of its tasks, which others tick at the same time, or its state',
};

test('an edited record is sent with its version, so that nobody overwrites what somebody else has saved', () => {
  const unversioned = files.flatMap(({ text }) =>
    [...text.matchAll(/mutation (\w+)\([^)]*\) \{\s+update\w+\(([^)]*)\)/g)].flatMap(([, name, given]) =>
      given!.includes('ifVersion: $ifVersion') ? [] : [name!],
    ),
  );
  expect(unversioned.sort()).toEqual(Object.keys(UNVERSIONED).sort());
});

test('every dialog is the one that gives the focus back', () => {
  expect(holding(/<Modal\b/, ['ui/dialog.tsx'])).toEqual([]);
});

/** Lists of records that no event tells of, and that are not polled as such: how they are renewed. */
const RENEWED: { readonly [type: string]: string } = {
  Notification: 'the bell asks for them, and the list when it is opened',
  Insight: 'read again when stock moves',
  SavedQuery: 'read when somebody opens the choice',
  View: 'read when somebody opens the choice',
  WebhookDelivery: 'its page asks for them',
  ImportRow: 'read with their import, which is polled',
  PlanSuggestion: 'read with their plan, which is polled',
};

test('fields of a dialog are those of a form, which asks before it loses what was typed', () => {
  expect(holding(/<Dialog\b[\s\S]*\bonChange=[\s\S]*<\/Dialog>/)).toEqual([]);
});

test('a comma in a number is read by number.ts, which refuses what is ambiguous, and in files by sheets.ts', () => {
  expect(holding(/replace\(',', '\.'\)/).sort()).toEqual(['parts/sheets.ts', 'ui/number.ts']);
});

test('no list of records is without a way of being renewed', () => {
  const schema = buildSchema(readFileSync('schema/schema.graphql', 'utf8'));
  const following = files.find(({ file }) => file === 'following.ts')!.text;
  const [, withoutEvents = ''] = /TYPES_WITHOUT_EVENTS[^=]*= new Set\(\[([^\]]*)\]/.exec(following) ?? [];
  const polled = [...withoutEvents.matchAll(/'(\w+)'/g)].map(([, type]) => type!);
  const told = schema.getPossibleTypes(schema.getType('Resource') as GraphQLUnionType).map(({ name }) => name);
  const ways = new Set([...told, 'InventoryLevel', 'LedgerEntry', 'Reservation', ...polled, ...Object.keys(RENEWED)]);
  const shown = new Set<string>();
  for (const { text } of files)
    for (const [, , source] of text.matchAll(/graphql\(\s*(['"`])(.*?)\1/gs)) {
      const types = new TypeInfo(schema);
      const field = () => {
        const [, of] = /^(.*)Connection$/.exec(getNamedType(types.getType())?.name ?? '') ?? [];
        // What has no id is a row of a report: it stays as it was when it was opened.
        if (of && 'id' in ((schema.getType(of) as GraphQLObjectType | undefined)?.getFields() ?? {})) shown.add(of);
      };
      visit(parse(source!), visitWithTypeInfo(types, { Field: field }));
    }
  expect(shown.size).toBeGreaterThan(25);
  expect([...shown].filter(type => !ways.has(type))).toEqual([]);
  expect([...polled, ...Object.keys(RENEWED)].filter(type => !schema.getType(type))).toEqual([]);
});

test('the build names only modules and packages that there are', () => {
  const ours = SHARED_FILES.flatMap(file => file.ours ?? []);
  expect(ours.length).toBeGreaterThan(30);
  expect(ours.filter(path => !existsSync(`src/web/${path}.ts`) && !existsSync(`src/web/${path}.tsx`))).toEqual([]);
  const packages = SHARED_FILES.flatMap(file => file.packages ?? []);
  expect(packages.filter(name => !existsSync(`node_modules/${name}`))).toEqual([]);
});
