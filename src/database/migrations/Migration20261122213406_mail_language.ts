import { Migration } from '@mikro-orm/migrations';

export class Migration20261122213406_mail_language extends Migration {
  override up(): void {
    this.addSql('alter table "purchase_order_mails" add "language" text not null default \'en\'');
    this.addSql('comment on column "purchase_order_mails"."language" is \'What it is written in.\'');
    this.addSql(
      'alter table "purchase_order_mails" add constraint "purchase_order_mails_language_check" check ("language" in (\'en\', \'de\'))',
    );
  }
}
