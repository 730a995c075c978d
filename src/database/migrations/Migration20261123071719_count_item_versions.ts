import { Migration } from '@mikro-orm/migrations';

export class Migration20261123071719_count_item_versions extends Migration {
  override up(): void {
    this.addSql('alter table "cycle_count_items" add "expected_version" int null');
  }
}
