import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../config.ts';
import { refuse } from '../kernel/errors.ts';

/** Cookies that browsers accept neither from plain http nor from other hosts: RFC 6265bis, "The __Host- Prefix". */
export const HOST_PREFIX = '__Host-';
const OURS = /^stockwright\./;

/** Whether the browser speaks TLS, to us or to a proxy that says so. */
export const isSecure = ({ socket, headers }: IncomingMessage): boolean => 'encrypted' in socket || claimsTls(headers);

const claimsTls = (headers: IncomingHttpHeaders): boolean =>
  /^https\s*(,|$)/i.test(String(headers['x-forwarded-proto'] ?? ''));

/**
 * Keeps those of our cookies that are valid, under their own names: where TLS is known those with the prefix, which
 * only this host can have set; elsewhere, where no browser accepts the prefix, those without.
 */
export function keepOwnCookies(request: IncomingMessage): void {
  const { cookie } = request.headers;
  if (!cookie) return;
  const prefix = isSecure(request) ? HOST_PREFIX : '';
  request.headers.cookie = cookie
    .split(/; */)
    .flatMap(each => {
      const name = each.startsWith(HOST_PREFIX) ? each.slice(HOST_PREFIX.length) : each;
      if (!OURS.test(name)) return [each];
      return each === prefix + name ? [name] : [];
    })
    .join('; ');
}

/** The header that scripts of the app's pages add to each request. */
const OWN_SCRIPT = 'x-requested-with';

/**
 * Whether a browser's request comes from a page of this very origin, scheme included where it is known. A session
 * cookie is accepted only then: another site can make a browser send the cookie, but not claim that the request came
 * from here. A client that says nothing is no browser, and has no use for cookies. A GET has no Origin, and over plain
 * http (except on localhost) browsers omit Sec-Fetch-Site as well; there a header of the app's scripts takes its place.
 * No link, form or image can send it, and a script of another site would have to ask first, which is never granted, and
 * sends its Origin.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  if (origin === undefined) return site === undefined ? headers[OWN_SCRIPT] !== undefined : site === 'same-origin';
  if (!URL.canParse(origin)) return false;
  const from = new URL(origin);
  // Browsers send only scheme and host: http://evil@host is forged.
  return from.origin === origin && from.host === host && (from.protocol === 'https:' || !claimsTls(headers));
}

/**
 * The session cookie of a REST request: accepted from the service's own pages, and only if the request names the
 * organization that its page shows, as another tab may have chosen another one in the meantime. As that is a header, no
 * link, form or image can act here at all.
 */
export const pageCookieOf = (headers: IncomingHttpHeaders): string | undefined =>
  headers['x-organization'] !== undefined && isOwnOrigin(headers) ? headers.cookie : undefined;

/**
 * What a client shows, and therefore acts for: the slug of an organization (`X-Organization`), and the id of a person
 * (`X-Person`). A page may still be open when somebody else has signed in, or another organization was chosen, in
 * another tab.
 */
export interface Claims {
  organization?: string | undefined;
  person?: string | undefined;
}

/** What the headers say that the client shows. Nothing of it is checked here. */
export const shownBy = (headers: IncomingHttpHeaders): Claims => ({
  organization: headers['x-organization'] as string | undefined,
  person: headers['x-person'] as string | undefined,
});

export interface Hosts {
  /**
   * The organization that the host names: `<slug>.<BASE_DOMAIN>`. On a bare host or address the credential alone
   * decides.
   */
  slugOf(host: string | undefined): string | undefined;
  /**
   * Whether people may sign in there. A web page that points its own name at this service's address (DNS rebinding) has
   * the same origin as far as browsers can tell; so the allowed names are those that the operator has named, and those
   * that nobody can register.
   */
  mayHoldSessions(host: string | undefined): boolean;
}

/** Which hosts name an organization, and which may hold sessions, by the configuration. */
export function hostsOf({
  BASE_DOMAIN,
  ALLOWED_HOSTS,
  PUBLIC_URL,
}: Pick<Config, 'BASE_DOMAIN' | 'ALLOWED_HOSTS' | 'PUBLIC_URL'>): Hosts {
  const domain = BASE_DOMAIN?.toLowerCase();
  const allowed = new Set(['localhost', ...ALLOWED_HOSTS]);
  if (domain) allowed.add(domain);
  if (PUBLIC_URL) allowed.add(new URL(PUBLIC_URL).hostname);
  const slugOf = (host: string | undefined) => {
    const name = nameOf(host) ?? '';
    return domain && name.endsWith(`.${domain}`) ? name.slice(0, -domain.length - 1) : undefined;
  };
  return {
    slugOf,
    mayHoldSessions(host) {
      const name = nameOf(host) ?? '';
      return isIP(name) !== 0 || allowed.has(name) || name.endsWith('.localhost') || slugOf(host) !== undefined;
    },
  };
}

/** The name in a Host header, in lower case and without a trailing dot. Refuses `bad_request` for an invalid one. */
function nameOf(host: string | undefined): string | undefined {
  if (host === undefined || host === '') return undefined;
  const [, address, name] = /^(?:\[([\da-f:.]+)\]|([a-z\d_-]+(?:\.[a-z\d_-]+)*)\.?)(?::\d{1,5})?$/i.exec(host) ?? [];
  if (address === undefined ? name === undefined : isIP(address) !== 6)
    refuse('bad_request', 'The Host header is not a valid host.');
  return (address ?? name)!.toLowerCase();
}

/** Headers that say who is asking, for what, and how to read the body. Node silently drops all but the first. */
const SINGLE = ['Host', 'Authorization', 'Content-Type'];

/** Refuses `bad_request` for a request with an invalid Host, or with two of a header that may occur only once. */
export function requireClearHeaders({ headers, rawHeaders }: IncomingMessage): void {
  nameOf(headers.host);
  // None was given twice, which is the rule: Node keeps one of each.
  if (rawHeaders.length === 2 * Object.keys(headers).length) return;
  const names = rawHeaders.filter((_, index) => index % 2 === 0).map(name => name.toLowerCase());
  for (const name of SINGLE)
    if (names.indexOf(name.toLowerCase()) !== names.lastIndexOf(name.toLowerCase()))
      refuse('bad_request', `The request has more than one ${name} header.`);
}

/**
 * The client address of a request that Express does not see: the nearest address that is no trusted proxy, like
 * `req.ip`.
 */
export function addressOf(
  { socket, headers }: IncomingMessage,
  isTrusted: (address: string, hop: number) => boolean,
): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map(address => address.trim())
    .filter(Boolean);
  const addresses = [socket.remoteAddress ?? '', ...forwarded.reverse()];
  return addresses.find((address, hop) => !isTrusted(address, hop)) ?? addresses.at(-1)!;
}

/**
 * Whom an address is counted as. In IPv6 the network of 64 bits, since one client has all addresses of it (RFC 6177);
 * an IPv4 address in the notation of IPv6 is itself.
 */
export function networkOf(address = ''): string {
  if (isIP(address) !== 6) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = [], tail = []] = address.split('::').map(part => part.split(':').filter(Boolean));
  const groups = [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail].slice(0, 4);
  return `${groups.map(group => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
