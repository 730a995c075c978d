import { Migration } from '@mikro-orm/migrations';

export class Migration20261122052814_imports extends Migration {
  override up(): void {
    this.addSql(
      'create table "imports" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "kind" text not null, "mode" text not null, "on_error" text not null, "dry_run" boolean not null, "status" text not null, "rows_total" int not null, "rows_done" int not null, "rows_created" int not null, "rows_updated" int not null, "rows_unchanged" int not null, "rows_rejected" int not null, "failure" text null, "source_import_id" uuid null, "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, "format" text not null, "columns" jsonb not null, "actor" varchar(260) not null, "actor_id" uuid null, "lease" uuid null, "lease_until" timestamptz(3) null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "imports" is \'A sheet that is taken in row by row, each through the operation that makes or changes one.\'',
    );
    this.addSql('comment on column "imports"."organization_id" is \'The dry run that it applies.\'');
    this.addSql('comment on column "imports"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "imports"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "imports"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "imports"."kind" is \'What its rows are.\'');
    this.addSql(
      'comment on column "imports"."mode" is \'Whether rows make what is not there (create), change what is there (update), or either (upsert).\'',
    );
    this.addSql(
      'comment on column "imports"."on_error" is \'Whether the first row that is rejected ends it (abort) or is left out (skip).\'',
    );
    this.addSql(
      'comment on column "imports"."dry_run" is \'Whether it only finds out what would happen: nothing else is written.\'',
    );
    this.addSql('comment on column "imports"."status" is \'Status.\'');
    this.addSql('comment on column "imports"."rows_total" is \'Rows of the sheet.\'');
    this.addSql('comment on column "imports"."rows_done" is \'Rows that were looked at.\'');
    this.addSql('comment on column "imports"."rows_created" is \'Rows that made something.\'');
    this.addSql('comment on column "imports"."rows_updated" is \'Rows that changed something.\'');
    this.addSql('comment on column "imports"."rows_unchanged" is \'Rows that say what is there already.\'');
    this.addSql(
      'comment on column "imports"."rows_rejected" is \'Rows that were rejected; `GET /imports/:id/rows?status=rejected` says why.\'',
    );
    this.addSql('comment on column "imports"."failure" is \'Why it failed.\'');
    this.addSql('comment on column "imports"."source_import_id" is \'The dry run that it applies.\'');
    this.addSql('comment on column "imports"."started_at" is \'When it began.\'');
    this.addSql('comment on column "imports"."completed_at" is \'When it ended, in whatever way.\'');
    this.addSql(
      'create index "imports_organization_id_created_at_id_index" on "imports" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "imports_organization_id_updated_at_id_index" on "imports" ("organization_id", "updated_at", "id")',
    );
    this.addSql("create index imports_waiting on imports (created_at) where status in ('pending', 'running')");
    this.addSql(
      'create table "import_contents" ("organization_id" uuid not null, "import_id" uuid not null, "content" bytea not null, primary key ("organization_id", "import_id"))',
    );
    this.addSql('comment on table "import_contents" is \'The sheet of an import, kept while it is needed.\'');
    this.addSql(
      'create table "import_rows" ("organization_id" uuid not null, "import_id" uuid not null, "row" int not null, "key" text null, "status" text not null, "id" uuid null, "errors" jsonb not null, "original" jsonb not null, primary key ("organization_id", "import_id", "row"))',
    );
    this.addSql(
      'comment on table "import_rows" is \'What became of a row of an import. Written in the transaction of what it did.\'',
    );
    this.addSql(
      'create index "import_rows_organization_id_import_id_status_row_index" on "import_rows" ("organization_id", "import_id", "status", "row")',
    );
    this.addSql(
      'alter table "imports" add constraint "imports_organization_id_source_import_id_foreign" foreign key ("organization_id", "source_import_id") references "imports" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      "alter table \"imports\" add constraint \"imports_kind_check\" check (\"kind\" in ('products', 'variants', 'locations', 'suppliers', 'supplier_items', 'inventory_policies', 'stock', 'purchase_orders', 'orders', 'recipes', 'demand_history'))",
    );
    this.addSql(
      'alter table "imports" add constraint "imports_mode_check" check ("mode" in (\'create\', \'update\', \'upsert\'))',
    );
    this.addSql(
      'alter table "imports" add constraint "imports_on_error_check" check ("on_error" in (\'abort\', \'skip\'))',
    );
    this.addSql(
      "alter table \"imports\" add constraint \"imports_status_check\" check (\"status\" in ('pending', 'running', 'completed', 'failed', 'cancelled'))",
    );
    this.addSql(
      'alter table "imports" add constraint "imports_format_check" check ("format" in (\'csv\', \'ndjson\'))',
    );
    this.addSql(
      "alter table \"import_rows\" add constraint \"import_rows_status_check\" check (\"status\" in ('created', 'updated', 'unchanged', 'rejected'))",
    );
  }
}
