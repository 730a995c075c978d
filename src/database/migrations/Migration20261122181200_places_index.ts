import { Migration } from '@mikro-orm/migrations';

/** The index that reports of months read instead of the table, in the place of the one that had only its keys; made while entries are written. */
export class Migration20261122181200_places_index extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // Of a start that was ended meanwhile.
    this.addSql('drop index concurrently if exists ledger_entries_places_index');
    this.addSql(
      'create index concurrently ledger_entries_places_index on ledger_entries (organization_id, variant_id, location_id, created_at) include (entry_type, quantity_change, value_change, unvalued_change, revenue, cogs_change, adjusted_change)',
    );
    this.addSql('drop index concurrently if exists "ledger_entries_organization_id_variant_id_location_01d8e_index"');
  }
}
