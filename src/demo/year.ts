import { CompiledQuery } from 'kysely';
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
  type Moment,
  opening,
  poisson,
  policy,
  roast,
  type Stock,
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
type Clock = () => Date;

interface Item {
  sku: string;
  quantity: number;
}

/** A purchase order that is on its way; its id is known once it is made. */
interface Purchase {
  id: string;
  code: LocationCode;
  items: readonly Item[];
}

/** A day of the simulation. */
interface Day extends Moment {
  /** The clock of the next story of the day. */
  clock(): Clock;
}

export interface DemoIds {
  recipes: Map<string, string>;
  locations: Map<LocationCode, string>;
  suppliers: Map<string, string>;
}

/** Between the beginnings of two stories of a day. */
const STORY_MS = 900_000;
const SHOPS = ['MITTE', 'MUC', 'HAM'] as const;
/** Its commit does not wait for the disk: the last one of the demo does, which makes all before it durable. */
const UNAWAITED = CompiledQuery.raw('set local synchronous_commit = off');

/** Writes the year of the organization and returns the ids of its locations and suppliers. */
export async function makeYear(database: OpenDatabase, organizationId: string, until: Date): Promise<DemoIds> {
  const start = new Date(Math.floor(until.getTime() / DAY_MS) * DAY_MS - DAYS * DAY_MS);
  const year = new Year(database, organizationId, start);
  await year.begin();
  await year.importHistory();
  for (let day = 1; day < DAYS; day += 1) await year.simulate(day);
  await year.end();
  return year.ids;
}

/** The stock of one variant at one location: what stories have in common that read or change it. */
const subjectOf = (code: LocationCode, sku: string) => `${code} ${sku}`;
const subjectsOf = (code: LocationCode, items: readonly { sku: string }[]) =>
  items.map(({ sku }) => subjectOf(code, sku));

/** What is in stock and on order as far as the simulation has come: the stories about it may still be running. */
class Quantities {
  readonly #stock = new Map<string, number>();
  readonly #onOrder = new Map<string, number>();

  readonly inStock: Stock = (code, sku) => this.#stock.get(subjectOf(code, sku)) ?? 0;
  /** Including what is on order. */
  readonly position: Stock = (code, sku) => this.inStock(code, sku) + this.#ordered(code, sku);

  readonly change = (code: LocationCode, sku: string, by: number): void =>
    void this.#stock.set(subjectOf(code, sku), this.inStock(code, sku) + by);
  readonly changeOrdered = (code: LocationCode, sku: string, by: number): void =>
    void this.#onOrder.set(subjectOf(code, sku), this.#ordered(code, sku) + by);

  #ordered(code: LocationCode, sku: string): number {
    return this.#onOrder.get(subjectOf(code, sku)) ?? 0;
  }
}

/** The year as it is simulated. Random numbers are drawn in the order of the calls, so that order makes the year. */
class Year {
  readonly ids: DemoIds = { locations: new Map(), suppliers: new Map(), recipes: new Map() };
  readonly #database: OpenDatabase;
  readonly #caller: Caller;
  readonly #start: Date;
  /** Everything before the first simulated day happens on the morning of the one before. */
  readonly #firstMorning: Clock;
  readonly #random = dice(20_260_315);
  readonly #variants = PRODUCTS.flatMap(product => product.variants);
  readonly #quantities = new Quantities();
  readonly #stories = stories();
  /** What arrives, by the day. */
  readonly #arrivals = new Map<number, Purchase[]>();

  constructor(database: OpenDatabase, organizationId: string, start: Date) {
    this.#database = database;
    this.#caller = {
      organizationId,
      actor: 'demo',
      scopes: new Set(['admin']),
      modules: new Set(MODULES),
      database,
    };
    this.#start = start;
    this.#firstMorning = clockOf(start, 0);
  }

  /** What there is before the first day: places, suppliers, products, recipes, policies and opening stock. */
  async begin(): Promise<void> {
    /** The products, by the SKU that their picture is drawn for. */
    const products = new Map<string, string>();
    await this.#perform(
      this.#firstMorning,
      run => this.#makePartners(run),
      run => this.#makeProducts(run, products),
      async run => {
        for (const [sku, id] of products)
          await run(putProductPicture, { id, content: pictureOf(sku).toString('base64') });
        await this.#makeRecipes(run);
        await this.#makePolicies(run);
      },
    );
    const adjustments = openingStock(this.#variants, this.ids, this.#start, this.#quantities.change);
    await this.#perform(this.#firstMorning, run => run(createInventoryAdjustments, { adjustments }));
  }

  async #makePartners(run: Run): Promise<void> {
    const { locations, suppliers } = this.ids;
    for (const location of LOCATIONS) locations.set(location.code, (await run(createLocation, location)).id);
    for (const supplier of SUPPLIERS) suppliers.set(supplier.code, (await run(createSupplier, supplier)).id);
  }

  async #makeProducts(run: Run, products: Map<string, string>): Promise<void> {
    for (const { name, category, variants } of PRODUCTS) {
      const { id } = await run(createProduct, {
        name,
        category,
        variants: variants.map((variant, index) => variantInput(variant, this.ids, barcodeOf(name, index))),
      });
      products.set(variants[0]!.sku, id);
    }
  }

  async #makeRecipes(run: Run): Promise<void> {
    for (const [sku, items] of recipes(this.#variants)) {
      const { id } = await run(createRecipe, { name: `Roast ${sku}`, sku, outputQuantity: 10, items });
      this.ids.recipes.set(sku, id);
    }
  }

  async #makePolicies(run: Run): Promise<void> {
    for (const variant of this.#variants.filter(({ demand }) => demand > 0))
      for (const code of ['BER', 'MITTE', 'MUC', 'HAM'] as const)
        await run(createInventoryPolicy, {
          sku: variant.sku,
          locationId: this.ids.locations.get(code),
          ...policy(variant, code),
        });
  }

  /** Imports the sales of the time before the first day. */
  async importHistory(): Promise<void> {
    const days = Array.from({ length: HISTORY_DAYS }, (_, index) => index - HISTORY_DAYS);
    const rows = days.flatMap(day => {
      const date = this.#dateOf(day);
      return LOCATIONS.flatMap(({ code }) =>
        this.#variants.flatMap(variant => {
          const quantity = this.#salesOf(variant, code, day);
          return quantity > 0 ? [{ sku: variant.sku, locationId: this.ids.locations.get(code), date, quantity }] : [];
        }),
      );
    });
    // Beside the days, as neither needs the other.
    await this.#stories.tell([], () =>
      this.#perform(this.#firstMorning, async run => {
        for (let first = 0; first < rows.length; first += 10_000)
          await run(recordDemandHistory, { rows: rows.slice(first, first + 10_000) });
      }),
    );
  }

  async simulate(day: number): Promise<void> {
    const start = this.#start;
    const weekday = (new Date(start.getTime() + day * DAY_MS).getUTCDay() + 6) % 7;
    const isMonday = weekday === 0;
    const isRoastingDay = weekday === 1 && Math.floor(day / 7) % 2 === 0;
    let sinceSeven = 0;
    const moment: Day = { start, day, clock: () => clockOf(start, day, (sinceSeven += STORY_MS)) };
    if (isMonday) await this.#stories.tell([], () => learnGrown(this.#database.background));
    await this.#receive(moment);
    if (isMonday) {
      await this.#buy(moment);
      await this.#supplyShops(moment);
    }
    if (isRoastingDay) await this.#roast(moment);
    await this.#sell(moment);
  }

  /** Waits for what is still being written. */
  readonly end = (): Promise<void> => this.#stories.told();

  /** Receives what arrives today. */
  async #receive({ day, clock }: Day): Promise<void> {
    for (const purchase of this.#arrivals.get(day) ?? []) {
      const { code, items } = purchase;
      for (const { sku, quantity } of items) {
        this.#quantities.change(code, sku, quantity);
        this.#quantities.changeOrdered(code, sku, -quantity);
      }
      const steps: Step[] = [run => run(receivePurchaseOrder, { id: purchase.id })];
      // Green coffee comes by sea: its freight is known when it arrives.
      const green = items.filter(({ sku }) => sku.startsWith('GRN-'));
      if (green.length > 0) steps.push(run => run(createLandedCost, freightInput(purchase.id, green)));
      const now = clock();
      await this.#stories.tell(subjectsOf(code, items), () => this.#perform(now, ...steps));
    }
  }

  /** Buys from each supplier what runs low. */
  async #buy({ start, day, clock }: Day): Promise<void> {
    for (const { code: supplier, leadTimeDays } of SUPPLIERS)
      for (const code of ['BER', 'HAM'] as const) {
        const items = bought(
          this.#variants.filter(variant => variant.supplier === supplier),
          code,
          this.#quantities.position,
          { start, day },
        ).map(({ variant: { sku, cost }, quantity }) => ({ sku, quantity, unitCost: priceOn(day, sku, cost) }));
        if (items.length === 0) continue;
        const arrives = day + leadTimeDays + Math.floor(this.#random() * 6) - 1;
        const purchase: Purchase = { id: '', code, items };
        const input = {
          supplierId: this.ids.suppliers.get(supplier),
          locationId: this.ids.locations.get(code),
          expectedOn: this.#dateOf(day + leadTimeDays),
          ...inCurrency(supplier, day, items),
        };
        const now = clock();
        await this.#stories.tell(['purchase orders', ...subjectsOf(code, items)], () =>
          this.#perform(now, async run => {
            purchase.id = (await run(createPurchaseOrder, input)).id;
          }),
        );
        this.#arrivals.set(arrives, [...(this.#arrivals.get(arrives) ?? []), purchase]);
        for (const { sku, quantity } of items) this.#quantities.changeOrdered(code, sku, quantity);
      }
  }

  /** Moves to the shops what they need and Berlin can spare. */
  async #supplyShops({ start, day, clock }: Day): Promise<void> {
    const { locations } = this.ids;
    const loads = SHOPS.flatMap(shop => {
      const items = carried(shop, this.#quantities.inStock, { start, day });
      for (const { sku, quantity } of items) {
        this.#quantities.change('BER', sku, -quantity);
        this.#quantities.change(shop, sku, quantity);
      }
      return items.length > 0 ? [{ shop, items }] : [];
    });
    if (loads.length === 0) return;
    const inputs = loads.map(({ shop, items }) => ({
      sourceLocationId: locations.get('BER'),
      destinationLocationId: locations.get(shop),
      items,
    }));
    const [planning, shipping, receiving] = [clock(), clock(), clock()];
    const subjects = loads.flatMap(({ shop, items }) => [...subjectsOf('BER', items), ...subjectsOf(shop, items)]);
    await this.#stories.tell(['transfers', ...subjects], async () => {
      const transfers = idsOf(await this.#performEach(planning, createStockTransfer, inputs));
      await this.#performEach(shipping, shipStockTransfer, transfers);
      await this.#performEach(receiving, receiveStockTransfer, transfers);
    });
  }

  /** Roasts what runs low, as far as there is green coffee. */
  async #roast({ start, day, clock }: Day): Promise<void> {
    const roasts = this.#variants.flatMap(variant => {
      const quantity = variant.green ? roast(variant, this.#quantities.inStock, { start, day }) : 0;
      if (quantity === 0) return [];
      const kilograms = quantity * kilogramsOf(variant);
      this.#quantities.change('BER', variant.green!, -kilograms);
      this.#quantities.change('BER', variant.sku, quantity);
      return [{ sku: variant.sku, green: variant.green!, quantity, kilograms }];
    });
    if (roasts.length === 0) return;
    const inputs = roasts.map(({ sku, quantity }) => ({
      recipeId: this.ids.recipes.get(sku),
      locationId: this.ids.locations.get('BER'),
      plannedQuantity: quantity,
    }));
    const [planning, starting, completing] = [clock(), clock(), clock()];
    const subjects = roasts.flatMap(({ sku, green }) => [subjectOf('BER', green), subjectOf('BER', sku)]);
    await this.#stories.tell(['batches', ...subjects], async () => {
      const batches = idsOf(await this.#performEach(planning, createProductionBatch, inputs));
      await this.#performEach(starting, startProductionBatch, batches);
      const results = roasts.map(({ quantity, kilograms }, index) => ({
        ...batches[index]!,
        actualQuantityProduced: quantity,
        additionalCost: Math.round(kilograms * ROASTING_PER_KILOGRAM * 100) / 100,
      }));
      await this.#performEach(completing, completeProductionBatch, results);
    });
  }

  /** Sells what customers ask for, as far as it is in stock: an order for each location. */
  async #sell({ day, clock }: Day): Promise<void> {
    const sales = LOCATIONS.flatMap(({ code }) => {
      const items = this.#variants.flatMap(variant => {
        const quantity = Math.min(this.#salesOf(variant, code, day), this.#quantities.inStock(code, variant.sku));
        return quantity > 0 ? [{ sku: variant.sku, quantity, unitPrice: variant.price }] : [];
      });
      for (const { sku, quantity } of items) this.#quantities.change(code, sku, -quantity);
      return items.length > 0 ? [{ code, items }] : [];
    });
    if (sales.length === 0) return;
    let orders: readonly { id: string }[] = [];
    const [ordering, selling] = [clock(), clock()];
    await this.#stories.tell(['orders', `orders of day ${day}`], async () => {
      const inputs = sales.map(({ code, items }) => ({ locationId: this.ids.locations.get(code), items }));
      orders = idsOf(await this.#performEach(ordering, createOrder, inputs));
    });
    const subjects = sales.flatMap(({ code, items }) => subjectsOf(code, items));
    await this.#stories.tell([`orders of day ${day}`, ...subjects], () =>
      this.#performEach(selling, fulfillOrder, orders),
    );
  }

  /** How much customers ask for on a day: drawn at random. */
  #salesOf(variant: DemoVariant, code: LocationCode, day: number): number {
    const mean = askedFor(variant, code, { start: this.#start, day });
    return mean === 0 ? 0 : poisson(mean, this.#random);
  }

  readonly #dateOf = (day: number): string => new Date(this.#start.getTime() + day * DAY_MS).toISOString().slice(0, 10);

  /**
   * Performs steps of one simulated day in one transaction, each written before the next: alone, each would load and
   * lock what the one before has just written. They run again if the database aborts it, so whatever they remember may
   * be set twice. Few of them: each writing looks at all that the transaction has loaded.
   */
  #perform(now: Clock, ...steps: Step[]): Promise<unknown> {
    const { organizationId, actor } = this.#caller;
    return this.#database.transaction(
      organizationId,
      actor,
      async unit => {
        unit.later(UNAWAITED);
        const run: Run = async (operation, input) =>
          (await executeIn(unit, operation, this.#caller, input)) as { id: string };
        // The changes of the last step are written with the commit.
        for (const step of steps.slice(0, -1)) await unit.part(() => step(run));
        await steps.at(-1)!(run);
      },
      { now },
    );
  }

  /** Performs a command on several things in one transaction: what they lock and write is sent once for all of them. */
  #performEach(now: Clock, operation: Operation, inputs: readonly object[]): Promise<readonly { id: string }[]> {
    const { organizationId, actor } = this.#caller;
    return this.#database.together(
      organizationId,
      actor,
      inputs.map((input, index) => async unit => {
        if (index === 0) unit.later(UNAWAITED);
        return (await executeIn(unit, operation, this.#caller, input)) as { id: string };
      }),
      { now },
    );
  }
}

const idsOf = (records: readonly { id: string }[]) => records.map(({ id }) => ({ id }));

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

/** The sea freight of green coffee, by weight. */
const freightInput = (purchaseOrderId: string, items: readonly Item[]) => ({
  purchaseOrderId,
  description: 'Sea freight and customs',
  amount: Math.round(items.reduce((sum, item) => sum + item.quantity, 0) * FREIGHT_PER_KILOGRAM * 100) / 100,
  allocateBy: 'quantity',
  items: items.map(({ sku }) => ({ sku })),
});

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
