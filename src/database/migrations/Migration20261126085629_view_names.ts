import { Migration } from '@mikro-orm/migrations';

export class Migration20261126085629_view_names extends Migration {
  override up(): void {
    this.addSql('drop index "views_organization_id_list_index"');
    this.addSql('alter table "views" drop constraint "views_organization_id_owner_id_list_name_unique"');
    this.addSql(
      'alter table "views" add constraint "views_organization_id_list_owner_id_name_unique" unique ("organization_id", "list", "owner_id", "name")',
    );
  }
}
