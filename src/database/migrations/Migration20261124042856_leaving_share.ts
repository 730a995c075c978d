import { Migration } from '@mikro-orm/migrations';

export class Migration20261124042856_leaving_share extends Migration {
  override up(): void {
    // They are computed again by whoever needs them first: those of today would count transfers as before.
    this.addSql('truncate demand_patterns');
    this.addSql('alter table "demand_patterns" add "leaving_share" double precision not null default 1');
    this.addSql(
      'comment on column "demand_patterns"."leaving_share" is \'Share of that demand that does not go to places it feeds, where it is demand once more.\'',
    );
  }
}
