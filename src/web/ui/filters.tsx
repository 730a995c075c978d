import { ActionIcon, Group } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { Children, type ReactNode, useId, useState } from 'react';
import { t } from '../language.ts';

interface FiltersProps {
  /** How many filters after the first are set. */
  set: number;
  children: ReactNode;
}

/** The filters of a list. A phone shows the first; a button shows the others and says how many of them are set. */
export function Filters({ set, children }: FiltersProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [first, ...others] = Children.toArray(children);
  if (others.length < 2)
    return (
      <Group gap="sm">
        {first}
        {others}
      </Group>
    );
  return (
    <Group gap="sm" align="flex-start" className="filters" data-open={isOpen || undefined} id={id}>
      {first}
      <ActionIcon
        className="more-filters"
        variant={set > 0 ? 'filled' : 'default'}
        size={36}
        hiddenFrom="sm"
        aria-label={t('{set, plural, =0 {Filters} other {Filters, # of them set}}', { set })}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <IconFilter size={18} aria-hidden />
      </ActionIcon>
      {others}
    </Group>
  );
}

/** How many of these values are set. */
export const countSet = (...values: readonly (string | null | undefined)[]): number => values.filter(Boolean).length;
