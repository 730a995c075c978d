import { Migration } from '@mikro-orm/migrations';

export class Migration20261122052059_planning extends Migration {
  override up(): void {
    this.addSql('alter table "stock_transfers" add "expected_on" date null, add "replenishment_plan_id" uuid null');
    this.addSql('comment on column "stock_transfers"."expected_on" is \'When it should arrive.\'');
    this.addSql(
      'comment on column "stock_transfers"."replenishment_plan_id" is \'The replenishment plan that it was made from.\'',
    );
    this.addSql('alter table "purchase_orders" add "replenishment_plan_id" uuid null');
    this.addSql(
      'comment on column "purchase_orders"."replenishment_plan_id" is \'The replenishment plan that it was made from.\'',
    );
    this.addSql('alter table "production_batches" add "planned_on" date null, add "replenishment_plan_id" uuid null');
    this.addSql('comment on column "production_batches"."planned_on" is \'The day on which it should be made.\'');
    this.addSql(
      'comment on column "production_batches"."replenishment_plan_id" is \'The replenishment plan that it was made from.\'',
    );
    this.addSql(
      'alter table "inventory_policies" add "replenishment_source" text null, add "source_location_id" uuid null',
    );
    this.addSql(
      'comment on column "inventory_policies"."replenishment_source" is \'Where more of it comes from: bought, made here, or moved from another location. Without it that is inferred.\'',
    );
    this.addSql(
      'comment on column "inventory_policies"."source_location_id" is \'The location that it is moved from.\'',
    );
    this.addSql('comment on column "inventory_policies"."organization_id" is \'The location that it is moved from.\'');
    this.addSql(
      'alter table "inventory_policies" add constraint "inventory_policies_organization_id_source_location_id_foreign" foreign key ("organization_id", "source_location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "inventory_policies" add constraint "inventory_policies_replenishment_source_check" check ("replenishment_source" in (\'buy\', \'make\', \'move\'))',
    );
  }
}
