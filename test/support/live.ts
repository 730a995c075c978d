import { createClient } from 'graphql-ws';
import type pg from 'pg';
import WebSocket from 'ws';

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

/** Polls until the condition holds, however slow the machine: the limit is for what never happens. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs = 60_000,
  everyMs = 10,
): Promise<void> {
  for (const deadline = Date.now() + withinMs; !(await condition()); ) {
    if (Date.now() > deadline) throw new Error(`It did not happen within ${withinMs} ms.`);
    await new Promise(resolve => setTimeout(resolve, everyMs));
  }
}

/** Waits until this many sessions of this database wait for a lock. */
export const lockAwaited = (client: pg.Client, count = 1): Promise<void> =>
  until(async () => {
    // Within a transaction the first snapshot would be repeated for ever.
    await client.query('select pg_stat_clear_snapshot()');
    const { rows } = await client.query(
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    return rows.length >= count;
  });
