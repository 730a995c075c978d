import { Text, TextInput, type TextInputProps } from '@mantine/core';
import { date } from '../format.ts';

interface DateInputProps extends Omit<TextInputProps, 'type' | 'value' | 'inputContainer'> {
  /** As `2026-11-21`, or empty. */
  value: string;
}

/**
 * A date field. Browsers write dates in a language of their own; while it is not being edited, the date is shown in the
 * app's.
 */
export const DateInput = ({ value, size, ...props }: DateInputProps) => (
  <TextInput
    type="date"
    value={value}
    {...(size && { size })}
    inputContainer={input => (
      <div className="day">
        {input}
        <span
          aria-hidden
          className={size === 'xs' ? 'day-shown small' : 'day-shown'}
          style={{ left: props.leftSectionWidth ?? DATE_PX }}
        >
          {value && date(value)}
        </span>
      </div>
    )}
    {...props}
  />
);
/** Where the text of a field without a section begins. */
const DATE_PX = 12;

interface DayFieldProps {
  /** Shown inside the field, before the day. */
  label: string;
  value: string;
  onChange(day: string): void;
  max?: string;
  error?: string | undefined;
}

/** The approximate width of a letter of the label. */
const LETTER_PX = 7;
const MARGIN_PX = 18;

/** A day in a row of filters, with its label inside. */
export const DayField = ({ label, onChange, ...field }: DayFieldProps) => (
  <DateInput
    aria-label={label}
    flex="1 1 150px"
    maw={240}
    leftSection={
      <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
        {label}
      </Text>
    }
    leftSectionWidth={MARGIN_PX + LETTER_PX * label.length}
    onChange={event => onChange(event.currentTarget.value)}
    {...field}
  />
);
