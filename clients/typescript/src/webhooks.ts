import type { StreamedEvent } from './events.ts';

interface Posted {
  /** The raw body, before it is parsed. */
  body: string;
  headers: { [name: string]: string | string[] | undefined } | Headers;
  /** `whsec_…`, as it was shown. */
  secret: string;
  /** The maximum age of a delivery. Default: 5 minutes. */
  toleranceSeconds?: number;
}

const TOLERANCE_SECONDS = 300;
const PREFIX = 'whsec_';

/**
 * The event of a delivery whose signature is valid and recent, by the Standard Webhooks headers. Throws otherwise. The
 * same event may come more than once: remember its `id`.
 */
export async function verifyWebhook({
  body,
  headers,
  secret,
  toleranceSeconds = TOLERANCE_SECONDS,
}: Posted): Promise<StreamedEvent> {
  const header = (name: string) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name];
    return Array.isArray(value) ? value[0] : (value ?? undefined);
  };
  const [id, timestamp, signatures] = [header('webhook-id'), header('webhook-timestamp'), header('webhook-signature')];
  if (!id || !timestamp || !signatures) throw new Error('The delivery is not signed.');
  if (Math.abs(Date.now() / 1000 - Number(timestamp)) > toleranceSeconds || !/^\d+$/.test(timestamp))
    throw new Error('The delivery is too old, or from the future.');
  const bytes = bytesOf(secret.slice(secret.startsWith(PREFIX) ? PREFIX.length : 0));
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const each of signatures.split(' ')) {
    const [version, signature] = each.split(',');
    // Compares in constant time.
    if (version === 'v1' && signature && (await crypto.subtle.verify('HMAC', key, bytesOf(signature), signed)))
      return JSON.parse(body) as StreamedEvent;
  }
  throw new Error('The signature of the delivery is wrong.');
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), character => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
