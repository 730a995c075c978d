import { addDays, daysBetween, type Period } from '../kernel/calendar.ts';
import type { Filled } from './slots.ts';
import { type ToolCall, type ToolName, toolCall, tools } from './tools.ts';

/** From what was said to the arguments of a tool. Whatever had to be assumed on the way is added to the assumptions. */
export function callFor(intent: ToolName, filled: Filled, today: string): ToolCall {
  const { slots, assumptions } = filled;
  const inTransit = intent === 'transfers' && (slots.source !== undefined || slots.destination !== undefined);
  const common = {
    ...(filled.variants.length > 0
      ? { skus: [...new Set(filled.variants.map(variant => variant.sku))].slice(0, 50) }
      : {}),
    ...ids('productIds', slots.product, slots.products),
    ...(slots.category ? { categories: [slots.category] } : {}),
    ...(inTransit ? {} : ids('locationIds', slots.location, slots.locations)),
    ...(slots.locationType ? { locationType: slots.locationType } : {}),
    ...ids('supplierIds', slots.supplier, slots.suppliers),
  };
  const said = { ...slots };
  const taken = accepted[intent];
  const proposed: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries({ ...common, ...said, ...special(intent, filled, today) }))
    if (taken.includes(name) && value !== undefined) proposed[name] = value;
  if (intent === 'sales_summary' && !slots.period) {
    proposed['period'] = { from: addDays(today, -29), to: today };
    assumptions.push(`no period was named: the last 30 days, ${addDays(today, -29)}..${today}`);
  }
  return toolCall(intent, proposed);
}

type Reference = { id: string };
const ids = (key: string, one?: Reference, many?: Reference[]): { [key: string]: string[] } =>
  one ? { [key]: [one.id] } : many ? { [key]: many.map(({ id }) => id).slice(0, 20) } : {};

const clampDays = (days: number): number => Math.min(365, Math.max(1, Math.round(days)));

/** What a tool wants to hear differently from how it was said. */
function special(intent: ToolName, { slots, assumptions }: Filled, today: string): { [name: string]: unknown } {
  const { period, days } = slots;
  const ahead = period?.to && period.to > today ? clampDays(daysBetween(today, period.to)) : undefined;
  switch (intent) {
    case 'stock_level':
      return { asOf: period?.to && period.to < today ? period.to : undefined };
    case 'low_stock':
      return { inclusive: slots.threshold === 0 ? true : undefined };
    case 'slow_movers':
      return {
        days:
          days !== undefined
            ? clampDays(days)
            : period?.from && period.from < today
              ? clampDays(daysBetween(period.from, today))
              : undefined,
      };
    case 'inventory_aging':
      return {
        minimumDays:
          days !== undefined
            ? Math.min(3650, days)
            : period?.to && period.to < today
              ? Math.min(3650, daysBetween(period.to, today))
              : undefined,
      };
    case 'expiring_lots':
      return expiring(period, days, today);
    case 'demand_forecast':
      return period && period.from && period.from > today
        ? { period }
        : { days: days !== undefined ? clampDays(days) : ahead };
    case 'stockout_risk':
      return { days: days !== undefined ? clampDays(days) : ahead };
    case 'reorder_suggestions':
      if (slots.supplier) assumptions.push(`only items of ${slots.supplier.name}`);
      return {};
    case 'transfers':
      return { ...ids('sourceLocationIds', slots.source), ...ids('destinationLocationIds', slots.destination) };
    case 'returns':
      return slots.number?.startsWith('SO-') ? { number: undefined, orderNumber: slots.number } : {};
    default:
      return {};
  }
}

function expiring(period: Period | undefined, days: number | undefined, today: string): { [name: string]: unknown } {
  if (!period) return { days: days !== undefined ? clampDays(days) : undefined };
  if (days !== undefined && period.from === today) return { days: clampDays(days), period: undefined };
  return { period, days: undefined };
}

/** Which of the slots a tool takes: the names of its own arguments. */
const accepted = Object.fromEntries(
  Object.entries(tools).map(([name, { arguments: schema }]) => [name, Object.keys(schema.shape)]),
) as { [tool in ToolName]: string[] };
