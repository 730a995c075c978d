import { locale as LOCALE, language, t, valueWords } from './language.ts';

/**
 * Formats quantities, money and times in the locale of the language on the screen. Times are in the organization's time
 * zone, wherever the reader is.
 */

/** The reader's time zone. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

const number = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 4 });
const oneDecimal = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 2 });
const compact = new Intl.NumberFormat(LOCALE, { notation: 'compact', maximumFractionDigits: 1 });
const percentage = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 1 });
const dateOnly = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const shortDate = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const ago = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });

const inZone = (timeZone: string) => ({
  dateTime: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  date: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone }),
  /** Sweden writes dates and times in ISO 8601. */
  day: new Intl.DateTimeFormat('sv-SE', { timeZone }),
  clock: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
});
let zoneFormats = inZone('UTC');
/** Shows all times in this zone from now on. Called when the organization is known. */
export const tellTimesIn = (timeZone: string): void => void (zoneFormats = inZone(timeZone));

const currencies = new Map<string, Intl.NumberFormat>();
function currencyFormat(currency: string, whole: boolean): Intl.NumberFormat {
  const key = `${currency} ${whole}`;
  const known = currencies.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(LOCALE, {
    style: 'currency',
    currency,
    ...(whole && { maximumFractionDigits: 0 }),
  });
  currencies.set(key, made);
  return made;
}

/** With up to four decimals; a dash if it is not known. */
export const quantity = (value: number | null | undefined): string => (value == null ? '–' : number.format(value));
/** An amount with its unit, which is left out for pieces (`each`). */
export const withUnit = (amount: string, unit: string | undefined): string =>
  unit && unit !== 'each' ? `${amount}\u00a0${unit}` : amount;
/** A quantity with its unit, which is left out for pieces; a dash if it is not known. */
export const inUnit = (value: number | null | undefined, unit: string | undefined): string =>
  value == null ? quantity(value) : withUnit(quantity(value), unit);
/** A mean: further decimals are noise. */
export const rate = (value: number | null | undefined): string =>
  value == null ? '–' : (Math.abs(value) < 1 ? twoDecimals : oneDecimal).format(value);
/** For axes and small places: no decimals, and from 10,000 on `12.3K`. */
export const short = (value: number): string =>
  Math.abs(value) < 10_000 ? number.format(Math.round(value)) : compact.format(value);
/** A share of 1, such as `12.5 %`; what is not quite nothing is not shown as 0. */
export const percent = (share: number): string =>
  share > 0 && share < 0.001 ? `< ${percentage.format(0.001)}` : percentage.format(share);
/** A change: with its sign, and a true minus. */
export const signed = (value: number): string =>
  value > 0 ? `+${number.format(value)}` : value < 0 ? `−${number.format(-value)}` : '0';
/** An amount in the currency, or `whole` without decimals; a dash if it is not known. */
export const money = (value: number | null | undefined, currency = 'EUR', whole = false): string =>
  value == null ? '–' : currencyFormat(currency, whole).format(value);
/** What stock cost, or null where the cost of none of it is known. */
export const knownValue = (stock: { quantityOnHand: number; unvaluedQuantity: number; stockValue: number }) =>
  stock.unvaluedQuantity > 0 && stock.unvaluedQuantity === stock.quantityOnHand ? null : stock.stockValue;
/** A change in value, always with its sign. */
export const signedMoney = (value: number | null | undefined, currency: string): string =>
  value == null ? '–' : `${value > 0 ? '+' : value < 0 ? '−' : ''}${money(Math.abs(value), currency)}`;
/** An amount to be read at a glance. */
export const shortMoney = (value: number, currency: string): string =>
  Math.abs(value) < 10_000_000
    ? money(value, currency, true)
    : new Intl.NumberFormat(LOCALE, {
        style: 'currency',
        currency,
        notation: 'compact',
        maximumFractionDigits: 1,
      }).format(value);
/** A point in time, to the minute, in the organization's time zone; a dash if there is none. */
export const time = (value: string | null | undefined): string =>
  value ? zoneFormats.dateTime.format(new Date(value)) : '–';

const isDay = (value: string) => value.length === 10;
/** The day of an instant, or a day itself. */
export const date = (value: string | null | undefined): string =>
  value ? (isDay(value) ? dateOnly : zoneFormats.date).format(new Date(value)) : '–';
/** A day without its year. */
export const monthAndDay = (day: string): string => shortDate.format(new Date(day));

/** A short day, of a moment or a day: the current year is left out. */
export function shortDay(value: string): string {
  const day = isDay(value) ? value : zoneFormats.day.format(new Date(value));
  return day.slice(0, 4) === today().slice(0, 4) ? monthAndDay(day) : date(day);
}

/** The current day in the organization's time zone, such as `2026-11-21`. */
export const today = (): string => zoneFormats.day.format(new Date());
/** So many days later, or earlier if negative. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
/** The instant at which a day begins in the organization's time zone. */
export function startOf(day: string): string {
  const midnight = Date.parse(day);
  const offsetAt = (moment: number) => Date.parse(`${zoneFormats.clock.format(moment).replace(' ', 'T')}Z`) - moment;
  return new Date(midnight - offsetAt(midnight - offsetAt(midnight))).toISOString();
}
/** From today in the organization's time zone; negative once it has passed. */
export const daysUntil = (day: string): number => Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS);
/** `in 5 days`, `tomorrow`. */
export const until = (day: string): string => ago.format(daysUntil(day), 'day');
const DAY_MS = 86_400_000;

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
/** `5 min. ago`, `in 3 days`. Future times are exact to the second. */
export function since(value: string): string {
  const seconds = (Date.parse(value) - Date.now()) / 1000;
  for (const [unit, size] of STEPS) if (Math.abs(seconds) >= size) return ago.format(Math.round(seconds / size), unit);
  return seconds >= 1 ? ago.format(Math.round(seconds), 'second') : t('just now');
}

/**
 * The unit of an amount. The default unit is shown in the reader's language, any other as the organization calls it.
 */
export const unitName = (unit: string): string => (unit === 'each' ? t('each') : unit);

/** `PARTIALLY_RECEIVED` as `Partially received`. */
export const words = (value: string): string => {
  const own = valueWords(value.toLowerCase().replace(/[. ]/g, '_'));
  if (own) return own;
  const text = value.toLowerCase().replaceAll('_', ' ').replaceAll('.', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A heading inside a sentence: lower case in English, unchanged in German. Abbreviations keep their capitals. */
export const inSentence = (heading: string): string =>
  language === 'en' && /^[A-Z][a-z]/.test(heading) ? heading.charAt(0).toLowerCase() + heading.slice(1) : heading;

/** Who did it, without the kind of actor: `user:ada@example.com`. */
export const actorName = (actor: string): string => actor.replace(/^(key|user):/, '');
