import { BlockList, isIP, isIPv4 } from 'node:net';

export interface NetworkRules {
  /** WEBHOOK_ALLOW_PRIVATE_NETWORKS: for development, tests and closed networks. Also permits plain http. */
  allowPrivateNetworks: boolean;
}

/**
 * The whole IANA IPv4 Special-Purpose Address Registry: even the few blocks in it that are routed (AS112, AMT) receive
 * no webhooks.
 */
const SPECIAL_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Azure's metadata and DNS relay has a public address. Those of the other clouds are within the blocks above.
  '168.63.129.16/32',
];

/**
 * Only 2000::/3 was ever assigned as global unicast, so everything else is refused without being listed: loopback,
 * IPv4-mapped and IPv4-compatible, NAT64 (64:ff9b::/96, 64:ff9b:1::/48), discard, SRv6, unique local, link-local,
 * site-local, multicast.
 */
const globalIPv6 = blockList(['2000::/3']);

/** The special blocks inside 2000::/3: IETF protocols with Teredo, documentation, 6to4, AS112, 6bone. */
const SPECIAL_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3ffe::/16', '3fff::/20'];

// Two lists: a BlockList compares IPv4 with IPv4-mapped IPv6 rules, and here neither kind may decide for the other.
const refusedIPv4 = blockList(SPECIAL_IPV4);
const refusedIPv6 = blockList(SPECIAL_IPV6);

function blockList(subnets: string[]): BlockList {
  const list = new BlockList();
  for (const subnet of subnets) {
    const [network = '', prefix] = subnet.split('/');
    list.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
  }
  return list;
}

/**
 * Whether an address is on the public internet. Anything but a plain address (a name, a zone, another notation) is not.
 */
export function isPublicAddress(ip: string): boolean {
  if (isIP(ip) === 4) return !refusedIPv4.check(ip, 'ipv4');
  if (isIP(ip) === 6 && !ip.includes('%')) return globalIPv6.check(ip, 'ipv6') && !refusedIPv6.check(ip, 'ipv6');
  return false;
}

const URL_CHARACTERS_MAX = 2048;

/** Names that stand for this machine or network whatever DNS answers (RFC 6761, 6762, 8375; .internal is ICANN's). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)$/;

/**
 * Ports from 1024 up where something other than a web server listens: databases, queues, caches, cluster and container
 * control. A signed POST must not be aimed at them, not even from a closed network.
 */
const FOREIGN_PORTS = new Set([
  1433, 1521, 1883, 2049, 2181, 2375, 2376, 2379, 2380, 3306, 3389, 4222, 4369, 5432, 5433, 5671, 5672, 5900, 5984,
  5985, 5986, 6000, 6379, 6380, 7000, 7001, 7199, 8086, 9042, 9092, 9160, 9200, 9300, 10250, 10255, 11211, 15672, 26379,
  27017, 27018,
]);

/**
 * Says why a webhook may not be sent to this URL, or returns null if it may. Literal addresses are checked after the
 * URL parser has normalized them, so that 127.1, 0x7f000001, 0177.0.0.1, 2130706433 and ①②⑦.⓪.⓪.① are all 127.0.0.1. A
 * name is not resolved here: its addresses are checked each time a connection is made (sender.ts).
 */
export function checkWebhookUrl(given: string, { allowPrivateNetworks }: NetworkRules): string | null {
  if (given.length > URL_CHARACTERS_MAX) return `Must have at most ${URL_CHARACTERS_MAX} characters.`;
  // The parser drops or rewrites these; the address that a person reads must be the one that is connected to.
  if (/[\s\p{Cc}\\]/u.test(given)) return 'Must not contain a space, a control character or a backslash.';
  const authority = /^https?:\/\/([^/?#]+)/i.exec(given)?.[1];
  const url = URL.parse(given);
  if (!authority || !url) return allowPrivateNetworks ? 'Must be an http or https URL.' : 'Must be an https URL.';
  if (url.href.length > URL_CHARACTERS_MAX) return `Must have at most ${URL_CHARACTERS_MAX} characters once encoded.`;
  if (url.protocol !== 'https:' && !allowPrivateNetworks) return 'Must use https.';
  if (authority.includes('@')) return 'Must not contain credentials.';
  if (given.includes('#')) return 'Must not contain a fragment.';
  return problemOfPort(url) ?? (allowPrivateNetworks ? null : problemOfHost(url.hostname));
}

function problemOfPort({ protocol, port }: URL): string | null {
  const number = Number(port || (protocol === 'https:' ? 443 : 80));
  const allowed = number === 80 || number === 443 || (number >= 1024 && !FOREIGN_PORTS.has(number));
  return allowed ? null : `Must not use port ${number}.`;
}

function problemOfHost(hostname: string): string | null {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(host))
    return isPublicAddress(host) ? null : `Must not point to ${host}, which is not on the public internet.`;
  if (!host.includes('.') || LOCAL_NAME.test(host))
    return `Must not point to ${host}, which is a name of a private network.`;
  return null;
}
