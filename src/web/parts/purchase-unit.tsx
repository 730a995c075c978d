import { Text } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { inUnit, quantity } from '../format.ts';
import { useOnChange } from '../hooks.ts';
import { inFourDecimals } from '../ui/number.ts';
import { QuantityField } from './lines.tsx';

/*
 * Purchased goods are counted in two units: the supplier's, and the variant's own. Both are shown.
 */

/** The unit that a line was ordered in. */
export interface Unit {
  name: string;
  /** Base units in one. */
  size: number;
  base: string;
}

interface UnitLine {
  purchaseUnit: string | null;
  unitsPerPurchaseUnit: number | null;
  variant: { unit: string };
}

/** The unit of a line, if it was ordered in another one than the variant's. */
export const unitOfLine = ({ purchaseUnit, unitsPerPurchaseUnit, variant }: UnitLine): Unit | undefined =>
  purchaseUnit !== null && unitsPerPurchaseUnit !== null && unitsPerPurchaseUnit !== 1
    ? { name: purchaseUnit, size: unitsPerPurchaseUnit, base: variant.unit }
    : undefined;

/** A quantity of a line in both units. */
export function inBothUnits(line: UnitLine, amount: number): ReactNode {
  const unit = unitOfLine(line);
  if (!unit) return inUnit(amount, line.variant.unit);
  return (
    <>
      {quantity(inFourDecimals(amount / unit.size))} {unit.name}
      <Text size="xs" c="dimmed">
        {quantity(amount)} {unit.base}
      </Text>
    </>
  );
}

type FieldProps = Omit<Parameters<typeof QuantityField>[0], 'value' | 'onChange'>;

/** A field for base units in which purchase units are entered. */
export function UnitField({
  unit,
  value,
  onChange,
  ...field
}: FieldProps & { unit: Unit; value: number | string; onChange(amount: number | string): void }) {
  const shown = (amount: number | string) => (amount === '' ? '' : inFourDecimals(Number(amount) / unit.size));
  const [typed, setTyped] = useState<number | string>(shown(value));
  const ownValue = useRef(value);
  useOnChange(value, () => value !== ownValue.current && setTyped(shown(value)));
  return (
    <QuantityField
      {...field}
      value={typed}
      onChange={amount => {
        ownValue.current = amount === '' ? '' : inFourDecimals(Number(amount) * unit.size);
        setTyped(amount);
        onChange(ownValue.current);
      }}
    />
  );
}
