import { Migration } from '@mikro-orm/migrations';

export class Migration20261122051058_demand_draws extends Migration {
  override up(): void {
    this.addSql('alter table "demand_patterns" add "own_share" double precision not null default 1');
    this.addSql(
      'comment on column "demand_patterns"."own_share" is \'Share of that demand that is sold or wasted here; the rest follows from production and from places it feeds.\'',
    );
    this.addSql(
      'comment on table "demand_patterns" is \'How a variant was demanded and moved at a location through yesterday. Worked out anew every day; used by insights and plans.\'',
    );
  }
}
