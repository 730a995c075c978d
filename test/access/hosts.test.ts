import { connect } from 'node:net';
import { expect, test } from '@jest/globals';
import { enrolMember } from '../../src/access/accounts.ts';
import { hostsOf } from '../../src/access/origin.ts';
import { readConfig, siteOf, wantsDemo } from '../../src/config.ts';
import { browser, PASSWORD } from '../support/browser.ts';
import { unique } from '../support/make.ts';
import { useWorld } from '../support/world.ts';

/* The addresses at which people can sign in, and the protection there. */

const world = useWorld();

async function person(): Promise<string> {
  const email = `${unique('person')}@example.com`.toLowerCase();
  await enrolMember(world.database, (await world.tenant()).id, { email, role: 'owner' }, PASSWORD);
  return email;
}

test('a host name that somebody pointed at this address (DNS rebinding) gets no session; a configured one does', async () => {
  const { url } = await world.serve({ ALLOWED_HOSTS: 'stock.internal, Stock.Example' });
  const email = await person();
  const at = (host: string) => browser(url.replace('127.0.0.1', host));
  const rebound = at('rebind.evil.example');
  expect((await rebound.signIn(email)).status).toBe(400);
  const here = browser(url);
  await here.signIn(email);
  // Not even with the cookie of a session.
  expect((await rebound.graphql('{ organization { slug } }', { cookie: here.cookie() })).status).toBe(401);
  expect((await rebound.send('/auth/session', undefined, { cookie: here.cookie() })).status).toBe(400);
  for (const host of ['127.0.0.1', 'localhost', 'stock.internal', 'stock.example.']) {
    const visitor = at(host);
    expect([host, (await visitor.signIn(email)).status]).toEqual([host, 200]);
    expect([host, (await visitor.graphql('{ organization { slug } }')).status]).toEqual([host, 200]);
  }
});

test('names, as they are written', () => {
  const { slugOf, mayHoldSessions } = hostsOf(readConfig({ BASE_DOMAIN: 'Stock.example' }));
  expect(
    ['acme.stock.example', 'ACME.Stock.Example.:8443', 'stock.example', '[::1]:80', undefined].map(slugOf),
  ).toEqual(['acme', 'acme', undefined, undefined, undefined]);
  expect(
    ['stock.example', 'a.stock.example', '[::1]:3000', '10.0.0.1', 'evil-stock.example'].map(mayHoldSessions),
  ).toEqual([true, true, true, true, false]);
});

/** The response to these header lines, which fetch cannot send. */
const firstLine = (url: string, path: string, lines: readonly string[]) =>
  new Promise<string>((resolve, reject) => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.once('data', chunk => {
      resolve(String(chunk).split('\r\n')[0]!);
      socket.destroy();
    });
    socket.on('error', reject);
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });

const sent = (url: string, ...lines: string[]) =>
  firstLine(url, '/api/v1/organization', [...lines, 'Connection: close']);

const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Protocol: graphql-transport-ws',
];

test('an invalid Host header is a bad request', async () => {
  const [alpha, beta] = [await world.tenant(), await world.tenant()];
  const { url } = await world.serve({ BASE_DOMAIN: 'stock.example' });
  const key = `Authorization: Bearer ${await alpha.key()}`;
  const at = (host: string) => sent(url, `Host: ${host}`, key);
  const theirs = `${beta.slug}.stock.example`;
  expect(await at(`${alpha.slug}.stock.example`)).toContain('200');
  expect(await at(`${theirs}.`)).toContain('401');
  for (const malformed of [':80:80', '@x', '/../', '%00', '..', ':999999', '?', ' x'])
    expect([malformed, await at(theirs + malformed)]).toEqual([malformed, expect.stringContaining('400')]);
});

test('of a header that says who asks for what, two are a bad request: one would be dropped', async () => {
  const [alpha, beta] = [await world.tenant(), await world.tenant()];
  const { url } = await world.serve({ BASE_DOMAIN: 'stock.example' });
  const [host, theirHost] = [alpha, beta].map(({ slug }) => `Host: ${slug}.stock.example`) as [string, string];
  const [key, theirKey] = [await alpha.key(), await beta.key()];
  const authorization = `Authorization: Bearer ${key}`;
  const json = 'Content-Type: application/json';
  expect(await sent(url, host, authorization, json)).toContain('200');
  for (const twice of [
    [host, theirHost, authorization],
    [host, authorization, `authorization: Bearer ${theirKey}`],
    [host, authorization, authorization],
    [host, authorization, json, 'content-type: text/csv'],
  ])
    expect([twice, await sent(url, ...twice)]).toEqual([twice, expect.stringContaining('400')]);
  expect(await firstLine(url, '/graphql', [host, ...UPGRADE])).toContain('101');
  expect(await firstLine(url, '/graphql', [host, theirHost, ...UPGRADE])).toContain('400');
});

test('behind TLS, cookies cannot be set by other hosts, HSTS is sent, and pages of the same name over plain http are refused', async () => {
  const { url } = await world.serve({ ALLOWED_HOSTS: 'stock.example' });
  const host = url.replace('127.0.0.1', 'stock.example');
  const tls = { 'x-forwarded-proto': 'https' };
  const own = { ...tls, origin: host.replace('http:', 'https:') };
  const email = await person();
  const visitor = browser(host);
  expect((await visitor.send('/auth/sign-in', { email, password: PASSWORD }, tls)).status).toBe(400);
  const { cookies, headers } = await visitor.send('/auth/sign-in', { email, password: PASSWORD }, own);
  expect(headers.get('strict-transport-security')).toMatch(/^max-age=\d{8}/);
  for (const cookie of cookies) expect(cookie).toMatch(/^__Host-stockwright\.[\w.]+=[^;]+;.*; Secure$/);
  const asked = async (cookie: string) =>
    (await visitor.send('/graphql', { query: '{ organization { slug } }' }, { ...own, cookie })).status;
  expect(await asked(visitor.cookie())).toBe(200);
  // Cookies that another host of the domain may have planted do not count.
  expect(await asked(visitor.cookie().replaceAll('__Host-', ''))).toBe(401);
  expect(
    (
      await visitor.send(
        '/auth/sign-in',
        { email, password: PASSWORD },
        { origin: `http://evil@${new URL(host).host}` },
      )
    ).status,
  ).toBe(400);
});

test('the demo, with its owner, is only created if this machine alone can connect, or if it is requested', () => {
  const wanted = (environment: { [name: string]: string }) => wantsDemo(readConfig(environment));
  for (const HOST of ['127.0.0.1', '127.8.9.1', 'localhost', '::1'])
    expect([HOST, wanted({ HOST })]).toEqual([HOST, true]);
  for (const HOST of ['0.0.0.0', '::', '10.1.2.3', 'stock.example', '127.evil.example'])
    expect([HOST, wanted({ HOST }), wanted({ HOST, DEMO: 'true' })]).toEqual([HOST, false, true]);
  expect(wanted({ DEMO: 'false' })).toBe(false);
});

test('links lead to the address at which people reach the web app', () => {
  const site = (environment: { [name: string]: string }) => siteOf(readConfig(environment))('acme');
  expect(site({ PORT: '3100' })).toBe('http://127.0.0.1:3100');
  expect(site({ HOST: '0.0.0.0' })).toBe('http://localhost:3000');
  expect(site({ HOST: '::1' })).toBe('http://[::1]:3000');
  expect(site({ BASE_DOMAIN: 'stock.example' })).toBe('https://acme.stock.example');
  expect(site({ BASE_DOMAIN: 'stock.example', PUBLIC_URL: 'https://people.example/' })).toBe('https://people.example');
});
