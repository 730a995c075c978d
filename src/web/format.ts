import { locale as LOCALE, language, t, valueWords } from './language.ts';

/** Quantities, money and times in the one locale of the words around them; times are told in the organization's time zone, wherever the reader is. */

/** The time zone of whoever looks. */
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
  /** Sweden writes days and times as ISO 8601 does. */
  day: new Intl.DateTimeFormat('sv-SE', { timeZone }),
  clock: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }),
});
let zoned = inZone('UTC');
export const tellTimesIn = (timeZone: string): void => void (zoned = inZone(timeZone));

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

export const quantity = (value: number | null | undefined): string => (value == null ? '–' : number.format(value));
/** A mean: what follows the decimals that matter is noise. */
export const rate = (value: number | null | undefined): string =>
  value == null ? '–' : (Math.abs(value) < 1 ? twoDecimals : oneDecimal).format(value);
export const short = (value: number): string =>
  Math.abs(value) < 10_000 ? number.format(Math.round(value)) : compact.format(value);
export const percent = (share: number): string =>
  share > 0 && share < 0.001 ? `< ${percentage.format(0.001)}` : percentage.format(share);
export const signed = (value: number): string =>
  value > 0 ? `+${number.format(value)}` : value < 0 ? `−${number.format(-value)}` : '0';
export const money = (value: number | null | undefined, currency = 'EUR', whole = false): string =>
  value == null ? '–' : currencyFormat(currency, whole).format(value);
/** A change of value: the sign says which way. */
export const signedMoney = (value: number | null | undefined, currency: string): string =>
  value == null ? '–' : `${value > 0 ? '+' : value < 0 ? '−' : ''}${money(Math.abs(value), currency)}`;
/** An amount to be seen at a glance. */
export const shortMoney = (value: number, currency: string): string =>
  Math.abs(value) < 10_000_000
    ? money(value, currency, true)
    : new Intl.NumberFormat(LOCALE, {
        style: 'currency',
        currency,
        notation: 'compact',
        maximumFractionDigits: 1,
      }).format(value);
export const time = (value: string | null | undefined): string =>
  value ? zoned.dateTime.format(new Date(value)) : '–';

const isDay = (value: string) => value.length === 10;
/** The day of a moment, or a day itself. */
export const date = (value: string | null | undefined): string =>
  value ? (isDay(value) ? dateOnly : zoned.date).format(new Date(value)) : '–';
export const monthAndDay = (day: string): string => shortDate.format(new Date(day));

/** `2026-11-21`: which day it is for the organization. */
export const today = (): string => zoned.day.format(new Date());
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10);
/** The moment at which a day begins for the organization. */
export function startOf(day: string): string {
  const midnight = Date.parse(day);
  const offsetAt = (moment: number) => Date.parse(`${zoned.clock.format(moment).replace(' ', 'T')}Z`) - moment;
  return new Date(midnight - offsetAt(midnight - offsetAt(midnight))).toISOString();
}
export const daysUntil = (day: string): number => Math.round((Date.parse(day) - Date.parse(today())) / DAY_MS);
/** `in 5 days`, `tomorrow`. */
export const until = (day: string): string => ago.format(daysUntil(day), 'day');
const DAY_MS = 86_400_000;

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
];
/** `5 min. ago`, `in 3 days`; what is still to come is told to the second. */
export function since(value: string): string {
  const seconds = (Date.parse(value) - Date.now()) / 1000;
  for (const [unit, size] of STEPS) if (Math.abs(seconds) >= size) return ago.format(Math.round(seconds / size), unit);
  return seconds >= 1 ? ago.format(Math.round(seconds), 'second') : t('just now');
}

/** What an amount is counted in, as the organization calls it; the one that nobody has chosen is called as the reader would. */
export const unitName = (unit: string): string => (unit === 'each' ? t('each') : unit);

/** `PARTIALLY_RECEIVED` as people read it. */
export const words = (value: string): string => {
  const own = valueWords(value.toLowerCase().replace(/[. ]/g, '_'));
  if (own) return own;
  const text = value.toLowerCase().replaceAll('_', ' ').replaceAll('.', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};

/** A heading within a sentence: English writes it small there, German keeps its capitals. Abbreviations stay as they are. */
export const inSentence = (heading: string): string =>
  language === 'en' && /^[A-Z][a-z]/.test(heading) ? heading.charAt(0).toLowerCase() + heading.slice(1) : heading;
