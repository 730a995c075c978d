import type { Attribute, Group } from '../../figures/dimensions.ts';
import type { MeasureName } from '../../figures/measures.ts';
import { GERMAN_VALUES } from '../../kernel/german.ts';
import { speechOf, upper } from './speech.ts';
import { capabilities } from './suggestions.ts';

/* Answers in German. A measure or field without a term does not compile. */

const VALUES: { readonly [value: string]: string } = GERMAN_VALUES;

/** What a figure is; the figure itself is in braces. */
const MEASURES: { readonly [name in MeasureName]: string } = {
  units_sold: '{} verkauft',
  units_fulfilled: '{} ausgeliefert',
  daily_sales: 'täglich {} verkauft',
  order_count: '{} (ausgelieferter Auftrag|ausgelieferte Aufträge)',
  orders_created: '{} (neuer Auftrag|neue Aufträge)',
  units_ordered: '{} bestellt',
  revenue: 'Umsatz {}',
  cogs: 'Wareneinsatz {}',
  margin: 'Rohertrag {}',
  margin_rate: 'Handelsspanne {}',
  turnover: 'Lagerumschlag {}',
  average_order_value: 'durchschnittlicher Auftragswert {}',
  units_per_order: '{} je Auftrag',
  average_price: 'Durchschnittspreis {}',
  units_returned: '{} zurückgekommen',
  return_rate: 'Retourenquote {}',
  purchase_orders_placed: '{} aufgegebene Bestellung(|en)',
  units_purchased: '{} bei Lieferanten bestellt',
  value_purchased: 'bei Lieferanten bestellt für {}',
  units_received: '{} eingegangen',
  purchase_value: 'Einkaufswert {}',
  average_purchase_price: 'durchschnittlicher Einkaufspreis {}',
  purchase_price_change: 'Änderung der Einkaufspreise {}',
  units_produced: '{} produziert',
  batches_completed: '{} abgeschlossene Charge(|n)',
  buildable: '{} herstellbar',
  units_used: '{} in der Produktion verbraucht',
  units_wasted: '{} Ausschuss',
  waste_value: 'Kosten des Ausschusses {}',
  waste_rate: 'Ausschussquote {}',
  units_adjusted: 'Korrekturen {}',
  units_transferred_in: '{} durch Umlagerung zugegangen',
  units_transferred_out: '{} durch Umlagerung abgegangen',
  units_lost: '{} unterwegs verloren',
  units_restocked: '{} wieder eingelagert',
  net_change: 'Saldo {}',
  opening_stock: 'Anfangsbestand {}',
  closing_stock: 'Endbestand {}',
  opening_value: 'Anfangswert {}',
  closing_value: 'Endwert {}',
  sell_through: 'Abverkaufsquote {}',
  stock_out_days: 'Ausverkauft {}',
  lost_sales: 'entgangene Verkäufe (geschätzt) {}',
  lead_time_days: 'Lieferzeit {}',
  on_time_rate: 'Termintreue {}',
  fill_rate: 'Lieferfähigkeit {}',
  forecast_error: 'Prognosefehler {}',
  forecast_bias: 'Abweichung der Prognose {}',
  on_hand: 'Bestand {}',
  available: '{} verfügbar',
  reserved: '{} reserviert',
  on_hold: '{} gesperrt',
  incoming: '{} im Zulauf',
  on_order: '{} beim Lieferanten bestellt',
  stock_value: 'Bestandswert {}',
  in_transit: '{} unterwegs',
  in_transit_value: 'Wert unterwegs {}',
  reorder_point: 'Meldebestand {}',
  shortage: 'Fehlmenge {}',
  units_to_order: '{} zu bestellen',
  age_days: 'Alter {}',
  expected_demand: '{} in den nächsten 30 Tagen erwartet',
  days_of_cover: 'Reichweite {}',
  open_orders: '{} (offener Auftrag|offene Aufträge)',
  units_to_fulfill: '{} zu liefern',
  open_purchase_orders: '{} offene Bestellung(|en)',
  on_order_value: 'Bestellwert {}',
  value_to_fulfill: 'zu liefern für {}',
  sku_count: '{} SKU(|s)',
  movement_count: '{} Bewegung(|en)',
  current_price: 'Preis {}',
  current_cost: 'Kosten {}',
};

const FIELDS: { readonly [name in Group | Attribute]: string } = {
  sku: 'SKU',
  product: 'Produkt',
  category: 'Kategorie',
  abc_class: 'ABC-Klasse',
  location: 'Lagerort',
  location_type: 'Art des Lagerorts',
  supplier: 'Lieferant',
  lot: 'Charge',
  order: 'Auftrag',
  purchase_order: 'Bestellung',
  batch: 'Produktionsauftrag',
  expiry_date: 'Haltbar bis',
  expected_on: 'Erwartet am',
  reason: 'Grund',
  entry_type: 'Buchungsart',
  status: 'Status',
  condition: 'Zustand',
  variant_name: 'Name der Variante',
  barcode: 'Barcode',
  unit: 'Einheit',
  unit_price: 'Stückpreis',
  unit_cost: 'Stückkosten',
  lot_tracked: 'Chargengeführt',
  shelf_life_days: 'Haltbarkeit in Tagen',
  product_status: 'Status des Produkts',
  created_at: 'Angelegt am',
  location_active: 'Lagerort aktiv',
  supplier_lead_time_days: 'Lieferzeit des Lieferanten in Tagen',
  lot_received_at: 'Charge eingegangen am',
  lot_status: 'Status der Charge',
  ordered_at: 'Bestellt am',
  order_status: 'Status des Auftrags',
  order_reference: 'Referenz des Auftrags',
  submitted_at: 'Bestellt am',
  day: 'Tag',
  week: 'Woche',
  month: 'Monat',
  quarter: 'Quartal',
  year: 'Jahr',
  weekday: 'Wochentag',
};

const ABOUT =
  'Ich beantworte Fragen zu Bestand, Verkäufen, Aufträgen, Einkauf, Lieferanten, Umlagerungen, Inventuren, Retouren, Chargen, Produktion und Prognosen. Ich lese nur und ändere nichts.';

const way = (english: string, own: string): [string, string] => [
  `I can only read; to ${english} use {how}.`,
  `Ich kann nur lesen. So kann man ${own}: {how}.`,
];

/** What figures leave out. */
const gap = (english: string, own: string): [string, string][] => [
  [`Compared with: {units} units ${english}`, `Im Vergleich: {units} Einheiten ${own}`],
  [`{units} units ${english}`, `{units} Einheiten ${own}`],
];
const GAPS = Object.fromEntries(
  [
    gap(
      'were sold without a price, or before the ledger began: their revenue is not known.',
      'wurden ohne Preis verkauft, oder bevor das Bestandsjournal begann: Ihr Umsatz ist unbekannt.',
    ),
    gap(
      'were sold at an unknown cost: cost of goods sold and margin leave them out.',
      'wurden zu unbekannten Kosten verkauft: In Wareneinsatz und Rohertrag fehlen sie.',
    ),
    gap('{what} have no cost: their value is not known.', 'haben keine Kosten: Ihr Wert ist unbekannt.'),
    gap('{what} without a cost: {how} out.', 'ohne Kosten fehlen.'),
    gap(
      'still to be fulfilled have no price: {how} out.',
      ', die noch auszuliefern sind, haben keinen Preis und fehlen.',
    ),
    gap('on order have no cost: {how} out.', ', die bestellt sind, haben keine Kosten und fehlen.'),
  ].flat(),
);

/**
 * Refusals, replies that hand a question back, and assumptions, by their English text; a part in braces is inserted as
 * it stands there. The first match is used. A sentence without a match stays English, which is better than none.
 */
export const SENTENCES: { readonly [english: string]: string } = {
  [capabilities]: ABOUT,
  [`I did not find a question in that. ${capabilities}`]: `Darin finde ich keine Frage. ${ABOUT}`,
  [`I do not know how to answer that. ${capabilities}`]: `Darauf weiß ich keine Antwort. ${ABOUT}`,
  [`Which item do you mean? ${capabilities}`]: `Welchen Artikel meinen Sie? ${ABOUT}`,
  'I only answer questions about your own inventory, and my rules do not change by asking.':
    'Ich beantworte nur Fragen zu Ihrem eigenen Bestand, und meine Regeln ändern sich durch Fragen nicht.',
  'I cannot see keys, passwords or settings of the service, and could not tell them. I answer questions about your inventory.':
    'Schlüssel, Passwörter und Einstellungen des Dienstes sehe ich nicht und könnte sie nicht nennen. Ich beantworte Fragen zu Ihrem Bestand.',
  'I run no code and no queries that are given to me. I answer questions about your inventory, in words.':
    'Ich führe weder Code noch fremde Abfragen aus. Ich beantworte Fragen zu Ihrem Bestand, in Worten.',
  'I can only see the data of your own organization.': 'Ich sehe nur die Daten Ihrer eigenen Organisation.',
  "'{words}' ends before it begins. Which dates do you mean?":
    '„{words}“ endet, bevor es beginnt. Welche Tage meinen Sie?',
  "There is no date '{words}'. Which one do you mean?": 'Einen Tag „{words}“ gibt es nicht. Welchen meinen Sie?',
  "I know no lot '{text}'.": 'Eine Charge „{text}“ kenne ich nicht.',
  "I know no location '{text}'.": 'Einen Lagerort „{text}“ kenne ich nicht.',
  "I know no supplier '{text}'.": 'Einen Lieferanten „{text}“ kenne ich nicht.',
  "I know no item '{text}'.": 'Einen Artikel „{text}“ kenne ich nicht.',
  "I know no item or document '{text}'.": 'Einen Artikel oder Beleg „{text}“ kenne ich nicht.',
  "I know no item '{text}'. Did you mean {near}?": 'Einen Artikel „{text}“ kenne ich nicht. Meinten Sie {near}?',
  "'{words}' could be {choices}. Which one do you mean?": '„{words}“ könnte {choices} sein. Was meinen Sie?',
  "What would you like to know about '{text}'?": 'Was möchten Sie über „{text}“ wissen?',
  'I understood the rest, but not what to do with {words}, and the answer would be another without it. Ask in other words, or use the report query.':
    'Das Übrige habe ich verstanden, aber nicht, was mit {words} gemeint ist; ohne das wäre die Antwort eine andere. Fragen Sie mit anderen Worten, oder stellen Sie die Abfrage selbst zusammen.',
  'I understood the rest, but not what to do with {words}, and the answer would be another without it. Without it I can answer: {question}':
    'Das Übrige habe ich verstanden, aber nicht, was mit {words} gemeint ist; ohne das wäre die Antwort eine andere. Beantworten kann ich: {question}',
  'What several items will sell is known for the next {days} days, not for {ahead}. Ask for those, or for one item.':
    'Was mehrere Artikel verkaufen werden, ist für die nächsten {days} Tage bekannt, nicht für {ahead}. Fragen Sie nach diesen oder nach einem Artikel.',
  'That needs the scope {scope}, which this key lacks.':
    'Dazu braucht es das Recht {scope}, das dieser Schlüssel nicht hat.',
  'That needs the {module} module, which is not enabled for your organization.':
    'Dazu braucht es das Modul {module}, das Ihre Organisation nicht eingeschaltet hat.',
  'I understood: {what}, by {fields} ({when}).': 'Verstanden habe ich: {what} nach {fields} ({when}).',
  'I understood: {what}, by {fields}.': 'Verstanden habe ich: {what} nach {fields}.',
  'I understood: {what}.': 'Verstanden habe ich: {what}.',
  'But {measure} cannot be broken down by {field}, only by {own}. By {other} I know {others}.':
    'Aber „{measure}“ gibt es nicht nach {field}, nur nach {own}. Nach {other} kenne ich: {others}.',
  'But {measure} cannot be broken down by {field}, only by {own}.':
    'Aber „{measure}“ gibt es nicht nach {field}, nur nach {own}.',
  'But {measure} can be broken down by {fields} separately, not by all of them at once. Leave one of them out.':
    'Aber „{measure}“ gibt es nach {fields} nur einzeln, nicht nach allen zugleich. Lassen Sie etwas davon weg.',
  'But {measure} is only known for the present. For the past I know {other}.':
    'Aber „{measure}“ kenne ich nur für die Gegenwart. Aus der Vergangenheit kenne ich: {other}.',
  'I cannot answer that as one query. Ask in other words, or leave out a part of it.':
    'Das kann ich nicht mit einer einzigen Abfrage beantworten. Fragen Sie mit anderen Worten, oder lassen Sie einen Teil weg.',
  'That is not all counted in {unit}: not {skus}. Ask for units.':
    'Nicht alles davon wird in {unit} gezählt: {skus} nicht. Fragen Sie nach Stück.',
  'That is not all; ask again: {also}.': 'Das ist nicht alles; fragen Sie noch einmal: {also}.',
  'I did not use {words}.': 'Nicht verwendet habe ich {words}.',
  // Assumptions
  "'{said}' = {number}; a purchase order is {other}":
    '„{said}“ = {number}; eine Bestellung bei Lieferanten ist {other}',
  "'{from}' was read as '{to}'": '„{from}“ wurde als „{to}“ gelesen',
  'the first {shown} of {total}': 'die ersten {shown} von {total}',
  'within {days} days': 'innerhalb von {days} Tagen',
  'as of the end of {day}': 'Stand am Ende des {day}',
  'as of now': 'Stand jetzt',
  'of these locations together': 'diese Lagerorte zusammen',
  'what is on order already is taken off': 'bereits Bestelltes ist abgezogen',
  'by item, as origins are not recorded': 'nach Artikel, denn die Herkunft wird nicht erfasst',
  'figures are of whole days': 'Zahlen gelten für ganze Tage',
  'compared with the period before': 'verglichen mit dem Zeitraum davor',
  '{number} are asked for': 'gefragt ist nach {number}',
  'forecasts begin today: these are the {days} days up to {day}':
    'Prognosen beginnen heute: Dies sind die {days} Tage bis {day}',
  'purchase orders by when they were placed': 'Bestellungen danach, wann sie aufgegeben wurden',
  'transfers by when they were received': 'Umlagerungen danach, wann sie eingingen',
  'transfers by when they were shipped': 'Umlagerungen danach, wann sie verschickt wurden',
  'of the next 30 days': 'der nächsten 30 Tage',
  'also asked: {request}': 'auch abgefragt: {request}',
  // Notes of reports
  'These figures take long to compute: they are as of {at}.':
    'Diese Zahlen zu berechnen dauert lange: Sie sind vom Stand {at}.',
  'Compared with {from} to {to}.': 'Vergleichszeitraum: {from} bis {to}.',
  'Sales up to {day} include imported demand history: without orders and prices.':
    'Verkäufe bis {day} enthalten importierte Nachfragedaten: ohne Aufträge und Preise.',
  'Sales up to {day} are imported demand history: without orders and prices.':
    'Verkäufe bis {day} sind importierte Nachfragedaten: ohne Aufträge und Preise.',
  'Imported demand history cannot be broken down this way and is left out.':
    'Importierte Nachfragedaten lassen sich so nicht aufteilen und fehlen.',
  'The ledger begins on {day}: before that only imported sales are known.':
    'Das Bestandsjournal beginnt am {day}: Davor sind nur importierte Verkäufe bekannt.',
  '{measures}: as of now, not of {day}.': '{measures}: Stand jetzt, nicht vom {day}.',
  'SKUs without an ABC class: {number}. They were sold or used, but what they cost is not known.':
    'SKUs ohne ABC-Klasse: {number}. Sie wurden verkauft oder verbraucht, aber ihre Kosten sind unbekannt.',
  'buildable: of each SKU alone. Of SKUs that share ingredients, not all can be made.':
    'Herstellbar ist das von jeder SKU allein; teilen sich SKUs Zutaten, nicht von allen.',
  'lost_sales is an estimate: stock-out days times the daily demand for the SKU at that location today.':
    'Entgangene Verkäufe sind geschätzt: Tage ohne Bestand mal heutiger Tagesbedarf der SKU am Lagerort.',
  'expected_demand is an estimate: /ai/forecasts shows its range.':
    'Der erwartete Bedarf ist geschätzt: /ai/forecasts zeigt seine Spanne.',
  'forecast_error and forecast_bias cover forecasts made in advance for days and weeks that are over; a week counts on its first day.':
    'Gemessen werden Prognosen, die im Voraus für vergangene Tage und Wochen gemacht wurden; eine Woche zählt an ihrem ersten Tag.',
  'Only stock that is kept in lots is counted this way.': 'So gezählt wird nur Bestand, der in Chargen geführt wird.',
  'Only what is on order is counted this way, not what is in transit.':
    'So gezählt wird nur, was bestellt ist, nicht, was unterwegs ist.',
  'Deliveries are counted per line of a purchase order this way, not per purchase order.':
    'Lieferungen zählen so je Position einer Bestellung, nicht je Bestellung.',
  'Demand at a location includes what it sends to other locations.':
    'Der Bedarf eines Lagerorts enthält, was er an andere Lagerorte abgibt.',
  ...GAPS,
  // Suggested questions: each is understood like its English original
  'What is running low?': 'Was wird knapp?',
  'What will run out soon?': 'Welche Artikel gehen bald aus?',
  'What should we reorder?': 'Was sollen wir nachbestellen?',
  'What sold best last month?': 'Was wurde letzten Monat am meisten verkauft?',
  'What has not sold in the last 90 days?': 'Was wurde in den letzten 90 Tagen nicht verkauft?',
  'What is our oldest stock?': 'Was ist unser ältester Bestand?',
  'How much is our stock worth by location?': 'Wie viel ist unser Bestand nach Standort wert?',
  'How much did we sell last month compared with the month before?':
    'Wie viel haben wir letzten Monat im Vergleich zum Vormonat verkauft?',
  'Which category had the highest margin last month?': 'Welche Kategorie hatte letzten Monat die höchste Marge?',
  'Which purchase orders are late?': 'Welche Bestellungen sind überfällig?',
  'Which supplier delivers slowest?': 'Welcher Lieferant ist am langsamsten?',
  'Which lots expire in the next 30 days?': 'Welche Chargen laufen in den nächsten 30 Tagen ab?',
  'What did we throw away last month by reason?': 'Was haben wir letzten Monat weggeworfen, nach Grund?',
  'What was returned last month by reason?': 'Was wurde letzten Monat zurückgegeben, nach Grund?',
  'Which transfers are on their way?': 'Welche Umlagerungen sind unterwegs?',
  'How much did we produce last month by product?': 'Wie viel haben wir letzten Monat produziert, nach Produkt?',
  'What needs my attention?': 'Gibt es Probleme?',
  'How many {sku} do we have?': 'Wie viele {sku} haben wir?',
  // How to make the requested change
  ...Object.fromEntries([
    way('be told of changes', 'Änderungen mitgeteilt bekommen'),
    way('block or release a lot', 'eine Charge sperren oder freigeben'),
    way('change reorder policies', 'Dispositionsregeln ändern'),
    way('handle returns', 'Retouren bearbeiten'),
    way('run production', 'produzieren'),
    way('count stock', 'Bestand zählen'),
    way('record waste', 'Ausschuss buchen'),
    way('move stock between locations', 'zwischen Lagerorten umlagern'),
    way('buy or receive goods', 'Ware bestellen oder annehmen'),
    way('cancel an order', 'einen Auftrag stornieren'),
    way('cancel a purchase order', 'eine Bestellung stornieren'),
    way('cancel a transfer', 'eine Umlagerung stornieren'),
    way('fulfil an order', 'einen Auftrag ausliefern'),
    way('reserve stock', 'Bestand reservieren'),
    way('buy goods', 'Ware bestellen'),
    way('create or change an order', 'einen Auftrag anlegen oder ändern'),
    way('change suppliers', 'Lieferanten ändern'),
    way('change locations', 'Lagerorte ändern'),
    way('change an item', 'einen Artikel ändern'),
    way('change the catalogue', 'den Katalog ändern'),
    way('change stock', 'Bestand ändern'),
  ]),
};

/** A list from an English sentence: of codes and quoted words, or of requests. */
const conjoined = (name: string, text: string): string =>
  name === 'measures'
    ? text.split(', ').map(title).join(', ')
    : name === 'how'
      ? text.replace(' and its ', ' und dazu ').replaceAll(' and ', ' und ').replaceAll(' or ', ' oder ')
      : name === 'near' || name === 'choices'
        ? text.replaceAll(' or ', ' oder ')
        : text.replaceAll("' and '", "' und '");

const PATTERNS = Object.entries(SENTENCES).map(([sentence, own]) => {
  const escaped = sentence.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+?)');
  return [new RegExp(`^${escaped}$`, 's'), own] as const;
});

/** The term of a measure or field on its own. */
function title(name: string): string {
  const measure = MEASURES[name as MeasureName] as string | undefined;
  return measure?.replace(/ ?\{\} ?/, '').replace(/\((.*)\|(.*)\)/, '$2') ?? FIELDS[name as Group | Attribute] ?? name;
}

/** A value of the service. */
const germanTerm = (text: string): string => VALUES[text] ?? upper(text.replaceAll('_', ' '));

const DOCUMENT = '{number} ({status})[: {items}]';

export const german = speechOf({
  locale: 'de-DE',
  unknown: 'unbekannt',
  and: 'und',
  templates: {
    difference: 'Unterschied: {}',
    ratio: '{}: {} von {}',
    grown: 'Änderung {}',
    more: '; und {} weitere, insgesamt {}',
    inAll: 'Insgesamt {}: ',
    nothing: 'Es gibt keine.',
    today: 'heute',
    onDay: 'am {}',
    inMonth: 'im {}',
    inYear: 'im Jahr {}',
    fromTo: 'vom {} bis {}',
    asOf: 'Stand am Ende des {}',
    onlyFrom: '{} erst ab {}',
    onlyTo: '{} nur bis {}',
    before: 'verglichen mit {}',
    compared: '({} gegenüber {})',
    points: '{} Prozentpunkte',
    since: 'seit dem {}',
    forSale: 'zum Verkauf',
    per: '{} je {} im Mittel',
    all: 'insgesamt',
    in: 'in {}',
    inTypes: '{}',
    without: 'ohne {}',
    undated: 'ohne Datum',
    range: '{} von {} bis {}',
    rangeOfDays: '{} vom {} bis {}',
    fewer: '{}: weniger als zuvor',
    greater: '{}: mehr als zuvor',
    change: 'Änderung von „{}“',
    supplies: '{} liefert {}',
    itemWithout: 'ist ohne {}',
    lineIn: '{} {} {}',
    others: 'die übrigen {} je',
    eachOf: 'alle {} je',
    no: 'ohne {}',
    none: 'Es gibt keine{}{}.',
    with: 'mit {}',
    any: '{} über 0',
    done: '{} von ',
    line: '{} × {}',
  },
  ops: { '>': 'über ', '>=': 'mindestens ', '<': 'unter ', '<=': 'höchstens ', '=': '', contains: 'enthält ' },
  dateOps: { '>': 'nach ', '>=': 'ab ', '<': 'vor ', '<=': 'bis ' },
  title,
  figure: name => MEASURES[name],
  record: {
    order_lookup: `${DOCUMENT}[, ausgeliefert am {fulfilled_at}][, {location_id}]`,
    purchase_orders: `{number}[ von {supplier_id}] ({status})[: {items}][, erwartet am {expected_on}][, eingegangen am {received_at}]`,
    transfers: `{number} von {source_location_id} nach {destination_location_id} ({status})[: {items}][, versandt am {shipped_at}][, eingegangen am {received_at}]`,
    cycle_counts: 'Inventur in {location_id} ({status})[, begonnen am {started_at}][, abgeschlossen am {completed_at}]',
    returns: `${DOCUMENT}[, „{reason}“][, eingegangen am {received_at}]`,
    production_batches:
      '{number} für {sku} ({status}): geplant {planned_quantity}[ für den {planned_on}][, hergestellt {actual_quantity_produced}][, aus {inputs}][, begonnen am {started_at}][, abgeschlossen am {completed_at}]',
    lots: 'Charge {lot_number} von {sku}[, geliefert von {supplier_id}] ({status}): noch {quantity_remaining} von {quantity_initial}[, eingegangen am {received_at}][, haltbar bis {expiry_date}]',
    lot_trace_forward:
      'Bestand nach Lagerort: {stock_by_location}; betroffene Aufträge: {affected_orders}; daraus gemachte Chargen: {descendant_lots}',
    lot_trace_backward: '[Hergestellt mit {source_batch}][ aus {input_lots}]',
    policy_lookup: '{sku} in {location_id}: Meldebestand {reorder_point}, Bestellmenge {reorder_quantity}',
    suppliers: '{name}[, Lieferzeit in Tagen: {lead_time_days}][, E-Mail {email}][, Telefon {phone}]',
    recipes: '{output_quantity} {sku} bestehen aus {items}',
    locations: '{name}, {type}[, {address}]',
    demand_forecast:
      '{sku}: {total_expected} erwartet, zwischen {total_lower} und {total_upper}[, reicht bis {stockout_date}]',
    insights: '{type}[: {sku}]',
  },
  item: {
    unit_price: 'wird für {} verkauft',
    unit_cost: 'kostet uns {}',
    shelf_life_days: 'ist {} Tage haltbar',
    barcode: 'hat den Barcode {}',
  },
  noLines: 'keine',
  moreLines: count => ` und ${count} weitere`,
  term: germanTerm,
  state: germanTerm,
  truth: ['ja', 'nein'],
  sentence(text) {
    for (const [pattern, sentence] of PATTERNS) {
      const found = pattern.exec(text);
      if (found)
        return sentence.replace(/\{(\w+)\}/g, (_, name: string) => conjoined(name, found.groups?.[name] ?? ''));
    }
    return text;
  },
});
