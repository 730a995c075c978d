/**
 * Requests to change something. They are refused with the way to do it: the engine can only read.
 * Works on a sentence with placeholders, so that "order {n} {item}" and "order {so}" are told apart.
 */

/** Words in any of these ways: `throw_away` is two of them. */
const oneOf = (list: string): string => list.trim().split(/\s+/).join('|').replaceAll('_', ' ');

const polite =
  '(?:(?:' +
  'please|kindly|just|now|then|also|ok|okay|hey|hi|hello|so|go ahead and|let us|you (?:should|must|need to|have to)|' +
  '(?:can|could|would|will) (?:you|u)(?: please)?|i (?:would like|want|need) (?:you )?to|we (?:want|need|would like) to|i d like to|' +
  'bitte|kannst du|konntest du|konnen sie|ich mochte|ich will|por favor|puedes|podrias|quiero|s il vous plait|peux tu|pouvez vous|je veux|je voudrais|' +
  'pode|quero|per favore|puoi|potresti|voglio|vorrei) )*';
/** Verbs that open a request and nothing else. */
const verbs = oneOf(`
  add adjust create delete remove erase wipe cancel fulfil fulfill receive reserve allocate quarantine recall unblock relocate increase decrease reduce rename
  assign archive deactivate activate approve reopen import upload merge undo revert edit modify insert replace update change correct set put mark write_off
  throw_away discard scrap place raise submit register record log book post issue enable disable lower bump reset clear empty zero close start finish complete
  block release hold move send bring ship buy purchase subtract deduct take_out discontinue unreserve restore refund dispatch schedule replenish restock reorder
  generate draft make enter open swap destroy purge drop fix overwrite transfer dispose accept void reverse double halve push cut initiate trigger confirm
  authorize process amend rollback store save link unlink attach rerun commit pay sell return count produce manufacture roast waste`);
/** Verbs that are also nouns of questions: only with an amount or an object behind them are they requests. */
const nouns =
  /^(order|transfer|return|count|waste|stock|supply|sell|produce|manufacture|roast|store|record|log|post|hold|move|close|complete|open|start|purchase|change|process|issue|double|draft|set|cut|drop|push|place|recall|reserve|book|replenish|restock|reorder|fix|clear|empty|zero|confirm|make|low|lower)$/;
const german = oneOf(`
  lege erstelle erzeuge anlegen bestelle kaufe setze andere korrigiere buche storniere losche entferne schliesse verschiebe schicke versende reserviere sperre
  entsperre erhohe reduziere verringere aktualisiere fuge nimm lagere_um trage`);
const romance = oneOf(`
  crea crear cree creer crie criar creare haz hacer haga cancela cancelar cancele annule annuler annulla annullare elimina eliminar eliminare borra borrar
  supprime supprimer supprimez exclua excluir apague apagar cancella cancellare ajusta ajustar ajuste ajuster cambia cambiar change changer changez altere alterar
  mude modifica modificare modifie modifier imposta impostare pon mets mettez pide pedir compra comprar commande commander commandez achete acheter peca compre
  ordina ordinare transfiere transferir transfere transferer transfira trasferisci trasferire mueve mover mova deplace sposta spostare anade agrega ajoute ajouter
  adicione adicionar aggiungi aggiungere recibe recevoir receba reserva reservar actualiza actualizar aumenta aumentar reduce reducir`);

export const writeVerbs: readonly string[] = `${verbs}|${german}|${romance}`.split(/[| ]/);
const object =
  '(?:\\{(?:n|item|unknown|category|so|po|tr|rma|pb|lot|code|supplier|place)\\}|a|an|the|all|some|more|new|another|this|that|it|them|every|everything|my|our|these|those|any|me|up|off|back|down|\\w+ing|{n})';
const request = new RegExp(`^${polite}(?:${verbs}) ${object}\\b|^${polite}(?:${verbs}) \\{`);
const nounRequest = new RegExp(
  `^${polite}(?:order|transfer|return|count|reorder|supply|stock up) (?:\\{n\\}|more|some|another|\\{days\\}|(?:a|the|one) (?:\\w+ )?(?:of )?(?:\\{item\\}|\\{unknown\\})|(?:us |me )?\\{(?:item|unknown|category)\\} (?:from|for|to|now|please|at|with)|up (?:on )?\\{)`,
);
const bareObject = new RegExp(
  `^${polite}(?:cancel|delete|remove|create|add|fulfil|fulfill|ship|receive|reserve|approve|archive|erase|wipe|recall|quarantine|unblock|deactivate|activate|adjust|update|buy|purchase|refund|process|void|get rid of|book in|check in|log|reverse|accept|confirm|submit|release|block|unreserve|rename|increase|decrease|raise|reduce) (?!orders? (?:from|in|of|for|that|which|with)|history|report|list|rate|status|suggest|recommend|plan|point|level|quantit|propos|date|time|log|price|stock for)`,
);
const foreign = new RegExp(
  `^${polite}(?:${german}|${romance}) (?:.*)(?:\\{|\\b(?:pedido|pedidos|commande|commandes|ordine|ordini|bestellung|bestellungen|auftrag|auftrage|orden|ordem|transfer\\w*|trasferimento|umlagerung|stock|bestand|estoque|inventario|produkt\\w*|product\\w*|produit\\w*|produto\\w*|prodott\\w*|lieferant\\w*|proveedor\\w*|alle|alles|todo|todos|todas|tout|tous|tutti|tutto|tudo|daten|datos|dados|dati)\\b)`,
);
/** What one may be allowed to do is asked to have it done: "can I cancel SO-000042?" */
const allowed =
  /^(?:can|could|may) (?:i|we) (?:please )?(?:cancel|delete|remove|close|mark|receive|reopen|archive|change|update|edit|adjust|set|create|add|rename) /;
const told =
  /^(?:we|i|they|somebody|someone) (?:just |have |have just |already |has |today )*(?:received|got|sold|lost|broke|found|threw away|shipped|counted|bought|returned|damaged|used) (?:about |only |exactly )?(?:\{n\}|\{days\}|a |an |another |one )/;
const germanEnd =
  /^(?:bitte |kannst du |konntest du |ich mochte |ich will |wir mochten |wir wollen )+.*\b(?:anlegen|erstellen|loschen|stornieren|andern|bestellen|buchen|setzen|umlagern|verschieben|reservieren|sperren|entfernen|hinzufugen|kaufen|erhohen|aktualisieren)$/;
/** Imperatives in the middle of a polite sentence, and demands for a state. */
const demands =
  /\b(?:set|change|bring|raise|lower|put|update) (?:the )?(?:stock|quantity|inventory|price|cost|reorder point|reorder quantity|safety stock|level|count|on hand|lead time|minimum|name|status)\b.{0,60}\b(?:to|by|at) (?:\{|zero|null|\w+$)|\bmake (?:it|that|the stock) \{n\}|\b(?:should|must|has to) be (?:set|changed|adjusted|updated|deleted|cancelled|removed) /;
/** To be told later is to subscribe: also something only the API can set up. */
const notice = new RegExp(
  `^${polite}(?:(?:notify|alert|remind|email|warn|message|ping|text) (?:me|us|them)|send (?:me|us) (?:an? )?(?:email|alert|notification|message|reminder|text))\\b`,
);
const asks =
  /^(?:how|what|whats|which|who|where|when|why|is|are|was|were|do|does|did|have|has|should|show|list|give|tell|find|wie|was|welche|wer|wo|wann|que|cual|cuanto|cuantos|quien|donde|cuando|quel|quels|quelles|combien|quand|qual|quais|quanto|quantos|quem|quale|quali|quanti|chi|dove|cosa) /;

export function isWriteRequest(sentence: readonly string[]): boolean {
  const text = sentence.join(' ');
  if (asks.test(text)) return false;
  if (
    notice.test(text) ||
    allowed.test(text) ||
    told.test(text) ||
    demands.test(text) ||
    nounRequest.test(text) ||
    foreign.test(text) ||
    germanEnd.test(text)
  )
    return true;
  if (bareObject.test(text)) return !isNounPhrase(text);
  return request.test(text) && !isNounPhrase(text);
}

/** A document by its number, "open orders", "make a list": a verb and what makes a noun of it. */
const NAMED = new RegExp(
  [
    '^(transfer|order|return|purchase|batch|count|open|stock) \\{(so|po|tr|rma|pb|lot|item|place|code)\\}(?= |$)',
    '^(complete|open|close|set|low|lower|make) (list|orders|to|of|sense|purchase|transfers|returns|counts|pos)(?= |$)',
    '^(generate|create|make|draft|build|prepare|produce|give|open|schedule|update) (.* )?(list|report|suggestions?|proposals?|recommendations?|plan|forecast|summary|overview|table|chart|ranking|briefing)\\b',
  ].join('|'),
);

/** "transfer {tr}", "order {so} please", "return {rma}", "change in sales": named, not ordered. */
function isNounPhrase(text: string): boolean {
  const rest = text.replace(new RegExp(`^${polite}`), '');
  const [first = '', second = ''] = rest.split(' ');
  if (/^put (a|an) (number|figure|value|price tag)/.test(rest)) return true;
  if (/^(book in|check in|write off|throw away|take out|set aside|stock up) /.test(rest)) return false;
  if (first === 'purchase' && /^(orders?|history|price|cost)$/.test(second))
    return !/^purchase orders? (\{n\}|of|for|to|from) .*\{n\}/.test(rest);
  if (NAMED.test(rest)) return true;
  return (
    nouns.test(first) &&
    !/^(\{|a$|an$|the$|all$|some$|more$|new$|another$|it$|them$|every$|everything$|this$|that$|me$|up$|my$|our$)/.test(
      second,
    )
  );
}

const endpoints: [RegExp, string][] = [
  [notice, 'be told of changes use POST /webhook_subscriptions'],
  [/\bapi key/, 'change API keys use POST /api_keys'],
  [/\bwebhook/, 'change webhooks use POST /webhook_subscriptions'],
  [
    /\{lot\}|\b(lot|charge|lote|lotto)\b.*\b(quarantin|recall|block|release|sperr)|\b(recall|quarantine)\b/,
    'block or release a lot use POST /lots/:id/quarantine, /release or /recall',
  ],
  [
    /\b(reorder point|reorder level|reorder quantity|safety stock|lead time|policy|policies|minimum|min stock|meldebestand|mindestbestand|punto de pedido|stock minimo|stock de seguridad)\b/,
    'change reorder policies use POST /inventory_policies or PATCH /inventory_policies/:id',
  ],
  [
    /\{rma\}|\b(return|rma|refund|retour\w*|devolucion|retoure|reso)\b/,
    'handle returns use POST /return_authorizations and POST /return_authorizations/:id/receive',
  ],
  [
    /\{pb\}|\b(production|batch|manufactur\w*|produce|roast|bake|brew)\b/,
    'run production use POST /production_batches and its /start, /complete and /cancel',
  ],
  [
    /\b(cycle count|count|stocktake|stock take|inventur|recuento|inventaire|conteo)\b/,
    'count stock use POST /cycle_counts and its /start and /complete',
  ],
  [
    /\b(waste|wasted|scrap|write off|throw away|threw away|discard|spoil\w*|dispose)\b/,
    'record waste use POST /waste_records',
  ],
  [
    /\{tr\}.*|\b(transfer\w*|relocate|umlager\w*|transf\w+|trasfer\w*|verschiebe|mueve|sposta|deplace|mova)\b|\b(move|send|bring|ship)\b.*(\bto\b|\{place\})/,
    'move stock between locations use POST /stock_transfers and its /ship and /receive',
  ],
  [
    /\{po\}.*|\b(purchase order|po|orden de compra|bon de commande|ordem de compra|ordine di acquisto)\b|\b(receive|received|book in|got)\b.*\b(delivery|shipment|from)\b|\b(delivery|lieferung)\b/,
    'buy or receive goods use POST /purchase_orders and POST /purchase_orders/:id/receive',
  ],
  [
    /\{so\}.*\b(cancel|void|storn\w*|annul\w*|cancel\w*)\b|\b(cancel|void|storniere|annule\w*|cancela\w*|annulla)\b.*(\{so\}|\border|\bauftrag|\bpedido|\bcommande|\bordine)/,
    'cancel an order use POST /orders/:id/cancel',
  ],
  [/\b(fulfil|fulfill|ship|dispatch|versende)\b/, 'fulfil an order use POST /orders/:id/fulfill'],
  [
    /\b(reserve|allocate|hold|set aside|reserviere|reserva)\b/,
    'reserve stock use POST /orders and POST /orders/:id/reserve',
  ],
  [
    /^(?:\S+ )*?(order|buy|purchase|reorder|restock|replenish|bestelle|kaufe|pide|compra|achete|ordina|peca|compre|commande) (\{|more|some|another|us|up)/,
    'buy goods use POST /purchase_orders',
  ],
  [
    /\bsales order|\border\b|\borders\b|\bauftrag|\bbestellung|\bpedido|\bcommande|\bordine|\{so\}|\bsale\b/,
    'create or change an order use POST /orders',
  ],
  [
    /\b(supplier|vendor|lieferant\w*|proveedor|fournisseur|fornecedor|fornitore)\b/,
    'change suppliers use POST /suppliers or PATCH /suppliers/:id',
  ],
  [
    /\b(location|warehouse|store|standort|almacen|tienda)\b.*|\b(deactivate|activate|disable|enable|rename)\b \{place\}/,
    'change locations use POST /locations or PATCH /locations/:id',
  ],
  [
    /\b(price|cost|barcode|name|category|unit|preis|precio|prix|preco|prezzo)\b|\brename\b/,
    'change an item use PATCH /variants/:id or PATCH /products/:id',
  ],
  [
    /\b(product|products|variant|variants|catalogue|produkt\w*|producto\w*|produit\w*|produto\w*|prodott\w*|archive|discontinue)\b/,
    'change the catalogue use POST /products or PATCH /products/:id',
  ],
];

/** The one sentence that refuses and says how it is done instead. */
export function writeAnswer(sentence: readonly string[]): string {
  const text = sentence.join(' ').replace(/^how (?:do|can|could|would|should) (?:i|we|you) /, '');
  const [, way = 'change stock use POST /inventory_adjustments'] =
    endpoints.find(([pattern]) => pattern.test(text)) ?? [];
  return `I can only read; to ${way}.`;
}
