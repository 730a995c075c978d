import { IndexMigration } from '../index-migration.ts';

export class Migration20261123002458_sku_by_id_indexes extends IndexMigration {
  override up(): void {
    this.addSql('create index "variants_sku_by_id" on "variants" ("organization_id", "id") include ("sku")');
  }
}
