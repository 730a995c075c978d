import { createSocket, type Socket } from 'node:dgram';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { publicLookup } from '../../src/webhooks/lookup.ts';
import { deliver } from '../../src/webhooks/sender.ts';

/** A name server on the loopback. Names without records get "unknown"; `null` gets no response. */
let server: Socket;
let asked: string[];
let records: { [question: string]: string[] | null };
const servers = () => [`127.0.0.1:${server.address().port}`];
const lookup = (name: string, signal = new AbortController().signal) => publicLookup(servers())(name, signal);

beforeEach(async () => {
  asked = [];
  records = {};
  server = createSocket('udp4').on('message', (query, from) => {
    const labels: string[] = [];
    let at = 12;
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const type = query.readUInt16BE(at + 1);
    const question = `${labels.join('.')} ${type === 28 ? 'AAAA' : 'A'}`;
    asked.push(question);
    const answers = records[question];
    if (answers === null) return;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(answers ? 0x8180 : 0x8183, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers?.length ?? 0, 6);
    const rows = (answers ?? []).map(address => {
      const bytes = type === 28 ? Buffer.from(address, 'hex') : Buffer.from(address.split('.').map(Number));
      const row = Buffer.alloc(12);
      row.writeUInt16BE(0xc00c, 0);
      row.writeUInt16BE(type, 2);
      row.writeUInt16BE(1, 4);
      row.writeUInt16BE(bytes.length, 10);
      return Buffer.concat([row, bytes]);
    });
    server.send(Buffer.concat([header, query.subarray(12, at + 5), ...rows]), from.port, from.address);
  });
  await new Promise<void>(resolve => server.bind(0, '127.0.0.1', resolve));
});
afterEach(() => new Promise<void>(resolve => server.close(() => resolve())));

describe('the look-up of public names', () => {
  it('returns all addresses of both families', async () => {
    records = {
      'a.example.com A': ['93.184.216.34', '93.184.216.35'],
      'a.example.com AAAA': ['26064700000000000000000000001111'],
    };
    expect(await lookup('a.example.com')).toEqual([
      { address: '93.184.216.34', family: 4 },
      { address: '93.184.216.35', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it('returns one family if the other is missing', async () => {
    records = { 'a.example.com AAAA': ['26064700000000000000000000001111'], 'a.example.com A': [] };
    expect(await lookup('a.example.com')).toEqual([{ address: '2606:4700::1111', family: 6 }]);
  });

  it('rejects a name without an address', async () => {
    await expect(lookup('nobody.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('ignores the hosts file: a name of this machine is looked up in DNS', async () => {
    await expect(lookup('localhost.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    expect(asked).toContain('localhost.example.com A');
  });

  it('stops when it is aborted', async () => {
    records = { 'slow.example.com A': null, 'slow.example.com AAAA': null };
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 100);
    await expect(lookup('slow.example.com', stopping.signal)).rejects.toMatchObject({ code: 'ECANCELLED' });
  });

  it('does not wait for other names: 50 that never answer do not delay one that does', async () => {
    records = { 'slow.example.com A': null, 'slow.example.com AAAA': null, 'a.example.com A': ['93.184.216.34'] };
    const stopping = new AbortController();
    let ended = 0;
    const slow = Array.from({ length: 50 }, () =>
      lookup('slow.example.com', stopping.signal)
        .catch(() => 'stopped')
        .finally(() => (ended += 1)),
    );
    expect(await lookup('a.example.com')).toHaveLength(1);
    expect(ended).toBe(0);
    stopping.abort();
    expect(await Promise.all(slow)).toEqual(Array(50).fill('stopped'));
  });

  it('in a delivery: a public name that leads to the loopback is blocked, one that leads nowhere is not resolved', async () => {
    records = { 'a.example.com A': ['127.0.0.1'] };
    const post = (url: string) =>
      deliver({
        url,
        headers: {},
        body: '{}',
        signal: new AbortController().signal,
        deadlineMs: 5_000,
        allowPrivateNetworks: false,
        lookup: publicLookup(servers()),
      });
    expect(await post('https://a.example.com/')).toMatchObject({ error: 'blocked' });
    expect(await post('https://nobody.example.com/')).toMatchObject({ error: 'name_not_resolved' });
  });
});
