import type { Attribute, Group } from '../../figures/dimensions.ts';
import type { MeasureName } from '../../figures/measures.ts';
import { GERMAN_VALUES } from '../../kernel/german.ts';
import { FIELDS, MEASURES, SENTENCES } from './german-words.ts';
import { isDay, isOfDays, isOfWords, listed, type Speech, termsIn, upper, wholeUnit } from './speech.ts';

const VALUES: { readonly [value: string]: string } = GERMAN_VALUES;

/* Answers in German, with German figures, dates and money. The terms are in german-words.ts. */

const { day, month, weekday, number, amount } = termsIn('de-DE', 'unbekannt');

/** The term of a measure or field on its own. */
function title(name: string): string {
  const measure = MEASURES[name as MeasureName] as string | undefined;
  return measure?.replace(/ ?\{\} ?/, '') ?? FIELDS[name as Group | Attribute] ?? name;
}

const bare = (value: string): string => (/^-?\d+(\.\d+)?$/.test(value) ? number(value) : value);
const OPS: { readonly [op: string]: string } = {
  '>': 'über ',
  '>=': 'mindestens ',
  '<': 'unter ',
  '<=': 'höchstens ',
  '=': '',
};
const DATE_OPS: { readonly [op: string]: string } = { '>': 'nach ', '>=': 'ab ', '<': 'vor ', '<=': 'bis ' };

function period(from: string, to: string, today: string): string {
  const unit = wholeUnit(from, to, today);
  if (unit === 'day') return from === today ? 'heute' : `am ${day(from)}`;
  if (unit === 'year') return `im Jahr ${from.slice(0, 4)}`;
  if (unit === 'month') return `im ${month(from)}`;
  return `vom ${day(from)} bis ${day(to)}`;
}

const bound = (field: string, op: string, values: readonly string[]): string =>
  `${title(field)} ${OPS[op] ?? `${op} `}${listed(values.map(bare), 'und')}`;

const DOCUMENT = '{number} ({status})[: {items}]';

export const german: Speech = {
  and: 'und',
  more: count => `; und weitere, insgesamt ${number(count)}`,
  nothing: 'Es gibt keine.',
  period,
  asOf: date => `Stand am Ende des ${day(date)}`,
  before: (from, to, today) => `vorher: ${period(from, to, today).replace(/^(am|im|im Jahr) (?=\S)/, '')}`,
  title,
  figure: (name, value, currency) =>
    value === null || value === undefined
      ? `${title(name)} unbekannt`
      : MEASURES[name].replace('{}', amount(name, value, currency)),
  compared: (name, now, before, change, currency) =>
    `${now} (vorher: ${amount(name, before, currency)}, Veränderung: ${amount(name, change, currency)})`,
  per: (name, value, unit, currency) => `${german.figure(name, value, currency)} je ${title(unit)} im Mittel`,
  share: (part, total) =>
    Number(total) > 0
      ? number(Number(part) / Number(total), { style: 'percent', maximumFractionDigits: 1 })
      : 'unbekannt',
  all: 'insgesamt',
  condition(field, op, each) {
    const values = listed(each.map(bare), 'und');
    switch (op) {
      case 'in':
      case '=':
        return field === 'location' ? `in ${values}` : values;
      case 'not_in':
      case '!=':
        return `ohne ${values}`;
      case 'between':
        return `${title(field)} von ${each.map(bare).join(' bis ')}`;
      case 'is_null':
        return `ohne ${title(field)}`;
      case 'contains':
        return `${title(field)} enthält ${values}`;
      default:
        return isOfDays(field)
          ? `${title(field).replace(/ (am|bis)$/, '')} ${DATE_OPS[op] ?? `${op} `}${values}`
          : bound(field, op, each);
    }
  },
  bound,
  none(bounds, about) {
    const within = bounds.map(([field, op, value]) => bound(field, op, [value])).join(', ');
    return `Es gibt keine${within ? ` mit ${within}` : ''}${about ? ` (${about})` : ''}.`;
  },
  without: field => `ohne ${title(field)}`,
  record: {
    order_lookup: `${DOCUMENT}[, ausgeliefert am {fulfilled_at}]`,
    purchase_orders: `${DOCUMENT}[, erwartet am {expected_on}][, eingegangen am {received_at}]`,
    transfers: `${DOCUMENT}[, versandt am {shipped_at}][, eingegangen am {received_at}]`,
    cycle_counts: 'Inventur in {location_id} ({status})[, begonnen am {started_at}][, abgeschlossen am {completed_at}]',
    returns: `${DOCUMENT}[, „{reason}“][, eingegangen am {received_at}]`,
    production_batches:
      '{number} für {sku} ({status}): geplant {planned_quantity}, hergestellt {actual_quantity_produced}',
    lots: 'Charge {lot_number} von {sku} ({status}): noch {quantity_remaining}[, haltbar bis {expiry_date}]',
    lot_trace_forward:
      'Bestand nach Lagerort: {stock_by_location}; betroffene Aufträge: {affected_orders}; daraus gemachte Chargen: {descendant_lots}',
    lot_trace_backward: 'Eingegangene Chargen: {input_lots}',
    policy_lookup: '{sku} in {location_id}: Meldebestand {reorder_point}, Bestellmenge {reorder_quantity}',
    product_lookup: '{sku}: Preis {unit_price}, Kosten {unit_cost}, Barcode {barcode}',
    suppliers: '{name}[, Lieferzeit in Tagen: {lead_time_days}][, E-Mail {email}][, Telefon {phone}]',
    recipes: '{output_quantity} {sku} bestehen aus {items}',
    locations: '{name}, {type}[, {address}]',
    demand_forecast:
      '{sku}: {total_expected} erwartet, zwischen {total_lower} und {total_upper}[, reicht bis {stockout_date}]',
    insights: '{type}[: {sku}]',
  },
  unknown: 'unbekannt',
  noLines: 'keine',
  moreLines: ' und weitere',
  line: (quantity, sku, done) =>
    `${done === undefined ? '' : `${number(done)} von `}${number(quantity)} × ${String(sku)}`,
  value(field, value) {
    const text = String(value);
    if (field === 'weekday') return weekday(Number(value));
    if (isDay(text)) return day(text);
    if (field === 'month') return month(`${text}-01`);
    if (typeof value === 'number') return number(value);
    if (typeof value === 'boolean') return value ? 'ja' : 'nein';
    return isOfWords(field) ? (VALUES[text] ?? upper(text.replaceAll('_', ' '))) : text;
  },
  sentence(text) {
    for (const [pattern, sentence] of PATTERNS) {
      const found = pattern.exec(text);
      if (found)
        return sentence.replace(/\{(\w+)\}/g, (_, name: string) => conjoined(name, found.groups?.[name] ?? ''));
    }
    return text;
  },
};

/** A list from an English sentence: of codes and quoted words, or of requests. */
const conjoined = (name: string, text: string): string =>
  name === 'how'
    ? text.replace(' and its ', ' und dazu ').replaceAll(' and ', ' und ').replaceAll(' or ', ' oder ')
    : name === 'near' || name === 'choices'
      ? text.replaceAll(' or ', ' oder ')
      : text.replaceAll("' and '", "' und '");

const PATTERNS = Object.entries(SENTENCES).map(([sentence, own]) => {
  const escaped = sentence.replace(/[.*+?^$()|[\]\\/]/g, '\\$&').replace(/\{(\w+)\}/g, '(?<$1>.+?)');
  return [new RegExp(`^${escaped}$`, 's'), own] as const;
});
