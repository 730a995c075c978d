import { type DemoVariant, type LocationCode, PRODUCTS, SUPPLIERS } from './catalogue.ts';

/*
 * How the roastery sells, and how it replenishes: purchases depend on what is there and on order, and cover the
 * supplier's lead time and some weeks more; roasting is every other week; the shops are supplied every Monday. Days
 * count from the first simulated one.
 */

export const DAYS = 60;
export const HISTORY_DAYS = 395;
const DAY_MS = 86_400_000;

/** Share of a variant's demand that each location sells. */
const SHARE: { readonly [code in LocationCode]: number } = { BER: 0.36, HAM: 0.2, MITTE: 0.26, MUC: 0.18 };
/** Monday to Sunday; shops are closed on Sundays. */
const WEEKDAY = [0.9, 0.9, 1, 1.05, 1.25, 1.5, 0];
const USUAL_DAY = WEEKDAY.reduce((sum, share) => sum + share, 0) / 7;

/** Christmas, and the summer holidays. */
function season(date: Date): number {
  const month = date.getUTCMonth();
  return month === 11 ? 1.5 : month === 10 ? 1.2 : month === 6 || month === 7 ? 0.85 : 1;
}

/** Sales of a day relative to the average week's: they rise by a third over the year, with a season on top. */
const pace = (start: Date, day: number): number =>
  (0.75 + (0.3 * (day + HISTORY_DAYS)) / (DAYS + HISTORY_DAYS)) * season(new Date(start.getTime() + day * DAY_MS));

/** Variants that nobody buys any more in the last two weeks, so nobody orders them either. */
const STOPPED: ReadonlySet<string> = new Set(['SYP-03', 'CUP-TST', 'TUM-350']);
const STOPPED_FROM = 16;
/** Whether nobody buys the variant any more on this day of the demo. */
export const hasStopped = (sku: string, day: number): boolean => STOPPED.has(sku) && day >= STOPPED_FROM;

/** A variant that sells six times as well in the last week. */
const SPIKING = 'CLB-01';

/** Average demand of customers for a variant on a day. */
export function askedFor({ sku, demand }: DemoVariant, code: LocationCode, { start, day }: Moment): number {
  const date = new Date(start.getTime() + day * DAY_MS);
  const spike = sku === SPIKING && day > DAYS - 8 ? 6 : 1;
  return hasStopped(sku, day)
    ? 0
    : demand * WEEKDAY[(date.getUTCDay() + 6) % 7]! * SHARE[code] * pace(start, day) * spike;
}

export interface Moment {
  start: Date;
  day: number;
}

/** Green coffee in one unit of a roasted one: roasting loses a sixth of its weight. */
export const kilogramsOf = ({ sku }: DemoVariant): number => (sku.endsWith('-1000') ? 1.2 : 0.3);

const variants = PRODUCTS.flatMap(product => product.variants);
const roasted = variants.filter(({ green }) => green !== undefined);

/**
 * Average demand on a location per day, including all that it supplies: Berlin supplies the shops, and everybody with
 * coffee.
 */
function dailyNeed(variant: DemoVariant, code: LocationCode): number {
  if (variant.demand === 0)
    return code === 'BER'
      ? roasted.reduce((sum, each) => sum + (each.green === variant.sku ? each.demand * kilogramsOf(each) : 0), 0)
      : 0;
  const fed: LocationCode[] =
    code !== 'BER' ? [code] : variant.green ? ['BER', 'HAM', 'MITTE', 'MUC'] : ['BER', 'MITTE', 'MUC'];
  return variant.demand * USUAL_DAY * fed.reduce((sum, each) => sum + SHARE[each], 0);
}

const leadOf = ({ supplier }: DemoVariant): number | undefined =>
  SUPPLIERS.find(({ code }) => code === supplier)?.leadTimeDays;

/** Whether a location buys a variant itself, rather than getting it from Berlin. */
const isBought = (variant: DemoVariant, code: LocationCode): boolean =>
  leadOf(variant) !== undefined && (code === 'BER' || (code === 'HAM' && variant.demand > 0));

/** Stock including what is on order. */
export type Stock = (code: LocationCode, sku: string) => number;

const SAFETY_DAYS = 14;
const ORDER_DAYS = 28;
const SHOP_DAYS = 21;
const ROAST_DAYS = 28;

/** The quantity to buy once there is less than lasts until it arrives and two weeks more. */
export function bought(of: readonly DemoVariant[], code: LocationCode, position: Stock, { start, day }: Moment) {
  return of.flatMap(variant => {
    const lead = leadOf(variant);
    if (lead === undefined || !isBought(variant, code) || hasStopped(variant.sku, day)) return [];
    const daily = dailyNeed(variant, code) * pace(start, day + lead);
    const there = position(code, variant.sku);
    const quantity = Math.ceil(daily * (lead + SAFETY_DAYS + ORDER_DAYS) - there);
    return there < daily * (lead + SAFETY_DAYS) ? [{ variant, quantity }] : [];
  });
}

/** The quantity to roast: four weeks' worth, as far as there is green coffee for it. */
export function roast(variant: DemoVariant, inStock: Stock, { start, day }: Moment): number {
  const wanted = dailyNeed(variant, 'BER') * pace(start, day + 7) * ROAST_DAYS - inStock('BER', variant.sku);
  const possible = Math.floor(inStock('BER', variant.green!) / kilogramsOf(variant) / 10) * 10;
  return Math.max(0, Math.min(possible, Math.ceil(wanted / 10) * 10));
}

/** The quantity for a shop on Mondays: three weeks' worth, if Berlin can spare it. */
export function carried(store: LocationCode, inStock: Stock, { start, day }: Moment) {
  return variants.flatMap(variant => {
    const { sku, demand } = variant;
    if (demand === 0 || isBought(variant, store) || hasStopped(sku, day)) return [];
    const wanted = Math.max(2, Math.ceil(dailyNeed(variant, store) * pace(start, day + 7) * SHOP_DAYS));
    const quantity = Math.min(wanted - inStock(store, sku), Math.floor(inStock('BER', sku) / 2));
    return quantity > 0 ? [{ sku, quantity }] : [];
  });
}

/** A Poisson draw (Knuth, The Art of Computer Programming 2, 3.4.1). */
export function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random(); product > limit; product *= random()) count += 1;
  return count;
}

/** Stock on the first day. */
export function opening(variant: DemoVariant, code: LocationCode, start: Date): number {
  const days = isBought(variant, code) ? leadOf(variant)! + ORDER_DAYS : code === 'BER' ? ROAST_DAYS : SHOP_DAYS;
  return Math.ceil(dailyNeed(variant, code) * pace(start, 0) * days);
}

/**
 * The policy of a location: purchases are reordered while the stock still lasts until the next delivery and a week
 * more.
 */
export function policy(variant: DemoVariant, code: LocationCode) {
  const daily = dailyNeed(variant, code);
  const lead = isBought(variant, code) ? leadOf(variant)! : 0;
  return { reorderPoint: Math.ceil(daily * (lead + 7)), reorderQuantity: Math.ceil(daily * 14) || 1 };
}
