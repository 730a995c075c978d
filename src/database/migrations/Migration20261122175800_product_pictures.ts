import { Migration } from '@mikro-orm/migrations';

export class Migration20261122175800_product_pictures extends Migration {
  override up(): void {
    this.addSql(
      'create table "product_pictures" ("organization_id" uuid not null, "id" uuid not null, "created_at" timestamptz(3) not null, "updated_at" timestamptz(3) not null, "product_id" uuid not null, "url" varchar(200) not null, "content_type" text not null, "size" int not null, "width" int not null, "height" int not null, "sha256" varchar(64) not null, "content" bytea not null, primary key ("organization_id", "id"))',
    );
    this.addSql('comment on table "product_pictures" is \'The picture of a product. Its id is that of the product.\'');
    this.addSql('comment on column "product_pictures"."organization_id" is \'Its product.\'');
    this.addSql(
      'comment on column "product_pictures"."id" is \'Identifier: a UUIDv7, so ids sort by time of creation.\'',
    );
    this.addSql('comment on column "product_pictures"."created_at" is \'When the record was made.\'');
    this.addSql('comment on column "product_pictures"."updated_at" is \'When the record last changed.\'');
    this.addSql('comment on column "product_pictures"."product_id" is \'Its product.\'');
    this.addSql(
      'comment on column "product_pictures"."url" is \'Where it is, relative to this service. Another picture has another address.\'',
    );
    this.addSql('comment on column "product_pictures"."content_type" is \'Its format, as its bytes say.\'');
    this.addSql('comment on column "product_pictures"."size" is \'Its size in bytes.\'');
    this.addSql('comment on column "product_pictures"."width" is \'Its width in pixels.\'');
    this.addSql('comment on column "product_pictures"."height" is \'Its height in pixels.\'');
    this.addSql('comment on column "product_pictures"."sha256" is \'SHA-256 of its bytes, in hexadecimal.\'');
    this.addSql(
      'alter table "product_pictures" add constraint "product_pictures_organization_id_product_id_unique" unique ("organization_id", "product_id")',
    );
    this.addSql('alter table "import_rows" add "warnings" jsonb not null default \'[]\'');
    this.addSql('alter table "products" add "picture_url" varchar(200) null');
    this.addSql(
      'comment on column "products"."picture_url" is \'Where its picture is, relative to this service. Another picture has another address.\'',
    );
    this.addSql(
      'alter table "product_pictures" add constraint "product_pictures_organization_id_product_id_foreign" foreign key ("organization_id", "product_id") references "products" ("organization_id", "id") on update no action on delete no action',
    );
    this.addSql(
      'alter table "product_pictures" add constraint "product_pictures_content_type_check" check ("content_type" in (\'image/png\', \'image/jpeg\', \'image/webp\'))',
    );
  }
}
