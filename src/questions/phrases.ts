import {
  average,
  backward,
  type Choice,
  choicesOf,
  expired,
  grouping,
  outOfStock,
  soonOut,
  supplierWords,
} from './choices.ts';
import type { Reading } from './reading.ts';
import type { Intent } from './tools.ts';

/** The small words that turn a tool: how many rows, which order, which status, below what. */
export interface PhraseSlots {
  limit?: number;
  threshold?: number;
  order?: 'asc' | 'desc';
  sortBy?: 'lead_time' | 'on_time' | 'name' | 'quantity' | 'price';
  status?: string;
  measure?: string;
  field?: string;
  groupBy?: string;
  aggregate?: 'sum' | 'average' | 'count';
  direction?: 'forward' | 'backward';
  kind?: 'slow' | 'dead' | 'overstock';
  reason?: string;
  condition?: string;
  entryType?: string;
  severity?: string;
  type?: string;
  expired?: boolean;
  /** Those that lack it: "products without a supplier". */
  unset?: boolean;
}

const pick = (text: string, options: readonly Choice[]): string | undefined =>
  options.find(([, words]) => words.test(text))?.[0];

export function phraseSlots(reading: Reading, intent: Intent): PhraseSlots {
  const text = phraseOf(reading);
  const slots: PhraseSlots = {};
  const set = <K extends keyof PhraseSlots>(key: K, value: PhraseSlots[K] | undefined): void => {
    if (value !== undefined) slots[key] = value;
  };
  set('limit', limitIn(text));
  set('threshold', thresholdIn(text, intent));
  for (const [key, options] of Object.entries(choicesOf[intent] ?? {})) set(key as 'status', pick(text, options));
  if (intent === 'sales_summary' || intent === 'orders_list' || intent === 'waste_summary')
    set('groupBy', slots.groupBy ?? pick(text, grouping));
  if (intent === 'sales_summary' && average.test(text)) slots.aggregate = 'average';
  if (
    countable.has(intent) &&
    /\b(how many|number of|count of|wie viele|cuant[oa]s|combien|quant[oa]s|quanti|quante)\b/.test(text) &&
    !/how many (units|\{(item|unknown|category)\})/.test(text)
  )
    slots.aggregate = 'count';
  if (countedThings[intent]?.test(text)) slots.aggregate = 'count';
  // "How much is the travel mug?"
  if (intent === 'product_lookup' && /\bhow much (?:is|are|does) (?:a |an |the |one )?\{item\}/.test(text))
    slots.field ??= 'price';
  // "List all syrups" is no question about their category.
  if (
    intent === 'product_lookup' &&
    slots.field === 'category' &&
    reading.names.some(match => match.names.some(name => name.named.kind === 'category'))
  )
    delete slots.field;
  if (lacking[intent]?.test(text)) slots.unset = true;
  if (intent === 'lot_trace') slots.direction = backward.test(text) ? 'backward' : 'forward';
  if (intent === 'supplier_performance') Object.assign(slots, supplierOrder(text));
  if (intent === 'purchase_orders' && /\bdid\b.*\b(?:deliver|receive)\b/.test(text)) slots.status ??= 'received';
  if (intent === 'expiring_lots' && expired.test(text) && !/\b(will|next|soon|in|within)\b.*\{|\bexpiring\b/.test(text))
    slots.expired = true;
  return slots;
}

/** The sentence with its figures back in place. */
function phraseOf({ sentence, numbers, durations }: Reading): string {
  let number = 0;
  let duration = 0;
  return sentence
    .map(word =>
      word === '{n}'
        ? String(numbers[number++]!.value)
        : word === '{days}'
          ? `{days:${durations[duration++]!.days}}`
          : word,
    )
    .join(' ');
}

function limitIn(text: string): number | undefined {
  const match =
    /\b(?:top|first|last|bottom|best|worst|only|just|latest|newest|oldest|biggest|largest|limit(?: to)?|the|our|show(?: me)?|give me|list|die|los|las|les|os|as|i|gli|le) (?:my |the |our |top |unsere )?(\d+)(?! (?:days?|weeks?|months?|units?|pieces?|or|and|plus|percent|%|of|\{))\b/.exec(
      text,
    ) ??
    /\b(\d+) (?:best|worst|top|most|slowest|fastest|oldest|newest|latest|biggest|largest|smallest|least|highest|lowest|recent|products?|items?|sellers|skus|suppliers|orders|articles|artikel|produkte|productos|produits|produtos|prodotti|results|rows|meist\w+|besten|mas|plus|mais|piu|best\w+|slow\w+|fast\w+|movers|\{category\})(?!\w)/.exec(
      text,
    );
  const limit = match ? Number(match[1]) : undefined;
  return limit !== undefined &&
    Number.isInteger(limit) &&
    limit >= 1 &&
    limit <= 50 &&
    !new RegExp(`(?:than|under|below|least|over|above) ${limit}\\b`).test(text)
    ? limit
    : undefined;
}

const below =
  /(?:less than|fewer than|below|under|beneath|lower than|at most|no more than|maximum of|up to|not more than|<=?|≤|weniger als|unter|hochstens|menos de|moins de|meno di|abaixo de|sotto|only|nur|just|solo|seulement|apenas) (?:the |a |about |or equal to )?(\d+(?:\.\d+)?)/;

function thresholdIn(text: string, intent: Intent): number | undefined {
  const match = below.exec(text) ?? /(\d+(?:\.\d+)?) or (?:less|fewer|lower|weniger)/.exec(text);
  if (match) return Number(match[1]);
  if (intent === 'low_stock' && outOfStock.test(text) && !soonOut.test(text)) return 0;
  return undefined;
}
const countedThings: { [intent in Intent]?: RegExp } = {
  stock_by_location: /\bhow many (?:locations|warehouses|stores|shops|sites)\b(?! (?:have|has|hold|carry|stock))/,
  supplier_performance: /\bhow many (?:suppliers|vendors) (?:do|are|have)\b/,
};
const lacking: { [intent in Intent]?: RegExp } = {
  product_lookup:
    /\b(?:no|not|without|missing|lack\w*) (?:have )?(?:an? |any |a set )?(?:supplier|vendor|barcode|ean|price|cost|unit cost|category)\b/,
  policy_lookup:
    /\b(?:no|not|without|missing|lack\w*) (?:have )?(?:an? |any |their own )?(?:reorder|polic|replenishment|minimum|safety)/,
};
const countable = new Set<Intent>(['orders_list', 'purchase_orders', 'transfers', 'returns', 'product_lookup']);

function supplierOrder(text: string): PhraseSlots {
  const { speed, slow, fast, late, good } = supplierWords;
  if (late.test(text)) return { sortBy: 'on_time', order: 'asc' };
  if (speed.test(text))
    return { sortBy: 'lead_time', ...(slow.test(text) ? { order: 'desc' } : fast.test(text) ? { order: 'asc' } : {}) };
  return good.test(text) ? { sortBy: 'on_time', order: 'desc' } : {};
}

/** Only names, and small words around them: "and in Hamburg?", "what about decaf". */
export function isFragment({ sentence }: Reading): boolean {
  const rest = sentence
    .join(' ')
    .replace(/^(?:and |so |ok |or |then |but )*(?:what|how) about /, '')
    .split(' ');
  // "hummingbird Munich" is short for how much of it there is.
  if (rest.some(word => /^\{(item|unknown|category)\}$/.test(word)) && rest.includes('{place}')) return false;
  return rest.some(word => word.startsWith('{')) && rest.every(word => word.startsWith('{') || small.test(word));
}
const small =
  /^(and|or|the|a|an|in|at|for|of|from|on|to|with|only|just|also|then|now|same|please|ok|okay|so|but|our|my|und|oder|der|die|das|den|dem|nur|auch|fur|im|y|e|el|la|los|las|en|de|para|et|ou|le|les|du|des|pour|dans|o|os|as|em|no|na|il|lo|i|gli|di|per|da|al|s)$/;
