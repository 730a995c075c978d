import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Vault } from '../kernel/unit.ts';

const keyFrom = (text: string): Buffer => createHash('sha256').update(`secrets at rest of ${text}`).digest();

/**
 * Encrypts what must be readable again, such as signing secrets. The first of the given keys encrypts; each of them
 * decrypts, and so does a key derived from the password of the database's owner. Without given keys the derived one is
 * used, so that nobody has to store a key; but once that password changes, what it encrypted can no longer be
 * decrypted.
 */
export function openVault(ownerUrl: string | undefined, given: readonly string[] = []): Vault {
  const password = ownerUrl === undefined ? '' : new URL(ownerUrl).password;
  const keys = new Map([
    ...given.map(text => [keyFrom(`key id ${text}`).toString('hex').slice(0, 8), keyFrom(text)] as const),
    // A key derived from an empty password could be worked out by anybody.
    ...(password === '' ? [] : [['owner', keyFrom(decodeURIComponent(password))] as const]),
  ]);
  const keyring: Keyring = { current: keys.keys().next().value!, keys };
  return {
    seal: (secret, owner) => sealSecret(secret, owner, keyring),
    open: (sealed, owner) => openSecret(sealed, owner, keyring),
    reseal: (sealed, owner) =>
      needsReseal(sealed, keyring) ? sealSecret(openSecret(sealed, owner, keyring), owner, keyring) : undefined,
  };
}

/** The encryption keys, by id. To rotate: add a key, make it current, reseal at leisure, remove the old one. */
export interface Keyring {
  current: string;
  /** 32 bytes each. */
  keys: ReadonlyMap<string, Uint8Array>;
}

const FORMAT = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for the database (AES-256-GCM) as `v1.<key id>.<base64url of nonce, tag, ciphertext>`. `owner`
 * (organization and subscription) is authenticated with it: copied to a row of another owner, the secret does not
 * decrypt.
 */
export function sealSecret(secret: string, owner: string, keyring: Keyring): string {
  const nonce = randomBytes(NONCE_BYTES);
  const header = `${FORMAT}.${keyring.current}`;
  const cipher = createCipheriv('aes-256-gcm', keyNamed(keyring.current, keyring), nonce).setAAD(
    Buffer.from(`${header}.${owner}`),
  );
  const ciphertext = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return `${header}.${Buffer.concat([nonce, cipher.getAuthTag(), ciphertext]).toString('base64url')}`;
}

/** Decrypts a secret. Throws if the key is unknown, the owner differs, or a single bit was changed. */
export function openSecret(sealed: string, owner: string, keyring: Keyring): string {
  const [version, keyId = '', payload = '', ...rest] = sealed.split('.');
  if (version !== FORMAT || rest.length) throw new Error('a sealed secret of an unknown format');
  const bytes = Buffer.from(payload, 'base64url');
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv('aes-256-gcm', keyNamed(keyId, keyring), nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(`${FORMAT}.${keyId}.${owner}`))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8');
}

/** Whether a secret is still encrypted with an older key. */
export const needsReseal = (sealed: string, keyring: Keyring): boolean =>
  !sealed.startsWith(`${FORMAT}.${keyring.current}.`);

function keyNamed(id: string, { keys }: Keyring): Uint8Array {
  const key = /^[A-Za-z0-9_-]{1,32}$/.test(id) && keys.get(id);
  if (!key) throw new Error(`no encryption key is named "${id}"`);
  if (key.length !== 32) throw new Error(`the encryption key "${id}" is not 32 bytes long`);
  return key;
}
