import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync } from 'vite';
import { GAPS, MEASURES, measureNamed } from '../src/figures/measures.ts';
import { german, parts, sentences, texts, values } from '../src/web/german/german.ts';

/** All texts of the web app are messages, translated into every language. */

interface Node {
  type: string;
  start: number;
  end: number;
  [name: string]: unknown;
}
type Parents = readonly Node[];

const nodesIn = (value: unknown): Node[] =>
  Array.isArray(value) ? value.flatMap(nodesIn) : value !== null && typeof value === 'object' ? [value as Node] : [];

function walk(node: Node, parents: Parents, see: (node: Node, parents: Parents) => void): void {
  see(node, parents);
  for (const [name, value] of Object.entries(node))
    if (name !== 'type' && typeof value === 'object')
      for (const child of nodesIn(value)) if (child.type) walk(child, [node, ...parents], see);
}

const sources = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter(
    file => /\.tsx?$/.test(file) && !/\.d\.ts$|^german\/|^(build|introspection|vite\.config|theme)\.ts$/.test(file),
  )
  .map(file => {
    const text = readFileSync(`src/web/${file}`, 'utf8');
    return { file, text, program: parseSync(file, text).program as unknown as Node };
  });
const lineOf = (text: string, { start }: Node) => text.slice(0, start).split('\n').length;
const nameOf = (node: unknown): string => String((node as { name?: string } | undefined)?.name ?? '');
const isText = (node: Node): node is Node & { value: string } =>
  node.type === 'Literal' && typeof node['value'] === 'string';

/** The names in a message, in braces and in tags. */
function argumentsOf(message: string): string[] {
  const names = new Set([...message.matchAll(/<(\w+)>/g)].map(([, tag]) => `<${tag}>`));
  const collect = (tokens: CompiledMessage): void => {
    for (const token of typeof tokens === 'string' ? [] : tokens) {
      if (!Array.isArray(token)) continue;
      const [name, , cases] = token as unknown as [string, string?, ({ [key: string]: CompiledMessage } | string)?];
      names.add(name);
      if (cases && typeof cases === 'object')
        for (const [key, inner] of Object.entries(cases)) if (key !== 'offset' && inner) collect(inner);
    }
  };
  collect(compileMessageOrThrow(message));
  return [...names].sort();
}

const MESSAGES = Object.entries(german);

test('the German messages have the same arguments as the English ones', () => {
  const differing = MESSAGES.filter(
    ([english, translated]) =>
      translated.trim() === '' || String(argumentsOf(english)) !== String(argumentsOf(translated)),
  );
  expect(differing).toEqual([]);
});

test('a message is in one file of a language, and unused messages are in none', () => {
  const files = readdirSync('src/web/german').filter(file => !/^(german|values|answers|texts)\.ts$/.test(file));
  const entries = files.flatMap(file =>
    nodesIn(parseSync(file, readFileSync(`src/web/german/${file}`, 'utf8')).program.body).flatMap(statement =>
      keysIn(statement),
    ),
  );
  expect(entries.filter((each, at) => entries.indexOf(each) !== at)).toEqual([]);
  expect(entries).toHaveLength(MESSAGES.length);
  const said = new Set<string>();
  for (const { program } of sources) walk(program, [], node => void (isText(node) && said.add(node.value)));
  for (const { program } of sources)
    walk(program, [], node => void (node.type === 'Property' && said.add(nameOf(node['key']))));
  expect(entries.filter(each => !said.has(each))).toEqual([]);
});

function keysIn(statement: Node): string[] {
  const keys: string[] = [];
  walk(statement, [], node => {
    if (node.type !== 'Property') return;
    const key = node['key'] as Node;
    keys.push(isText(key) ? key.value : nameOf(key));
  });
  return keys;
}

test('a message is given all of its arguments', () => {
  const wrong: string[] = [];
  for (const { file, text, program } of sources)
    walk(program, [], node => {
      if (node.type !== 'CallExpression' || nameOf(node['callee']) !== 't') return;
      const [message, given] = node['arguments'] as Node[];
      if (!message || !isText(message) || (given && given.type !== 'ObjectExpression')) return;
      const properties = (given?.['properties'] ?? []) as Node[];
      if (properties.some(({ type }) => type === 'SpreadElement')) return;
      const names = properties.map(({ key }) => nameOf(key)).sort();
      if (String(names) !== String(argumentsOf(message.value)))
        wrong.push(`${file}:${lineOf(text, node)} ${message.value}: ${names}`);
    });
  expect(wrong).toEqual([]);
});

/** The attributes whose text a reader sees or hears. */
const ATTRIBUTES =
  /^(label|title|placeholder|description|hint|summary|alt|none|empty|about|said|confirm|submit|opener|search|aria-label)$/;
/** Components that translate their texts themselves: `title` of a column, `label` of a table. */
const SHOWN_AS_MESSAGE = /^(DataTable|Sheet|LookMenu|Views|DocumentList|DocumentTable)$/;
/** A sentence, or a heading of more than one word. */
const PROSE = /^\P{Ll}*\p{Lu}?\p{Ll}+[,.:;]? \p{L}+/u;
/** Names and examples that are the same in every language, and texts for machines. */
const NAMES = new Set([
  'Shopify',
  'Stockwright',
  'SKU',
  'GraphiQL',
  'https://',
  'BER, HAM',
  'Ctrl K',
  '⌘ K',
  'Esc',
  'CSV',
  'ISO 4217',
  'Ctrl',
  'URL',
]);
const FOR_MACHINES: { readonly [file: string]: RegExp } = {
  'ui/look.tsx': /^look of /,
  'parts/default-place.ts': /^place of work/,
  'parts/count-booking.ts': /^unsaved counts/,
  'parts/setup-notes.ts': /^welcome /,
  'pages/welcome.tsx': /^skip /,
  'shell.tsx': /^within active$/,
  // Stored with a document, for people of any language.
  'parts/lots-there.tsx': /^, good until /,
  'pages/ask.tsx': /^(link mono|row )/,
  'parts/plan.ts': /^(buy|move|make) /,
  'pages/import.tsx': /^columns of /,
  'parts/saved-queries.tsx': /^rename /,
  // Examples of sheets: their headers are names of the service.
  'parts/sheets.ts': /,.*,/,
};

test('every text is a message: none is outside the catalogue', () => {
  const found: string[] = [];
  for (const { file, text, program } of sources)
    walk(program, [], (node, parents) => {
      const [parent] = parents;
      const told = (what: string) => found.push(`${file}:${lineOf(text, node)} ${what}`);
      if (node.type === 'JSXText' && /\p{L}/u.test(String(node['value'])) && !NAMES.has(String(node['value']).trim()))
        return told(String(node['value']).trim());
      if (node.type === 'TemplateLiteral' && parents[0]?.type !== 'TaggedTemplateExpression') {
        const own = (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('0');
        if (PROSE.test(own) && !FOR_MACHINES[file]?.test(own) && !isForMachines({ ...node, value: own }, parents))
          told(own);
        return;
      }
      if (!isText(node) || NAMES.has(node.value) || FOR_MACHINES[file]?.test(node.value) || isMessage(node, parents))
        return;
      const attribute = parents.find(({ type }) => type === 'JSXAttribute');
      if (attribute === parent && ATTRIBUTES.test(nameOf(attribute?.['name'])) && /\p{L}/u.test(node.value))
        return told(`${nameOf(attribute?.['name'])}: ${node.value}`);
      if (PROSE.test(node.value) && !isForMachines(node, parents)) told(node.value);
    });
  expect(found).toEqual([]);
});

/** Translated by `t` or `Rich`, or in the catalogue and translated by the component that it is given to. */
const isMessage = (node: Node & { value: string }, [parent, ...further]: Parents): boolean =>
  Object.hasOwn(german, node.value) &&
  (parent?.type !== 'JSXAttribute' ||
    nameOf(parent['name']) === 'of' ||
    SHOWN_AS_MESSAGE.test(nameOf(further[0]?.['name'])));

const STYLES = /^(className|style|d|viewBox|width|height|mah|flex|transform)$/;
/** What elements are found by. */
const isSelectorOf = (parent: Node | undefined): boolean =>
  parent?.type === 'CallExpression' &&
  /^(querySelector(All)?|closest|matches)$/.test(
    nameOf((parent['callee'] as { property?: unknown } | undefined)?.property),
  );
const isForMachines = (node: Node, parents: Parents): boolean => {
  const attribute = parents.find(({ type }) => type === 'JSXAttribute');
  return (
    parents.some(({ type }) => /^(TSLiteralType|TaggedTemplateExpression|ImportDeclaration)$/.test(type)) ||
    (attribute !== undefined && STYLES.test(nameOf(attribute['name']))) ||
    parents[0]?.type === 'ExpressionStatement' ||
    isSelectorOf(parents[0]) ||
    /^\s*(query|mutation|subscription|fragment) \w/.test(String(node['value'])) ||
    /^[\w-]+\(|px\b|\[|, \w+\[/.test(String(node['value']))
  );
};

test('every enum value of the service has a German word', () => {
  const schema = readFileSync('schema/schema.graphql', 'utf8');
  const shown =
    /Status$|^(InsightType|InsightSeverity|LedgerEntryEntryType|LocationType|AdjustmentReason|WasteRecordReason|ReturnAuthorizationItemCondition|LotSourceType|PegSource|InventoryPolicyReplenishmentSource|ImportKind)$/;
  const names = [...schema.matchAll(/^enum (\w+) \{([^}]*)\}/gm)]
    .filter(([, name]) => shown.test(name!))
    .flatMap(([, , body]) => [...body!.matchAll(/^ {2}([A-Z_]+)$/gm)].map(([, value]) => value!.toLowerCase()));
  expect(names.length).toBeGreaterThan(50);
  expect([...new Set(names)].filter(name => !Object.hasOwn(values, name))).toEqual([]);
});

test('every translated sentence of insights, notifications, forecasts, imports and warnings is one of the service, with the same figures', () => {
  const tells = [
    'src/domain/planning/insights',
    'src/domain/planning/forecasts',
    'src/domain/planning/replenishment',
    'src/notifications',
    'src/forecasting',
    'src/figures',
    'src/imports',
  ].flatMap(folder => readdirSync(folder).map(file => readFileSync(`${folder}/${file}`, 'utf8')));
  const warns = ['cycle-count-completion', 'variant-codes'].map(file => readFileSync(`src/domain/${file}.ts`, 'utf8'));
  const plain = (text: string) => text.replaceAll(/[^\p{L}\d]+/gu, ' ').trim();
  const source = plain([...tells, ...warns].join(' '));
  const isThere = (words: readonly string[]) =>
    [/$/, /s$/].some(end => source.includes(words.join(' ').replace(end, '')));
  /** The number of pieces in which the service has these words: a template consists of several. */
  const piecesOf = (words: readonly string[]): number => {
    if (words.length === 0) return 0;
    const length = words.findLastIndex((_, index) => isThere(words.slice(0, index + 1))) + 1;
    return length === 0 ? Number.POSITIVE_INFINITY : 1 + piecesOf(words.slice(length));
  };
  const runsOf = (sentence: string) => sentence.split(/\{\w+\}/).map(run => plain(run).split(' ').filter(Boolean));
  expect(Object.keys(texts).filter(each => runsOf(each).some(run => piecesOf(run) > 4))).toEqual([]);
  const names = (text: string) => new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
  for (const [sent, said] of [...Object.entries(texts), ...Object.entries(parts)])
    expect([sent, [...names(said)].filter(name => !names(sent).has(name))]).toEqual([sent, []]);
});

test('every reason of a replenishment is translated', () => {
  const folder = 'src/domain/planning/replenishment';
  const reasons = ['sources.ts', 'compute-plan.ts'].flatMap(file =>
    [...readFileSync(`${folder}/${file}`, 'utf8').matchAll(/['`](?:\$\{source\.why\} )?([A-Z][^'`$]*\.)['`]/g)].map(
      match => match[1]!,
    ),
  );
  expect(reasons.length).toBeGreaterThan(9);
  expect(reasons.filter(reason => !Object.hasOwn(texts, reason))).toEqual([]);
});

test('every note on the figures of a report has its German', () => {
  const written = readFileSync('src/figures/notes.ts', 'utf8').split('export async function notesOf')[1]!;
  const sent = [
    ...MEASURES.flatMap(name => measureNamed(name).note ?? []),
    ...Object.values(GAPS).map(({ note }) => note(7).replace('7', '{}')),
    ...[...written.matchAll(/'([A-Z][^'\n]*\.)'|`([A-Za-z$][^`\n]*\.)`/g)].map(([, plain, template]) =>
      (plain ?? template!).replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '{}'),
    ),
  ];
  expect(sent.length).toBeGreaterThan(17);
  const known = new Set(Object.keys(texts).map(each => each.replace(/\{\w+\}/g, '{}')));
  expect(sent.filter(each => !known.has(each))).toEqual([]);
});

/** Refusals that no form of the web app can cause, or that are translated by their code. */
const NOT_BY_SENTENCE = [
  // They speak of fields by their names on the faces.
  /\b[a-z]+_[a-z]+|^(Give|Name) |; give /,
  // By code: not_found, reference_not_found, already_exists, insufficient_scope, version_conflict, unavailable.
  /^There is no such |^Already exists\.$|already exists\.$|\bview\b|is on hand, not |try again shortly/,
  // Limits and values that the web app keeps.
  /^Must (be|have) (at (most|least)|one of|2 to 40) |^Must not be before \{|^Is given twice|^A variant cannot be moved/,
  // Sheets as the web app sends them are CSV in UTF-8.
  /^(The sheet must be in UTF-8|A line must|The line |Unknown field)/,
  // Descriptions of results.
  /^(Drafts, one per supplier and location|Pending transfers|Planned batches)\.$|^\{\}/,
];

test('every refusal that a person can meet has its German', () => {
  const known = new Set([...Object.keys(sentences), ...Object.keys(texts)].map(each => each.replace(/\{\w+\}/g, '{}')));
  const sent = ['domain', 'imports', 'mail', 'papers'].flatMap(room =>
    readdirSync(`src/${room}`, { recursive: true, encoding: 'utf8' })
      // Insights have titles and messages of their own, tested above.
      .filter(file => file.endsWith('.ts') && !file.includes('insights/'))
      .flatMap(file => [
        ...readFileSync(`src/${room}/${file}`, 'utf8').matchAll(
          /(?:message:|refuse\(\s*'\w+',|, )\s*(?:'((?:[^'\\\n]|\\.)+)'|`((?:[^`\\]|\\.)+)`)/g,
        ),
      ])
      .map(([, plain, template]) => (plain ?? template!).replace(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, '{}'))
      .filter(sentence => /^[A-Z{].*\.$/s.test(sentence)),
  );
  expect(sent.length).toBeGreaterThan(80);
  expect(
    [...new Set(sent)].filter(each => !known.has(each) && !NOT_BY_SENTENCE.some(pattern => pattern.test(each))),
  ).toEqual([]);
});

test('every translated refusal is one of the service', () => {
  const service = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts') && !file.startsWith('web/'))
    .map(file => readFileSync(`src/${file}`, 'utf8'))
    .join('\n');
  const isSent = (sentence: string) => {
    const literal = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // A template has expressions where the sentence has its placeholders.
    return new RegExp(
      sentence
        .split(/\{\w+\}/)
        .map(literal)
        .join('\\$\\{[^`]+?\\}'),
    ).test(service);
  };
  expect(Object.keys(sentences).filter(each => !isSent(each))).toEqual([]);
  for (const [sent, said] of Object.entries(sentences))
    expect([sent, argumentsOf(said)]).toEqual([sent, argumentsOf(sent)]);
});
