import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type * as Undici from 'undici';
import { checkWebhookUrl, isPublicAddress, type NetworkRules } from './addresses.ts';
import { type Lookup, localLookup, publicLookup } from './lookup.ts';

/** From the DNS lookup to the end of the response: docs/api.md, "Delivery". */
export const ANSWER_DEADLINE_MS = 10_000;

/** This much of a response is read before it is cut off; none of it is stored. */
const ANSWER_BYTES_MAX = 4 * 1024;
const ANSWER_HEADER_BYTES_MAX = 16 * 1024;

export interface Post extends NetworkRules {
  url: string;
  headers: Record<string, string>;
  body: string;
  /** Aborted when the process shuts down: the outcome is then 'aborted', and the attempt does not count. */
  signal: AbortSignal;
  deadlineMs: number;
  lookup?: Lookup | undefined;
}

export interface Outcome {
  /** Of the final response, even if the rest of that response then failed (`error` says how). */
  statusCode?: number;
  /** An error code that customers see, such as 'blocked' or 'timeout'; never an address or the receiver's text. */
  error?: string;
  durationMs: number;
  /** The delay that a Retry-After asked for. */
  retryAfterMs?: number;
}

/** An error whose message is the error code of the outcome. */
class Failure extends Error {}

/**
 * Posts a webhook once and returns the outcome; never throws. Redirects are not followed. Every address is checked
 * before it is connected to, and the connection goes to the checked address (the name is not resolved again), so DNS
 * rebinding cannot work. Each delivery has a connection of its own: receivers see few, and none turns out to be closed
 * when it is needed.
 */
export async function deliver(post: Post): Promise<Outcome> {
  // Loaded with the first delivery, and before its time runs: loading is not the receiver's delay.
  const undici = await import('undici');
  const startedAt = performance.now();
  const ended = new AbortController();
  const abort = () => ended.abort(new Failure('aborted'));
  const deadline = setTimeout(() => ended.abort(new Failure('timeout')), post.deadlineMs);
  post.signal.addEventListener('abort', abort, { once: true });
  if (post.signal.aborted) abort();

  const seen: Omit<Outcome, 'durationMs'> = {};
  try {
    await exchange(undici, post, ended.signal, seen);
  } catch (error) {
    seen.error = wordFor(ended.signal.aborted ? ended.signal.reason : error);
  } finally {
    clearTimeout(deadline);
    post.signal.removeEventListener('abort', abort);
    // Whatever is still open or under way (a connection attempt, a lookup, a socket) ends with the delivery.
    ended.abort(new Failure('aborted'));
  }
  return { ...seen, durationMs: Math.round(performance.now() - startedAt) };
}

/** Fills in `seen` as the response arrives, so that its status is known even if the rest of it fails. */
async function exchange(
  { buildConnector, Client }: typeof Undici,
  post: Post,
  ended: AbortSignal,
  seen: Omit<Outcome, 'durationMs'>,
): Promise<void> {
  ended.throwIfAborted();
  // Checked again: it was stored under the rules of that time.
  if (checkWebhookUrl(post.url, post) !== null) throw new Failure('blocked');
  const url = new URL(post.url);
  const client = new Client(url.origin, {
    connect: judgingConnector(post, ended, buildConnector),
    maxHeaderSize: ANSWER_HEADER_BYTES_MAX,
    // The total deadline is the only timeout.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  // The request's own signal would wait for the connection to be made; destroying the client does not.
  ended.addEventListener('abort', () => void client.destroy(ended.reason), { once: true });

  const { statusCode, headers, body } = await client.request({
    method: 'POST',
    path: url.pathname + url.search,
    headers: post.headers,
    body: post.body,
  });
  seen.statusCode = statusCode;
  const retryAfterMs = readRetryAfter(headers['retry-after']);
  if (retryAfterMs !== undefined) seen.retryAfterMs = retryAfterMs;

  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes >= ANSWER_BYTES_MAX) break;
  }
}

function judgingConnector(
  post: Post,
  ended: AbortSignal,
  connectorOf: typeof Undici.buildConnector,
): Undici.buildConnector.connector {
  return (target, done) => {
    judgedAddresses(target.hostname, post, ended)
      .then(addresses => {
        ended.throwIfAborted();
        const answerJudged: LookupFunction = (_hostname, _options, answer) => answer(null, addresses);
        const connect = connectorOf({
          lookup: answerJudged,
          autoSelectFamily: true, // Tries the checked addresses in turn, and makes the lookup return a list.
          rejectUnauthorized: true, // Whatever NODE_TLS_REJECT_UNAUTHORIZED says.
          timeout: post.deadlineMs,
          signal: ended,
        });
        // The certificate must be that of the URL's hostname, not of the address or of a Host header.
        connect({ ...target, servername: isIP(target.hostname) ? '' : target.hostname }, done);
      })
      .catch((error: Error) => done(error, null));
  };
}

/** All addresses of a host, or nothing: one private address among public ones is an attack or a mistake. */
async function judgedAddresses(hostname: string, post: Post, ended: AbortSignal): Promise<LookupAddress[]> {
  const family = isIP(hostname);
  const lookup = post.lookup ?? (post.allowPrivateNetworks ? localLookup : publicLookup());
  const addresses = family ? [{ address: hostname, family }] : await lookup(hostname, ended);
  if (addresses.length === 0) throw new Failure('name_not_resolved');
  if (!post.allowPrivateNetworks && !addresses.every(({ address }) => isPublicAddress(address)))
    throw new Failure('blocked');
  return addresses;
}

/** Seconds or an HTTP date; anything else is ignored. */
function readRetryAfter(header: string | string[] | undefined): number | undefined {
  const value = Array.isArray(header) ? header[0] : header;
  if (value === undefined) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const at = / GMT$/.test(value) ? Date.parse(value) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

/**
 * Error codes of Node, OpenSSL, the resolver and the HTTP parser, mapped to stable codes of our own. The first match
 * counts.
 */
const WORDS: readonly [RegExp, string][] = [
  [/^ECONNREFUSED$/, 'connection_refused'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET|ERR_STREAM_PREMATURE_CLOSE)$/, 'connection_closed'],
  [/^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/, 'timeout'],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EINVAL)$/, 'unreachable'],
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'headers_too_large'],
  [/^(HTTPParserError|HPE_|UND_ERR_RES_)/, 'malformed_answer'],
];

function wordFor(error: unknown): string {
  if (error instanceof Failure) return error.message;
  const { code: given, name, syscall } = Object(error) as { code?: unknown; name?: unknown; syscall?: unknown };
  const code = String(given ?? name); // undici's parser errors have lost their code.
  if (/^(getaddrinfo|query)/.test(String(syscall))) return 'name_not_resolved';
  const word = WORDS.find(([pattern]) => pattern.test(code))?.[1];
  if (word) return word;
  // Any other handshake error keeps its code; customers need to know which it is (CERT_HAS_EXPIRED, say).
  return /CERT|SSL|TLS|SIGNATURE|ISSUER|EPROTO|CRL/.test(code) ? `tls_failed: ${code}` : 'failed';
}
