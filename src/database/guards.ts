import { createHash } from 'node:crypto';
import type { EntityMetadata } from '@mikro-orm/core';
import { StartFailure } from '../config.ts';
import { NAME_WORDS } from './name-words.ts';

/*
 * Who may see and do what, said to PostgreSQL itself. Written anew from the entities at every migration, so a new table is
 * guarded by being declared.
 */

/** Serves requests: sees one organization at a time, the one in `app.organization_id`, and without one nothing. */
export const APP_ROLE = 'stockwright_app';
/** Serves all organizations: checks keys, sequences events, delivers webhooks, prunes, verifies. */
export const SYSTEM_ROLE = 'stockwright_system';

/** Tables that may only be inserted into: docs/api.md, "The ledger" and docs/api.md, "The event log". */
const APPEND_ONLY = new Set(['ledger_entries', 'events']);

/** A subselect, so that it is worked out once per statement and not once per row: reports read 100,000 of them. */
const TENANT = "(select nullif(current_setting('app.organization_id', true), '')::uuid)";

/**
 * A role's password follows from the owner's, so that every process knows it and nobody has to keep it; where the owner needs none
 * (peer, certificate, .pgpass), from the first of SECRETS_KEY. Throws StartFailure where there is neither: what follows from nothing, everybody knows.
 */
export function rolePassword(role: string, ownerUrl: string, secretsKeys: readonly string[] = []): string {
  const root = new URL(ownerUrl).password || secretsKeys[0];
  if (!root)
    throw new StartFailure(
      'DATABASE_URL has no password, so SECRETS_KEY must be set: secrets and roles follow from one of them.',
    );
  return createHash('sha256').update(`${role} of ${root}`).digest('hex');
}

const role = (name: string, password: string) => `
do $$ begin
  create role ${name} login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  alter role ${name} with login nosuperuser nocreatedb nocreaterole nobypassrls password '${password}';
exception when others then
  -- Another start may be doing the same at this moment.
  if sqlerrm not like '%concurrently updated%' then raise; end if;
end $$;
grant usage on schema public to ${name};`;

function tableGuards(table: string, tenantColumn: string | undefined): string {
  const write = APPEND_ONLY.has(table) ? 'select, insert' : 'select, insert, update, delete';
  const policies = tenantColumn
    ? `
alter table ${table} enable row level security;
alter table ${table} force row level security;
drop policy if exists tenant on ${table};
create policy tenant on ${table} using (${tenantColumn} = ${TENANT}) with check (${tenantColumn} = ${TENANT});
drop policy if exists system on ${table};
create policy system on ${table} to ${SYSTEM_ROLE} using (true) with check (true);
revoke all on ${table} from ${APP_ROLE};
grant ${write} on ${table} to ${APP_ROLE};`
    : '';
  return `${policies}
grant select, insert, update, delete on ${table} to ${SYSTEM_ROLE};`;
}

const FUNCTIONS = `
create or replace function oldest_change() returns timestamptz language sql stable security definer set search_path = pg_catalog as $$
  select min(xact_start) from pg_stat_activity where datname = current_database() and usename = '${APP_ROLE}' and pid <> pg_backend_pid()
$$;
comment on function oldest_change() is 'When the oldest transaction began that may still commit a change.';
grant execute on function oldest_change() to ${APP_ROLE}, ${SYSTEM_ROLE};
drop function if exists provide_user(uuid, text, text, text, boolean);
grant select on migrations to ${SYSTEM_ROLE};
insert into event_heads (organization_id, position) values ('00000000-0000-0000-0000-000000000000', 0) on conflict do nothing;`;

/** The whole guard as one script; safe to run again. */
export function guardScript(
  tables: readonly EntityMetadata[],
  ownerUrl: string,
  secretsKeys?: readonly string[],
): string {
  return [
    role(APP_ROLE, rolePassword(APP_ROLE, ownerUrl, secretsKeys)),
    role(SYSTEM_ROLE, rolePassword(SYSTEM_ROLE, ownerUrl, secretsKeys)),
    `do $$ begin grant ${APP_ROLE}, ${SYSTEM_ROLE} to current_user; exception when others then null; end $$;`,
    ...tables.map(meta => tableGuards(meta.tableName, tenantColumnOf(meta))),
    FUNCTIONS,
    NAME_WORDS,
  ].join('\n');
}

function tenantColumnOf(meta: EntityMetadata): string | undefined {
  if (meta.tableName === 'organizations') return 'id';
  if (meta.tableName === 'event_heads') return undefined;
  return 'organizationId' in meta.properties ? 'organization_id' : undefined;
}
