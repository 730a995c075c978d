import { Migration } from '@mikro-orm/migrations';

export class Migration20261122153741_purchase_order_mails extends Migration {
  override up(): void {
    this.addSql(
      'create table "purchase_order_mails" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "purchase_order_id" uuid not null, "recipient" varchar(254) not null, "actor" varchar(260) not null, "attempt_count" int not null, "next_attempt_at" timestamptz(3) null, "lease_until" timestamptz(3) null, "ended_at" timestamptz(3) null, "failure" text null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "purchase_order_mails" is \'That a purchase order is to be mailed, or was.\'');
    this.addSql(
      'comment on column "purchase_order_mails"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "purchase_order_mails"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "purchase_order_mails"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "purchase_order_mails"."actor" is \'Who asked for it: answers go to a person.\'');
    this.addSql(
      'comment on column "purchase_order_mails"."next_attempt_at" is \'When it is tried next; null once it has ended.\'',
    );
    this.addSql(
      'comment on column "purchase_order_mails"."lease_until" is \'Until when a process works on it; then another may.\'',
    );
    this.addSql('comment on column "purchase_order_mails"."failure" is \'What the last attempt failed with.\'');
    this.addSql(
      'create index "purchase_order_mails_organization_id_purchase_order_id_index" on "purchase_order_mails" ("organization_id", "purchase_order_id")',
    );
    this.addSql(
      'create index "purchase_order_mails_organization_id_created_at_index" on "purchase_order_mails" ("organization_id", "created_at")',
    );
    this.addSql(
      'create index purchase_order_mails_due on purchase_order_mails (next_attempt_at) where next_attempt_at is not null',
    );
    this.addSql(
      'alter table "purchase_orders" add "send_status" text null, add "sent_to" varchar(254) null, add "sent_at" timestamptz(3) null, add "send_failure" text null',
    );
    this.addSql(
      'comment on column "purchase_orders"."send_status" is \'What became of mailing it to the supplier, the last time that it was asked for.\'',
    );
    this.addSql('comment on column "purchase_orders"."sent_to" is \'The address that it was last to be mailed to.\'');
    this.addSql('comment on column "purchase_orders"."sent_at" is \'When the mail server took it.\'');
    this.addSql(
      'comment on column "purchase_orders"."send_failure" is \'Why it could not be mailed; while it is being sent, so far.\'',
    );
    this.addSql(
      'alter table "purchase_orders" add constraint "purchase_orders_send_status_check" check ("send_status" in (\'sending\', \'sent\', \'failed\'))',
    );
    this.addSql(
      'alter table "purchase_order_mails" add constraint "purchase_order_mails_organization_id_purchase_order_id_foreign" foreign key ("organization_id", "purchase_order_id") references "purchase_orders" ("organization_id", "id") on update no action on delete no action',
    );
  }
}
