import { type BinaryLike, createHmac, randomBytes } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';

/** A subscription's signing secret, shown once: `whsec_` and base64 of 32 random bytes. */
export const makeSecret = (): string => SECRET_PREFIX + randomBytes(32).toString('base64');

/**
 * The secrets that sign, oldest first: normally one, preceded by each that was replaced within the last 24 hours. A
 * second rotation within a day ends none of them early: docs/api.md, "Signatures".
 */
export type SigningSecrets = readonly [oldest: string, ...newer: string[]];

interface SignedMessage {
  /** The event's id for this subscription: the same in every attempt and redelivery. */
  webhookId: string;
  /** The time of this attempt: receivers refuse anything older than five minutes. */
  sentAt: Date;
  /** The body as sent, byte for byte. */
  body: string;
  secrets: SigningSecrets;
}

const hmac = (key: BinaryLike, text: string) => createHmac('sha256', key).update(text, 'utf8');

/** The documented signature is keyed with the whole secret string as it was shown: docs/api.md, "Signatures". */
export const serviceSignature = (secret: string, body: string): string => `sha256=${hmac(secret, body).digest('hex')}`;

/**
 * Standard Webhooks uses the decoded bytes as the key and signs id and time too, so that off-the-shelf verifiers work.
 */
export function standardSignature(secret: string, webhookId: string, timestampSeconds: number, body: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${hmac(key, `${webhookId}.${timestampSeconds}.${body}`).digest('base64')}`;
}

/**
 * X-Service-Signature has one value only and stays on the oldest secret, X-Service-Signature-Next carries the newest;
 * webhook-signature is a list and carries them all.
 */
export function signatureHeaders({ webhookId, sentAt, body, secrets }: SignedMessage): Record<string, string> {
  const timestampSeconds = Math.floor(sentAt.getTime() / 1000);
  const [oldest, ...newer] = secrets;
  const newest = newer.at(-1);
  return {
    'X-Service-Signature': serviceSignature(oldest, body),
    ...(newest !== undefined && { 'X-Service-Signature-Next': serviceSignature(newest, body) }),
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': secrets.map(secret => standardSignature(secret, webhookId, timestampSeconds, body)).join(' '),
  };
}

/** All headers of one delivery; length and host are added where it is sent. */
export function deliveryHeaders(
  message: SignedMessage & { event: string; deliveryId: string; contentType?: string },
): Record<string, string> {
  return {
    'Content-Type': message.contentType ?? 'application/json',
    'User-Agent': 'Stockwright-Webhooks/1',
    'X-Service-Event': message.event,
    'X-Service-Delivery': message.deliveryId,
    ...signatureHeaders(message),
  };
}
