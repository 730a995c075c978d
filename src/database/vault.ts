import { createHash } from 'node:crypto';
import type { Vault } from '../kernel/record.ts';
import { type Keyring, openSecret, sealSecret } from '../webhooks/signature.ts';

/**
 * Seals what must be read again, such as signing secrets. The key follows from the password of the database's owner, so that every
 * process knows it, nobody has to keep it, and a copy of the tables alone opens nothing. With another password what was
 * sealed before does not open any more: make the subscriptions and integrations anew.
 */
export function openVault(ownerUrl: string): Vault {
  const key = createHash('sha256').update(`secrets at rest of ${decodeURIComponent(new URL(ownerUrl).password)}`).digest();
  const keyring: Keyring = { current: 'owner', keys: new Map([['owner', key]]) };
  return {
    seal: (secret, owner) => sealSecret(secret, owner, keyring),
    open: (sealed, owner) => openSecret(sealed, owner, keyring),
  };
}
