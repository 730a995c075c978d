import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import { VARIABLES } from '../src/config.ts';
import { ENTRY_TYPES } from '../src/domain/stock/ledger.ts';
import { OPERATORS } from '../src/figures/filters.ts';
import { namedReports } from '../src/figures/named.ts';
import { KIND_NAMES } from '../src/imports/kinds.ts';
import { AREAS } from '../src/kernel/areas.ts';
import { WARNING_CODES } from '../src/kernel/warnings.ts';
import { TYPES as NOTIFICATION_TYPES } from '../src/notifications/kinds.ts';
import { STATUS } from '../src/rest/errors.ts';
import { routes } from '../src/rest/routes.ts';

/*
 * Documents are correct: targets of links and citations exist, and versions and variables match.
 */

const LEFT_OUT = new Set(['node_modules', '.git', '.data', 'dist', 'weights.json']);

function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    if (LEFT_OUT.has(entry.name)) return [];
    return entry.isDirectory() ? filesIn(path) : [path];
  });
}

const files = filesIn('.');
const documents = files.filter(file => file.endsWith('.md'));
const sources = files.filter(file => /\.(tsx?|sql|ya?ml)$/.test(file) && file !== 'test/docs.test.ts');

const text = (file: string) => readFileSync(file, 'utf8');

/** Markdown without its code: links in examples have no target. */
const prose = (file: string) => text(file).replace(/^```[\s\S]*?^```/gm, '');

const headings = (file: string) =>
  existsSync(file) ? [...prose(file).matchAll(/^#{1,6} +(.+?) *$/gm)].map(match => match[1]!) : [];

/** The anchor of a heading, as GitHub generates it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/ /g, '-');

test('every link in a document has a target', () => {
  const dead = documents.flatMap(file =>
    [...prose(file).matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
      .map(match => match[1] ?? match[2]!)
      .filter(target => !/^(https?|mailto):/.test(target))
      .filter(target => {
        const [path, anchor] = target.split('#') as [string, string?];
        const there = path === '' ? file : resolve(dirname(file), path);
        return !existsSync(there) || (anchor !== undefined && !headings(there).map(anchorOf).includes(anchor));
      })
      .map(target => `${file} -> ${target}`),
  );
  expect(dead).toEqual([]);
});

/** Every `docs/<file>.md` in a text with the heading that it cites; a comment may break the line between them. */
const citations = (content: string) =>
  [...content.replace(/\s*\n\s*(\*|\/\/)?\s*/g, ' ').matchAll(/docs\/[\w-]+\.md(?:,? "([^"]*)")?/g)].map(match => ({
    file: match[0].split(/[ ,]/)[0]!,
    heading: match[1],
  }));

test('every heading cited in a comment exists', () => {
  const dead = sources.flatMap(source =>
    citations(text(source))
      .filter(({ file, heading }) => !existsSync(file) || (heading !== undefined && !headings(file).includes(heading)))
      .map(({ file, heading }) => `${source}: ${file}, "${heading ?? ''}"`),
  );
  expect(dead).toEqual([]);
});

test('a heading is cited in quotes, so that it can be looked for', () => {
  const loose = sources.flatMap(source =>
    [...text(source).matchAll(/docs\/[\w-]+\.md, (?!")\S+/g)].map(match => `${source}: ${match[0]}`),
  );
  expect(loose).toEqual([]);
});

/** The comments of a source as text, one after the other. */
const comments = (source: string) =>
  [...text(source).matchAll(/\/\*[\s\S]*?\*\/|(?:^|\s)\/\/.*$/gm)]
    .map(match => match[0].replace(/\n\s*\*?/g, ' '))
    .join('\n');

test('every file named in a comment exists', () => {
  const made = ['src/api.ts'];
  const dead = sources.flatMap(source =>
    [...comments(source).matchAll(/(?<![\w/.-])(?:[\w-]+\/)*[\w-]+\.(?:tsx?|js|md|sql|ya?ml|json|css|html)(?!\w)/g)]
      .map(match => match[0])
      .filter(name => !made.includes(name) && !files.some(file => `/${file}`.endsWith(`/${name}`)))
      .map(name => `${source}: ${name}`),
  );
  expect(dead).toEqual([]);
});

test('comments cite no documents that are not in the repository', () => {
  const dead = sources.flatMap(source =>
    [...text(source).matchAll(/(?:\/\*|\*|\/\/).*?\b((?:contract|spec)(?:-2)?(?:\.md)?, .{0,30}|spec silent)/gi)].map(
      match => `${source}: ${match[1]}`,
    ),
  );
  expect(dead).toEqual([]);
});

test('every configuration variable is documented', () => {
  const described = new Set([...text('docs/operations.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(match => match[1]));
  expect(VARIABLES.filter(name => !described.has(name))).toEqual([]);
  expect([...described].filter(name => !VARIABLES.includes(name as never))).toEqual([]);
});

test('every resource that has events is documented as such', () => {
  const listed = /^Resources are (.+?)\. `data`/ms.exec(text('docs/api.md'))![1]!;
  const declared = text('src/events/resources.ts').matchAll(/^ {2}(\w+): \{ of:/gm);
  expect([...listed.matchAll(/`(\w+)`/g)].map(match => match[1])).toEqual([...declared].map(match => match[1]));
});

test('package, lock file and reference have the same version, and README requires the same Node as the package', () => {
  const { version, engines } = JSON.parse(text('package.json')) as { version: string; engines: { node: string } };
  expect((JSON.parse(text('package-lock.json')) as { version: string }).version).toBe(version);
  expect((JSON.parse(text('schema/openapi.json')) as { info: { version: string } }).info.version).toBe(version);
  expect(text('README.md')).toContain(`Node ${engines.node.replace('>=', '')} or newer`);
});

/** The text under a heading, up to the next one. */
const under = (file: string, heading: string): string => {
  const [, section] = text(file).split(new RegExp(`^#{1,6} ${heading}$`, 'm'));
  return section!.split(/^#{1,6} /m)[0]!;
};

/** What docs/api.md has to list, where, as the code has it. */
const LISTS: { readonly [what: string]: { heading: string; names: readonly string[] } } = {
  'codes of refusals': { heading: 'Errors', names: Object.keys(STATUS) },
  'codes of warnings': { heading: 'Warnings', names: WARNING_CODES },
  'areas of scopes': { heading: 'Scopes', names: AREAS },
  'types of notifications': { heading: 'Notifications', names: NOTIFICATION_TYPES },
  'types of ledger entries': { heading: 'Ledger entry', names: ENTRY_TYPES },
  'kinds of imports': { heading: 'Imports', names: KIND_NAMES },
  'named reports': { heading: 'Named reports', names: Object.keys(namedReports) },
  'operators of filters': { heading: 'The query', names: Object.keys(OPERATORS) },
};

test.each(Object.entries(LISTS))('all %s are documented', (_, { heading, names }) => {
  const described = new Set(under('docs/api.md', heading).match(/[\w!<>=]+/g));
  expect(names.filter(name => !described.has(name))).toEqual([]);
});

/**
 * The endpoints that docs/api.md lists. In "`POST /orders/:id/cancel`, `/close`" the second path ends differently, in
 * "`GET /imports/:id`, `/rows`" it goes on, and in "`GET /events`, `/events/head`" it is another one.
 */
function endpoints(): string[] {
  return under('docs/api.md', 'Endpoints')
    .split(/ · |\n/)
    .flatMap(group => {
      const methods: string[] = [];
      let path = '';
      return [...group.matchAll(/`([A-Z]+)?( ?\/[\w/:]*)?`/g)].flatMap(([, method, given]) => {
        if (method) methods.push(method);
        if (!given) return [];
        const next = given.trim();
        const goesOn = path && `${next}/`.split('/')[1] !== path.split('/')[1];
        path = goesOn ? path.replace(/\/[^/:]+$/, '') + next : next;
        return methods.map(each => `${each} ${path}`);
      });
    });
}

test('every route is listed under its area, and nothing else', () => {
  const listed = endpoints();
  const elsewhere = Object.keys(namedReports).map(name => `GET /reports/${name}`);
  const notOperations = ['GET /events/stream', 'POST /integrations/:id/webhook'];
  expect(listed.toSorted()).toEqual(
    [...Object.keys(routes).filter(route => !elsewhere.includes(route)), ...notOperations].toSorted(),
  );
});

/** Where docs/api.md lists the fields of which schemas of the reference. */
const FIELDS: { readonly [heading: string]: readonly string[] } = {
  Organizations: ['Organization'],
  'API keys': ['ApiKey'],
  People: ['Member', 'Invitation'],
  Me: ['Me'],
  Notifications: ['Notification'],
  'What stock costs': ['LandedCost'],
  'Inventory level': ['InventoryLevel'],
  'Inventory projection': ['InventoryProjection', 'ProjectedDay', 'Replenishment'],
  Availability: ['Availability', 'AvailabilityAtLocation'],
  'Ledger entry': ['LedgerEntry'],
  'Inventory adjustment': ['InventoryAdjustment'],
  Product: ['Product'],
  Pictures: ['ProductPicture'],
  Variant: ['Variant'],
  Location: ['Location'],
  Supplier: ['Supplier'],
  'Supplier item': ['SupplierItem'],
  Order: ['Order', 'OrderItem'],
  'Purchase order': ['PurchaseOrder', 'PurchaseOrderItem'],
  'Replenishment plan': ['ReplenishmentPlan', 'PlanSuggestion', 'AppliedPlan'],
  'Stock transfer': ['StockTransfer', 'StockTransferItem'],
  'Cycle count': ['CycleCount', 'CycleCountItem'],
  'Return authorization': ['ReturnAuthorization', 'ReturnAuthorizationItem'],
  'Inventory policy': ['InventoryPolicy'],
  Recipe: ['Recipe', 'RecipeItem'],
  'Production batch': ['ProductionBatch', 'ProductionBatchInput', 'ProductionBatchOutput'],
  Lot: ['Lot', 'LotLedgerEntry'],
  'Waste record': ['WasteRecord'],
  'Expiry alert': ['ExpiryAlert'],
  Imports: ['Import', 'ImportRow'],
  Scanning: ['Scan', 'ScannedGs1'],
  Papers: ['Paper'],
  Traces: ['TraceForward', 'TraceBackward'],
  Recalls: ['Recall', 'RecallItem', 'RecallReport'],
  'The query': ['Report', 'ReportMeta'],
  'Saved queries': ['SavedQuery'],
  Views: ['View'],
  Insights: ['Insight'],
  Forecasts: ['Forecast', 'ForecastPoint', 'ProductForecast'],
  Questions: ['Answer'],
  'Shape of an event': ['Event'],
  'Webhook subscriptions': ['WebhookSubscription'],
  'Webhook filters': ['WebhookFilter'],
  Delivery: ['WebhookDelivery', 'WebhookAttempt'],
  'Inbound webhooks': ['Integration', 'IntegrationRefusal'],
};

/** Fields that every resource has, or every line: "Resources". */
const EVERYWHERE = ['id', 'created_at', 'updated_at', 'organization_id', 'variant_id', 'sku'];

test.each(Object.entries(FIELDS))('%s: every field of %j is documented', (heading, schemas) => {
  const reference = JSON.parse(text('schema/openapi.json')) as {
    components: { schemas: { [name: string]: { properties: object } } };
  };
  const described = new Set(under('docs/api.md', heading).match(/\w+/g));
  const fields = schemas.flatMap(name => Object.keys(reference.components.schemas[name]!.properties));
  expect(fields.filter(field => !EVERYWHERE.includes(field) && !described.has(field))).toEqual([]);
});
