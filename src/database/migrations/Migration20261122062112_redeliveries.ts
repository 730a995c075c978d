import { Migration } from '@mikro-orm/migrations';

export class Migration20261122062112_redeliveries extends Migration {
  override up(): void {
    this.addSql('alter table "webhook_deliveries" add "redelivery_of" uuid null');
    this.addSql(
      'comment on column "webhook_deliveries"."redelivery_of" is \'The delivery that this one repeats, if it was asked for again.\'',
    );
  }
}
