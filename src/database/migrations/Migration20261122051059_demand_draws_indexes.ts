import { IndexMigration } from '../index-migration.ts';

export class Migration20261122051059_demand_draws_indexes extends IndexMigration {
  override up(): void {
    this.addSql(
      "create index ledger_entries_draws_index on ledger_entries (organization_id, created_at) include (variant_id, location_id, quantity_change) where entry_type in ('production_consumed', 'production_wasted', 'transfer_out', 'waste')",
    );
  }
}
