import { Migration } from '@mikro-orm/migrations';

export class Migration20261122122549_plan_keys extends Migration {
  override up(): void {
    this.addSql('alter table "plan_suggestions" drop constraint "plan_suggestions_organization_id_plan_id_foreign"');
  }
}
