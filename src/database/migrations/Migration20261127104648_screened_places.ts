import { Migration } from '@mikro-orm/migrations';

export class Migration20261127104648_screened_places extends Migration {
  override up(): void {
    this.addSql(
      'create table "screened_places" ("organization_id" uuid not null, "variant_id" uuid not null, "location_id" uuid not null, "screened_at" timestamptz(3) not null, primary key ("organization_id", "variant_id", "location_id"))',
    );
    this.addSql(
      'comment on table "screened_places" is \'Where stock of an organization with many levels may need attention. Computed anew every day, for insights.\'',
    );
    this.addSql(
      'comment on column "screened_places"."screened_at" is \'When all levels were weighed. What has changed since is weighed as well.\'',
    );
  }
}
