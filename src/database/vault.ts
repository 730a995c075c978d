import { createHash } from 'node:crypto';
import type { Vault } from '../store/record.ts';
import { type Keyring, openSecret, sealSecret } from '../webhooks/signature.ts';

const keyFrom = (text: string): Buffer => createHash('sha256').update(`secrets at rest of ${text}`).digest();

/**
 * Seals what must be read again, such as signing secrets. The first of the keys given seals, all of them open, and so does one that
 * follows from the password of the database's owner: without a key every process knows that one and nobody has to keep it,
 * but with another password what it has sealed does not open any more.
 */
export function openVault(ownerUrl: string, given: readonly string[] = []): Vault {
  const keys = new Map([
    ...given.map(text => [keyFrom(`key id ${text}`).toString('hex').slice(0, 8), keyFrom(text)] as const),
    ['owner', keyFrom(decodeURIComponent(new URL(ownerUrl).password))],
  ]);
  const keyring: Keyring = { current: keys.keys().next().value!, keys };
  return {
    seal: (secret, owner) => sealSecret(secret, owner, keyring),
    open: (sealed, owner) => openSecret(sealed, owner, keyring),
  };
}
