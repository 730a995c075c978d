import { locale as LOCALE } from './language.ts';

/*
 * What the first page does not need. Prices and costs of one unit: with the decimals of their currency, and up to four
 * where they have them. The currencies and time zones that there are.
 */

/** What a price may have, as the service stores it. */
export const PRICE_DECIMALS = 4;

/** The price of one unit, such as `€11.90` or `€0.0235`. */
export const priceOfOne = (value: number | null | undefined, currency: string): string =>
  value == null
    ? '–'
    : new Intl.NumberFormat(LOCALE, { style: 'currency', currency, maximumFractionDigits: PRICE_DECIMALS }).format(
        value,
      );

/** The same where the currency is not known: `11.90`. */
export const plainPrice = (value: number): string =>
  value.toLocaleString(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: PRICE_DECIMALS });

/** The same as the text of a number: `11.90`. */
export function priceText(value: number | string, currency: string): string {
  if (value === '' || Number.isNaN(Number(value))) return String(value);
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().minimumFractionDigits;
  return Number(value).toFixed(Math.max(decimals ?? 2, decimalsOf(value)));
}

const decimalsOf = (value: number | string): number =>
  (/\.(\d*?)0*$/.exec(Number(value).toFixed(PRICE_DECIMALS))?.[1] ?? '').length;

/** The currencies to choose from, and the current one. */
export function currencyChoices(current: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(LOCALE, { type: 'currency' });
  return [...new Set([current, ...Intl.supportedValuesOf('currency')])]
    .filter(code => /^[A-Z]{3}$/.test(code))
    .sort()
    .map(code => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }));
}

/** The time zones to choose from, and the current one. */
export const zoneChoices = (current: string): string[] =>
  [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone').filter(zone => zone.includes('/'))])]
    .filter(Boolean)
    .sort();
