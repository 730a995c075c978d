/*
 * Material requirements of one variant at one location, day by day (Orlicky 1975, "Material Requirements Planning"; the
 * review of a reorder point as Silver, Pyke and Thomas 2017). Pure: quantities are whole ten-thousandths, days count
 * from today.
 */

/** Ten-thousandths, so that sums are exact. */
export const UNIT = 10_000;
/** A quantity in ten-thousandths, rounded to a whole number of them. */
export const toUnits = (quantity: number): number => Math.round(quantity * UNIT);
/** The quantity that so many ten-thousandths are. */
export const fromUnits = (units: number): number => units / UNIT;

/** Stock is reviewed and ordered once a week: an order covers the days until the next would arrive. */
const REVIEW_DAYS = 7;

/** Why something is demanded. */
export const SOURCES = [
  'orders',
  'batches',
  'transfers',
  'forecast',
  'production',
  'replenishment',
  'expiry',
  'safety_stock',
  'reorder_point',
  'lot_size',
] as const;
type Source = (typeof SOURCES)[number];

/** Some demand of a day; `parent` is the id of the suggestion that it follows from. */
export interface Demand {
  day: number;
  units: number;
  source: Source;
  parent?: string;
}

/** A part of a suggestion and the demand that it covers. */
type Peg = Demand;

export interface Requirement {
  /** Usable stock. */
  usable: number;
  /** Supply, by day. */
  supply: ReadonlyMap<number, number>;
  demands: readonly Demand[];
  /** Expected demand of each day, from today. */
  forecast: Float64Array | null;
  safety: number;
  /** Null if there is no reorder point to watch. */
  reorder: { point: number; quantity: number } | null;
  leadDays: number;
  horizonDays: number;
}

export interface Receipt {
  units: number;
  /** The latest day on which to order it in time; today if that has passed. */
  orderDay: number;
  /** The day on which it is needed. */
  needDay: number;
  arriveDay: number;
  pegs: Peg[];
}

/** The quantity to get for this need, of which more than `most` would not be used up within the horizon. */
export type LotSize = (need: number, most: number) => number;

/**
 * The receipts that keep stock above its safety stock, or reorder it at its reorder point; the first `most` of them.
 */
export function requirementsOf(place: Requirement, lotSize: LotSize, most = Number.POSITIVE_INFINITY): Receipt[] {
  const { horizonDays, leadDays, safety, reorder } = place;
  const balance = balanceOf(place);
  const receipts: Receipt[] = [];
  let pegged = -1;
  for (let day = 0; day < horizonDays && receipts.length < most; day += 1) {
    const arrive = day + leadDays;
    const short = shortageAt(balance, safety, day, arrive);
    const from = Math.min(arrive, horizonDays - 1);
    // A shortage today that ends by itself before an order would arrive, or the horizon ends, is not ordered again.
    const worst = short === undefined ? undefined : lowest(balance, from);
    const forShortage = worst === undefined ? 0 : safety - balance[worst]!;
    const forReorder = reorderAt(place, balance[day]!, onTheWay(place, receipts, day));
    const need = Math.max(forShortage, forReorder);
    if (need <= 0) continue;
    const least = Math.max(need, reorder?.quantity ?? 0);
    const units = lotSize(least, Math.max(least, safety - balance[horizonDays - 1]!));
    const needDay = forShortage > 0 ? short! : arrive;
    const rest = forShortage >= forReorder ? 'safety_stock' : 'reorder_point';
    const upTo = worst ?? from;
    const pegs = pegsOf(place, { from: pegged + 1, upTo, need, rest, restDay: needDay });
    if (units > need) pegs.push({ day: needDay, units: units - need, source: 'lot_size' });
    receipts.push({ units, orderDay: day, needDay, arriveDay: arrive, pegs });
    pegged = Math.max(pegged, upTo);
    for (let later = arrive; later < horizonDays; later += 1) balance[later]! += units;
  }
  return receipts;
}

/** Stock at the end of each day without any new receipt. */
export function balanceOf({ usable, supply, demands, forecast, horizonDays }: Requirement): Float64Array {
  const balance = new Float64Array(horizonDays);
  for (const [day, units] of supply) if (day < horizonDays) balance[day]! += units;
  for (const { day, units } of demands) if (day < horizonDays) balance[day]! -= units;
  let left = usable;
  for (let day = 0; day < horizonDays; day += 1) {
    left += balance[day]! - (forecast?.[day] ?? 0);
    balance[day] = left;
  }
  return balance;
}

/** The day that an order placed on this day must cover; today also for what is already too late. */
function shortageAt(balance: Float64Array, safety: number, day: number, arrive: number): number | undefined {
  const last = Math.min(arrive, balance.length - 1);
  if (day > 0) return arrive < balance.length && balance[arrive]! < safety ? arrive : undefined;
  for (let each = 0; each <= last; each += 1) if (balance[each]! < safety) return each;
  return undefined;
}

/** The day with the least stock among those that an order covers. */
function lowest(balance: Float64Array, from: number): number {
  const until = Math.min(balance.length - 1, from + REVIEW_DAYS - 1);
  let found = from;
  for (let day = from; day <= until; day += 1) if (balance[day]! < balance[found]!) found = day;
  return found;
}

function onTheWay({ supply }: Requirement, receipts: readonly Receipt[], day: number): number {
  let units = 0;
  for (const [due, arriving] of supply) if (due > day) units += arriving;
  for (const { arriveDay, units: arriving } of receipts) if (arriveDay > day) units += arriving;
  return units;
}

/** The quantity that the reorder point requires: up to it and the safety stock, once less is there and on its way. */
function reorderAt({ reorder, safety }: Requirement, balance: number, onItsWay: number): number {
  if (!reorder || reorder.point <= 0 || balance >= reorder.point) return 0;
  return Math.max(0, reorder.point + safety - balance - onItsWay);
}

interface Pegging {
  from: number;
  upTo: number;
  need: number;
  /** The cause of a part of the need that no demand explains. */
  rest: Source;
  restDay: number;
}

/**
 * The demand that a need covers: existing stock serves the earliest demand, so the need is for the latest. The parts
 * add up to the need.
 */
function pegsOf({ demands, forecast }: Requirement, { from, upTo, need, rest, restDay }: Pegging): Peg[] {
  const firm = demands.filter(({ day }) => day >= from && day <= upTo).sort((a, b) => a.day - b.day);
  const pegs: Peg[] = [];
  let left = need;
  const take = (day: number, units: number, source: Source, parent?: string) => {
    const taken = Math.min(left, units);
    if (taken <= 0) return;
    left -= taken;
    const last = pegs.at(-1);
    // A week of forecast is one line: day by day nobody could read it.
    if (source === 'forecast' && last?.source === 'forecast' && Math.floor(last.day / 7) === Math.floor(day / 7)) {
      last.units += taken;
      last.day = day;
    } else pegs.push({ day, units: taken, source, ...(parent !== undefined && { parent }) });
  };
  for (let day = upTo; day >= from && left > 0; day -= 1) {
    while (firm.length > 0 && firm.at(-1)!.day === day) {
      const { units, source, parent } = firm.pop()!;
      take(day, units, source, parent);
    }
    if (forecast) take(day, forecast[day]!, 'forecast');
  }
  if (left > 0) pegs.push({ day: restDay, units: left, source: rest });
  return pegs.reverse();
}
