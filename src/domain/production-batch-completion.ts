import { sql } from 'kysely';
import { z } from 'zod';
import { addDays } from '../kernel/calendar.ts';
import { type Problem, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import { eachOnce, type Given, id, money, newCode, notNegative, ruled, target } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import { create } from '../store/record.ts';
import { today } from './organizations.ts';
import {
  LotUse,
  lockBatch,
  manufacturing,
  ProductionBatch,
  type ProductionBatchInput,
  ProductionBatchOutput,
  placesOfBatch,
  productionBatchStates,
  release,
  reservationsFor,
  stockLineOf,
} from './production-batches.ts';
import type { LedgerEntry } from './stock/ledger.ts';
import type { LotShare, NumberedLot } from './stock/locked-lots.ts';
import { lotShares, lotsAddUp } from './stock/lots.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';

/*
 * Completing a batch: its ingredients leave the stock, wasted or used, and its output enters it, with their cost and
 * with a lot that is linked to theirs.
 */

const LOTS_ADD_UP = 'The lots must add up to the quantity used, waste included.';

const usedInput = ruled(
  z.strictObject({
    productionBatchInputId: id().meta({ description: 'Which input of the batch.' }),
    actualQuantity: notNegative().optional().meta({ description: 'Quantity used. Default: as planned.' }),
    wasteQuantity: notNegative().optional().meta({ description: 'Quantity wasted in addition. Default: 0.' }),
    lots: lotShares()
      .optional()
      .meta({ description: 'Lots to take it from, waste included. Default: first expired, first out.' }),
  }),
  given => lotsAddUp(given, usedInAll(given), LOTS_ADD_UP),
).meta({ id: 'ProductionBatchInputUsed' });

/** The quantity that an input reports as used, waste included; undefined if it is left as planned. */
const usedInAll = ({ actualQuantity, wasteQuantity = Quantity.zero }: Given): unknown =>
  actualQuantity instanceof Quantity && wasteQuantity instanceof Quantity
    ? actualQuantity.plus(wasteQuantity, 'wasteQuantity')
    : undefined;

/** The quantity actually taken for one input. */
interface ActualInput {
  input: ProductionBatchInput;
  actual: Quantity;
  waste: Quantity;
  lots: readonly LotShare[];
  /** The path of the input in the request, if it is there. */
  path?: string;
}

export const completeProductionBatch = command('completeProductionBatch', {
  ...manufacturing,
  summary:
    'Completes a batch: consumes its ingredients, releases the rest of their reservation and adds the output to the stock.',
  refuses: ['invalid_state', 'already_exists', 'insufficient_stock'],
  input: ruled(
    z.strictObject({
      id: target(),
      actualQuantityProduced: notNegative(),
      inputs: z.array(usedInput).max(500).default([]),
      lotNumber: newCode()
        .optional()
        .meta({ description: 'Number of the new lot of a lot-tracked output. Default: the number of the batch.' }),
      additionalCost: money().optional().meta({
        description: 'Further cost of production, such as labor, which is added to the cost of the output.',
      }),
    }),
    eachOnce('inputs', 'productionBatchInputId'),
  ),
  output: ProductionBatch,
  async run(unit, { id: batchId, actualQuantityProduced: produced, inputs, lotNumber, additionalCost }) {
    const batch = await lockBatch(unit, batchId);
    productionBatchStates.step(batch, 'production batch', 'completed');
    if (lotNumber !== undefined && !batch.variant.lotTracked)
      refuse('validation_failed', `${batch.variant.sku} is not lot-tracked.`, { field: 'lotNumber' });
    const used = produced.isZero() ? usedOf(batch, inputs).map(allWasted) : usedOf(batch, inputs);
    const { variant } = batch;
    const newLot = produced.isPositive() && variant.lotTracked ? await lotToMake(unit, batch, lotNumber) : undefined;
    const [reserved, stock] = await Promise.all([
      reservationsFor(unit, batch),
      Stock.lock(unit, placesOfBatch(batch), {
        lotIds: used.flatMap(each => each.lots.map(lot => lot.lotId)),
        leaving: used.map(({ input, actual, waste }) => stockLineOf(batch, input, actual.plus(waste))),
        lotNumbers: newLot ? [{ variant, lotNumber: newLot.lotNumber }] : [],
      }),
    ]);
    if (newLot && stock.lotNumbered(variant, newLot)) lotExists(batch);
    requireBeyondReserved(batch, used, stock);
    release(stock, batch, reserved);
    const consumed = used.flatMap(each => consume(unit, stock, batch, each));
    if (produced.isPositive()) putOutput(unit, stock, batch, produced, newLot, costOf(consumed, additionalCost));
    batch.additionalCost = additionalCost ?? null;
    batch.actualQuantityProduced = produced;
    batch.completedAt = unit.now();
    return batch;
  },
});

function usedOf(batch: ProductionBatch, given: readonly z.output<typeof usedInput>[]): ActualInput[] {
  const inputs = new Map([...batch.inputs].map(input => [input.id, input]));
  const actuals = new Map<string, ActualInput>();
  const problems: Problem[] = [];
  for (const [
    index,
    { productionBatchInputId, actualQuantity, wasteQuantity = Quantity.zero, lots = [] },
  ] of given.entries()) {
    const path = `inputs[${index}]`;
    const input = inputs.get(productionBatchInputId);
    const actual = actualQuantity ?? input?.plannedQuantity ?? Quantity.zero;
    if (!input) problems.push(referenceNotFound('input of this batch', `${path}.productionBatchInputId`));
    else if (
      lots.length > 0 &&
      !Quantity.sum(lots.map(lot => lot.quantity)).equals(actual.plus(wasteQuantity, `${path}.wasteQuantity`))
    ) {
      problems.push({
        code: 'validation_failed',
        message: LOTS_ADD_UP,
        field: `${path}.lots`,
      });
    } else actuals.set(input.id, { input, actual, waste: wasteQuantity, lots, path });
  }
  refuseAll(problems);
  return [...inputs.values()].map(
    input => actuals.get(input.id) ?? { input, actual: input.plannedQuantity, waste: Quantity.zero, lots: [] },
  );
}

/** If a batch produced nothing, nothing was used: all of it is waste. */
const allWasted = (used: ActualInput): ActualInput => ({
  ...used,
  actual: Quantity.zero,
  waste: used.actual.plus(used.waste),
});

/**
 * What was reserved is a fact and may be taken; anything beyond it must be available (docs/api.md, "Facts and
 * promises").
 */
function requireBeyondReserved(batch: ProductionBatch, used: readonly ActualInput[], stock: Stock): void {
  const beyond = used.flatMap(({ input, actual, waste, path }) => {
    const more = actual.plus(waste, path && `${path}.wasteQuantity`).minus(input.reservedQuantity);
    const line = stockLineOf(batch, input, more, path && `${path}.actualQuantity`);
    return more.isPositive() ? [{ ...line, reserved: input.reservedQuantity }] : [];
  });
  stock.requireAvailable(beyond);
}

const causeOf = (batch: ProductionBatch, entryType: Cause['entryType']): Cause => ({
  entryType,
  referenceId: batch.id,
});

/** Takes an input out of the stock. Returns its ledger entries. */
function consume(
  unit: Unit,
  stock: Stock,
  batch: ProductionBatch,
  { input, actual, waste, lots, path }: ActualInput,
): LedgerEntry[] {
  const [forActual, forWaste] = split(
    lots.map((share, index) => ({ ...share, field: `${path}.lots[${index}].lotId` })),
    actual,
  );
  const field = path && `${path}.actualQuantity`;
  const take = (
    entryType: 'production_consumed' | 'production_wasted',
    amount: Quantity,
    shares: readonly LotShare[],
  ): LedgerEntry[] =>
    amount.isZero() ? [] : stock.take(stockLineOf(batch, input, amount, field), causeOf(batch, entryType), shares);
  const entries = [...take('production_consumed', actual, forActual), ...take('production_wasted', waste, forWaste)];
  for (const [lot, taken] of Map.groupBy(
    entries.filter(entry => entry.lot),
    entry => entry.lot!,
  )) {
    const total = Quantity.sum(taken.map(entry => entry.quantity));
    input.lots.add(create(unit, LotUse, { input, lot, lotNumber: lot.lotNumber, quantity: total, outputLot: null }));
  }
  input.actualQuantity = actual;
  input.wasteQuantity = waste;
  return entries;
}

/**
 * The cost of the output: everything that was consumed or wasted for it, and the additional cost. Unknown if any of it
 * is.
 */
function costOf(consumed: readonly LedgerEntry[], additionalCost: Quantity = Quantity.zero): Quantity | null {
  if (!consumed.every(entry => entry.valueChange && entry.unvaluedChange!.isZero())) return null;
  return Quantity.sum(consumed.map(entry => entry.valueChange!.negated())).plus(additionalCost, 'additionalCost');
}

/** The shares that make up the first amount, and the rest. */
function split(shares: readonly LotShare[], first: Quantity): [LotShare[], LotShare[]] {
  let missing = first;
  const parts: [LotShare[], LotShare[]] = [[], []];
  for (const share of shares) {
    const taken = Quantity.min(missing, share.quantity);
    const rest = share.quantity.minus(taken);
    missing = missing.minus(taken);
    if (taken.isPositive()) parts[0].push({ ...share, quantity: taken });
    if (rest.isPositive()) parts[1].push({ ...share, quantity: rest });
  }
  return parts;
}

/** Adds the output to the stock. Its lot, if it has one, is linked to every lot that went in. */
function putOutput(
  unit: Unit,
  stock: Stock,
  batch: ProductionBatch,
  produced: Quantity,
  newLot: NumberedLot | undefined,
  value: Quantity | null,
): void {
  const { variant } = batch;
  const { lot = null } = stock.put(
    { variant, locationId: batch.location.id, quantity: produced, field: 'actualQuantityProduced' },
    causeOf(batch, 'production_output'),
    newLot,
    { value },
  );
  for (const input of batch.inputs) for (const use of input.lots) use.outputLot = lot;
  batch.outputs.add(
    create(unit, ProductionBatchOutput, {
      batch,
      variant,
      sku: variant.sku,
      quantity: produced,
      lot,
      lotNumber: lot?.lotNumber ?? null,
    }),
  );
}

const LOT_NUMBER_ATTEMPTS = 20;

/** The lot that the batch creates: always a new one, or its genealogy would be mixed with another's. */
async function lotToMake(unit: Unit, batch: ProductionBatch, wanted?: string): Promise<NumberedLot> {
  const { id, number, variant } = batch;
  const numbers =
    wanted === undefined
      ? Array.from({ length: LOT_NUMBER_ATTEMPTS }, (_, index) => (index === 0 ? number : `${number}-${index + 1}`))
      : [wanted];
  const { rows } = await sql<{ lot_number: string }>`
    select l.lot_number from lots l
    where l.organization_id = ${unit.organizationId} and l.variant_id = ${variant.id}
      and l.lot_number = any(${numbers})`.execute(unit.db);
  const taken = new Set(rows.map(row => row.lot_number));
  const lotNumber = numbers.find(each => !taken.has(each)) ?? lotExists(batch);
  const expiryDate = variant.shelfLifeDays === null ? null : addDays(await today(unit), variant.shelfLifeDays!);
  return { lotNumber, expiryDate, sourceType: 'production_batch', sourceId: id };
}

const lotExists = ({ variant }: ProductionBatch): never =>
  refuse('already_exists', `A lot of ${variant.sku} with this number already exists.`, { field: 'lotNumber' });
