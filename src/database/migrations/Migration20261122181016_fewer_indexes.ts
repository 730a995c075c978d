import { Migration } from '@mikro-orm/migrations';

export class Migration20261122181016_fewer_indexes extends Migration {
  override up(): void {
    this.addSql('drop index "events_occurred_at_index"');
    this.addSql('alter table "events" drop constraint "events_organization_id_position_unique"');
    this.addSql(
      'create unique index "events_position" on "events" ("organization_id", "position") where "position" is not null',
    );
    this.addSql('drop index "ledger_entries_organization_id_lot_id_index"');
    this.addSql(
      'create index ledger_entries_lot_index on ledger_entries (organization_id, lot_id) where lot_id is not null',
    );
  }
}
