import { IndexMigration } from '../index-migration.ts';

export class Migration20261124031858_sales_indexes extends IndexMigration {
  override up(): void {
    this.addSql(
      "create index ledger_entries_sold_index on ledger_entries (organization_id, created_at) include (variant_id, location_id, quantity_change, value_change, unvalued_change, revenue) where entry_type = 'order_fulfilled'",
    );
    this.addSql(
      "create index ledger_entries_after_sales_index on ledger_entries (organization_id, created_at) include (variant_id, location_id, entry_type, quantity, quantity_change, value_change, unvalued_change, revenue, cogs_change, adjusted_change) where entry_type in ('return_received', 'return_disposed', 'cost_adjustment')",
    );
    // Only now: reports read it until the one with more columns is there.
    this.addSql('drop index "ledger_entries_sales_index"');
  }
}
