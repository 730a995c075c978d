import { type RawBuilder, sql } from 'kysely';
import type { OpenDatabase } from '../store/open-database.ts';
import { EPOCH, type LoggedEvent } from './log.ts';

/*
 * Reads of the log for subscribers that missed something. Many at once, as after a restart, must neither fill the
 * memory nor take the connections with which the log is followed.
 */

const BATCH = 500;
/** Limit of a batch, in bytes as stored (compressed): a reader of a month of large events must not hold them all. */
const BATCH_BYTES = 512 * 1024;
const AT_ONCE = 2;

export interface Batch {
  events: LoggedEvent[];
  more: boolean;
}

/**
 * The first events of the log that fulfill the condition, bounded in number and in size; the last one tells whether
 * there are more.
 */
export async function readBatch<Row>(
  database: OpenDatabase,
  condition: RawBuilder<unknown>,
  order: 'position' | 'sequence',
  data: RawBuilder<unknown>,
): Promise<(Row & { more: boolean })[]> {
  const by = sql.ref(order);
  const { rows } = await sql<Row & { more: boolean }>`
    select id, type, position, sequence, occurred_at as "occurredAt", organization_id as "organizationId",
      ${EPOCH} as epoch, ${data} as data, number < found or found = ${BATCH} as more
    from (
      select e.*, row_number() over sofar as number, count(*) over () as found,
        sum(pg_column_size(data)) over sofar as bytes
      from (select * from events where ${condition} order by ${by} limit ${BATCH}) e window sofar as (order by ${by})
    ) e where number = 1 or bytes <= ${BATCH_BYTES} order by ${by}`.execute(database.background);
  return rows;
}

/**
 * The next events of an organization after a position, in order: as many as fit into a batch, and whether there are
 * more.
 */
export async function eventsAfter(database: OpenDatabase, organizationId: string, after: number): Promise<Batch> {
  const events = await readBatch<LoggedEvent>(
    database,
    sql`organization_id = ${organizationId} and position > ${after}`,
    'position',
    sql`data`,
  );
  return { events, more: events.at(-1)?.more ?? false };
}

async function headOf(database: OpenDatabase, organizationId: string): Promise<number> {
  const { rows } = await sql<{
    position: number;
  }>`select position from event_heads where organization_id = ${organizationId}`.execute(database.background);
  return rows[0]?.position ?? 0;
}

export interface Replays {
  /** The last position of an organization. */
  head(organizationId: string): Promise<number>;
  /** Like `eventsAfter`, but begun after it was called. */
  after(organizationId: string, position: number): Promise<Batch>;
}

/** Runs two reads at a time, and one per organization; all that wait for the same share one read. */
export function replaysOf(database: OpenDatabase): Replays {
  const overall = limited(AT_ONCE);
  const last = new Map<string, Promise<unknown>>();
  const waiting = new Map<string, Promise<Batch>>();

  function inTurn<R>(organizationId: string, work: () => Promise<R>): Promise<R> {
    const result = (last.get(organizationId) ?? Promise.resolve()).then(() => overall(work));
    const settled = result
      .catch(() => undefined)
      .then(() => void (last.get(organizationId) === settled && last.delete(organizationId)));
    last.set(organizationId, settled);
    return result;
  }

  return {
    head: organizationId => overall(() => headOf(database, organizationId)),
    after(organizationId, position) {
      const name = `${organizationId} ${position}`;
      let read = waiting.get(name);
      if (!read) {
        read = inTurn(organizationId, () => {
          // A caller that asks from now on may know of events that this read does not see.
          waiting.delete(name);
          return eventsAfter(database, organizationId, position);
        });
        waiting.set(name, read);
      }
      return read;
    },
  };
}

/** Limits how many tasks run at a time; the others queue up. */
function limited(most: number): <R>(work: () => Promise<R>) => Promise<R> {
  const line: (() => void)[] = [];
  let busy = 0;
  return async work => {
    if (busy < most) busy += 1;
    else await new Promise<void>(resolve => line.push(resolve));
    try {
      return await work();
    } finally {
      const next = line.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
