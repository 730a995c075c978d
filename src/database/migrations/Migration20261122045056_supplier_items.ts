import { Migration } from '@mikro-orm/migrations';

export class Migration20261122045056_supplier_items extends Migration {
  override up(): void {
    this.addSql(
      'create table "supplier_items" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "supplier_id" uuid not null, "variant_id" uuid not null, "supplier_sku" varchar(100) null, "purchase_unit" varchar(40) not null, "units_per_purchase_unit" numeric(15,4) not null, "min_order_quantity" numeric(15,4) null, "order_multiple" int null, "lead_time_days" int null, "price_breaks" jsonb not null, "currency" varchar(3) null, "preferred" boolean not null, "active" boolean not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "supplier_items" is \'How a supplier sells a variant: in which unit, from which quantity on, at which price, how fast.\'',
    );
    this.addSql('comment on column "supplier_items"."organization_id" is \'What is sold.\'');
    this.addSql(
      'comment on column "supplier_items"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "supplier_items"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "supplier_items"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "supplier_items"."supplier_id" is \'Who sells it.\'');
    this.addSql('comment on column "supplier_items"."variant_id" is \'What is sold.\'');
    this.addSql('comment on column "supplier_items"."supplier_sku" is \'The supplier\'\'s own code for it.\'');
    this.addSql(
      'comment on column "supplier_items"."purchase_unit" is \'Unit that it is bought in, such as a case or a sack.\'',
    );
    this.addSql('comment on column "supplier_items"."units_per_purchase_unit" is \'Base units in one purchase unit.\'');
    this.addSql(
      'comment on column "supplier_items"."min_order_quantity" is \'Least quantity of an order, in purchase units.\'',
    );
    this.addSql(
      'comment on column "supplier_items"."order_multiple" is \'Orders are multiples of so many purchase units.\'',
    );
    this.addSql(
      "comment on column \"supplier_items\".\"lead_time_days\" is 'Days from order to receipt. Without it the policy''s lead time applies, then the supplier''s.'",
    );
    this.addSql(
      'comment on column "supplier_items"."price_breaks" is \'Costs of one base unit, by quantity in purchase units, in ascending order.\'',
    );
    this.addSql(
      'comment on column "supplier_items"."currency" is \'ISO 4217 code of the currency of its costs. Without it, the organization\'\'s.\'',
    );
    this.addSql(
      'comment on column "supplier_items"."preferred" is \'Whether it is chosen before others of the variant. Of several the cheapest is.\'',
    );
    this.addSql('comment on column "supplier_items"."active" is \'Whether it may be ordered.\'');
    this.addSql(
      'create index "supplier_items_organization_id_created_at_id_index" on "supplier_items" ("organization_id", "created_at", "id")',
    );
    this.addSql(
      'create index "supplier_items_organization_id_updated_at_id_index" on "supplier_items" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'create index "supplier_items_organization_id_supplier_id_index" on "supplier_items" ("organization_id", "supplier_id")',
    );
    this.addSql(
      'alter table "supplier_items" add constraint "supplier_items_organization_id_variant_id_purchase_unit_unique" unique ("organization_id", "variant_id", "supplier_id", "purchase_unit")',
    );
    this.addSql(
      'alter table "purchase_order_items" add "supplier_item_id" uuid null, add "purchase_unit" varchar(40) null, add "units_per_purchase_unit" numeric(15,4) null, add "purchase_quantity" numeric(15,4) null',
    );
    this.addSql(
      'comment on column "purchase_order_items"."supplier_item_id" is \'How the supplier sells it, if it was ordered so.\'',
    );
    this.addSql('comment on column "purchase_order_items"."purchase_unit" is \'Unit that it was ordered in.\'');
    this.addSql(
      'comment on column "purchase_order_items"."units_per_purchase_unit" is \'Units in one purchase unit, as it was when ordered.\'',
    );
    this.addSql(
      'comment on column "purchase_order_items"."purchase_quantity" is \'Quantity ordered, in purchase units.\'',
    );
    this.addSql(
      'comment on column "purchase_order_items"."organization_id" is \'How the supplier sells it, if it was ordered so.\'',
    );
    this.addSql(
      'alter table "purchase_order_items" add constraint "purchase_order_items_organization_id_supplier_item_id_foreign" foreign key ("organization_id", "supplier_item_id") references "supplier_items" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "supplier_items" add constraint "supplier_items_organization_id_supplier_id_foreign" foreign key ("organization_id", "supplier_id") references "suppliers" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "supplier_items" add constraint "supplier_items_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "supplier_items" add constraint "supplier_items_positive" check (units_per_purchase_unit > 0 and min_order_quantity > 0 and order_multiple > 0)',
    );
  }
}
