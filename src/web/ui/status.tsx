import { Badge } from '@mantine/core';
import { signed, withUnit, words } from '../format.ts';

/** Colors: needs attention, in progress, done, over. */
const COLORS: { [status: string]: string } = {
  PENDING: 'gray',
  DRAFT: 'gray',
  PLANNED: 'gray',
  SUBMITTED: 'blue',
  RESERVED: 'blue',
  SHIPPED: 'blue',
  IN_PROGRESS: 'blue',
  PARTIALLY_FULFILLED: 'orange',
  PARTIALLY_RECEIVED: 'orange',
  FULFILLED: 'pine',
  RECEIVED: 'pine',
  COMPLETED: 'pine',
  DELIVERED: 'pine',
  ACTIVE: 'pine',
  CANCELLED: 'gray',
  ARCHIVED: 'gray',
  EXHAUSTED: 'gray',
  QUARANTINE: 'orange',
  OPEN: 'orange',
  CLOSED: 'pine',
  RECALLED: 'red',
  RETRYING: 'orange',
  REJECTED: 'red',
  CREATED: 'pine',
  UPDATED: 'blue',
  UNCHANGED: 'gray',
  FAILED: 'red',
  CRITICAL: 'red',
  WARNING: 'orange',
  INFO: 'blue',
};

/** A status as a colored badge, in words. */
export const Status = ({ of }: { of: string }) => (
  <Badge className={`status status-${COLORS[of.toUpperCase()] ?? 'gray'}`}>{words(of)}</Badge>
);

/** A signed change; the color only supports the sign. */
export const Change = ({ by, unit }: { by: number; unit?: string }) => (
  <span className={by > 0 ? 'up' : by < 0 ? 'down' : undefined}>{withUnit(signed(by), unit)}</span>
);
