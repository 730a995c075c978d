import { Migration } from '@mikro-orm/migrations';

/*
 * An import that was interrupted left events with positions, but without a sequence and with a head behind them. Their
 * sequences are before all others: they have been delivered, and are removed first.
 */
const RESTORED = `
  with behind as materialized (
    select l.organization_id, l.last from (select organization_id, max(position) as last from events where position is not null group by organization_id) l
    left join event_heads h on h.organization_id = l.organization_id where h.position is null or h.position < l.last
  ), heads as (
    insert into event_heads (organization_id, position) select organization_id, last from behind
    on conflict (organization_id) do update set position = excluded.position
  ), restored as (
    select e.organization_id, e.id, row_number() over (order by e.organization_id, e.position desc) as n
    from behind b join events e on e.organization_id = b.organization_id where e.position is not null and e.sequence is null
  )
  update events e set sequence = (select least(min(sequence), 1) from events) - r.n
  from restored r where e.organization_id = r.organization_id and e.id = r.id`;

/** Events of interrupted imports are numbered, and their organizations continue after them. */
export class Migration20261127072000_restored_events extends Migration {
  override up(): void {
    // Its owner reads and writes it here, whichever role migrates.
    this.addSql('alter table events no force row level security');
    this.addSql(RESTORED);
    this.addSql('alter table events force row level security');
  }
}
