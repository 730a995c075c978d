import { type RawBuilder, sql } from 'kysely';

/**
 * Placeholder for the caller's organization among a statement's values: the connection that runs it fills in its own.
 */
export const TENANT: unique symbol = Symbol('tenant');

/**
 * The condition that the rows of a table, by its alias, belong to the organization; an organization itself is known
 * by its `id`.
 */
export type Whose = (alias: string, column?: 'organization_id' | 'id') => RawBuilder<unknown>;

const conditions = new Map<string, RawBuilder<unknown>>();

/**
 * The condition that rows belong to the caller's organization. Every statement has it for every table of a tenant, in
 * each join and sub-select: row-level security filters the same, but the planner does not know its value, and a small
 * organization would be planned like the large one beside it. Statements for many organizations take their `Whose`
 * instead.
 */
export const ofTenant: Whose = (alias, column = 'organization_id') => {
  // As text: a name that Kysely takes apart costs it more each time a statement is put together.
  const name = `"${alias}"."${column}"`;
  let condition = conditions.get(name);
  if (!condition) conditions.set(name, (condition = sql`${sql.raw(name)} = ${TENANT}`));
  return condition;
};

/**
 * SQL text over rows of the requesting organization, called `alias`, naming it by its value in sub-selects too, as
 * `ofTenant` does.
 */
export const askedOf = (text: string, alias = 't'): RawBuilder<unknown> =>
  sql.join(
    text.split(`${alias}.organization_id`).map(part => sql.raw(part)),
    sql`${TENANT}`,
  );

/**
 * An array of the ids of the rows with these values in a column that is unique within an organization; one that no row
 * has is null there. Each value is looked up on its own beforehand, hidden from the planner: if other organizations
 * have the same SKU, barcode or number, the planner expects so many rows that it reads a whole list in order to find
 * the first ones.
 */
export const idsWith = (table: string, column: string, values: readonly unknown[]): RawBuilder<unknown> =>
  sql`array(select ${idWith(table, column, sql.raw('w.value'))} from unnest(${values}::text[]) as w (value))`;

/**
 * The id of the row with this value, likewise. Unlike the array it is planned once, not for each value, which took the
 * database three times as long for a single one.
 */
export function idWith(table: string, column: string, value: unknown): RawBuilder<unknown> {
  const key = `${table}.${column}`;
  let lookUp = lookUps.get(key);
  if (!lookUp) {
    const [rows, name] = [sql.raw(`"${table}" u`), sql.raw(`"u"."${column}"`)];
    lookUps.set(key, (lookUp = sql`select u.id from ${rows} where ${ofTenant('u')} and ${name} =`));
  }
  return sql`(${lookUp} ${value})`;
}

const lookUps = new Map<string, RawBuilder<unknown>>();

/** The rows of a table as something to select from, called `alias` or by the table's name. */
export type RowsOf = (table: string, alias?: string) => RawBuilder<unknown>;

const keyOf = (table: string) => (table === 'organizations' ? 'id' : 'organization_id');

/** Those of the organization that the connection serves. */
export const tenantsRows: RowsOf = (table, alias = table) =>
  sql`(select r.* from ${sql.table(table)} r
      where ${ofTenant('r', table === 'organizations' ? 'id' : 'organization_id')}) ${sql.ref(alias)}`;
/** Those of all organizations, for the operator. */
export const everyonesRows: RowsOf = (table, alias = table) => sql`${sql.table(table)} ${sql.ref(alias)}`;
/** The rows of some organizations, for work that goes through all of them. */
export const organizationsRows = (organizationIds: readonly string[]): RowsOf => {
  const [first, ...others] = organizationIds;
  const among = others.length > 0 ? sql`any(${organizationIds}::uuid[])` : sql`${first}`;
  return (table, alias = table) =>
    sql`(select r.* from ${sql.table(table)} r where r.${sql.ref(keyOf(table))} = ${among}) ${sql.ref(alias)}`;
};
