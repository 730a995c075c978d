import { Migration } from '@mikro-orm/migrations';

/** Variants and locations are never removed, and checking that they exist took longer than writing the row. */
export class Migration20261127110700_demand_history_references extends Migration {
  override up(): void {
    this.addSql(
      'alter table "demand_history" drop constraint "demand_history_organization_id_variant_id_foreign", drop constraint "demand_history_organization_id_location_id_foreign"',
    );
  }
}
