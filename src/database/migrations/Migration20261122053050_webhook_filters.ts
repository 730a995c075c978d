import { Migration } from '@mikro-orm/migrations';

export class Migration20261122053050_webhook_filters extends Migration {
  override up(): void {
    this.addSql(
      'alter table "webhook_subscriptions" add "filter" jsonb null, add "format" text not null default \'native\'',
    );
    this.addSql(
      'comment on column "webhook_subscriptions"."filter" is \'What an event must be about to be sent. Without it, all of these types are.\'',
    );
    this.addSql(
      'comment on column "webhook_subscriptions"."format" is \'How the body is written: as in the event log, or as a CloudEvent 1.0 in JSON.\'',
    );
    this.addSql(
      'alter table "webhook_subscriptions" add constraint "webhook_subscriptions_format_check" check ("format" in (\'native\', \'cloudevents\'))',
    );
    this.addSql('alter table "webhook_deliveries" add "passes_filter" boolean null');
    this.addSql(
      'comment on column "webhook_deliveries"."passes_filter" is \'Of a test: whether the sample passes the subscription\'\'s filter. null of what is no test.\'',
    );
  }
}
