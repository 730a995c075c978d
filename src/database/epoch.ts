import type pg from 'pg';

/*
 * Which life of the log of events this is. A restored database knows fewer positions than its readers have seen and gives them again, to
 * other events: whoever keeps positions has to know.
 */

/**
 * Names the epoch anew if the database is not where it was named: another server or timeline (a base backup, a point in time, a
 * replica that took over) or other tables (a dump). Any start may do so; of several at once one does.
 */
export async function establishEpoch(client: pg.Client): Promise<void> {
  await client.query(`
    insert into event_epochs (id, epoch, place)
    select 1, substr(md5(random()::text || clock_timestamp()), 1, 8),
      format('%s/%s/%s', (select system_identifier from pg_control_system()), substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 'event_epochs'::regclass::oid)
    on conflict (id) do update set epoch = excluded.epoch, place = excluded.place where event_epochs.place <> excluded.place`);
}
