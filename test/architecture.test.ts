import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const ROOT = resolve('.');
const files = [
  'mikro-orm.config.ts',
  ...readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.startsWith('web/') && !file.endsWith('.d.ts'))
    .map(file => join('src', file)),
].map(file => join(ROOT, file));

/** What each of these files imports of the others, types included. */
const importsAmong = (all: readonly string[]): ReadonlyMap<string, readonly string[]> =>
  new Map(
    all.map(file => {
      const text = readFileSync(file, 'utf8');
      const found = [
        ...text.matchAll(/^(?:import|export)\b[^'";]*?from\s+'(\.[^']+)';|\bimport\('(\.[^']+)'\)/gms),
      ].map(([, declared, lazy]) => resolve(dirname(file), declared ?? lazy!));
      return [file, found.filter(target => all.includes(target))] as const;
    }),
  );

const imports = importsAmong(files);

const shown = (file: string): string => relative(ROOT, file);

/** The folder of src/ that a file is in; a file beside the folders is a room of its own. */
const room = (file: string): string => {
  const [first, second] = shown(file).split('/');
  return first !== 'src' ? first! : second!;
};

/** What both REST and GraphQL serve. */
const SERVED = [
  'kernel',
  'store',
  'access',
  'domain',
  'papers',
  'figures',
  'questions',
  'imports',
  'events',
  'webhooks',
  'notifications',
  'mail',
];

/**
 * The rooms that each room may import: docs/architecture.md, "Rooms". Within a room imports are free. Rows come before
 * the rows that import them, so imports only point up this table.
 */
const MAY_IMPORT: { readonly [room: string]: readonly string[] } = {
  internals: [],
  kernel: ['internals'],
  forecasting: [],
  'config.ts': [],
  store: ['internals', 'kernel'],
  domain: ['kernel', 'store', 'forecasting'],
  papers: ['kernel', 'store', 'domain'],
  mail: ['kernel', 'store', 'domain', 'papers'],
  access: ['kernel', 'store', 'domain', 'config.ts'],
  figures: ['kernel', 'store', 'domain'],
  questions: ['kernel', 'store', 'domain', 'figures'],
  imports: ['kernel', 'store', 'domain', 'access'],
  events: ['kernel', 'store', 'domain'],
  webhooks: ['kernel', 'store', 'domain', 'events'],
  notifications: ['kernel', 'store', 'domain', 'imports'],
  'mikro-orm.config.ts': [
    'store',
    'access',
    'domain',
    'figures',
    'questions',
    'imports',
    'events',
    'webhooks',
    'notifications',
    'mail',
  ],
  database: ['internals', 'kernel', 'store', 'config.ts', 'mikro-orm.config.ts'],
  rest: SERVED,
  graphql: ['internals', ...SERVED],
  mcp: ['kernel', 'store', 'access', 'domain'],
  operations: [
    'kernel',
    'store',
    'access',
    'domain',
    'forecasting',
    'imports',
    'events',
    'webhooks',
    'mail',
    'database',
    'rest',
    'graphql',
    'config.ts',
  ],
  'app.ts': [
    'internals',
    'kernel',
    'store',
    'access',
    'papers',
    'questions',
    'events',
    'webhooks',
    'rest',
    'graphql',
    'mcp',
    'operations',
    'config.ts',
  ],
  demo: ['kernel', 'store', 'access', 'domain', 'database'],
  'cli.ts': ['kernel', 'store', 'access', 'domain', 'questions', 'events', 'database', 'operations', 'config.ts'],
  'main.ts': ['store', 'app.ts', 'database', 'operations', 'demo', 'rest', 'config.ts'],
};

const rooms = [...new Set(files.map(room))];

test('every room has a row, and every row a room', () => {
  expect(Object.keys(MAY_IMPORT).toSorted()).toEqual(rooms.toSorted());
});

test('rows name only rows above them', () => {
  const order = Object.keys(MAY_IMPORT);
  const upward = order.flatMap((from, place) =>
    MAY_IMPORT[from]!.filter(to => order.indexOf(to) >= place).map(to => `${from} -> ${to}`),
  );
  expect(upward).toEqual([]);
});

test.each(Object.entries(MAY_IMPORT))('%s imports no room except %j', (from, allowed) => {
  const wrong = files
    .filter(file => room(file) === from)
    .flatMap(file =>
      imports
        .get(file)!
        .filter(target => room(target) !== from && !allowed.includes(room(target)))
        .map(target => `${shown(file)} -> ${shown(target)}`),
    );
  expect(wrong).toEqual([]);
});

test('only the faces and what composes them know express and graphql', () => {
  const known = ['internals', 'rest', 'graphql', 'mcp', 'access', 'webhooks', 'operations', 'app.ts'];
  const wrong = files.filter(
    file =>
      !known.includes(room(file)) &&
      /from '(express|graphql|type-graphql|@apollo\/server|ws)'/.test(readFileSync(file, 'utf8')),
  );
  expect(wrong.map(shown)).toEqual([]);
});

/** The modules that are loaded with a file, ours and packages, except dynamic imports and types. */
function loadedWith(entry: string): Set<string> {
  const loaded = new Set<string>();
  const visit = (file: string): void => {
    if (loaded.has(shown(file))) return;
    loaded.add(shown(file));
    const text = readFileSync(file, 'utf8');
    for (const [, names, from] of text.matchAll(/^(?:import|export)\s+(?!type\b)([^'";]*?)from\s+'([^']+)';/gms)) {
      if (names!.includes('{') && /^\s*\{\s*(type [^,]+,?\s*)*\}\s*$/.test(names!)) continue;
      if (from!.startsWith('.')) visit(resolve(dirname(file), from!));
      else loaded.add(from!);
    }
  };
  visit(join(ROOT, entry));
  return loaded;
}

test.each([
  [
    'src/app.ts',
    [
      'src/graphql/server.ts',
      'src/access/auth.ts',
      'src/mcp/server.ts',
      'src/operations/generated.ts',
      'src/questions/answering/answer-to.ts',
    ],
  ],
  ['src/cli.ts', ['src/config.ts', 'src/database/start.ts', 'kysely', 'zod', '@mikro-orm/core']],
  ['src/operations/operator.ts', ['mikro-orm.config.ts', '@mikro-orm/core']],
  ['src/database/start.ts', ['mikro-orm.config.ts', 'src/database/migrate.ts', 'src/database/entities.ts']],
  ['src/access/entities.ts', ['mikro-orm.config.ts', 'src/access/members.ts', 'src/domain/organizations.ts']],
  ['src/access/api-keys.ts', ['src/domain/locations.ts', 'src/domain/organizations.ts']],
  ['src/access/members.ts', ['mikro-orm.config.ts', 'src/domain/orders.ts', 'src/events/table.ts']],
  ['src/main.ts', ['src/app.ts', 'src/demo/demo.ts', 'src/database/migrate.ts']],
])('%s does not load %j', (entry, forbidden) => {
  const loaded = loadedWith(entry);
  const late = [
    'graphql',
    'type-graphql',
    '@apollo/server',
    'better-auth',
    'undici',
    'ioredis',
    'nodemailer',
    'piscina',
  ];
  expect([...late, '@opentelemetry/sdk-node', ...forbidden].filter(each => loaded.has(each))).toEqual([]);
});

test('only config.ts reads the environment, and mikro-orm.config.ts for its command line', () => {
  const wrong = files.filter(
    file =>
      !['config.ts', 'mikro-orm.config.ts', 'main.ts', 'cli.ts'].includes(room(file)) &&
      /process\.env\b/.test(readFileSync(file, 'utf8')),
  );
  expect(wrong.map(shown)).toEqual([]);
});

const sourcesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(file => /\.tsx?$/.test(file) && !file.endsWith('.d.ts'))
    .map(file => join(ROOT, folder, file));

test('there are no import cycles, types included, neither in the web app nor in the client', () => {
  const all = importsAmong([...new Set([...files, ...sourcesIn('src/web'), ...sourcesIn('clients/typescript/src')])]);
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].map(shown).join(' -> '));
    if (done.has(file)) return;
    for (const target of all.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of all.keys()) visit(file, []);
  expect(cycles).toEqual([]);
});

/** The global names that TypeScript declares in these libraries. */
async function declaredIn(library: RegExp): Promise<string[]> {
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  const located = (await import(join(dirname(compiler), 'lib/getExePath.js'))) as { default(): string };
  const folder = dirname(located.default());
  return readdirSync(folder)
    .filter(file => library.test(file))
    .flatMap(file => [
      ...readFileSync(join(folder, file), 'utf8').matchAll(
        /^(?:interface|type|declare (?:var|let|const|function|class|type|namespace)) +([\w$]+)/gm,
      ),
    ])
    .map(([, name]) => name!);
}

test('nothing exported has the name of a global of where it runs', async () => {
  const ours = new Set([...Object.getOwnPropertyNames(globalThis), ...(await declaredIn(/^lib\.es/))]);
  const browsers = new Set([...ours, ...(await declaredIn(/^lib\.dom/))]);
  expect([ours, browsers].map(names => ['Record', 'Request', 'Selection'].filter(name => names.has(name)))).toEqual([
    ['Record', 'Request'],
    ['Record', 'Request', 'Selection'],
  ]);
  const inBrowsers = [...sourcesIn('src/web'), ...sourcesIn('clients/typescript/src')];
  const shadowing = [...files, ...inBrowsers].flatMap(file => {
    const globals = inBrowsers.includes(file) ? browsers : ours;
    return [
      ...readFileSync(file, 'utf8').matchAll(
        /^export (?:declare |abstract |async )*(?:type|interface|class|const|let|function\*?) +([\w$]+)/gm,
      ),
    ].flatMap(([, name]) => (globals.has(name!) ? [`${shown(file)}: ${name}`] : []));
  });
  expect(shadowing).toEqual([]);
});

test('nothing is exported that only its own file uses', () => {
  const everywhere = [files[0]!, ...['src', 'clients', 'bench', 'docs/deploy', 'test'].flatMap(sourcesIn)];
  const texts = everywhere.map(file => ({ file, text: readFileSync(file, 'utf8') }));
  const users = new Map<string, number>();
  for (const { text } of texts)
    for (const word of new Set(text.split(/[^\w$]+/))) users.set(word, (users.get(word) ?? 0) + 1);
  const needless = texts
    .filter(({ file }) => !/src\/database\/migrations\//.test(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/^export (?:async )?(?:class|const|let|function\*?) +([\w$]+)/gm)].flatMap(([, name]) =>
        users.get(name!) === 1 ? [`${shown(file)}: ${name}`] : [],
      ),
    );
  expect(needless).toEqual([]);
});

test('every exported function says what it does, in a comment above it', () => {
  // Overloads share the comment of the first.
  const isFunction =
    /^export (?:async )?(?:function\*? |const (?=[\w$]+(?:: [^\n]+?)? =\s+(?:async )?(?:[(<]|\w+ =>)))([\w$]+)/gm;
  const silent = [...files, ...sourcesIn('src/web')].flatMap(file => {
    const text = readFileSync(file, 'utf8');
    const first = new Map([...text.matchAll(isFunction)].reverse().map(({ 1: name, index }) => [name!, index]));
    return [...first].flatMap(([name, index]) =>
      /\*\/\n(?:\/\/ .*\n)*$/.test(text.slice(0, index)) ? [] : [`${shown(file)}: ${name}`],
    );
  });
  expect(silent).toEqual([]);
});

test('there are no default exports and no suppressed checks', () => {
  const wrong = files.filter(
    file =>
      room(file) !== 'mikro-orm.config.ts' &&
      /export default|@ts-(ignore|nocheck|expect-error)|\bas any\b|: any\b/.test(readFileSync(file, 'utf8')),
  );
  expect(wrong.map(shown)).toEqual([]);
});

test('browser tests click what rests where they see it, and sleep for no fixed time', () => {
  const tests = readdirSync('test/web').map(file => join('test/web', file));
  const wrong = tests.filter(file => /\bforce: true|\bwaitForTimeout\(/.test(readFileSync(file, 'utf8')));
  expect(wrong).toEqual([]);
});

test('no test sets the clocks of a process in which a service works: it would rest until then', () => {
  const tests = readdirSync('test', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.test.ts'));
  const wrong = tests.filter(file => {
    const text = readFileSync(join('test', file), 'utf8');
    const faked = [...text.matchAll(/\.useFakeTimers\(([^;]*)\)/g)];
    return text.includes('useWorld(') && faked.some(([, which]) => !which!.includes("'performance'"));
  });
  expect(wrong).toEqual([]);
});

test('only execute runs an operation, only the transaction flushes, records are loaded by store/record.ts, and internals stay there', () => {
  const wrong = files.flatMap(file => {
    const text = readFileSync(file, 'utf8');
    const path = shown(file);
    return [
      ...(/\boperation\.run\(/.test(text) && path !== 'src/store/execute.ts' ? [`${path} runs an operation`] : []),
      ...(/\bem\.(find\w*|populate|refresh)\(/.test(text) && path !== 'src/domain/organizations.ts'
        ? [`${path} loads through the entity manager`]
        : []),
      ...(/\.__\w/.test(text) && room(file) !== 'internals' ? [`${path} reads what a library keeps to itself`] : []),
      ...(/new pg\.(Client|Pool)\(\{(?!\s*Client\b)/.test(text)
        ? [`${path} connects other than with the Client of src/store/client.ts, which verifies certificates`]
        : []),
      ...(/\bem\.flush\(/.test(text) && path !== 'src/store/transactions.ts' ? [`${path} flushes`] : []),
    ];
  });
  expect(wrong).toEqual([]);
});
