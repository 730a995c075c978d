import { IndexMigration } from '../index-migration.ts';

export class Migration20261122012230_sorted_lists extends IndexMigration {
  override up(): void {
    this.addSql(
      'create index "orders_organization_id_created_at_id_index" on "orders" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "orders_organization_id_updated_at_id_index" on "orders" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "products_organization_id_created_at_id_index" on "products" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "products_organization_id_updated_at_id_index" on "products" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "products_organization_id_name_id_index" on "products" ("organization_id", "name", "id")',
    );
    this.addSql(
      'create index "stock_transfers_organization_id_created_at_id_index" on "stock_transfers" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "stock_transfers_organization_id_updated_at_id_index" on "stock_transfers" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "purchase_orders_organization_id_created_at_id_index" on "purchase_orders" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "purchase_orders_organization_id_updated_at_id_index" on "purchase_orders" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "variants_organization_id_created_at_id_index" on "variants" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "variants_organization_id_updated_at_id_index" on "variants" ("organization_id", "updated_at", "id")',
    );
    this.addSql('create index "variants_by_name" on "variants" ("organization_id", coalesce("name", \'\'), "id")');
    this.addSql(
      'create index "lots_organization_id_created_at_id_index" on "lots" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "lots_organization_id_updated_at_id_index" on "lots" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "inventory_levels_organization_id_created_at_id_index" on "inventory_levels" ("organization_id", "created_at", "id")',
    );
  }
}
