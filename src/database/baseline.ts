import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';

/*
 * An empty database gets the tables of today at once, instead of one migration after the other: those lead here from
 * what earlier releases have left. Both give the same, except for the order of columns, which nothing goes by
 * (test/database/released.test.ts).
 */

/** What migrations do that entities cannot say. */
const BESIDES = `
alter table "ledger_entries" set (autovacuum_vacuum_insert_scale_factor = 0.02);

create table "migrations" ("id" serial primary key, "name" varchar(255) not null, "executed_at" timestamptz(6) not null default current_timestamp(6));`;

/**
 * MikroORM gives a column that several relations share the comment of the last one, and the foreign keys of a tenant's
 * table all share `organization_id`.
 */
export const SHARED = /^(comment on column "(\w+)"\."organization_id" is ).*?(;?)$/gm;

/** All tables, as SQL. */
export async function tablesSql(orm: MikroORM): Promise<string> {
  const declared = await orm.schema.getCreateSchemaSQL({ wrap: false });
  return `${declared.replace(SHARED, "$1'The organization that it belongs to.'$3").trim()}\n${BESIDES}`;
}

/** Whether there is nothing in it yet, be it somebody else's. */
export async function isEmpty(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S') limit 1`,
  );
  return rowCount === 0;
}

/** Makes the tables of an empty database, or none of them, and takes the migrations as done. */
export async function loadBaseline(client: pg.Client, orm: MikroORM, migrations: readonly string[]): Promise<void> {
  const done = migrations.map(name => `('${name}')`).join(', ');
  // One message of several statements is one transaction.
  await client.query(`${await tablesSql(orm)}\ninsert into migrations (name) values ${done}`);
}
