import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Problem, refuse, refuseAll } from '../kernel/errors.ts';
import { requireModest } from '../kernel/json.ts';
import { parse } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';

/**
 * Whether the platform signed these bytes: X-Shopify-Hmac-Sha256 is base64 of HMAC-SHA256 over the raw body. Compared
 * in constant time, and as text: base64 decoding is lenient, so more than one text would match.
 */
export function isSignedByShopify(rawBody: Uint8Array, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(rawBody).digest('base64'));
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The payload in these bytes. The platform's ids are 64-bit numbers, and its own test notifications go beyond 2^53:
 * whole numbers that a double cannot hold stay text, digit by digit. Refuses what is not JSON in UTF-8, too deep or too
 * large.
 */
export function parseShopify(rawBody: Uint8Array): unknown {
  const exactly = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
      ? context?.source
      : value;
  requireModest(rawBody);
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody), exactly);
  } catch {
    return refuse('malformed_json', 'The body is not JSON in UTF-8.');
  }
}

/** A webhook as an operation: the order by the platform's id, and the operation's further input. */
export type ShopifyChange =
  | {
      operation: 'createOrder';
      reference: string;
      items: OrderLine[];
      /** Of the prices. */
      currency?: string;
      notes?: string;
      metadata?: { shopify_name: string };
    }
  | { operation: 'cancelOrder'; reference: string }
  /** `shipped` is everything that has ever left for the order; unless it is given, all that was ordered has. */
  | { operation: 'fulfillOrder'; reference: string; shipped?: ShippedLine[] }
  | { operation: 'createReturnAuthorization'; reference: string; reason: string; items: ReturnLine[] };
interface OrderLine {
  sku: string;
  quantity: number;
  unitPrice?: number;
}
export interface ShippedLine {
  sku: string;
  quantity: number;
}
interface ReturnLine {
  sku: string;
  quantity: number;
  condition: 'sellable' | 'discarded';
}

/** The longest note or reason here (docs/api.md, "Types"); the platform allows 5000. */
const TEXT_MAX = 2000;
/** Line items of a document: docs/api.md, "Limits". */
const LINES_MAX = 500;

/** A number, or the text that parseShopify made of a long one. */
const identifier = z.union(
  [z.int().positive().transform(String), z.string().regex(/^\d{1,30}$/, 'Must be a whole number.')],
  'Must be a whole number.',
);
const order = z.object({ id: identifier });

const goods = z.object({
  sku: z.string().trim().nullish(),
  requires_shipping: z.boolean().nullish(),
});
type Goods = z.output<typeof goods>;
/**
 * Gift cards, tips and insurance have no SKU and are not shipped. Goods without a SKU are an error and must not be
 * skipped.
 */
const isGoods = ({ sku, requires_shipping }: Goods): boolean => Boolean(sku) || requires_shipping !== false;
const count = z.int('Must be a whole number.').nonnegative('Must not be negative.');

const amount = z.string().regex(/^\d{1,11}(\.\d{1,4})?$/, 'Must be a decimal number of at most 4 places.');

const orderedLine = goods.extend({
  quantity: count,
  price: amount.nullish(),
  discount_allocations: z.array(z.object({ amount })).nullish(),
});
const createdOrder = order.extend({
  name: z.string().nullish(),
  currency: z.string().nullish(),
  note: z.string().nullish(),
  line_items: z.array(orderedLine).max(LINES_MAX),
});

const shippedLine = goods.extend({ quantity: count.max(99_999_999_999, 'Must be at most 99 999 999 999.') });
const fulfilledOrder = order.extend({
  fulfillments: z
    .array(z.object({ status: z.string().nullish(), line_items: z.array(shippedLine).max(LINES_MAX) }))
    .max(LINES_MAX)
    .nullish(),
});
/** States of a fulfillment of which nothing has left. */
const NOT_SHIPPED: ReadonlySet<unknown> = new Set(['cancelled', 'error', 'failure']);

const refundedLine = z.object({ quantity: count, restock_type: z.string().nullish(), line_item: goods });
const refund = z.object({
  order_id: identifier,
  note: z.string().nullish(),
  refund_line_items: z.array(refundedLine).max(LINES_MAX).default([]),
});

/** Maps names of our fields to those of a payload. Fields without a counterpart are absent. */
type Names = (field: string) => string | undefined;

/** The table of topics. Other topics are accepted and ignored. */
const TOPICS = {
  'orders/create': topic({
    schema: createdOrder,
    read({ id, name, note, currency, line_items }, problems) {
      const items = shippedLines(line_items).map(({ line, place }) => ({
        sku: skuOf(line, `${place}.sku`, problems),
        quantity: line.quantity,
        ...(line.price && { unitPrice: priceOf(line, line.price) }),
      }));
      if (items.length === 0) return null;
      return {
        operation: 'createOrder',
        reference: id,
        items,
        ...(currency && { currency }),
        ...(note?.trim() && { notes: shortened(note) }),
        ...(name && { metadata: { shopify_name: name } }),
      };
    },
    names: ({ line_items }) => {
      const places = shippedLines(line_items).map(({ place }) => place);
      return named({ reference: 'id', notes: 'note', metadata: 'name', items: 'line_items' }, places, {
        sku: 'sku',
        quantity: 'quantity',
        unitPrice: 'price',
      });
    },
  }),
  'orders/cancelled': topic({
    schema: order,
    read: ({ id }) => ({ operation: 'cancelOrder', reference: id }),
    names: () => () => 'id',
  }),
  // Sent when nothing is left to be shipped. What was removed from the order before, or refunded, has never left: only
  // the fulfillments tell.
  'orders/fulfilled': topic({
    schema: fulfilledOrder,
    read({ id, fulfillments }, problems) {
      const shipped = (fulfillments ?? []).flatMap(({ status, line_items }, index) =>
        NOT_SHIPPED.has(status)
          ? []
          : shippedLines(line_items).map(({ line, place }) => ({
              sku: skuOf(line, `fulfillments[${index}].${place}.sku`, problems),
              quantity: line.quantity,
            })),
      );
      return { operation: 'fulfillOrder', reference: id, ...(fulfillments?.length && { shipped }) };
    },
    names:
      ({ fulfillments }) =>
      field =>
        fulfillments?.length && field.startsWith('items') ? 'fulfillments' : 'id',
  }),
  'refunds/create': topic({
    schema: refund,
    read({ order_id, note, refund_line_items }, problems) {
      const items = returnedLines(refund_line_items).map(({ line, condition, place }) => ({
        sku: skuOf(line.line_item, `${place}.line_item.sku`, problems),
        quantity: line.quantity,
        condition,
      }));
      if (items.length === 0) return null;
      return {
        operation: 'createReturnAuthorization',
        reference: order_id,
        items,
        reason: note?.trim() ? shortened(note) : 'Refunded on Shopify',
      };
    },
    names: ({ refund_line_items }) => {
      const places = returnedLines(refund_line_items).map(({ place }) => place);
      return named(
        { reference: 'order_id', orderId: 'order_id', status: 'order_id', reason: 'note', items: 'refund_line_items' },
        places,
        { sku: 'line_item.sku', quantity: 'quantity', condition: 'restock_type' },
      );
    },
  }),
} satisfies { [topic: string]: Topic };
export type ShopifyTopic = keyof typeof TOPICS;

/** What a unit was sold for: a line's discounts, and its share of the order's, are not in its price. */
function priceOf({ quantity, discount_allocations }: z.output<typeof orderedLine>, price: string): number {
  // Too many are refused by the operation, with their place.
  if (!discount_allocations?.length || !Quantity.isExact(quantity)) return Number(price);
  const units = Quantity.of(quantity);
  const discounts = Quantity.sum(discount_allocations.map(each => Quantity.of(each.amount)));
  const paid = Quantity.of(price).times(units, ONE).minus(discounts);
  return paid.isNegative() ? 0 : paid.times(ONE, units).toNumber();
}
const ONE = Quantity.of(1);

/** The lines of an order that are shipped from stock, and their places in the payload. */
const shippedLines = <Line extends z.output<typeof shippedLine>>(lines: readonly Line[]) =>
  lines.flatMap((line, index) => (isGoods(line) && line.quantity > 0 ? [{ line, place: `line_items[${index}]` }] : []));

/** The lines of a refund whose goods are returned, and their places in the payload. */
const returnedLines = (lines: readonly z.output<typeof refundedLine>[]) =>
  lines.flatMap((line, index) => {
    const condition = CONDITIONS.get(line.restock_type) ?? 'sellable';
    if (condition === 'never shipped' || !isGoods(line.line_item) || line.quantity === 0) return [];
    return [{ line, condition, place: `refund_line_items[${index}]` }];
  });

/** Our `items[2].quantity` is the third line that was used: its index in the payload is another. */
function named(
  fields: { readonly [ours: string]: string },
  places: readonly string[],
  ofLine: { readonly [ours: string]: string },
): Names {
  return field => {
    const line = /^items\[(\d+)\](?:\.(\w+))?/.exec(field);
    if (!line) return fields[field.split(/[.[]/)[0]!];
    const place = places[Number(line[1])];
    const inner = ofLine[line[2] ?? ''];
    return place && inner ? `${place}.${inner}` : place;
  };
}

/** What a refunded line's `restock_type` says about the goods; `return` and `legacy_restock` return them to stock. */
const CONDITIONS = new Map<unknown, ReturnLine['condition'] | 'never shipped'>([
  ['no_restock', 'discarded'],
  ['cancel', 'never shipped'],
]);

/** Whether we act on this topic; others are acknowledged and ignored. */
export const isShopifyTopic = (topic: string): topic is ShopifyTopic => Object.hasOwn(TOPICS, topic);

/**
 * Converts a payload into an operation's input. Null if there is nothing for a warehouse to do: only gift cards were
 * bought, only postage refunded. Throws a Refusal that names every invalid field by its path in the payload.
 */
export const readShopify = (topic: ShopifyTopic, payload: unknown): ShopifyChange | null => TOPICS[topic].read(payload);

/** The path in a payload of a field of our operations; undefined if it is not in the payload. */
export const shopifyField = (topic: ShopifyTopic, payload: unknown, field: string): string | undefined =>
  TOPICS[topic].fieldOf(payload, field);

interface Topic {
  read(payload: unknown): ShopifyChange | null;
  fieldOf(payload: unknown, field: string): string | undefined;
}

function topic<Schema extends z.ZodObject>({
  schema,
  read,
  names,
}: {
  schema: Schema;
  read(payload: z.output<Schema>, problems: Problem[]): ShopifyChange | null;
  names(payload: z.output<Schema>): Names;
}): Topic {
  return {
    read(payload) {
      const problems: Problem[] = [];
      const change = read(parse(schema, payload), problems);
      refuseAll(problems);
      return change;
    },
    fieldOf: (payload, field) => names(parse(schema, payload))(field),
  };
}

function skuOf({ sku }: Goods, field: string, problems: Problem[]): string {
  if (!sku) problems.push({ code: 'validation_failed', message: 'Items must have a SKU.', field });
  return sku ?? '';
}

const shortened = (text: string) => text.trim().slice(0, TEXT_MAX).toWellFormed();
