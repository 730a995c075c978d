import type pg from 'pg';

/*
 * Identifies one life of the event log. A restored database has lost positions that readers have already seen, and
 * gives them to other events: whoever stores positions has to know.
 */

/**
 * Starts a new epoch if the database is not where the current one began: another server or timeline (a base backup, a
 * point in time, a promoted replica) or other tables (a dump). Any start may do so; of several at once, one does.
 */
export async function establishEpoch(client: pg.Client): Promise<void> {
  await client.query(`
    insert into event_epochs (id, epoch, place)
    select 1, substr(md5(random()::text || clock_timestamp()), 1, 8),
      format('%s/%s/%s', (select system_identifier from pg_control_system()),
          substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 'event_epochs'::regclass::oid)
    on conflict (id)
    do update set epoch = excluded.epoch, place = excluded.place where event_epochs.place <> excluded.place`);
}
