import { Migration } from '@mikro-orm/migrations';

export class Migration20261122145448_me extends Migration {
  override up(): void {
    this.addSql('alter table "members" add "default_location_id" uuid null');
    this.addSql(
      'alter table "members" add constraint "members_organization_id_default_location_id_foreign" foreign key ("organization_id", "default_location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql('alter table "users" add "language" text null, add "scheme" text null');
    this.addSql('comment on column "users"."language" is \'Language of the web app; null follows the browser.\'');
    this.addSql('comment on column "users"."scheme" is \'Colors of the web app; null leaves it to each device.\'');
    this.addSql('alter table "users" add constraint "users_language_check" check ("language" in (\'en\', \'de\'))');
    this.addSql(
      'alter table "users" add constraint "users_scheme_check" check ("scheme" in (\'light\', \'dark\', \'auto\'))',
    );
  }
}
