import { Migration } from '@mikro-orm/migrations';

export class Migration20261122081611_forecast_scores extends Migration {
  override up(): void {
    this.addSql(
      'create table "forecast_scores" ("organization_id" uuid not null, "id" uuid not null, "variant_id" uuid not null, "location_id" uuid null, "date" date not null, "days" smallint not null, "expected" double precision not null, "actual" double precision null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "forecast_scores" is \'What a forecast expected of a day, or of a week, and what came.\'',
    );
    this.addSql('comment on column "forecast_scores"."variant_id" is \'The forecast item.\'');
    this.addSql('comment on column "forecast_scores"."location_id" is \'Location; null means all locations.\'');
    this.addSql('comment on column "forecast_scores"."date" is \'The first day that was forecast.\'');
    this.addSql('comment on column "forecast_scores"."days" is \'How many days were forecast: 1 or 7.\'');
    this.addSql('comment on column "forecast_scores"."expected" is \'What was expected.\'');
    this.addSql('comment on column "forecast_scores"."actual" is \'What came; null until those days are over.\'');
    this.addSql(
      'create unique index forecast_scores_item_unique on forecast_scores (organization_id, variant_id, location_id, date) nulls not distinct',
    );
    this.addSql('alter table "demand_patterns" add "recent_own" double precision not null default 0');
    this.addSql('comment on column "demand_patterns"."recent_own" is \'Of that, what was sold or wasted here.\'');
  }
}
