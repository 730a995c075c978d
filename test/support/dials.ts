import net, { isIP, type LookupFunction } from 'node:net';

/**
 * Every address that a socket of this process is about to connect to. Those off the loopback are recorded, and never
 * connected to.
 */
export interface Dials {
  addresses: string[];
  stop(): void;
}

interface Target {
  host?: string;
  /** A socket of this machine's file system. */
  path?: string;
  lookup?: LookupFunction;
}

export function watchDials(): Dials {
  const original = net.Socket.prototype.connect;
  const addresses: string[] = [];
  const isLoopback = (address: string) => address === '::1' || /^127\./.test(address);

  net.Socket.prototype.connect = function spy(this: net.Socket, ...args: unknown[]) {
    const targets = targetsOf((Array.isArray(args[0]) ? args[0][0] : args[0]) as Target);
    addresses.push(...targets);
    if (targets.every(isLoopback)) return Reflect.apply(original, this, args) as net.Socket;
    process.nextTick(() => this.destroy(Object.assign(new Error('kept on this machine'), { code: 'ECONNREFUSED' })));
    return this;
  } as typeof original;

  return {
    addresses,
    stop: () => {
      net.Socket.prototype.connect = original;
    },
  };
}

/** A name without our lookup would be resolved unchecked: it is reported as the name. */
function targetsOf({ host = 'localhost', path, lookup }: Target): string[] {
  if (path !== undefined) return [];
  if (isIP(host) || !lookup) return [host];
  const found: string[] = [];
  lookup(host, { all: true }, (_error, answer) => {
    for (const { address } of Array.isArray(answer) ? answer : []) found.push(address);
  });
  return found.length ? found : [host];
}
