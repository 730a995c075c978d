import { IndexMigration } from '../index-migration.ts';

export class Migration20261122090012_filters extends IndexMigration {
  override up(): void {
    this.addSql('create index "products_organization_id_category_index" on "products" ("organization_id", "category")');
    this.addSql(
      'create index "variants_organization_id_supplier_id_index" on "variants" ("organization_id", "supplier_id")',
    );
    this.addSql('create index "lots_organization_id_lot_number_index" on "lots" ("organization_id", "lot_number")');
    this.addSql('create index "lots_organization_id_supplier_id_index" on "lots" ("organization_id", "supplier_id")');
    this.addSql('create index "lots_organization_id_source_id_index" on "lots" ("organization_id", "source_id")');
    this.addSql(
      'create index "supplier_items_organization_id_supplier_sku_index" on "supplier_items" ("organization_id", "supplier_sku")',
    );
  }
}
