import { Text, TextInput } from '@mantine/core';

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
  <TextInput
    type="date"
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
