import { isConceptWord } from './concepts.ts';
import { commonWords } from './common-words.ts';
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
const particular = new Set<Intent>(['stock_level', 'stock_by_location', 'demand_forecast', 'stockout_risk', 'sales_summary', 'product_lookup', 'policy_lookup', 'movement_history', 'reorder_suggestions', 'purchase_orders', 'returns', 'waste_summary', 'lots']);
const suppliers = new Set<Intent>(['supplier_performance', 'purchase_orders', 'reorder_suggestions', 'lots', 'product_lookup']);

export function missingNames(reading: Reading, intent: Intent, { slots, variants }: Filled): Missing | null {
  for (const code of reading.codes) {
    if (code.kind !== 'unknown' || code.after === 'order') continue;
    if (code.after === 'lot' || intent === 'lot_trace') return { answer: `I know no lot '${code.text}'.`, near: [] };
    return { answer: `I know no item or document '${code.text}'.${hint(code.near)}`, near: code.near };
  }
  const hasItem = variants.length > 0 || slots.product !== undefined || slots.products !== undefined || slots.category !== undefined;
  const english = isEnglish(reading);
  for (const span of reading.unknown) {
    const before = reading.tokens.slice(0, span.first).map(token => token.text).filter(word => !/^(the|our|any|a|an|my|this|der|die|das|dem|den|el|la|los|las|le|les|il|lo|o|os|as|more|some|all|of)$/.test(word)).at(-1) ?? '';
    const direct = reading.tokens[span.first - 1]?.text ?? '';
    const raw = reading.text.charAt(reading.tokens[span.first]!.start);
    const isNamed = /\p{Lu}/u.test(raw) && span.first > 0;
    const after = reading.tokens[span.end]?.text ?? '';
    // "the most dependable supplier": a quality, not a name.
    if (/^(most|least|more|less|very|so|too|really|quite|how|as|super|pretty|un)$/.test(direct) && !isNamed) continue;
    const isPlace = /^(in|at|from|to|into|near|within|across|im|nach|en|em|a|dans|chez|presso|inside)$/.test(before) || /^(warehouse|store|shop|location|depot|lager|filiale)$/.test(after);
    const isSupplier = suppliers.has(intent) && (/^(from|with|by|supplier|vendor|von|bei|lieferant|is|does|reliable|trust|to|proveedor|fournisseur|fornecedor|fornitore)$/.test(before) || /^(deliver\w*|supplier|gmbh|ltd|inc)$/.test(after));
    if (intent === 'lot_trace') return { answer: `I know no lot '${span.text}'.`, near: [] };
    if (isSupplier && span.first > 0 && !slots.supplier && (isNamed || english)) return { answer: `I know no supplier '${span.text}'.`, near: [] };
    if (isPlace && !slots.location && (isNamed || english)) return { answer: `I know no location '${span.text}'.`, near: [] };
    if (hasItem || (/ly$/.test(span.text) && !isNamed)) continue;
    const stated = /^(of|for|any|many|much|von|fur|de|di|du|do|da|viel|viele)$/.test(direct) || /^(of|for|any|many|much)$/.test(before);
    if (isNamed || stated || (particular.has(intent) && english && span.first > 0)) return { answer: `I know no item '${span.text}'.`, near: [] };
  }
  return null;
}

const hint = (near: KnownVariant[]): string => (near.length > 0 ? ` Did you mean ${near.map(variant => variant.sku).join(' or ')}?` : '');

/** In a language we know less of, an unknown word is more likely a word than a name. */
function isEnglish({ tokens }: Reading): boolean {
  const foreign = tokens.filter(({ text }) => /^(wie|viel|viele|was|welche|ist|sind|haben|wir|der|und|von|el|los|las|que|cual|cuantos|cuantas|hay|tenemos|del|les|des|est|nous|avons|combien|quel|quels|du|quantos|quantas|temos|ha|do|da|qual|quais|il|gli|abbiamo|quanti|quante|di|che|cosa|del)$/.test(text)).length;
  const known = tokens.filter(({ text }) => commonWords.has(text) || isConceptWord(text)).length;
  return foreign < 2 || foreign * 2 < known;
}
