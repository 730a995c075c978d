import { sql } from 'kysely';
import { refuse } from '../kernel/errors.ts';
import type { Page, Paging, SortKey } from '../kernel/page.ts';
import type { Shape } from '../kernel/shape.ts';
import type { Db, RecordClass, Wants } from '../kernel/unit.ts';
import { type Condition, readPage, readRows } from './rows.ts';

/*
 * Reading what has changed since the last look, without missing anything: docs/api.md, "Following changes".
 */

/** When a record last changed. A record that is never changed counts from its creation. */
const stampOf = (entity: RecordClass | undefined): 'createdAt' | 'updatedAt' =>
  (entity as { isNeverChanged?: boolean } | undefined)?.isNeverChanged ? 'createdAt' : 'updatedAt';

/** The column that holds the last change of a row `t`. */
export const changeOf = (entity: RecordClass | undefined) =>
  sql.ref(stampOf(entity) === 'createdAt' ? 't.created_at' : 't.updated_at');

const byChange = ({ entity }: Shape): SortKey[] => [
  { field: stampOf(entity), sql: changeOf(entity), direction: 'asc', type: 'timestamptz' },
  { field: 'id', sql: sql.ref('t.id'), direction: 'asc', type: 'uuid' },
];

/**
 * A page of what has changed since then, oldest change first, and the next value to send. Refuses a time in the
 * future, by the database's clock.
 */
export async function readChanged(
  db: Db,
  shape: Shape,
  conditions: readonly Condition[],
  paging: Paging,
  wants: Wants,
  since: Date,
): Promise<Page> {
  const horizon = await changeHorizon(db, since);
  const page = await readPage(db, shape, conditions, paging, wants, byChange(shape));
  return untilHorizon(db, shape, conditions, page, wants, horizon);
}

/**
 * The start of the oldest transaction that may still write. A transaction that commits later than now has started no
 * earlier, and stamps its changes no earlier than it started; so a poller that never goes below this time misses
 * nothing. It must be read before the rows: what commits in between is then seen twice rather than never.
 */
async function changeHorizon(db: Db, since: Date): Promise<string> {
  const { rows } = await sql<{ horizon: string; is_future: boolean }>`
    select least(oldest_change(), now()) as horizon, ${since} > now() as is_future`.execute(db);
  const { horizon, is_future: isFuture } = rows[0]!;
  if (isFuture) refuse('validation_failed', 'Must not be in the future.', { field: 'updatedSince' });
  return horizon;
}

/** At most this many rows of one instant are added to a page: 500,000 rows would be a page no longer. */
const OF_AN_INSTANT = 5000;

/**
 * Adds `nextUpdatedSince`, the next value to send. A page filled by a single instant (a document of 500 lines) is
 * extended to complete it, or a poller would ask for that instant for ever. If even that is not all of the instant,
 * `nextUpdatedSince` stays there and the cursor leads to the others.
 */
async function untilHorizon(
  db: Db,
  shape: Shape,
  conditions: readonly Condition[],
  page: Page,
  { owned }: Wants,
  horizon: string,
): Promise<Page> {
  const stamp = stampOf(shape.entity);
  const first = page.rows.at(0);
  const last = page.rows.at(-1);
  if (!page.nextCursor || !first || !last) return { ...page, meta: { nextUpdatedSince: horizon } };
  const instant = last[stamp] as string;
  if (first[stamp] !== instant) return { ...page, meta: { nextUpdatedSince: instant < horizon ? instant : horizon } };
  const rest = await readRows(
    db,
    shape,
    [...conditions, sql`${changeOf(shape.entity)} = ${instant}`, sql`t.id > ${last['id']}`],
    { order: byChange(shape), owned, limit: OF_AN_INSTANT },
  );
  const nextCursor = page.cursorOf(rest.at(-1) ?? last);
  const rows = [...page.rows, ...rest];
  if (rest.length === OF_AN_INSTANT)
    return { ...page, rows, nextCursor, meta: { nextUpdatedSince: instant < horizon ? instant : horizon } };
  const following = new Date(Date.parse(instant) + 1).toISOString();
  return {
    ...page,
    rows,
    nextCursor,
    meta: { nextUpdatedSince: following < horizon ? following : horizon },
  };
}
