import { Migration } from '@mikro-orm/migrations';

export class Migration20261125162134_comments extends Migration {
  override up(): void {
    this.addSql('comment on column "saved_queries"."description" is \'What it is for.\'');
    this.addSql('comment on column "landed_costs"."description" is \'What it is for, such as freight or duty.\'');
    this.addSql('comment on column "recipe_items"."variant_id" is \'The ingredient.\'');
    this.addSql('comment on column "production_batch_inputs"."variant_id" is \'The ingredient.\'');
    this.addSql('comment on column "plan_suggestions"."because" is \'The demands that it covers, day by day.\'');
    this.addSql('comment on column "return_authorization_items"."variant_id" is \'The returned variant.\'');
    this.addSql('comment on column "recalls"."reason" is \'Reason of the recall.\'');
    this.addSql('comment on column "recall_items"."note" is \'What came of it.\'');
    this.addSql(
      'comment on column "landed_cost_items"."purchase_order_item_id" is \'The line of the purchase order.\'',
    );
    this.addSql('comment on column "landed_cost_items"."value" is \'Share of the line in the landed cost.\'');
    this.addSql('comment on column "cycle_count_items"."variant_id" is \'The counted variant.\'');
    this.addSql('comment on column "webhook_subscriptions"."description" is \'What it is for.\'');
    // Each said what the last relation of its table says: all foreign keys share the column.
    this.addSql(`do $$ declare name text; begin
      for name in select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
        where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and col_description(c.oid, a.attnum) is not null
      loop execute format('comment on column %I.organization_id is %L', name, 'The organization that it belongs to.'); end loop;
    end $$`);
  }
}
