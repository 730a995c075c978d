/** Quantities, money and times as the reader's language writes them. */

const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });
const compact = new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 });
const dateTime = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const dateOnly = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' });
const ago = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

export const quantity = (value: number | null | undefined): string => (value == null ? '–' : number.format(value));
export const short = (value: number): string => (Math.abs(value) < 10_000 ? number.format(Math.round(value)) : compact.format(value));
export const signed = (value: number): string => (value > 0 ? `+${number.format(value)}` : value < 0 ? `−${number.format(-value)}` : '0');
export const money = (value: number | null | undefined, currency = 'EUR', whole = false): string =>
  value == null ? '–' : new Intl.NumberFormat(undefined, { style: 'currency', currency, ...(whole && { maximumFractionDigits: 0 }) }).format(value);
export const time = (value: string | null | undefined): string => (value ? dateTime.format(new Date(value)) : '–');
export const date = (value: string | null | undefined): string => (value ? dateOnly.format(new Date(value.slice(0, 10))) : '–');

const STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [['day', 86_400], ['hour', 3600], ['minute', 60]];
export function since(value: string): string {
  const seconds = (Date.parse(value) - Date.now()) / 1000;
  for (const [unit, size] of STEPS) if (Math.abs(seconds) >= size) return ago.format(Math.round(seconds / size), unit);
  return 'just now';
}

/** `PARTIALLY_RECEIVED` as people read it. */
export const words = (value: string): string => {
  const text = value.toLowerCase().replaceAll('_', ' ').replaceAll('.', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
};
