import { Migration } from '@mikro-orm/migrations';

export class Migration20261122002239_replaced_secrets_and_signed_bytes extends Migration {
  override up(): void {
    this.addSql('alter table "integration_messages" add "body_hash" varchar(64) null');
    this.addSql(
      'comment on column "integration_messages"."body_hash" is \'SHA-256 of the signed bytes: neither topic nor id is signed, so a repeat is known by these too.\'',
    );
    this.addSql(
      'alter table "integration_messages" add constraint "integration_messages_signed_bytes" unique ("organization_id", "integration_id", "body_hash")',
    );
    this.addSql('alter table "webhook_subscriptions" add "sealed_between" jsonb null');
    this.addSql(
      'comment on column "webhook_subscriptions"."rotates_at" is \'After a rotation: until when the oldest secret signs. X-Service-Signature then changes to the next.\'',
    );
  }
}
