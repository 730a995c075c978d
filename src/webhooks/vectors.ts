import { createHmac } from 'node:crypto';
import { serviceSignature, signatureHeaders, standardSignature } from './signature.ts';

/** A delivery as a receiver gets it, to test the receiver's verification. */
export interface Vector {
  name: string;
  /** The receiver's time, in seconds since 1970: Standard Webhooks refuses a timestamp more than 300 s away. */
  received_at: number;
  /** The received bytes, in UTF-8. */
  body: string;
  /** The secret that the receiver knows. */
  secret: string;
  headers: Record<string, string>;
  /** The signature headers that are valid for this secret. Any other that is present must be refused. */
  valid: string[];
  why: string;
}

const service = 'X-Service-Signature';
const serviceNext = 'X-Service-Signature-Next';
const standard = 'webhook-signature';

// Public test secrets: never use them for a subscription.
const secret = `whsec_${Buffer.alloc(32, 'stockwright').toString('base64')}`;
const rotated = `whsec_${Buffer.alloc(32, 0xfb).toString('base64')}`; // Its base64 is full of + and /.
const stranger = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

const webhookId = '0195a3f2-7c00-7000-8000-00000000c0de';
const sentAt = Date.UTC(2026, 2, 15, 9, 30) / 1000;

const event = (type: string, data: unknown) =>
  JSON.stringify({
    id: webhookId,
    type,
    position: 42,
    epoch: '5f1c0a7e',
    occurred_at: '2026-03-15T09:30:00.000Z',
    api_version: 'v1',
    organization_id: '0195a3f2-7c00-7000-8000-00000000000a',
    data,
  });
const order = event('order.created', {
  id: '0195a3f2-7c00-7000-8000-0000000000b1',
  number: 'SO-000042',
  status: 'pending',
  items: [{ sku: 'TEA-100', quantity: 2 }],
});

const signed = (body: string, oldest = secret, ...newer: string[]) =>
  signatureHeaders({ webhookId, sentAt: new Date(sentAt * 1000), body, secrets: [oldest, ...newer] });

function vector(name: string, why: string, difference: Partial<Vector> = {}): Vector {
  const body = difference.body ?? order;
  return {
    name,
    received_at: sentAt,
    body,
    secret,
    headers: signed(body),
    valid: [service, standard],
    why,
    ...difference,
  };
}

const intact = (name: string, body: string, why: string) => vector(name, why, { body });
const changed = (name: string, headers: Record<string, string>, valid: string[], why: string) =>
  vector(name, why, { headers: { ...signed(order), ...headers }, valid });

function without(name: string): Record<string, string> {
  const { [name]: _absent, ...rest } = signed(order);
  return rest;
}

/** The contents of schema/webhook-vectors.json: 30 deliveries with the expected verdicts. */
export const webhookVectors = (): Vector[] => [
  intact('order.created', order, 'as sent'),
  intact('order.fulfilled', event('order.fulfilled', { number: 'SO-000042', status: 'fulfilled' }), 'as sent'),
  intact(
    'inventory.updated',
    event('inventory.updated', {
      inventory_level: { sku: 'TEA-100', quantity_on_hand: 99999999999.9999 },
      changes: [
        {
          entry_type: 'adjustment',
          quantity_change: -0.0001,
          reference_type: 'inventory_adjustment',
          reference_id: webhookId,
        },
      ],
    }),
    'the largest quantity and the smallest change',
  ),
  intact('transfer.received', event('transfer.received', { number: 'TR-000007', status: 'received' }), 'as sent'),
  intact(
    'purchase_order.received',
    event('purchase_order.received', { number: 'PO-000003', status: 'received' }),
    'as sent',
  ),
  intact('test delivery', order.replace('"data"', '"test":true,"data"'), 'a sample is signed as the real thing is'),
  intact(
    'text beyond ASCII',
    event('order.created', { notes: 'Grüße, 在庫あり, 📦, e\u0301' }),
    'the HMAC is over UTF-8 bytes, in the form they came',
  ),
  intact(
    'escaped text',
    order.replace('SO-', '\\u0053\\u004f-\\/\\n'),
    'escapes are signed as written, not as they read',
  ),
  intact('line separators', event('order.created', { notes: 'a\u2028b\u2029c\u007f' }), 'no character is special'),
  intact(
    'white space',
    `${JSON.stringify(JSON.parse(order), null, 2)}\r\n`,
    'white space is signed too; verify before parsing',
  ),
  intact('empty object', '{}', 'the smallest body'),
  intact(
    'long body',
    event('order.created', { items: Array.from({ length: 500 }, (_, i) => ({ sku: `SKU-${i}`, quantity: i + 1 })) }),
    '500 lines',
  ),

  vector('redelivery', 'the same webhook-id at another time: treat it as a repeat, not as a fraud', {
    received_at: sentAt + 7200,
    headers: signatureHeaders({
      webhookId,
      sentAt: new Date((sentAt + 7200) * 1000),
      body: order,
      secrets: [secret],
    }),
  }),
  vector('header names in small letters', 'header names have no case', {
    headers: Object.fromEntries(Object.entries(signed(order)).map(([name, value]) => [name.toLowerCase(), value])),
  }),
  vector('secret with + and /', 'base64 of the standard alphabet', {
    secret: rotated,
    headers: signed(order, rotated),
  }),
  vector('just young enough', '300 s old', { received_at: sentAt + 300 }),
  changed(
    'another version beside v1',
    { [standard]: `v2,AAAA ${signed(order)[standard]}` },
    [service, standard],
    'unknown versions are skipped',
  ),

  vector('rotation, old secret', 'for 24 h the old secret still signs X-Service-Signature', {
    headers: signed(order, secret, rotated),
  }),
  vector('rotation, new secret', 'the new secret signs X-Service-Signature-Next and the second of webhook-signature', {
    secret: rotated,
    headers: signed(order, secret, rotated),
    valid: [serviceNext, standard],
  }),
  vector('after rotation, old secret', 'after 24 h the old secret signs nothing', {
    headers: signed(order, rotated),
    valid: [],
  }),

  vector('secret of someone else', 'any other secret', { secret: stranger, valid: [] }),
  vector('body changed', 'one digit of a quantity', {
    body: order.replace('"quantity":2', '"quantity":3'),
    headers: signed(order),
    valid: [],
  }),
  vector('body parsed and written again', 'white space came in', {
    body: JSON.stringify(JSON.parse(order), null, 1),
    headers: signed(order),
    valid: [],
  }),
  changed(
    'id of another delivery',
    { 'webhook-id': webhookId.replace('c0de', 'dead') },
    [service],
    'webhook-signature covers the id',
  ),
  changed('time moved', { 'webhook-timestamp': String(sentAt + 1) }, [service], 'webhook-signature covers the time'),
  vector('too old', '301 s: a replay', { received_at: sentAt + 301, valid: [service] }),
  vector('too new', '301 s ahead: a clock is wrong', { received_at: sentAt - 301, valid: [service] }),
  changed(
    'keys swapped',
    {
      [service]: `sha256=${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
        .update(order)
        .digest('hex')}`,
      [standard]: `v1,${createHmac('sha256', secret).update(`${webhookId}.${sentAt}.${order}`).digest('base64')}`,
    },
    [],
    'X-Service-Signature is keyed with the whole string, webhook-signature with the decoded bytes',
  ),
  changed(
    'signatures cut short',
    {
      [service]: serviceSignature(secret, order).slice(0, -2),
      [standard]: standardSignature(secret, webhookId, sentAt, order).slice(0, -4),
    },
    [],
    'a part of a signature proves nothing',
  ),
  vector('no signature of ours', 'an absent webhook-signature is a refusal', {
    headers: without(standard),
    valid: [service],
  }),
];
