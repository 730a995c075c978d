/** The areas a key's scopes may name (docs/api.md, "Scopes"). `admin` operations need the scope `admin` itself. */
export const AREAS = [
  'catalog',
  'inventory',
  'orders',
  'purchasing',
  'transfers',
  'counts',
  'returns',
  'manufacturing',
  'traceability',
  'reports',
  'webhooks',
] as const;
export type Area = (typeof AREAS)[number];
