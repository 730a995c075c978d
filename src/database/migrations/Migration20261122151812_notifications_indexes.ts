import { IndexMigration } from '../index-migration.ts';

export class Migration20261122151812_notifications_indexes extends IndexMigration {
  override up(): void {
    this.addSql(
      "create index events_low_stock on events (organization_id, occurred_at) where type = 'inventory.low_stock'",
    );
    this.addSql(
      "create index webhook_deliveries_failed on webhook_deliveries (organization_id, updated_at) where status = 'failed'",
    );
  }
}
