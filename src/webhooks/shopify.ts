import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { type Problem, refuse, refuseAll } from '../kernel/errors.ts';
import { parse } from '../kernel/operation.ts';

/**
 * Whether the platform signed these bytes: X-Shopify-Hmac-Sha256 is base64 of HMAC-SHA256 over the raw body. Compared in
 * constant time, and as text: base64 decodes too leniently for only one text to be right.
 */
export function isSignedByShopify(rawBody: Uint8Array, header: string | undefined, secret: string): boolean {
  const expected = Buffer.from(createHmac('sha256', secret).update(rawBody).digest('base64'));
  const given = Buffer.from(header ?? '');
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/**
 * The payload in these bytes. The platform's ids are 64-bit numbers, and its own test notifications go beyond 2^53: whole
 * numbers that a double cannot hold stay text, digit by digit. Refuses what is no JSON in UTF-8.
 */
export function parseShopify(rawBody: Uint8Array): unknown {
  const exactly = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^\d+$/.test(context?.source ?? '')
      ? context?.source
      : value;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(rawBody), exactly);
  } catch {
    return refuse('malformed_json', 'The body is not JSON in UTF-8.');
  }
}

/** What a webhook asks of us: the operation, the order by the platform's id, and what else that operation takes. */
export type ShopifyChange =
  | {
      operation: 'createOrder';
      reference: string;
      items: OrderLine[];
      notes?: string;
      metadata?: { shopify_name: string };
    }
  | { operation: 'cancelOrder'; reference: string }
  | { operation: 'fulfillOrder'; reference: string }
  | { operation: 'createReturnAuthorization'; reference: string; reason: string; items: ReturnLine[] };
export interface OrderLine {
  sku: string;
  quantity: number;
  unitPrice?: number;
}
export interface ReturnLine {
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
/** Gift cards, tips and insurance have no SKU and are not shipped. Goods without a SKU are an error, not air. */
const isGoods = ({ sku, requires_shipping }: Goods): boolean => Boolean(sku) || requires_shipping !== false;
const count = z.int('Must be a whole number.').nonnegative('Must not be negative.');

const createdOrder = order.extend({
  name: z.string().nullish(),
  note: z.string().nullish(),
  line_items: z
    .array(
      goods.extend({
        quantity: count,
        price: z
          .string()
          .regex(/^\d{1,11}(\.\d{1,4})?$/, 'Must be a decimal number of at most 4 places.')
          .nullish(),
      }),
    )
    .max(LINES_MAX),
});

const refund = z.object({
  order_id: identifier,
  note: z.string().nullish(),
  refund_line_items: z
    .array(
      z.object({
        quantity: count,
        restock_type: z.string().nullish(),
        line_item: goods,
      }),
    )
    .max(LINES_MAX)
    .default([]),
});

/** THE TABLE of topics. Other topics are accepted and not acted on. */
const TOPICS = {
  'orders/create': reader(createdOrder, ({ id, name, note, line_items }, problems) => {
    const items = line_items.flatMap((line, index) => {
      if (!isGoods(line) || line.quantity === 0) return [];
      const sku = skuOf(line, `line_items[${index}].sku`, problems);
      return [{ sku, quantity: line.quantity, ...(line.price && { unitPrice: Number(line.price) }) }];
    });
    if (items.length === 0) return null;
    return {
      operation: 'createOrder',
      reference: id,
      items,
      ...(note?.trim() && { notes: shortened(note) }),
      ...(name && { metadata: { shopify_name: name } }),
    };
  }),
  'orders/cancelled': reader(order, ({ id }) => ({ operation: 'cancelOrder', reference: id })),
  // Sent when the last line has been shipped: everything outstanding is fulfilled.
  'orders/fulfilled': reader(order, ({ id }) => ({ operation: 'fulfillOrder', reference: id })),
  'refunds/create': reader(refund, ({ order_id, note, refund_line_items }, problems) => {
    const items = refund_line_items.flatMap((line, index) => {
      const condition = CONDITIONS.get(line.restock_type) ?? 'sellable';
      if (condition === 'never shipped' || !isGoods(line.line_item) || line.quantity === 0) return [];
      const sku = skuOf(line.line_item, `refund_line_items[${index}].line_item.sku`, problems);
      return [{ sku, quantity: line.quantity, condition }];
    });
    if (items.length === 0) return null;
    return {
      operation: 'createReturnAuthorization',
      reference: order_id,
      items,
      reason: note?.trim() ? shortened(note) : 'Refunded on Shopify',
    };
  }),
} satisfies { [topic: string]: (payload: unknown) => ShopifyChange | null };
export type ShopifyTopic = keyof typeof TOPICS;

/** What a refunded line's `restock_type` says about the goods; `return` and `legacy_restock` bring them back for sale. */
const CONDITIONS = new Map<unknown, ReturnLine['condition'] | 'never shipped'>([
  ['no_restock', 'discarded'],
  ['cancel', 'never shipped'],
]);

export const isShopifyTopic = (topic: string): topic is ShopifyTopic => Object.hasOwn(TOPICS, topic);

/**
 * Reads a payload into an operation's input. Null when there is nothing for a warehouse to do: only gift cards were bought,
 * only postage refunded. Throws a Refusal that names every field in the way, by its path in the payload.
 */
export const readShopify = (topic: ShopifyTopic, payload: unknown): ShopifyChange | null => TOPICS[topic](payload);

function reader<Schema extends z.ZodObject>(
  schema: Schema,
  read: (payload: z.output<Schema>, problems: Problem[]) => ShopifyChange | null,
) {
  return (payload: unknown): ShopifyChange | null => {
    const problems: Problem[] = [];
    const change = read(parse(schema, payload), problems);
    refuseAll(problems);
    return change;
  };
}

function skuOf({ sku }: Goods, field: string, problems: Problem[]): string {
  if (!sku) problems.push({ code: 'validation_failed', message: 'Goods must have a SKU to be found by.', field });
  return sku ?? '';
}

const shortened = (text: string) => text.trim().slice(0, TEXT_MAX).toWellFormed();
