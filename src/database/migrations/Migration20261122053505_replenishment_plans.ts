import { Migration } from '@mikro-orm/migrations';

export class Migration20261122053505_replenishment_plans extends Migration {
  override up(): void {
    this.addSql(
      'create table "replenishment_plans" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "status" text not null, "location_ids" uuid[] null, "horizon_days" int not null, "demand" text not null, "service_level" double precision not null, "include" text[] not null, "starts_on" date null, "suggestion_count" int not null, "error" text null, "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, "applied_at" timestamptz(3) null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "replenishment_plans" is \'What to buy, move and make so that no location runs out: suggestions, worked out day by day from one moment of the stock.\'',
    );
    this.addSql(
      'comment on column "replenishment_plans"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "replenishment_plans"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "replenishment_plans"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "replenishment_plans"."status" is \'Status.\'');
    this.addSql(
      'comment on column "replenishment_plans"."location_ids" is \'The locations that it suggests something for; null means all.\'',
    );
    this.addSql('comment on column "replenishment_plans"."horizon_days" is \'Days that it looks ahead.\'');
    this.addSql(
      'comment on column "replenishment_plans"."demand" is \'What it plans for beside open documents: the forecast, the reorder points of policies, or whatever asks for more.\'',
    );
    this.addSql(
      'comment on column "replenishment_plans"."service_level" is \'How certainly the safety stock suffices where no policy names one.\'',
    );
    this.addSql('comment on column "replenishment_plans"."include" is \'The types of suggestions that it makes.\'');
    this.addSql('comment on column "replenishment_plans"."starts_on" is \'Its first day.\'');
    this.addSql('comment on column "replenishment_plans"."suggestion_count" is \'How many suggestions it makes.\'');
    this.addSql('comment on column "replenishment_plans"."error" is \'Why it failed.\'');
    this.addSql('comment on column "replenishment_plans"."started_at" is \'When it was begun.\'');
    this.addSql('comment on column "replenishment_plans"."completed_at" is \'When it was done.\'');
    this.addSql('comment on column "replenishment_plans"."applied_at" is \'When something of it was last applied.\'');
    this.addSql(
      'create index "replenishment_plans_organization_id_created_at_id_index" on "replenishment_plans" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "replenishment_plans_organization_id_updated_at_id_index" on "replenishment_plans" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      "create index replenishment_plans_open_index on replenishment_plans (created_at) where status in ('pending', 'running')",
    );
    this.addSql(
      'create table "plan_suggestions" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "plan_id" uuid not null, "type" text not null, "variant_id" uuid not null, "location_id" uuid not null, "from_location_id" uuid null, "recipe_id" uuid null, "supplier_id" uuid null, "supplier_item_id" uuid null, "quantity" numeric(15,4) not null, "purchase_quantity" numeric(15,4) null, "order_by" date not null, "need_by" date not null, "arrives_on" date not null, "cost" numeric(15,4) null, "currency" varchar(3) null, "because" jsonb not null, "why" text not null, "parent_id" uuid null, "applied_as" jsonb null, "levels" jsonb not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "plan_suggestions" is \'One thing to buy, move or make, and what for.\'');
    this.addSql('comment on column "plan_suggestions"."organization_id" is \'How that supplier sells it.\'');
    this.addSql(
      'comment on column "plan_suggestions"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "plan_suggestions"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "plan_suggestions"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "plan_suggestions"."plan_id" is \'The plan.\'');
    this.addSql('comment on column "plan_suggestions"."type" is \'What to do: buy, move or make.\'');
    this.addSql('comment on column "plan_suggestions"."variant_id" is \'What of.\'');
    this.addSql('comment on column "plan_suggestions"."location_id" is \'The location that needs it.\'');
    this.addSql('comment on column "plan_suggestions"."from_location_id" is \'The location that it is moved from.\'');
    this.addSql('comment on column "plan_suggestions"."recipe_id" is \'The recipe that it is made by.\'');
    this.addSql(
      'comment on column "plan_suggestions"."supplier_id" is \'The supplier to buy it from; null if none is known.\'',
    );
    this.addSql('comment on column "plan_suggestions"."supplier_item_id" is \'How that supplier sells it.\'');
    this.addSql('comment on column "plan_suggestions"."quantity" is \'How much, in units of the variant.\'');
    this.addSql(
      'comment on column "plan_suggestions"."purchase_quantity" is \'How much, in purchase units of the supplier item.\'',
    );
    this.addSql(
      'comment on column "plan_suggestions"."order_by" is \'The last day on which to do it so that it is in time; its first day if that has passed.\'',
    );
    this.addSql('comment on column "plan_suggestions"."need_by" is \'The day on which it is needed.\'');
    this.addSql('comment on column "plan_suggestions"."arrives_on" is \'The day on which it would be there.\'');
    this.addSql('comment on column "plan_suggestions"."cost" is \'Its total cost, if that is known.\'');
    this.addSql(
      'comment on column "plan_suggestions"."currency" is \'Currency of the cost, if it is not the organization\'\'s.\'',
    );
    this.addSql('comment on column "plan_suggestions"."because" is \'What it is for.\'');
    this.addSql(
      'comment on column "plan_suggestions"."why" is \'Why it is bought, moved or made, and what is missing to do so.\'',
    );
    this.addSql(
      'comment on column "plan_suggestions"."parent_id" is \'The suggestion that it is needed for, mostly.\'',
    );
    this.addSql('comment on column "plan_suggestions"."applied_as" is \'What was made of it.\'');
    this.addSql(
      'create index "plan_suggestions_organization_id_plan_id_order_by_id_index" on "plan_suggestions" ("organization_id", "plan_id", "order_by", "id")',
    );
    this.addSql(
      "alter table \"replenishment_plans\" add constraint \"replenishment_plans_status_check\" check (\"status\" in ('pending', 'running', 'completed', 'failed'))",
    );
    this.addSql(
      'alter table "replenishment_plans" add constraint "replenishment_plans_demand_check" check ("demand" in (\'forecast\', \'policy\', \'larger\'))',
    );
    this.addSql(
      'alter table "plan_suggestions" add constraint "plan_suggestions_organization_id_plan_id_foreign" foreign key ("organization_id", "plan_id") references "replenishment_plans" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "plan_suggestions" add constraint "plan_suggestions_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "plan_suggestions" add constraint "plan_suggestions_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "plan_suggestions" add constraint "plan_suggestions_organization_id_from_location_id_foreign" foreign key ("organization_id", "from_location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "plan_suggestions" add constraint "plan_suggestions_organization_id_recipe_id_foreign" foreign key ("organization_id", "recipe_id") references "recipes" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "plan_suggestions" add constraint "plan_suggestions_organization_id_supplier_id_foreign" foreign key ("organization_id", "supplier_id") references "suppliers" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "plan_suggestions" add constraint "plan_suggestions_organization_id_supplier_item_id_foreign" foreign key ("organization_id", "supplier_item_id") references "supplier_items" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "plan_suggestions" add constraint "plan_suggestions_type_check" check ("type" in (\'purchase\', \'transfer\', \'production\'))',
    );
  }
}
