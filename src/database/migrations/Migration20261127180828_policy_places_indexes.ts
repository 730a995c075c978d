import { IndexMigration } from '../index-migration.ts';

export class Migration20261127180828_policy_places_indexes extends IndexMigration {
  override up(): void {
    this.addSql(
      'create index "inventory_policies_organization_id_location_id_variant_id_index" on "inventory_policies" ("organization_id", "location_id", "variant_id")',
    );
  }
}
