import { v5 as uuidv5 } from 'uuid';
import {
  type CommonAction,
  type Finding,
  type InsightType,
  type Metrics,
  nameOf,
  type ReadyRequest,
  ranked,
  rounded,
} from './insight.ts';

/*
 * An insight covers what one action resolves: a transfer of everything that a store is short of, one order to a
 * supplier, one count of a location. Nobody acts on a hundred findings, but on the twenty actions that resolve them.
 */

export interface Insight extends Pick<Finding, 'type' | 'severity' | 'title' | 'message' | 'metrics' | 'urgency'> {
  id: string;
  about: Pick<Finding, (typeof ABOUT)[number]>;
  suggestedAction: CommonAction;
  /** The most urgent first. */
  findings: Finding[];
}

/** The title and message of several findings of a type: their number, what they are about, and where. */
interface GroupWords {
  count: number;
  /** The SKU if all share it, else how many there are. */
  what: string;
  is: 'is' | 'are';
  /** The location if all share it, else how many there are. */
  where: string;
  /** From where or from whom. */
  other: string;
}

interface Kind {
  /** What findings must have in common to be resolved by one action. */
  by(finding: Finding): unknown;
  title(several: GroupWords): string;
  /** What to do. */
  remedy: string | ((several: GroupWords, first: Finding) => string);
}

const BRINGS: { readonly [action: string]: (several: GroupWords) => string } = {
  create_stock_transfer: ({ other }) => `One transfer from ${other} brings them.`,
  create_purchase_order: ({ other }) => `One purchase order to ${other} brings them.`,
  create_production_batch: ({ other }) => `One batch at ${other} brings them.`,
  name_supplier: () => 'No supplier is known: name one, or add a supplier item.',
};

const shortage: Kind = {
  by({ suggestedAction: { type, path, payload } }) {
    const field = (payload ?? {}) as { [id: string]: unknown };
    const from = field['source_location_id'] ?? field['supplier_id'] ?? field['recipe_id'] ?? path;
    return [type, from, field['destination_location_id'] ?? field['location_id']];
  },
  title: ({ what, is, where }) => `${what} ${is} short at ${where}`,
  remedy: (several, { suggestedAction }) => BRINGS[suggestedAction.type]!(several),
};

/** Types that are not listed are resolved one by one. */
const KINDS: { readonly [type in InsightType]?: Kind } = {
  oversold: shortage,
  stockout_risk: shortage,
  low_stock: shortage,
  overstock: {
    by: ({ locationId }) => locationId,
    title: ({ what, where }) => `There is too much of ${what} at ${where}`,
    remedy: 'Stop reordering them until they are used up.',
  },
  dead_stock: {
    by: ({ locationId }) => locationId,
    title: ({ count, where }) => `${count} items do not move at ${where}`,
    remedy: 'Mark them down or send them back.',
  },
  demand_spike: {
    by: ({ variantId }) => variantId,
    title: ({ what, where }) => `${what} sells unusually well at ${where}`,
    remedy: 'Raise its reorder points if this continues.',
  },
  demand_drop: {
    by: ({ variantId }) => variantId,
    title: ({ what, where }) => `${what} has stopped selling at ${where}`,
    remedy: 'See whether it can be bought there, and stop reordering it.',
  },
  expiring_lots: {
    // Expired stock is cleared from a location; stock about to expire is sold first, at one price everywhere.
    by: ({ severity, variantId, locationId }) => (severity === 'critical' ? locationId : variantId),
    title: ({ count, where }) => `${count} lots at ${where} expire`,
    remedy: 'Write off what has expired, and sell the rest first.',
  },
  count_variance: {
    by: ({ locationId }) => locationId,
    title: ({ what, where }) => `Counts of ${what} differ at ${where}`,
    remedy: 'Count the location again.',
  },
  late_purchase_order: {
    by: ({ words, purchaseOrderId }) => words?.other ?? purchaseOrderId,
    title: ({ count, other }) => `${count} orders to ${other} are late`,
    remedy: 'Receive what has arrived; otherwise call the supplier.',
  },
  late_transfer: {
    by: ({ locationId, words }) => [words?.other, locationId],
    title: ({ count, other, where }) => `${count} transfers from ${other} to ${where} are late`,
    remedy: 'Receive what has arrived; otherwise look for it.',
  },
  price_jump: {
    by: ({ purchaseOrderId }) => purchaseOrderId,
    title: ({ count, other }) => `${other} has raised its prices for ${count} items`,
    remedy: 'Check the order before it is sent.',
  },
  unusual_waste: {
    by: ({ locationId }) => locationId,
    title: ({ what, where }) => `Unusually high waste of ${what} at ${where}`,
    remedy: 'See what happened there.',
  },
  missing_ingredient: {
    by: ({ locationId }) => locationId,
    title: ({ what, where }) => `Batches at ${where} lack ${what}`,
    remedy: 'Plan what they need.',
  },
  unfillable_order: {
    by: ({ locationId }) => locationId,
    title: ({ count, where }) => `${count} orders cannot be filled at ${where}`,
    remedy: 'Plan what they need.',
  },
  recalled_stock: {
    by: ({ lotId }) => lotId,
    title: ({ what, where }) => `A recalled lot of ${what} is still at ${where}`,
    remedy: 'Take it off the shelves and book it as waste.',
  },
};

/** Shortages are resolved together, whatever their type. */
const keyOf = (finding: Finding): string => {
  const kind = KINDS[finding.type];
  if (!kind) return nameOf(finding);
  return `${kind === shortage ? 'shortage' : finding.type} ${[kind.by(finding)].flat().join(' ')}`;
};

/** What one action resolves, the most urgent first. Its id stays the same while findings come and go. */
export function grouped(organizationId: string, findings: readonly Finding[]): Insight[] {
  const insights = [...Map.groupBy(ranked(findings, nameOf), keyOf)].map(([key, members]) => ({
    id: uuidv5(key, organizationId),
    ...(members.length === 1 ? alone(members[0]!) : together(members)),
    findings: members,
  }));
  return ranked(insights, ({ id }) => id);
}

type InsightContent = Omit<Insight, 'id' | 'findings'>;

const ABOUT = ['variantId', 'sku', 'locationId', 'lotId', 'purchaseOrderId', 'reference'] as const;

function alone({
  type,
  severity,
  title,
  message,
  metrics,
  suggestedAction,
  urgency,
  ...about
}: Finding): InsightContent {
  return { type, severity, title, message, metrics, suggestedAction, urgency, about };
}

const SKUS_NAMED = 3;

function together(members: readonly Finding[]): InsightContent {
  const [first] = members as [Finding];
  const kind = KINDS[first.type]!;
  const distinct = (values: readonly (string | undefined)[]) => [
    ...new Set(values.filter(value => value !== undefined)),
  ];
  const [skus, places, others] = [
    distinct(members.map(({ sku }) => sku)),
    distinct(members.map(({ words }) => words?.place)),
    distinct(members.map(({ words }) => words?.other)),
  ];
  const several: GroupWords = {
    count: members.length,
    what: skus.length === 1 ? skus[0]! : `${skus.length} items`,
    is: skus.length === 1 ? 'is' : 'are',
    where: places.length === 1 ? places[0]! : `${places.length} places`,
    other: others[0] ?? '',
  };
  const named = skus.length > 1 ? skus : distinct(members.map(({ metrics }) => metrics['number']?.toString()));
  const list = `${named.slice(0, SKUS_NAMED).join(', ')}${named.length > SKUS_NAMED ? ` and ${named.length - SKUS_NAMED} more` : ''}`;
  const remedy = typeof kind.remedy === 'string' ? kind.remedy : kind.remedy(several, first);
  return {
    type: first.type,
    severity: first.severity,
    title: kind.title(several),
    message: `${named.length > 0 ? `${list}. ` : ''}${remedy}`,
    metrics: { findings: members.length, ...sums(members) },
    suggestedAction: commonAction(members),
    urgency: members.reduce((sum, { urgency }) => sum + urgency, 0),
    about: Object.fromEntries(
      ABOUT.flatMap(name =>
        first[name] !== undefined && members.every(each => isSame(each[name], first[name]))
          ? [[name, first[name]]]
          : [],
      ),
    ),
  };
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** Amounts of money, which can be added up whatever they are about. */
const ADDED = ['value', 'stock_value', 'excess_value', 'value_at_risk', 'extra_cost'];

function sums(members: readonly Finding[]): Metrics {
  return Object.fromEntries(
    ADDED.flatMap(name => {
      const values = members.map(({ metrics }) => metrics[name]);
      return values.every(value => typeof value === 'number')
        ? [[name, rounded(values.reduce((sum, value) => sum + value, 0))]]
        : [];
    }),
  );
}

interface Line {
  sku?: string;
  supplier_item_id?: string;
  quantity?: number;
  purchase_quantity?: number;
}
interface Supply {
  location_id?: string;
  expected_on?: string;
  planned_quantity?: number;
  items?: Line[];
}

/** One request for all if possible, else theirs, one after the other. */
function commonAction(members: readonly Finding[]): CommonAction {
  const [{ suggestedAction: action }] = members as [Finding];
  const requestOf = ({ suggestedAction: { method, path, payload } }: Finding): ReadyRequest => ({
    method,
    path,
    ...(payload && { payload }),
  });
  const requests = members.map(requestOf);
  if (requests.every(request => isSame(request, requests[0]))) return action;
  const supplies = members.map(({ locationId, suggestedAction: { payload } }) => ({
    ...(payload as Supply),
    isOwn: (payload as Supply).location_id === locationId,
  }));
  if (action.type === 'create_production_batch') {
    const amounts = supplies.map(({ planned_quantity = 0, isOwn }) => ({ amount: planned_quantity, isOwn }));
    return { ...action, payload: { ...action.payload, planned_quantity: enough(amounts) } };
  }
  if (action.type === 'create_stock_transfer' || action.type === 'create_purchase_order') {
    const days = supplies.flatMap(({ expected_on }) => expected_on ?? []).sort();
    return {
      ...action,
      payload: { ...action.payload, ...(days.length > 0 && { expected_on: days[0] }), items: mergedLines(supplies) },
    };
  }
  return { type: action.type, requests };
}

/**
 * What a location needs for itself includes what it sends to those that it supplies: these are added up only to
 * compare.
 */
function enough(amounts: readonly { amount: number; isOwn: boolean }[]): number {
  const sum = (isOwn: boolean) => amounts.reduce((total, each) => total + (each.isOwn === isOwn ? each.amount : 0), 0);
  return Math.max(sum(true), sum(false));
}

function mergedLines(supplies: readonly (Supply & { isOwn: boolean })[]): Line[] {
  const lines = supplies.flatMap(({ items = [], isOwn }) => items.map(line => ({ line, isOwn })));
  return [...Map.groupBy(lines, ({ line }) => line.supplier_item_id ?? line.sku).values()].map(same => {
    const [{ line }] = same as [(typeof lines)[number]];
    const unit = line.purchase_quantity === undefined ? 'quantity' : 'purchase_quantity';
    return { ...line, [unit]: enough(same.map(each => ({ amount: each.line[unit] ?? 0, isOwn: each.isOwn }))) };
  });
}
