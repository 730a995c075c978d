import { IndexMigration } from '../index-migration.ts';

export class Migration20261126024421_pages_of_large_lists_indexes extends IndexMigration {
  override up(): void {
    this.addSql('create index orders_closed_index on orders (organization_id, id) where closed_at is not null');
    this.addSql(
      'create index "products_organization_id_status_id_index" on "products" ("organization_id", "status", "id")',
    );
    this.addSql(
      'create index "variants_organization_id_lot_tracked_id_index" on "variants" ("organization_id", "lot_tracked", "id")',
    );
    this.addSql(
      'create index "supplier_items_organization_id_preferred_id_index" on "supplier_items" ("organization_id", "preferred", "id")',
    );
    this.addSql(
      'create index "supplier_items_organization_id_active_id_index" on "supplier_items" ("organization_id", "active", "id")',
    );
    this.addSql(
      'create index "lots_organization_id_source_type_id_index" on "lots" ("organization_id", "source_type", "id")',
    );
    this.addSql('create index "lots_organization_id_status_id_index" on "lots" ("organization_id", "status", "id")');
    this.addSql(
      'create index "ledger_entries_organization_id_entry_type_id_index" on "ledger_entries" ("organization_id", "entry_type", "id")',
    );
    this.addSql(
      'create index ledger_entries_actor_index on ledger_entries (organization_id, actor_id, id) where actor_id is not null',
    );
    this.addSql(
      'create index "ledger_entries_organization_id_created_at_id_index" on "ledger_entries" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "inventory_levels_organization_id_quantity_available_id_index" on "inventory_levels" ("organization_id", "quantity_available", "id")',
    );
    this.addSql(
      'create index "inventory_levels_organization_id_quantity_on_hand_id_index" on "inventory_levels" ("organization_id", "quantity_on_hand", "id")',
    );
    this.addSql('drop index "ledger_entries_organization_id_created_at_index"');
  }
}
