import { LOCATIONS, PRODUCTS } from '../../src/demo/catalogue.ts';
import { askedFor, DAYS, HISTORY_DAYS, hasStopped, poisson } from '../../src/demo/supply.ts';
import type { DemandDay } from '../../src/forecasting/demand.ts';
import { randomNumbers } from '../../src/forecasting/random.ts';

const DAY_MS = 86_400_000;

/** What customers ask the demo organization for, until a day, over all of its places: the last days are kept from the forecast, and added up. */
export function demoHeldOut(until: string, days: number): { items: DemandDay[][]; through: string; later: number } {
  const random = randomNumbers(7);
  const start = new Date(Date.parse(until) - DAYS * DAY_MS);
  const dateOf = (day: number) => new Date(start.getTime() + day * DAY_MS).toISOString().slice(0, 10);
  const isSteady = (sku: string) => !hasStopped(sku, DAYS) && sku !== 'CLB-01';
  let later = 0;
  const items = PRODUCTS.flatMap(product => product.variants)
    .filter(({ sku, demand }) => demand > 0 && isSteady(sku))
    .map(variant =>
      Array.from({ length: HISTORY_DAYS + DAYS }, (_, index) => index - HISTORY_DAYS).flatMap(day => {
        const quantity = LOCATIONS.reduce((sum, { code }) => {
          const mean = askedFor(variant, code, { start, day });
          return sum + (mean > 0 ? poisson(mean, random) : 0);
        }, 0);
        if (day < DAYS - days) return [{ date: dateOf(day), quantity, inStock: true }];
        later += quantity;
        return [];
      }),
    );
  return { items, through: dateOf(DAYS - days - 1), later };
}
