import { Migration } from '@mikro-orm/migrations';

export class Migration20261123174628_wording extends Migration {
  override up(): void {
    this.addSql(
      'comment on table "demand_patterns" is \'Demand and movements of a variant at a location up to yesterday. Computed anew every day; used by insights and plans.\'',
    );
    this.addSql(
      'comment on table "event_epochs" is \'The epoch of the log, in one row: a restored database begins another.\'',
    );
    this.addSql(
      'comment on table "forecast_scores" is \'What a forecast expected of a day or a week, and the actual demand.\'',
    );
    this.addSql(
      'comment on table "idempotency_keys" is \'The first response to each write with an idempotency key, for 24 hours.\'',
    );
    this.addSql('comment on column "imports"."rows_unchanged" is \'Rows that already match the existing record.\'');
    this.addSql(
      'comment on table "import_rows" is \'The result of a row of an import. Written in the same transaction as its effect.\'',
    );
    this.addSql(
      'comment on table "insight_marks" is \'An insight that was dismissed or snoozed: by whom, and how urgent it was then.\'',
    );
    this.addSql(
      'comment on table "integration_messages" is \'A message of a platform that was applied, so that a repeat is recognized.\'',
    );
    this.addSql(
      'comment on table "low_stock_marks" is \'The levels that were low when they last moved, so that low stock is announced once, when it becomes low.\'',
    );
    this.addSql('comment on column "members"."email" is \'The email address that the invitation is for.\'');
    this.addSql(
      'comment on table "notification_marks" is \'The time up to which an actor has read all notifications.\'',
    );
    this.addSql('comment on table "notification_reads" is \'A notification that was read, and by whom.\'');
    this.addSql(
      "comment on table \"number_series\" is 'The last number given to an organization''s documents of one kind.'",
    );
    this.addSql('comment on column "orders"."number" is \'Document number, sequential within the organization.\'');
    this.addSql(
      'comment on column "return_authorizations"."number" is \'Document number, sequential within the organization.\'',
    );
    this.addSql(
      'comment on table "search_words" is \'The words that a record is found by: those of its name, and its codes as they are. Maintained by triggers.\'',
    );
    this.addSql(
      'comment on column "stock_transfers"."number" is \'Document number, sequential within the organization.\'',
    );
    this.addSql(
      'comment on column "purchase_orders"."number" is \'Document number, sequential within the organization.\'',
    );
    this.addSql('comment on table "purchase_order_mails" is \'The mailing of a purchase order: to be sent, or sent.\'');
    this.addSql(
      'comment on column "variants"."barcode" is \'Barcode, unique in the organization. A UPC-A and its zero-padded EAN-13 are the same code.\'',
    );
    this.addSql('comment on column "supplier_items"."supplier_id" is \'The supplier that sells it.\'');
    this.addSql('comment on column "reservations"."variant_id" is \'The reserved variant.\'');
    this.addSql('comment on column "production_batches"."number" is \'Document number, such as PB-000042.\'');
    this.addSql('comment on column "plan_suggestions"."type" is \'The action: buy, move or make.\'');
    this.addSql(
      'comment on column "return_authorization_items"."condition" is \'Condition: sellable goods enter stock, damaged and discarded goods do not.\'',
    );
    this.addSql('comment on column "recalls"."number" is \'Document number, sequential within the organization.\'');
    this.addSql(
      'comment on column "recall_items"."kind" is \'Kind of task: `stock` must be set aside, `stock_transfer` when it arrives; the others name who received, used or delivered it, to be notified.\'',
    );
    this.addSql(
      'comment on column "ledger_entries"."actor_id" is \'Id of the actor: the key, member or integration. Names may be reused, ids are not.\'',
    );
    this.addSql(
      'comment on column "ledger_entries"."value_change" is \'Signed effect on the value of the stock; null if not known.\'',
    );
    this.addSql(
      'comment on column "inventory_policies"."replenishment_source" is \'How it is replenished: bought, made here, or moved from another location. Inferred by default.\'',
    );
    this.addSql(
      'comment on table "cost_layers" is \'Goods of one cost that came to a location together, and how much of them is left. They leave in the order of position; those of a lot-tracked variant leave with their lot.\'',
    );
    this.addSql(
      'comment on column "views"."list" is \'The list it belongs to, as the client names it, such as `orders`.\'',
    );
    this.addSql('comment on column "views"."shared" is \'Whether everyone sees it, or only its owner.\'');
    this.addSql(
      'comment on table "views" is \'A way of looking at a list, saved under a name: for its owner or for everyone.\'',
    );
    this.addSql('comment on table "webhook_progress" is \'The event of the log up to which deliveries were made.\'');
  }
}
