import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';

/**
 * Whether a browser's request comes from a page of this very address. A session cookie counts only then: another site can make a
 * browser send the cookie, but not say that it came from here. Who says nothing is no browser, and has no business with cookies.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** Where a request that Express does not see comes from: the nearest address that is no trusted proxy, as `req.ip` has it. */
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
