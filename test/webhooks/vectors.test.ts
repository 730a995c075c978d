import { execFileSync, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { type Vector, webhookVectors } from '../../src/webhooks/vectors.ts';

const vectors = JSON.parse(
  readFileSync(new URL('../../schema/webhook-vectors.json', import.meta.url), 'utf8'),
) as Vector[];
const named = vectors.map(vector => [vector.name, vector] as const);

const SERVICE = ['X-Service-Signature', 'X-Service-Signature-Next'];
const header = ({ headers }: Vector, name: string) =>
  Object.entries(headers).find(([given]) => given.toLowerCase() === name.toLowerCase())?.[1];
const decoded = (secret: string) => Buffer.from(secret.replace('whsec_', ''), 'base64');
/** The expected verdict for the given headers. */
const expected = (vector: Vector, names: string[]) => vector.valid.filter(name => names.includes(name));

/** A receiver as its author would write it from the documentation, with any MAC implementation. */
type Mac = (key: Buffer, text: string) => Buffer;
function verified(vector: Vector, mac: Mac): string[] {
  const plain = SERVICE.filter(
    name => header(vector, name) === `sha256=${mac(Buffer.from(vector.secret), vector.body).toString('hex')}`,
  );
  const [id, time, list] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map(name => header(vector, name));
  const right = `v1,${mac(decoded(vector.secret), `${id}.${time}.${vector.body}`).toString('base64')}`;
  const young = Math.abs(vector.received_at - Number(time)) <= 300;
  return [...plain, ...(young && list?.split(' ').includes(right) ? ['webhook-signature'] : [])];
}

const nodeMac: Mac = (key, text) => createHmac('sha256', key).update(text).digest();
const opensslMacs = new Map<string, Buffer>();
/** Asked once for each key and text, of which the vectors share many: each answer takes a process. */
const opensslMac: Mac = (key, text) => {
  const asked = `${key.toString('hex')} ${text}`;
  const known = opensslMacs.get(asked);
  if (known) return known;
  const mac = execFileSync(
    'openssl',
    ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${key.toString('hex')}`, '-binary'],
    { input: text },
  );
  opensslMacs.set(asked, mac);
  return mac;
};

describe('the vectors', () => {
  it('are 30, each with its own name and a reason, and match what the code generates', () => {
    expect(vectors).toHaveLength(30);
    expect(new Set(vectors.map(vector => vector.name)).size).toBe(30);
    expect(vectors.filter(vector => vector.why === '')).toEqual([]);
    expect(vectors).toEqual(webhookVectors());
  });

  it('include valid and invalid ones, for each signature', () => {
    const count = (name: string) => {
      const present = vectors.filter(vector => header(vector, name) !== undefined);
      const valid = present.filter(vector => vector.valid.includes(name)).length;
      return { valid, invalid: present.length - valid };
    };
    expect(count('X-Service-Signature')).toEqual({ valid: 23, invalid: 7 });
    expect(count('X-Service-Signature-Next')).toEqual({ valid: 1, invalid: 1 });
    expect(count('webhook-signature')).toEqual({ valid: 19, invalid: 10 });
  });
});

describe('as the vector says, of node:crypto', () => {
  it.each(named)('%s', (_name, vector) => {
    expect(verified(vector, nodeMac)).toEqual(vector.valid);
  });
});

(spawnSync('openssl', ['version']).status === 0 ? describe : describe.skip)(
  'as the vector says, of openssl dgst',
  () => {
    it.each(named)('%s', (_name, vector) => {
      expect(verified(vector, opensslMac)).toEqual(vector.valid);
    });

    it('the documented command line prints the documented header', () => {
      const [vector] = vectors;
      const printed = execFileSync('openssl', ['dgst', '-sha256', '-hmac', vector!.secret, '-r'], {
        input: vector!.body,
        encoding: 'utf8',
      });
      expect(`sha256=${printed.split(' ')[0]}`).toBe(header(vector!, 'X-Service-Signature'));
    });
  },
);

describe.each([
  ['standardwebhooks', StandardWebhook],
  ['svix', SvixWebhook],
] as const)('as the vector says, of %s', (_library, Webhook) => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'setInterval', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it.each(named)('%s', (_name, vector) => {
    jest.setSystemTime(vector.received_at * 1000);
    const verify = () => new Webhook(vector.secret).verify(vector.body, vector.headers);
    if (expected(vector, ['webhook-signature']).length) expect(verify()).toEqual(JSON.parse(vector.body));
    else expect(verify).toThrow(expect.objectContaining({ name: 'WebhookVerificationError' }));
  });
});
