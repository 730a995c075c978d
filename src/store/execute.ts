import { authorize, type Caller, type Operation, parse, type Reading } from '../kernel/operation.ts';
import type { Page } from '../kernel/page.ts';
import { shapeOf } from '../kernel/shape.ts';
import { EVERYTHING, type Unit, type Wants } from '../kernel/unit.ts';
import { present, type Row } from '../kernel/view.ts';
import { once, type Remembered } from './idempotency.ts';

/** How a face wants its answer, and what it knows of the request. */
export interface Asking<Answer> {
  present(result: Row | Page): Answer;
  /** Everything if absent; of a list read by cursor all but the total: counting a million rows costs more than the page. */
  wants?: Wants;
  /** The client's key for this write, with the method and path (or mutation and id) that it belongs to. */
  idempotency?: { key: string; scope: string };
}

/**
 * The only door into the domain. A command is one transaction: the claim of its idempotency key, the work, its events and
 * the answer that a repeat will get, or nothing. Throws Refusal.
 */
export async function execute<Answer>(
  operation: Operation,
  caller: Caller,
  raw: unknown,
  asking: Asking<Answer>,
): Promise<Remembered<Answer>> {
  authorize(operation, caller);
  const input = parse(operation.input, raw);
  const { database, organizationId, actor } = caller;
  if (operation.kind === 'query') {
    const reading: Reading = {
      db: database.read(organizationId),
      organizationId,
      caller,
      wants: asking.wants ?? { ...EVERYTHING, total: !('cursor' in input) },
    };
    const result = await operation.run(reading as Unit & Reading, input);
    return {
      answer: asking.present(operation.many ? (result as Page) : present(shapeOf(operation.output), result as object)),
      replayed: false,
    };
  }
  const work = async (unit: Unit) => {
    const result = await operation.run(unit as Unit & Reading, input);
    await unit.flush();
    return asking.present(present(shapeOf(operation.output), result as object));
  };
  const group = operation.sharesTransaction && { name: operation.name, about: operation.sharesTransaction(input) };
  const sharing = group && { group };
  if (asking.idempotency)
    return once(
      { ...asking.idempotency, organizationId, input: raw },
      (run, opening) => database.transaction(organizationId, actor, run, { opening, ...sharing }),
      work,
    );
  return { answer: await database.transaction(organizationId, actor, work, sharing), replayed: false };
}
