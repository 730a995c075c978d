import { Text, TextInput } from '@mantine/core';

interface DayFieldProps {
  /** Stands in the field, before the day. */
  label: string;
  value: string;
  onChange(day: string): void;
  max?: string;
  error?: string | undefined;
}

/** About what a letter of the label takes. */
const LETTER_PX = 7;
const MARGIN_PX = 18;

/** A day, in a row of filters: what it is the day of is said within it. */
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
