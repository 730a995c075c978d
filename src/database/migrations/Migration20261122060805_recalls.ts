import { Migration } from '@mikro-orm/migrations';

export class Migration20261122060805_recalls extends Migration {
  override up(): void {
    this.addSql(
      'create table "recalls" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "number" varchar(20) not null, "status" text not null, "lot_id" uuid not null, "variant_id" uuid not null, "include_descendants" boolean not null, "reason" text null, "notes" text null, "recalled_by" varchar(400) not null, "lots" jsonb not null, "closed_at" timestamptz(3) null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "recalls" is \'The recall of a lot: what was blocked, where it was, whom to tell, and what of it is done.\'',
    );
    this.addSql('comment on column "recalls"."organization_id" is \'The variant of the lot.\'');
    this.addSql('comment on column "recalls"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "recalls"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "recalls"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "recalls"."number" is \'Number for people, rising per organization.\'');
    this.addSql('comment on column "recalls"."status" is \'Status: open until everything is done.\'');
    this.addSql('comment on column "recalls"."lot_id" is \'The lot that was recalled.\'');
    this.addSql('comment on column "recalls"."variant_id" is \'The variant of the lot.\'');
    this.addSql(
      'comment on column "recalls"."include_descendants" is \'Whether every lot made from it was recalled too.\'',
    );
    this.addSql('comment on column "recalls"."reason" is \'Why.\'');
    this.addSql('comment on column "recalls"."notes" is \'Your own notes.\'');
    this.addSql('comment on column "recalls"."recalled_by" is \'Who recalled it, as the ledger names them.\'');
    this.addSql('comment on column "recalls"."lots" is \'What was blocked.\'');
    this.addSql('comment on column "recalls"."closed_at" is \'When it was closed.\'');
    this.addSql('create index "recalls_organization_id_lot_id_index" on "recalls" ("organization_id", "lot_id")');
    this.addSql(
      'create index "recalls_organization_id_status_id_index" on "recalls" ("organization_id", "status", "id")',
    );
    this.addSql(
      'create index "recalls_organization_id_created_at_id_index" on "recalls" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "recalls_organization_id_updated_at_id_index" on "recalls" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'alter table "recalls" add constraint "recalls_organization_id_number_unique" unique ("organization_id", "number")',
    );
    this.addSql(
      'create table "recall_items" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "recall_id" uuid not null, "kind" text not null, "name" varchar(200) not null, "reference" varchar(100) null, "lot_id" uuid null, "location_id" uuid null, "order_id" uuid null, "batch_id" uuid null, "supplier_id" uuid null, "quantity" numeric(15,4) null, "done" boolean not null, "done_at" timestamptz(3) null, "done_by" varchar(400) null, "note" text null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "recall_items" is \'One thing that a recall asks for.\'');
    this.addSql('comment on column "recall_items"."organization_id" is \'Who the lot came from.\'');
    this.addSql('comment on column "recall_items"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "recall_items"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "recall_items"."updated_at" is \'When the record last changed.\'');
    this.addSql(
      'comment on column "recall_items"."kind" is \'What is to be done: `stock` is set apart; who got (order), used or gave it is told.\'',
    );
    this.addSql('comment on column "recall_items"."name" is \'The location, supplier, or number of the document.\'');
    this.addSql(
      'comment on column "recall_items"."reference" is \'Of an order: your own reference, such as the customer\'\'s.\'',
    );
    this.addSql('comment on column "recall_items"."lot_id" is \'Of stock: its lot.\'');
    this.addSql('comment on column "recall_items"."location_id" is \'Of stock: where it was.\'');
    this.addSql('comment on column "recall_items"."order_id" is \'The order that got some.\'');
    this.addSql('comment on column "recall_items"."batch_id" is \'The batch that used some.\'');
    this.addSql('comment on column "recall_items"."supplier_id" is \'Who the lot came from.\'');
    this.addSql('comment on column "recall_items"."quantity" is \'How much of the lots it is about.\'');
    this.addSql('comment on column "recall_items"."done" is \'Whether it is done.\'');
    this.addSql('comment on column "recall_items"."done_at" is \'When it was ticked off.\'');
    this.addSql('comment on column "recall_items"."done_by" is \'Who ticked it off, as the ledger names them.\'');
    this.addSql('comment on column "recall_items"."note" is \'What came of it.\'');
    this.addSql(
      'create index "recall_items_organization_id_recall_id_index" on "recall_items" ("organization_id", "recall_id")',
    );
    this.addSql(
      'alter table "recalls" add constraint "recalls_organization_id_lot_id_foreign" foreign key ("organization_id", "lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recalls" add constraint "recalls_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recalls" add constraint "recalls_status_check" check ("status" in (\'open\', \'closed\'))',
    );
    this.addSql(
      'alter table "recall_items" add constraint "recall_items_organization_id_recall_id_foreign" foreign key ("organization_id", "recall_id") references "recalls" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recall_items" add constraint "recall_items_organization_id_lot_id_foreign" foreign key ("organization_id", "lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recall_items" add constraint "recall_items_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recall_items" add constraint "recall_items_organization_id_order_id_foreign" foreign key ("organization_id", "order_id") references "orders" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recall_items" add constraint "recall_items_organization_id_batch_id_foreign" foreign key ("organization_id", "batch_id") references "production_batches" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recall_items" add constraint "recall_items_organization_id_supplier_id_foreign" foreign key ("organization_id", "supplier_id") references "suppliers" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      "alter table \"recall_items\" add constraint \"recall_items_kind_check\" check (\"kind\" in ('stock', 'order', 'production_batch', 'supplier'))",
    );
  }
}
