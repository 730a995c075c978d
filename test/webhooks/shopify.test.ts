import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Refusal } from '../../src/kernel/errors.ts';
import {
  isShopifyTopic,
  isSignedByShopify,
  parseShopify,
  readShopify,
  type ShopifyTopic,
} from '../../src/webhooks/shopify.ts';

const body = Buffer.from('{"id": 820982911946154508, "note": "Grüße"}\n');
const secret = 'hush';
const sign = (bytes: Uint8Array, key = secret) => createHmac('sha256', key).update(bytes).digest('base64');
const problems = (topic: ShopifyTopic, payload: unknown) => {
  try {
    return readShopify(topic, payload);
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Refusal).problems.map(({ code, field, message }) => `${code} ${field ?? '-'} ${message}`);
  }
};

describe('X-Shopify-Hmac-Sha256', () => {
  it('is base64 of HMAC-SHA256 over the raw body', () => {
    expect(isSignedByShopify(body, sign(body), secret)).toBe(true);
    expect(isSignedByShopify(Buffer.alloc(0), sign(Buffer.alloc(0)), secret)).toBe(true);
  });

  it.each<[string, string | undefined]>([
    ['absent', undefined],
    ['empty', ''],
    ['of another secret', sign(body, 'other')],
    ['of another body', sign(Buffer.from(body.toString().trim()))],
    ['cut short', sign(body).slice(0, -1)],
    ['with more', `${sign(body)}=`],
    ['with a blank', ` ${sign(body)}`],
    ['in hex', Buffer.from(sign(body), 'base64').toString('hex')],
    ['without padding', sign(body).replace('=', '')],
    ['of as many bytes in other letters', 'ü'.repeat(22)],
    ['of the same length', 'A'.repeat(44)],
    [
      'with another last letter that decodes to the same bytes',
      sign(body).replace(/.=$/, last => `${String.fromCharCode(last.charCodeAt(0) + 1)}=`),
    ],
  ])('is refused when %s', (_how, header) => {
    expect(isSignedByShopify(body, header, secret)).toBe(false);
  });
});

describe('the supported topics', () => {
  it('are four', () => {
    expect(['orders/create', 'orders/cancelled', 'orders/fulfilled', 'refunds/create'].every(isShopifyTopic)).toBe(
      true,
    );
    expect(
      ['orders/updated', 'orders/paid', 'ORDERS/CREATE', '', 'toString', '__proto__', 'constructor'].some(
        isShopifyTopic,
      ),
    ).toBe(false);
  });
});

/** As the platform sends it, with some of its fields. */
const order = {
  id: 820982911946154,
  admin_graphql_api_id: 'gid://shopify/Order/820982911946154',
  name: '#9999',
  currency: 'USD',
  test: true,
  note: ' leave at the door ',
  customer: { id: 115310627314723950n.toString(), email: 'john@example.com' },
  refunds: [],
  tags: 'a, b',
  line_items: [
    {
      id: 866550311766439020,
      sku: 'IPOD2008PINK',
      quantity: 2,
      price: '199.00',
      requires_shipping: true,
      gift_card: false,
      properties: [],
      tax_lines: [{ rate: 0.06 }],
    },
    { id: 141249953214522974, sku: 'IPOD2008RED', quantity: 1, price: '0.50', requires_shipping: true },
  ],
};
const refund = {
  id: 929361464,
  order_id: 820982911946154,
  created_at: '2026-03-15T10:34:55-05:00',
  note: 'wrong size',
  restock: true,
  transactions: [{ id: 1, kind: 'refund' }],
  refund_line_items: [
    {
      id: 1058498311,
      quantity: 1,
      line_item_id: 866550311766439020,
      location_id: 487838322,
      restock_type: 'return',
      subtotal: 199,
      line_item: { ...order.line_items[0] },
    },
  ],
};

describe('orders/create', () => {
  it("becomes an order whose reference is the platform's id", () => {
    expect(readShopify('orders/create', order)).toEqual({
      operation: 'createOrder',
      reference: '820982911946154',
      notes: 'leave at the door',
      metadata: { shopify_name: '#9999' },
      currency: 'USD',
      items: [
        { sku: 'IPOD2008PINK', quantity: 2, unitPrice: 199 },
        { sku: 'IPOD2008RED', quantity: 1, unitPrice: 0.5 },
      ],
    });
  });

  it('requires only the id, and lines with SKU and quantity', () => {
    expect(
      readShopify('orders/create', { id: '12345678901234567890', line_items: [{ sku: ' A ', quantity: 1 }] }),
    ).toEqual({
      operation: 'createOrder',
      reference: '12345678901234567890',
      items: [{ sku: 'A', quantity: 1 }],
    });
  });

  it('leaves out what is not goods: lines not shipped and without a SKU, empty lines', () => {
    const [first] = order.line_items;
    const giftCard = { sku: '', quantity: 1, requires_shipping: false, gift_card: true };
    expect(
      readShopify('orders/create', {
        ...order,
        line_items: [giftCard, first, { ...first, quantity: 0 }, { ...giftCard, sku: null }],
      }),
    ).toMatchObject({ items: [{ sku: 'IPOD2008PINK' }] });
    expect(readShopify('orders/create', { ...order, line_items: [giftCard] })).toBeNull();
    expect(readShopify('orders/create', { ...order, line_items: [] })).toBeNull();
  });

  it('takes discounts off the price of a unit', () => {
    const priced = (quantity: number, price: string, ...discounts: string[]) => {
      const discount_allocations = discounts.map(amount => ({ amount, amount_set: {} }));
      return readShopify('orders/create', { id: 1, line_items: [{ sku: 'A', quantity, price, discount_allocations }] });
    };
    expect(priced(2, '199.00', '20.00', '0.50')).toMatchObject({ items: [{ unitPrice: 188.75 }] });
    expect(priced(3, '10.00', '1.00')).toMatchObject({ items: [{ unitPrice: 9.6667 }] });
    expect(priced(1, '10.00', '10.00')).toMatchObject({ items: [{ unitPrice: 0 }] });
    expect(priced(1, '10.00')).toMatchObject({ items: [{ unitPrice: 10 }] });
  });

  it('cuts a note to 2000 characters instead of refusing the order', () => {
    const change = readShopify('orders/create', { ...order, note: `${'a'.repeat(1999)}📦` });
    expect(change).toMatchObject({ notes: `${'a'.repeat(1999)}\ufffd` });
  });

  it('names each field in the way, all at once', () => {
    expect(
      problems('orders/create', {
        id: -1,
        name: 7,
        line_items: [
          { sku: 5, quantity: '2' },
          { sku: 'A', quantity: 1.5, price: 'free' },
          { sku: 'A', quantity: -1 },
          { sku: 'A' },
        ],
      }),
    ).toEqual([
      'validation_failed id Must be a whole number.',
      'validation_failed name Must be a text.',
      'validation_failed line_items[0].sku Must be a text.',
      'validation_failed line_items[0].quantity Must be a whole number.',
      'validation_failed line_items[1].quantity Must be a whole number.',
      'validation_failed line_items[1].price Must be a decimal number of at most 4 places.',
      'validation_failed line_items[2].quantity Must not be negative.',
      'validation_failed line_items[3].quantity Is required.',
    ]);
    expect(
      problems('orders/create', {
        ...order,
        line_items: [{ quantity: 1 }, order.line_items[0], { quantity: 1, sku: ' ', requires_shipping: true }],
      }),
    ).toEqual([
      'validation_failed line_items[0].sku Items must have a SKU.',
      'validation_failed line_items[2].sku Items must have a SKU.',
    ]);
  });

  it('has at most 500 lines', () => {
    const lines = (count: number) => ({ ...order, line_items: Array(count).fill(order.line_items[0]) });
    expect(readShopify('orders/create', lines(500))).toMatchObject({ operation: 'createOrder' });
    expect(problems('orders/create', lines(501))).toEqual([expect.stringMatching(/^validation_failed line_items /)]);
  });

  it.each([2 ** 53, 1.5, 0, null, true, 'abc', '1'.repeat(31), {}])('must have an undamaged id: not %j', id => {
    expect(problems('orders/create', { ...order, id })).toEqual(['validation_failed id Must be a whole number.']);
  });
});

describe('orders/cancelled and orders/fulfilled', () => {
  it('name the order, and ignore the rest of the payload', () => {
    expect(readShopify('orders/cancelled', { ...order, line_items: 'whatever', cancel_reason: 'customer' })).toEqual({
      operation: 'cancelOrder',
      reference: '820982911946154',
    });
    expect(readShopify('orders/fulfilled', order)).toEqual({ operation: 'fulfillOrder', reference: '820982911946154' });
  });
});

describe('refunds/create', () => {
  const line = refund.refund_line_items[0]!;

  it('becomes a return authorization of the order', () => {
    expect(readShopify('refunds/create', refund)).toEqual({
      operation: 'createReturnAuthorization',
      reference: '820982911946154',
      reason: 'wrong size',
      items: [{ sku: 'IPOD2008PINK', quantity: 1, condition: 'sellable' }],
    });
  });

  it.each([
    ['return', 'sellable'],
    ['legacy_restock', 'sellable'],
    [undefined, 'sellable'],
    [null, 'sellable'],
    ['constructor', 'sellable'],
    ['no_restock', 'discarded'],
  ])('takes goods of restock_type %s as %s', (restock_type, condition) => {
    expect(readShopify('refunds/create', { ...refund, refund_line_items: [{ ...line, restock_type }] })).toMatchObject({
      items: [{ condition }],
    });
  });

  it('returns nothing that was never shipped, no postage and no gift cards', () => {
    expect(
      readShopify('refunds/create', { ...refund, refund_line_items: [{ ...line, restock_type: 'cancel' }] }),
    ).toBeNull();
    expect(readShopify('refunds/create', { ...refund, refund_line_items: [] })).toBeNull();
    expect(readShopify('refunds/create', { order_id: 1 })).toBeNull();
    expect(
      readShopify('refunds/create', {
        ...refund,
        refund_line_items: [{ ...line, line_item: { sku: null, requires_shipping: false } }],
      }),
    ).toBeNull();
  });

  it('always has a reason', () => {
    expect(readShopify('refunds/create', { ...refund, note: ' ' })).toMatchObject({ reason: 'Refunded on Shopify' });
  });

  it('names each field in the way', () => {
    expect(problems('refunds/create', { refund_line_items: [{ quantity: 1 }, line] })).toEqual([
      'validation_failed order_id Must be a whole number.',
      'validation_failed refund_line_items[0].line_item Is required.',
    ]);
    expect(
      problems('refunds/create', { ...refund, refund_line_items: [line, { quantity: 1, line_item: {} }] }),
    ).toEqual(['validation_failed refund_line_items[1].line_item.sku Items must have a SKU.']);
  });
});

describe('a payload', () => {
  it('keeps ids beyond 2^53 digit by digit, and everything else as JSON has it', () => {
    const payload = parseShopify(
      Buffer.from(
        '{"id":820982911946154508,"a":[1,2.5,-3,"4",null,true,{"b":9007199254740991}],"big":1e300,"n":9007199254740993}',
      ),
    );
    expect(payload).toEqual({
      id: '820982911946154508',
      a: [1, 2.5, -3, '4', null, true, { b: 9007199254740991 }],
      big: 1e300,
      n: '9007199254740993',
    });
    expect(readShopify('orders/cancelled', payload)).toEqual({
      operation: 'cancelOrder',
      reference: '820982911946154508',
    });
  });

  it.each([
    ['nothing', ''],
    ['text', 'id=1'],
    ['half of it', '{"id":'],
    ['two of them', '{}{}'],
    ['Latin-1', Buffer.from('"\xfc"', 'latin1')],
  ])('that is no JSON in UTF-8 is refused: %s', (_what, bytes) => {
    expect(() => parseShopify(Buffer.from(bytes))).toThrow('The body is not JSON in UTF-8.');
  });

  it.each([null, [], 'text', 5, true])('that is no object is refused: %j', payload => {
    for (const topic of ['orders/create', 'orders/cancelled', 'orders/fulfilled', 'refunds/create'] as const) {
      expect(problems(topic, payload)).toEqual([expect.stringMatching(/^validation_failed - /)]);
    }
  });
});
