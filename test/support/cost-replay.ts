import type { Row } from '../../src/kernel/view.ts';

/*
 * The cost of stock, as a bookkeeper would calculate it on paper: from the quantities of all ledger entries and the
 * stated costs. Money in whole ten-thousandths.
 */

type Money = bigint;
const units = (value: unknown): bigint => BigInt(Math.round((value as number) * 10_000));
const shown = (value: Money | null): number | null => (value === null ? null : Number(value) / 10_000);
/** Rounded half up. */
const share = (value: Money, part: bigint, whole: bigint): Money =>
  part === whole ? value : (value * part * 2n + whole) / (whole * 2n);
const total = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

interface Goods {
  quantity: bigint;
  /** Null if unknown. */
  value: Money | null;
  sku: unknown;
  lot: unknown;
}

interface Place {
  onHand: bigint;
  value: Money;
  layers: Goods[];
}

/** Stated costs: the unit cost by document (and SKU), the order of each return, and the default cost of a variant. */
export interface Said {
  method: 'average' | 'fifo';
  costs: ReadonlyMap<string, number>;
  orders: ReadonlyMap<unknown, unknown>;
  usual: ReadonlyMap<unknown, number>;
}

const isKnown = ({ value }: Goods) => value !== null;
const quantityOf = (goods: readonly Goods[]) => total(goods.map(each => each.quantity));
const worthOf = (goods: readonly Goods[]) => total(goods.map(each => each.value ?? 0n));

/** Takes a quantity from these, one after the other; the value of a part is rounded. */
function take(from: readonly Goods[], quantity: bigint): Goods[] {
  const taken: Goods[] = [];
  let missing = quantity;
  for (const each of from) {
    const part = least(missing, each.quantity);
    if (part === 0n) continue;
    const value = each.value === null ? null : share(each.value, part, each.quantity);
    each.quantity -= part;
    if (value !== null) each.value! -= value;
    missing -= part;
    taken.push({ ...each, quantity: part, value });
  }
  return taken;
}

/** The change of value, and the value and quantity of unknown cost afterwards, for each entry; oldest first. */
export function replayed(entries: readonly Row[], { method, costs, orders, usual }: Said): unknown[][] {
  const places = new Map<string, Place>();
  const away = new Map<unknown, Goods[]>();
  let arrived: Goods[] = [];

  const leave = (place: Place, sku: unknown, lot: unknown, quantity: bigint): Goods[] => {
    const [value, valued] = [place.value, quantityOf(place.layers.filter(isKnown))];
    const ofLot = place.layers.filter(each => each.lot === lot);
    const taken = take([...ofLot.filter(each => !isKnown(each)), ...ofLot.filter(isKnown)], quantity);
    if (method === 'fifo') return taken;
    const known = taken.filter(isKnown);
    if (known.length === 0) return taken;
    const worth = share(value, quantityOf(known), valued);
    let rest = worth;
    for (const [index, each] of known.entries()) {
      each.value = index === known.length - 1 ? rest : share(worth, each.quantity, quantityOf(known));
      rest -= each.value;
    }
    return taken.map(each => ({ ...each, sku, lot }));
  };
  /** What was shipped for a document comes back: the same lot first. */
  const back = (document: unknown, { sku, lotId }: Row, quantity: bigint, lastFirst: boolean): Goods[] => {
    const left = (away.get(document) ?? []).filter(each => each.sku === sku);
    const inTurn = lastFirst ? left.toReversed() : left;
    const same = inTurn.filter(each => each.lot === lotId);
    return take([...same, ...inTurn.filter(each => each.lot !== lotId)], quantity);
  };
  const come = (place: Place, entry: Row, quantity: bigint): Goods[] => {
    const { entryType, referenceId, sku, lotId: lot } = entry;
    if (entryType === 'transfer_in') return back(referenceId, entry, quantity, false);
    if (entryType === 'return_received') return back(orders.get(referenceId), entry, quantity, true);
    const cost = costs.get(`${String(referenceId)} ${String(sku)}`);
    const known = place.layers.filter(isKnown);
    const there = quantityOf(known);
    if (cost !== undefined) return [{ quantity, value: share(units(cost), quantity, 10_000n), sku, lot }];
    if (there > 0n) return [{ quantity, value: share(place.value, quantity, there), sku, lot }];
    const own = usual.get(sku);
    return [{ quantity, value: own === undefined ? null : share(units(own), quantity, 10_000n), sku, lot }];
  };

  return entries.map(entry => {
    const { entryType, referenceId, sku, lotId: lot } = entry;
    const key = `${String(entry['locationId'])} ${String(sku)}`;
    const place = places.get(key) ?? { onHand: 0n, value: 0n, layers: [] };
    places.set(key, place);
    const change = units(entry['quantityChange']);
    let moved: Goods[] = [];
    if (change > 0n) {
      moved = arrived = come(place, entry, change);
      place.layers.push(...moved.map(each => ({ ...each, lot })));
    } else if (entryType === 'transfer_loss') {
      moved = arrived;
      place.layers.splice(-arrived.length);
    } else if (change < 0n) {
      moved = leave(place, sku, lot, -change);
      if (entryType === 'order_fulfilled' || entryType === 'transfer_out')
        away.set(referenceId, [...(away.get(referenceId) ?? []), ...moved.map(each => ({ ...each, sku, lot }))]);
    } else if (entryType === 'return_disposed') back(orders.get(referenceId), entry, units(entry['quantity']), true);
    const value = change < 0n ? -worthOf(moved) : worthOf(moved);
    place.onHand += change;
    place.value += value;
    place.layers = place.layers.filter(each => each.quantity > 0n);
    const unknown = quantityOf(place.layers.filter(each => !isKnown(each)));
    const isNone = place.onHand > 0n && unknown === place.onHand;
    return [
      change === 0n ? 0 : moved.some(isKnown) ? shown(value) : null,
      isNone ? null : shown(place.value),
      shown(unknown),
    ];
  });
}
