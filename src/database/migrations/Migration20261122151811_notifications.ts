import { Migration } from '@mikro-orm/migrations';

export class Migration20261122151811_notifications extends Migration {
  override up(): void {
    this.addSql(
      'create table "notification_marks" ("organization_id" uuid not null, "reader_id" uuid not null, "read_until" timestamptz(3) not null, primary key ("organization_id", "reader_id"))',
    );
    this.addSql('comment on table "notification_marks" is \'Up to when somebody has read all notifications.\'');
    this.addSql('comment on column "notification_marks"."reader_id" is \'The member or API key.\'');
    this.addSql('create index "notification_marks_read_until_index" on "notification_marks" ("read_until")');
    this.addSql(
      'create table "notification_reads" ("organization_id" uuid not null, "reader_id" uuid not null, "notification_id" uuid not null, "read_at" timestamptz(3) not null, primary key ("organization_id", "reader_id", "notification_id"))',
    );
    this.addSql('comment on table "notification_reads" is \'That a notification was read, by whom.\'');
    this.addSql('comment on column "notification_reads"."reader_id" is \'The member or API key.\'');
    this.addSql('create index "notification_reads_read_at_index" on "notification_reads" ("read_at")');
    this.addSql('alter table "webhook_subscriptions" add "deactivated_at" timestamptz(3) null');
    this.addSql(
      'comment on column "webhook_subscriptions"."deactivated_at" is \'When the service stopped deliveries.\'',
    );
  }
}
