import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkWebhookUrl, isPublicAddress } from '../../src/webhooks/addresses.ts';
import { hostileLiterals, localNames, malformedUrls } from '../support/hostile-urls.ts';

const onPort = (url: string, port = 44_321) => url.replace('PORT', String(port));
const strict = { allowPrivateNetworks: false };
const open = { allowPrivateNetworks: true };

describe('an address', () => {
  /** The first and last address of every block in IANA's special-purpose registries, and of multicast and 240/4. */
  const special: [string, string, string][] = [
    ['this network', '0.0.0.0', '0.255.255.255'],
    ['private', '10.0.0.0', '10.255.255.255'],
    ['shared', '100.64.0.0', '100.127.255.255'],
    ['loopback', '127.0.0.0', '127.255.255.255'],
    ['link-local', '169.254.0.0', '169.254.255.255'],
    ['private', '172.16.0.0', '172.31.255.255'],
    ['IETF protocols', '192.0.0.0', '192.0.0.255'],
    ['documentation', '192.0.2.0', '192.0.2.255'],
    ['AS112', '192.31.196.0', '192.31.196.255'],
    ['AMT', '192.52.193.0', '192.52.193.255'],
    ['6to4 relay', '192.88.99.0', '192.88.99.255'],
    ['private', '192.168.0.0', '192.168.255.255'],
    ['AS112', '192.175.48.0', '192.175.48.255'],
    ['benchmarks', '198.18.0.0', '198.19.255.255'],
    ['documentation', '198.51.100.0', '198.51.100.255'],
    ['documentation', '203.0.113.0', '203.0.113.255'],
    ['multicast', '224.0.0.0', '239.255.255.255'],
    ['reserved', '240.0.0.0', '255.255.255.254'],
    ['broadcast', '255.255.255.255', '255.255.255.255'],
    ['Azure metadata', '168.63.129.16', '168.63.129.16'],
    ['unspecified', '::', '::'],
    ['loopback', '::1', '::1'],
    ['IPv4-compatible', '::0.0.0.2', '::255.255.255.255'],
    ['IPv4-mapped', '::ffff:0.0.0.0', '::ffff:255.255.255.255'],
    ['NAT64', '64:ff9b::', '64:ff9b::ffff:ffff'],
    ['local NAT64', '64:ff9b:1::', '64:ff9b:1:ffff:ffff:ffff:ffff:ffff'],
    ['discard', '100::', '100::ffff:ffff:ffff:ffff'],
    ['dummy prefix', '100:0:0:1::', '100:0:0:1:ffff:ffff:ffff:ffff'],
    ['IETF protocols', '2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['Teredo', '2001::', '2001:0:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['benchmarks', '2001:2::', '2001:2:0:ffff:ffff:ffff:ffff:ffff'],
    ['AMT', '2001:3::', '2001:3:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['AS112', '2001:4:112::', '2001:4:112:ffff:ffff:ffff:ffff:ffff'],
    ['ORCHID', '2001:10::', '2001:1f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['ORCHIDv2', '2001:20::', '2001:2f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['drones', '2001:30::', '2001:3f:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['6to4', '2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['AS112', '2620:4f:8000::', '2620:4f:8000:ffff:ffff:ffff:ffff:ffff'],
    ['documentation', '3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['SRv6', '5f00::', '5f00:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['unique local', 'fc00::', 'fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['link-local', 'fe80::', 'febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['site-local', 'fec0::', 'feff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
    ['multicast', 'ff00::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'],
  ];
  it.each(special)('%s (%s to %s) is not public', (_block, first, last) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false]);
  });

  it.each([
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.0.3.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '168.63.129.15',
    '168.63.129.17',
    '8.8.8.8',
    '2001:200::',
    '2001:4860:4860::8888',
    '2001:db7:ffff::',
    '2001:db9::',
    '2003::',
    '2606:4700::1111',
    '2620:4f:7fff::',
    '2620:4f:8001::',
    '3fff:1000::',
    '2a00:1450::1',
  ])('the neighbour of a special block (%s) is public', address => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '[::1]',
    '8.8.8.8:80',
    '8.8.8.8/32',
    ' 8.8.8.8',
    '2606:4700::1111%eth0',
    'fe80::1%lo',
  ])('must be a plain one: "%s" is not public', text => {
    expect(isPublicAddress(text)).toBe(false);
  });

  it('is never public inside IPv6, not even a public one', () => {
    fc.assert(
      fc.property(fc.ipV4(), ip => {
        const [a = 0, b = 0, c = 0, d = 0] = ip.split('.').map(Number);
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        return [`::ffff:${ip}`, `::${ip}`, `64:ff9b::${ip}`, `2002:${hex}::1`, `2001:0:${hex}::1`].every(
          wrapped => !isPublicAddress(wrapped),
        );
      }),
    );
  });
});

describe('a webhook URL', () => {
  it.each(hostileLiterals)('may not name a private address, however it is written: %j', url => {
    expect(checkWebhookUrl(onPort(url), strict)).toMatch(
      /^Must not point to .+, which is not on the public internet\.$/,
    );
  });

  it.each(localNames)('may not use a name of this machine or network: %j', url => {
    expect(checkWebhookUrl(onPort(url), strict)).toMatch(/which is a name of a private network\.$/);
  });

  it.each(malformedUrls)('must be complete and plain, whatever network is allowed: %j', url => {
    expect(checkWebhookUrl(onPort(url), strict)).toEqual(expect.any(String));
    expect(checkWebhookUrl(onPort(url), open)).toEqual(expect.any(String));
  });

  it('is checked in all notations of its address: a random private address passes in none of them', () => {
    const octet = fc.integer({ min: 0, max: 255 });
    const hex = (n: number) => `0x${n.toString(16)}`;
    const octal = (n: number) => `0${n.toString(8)}`;
    fc.assert(
      fc.property(octet, octet, octet, (b, c, d) => {
        const number = ((10 * 256 + b) * 256 + c) * 256 + d;
        const hosts = [
          `10.${b}.${c}.${d}`,
          `${number}`,
          hex(number),
          octal(number),
          [10, b, c, d].map(hex).join('.'),
          [10, b, c, d].map(octal).join('.'),
          `10.${b}.${c * 256 + d}`,
          `10.${(b * 256 + c) * 256 + d}`,
          `[::ffff:10.${b}.${c}.${d}]`,
        ];
        return hosts.every(host => checkWebhookUrl(`https://${host}/`, strict) !== null);
      }),
    );
  });

  it('must use https, unless private networks are allowed', () => {
    expect(checkWebhookUrl('http://hooks.example.com/', strict)).toBe('Must use https.');
    expect(checkWebhookUrl('http://hooks.example.com/', open)).toBeNull();
  });

  it('may only be private if private networks are allowed', () => {
    const allowed = [...hostileLiterals, ...localNames].filter(url => checkWebhookUrl(onPort(url), open) === null);
    expect(allowed).toEqual([...hostileLiterals, ...localNames]);
  });

  it('may have 2048 characters and no more, encoded too', () => {
    const ofLength = (length: number) => 'https://hooks.example.com/'.padEnd(length, 'a');
    expect(checkWebhookUrl(ofLength(2048), strict)).toBeNull();
    expect(checkWebhookUrl(ofLength(2049), strict)).toBe('Must have at most 2048 characters.');
    expect(checkWebhookUrl('https://hooks.example.com/'.padEnd(1000, 'ü'), strict)).toBe(
      'Must have at most 2048 characters once encoded.',
    );
  });

  it.each([
    'https://hooks.example.com',
    'https://hooks.example.com:443/a?b=c&d=%20',
    'https://hooks.example.com:8443/x@y',
    'HTTPS://Hooks.Example.COM/',
    'https://bücher.example/',
    'https://1.1.1.1/',
    'https://[2606:4700::1111]/',
    'https://localhost.example.com/',
    'https://10.example.com/',
    'https://hooks.example.com:1024/',
    'https://hooks.example.com:65535/',
    'https://internal.example.com/',
    'https://notlocalhost.com/',
  ])('on the public internet is accepted: %s', url => {
    expect(checkWebhookUrl(url, strict)).toBeNull();
  });

  it.each([
    ['https://user:x@hooks.example.com/', 'Must not contain credentials.'],
    ['https://hooks.example.com/#a', 'Must not contain a fragment.'],
    ['https://hooks.example.com:5432/', 'Must not use port 5432.'],
    ['ftp://hooks.example.com/', 'Must be an https URL.'],
    ['https://hooks.example.com\\@x', 'Must not contain a space, a control character or a backslash.'],
    ['https://127.1/', 'Must not point to 127.0.0.1, which is not on the public internet.'],
  ])('is refused with a reason: %s %s', (url, problem) => {
    expect(checkWebhookUrl(url, strict)).toBe(problem);
  });
});
