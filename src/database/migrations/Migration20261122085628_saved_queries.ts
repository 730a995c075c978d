import { Migration } from '@mikro-orm/migrations';

export class Migration20261122085628_saved_queries extends Migration {
  override up(): void {
    this.addSql(
      'create table "saved_queries" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "name" varchar(200) not null, "description" text null, "query" jsonb not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "saved_queries" is \'A report query that is kept under a name.\'');
    this.addSql('comment on column "saved_queries"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "saved_queries"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "saved_queries"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "saved_queries"."name" is \'What it is called, unique in the organization.\'');
    this.addSql('comment on column "saved_queries"."description" is \'What it is for.\'');
    this.addSql('comment on column "saved_queries"."query" is \'What it asks.\'');
    this.addSql(
      'alter table "saved_queries" add constraint "saved_queries_organization_id_name_unique" unique ("organization_id", "name")',
    );
  }
}
