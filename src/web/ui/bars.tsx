import { Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { type Address, toward } from './address.ts';

interface Bar {
  id: string;
  label: string;
  /** The target of a click. */
  to?: Address;
  value: number;
  /** Where the bar starts, if it continues another one. */
  start?: number;
  shown: ReactNode;
  /** A value to compare with, marked on the bar. */
  mark?: number;
  alert?: boolean;
}

/** Bars to compare at a glance; their values are beside them. */
export function Bars({ label, bars, isWide = false }: { label: string; bars: readonly Bar[]; isWide?: boolean }) {
  const longest = Math.max(1e-9, ...bars.map(({ value, mark = 0, start = 0 }) => Math.max(start + value, mark)));
  const width = (value: number) => `${(100 * Math.max(0, value)) / longest}%`;
  return (
    <ul className={isWide ? 'bars wide' : 'bars'} aria-label={label}>
      {bars.map(bar => (
        <li key={bar.id}>
          <Group justify="space-between" mb={4} wrap="nowrap" gap="sm">
            {bar.to ? (
              <Text component={Link} {...toward(bar.to)} size="sm" lineClamp={2} className="link">
                {bar.label}
              </Text>
            ) : (
              <Text size="sm" fw={550} lineClamp={2}>
                {bar.label}
              </Text>
            )}
            <Text size="sm" className="num" flex="none">
              {bar.shown}
            </Text>
          </Group>
          <div className={bar.alert ? 'bar alert' : 'bar'} aria-hidden>
            <span style={{ width: width(bar.value), ...(bar.start && { marginLeft: width(bar.start) }) }} />
            {bar.mark !== undefined && <span className="mark" style={{ left: `calc(${width(bar.mark)} - 2px)` }} />}
          </div>
        </li>
      ))}
    </ul>
  );
}
