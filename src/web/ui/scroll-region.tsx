import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface ScrollRegionProps {
  label: string;
  minWidth: number;
  /** The height in pixels from which on it scrolls. */
  mah: number;
  children: ReactNode;
}

/** A table that scrolls within the page. The keyboard reaches it too (axe: scrollable-region-focusable). */
export const ScrollRegion = ({ label, ...props }: ScrollRegionProps) => (
  <Table.ScrollContainer {...props} type="native" tabIndex={0} role="region" aria-label={label} />
);
