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
  /** The figures behind it, spelled as REST spells them. */
  metrics: { [figure: string]: number | string | null };
  suggestedAction: Action;
  /** Money at stake, or units where there is no cost, per day that is left: what it is ranked by. */
  urgency: number;
}

/** The same finding has the same id on every run: its type and what it is about. */
export const idOf = (organizationId: string, finding: Finding): string => uuidv5(nameOf(finding), organizationId);

const nameOf = ({ type, variantId, locationId, lotId, purchaseOrderId }: Finding): string =>
  [type, variantId, locationId, lotId, purchaseOrderId].join(' ');

/** The most urgent first. */
export function ranked(findings: readonly Finding[]): Finding[] {
  const rank = (finding: Finding) => SEVERITIES.indexOf(finding.severity);
  return findings.toSorted((a, b) => rank(a) - rank(b) || b.urgency - a.urgency || (nameOf(a) < nameOf(b) ? -1 : 1));
}

export const rounded = (value: number, decimals = 2): number => Math.round(value * 10 ** decimals) / 10 ** decimals;
/** What a planner orders: whole units. */
export const whole = (value: number): number => Math.max(0, Math.ceil(rounded(value, 4)));
