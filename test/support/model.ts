import { completeCycleCount } from '../../src/domain/cycle-count-completion.ts';
import { createCycleCount } from '../../src/domain/cycle-counts.ts';
import { createInventoryAdjustment, createInventoryAdjustments } from '../../src/domain/inventory-adjustments.ts';
import { fulfillOrder } from '../../src/domain/order-fulfillment.ts';
import { cancelOrder, closeOrder, createOrder, reserveOrder } from '../../src/domain/orders.ts';
import { receivePurchaseOrder } from '../../src/domain/purchase-order-receipts.ts';
import { cancelPurchaseOrder, createPurchaseOrder, submitPurchaseOrder } from '../../src/domain/purchase-orders.ts';
import { cancelReturnAuthorization, createReturnAuthorization } from '../../src/domain/return-authorizations.ts';
import { receiveReturnAuthorization } from '../../src/domain/return-receipts.ts';
import { receiveStockTransfer } from '../../src/domain/stock-transfer-receipts.ts';
import { cancelStockTransfer, createStockTransfer, shipStockTransfer } from '../../src/domain/stock-transfers.ts';
import { updateVariant } from '../../src/domain/variants.ts';
import type { ProblemCode } from '../../src/kernel/errors.ts';
import type { Operation } from '../../src/kernel/operation.ts';
import type { Row } from '../../src/kernel/view.ts';

/*
 * The service as a person would explain it: the effect of each command on the levels, and when it is refused.
 * Quantities are multiples of a half, which plain numbers represent exactly.
 */

export interface Goods {
  id: string;
  sku: string;
  lotTracked: boolean;
}

/** The inputs of a step; each kind of step uses what it needs. */
export interface Choice {
  goods: number;
  other: number;
  place: number;
  which: number;
  quantity: number;
  flag: boolean;
}

/** The next request, the expected refusal (if any), and the expected effect. */
export interface Plan {
  operation: Operation;
  input: object;
  refusal: ProblemCode | undefined;
  /** What the response must contain. */
  answer?: object;
  apply(answer: Row): void;
}

interface Level {
  onHand: number;
  reserved: number;
  incoming: number;
}

interface Line {
  sku: string;
  quantity: number;
  done: number;
  reserved: number;
}

interface Document {
  id: unknown;
  status: string;
  from: string;
  to: string;
  lines: Line[];
}

interface Count {
  id: unknown;
  status: string;
  place: string;
  sku: string;
  variance: number;
  /** Another count has corrected the same since. */
  isOvertaken: boolean;
}

interface Return {
  id: unknown;
  status: string;
  order: Document;
  sku: string;
  quantity: number;
  sellable: boolean;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
/** Usually a SKU of the document, occasionally one that it must not have. */
const skuFor = (lines: readonly Line[], goods: readonly Goods[], { goods: index, which }: Choice) =>
  which === 7 ? goods[index]!.sku : lines[index % lines.length]!.sku;

const open = (line: Line) => line.quantity - line.done;

/** A cost that does not divide evenly. */
const costOf = (which: number, quantity: number) => Math.round(which * 10_007 + quantity * 3331) / 10_000;

export class Model {
  readonly #goods: readonly Goods[];
  readonly #places: readonly string[];
  readonly #levels = new Map<string, Level>();
  readonly #orders: Document[] = [];
  readonly #purchases: Document[] = [];
  readonly #transfers: Document[] = [];
  readonly #counts: Count[] = [];
  readonly #returns: Return[] = [];
  #lotsNamed = 0;

  constructor(goods: readonly Goods[], places: readonly string[]) {
    this.#goods = goods;
    this.#places = places;
  }

  /** The levels that are not all zero, by location and SKU. */
  levels(): { [key: string]: Level } {
    return Object.fromEntries(
      [...this.#levels]
        .filter(([, { onHand, reserved, incoming }]) => onHand || reserved || incoming)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  }

  /**
   * The initial state of every run: stock of everything everywhere, except for the last variant, whose lot tracking can
   * still be switched.
   */
  beginning(quantity: number): Plan {
    const everywhere = this.#places.flatMap(locationId =>
      this.#goods.slice(0, -1).map(({ sku, lotTracked }) => ({
        sku,
        locationId,
        quantityChange: quantity,
        ...(lotTracked && { lotNumber: 'LOT-0' }),
      })),
    );
    return {
      operation: createInventoryAdjustments,
      input: { adjustments: everywhere },
      refusal: undefined,
      apply: () => everywhere.forEach(({ sku, locationId }) => (this.#level(sku, locationId).onHand += quantity)),
    };
  }

  #level(sku: string, place: string): Level {
    const key = `${place} ${sku}`;
    if (!this.#levels.has(key)) this.#levels.set(key, { onHand: 0, reserved: 0, incoming: 0 });
    return this.#levels.get(key)!;
  }

  #lines({ goods, other, quantity, flag }: Choice): Line[] {
    const line = (index: number): Line => ({ sku: this.#goods[index]!.sku, quantity, done: 0, reserved: 0 });
    return flag ? [line(goods), line(other)] : [line(goods)];
  }

  /** Whether the location has less of some SKU than all lines together need. */
  #short(lines: readonly { sku: string; quantity: number }[], place: string, bound: (level: Level) => number): boolean {
    return [...Map.groupBy(lines, line => line.sku)].some(([sku, group]) => {
      const needed = sum(group.map(line => line.quantity));
      return needed > 0 && bound(this.#level(sku, place)) < needed;
    });
  }

  /** An unused lot number. */
  #newLot(): string {
    return `NEW-${(this.#lotsNamed += 1)}`;
  }

  readonly #available = ({ onHand, reserved }: Level) => onHand - reserved;
  readonly #onHand = ({ onHand }: Level) => onHand;

  /**
   * Takes `quantity` from the open lines of a SKU in order; returns the quantity of each, or undefined if there is not
   * enough.
   */
  #deal(lines: readonly Line[], sku: string, quantity: number): [Line, number][] | undefined {
    let rest = quantity;
    const dealt = lines
      .filter(line => line.sku === sku)
      .map((line): [Line, number] => {
        const part = Math.min(rest, open(line));
        rest -= part;
        return [line, part];
      });
    return rest > 0 ? undefined : dealt;
  }

  readonly kinds: { [kind: string]: (choice: Choice) => Plan | undefined } = {
    adjust: ({ goods, place, quantity, flag, which }) => {
      const { sku, lotTracked } = this.#goods[goods]!;
      const level = this.#level(sku, this.#places[place]!);
      const change = flag ? quantity : -quantity;
      return {
        operation: createInventoryAdjustment,
        input: {
          sku,
          locationId: this.#places[place],
          quantityChange: change,
          ...(flag && lotTracked && { lotNumber: `LOT-${which % 3}` }),
          ...(flag && which > 2 && { unitCost: costOf(which, quantity) }),
        },
        refusal: level.onHand + change < 0 ? 'insufficient_stock' : undefined,
        apply: () => void (level.onHand += change),
      };
    },

    set: ({ goods, place, quantity, flag }) => {
      const { sku, lotTracked } = this.#goods[goods]!;
      const level = this.#level(sku, this.#places[place]!);
      const onHand = flag ? quantity : 0;
      return {
        operation: createInventoryAdjustment,
        input: { sku, locationId: this.#places[place], setQuantity: onHand },
        refusal: lotTracked && onHand > level.onHand ? 'validation_failed' : undefined,
        apply: () => void (level.onHand = onHand),
      };
    },
    // The second row expects what the first has left in the lot: it fails unless that is exactly what was set.
    setLot: ({ goods, place, quantity, flag, which }) => {
      const { sku, lotTracked } = this.#goods[goods]!;
      const level = this.#level(sku, this.#places[place]!);
      const lot = { sku, locationId: this.#places[place], lotNumber: flag ? `LOT-${which % 3}` : this.#newLot() };
      const rows = [
        { ...lot, setQuantity: quantity },
        { ...lot, expectedQuantity: quantity, setQuantity: which / 2 },
      ];
      return {
        operation: createInventoryAdjustments,
        input: { adjustments: rows },
        refusal: lotTracked ? undefined : 'validation_failed',
        answer: { results: [flag ? {} : { adjustment: { quantityChange: quantity } }, {}] },
        apply: answer => {
          const [first] = answer['results'] as [{ adjustment: { quantityChange: number } }];
          level.onHand += first.adjustment.quantityChange + which / 2 - quantity;
        },
      };
    },
    partial: ({ goods, other, place, quantity, flag, which }) => {
      const locationId = this.#places[place]!;
      const [one, two] = [this.#goods[goods]!, this.#goods[other]!];
      const change = flag ? quantity : -quantity;
      const isThere = this.#level(one.sku, locationId).onHand + change >= 0;
      const rows: [row: object, refusal: ProblemCode | undefined, apply: () => void][] = [
        [
          { sku: one.sku, quantityChange: change, ...(flag && one.lotTracked && { lotNumber: `LOT-${which % 3}` }) },
          isThere ? undefined : 'insufficient_stock',
          () => (this.#level(one.sku, locationId).onHand += change),
        ],
        [
          { sku: two.sku, quantityChange: -quantity, lotNumber: this.#newLot() },
          two.lotTracked ? 'insufficient_stock' : 'validation_failed',
          () => undefined,
        ],
        [{ sku: 'NOBODY', quantityChange: quantity }, 'reference_not_found', () => undefined],
        [
          { sku: two.sku, setQuantity: quantity, lotNumber: this.#newLot() },
          two.lotTracked ? undefined : 'validation_failed',
          () => (this.#level(two.sku, locationId).onHand += quantity),
        ],
      ];
      return {
        operation: createInventoryAdjustments,
        input: { mode: 'partial', adjustments: rows.map(([row]) => ({ ...row, locationId })) },
        refusal: undefined,
        answer: {
          results: rows.map(([, refusal]) => ({
            status: refusal ? 'rejected' : 'applied',
            errors: refusal ? [{ code: refusal }] : [],
          })),
        },
        apply: () => rows.forEach(([, refusal, apply]) => refusal ?? apply()),
      };
    },
    switchLots: ({ goods, flag }) => {
      const one = this.#goods[flag ? this.#goods.length - 1 : goods]!;
      const isThere = this.#places.some(place => {
        const { onHand, incoming } = this.#level(one.sku, place);
        return onHand > 0 || incoming > 0;
      });
      return {
        operation: updateVariant,
        input: { id: one.id, lotTracked: !one.lotTracked },
        refusal: isThere ? 'validation_failed' : undefined,
        apply: () => void (one.lotTracked = !one.lotTracked),
      };
    },

    order: choice =>
      this.#created(
        createOrder,
        this.#orders,
        { locationId: this.#places[choice.place] },
        this.#lines(choice),
        'pending',
        this.#places[choice.place]!,
        '',
      ),
    reserve: ({ which }) => {
      const order = pick(this.#orders, which, 'pending');
      return (
        order && {
          operation: reserveOrder,
          input: { id: order.id },
          refusal:
            order.status === 'reserved'
              ? undefined
              : order.status !== 'pending'
                ? 'invalid_state'
                : this.#short(order.lines, order.from, this.#available)
                  ? 'insufficient_stock'
                  : undefined,
          apply: () => {
            if (order.status === 'reserved') return;
            order.status = 'reserved';
            for (const line of order.lines) this.#reserve(order, line, line.quantity);
          },
        }
      );
    },
    fulfill: choice => {
      const { which, quantity, flag } = choice;
      const order = pick(this.#orders, which, 'pending', 'reserved', 'partially_fulfilled');
      if (!order) return undefined;
      const sku = skuFor(order.lines, this.#goods, choice);
      const dealt = flag
        ? order.lines.map((line): [Line, number] => [line, open(line)])
        : this.#deal(order.lines, sku, quantity);
      const taken = (dealt ?? []).map(([line, part]) => ({ sku: line.sku, quantity: part }));
      const promised = (dealt ?? []).map(([line, part]) => ({
        sku: line.sku,
        quantity: part - Math.min(part, line.reserved),
      }));
      return {
        operation: fulfillOrder,
        input: { id: order.id, ...(!flag && { items: [{ sku, quantity }] }) },
        refusal: !['pending', 'reserved', 'partially_fulfilled'].includes(order.status)
          ? 'invalid_state'
          : !flag && !order.lines.some(line => line.sku === sku)
            ? 'reference_not_found'
            : !dealt
              ? 'validation_failed'
              : this.#short(promised, order.from, this.#available) || this.#short(taken, order.from, this.#onHand)
                ? 'insufficient_stock'
                : undefined,
        apply: () => {
          for (const [line, part] of dealt!) {
            this.#reserve(order, line, -Math.min(part, line.reserved));
            line.done += part;
            this.#level(line.sku, order.from).onHand -= part;
          }
          order.status = order.lines.every(line => open(line) === 0) ? 'fulfilled' : 'partially_fulfilled';
        },
      };
    },
    cancelOrder: ({ which }) =>
      this.#stepped(
        cancelOrder,
        pick(this.#orders, which, 'pending', 'reserved'),
        ['pending', 'reserved'],
        'cancelled',
        order => {
          for (const line of order.lines) this.#reserve(order, line, -line.reserved);
        },
      ),
    closeOrder: ({ which }) =>
      this.#stepped(
        closeOrder,
        pick(this.#orders, which, 'partially_fulfilled'),
        ['partially_fulfilled'],
        'fulfilled',
        order => {
          for (const line of order.lines) this.#reserve(order, line, -line.reserved);
        },
      ),

    purchase: choice => {
      const status = choice.which % 2 ? 'draft' : 'submitted';
      const place = this.#places[choice.place]!;
      return this.#created(
        createPurchaseOrder,
        this.#purchases,
        { locationId: place, status },
        this.#lines(choice),
        status,
        '',
        place,
      );
    },
    submit: ({ which }) =>
      this.#stepped(submitPurchaseOrder, pick(this.#purchases, which, 'draft'), ['draft'], 'submitted', order =>
        this.#expect(order, 1),
      ),
    cancelPurchase: ({ which }) =>
      this.#stepped(
        cancelPurchaseOrder,
        pick(this.#purchases, which, 'draft', 'submitted'),
        ['draft', 'submitted'],
        'cancelled',
        (order, before) => {
          if (before === 'submitted') this.#expect(order, -1);
        },
      ),
    closePurchase: ({ which }) => {
      const order = pick(this.#purchases, which, 'partially_received');
      const plan = this.#stepped(
        receivePurchaseOrder,
        order,
        ['draft', 'submitted', 'partially_received'],
        'received',
        ({ lines, to }) => {
          for (const line of lines) this.#level(line.sku, to).incoming -= open(line);
        },
        { close: true },
      );
      return (
        plan && {
          ...plan,
          refusal: plan.refusal ?? (order!.lines.every(line => line.done === 0) ? 'validation_failed' : undefined),
        }
      );
    },
    receivePurchase: choice =>
      this.#received(
        receivePurchaseOrder,
        pick(this.#purchases, choice.which, 'draft', 'submitted', 'partially_received'),
        choice,
        ['draft', 'submitted', 'partially_received'],
      ),

    transfer: choice => {
      const [source, destination] = [
        this.#places[choice.place]!,
        this.#places[(choice.place + 1 + (choice.which % 2)) % 3]!,
      ];
      return this.#created(
        createStockTransfer,
        this.#transfers,
        { sourceLocationId: source, destinationLocationId: destination },
        this.#lines(choice),
        'pending',
        source,
        destination,
      );
    },
    ship: ({ which }) => {
      const transfer = pick(this.#transfers, which, 'pending');
      const plan = this.#stepped(shipStockTransfer, transfer, ['pending'], 'shipped', ({ lines, from, ...rest }) => {
        for (const line of lines) this.#level(line.sku, from).onHand -= line.quantity;
        this.#expect({ lines, from, ...rest }, 1);
      });
      return (
        plan && {
          ...plan,
          refusal:
            plan.refusal ??
            (this.#short(transfer!.lines, transfer!.from, this.#available) ? 'insufficient_stock' : undefined),
        }
      );
    },
    cancelTransfer: ({ which }) =>
      this.#stepped(
        cancelStockTransfer,
        pick(this.#transfers, which, 'pending'),
        ['pending'],
        'cancelled',
        () => undefined,
      ),
    receiveTransfer: choice =>
      this.#received(
        receiveStockTransfer,
        pick(this.#transfers, choice.which, 'shipped', 'partially_received'),
        choice,
        ['shipped', 'partially_received'],
      ),
    closeTransfer: ({ which }) =>
      this.#stepped(
        receiveStockTransfer,
        pick(this.#transfers, which, 'shipped', 'partially_received'),
        ['shipped', 'partially_received'],
        'received',
        transfer => {
          for (const line of transfer.lines) this.#level(line.sku, transfer.to).incoming -= open(line);
        },
        { close: true },
      ),

    count: ({ goods, place, quantity }) => {
      const [{ sku }, where] = [this.#goods[goods]!, this.#places[place]!];
      const variance = quantity - this.#level(sku, where).onHand;
      return {
        operation: createCycleCount,
        input: {
          locationId: where,
          status: 'in_progress',
          cycleCountItemsAttributes: [{ sku, countedQuantity: quantity }],
        },
        refusal: undefined,
        apply: ({ id }) =>
          void this.#counts.push({ id, status: 'in_progress', place: where, sku, variance, isOvertaken: false }),
      };
    },
    complete: ({ which }) => {
      const count = pick(this.#counts, which, 'in_progress');
      const level = count && this.#level(count.sku, count.place);
      return (
        count && {
          operation: completeCycleCount,
          input: { id: count.id },
          refusal:
            count.status !== 'in_progress'
              ? 'invalid_state'
              : count.isOvertaken || level!.onHand + count.variance < 0
                ? 'count_stale'
                : undefined,
          apply: () => {
            count.status = 'completed';
            level!.onHand += count.variance;
            for (const other of this.#counts)
              if (other.place === count.place && other.sku === count.sku) other.isOvertaken ||= count.variance !== 0;
          },
        }
      );
    },

    return: choice => {
      const { which, quantity, flag } = choice;
      const order = pick(this.#orders, which, 'partially_fulfilled', 'fulfilled');
      if (!order) return undefined;
      const sku = skuFor(order.lines, this.#goods, choice);
      const claimed = sum(
        this.#returns
          .filter(each => each.order === order && each.sku === sku && each.status !== 'cancelled')
          .map(each => each.quantity),
      );
      const fulfilled = sum(order.lines.filter(line => line.sku === sku).map(line => line.done));
      return {
        operation: createReturnAuthorization,
        input: {
          orderId: order.id,
          reason: 'Model',
          items: [{ sku, quantity, condition: flag ? 'sellable' : 'damaged' }],
        },
        refusal: claimed + quantity > fulfilled ? 'return_exceeds_fulfilled' : undefined,
        apply: ({ id }) => void this.#returns.push({ id, status: 'pending', order, sku, quantity, sellable: flag }),
      };
    },
    receiveReturn: ({ which }) =>
      this.#stepped(
        receiveReturnAuthorization,
        pick(this.#returns, which, 'pending'),
        ['pending'],
        'received',
        ({ sku, order, quantity, sellable }) => {
          if (sellable) this.#level(sku, order.from).onHand += quantity;
        },
      ),
    cancelReturn: ({ which }) =>
      this.#stepped(
        cancelReturnAuthorization,
        pick(this.#returns, which, 'pending'),
        ['pending'],
        'cancelled',
        () => undefined,
      ),
  };

  #reserve(order: Document, line: Line, change: number): void {
    line.reserved += change;
    this.#level(line.sku, order.from).reserved += change;
  }

  #expect({ lines, to }: Document, sign: number): void {
    for (const line of lines) this.#level(line.sku, to).incoming += sign * line.quantity;
  }

  #created(
    operation: Operation,
    documents: Document[],
    input: object,
    lines: Line[],
    status: string,
    from: string,
    to: string,
  ): Plan {
    return {
      operation,
      input: {
        ...input,
        items: lines.map(({ sku, quantity }) => ({
          sku,
          quantity,
          ...(operation === createPurchaseOrder && quantity > 2 && { unitCost: costOf(3, lines[0]!.quantity) }),
        })),
      },
      refusal: undefined,
      apply: ({ id }) => {
        const document = { id, status, from, to, lines };
        documents.push(document);
        if (status === 'submitted') this.#expect(document, 1);
      },
    };
  }

  /** A command that is allowed in some states, leads to one, and has an effect. */
  #stepped<D extends { id: unknown; status: string }>(
    operation: Operation,
    document: D | undefined,
    from: readonly string[],
    to: string,
    effect: (document: D, before: string) => void,
    input: object = {},
  ): Plan | undefined {
    return (
      document && {
        operation,
        input: { id: document.id, ...input },
        refusal: from.includes(document.status) ? undefined : 'invalid_state',
        apply: () => {
          const before = document.status;
          document.status = to;
          effect(document, before);
        },
      }
    );
  }

  #received(
    operation: Operation,
    document: Document | undefined,
    choice: Choice,
    from: readonly string[],
  ): Plan | undefined {
    if (!document) return undefined;
    const { quantity, flag } = choice;
    const sku = skuFor(document.lines, this.#goods, choice);
    const dealt = flag
      ? document.lines.map((line): [Line, number] => [line, open(line)])
      : this.#deal(document.lines, sku, quantity);
    return {
      operation,
      input: { id: document.id, ...(!flag && { items: [{ sku, quantity }] }) },
      refusal: !from.includes(document.status)
        ? 'invalid_state'
        : !flag && !document.lines.some(line => line.sku === sku)
          ? 'reference_not_found'
          : !dealt
            ? 'over_receipt'
            : undefined,
      apply: () => {
        if (document.status === 'draft') this.#expect(document, 1);
        for (const [line, part] of dealt!) {
          line.done += part;
          const level = this.#level(line.sku, document.to);
          level.onHand += part;
          level.incoming -= part;
        }
        document.status = document.lines.every(line => open(line) === 0) ? 'received' : 'partially_received';
      },
    };
  }
}

/** Usually a document in one of these states, to make progress; occasionally any. */
function pick<D extends { status: string }>(
  from: readonly D[],
  which: number,
  ...statuses: readonly string[]
): D | undefined {
  const ready = which < 6 ? from.filter(each => statuses.includes(each.status)) : [];
  const choice = ready.length > 0 ? ready : from;
  return choice[which % choice.length];
}

/** The kinds of steps; those that move stock are more frequent. */
export const KINDS = [
  'adjust',
  'adjust',
  'set',
  'set',
  'setLot',
  'partial',
  'switchLots',
  'switchLots',
  'order',
  'reserve',
  'reserve',
  'fulfill',
  'fulfill',
  'cancelOrder',
  'closeOrder',
  'purchase',
  'submit',
  'cancelPurchase',
  'closePurchase',
  'receivePurchase',
  'receivePurchase',
  'transfer',
  'ship',
  'ship',
  'cancelTransfer',
  'receiveTransfer',
  'receiveTransfer',
  'closeTransfer',
  'count',
  'complete',
  'return',
  'return',
  'receiveReturn',
  'cancelReturn',
] as const;
