import { Migration } from '@mikro-orm/migrations';

export class Migration20261123000930_moving_organizations extends Migration {
  override up(): void {
    this.addSql('alter table "organizations" add "moving" text null');
    this.addSql(
      'comment on column "organizations"."moving" is \'While it moves to another database: docs/pods.md. Null if it lives here.\'',
    );
    this.addSql(
      'alter table "organizations" add constraint "organizations_moving_check" check ("moving" in (\'leaving\', \'left\', \'arriving\'))',
    );
  }
}
