import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import type { AccessRecord } from './access/entities.ts';
import type { Config } from './config.ts';
import { snakeKeys } from './kernel/case.ts';
import { Refusal, refuse } from './kernel/errors.ts';
import type { Environment, Operation } from './kernel/operation.ts';
import type { Page } from './kernel/page.ts';
import type { OpenDatabase } from './store/open-database.ts';

/*
 * The operator's commands: `npm run -s cli -- organization create --slug acme --name Acme`. They work beside a running
 * server, the embedded database included. With --json the answer is one JSON value on stdout. Each command loads only
 * what it needs: loading the whole service takes longer than most commands do.
 */

interface Options {
  [name: string]: string | undefined;
}

interface Invocation {
  options: Options;
  words: string[];
  config: Config;
  /** The one database, or the first of several. */
  database: OpenDatabase;
  ownerUrls: ReadonlyMap<OpenDatabase, string>;
}

interface Command {
  /** The options that it takes; any others are refused. */
  usage: string;
  /** Its positional arguments. */
  words?: string;
  /** It writes nothing but these records. */
  writes?: AccessRecord;
  /** Returns what to print; a thrown Refusal or StartFailure ends with one line and exit code 1. */
  run(given: Invocation): Promise<unknown>;
}

/** A required option. */
const requiredOption = (options: Options, name: string): string =>
  options[name] ?? refuse('validation_failed', `Give --${name}.`, { field: name });

/** The contents of an export, one row per table. */
const rowsByTable = ({ tables }: { tables: readonly { table: string; rows: number }[] }) =>
  tables.filter(({ rows }) => rows > 0).map(({ table, rows }) => ({ table, rows }));

const list = (text: string | undefined): string[] | undefined =>
  text
    ?.split(',')
    .map(part => part.trim())
    .filter(Boolean);

const defined = (options: object): object =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));

const COMMANDS: { readonly [name: string]: Command } = {
  'organization create': {
    usage:
      '--slug acme --name Acme [--modules manufacturing,traceability] [--currency EUR] [--time-zone Europe/Berlin] [--pod b]',
    async run({ options, database }) {
      const { organizationInput } = await import('./domain/provision.ts');
      const { addOrganization } = await import('./operations/add-organization.ts');
      const { parse } = await import('./kernel/operation.ts');
      const input = parse(
        organizationInput,
        defined({
          slug: options['slug'],
          name: options['name'],
          modules: list(options['modules']),
          currency: options['currency'],
          timeZone: options['time-zone'],
        }),
      );
      return { id: await addOrganization(database, input, options['pod']), ...input };
    },
  },
  'organization list': {
    usage: '',
    run: async ({ database }) => (await import('./operations/operator.ts')).organizations(database),
  },
  'organization update': {
    usage: '--organization acme [--name Acme] [--modules manufacturing] [--currency EUR] [--time-zone Europe/Berlin]',
    writes: 'organization',
    async run({ options, database }) {
      const { updateOrganization } = await import('./domain/organizations.ts');
      const changes = {
        name: options['name'],
        modules: list(options['modules']),
        currency: options['currency'],
        timeZone: options['time-zone'],
      };
      return operate(database, options, updateOrganization, defined(changes));
    },
  },
  'organization export': {
    usage: '--organization acme --out DIR',
    async run({ options, database }) {
      const { exportOrganization } = await import('./operations/organization-files.ts');
      const found = await organizationOf(database, options);
      return rowsByTable(
        await exportOrganization(found.database, found.organizationId, requiredOption(options, 'out')),
      );
    },
  },
  'organization import': {
    usage: '--organization acme --in DIR',
    async run({ options, database }) {
      const { importOrganization } = await import('./operations/organization-files.ts');
      const found = await organizationOf(database, options);
      return rowsByTable(await importOrganization(found.database, found.organizationId, requiredOption(options, 'in')));
    },
  },
  'organization move': {
    usage: '--organization acme --to b [--new-epoch yes]',
    async run({ options, database, ownerUrls }) {
      const { moveOrganization } = await import('./operations/move-organization.ts');
      return moveOrganization(database, ownerUrls, {
        slug: requiredOption(options, 'organization'),
        to: requiredOption(options, 'to'),
        newEpoch: options['new-epoch'] === 'yes',
        say: line => console.error(line),
      });
    },
  },
  'organization copy': {
    usage: '--from acme --to acme-test',
    async run({ options, database }) {
      const { exportOrganization, importOrganization } = await import('./operations/organization-files.ts');
      const { organizationInput } = await import('./domain/provision.ts');
      const { addOrganization } = await import('./operations/add-organization.ts');
      const { parse } = await import('./kernel/operation.ts');
      const { findOrganization } = await import('./operations/operator.ts');
      const from = await organizationOf(database, { organization: requiredOption(options, 'from') });
      const slug = requiredOption(options, 'to');
      if (!(await findOrganization(database, slug)))
        await addOrganization(database, parse(organizationInput, { slug, name: slug }));
      const to = await organizationOf(database, { organization: slug });
      const folder = await mkdtemp(join(tmpdir(), 'stockwright-copy-'));
      try {
        await exportOrganization(from.database, from.organizationId, folder);
        return rowsByTable(await importOrganization(to.database, to.organizationId, folder));
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
  },
  'key create': {
    usage: '--organization acme --name ci [--scopes admin] [--expires-at 2027-01-01T00:00:00Z]',
    writes: 'key',
    async run({ options, database }) {
      const { apiKeyInput, issueKey } = await import('./access/api-keys.ts');
      const { parse } = await import('./kernel/operation.ts');
      const found = await organizationOf(database, options);
      const input = parse(
        apiKeyInput,
        defined({ name: options['name'], scopes: list(options['scopes']), expiresAt: options['expires-at'] }),
      );
      return found.database.transaction(found.organizationId, 'operator', async unit => {
        const made = issueKey(unit, input);
        const { id, name, prefix, scopes, expiresAt, key } = made;
        return { id, name, prefix, scopes, expiresAt, key };
      });
    },
  },
  'key list': {
    usage: '--organization acme',
    async run({ options, database }) {
      const { listApiKeys } = await import('./access/api-keys.ts');
      return ((await operate(database, options, listApiKeys, { perPage: 200 })) as Page).rows;
    },
  },
  'key revoke': {
    usage: '--organization acme --id <key id>',
    writes: 'key',
    async run({ options, database }) {
      const { revokeApiKey } = await import('./access/api-keys.ts');
      return operate(database, options, revokeApiKey, { id: options['id'] ?? '' });
    },
  },
  'user create': {
    usage: '--organization acme --email ann@example.com --role owner|manager|viewer [--name Ann]',
    writes: 'member',
    async run({ options, config, database }) {
      const { memberInput, provisionMember } = await import('./access/members.ts');
      const { parse } = await import('./kernel/operation.ts');
      const found = await organizationOf(database, options);
      const input = parse(
        memberInput,
        defined({ email: options['email'], role: options['role'], name: options['name'] }),
      );
      const invitation = await provisionMember(found.database, found.organizationId, input, await urls(config));
      // A person who cannot use the link signs in with the token, and then chooses a password.
      return { email: input.email, role: input.role, oneTimePassword: invitation.token, invitation };
    },
  },
  'user invite': {
    usage: '--organization acme --email ann@example.com',
    writes: 'member',
    async run({ options, config, database }) {
      const { reinviteMember } = await import('./access/members.ts');
      const found = await organizationOf(database, options);
      const email = options['email'] ?? '';
      const invitation = await reinviteMember(found.database, found.organizationId, email, await urls(config));
      return { email, oneTimePassword: invitation.token, invitation };
    },
  },
  'user password': {
    usage: '--email ann@example.com [--organization acme]',
    async run({ options, database }) {
      const { resetPassword } = await import('./access/accounts.ts');
      const email = options['email'] ?? '';
      return { email, oneTimePassword: await resetPassword(database, email, options['organization']) };
    },
  },
  'secrets reseal': {
    usage: '',
    async run({ database }) {
      const { reseal } = await import('./operations/reseal.ts');
      const { podsOf } = await import('./store/pods.ts');
      const done: Awaited<ReturnType<typeof reseal>> = { resealed: 0, unreadable: [] };
      for (const pod of podsOf(database)) {
        const { resealed, unreadable } = await reseal(pod);
        done.resealed += resealed;
        done.unreadable.push(...unreadable);
      }
      if (done.unreadable.length > 0) process.exitCode = 1;
      return done;
    },
  },
  ask: {
    usage: '[--organization acme]',
    words: '"What is running low?"',
    async run({ options, words, config, database }) {
      const { modelOf } = await import('./questions/answering/model.ts');
      const { askQuestion } = await import('./questions/ask-question.ts');
      const { onlyOrganization } = await import('./operations/operator.ts');
      const organization = options['organization'] ?? (await onlyOrganization(database));
      const environment = { model: modelOf(config) };
      return operate(database, { organization }, askQuestion, { question: words.join(' ') }, environment);
    },
  },
  verify: {
    usage: '[--organization acme]',
    async run({ options, database }) {
      const { verifyPatiently } = await import('./operations/verify.ts');
      const { podsOf } = await import('./store/pods.ts');
      const one = options['organization'] ? await organizationOf(database, options) : undefined;
      const tellProgress = (done: number, of: number) => {
        if (done < of) console.error(`${done} of ${of} organizations are verified.`);
      };
      const breaches = [];
      for (const { directUrl, pod } of one ? [one.database] : podsOf(database))
        for (const breach of await verifyPatiently(directUrl, one && [one.organizationId], tellProgress))
          breaches.push({ ...(pod !== undefined && { pod }), ...breach });
      if (breaches.length > 0) process.exitCode = 1;
      return breaches;
    },
  },
};

/** Commands that need no database. */
const OFFLINE: {
  readonly [name: string]: Pick<Command, 'usage' | 'words'> & {
    run(given: Pick<Invocation, 'options' | 'words'>): Promise<unknown>;
  };
} = {
  migrate: {
    usage: '',
    // An explicit `migrate` migrates even where MIGRATE=off.
    run: () => withDatabase(async () => ({ migrated: true }), { migrates: true }),
  },
  schema: { usage: '', run: async () => (await import('./operations/generated.ts')).writeGenerated() },
  migration: {
    usage: '',
    words: 'NAME',
    async run({ words: [name] }) {
      if (!name) refuse('validation_failed', 'Give the migration a name, such as add_carriers.', { field: 'name' });
      const { writeMigration } = await import('./database/ddl.ts');
      return [(await writeMigration(name)) ?? 'There is nothing to migrate: the migrations match the entities.'];
    },
  },
  listen: {
    usage:
      '--url http://127.0.0.1:3000 --key swk_... --forward-to http://127.0.0.1:8080/hook [--events order.created,product.updated]',
    async run({ options }) {
      const stop = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
      const { listen } = await import('./operations/listen.ts');
      await listen({
        url: addressOf(options['url'] ?? 'http://127.0.0.1:3000', 'url'),
        key: options['key'] ?? refuse('validation_failed', 'Give an API key.', { field: 'key' }),
        forwardTo: addressOf(options['forward-to'], 'forward-to'),
        events: list(options['events']),
        signal: stop.signal,
        say: line => console.log(line),
      });
    },
  },
  forecast: {
    usage: '--csv FILE --season 12 --horizon 18 [--level 0.8]',
    async run({ options }) {
      if (!options['csv']) refuse('validation_failed', 'Give the path of a CSV file.', { field: 'csv' });
      const text = await readFile(options['csv'], 'utf8').catch((error: Error) =>
        refuse('validation_failed', error.message, { field: 'csv' }),
      );
      const settings = {
        season: Number(options['season'] ?? 12),
        horizon: Number(options['horizon'] ?? 12),
        level: Number(options['level'] ?? 0.8),
      };
      const { forecastCsv } = await import('./operations/forecast-csv.ts');
      await pipeline(Readable.from(forecastCsv(text, settings)), lines => joined(lines), process.stdout, {
        end: false,
      });
    },
  },
};

function addressOf(text: string | undefined, field: string): string {
  if (text && /^https?:$/.test(URL.parse(text)?.protocol ?? '')) return text;
  return refuse('validation_failed', 'Give an http or https address.', { field });
}

async function* joined(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`;
}

/** The organization that is named, and where it lives. */
const organizationOf = async (home: OpenDatabase, options: Options) =>
  (await import('./operations/operator.ts')).operatorOf(home, options['organization']);

/** Runs an operation of the domain in the named organization, as its operator. */
async function operate(
  database: OpenDatabase,
  { organization }: Options,
  operation: Operation,
  input: object,
  environment?: Environment,
): Promise<object> {
  const { execute } = await import('./store/execute.ts');
  const { operatorOf } = await import('./operations/operator.ts');
  const operator = await operatorOf(database, organization);
  const caller = environment ? { ...operator, environment } : operator;
  return (await execute(operation, caller, input, { present: result => result as object })).answer;
}

/** Where invitations lead to. */
async function urls(config: Config) {
  const { siteOf } = await import('./config.ts');
  const { keptAddress } = await import('./operations/address.ts');
  return { urlOf: siteOf(config, await keptAddress(config)) };
}

async function entitiesToWrite(record: AccessRecord) {
  const { optionsToWrite } = await import('./access/entities.ts');
  return (await import('./database/discover.ts')).discover(await optionsToWrite(record));
}

/** Opens the migrated database, joining the embedded one if it runs already, and closes it afterwards. */
async function withDatabase<R>(
  work: (given: Pick<Invocation, 'config' | 'database' | 'ownerUrls'>) => Promise<R>,
  { migrates = false, writes }: { migrates?: boolean; writes?: AccessRecord } = {},
): Promise<R> {
  const { readConfig } = await import('./config.ts');
  const { startDatabase } = await import('./database/start.ts');
  const given = readConfig(process.env);
  const config = migrates ? { ...given, MIGRATE: true } : given;
  const { database, ownerUrls, stop } = await startDatabase(config, {
    poolSize: 2,
    trustsStart: !migrates,
    ...(writes && { entities: () => entitiesToWrite(writes) }),
    say: line => console.error(line),
  });
  try {
    return await work({ config, database, ownerUrls });
  } finally {
    await stop();
  }
}

const ALL: { readonly [name: string]: Pick<Command, 'usage' | 'words'> } = { ...COMMANDS, ...OFFLINE };

/** The options of a command. */
const optionsOf = ({ usage }: Pick<Command, 'usage'>): string[] =>
  [...usage.matchAll(/--([a-z-]+)/g)].map(([, option]) => option!);

const usageOf = (name: string): string => [name, ALL[name]!.usage, ALL[name]!.words].filter(Boolean).join(' ');

const usage = (): string =>
  [
    'Usage: npm run -s cli -- <command> [options] [--json]',
    '',
    ...Object.keys(ALL).map(name => `  ${usageOf(name)}`),
  ].join('\n');

/** Why the arguments are refused: nothing is silently ignored. */
function misused(name: string, options: Options, words: readonly string[]): string | undefined {
  const taken = optionsOf(ALL[name]!);
  const unknown = Object.keys(options).find(option => !taken.includes(option));
  if (unknown !== undefined) return `--${unknown} is no option of '${name}'.`;
  return words.length > 0 && !ALL[name]!.words ? `'${words.join(' ')}' is not understood.` : undefined;
}

async function main(): Promise<void> {
  const options = Object.fromEntries(
    Object.values(ALL)
      .flatMap(optionsOf)
      .map(option => [option, { type: 'string' as const }]),
  );
  const { values, positionals } = parseArgs({
    args: process.argv.slice(2),
    options: { ...options, json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
    allowPositionals: true,
  });
  const { json, help, ...given } = values as Options & { json?: boolean; help?: boolean };
  const name = [positionals.slice(0, 2).join(' '), positionals[0] ?? ''].find(each => Object.hasOwn(ALL, each));
  if (help || positionals.length === 0) return console.log(name === undefined ? usage() : usageOf(name));
  const words = positionals.slice(name?.split(' ').length);
  const wrong = name === undefined ? `There is no command '${positionals.join(' ')}'.` : misused(name, given, words);
  if (name === undefined || wrong !== undefined) {
    console.error(`${wrong}\n${name === undefined ? usage() : usageOf(name)}`);
    process.exitCode = 2;
    return;
  }
  const command = COMMANDS[name];
  const answer = command
    ? await withDatabase(opened => command.run({ options: given, words, ...opened }), command)
    : await OFFLINE[name]!.run({ options: given, words });
  print(answer, json === true);
}

function print(answer: unknown, json: boolean): void {
  if (answer === undefined) return;
  const shown = snakeKeys(JSON.parse(JSON.stringify(answer)));
  if (json) console.log(JSON.stringify(shown));
  else if (Array.isArray(shown)) {
    for (const row of shown) console.log(typeof row === 'string' ? row : JSON.stringify(row));
    // Nothing at all could as well be a command that did not run.
    if (shown.length === 0) console.error('none');
  } else
    for (const [name, value] of Object.entries(shown as object))
      console.log(`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
}

main().catch(async (error: unknown) => {
  // The reader of our output has closed the pipe.
  if ((error as NodeJS.ErrnoException).code === 'EPIPE') return;
  if ((error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS')) {
    console.error((error as Error).message);
    process.exitCode = 2;
    return;
  }
  const problems =
    error instanceof Refusal
      ? error.problems.map(({ field, message }) => (field ? `${field}: ${message}` : message))
      : undefined;
  console.error(problems?.join('\n') ?? (await import('./database/start.ts')).lineFor(error as Error));
  process.exitCode = 1;
});
