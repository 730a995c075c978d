import { isIP } from 'node:net';
import pg from 'pg';
import { parseIntoClientConfig } from 'pg-connection-string';

/** What a URL says of a connection, as the driver takes it. */
export function addressOf(url: string): pg.ClientConfig {
  const address = parseIntoClientConfig(url);
  // Left alone, the driver compares the certificate of a server given by its IP address with "localhost".
  if (address.ssl && isIP(address.host ?? '') !== 0)
    address.ssl = { ...(typeof address.ssl === 'object' && address.ssl), host: address.host! };
  return address;
}

/** A client of the driver. Every connection is one of these, in a pool or not. */
export class Client extends pg.Client {
  constructor({ connectionString, ...config }: pg.ClientConfig = {}) {
    super({ ...config, ...(connectionString && addressOf(connectionString)) });
  }
}

/** Opens a connection outside every pool, which the caller ends. Throws what the driver throws. */
export async function openClient(url: string, options: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000, ...options });
  // A lost connection fails the next statement; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}
