import { IndexMigration } from '../index-migration.ts';

export class Migration20261124034922_emptied_levels_index_indexes extends IndexMigration {
  override up(): void {
    this.addSql(
      'create index ledger_entries_emptied_index on ledger_entries (organization_id, variant_id, location_id, created_at) where quantity_on_hand_after <= 0',
    );
  }
}
