import { NumberInput, type NumberInputProps } from '@mantine/core';
import { quantity } from '../format.ts';

/** As in 0.5. */
const decimalSeparator = quantity(0.5).charAt(1);

/** A number, written as the rest of the app writes it; both a comma and a point are taken. */
export const NumberField = (props: NumberInputProps) => (
  <NumberInput
    decimalSeparator={decimalSeparator}
    allowedDecimalSeparators={[',', '.']}
    valueIsNumericString
    {...props}
  />
);
