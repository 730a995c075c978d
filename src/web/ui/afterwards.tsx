import { type ReactNode, useDeferredValue } from 'react';

/**
 * What is around it comes first: its children are rendered once that is on the screen, bit by bit, and whoever types or
 * scrolls meanwhile need not wait.
 */
export const Afterwards = ({ fallback, children }: { fallback?: ReactNode; children: ReactNode }) =>
  useDeferredValue(true, false) ? children : fallback;
