import { Migration } from '@mikro-orm/migrations';

export class Migration20261122053414_event_epochs extends Migration {
  override up(): void {
    this.addSql(
      'create table "event_epochs" ("id" serial primary key, "epoch" varchar(8) not null, "place" text not null)',
    );
    this.addSql(
      'comment on table "event_epochs" is \'Which life of the log this is, in one row: a restored database begins another.\'',
    );
    this.addSql(
      'comment on column "event_epochs"."place" is \'Where the epoch was named: server, timeline and table.\'',
    );
  }
}
