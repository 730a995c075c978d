import { Migration } from '@mikro-orm/migrations';

export class Migration20261124031403_closed_orders extends Migration {
  override up(): void {
    this.addSql('alter table "orders" add "closed_at" timestamptz(3) null');
    this.addSql(
      'comment on column "orders"."closed_at" is \'When it was closed short: the rest of it was cancelled.\'',
    );
    this.addSql('comment on column "orders"."fulfilled_at" is \'When it was completely fulfilled, or closed short.\'');
  }
}
