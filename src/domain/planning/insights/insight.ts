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

/** What to do about it: one request, ready to be sent. Spelled as REST spells it. */
export interface Action {
  type: string;
  method: 'GET' | 'POST' | 'PATCH';
  path: string;
  payload?: object;
  /** What must be said first, because nobody knows it yet. */
  missing?: string[];
}

/** Something worth knowing, with its evidence. */
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
  /** The figures behind it, spelled as REST spells them. */
  metrics: { [figure: string]: number | string | null };
  suggestedAction: Action;
  /** Money at stake, or units where there is no cost, per day that is left: what it is ranked by. */
  urgency: number;
}

/** The same finding has the same id on every run: its type and what it is about. */
export const idOf = (organizationId: string, finding: Finding): string => uuidv5(nameOf(finding), organizationId);

const nameOf = ({ type, variantId, locationId, lotId, purchaseOrderId, reference }: Finding): string =>
  [type, variantId, locationId, lotId, purchaseOrderId, ...(reference ? [reference.type, reference.id] : [])].join(' ');

/** The most urgent first. */
export function ranked(findings: readonly Finding[]): Finding[] {
  const rank = (finding: Finding) => SEVERITIES.indexOf(finding.severity);
  return findings.toSorted((a, b) => rank(a) - rank(b) || b.urgency - a.urgency || (nameOf(a) < nameOf(b) ? -1 : 1));
}

export const rounded = (value: number, decimals = 2): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
/** What a planner orders: whole units. */
export const whole = (value: number): number => Math.max(0, Math.ceil(rounded(value, 4)));
