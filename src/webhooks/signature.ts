import { type BinaryLike, createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** A subscription's signing secret, shown once: `whsec_` and base64 of 32 random bytes. */
export const makeSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64');

export interface SigningSecrets {
  /** The secret that every receiver knows. For 24 h after a rotation this is still the old one. */
  current: string;
  /** Only for 24 h after a rotation: the new secret. */
  next?: string | undefined;
}

export interface SignedMessage {
  /** The event's id for this subscription: the same in every attempt and in every redelivery. */
  webhookId: string;
  /** This attempt's moment: receivers refuse what is older than five minutes. */
  sentAt: Date;
  /** The body as sent, byte for byte. */
  body: string;
  secrets: SigningSecrets;
}

const hmac = (key: BinaryLike, text: string) => createHmac('sha256', key).update(text, 'utf8');

/** The documented signature is keyed with the whole secret as it was shown: spec, Events 1. */
export const serviceSignature = (secret: string, body: string): string => `sha256=${hmac(secret, body).digest('hex')}`;

/** Standard Webhooks keys with the decoded bytes and signs id and time too, so that off-the-shelf verifiers work. */
export function standardSignature(secret: string, webhookId: string, timestampSeconds: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${hmac(key, `${webhookId}.${timestampSeconds}.${body}`).digest('base64')}`;
}

/** X-Service-Signature has one value only, so a rotation adds a header; webhook-signature is a list and carries both. */
export function signatureHeaders({
  webhookId,
  sentAt,
  body,
  secrets: { current, next },
}: SignedMessage): Record<string, string> {
  const timestampSeconds = Math.floor(sentAt.getTime() / 1000);
  const signing = next === undefined ? [current] : [current, next];
  return {
    'X-Service-Signature': serviceSignature(current, body),
    ...(next !== undefined && { 'X-Service-Signature-Next': serviceSignature(next, body) }),
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signing.map(secret => standardSignature(secret, webhookId, timestampSeconds, body)).join(' '),
  };
}

/** All headers of one delivery; the length and the host are added where it is sent. */
export function deliveryHeaders(
  message: SignedMessage & { event: string; deliveryId: string },
): Record<string, string> {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'Stockwright-Webhooks/1',
    'X-Service-Event': message.event,
    'X-Service-Delivery': message.deliveryId,
    ...signatureHeaders(message),
  };
}

/** The keys that secrets rest under, by id. To rotate: add a key, name it current, reseal at leisure, drop the old one. */
export interface Keyring {
  current: string;
  /** 32 bytes each. */
  keys: ReadonlyMap<string, Uint8Array>;
}

const FORMAT = 'v1';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts a secret for the database (AES-256-GCM) as `v1.<key id>.<base64url of nonce, tag, ciphertext>`.
 * `owner` (organization and subscription) is authenticated with it: a row copied to another owner does not open there.
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

/** The secret again. Throws when the key is unknown, the owner is another, or a single bit was changed. */
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

/** Whether a sealed secret still rests under an older key and is to be sealed anew. */
export const needsReseal = (sealed: string, keyring: Keyring): boolean =>
  !sealed.startsWith(`${FORMAT}.${keyring.current}.`);

function keyNamed(id: string, { keys }: Keyring): Uint8Array {
  const key = /^[A-Za-z0-9_-]{1,32}$/.test(id) && keys.get(id);
  if (!key) throw new Error(`no encryption key is named "${id}"`);
  if (key.length !== 32) throw new Error(`the encryption key "${id}" is not 32 bytes long`);
  return key;
}
