import { IndexMigration } from '../index-migration.ts';

/** The index that reports of months read instead of the table, in the place of the one that had only its keys. */
export class Migration20261122181200_places_index extends IndexMigration {
  override up(): void {
    this.addSql(
      'create index ledger_entries_places_index on ledger_entries (organization_id, variant_id, location_id, created_at) include (entry_type, quantity_change, value_change, unvalued_change, revenue, cogs_change, adjusted_change)',
    );
    this.addSql('drop index "ledger_entries_organization_id_variant_id_location_01d8e_index"');
  }
}
