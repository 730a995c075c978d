import { Migration } from '@mikro-orm/migrations';

export class Migration20261125193927_idempotency_needed extends Migration {
  override up(): void {
    this.addSql('alter table "idempotency_keys" add "needed" text not null default \'\'');
    this.addSql(
      'comment on column "idempotency_keys"."needed" is \'Scopes that it needed beyond those of its operation, separated by spaces: a repeat needs them too.\'',
    );
  }
}
