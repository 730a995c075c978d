import { p, Type } from '@mikro-orm/core';
import { refuse } from './errors.ts';

const SCALE = 4;
const UNIT = 10_000;
/** 99 999 999 999.9999: fifteen significant digits survive a double exactly (docs/api.md, "Types"). */
const UNITS_MAX = 999_999_999_999_999;

/**
 * An exact amount of goods or money in ten-thousandths. Immutable; arithmetic is on integers, so 0.1 + 0.2 is 0.3.
 * Every value fits a JSON number without loss.
 */
export class Quantity {
  static readonly zero = new Quantity(0);
  readonly #units: number;

  private constructor(units: number, field?: string) {
    if (!Number.isSafeInteger(units) || Math.abs(units) > UNITS_MAX)
      refuse(
        'validation_failed',
        'An amount must stay within 99 999 999 999.9999.',
        field === undefined ? {} : { field },
      );
    this.#units = units;
  }

  /** Reads a number or a decimal string of at most four decimals. Throws RangeError for anything else. */
  static of(value: number | string): Quantity {
    const match = /^(-?)(\d{1,11})(?:\.(\d{1,4}))?$/.exec(String(value));
    if (!match) throw new RangeError(`${value} is not a number of at most ${SCALE} decimals.`);
    const units = Number(match[2]) * UNIT + Number((match[3] ?? '').padEnd(SCALE, '0'));
    return new Quantity(match[1] && units !== 0 ? -units : units);
  }

  static isExact(value: number): boolean {
    return Math.abs(value) * UNIT <= UNITS_MAX && /^-?\d+(\.\d{1,4})?$/.test(String(value));
  }

  static sum(values: Iterable<Quantity>): Quantity {
    let total = Quantity.zero;
    for (const value of values) total = total.plus(value);
    return total;
  }

  /**
   * Whether the parts add up to the whole; true also if one of the values is not an amount, which is reported
   * elsewhere.
   */
  static addUp(parts: readonly unknown[], whole: unknown): boolean {
    if (!(whole instanceof Quantity) || !parts.every(part => part instanceof Quantity)) return true;
    return parts.reduce((units, part) => units + part.#units, 0) === whole.#units;
  }

  static min(a: Quantity, b: Quantity): Quantity {
    return a.lessThan(b) ? a : b;
  }

  /** Refuses a sum that is out of range, at the field of the request that causes it. */
  plus(other: Quantity, field?: string): Quantity {
    return new Quantity(this.#units + other.#units, field);
  }

  minus(other: Quantity): Quantity {
    return new Quantity(this.#units - other.#units);
  }

  negated(): Quantity {
    return this.#units === 0 ? this : new Quantity(-this.#units);
  }

  /** This amount times a ratio of two amounts, rounded half up to four decimals. Scales the lines of recipes. */
  times(numerator: Quantity, denominator: Quantity, field?: string): Quantity {
    return this.scaled([numerator], [denominator], field);
  }

  /** The same with several factors above and below the fraction bar, equally many of each, rounded once. */
  scaled(above: readonly Quantity[], below: readonly Quantity[], field?: string): Quantity {
    const denominator = productOf(below.map(amount => amount.#units));
    const numerator = productOf([this.#units, ...above.map(amount => amount.#units)]);
    return new Quantity(Number((numerator * 2n + denominator) / (denominator * 2n)), field);
  }

  lessThan(other: Quantity): boolean {
    return this.#units < other.#units;
  }

  equals(other: Quantity): boolean {
    return this.#units === other.#units;
  }

  isZero(): boolean {
    return this.#units === 0;
  }

  isNegative(): boolean {
    return this.#units < 0;
  }

  isPositive(): boolean {
    return this.#units > 0;
  }

  toNumber(): number {
    return this.#units / UNIT;
  }

  toString(): string {
    return String(this.toNumber());
  }

  toJSON(): number {
    return this.toNumber();
  }
}

const productOf = (units: readonly number[]): bigint => units.reduce((product, each) => product * BigInt(each), 1n);

/** Stores a Quantity as `numeric(15,4)`, exact in the database as in the code. */
export class QuantityType extends Type<Quantity, string> {
  override convertToDatabaseValue(value: Quantity | string): string {
    return value === null || value === undefined ? value : value.toString();
  }

  override convertToJSValue(value: string | number | Quantity): Quantity {
    return value === null || value === undefined || value instanceof Quantity
      ? (value as Quantity)
      : Quantity.of(withoutTrailingZeros(value));
  }

  override compareAsType(): string {
    return 'string';
  }

  override compareValues(a: string, b: string): boolean {
    return Number(a) === Number(b);
  }

  override getColumnType(): string {
    return 'numeric(15,4)';
  }

  override get runtimeType(): string {
    return 'Quantity';
  }
}

function withoutTrailingZeros(value: string | number): string {
  return typeof value === 'number' ? String(value) : String(Number(value));
}

/** A column that holds an amount of goods or money. */
export const quantity = () => p.type(QuantityType).$type<Quantity>();
