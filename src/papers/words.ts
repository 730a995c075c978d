import type { cycleCountStates } from '../domain/cycle-counts.ts';
import type { lotStates } from '../domain/lots.ts';
import type { orderStates } from '../domain/orders.ts';
import type { productionBatchStates } from '../domain/production-batches.ts';
import type { purchaseOrderStates } from '../domain/purchase-orders.ts';
import type { CONDITIONS, returnStates } from '../domain/return-authorizations.ts';
import type { stockTransferStates } from '../domain/stock-transfers.ts';
import { GERMAN_VALUES } from '../kernel/german.ts';
import type { Language } from '../kernel/language.ts';
import { Quantity } from '../kernel/quantity.ts';
import type { Paper } from './layout.ts';

/*
 * The texts of papers. The English text is used as the key; every other language has a table by these keys, so that a
 * missing translation does not compile.
 */

export const GERMAN = {
  // Titles
  'Pick list': 'Pickliste',
  'Packing slip': 'Lieferschein',
  'Return slip': 'Retourenschein',
  'Purchase order': 'Bestellung',
  'Transfer note': 'Umlagerungsschein',
  'Count sheet': 'Zählliste',
  'Batch ticket': 'Produktionsbegleitschein',
  'Recall notice': 'Rückrufmitteilung',
  'Labels variant': 'Etiketten Varianten',
  'Labels lot': 'Etiketten Chargen',
  'Labels location': 'Etiketten Lagerorte',
  // Places and people
  'Pick at': 'Entnahme in',
  'Ships from': 'Versand ab',
  'Return to': 'Rücksendung an',
  'Deliver to': 'Lieferung an',
  'Produce at': 'Produktion in',
  'Count at': 'Zählung in',
  From: 'Von',
  To: 'Nach',
  Supplier: 'Lieferant',
  'Came from': 'Kam von',
  Make: 'Herzustellen',
  // Facts
  'Your reference': 'Ihre Referenz',
  'Our reference': 'Unsere Referenz',
  'Their reference': 'Referenz des Kunden',
  Reference: 'Referenz',
  Date: 'Datum',
  Ordered: 'Bestellt',
  'Expected on': 'Erwartet am',
  Shipped: 'Versandt',
  Received: 'Eingegangen',
  Completed: 'Abgeschlossen',
  Status: 'Status',
  Reason: 'Grund',
  Order: 'Auftrag',
  Lines: 'Positionen',
  // Columns
  SKU: 'SKU',
  Item: 'Artikel',
  Barcode: 'Barcode',
  Unit: 'Einheit',
  Lot: 'Charge',
  Lots: 'Chargen',
  Expires: 'Haltbar bis',
  Pick: 'Entnehmen',
  Packed: 'Gepackt',
  'To follow': 'Folgt noch',
  Cancelled: 'Storniert',
  Condition: 'Zustand',
  Quantity: 'Menge',
  'Your code': 'Ihre Artikelnr.',
  'Unit cost': 'Stückpreis',
  Amount: 'Betrag',
  'To ship': 'Zu versenden',
  Expected: 'Erwartet',
  Counted: 'Gezählt',
  Again: 'Nachgezählt',
  Difference: 'Differenz',
  Planned: 'Geplant',
  Used: 'Verbraucht',
  Wasted: 'Ausschuss',
  Produced: 'Produziert',
  Remaining: 'Noch da',
  Place: 'Ort',
  Found: 'Gefunden',
  Batch: 'Produktionsauftrag',
  Made: 'Hergestellt',
  // Tables
  Ingredients: 'Zutaten',
  Result: 'Ergebnis',
  'Lots concerned': 'Betroffene Chargen',
  'Stock to set apart': 'Bestand, der auszusondern ist',
  'In transit, to set apart on arrival': 'Unterwegs, bei Ankunft auszusondern',
  Transfer: 'Umlagerung',
  'Orders to tell': 'Aufträge, deren Kunden zu benachrichtigen sind',
  'Production that used it': 'Produktion, in die sie einging',
  Notes: 'Notizen',
  Total: 'Summe',
  'Total of what is priced': 'Summe der Positionen mit Preis',
  // Sentences
  'Not there': 'Fehlt',
  'Nothing.': 'Nichts.',
  'None.': 'Keine.',
  'None is in stock.': 'Nichts davon ist im Bestand.',
  'None has left.': 'Nichts davon hat das Haus verlassen.',
  'Nothing is left to pick.': 'Es ist nichts mehr zu entnehmen.',
  'No items yet: load the inventory, or add what is found.':
    'Noch keine Positionen: Bestand laden, oder hinzufügen, was gefunden wird.',
  'Not everything is there: 1 line is short.': 'Nicht alles ist da: In 1 Position fehlt etwas.',
  'Not everything is there: {short} lines are short.': 'Nicht alles ist da: In {short} Positionen fehlt etwas.',
  'Complete: the rest was cancelled on {day} and will not follow.':
    'Vollständig: Die Restmenge wurde am {day} storniert und folgt nicht mehr.',
  'Draft: not ordered yet.': 'Entwurf: noch nicht bestellt.',
  'Cancelled: nothing is to be delivered.': 'Storniert: Es ist nichts zu liefern.',
  'Do not use, sell or ship any of these lots. Set apart what is there and call back what has left.':
    'Diese Chargen nicht verwenden, verkaufen oder versenden. Sondern Sie aus, was da ist, und rufen Sie zurück, was das Haus verlassen hat.',
  'This lot is not recalled. This is what a recall would concern.':
    'Diese Charge ist nicht zurückgerufen. Dies beträfe ein Rückruf.',
  '{sku}, lot {lot}': '{sku}, Charge {lot}',
  'Lot {lot}': 'Charge {lot}',
  'Expires {day}': 'Haltbar bis {day}',
  '{paper} · printed {day}': '{paper} · gedruckt am {day}',
  // Signatures
  'Picked by': 'Entnommen von',
  'Checked by': 'Geprüft von',
  'Shipped by': 'Versandt von',
  'Carried by': 'Transportiert von',
  'Received by': 'Angenommen von',
  'Counted by': 'Gezählt von',
  'Produced by': 'Produziert von',
  'Released by': 'Freigegeben von',
  'Done by': 'Erledigt von',
  // The mail that a purchase order is attached to
  'Purchase order {number} from {organization}': 'Bestellung {number} von {organization}',
  'Dear {supplier},': 'Guten Tag {supplier},',
  'Dear Sir or Madam,': 'Guten Tag,',
  'our purchase order {number} is attached as a PDF.': 'anbei unsere Bestellung {number} als PDF.',
  'We expect it on {day}.': 'Wir erwarten die Lieferung am {day}.',
  'Kind regards': 'Mit freundlichen Grüßen',
} as const;

/** A text, or a sentence with placeholders in braces. */
export type Word = keyof typeof GERMAN;

type StateTable = { all: readonly string[] };
type StatusOf<States extends StateTable> = States['all'][number];
/** The values of statuses and conditions that papers show. */
type Value =
  | StatusOf<typeof orderStates>
  | StatusOf<typeof purchaseOrderStates>
  | StatusOf<typeof stockTransferStates>
  | StatusOf<typeof cycleCountStates>
  | StatusOf<typeof returnStates>
  | StatusOf<typeof productionBatchStates>
  | StatusOf<typeof lotStates>
  | (typeof CONDITIONS)[number];

/** For units that are words. */
const GERMAN_UNITS: { readonly [unit: string]: string } = { each: 'Stück' };

interface Table {
  locale: string;
  words: { readonly [word in Word]: string };
  values: { readonly [value in Value]: string };
  units: { readonly [unit: string]: string };
}

const TABLES: { readonly [language in Exclude<Language, 'en'>]: Table } = {
  de: { locale: 'de-DE', words: GERMAN, values: GERMAN_VALUES, units: GERMAN_UNITS },
};

/** The texts and formats of one language. */
export interface Speech {
  language: Language;
  locale: string;
  say(word: Word, given?: { readonly [name: string]: string }): string;
  /** A status or condition. */
  value(value: unknown): string;
  /** A quantity, or an empty string if there is none. */
  amount(quantity: unknown): string;
  unit(unit: string): string;
  /** A calendar day, or an instant in that time zone. */
  day(day: string, timeZone?: string): string;
}

const asWord = (value: string): string => {
  const text = value.replaceAll('_', ' ');
  return text[0]!.toUpperCase() + text.slice(1);
};

/** English needs no table: its texts are the keys. */
export function speechIn(language: Language): Speech {
  const table = language === 'en' ? undefined : TABLES[language];
  const locale = table?.locale ?? 'en-GB';
  return {
    language,
    locale,
    say: (word, given = {}) =>
      (table?.words[word] ?? word).replace(/\{(\w+)\}/g, (whole, name: string) => given[name] ?? whole),
    value: value => table?.values[value as Value] ?? asWord(String(value)),
    amount: quantity =>
      quantity === null || quantity === undefined
        ? ''
        : Number(quantity instanceof Quantity ? quantity.toNumber() : quantity).toLocaleString(locale, {
            maximumFractionDigits: 4,
          }),
    unit: unit => table?.units[unit] ?? unit,
    day: (day, timeZone = 'UTC') =>
      new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone }).format(
        new Date(day),
      ),
  };
}

/** The paper, translated into this language. */
export function spoken({ language, say }: Speech, paper: Paper<Word>): Paper & { language: Language } {
  return {
    ...paper,
    language,
    title: say(paper.title),
    parties: paper.parties.map(party => ({ ...party, label: say(party.label) })),
    facts: paper.facts.map(([label, value]) => [say(label), value]),
    tables: paper.tables.map(({ title, empty, columns, ...table }) => ({
      ...table,
      ...(title && { title: say(title) }),
      ...(empty && { empty: say(empty) }),
      columns: columns.map(column => ({ ...column, label: column.label && say(column.label) })),
    })),
    signatures: (paper.signatures ?? []).map(who => say(who)),
  };
}
