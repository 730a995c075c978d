import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mutations } from '../../src/graphql/operations.ts';
import { Refusal } from '../../src/kernel/errors.ts';
import { type Caller, MODULES, type Operation, parse } from '../../src/kernel/operation.ts';
import type { Unit } from '../../src/kernel/unit.ts';
import { bodyOf, objectsIn } from '../support/bodies.ts';

/*
 * Problems of a request alone are found by its input schema, together with all others and before anything is looked up,
 * so that they use up no idempotency key (docs/api.md, "Idempotency"). Tested with every command.
 */

/** The number of accepted bodies per command: some commands hash a password first. */
const ENOUGH = 10;

class LookedUp extends Error {}

/** A unit of work without a database: it only knows the time. */
const alone = new Proxy({} as Unit, {
  get(_, name) {
    if (name === 'now') return () => new Date();
    throw new LookedUp(String(name));
  },
});

const allowed = { scopes: new Set(['admin']), modules: new Set(MODULES) } as never as Caller;

/** The problems of a body by field; none if the result depends on stored data. */
async function refusedAlone(
  { input, run, check }: Operation,
  body: unknown,
): Promise<{ early: string[]; late: string[] }> {
  const fieldsOf = (refusal: Refusal) => refusal.problems.map(({ code, field }) => `${code} ${field}`);
  let parsed: ReturnType<typeof parse>;
  try {
    parsed = parse(input, body);
    // A fully equipped process: refusals because of missing equipment do not depend on the body.
    await check?.(parsed, { sendsMail: true }, allowed);
  } catch (error) {
    if (error instanceof Refusal) return { early: fieldsOf(error), late: [] };
    throw error;
  }
  try {
    await run(alone as never, parsed, allowed);
  } catch (error) {
    if (error instanceof Refusal) return { early: [], late: fieldsOf(error) };
    if (!(error instanceof LookedUp)) throw error;
  }
  return { early: [], late: [] };
}

describe.each(mutations.map(operation => [operation.name, operation] as const))('%s', (_, operation) => {
  test('refuses nothing on its own once its input was accepted', async () => {
    let accepted = 0;
    for (const body of fc.sample(bodyOf(operation.input), { seed: 1, numRuns: 1000 })) {
      const { early, late } = await refusedAlone(operation, body);
      expect(late).toEqual([]);
      if (early.length === 0) accepted += 1;
      if (accepted === ENOUGH) break;
    }
    expect(accepted).toBe(ENOUGH);
  });
});

test('every row of every command without a variant, or with an impossible one, is reported together with all other problems', async () => {
  for (const operation of mutations) {
    for (const { path, fields } of objectsIn(operation.input)) {
      if (!fields.includes('sku') || !fields.includes('variantId')) continue;
      const list = /^(\w+)\[0\]$/.exec(path)?.[1];
      const rows = [{}, { sku: 'A', variantId: 'no id' }];
      const { early } = await refusedAlone(operation, list === undefined ? {} : { [list]: rows });
      expect([operation.name, early]).toEqual([
        operation.name,
        expect.arrayContaining(
          list === undefined
            ? ['validation_failed sku']
            : [0, 1]
                .map(row => `validation_failed ${list}[${row}].sku`)
                .concat(`validation_failed ${list}[1].variantId`),
        ),
      ]);
    }
  }
});
