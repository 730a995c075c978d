import { z } from 'zod';
import { type Problem, Refusal, referenceNotFound, refuse, refuseAll } from '../kernel/errors.ts';
import { newId } from '../kernel/ids.ts';
import {
  code,
  date,
  exactlyOne,
  type Given,
  id,
  money,
  note,
  notNegative,
  quantity,
  type RuleProblem,
  rowsOf,
  ruled,
} from '../kernel/inputs.ts';
import { command, pathOf } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import { warn, warningsOf } from '../kernel/warnings.ts';
import { findByIds } from '../store/record.ts';
import { bulkMode } from './bulk.ts';
import { Location } from './locations.ts';
import { LedgerEntry } from './stock/ledger.ts';
import { InventoryLevel } from './stock/levels.ts';
import { keyOf, type Line, shortage } from './stock/lines.ts';
import type { OutboundQuantity } from './stock/locked-costs.ts';
import type { NumberedLot } from './stock/locked-lots.ts';
import { Lot } from './stock/lots.ts';
import { ONE } from './stock/parcels.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';
import { namesVariant, variantChoice, variantsOf } from './variant-lines.ts';
import type { Variant } from './variants.ts';

const ADJUSTMENT_REASONS = ['shrinkage', 'stock_in', 'damage', 'theft', 'correction', 'other'] as const;

const adjustment = z.strictObject({
  ...variantChoice,
  locationId: id(),
  quantityChange: quantity().optional().meta({
    description:
      'Signed change. Give this or set_quantity. 0 only with unit_cost, which then prices stock of unknown cost.',
  }),
  setQuantity: notNegative()
    .optional()
    .meta({ description: 'The counted quantity: of the lot, if one is named. Give this or quantity_change.' }),
  expectedQuantity: notNegative().optional().meta({
    description:
      'Adjusts only if this quantity is on hand (in the lot, if one is named); otherwise refuses with version_conflict.',
  }),
  unitCost: money().optional().meta({
    description: "Cost of one unit added. Default: the average cost there, else the variant's.",
  }),
  reason: z.enum(ADJUSTMENT_REASONS).meta({ id: 'AdjustmentReason' }).default('correction'),
  note: note().optional(),
  lotId: id().optional().meta({ description: 'Lot of a lot-tracked variant.' }),
  lotNumber: code().optional().meta({
    description: 'Lot number of a lot-tracked variant. A positive change creates the lot if it does not exist.',
  }),
  expiryDate: date().optional().meta({ description: 'With lot_number: the last day on which the lot is good.' }),
});
type Adjustment = z.output<typeof adjustment>;

const COST_OF_LESS = { path: ['unitCost'], message: 'Is allowed only when stock is added.' };

/** The rules for an adjustment on its own. */
function rulesOf(given: Given): RuleProblem[] {
  const { lotId, lotNumber, expiryDate, quantityChange, unitCost } = given;
  const change = quantityChange instanceof Quantity ? quantityChange : undefined;
  return [
    ...namesVariant(given),
    ...exactlyOne(['quantityChange', 'setQuantity'], 'Give exactly one of quantity_change and set_quantity.')(given),
    ...(lotId !== undefined && lotNumber !== undefined
      ? [{ path: ['lotId'], message: 'Give lot_id or lot_number, not both.' }]
      : []),
    ...(expiryDate !== undefined && lotNumber === undefined
      ? [{ path: ['expiryDate'], message: 'Is allowed only with lot_number.' }]
      : []),
    ...(change?.isZero() && unitCost === undefined ? [{ path: ['quantityChange'], message: 'Must not be 0.' }] : []),
    ...(change?.isNegative() && unitCost !== undefined ? [COST_OF_LESS] : []),
  ];
}

const InventoryAdjustment = z
  .object({
    id: z.uuid().meta({ description: 'Identifier; the reference_id of its ledger entries.' }),
    variantId: z.uuid().meta({ description: 'The adjusted variant.' }),
    sku: z.string().meta({ description: 'SKU of the variant.' }),
    locationId: z.uuid().meta({ description: 'Location of the adjustment.' }),
    quantityChange: z.number().meta({ description: 'Signed change.' }),
    reason: z.enum(ADJUSTMENT_REASONS).meta({ id: 'AdjustmentReason', description: 'Reason of the adjustment.' }),
    note: z.string().nullable().meta({ description: 'Free-text note.' }),
    createdAt: z.iso.datetime().meta({ description: 'When it was adjusted.' }),
    updatedAt: z.iso.datetime().meta({ description: 'The same as created_at: an adjustment never changes.' }),
    ledgerEntry: z.unknown().nullable().meta({
      entity: LedgerEntry,
      description: 'Its ledger entry; null if nothing changed. With several lots, the first.',
    }),
    inventoryLevel: z.unknown().meta({ entity: InventoryLevel, description: 'The level now.' }),
  })
  .meta({ id: 'InventoryAdjustment', description: 'A manual change of stock.' });

export const createInventoryAdjustment = command('createInventoryAdjustment', {
  area: 'inventory',
  summary: 'Adjusts the stock of one variant at one location, by an amount or to a counted quantity.',
  refuses: ['version_conflict', 'insufficient_stock'],
  warns: ['cost_not_used'],
  input: ruled(adjustment, rulesOf),
  output: InventoryAdjustment,
  // Two adjustments of one level would both report the combined effect, and one may take what the other adds. A variant
  // may be named by SKU or by id.
  sharesTransaction: ({ sku, locationId }) => (sku === undefined ? null : `${locationId.toLowerCase()} ${sku}`),
  async run(unit, given) {
    const [adjust] = await prepare(unit, [given], () => '');
    return adjust!();
  },
});

const BulkResult = z
  .object({
    index: z.int().meta({ description: 'Index of the adjustment, from 0.' }),
    status: z.enum(['applied', 'rejected']).meta({ id: 'BulkResultStatus', description: 'Outcome.' }),
    adjustment: InventoryAdjustment.nullable().meta({ description: 'The adjustment, if it was applied.' }),
    errors: z.array(z.unknown().meta({ problem: true })).meta({ description: 'Why it was rejected.' }),
  })
  .meta({ id: 'BulkAdjustmentResult', description: 'Outcome of one adjustment of a bulk.' });

const BulkAdjustment = z
  .object({
    applied: z.int().meta({ description: 'Number of adjustments applied.' }),
    rejected: z.int().meta({ description: 'Number of adjustments rejected.' }),
    results: z.array(BulkResult).meta({ description: 'One result per given adjustment, in the same order.' }),
  })
  .meta({ id: 'BulkInventoryAdjustment', description: 'Outcome of a bulk adjustment.' });

export const BULK_MAX = 1000;

export const createInventoryAdjustments = command('createInventoryAdjustments', {
  area: 'inventory',
  summary: 'Adjusts many levels at once: all or none (atomic), or each on its own (partial).',
  refuses: ['version_conflict', 'insufficient_stock'],
  warns: ['cost_not_used'],
  // In a partial bulk, a row that breaks a rule is rejected on its own.
  input: ruled(
    z.strictObject({
      adjustments: z
        .array(adjustment.meta({ id: 'InventoryAdjustmentInput', like: LedgerEntry }))
        .min(1)
        .max(BULK_MAX)
        .meta({ description: 'The adjustments, in the order in which they are applied.' }),
      mode: bulkMode(),
    }),
    ({ adjustments, mode }) =>
      mode === 'partial'
        ? []
        : rowsOf(adjustments).flatMap(([index, row]) =>
            rulesOf(row).map(problem => ({ ...problem, path: ['adjustments', index, ...problem.path] })),
          ),
  ),
  output: BulkAdjustment,
  async run(unit, { adjustments, mode }) {
    const path = (index: number) => `adjustments[${index}]`;
    const rejected = new Map<number, readonly Problem[]>();
    const attempts = await prepare(unit, adjustments, path, mode === 'partial' ? rejected : undefined);
    const results = attempts.map((attempt, index) => {
      try {
        if (!attempt) throw new Refusal(rejected.get(index)!);
        return { index, status: 'applied', adjustment: attempt(), errors: [] };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        rejected.set(index, error.problems);
        return { index, status: 'rejected', adjustment: null, errors: error.problems };
      }
    });
    if (mode === 'atomic') refuseAll([...rejected.values()].flat());
    return warn(
      { applied: results.length - rejected.size, rejected: rejected.size, results },
      results.flatMap(({ adjustment }) => (adjustment ? warningsOf(adjustment) : [])),
    );
  },
});

/**
 * Finds and locks everything that the adjustments name, all at once, and returns one function per adjustment that
 * decides and applies it. Unknown references are refused, or if `rejected` is given recorded there, without a function.
 */
async function prepare(
  unit: Unit,
  adjustments: readonly Adjustment[],
  path: (index: number) => string,
  rejected?: Map<number, readonly Problem[]>,
) {
  const problems = new Map<number, Problem[]>();
  const note = (index: number, problem: Problem) => problems.set(index, [...(problems.get(index) ?? []), problem]);
  for (const [index, each] of adjustments.entries()) {
    for (const { message, path: inside } of rulesOf({ ...each }))
      note(index, { code: 'validation_failed', message, field: joined(path(index), pathOf(inside)) });
  }
  const [variants, locations] = await Promise.all([
    variantsOf(unit, adjustments, path, (index, problem) => problems.has(index) || note(index, problem)),
    findByIds(
      unit,
      Location,
      adjustments.map(each => each.locationId),
    ),
  ]);
  for (const [index, each] of adjustments.entries()) {
    if (!locations.has(each.locationId)) note(index, referenceNotFound('location', joined(path(index), 'locationId')));
  }
  if (!rejected) refuseAll([...problems.values()].flat());
  for (const [index, found] of problems) rejected!.set(index, found);
  const places = adjustments.flatMap((each, index) =>
    problems.has(index) ? [] : [{ variant: variants[index]!, locationId: each.locationId }],
  );
  const lotNumbers = adjustments.flatMap((each, index) =>
    problems.has(index) || each.lotNumber === undefined
      ? []
      : [{ variant: variants[index]!, lotNumber: each.lotNumber }],
  );
  const stock =
    places.length > 0
      ? await Stock.lock(unit, places, {
          lotIds: adjustments.flatMap(each => each.lotId ?? []),
          lotNumbers,
          leaving: leavingBy(
            adjustments.flatMap((each, index) => (problems.has(index) ? [] : [[each, variants[index]!] as const])),
          ),
        })
      : undefined;
  return adjustments.map((each, index) =>
    problems.has(index) ? undefined : () => adjust(unit, stock!, variants[index]!, each, path(index)),
  );
}

/** What the adjustments may take away, or price. */
function leavingBy(adjustments: readonly (readonly [Adjustment, Variant])[]): OutboundQuantity[] {
  const leaving = adjustments.flatMap(
    ([{ quantityChange, setQuantity, unitCost, locationId }, variant]): OutboundQuantity[] => {
      if (unitCost && !quantityChange?.isPositive()) return [{ variant, locationId, downTo: Quantity.zero }];
      if (setQuantity) return [{ variant, locationId, downTo: setQuantity }];
      return quantityChange!.isNegative() ? [{ variant, locationId, quantity: quantityChange!.negated() }] : [];
    },
  );
  const places = new Set(leaving.map(({ locationId, variant }) => keyOf(locationId, variant.id)));
  // Stock that an earlier row adds may be taken by a later one: its layers come after the existing ones.
  const coming = adjustments.flatMap(([{ quantityChange, locationId }, variant]) =>
    quantityChange?.isPositive() && places.has(keyOf(locationId, variant.id))
      ? [{ variant, locationId, quantity: quantityChange }]
      : [],
  );
  return [...leaving, ...coming];
}

const joined = (path: string, name: string) => (path ? `${path}.${name}` : name);

/** The lot of an adjustment: an existing one, or one to be created when stock is added. */
function lotNamedBy(
  stock: Stock,
  variant: Variant,
  adjustment: Adjustment,
  path: string,
): Lot | NumberedLot | undefined {
  const { lotId, lotNumber, expiryDate = null } = adjustment;
  if (lotId === undefined && lotNumber === undefined) return undefined;
  if (!variant.lotTracked)
    refuse('validation_failed', `${variant.sku} is not lot-tracked.`, {
      field: joined(path, lotId ? 'lotId' : 'lotNumber'),
    });
  if (lotId !== undefined) return stock.lot(variant, lotId, joined(path, 'lotId'));
  const newLot: NumberedLot = {
    lotNumber: lotNumber!,
    expiryDate,
    sourceType: 'adjustment',
    field: joined(path, 'expiryDate'),
  };
  return stock.lotNumbered(variant, newLot) ?? newLot;
}

/**
 * Decides and applies one adjustment. With a lot, `set_quantity` and `expected_quantity` mean that lot's quantity at
 * the location (docs/api.md, "Resources"). Refuses before it has changed anything, so the other rows of a partial bulk
 * can go on.
 */
function adjust(unit: Unit, stock: Stock, variant: Variant, adjustment: Adjustment, path: string) {
  const place = { variant, locationId: adjustment.locationId };
  const lot = lotNamedBy(stock, variant, adjustment, path);
  const existingLot = lot instanceof Lot ? lot : undefined;
  const level = stock.level(place);
  const current = existingLot
    ? stock.quantityOfLot(existingLot, adjustment.locationId)
    : lot
      ? Quantity.zero
      : level.quantityOnHand;
  if (adjustment.expectedQuantity && !adjustment.expectedQuantity.equals(current)) {
    const what = lot ? ` of lot ${lot.lotNumber}` : '';
    refuse('version_conflict', `${current}${what} is on hand, not ${adjustment.expectedQuantity}.`, {
      field: joined(path, 'expectedQuantity'),
      details: { quantityOnHand: current.toNumber() },
    });
  }
  const change = adjustment.quantityChange ?? adjustment.setQuantity!.minus(current);
  const quantity = change.isNegative() ? change.negated() : change;
  const field = joined(path, adjustment.quantityChange ? 'quantityChange' : 'setQuantity');
  const line: Line = { ...place, quantity, field };
  const adjustmentId = newId();
  const cause: Cause = {
    entryType: 'adjustment',
    referenceId: adjustmentId,
    reason: adjustment.reason,
    note: adjustment.note ?? null,
  };
  const { unitCost } = adjustment;
  if (change.isNegative() && unitCost)
    refuse('validation_failed', COST_OF_LESS.message, { field: joined(path, 'unitCost') });
  if (change.isNegative() && lot && !existingLot) refuseAll([shortage(line, quantity, Quantity.zero)]);
  const entries = change.isZero()
    ? priced(stock, line, cause, adjustment, lot, path)
    : change.isPositive()
      ? [stock.put(line, cause, lot, unitCost ? { value: unitCost.times(quantity, ONE, field) } : {})]
      : stock.take(line, cause, existingLot && [{ lotId: existingLot.id, quantity, field }]);
  const isUnused =
    unitCost !== undefined &&
    entries.length === 0 &&
    current.isPositive() &&
    !stock.costs({ ...line, quantity: current }, unitCost, existingLot);
  const now = unit.now();
  const record = {
    id: adjustmentId,
    variantId: variant.id,
    sku: variant.sku,
    locationId: adjustment.locationId,
    quantityChange: change,
    reason: adjustment.reason,
    note: adjustment.note ?? null,
    createdAt: now,
    updatedAt: now,
    ledgerEntry: entries[0] ?? null,
    inventoryLevel: level,
  };
  return warn(record, isUnused ? [{ ...COST_NOT_USED, field: joined(path, 'unitCost') }] : []);
}

const COST_NOT_USED = {
  code: 'cost_not_used',
  message: 'Nothing was added, and the stock there has a different cost, so this cost was not used.',
} as const;

/** Prices stock of unknown cost. Refuses if there is none, unless the adjustment only confirms a quantity. */
function priced(
  stock: Stock,
  line: Line,
  cause: Cause,
  { unitCost, setQuantity }: Adjustment,
  lot: Lot | NumberedLot | undefined,
  path: string,
): LedgerEntry[] {
  const field = joined(path, 'unitCost');
  const isThere = lot === undefined || lot instanceof Lot;
  const entry = unitCost && isThere ? stock.price(line, unitCost, cause, lot, field) : undefined;
  if (unitCost && !entry && !setQuantity)
    refuse('validation_failed', `All stock of ${line.variant.sku} there already has a known cost.`, { field });
  return entry ? [entry] : [];
}
