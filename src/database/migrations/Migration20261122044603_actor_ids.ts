import { Migration } from '@mikro-orm/migrations';

export class Migration20261122044603_actor_ids extends Migration {
  override up(): void {
    this.addSql('alter table "ledger_entries" add "actor_id" uuid null');
    this.addSql(
      'comment on column "ledger_entries"."actor_id" is \'Who exactly: the id of the key, member or integration, as names may be given again.\'',
    );
  }
}
