import { Migration } from '@mikro-orm/migrations';

export class Migration20261122054233_papers extends Migration {
  override up(): void {
    this.addSql('alter table "organizations" add "address" text null, add "logo" text null');
    this.addSql('comment on column "organizations"."address" is \'Postal address, as its papers show it.\'');
    this.addSql(
      'comment on column "organizations"."logo" is \'Picture on its papers: a PNG or JPEG as a `data:` address.\'',
    );
  }
}
