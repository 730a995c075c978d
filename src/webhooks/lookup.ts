import type { LookupAddress } from 'node:dns';
import { Resolver, lookup as systemLookup } from 'node:dns/promises';

/** Every address of a name; rejects if there is none. Stops when the signal aborts, if it can. */
export type Lookup = (hostname: string, signal: AbortSignal) => Promise<LookupAddress[]>;

/** The operating system's resolution, hosts file and container names included: for private networks. */
export const localLookup: Lookup = hostname => systemLookup(hostname, { all: true });

/**
 * Resolves by DNS without the four threads that the operating system's lookup shares with the whole process: slow
 * names, of which a tenant can own many, would otherwise hold up every delivery, and file and password work too. Uses
 * no hosts file and no search domain. `servers` is for tests.
 */
export const publicLookup =
  (servers?: string[]): Lookup =>
  async (hostname, signal) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 3 });
    if (servers) resolver.setServers(servers);
    const stop = () => resolver.cancel();
    signal.addEventListener('abort', stop, { once: true });
    try {
      const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
      // One family may be missing or unanswered; a name without any address is an error, and IPv4's says why.
      const found = [...addresses(ipv4, 4), ...addresses(ipv6, 6)];
      if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
      return found;
    } finally {
      signal.removeEventListener('abort', stop);
    }
  };

const addresses = (answer: PromiseSettledResult<string[]>, family: 4 | 6): LookupAddress[] =>
  answer.status === 'fulfilled' ? answer.value.map(address => ({ address, family })) : [];
