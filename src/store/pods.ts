import { type RawBuilder, sql } from 'kysely';
import { moving, unavailable } from './database-errors.ts';
import type { OpenDatabase } from './open-database.ts';

/*
 * The databases ("pods") of an installation, each with some of its organizations: docs/pods.md. Most have one.
 */

/** All of them. The first also holds people and their sessions. */
export const podsOf = (home: OpenDatabase): readonly OpenDatabase[] => [home, ...home.others];

function ready(pod: OpenDatabase): OpenDatabase {
  if (!pod.isReady) throw unavailable();
  return pod;
}

/** Nothing was found in this pod. */
class NotHere extends Error {}

/**
 * Looks in all pods at once and returns what the first of them finds; the pod of an earlier find (`before`) is asked
 * first, alone. Undefined if no pod has it. If a pod could not answer and no other has it, throws that pod's error.
 */
export async function foundIn<R>(
  home: OpenDatabase,
  find: (pod: OpenDatabase) => Promise<R | undefined>,
  before?: OpenDatabase,
): Promise<R | undefined> {
  const pods = podsOf(home);
  if (pods.length === 1) return find(home);
  const found = before && (await find(before).catch(() => undefined));
  if (found !== undefined) return found;
  const asked = pods.map(async pod => (await find(ready(pod))) ?? Promise.reject(new NotHere()));
  return Promise.any(asked).catch(({ errors }: AggregateError) => {
    const failure: unknown = errors.find(error => !(error instanceof NotHere));
    if (failure !== undefined) throw failure;
    return undefined;
  });
}

/**
 * The rows of all pods. Pods that do not answer are left out; throws if none answers or, with `all`, if any does not.
 */
export async function gathered<R>(
  home: OpenDatabase,
  read: (pod: OpenDatabase) => Promise<readonly R[]>,
  { all = false } = {},
): Promise<R[]> {
  const answers = await Promise.allSettled(podsOf(home).map(async pod => read(ready(pod))));
  const failed = answers.filter(answer => answer.status === 'rejected');
  if (failed.length > 0 && (all || failed.length === answers.length)) throw failed[0]!.reason;
  return answers.flatMap(answer => (answer.status === 'fulfilled' ? answer.value : []));
}

/** Whether the organization `o` is served from this database: there may be a second copy of it while it moves. */
export const LIVES_HERE = sql<boolean>`coalesce(o.moving = 'leaving', true)`;

/** Refuses `unavailable` if only the copy of a moving organization was found: `not_found` would be wrong. */
export function hereOnly<R extends { isHere: boolean }>(row: R): R {
  if (!row.isHere) throw moving();
  return row;
}

/** A condition for background work over all organizations: leaves out the one that is being moved. */
export const isNotMoving = (organizationId: string): RawBuilder<unknown> =>
  sql`not exists (select from organizations m where m.id = ${sql.ref(organizationId)} and m.moving is not null)`;
