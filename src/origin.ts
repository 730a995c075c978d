import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a browser's request comes from a page of this very address. A session cookie counts only then: another site can make a
 * browser send the cookie, but not say that it came from here. Who says nothing is no browser, and has no business with cookies.
 */
export function isOwnOrigin(headers: IncomingHttpHeaders): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return headers['sec-fetch-site'] === 'same-origin';
  return URL.canParse(origin) && new URL(origin).host === host;
}
