import { isIP } from 'node:net';
import { z } from 'zod';

/** Switches are words in the environment. */
const flag = <F extends boolean | undefined>(fallback: F) =>
  z
    .enum(['true', 'false', '1', '0', ''])
    .optional()
    .transform(value => (value === undefined || value === '' ? fallback : value === 'true' || value === '1'));

const number = (min: number, max: number) => {
  const error = `Must be a whole number from ${min} to ${max}.`;
  return z.coerce.number({ error }).int({ error }).min(min, { error }).max(max, { error });
};
const whole = (fallback: number, min: number, max: number) => number(min, max).default(fallback);

const RANGES = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(text: string): boolean {
  const [address, bits, ...rest] = text.split('/') as [string, ...string[]];
  if (RANGES.includes(text)) return true;
  return (
    isIP(address) !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (isIP(address) === 4 ? 32 : 128)))
  );
}

/** The proxies whose X-Forwarded-For is trusted. Not simply all: then any client could claim any address. */
const proxies = z
  .string()
  .transform(text => (/^[1-9]$/.test(text) ? Number(text) : text.split(',').map(each => each.trim())))
  .refine(
    given => typeof given === 'number' || given.every(isProxy),
    'Must be the number of proxies in front (1 to 9), or their addresses and networks, such as 10.0.0.0/8,loopback',
  );

const hosts = z
  .string()
  .transform(text => text.split(',').map(each => each.trim().toLowerCase()))
  .refine(
    names => names.every(name => z.hostname().safeParse(name).success),
    'Must be host names, such as stock.example.com,stock.internal',
  );

const address = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'Must be an address such as postgres://user:password@host/database.',
});

/** `a=postgres://…,b=postgres://…`, in this order. */
const pods = z
  .string()
  .transform(text => text.split(',').map(each => /^\s*([a-z0-9-]{1,20})=(\S+)\s*$/.exec(each)?.slice(1) ?? ['', '']))
  .refine(
    given => given.every(([name, url]) => name !== '' && address.safeParse(url).success),
    'Must be names with the addresses of their owners, such as a=postgres://user:password@host/a,b=postgres://…',
  )
  .refine(
    given => [0, 1].every(part => new Set(given.map(each => each[part])).size === given.length),
    'Must not contain a name or an address twice.',
  )
  .transform(given => given.map(([name, url]) => ({ name: name!, url: url! })));

const HOST_ONLY = 'Must be scheme and host only, such as https://stock.example.com';
const MAIL_SERVER =
  'Must be an address such as smtp://user:password@mail.example.com:587, or smtps:// for TLS from the start.';

/** Names and passwords in an address are percent-encoded. */
function canBeDecoded(url: string): boolean {
  try {
    const { username, password } = new URL(url);
    return [username, password].every(part => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}

const variables = z.object({
  PORT: whole(3000, 0, 65535),
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Absent: an embedded PostgreSQL in DATA_DIR. */
  DATABASE_URL: address.optional(),
  /** Instead of DATABASE_URL: several databases, each with some of the organizations. */
  DATABASE_URLS: pods.optional(),
  /** The owner, who migrates, if DATABASE_URL is another role. */
  DATABASE_OWNER_URL: address.optional(),
  /** The role that serves all organizations, if it is not derived from the owner. */
  DATABASE_SYSTEM_URL: address.optional(),
  /** A streaming replica, for data that may be some seconds old. */
  DATABASE_READ_URL: address.optional(),
  /** The database itself, if DATABASE_URL leads through a pooler in transaction mode. */
  DATABASE_DIRECT_URL: address.optional(),
  /** How far the replica may be behind and still be read. */
  DATABASE_READ_LAG_SECONDS: whole(10, 1, 3600),
  MIGRATE: z
    .enum(['on', 'off', 'true', 'false', '1', '0'])
    .default('on')
    .transform(value => ['on', 'true', '1'].includes(value)),
  DATA_DIR: z.string().min(1).default('.data'),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  BASE_DOMAIN: z.hostname().optional(),
  /** Further host names at which people may sign in, in addition to addresses, localhost and BASE_DOMAIN. */
  ALLOWED_HOSTS: hosts.default([]),
  /** Where people reach the web app, for the links of invitations. */
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: HOST_ONLY })
    .transform(url => new URL(url))
    .refine(({ pathname }) => pathname === '/', HOST_ONLY)
    .transform(({ origin }) => origin)
    .optional(),
  /** Encryption keys of stored secrets: the first seals, all of them open. */
  SECRETS_KEY: z
    .string()
    .transform(text => text.split(',').map(each => each.trim()))
    .refine(
      keys => keys.every(key => key.length >= 32),
      'Must be a key of at least 32 characters; after a comma the one before it',
    )
    .optional(),
  TRUST_PROXY: proxies.optional(),
  ROLE: z.enum(['all', 'web', 'worker']).default('all'),
  RATE_LIMIT_PER_MINUTE: whole(1200, 0, 100_000_000),
  /** All keys and people of an organization together. Absent: ten times what one key may use. */
  RATE_LIMIT_PER_ORGANIZATION: number(0, 1_000_000_000).optional(),
  WEBHOOK_ALLOW_PRIVATE_NETWORKS: flag(false),
  DEMO: flag(undefined),
  /** How long /readyz reports that the process is stopping while it still serves, so that load balancers notice. */
  DRAIN_SECONDS: whole(3, 0, 60),
  ACCESS_LOG: flag(false),
  /** Port of /metrics, if it is not the port that serves. */
  METRICS_PORT: number(0, 65535).optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** The mail server, and the sender's address. */
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: MAIL_SERVER })
    .refine(canBeDecoded, MAIL_SERVER)
    .optional(),
  MAIL_FROM: z.email('Must be one email address, such as purchasing@example.com.').max(254).optional(),
  AI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  AI_API_KEY: z.string().min(1).optional(),
  AI_MODEL: z.string().min(1).optional(),
});

/** The names of all variables: docs/operations.md describes each. */
export const VARIABLES = Object.keys(variables.shape) as readonly (keyof typeof variables.shape)[];

/** Variables that only make sense with a single database. */
const ONE_DATABASE = [
  'DATABASE_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_SYSTEM_URL',
  'DATABASE_READ_URL',
  'DATABASE_DIRECT_URL',
] as const;

const schema = variables
  .refine(config => config.AI_MODEL !== undefined || config.AI_BASE_URL === undefined, {
    path: ['AI_MODEL'],
    message: 'Must name a model when AI_BASE_URL is set.',
  })
  .refine(config => config.DATABASE_URLS === undefined || config.SECRETS_KEY !== undefined, {
    path: ['SECRETS_KEY'],
    message: 'Is required with DATABASE_URLS, because secrets move from one database to another.',
  })
  .refine(
    config =>
      config.DATABASE_URLS === undefined || (config.MIGRATE && ONE_DATABASE.every(name => config[name] === undefined)),
    {
      path: ['DATABASE_URLS'],
      message: `Cannot be combined with ${ONE_DATABASE.join(', ')} or MIGRATE=off, which apply to a single database.`,
    },
  )
  .refine(config => config.MAIL_FROM !== undefined || config.SMTP_URL === undefined, {
    path: ['MAIL_FROM'],
    message: 'Must name an address when SMTP_URL is set.',
  });

export type Config = Readonly<z.output<typeof schema>>;

/** A start that cannot succeed, with one line that says what to change. */
export class StartFailure extends Error {}

/**
 * Whether an empty database gets a demo organization: by default only if the service is reachable from this machine
 * alone, and has one database.
 */
export const wantsDemo = ({ DEMO, HOST, DATABASE_URLS }: Config): boolean =>
  DEMO ??
  (DATABASE_URLS === undefined &&
    (HOST === 'localhost' || HOST === '::1' || (isIP(HOST) === 4 && HOST.startsWith('127.'))));

/** Where people of the organization reach the web app; `address` is where a process serves, if that is known better. */
export function siteOf(
  { PUBLIC_URL, BASE_DOMAIN, HOST, PORT }: Config,
  address = ownAddress(HOST, PORT),
): (slug: string) => string {
  if (PUBLIC_URL) return () => PUBLIC_URL;
  if (BASE_DOMAIN) return slug => `https://${slug}.${BASE_DOMAIN}`;
  return () => address;
}

/** Where a process that listens there is reached from the same machine. */
export function ownAddress(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return `http://${name}:${port}`;
}

/** The environment as one frozen object. Nothing else reads process.env. Throws StartFailure naming the variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.keys(variables.shape).flatMap(name => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = schema.safeParse(given);
  if (parsed.success) return Object.freeze(parsed.data);
  const [issue] = parsed.error.issues;
  const name = String(issue!.path[0]);
  // A key must not be printed, not even an invalid one, nor a password in an address.
  throw new StartFailure(
    `${name}${/_(KEY|URLS?)$/.test(name) ? '' : `=${given[name] ?? ''}`} is not usable: ${issue!.message}`,
  );
}
