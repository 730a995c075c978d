import { p, Type } from '@mikro-orm/core';
import { z } from 'zod';
import { Quantity } from './quantity.ts';

const UNIT = 1_000_000;
const AS_QUANTITY = 10_000;
/** 999 999 999.999999: fifteen significant digits survive a double exactly. */
const UNITS_MAX = 999_999_999_999_999;

/** An exchange rate, exact in millionths: what one unit of another currency is worth in the organization's. */
export class Rate {
  static readonly one = new Rate(UNIT);
  readonly #units: number;

  private constructor(units: number) {
    this.#units = units;
  }

  /** Reads a number of at most six decimals that is greater than 0. Throws RangeError for anything else. */
  static of(value: number): Rate {
    if (!Rate.isExact(value)) throw new RangeError(`${value} is not a rate of at most 6 decimals.`);
    const [whole, decimals = ''] = String(value).split('.');
    return new Rate(Number(whole) * UNIT + Number(decimals.padEnd(6, '0')));
  }

  static isExact(value: number): boolean {
    // Small numbers are written with an exponent: 0.000001 is 1e-6.
    const text = Math.abs(value) < 1e-6 ? '' : value < 1e-3 ? value.toFixed(6) : String(value);
    return /^\d{1,9}(\.\d{1,6})?$/.test(text) && Number(text) === value && Math.round(value * UNIT) <= UNITS_MAX;
  }

  /** The value of `quantity` at `unitCost` in the organization's currency, rounded half up to four decimals once. */
  costOf(unitCost: Quantity, quantity: Quantity, field?: string): Quantity {
    return unitCost.scaled([quantity, this.#numerator()], [Quantity.of(1), DENOMINATOR], field);
  }

  /** An amount in the organization's currency, rounded half away from zero. */
  convert(amount: Quantity, field?: string): Quantity {
    return amount.isNegative()
      ? amount.negated().scaled([this.#numerator()], [DENOMINATOR], field).negated()
      : amount.scaled([this.#numerator()], [DENOMINATOR], field);
  }

  #numerator(): Quantity {
    // Millionths read as ten-thousandths are a hundred times the rate.
    return Quantity.of(String(this.#units / AS_QUANTITY));
  }

  equals(other: Rate): boolean {
    return this.#units === other.#units;
  }

  toNumber(): number {
    return this.#units / UNIT;
  }

  toString(): string {
    return (this.#units / UNIT).toFixed(6);
  }

  toJSON(): number {
    return this.toNumber();
  }
}

const DENOMINATOR = Quantity.of(UNIT / AS_QUANTITY);

/** Stores a Rate as `numeric(15,6)`. */
export class RateType extends Type<Rate, string> {
  override convertToDatabaseValue(value: Rate | string): string {
    return value === null || value === undefined ? value : value.toString();
  }

  override convertToJSValue(value: string | number | Rate): Rate {
    return value === null || value === undefined || value instanceof Rate ? (value as Rate) : Rate.of(Number(value));
  }

  override compareAsType(): string {
    return 'string';
  }

  override compareValues(a: string, b: string): boolean {
    return Number(a) === Number(b);
  }

  override getColumnType(): string {
    return 'numeric(15,6)';
  }

  override get runtimeType(): string {
    return 'Rate';
  }
}

/** A column that holds an exchange rate. */
export const rate = () => p.type(RateType).$type<Rate>();

/** An exchange rate in an input. */
export const exchangeRate = () =>
  z
    .number('Must be a number.')
    .positive({ error: 'Must be greater than 0.', abort: true })
    .refine(Rate.isExact, { message: 'Must have at most 6 decimals and 9 digits before them.', abort: true })
    .transform(Rate.of);
