import { IndexMigration } from '../index-migration.ts';

export class Migration20261122045346_followed_lists extends IndexMigration {
  override up(): void {
    this.addSql(
      'create index "cycle_counts_organization_id_updated_at_id_index" on "cycle_counts" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "return_authorizations_organization_id_updated_at_id_index" on "return_authorizations" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "production_batches_organization_id_updated_at_id_index" on "production_batches" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "inventory_policies_organization_id_updated_at_id_index" on "inventory_policies" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "waste_records_organization_id_updated_at_id_index" on "waste_records" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "webhook_deliveries_organization_id_updated_at_id_index" on "webhook_deliveries" ("organization_id", "updated_at", "id")',
    );
  }
}
