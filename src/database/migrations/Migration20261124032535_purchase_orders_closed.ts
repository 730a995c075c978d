import { Migration } from '@mikro-orm/migrations';

export class Migration20261124032535_purchase_orders_closed extends Migration {
  override up(): void {
    this.addSql('comment on column "purchase_orders"."received_at" is \'When it was completely received, or closed.\'');
  }
}
