import type { Reading } from './reading.ts';
import type { Intent } from './tools.ts';

/** The small words that turn a tool: how many rows, which order, which status, below what. */
export interface PhraseSlots {
  limit?: number;
  threshold?: number;
  order?: 'asc' | 'desc';
  sortBy?: 'lead_time' | 'on_time' | 'name';
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
}

type Choice = [value: string, pattern: RegExp];
const pick = (text: string, choices: readonly Choice[]): string | undefined => choices.find(([, pattern]) => pattern.test(text))?.[0];

export function phraseSlots(reading: Reading, intent: Intent): PhraseSlots {
  const text = phraseOf(reading);
  const slots: PhraseSlots = {};
  const set = <K extends keyof PhraseSlots>(key: K, value: PhraseSlots[K] | undefined): void => {
    if (value !== undefined) slots[key] = value;
  };
  set('limit', limitIn(text));
  set('threshold', thresholdIn(text, intent));
  for (const [key, choices] of Object.entries(byIntent[intent] ?? {})) set(key as 'status', pick(text, choices));
  if (intent === 'sales_summary' || intent === 'orders_list' || intent === 'waste_summary') set('groupBy', slots.groupBy ?? pick(text, grouping));
  if (intent === 'sales_summary' && /\b(average|mean|typical|on average|durchschnitt\w*|im schnitt|promedio|moyenne|media|medio|per (day|week|month)|a (day|week|month)|each (day|week|month))\b/.test(text)) slots.aggregate = 'average';
  if (countable.has(intent) && /\b(how many|number of|count of|wie viele|cuant[oa]s|combien|quant[oa]s|quanti|quante)\b/.test(text) && !/how many (units|\{(item|unknown|category)\})/.test(text)) slots.aggregate = 'count';
  if (intent === 'lot_trace') slots.direction = /\b(come from|came from|originate|origin|backward|back|upstream|went into|used in|used for|made up|supplied|ingredients?|raw|source|input|woher|kommt|de donde|viene|vient|onde vem|dove viene|which supplier|which batch)\b/.test(text) ? 'backward' : 'forward';
  if (intent === 'supplier_performance') Object.assign(slots, supplierOrder(text));
  if (intent === 'expiring_lots' && /\b(expired|already|past (its|their|the)|out of date|gone off|abgelaufen|caducad\w+|vencid\w+|perime\w*|expire depuis|scadut\w+)\b/.test(text) && !/\b(will|next|soon|in|within)\b.*\{|\bexpiring\b/.test(text)) slots.expired = true;
  return slots;
}

/** The sentence with its figures back in place. */
function phraseOf({ sentence, numbers, durations }: Reading): string {
  let number = 0;
  let duration = 0;
  return sentence.map(word => (word === '{n}' ? String(numbers[number++]!.value) : word === '{days}' ? `{days:${durations[duration++]!.days}}` : word)).join(' ');
}

function limitIn(text: string): number | undefined {
  const match = /\b(?:top|first|last|bottom|best|worst|only|just|latest|newest|oldest|biggest|largest|limit(?: to)?|the|our|show(?: me)?|give me|list|die|los|las|les|os|as|i|gli|le) (?:my |the |our |top |unsere )?(\d+)(?! (?:days?|weeks?|months?|units?|pieces?|or|and|plus|percent|%|of|\{))\b/.exec(text)
    ?? /\b(\d+) (?:best|worst|top|most|slowest|fastest|oldest|newest|latest|biggest|largest|smallest|least|highest|lowest|recent|products?|items?|sellers|skus|suppliers|orders|articles|artikel|produkte|productos|produits|produtos|prodotti|results|rows|meist\w+|besten|mas|plus|mais|piu|best\w+|slow\w+|fast\w+|movers|\{category\})\b/.exec(text);
  const limit = match ? Number(match[1]) : undefined;
  return limit !== undefined && Number.isInteger(limit) && limit >= 1 && limit <= 50 && !new RegExp(`(?:than|under|below|least|over|above) ${limit}\\b`).test(text) ? limit : undefined;
}

const below = /(?:less than|fewer than|below|under|beneath|lower than|at most|no more than|maximum of|up to|not more than|<=?|≤|weniger als|unter|hochstens|menos de|moins de|meno di|abaixo de|sotto|only|nur|just|solo|seulement|apenas) (?:the |a |about |or equal to )?(\d+(?:\.\d+)?)/;

function thresholdIn(text: string, intent: Intent): number | undefined {
  const match = below.exec(text) ?? /(\d+(?:\.\d+)?) or (?:less|fewer|lower|weniger)/.exec(text);
  if (match) return Number(match[1]);
  if (intent === 'low_stock' && outOfStock.test(text) && !nearlyOut.test(text)) return 0;
  return undefined;
}
const outOfStock = /\b(out of stock|out of|sold out|run out|ran out|at zero|zero (?:stock|inventory|quantity)|no stock|empty|unavailable|not in stock|gone|ausverkauft|nicht auf lager|vergriffen|leer|agotad\w+|sin stock|rupture|epuise\w*|esgotad\w+|em falta|esaurit\w+)\b(?!.*\b(soon|will|next|risk)\b)/;
const nearlyOut = /\b(almost|nearly|about to|close to|running|bald|fast|presque|bientot|casi|quase|quasi)\b/;

const countable = new Set<Intent>(['orders_list', 'purchase_orders', 'transfers', 'returns', 'product_lookup']);
const grouping: Choice[] = [
  ['day', /\b(by day|per day|daily|each day|day by day|taglich|pro tag|por dia|par jour|al giorno|which day|best day)\b/], ['week', /\b(by week|per week|weekly|each week|week by week|wochentlich|pro woche|por semana|par semaine|which week|best week)\b/],
  ['month', /\b(by month|per month|monthly|each month|month by month|monatlich|pro monat|por mes|par mois|al mese|which month|best month|trend|trending|going up|growing|history|develop\w*)\b/],
  ['location', /\b(by (location|store|warehouse|shop|site)|per (location|store|warehouse|shop|site)|each (location|store|warehouse|shop)|which (store|location|shop|warehouse)|what (store|location|shop|warehouse)|pro (standort|filiale|lager)|por (tienda|almacen|loja|local|ubicacion)|par (magasin|entrepot)|per (negozio|sede|magazzino))\b/],
  ['category', /\b(by|per|each|which|pro|por|par) (category|categories|kategorie|categoria|categorie)\b/], ['product', /\b(by|per|each|pro|por|par) (product|item|sku|variant|produkt|artikel|producto|produit|produto|prodotto)\b/],
];
const orderStatus: Choice[] = [
  ['partially_fulfilled', /\bpartial\w*\b/], ['cancelled', /\b(cancel\w*|storniert\w*|cancelad\w+|annule\w*|annullat\w+)\b/], ['reserved', /\b(reserved|reserviert\w*|reservad\w+|reserve\w*s?)\b/],
  ['open', /\b(open|unfulfilled|outstanding|unshipped|not (yet )?(been )?(shipped|fulfilled|sent)|to (ship|be shipped|fulfil|fulfill|be fulfilled|pack|send|go out)|backlog|queue|backorders?|waiting|overdue|offene?n?|abiert\w+|ouvert\w+|abert\w+|apert\w+|en cours|stuck|still)\b/],
  ['fulfilled', /\b(fulfilled|shipped|completed|sent out|dispatched|delivered|did we (ship|fulfil|fulfill|dispatch)|went out|versendet\w*|erledigt\w*|enviad\w+|expedie\w*|spedit\w+)\b/], ['pending', /\b(pending|new|neue\w*|pendient\w+|en attente|pendentes?|in sospeso|in attesa)\b/],
];
const choicesOf = (record: { [key: string]: Choice[] }): { [key: string]: Choice[] } => record;

const byIntent: { [intent in Intent]?: { [key: string]: Choice[] } } = {
  stock_level: choicesOf({ measure: [
    ['reserved', /\b(reserved|allocated|committed|spoken for|tied up in orders|reserviert|reservad\w+|reservat\w+|riservat\w+)\b/], ['incoming', /\b(incoming|inbound|on order|on the way|coming)\b/],
    ['on_hold', /\b(on hold|blocked|held|quarantine)\b/], ['available', /\b(available|availability|free|can (we|i) (still )?(sell|ship|promise)|sellable|verfugbar|disponib\w+|dispon\w+)\b/], ['on_hand', /\b(on hand|physically)\b/]] }),
  orders_list: choicesOf({ status: orderStatus, order: [['asc', /\b(oldest|longest|first)\b/]] }),
  purchase_orders: choicesOf({ status: [
    ['overdue', /\b(overdue|late|delayed|past due|behind schedule|uberfallig\w*|verspatet\w*|en retard|retrasad\w+|atrasad\w+|in ritardo)\b/], ['draft', /\bdrafts?\b/], ['partially_received', /\bpartial\w*\b/], ['cancelled', /\b(cancel\w*|storniert\w*)\b/],
    ['open', /\b(open|outstanding|pending|on order|not (yet )?received|waiting|owe|owing|incoming|inbound|offene?n?|abiert\w+|ouvert\w+|abert\w+|apert\w+|still)\b/], ['submitted', /\bsubmitted\b/], ['received', /\b(received|arrived|delivered|did .* deliver)\b/]] }),
  transfers: choicesOf({ status: [['shipped', /\b(in transit|on the (way|road)|on its way|shipped|travelling|moving|unterwegs|en transito|en transit|em transito|in transito)\b/], ['partially_received', /\bpartial\w*\b/], ['open', /\b(open|outstanding|not (yet )?received|still|stuck|offene?n?)\b/], ['pending', /\bpending\b/], ['received', /\b(received|arrived|completed)\b/], ['cancelled', /\bcancel\w*\b/]] }),
  cycle_counts: choicesOf({ status: [['in_progress', /\b(in progress|running|going on|ongoing|current|laufen\w*|en curso|en cours|in corso|em andamento)\b/], ['draft', /\bdrafts?\b/], ['completed', /\b(completed|finished|last|latest|done|recent|results?)\b/], ['open', /\bopen\b/]] }),
  returns: choicesOf({ status: [['pending', /\b(pending|open|waiting|outstanding|not (yet )?received|offene?n?)\b/], ['received', /\b(received|processed)\b/], ['cancelled', /\bcancel\w*\b/]], condition: [['damaged', /\b(damaged|broken|defective)\b/], ['discarded', /\bdiscarded\b/], ['sellable', /\bsellable\b/]],
    groupBy: [['reason', /\b(why|reasons?|for what)\b/], ['product', /\b(which|what) (products?|items?)|by product|most returned|returned most|am meisten|mas\b|le plus|mais\b|di piu/]] }),
  production_batches: choicesOf({ status: [['in_progress', /\b(in progress|running|currently|being|right now|in production|ongoing|laufen\w*|en cours|en curso|in corso)\b/], ['planned', /\b(planned|scheduled|next|upcoming|will we|geplant\w*)\b/], ['completed', /\b(completed|finished|done|did we|have we|was|were|produced|haben wir)\b/], ['cancelled', /\bcancel\w*\b/], ['open', /\bopen\b/]] }),
  lots: choicesOf({ status: [['quarantine', /\b(quarantin\w*|on hold|blocked|gesperrt\w*|cuarentena|quarantena|quarentena)\b/], ['recalled', /\brecall\w*\b/], ['exhausted', /\b(exhausted|used up|empty)\b/], ['active', /\bactive\b/]] }),
  slow_movers: choicesOf({ kind: [['overstock', /\b(overstock\w*|too (much|many)|excess|surplus|uberbestand\w*|zu viel|exceso|excesso|eccesso|surstock)\b/], ['dead', /\b(dead|obsolete|stagnant|no (sales|movement)|not (been )?(sold|sell|selling|move|moving|moved)|without (any )?(sales|movement)|nobody|muerto|mort|morte|nicht verkauft|ladenhuter)\b/]] }),
  fast_movers: choicesOf({ measure: [['revenue', /\b(revenue|money|turnover|earn\w*|income|value|umsatz|ingresos|chiffre|receita|fatturato)\b/]] }),
  sales_summary: choicesOf({ measure: [['revenue', /\b(revenue|turnover|money|income|takings|earn\w*|umsatz|ingresos|chiffre d affaires|receita|faturamento|fatturato|ricavi)\b/], ['orders', /\b(number of orders|how many orders)\b/]], order: [['desc', /\b(the most|best|highest|strongest|top)\b/], ['asc', /\b(the least|worst|lowest|weakest)\b/]] }),
  inventory_value: choicesOf({ groupBy: [['location', /\b(by|per|each|which|what) (location|store|warehouse|site)|where\b/], ['category', /\b(by|per|each|which|what) (category|categories)\b/], ['supplier', /\b(by|per|each|which) supplier/], ['product', /\b(by|per|each|which|what|most valuable|most expensive|top \d+) ?(product|item|sku|stock|items)?s?\b(?=.*\b(product|item|sku|valuable|expensive|items)\b)/]], order: [['desc', /\b(most|highest|top|biggest)\b/], ['asc', /\b(least|lowest)\b/]] }),
  stock_by_location: choicesOf({ order: [['desc', /\b(most|more|highest|largest|am meisten|mas|plus|mais|piu)\b/], ['asc', /\b(least|less|fewest|lowest|menos|moins|meno)\b/]] }),
  waste_summary: choicesOf({ reason: [['expired', /\bexpired\b/], ['damaged', /\bdamaged?\b/], ['spoilage', /\b(spoil\w*)\b/], ['contamination', /\bcontaminat\w*\b/]], groupBy: [['reason', /\b(why|reasons?|causes?)\b/], ['product', /\b(which|what) (products?|items?)|by product|the most\b/], ['location', /\bby location|per location|which (location|store|warehouse)\b/]] }),
  movement_history: choicesOf({ entryType: [['adjustment', /\b(adjust\w*|corrections?|corrected|manual|korrektur\w*|ajuste\w*|rettific\w*|stolen|theft|shrink\w*|lost|missing)\b/], ['receipt', /\b(receipts?|received|receive|came in|went in|inbound|goods in)\b/], ['transfer', /\btransfer\w*\b/], ['count', /\bcount\w*\b/]], reason: [['theft', /\b(theft|stolen)\b/], ['shrinkage', /\bshrink\w*\b/], ['damage', /\bdamag\w*\b/]] }),
  product_lookup: choicesOf({ field: [['barcode', /\b(barcode|ean|upc|gtin|codigo de barras|code barres|codice a barre)\b/], ['cost', /\b(unit cost|cost us|purchase price|buying price|costs? price|cost of|what .* cost|einkaufspreis|do we pay)\b/], ['price', /\b(price|prices|priced|retail|sell for|charge|cost|costs|kostet|preis|precio|prix|preco|prezzo|cuesta|coute|custa|costa)\b/], ['supplier', /\b(supplier|vendor|who (supplies|sells us|delivers|provides|makes)|supplies|where do we (buy|get|source|order)|liefert|lieferant|suministra|fournit|fornece|fornisce)\b/], ['variants', /\b(variants?|sizes?|versions?|colou?rs?|kinds?|flavours?|flavors?)\b/], ['category', /\bcategor\w+\b/], ['sku', /\b(sku|article number|artikelnummer|item number)\b/], ['unit', /\bunit\b/], ['lot_tracked', /\blot tracked\b/]] }),
  policy_lookup: choicesOf({ field: [['lead_time_days', /\b(lead time|wiederbeschaffung\w*)\b/], ['safety_stock', /\b(safety stocks?|buffer|sicherheitsbestand|seguridad|securite|seguranca|sicurezza)\b/], ['reorder_quantity', /\b(reorder quantity|what quantity|how (much|many) .* each time|order quantity)\b/], ['reorder_point', /\b(reorder (point|level)s?|minimum|min stock|par|meldebestand|mindestbestand|how low|at what|when do we|punto de pedido|point de commande|ponto de pedido|punto di riordino|seuil)\b/]] }),
  insights: choicesOf({ severity: [['critical', /\b(critical|urgent|on fire)\b/], ['warning', /\bwarnings?\b/]], type: [['demand_spike', /\b(spikes?|jumps?|sudden)\b/], ['demand_drop', /\bdrops? in (demand|sales)|demand drops?\b/], ['oversold', /\boversold\b/]] }),
};

function supplierOrder(text: string): PhraseSlots {
  const speed = /\b(slow\w*|fast\w*|quick\w*|lead times?|delivery times?|how long|langsam\w*|schnell\w*|lent\w*|rapid\w*|veloc\w*|lieferzeit|plazo|delai|prazo|tempi)\b/.test(text);
  const late = /\b(late|delay\w*|unreliable|least (reliable|punctual)|worst|waiting|deadlines|zu spat|schlecht\w*|tarde|retard|atras\w*|ritardo|peor|pire|pior|peggior\w*|moins fiable)\b/.test(text);
  if (speed && !late) return { sortBy: 'lead_time', ...(/\b(slow\w*|langsam\w*|lent\w*)\b/.test(text) ? { order: 'desc' } : /\b(fast\w*|quick\w*|schnell\w*|rapid\w*|veloc\w*)\b/.test(text) ? { order: 'asc' } : {}) };
  if (late) return { sortBy: 'on_time', order: 'asc' };
  return /\b(best|most (reliable|punctual)|reliab\w+|punctual\w*|on time|zuverlassig\w*|punktlich\w*|fiable|confiavel|affidabil\w*|rank)\b/.test(text) ? { sortBy: 'on_time', order: 'desc' } : {};
}

/** Only names, and small words around them: "and in Hamburg?", "what about decaf". */
export function isFragment({ sentence }: Reading): boolean {
  const rest = sentence.join(' ').replace(/^(?:and |so |ok |or |then |but )*(?:what|how) about /, '').split(' ');
  return rest.some(word => word.startsWith('{')) && rest.every(word => word.startsWith('{') || small.test(word));
}
const small = /^(and|or|the|a|an|in|at|for|of|from|on|to|with|only|just|also|then|now|same|please|ok|okay|so|but|our|my|und|oder|der|die|das|den|dem|nur|auch|fur|im|y|e|el|la|los|las|en|de|para|et|ou|le|les|du|des|pour|dans|o|os|as|em|no|na|il|lo|i|gli|di|per|da|al|s)$/;
