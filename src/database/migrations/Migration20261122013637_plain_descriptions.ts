import { Migration } from '@mikro-orm/migrations';

export class Migration20261122013637_plain_descriptions extends Migration {
  override up(): void {
    this.addSql('comment on column "api_keys"."name" is \'Name of the key: its purpose.\'');
    this.addSql('comment on column "api_keys"."prefix" is \'Beginning of the key, to recognize it by.\'');
    this.addSql('comment on column "api_keys"."scopes" is \'Scopes of the key.\'');
    this.addSql('comment on column "api_keys"."expires_at" is \'When it expires; it is refused from then on.\'');
    this.addSql('comment on column "locations"."type" is \'Type of the location.\'');
    this.addSql('comment on column "locations"."active" is \'Whether the location is in use.\'');
    this.addSql('comment on column "locations"."metadata" is \'Your own data.\'');
    this.addSql(
      'comment on column "integrations"."organization_id" is \'Location that its orders are fulfilled from.\'',
    );
    this.addSql('comment on column "integrations"."kind" is \'Kind of platform.\'');
    this.addSql('comment on column "integrations"."location_id" is \'Location that its orders are fulfilled from.\'');
    this.addSql(
      'comment on table "integrations" is \'A commerce platform that posts its orders to the service. Its signing secret is stored encrypted and never shown.\'',
    );
    this.addSql('comment on column "cycle_counts"."organization_id" is \'The location counted.\'');
    this.addSql('comment on column "cycle_counts"."location_id" is \'The location counted.\'');
    this.addSql('comment on column "cycle_counts"."status" is \'Status of the count.\'');
    this.addSql('comment on column "cycle_counts"."notes" is \'Your own notes.\'');
    this.addSql('comment on table "cycle_counts" is \'A physical count of the stock at a location.\'');
    this.addSql(
      'comment on column "members"."role" is \'Role: an owner may do everything, a manager may read and write, a viewer may read.\'',
    );
    this.addSql('comment on column "orders"."organization_id" is \'Location that it is fulfilled from.\'');
    this.addSql('comment on column "orders"."number" is \'Number for people, rising per organization.\'');
    this.addSql('comment on column "orders"."status" is \'Status.\'');
    this.addSql('comment on column "orders"."reference" is \'Your own reference, unique in the organization.\'');
    this.addSql('comment on column "orders"."location_id" is \'Location that it is fulfilled from.\'');
    this.addSql('comment on column "orders"."notes" is \'Your own notes.\'');
    this.addSql('comment on column "orders"."metadata" is \'Your own data.\'');
    this.addSql('comment on column "orders"."reservation_expires_at" is \'When its reserved stock is released.\'');
    this.addSql('comment on column "organizations"."currency" is \'ISO 4217 code of the currency of all money.\'');
    this.addSql(
      'comment on column "organizations"."default_lead_time_days" is \'Lead time in days where neither the policy nor the supplier has one.\'',
    );
    this.addSql('comment on column "products"."category" is \'Your own category.\'');
    this.addSql(
      'comment on column "products"."status" is \'Status; archived products are kept for their history and no longer sold.\'',
    );
    this.addSql('comment on column "products"."metadata" is \'Your own data.\'');
    this.addSql('comment on table "products" is \'A product that is sold or used, in one or more variants.\'');
    this.addSql(
      'comment on column "return_authorizations"."organization_id" is \'Location that the goods return to.\'',
    );
    this.addSql(
      'comment on column "return_authorizations"."number" is \'Number for people, rising per organization.\'',
    );
    this.addSql('comment on column "return_authorizations"."order_id" is \'The order that is being returned.\'');
    this.addSql('comment on column "return_authorizations"."location_id" is \'Location that the goods return to.\'');
    this.addSql('comment on column "return_authorizations"."reason" is \'Reason of the return.\'');
    this.addSql('comment on column "return_authorizations"."status" is \'Status.\'');
    this.addSql('comment on table "return_authorizations" is \'Goods of an order that the customer returns (RMA).\'');
    this.addSql('comment on column "stock_transfers"."organization_id" is \'Destination location.\'');
    this.addSql('comment on column "stock_transfers"."number" is \'Number for people, rising per organization.\'');
    this.addSql('comment on column "stock_transfers"."status" is \'Status.\'');
    this.addSql(
      'comment on column "stock_transfers"."reference" is \'Your own reference, unique in the organization.\'',
    );
    this.addSql('comment on column "stock_transfers"."source_location_id" is \'Source location.\'');
    this.addSql('comment on column "stock_transfers"."destination_location_id" is \'Destination location.\'');
    this.addSql('comment on column "stock_transfers"."notes" is \'Your own notes.\'');
    this.addSql('comment on column "stock_transfers"."metadata" is \'Your own data.\'');
    this.addSql('comment on column "suppliers"."email" is \'Email address for orders.\'');
    this.addSql('comment on column "suppliers"."phone" is \'Phone number.\'');
    this.addSql(
      'comment on column "suppliers"."lead_time_days" is \'Usual lead time in days, from order to receipt.\'',
    );
    this.addSql('comment on column "suppliers"."notes" is \'Your own notes.\'');
    this.addSql('comment on column "suppliers"."metadata" is \'Your own data.\'');
    this.addSql(
      'comment on column "purchase_orders"."organization_id" is \'Location that the goods are delivered to.\'',
    );
    this.addSql('comment on column "purchase_orders"."number" is \'Number for people, rising per organization.\'');
    this.addSql('comment on column "purchase_orders"."status" is \'Status.\'');
    this.addSql(
      'comment on column "purchase_orders"."reference" is \'Your own reference, unique in the organization.\'',
    );
    this.addSql('comment on column "purchase_orders"."supplier_id" is \'The supplier that it is ordered from.\'');
    this.addSql('comment on column "purchase_orders"."location_id" is \'Location that the goods are delivered to.\'');
    this.addSql('comment on column "purchase_orders"."notes" is \'Your own notes.\'');
    this.addSql('comment on column "purchase_orders"."metadata" is \'Your own data.\'');
    this.addSql(
      'comment on column "purchase_orders"."submitted_at" is \'When it was submitted. From then on its goods are incoming.\'',
    );
    this.addSql('comment on column "variants"."organization_id" is \'The usual supplier.\'');
    this.addSql('comment on column "variants"."product_id" is \'Its product.\'');
    this.addSql('comment on column "variants"."name" is \'Name within its product, such as a size or color.\'');
    this.addSql('comment on column "variants"."unit" is \'Unit of its quantities.\'');
    this.addSql('comment on column "variants"."unit_cost" is \'Unit cost in the organization\'\'s currency.\'');
    this.addSql('comment on column "variants"."unit_price" is \'Unit price in the organization\'\'s currency.\'');
    this.addSql('comment on column "variants"."supplier_id" is \'The usual supplier.\'');
    this.addSql('comment on column "variants"."metadata" is \'Your own data.\'');
    this.addSql('comment on column "forecasts"."organization_id" is \'Location; null means all locations.\'');
    this.addSql('comment on column "forecasts"."variant_id" is \'The forecast item.\'');
    this.addSql('comment on column "forecasts"."location_id" is \'Location; null means all locations.\'');
    this.addSql('comment on column "stock_transfer_items"."organization_id" is \'The variant to be moved.\'');
    this.addSql('comment on column "stock_transfer_items"."variant_id" is \'The variant to be moved.\'');
    this.addSql('comment on column "stock_transfer_items"."quantity" is \'Quantity to be moved.\'');
    this.addSql('comment on column "stock_transfer_items"."quantity_received" is \'Quantity received so far.\'');
    this.addSql('comment on column "reservations"."organization_id" is \'Location of the reserved stock.\'');
    this.addSql('comment on column "reservations"."variant_id" is \'Quantity reserved.\'');
    this.addSql('comment on column "reservations"."location_id" is \'Location of the reserved stock.\'');
    this.addSql('comment on column "reservations"."quantity" is \'Quantity still reserved.\'');
    this.addSql(
      'comment on column "reservations"."reference_type" is \'Type of the document that it is reserved for.\'',
    );
    this.addSql('comment on column "reservations"."reference_id" is \'The document that it is reserved for.\'');
    this.addSql(
      'comment on table "reservations" is \'Stock reserved for a line of a document. Exists while the reservation is open.\'',
    );
    this.addSql('comment on column "recipes"."organization_id" is \'The variant it produces.\'');
    this.addSql('comment on column "recipes"."variant_id" is \'The variant it produces.\'');
    this.addSql('comment on column "recipes"."output_quantity" is \'Quantity that one run produces.\'');
    this.addSql('comment on table "recipes" is \'The ingredients that make a variant.\'');
    this.addSql('comment on column "recipe_items"."organization_id" is \'The inputs.\'');
    this.addSql('comment on column "recipe_items"."variant_id" is \'The inputs.\'');
    this.addSql('comment on column "recipe_items"."quantity" is \'Quantity used by one run.\'');
    this.addSql('comment on column "purchase_order_items"."organization_id" is \'The ordered variant.\'');
    this.addSql('comment on column "purchase_order_items"."variant_id" is \'The ordered variant.\'');
    this.addSql('comment on column "purchase_order_items"."quantity" is \'Quantity ordered.\'');
    this.addSql('comment on column "purchase_order_items"."quantity_received" is \'Quantity received so far.\'');
    this.addSql('comment on column "production_batches"."organization_id" is \'The variant it produces.\'');
    this.addSql(
      'comment on column "production_batches"."location_id" is \'Location of the ingredients and of the output.\'',
    );
    this.addSql('comment on column "production_batches"."variant_id" is \'The variant it produces.\'');
    this.addSql('comment on column "production_batches"."status" is \'Status.\'');
    this.addSql('comment on column "production_batches"."planned_quantity" is \'Quantity to be produced.\'');
    this.addSql('comment on column "production_batches"."actual_quantity_produced" is \'Quantity produced.\'');
    this.addSql('comment on column "production_batches"."notes" is \'Free-text notes.\'');
    this.addSql(
      "comment on table \"production_batches\" is 'One production run of a recipe, with its own copy of the recipe''s lines.'",
    );
    this.addSql('comment on column "production_batch_inputs"."organization_id" is \'The inputs.\'');
    this.addSql('comment on column "production_batch_inputs"."variant_id" is \'The inputs.\'');
    this.addSql('comment on column "production_batch_inputs"."planned_quantity" is \'Quantity planned.\'');
    this.addSql('comment on column "production_batch_inputs"."reserved_quantity" is \'Quantity reserved for it now.\'');
    this.addSql('comment on column "production_batch_inputs"."actual_quantity" is \'Quantity used.\'');
    this.addSql('comment on column "production_batch_inputs"."waste_quantity" is \'Quantity wasted.\'');
    this.addSql('comment on column "order_items"."organization_id" is \'The ordered variant.\'');
    this.addSql('comment on column "order_items"."variant_id" is \'The ordered variant.\'');
    this.addSql('comment on column "order_items"."quantity" is \'Quantity ordered.\'');
    this.addSql('comment on column "order_items"."quantity_reserved" is \'Quantity reserved and not yet fulfilled.\'');
    this.addSql('comment on column "order_items"."quantity_fulfilled" is \'Quantity fulfilled.\'');
    this.addSql('comment on column "order_items"."unit_price" is \'Unit price. Default: the variant\'\'s price.\'');
    this.addSql('comment on column "lots"."organization_id" is \'The supplier that it came from.\'');
    this.addSql('comment on column "lots"."variant_id" is \'The variant of the lot.\'');
    this.addSql(
      'comment on column "lots"."status" is \'Status. Lots in quarantine and recalled lots are on hold; exhausted lots have no stock left.\'',
    );
    this.addSql('comment on column "lots"."expiry_date" is \'Last day on which the lot is good.\'');
    this.addSql('comment on column "lots"."quantity_initial" is \'Initial quantity.\'');
    this.addSql(
      'comment on column "lots"."quantity_remaining" is \'Remaining quantity, at all locations and in transit.\'',
    );
    this.addSql('comment on column "lots"."source_type" is \'Type of its source.\'');
    this.addSql('comment on column "lots"."supplier_id" is \'The supplier that it came from.\'');
    this.addSql('comment on column "lots"."received_at" is \'Time of its first receipt.\'');
    this.addSql('comment on column "stock_transfer_lots"."quantity" is \'Quantity of it shipped.\'');
    this.addSql('comment on column "stock_transfer_lots"."quantity_received" is \'Quantity of it received so far.\'');
    this.addSql('comment on table "stock_transfer_lots" is \'A quantity of a lot in a stock transfer.\'');
    this.addSql(
      'comment on column "return_authorization_items"."organization_id" is \'Lot of a lot-tracked variant, if known.\'',
    );
    this.addSql('comment on column "return_authorization_items"."variant_id" is \'The returned items.\'');
    this.addSql('comment on column "return_authorization_items"."quantity" is \'Quantity returned.\'');
    this.addSql(
      'comment on column "return_authorization_items"."condition" is \'Condition: sellable goods enter the stock, damaged and discarded goods do not.\'',
    );
    this.addSql(
      'comment on column "return_authorization_items"."lot_id" is \'Lot of a lot-tracked variant, if known.\'',
    );
    this.addSql('comment on column "production_batch_outputs"."variant_id" is \'The outputs.\'');
    this.addSql('comment on column "production_batch_outputs"."quantity" is \'Quantity produced.\'');
    this.addSql('comment on table "production_batch_outputs" is \'The output of a production batch.\'');
    this.addSql('comment on column "lot_uses"."organization_id" is \'The lot made from it.\'');
    this.addSql('comment on column "lot_uses"."quantity" is \'Quantity of it, waste included.\'');
    this.addSql('comment on column "lot_uses"."output_lot_id" is \'The lot made from it.\'');
    this.addSql(
      'comment on table "lot_uses" is \'Quantity of a lot used by a production batch, and the lot made from it.\'',
    );
    this.addSql('comment on column "lot_levels"."organization_id" is \'The location.\'');
    this.addSql('comment on column "lot_levels"."variant_id" is \'The variant of the lot.\'');
    this.addSql('comment on column "lot_levels"."location_id" is \'The location.\'');
    this.addSql('comment on column "lot_levels"."quantity" is \'Quantity physically there.\'');
    this.addSql('comment on table "lot_levels" is \'Quantity of a lot at a location.\'');
    this.addSql('comment on column "ledger_entries"."entry_type" is \'Type of the movement.\'');
    this.addSql('comment on column "ledger_entries"."variant_id" is \'The variant moved.\'');
    this.addSql('comment on column "ledger_entries"."location_id" is \'Location of the movement.\'');
    this.addSql(
      'comment on column "ledger_entries"."quantity_on_hand_after" is \'Quantity on hand after the movement.\'',
    );
    this.addSql('comment on column "ledger_entries"."reference_type" is \'Type of the document that caused it.\'');
    this.addSql('comment on column "ledger_entries"."note" is \'Free-text note.\'');
    this.addSql('comment on column "ledger_entries"."actor" is \'Who did it: a key, a user or another source.\'');
    this.addSql(
      'comment on column "ledger_entries"."occurred_at" is \'When it happened, for information; entries are ordered by when they were recorded.\'',
    );
    this.addSql('comment on column "inventory_policies"."organization_id" is \'The location it applies to.\'');
    this.addSql('comment on column "inventory_policies"."location_id" is \'The location it applies to.\'');
    this.addSql(
      'comment on column "inventory_policies"."reorder_point" is \'Stock is low if less than this is available.\'',
    );
    this.addSql('comment on column "inventory_policies"."reorder_quantity" is \'Minimum quantity to order.\'');
    this.addSql(
      "comment on column \"inventory_policies\".\"lead_time_days\" is 'Days from order to receipt. Without it the supplier''s lead time applies, else the organization''s default.'",
    );
    this.addSql(
      'comment on column "inventory_policies"."safety_stock" is \'Safety stock. Without it the organization\'\'s default applies.\'',
    );
    this.addSql(
      "comment on table \"inventory_policies\" is 'When and how much to reorder of a variant at a location. Without a policy the organization''s defaults apply.'",
    );
    this.addSql('comment on column "inventory_levels"."organization_id" is \'The location.\'');
    this.addSql('comment on column "inventory_levels"."variant_id" is \'The variant in stock.\'');
    this.addSql('comment on column "inventory_levels"."location_id" is \'The location.\'');
    this.addSql('comment on column "inventory_levels"."quantity_on_hand" is \'Quantity physically there.\'');
    this.addSql(
      'comment on column "inventory_levels"."quantity_reserved" is \'Quantity reserved for orders and production batches.\'',
    );
    this.addSql(
      'comment on column "inventory_levels"."quantity_on_hold" is \'Quantity in lots that are in quarantine, recalled or expired.\'',
    );
    this.addSql(
      'comment on column "inventory_levels"."quantity_available" is \'Available to promise: on hand minus reserved minus on hold.\'',
    );
    this.addSql(
      'comment on column "inventory_levels"."quantity_incoming" is \'Quantity that submitted purchase orders and shipped transfers still owe.\'',
    );
    this.addSql(
      'comment on table "inventory_levels" is \'The stock of a variant at a location. Exists from the first movement, reservation or expected receipt on.\'',
    );
    this.addSql('comment on column "demand_history"."variant_id" is \'The variant sold.\'');
    this.addSql('comment on column "cycle_count_items"."organization_id" is \'The counted items.\'');
    this.addSql('comment on column "cycle_count_items"."variant_id" is \'The counted items.\'');
    this.addSql(
      'comment on column "cycle_count_items"."expected_quantity" is \'Quantity on hand when the item was added or last loaded.\'',
    );
    this.addSql(
      'comment on column "cycle_count_items"."counted_quantity" is \'Counted quantity; null until the item is counted.\'',
    );
    this.addSql('comment on column "cycle_count_items"."variance" is \'Counted minus expected quantity.\'');
    this.addSql('comment on column "waste_records"."organization_id" is \'The lot; null if there were several.\'');
    this.addSql('comment on column "waste_records"."variant_id" is \'The variant disposed of.\'');
    this.addSql('comment on column "waste_records"."location_id" is \'The location.\'');
    this.addSql('comment on column "waste_records"."quantity" is \'Quantity.\'');
    this.addSql('comment on column "waste_records"."reason" is \'Reason of the waste.\'');
    this.addSql('comment on column "waste_records"."lot_record_id" is \'The lot; null if there were several.\'');
    this.addSql('comment on column "waste_records"."unit_cost" is \'Unit cost at that time.\'');
    this.addSql('comment on column "waste_records"."notes" is \'Free-text notes.\'');
    this.addSql('comment on table "waste_records" is \'Stock that was disposed of as waste.\'');
    this.addSql('comment on column "webhook_subscriptions"."url" is \'URL that deliveries are posted to.\'');
    this.addSql('comment on column "webhook_subscriptions"."events" is \'Types of the events to deliver.\'');
    this.addSql(
      'comment on column "webhook_subscriptions"."failing_since" is \'Time since which every attempt has failed.\'',
    );
    this.addSql(
      'comment on column "webhook_subscriptions"."deactivated_reason" is \'Why the service stopped deliveries: gone (410) or failing (nothing but failures for 5 days).\'',
    );
    this.addSql(
      'comment on table "webhook_subscriptions" is \'A subscription to events by webhook. Its signing secret is shown once and stored encrypted.\'',
    );
    this.addSql('comment on column "webhook_deliveries"."organization_id" is \'The subscription.\'');
    this.addSql('comment on column "webhook_deliveries"."subscription_id" is \'The subscription.\'');
    this.addSql(
      'comment on column "webhook_deliveries"."event_id" is \'Event; the `webhook-id` of every attempt and redelivery.\'',
    );
    this.addSql('comment on column "webhook_deliveries"."status" is \'Status of the delivery.\'');
    this.addSql('comment on column "webhook_deliveries"."next_attempt_at" is \'Time of the next attempt.\'');
    this.addSql('comment on column "webhook_deliveries"."delivered_at" is \'When the receiver accepted it.\'');
    this.addSql('comment on table "webhook_deliveries" is \'The delivery of an event to a webhook subscription.\'');
    this.addSql('comment on column "webhook_attempts"."at" is \'Start of the attempt.\'');
    this.addSql('comment on column "webhook_attempts"."status_code" is \'HTTP status of the receiver\'\'s answer.\'');
    this.addSql('comment on column "webhook_attempts"."error" is \'Error code if there was no good answer.\'');
    this.addSql('comment on column "webhook_attempts"."duration_ms" is \'Duration in milliseconds.\'');
    this.addSql('comment on table "webhook_attempts" is \'One attempt at a delivery.\'');
  }
}
