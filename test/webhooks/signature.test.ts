import { createHmac, randomBytes } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { type Keyring, needsReseal, openSecret, sealSecret } from '../../src/database/vault.ts';
import { deliveryHeaders, makeSecret, signatureHeaders } from '../../src/webhooks/signature.ts';

const sentAt = new Date('2026-03-15T09:30:00.999Z');
const secret = makeSecret();
const message = {
  webhookId: '0195a3f2-7c00-7000-8000-00000000c0de',
  sentAt,
  body: '{"a":"ü"}',
  secrets: [secret] as const,
};

describe('a secret', () => {
  it('is whsec_ and base64 of 32 random bytes', () => {
    const secrets = Array.from({ length: 100 }, makeSecret);
    for (const secret of secrets) {
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(32);
    }
    expect(new Set(secrets).size).toBe(100);
  });
});

describe('the headers of a delivery', () => {
  it('sign the raw body with the whole secret string', () => {
    const { 'X-Service-Signature': signature } = signatureHeaders(message);
    expect(signature).toBe(`sha256=${createHmac('sha256', secret).update(message.body).digest('hex')}`);
  });

  it('carry the Standard Webhooks trio, with the decoded bytes as the key', () => {
    const key = Buffer.from(secret.slice(6), 'base64');
    const headers = signatureHeaders(message);
    expect(headers).toMatchObject({ 'webhook-id': message.webhookId, 'webhook-timestamp': '1773567000' });
    expect(headers['webhook-signature']).toBe(
      `v1,${createHmac('sha256', key).update(`${message.webhookId}.1773567000.${message.body}`).digest('base64')}`,
    );
  });

  it("carry the new secret's signature only during a rotation, beside the old one's and never instead of it", () => {
    const next = makeSecret();
    const before = signatureHeaders(message);
    const during = signatureHeaders({ ...message, secrets: [secret, next] });
    const after = signatureHeaders({ ...message, secrets: [next] });
    expect(Object.keys(before)).not.toContain('X-Service-Signature-Next');
    expect(during['X-Service-Signature']).toBe(before['X-Service-Signature']);
    expect(during['X-Service-Signature-Next']).toBe(after['X-Service-Signature']);
    expect(during['webhook-signature']).toBe(`${before['webhook-signature']} ${after['webhook-signature']}`);
  });

  it('carry all signatures in webhook-signature after several rotations: the oldest and the newest in the other two', () => {
    const [second, third] = [makeSecret(), makeSecret()];
    const alone = [secret, second, third].map(each => signatureHeaders({ ...message, secrets: [each] }));
    const all = signatureHeaders({ ...message, secrets: [secret, second, third] });
    expect(all['webhook-signature']).toBe(alone.map(each => each['webhook-signature']).join(' '));
    expect([all['X-Service-Signature'], all['X-Service-Signature-Next']]).toEqual([
      alone[0]!['X-Service-Signature'],
      alone[2]!['X-Service-Signature'],
    ]);
  });

  it('name the event and the delivery; a redelivery keeps webhook-id and has a new X-Service-Delivery', () => {
    const first = deliveryHeaders({ ...message, event: 'order.created', deliveryId: 'd1' });
    const second = deliveryHeaders({ ...message, event: 'order.created', deliveryId: 'd2' });
    expect(Object.keys(first)).toEqual([
      'Content-Type',
      'User-Agent',
      'X-Service-Event',
      'X-Service-Delivery',
      'X-Service-Signature',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(first).toMatchObject({
      'Content-Type': 'application/json',
      'X-Service-Event': 'order.created',
      'X-Service-Delivery': 'd1',
    });
    expect({ ...second, 'X-Service-Delivery': 'd1' }).toEqual(first);
  });
});

describe('a secret at rest', () => {
  const old: Keyring = { current: 'k1', keys: new Map([['k1', randomBytes(32)]]) };
  const rotated: Keyring = { current: 'k2', keys: new Map([...old.keys, ['k2', randomBytes(32)]]) };
  const secret = makeSecret();
  const sealed = sealSecret(secret, 'owner', old);

  it('decrypts to what was encrypted', () => {
    expect(openSecret(sealed, 'owner', old)).toBe(secret);
  });

  it('names its format and key, reveals nothing of the secret, and is never the same twice', () => {
    expect(sealed).toMatch(/^v1\.k1\.[A-Za-z0-9_-]+$/);
    expect(Buffer.from(sealed.split('.')[2]!, 'base64url').includes(secret)).toBe(false);
    expect(sealSecret(secret, 'owner', old)).not.toBe(sealed);
  });

  it('still decrypts after its key was replaced, and asks to be resealed', () => {
    expect(openSecret(sealed, 'owner', rotated)).toBe(secret);
    expect(needsReseal(sealed, old)).toBe(false);
    expect(needsReseal(sealed, rotated)).toBe(true);
    const resealed = sealSecret(secret, 'owner', rotated);
    expect(resealed).toMatch(/^v1\.k2\./);
    expect(needsReseal(resealed, rotated)).toBe(false);
  });

  it('does not decrypt with a changed bit anywhere', () => {
    const [format, key, payload] = sealed.split('.');
    const bytes = Buffer.from(payload!, 'base64url');
    const opens = (bit: number) => {
      const damaged = Buffer.from(bytes);
      damaged[bit >> 3]! ^= 1 << (bit & 7);
      try {
        return openSecret(`${format}.${key}.${damaged.toString('base64url')}`, 'owner', old) !== undefined;
      } catch {
        return false;
      }
    };
    expect(Array.from({ length: bytes.length * 8 }, (_, bit) => bit).filter(opens)).toEqual([]);
  });

  it.each<[string, () => string]>([
    ['for another owner', () => openSecret(sealed, 'other', old)],
    [
      'under another key',
      () => openSecret(sealed, 'owner', { current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }),
    ],
    [
      'under the same key by another name',
      () =>
        openSecret(sealed.replace('k1', 'k3'), 'owner', {
          current: 'k3',
          keys: new Map([['k3', old.keys.get('k1')!]]),
        }),
    ],
    ['without its key', () => openSecret(sealed, 'owner', { current: 'k2', keys: new Map() })],
    ['cut short', () => openSecret(sealed.slice(0, 20), 'owner', old)],
    ['of another format', () => openSecret(sealed.replace('v1', 'v2'), 'owner', old)],
    ['as plain text', () => openSecret(secret, 'owner', old)],
    ['empty', () => openSecret('', 'owner', old)],
  ])('does not open %s', (_how, open) => {
    expect(open).toThrow();
  });

  it('requires a key of 32 bytes with a plain name', () => {
    expect(() => sealSecret(secret, 'owner', { current: 'k1', keys: new Map([['k1', randomBytes(16)]]) })).toThrow(
      'the encryption key "k1" is not 32 bytes long',
    );
    expect(() => sealSecret(secret, 'owner', { current: 'a.b', keys: new Map([['a.b', randomBytes(32)]]) })).toThrow(
      'no encryption key is named "a.b"',
    );
  });
});
