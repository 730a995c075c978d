import { Migration } from '@mikro-orm/migrations';

export class Migration20261127180829_policy_places extends Migration {
  override up(): void {
    this.addSql('drop index "inventory_policies_organization_id_location_id_index"');
  }
}
