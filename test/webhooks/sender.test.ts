import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Lookup } from '../../src/webhooks/lookup.ts';
import { ANSWER_DEADLINE_MS, deliver, type Outcome, type Post } from '../../src/webhooks/sender.ts';
import { type Dials, watchDials } from '../support/dials.ts';
import { hostileLiterals, localNames, malformedUrls } from '../support/hostile-urls.ts';
import { until } from '../support/live.ts';
import { type Loopback, listen, serveHttp, serveTcp } from '../support/loopback.ts';

let dials: Dials;
const servers: Loopback[] = [];
const kept = <T extends Loopback>(server: T): T => {
  servers.push(server);
  return server;
};
beforeEach(() => {
  dials = watchDials();
});
afterEach(async () => {
  dials.stop();
  await Promise.all(servers.splice(0).map(server => server.close()));
});

const post = (url: string, more: Partial<Post> = {}): Promise<Outcome> =>
  deliver({
    url,
    headers: { 'Content-Type': 'application/json' },
    body: '{"id":1}',
    signal: new AbortController().signal,
    deadlineMs: 120_000,
    allowPrivateNetworks: true,
    ...more,
  });
const answersOf = (...lists: string[][]): Lookup & { asked: string[] } => {
  const asked: string[] = [];
  const lookup: Lookup = hostname => {
    const list = lists[Math.min(asked.length, lists.length - 1)] ?? [];
    asked.push(hostname);
    return Promise.resolve(list.map(address => ({ address, family: address.includes(':') ? 6 : 4 })));
  };
  return Object.assign(lookup, { asked });
};
/** If it were not kept, nothing would end for ten seconds, or ever. */
const keptDeadline = ({ durationMs }: Outcome, deadlineMs: number) => {
  expect([durationMs >= deadlineMs - 5, durationMs < ANSWER_DEADLINE_MS]).toEqual([true, true]);
};
/** Sockets close a moment after the outcome is known. */
const allClosed = (server: Loopback) => until(() => server.open.size === 0);

describe('a delivery', () => {
  it('posts the body unchanged, with the given headers and its length', async () => {
    const seen: { method?: string; url?: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
    const server = kept(
      await serveHttp((request, response) => {
        let body = '';
        request
          .setEncoding('utf8')
          .on('data', part => {
            body += part;
          })
          .on('end', () => {
            seen.push({ method: request.method!, url: request.url!, headers: request.headers, body });
            response.end('ok');
          });
      }),
    );
    const outcome = await post(`${server.url}?a=%20b`, {
      body: '{"Grüße":"📦"}',
      headers: { 'X-Service-Event': 'order.created' },
    });
    expect(outcome).toEqual({ statusCode: 200, durationMs: expect.any(Number) });
    expect(seen).toEqual([
      {
        method: 'POST',
        url: '/hook?a=%20b',
        body: '{"Grüße":"📦"}',
        headers: {
          host: `127.0.0.1:${server.port}`,
          connection: 'keep-alive',
          'content-length': '18',
          'x-service-event': 'order.created',
        },
      },
    ]);
  });

  it.each([200, 201, 202, 204, 299, 304, 400, 404, 410, 429, 500, 503])(
    'reports the status and the time, and nothing else, of a response %d',
    async status => {
      const server = kept(
        await serveHttp((_request, response) =>
          response.writeHead(status, { 'X-Secret': 'seen' }).end(status === 204 ? undefined : 'secret'),
        ),
      );
      expect(await post(server.url)).toEqual({ statusCode: status, durationMs: expect.any(Number) });
    },
  );

  it.each([301, 302, 303, 307, 308])('does not follow a redirect (%d)', async status => {
    const target = kept(await serveHttp((_request, response) => response.end()));
    const server = kept(
      await serveHttp((_request, response) => response.writeHead(status, { Location: target.url }).end()),
    );
    expect((await post(server.url)).statusCode).toBe(status);
    expect(target.accepted).toBe(0);
  });

  it('leaves no connection open', async () => {
    const server = kept(await serveHttp((_request, response) => response.end('ok')));
    await Promise.all(Array.from({ length: 20 }, () => post(server.url)));
    await allClosed(server);
  });

  it('does not wait for another: one hangs, twenty are sent', async () => {
    const hanging = kept(await serveTcp(() => {}));
    const fast = kept(await serveHttp((_request, response) => response.end()));
    const stopping = new AbortController();
    const slow = post(hanging.url, { signal: stopping.signal, deadlineMs: 600_000 });
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => post(fast.url)));
    expect(outcomes.map(outcome => outcome.statusCode)).toEqual(Array(20).fill(200));
    stopping.abort();
    expect(await slow).toMatchObject({ error: 'aborted' });
  });

  it.each([
    ['120', 120_000],
    ['0', 0],
    ['Wed, 21 Oct 2015 07:28:00 GMT', 0],
    ['-1', undefined],
    ['1.5', undefined],
    ['soon', undefined],
    ['99999999999999', undefined],
    ['2015', 2_015_000],
  ])('reads Retry-After: %s', async (value, expected) => {
    const server = kept(
      await serveHttp((_request, response) => response.writeHead(503, { 'Retry-After': value }).end()),
    );
    expect((await post(server.url)).retryAfterMs).toEqual(expected);
  });

  it('reads Retry-After: a date to come', async () => {
    const sentAt = Date.now();
    const until = new Date(sentAt + 3_600_000).toUTCString();
    const server = kept(
      await serveHttp((_request, response) => response.writeHead(503, { 'Retry-After': until }).end()),
    );
    const { retryAfterMs } = await post(server.url);
    // From the moment when it was read, in whole seconds.
    expect(retryAfterMs).toBeLessThanOrEqual(Date.parse(until) - sentAt);
    expect(retryAfterMs).toBeGreaterThanOrEqual(Date.parse(until) - Date.now());
  });
});

describe('the total deadline', () => {
  it('is ten seconds', () => {
    expect(ANSWER_DEADLINE_MS).toBe(10_000);
  });

  const dribble = (start: string) =>
    serveTcp(socket => {
      socket.write(start);
      const timer = setInterval(() => socket.write('a'), 50);
      socket.on('close', () => clearInterval(timer));
    });
  it.each<[string, () => Promise<Loopback>, Partial<Outcome>]>([
    ['a receiver that accepts and says nothing', () => serveTcp(() => {}), {}],
    ['a status line a byte at a time', () => dribble('HTTP/1.1 200 '), {}],
    ['a header a byte at a time', () => dribble('HTTP/1.1 200 OK\r\nX-Slow: '), {}],
    ['a body a byte at a time', () => dribble('HTTP/1.1 200 OK\r\nContent-Length: 4000\r\n\r\n'), { statusCode: 200 }],
    ['a body without an end', () => dribble('HTTP/1.1 200 OK\r\n\r\n'), { statusCode: 200 }],
    [
      'informational answers without end',
      () =>
        serveTcp(socket => {
          const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'), 20);
          socket.on('close', () => clearInterval(timer));
        }),
      {},
    ],
  ])('against %s', async (_what, serve, also) => {
    const server = kept(await serve());
    // Within it a busy machine has read the headers, where there are any.
    const deadlineMs = also.statusCode === undefined ? 400 : 2000;
    const outcome = await post(server.url, { deadlineMs });
    expect(outcome).toEqual({ ...also, error: 'timeout', durationMs: expect.any(Number) });
    keptDeadline(outcome, deadlineMs);
    await allClosed(server);
  });

  it('covers a handshake that never ends', async () => {
    const server = kept(await serveTcp(() => {}));
    const outcome = await post(server.url.replace('http:', 'https:'), { deadlineMs: 400 });
    expect(outcome).toEqual({ error: 'timeout', durationMs: expect.any(Number) });
    keptDeadline(outcome, 400);
    await allClosed(server);
  });

  it('covers a name that never resolves, and a late address is not connected to', async () => {
    let answer: (addresses: { address: string; family: number }[]) => void = () => {};
    const lookup: Lookup = () =>
      new Promise(resolve => {
        answer = resolve;
      });
    const outcome = await post('http://slow.example.com/', { deadlineMs: 400, lookup });
    expect(outcome).toEqual({ error: 'timeout', durationMs: expect.any(Number) });
    keptDeadline(outcome, 400);
    answer([{ address: '127.0.0.1', family: 4 }]);
    // A connection would be opened in the same turn of the event loop.
    await new Promise(resolve => setImmediate(resolve));
    expect(dials.addresses).toEqual([]);
  });
});

describe('a response', () => {
  it('is read for 4 KB and then cut off: an endless body counts by its status, at once', async () => {
    let written = 0;
    const server = kept(
      await serveTcp(socket => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n');
        const block = Buffer.alloc(16_384, 'a');
        const more = () => {
          while (!socket.destroyed && socket.write(block)) written += block.length;
        };
        socket.on('drain', more);
        more();
      }),
    );
    const outcome = await post(server.url);
    expect(outcome).toEqual({ statusCode: 200, durationMs: expect.any(Number) });
    await allClosed(server);
    expect(written).toBeLessThan(16 * 1024 * 1024); // The socket buffers of two kernels, not a stream.
  });

  it('is not decompressed: a gzip bomb is 4 KB like any other', async () => {
    const bomb = gzipSync(Buffer.alloc(50 * 1024 * 1024));
    const server = kept(
      await serveHttp((_request, response) => response.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)),
    );
    expect(await post(server.url)).toEqual({ statusCode: 200, durationMs: expect.any(Number) });
  });

  it.each<[string, string, Partial<Outcome>]>([
    [
      'headers of 1 MB',
      `HTTP/1.1 200 OK\r\n${`X-Filler: ${'a'.repeat(1000)}\r\n`.repeat(1024)}\r\n`,
      { error: 'headers_too_large' },
    ],
    [
      'one header of 1 MB',
      `HTTP/1.1 200 OK\r\nX-Filler: ${'a'.repeat(1024 * 1024)}\r\n\r\n`,
      { error: 'headers_too_large' },
    ],
    ['something else than HTTP', 'SSH-2.0-OpenSSH_9.2\r\n', { error: 'malformed_answer' }],
    [
      'two lengths',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n12',
      { error: 'malformed_answer' },
    ],
    ['a status without meaning', 'HTTP/1.1 abc OK\r\n\r\n', { error: 'malformed_answer' }],
    [
      'an upgrade that nobody asked for',
      'HTTP/1.1 101 Switching\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n',
      { error: 'connection_closed' },
    ],
    [
      'chunks of nonsense',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      { statusCode: 200, error: 'malformed_answer' },
    ],
  ])('that is malformed is an error, not a crash: %s', async (_what, bytes, expected) => {
    const server = kept(await serveTcp(socket => socket.once('data', () => socket.write(bytes))));
    expect(await post(server.url)).toEqual({ ...expected, durationMs: expect.any(Number) });
    await allClosed(server);
  });

  it.each<[string, (server: Socket) => void, Partial<Outcome>]>([
    ['before a byte', socket => socket.resetAndDestroy(), {}],
    ['politely, before a byte', socket => socket.end(), {}],
    ['within the headers', socket => socket.end('HTTP/1.1 200 OK\r\nX-'), {}],
    [
      'after the headers',
      socket => {
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n');
        setTimeout(() => socket.resetAndDestroy(), 50);
      },
      { statusCode: 200 },
    ],
    ['within the body', socket => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc'), { statusCode: 200 }],
  ])('that breaks off %s is a failure', async (_where, talk, also) => {
    const server = kept(await serveTcp(socket => socket.once('data', () => talk(socket))));
    expect(await post(server.url)).toEqual({ ...also, error: 'connection_closed', durationMs: expect.any(Number) });
    expect(server.accepted).toBe(1);
  });

  it('from a closed port is a refused connection', async () => {
    const server = await serveTcp(() => {});
    await server.close();
    expect(await post(server.url)).toEqual({ error: 'connection_refused', durationMs: expect.any(Number) });
  });
});

describe('a delivery never throws', () => {
  it.each<[string, Partial<Post>, string]>([
    ['a header with a line break', { headers: { 'X-Bad': 'a\r\nb' } }, 'failed'],
    ['a header name with a blank', { headers: { 'X Bad': 'a' } }, 'failed'],
    ['a URL that is none', { url: 'nonsense' }, 'blocked'],
    [
      'a look-up that throws',
      {
        url: 'http://a.example.com/',
        lookup: () => {
          throw new Error('look-up');
        },
      },
      'failed',
    ],
    [
      'a look-up that rejects with no error',
      { url: 'http://a.example.com/', lookup: () => Promise.reject('text') },
      'failed',
    ],
    ['a name without addresses', { url: 'http://a.example.com/', lookup: answersOf([]) }, 'name_not_resolved'],
  ])('on %s', async (_what, more, error) => {
    const server = kept(await serveHttp((_request, response) => response.end()));
    expect(await post(more.url ?? server.url, more)).toEqual({ error, durationMs: expect.any(Number) });
  });

  it('when it is aborted, before or during its run, has the outcome "aborted"', async () => {
    const server = kept(await serveTcp(() => {}));
    expect(await post(server.url, { signal: AbortSignal.abort() })).toEqual({
      error: 'aborted',
      durationMs: expect.any(Number),
    });
    expect(server.accepted).toBe(0);
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 100);
    const outcome = await post(server.url, { signal: stopping.signal });
    expect(outcome).toEqual({ error: 'aborted', durationMs: expect.any(Number) });
    await allClosed(server);
  });
});

describe('without private networks, no private address is connected to', () => {
  const strict = { allowPrivateNetworks: false };

  it('by any hostile URL: each is blocked and no socket is opened', async () => {
    const server = kept(await serveTcp(() => {}));
    const urls = [...hostileLiterals, ...localNames, ...malformedUrls].map(url =>
      url.replace('PORT', String(server.port)),
    );
    expect(urls.length).toBeGreaterThan(100);
    const lookup = answersOf(['127.0.0.1']);
    const outcomes = await Promise.all(urls.map(url => post(url, { ...strict, lookup })));
    expect(urls.filter((_url, i) => outcomes[i]?.error !== 'blocked')).toEqual([]);
    expect({ dials: dials.addresses, asked: lookup.asked, accepted: server.accepted }).toEqual({
      dials: [],
      asked: [],
      accepted: 0,
    });
  });

  it('by plain http', async () => {
    expect(await post('http://hooks.example.com/', { ...strict, lookup: answersOf(['93.184.216.34']) })).toMatchObject({
      error: 'blocked',
    });
    expect(dials.addresses).toEqual([]);
  });

  it.each([
    ['127.0.0.1'],
    ['::1'],
    ['10.0.0.1'],
    ['169.254.169.254'],
    ['100.100.100.200'],
    ['168.63.129.16'],
    ['0.0.0.0'],
    ['::ffff:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['2002:7f00:1::'],
    ['fe80::1'],
    ['fe80::1%lo'],
    ['fd00:ec2::254'],
    ['224.0.0.1'],
  ])('by a name that resolves to %s', async address => {
    expect(await post('https://hooks.example.com/', { ...strict, lookup: answersOf([address]) })).toEqual({
      error: 'blocked',
      durationMs: expect.any(Number),
    });
    expect(dials.addresses).toEqual([]);
  });

  it.each([
    [['93.184.216.34', '127.0.0.1']],
    [['127.0.0.1', '93.184.216.34']],
    [['2606:4700::1111', '93.184.216.34', '::1']],
  ])('by a name with one bad address among good ones: %j', async addresses => {
    expect(await post('https://hooks.example.com/', { ...strict, lookup: answersOf(addresses) })).toMatchObject({
      error: 'blocked',
    });
    expect(dials.addresses).toEqual([]);
  });

  it('by a name that rebinds between two deliveries: public first, 127.0.0.1 second', async () => {
    const lookup = answersOf(['93.184.216.34'], ['127.0.0.1']);
    expect(await post('https://rebind.example.com/', { ...strict, lookup })).toMatchObject({
      error: 'connection_refused',
    });
    expect(dials.addresses).toEqual(['93.184.216.34']);
    expect(await post('https://rebind.example.com/', { ...strict, lookup })).toMatchObject({ error: 'blocked' });
    expect(dials.addresses).toEqual(['93.184.216.34']);
  });

  it('by a name that rebinds within one delivery: it is looked up once, and the checked address is used', async () => {
    const lookup = answersOf(['93.184.216.34', '2606:4700::1111'], ['127.0.0.1']);
    await post('https://rebind.example.com/', { ...strict, lookup });
    expect(lookup.asked).toEqual(['rebind.example.com']);
    expect(dials.addresses).toEqual(['93.184.216.34', '2606:4700::1111']);
  });

  it('by a Host header of another name', async () => {
    const lookup = answersOf(['93.184.216.34']);
    await post('https://hooks.example.com/', { ...strict, lookup, headers: { Host: '127.0.0.1' } });
    expect({ asked: lookup.asked, dials: dials.addresses }).toEqual({
      asked: ['hooks.example.com'],
      dials: ['93.184.216.34'],
    });
  });

  it('while a public literal is connected to directly, without a lookup', async () => {
    const lookup = answersOf(['127.0.0.1']);
    await post('https://0x5db8d822/', { ...strict, lookup });
    expect({ asked: lookup.asked, dials: dials.addresses }).toEqual({ asked: [], dials: ['93.184.216.34'] });
  });
});

describe('with private networks', () => {
  it('the looked-up address is connected to, and no other', async () => {
    const right = kept(await serveHttp((_request, response) => response.writeHead(202).end(), '127.0.0.2'));
    const outcome = await post(`http://hooks.example.com:${right.port}/`, {
      lookup: answersOf(['127.0.0.2'], ['127.0.0.1']),
    });
    expect(outcome.statusCode).toBe(202);
    expect(dials.addresses).toEqual(['127.0.0.2']);
  });

  it('an unreachable address among the checked ones gives way to the next', async () => {
    const server = kept(await serveHttp((_request, response) => response.end(), '127.0.0.2'));
    const outcome = await post(`http://hooks.example.com:${server.port}/`, {
      lookup: answersOf(['127.0.0.3', '127.0.0.2']),
    });
    expect(outcome.statusCode).toBe(200);
  });

  it("the system's own names are known", async () => {
    const server = kept(await serveHttp((_request, response) => response.end()));
    expect((await post(`http://localhost:${server.port}/`)).statusCode).toBe(200);
  });
});

const openssl = spawnSync('openssl', ['version']).status === 0;
(openssl ? describe : describe.skip)('over TLS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stockwright-tls-'));
  const certificates = tls.getCACertificates('default');
  const make = (name: string, subject: string) => {
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '2',
        '-subj',
        '/CN=test',
        '-addext',
        `subjectAltName=${subject}`,
        '-keyout',
        join(folder, `${name}.key`),
        '-out',
        join(folder, `${name}.crt`),
      ],
      { stdio: 'ignore' },
    );
    return { key: readFileSync(join(folder, `${name}.key`)), cert: readFileSync(join(folder, `${name}.crt`), 'utf8') };
  };
  const trusted = make('trusted', 'DNS:hooks.example.com');
  const byAddress = make('address', 'IP:127.0.0.1');
  const unknown = make('unknown', 'DNS:hooks.example.com');
  beforeAll(() => tls.setDefaultCACertificates([...certificates, trusted.cert, byAddress.cert]));
  afterAll(() => {
    tls.setDefaultCACertificates(certificates);
    rmSync(folder, { recursive: true });
  });

  const lookup = answersOf(['127.0.0.1']);
  const serveTls = async (pair: { key: Buffer; cert: string }) => {
    const names: (string | false | null)[] = [];
    const server = createTlsServer(pair, (_request, response) => response.end('ok'));
    server.on('secureConnection', socket => names.push(socket.servername));
    return { ...kept(await listen(server, '127.0.0.1', 'https')), names };
  };

  it("the certificate must be the hostname's, whatever address was connected to", async () => {
    const { port, names } = await serveTls(trusted);
    expect(await post(`https://hooks.example.com:${port}/`, { lookup })).toEqual({
      statusCode: 200,
      durationMs: expect.any(Number),
    });
    expect(names).toEqual(['hooks.example.com']);
    expect(await post(`https://other.example.com:${port}/`, { lookup })).toMatchObject({
      error: 'tls_failed: ERR_TLS_CERT_ALTNAME_INVALID',
    });
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({
      error: 'tls_failed: ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('a certificate for the address is not accepted for the name', async () => {
    const { port } = await serveTls(byAddress);
    expect(await post(`https://127.0.0.1:${port}/`)).toMatchObject({ statusCode: 200 });
    expect(await post(`https://hooks.example.com:${port}/`, { lookup })).toMatchObject({
      error: 'tls_failed: ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('a Host header does not choose the name that is verified', async () => {
    const { port } = await serveTls(trusted);
    const headers = { Host: 'hooks.example.com' };
    expect(await post(`https://other.example.com:${port}/`, { lookup, headers })).toMatchObject({
      error: 'tls_failed: ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('an unknown issuer is refused', async () => {
    const { port } = await serveTls(unknown);
    expect(await post(`https://hooks.example.com:${port}/`, { lookup })).toMatchObject({
      error: 'tls_failed: DEPTH_ZERO_SELF_SIGNED_CERT',
    });
  });

  it('an unknown issuer is refused even if NODE_TLS_REJECT_UNAUTHORIZED says otherwise', async () => {
    const { port } = await serveTls(unknown);
    // In a process of its own: Node itself reads the variable.
    const script = `
      const { deliver } = await import(${JSON.stringify(new URL('../../src/webhooks/sender.ts', import.meta.url).href)});
      console.log(JSON.stringify(await deliver({
        url: 'https://hooks.example.com:${port}/', headers: {}, body: '{}', signal: new AbortController().signal, deadlineMs: 5000,
        allowPrivateNetworks: true, lookup: async () => [{ address: '127.0.0.1', family: 4 }],
      })));`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, NODE_OPTIONS: '', NODE_TLS_REJECT_UNAUTHORIZED: '0' },
    });
    expect(JSON.parse(stdout)).toMatchObject({ error: 'tls_failed: DEPTH_ZERO_SELF_SIGNED_CERT' });
  });

  it('a server without TLS is a TLS failure', async () => {
    const server = kept(await serveHttp((_request, response) => response.end()));
    expect((await post(server.url.replace('http:', 'https:'))).error).toMatch(/^tls_failed: /);
  });
});
