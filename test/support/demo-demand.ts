import { LOCATIONS, PRODUCTS } from '../../src/demo/catalogue.ts';
import { askedFor, DAYS, HISTORY_DAYS, hasStopped, poisson } from '../../src/demo/supply.ts';
import type { DemandDay } from '../../src/forecasting/demand.ts';
import { randomNumbers } from '../../src/forecasting/random.ts';

const DAY_MS = 86_400_000;

/**
 * The demand of the demo organization's customers until a day, over all locations. The last days are held out: for each
 * item, the actual and the expected demand.
 */
export function demoHeldOut(
  until: string,
  days: number,
): { items: DemandDay[][]; through: string; came: number[]; meant: number[] } {
  const random = randomNumbers(7);
  const start = new Date(Date.parse(until) - DAYS * DAY_MS);
  const dateOf = (day: number) => new Date(start.getTime() + day * DAY_MS).toISOString().slice(0, 10);
  const isSteady = (sku: string) => !hasStopped(sku, DAYS) && sku !== 'CLB-01';
  const came: number[] = [],
    meant: number[] = [];
  const items = PRODUCTS.flatMap(product => product.variants)
    .filter(({ sku, demand }) => demand > 0 && isSteady(sku))
    .map((variant, item) =>
      Array.from({ length: HISTORY_DAYS + DAYS }, (_, index) => index - HISTORY_DAYS).flatMap(day => {
        const means = LOCATIONS.map(({ code }) => askedFor(variant, code, { start, day }));
        const quantity = means.reduce((sum, mean) => sum + (mean > 0 ? poisson(mean, random) : 0), 0);
        if (day < DAYS - days) return [{ date: dateOf(day), quantity, inStock: true }];
        came[item] = (came[item] ?? 0) + quantity;
        meant[item] = (meant[item] ?? 0) + means.reduce((sum, mean) => sum + mean);
        return [];
      }),
    );
  return { items, through: dateOf(DAYS - days - 1), came, meant };
}
