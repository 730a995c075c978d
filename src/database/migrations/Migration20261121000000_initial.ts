import { Migration } from '@mikro-orm/migrations';

export class Migration20261121000000_initial extends Migration {
  override up(): void {
    this.addSql(
      'create table "api_keys" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "name" varchar(200) not null, "prefix" varchar(12) not null, "hash" varchar(64) not null, "scopes" text[] not null, "last_used_at" timestamptz(3) null, "expires_at" timestamptz(3) null, "revoked_at" timestamptz(3) null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "api_keys" is \'A credential of the organization. Only its hash is kept; the key itself is shown once.\'',
    );
    this.addSql('comment on column "api_keys"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "api_keys"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "api_keys"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "api_keys"."name" is \'What the key is for.\'');
    this.addSql('comment on column "api_keys"."prefix" is \'How the key begins, to recognise it by.\'');
    this.addSql('comment on column "api_keys"."scopes" is \'What the key may do.\'');
    this.addSql('comment on column "api_keys"."last_used_at" is \'When it was last used, to the minute.\'');
    this.addSql('comment on column "api_keys"."expires_at" is \'From when on it is refused.\'');
    this.addSql('comment on column "api_keys"."revoked_at" is \'When it was revoked.\'');
    this.addSql('create index "api_keys_hash_index" on "api_keys" ("hash")');
    this.addSql(
      'create table "demand_patterns" ("organization_id" uuid not null, "variant_id" uuid not null, "location_id" uuid not null, "through" date not null, "first_day" date null, "last_day" date null, "sale_days" int not null, "recent" double precision not null, "recent_days" int not null, "weeks" int not null, "weight" double precision not null, "week_mean" double precision not null, "week_variance" double precision not null, "day_mean" double precision not null, "is_odd" boolean not null, "emptied_on" date null, primary key ("organization_id", "variant_id", "location_id"))',
    );
    this.addSql(
      'comment on table "demand_patterns" is \'How a variant sold and moved at a location through yesterday. Worked out anew every day; used by insights only.\'',
    );
    this.addSql(
      'comment on column "demand_patterns"."through" is \'The last day that is in it. Only a pattern through yesterday is used.\'',
    );
    this.addSql('comment on column "demand_patterns"."first_day" is \'The first day with a sale, of the last 126.\'');
    this.addSql('comment on column "demand_patterns"."last_day" is \'The last one.\'');
    this.addSql('comment on column "demand_patterns"."sale_days" is \'Days with a sale.\'');
    this.addSql('comment on column "demand_patterns"."recent" is \'Sold in the last six days.\'');
    this.addSql('comment on column "demand_patterns"."recent_days" is \'How many of those days it was in stock.\'');
    this.addSql(
      'comment on column "demand_patterns"."weeks" is \'Known weeks before that: in stock on four days at least.\'',
    );
    this.addSql(
      'comment on column "demand_patterns"."weight" is \'The weight of those weeks: each counts .95 of the one after it.\'',
    );
    this.addSql('comment on column "demand_patterns"."week_mean" is \'Weighted mean of a known week.\'');
    this.addSql(
      'comment on column "demand_patterns"."week_variance" is \'Weighted variance of a known week, at least its mean.\'',
    );
    this.addSql(
      'comment on column "demand_patterns"."day_mean" is \'Mean of a day, the last six included; that of the forecast where it is more.\'',
    );
    this.addSql(
      'comment on column "demand_patterns"."is_odd" is \'Whether its last days may differ from the weeks before.\'',
    );
    this.addSql(
      'comment on column "demand_patterns"."emptied_on" is \'The last day on which nothing was left, of the last 126.\'',
    );
    this.addSql(
      'create table "events" ("organization_id" uuid not null, "id" uuid not null, "type" varchar(60) not null, "occurred_at" timestamptz(3) not null, "data" json not null, "recorded" bigint generated always as identity not null, "position" bigint null, "sequence" bigint null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "events" is \'The append-only log of what happened. A row commits with the change that it tells of; its position is given after that.\'',
    );
    this.addSql(
      'comment on column "events"."recorded" is \'Rises from one writer of a row to the next, whatever their clocks say: positions are given in this order.\'',
    );
    this.addSql('comment on column "events"."position" is \'Gap-free and rising per organization, from 1.\'');
    this.addSql(
      'comment on column "events"."sequence" is \'The same over all organizations, for the processes that follow the log.\'',
    );
    this.addSql('create index "events_unsequenced" on "events" ("recorded") where "position" is null');
    this.addSql('create unique index "events_sequence" on "events" ("sequence") where "sequence" is not null');
    this.addSql('create index "events_occurred_at_index" on "events" ("occurred_at")');
    this.addSql(
      'alter table "events" add constraint "events_organization_id_position_unique" unique ("organization_id", "position")',
    );
    this.addSql(
      'create table "event_heads" ("organization_id" uuid not null, "position" bigint not null, primary key ("organization_id"))',
    );
    this.addSql(
      "comment on table \"event_heads\" is 'The last position given to an organization''s events; the row of the nil organization holds the last sequence.'",
    );
    this.addSql(
      'create table "idempotency_keys" ("organization_id" uuid not null, "scope" text not null, "key" text not null, "fingerprint" text not null, "refused" boolean not null, "answer" text not null, "created_at" timestamptz(3) not null default now(), primary key ("organization_id", "scope", "key"))',
    );
    this.addSql('comment on table "idempotency_keys" is \'The first answer to each keyed write, for 24 hours.\'');
    this.addSql('comment on column "idempotency_keys"."scope" is \'Method and path, or mutation and id.\'');
    this.addSql('comment on column "idempotency_keys"."fingerprint" is \'SHA-256 of the canonical request.\'');
    this.addSql('create index "idempotency_keys_created_at_index" on "idempotency_keys" ("created_at")');
    this.addSql(
      'create table "integration_messages" ("organization_id" uuid not null, "integration_id" uuid not null, "message_id" varchar(200) not null, "received_at" timestamptz(3) not null, primary key ("organization_id", "integration_id", "message_id"))',
    );
    this.addSql(
      'comment on table "integration_messages" is \'What a platform sent and was applied: a repeat is known by it.\'',
    );
    this.addSql('create index "integration_messages_received_at_index" on "integration_messages" ("received_at")');
    this.addSql(
      'create table "locations" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "name" varchar(200) not null, "code" varchar(100) null, "type" text not null, "address" text null, "active" boolean not null, "metadata" jsonb not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "locations" is \'A place where stock is kept, such as a warehouse or a store.\'');
    this.addSql('comment on column "locations"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "locations"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "locations"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "locations"."name" is \'Name of the location.\'');
    this.addSql('comment on column "locations"."code" is \'Short code, unique in the organization.\'');
    this.addSql('comment on column "locations"."type" is \'What kind of place it is.\'');
    this.addSql('comment on column "locations"."address" is \'Postal address.\'');
    this.addSql('comment on column "locations"."active" is \'Whether it is in use.\'');
    this.addSql('comment on column "locations"."metadata" is \'Data of your own.\'');
    this.addSql(
      'alter table "locations" add constraint "locations_organization_id_code_unique" unique ("organization_id", "code")',
    );
    this.addSql(
      'alter table "locations" add constraint "locations_type_check" check ("type" in (\'warehouse\', \'store\', \'other\'))',
    );
    this.addSql(
      'create table "integrations" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "kind" text not null, "name" varchar(200) not null, "location_id" uuid not null, "sealed_secret" text not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "integrations" is \'A platform that posts its orders to us. The secret that it signs with rests encrypted and is never shown.\'',
    );
    this.addSql('comment on column "integrations"."organization_id" is \'Where its orders are fulfilled from.\'');
    this.addSql('comment on column "integrations"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "integrations"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "integrations"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "integrations"."kind" is \'Which platform it is.\'');
    this.addSql('comment on column "integrations"."name" is \'Name of the integration.\'');
    this.addSql('comment on column "integrations"."location_id" is \'Where its orders are fulfilled from.\'');
    this.addSql('alter table "integrations" add constraint "integrations_kind_check" check ("kind" in (\'shopify\'))');
    this.addSql(
      'create table "cycle_counts" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "location_id" uuid not null, "status" text not null, "notes" text null, "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "cycle_counts" is \'A physical count of what is at a location.\'');
    this.addSql('comment on column "cycle_counts"."organization_id" is \'Where is counted.\'');
    this.addSql('comment on column "cycle_counts"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "cycle_counts"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "cycle_counts"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "cycle_counts"."location_id" is \'Where is counted.\'');
    this.addSql('comment on column "cycle_counts"."status" is \'Where the count stands.\'');
    this.addSql('comment on column "cycle_counts"."notes" is \'Notes of your own.\'');
    this.addSql('comment on column "cycle_counts"."started_at" is \'When it was started.\'');
    this.addSql('comment on column "cycle_counts"."completed_at" is \'When its variances were applied.\'');
    this.addSql(
      'create index "cycle_counts_organization_id_location_id_index" on "cycle_counts" ("organization_id", "location_id")',
    );
    this.addSql(
      'alter table "cycle_counts" add constraint "cycle_counts_status_check" check ("status" in (\'draft\', \'in_progress\', \'completed\'))',
    );
    this.addSql(
      'create table "low_stock_marks" ("organization_id" uuid not null, "variant_id" uuid not null, "location_id" uuid not null, primary key ("organization_id", "variant_id", "location_id"))',
    );
    this.addSql(
      'comment on table "low_stock_marks" is \'Which levels were low when they last moved, so that stock is announced as low once, when it becomes so.\'',
    );
    this.addSql(
      'create table "members" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "user_id" uuid not null, "email" varchar(320) not null, "name" varchar(200) not null, "role" text not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "members" is \'A person who may sign in to the web app and act for the organization.\'',
    );
    this.addSql('comment on column "members"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "members"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "members"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "members"."email" is \'What the person signs in with.\'');
    this.addSql('comment on column "members"."name" is \'Name of the person.\'');
    this.addSql(
      'comment on column "members"."role" is \'owner may do everything, manager may read and write, viewer may read.\'',
    );
    this.addSql('create index "members_user_id_index" on "members" ("user_id")');
    this.addSql(
      'alter table "members" add constraint "members_organization_id_user_id_unique" unique ("organization_id", "user_id")',
    );
    this.addSql(
      'alter table "members" add constraint "members_role_check" check ("role" in (\'owner\', \'manager\', \'viewer\'))',
    );
    this.addSql(
      'create table "name_words" ("organization_id" uuid not null, "word" text collate "C" not null, "named_id" uuid not null, primary key ("organization_id", "word", "named_id"))',
    );
    this.addSql(
      'comment on table "name_words" is \'By which words a product, variant or lot is called, for questions: words of its name, its SKU, barcode or number. Kept by triggers.\'',
    );
    this.addSql('comment on column "name_words"."word" is \'In lower case, without accents.\'');
    this.addSql('comment on column "name_words"."named_id" is \'The product, variant or lot.\'');
    this.addSql(
      'create index "name_words_organization_id_named_id_index" on "name_words" ("organization_id", "named_id")',
    );
    this.addSql(
      'create table "number_series" ("organization_id" uuid not null, "prefix" varchar(8) not null, "last" bigint not null, primary key ("organization_id", "prefix"))',
    );
    this.addSql(
      "comment on table \"number_series\" is 'The last human number given to an organization''s documents of one kind.'",
    );
    this.addSql('comment on column "number_series"."prefix" is \'Kind of document: SO, PO, TR, RMA or PB.\'');
    this.addSql(
      'create table "orders" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "number" varchar(20) not null, "status" text not null, "reference" varchar(100) null, "location_id" uuid not null, "notes" text null, "metadata" jsonb not null, "reserved_at" timestamptz(3) null, "reservation_expires_at" timestamptz(3) null, "fulfilled_at" timestamptz(3) null, "cancelled_at" timestamptz(3) null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "orders" is \'A sales order: goods that leave one location.\'');
    this.addSql('comment on column "orders"."organization_id" is \'Where it is fulfilled from.\'');
    this.addSql('comment on column "orders"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "orders"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "orders"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "orders"."number" is \'Human number, rising per organization.\'');
    this.addSql('comment on column "orders"."status" is \'Where it stands.\'');
    this.addSql('comment on column "orders"."reference" is \'Your own id for it, unique in the organization.\'');
    this.addSql('comment on column "orders"."location_id" is \'Where it is fulfilled from.\'');
    this.addSql('comment on column "orders"."notes" is \'Notes of your own.\'');
    this.addSql('comment on column "orders"."metadata" is \'Data of your own.\'');
    this.addSql('comment on column "orders"."reserved_at" is \'When its stock was reserved.\'');
    this.addSql('comment on column "orders"."reservation_expires_at" is \'When its reserved stock goes back.\'');
    this.addSql('comment on column "orders"."fulfilled_at" is \'When the last of it was fulfilled.\'');
    this.addSql('comment on column "orders"."cancelled_at" is \'When it was cancelled.\'');
    this.addSql(
      'create index "orders_organization_id_status_id_index" on "orders" ("organization_id", "status", "id")',
    );
    this.addSql(
      'create index "orders_organization_id_location_id_id_index" on "orders" ("organization_id", "location_id", "id")',
    );
    this.addSql(
      'create index "orders_expiring" on "orders" ("reservation_expires_at") where "reservation_expires_at" is not null',
    );
    this.addSql(
      'alter table "orders" add constraint "orders_organization_id_number_unique" unique ("organization_id", "number")',
    );
    this.addSql(
      'alter table "orders" add constraint "orders_organization_id_reference_unique" unique ("organization_id", "reference")',
    );
    this.addSql(
      "alter table \"orders\" add constraint \"orders_status_check\" check (\"status\" in ('pending', 'reserved', 'partially_fulfilled', 'fulfilled', 'cancelled'))",
    );
    this.addSql(
      'create table "organizations" ("id" uuid not null, "slug" varchar(40) not null, "name" varchar(200) not null, "modules" text[] not null, "currency" varchar(3) not null default \'EUR\', "time_zone" varchar(64) not null default \'UTC\', "default_reorder_point" numeric(15,4) not null default \'0\', "default_reorder_quantity" numeric(15,4) not null default \'0\', "default_lead_time_days" int not null default 7, "default_safety_stock" numeric(15,4) not null default \'0\', "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), primary key ("id"))',
    );
    this.addSql(
      'comment on table "organizations" is \'A tenant: everything else belongs to one and is invisible to the others.\'',
    );
    this.addSql('comment on column "organizations"."id" is \'Identifier (UUIDv7).\'');
    this.addSql(
      'comment on column "organizations"."slug" is \'Its name in host names: https://<slug>.<host>/api/v1.\'',
    );
    this.addSql('comment on column "organizations"."name" is \'Name of the organization.\'');
    this.addSql('comment on column "organizations"."modules" is \'The modules that are enabled.\'');
    this.addSql('comment on column "organizations"."currency" is \'ISO 4217 code that all money is in.\'');
    this.addSql('comment on column "organizations"."time_zone" is \'IANA time zone that decides which day it is.\'');
    this.addSql(
      'comment on column "organizations"."default_reorder_point" is \'Reorder point where no inventory policy exists.\'',
    );
    this.addSql(
      'comment on column "organizations"."default_reorder_quantity" is \'Reorder quantity where no inventory policy exists.\'',
    );
    this.addSql(
      'comment on column "organizations"."default_lead_time_days" is \'Lead time in days where neither policy nor supplier says one.\'',
    );
    this.addSql(
      'comment on column "organizations"."default_safety_stock" is \'Safety stock where no inventory policy exists.\'',
    );
    this.addSql('comment on column "organizations"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "organizations"."updated_at" is \'When the record last changed.\'');
    this.addSql('alter table "organizations" add constraint "organizations_slug_unique" unique ("slug")');
    this.addSql(
      'create table "products" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "name" varchar(200) not null, "description" text null, "category" varchar(200) null, "status" text not null, "metadata" jsonb not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "products" is \'Something that is sold or used, in one or more variants.\'');
    this.addSql('comment on column "products"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "products"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "products"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "products"."name" is \'Name of the product.\'');
    this.addSql('comment on column "products"."description" is \'Description.\'');
    this.addSql('comment on column "products"."category" is \'Category of your own.\'');
    this.addSql('comment on column "products"."status" is \'archived: kept for its history, no longer traded.\'');
    this.addSql('comment on column "products"."metadata" is \'Data of your own.\'');
    this.addSql(
      'alter table "products" add constraint "products_status_check" check ("status" in (\'active\', \'archived\'))',
    );
    this.addSql(
      'create table "return_authorizations" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "number" varchar(20) not null, "order_id" uuid not null, "location_id" uuid not null, "reason" text not null, "status" text not null, "received_at" timestamptz(3) null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "return_authorizations" is \'Goods of an order that the customer sends back (RMA).\'',
    );
    this.addSql('comment on column "return_authorizations"."organization_id" is \'Where they come back to.\'');
    this.addSql(
      'comment on column "return_authorizations"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "return_authorizations"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "return_authorizations"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "return_authorizations"."number" is \'Human number, rising per organization.\'');
    this.addSql(
      'comment on column "return_authorizations"."order_id" is \'The order that the goods were fulfilled for.\'',
    );
    this.addSql('comment on column "return_authorizations"."location_id" is \'Where they come back to.\'');
    this.addSql('comment on column "return_authorizations"."reason" is \'Why they come back.\'');
    this.addSql('comment on column "return_authorizations"."status" is \'Where it stands.\'');
    this.addSql('comment on column "return_authorizations"."received_at" is \'When they came back.\'');
    this.addSql(
      'create index "return_authorizations_organization_id_order_id_index" on "return_authorizations" ("organization_id", "order_id")',
    );
    this.addSql(
      'create index "return_authorizations_organization_id_status_id_index" on "return_authorizations" ("organization_id", "status", "id")',
    );
    this.addSql(
      'alter table "return_authorizations" add constraint "return_authorizations_organization_id_number_unique" unique ("organization_id", "number")',
    );
    this.addSql(
      'alter table "return_authorizations" add constraint "return_authorizations_status_check" check ("status" in (\'pending\', \'received\', \'cancelled\'))',
    );
    this.addSql(
      'create table "stock_transfers" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "number" varchar(20) not null, "status" text not null, "reference" varchar(100) null, "source_location_id" uuid not null, "destination_location_id" uuid not null, "notes" text null, "metadata" jsonb not null, "shipped_at" timestamptz(3) null, "received_at" timestamptz(3) null, "receipts" int not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "stock_transfers" is \'Goods that move from one location to another.\'');
    this.addSql('comment on column "stock_transfers"."organization_id" is \'Where it arrives.\'');
    this.addSql(
      'comment on column "stock_transfers"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "stock_transfers"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "stock_transfers"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "stock_transfers"."number" is \'Human number, rising per organization.\'');
    this.addSql('comment on column "stock_transfers"."status" is \'Where it stands.\'');
    this.addSql(
      'comment on column "stock_transfers"."reference" is \'Your own id for it, unique in the organization.\'',
    );
    this.addSql('comment on column "stock_transfers"."source_location_id" is \'Where it leaves.\'');
    this.addSql('comment on column "stock_transfers"."destination_location_id" is \'Where it arrives.\'');
    this.addSql('comment on column "stock_transfers"."notes" is \'Notes of your own.\'');
    this.addSql('comment on column "stock_transfers"."metadata" is \'Data of your own.\'');
    this.addSql('comment on column "stock_transfers"."shipped_at" is \'When it left.\'');
    this.addSql(
      'comment on column "stock_transfers"."received_at" is \'When the last of it arrived, or it was closed.\'',
    );
    this.addSql(
      'create index "stock_transfers_organization_id_status_id_index" on "stock_transfers" ("organization_id", "status", "id")',
    );
    this.addSql(
      'create index "stock_transfers_organization_id_source_location_id_id_index" on "stock_transfers" ("organization_id", "source_location_id", "id")',
    );
    this.addSql(
      'create index "stock_transfers_organization_id_destination_locati_1f449_index" on "stock_transfers" ("organization_id", "destination_location_id", "id")',
    );
    this.addSql(
      'alter table "stock_transfers" add constraint "stock_transfers_organization_id_number_unique" unique ("organization_id", "number")',
    );
    this.addSql(
      'alter table "stock_transfers" add constraint "stock_transfers_organization_id_reference_unique" unique ("organization_id", "reference")',
    );
    this.addSql(
      "alter table \"stock_transfers\" add constraint \"stock_transfers_status_check\" check (\"status\" in ('pending', 'shipped', 'partially_received', 'received', 'cancelled'))",
    );
    this.addSql(
      'create table "suppliers" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "name" varchar(200) not null, "code" varchar(100) null, "email" varchar(254) null, "phone" varchar(100) null, "lead_time_days" int null, "notes" text null, "metadata" jsonb not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "suppliers" is \'A vendor that goods are bought from.\'');
    this.addSql('comment on column "suppliers"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "suppliers"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "suppliers"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "suppliers"."name" is \'Name of the supplier.\'');
    this.addSql('comment on column "suppliers"."code" is \'Short code, unique in the organization.\'');
    this.addSql('comment on column "suppliers"."email" is \'Where orders are sent to.\'');
    this.addSql('comment on column "suppliers"."phone" is \'Telephone number.\'');
    this.addSql('comment on column "suppliers"."lead_time_days" is \'Usual days from order to receipt.\'');
    this.addSql('comment on column "suppliers"."notes" is \'Notes of your own.\'');
    this.addSql('comment on column "suppliers"."metadata" is \'Data of your own.\'');
    this.addSql(
      'alter table "suppliers" add constraint "suppliers_organization_id_code_unique" unique ("organization_id", "code")',
    );
    this.addSql(
      'create table "purchase_orders" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "number" varchar(20) not null, "status" text not null, "reference" varchar(100) null, "supplier_id" uuid null, "location_id" uuid not null, "expected_on" date null, "notes" text null, "metadata" jsonb not null, "submitted_at" timestamptz(3) null, "received_at" timestamptz(3) null, "receipts" int not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "purchase_orders" is \'Goods ordered from a supplier for one location.\'');
    this.addSql('comment on column "purchase_orders"."organization_id" is \'Where it is delivered.\'');
    this.addSql(
      'comment on column "purchase_orders"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "purchase_orders"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "purchase_orders"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "purchase_orders"."number" is \'Human number, rising per organization.\'');
    this.addSql('comment on column "purchase_orders"."status" is \'Where it stands.\'');
    this.addSql(
      'comment on column "purchase_orders"."reference" is \'Your own id for it, unique in the organization.\'',
    );
    this.addSql('comment on column "purchase_orders"."supplier_id" is \'Whom it is ordered from.\'');
    this.addSql('comment on column "purchase_orders"."location_id" is \'Where it is delivered.\'');
    this.addSql('comment on column "purchase_orders"."expected_on" is \'When it should arrive.\'');
    this.addSql('comment on column "purchase_orders"."notes" is \'Notes of your own.\'');
    this.addSql('comment on column "purchase_orders"."metadata" is \'Data of your own.\'');
    this.addSql(
      'comment on column "purchase_orders"."submitted_at" is \'When it was submitted: from then on its goods are incoming.\'',
    );
    this.addSql('comment on column "purchase_orders"."received_at" is \'When the last of it was received.\'');
    this.addSql(
      'create index "purchase_orders_organization_id_status_id_index" on "purchase_orders" ("organization_id", "status", "id")',
    );
    this.addSql(
      'create index "purchase_orders_organization_id_location_id_id_index" on "purchase_orders" ("organization_id", "location_id", "id")',
    );
    this.addSql(
      'create index "purchase_orders_organization_id_supplier_id_id_index" on "purchase_orders" ("organization_id", "supplier_id", "id")',
    );
    this.addSql(
      'alter table "purchase_orders" add constraint "purchase_orders_organization_id_number_unique" unique ("organization_id", "number")',
    );
    this.addSql(
      'alter table "purchase_orders" add constraint "purchase_orders_organization_id_reference_unique" unique ("organization_id", "reference")',
    );
    this.addSql(
      "alter table \"purchase_orders\" add constraint \"purchase_orders_status_check\" check (\"status\" in ('draft', 'submitted', 'partially_received', 'received', 'cancelled'))",
    );
    this.addSql(
      'create table "users" ("id" uuid not null, "email" varchar(320) not null, "email_verified" boolean not null default false, "name" varchar(200) not null, "image" text null, "must_change_password" boolean not null default false, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), primary key ("id"))',
    );
    this.addSql('comment on table "users" is \'A person who can sign in.\'');
    this.addSql('alter table "users" add constraint "users_email_unique" unique ("email")');
    this.addSql(
      'create table "sessions" ("id" uuid not null, "user_id" uuid not null, "token" varchar(255) not null, "expires_at" timestamptz(3) not null, "ip_address" text null, "user_agent" text null, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), primary key ("id"))',
    );
    this.addSql('comment on table "sessions" is \'A browser in which a person is signed in.\'');
    this.addSql('alter table "sessions" add constraint "sessions_token_unique" unique ("token")');
    this.addSql('create index "sessions_user_id_index" on "sessions" ("user_id")');
    this.addSql(
      'create table "accounts" ("id" uuid not null, "user_id" uuid not null, "account_id" text not null, "provider_id" text not null, "password" text null, "access_token" text null, "refresh_token" text null, "id_token" text null, "access_token_expires_at" timestamptz(3) null, "refresh_token_expires_at" timestamptz(3) null, "scope" text null, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), primary key ("id"))',
    );
    this.addSql('comment on table "accounts" is \'How a person proves who they are: a hashed password.\'');
    this.addSql('create index "accounts_user_id_index" on "accounts" ("user_id")');
    this.addSql(
      'create table "variants" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "product_id" uuid not null, "sku" varchar(100) not null, "barcode" varchar(100) null, "barcode_canonical" varchar(101) null, "name" varchar(200) null, "unit" varchar(40) not null, "unit_cost" numeric(15,4) null, "unit_price" numeric(15,4) null, "lot_tracked" boolean not null, "shelf_life_days" int null, "supplier_id" uuid null, "metadata" jsonb not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "variants" is \'One stockable form of a product: what a SKU names and a barcode is printed on.\'',
    );
    this.addSql('comment on column "variants"."organization_id" is \'Whom it is usually bought from.\'');
    this.addSql('comment on column "variants"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "variants"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "variants"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "variants"."product_id" is \'The product that it is a form of.\'');
    this.addSql(
      'comment on column "variants"."sku" is \'Stock keeping unit: unique in the organization, case-sensitive.\'',
    );
    this.addSql(
      'comment on column "variants"."barcode" is \'Unique in the organization. A UPC-A and its zero-padded EAN-13 are the same code.\'',
    );
    this.addSql('comment on column "variants"."name" is \'What sets it apart from its siblings.\'');
    this.addSql('comment on column "variants"."unit" is \'What its quantities count.\'');
    this.addSql(
      'comment on column "variants"."unit_cost" is \'What one unit costs, in the organization\'\'s currency.\'',
    );
    this.addSql('comment on column "variants"."unit_price" is \'What one unit sells for.\'');
    this.addSql('comment on column "variants"."lot_tracked" is \'Whether its stock is kept per lot.\'');
    this.addSql('comment on column "variants"."shelf_life_days" is \'Days from production to expiry.\'');
    this.addSql('comment on column "variants"."supplier_id" is \'Whom it is usually bought from.\'');
    this.addSql('comment on column "variants"."metadata" is \'Data of your own.\'');
    this.addSql(
      'create index "variants_organization_id_product_id_index" on "variants" ("organization_id", "product_id")',
    );
    this.addSql(
      'alter table "variants" add constraint "variants_organization_id_sku_unique" unique ("organization_id", "sku")',
    );
    this.addSql(
      'alter table "variants" add constraint "variants_organization_id_barcode_canonical_unique" unique ("organization_id", "barcode_canonical")',
    );
    this.addSql(
      'create table "forecasts" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "variant_id" uuid not null, "location_id" uuid null, "starts_on" date not null, "forecast" jsonb not null, "totals" jsonb not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "forecasts" is \'The demand forecast of a variant at a location, or everywhere, as of a day.\'',
    );
    this.addSql('comment on column "forecasts"."organization_id" is \'Where; null means everywhere.\'');
    this.addSql('comment on column "forecasts"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "forecasts"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "forecasts"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "forecasts"."variant_id" is \'What is forecast.\'');
    this.addSql('comment on column "forecasts"."location_id" is \'Where; null means everywhere.\'');
    this.addSql(
      'comment on column "forecasts"."starts_on" is \'The first day that is forecast. A forecast that starts before today is computed anew.\'',
    );
    this.addSql('comment on column "forecasts"."forecast" is \'The forecast.\'');
    this.addSql(
      'comment on column "forecasts"."totals" is \'Demand over its first 7, 14, 28, 56 and 90 days together.\'',
    );
    this.addSql(
      'create unique index forecasts_item_unique on forecasts (organization_id, variant_id, location_id) nulls not distinct',
    );
    this.addSql(
      'create table "stock_transfer_items" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "transfer_id" uuid not null, "variant_id" uuid not null, "quantity" numeric(15,4) not null, "quantity_received" numeric(15,4) not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "stock_transfer_items" is \'A line of a stock transfer.\'');
    this.addSql('comment on column "stock_transfer_items"."organization_id" is \'What moves.\'');
    this.addSql(
      'comment on column "stock_transfer_items"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "stock_transfer_items"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "stock_transfer_items"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "stock_transfer_items"."variant_id" is \'What moves.\'');
    this.addSql('comment on column "stock_transfer_items"."quantity" is \'How much leaves.\'');
    this.addSql('comment on column "stock_transfer_items"."quantity_received" is \'How much has arrived.\'');
    this.addSql(
      'create index "stock_transfer_items_organization_id_transfer_id_index" on "stock_transfer_items" ("organization_id", "transfer_id")',
    );
    this.addSql(
      'create index "stock_transfer_items_organization_id_variant_id_index" on "stock_transfer_items" ("organization_id", "variant_id")',
    );
    this.addSql(
      'alter table "stock_transfer_items" add constraint "stock_transfer_items_bounds" check (quantity_received >= 0 and quantity_received <= quantity)',
    );
    this.addSql(
      'create table "reservations" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "variant_id" uuid not null, "location_id" uuid not null, "quantity" numeric(15,4) not null, "reference_type" text not null, "reference_id" uuid not null, "line_id" uuid not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "reservations" is \'Stock that is promised to a line of a document. Exists while the promise is open.\'',
    );
    this.addSql('comment on column "reservations"."organization_id" is \'Where it is promised.\'');
    this.addSql('comment on column "reservations"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "reservations"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "reservations"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "reservations"."variant_id" is \'What is promised.\'');
    this.addSql('comment on column "reservations"."location_id" is \'Where it is promised.\'');
    this.addSql('comment on column "reservations"."quantity" is \'How much is still promised.\'');
    this.addSql('comment on column "reservations"."reference_type" is \'What kind of document it is promised to.\'');
    this.addSql('comment on column "reservations"."reference_id" is \'The document that it is promised to.\'');
    this.addSql('comment on column "reservations"."line_id" is \'The line of that document.\'');
    this.addSql(
      'create index "reservations_organization_id_variant_id_location_id_index" on "reservations" ("organization_id", "variant_id", "location_id")',
    );
    this.addSql(
      'create index "reservations_organization_id_reference_id_index" on "reservations" ("organization_id", "reference_id")',
    );
    this.addSql(
      'alter table "reservations" add constraint "reservations_organization_id_line_id_unique" unique ("organization_id", "line_id")',
    );
    this.addSql('alter table "reservations" add constraint "reservations_positive" check (quantity > 0)');
    this.addSql(
      'alter table "reservations" add constraint "reservations_reference_type_check" check ("reference_type" in (\'order\', \'production_batch\'))',
    );
    this.addSql(
      'create table "recipes" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "name" varchar(200) not null, "variant_id" uuid not null, "output_quantity" numeric(15,4) not null, "active" boolean not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "recipes" is \'What is needed to make a variant.\'');
    this.addSql('comment on column "recipes"."organization_id" is \'What it makes.\'');
    this.addSql('comment on column "recipes"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "recipes"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "recipes"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "recipes"."name" is \'Name of the recipe.\'');
    this.addSql('comment on column "recipes"."variant_id" is \'What it makes.\'');
    this.addSql('comment on column "recipes"."output_quantity" is \'How much one run makes.\'');
    this.addSql('comment on column "recipes"."active" is \'Whether new batches may follow it.\'');
    this.addSql(
      'create table "recipe_items" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "recipe_id" uuid not null, "variant_id" uuid not null, "quantity" numeric(15,4) not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "recipe_items" is \'An ingredient of a recipe.\'');
    this.addSql('comment on column "recipe_items"."organization_id" is \'What goes in.\'');
    this.addSql('comment on column "recipe_items"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "recipe_items"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "recipe_items"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "recipe_items"."variant_id" is \'What goes in.\'');
    this.addSql('comment on column "recipe_items"."quantity" is \'How much of it goes into one run.\'');
    this.addSql(
      'create index "recipe_items_organization_id_recipe_id_index" on "recipe_items" ("organization_id", "recipe_id")',
    );
    this.addSql(
      'create table "purchase_order_items" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "purchase_order_id" uuid not null, "variant_id" uuid not null, "quantity" numeric(15,4) not null, "quantity_received" numeric(15,4) not null, "unit_cost" numeric(15,4) null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "purchase_order_items" is \'A line of a purchase order.\'');
    this.addSql('comment on column "purchase_order_items"."organization_id" is \'What is ordered.\'');
    this.addSql(
      'comment on column "purchase_order_items"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "purchase_order_items"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "purchase_order_items"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "purchase_order_items"."variant_id" is \'What is ordered.\'');
    this.addSql('comment on column "purchase_order_items"."quantity" is \'How much is ordered.\'');
    this.addSql('comment on column "purchase_order_items"."quantity_received" is \'How much has arrived.\'');
    this.addSql('comment on column "purchase_order_items"."unit_cost" is \'Cost of one unit.\'');
    this.addSql(
      'create index "purchase_order_items_organization_id_purchase_order_id_index" on "purchase_order_items" ("organization_id", "purchase_order_id")',
    );
    this.addSql(
      'create index "purchase_order_items_organization_id_variant_id_index" on "purchase_order_items" ("organization_id", "variant_id")',
    );
    this.addSql(
      'alter table "purchase_order_items" add constraint "purchase_order_items_bounds" check (quantity_received >= 0 and quantity_received <= quantity)',
    );
    this.addSql(
      'create table "production_batches" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "number" varchar(20) not null, "recipe_id" uuid not null, "location_id" uuid not null, "variant_id" uuid not null, "status" text not null, "planned_quantity" numeric(15,4) not null, "actual_quantity_produced" numeric(15,4) null, "notes" text null, "started_at" timestamptz(3) null, "completed_at" timestamptz(3) null, "cancelled_at" timestamptz(3) null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      "comment on table \"production_batches\" is 'One making of a variant by a recipe, with its own copy of the recipe''s lines.'",
    );
    this.addSql('comment on column "production_batches"."organization_id" is \'What it makes.\'');
    this.addSql(
      'comment on column "production_batches"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "production_batches"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "production_batches"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "production_batches"."number" is \'Number for people, such as PB-000042.\'');
    this.addSql('comment on column "production_batches"."recipe_id" is \'The recipe that it follows.\'');
    this.addSql(
      'comment on column "production_batches"."location_id" is \'Where it takes its ingredients and puts what it makes.\'',
    );
    this.addSql('comment on column "production_batches"."variant_id" is \'What it makes.\'');
    this.addSql('comment on column "production_batches"."status" is \'Where it stands.\'');
    this.addSql('comment on column "production_batches"."planned_quantity" is \'How much it shall make.\'');
    this.addSql('comment on column "production_batches"."actual_quantity_produced" is \'How much it made.\'');
    this.addSql('comment on column "production_batches"."notes" is \'Notes.\'');
    this.addSql('comment on column "production_batches"."started_at" is \'When it was started.\'');
    this.addSql('comment on column "production_batches"."completed_at" is \'When it was completed.\'');
    this.addSql('comment on column "production_batches"."cancelled_at" is \'When it was cancelled.\'');
    this.addSql(
      'alter table "production_batches" add constraint "production_batches_organization_id_number_unique" unique ("organization_id", "number")',
    );
    this.addSql(
      "alter table \"production_batches\" add constraint \"production_batches_status_check\" check (\"status\" in ('planned', 'in_progress', 'completed', 'cancelled'))",
    );
    this.addSql(
      'create table "production_batch_inputs" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "batch_id" uuid not null, "variant_id" uuid not null, "planned_quantity" numeric(15,4) not null, "reserved_quantity" numeric(15,4) not null, "actual_quantity" numeric(15,4) null, "waste_quantity" numeric(15,4) null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "production_batch_inputs" is \'An ingredient of a production batch.\'');
    this.addSql('comment on column "production_batch_inputs"."organization_id" is \'What goes in.\'');
    this.addSql(
      'comment on column "production_batch_inputs"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "production_batch_inputs"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "production_batch_inputs"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "production_batch_inputs"."variant_id" is \'What goes in.\'');
    this.addSql('comment on column "production_batch_inputs"."planned_quantity" is \'How much shall go in.\'');
    this.addSql(
      'comment on column "production_batch_inputs"."reserved_quantity" is \'How much is reserved for it now.\'',
    );
    this.addSql('comment on column "production_batch_inputs"."actual_quantity" is \'How much went in.\'');
    this.addSql('comment on column "production_batch_inputs"."waste_quantity" is \'How much was wasted.\'');
    this.addSql(
      'create index "production_batch_inputs_organization_id_batch_id_index" on "production_batch_inputs" ("organization_id", "batch_id")',
    );
    this.addSql(
      'create table "order_items" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "order_id" uuid not null, "variant_id" uuid not null, "quantity" numeric(15,4) not null, "quantity_reserved" numeric(15,4) not null, "quantity_fulfilled" numeric(15,4) not null, "unit_price" numeric(15,4) null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "order_items" is \'A line of an order.\'');
    this.addSql('comment on column "order_items"."organization_id" is \'What is ordered.\'');
    this.addSql('comment on column "order_items"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "order_items"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "order_items"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "order_items"."variant_id" is \'What is ordered.\'');
    this.addSql('comment on column "order_items"."quantity" is \'How much is ordered.\'');
    this.addSql(
      'comment on column "order_items"."quantity_reserved" is \'How much is promised and not yet fulfilled.\'',
    );
    this.addSql('comment on column "order_items"."quantity_fulfilled" is \'How much left the stock for it.\'');
    this.addSql(
      'comment on column "order_items"."unit_price" is \'Price of one unit; the variant\'\'s, unless the order says another.\'',
    );
    this.addSql(
      'create index "order_items_organization_id_order_id_index" on "order_items" ("organization_id", "order_id")',
    );
    this.addSql(
      'create index "order_items_organization_id_variant_id_index" on "order_items" ("organization_id", "variant_id")',
    );
    this.addSql(
      'alter table "order_items" add constraint "order_items_bounds" check (quantity_reserved >= 0 and quantity_fulfilled >= 0 and quantity_reserved + quantity_fulfilled <= quantity)',
    );
    this.addSql(
      'create table "lots" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "lot_number" varchar(100) not null, "variant_id" uuid not null, "status" text not null, "expiry_date" date null, "quantity_initial" numeric(15,4) not null, "quantity_remaining" numeric(15,4) not null, "source_type" text not null, "source_id" uuid null, "supplier_id" uuid null, "received_at" timestamptz(3) not null, "held" boolean not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "lots" is \'A quantity of one variant that was made or received together.\'');
    this.addSql('comment on column "lots"."organization_id" is \'Whom it came from.\'');
    this.addSql('comment on column "lots"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "lots"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "lots"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "lots"."lot_number" is \'Number of the lot, unique per variant.\'');
    this.addSql('comment on column "lots"."variant_id" is \'What it is a lot of.\'');
    this.addSql(
      'comment on column "lots"."status" is \'quarantine and recalled lots are on hold; exhausted lots have no stock left.\'',
    );
    this.addSql('comment on column "lots"."expiry_date" is \'Last day on which it is good.\'');
    this.addSql('comment on column "lots"."quantity_initial" is \'What it began with.\'');
    this.addSql(
      'comment on column "lots"."quantity_remaining" is \'What is left of it, at all locations and in transit.\'',
    );
    this.addSql('comment on column "lots"."source_type" is \'Where it came from.\'');
    this.addSql('comment on column "lots"."source_id" is \'The document that it came from.\'');
    this.addSql('comment on column "lots"."supplier_id" is \'Whom it came from.\'');
    this.addSql('comment on column "lots"."received_at" is \'When it first came in.\'');
    this.addSql('create index "lots_organization_id_expiry_date_index" on "lots" ("organization_id", "expiry_date")');
    this.addSql(
      'alter table "lots" add constraint "lots_organization_id_variant_id_lot_number_unique" unique ("organization_id", "variant_id", "lot_number")',
    );
    this.addSql(
      "alter table \"lots\" add constraint \"lots_status_check\" check (\"status\" in ('active', 'quarantine', 'exhausted', 'recalled'))",
    );
    this.addSql(
      "alter table \"lots\" add constraint \"lots_source_type_check\" check (\"source_type\" in ('purchase_order', 'production_batch', 'adjustment', 'return'))",
    );
    this.addSql(
      'create table "stock_transfer_lots" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "item_id" uuid not null, "lot_id" uuid not null, "quantity" numeric(15,4) not null, "quantity_received" numeric(15,4) not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "stock_transfer_lots" is \'Some of a lot that travels with a stock transfer.\'');
    this.addSql('comment on column "stock_transfer_lots"."organization_id" is \'The lot.\'');
    this.addSql(
      'comment on column "stock_transfer_lots"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "stock_transfer_lots"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "stock_transfer_lots"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "stock_transfer_lots"."lot_id" is \'The lot.\'');
    this.addSql('comment on column "stock_transfer_lots"."quantity" is \'How much of it was shipped.\'');
    this.addSql('comment on column "stock_transfer_lots"."quantity_received" is \'How much of it has arrived.\'');
    this.addSql(
      'create index "stock_transfer_lots_organization_id_item_id_index" on "stock_transfer_lots" ("organization_id", "item_id")',
    );
    this.addSql(
      'create index "stock_transfer_lots_organization_id_lot_id_index" on "stock_transfer_lots" ("organization_id", "lot_id")',
    );
    this.addSql(
      'alter table "stock_transfer_lots" add constraint "stock_transfer_lots_bounds" check (quantity_received >= 0 and quantity_received <= quantity)',
    );
    this.addSql(
      'create table "return_authorization_items" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "return_authorization_id" uuid not null, "variant_id" uuid not null, "quantity" numeric(15,4) not null, "condition" text not null, "lot_id" uuid null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "return_authorization_items" is \'A line of a return authorization.\'');
    this.addSql(
      'comment on column "return_authorization_items"."organization_id" is \'Of a lot-tracked variant: its lot, if it is known.\'',
    );
    this.addSql(
      'comment on column "return_authorization_items"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "return_authorization_items"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "return_authorization_items"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "return_authorization_items"."variant_id" is \'What comes back.\'');
    this.addSql('comment on column "return_authorization_items"."quantity" is \'How much comes back.\'');
    this.addSql(
      'comment on column "return_authorization_items"."condition" is \'sellable goes back on the shelf; damaged and discarded do not.\'',
    );
    this.addSql(
      'comment on column "return_authorization_items"."lot_id" is \'Of a lot-tracked variant: its lot, if it is known.\'',
    );
    this.addSql(
      'create index "return_authorization_items_organization_id_return__bfb06_index" on "return_authorization_items" ("organization_id", "return_authorization_id")',
    );
    this.addSql(
      'alter table "return_authorization_items" add constraint "return_authorization_items_positive" check (quantity > 0)',
    );
    this.addSql(
      'alter table "return_authorization_items" add constraint "return_authorization_items_condition_check" check ("condition" in (\'sellable\', \'damaged\', \'discarded\'))',
    );
    this.addSql(
      'create table "production_batch_outputs" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "batch_id" uuid not null, "variant_id" uuid not null, "quantity" numeric(15,4) not null, "lot_id" uuid null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "production_batch_outputs" is \'What a production batch made.\'');
    this.addSql('comment on column "production_batch_outputs"."organization_id" is \'The lot that it is.\'');
    this.addSql(
      'comment on column "production_batch_outputs"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "production_batch_outputs"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "production_batch_outputs"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "production_batch_outputs"."variant_id" is \'What came out.\'');
    this.addSql('comment on column "production_batch_outputs"."quantity" is \'How much came out.\'');
    this.addSql('comment on column "production_batch_outputs"."lot_id" is \'The lot that it is.\'');
    this.addSql(
      'create index "production_batch_outputs_organization_id_batch_id_index" on "production_batch_outputs" ("organization_id", "batch_id")',
    );
    this.addSql(
      'create table "lot_uses" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "input_id" uuid not null, "lot_id" uuid not null, "quantity" numeric(15,4) not null, "output_lot_id" uuid null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "lot_uses" is \'How much of a lot went into a production batch, and into which lot.\'',
    );
    this.addSql('comment on column "lot_uses"."organization_id" is \'The lot that was made of it.\'');
    this.addSql('comment on column "lot_uses"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "lot_uses"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "lot_uses"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "lot_uses"."lot_id" is \'The lot that was used.\'');
    this.addSql('comment on column "lot_uses"."quantity" is \'How much of it, with what was wasted.\'');
    this.addSql('comment on column "lot_uses"."output_lot_id" is \'The lot that was made of it.\'');
    this.addSql('create index "lot_uses_organization_id_input_id_index" on "lot_uses" ("organization_id", "input_id")');
    this.addSql('create index "lot_uses_organization_id_lot_id_index" on "lot_uses" ("organization_id", "lot_id")');
    this.addSql(
      'create index "lot_uses_organization_id_output_lot_id_index" on "lot_uses" ("organization_id", "output_lot_id")',
    );
    this.addSql(
      'create table "lot_levels" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "lot_id" uuid not null, "variant_id" uuid not null, "location_id" uuid not null, "quantity" numeric(15,4) not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "lot_levels" is \'How much of a lot is at a location.\'');
    this.addSql('comment on column "lot_levels"."organization_id" is \'Where it is.\'');
    this.addSql('comment on column "lot_levels"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "lot_levels"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "lot_levels"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "lot_levels"."lot_id" is \'The lot.\'');
    this.addSql('comment on column "lot_levels"."variant_id" is \'What it is a lot of.\'');
    this.addSql('comment on column "lot_levels"."location_id" is \'Where it is.\'');
    this.addSql('comment on column "lot_levels"."quantity" is \'What is physically there.\'');
    this.addSql(
      'create index "lot_levels_organization_id_variant_id_location_id_index" on "lot_levels" ("organization_id", "variant_id", "location_id")',
    );
    this.addSql(
      'alter table "lot_levels" add constraint "lot_levels_organization_id_lot_id_location_id_unique" unique ("organization_id", "lot_id", "location_id")',
    );
    this.addSql('alter table "lot_levels" add constraint "lot_levels_not_negative" check (quantity >= 0)');
    this.addSql(
      'create table "ledger_entries" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "entry_type" text not null, "variant_id" uuid not null, "location_id" uuid not null, "quantity_change" numeric(15,4) not null, "quantity" numeric(15,4) not null, "quantity_on_hand_after" numeric(15,4) not null, "lot_id" uuid null, "reference_type" varchar(40) null, "reference_id" uuid null, "reason" varchar(40) null, "note" text null, "actor" varchar(260) not null, "occurred_at" timestamptz(3) not null, "sequence" int not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      "comment on table \"ledger_entries\" is 'One movement of stock. Written once, never changed: the sum of a level''s entries is its quantity on hand.'",
    );
    this.addSql('comment on column "ledger_entries"."organization_id" is \'The lot that it belongs to.\'');
    this.addSql(
      'comment on column "ledger_entries"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "ledger_entries"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "ledger_entries"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "ledger_entries"."entry_type" is \'Why stock moved.\'');
    this.addSql('comment on column "ledger_entries"."variant_id" is \'What moved.\'');
    this.addSql('comment on column "ledger_entries"."location_id" is \'Where it moved.\'');
    this.addSql('comment on column "ledger_entries"."quantity_change" is \'Signed effect on the quantity on hand.\'');
    this.addSql(
      'comment on column "ledger_entries"."quantity" is \'Units handled; differs from the change for return_disposed.\'',
    );
    this.addSql('comment on column "ledger_entries"."quantity_on_hand_after" is \'What was on hand afterwards.\'');
    this.addSql('comment on column "ledger_entries"."lot_id" is \'The lot that it belongs to.\'');
    this.addSql('comment on column "ledger_entries"."reference_type" is \'What kind of document caused it.\'');
    this.addSql('comment on column "ledger_entries"."reference_id" is \'The document that caused it.\'');
    this.addSql('comment on column "ledger_entries"."reason" is \'Reason of an adjustment or waste.\'');
    this.addSql('comment on column "ledger_entries"."note" is \'Note.\'');
    this.addSql('comment on column "ledger_entries"."actor" is \'The key, user or source that did it.\'');
    this.addSql(
      'comment on column "ledger_entries"."occurred_at" is \'When it happened. Information: the order of entries is that of recording.\'',
    );
    this.addSql(
      'create index "ledger_entries_organization_id_location_id_id_index" on "ledger_entries" ("organization_id", "location_id", "id")',
    );
    this.addSql(
      'create index "ledger_entries_organization_id_reference_id_index" on "ledger_entries" ("organization_id", "reference_id")',
    );
    this.addSql(
      'create index "ledger_entries_organization_id_lot_id_index" on "ledger_entries" ("organization_id", "lot_id")',
    );
    this.addSql(
      'create index "ledger_entries_organization_id_created_at_index" on "ledger_entries" ("organization_id", "created_at")',
    );
    this.addSql(
      "create index ledger_entries_sales_index on ledger_entries (organization_id, created_at) include (variant_id, location_id, quantity_change) where entry_type = 'order_fulfilled'",
    );
    this.addSql(
      "create index ledger_entries_variances_index on ledger_entries (organization_id, created_at) where entry_type = 'cycle_count_adjustment' or (entry_type = 'adjustment' and reason in ('shrinkage', 'theft'))",
    );
    this.addSql(
      'alter table "ledger_entries" add constraint "ledger_entries_organization_id_variant_id_locatio_2d505_unique" unique ("organization_id", "variant_id", "location_id", "sequence")',
    );
    this.addSql(
      "alter table \"ledger_entries\" add constraint \"ledger_entries_entry_type_check\" check (\"entry_type\" in ('adjustment', 'purchase_received', 'transfer_out', 'transfer_in', 'order_fulfilled', 'return_received', 'return_disposed', 'cycle_count_adjustment', 'transfer_loss', 'production_consumed', 'production_wasted', 'production_output', 'waste'))",
    );
    this.addSql(
      'create table "inventory_policies" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "variant_id" uuid not null, "location_id" uuid not null, "reorder_point" numeric(15,4) not null, "reorder_quantity" numeric(15,4) not null, "lead_time_days" int null, "safety_stock" numeric(15,4) null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      "comment on table \"inventory_policies\" is 'When and how much to reorder of a variant at a location. Where there is none, the organization''s defaults apply.'",
    );
    this.addSql('comment on column "inventory_policies"."organization_id" is \'Where it applies.\'');
    this.addSql(
      'comment on column "inventory_policies"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "inventory_policies"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "inventory_policies"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "inventory_policies"."variant_id" is \'What it is about.\'');
    this.addSql('comment on column "inventory_policies"."location_id" is \'Where it applies.\'');
    this.addSql(
      'comment on column "inventory_policies"."reorder_point" is \'Stock is low when less than this is available.\'',
    );
    this.addSql('comment on column "inventory_policies"."reorder_quantity" is \'How much to order at least.\'');
    this.addSql(
      "comment on column \"inventory_policies\".\"lead_time_days\" is 'Days from order to receipt; else the supplier''s, else the organization''s default.'",
    );
    this.addSql(
      'comment on column "inventory_policies"."safety_stock" is \'What is kept for surprises; else the organization\'\'s default.\'',
    );
    this.addSql(
      'create index "inventory_policies_organization_id_location_id_index" on "inventory_policies" ("organization_id", "location_id")',
    );
    this.addSql(
      'alter table "inventory_policies" add constraint "inventory_policies_organization_id_location_id_unique" unique ("organization_id", "variant_id", "location_id")',
    );
    this.addSql(
      'create table "inventory_levels" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "variant_id" uuid not null, "location_id" uuid not null, "quantity_on_hand" numeric(15,4) not null, "quantity_reserved" numeric(15,4) not null, "quantity_on_hold" numeric(15,4) not null, "quantity_available" numeric(15,4) not null, "quantity_incoming" numeric(15,4) not null, "version" int not null, "last_inbound_at" timestamptz(3) null, "first_moved_at" timestamptz(3) null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "inventory_levels" is \'How much of a variant is at a location. Exists from the first movement, reservation or expectation on.\'',
    );
    this.addSql('comment on column "inventory_levels"."organization_id" is \'Where it is.\'');
    this.addSql(
      'comment on column "inventory_levels"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "inventory_levels"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "inventory_levels"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "inventory_levels"."variant_id" is \'What is there.\'');
    this.addSql('comment on column "inventory_levels"."location_id" is \'Where it is.\'');
    this.addSql('comment on column "inventory_levels"."quantity_on_hand" is \'What is physically there.\'');
    this.addSql(
      'comment on column "inventory_levels"."quantity_reserved" is \'What is promised to orders and production batches.\'',
    );
    this.addSql(
      'comment on column "inventory_levels"."quantity_on_hold" is \'What is in lots that are in quarantine, recalled or expired.\'',
    );
    this.addSql(
      'comment on column "inventory_levels"."quantity_available" is \'What can be promised: on hand less reserved less on hold.\'',
    );
    this.addSql(
      'comment on column "inventory_levels"."quantity_incoming" is \'What open purchase orders and shipped transfers still owe.\'',
    );
    this.addSql(
      'create index "inventory_levels_organization_id_location_id_index" on "inventory_levels" ("organization_id", "location_id")',
    );
    this.addSql(
      'create index "inventory_levels_organization_id_updated_at_id_index" on "inventory_levels" ("organization_id", "updated_at", "id")',
    );
    this.addSql(
      'alter table "inventory_levels" add constraint "inventory_levels_organization_id_variant_id_location_id_unique" unique ("organization_id", "variant_id", "location_id")',
    );
    this.addSql(
      'alter table "inventory_levels" add constraint "inventory_levels_not_negative" check (quantity_on_hand >= 0 and quantity_reserved >= 0 and quantity_on_hold >= 0 and quantity_incoming >= 0)',
    );
    this.addSql(
      'alter table "inventory_levels" add constraint "inventory_levels_available" check (quantity_available = quantity_on_hand - quantity_reserved - quantity_on_hold)',
    );
    this.addSql(
      'create table "demand_history" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "variant_id" uuid not null, "location_id" uuid not null, "date" date not null, "quantity" numeric(15,4) not null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "demand_history" is \'What was sold on a day before the move to this service. Used by forecasts and insights only.\'',
    );
    this.addSql('comment on column "demand_history"."organization_id" is \'Where it was sold.\'');
    this.addSql(
      'comment on column "demand_history"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "demand_history"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "demand_history"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "demand_history"."variant_id" is \'What was sold.\'');
    this.addSql('comment on column "demand_history"."location_id" is \'Where it was sold.\'');
    this.addSql('comment on column "demand_history"."date" is \'When it was sold.\'');
    this.addSql('comment on column "demand_history"."quantity" is \'How much was sold.\'');
    this.addSql(
      'create index "demand_history_organization_id_date_index" on "demand_history" ("organization_id", "date")',
    );
    this.addSql(
      'alter table "demand_history" add constraint "demand_history_organization_id_variant_id_locatio_bc37f_unique" unique ("organization_id", "variant_id", "location_id", "date")',
    );
    this.addSql('alter table "demand_history" add constraint "demand_history_not_negative" check (quantity >= 0)');
    this.addSql(
      'create table "cycle_count_items" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "count_id" uuid not null, "variant_id" uuid not null, "expected_quantity" numeric(15,4) not null, "counted_quantity" numeric(15,4) null, "variance" numeric(15,4) null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "cycle_count_items" is \'One variant of a cycle count.\'');
    this.addSql('comment on column "cycle_count_items"."organization_id" is \'What is counted.\'');
    this.addSql(
      'comment on column "cycle_count_items"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "cycle_count_items"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "cycle_count_items"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "cycle_count_items"."variant_id" is \'What is counted.\'');
    this.addSql(
      'comment on column "cycle_count_items"."expected_quantity" is \'What was on hand when the item was added or last loaded.\'',
    );
    this.addSql(
      'comment on column "cycle_count_items"."counted_quantity" is \'What was found; null until it is counted.\'',
    );
    this.addSql('comment on column "cycle_count_items"."variance" is \'Counted less expected.\'');
    this.addSql(
      'alter table "cycle_count_items" add constraint "cycle_count_items_organization_id_count_id_variant_id_unique" unique ("organization_id", "count_id", "variant_id")',
    );
    this.addSql(
      'create table "verifications" ("id" uuid not null, "identifier" text not null, "value" text not null, "expires_at" timestamptz(3) not null, "created_at" timestamptz(3) not null default now(), "updated_at" timestamptz(3) not null default now(), primary key ("id"))',
    );
    this.addSql('comment on table "verifications" is \'Something that a person still has to confirm.\'');
    this.addSql('create index "verifications_identifier_index" on "verifications" ("identifier")');
    this.addSql(
      'create table "waste_records" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "variant_id" uuid not null, "location_id" uuid not null, "quantity" numeric(15,4) not null, "reason" text not null, "lot_record_id" uuid null, "unit_cost" numeric(15,4) null, "notes" text null, "recorded_at" timestamptz(3) not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "waste_records" is \'Stock that was thrown away.\'');
    this.addSql(
      'comment on column "waste_records"."organization_id" is \'The lot that it was of; null if it was of several.\'',
    );
    this.addSql('comment on column "waste_records"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'');
    this.addSql('comment on column "waste_records"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "waste_records"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "waste_records"."variant_id" is \'What was thrown away.\'');
    this.addSql('comment on column "waste_records"."location_id" is \'Where it was.\'');
    this.addSql('comment on column "waste_records"."quantity" is \'How much.\'');
    this.addSql('comment on column "waste_records"."reason" is \'Why it was thrown away.\'');
    this.addSql(
      'comment on column "waste_records"."lot_record_id" is \'The lot that it was of; null if it was of several.\'',
    );
    this.addSql('comment on column "waste_records"."unit_cost" is \'What one unit cost at that time.\'');
    this.addSql('comment on column "waste_records"."notes" is \'Notes.\'');
    this.addSql('comment on column "waste_records"."recorded_at" is \'When it was recorded.\'');
    this.addSql(
      'create index "waste_records_organization_id_lot_record_id_index" on "waste_records" ("organization_id", "lot_record_id")',
    );
    this.addSql('alter table "waste_records" add constraint "waste_records_positive" check (quantity > 0)');
    this.addSql(
      "alter table \"waste_records\" add constraint \"waste_records_reason_check\" check (\"reason\" in ('expired', 'damaged', 'production', 'spoilage', 'contamination', 'other'))",
    );
    this.addSql('create table "webhook_progress" ("id" serial primary key, "sequence" bigint not null)');
    this.addSql('comment on table "webhook_progress" is \'Up to which event of the log deliveries were made.\'');
    this.addSql(
      'create table "webhook_subscriptions" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "url" text not null, "events" text[] not null, "description" text null, "active" boolean not null, "failing_since" timestamptz(3) null, "deactivated_reason" text null, "rotates_at" timestamptz(3) null, "sealed_secret" text not null, "sealed_next_secret" text null, primary key ("organization_id", "id"))',
    );
    this.addSql(
      'comment on table "webhook_subscriptions" is \'Where events are delivered to. Its signing secret is shown once and rests encrypted.\'',
    );
    this.addSql(
      'comment on column "webhook_subscriptions"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "webhook_subscriptions"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "webhook_subscriptions"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "webhook_subscriptions"."url" is \'Where deliveries are posted to.\'');
    this.addSql('comment on column "webhook_subscriptions"."events" is \'The types of events that are delivered.\'');
    this.addSql('comment on column "webhook_subscriptions"."description" is \'What it is for.\'');
    this.addSql('comment on column "webhook_subscriptions"."active" is \'Whether events are delivered.\'');
    this.addSql(
      'comment on column "webhook_subscriptions"."failing_since" is \'Since when every attempt has failed.\'',
    );
    this.addSql(
      'comment on column "webhook_subscriptions"."deactivated_reason" is \'Why deliveries were stopped by the service: gone (410) or failing (5 days of nothing but failures).\'',
    );
    this.addSql(
      'comment on column "webhook_subscriptions"."rotates_at" is \'Until when the old secret signs beside the new one, after a rotation.\'',
    );
    this.addSql(
      'create table "webhook_deliveries" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "subscription_id" uuid not null, "event_id" uuid not null, "event_type" varchar(60) not null, "status" text not null, "next_attempt_at" timestamptz(3) null, "delivered_at" timestamptz(3) null, "attempt_count" int not null, "lease_until" timestamptz(3) null, "body" text null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "webhook_deliveries" is \'An event on its way to a subscription.\'');
    this.addSql('comment on column "webhook_deliveries"."organization_id" is \'Where it goes.\'');
    this.addSql(
      'comment on column "webhook_deliveries"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "webhook_deliveries"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "webhook_deliveries"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "webhook_deliveries"."subscription_id" is \'Where it goes.\'');
    this.addSql(
      'comment on column "webhook_deliveries"."event_id" is \'The event: `webhook-id` of every attempt and redelivery.\'',
    );
    this.addSql('comment on column "webhook_deliveries"."event_type" is \'Type of the event.\'');
    this.addSql('comment on column "webhook_deliveries"."status" is \'How far it is.\'');
    this.addSql('comment on column "webhook_deliveries"."next_attempt_at" is \'When it is tried next.\'');
    this.addSql('comment on column "webhook_deliveries"."delivered_at" is \'When the receiver took it.\'');
    this.addSql(
      'comment on column "webhook_deliveries"."lease_until" is \'Until when a process works on it; then another may.\'',
    );
    this.addSql('comment on column "webhook_deliveries"."body" is \'What is sent, where it is no event of the log.\'');
    this.addSql(
      'create index "webhook_deliveries_organization_id_subscription_id_id_index" on "webhook_deliveries" ("organization_id", "subscription_id", "id")',
    );
    this.addSql(
      'create index "webhook_deliveries_due" on "webhook_deliveries" ("next_attempt_at") where "next_attempt_at" is not null',
    );
    this.addSql(
      'create index "webhook_deliveries_leased" on "webhook_deliveries" ("subscription_id") where "lease_until" is not null',
    );
    this.addSql(
      "alter table \"webhook_deliveries\" add constraint \"webhook_deliveries_status_check\" check (\"status\" in ('pending', 'delivered', 'retrying', 'failed'))",
    );
    this.addSql(
      'create table "webhook_attempts" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "delivery_id" uuid not null, "at" timestamptz(3) not null, "status_code" int null, "error" text null, "duration_ms" int not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "webhook_attempts" is \'One posting of a delivery.\'');
    this.addSql(
      'comment on column "webhook_attempts"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "webhook_attempts"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "webhook_attempts"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "webhook_attempts"."at" is \'When it began.\'');
    this.addSql('comment on column "webhook_attempts"."status_code" is \'What the receiver answered.\'');
    this.addSql('comment on column "webhook_attempts"."error" is \'Why there is no good answer, in a word.\'');
    this.addSql('comment on column "webhook_attempts"."duration_ms" is \'How long it took, in milliseconds.\'');
    this.addSql(
      'create index "webhook_attempts_organization_id_delivery_id_index" on "webhook_attempts" ("organization_id", "delivery_id")',
    );
    this.addSql(
      'alter table "integrations" add constraint "integrations_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "cycle_counts" add constraint "cycle_counts_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "orders" add constraint "orders_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "return_authorizations" add constraint "return_authorizations_organization_id_order_id_foreign" foreign key ("organization_id", "order_id") references "orders" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "return_authorizations" add constraint "return_authorizations_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "stock_transfers" add constraint "stock_transfers_organization_id_source_location_id_foreign" foreign key ("organization_id", "source_location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "stock_transfers" add constraint "stock_transfers_organization_id_destination_location_id_foreign" foreign key ("organization_id", "destination_location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "purchase_orders" add constraint "purchase_orders_organization_id_supplier_id_foreign" foreign key ("organization_id", "supplier_id") references "suppliers" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "purchase_orders" add constraint "purchase_orders_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "sessions" add constraint "sessions_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade',
    );
    this.addSql(
      'alter table "accounts" add constraint "accounts_user_id_foreign" foreign key ("user_id") references "users" ("id") on delete cascade',
    );
    this.addSql(
      'alter table "variants" add constraint "variants_organization_id_product_id_foreign" foreign key ("organization_id", "product_id") references "products" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "variants" add constraint "variants_organization_id_supplier_id_foreign" foreign key ("organization_id", "supplier_id") references "suppliers" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "forecasts" add constraint "forecasts_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "forecasts" add constraint "forecasts_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "stock_transfer_items" add constraint "stock_transfer_items_organization_id_transfer_id_foreign" foreign key ("organization_id", "transfer_id") references "stock_transfers" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "stock_transfer_items" add constraint "stock_transfer_items_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "reservations" add constraint "reservations_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "reservations" add constraint "reservations_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recipes" add constraint "recipes_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recipe_items" add constraint "recipe_items_organization_id_recipe_id_foreign" foreign key ("organization_id", "recipe_id") references "recipes" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "recipe_items" add constraint "recipe_items_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "purchase_order_items" add constraint "purchase_order_items_organization_id_purchase_order_id_foreign" foreign key ("organization_id", "purchase_order_id") references "purchase_orders" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "purchase_order_items" add constraint "purchase_order_items_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "production_batches" add constraint "production_batches_organization_id_recipe_id_foreign" foreign key ("organization_id", "recipe_id") references "recipes" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "production_batches" add constraint "production_batches_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "production_batches" add constraint "production_batches_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "production_batch_inputs" add constraint "production_batch_inputs_organization_id_batch_id_foreign" foreign key ("organization_id", "batch_id") references "production_batches" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "production_batch_inputs" add constraint "production_batch_inputs_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "order_items" add constraint "order_items_organization_id_order_id_foreign" foreign key ("organization_id", "order_id") references "orders" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "order_items" add constraint "order_items_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "lots" add constraint "lots_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "lots" add constraint "lots_organization_id_supplier_id_foreign" foreign key ("organization_id", "supplier_id") references "suppliers" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "stock_transfer_lots" add constraint "stock_transfer_lots_organization_id_item_id_foreign" foreign key ("organization_id", "item_id") references "stock_transfer_items" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "stock_transfer_lots" add constraint "stock_transfer_lots_organization_id_lot_id_foreign" foreign key ("organization_id", "lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "return_authorization_items" add constraint "return_authorization_items_organization_id_retur_5b5e3_foreign" foreign key ("organization_id", "return_authorization_id") references "return_authorizations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "return_authorization_items" add constraint "return_authorization_items_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "return_authorization_items" add constraint "return_authorization_items_organization_id_lot_id_foreign" foreign key ("organization_id", "lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "production_batch_outputs" add constraint "production_batch_outputs_organization_id_batch_id_foreign" foreign key ("organization_id", "batch_id") references "production_batches" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "production_batch_outputs" add constraint "production_batch_outputs_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "production_batch_outputs" add constraint "production_batch_outputs_organization_id_lot_id_foreign" foreign key ("organization_id", "lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "lot_uses" add constraint "lot_uses_organization_id_input_id_foreign" foreign key ("organization_id", "input_id") references "production_batch_inputs" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "lot_uses" add constraint "lot_uses_organization_id_lot_id_foreign" foreign key ("organization_id", "lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "lot_uses" add constraint "lot_uses_organization_id_output_lot_id_foreign" foreign key ("organization_id", "output_lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "lot_levels" add constraint "lot_levels_organization_id_lot_id_foreign" foreign key ("organization_id", "lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "lot_levels" add constraint "lot_levels_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "lot_levels" add constraint "lot_levels_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "ledger_entries" add constraint "ledger_entries_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "ledger_entries" add constraint "ledger_entries_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "ledger_entries" add constraint "ledger_entries_organization_id_lot_id_foreign" foreign key ("organization_id", "lot_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "inventory_policies" add constraint "inventory_policies_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "inventory_policies" add constraint "inventory_policies_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "inventory_levels" add constraint "inventory_levels_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "inventory_levels" add constraint "inventory_levels_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "demand_history" add constraint "demand_history_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "demand_history" add constraint "demand_history_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "cycle_count_items" add constraint "cycle_count_items_organization_id_count_id_foreign" foreign key ("organization_id", "count_id") references "cycle_counts" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "cycle_count_items" add constraint "cycle_count_items_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "waste_records" add constraint "waste_records_organization_id_variant_id_foreign" foreign key ("organization_id", "variant_id") references "variants" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "waste_records" add constraint "waste_records_organization_id_location_id_foreign" foreign key ("organization_id", "location_id") references "locations" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "waste_records" add constraint "waste_records_organization_id_lot_record_id_foreign" foreign key ("organization_id", "lot_record_id") references "lots" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "webhook_deliveries" add constraint "webhook_deliveries_organization_id_subscription_id_foreign" foreign key ("organization_id", "subscription_id") references "webhook_subscriptions" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "webhook_attempts" add constraint "webhook_attempts_organization_id_delivery_id_foreign" foreign key ("organization_id", "delivery_id") references "webhook_deliveries" ("organization_id", "id") on update no action on delete no action',
    );
  }
}
