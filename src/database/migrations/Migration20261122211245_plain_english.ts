import { Migration } from '@mikro-orm/migrations';

export class Migration20261122211245_plain_english extends Migration {
  override up(): void {
    this.addSql('comment on column "api_keys"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "api_keys"."prefix" is \'First characters of the key, to recognize it by.\'');
    this.addSql('comment on column "imports"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "imports"."kind" is \'The kind of record in its rows.\'');
    this.addSql(
      'comment on column "imports"."mode" is \'Whether rows create missing records (create), change existing ones (update), or either (upsert).\'',
    );
    this.addSql(
      'comment on column "imports"."on_error" is \'Whether the first rejected row ends the import (abort) or rejected rows are left out (skip).\'',
    );
    this.addSql(
      'comment on column "imports"."dry_run" is \'Whether it only determines the results, without changing any data.\'',
    );
    this.addSql('comment on column "imports"."rows_done" is \'Rows processed.\'');
    this.addSql('comment on column "imports"."rows_created" is \'Rows that created a record.\'');
    this.addSql('comment on column "imports"."rows_updated" is \'Rows that changed a record.\'');
    this.addSql('comment on column "imports"."rows_unchanged" is \'Rows that match the existing record.\'');
    this.addSql('comment on column "imports"."completed_at" is \'When it ended, whatever the outcome.\'');
    this.addSql(
      'comment on table "imports" is \'A sheet that is imported row by row, each row through the operation that creates or updates a record.\'',
    );
    this.addSql('comment on column "locations"."created_at" is \'When the record was created.\'');
    this.addSql('comment on table "locations" is \'A location where stock is kept, such as a warehouse or a store.\'');
    this.addSql('comment on column "integrations"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "cycle_counts"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "members"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "members"."accepted_at" is \'When the person accepted. Until then the membership has no effect.\'',
    );
    this.addSql('comment on column "members"."invitation_expires_at" is \'When the outstanding invitation expires.\'');
    this.addSql(
      'comment on table "members" is \'A person who may sign in to the web app and act for the organization, once they have accepted its invitation.\'',
    );
    this.addSql('comment on column "orders"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "orders"."fulfilled_at" is \'When it was completely fulfilled.\'');
    this.addSql('comment on table "orders" is \'A sales order: goods that leave a location.\'');
    this.addSql('comment on column "organizations"."time_zone" is \'IANA time zone, in which days begin and end.\'');
    this.addSql(
      'comment on column "organizations"."default_reorder_point" is \'Reorder point if there is no inventory policy.\'',
    );
    this.addSql(
      'comment on column "organizations"."default_reorder_quantity" is \'Reorder quantity if there is no inventory policy.\'',
    );
    this.addSql(
      'comment on column "organizations"."default_lead_time_days" is \'Lead time in days if neither the policy nor the supplier has one.\'',
    );
    this.addSql(
      'comment on column "organizations"."default_safety_stock" is \'Safety stock if there is no inventory policy.\'',
    );
    this.addSql('comment on column "organizations"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "organizations"."costing_method" is \'How the cost of outgoing stock is determined: by the average at the location, or first in, first out.\'',
    );
    this.addSql('comment on column "organizations"."address" is \'Postal address shown on its papers.\'');
    this.addSql(
      'comment on column "organizations"."logo" is \'Picture shown on its papers: a PNG or JPEG as a `data:` URL.\'',
    );
    this.addSql('comment on column "products"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "products"."picture_url" is \'Address of its picture, relative to this service. A new picture gets a new address.\'',
    );
    this.addSql('comment on column "product_pictures"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "product_pictures"."url" is \'Address of the picture, relative to this service. A new picture gets a new address.\'',
    );
    this.addSql('comment on column "product_pictures"."content_type" is \'Its format, as detected from its bytes.\'');
    this.addSql('comment on column "replenishment_plans"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "replenishment_plans"."location_ids" is \'The locations that it makes suggestions for; null means all.\'',
    );
    this.addSql(
      'comment on column "replenishment_plans"."demand" is \'What it plans for in addition to open documents: the forecast, the reorder points of policies, or whichever requires more.\'',
    );
    this.addSql(
      'comment on column "replenishment_plans"."service_level" is \'Probability that the safety stock suffices if the policy does not set it.\'',
    );
    this.addSql('comment on column "replenishment_plans"."suggestion_count" is \'Number of suggestions.\'');
    this.addSql('comment on column "replenishment_plans"."started_at" is \'When it was started.\'');
    this.addSql('comment on column "replenishment_plans"."completed_at" is \'When it was completed.\'');
    this.addSql('comment on column "replenishment_plans"."applied_at" is \'When any of it was last applied.\'');
    this.addSql(
      'comment on table "replenishment_plans" is \'What to buy, move and make so that no location runs out: suggestions computed day by day from one snapshot of the stock.\'',
    );
    this.addSql('comment on column "return_authorizations"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "return_authorizations"."received_at" is \'When they were received.\'');
    this.addSql('comment on column "saved_queries"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "saved_queries"."name" is \'Name, unique in the organization.\'');
    this.addSql('comment on column "saved_queries"."description" is \'Its purpose.\'');
    this.addSql('comment on column "saved_queries"."query" is \'The report query.\'');
    this.addSql('comment on table "saved_queries" is \'A report query that is saved under a name.\'');
    this.addSql('comment on column "stock_transfers"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "stock_transfers"."shipped_at" is \'When it was shipped.\'');
    this.addSql('comment on column "stock_transfers"."received_at" is \'When it was completely received, or closed.\'');
    this.addSql(
      'comment on column "stock_transfers"."replenishment_plan_id" is \'The replenishment plan that created it.\'',
    );
    this.addSql('comment on column "suppliers"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "purchase_orders"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "purchase_orders"."received_at" is \'When it was completely received.\'');
    this.addSql(
      'comment on column "purchase_orders"."exchange_rate" is \'What one unit of that currency is worth in the organization\'\'s; each receipt keeps its rate.\'',
    );
    this.addSql(
      'comment on column "purchase_orders"."replenishment_plan_id" is \'The replenishment plan that created it.\'',
    );
    this.addSql(
      'comment on column "purchase_orders"."send_status" is \'Status of the last attempt to mail it to the supplier.\'',
    );
    this.addSql('comment on column "purchase_orders"."sent_to" is \'The address of the last mail.\'');
    this.addSql('comment on column "purchase_orders"."sent_at" is \'When the mail server accepted it.\'');
    this.addSql(
      'comment on column "purchase_orders"."send_failure" is \'Why it could not be mailed; while it is being sent, the last problem.\'',
    );
    this.addSql('comment on column "purchase_order_mails"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "landed_costs"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "landed_costs"."description" is \'Its purpose.\'');
    this.addSql(
      'comment on column "landed_costs"."allocate_by" is \'Whether the lines share it by their value or by their quantity.\'',
    );
    this.addSql(
      "comment on table \"landed_costs\" is 'A further cost of a purchase order''s goods, such as freight or duty; negative to correct an overcharge.'",
    );
    this.addSql('comment on column "variants"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "variants"."lot_tracked" is \'Whether its stock is tracked per lot.\'');
    this.addSql('comment on table "variants" is \'One stockable form of a product, with its own SKU and barcode.\'');
    this.addSql('comment on column "supplier_items"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "supplier_items"."min_order_quantity" is \'Minimum quantity of an order, in purchase units.\'',
    );
    this.addSql(
      'comment on column "supplier_items"."order_multiple" is \'Orders are multiples of this many purchase units.\'',
    );
    this.addSql(
      'comment on column "supplier_items"."preferred" is \'Whether it is preferred over other supplier items of the variant. Among several preferred ones the cheapest is chosen.\'',
    );
    this.addSql(
      'comment on table "supplier_items" is \'How a supplier sells a variant: unit, minimum quantity, prices and lead time.\'',
    );
    this.addSql('comment on column "forecasts"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "stock_transfer_items"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "reservations"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "recipes"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "recipe_items"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "purchase_order_items"."organization_id" is \'The supplier item that it was ordered by, if any.\'',
    );
    this.addSql('comment on column "purchase_order_items"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "purchase_order_items"."supplier_item_id" is \'The supplier item that it was ordered by, if any.\'',
    );
    this.addSql(
      'comment on column "purchase_order_items"."purchase_unit" is \'Purchase unit that it was ordered in.\'',
    );
    this.addSql(
      'comment on column "purchase_order_items"."units_per_purchase_unit" is \'Units in one purchase unit when it was ordered.\'',
    );
    this.addSql(
      'comment on column "purchase_order_items"."received_value" is \'What the received goods cost, in the organization\'\'s currency, without landed costs; null if not known.\'',
    );
    this.addSql('comment on column "production_batches"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "production_batches"."additional_cost" is \'Further cost of production, such as labor.\'',
    );
    this.addSql(
      'comment on column "production_batches"."replenishment_plan_id" is \'The replenishment plan that created it.\'',
    );
    this.addSql('comment on column "production_batch_inputs"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "plan_suggestions"."organization_id" is \'The supplier item to buy it by.\'');
    this.addSql('comment on column "plan_suggestions"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "plan_suggestions"."supplier_item_id" is \'The supplier item to buy it by.\'');
    this.addSql('comment on column "plan_suggestions"."quantity" is \'Quantity in units of the variant.\'');
    this.addSql(
      'comment on column "plan_suggestions"."purchase_quantity" is \'Quantity in purchase units of the supplier item.\'',
    );
    this.addSql(
      'comment on column "plan_suggestions"."order_by" is \'The latest day to act in time; the plan\'\'s first day if that has passed.\'',
    );
    this.addSql('comment on column "plan_suggestions"."arrives_on" is \'The day on which it would arrive.\'');
    this.addSql('comment on column "plan_suggestions"."because" is \'Its purpose.\'');
    this.addSql(
      'comment on column "plan_suggestions"."why" is \'Why it is bought, moved or made, and what is missing for that.\'',
    );
    this.addSql(
      'comment on column "plan_suggestions"."parent_id" is \'The suggestion that most of it is needed for.\'',
    );
    this.addSql('comment on column "plan_suggestions"."applied_as" is \'The document it became.\'');
    this.addSql(
      'comment on table "plan_suggestions" is \'Something to buy, move or make, and the demand that it covers.\'',
    );
    this.addSql('comment on column "order_items"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "lots"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "stock_transfer_lots"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "return_authorization_items"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "recalls"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "recalls"."recalled_by" is \'Who recalled it: a key or a user.\'');
    this.addSql('comment on column "recalls"."lots" is \'The lots that were blocked.\'');
    this.addSql(
      'comment on table "recalls" is \'The recall of a lot: what was blocked, where it was, whom to notify, and what has been done.\'',
    );
    this.addSql('comment on column "recall_items"."organization_id" is \'The supplier of the lot.\'');
    this.addSql('comment on column "recall_items"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "recall_items"."kind" is \'Kind of task: `stock` is to be set aside; the others, who got, used or delivered it, are to be notified.\'',
    );
    this.addSql(
      'comment on column "recall_items"."reference" is \'For an order: your own reference, such as the customer\'\'s.\'',
    );
    this.addSql('comment on column "recall_items"."lot_id" is \'For stock: its lot.\'');
    this.addSql('comment on column "recall_items"."location_id" is \'For stock: where it was.\'');
    this.addSql('comment on column "recall_items"."order_id" is \'The order that contained it.\'');
    this.addSql('comment on column "recall_items"."batch_id" is \'The batch that used it.\'');
    this.addSql('comment on column "recall_items"."supplier_id" is \'The supplier of the lot.\'');
    this.addSql('comment on column "recall_items"."quantity" is \'Quantity of the lots concerned.\'');
    this.addSql('comment on column "recall_items"."done_at" is \'When it was marked as done.\'');
    this.addSql('comment on column "recall_items"."done_by" is \'Who marked it as done: a key or a user.\'');
    this.addSql('comment on column "recall_items"."note" is \'Its outcome.\'');
    this.addSql('comment on table "recall_items" is \'A task of a recall.\'');
    this.addSql('comment on column "production_batch_outputs"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "lot_uses"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "lot_levels"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "ledger_entries"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "ledger_entries"."unit_cost" is \'Cost of one unit moved; null unless it is known for all of them.\'',
    );
    this.addSql(
      'comment on column "ledger_entries"."value_after" is \'Value of the stock after the movement, without stock of unknown cost; null if all cost is unknown.\'',
    );
    this.addSql(
      'comment on column "ledger_entries"."unvalued_quantity" is \'Quantity on hand at unknown cost after the movement; null before costs were recorded.\'',
    );
    this.addSql(
      'comment on column "ledger_entries"."cogs_change" is \'For a landed cost: the share of stock that was already gone, which was not added to the value.\'',
    );
    this.addSql('comment on column "landed_cost_items"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "landed_cost_items"."value_on_hand" is \'Of that, the part added to the value of the stock that is left.\'',
    );
    this.addSql(
      'comment on column "landed_cost_items"."value_sold" is \'Of that, the part added to the cost of goods sold.\'',
    );
    this.addSql(
      'comment on column "landed_cost_items"."value_adjusted" is \'Of that, the part for stock that was used, wasted, adjusted away or in transit.\'',
    );
    this.addSql(
      "comment on table \"landed_cost_items\" is 'The share of a purchase order''s line in a landed cost, and how it was booked.'",
    );
    this.addSql('comment on column "inventory_policies"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "inventory_policies"."variant_id" is \'The variant it applies to.\'');
    this.addSql(
      'comment on column "inventory_policies"."replenishment_source" is \'Where more of it comes from: bought, made here, or moved from another location. Inferred by default.\'',
    );
    this.addSql(
      "comment on table \"inventory_policies\" is 'When to reorder a variant at a location, and how much. Without a policy the organization''s defaults apply.'",
    );
    this.addSql('comment on column "inventory_levels"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "inventory_levels"."quantity_incoming" is \'Quantity outstanding on submitted purchase orders and shipped transfers.\'',
    );
    this.addSql('comment on column "demand_history"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "cycle_count_items"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "cost_layers"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "views"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "views"."name" is \'Its name.\'');
    this.addSql(
      'comment on column "views"."list" is \'The list it belongs to, as the client names it: `orders`, say.\'',
    );
    this.addSql('comment on column "views"."settings" is \'The client\'\'s settings, stored as they are.\'');
    this.addSql('comment on column "views"."shared" is \'Whether everybody sees it, or only its owner.\'');
    this.addSql('comment on column "views"."owner" is \'Its owner: a key or a user.\'');
    this.addSql('comment on column "views"."owner_id" is \'Id of the owning key or member.\'');
    this.addSql(
      'comment on table "views" is \'A way of looking at a list, saved under a name: for its owner or for everybody.\'',
    );
    this.addSql('comment on column "waste_records"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "waste_records"."unit_cost" is \'Cost of one unit, from the ledger; null if not known.\'',
    );
    this.addSql('comment on column "webhook_subscriptions"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "webhook_subscriptions"."description" is \'Its purpose.\'');
    this.addSql(
      'comment on column "webhook_subscriptions"."rotates_at" is \'After a rotation: when the oldest secret stops signing. X-Service-Signature then changes to the next one.\'',
    );
    this.addSql(
      'comment on column "webhook_subscriptions"."filter" is \'Conditions that an event must meet to be sent. Without it, all events of these types are sent.\'',
    );
    this.addSql(
      'comment on column "webhook_subscriptions"."format" is \'Format of the body: as in the event log, or as a CloudEvent 1.0 in JSON.\'',
    );
    this.addSql('comment on column "webhook_deliveries"."created_at" is \'When the record was created.\'');
    this.addSql(
      'comment on column "webhook_deliveries"."passes_filter" is \'For a test: whether the sample passes the subscription\'\'s filter; otherwise null.\'',
    );
    this.addSql(
      'comment on column "webhook_deliveries"."redelivery_of" is \'The delivery that this one repeats, if it is a redelivery.\'',
    );
    this.addSql('comment on column "webhook_attempts"."created_at" is \'When the record was created.\'');
    this.addSql('comment on column "webhook_attempts"."status_code" is \'HTTP status of the receiver\'\'s response.\'');
    this.addSql('comment on column "webhook_attempts"."error" is \'Error code if the attempt failed.\'');
  }
}
