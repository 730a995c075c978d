import type { EntityManager } from '@mikro-orm/postgresql';
import type { Unit } from '../kernel/unit.ts';

/** What all commands that share a transaction have in common. Who acts is a member's own, and is not found by way of the entity manager. */
export type Transaction = Pick<Unit, 'organizationId' | 'now' | 'later'>;

const transactions = new WeakMap<EntityManager, Transaction>();

/** Makes the transaction known to the records created and changed through its entity manager. */
export const bindTransaction = (em: EntityManager, transaction: Transaction): void =>
  void transactions.set(em, transaction);

export function transactionOf(em: EntityManager): Transaction {
  const transaction = transactions.get(em);
  if (!transaction) throw new Error('This entity manager belongs to no transaction.');
  return transaction;
}
