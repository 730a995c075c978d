import { createProduct } from '../domain/create-products.ts';
import { createInventoryAdjustments } from '../domain/inventory-adjustments.ts';
import { createInventoryPolicy } from '../domain/inventory-policies.ts';
import { createLandedCost } from '../domain/landed-costs.ts';
import { createLocation } from '../domain/locations.ts';
import { fulfillOrder } from '../domain/order-fulfillment.ts';
import { createOrder } from '../domain/orders.ts';
import { recordDemandHistory } from '../domain/planning/demand-history.ts';
import { putProductPicture } from '../domain/product-pictures.ts';
import { completeProductionBatch } from '../domain/production-batch-completion.ts';
import { createProductionBatch, startProductionBatch } from '../domain/production-batches.ts';
import { receivePurchaseOrder } from '../domain/purchase-order-receipts.ts';
import { createPurchaseOrder } from '../domain/purchase-orders.ts';
import { createRecipe } from '../domain/recipes.ts';
import { receiveStockTransfer } from '../domain/stock-transfer-receipts.ts';
import { createStockTransfer, shipStockTransfer } from '../domain/stock-transfers.ts';
import { createSupplier } from '../domain/suppliers.ts';
import type { Caller, Operation } from '../kernel/operation.ts';
import { MODULES } from '../kernel/operation.ts';
import { executeIn } from '../store/execute.ts';
import type { OpenDatabase } from '../store/open-database.ts';
import { learnGrown } from '../store/statistics.ts';
import { type DemoVariant, LOCATIONS, type LocationCode, PRODUCTS, SUPPLIERS } from './catalogue.ts';
import { pictureOf } from './pictures.ts';
import { stories } from './stories.ts';
import {
  askedFor,
  bought,
  carried,
  DAYS,
  HISTORY_DAYS,
  kilogramsOf,
  opening,
  poisson,
  policy,
  roast,
} from './supply.ts';

/*
 * A year of the roastery. Its last two months are simulated with the real commands on a made-up clock: daily sales are
 * seeded random numbers, stock is bought when it runs low, roasted every other Tuesday, and moved to the shops on
 * Mondays. Earlier sales are imported as demand history, as after a move to this service. The same seed makes the same
 * year.
 */

const DAY_MS = 86_400_000;

/** Mulberry32: a small seeded random generator, good enough here. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Runs a command of the day, and returns the record that it makes or changes. */
type Run = (operation: Operation, input: object) => Promise<{ id: string }>;
type Step = (run: Run) => Promise<unknown>;

/** A purchase order that is on its way; its id is known once it is made. */
interface Bought {
  id: string;
  code: LocationCode;
  items: readonly { sku: string; quantity: number }[];
}

export interface DemoIds {
  recipes: Map<string, string>;
  locations: Map<LocationCode, string>;
  suppliers: Map<string, string>;
}

/** Between the beginnings of two stories of a day. */
const STORY_MS = 900_000;

/** Writes the year of the organization and returns the ids of its locations and suppliers. */
export async function makeYear(database: OpenDatabase, organizationId: string, until: Date): Promise<DemoIds> {
  const random = dice(20_260_315);
  const variants = PRODUCTS.flatMap(product => product.variants);
  const stock = new Map<string, number>();
  const key = (code: LocationCode, sku: string) => `${code} ${sku}`;
  const inStock = (code: LocationCode, sku: string) => stock.get(key(code, sku)) ?? 0;
  const change = (code: LocationCode, sku: string, by: number) => stock.set(key(code, sku), inStock(code, sku) + by);
  const start = new Date(Math.floor(until.getTime() / DAY_MS) * DAY_MS - DAYS * DAY_MS);
  const onOrder = new Map<string, number>();
  const position = (code: LocationCode, sku: string) => inStock(code, sku) + (onOrder.get(key(code, sku)) ?? 0);
  const ids: DemoIds = { locations: new Map(), suppliers: new Map(), recipes: new Map() };

  const caller: Caller = {
    organizationId,
    actor: 'demo',
    scopes: new Set(['admin']),
    modules: new Set(MODULES),
    database,
  };
  /**
   * Steps of one simulated day, in one transaction, each written before the next: alone, each would load and lock what
   * the one before has just written. They run again if the database aborts it, so whatever they remember may be set
   * twice. Few of them: each writing looks at all that the transaction has loaded.
   */
  const doing = (now: () => Date, ...steps: Step[]) =>
    database.transaction(
      organizationId,
      caller.actor,
      async unit => {
        const run: Run = async (operation, input) =>
          (await executeIn(unit, operation, caller, input)) as { id: string };
        // The changes of the last step are written with the commit.
        for (const step of steps.slice(0, -1)) await unit.part(() => step(run));
        await steps.at(-1)!(run);
      },
      { now },
    );

  /** The same command on several things, in one transaction: what they lock and write is sent once for all of them. */
  const sharing = (now: () => Date, operation: Operation, inputs: readonly object[]) =>
    database.together(
      organizationId,
      caller.actor,
      inputs.map(input => async unit => (await executeIn(unit, operation, caller, input)) as { id: string }),
      { now },
    );

  const soldOn = (day: number, code: LocationCode, variant: DemoVariant): number => {
    const mean = askedFor(variant, code, { start, day });
    return mean === 0 ? 0 : poisson(mean, random);
  };

  /** The products, by the SKU that their picture is drawn for. */
  const products = new Map<string, string>();
  const first = clockOf(start, 0);
  await doing(
    first,
    async run => {
      for (const location of LOCATIONS) ids.locations.set(location.code, (await run(createLocation, location)).id);
      for (const supplier of SUPPLIERS) ids.suppliers.set(supplier.code, (await run(createSupplier, supplier)).id);
    },
    async run => {
      for (const { name, category, variants: forms } of PRODUCTS) {
        const { id } = await run(createProduct, {
          name,
          category,
          variants: forms.map((form, index) => variantInput(form, ids, barcodeOf(name, index))),
        });
        products.set(forms[0]!.sku, id);
      }
    },
    async run => {
      for (const [sku, id] of products)
        await run(putProductPicture, { id, content: pictureOf(sku).toString('base64') });
      for (const [sku, items] of recipes(variants))
        ids.recipes.set(sku, (await run(createRecipe, { name: `Roast ${sku}`, sku, outputQuantity: 10, items })).id);
      for (const variant of variants.filter(({ demand }) => demand > 0)) {
        for (const code of ['BER', 'MITTE', 'MUC', 'HAM'] as const)
          await run(createInventoryPolicy, {
            sku: variant.sku,
            locationId: ids.locations.get(code),
            ...policy(variant, code),
          });
      }
    },
  );
  const opened = openingStock(variants, ids, start, change);
  await doing(first, run => run(createInventoryAdjustments, { adjustments: opened }));

  const history = Array.from({ length: HISTORY_DAYS }, (_, index) => index - HISTORY_DAYS).flatMap(day => {
    const date = new Date(start.getTime() + day * DAY_MS).toISOString().slice(0, 10);
    return LOCATIONS.flatMap(({ code }) =>
      variants.flatMap(variant => {
        const quantity = soldOn(day, code, variant);
        return quantity > 0 ? [{ sku: variant.sku, locationId: ids.locations.get(code), date, quantity }] : [];
      }),
    );
  });
  const { tell, told } = stories();
  // Beside the days, as neither needs the other.
  await tell([], () =>
    doing(first, async run => {
      for (let first = 0; first < history.length; first += 10_000)
        await run(recordDemandHistory, { rows: history.slice(first, first + 10_000) });
    }),
  );

  const arriving = new Map<number, Bought[]>();
  for (let day = 1; day < DAYS; day += 1) {
    const weekday = (new Date(start.getTime() + day * DAY_MS).getUTCDay() + 6) % 7;
    if (weekday === 0) await tell([], () => learnGrown(database.background));
    let hour = 0;
    const clock = () => clockOf(start, day, (hour += STORY_MS));
    const at = (code: LocationCode, items: readonly { sku: string }[]) => items.map(({ sku }) => key(code, sku));
    for (const order of arriving.get(day) ?? []) {
      const { code, items } = order;
      const steps: Step[] = [run => run(receivePurchaseOrder, { id: order.id })];
      for (const { sku, quantity } of items) {
        change(code, sku, quantity);
        onOrder.set(key(code, sku), (onOrder.get(key(code, sku)) ?? 0) - quantity);
      }
      // Green coffee comes by sea: its freight is known when it arrives.
      const green = items.filter(({ sku }) => sku.startsWith('GRN-'));
      if (green.length > 0)
        steps.push(run =>
          run(createLandedCost, {
            purchaseOrderId: order.id,
            description: 'Sea freight and customs',
            amount: Math.round(green.reduce((sum, item) => sum + item.quantity, 0) * FREIGHT_PER_KILOGRAM * 100) / 100,
            allocateBy: 'quantity',
            items: green.map(({ sku }) => ({ sku })),
          }),
        );
      const now = clock();
      await tell(at(code, items), () => doing(now, ...steps));
    }
    if (weekday === 0) {
      for (const [supplier, code] of SUPPLIERS.flatMap(each =>
        (['BER', 'HAM'] as const).map(place => [each, place] as const),
      )) {
        const items = bought(
          variants.filter(variant => variant.supplier === supplier.code),
          code,
          position,
          { start, day },
        ).map(({ variant: { sku, cost }, quantity }) => ({ sku, quantity, unitCost: priceOn(day, sku, cost) }));
        if (items.length === 0) continue;
        const arrives = day + supplier.leadTimeDays + Math.floor(random() * 6) - 1;
        const expectedOn = new Date(start.getTime() + (day + supplier.leadTimeDays) * DAY_MS)
          .toISOString()
          .slice(0, 10);
        const order: Bought = { id: '', code, items };
        const now = clock();
        await tell(['purchase orders', ...at(code, items)], () =>
          doing(now, async run => {
            const created = await run(createPurchaseOrder, {
              supplierId: ids.suppliers.get(supplier.code),
              locationId: ids.locations.get(code),
              expectedOn,
              ...inCurrency(supplier.code, day, items),
            });
            order.id = created.id;
          }),
        );
        arriving.set(arrives, [...(arriving.get(arrives) ?? []), order]);
        for (const { sku, quantity } of items)
          onOrder.set(key(code, sku), (onOrder.get(key(code, sku)) ?? 0) + quantity);
      }
      for (const store of ['MITTE', 'MUC', 'HAM'] as const) {
        const items = carried(store, inStock, { start, day });
        if (items.length === 0) continue;
        const transfer = { id: '' };
        const now = clock();
        await tell(['transfers', ...at('BER', items), ...at(store, items)], () =>
          doing(
            now,
            async run => {
              const places = {
                sourceLocationId: ids.locations.get('BER'),
                destinationLocationId: ids.locations.get(store),
              };
              transfer.id = (await run(createStockTransfer, { ...places, items })).id;
            },
            run => run(shipStockTransfer, { id: transfer.id }),
            run => run(receiveStockTransfer, { id: transfer.id }),
          ),
        );
        for (const { sku, quantity } of items) {
          change('BER', sku, -quantity);
          change(store, sku, quantity);
        }
      }
    }
    if (weekday === 1 && Math.floor(day / 7) % 2 === 0) {
      for (const variant of variants.filter(({ green }) => green !== undefined)) {
        const quantity = roast(variant, inStock, { start, day });
        const used = quantity * kilogramsOf(variant);
        if (quantity === 0) continue;
        const batch = { id: '' };
        const now = clock();
        await tell(['batches', key('BER', variant.green!), key('BER', variant.sku)], () =>
          doing(
            now,
            async run => {
              const planned = {
                recipeId: ids.recipes.get(variant.sku),
                locationId: ids.locations.get('BER'),
                plannedQuantity: quantity,
              };
              batch.id = (await run(createProductionBatch, planned)).id;
            },
            run => run(startProductionBatch, { id: batch.id }),
            run =>
              run(completeProductionBatch, {
                id: batch.id,
                actualQuantityProduced: quantity,
                additionalCost: Math.round(used * ROASTING_PER_KILOGRAM * 100) / 100,
              }),
          ),
        );
        change('BER', variant.green!, -used);
        change('BER', variant.sku, quantity);
      }
    }
    const sales = LOCATIONS.flatMap(({ code }) => {
      const items = variants.flatMap(variant => {
        const quantity = Math.min(soldOn(day, code, variant), inStock(code, variant.sku));
        return quantity > 0 ? [{ sku: variant.sku, quantity, unitPrice: variant.price }] : [];
      });
      for (const { sku, quantity } of items) change(code, sku, -quantity);
      return items.length > 0 ? [{ code, items }] : [];
    });
    if (sales.length === 0) continue;
    let orders: readonly { id: string }[] = [];
    const [ordering, selling] = [clock(), clock()];
    await tell(['orders', `orders of day ${day}`], async () => {
      orders = await sharing(
        ordering,
        createOrder,
        sales.map(({ code, items }) => ({ locationId: ids.locations.get(code), items })),
      );
    });
    await tell([`orders of day ${day}`, ...sales.flatMap(({ code, items }) => at(code, items))], () =>
      sharing(
        selling,
        fulfillOrder,
        orders.map(({ id }) => ({ id })),
      ),
    );
  }
  await told();
  return ids;
}

/** The clock of a story of a simulated day: the first begins at seven, and each look at it is a second later. */
function clockOf(start: Date, day: number, sinceSeven = 0): () => Date {
  let clock = start.getTime() + day * DAY_MS + 7 * 3_600_000 + sinceSeven;
  return () => new Date((clock += 1000));
}

const variantInput = (
  { sku, name, unit, cost, price, supplier, lotTracked, shelfLifeDays }: DemoVariant,
  ids: DemoIds,
  barcode: string,
) => ({
  sku,
  name,
  barcode,
  ...(unit && { unit }),
  unitCost: cost,
  unitPrice: price,
  lotTracked: lotTracked ?? false,
  shelfLifeDays: shelfLifeDays ?? null,
  supplierId: supplier ? ids.suppliers.get(supplier) : null,
});

/** A made-up EAN-13 in the range for use inside a company (GS1: prefix 2), with its check digit. */
function barcodeOf(product: string, index: number): string {
  const number = [...product].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 99_999_999_989, 7) + index;
  const digits = `2${String(number).padStart(11, '0')}`.slice(0, 12);
  const sum = [...digits].reduce((total, digit, place) => total + Number(digit) * (place % 2 ? 3 : 1), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

/** Ten units of each roasted coffee from its green one. */
const recipes = (variants: readonly DemoVariant[]) =>
  variants.flatMap(variant =>
    variant.green === undefined
      ? []
      : [[variant.sku, [{ sku: variant.green, quantity: Math.round(kilogramsOf(variant) * 100) / 10 }]] as const],
  );

function openingStock(
  variants: readonly DemoVariant[],
  ids: DemoIds,
  start: Date,
  keep: (code: LocationCode, sku: string, quantity: number) => void,
) {
  return LOCATIONS.flatMap(({ code }) =>
    variants.flatMap(variant => {
      const quantity = opening(variant, code, start);
      if (quantity <= 0) return [];
      keep(code, variant.sku, quantity);
      const lot = variant.lotTracked ? { lotNumber: `OPEN-${code}` } : {};
      return [
        {
          sku: variant.sku,
          locationId: ids.locations.get(code),
          quantityChange: quantity,
          reason: 'stock_in',
          note: 'Opening stock.',
          ...lot,
        },
      ];
    }),
  );
}

/** Freight and other costs of a kilogram of green coffee, and the cost of roasting it, in euros. */
const FREIGHT_PER_KILOGRAM = 0.35;
const ROASTING_PER_KILOGRAM = 0.8;

/**
 * A supplier's price on this day: coffee has become more expensive over the year and fluctuates by a few percent,
 * anything else hardly does.
 */
function priceOn(day: number, sku: string, cost: number): number {
  const isCoffee = sku.startsWith('GRN-');
  const phase = [...sku].reduce((sum, letter) => sum + letter.codePointAt(0)!, 0);
  const trend = isCoffee ? 0.88 + (0.14 * day) / DAYS : 0.97 + (0.03 * day) / DAYS;
  const swing = (isCoffee ? 0.05 : 0.01) * Math.sin((day + phase) / 19);
  return Math.round(cost * (trend + swing) * 100) / 100;
}

/** The suppliers that invoice in dollars. */
const IN_DOLLARS = 'ANDES';

/** The order's lines at the supplier's prices: those in dollars at the rate of the day. */
function inCurrency(
  supplier: string,
  day: number,
  items: readonly { sku: string; quantity: number; unitCost: number }[],
) {
  if (supplier !== IN_DOLLARS) return { items };
  const exchangeRate = Math.round((0.91 + 0.015 * Math.sin(day / 11)) * 10_000) / 10_000;
  const inDollars = (cost: number) => Math.round((cost / exchangeRate) * 100) / 100;
  return { currency: 'USD', exchangeRate, items: items.map(item => ({ ...item, unitCost: inDollars(item.unitCost) })) };
}
