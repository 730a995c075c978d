import type { EntityManager } from '@mikro-orm/postgresql';
import type { Unit } from '../kernel/unit.ts';

/**
 * What the commands that share a transaction have in common. The actor belongs to a member and is not reached through
 * the entity manager.
 */
type Transaction = Pick<Unit, 'organizationId' | 'now' | 'later'>;

const transactions = new WeakMap<EntityManager, Transaction>();

/** Makes the transaction known to the records created and changed through its entity manager. */
export const bindTransaction = (em: EntityManager, transaction: Transaction): void =>
  void transactions.set(em, transaction);

/** The transaction of an entity manager; throws if it is none of a unit. */
export function transactionOf(em: EntityManager): Transaction {
  const transaction = transactions.get(em);
  if (!transaction) throw new Error('This entity manager belongs to no transaction.');
  return transaction;
}
