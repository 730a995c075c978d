import { Migration } from '@mikro-orm/migrations';

export class Migration20261126034843_integration_refusals extends Migration {
  override up(): void {
    this.addSql('alter table "integrations" add "last_refusal" jsonb null');
    this.addSql(
      'comment on column "integrations"."last_refusal" is \'The last message that was refused (422): it may have been sent again and applied since.\'',
    );
  }
}
