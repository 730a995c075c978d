import { add, around, type Period, yearsBefore } from '../kernel/calendar.ts';
import type { Span } from './codes.ts';
import type { KnownVariant } from './lexicon.ts';
import type { Named, NameMatch } from './names.ts';
import { nameWords } from './normalize.ts';
import { type PhraseSlots, phraseSlots } from './phrases.ts';
import type { Reading } from './reading.ts';
import type { Intent } from './tools.ts';

interface Reference {
  id: string;
  name: string;
}

/** What a question says, in the words of the API. Only what was said is present. */
export interface Slots extends PhraseSlots {
  sku?: string;
  skus?: string[];
  product?: Reference;
  products?: Reference[];
  category?: string;
  categories?: string[];
  barcode?: string;
  location?: Reference;
  locations?: Reference[];
  locationType?: 'warehouse' | 'store' | 'other';
  source?: Reference;
  destination?: Reference;
  supplier?: Reference;
  suppliers?: Reference[];
  lotNumber?: string;
  /** SO-, PO-, TR-, RMA-, PB-, or a client's own reference. */
  number?: string;
  period?: Period;
  compareTo?: Period;
  days?: number;
}

/** A name that fits several things; the asker has to choose. */
export interface Ambiguity {
  text: string;
  kind: 'item' | 'location' | 'supplier';
  candidates: { label: string; sku?: string; id?: string }[];
}

export interface Filled {
  slots: Slots;
  variants: KnownVariant[];
  ambiguities: Ambiguity[];
  /** Every choice made for the asker, said aloud. */
  assumptions: string[];
}

export function fillSlots(reading: Reading, intent: Intent, today: string): Filled {
  const filled: Filled = { slots: {}, variants: [], ambiguities: [], assumptions: [] };
  for (const { from, to, isName } of reading.mended)
    if (isName) filled.assumptions.push(`'${from}' was read as '${to}'`);
  fillCodes(reading, intent, filled);
  fillNames(reading, intent, filled);
  fillTimes(reading, intent, today, filled);
  if (filled.slots.period && isAboutNow.has(intent)) {
    filled.assumptions.push('this shows the present: the period does not change it');
    delete filled.slots.period;
  }
  Object.assign(filled.slots, phraseSlots(reading, intent));
  const rival =
    intent === 'sales_summary' && !filled.slots.compareTo && comparing.test(reading.sentence.join(' '))
      ? rivals(filled.slots)
      : undefined;
  if (rival) filled.slots.groupBy ??= rival;
  // One document is one document, whatever else is said about it.
  if (filled.slots.number !== undefined || filled.slots.lotNumber !== undefined) delete filled.slots.status;
  if (filled.slots.days !== undefined && spanIsDays.has(intent)) delete filled.slots.period;
  if (filled.slots.days === undefined) {
    const spoken =
      reading.durations[0]?.days ?? reading.dates.find(date => date.days !== undefined && !date.assumed)?.days;
    if (spoken !== undefined) filled.slots.days = spoken;
  }
  return filled;
}

/** What is set against each other: "HB-250 or HB-1KG", "Munich and Hamburg". */
const rivals = ({ sku, skus, product, products, categories, locations }: Slots): string | undefined =>
  products || ((sku || skus) && product)
    ? 'product'
    : skus
      ? 'sku'
      : categories
        ? 'category'
        : locations
          ? 'location'
          : undefined;

/** Tools that only know how things stand now. */
const isAboutNow = new Set<Intent>([
  'stock_by_location',
  'low_stock',
  'reorder_suggestions',
  'inventory_value',
  'product_lookup',
  'policy_lookup',
  'insights',
]);
/** Tools that count days back from today, whichever way they were said. */
const spanIsDays = new Set<Intent>(['slow_movers', 'inventory_aging']);

const isAboutLots = new Set<Intent>(['lots', 'lot_trace', 'expiring_lots']);

function fillCodes({ codes }: Reading, intent: Intent, { slots, variants, assumptions }: Filled): void {
  for (const code of codes) {
    if (code.kind === 'document' && code.lots.length > 0 && isAboutLots.has(intent))
      slots.lotNumber ??= code.lots[0]!.lotNumber;
    else if (code.kind === 'document') slots.number ??= code.number;
    if (code.kind === 'lot') slots.lotNumber ??= code.lots[0]!.lotNumber;
    if (code.kind === 'unknown' && code.after === 'order')
      slots.number ??= /^0\d{5}$/.test(code.text) ? `SO-${code.text}` : code.text;
    if (code.kind !== 'variant') continue;
    variants.push(code.variant);
    if (code.byBarcode) slots.barcode = code.variant.barcode ?? code.text;
    if (code.misspelt) assumptions.push(`'${code.text}' was read as '${code.variant.sku}'`);
  }
}

function fillNames(reading: Reading, intent: Intent, filled: Filled): void {
  const { slots, variants, ambiguities } = filled;
  const products: Reference[] = [];
  const locations: Reference[] = [];
  const suppliers: Reference[] = [];
  const categories: string[] = [];
  const contents = new Set<NameMatch>();
  for (const [i, match] of reading.names.entries()) {
    if (contents.has(match)) continue;
    const packed = packedIn(reading, match, reading.names[i + 1]);
    if (packed.length > 0) {
      variants.push(...packed);
      contents.add(reading.names[i + 1]!);
      continue;
    }
    const text = reading.text.slice(reading.tokens[match.first]!.start, reading.tokens[match.end - 1]!.end);
    const named = prefer(
      match.names.map(name => name.named),
      reading,
      match.first,
    );
    const [only] = named;
    if (!only) continue;
    const sameProduct =
      named.every(name => name.kind === 'variant') &&
      new Set(named.map(name => (name.kind === 'variant' ? name.variant.productId : ''))).size === 1;
    if (named.length > 1 && !sameProduct && isGroup(reading, match, intent) && named.every(isItem)) {
      products.push(...named.map(each => referenceTo(each)));
      filled.assumptions.push(`'${text}' = ${products.map(product => product.name).join(', ')}`);
    } else if (named.length > 1 && !sameProduct) ambiguities.push(ambiguity(text, named));
    else if (only.kind === 'variant')
      variants.push(...named.flatMap(name => (name.kind === 'variant' ? name.variant : [])));
    else if (only.kind === 'product' && otherSize(reading, match))
      ambiguities.push({
        text: `${text} ${otherSize(reading, match)}`,
        kind: 'item',
        candidates: only.variants
          .slice(0, 8)
          .map(variant => ({ label: labelOf(variant), sku: variant.sku, id: variant.id })),
      });
    else if (only.kind === 'product')
      products.push({ id: only.variants[0]!.productId, name: only.variants[0]!.productName });
    else if (only.kind === 'category') categories.push(only.category);
    else if (only.kind === 'location') {
      const location = { id: only.location.id, name: only.location.name };
      const role = intent === 'transfers' ? roleAt(reading, match.first) : undefined;
      if (role) slots[role] = location;
      else pushOnce(locations, location);
    } else pushOnce(suppliers, { id: only.supplier.id, name: only.supplier.name });
  }
  // "what did Berlin send to Munich": the place without a preposition is the other end.
  if (locations.length === 1 && (slots.source === undefined) !== (slots.destination === undefined))
    slots[slots.source ? 'destination' : 'source'] = locations.pop()!;
  const type =
    locations.length === 0
      ? /(?<!\b(?:by|per|each|which|what|list|many|every) (?:the |our )?)\b(?:in|at|across|for|from|of) (?:all |our |the |my )*(stores|shops|warehouses|filialen|tiendas|magasins|lojas|negozi|almacenes|entrepots|magazzini|armazens)\b/.exec(
          reading.sentence.join(' '),
        )?.[1]
      : undefined;
  const asked =
    locations.length === 0 &&
    (intent === 'stock_by_location' || intent === 'sales_summary' || intent === 'inventory_value')
      ? /\b(?:which|what|how many) (store|shop|warehouse)s?\b/.exec(reading.sentence.join(' '))?.[1]
      : undefined;
  if (asked) slots.locationType = asked === 'warehouse' ? 'warehouse' : 'store';
  if (type)
    slots.locationType = /^(warehouses|almacenes|entrepots|magazzini|armazens)$/.test(type) ? 'warehouse' : 'store';
  // "How much green coffee from Brazil": the item is meant, and its category said beside it.
  const said = categories.filter(category => !variants.some(variant => variant.category === category));
  if (variants.length > 0) categories.splice(0, categories.length, ...said);
  const skus = [...new Set(variants.map(variant => variant.sku))];
  if (skus.length === 1) slots.sku = skus[0]!;
  else if (skus.length > 1) slots.skus = skus;
  if (products.length === 1) slots.product = products[0]!;
  else if (products.length > 1) slots.products = products;
  if (categories.length === 1) slots.category = categories[0]!;
  else if (categories.length > 1) slots.categories = [...new Set(categories)];
  if (locations.length === 1) slots.location = locations[0]!;
  else if (locations.length > 1) slots.locations = locations;
  if (suppliers.length === 1) slots.supplier = suppliers[0]!;
  else if (suppliers.length > 1) slots.suppliers = suppliers;
}

/** "Which mugs are not selling?" means all of them; "how many mugs" would add up what does not belong together. */
const isGroup = ({ sentence, tokens }: Reading, { end }: Span, intent: Intent): boolean =>
  aboutMany.has(intent) &&
  /[^s]s$/.test(tokens[end - 1]!.text) &&
  /\b(?:which|what|any|all|every|list|show|our|next|of|for)\b/.test(sentence.join(' ')) &&
  !/\bhow (?:many|much)\b/.test(sentence.join(' '));
const aboutMany = new Set<Intent>([
  'low_stock',
  'reorder_suggestions',
  'fast_movers',
  'slow_movers',
  'inventory_aging',
  'expiring_lots',
  'stockout_risk',
  'product_lookup',
  'purchase_orders',
  'returns',
]);
const isItem = (named: Named): named is Extract<Named, { kind: 'variant' | 'product' }> =>
  named.kind === 'variant' || named.kind === 'product';
const referenceTo = (named: Extract<Named, { kind: 'variant' | 'product' }>): Reference => {
  const variant = named.kind === 'variant' ? named.variant : named.variants[0]!;
  return { id: variant.productId, name: variant.productName };
};

/** "1 kg bags of house blend: the coffee of that size, although there are bags of that size too. */
function packedIn({ tokens }: Reading, container: NameMatch, content: NameMatch | undefined): KnownVariant[] {
  const named = content?.names.length === 1 ? content.names[0]!.named : undefined;
  if (named?.kind !== 'product' || content?.first !== container.end + 1 || tokens[container.end]?.text !== 'of')
    return [];
  const sizes = tokens
    .slice(container.first, container.end)
    .map(token => token.text)
    .filter(word => /^\d+([.,]\d+)?[a-z]+$/.test(word));
  return named.variants.filter(variant => sizes.some(size => nameWords(variant.name ?? '').includes(size)));
}

/** A size beside a product that none of its variants has: "House Blend 5kg". */
function otherSize({ tokens }: Reading, { first, end }: Span): string | undefined {
  return [tokens[end], tokens[first - 1]]
    .map(token => token?.text ?? '')
    .find(word => /^\d+([.,]\d+)?(kg|g|ml|l|oz|lb|cm|mm|pcs)$/.test(word));
}

/** "from Berlin to Hamburg", "von Berlin nach Hamburg". */
function roleAt({ tokens }: Reading, first: number): 'source' | 'destination' | undefined {
  const before =
    tokens
      .slice(Math.max(0, first - 2), first)
      .map(token => token.text)
      .filter(word => !/^(the|our|el|la|le|il|o|der|die|das|dem)$/.test(word))
      .at(-1) ?? '';
  if (/^(from|von|aus|desde|de|da|depuis|dal|left)$/.test(before)) return 'source';
  return /^(to|into|towards|nach|zu|zum|a|para|vers|al|at|reach\w*)$/.test(before) ? 'destination' : undefined;
}

const pushOnce = (list: Reference[], reference: Reference): void => {
  if (!list.some(({ id }) => id === reference.id)) list.push(reference);
};

/** A word that names a place and a supplier alike is the one its preposition asks for. */
function prefer(named: Named[], { tokens }: Reading, first: number): Named[] {
  const kinds = new Set(named.map(name => name.kind));
  if (kinds.size < 2) return named;
  const before = tokens.slice(Math.max(0, first - 2), first).map(token => token.text);
  const wanted: Named['kind'][] = before.some(word => /^(in|at|im|a|en|em|to|nach|across|dans|within)$/.test(word))
    ? ['location']
    : before.some(word =>
          /^(from|supplier|vendor|with|lieferant|proveedor|fournisseur|fornecedor|fornitore|von|bei)$/.test(word),
        )
      ? ['supplier']
      : before.some(word => /^(of|for|any|many|much|von|de|di)$/.test(word))
        ? ['variant', 'product', 'category']
        : ['location'];
  const notSupplier = named.filter(name => name.kind !== 'supplier');
  const asked = named.filter(name => wanted.includes(name.kind));
  const preferred = asked.length > 0 ? asked : notSupplier;
  return preferred.length > 0 ? preferred : named;
}

export const labelOf = (variant: KnownVariant): string =>
  `${variant.productName}${variant.name && variant.name !== variant.productName ? ` ${variant.name}` : ''} (${variant.sku})`;

function ambiguity(text: string, named: Named[]): Ambiguity {
  const kind = named.every(name => name.kind === 'location')
    ? 'location'
    : named.every(name => name.kind === 'supplier')
      ? 'supplier'
      : 'item';
  const candidates = named.slice(0, 8).map(name => {
    if (name.kind === 'variant') return { label: labelOf(name.variant), sku: name.variant.sku, id: name.variant.id };
    if (name.kind === 'product') return { label: name.variants[0]!.productName, id: name.variants[0]!.productId };
    if (name.kind === 'category') return { label: name.category };
    return name.kind === 'location'
      ? { label: name.location.name, id: name.location.id }
      : { label: name.supplier.name, id: name.supplier.id };
  });
  return { text, kind, candidates };
}

const comparing =
  /\b(than|vs|versus|compare|compared|comparison|against|gegenuber|vergleich|vergleiche|mehr .* als|mas que|plus que|moins que|mais que|piu di|piu che|rispetto|par rapport)\b/;

function fillTimes(
  { dates, sentence, text, tokens }: Reading,
  intent: Intent,
  today: string,
  { slots, assumptions }: Filled,
): void {
  const say = (first: number, end: number, period: Period): void => {
    const words = text.slice(tokens[first]!.start, tokens[end - 1]!.end);
    if (!/^\d{4}-\d\d-\d\d$/.test(words))
      assumptions.push(`'${words}' = ${period.from ?? 'the beginning'}..${period.to ?? 'open end'}`);
  };
  const plain = dates.filter(date => !date.problem && !date.shift);
  const isComparison =
    intent === 'sales_summary' || intent === 'waste_summary'
      ? comparing.test(sentence.join(' ')) || dates.some(date => date.compared || date.shift)
      : false;
  const compared =
    dates.find(date => date.compared && !date.problem) ?? (isComparison && plain.length > 1 ? plain[1] : undefined);
  const own = plain.find(date => date !== compared && !(date.assumed && date.side === 'future'));
  if (own) {
    slots.period = own.period;
    if (own.days && !own.assumed) slots.days = own.days;
    say(own.first, own.end, own.period);
  }
  const shifting = dates.find(date => date.shift);
  if (shifting?.shift && (isComparison || !own)) {
    slots.period ??= around(today, shifting.shift === 'week' ? 'week' : 'month');
    slots.compareTo = shifting.shift === 'year' ? yearsBefore(slots.period, 1) : before(slots.period);
    return;
  }
  if (!compared) return;
  if (!own) {
    // "more than last month" measures the running month against it.
    const length = compared.period.from && compared.period.to ? unitOf(compared.period) : null;
    slots.period = length ? around(today, length) : { from: null, to: today };
    assumptions.push(`compared with ${slots.period.from ?? 'the beginning'}..${slots.period.to}`);
  }
  slots.compareTo = compared.period;
  say(compared.first, compared.end, compared.period);
}

function unitOf({ from, to }: Period): 'day' | 'week' | 'month' | 'quarter' | 'year' | null {
  for (const unit of ['day', 'week', 'month', 'quarter', 'year'] as const) {
    const whole = around(from!, unit);
    if (whole.from === from && whole.to === to) return unit;
  }
  return null;
}

/** The period of the same kind just before. */
export function before({ from, to }: Period): Period {
  if (from === null || to === null) return { from: null, to: from };
  const unit = unitOf({ from, to });
  if (unit) return around(add(from, -1, unit), unit);
  const days = Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
  return { from: add(from, -days, 'day'), to: add(from, -1, 'day') };
}
