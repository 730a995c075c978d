import type { KnownVariant } from './lexicon.ts';
import type { Reading } from './reading.ts';
import type { Filled } from './slots.ts';
import type { Intent } from './tools.ts';

/** Names a question needs that nobody here knows. The answer is the same whether they exist elsewhere or nowhere. */
export interface Missing {
  answer: string;
  near: KnownVariant[];
}

/** Questions about something in particular: an unknown word in them is its name. In the others it may be just a word. */
const particular = new Set<Intent>([
  'stock_level',
  'stock_by_location',
  'demand_forecast',
  'stockout_risk',
  'sales_summary',
  'product_lookup',
  'policy_lookup',
  'movement_history',
  'reorder_suggestions',
  'purchase_orders',
  'returns',
  'waste_summary',
  'lots',
]);
const suppliers = new Set<Intent>([
  'supplier_performance',
  'purchase_orders',
  'reorder_suggestions',
  'lots',
  'product_lookup',
]);

export function missingNames(
  reading: Reading,
  intent: Intent,
  { slots, variants, ambiguities }: Filled,
): Missing | null {
  for (const code of reading.codes) {
    if (code.kind !== 'unknown' || code.after === 'order') continue;
    if (code.after === 'lot' || intent === 'lot_trace') return { answer: `I know no lot '${code.text}'.`, near: [] };
    return { answer: `I know no item or document '${code.text}'.${hint(code.near)}`, near: code.near };
  }
  const hasItem =
    variants.length > 0 ||
    slots.product !== undefined ||
    slots.products !== undefined ||
    slots.category !== undefined ||
    slots.categories !== undefined;
  if (slots.lotNumber !== undefined || slots.number !== undefined) return null;
  for (const span of reading.unknown) {
    // A size that a product does not come in is asked about, with those it does.
    if (ambiguities.length > 0 && /^\d/.test(span.text)) continue;
    const before =
      reading.tokens
        .slice(0, span.first)
        .map(token => token.text)
        .filter(
          word =>
            !/^(the|our|any|a|an|my|this|der|die|das|dem|den|el|la|los|las|le|les|il|lo|o|os|as|more|some|all|of)$/.test(
              word,
            ),
        )
        .at(-1) ?? '';
    const direct = reading.tokens[span.first - 1]?.text ?? '';
    const raw = reading.text.charAt(reading.tokens[span.first]!.start);
    const isNamed = /\p{Lu}/u.test(raw) && span.first > 0;
    const after = reading.tokens[span.end]?.text ?? '';
    // "the most dependable supplier": a quality, not a name.
    if (/^(most|least|more|less|very|so|too|really|quite|how|as|super|pretty|un)$/.test(direct) && !isNamed) continue;
    const isPlace =
      /^(in|at|from|to|into|near|within|across|im|nach|en|em|a|dans|chez|presso|inside)$/.test(before) ||
      /^(warehouse|store|shop|location|depot|lager|filiale)$/.test(after) ||
      intent === 'cycle_counts';
    const isSupplier =
      suppliers.has(intent) &&
      (/^(from|with|by|supplier|vendor|von|bei|lieferant|reliable|trust|to|proveedor|fournisseur|fornecedor|fornitore)$/.test(
        before,
      ) ||
        (intent === 'supplier_performance' && /^(is|does)$/.test(before)) ||
        /^(deliver\w*|supplier|gmbh|ltd|inc)$/.test(after));
    if (/^(customer|customers|client|clients|kunde|kunden|cliente|clientes|client)$/.test(before))
      return { answer: 'I know nothing about customers.', near: [] };
    if (intent === 'lot_trace') return { answer: `I know no lot '${span.text}'.`, near: [] };
    if (isSupplier && span.first > 0 && !slots.supplier && (isNamed || reading.isEnglish))
      return { answer: `I know no supplier '${span.text}'.`, near: [] };
    if (isPlace && (isNamed || (!slots.location && reading.isEnglish)))
      return { answer: `I know no location '${span.text}'.`, near: [] };
    if (hasItem || (/ly$/.test(span.text) && !isNamed)) continue;
    const stated =
      /^(of|for|any|many|much|von|fur|de|di|du|do|da|viel|viele)$/.test(direct) ||
      /^(of|for|any|many|much)$/.test(before);
    if (isNamed || stated || (particular.has(intent) && reading.isEnglish && span.first > 0))
      return { answer: `I know no item '${span.text}'.`, near: [] };
  }
  return null;
}

const hint = (near: KnownVariant[]): string =>
  near.length > 0 ? ` Did you mean ${near.map(variant => variant.sku).join(' or ')}?` : '';
