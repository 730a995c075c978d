import { Migration } from '@mikro-orm/migrations';

export class Migration20261123074720_descriptions extends Migration {
  override up(): void {
    this.addSql(
      'comment on column "landed_costs"."exchange_rate" is \'Exchange rate: what one unit of that currency was worth in the organization\'\'s currency.\'',
    );
    this.addSql('comment on column "supplier_items"."organization_id" is \'The variant that the supplier sells.\'');
    this.addSql('comment on column "supplier_items"."variant_id" is \'The variant that the supplier sells.\'');
    this.addSql('comment on column "plan_suggestions"."variant_id" is \'The variant to buy, move or make.\'');
    this.addSql('comment on column "production_batch_outputs"."organization_id" is \'The lot that was made.\'');
    this.addSql('comment on column "production_batch_outputs"."variant_id" is \'The variant that was made.\'');
    this.addSql('comment on column "production_batch_outputs"."lot_id" is \'The lot that was made.\'');
    this.addSql(
      'comment on column "ledger_entries"."actor_id" is \'Id of the key, member or integration: its name may be used again later.\'',
    );
    this.addSql(
      'comment on column "landed_cost_items"."value_on_hand" is \'The part that was added to the value of the remaining stock.\'',
    );
    this.addSql(
      'comment on column "landed_cost_items"."value_sold" is \'The part that was added to the cost of goods sold.\'',
    );
    this.addSql(
      'comment on column "landed_cost_items"."value_adjusted" is \'The part for stock that had been used, wasted or adjusted away, or was in transit.\'',
    );
    this.addSql('comment on column "cost_layers"."organization_id" is \'The lot that the goods belong to.\'');
    this.addSql('comment on column "cost_layers"."lot_id" is \'The lot that the goods belong to.\'');
  }
}
