import { sql } from 'kysely';
import { type Problem, refuseAll } from '../kernel/errors.ts';
import { byId } from '../kernel/inputs.ts';
import { command } from '../kernel/operation.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Unit } from '../kernel/unit.ts';
import { type Warning, warn } from '../kernel/warnings.ts';
import { ofTenant } from '../store/tenant.ts';
import { CycleCount, cycleCountStates, lockCount } from './cycle-counts.ts';
import type { Line } from './stock/lines.ts';
import { Stock } from './stock/stock.ts';
import type { Cause } from './stock/write-entry.ts';

export const completeCycleCount = command('completeCycleCount', {
  area: 'counts',
  summary: 'Applies the variances of the counted items as changes of stock.',
  refuses: ['invalid_state', 'count_stale'],
  warns: ['corrected_since'],
  input: byId(),
  output: CycleCount,
  async run(unit, { id: countId }) {
    const count = await lockCount(unit, countId, 'items.variant');
    cycleCountStates.step(count, 'cycle count', 'completed');
    count.completedAt = unit.now();
    return warn(count, await applyVariances(unit, count));
  },
});

/**
 * Books each variance as a change, so that movements since the snapshot are kept. A variance that would make on hand
 * negative, or that another count has corrected since, refuses the whole count (`count_stale`). For a lot-tracked
 * variant, a shortage is taken first expired first out, lots on hold last (missing goods cannot stay on hold); a
 * surplus goes to the lot that would be picked next there, else to a new one: docs/api.md, "Cycle count states".
 */
async function applyVariances(unit: Unit, count: CycleCount): Promise<Warning[]> {
  const locationId = count.location.id;
  const lotNumber = `COUNT-${count.id}`;
  const lines = [...count.items].flatMap((item, index): (Line & { variance: Quantity })[] => {
    const { variant, variance } = item;
    if (!variance || variance.isZero()) return [];
    return [
      {
        variant,
        locationId,
        variance,
        quantity: variance.isNegative() ? variance.negated() : variance,
        field: `items[${index}].countedQuantity`,
      },
    ];
  });
  if (lines.length === 0) {
    refuseAll((await correctedSince(unit, count)).problems);
    return [];
  }
  const stock = await Stock.lock(unit, lines, {
    leaving: lines.filter(line => line.variance.isNegative()),
    lotNumbers: lines
      .filter(line => line.variant.lotTracked && line.variance.isPositive())
      .map(({ variant }) => ({ variant, lotNumber })),
  });
  const { problems, warnings } = await correctedSince(unit, count);
  refuseAll(problems);
  refuseAll(lines.flatMap(line => staleness(line, stock.level(line).quantityOnHand)));
  const cause: Cause = { entryType: 'cycle_count_adjustment', referenceId: count.id };
  for (const line of lines) {
    if (line.variance.isNegative()) stock.take(line, cause, undefined, { heldToo: true });
    else if (!line.variant.lotTracked) stock.put(line, cause);
    else stock.put(line, cause, stock.nextLot(line) ?? { lotNumber, sourceType: 'adjustment', sourceId: count.id });
  }
  return warnings;
}

function staleness(
  { variant, locationId, variance, quantity: missing, field }: Line & { variance: Quantity },
  onHand: Quantity,
): Problem[] {
  if (!variance.isNegative() || !onHand.lessThan(missing)) return [];
  const message = `The count would remove ${missing} of ${variant.sku}, but only ${onHand} are there now: set its counted quantity to null, load the count again and recount.`;
  return [
    {
      code: 'count_stale',
      message,
      field: field!,
      details: { sku: variant.sku, locationId, variance: variance.toNumber(), quantityOnHand: onHand.toNumber() },
    },
  ];
}

/**
 * The counted items that have been corrected since their expected quantity was read. If another count did so, both
 * found the same difference, and booking it twice would be wrong. An adjustment may be about something else, so it is
 * booked, but whoever completes the count is told. Read once the levels are locked.
 */
async function correctedSince(unit: Unit, count: CycleCount): Promise<{ problems: Problem[]; warnings: Warning[] }> {
  const items = [...count.items];
  const counted = items.filter(({ countedQuantity }) => countedQuantity);
  const { rows } = await sql<{ variant_id: string; quantity_on_hand: number; counted: boolean; adjusted: number }>`
    select l.variant_id, l.quantity_on_hand, bool_or(e.entry_type = 'cycle_count_adjustment') as counted,
      coalesce(sum(e.quantity_change) filter (where e.entry_type = 'adjustment'), 0) as adjusted
    from unnest(${counted.map(item => item.variant.id)}::uuid[], ${counted.map(item => item.expectedVersion)}::int[],
        ${counted.map(item => item.createdAt.toISOString())}::timestamptz[]) as w (variant_id, version, added_at)
    join inventory_levels l on ${ofTenant('l')} and l.variant_id = w.variant_id and l.location_id = ${count.location.id}
    join ledger_entries e on ${ofTenant('e')} and e.variant_id = w.variant_id and e.location_id = ${count.location.id}
      and e.sequence > coalesce(w.version, 0) and (w.version is not null or e.created_at >= w.added_at)
      and (e.entry_type = 'cycle_count_adjustment' or e.entry_type = 'adjustment' and e.reason = 'correction')
    where l.version > coalesce(w.version, 0) group by 1, 2`.execute(unit.db);
  const found = new Map(rows.map(row => [row.variant_id, row]));
  const problems: Problem[] = [];
  const warnings: Warning[] = [];
  for (const [index, { variant, variance }] of items.entries()) {
    const since = found.get(variant.id);
    if (!variance || !since) continue;
    const field = `items[${index}].countedQuantity`;
    const details = {
      sku: variant.sku,
      locationId: count.location.id,
      variance: variance.toNumber(),
      quantityOnHand: Number(since.quantity_on_hand),
    };
    if (since.counted) {
      const message = `Another count has corrected ${variant.sku} since: set its counted quantity to null, load the count again and recount.`;
      problems.push({ code: 'count_stale', message, field, details });
    } else if (!variance.isZero()) {
      const message = `${variant.sku} was adjusted by ${Quantity.of(since.adjusted)} after it was loaded, and the count has added its variance of ${variance}. Check that both do not correct the same difference.`;
      warnings.push({ code: 'corrected_since', message, field });
    }
  }
  return { problems, warnings };
}
