import { Migration } from '@mikro-orm/migrations';

export class Migration20261122061436_insight_marks extends Migration {
  override up(): void {
    this.addSql(
      'create table "insight_marks" ("organization_id" uuid not null, "insight_id" uuid not null, "status" text not null, "until" timestamptz(3) null, "severity" text not null, "urgency" double precision not null, "actor" varchar(260) not null, "marked_at" timestamptz(3) not null, primary key ("organization_id", "insight_id"))',
    );
    this.addSql(
      'comment on table "insight_marks" is \'That an insight was dismissed or snoozed, by whom, and how urgent it was then.\'',
    );
    this.addSql('comment on column "insight_marks"."insight_id" is \'The insight.\'');
    this.addSql('comment on column "insight_marks"."status" is \'What was decided.\'');
    this.addSql('comment on column "insight_marks"."until" is \'Until when it is snoozed.\'');
    this.addSql('comment on column "insight_marks"."severity" is \'Its severity then.\'');
    this.addSql('comment on column "insight_marks"."urgency" is \'What was at stake then.\'');
    this.addSql('comment on column "insight_marks"."actor" is \'Who decided.\'');
    this.addSql('comment on column "insight_marks"."marked_at" is \'When.\'');
    this.addSql(
      'alter table "insight_marks" add constraint "insight_marks_status_check" check ("status" in (\'snoozed\', \'dismissed\'))',
    );
    this.addSql(
      'alter table "insight_marks" add constraint "insight_marks_severity_check" check ("severity" in (\'critical\', \'warning\', \'info\'))',
    );
  }
}
