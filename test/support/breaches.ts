import { expect } from '@jest/globals';
import type { RawBuilder } from 'kysely';
import type { Check } from '../../src/domain/check.ts';
import { findBreaches } from '../../src/domain/reconciliation.ts';
import type { World } from './world.ts';

/** The checks that find this change, which is undone. */
export async function checksThatFind(
  world: World,
  change: RawBuilder<unknown>,
  checks: { readonly [id: string]: Check },
): Promise<string[]> {
  const found = new Set<string>();
  const undone = world.owner.transaction().execute(async transaction => {
    const { numAffectedRows } = await change.execute(transaction);
    expect(Number(numAffectedRows)).toBeGreaterThan(0);
    for (const { check } of await findBreaches(transaction, checks)) found.add(check);
    throw new Error('undo');
  });
  await expect(undone).rejects.toThrow('undo');
  return [...found];
}
