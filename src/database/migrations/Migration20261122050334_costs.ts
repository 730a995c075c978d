import { Migration } from '@mikro-orm/migrations';

/** Everything read or written here: its owner sees all of it, whichever role migrates. The guards are said anew after this. */
const READ = ['inventory_levels', 'lot_levels', 'variants', 'ledger_entries', 'purchase_order_items'];

/** A UUIDv7 of this moment. */
const ID = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7' || substr(md5(random()::text), 1, 3)
  || to_hex(8 + floor(random() * 4)::int) || substr(md5(random()::text), 1, 15))::uuid`;

/** What the stock that is there cost, as far as its variants say: a layer per level, or per lot of it, and an entry that gives it its value. */
const OPENING = [
  'lock table inventory_levels in exclusive mode',
  `insert into cost_layers (organization_id, id, created_at, updated_at, variant_id, location_id, lot_id, "position", quantity, value, quantity_sold, quantity_used)
   select l.organization_id, ${ID}, now(), now(), l.variant_id, l.location_id, s.lot_id,
     case when v.unit_cost is null then l.version - 2147483648 else l.version + 1 end, coalesce(s.quantity, l.quantity_on_hand),
     round(coalesce(s.quantity, l.quantity_on_hand) * v.unit_cost, 4), 0, 0
   from inventory_levels l join variants v on v.organization_id = l.organization_id and v.id = l.variant_id
   left join lot_levels s on v.lot_tracked and s.organization_id = l.organization_id and s.variant_id = l.variant_id and s.location_id = l.location_id and s.quantity > 0
   where l.quantity_on_hand > 0`,
  `update inventory_levels l set value = c.value, unvalued_quantity = c.unvalued, version = l.version + c.priced
   from (select organization_id, variant_id, location_id, coalesce(sum(value), 0) as value, coalesce(sum(quantity) filter (where value is null), 0) as unvalued,
       (count(value) > 0)::int as priced from cost_layers group by organization_id, variant_id, location_id) c
   where c.organization_id = l.organization_id and c.variant_id = l.variant_id and c.location_id = l.location_id`,
  `insert into ledger_entries (organization_id, id, created_at, updated_at, entry_type, variant_id, location_id, quantity_change, quantity, quantity_on_hand_after,
     unit_cost, value_change, value_after, unvalued_quantity, unvalued_change, note, actor, occurred_at, sequence)
   select l.organization_id, ${ID}, now(), now(), 'cost_adjustment', l.variant_id, l.location_id, 0, 0, l.quantity_on_hand,
     v.unit_cost, l.value, l.value, 0, -l.quantity_on_hand, 'Opening value', 'system', now(), l.version
   from inventory_levels l join variants v on v.organization_id = l.organization_id and v.id = l.variant_id
   where l.quantity_on_hand > 0 and v.unit_cost is not null`,
  'update purchase_order_items set received_value = 0 where quantity_received = 0',
];

export class Migration20261122050334_costs extends Migration {
  override up(): void {
    this.addSql(
      'create table "cost_layers" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "variant_id" uuid not null, "location_id" uuid not null, "lot_id" uuid null, "position" int not null, "quantity" numeric(15,4) not null, "value" numeric(15,4) null, "origin_id" uuid null, "quantity_sold" numeric(15,4) not null, "quantity_used" numeric(15,4) not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "cost_layers" is \'Goods of one cost that came to a place together, and how much of them is left. They leave by position, and of a lot-tracked variant with their lot.\'',
    );
    this.addSql('comment on column "cost_layers"."organization_id" is \'The lot that it is of.\'');
    this.addSql('comment on column "cost_layers"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "cost_layers"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "cost_layers"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "cost_layers"."variant_id" is \'The variant.\'');
    this.addSql('comment on column "cost_layers"."location_id" is \'The location.\'');
    this.addSql('comment on column "cost_layers"."lot_id" is \'The lot that it is of.\'');
    this.addSql(
      'comment on column "cost_layers"."position" is \'Order in which the layers of a level leave: goods of unknown cost first.\'',
    );
    this.addSql('comment on column "cost_layers"."quantity" is \'Quantity left.\'');
    this.addSql(
      'comment on column "cost_layers"."value" is \'What the rest of it cost by itself; null if that is not known. Under the average method the level says what it is worth.\'',
    );
    this.addSql(
      'comment on column "cost_layers"."origin_id" is \'Line of the purchase order that it was received for.\'',
    );
    this.addSql(
      'comment on column "cost_layers"."quantity_sold" is \'Quantity of it that went to customers, less what came back into it.\'',
    );
    this.addSql(
      'comment on column "cost_layers"."quantity_used" is \'Quantity of it that was used, wasted, lost or adjusted away.\'',
    );
    this.addSql(
      'create index cost_layers_left_index on cost_layers (organization_id, variant_id, location_id, "position", id) where quantity > 0',
    );
    this.addSql(
      'create index cost_layers_origin_index on cost_layers (organization_id, origin_id) where origin_id is not null',
    );
    this.addSql('alter table "organizations" add "costing_method" text not null default \'average\'');
    this.addSql(
      'comment on column "organizations"."costing_method" is \'How the cost of what leaves is decided: by the average of a place, or first in, first out.\'',
    );
    this.addSql(
      'alter table "organizations" add constraint "organizations_costing_method_check" check ("costing_method" in (\'average\', \'fifo\'))',
    );
    this.addSql('alter table "purchase_orders" add "currency" varchar(3) null, add "exchange_rate" numeric(15,6) null');
    this.addSql(
      'comment on column "purchase_orders"."currency" is \'ISO 4217 code of the currency of its costs; null: the organization\'\'s.\'',
    );
    this.addSql(
      'comment on column "purchase_orders"."exchange_rate" is \'What one unit of that currency is worth in the organization\'\'s; each receipt keeps the rate that it had.\'',
    );
    this.addSql('alter table "purchase_order_items" add "received_value" numeric(15,4) null');
    this.addSql(
      'comment on column "purchase_order_items"."received_value" is \'What was received cost, in the organization\'\'s currency, without landed costs; null if that is not known.\'',
    );
    this.addSql(
      'comment on column "purchase_order_items"."unit_cost" is \'Cost of one unit, in the purchase order\'\'s currency.\'',
    );
    this.addSql('alter table "production_batches" add "additional_cost" numeric(15,4) null');
    this.addSql(
      'comment on column "production_batches"."additional_cost" is \'What producing it cost beside its inputs, such as labour.\'',
    );
    this.addSql('alter table "ledger_entries" drop constraint "ledger_entries_entry_type_check"');
    this.addSql(
      'alter table "ledger_entries" add "unit_cost" numeric(15,4) null, add "value_change" numeric(15,4) null, add "value_after" numeric(15,4) null, add "unvalued_quantity" numeric(15,4) null, add "cogs_change" numeric(15,4) null, add "unvalued_change" numeric(15,4) null, add "adjusted_change" numeric(15,4) null, add "revenue" numeric(15,4) null, add "parcels" jsonb null',
    );
    this.addSql(
      'comment on column "ledger_entries"."unit_cost" is \'Cost of one unit that moved; null if it is not known of all of them.\'',
    );
    this.addSql(
      'comment on column "ledger_entries"."value_change" is \'Signed effect on the value of the stock; null if it is not known.\'',
    );
    this.addSql(
      'comment on column "ledger_entries"."value_after" is \'Value of the stock after the movement, without what has no known cost; null if none of it is known.\'',
    );
    this.addSql(
      'comment on column "ledger_entries"."unvalued_quantity" is \'Quantity on hand after the movement whose cost is not known; null where costs were not kept yet.\'',
    );
    this.addSql(
      'comment on column "ledger_entries"."cogs_change" is \'Of a landed cost: the share of what was gone already, which was not added to the value.\'',
    );
    this.addSql(
      "alter table \"ledger_entries\" add constraint \"ledger_entries_entry_type_check\" check (\"entry_type\" in ('adjustment', 'purchase_received', 'transfer_out', 'transfer_in', 'order_fulfilled', 'return_received', 'return_disposed', 'cycle_count_adjustment', 'transfer_loss', 'production_consumed', 'production_wasted', 'production_output', 'waste', 'cost_adjustment'))",
    );
    this.addSql(
      'alter table "inventory_levels" add "value" numeric(15,4) not null default \'0\', add "unvalued_quantity" numeric(15,4) not null default \'0\'',
    );
    this.addSql(
      'alter table "inventory_levels" add constraint "inventory_levels_value" check (value >= 0 and unvalued_quantity >= 0)',
    );
    this.addSql(
      'comment on column "waste_records"."unit_cost" is \'What one unit had cost, by the ledger; null if that is not known.\'',
    );
    this.addSql(
      'alter table "cost_layers" add constraint "cost_layers_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "cost_layers" add constraint "cost_layers_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "cost_layers" add constraint "cost_layers_organization_id_lot_id_foreign" foreign key ("organization_id", "lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "cost_layers" add constraint "cost_layers_not_negative" check (quantity >= 0 and value >= 0)',
    );
    for (const table of READ) this.addSql(`alter table ${table} no force row level security`);
    for (const statement of OPENING) this.addSql(statement);
    for (const table of READ) this.addSql(`alter table ${table} force row level security`);
  }
}
