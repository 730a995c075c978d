import { Migration } from '@mikro-orm/migrations';

export class Migration20261122001743_invitations extends Migration {
  override up(): void {
    this.addSql(
      'alter table "members" add "accepted_at" timestamptz(3) null, add "invitation_expires_at" timestamptz(3) null, add "invitation_hash" varchar(64) null',
    );
    this.addSql(
      'comment on column "members"."accepted_at" is \'When the person accepted. Until then the membership counts for nothing.\'',
    );
    this.addSql(
      'comment on column "members"."invitation_expires_at" is \'Until when the outstanding invitation may be accepted.\'',
    );
    this.addSql('alter table "members" alter column "user_id" drop not null');
    this.addSql('comment on column "members"."email" is \'The address that the person was invited by.\'');
    // Whom the person was first invited by they have accepted, by signing in with what that organization handed out. The other
    // organizations never handed them anything: they invite anew. The owner of a table is bound by its forced policies.
    this.addSql('alter table "members" no force row level security');
    this.addSql(`update members m set accepted_at = m.created_at from users u
      where u.id = m.user_id and m.created_at < u.created_at + interval '1 minute'
        and m.id = (select first.id from members first where first.user_id = u.id order by first.id limit 1)`);
    this.addSql('update members set user_id = null where accepted_at is null');
    this.addSql('alter table "members" force row level security');
    this.addSql('create index "members_invitation_hash_index" on "members" ("invitation_hash")');
    this.addSql(
      'alter table "members" add constraint "members_organization_id_email_unique" unique ("organization_id", "email")',
    );
    this.addSql(
      'comment on table "members" is \'A person who may sign in to the web app and act for the organization, from when they accepted its invitation.\'',
    );
    this.addSql('alter table "users" drop constraint "users_email_unique"');
    this.addSql('alter table "users" add "login" varchar(320), add "one_time_until" timestamptz(3) null');
    this.addSql(
      'update "users" set "login" = id || \'@accounts.invalid\', "one_time_until" = case when must_change_password then now() + interval \'7 days\' end',
    );
    this.addSql('alter table "users" alter column "login" set not null');
    this.addSql(
      'comment on column "users"."login" is \'What the library of sessions knows the account by; nobody types it.\'',
    );
    this.addSql('comment on column "users"."one_time_until" is \'Until when a one-time password is good.\'');
    this.addSql('comment on column "users"."email" is \'What the person types to sign in.\'');
    this.addSql('alter table "users" add constraint "users_login_unique" unique ("login")');
    this.addSql('create index "users_email_index" on "users" ("email")');
    this.addSql(
      'comment on table "users" is \'An account of a person who can sign in. Addresses are never proven, so several accounts may have the same one.\'',
    );
  }
}
