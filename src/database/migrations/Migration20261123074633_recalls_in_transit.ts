import { Migration } from '@mikro-orm/migrations';

export class Migration20261123074633_recalls_in_transit extends Migration {
  override up(): void {
    this.addSql('alter table "recall_items" drop constraint "recall_items_kind_check"');
    this.addSql('alter table "recall_items" add "transfer_id" uuid null');
    this.addSql(
      'comment on column "recall_items"."transfer_id" is \'The stock transfer that it was in transit with.\'',
    );
    this.addSql(
      'comment on column "recall_items"."kind" is \'Kind of task: `stock` is to be set aside, `stock_transfer` when it arrives; the others, who got, used or delivered it, are to be notified.\'',
    );
    this.addSql(
      'comment on column "recall_items"."reference" is \'For an order or transfer: your own reference, such as the customer\'\'s.\'',
    );
    this.addSql(
      'comment on column "recall_items"."location_id" is \'For stock: where it was, or where it will arrive.\'',
    );
    this.addSql(
      'alter table "recall_items" add constraint "recall_items_organization_id_transfer_id_foreign" foreign key ("organization_id", "transfer_id") references "stock_transfers" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      "alter table \"recall_items\" add constraint \"recall_items_kind_check\" check (\"kind\" in ('stock', 'stock_transfer', 'order', 'production_batch', 'supplier'))",
    );
  }
}
