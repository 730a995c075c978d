import { v5 as uuidv5 } from 'uuid';

export const TYPES = [
  'stockout_risk',
  'low_stock',
  'oversold',
  'overstock',
  'dead_stock',
  'demand_spike',
  'demand_drop',
  'expiring_lots',
  'late_purchase_order',
  'count_variance',
  'late_transfer',
  'slow_supplier',
  'price_jump',
  'unusual_waste',
  'duplicate_order',
  'missing_ingredient',
  'unfillable_order',
  'recalled_stock',
  'incomplete_item',
] as const;
export type InsightType = (typeof TYPES)[number];

export const SEVERITIES = ['critical', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** A request in REST's spelling. */
export interface ReadyRequest {
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  payload?: object;
}

/**
 * What to do: a request that is ready to be sent, unless `missing` names fields of its payload that somebody has to
 * fill in.
 */
export interface Action extends ReadyRequest {
  type: string;
  missing?: string[];
}

/** What resolves several findings: one request, or several if each needs its own. */
export type CommonAction = Action | { type: string; requests: ReadyRequest[] };

/** A finding, with its evidence. */
export interface Finding {
  type: InsightType;
  severity: Severity;
  title: string;
  message: string;
  variantId?: string;
  sku?: string;
  locationId?: string;
  lotId?: string;
  purchaseOrderId?: string;
  /** What else it is about: a document, a supplier, or what is missing. */
  reference?: { type: string; id: string | null };
  /** The figures behind it, in REST's spelling. */
  metrics: Metrics;
  suggestedAction: Action;
  /** Its rank: money at stake, or units if there is no cost, per day that is left. */
  urgency: number;
  /** Where, from where or from whom, in words: used in the message of several findings together. */
  words?: { place?: string; other?: string };
}

export type Metrics = { [figure: string]: number | string | null };

/** A finding has the same id on every run: its type and what it is about. */
export const idOf = (organizationId: string, finding: Finding): string => uuidv5(nameOf(finding), organizationId);

/** What the finding is about, as one text: equal for the same finding of another run. */
export const nameOf = ({ type, variantId, locationId, lotId, purchaseOrderId, reference }: Finding): string =>
  [type, variantId, locationId, lotId, purchaseOrderId, ...(reference ? [reference.type, reference.id] : [])].join(' ');

const rank = ({ severity }: { severity: Severity }) => SEVERITIES.indexOf(severity);

/** The most urgent first; equally urgent ones always in the same order. */
export const ranked = <F extends { severity: Severity; urgency: number }>(
  findings: readonly F[],
  keyOf: (finding: F) => string,
): F[] => findings.toSorted((a, b) => rank(a) - rank(b) || b.urgency - a.urgency || (keyOf(a) < keyOf(b) ? -1 : 1));

/** To cents, unless other decimals are asked for. */
export const rounded = (value: number, decimals = 2): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
/** An amount of money; null if it is not known. */
export const money = (value: number | null): number | null => (value === null ? null : rounded(value));
/** What so many units cost; null if the cost of one is not known. */
export const amount = (units: number, unitCost: number | null): number | null =>
  money(unitCost === null ? null : units * unitCost);
/** A price in a sentence, as prices are written: `11.90`. */
export const price = (value: number): string =>
  value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 4, useGrouping: false });
/** Planners order whole units. */
export const whole = (value: number): number => Math.max(0, Math.ceil(rounded(value, 4)));
