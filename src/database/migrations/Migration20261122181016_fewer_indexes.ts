import { IndexMigration } from '../index-migration.ts';

export class Migration20261122181016_fewer_indexes extends IndexMigration {
  override up(): void {
    this.addSql('drop index "events_occurred_at_index"');
    this.addSql(
      'create unique index "events_position" on "events" ("organization_id", "position") where "position" is not null',
    );
    this.addSql('alter table "events" drop constraint if exists "events_organization_id_position_unique"');
    this.addSql(
      'create index ledger_entries_lot_index on ledger_entries (organization_id, lot_id) where lot_id is not null',
    );
    this.addSql('drop index "ledger_entries_organization_id_lot_id_index"');
  }
}
