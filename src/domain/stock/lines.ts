import type { Problem } from '../../kernel/errors.ts';
import type { Quantity } from '../../kernel/quantity.ts';
import type { Variant } from '../variants.ts';

/** A variant at a location: the key of one inventory level. */
export interface Place {
  variant: Variant;
  locationId: string;
}

/** A quantity of a variant at a location, and the path of the request's line that asks for it. */
export interface Line extends Place {
  quantity: Quantity;
  /** What its document has reserved, if `quantity` is what it needs beyond that. */
  reserved?: Quantity;
  field?: string;
}

/** Keys of locations with a variant, or with a lot. */
export const keyOf = (locationId: string, id: string) => `${locationId} ${id}`;

/** The problem of a line that asks for more than there is. */
export function shortage(line: Line, requested: Quantity, available: Quantity): Problem {
  const reserved = line.reserved?.isPositive() ? line.reserved : undefined;
  return {
    code: 'insufficient_stock',
    message: `Not enough ${line.variant.sku}: ${requested} needed${reserved ? ` beyond the ${reserved} reserved` : ''}, ${available} available.`,
    ...(line.field !== undefined && { field: line.field }),
    details: {
      sku: line.variant.sku,
      locationId: line.locationId,
      ...(reserved && { reserved: reserved.toNumber() }),
      requested: requested.toNumber(),
      available: available.toNumber(),
    },
  };
}

/** The path of a sibling field: `items[2].quantity` and `lots` make `items[2].lots`. */
export const pathTo = (field: string | undefined, name: string): string => {
  const parent = field?.replace(/\.?[^.\]]*$/, '') ?? '';
  return parent ? `${parent}.${name}` : name;
};
