import { Migration } from '@mikro-orm/migrations';

export class Migration20261122122213_traces extends Migration {
  override up(): void {
    this.addSql('alter table "events" add "trace_parent" varchar(55) null');
    this.addSql(
      'comment on column "events"."trace_parent" is \'The trace that it happened in, for its deliveries: W3C Trace Context.\'',
    );
  }
}
