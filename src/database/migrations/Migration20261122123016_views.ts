import { Migration } from '@mikro-orm/migrations';

export class Migration20261122123016_views extends Migration {
  override up(): void {
    this.addSql(
      'create table "views" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "name" varchar(200) not null, "list" varchar(100) not null, "settings" jsonb not null, "shared" boolean not null, "owner" varchar(260) not null, "owner_id" uuid null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "views" is \'A way to look at a list, kept under a name: for who made it, or for everybody.\'',
    );
    this.addSql('comment on column "views"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "views"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "views"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "views"."name" is \'What it is called.\'');
    this.addSql(
      'comment on column "views"."list" is \'The list that it is of, as its client calls it: `orders`, say.\'',
    );
    this.addSql('comment on column "views"."settings" is \'What is looked at, and how. Kept as it is.\'');
    this.addSql('comment on column "views"."shared" is \'Whether everybody sees it, or only who made it.\'');
    this.addSql('comment on column "views"."owner" is \'Who made it: a key or a user.\'');
    this.addSql('comment on column "views"."owner_id" is \'Who exactly: the id of the key or member.\'');
    this.addSql('create index "views_organization_id_list_index" on "views" ("organization_id", "list")');
    this.addSql(
      'alter table "views" add constraint "views_organization_id_owner_id_list_name_unique" unique ("organization_id", "owner_id", "list", "name")',
    );
  }
}
