import { NumberInput, type NumberInputProps } from '@mantine/core';
import { quantity } from '../format.ts';
import { useScannedElsewhere } from './scan-turns.ts';
import { useTypedCode } from './typed-code.ts';

/** As in 0.5. */
const decimalSeparator = quantity(0.5).charAt(1);

export interface NumberFieldProps extends NumberInputProps {
  value: number | string;
  onChange?(value: number | string): void;
  /** Enter says that the amount is complete, and does not send the form. */
  done?: ((field: HTMLInputElement) => void) | undefined;
  isMoney?: boolean;
}

/**
 * A number, written as the rest of the app writes it; both a comma and a point are taken. A code scanned here leaves it
 * unchanged, and goes where the form takes codes.
 */
export function NumberField({ done, isMoney, onChange, onBlur, ...props }: NumberFieldProps) {
  const take = useScannedElsewhere();
  const typed = useTypedCode(props.value, {
    code(code, before) {
      onChange?.(before);
      take(code);
    },
    done,
    isMoney,
  });
  return (
    <NumberInput
      decimalSeparator={decimalSeparator}
      allowedDecimalSeparators={[',', '.']}
      valueIsNumericString
      {...props}
      onChange={value => {
        typed.changes(value);
        onChange?.(value);
      }}
      onKeyDown={typed.onKeyDown}
      onBlur={event => {
        typed.onBlur();
        onBlur?.(event);
      }}
    />
  );
}
