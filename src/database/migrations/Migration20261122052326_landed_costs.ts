import { Migration } from '@mikro-orm/migrations';

export class Migration20261122052326_landed_costs extends Migration {
  override up(): void {
    this.addSql(
      'create table "landed_costs" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "purchase_order_id" uuid not null, "description" varchar(200) not null, "amount" numeric(15,4) not null, "currency" varchar(3) null, "exchange_rate" numeric(15,6) null, "allocate_by" text not null, "value" numeric(15,4) not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "landed_costs" is \'What goods of a purchase order cost besides their price, such as freight or duty; negative for what was charged too much.\'',
    );
    this.addSql('comment on column "landed_costs"."organization_id" is \'The purchase order.\'');
    this.addSql('comment on column "landed_costs"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "landed_costs"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "landed_costs"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "landed_costs"."purchase_order_id" is \'The purchase order.\'');
    this.addSql('comment on column "landed_costs"."description" is \'What it is for.\'');
    this.addSql('comment on column "landed_costs"."amount" is \'The amount, in its currency.\'');
    this.addSql(
      'comment on column "landed_costs"."currency" is \'ISO 4217 code of its currency; null: the organization\'\'s.\'',
    );
    this.addSql(
      'comment on column "landed_costs"."exchange_rate" is \'What one unit of that currency was worth in the organization\'\'s.\'',
    );
    this.addSql(
      'comment on column "landed_costs"."allocate_by" is \'Whether the lines share it by what they cost or by their quantity.\'',
    );
    this.addSql('comment on column "landed_costs"."value" is \'The amount in the organization\'\'s currency.\'');
    this.addSql(
      'create index "landed_costs_organization_id_purchase_order_id_index" on "landed_costs" ("organization_id", "purchase_order_id")',
    );
    this.addSql(
      'create table "landed_cost_items" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "landed_cost_id" uuid not null, "purchase_order_item_id" uuid not null, "variant_id" uuid not null, "value" numeric(15,4) not null, "value_on_hand" numeric(15,4) not null, "value_sold" numeric(15,4) not null, "value_adjusted" numeric(15,4) not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "landed_cost_items" is \'The share of a line of the purchase order in a landed cost, and what became of it.\'',
    );
    this.addSql('comment on column "landed_cost_items"."organization_id" is \'The variant received.\'');
    this.addSql(
      'comment on column "landed_cost_items"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "landed_cost_items"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "landed_cost_items"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "landed_cost_items"."purchase_order_item_id" is \'The line.\'');
    this.addSql('comment on column "landed_cost_items"."variant_id" is \'The variant received.\'');
    this.addSql('comment on column "landed_cost_items"."value" is \'Its share.\'');
    this.addSql(
      'comment on column "landed_cost_items"."value_on_hand" is \'Of that, what was added to the value of what is left.\'',
    );
    this.addSql(
      'comment on column "landed_cost_items"."value_sold" is \'Of that, what went to the cost of goods sold.\'',
    );
    this.addSql(
      'comment on column "landed_cost_items"."value_adjusted" is \'Of that, the share of what was used, wasted or adjusted away, or was under way.\'',
    );
    this.addSql(
      'create index "landed_cost_items_organization_id_landed_cost_id_index" on "landed_cost_items" ("organization_id", "landed_cost_id")',
    );
    this.addSql(
      'alter table "landed_costs" add constraint "landed_costs_organization_id_purchase_order_id_foreign" foreign key ("organization_id", "purchase_order_id") references "purchase_orders" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "landed_costs" add constraint "landed_costs_allocate_by_check" check ("allocate_by" in (\'value\', \'quantity\'))',
    );
    this.addSql(
      'alter table "landed_cost_items" add constraint "landed_cost_items_organization_id_landed_cost_id_foreign" foreign key ("organization_id", "landed_cost_id") references "landed_costs" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "landed_cost_items" add constraint "landed_cost_items_organization_id_purchase_order_0da4d_foreign" foreign key ("organization_id", "purchase_order_item_id") references "purchase_order_items" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "landed_cost_items" add constraint "landed_cost_items_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
  }
}
