import { Migration } from '@mikro-orm/migrations';

export class Migration20261122050739_product_references extends Migration {
  override up(): void {
    this.addSql('alter table "products" add "reference" varchar(100) null');
    this.addSql('comment on column "products"."reference" is \'Your own reference, unique in the organization.\'');
    this.addSql(
      'alter table "products" add constraint "products_organization_id_reference_unique" unique ("organization_id", "reference")',
    );
  }
}
