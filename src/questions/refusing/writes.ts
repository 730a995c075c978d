import { wordsOf } from '../languages/dictionary.ts';
import { set } from '../words/tables.ts';
import { MEANINGS, type Meaning } from '../words/words.ts';

/*
 * Requests to change something are refused, with the API request that does it. Works on sentences with placeholders, to
 * distinguish "order {n} {item}" from "order {so}".
 */

const POLITE = new RegExp(
  '^(?:(?:please|kindly|just|now|then|also|ok|okay|hey|hi|hello|so|go ahead and|let us|you (?:should|must|need to|have to)|' +
    '(?:can|could|would|will) (?:you|u)|i (?:would like|want|need) (?:you )?to|we (?:want|need|would like) to|i d like to|' +
    '(?:can|could|may) (?:i|we)(?= (?:cancel|delete|remove|close|mark|receive|archive|change|update|edit|adjust|set|create|add|rename) )|' +
    'bitte|kannst du|konntest du|konnen sie|ich mochte|ich will|por favor|puedes|podrias|quiero|s il vous plait|peux tu|pouvez vous|je veux|' +
    'je voudrais|pode|quero|per favore|puoi|potresti|voglio|vorrei|' +
    `${[...wordsOf('verb_polite')].join('|')}) )*`,
);

/** Verbs that ask for a change. */
const VERBS = [...wordsOf('verb')];
/**
 * Verbs that are also nouns or adjectives in questions: they ask for a change only directly before something that can
 * be changed.
 */
const NOUNS_TOO = [...wordsOf('verb_or_noun')];
/** Verbs of a store that ask for a change only before a number of something: "take 3 mugs out of stock". */
const COUNTED = [...wordsOf('verb_counted')];
/** Verbs that ask for a change before a price or something like it, and a number: "baisse le prix de … à 9 euros". */
const SET = [...wordsOf('verb_set')];
/** "We are short of 20 mugs, can you take care of it": what is said before is to be done. */
const HANDED = [...wordsOf('verb_handed')];
export const writeVerbs: readonly string[] = [...VERBS, ...NOUNS_TOO, ...COUNTED, ...SET, ...HANDED].flatMap(verb =>
  verb.split(' '),
);

/** Of these, only a number of something is a command: "stock 20 mugs", but "stock Berlin mugs", "waste today". */
const RATHER_NOUNS = set('stock waste supply count store');
const NAMES = /^\{(?!n\})/;
const OBJECT =
  /^(\{.*|a|an|the|all|some|more|new|another|this|that|it|them|every|everything|my|our|these|those|any|up|off|back|down|el|il|o|la|le|den|die|das|un|una|une|ein|eine)$/;
/** "Buch bitte mal 5 kg": how many words of it the number is among. */
const COUNTED_WITHIN = 6;
/** What is set to a number. */
const TERMS: ReadonlySet<string> = new Set(
  [...MEANINGS].flatMap(([phrase, of]) =>
    of.some(each => each.kind === 'attribute' || (each.kind === 'topic' && each.topic === 'policy')) ? phrase : [],
  ),
);
/** A document with its noun: "order {so}". */
const NAMED =
  /^(?:order|transfer|return|batch|purchase|commande) \{(?:so|po|tr|rma|pb|lot)\}|^(?:purchase|open|draft|reserve|complete|recall) orders?\b(?! \{n\})/;
/** Things that are only created to be read. */
const READ =
  /^(list|report|suggestions?|proposals?|recommendations?|plan|forecast|summary|overview|table|chart|ranking|briefing|history|number|figure)$/;

/** What was done, has to be done, or is to be reported later: only the API can record that too. */
const TOLD = new RegExp(
  [
    '^(?:we|i|they|somebody|someone) (?:just |have |already |has |today )*(?:received|got|sold|lost|broke|found|threw away|shipped|counted|bought|returned|damaged|used) (?:about |only |exactly )?(?:\\{n\\}|\\{days\\}|a (?!lot|few|bit|good|great|little)|an |another |one )',
    // "Wareneingang für PO-000042 buchen", but "was können wir buchen".
    `^(?=(?:ich|wir|bitte|kannst du|konntest du|konnen sie|${[...wordsOf('verb_polite')].join('|')}) |.*\\{(?:so|po|tr|rma|pb|lot)\\})(?!.*\\b(?:was|wie|welche[rsnm]?|wo|wann|wer|ob|di?e[rn]? wir|das wir)\\b).*(?:anlegen|erstellen|loschen|stornieren|andern|bestellen|buchen|setzen|lagern|verschieben|reservieren|sperren|freigeben|entfernen|kaufen|schreiben|tragen|ziehen|werfen|nehmen|legen|erfassen|melden|entnehmen)$`,
    // "Gib die Charge frei", "liefere SO-000210 aus"; but "gib eine Liste aus" asks.
    '^gib (?!.*\\bwie\\b).* frei$',
    '^(?:liefer|lager|buch|leg|trag|schreib|zieh|setz)(?:e|en sie)? (?!.*\\bwie\\b).* (?:frei|aus|um|an|ein|ab|weg|hoch|runter)$',
    '\\b(?:should|must|has to) be (?:set|changed|adjusted|updated|deleted|cancelled|removed) ',
    '^(?:email|mail|forward|fax) .* to (?:my|our|the|him|her|them|me|us)\\b',
    // "Remind me how much we sold" asks.
    '^(?:notify|alert|remind|email|warn|message|ping|text) (?:me|us|them)\\b(?! (?:how|what|which|where|when|who)\\b)',
    '^send (?:me|us) .*\\b(?:mail|email|every|daily|weekly|when)\\b',
    // "PO-000042 came in, book it in", but "when did we receive it".
    '^(?!.*\\b(?:how|what|which|who|whose|when|where|why|did|do|does|should)\\b).*\\b(?:(?:book|write|log|post|mark|cancel|delete|release|block) (?:it|them|these|those)|take (?:it|them|these|those) (?:out|off))\\b',
  ].join('|'),
);
const ASKS = set(
  'how what whats which who where when why is are was were do does did have has should show list give tell find wie welche wer wo wann que cual cuanto cuantos quien donde cuando quel quels quelles combien quand qual quais quanto quantos quem quale quali quanti chi dove cosa',
);

const ASKED = set('how what which where when who');
const DOCUMENTS = set('order transfer return count');
const DOCUMENT = /^\{(?:so|po|tr|rma|pb|lot)\}$/;

/** Whether a price, a reorder point or an item comes next, and then a number. */
function isOfNumber(words: readonly string[]): boolean {
  const [term, ...more] = OBJECT.test(words[0]!) && !NAMES.test(words[0]!) ? words.slice(1) : words;
  return (term === '{item}' || TERMS.has(term!)) && more.includes('{n}');
}

/** Whether the sentence, with placeholders for its names and numbers, asks to change something. */
export function isWriteRequest(sentence: readonly string[]): boolean {
  const whole = sentence.join(' ');
  const said = whole.replace(POLITE, '');
  if (ASKS.has(said.split(' ')[0]!)) return false;
  if (TOLD.test(said) || TOLD.test(whole)) return true;
  if (HANDED.some(phrase => ` ${whole} `.includes(` ${phrase} `))) return true;
  if (NAMED.test(said)) return false;
  const begins = (verb: string): boolean => said.startsWith(`${verb} `);
  const verb = VERBS.find(begins);
  const counted = COUNTED.find(begins);
  if (
    counted &&
    said
      .slice(counted.length + 1)
      .split(' ', COUNTED_WITHIN)
      .includes('{n}')
  )
    return true;
  const setting = SET.find(begins);
  if (setting && isOfNumber(said.slice(setting.length + 1).split(' '))) return true;
  const noun = verb ? undefined : NOUNS_TOO.find(begins);
  const rest = said.slice((verb ?? noun ?? said).length + 1).split(' ');
  // "Order 207" is that one.
  if (noun !== undefined && DOCUMENTS.has(noun) && rest.join(' ') === '{n}') return false;
  if (rest.slice(0, 4).some(word => READ.test(word))) return false;
  // French "stock à Munich".
  if (noun !== undefined && RATHER_NOUNS.has(noun) && (NAMES.test(rest[0]!) || `${rest[0]} ${rest[1]}` === 'a {place}'))
    return false;
  // "Transfer 27, what is in it" asks.
  if (noun !== undefined && rest.some(word => ASKED.has(word))) return false;
  // "Start batch PB-000076", but "stock of lot 42".
  const isOfDocument = noun !== undefined && !RATHER_NOUNS.has(noun) && DOCUMENT.test(rest[1] ?? '');
  return verb !== undefined || (noun !== undefined && OBJECT.test(rest[0]!)) || isOfDocument;
}

const CANCEL = [
  'cancel',
  'delete',
  'remove',
  ...'storniere stornieren annule annuler annulla cancela cancele anula'.split(' '),
];
/** To cancel one of these, in the words of any language. */
const cancelling = (...things: string[]): string =>
  CANCEL.flatMap(word => things.map(thing => `${word}+${thing}`)).join(' ');

/**
 * How to recognize the API request, the first match counting: by a word, a placeholder, or the meaning of a phrase
 * (`noun:order`); a plus requires both.
 */
const WAYS: readonly (readonly [tells: string, way: string])[] = [
  ['notify alert remind email warn message send+me', 'be told of changes use POST /webhook_subscriptions'],
  [
    '{lot} noun:lot state:quarantine state:recalled',
    'block or release a lot use POST /lots/:id/quarantine, /release or /recall',
  ],
  ['topic:policy', 'change reorder policies use POST /inventory_policies or PATCH /inventory_policies/:id'],
  [
    '{rma} noun:return refund return',
    'handle returns use POST /return_authorizations and POST /return_authorizations/:id/receive',
  ],
  [
    '{pb} noun:batch measure:units_produced produce roast',
    'run production use POST /production_batches and its /start, /complete and /cancel',
  ],
  ['noun:count', 'count stock use POST /cycle_counts and its /start and /complete'],
  ['measure:units_wasted ausbuchen', 'record waste use POST /waste_records'],
  [cancelling('{tr}', 'noun:transfer'), 'cancel a transfer use POST /stock_transfers/:id/cancel'],
  [
    '{tr} noun:transfer transfer relocate move+{place} send+{place} bring+{place} verschiebe verschieben umlagern umbuchen lagere manda+{place} mueve sposta deplace mova',
    'move stock between locations use POST /stock_transfers and its /ship and /receive',
  ],
  [cancelling('{po}', 'noun:purchase_order'), 'cancel a purchase order use POST /purchase_orders/:id/cancel'],
  [
    '{po} noun:purchase_order receive received',
    'buy or receive goods use POST /purchase_orders and POST /purchase_orders/:id/receive',
  ],
  [`${cancelling('{so}', 'noun:order')} ${CANCEL.slice(3).join(' ')}`, 'cancel an order use POST /orders/:id/cancel'],
  ['fulfil fulfill ship shipped dispatch versende liefere', 'fulfil an order use POST /orders/:id/fulfill'],
  ['reserve allocate hold reserviere reserva', 'reserve stock use POST /orders and POST /orders/:id/reserve'],
  [
    'order+{item} order+{unknown} order+{category} buy purchase reorder restock replenish bestell bestelle bestellen kaufe compra achete measure:units_to_order',
    'buy goods use POST /purchase_orders',
  ],
  ['noun:order {so}', 'create or change an order use POST /orders'],
  [
    'rename+{place} delete+{place} remove+{place} close+{place} activate deactivate group:location',
    'change locations use POST /locations or PATCH /locations/:id',
  ],
  [
    'attribute:unit_price attribute:unit_cost attribute:barcode rename unit:money',
    'change an item use PATCH /variants/:id or PATCH /products/:id',
  ],
  ['group:supplier', 'change suppliers use POST /suppliers or PATCH /suppliers/:id'],
  [
    'group:product group:sku topic:item delete+{item} archive',
    'change the catalogue use POST /products or PATCH /products/:id',
  ],
];

const meant = (meaning: Meaning): string[] =>
  meaning.kind === 'part'
    ? meaning.part.measures.map(name => `measure:${name}`)
    : [`${meaning.kind}:${Object.values(meaning)[1] ?? ''}`];

/** The sentence that refuses and says how to do it instead. */
export function writeAnswer(sentence: readonly string[]): string {
  const told = new Set(
    sentence.flatMap(each => [each, ...each.split(' '), ...(MEANINGS.get(each) ?? []).flatMap(meant)]),
  );
  const fits = (tells: string): boolean => tells.split(' ').some(each => each.split('+').every(tell => told.has(tell)));
  const [, way = 'change stock use POST /inventory_adjustments'] = WAYS.find(([tells]) => fits(tells)) ?? [];
  return `I can only read; to ${way}.`;
}
