import { words } from '../format.ts';
import { t } from '../language.ts';

/*
 * What the page of imports knows of sheets: which columns there are to choose, how people call them, and an example of
 * each kind.
 */

interface SheetKind {
  label: string;
  /** Its content, in a sentence. */
  about: string;
  columns: readonly string[];
  /** Two example rows, to download. */
  rows: readonly (readonly string[])[];
}

const sheet = (label: string, about: string, columns: string, ...rows: string[]): SheetKind => ({
  label,
  about,
  columns: columns.split(','),
  rows: rows.map(row => row.split(',')),
});

export const SHEETS: { readonly [kind: string]: SheetKind } = {
  products: sheet(
    t('Products with variants'),
    t('A row per variant; rows of one product follow each other.'),
    'reference,name,category,sku,variant_name,barcode,unit,unit_cost,unit_price,lot_tracked,shelf_life_days,supplier',
    `MUG,Mug,Kitchen,MUG-S,small,4006381333931,each,2.5,7.9,${t('no')},,`,
    `MUG,Mug,Kitchen,MUG-L,large,4006381333948,each,3.1,9.9,${t('no')},,`,
  ),
  locations: sheet(
    t('Locations'),
    t('Where stock is kept.'),
    'code,name,type,address',
    'BER,Berlin,warehouse,Ringstr. 1',
    'SHOP,Shop,store,',
  ),
  suppliers: sheet(
    t('Suppliers'),
    t('Who you buy from.'),
    'code,name,email,phone,lead_time_days,notes',
    'ACME,Acme,orders@example.com,,7,',
    'NORTH,North Mill,,,14,',
  ),
  stock: sheet(
    t('Opening stock'),
    t('What is there now, per product and location.'),
    'sku,location,set_quantity,quantity_change,expected_quantity,unit_cost,lot_number,expiry_date,note',
    'MUG-S,BER,120,,,2.5,,,',
    'MUG-L,BER,80,,,3.1,,,',
  ),
  supplier_items: sheet(
    t('Supplier items'),
    t('How suppliers sell what is bought.'),
    'supplier,sku,supplier_sku,purchase_unit,units_per_purchase_unit,min_order_quantity,lead_time_days,currency,preferred',
    `ACME,MUG-S,A-100,case,12,1,7,EUR,${t('yes')}`,
    `ACME,MUG-L,A-101,case,6,1,7,EUR,${t('yes')}`,
  ),
  inventory_policies: sheet(
    t('Reorder policies'),
    t('When and how much to reorder.'),
    'sku,location,reorder_point,reorder_quantity,lead_time_days,safety_stock',
    'MUG-S,BER,40,120,7,10',
    'MUG-L,BER,20,60,7,5',
  ),
  recipes: sheet(
    t('Recipes'),
    t('A row per ingredient; rows of one recipe follow each other.'),
    'sku,name,output_quantity,items.sku,items.quantity',
    'SET-2,Set of two,1,MUG-S,1',
    'SET-2,Set of two,1,MUG-L,1',
  ),
  orders: sheet(
    t('Open orders'),
    t('A row per item; rows of one order follow each other.'),
    'reference,location,items.sku,items.quantity,items.unit_price,notes',
    'SO-9001,BER,MUG-S,2,7.9,',
    'SO-9001,BER,MUG-L,1,9.9,',
  ),
  purchase_orders: sheet(
    t('Open purchase orders'),
    t('A row per item; rows of one order follow each other.'),
    'reference,supplier,location,expected_on,items.sku,items.quantity,items.unit_cost',
    'PO-9001,ACME,BER,2027-01-31,MUG-S,120,2.5',
    'PO-9001,ACME,BER,2027-01-31,MUG-L,60,3.1',
  ),
  demand_history: sheet(
    t('Sales history'),
    t('What was sold on a day, for forecasts.'),
    'sku,location,date,quantity',
    'MUG-S,BER,2025-12-23,14',
    'MUG-S,BER,2025-12-24,31',
  ),
  variants: sheet(
    t('Variants'),
    t('Of existing products.'),
    'sku,product,name,barcode,unit,unit_cost,unit_price',
    'MUG-XL,MUG,extra large,,each,4,12',
    'MUG-XS,MUG,tiny,,each,2,6',
  ),
};

/** Other common names of a column, in English and German; of several columns, the first that the sheet has. */
const SYNONYMS: { readonly [column: string]: string } = {
  product_name: 'name',
  title: 'name',
  article: 'sku',
  article_number: 'sku',
  item: 'sku',
  item_number: 'sku',
  product_code: 'sku',
  ean: 'barcode',
  gtin: 'barcode',
  upc: 'barcode',
  cost: 'unit_cost',
  purchase_price: 'unit_cost',
  price: 'unit_price',
  sales_price: 'unit_price',
  quantity: 'set_quantity quantity',
  qty: 'set_quantity quantity',
  stock: 'set_quantity',
  on_hand: 'set_quantity',
  warehouse: 'location',
  place: 'location',
  store: 'location',
  vendor: 'supplier',
  min: 'reorder_point',
  minimum: 'reorder_point',
  expiry: 'expiry_date',
  best_before: 'expiry_date',
  lot: 'lot_number lot_tracked',
  batch: 'lot_number',
  order: 'reference',
  order_number: 'reference',
  id: 'id',
  referenz: 'reference',
  bestellnummer: 'reference',
  auftragsnummer: 'reference',
  item_name: 'name',
  article_name: 'name',
  bezeichnung: 'name',
  artikelbezeichnung: 'name',
  artikelname: 'name',
  produkt: 'name',
  produktname: 'name',
  produktbezeichnung: 'name',
  kategorie: 'category',
  warengruppe: 'category',
  artikel: 'sku',
  artikelnummer: 'sku',
  artikelnr: 'sku',
  artikel_nr: 'sku',
  art_nr: 'sku',
  variante: 'variant_name',
  einheit: 'unit',
  einkaufspreis: 'unit_cost',
  ek: 'unit_cost',
  kosten: 'unit_cost',
  verkaufspreis: 'unit_price',
  vk: 'unit_price',
  preis: 'unit_price',
  menge: 'set_quantity quantity',
  bestand: 'set_quantity',
  anzahl: 'set_quantity quantity',
  datum: 'date',
  lager: 'location',
  lagerort: 'location',
  lagerplatz: 'location',
  standort: 'location',
  filiale: 'location',
  lieferant: 'supplier',
  lieferzeit: 'lead_time_days',
  wiederbeschaffungszeit: 'lead_time_days',
  meldebestand: 'reorder_point',
  mindestbestand: 'reorder_point',
  bestellmenge: 'reorder_quantity',
  sicherheitsbestand: 'safety_stock',
  charge: 'lot_number lot_tracked',
  chargennummer: 'lot_number',
  chargengefuehrt: 'lot_tracked',
  chargenpflichtig: 'lot_tracked',
  mhd: 'expiry_date shelf_life_days',
  haltbar_bis: 'expiry_date',
  mindesthaltbarkeit: 'shelf_life_days',
  haltbarkeit: 'shelf_life_days',
  shelf_life: 'shelf_life_days',
  bevorzugt: 'preferred',
  waehrung: 'currency',
  telefon: 'phone',
  adresse: 'address',
  anschrift: 'address',
  bemerkung: 'notes',
  bemerkungen: 'notes',
  notiz: 'notes',
};

/** The cells of the first line, and their separator. */
export function headerOf(text: string): { separator: string; names: string[]; rest: string } {
  const end = text.search(/\r?\n|\r|$/);
  const line = text.slice(0, end).replace(/^\ufeff/, '');
  const bare = line.replace(/"[^"]*"/g, '');
  const separator = [',', ';', '\t'].reduce((most, each) =>
    bare.split(each).length > bare.split(most).length ? each : most,
  );
  const names = (line.match(new RegExp(`("(?:[^"]|"")*"|[^${separator}]*)(?:${separator}|$)`, 'g')) ?? [])
    .slice(0, bare.split(separator).length)
    .map(cell =>
      cell
        .replace(new RegExp(`${separator}$`), '')
        .replace(/^"|"$/g, '')
        .replaceAll('""', '"')
        .trim(),
    );
  return { separator, names, rest: text.slice(end) };
}

const plainName = (name: string) =>
  name
    .toLowerCase()
    .trim()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ß', 'ss')
    .replace(/[\s./-]+/g, '_')
    .replace(/[^a-z0-9_]/g, '');

/** Words beside the name of a column: `EK netto`, `Price (EUR)`, `Charge ja/nein`. */
const NOISE_WORDS = /^(netto|brutto|net|gross|eur|euro|usd|gbp|chf|in|je|pro|per|ja|nein|yes|no|tage|days|stueck)?$/;

const bare = (name: string) =>
  name
    .split('_')
    .filter(word => !NOISE_WORDS.test(word))
    .join('_');

/** How a column is called in the reader's language. */
export function columnName(column: string): string {
  const name = column.replace(/^items\./, '');
  return name === 'sku' ? 'SKU' : words(name);
}

/** The most likely column for a header. */
export function guess(kind: string, header: string, remembered: { [header: string]: string }): string {
  if (header in remembered) return remembered[header]!;
  const { columns } = SHEETS[kind]!;
  const name = plainName(header);
  const names = [name, bare(name), bare(plainName(header.replace(/\(.*?\)|\[.*?\]/g, '')))];
  const likely = [header, ...names.flatMap(each => [each, ...(SYNONYMS[each]?.split(' ') ?? [])])];
  const found = [...likely, ...likely.map(each => `items.${each}`)].find(each => columns.includes(each));
  // Further columns of an export: the service knows them by these names.
  return found ?? (/^[a-z_.]+$/.test(header) ? header : '');
}

/** What separates the decimals of a sheet's numbers. */
export type Decimal = ',' | '.';

/** The sheet with the service's names of columns and decimal points; omitted columns get a name that is ignored. */
export function renamed(text: string, chosen: readonly string[], decimal: Decimal): string {
  const { separator, rest } = headerOf(text);
  const header = chosen.map((name, index) => name || `_${index + 1}`).join(separator);
  return header + inNumbers(rest, separator, chosen, cell => inService(cell, decimal));
}

/** Columns of numbers. */
const NUMBERS = /(cost|price|quantity|point|stock|days|units_per_purchase_unit)$/;

/** Changes the cells in columns of numbers. */
function inNumbers(rest: string, separator: string, chosen: readonly string[], to: (cell: string) => string): string {
  let column = 0;
  return rest.replace(
    new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r?\\n|\\r|$)`, 'g'),
    (whole, cell: string, end: string) => {
      const isNumber = NUMBERS.test(chosen[column] ?? '');
      column = end === separator ? column + 1 : 0;
      return isNumber ? to(cell) + end : whole;
    },
  );
}

const bareNumber = (cell: string) => cell.replace(/^"(.*)"$/, '$1').trim();

const WITH_COMMA = /^-?(\d+,(\d{1,2}|\d{4,})|0,\d+|\d{1,3}(\.\d{3})+,\d+|\d{1,3}(\.\d{3}){2,})$/;
const WITH_POINT = /^-?(\d+\.(\d{1,2}|\d{4,})|0\.\d+|\d{1,3}(,\d{3})+\.\d+|\d{1,3}(,\d{3}){2,})$/;
/** Such as `1,234`: decimals, or thousands. */
const AMBIGUOUS_NUMBER = /^-?\d{1,3}[.,]\d{3}$/;

/**
 * How the numbers of the sheet are written, as those show that can be read in one way only; undefined if they leave it
 * open. Where commas separate cells, decimals have points.
 */
export function decimalOf(text: string, chosen: readonly string[]): Decimal | undefined {
  const { separator, rest } = headerOf(text);
  if (separator === ',') return '.';
  let [comma, point, isOpen] = [false, false, false];
  inNumbers(rest, separator, chosen, cell => {
    const number = bareNumber(cell);
    comma ||= WITH_COMMA.test(number);
    point ||= WITH_POINT.test(number);
    isOpen ||= AMBIGUOUS_NUMBER.test(number) && !WITH_COMMA.test(number) && !WITH_POINT.test(number);
    return cell;
  });
  if (comma === point) return isOpen ? undefined : '.';
  return comma ? ',' : '.';
}

/** A number as the service reads it. What is no such number is left as it is, and refused there. */
function inService(cell: string, decimal: Decimal): string {
  const number = bareNumber(cell);
  const hasComma =
    WITH_COMMA.test(number) || (decimal === ',' && AMBIGUOUS_NUMBER.test(number) && !WITH_POINT.test(number));
  return hasComma ? number.replaceAll('.', '').replace(',', '.') : cell;
}

/** How many columns of this kind a line names. */
const named = (kind: string, line: string) =>
  headerOf(line).names.filter(name => SHEETS[kind]!.columns.includes(guess(kind, name, {}))).length;

/** In how many first lines the names of the columns are looked for. */
const HEADER_WITHIN = 10;

/** The sheet without what is above the names of its columns: a title, or headings of several columns. */
export function fromHeader(kind: string, text: string): string {
  if (named(kind, text) > 1) return text;
  let [best, from, most] = [0, 0, 1];
  for (let line = 0; line < HEADER_WITHIN && from < text.length; line += 1) {
    const count = named(kind, text.slice(from, from + 10_000));
    if (count > most) [best, most] = [from, count];
    const end = text.slice(from).search(/\r?\n|\r|$/);
    from += end + (/^\r\n/.test(text.slice(from + end)) ? 2 : 1);
  }
  return text.slice(best);
}

/**
 * The text of a file. In Western Europe, spreadsheets save CSV in Windows-1252 unless told otherwise; read as UTF-8,
 * its umlauts would be lost in silence.
 */
export function textOf(bytes: ArrayBuffer): { text: string; isGuessed: boolean } {
  const [first, second] = new Uint8Array(bytes.slice(0, 2));
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), isGuessed: false };
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isGuessed: false };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isGuessed: true };
  }
}
