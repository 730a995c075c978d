import { expect, test } from '@jest/globals';
import type { Refusal } from '../../src/kernel/errors.ts';
import { states } from '../../src/kernel/states.ts';

const table = states({ pending: ['partly_sent'], partly_sent: ['sent'], sent: [], cancelled: [] });

test('a step that the table does not have is refused with the states in words, and their names in the details', () => {
  const order = { status: 'partly_sent' };
  const refused = (act: () => void) => {
    try {
      act();
    } catch (error) {
      return (error as Refusal).problems;
    }
    return undefined;
  };
  expect(refused(() => table.require(order, 'order', 'pending', 'sent', 'cancelled'))).toEqual([
    {
      code: 'invalid_state',
      message: 'The order is partly sent; this is allowed only while it is pending, sent or cancelled.',
      field: 'status',
      details: { status: 'partly_sent', allowedFrom: ['pending', 'sent', 'cancelled'] },
    },
  ]);
  expect(refused(() => table.step(order, 'order', 'sent'))).toBeUndefined();
  expect(order.status).toBe('sent');
});
