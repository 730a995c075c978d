import type { ToolCall, ToolName } from './tools.ts';

/*
 * The request that answers the same rows over REST, so that an answer can be checked and had again. It is left out where there is none:
 * a request that answers something else is worse than none.
 */

interface Request {
  path: string;
  /** Every argument that the request can say, under the name it gives it. What is not here cannot be said: then there is no request. */
  parameters: { readonly [argument: string]: string };
  /** Without these the answer adds up what the request tells apart. */
  needs?: readonly string[];
  /** Arguments that leave the rows as they are, at this value. */
  idle?: { readonly [argument: string]: unknown };
}

const REQUESTS: { readonly [tool in ToolName]?: Request } = {
  stock_level: {
    path: '/inventory_levels',
    parameters: { skus: 'sku', locationIds: 'location_id' },
    needs: ['skus', 'locationIds'],
    idle: { measure: 'on_hand' },
  },
  stock_by_location: { path: '/reports/stock_by_location', parameters: {} },
  low_stock: { path: '/reports/low_stock', parameters: { locationIds: 'location_id' } },
  expiring_lots: { path: '/expiry/alerts', parameters: { days: 'days' }, idle: { expired: false } },
  cycle_counts: { path: '/cycle_counts', parameters: { status: 'status', locationIds: 'location_id' } },
  production_batches: { path: '/production_batches', parameters: { status: 'status' } },
  policy_lookup: { path: '/inventory_policies', parameters: { skus: 'sku', locationIds: 'location_id' } },
};
/** States of our own making, which are no status of a resource. */
const COMPOSED = new Set<unknown>(['open', 'overdue']);

/** The request that answers the same rows as the call, such as `GET /inventory_levels?sku=A-1&location_id=…`; null if there is none. */
export function restOf(call: ToolCall): string | null {
  const request = REQUESTS[call.tool];
  if (!request) return null;
  const { path, parameters, needs = [], idle = {} } = request;
  const given = Object.entries(call.arguments).filter(
    // How many rows are shown is no matter: a list is read from its beginning.
    ([name, value]) => value !== undefined && name !== 'limit' && idle[name] !== value,
  );
  if (needs.some(name => !given.some(([each]) => each === name))) return null;
  const query = new URLSearchParams();
  for (const [name, value] of given) {
    const parameter = parameters[name];
    const single: unknown = Array.isArray(value) ? (value.length === 1 ? value[0] : undefined) : value;
    if (!parameter || !(typeof single === 'number' || typeof single === 'string') || COMPOSED.has(single)) return null;
    query.set(parameter, String(single));
  }
  return `GET ${path}${query.size > 0 ? `?${query}` : ''}`;
}
