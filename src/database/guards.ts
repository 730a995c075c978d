import type { EntityMetadata } from '@mikro-orm/core';
import pg from 'pg';
import type { RecordClass } from '../kernel/unit.ts';
import { searchedOf } from '../store/search-words.ts';
import { SNAPSHOTS } from '../store/snapshots.ts';
import { NAME_WORDS } from './name-words.ts';
import type { Role } from './roles.ts';
import { searchTriggers } from './search-triggers.ts';

/*
 * Grants and row-level security. They are generated from the entities, so that a new table is protected as soon as it
 * is declared, and applied again at any start that finds a difference.
 */

/** The rights of each role on a table. */
interface Rights {
  app: string;
  system: string;
}

const EVERYTHING = 'select, insert, update, delete';
/** Tables that belong to no organization: requests must not touch them. */
const OF_NOBODY: Rights = { app: '', system: EVERYTHING };
const OF_A_TENANT: Rights = { app: EVERYTHING, system: EVERYTHING };

const RIGHTS: { readonly [table: string]: Rights } = {
  // Append-only for everybody: docs/api.md, "The ledger".
  ledger_entries: { app: 'select, insert', system: 'select' },
  // The sequencer assigns positions and adds low-stock events; nobody rewrites the past. Old events are removed by
  // `prune_events`.
  events: { app: 'select, insert', system: 'select, insert, update (position, sequence)' },
  // Written by any start that finds the database restored.
  event_epochs: { app: 'select', system: 'select, insert, update' },
  // An organization can neither delete itself nor create others.
  organizations: { app: 'select, update', system: 'select, insert, update' },
};

/** The rights of both roles on this table; they have no others. */
const rightsOf = (meta: EntityMetadata): Rights =>
  RIGHTS[meta.tableName] ?? (tenantColumnOf(meta) ? OF_A_TENANT : OF_NOBODY);

/** A subselect is evaluated once per statement, not once per row: reports read 100,000 of them. */
const TENANT = "(select nullif(current_setting('app.organization_id', true), '')::uuid)";

export interface Roles {
  app: Role;
  system: Role;
}

const name = pg.escapeIdentifier;

/**
 * Creates the role, or sets its password. Plain CREATEROLE is enough: without further attributes a role has no other
 * powers.
 */
export const roleScript = (role: Role): string => `
do $$ begin
  create role ${name(role.name)} login;
exception when duplicate_object or unique_violation then null;
end $$;
do $$ begin
  alter role ${name(role.name)} with login password ${pg.escapeLiteral(role.password)};
exception when others then
  -- Another start may be doing the same at this moment.
  if sqlerrm not like '%concurrently updated%' then raise; end if;
end $$;`;

/**
 * The planner takes each organization to have a twentieth of a table. By the number of organizations it would take all
 * of them to be as small as the average of a thousand, where any index of an organization's rows seems as good as the
 * one that a row is looked up by: reserving an order of a large one then read 8,000 pages instead of 450. As if it had
 * all of a table, the planner would read that from end to end.
 */
const SHARES = 20;

/**
 * Tells the planner that the id of what a row refers to implies the organization. It takes them to be independent
 * otherwise, and expects of a place of one of a thousand organizations a thousandth of its levels: one, for which it
 * chooses nested loops that then run for each of hundreds.
 */
const impliedBy = (table: string, column: string) =>
  `create statistics if not exists ${name(`${table}_${column}_tenant`)} (dependencies) on organization_id, ${name(column)} from ${name(table)};`;

const idsOf = (meta: EntityMetadata): string[] =>
  meta.props.flatMap(({ fieldNames = [] }) =>
    fieldNames.filter(column => /_id$/.test(column) && column !== 'organization_id'),
  );

/** The owner is exempt from row-level security: otherwise only a superuser could make a dump. */
function tableGuards(meta: EntityMetadata, { app, system }: Roles): string {
  const table = name(meta.tableName);
  const tenantColumn = tenantColumnOf(meta);
  const rights = rightsOf(meta);
  const policies = tenantColumn
    ? `
alter table ${table} enable row level security;
alter table ${table} no force row level security;
drop policy if exists tenant on ${table};
create policy tenant on ${table} using (${tenantColumn} = ${TENANT}) with check (${tenantColumn} = ${TENANT});
drop policy if exists system on ${table};
create policy system on ${table} to ${name(system.name)} using (true) with check (true);`
    : '';
  const statistics =
    tenantColumn === 'organization_id'
      ? [
          `\nalter table ${table} alter column ${tenantColumn} set (n_distinct = ${SHARES});`,
          ...idsOf(meta).map(column => impliedBy(meta.tableName, column)),
        ].join('\n')
      : '';
  return `${policies}${statistics}
revoke all on ${table} from ${name(app.name)}, ${name(system.name)};${rights.app && `\ngrant ${rights.app} on ${table} to ${name(app.name)};`}
grant ${rights.system} on ${table} to ${name(system.name)};`;
}

const belonging = (role: string) => `
do $$ begin
  if not pg_has_role(current_user, ${pg.escapeLiteral(role)}, 'usage') then grant ${name(role)} to current_user; end if;
end $$;`;

/** Roles that were granted rights under another name of this database, or before role names contained it. */
const formerRoles = ({ app, system }: Roles) => `
do $$ declare former text; begin
  for former in
    select distinct r.rolname from pg_class c, aclexplode(c.relacl) a join pg_roles r on r.oid = a.grantee
    where c.relnamespace = 'public'::regnamespace and r.rolname ~ '^stockwright_(app|system)'
      and r.rolname not in (${pg.escapeLiteral(app.name)}, ${pg.escapeLiteral(system.name)})
  loop
    execute format('revoke all on all tables in schema public from %I', former);
    execute format('revoke all on all functions in schema public from %I', former);
    execute format('revoke all on schema public from %I', former);
  end loop;
end $$;`;

const functions = ({ app, system }: { app: string; system: string }, appName: string) => `
create or replace function oldest_change() returns timestamptz language sql stable security definer
set search_path = pg_catalog as $$
  select min(xact_start)
  from pg_stat_activity where datname = current_database() and usename = ${appName} and pid <> pg_backend_pid()
    and application_name <> '${SNAPSHOTS}'
$$;
comment on function oldest_change() is 'When the oldest transaction began that may still commit a change.';
grant execute on function oldest_change() to ${app}, ${system};
create or replace function event_head() returns bigint language sql stable security definer
set search_path = pg_catalog, public as $$
  select coalesce(max(position), 0) from event_heads where organization_id = ${TENANT}
$$;
comment on function event_head() is 'The last position given to an event of the organization in app.organization_id; events themselves are kept for 30 days only.';
revoke all on function event_head() from public;
grant execute on function event_head() to ${app};
drop function if exists provide_user(uuid, text, text, text, boolean);
grant select on migrations to ${system};
insert into event_heads (organization_id, position)
values ('00000000-0000-0000-0000-000000000000', 0) on conflict do nothing;
create or replace function prune_events(most integer) returns bigint language sql volatile security definer
set search_path = pg_catalog, public as $$
  with gone as (
    delete from events where ctid = any(array(
      select ctid from (
        select ctid, bool_and(occurred_at < now() - interval '30 days') over (partition by organization_id
            order by sequence) as is_past
        from (select ctid, organization_id, occurred_at, sequence from events where sequence is not null
            order by sequence limit most) first
      ) first where is_past)) returning 1
  )
  select count(*) from gone
$$;
comment on function prune_events(integer) is 'Removes events that are older than 30 days, of so many that are first in the log and up to the first younger one of their organization: the log keeps no gap. Answers how many; nobody may remove others.';
revoke all on function prune_events(integer) from public;
grant execute on function prune_events(integer) to ${system};
create or replace function analyze_grown() returns void language plpgsql volatile security definer
set search_path = pg_catalog as $$
declare grown regclass; begin
  for grown in select relid from pg_stat_user_tables
    where schemaname = 'public' and n_mod_since_analyze > 200 and n_mod_since_analyze > n_live_tup / 3 loop
    execute format('analyze (skip_locked) %s', grown);
  end loop;
end $$;
comment on function analyze_grown() is 'Tells the planner of tables that have grown by much since it was last told, ahead of the autovacuum: who fills an empty table would read all of it for each row.';
revoke all on function analyze_grown() from public;
grant execute on function analyze_grown() to ${system};`;

/**
 * All scripts except for the roles themselves, each to be run in a transaction of its own; safe to run again. Most lock
 * a table, and none more than a few: whoever held all of them at once would stop a busy service, and end in a deadlock.
 */
export function guardScripts(tables: readonly EntityMetadata[], roles: Roles): string[] {
  const [app, system] = [name(roles.app.name), name(roles.system.name)];
  return [
    formerRoles(roles),
    `grant usage on schema public to ${app}, ${system};`,
    // The owner needs to see when their transactions began, and prunes events on behalf of one of them.
    belonging(roles.app.name),
    belonging(roles.system.name),
    ...tables.map(meta => tableGuards(meta, roles)),
    functions({ app, system }, pg.escapeLiteral(roles.app.name)),
    NAME_WORDS,
    ...searchTriggers(searchedOf(tables.map(meta => meta.class as RecordClass))),
  ];
}

function tenantColumnOf(meta: EntityMetadata): string | undefined {
  if (meta.tableName === 'organizations') return 'id';
  if (meta.tableName === 'event_heads') return undefined;
  return 'organizationId' in meta.properties ? 'organization_id' : undefined;
}
