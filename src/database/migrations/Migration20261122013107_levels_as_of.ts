import { IndexMigration } from '../index-migration.ts';

export class Migration20261122013107_levels_as_of extends IndexMigration {
  override up(): void {
    this.addSql(
      'create index "ledger_entries_organization_id_variant_id_location_01d8e_index" on "ledger_entries" ("organization_id", "variant_id", "location_id", "created_at")',
    );
  }
}
