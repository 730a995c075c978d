import { useState } from 'react';
import { PRICE_DECIMALS, priceText } from '../format-more.ts';
import { useOrganization } from '../session.ts';
import { NumberField, type NumberFieldProps } from './number-field.tsx';

interface MoneyInputProps extends NumberFieldProps {
  onChange(value: number | string): void;
  /** By default the organization's. */
  currency?: string | undefined;
}

/** A field for an amount of money, shown with the decimals of its currency, except while somebody types in it. */
export function MoneyInput({ value, onChange, currency, ...props }: MoneyInputProps) {
  const own = useOrganization().currency;
  const [isTyped, setTyped] = useState(false);
  return (
    <NumberField
      min={0}
      isMoney
      {...props}
      decimalScale={PRICE_DECIMALS}
      // A code that is not complete yet is no currency.
      value={isTyped ? value : priceText(value, /^[a-z]{3}$/i.test(currency ?? '') ? currency! : own)}
      onChange={typed => {
        setTyped(true);
        onChange(typed);
      }}
      onBlur={() => setTyped(false)}
    />
  );
}
