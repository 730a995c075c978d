import { Migration } from '@mikro-orm/migrations';

export class Migration20261127100839_level_places extends Migration {
  override up(): void {
    this.addSql('drop index "inventory_levels_organization_id_location_id_index"');
  }
}
