import { createClient } from 'graphql-ws';
import { sql } from 'kysely';
import type pg from 'pg';
import WebSocket from 'ws';
import type { Db } from '../../src/kernel/unit.ts';

/** A subscription over a real socket. */
export interface Following<Event> {
  seen: Event[];
  /** How it ended, unless by `stop`. */
  ended: Promise<unknown>;
  stop(): void;
}

export function follow<Event>(url: string, key: string, field: string, selection: string): Following<Event> {
  const client = createClient({
    url: `${url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${key}` },
    retryAttempts: 0,
  });
  const seen: Event[] = [];
  const ended = new Promise<unknown>(resolve => {
    const next = ({ data, errors }: { data?: Record<string, Event> | null; errors?: unknown }) =>
      void (data ? seen.push(Object.values(data)[0]!) : resolve(errors));
    client.subscribe<Record<string, Event>>(
      { query: `subscription { ${field} ${selection} }` },
      { next, error: resolve, complete: () => resolve('complete') },
    );
  });
  return { seen, ended, stop: () => void client.dispose() };
}

/**
 * Polls until the condition holds, however slow the machine: the limit is for what never happens. The longer it takes,
 * the less often it is looked at, up to ten times a second: many conditions are requests.
 */
export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs = 60_000,
  everyMs = 10,
): Promise<void> {
  for (const start = Date.now(); !(await condition()); ) {
    const waitedMs = Date.now() - start;
    if (waitedMs > withinMs) throw new Error(`It did not happen within ${withinMs} ms.`);
    await new Promise(resolve => setTimeout(resolve, Math.max(everyMs, Math.min(100, waitedMs / 10))));
  }
}

/** Waits until all events of the tenant so far have positions. */
export const sequenced = (db: Db, { id }: { id: string }): Promise<void> =>
  until(async () => {
    const { rows } = await sql`select from events where organization_id = ${id} and position is null limit 1`.execute(
      db,
    );
    return rows.length === 0;
  });

/**
 * Waits until this many sessions of this database wait for a lock that a test may hold. Sequencers and dispatchers of
 * several servers also wait for each other.
 */
export const lockAwaited = (client: pg.Client, count = 1): Promise<void> =>
  until(async () => {
    // Within a transaction the first snapshot would be repeated for ever.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
        and (wait_event, application_name) <> ('advisory', 'stockwright background')`,
    );
    return rows.length >= count;
  });
