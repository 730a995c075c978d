import { Migration } from '@mikro-orm/migrations';

export class Migration20261122155301_strict_gtin extends Migration {
  override up(): void {
    this.addSql('alter table "organizations" add "strict_gtin" boolean not null default false');
    this.addSql(
      'comment on column "organizations"."strict_gtin" is \'Whether a barcode of 8, 12, 13 or 14 digits must have the check digit of a GTIN.\'',
    );
  }
}
