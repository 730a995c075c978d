import type { MikroORM } from '@mikro-orm/postgresql';
import { loadModule, parseSync } from 'libpg-query';

/*
 * Parses statements as PostgreSQL does, and finds those that access a tenant's table without naming the tenant:
 * docs/architecture.md, "Tenants". At each level of a statement (each sub-select is one), a table's `organization_id`
 * must equal a value or a column of the outer level, directly or through other tables of the same level. Row-level
 * security would hide the other tenants' rows anyway, but no plan can rely on that.
 */

interface Node {
  [key: string]: unknown;
}

/** The column with the tenant of a row, by table. */
export type TenantColumns = ReadonlyMap<string, string>;

export function tenantColumns(orm: MikroORM): TenantColumns {
  const tables = [...orm.getMetadata().getAll().values()].filter(meta => !meta.abstract);
  return new Map([
    ['organizations', 'id'],
    ...tables
      .filter(meta => 'organizationId' in meta.properties)
      .map(meta => [meta.tableName, 'organization_id'] as const),
  ]);
}

/** The statements that access a tenant's table without naming the tenant, each with these tables. */
export async function withoutTenant(
  statements: Iterable<string>,
  columns: TenantColumns,
): Promise<{ tables: string[]; text: string }[]> {
  await loadModule();
  return [...statements].flatMap(text => {
    const tables: string[] = [];
    visit(parseSync(text), new Set(), { columns, report: table => tables.push(table) });
    return tables.length > 0 ? [{ tables, text: text.replace(/\s+/g, ' ').trim() }] : [];
  });
}

/** A source's tenant column, or a value. */
type Standing = string | symbol;
const VALUE = Symbol('a value');

interface Checking {
  columns: TenantColumns;
  report(table: string): void;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;
const listOf = (value: unknown): Node[] => (Array.isArray(value) ? value.filter(isNode) : []);

/** Visits every level of a statement, each with the names of the WITH queries in scope. */
function visit(value: unknown, named: ReadonlySet<string>, checking: Checking): void {
  if (Array.isArray(value)) {
    for (const each of value) visit(each, named, checking);
    return;
  }
  if (!isNode(value)) return;
  const withQueries = listOf((value['withClause'] as Node | undefined)?.['ctes']).map(
    each => (each['CommonTableExpr'] as Node)['ctename'] as string,
  );
  const seen = withQueries.length > 0 ? new Set([...named, ...withQueries]) : named;
  if ('fromClause' in value || 'usingClause' in value || 'whereClause' in value || 'relation' in value)
    checkLevel(value, seen, checking);
  for (const each of Object.values(value)) visit(each, seen, checking);
}

interface Source {
  alias: string;
  /** The tenant's table, if it is one. */
  table?: string;
}

/** One SELECT, UPDATE, DELETE or INSERT, without its sub-selects. */
function checkLevel(level: Node, named: ReadonlySet<string>, { columns, report }: Checking): void {
  // An ON CONFLICT or an index also has a where clause, but no tables of its own.
  const isInsert = 'cols' in level || 'selectStmt' in level;
  const target = isNode(level['relation']) && 'relname' in level['relation'] ? level['relation'] : undefined;
  if (isInsert && target) {
    const names = listOf(level['cols']).map(each => (each['ResTarget'] as Node)['name']);
    const column = columns.get(target['relname'] as string);
    if (column !== undefined && !names.includes(column)) report(target['relname'] as string);
    return;
  }
  const sources: Source[] = [];
  const conditions: Node[] = [];
  const joinedUsing: string[][] = [];

  const addTable = (table: Node) => {
    const name = table['relname'] as string;
    const alias = ((table['alias'] as Node | undefined)?.['aliasname'] as string | undefined) ?? name;
    const isTenants = columns.has(name) && !named.has(name) && table['schemaname'] === undefined;
    sources.push({ alias, ...(isTenants && { table: name }) });
  };
  const addFrom = (from: Node): string[] => {
    const before = sources.length;
    if (isNode(from['RangeVar'])) addTable(from['RangeVar']);
    else if (isNode(from['JoinExpr'])) {
      const { larg, rarg, quals, usingClause } = from['JoinExpr'];
      const [left, right] = [addFrom(larg as Node), addFrom(rarg as Node)];
      if (isNode(quals)) conditions.push(quals);
      const using = listOf(usingClause).map(each => (each['String'] as Node)['sval']);
      if (using.includes('organization_id')) joinedUsing.push([...left, ...right]);
    } else {
      const inner = Object.values(from)[0];
      const alias = isNode(inner) && (inner['alias'] as Node | undefined)?.['aliasname'];
      if (typeof alias === 'string') sources.push({ alias });
    }
    return sources.slice(before).map(({ alias }) => alias);
  };
  if (target) addTable(target);
  for (const from of [...listOf(level['fromClause']), ...listOf(level['usingClause'])]) addFrom(from);
  if (isNode(level['whereClause'])) conditions.push(level['whereClause']);

  const tables = sources.filter(({ table }) => table !== undefined);
  if (tables.length === 0) return;
  const byAlias = new Map(sources.map(source => [source.alias, source]));

  /** The source whose tenant column this expression is. A value, or a column of an outer level, is an anchor. */
  const standing = (expression: unknown): Standing | undefined => {
    if (!isNode(expression)) return undefined;
    if ('ParamRef' in expression || 'A_Const' in expression || 'SubLink' in expression) return VALUE;
    if (isNode(expression['TypeCast'])) return standing(expression['TypeCast']['arg']);
    if (!isNode(expression['ColumnRef'])) return undefined;
    const names = listOf(expression['ColumnRef']['fields']).map(each => (each['String'] as Node | undefined)?.['sval']);
    const column = names.at(-1) as string | undefined;
    const source = names.length > 1 ? byAlias.get(names.at(-2) as string) : tables.length === 1 ? tables[0] : undefined;
    if (names.length > 1 && !source) return VALUE;
    if (!source) return undefined;
    const tenantColumn = source.table === undefined ? 'organization_id' : columns.get(source.table);
    return column === tenantColumn ? source.alias : undefined;
  };

  const links: [Standing, Standing][] = joinedUsing.flatMap(aliases =>
    aliases.slice(1).map((alias): [Standing, Standing] => [aliases[0]!, alias]),
  );
  for (const condition of conditions.flatMap(conjuncts)) {
    const comparison = condition['A_Expr'];
    if (!isNode(comparison) || operatorOf(comparison) !== '=') continue;
    const { lexpr, rexpr, kind } = comparison as { lexpr: Node; rexpr: Node; kind: string };
    if (kind === 'AEXPR_IN') links.push(...rowLinks(lexpr, standing));
    if (kind !== 'AEXPR_OP') continue;
    const [left, right] = [standing(lexpr), standing(rexpr)];
    if (left !== undefined && right !== undefined) links.push([left, right]);
  }

  const anchored = new Set<Standing>([VALUE]);
  for (let size = 0; size !== anchored.size; ) {
    size = anchored.size;
    for (const [left, right] of links) {
      if (anchored.has(left)) anchored.add(right);
      else if (anchored.has(right)) anchored.add(left);
    }
  }
  for (const { alias, table } of tables)
    if (!anchored.has(alias)) report(alias === table ? alias : `${table} ${alias}`);
}

/** `(organization_id, id) in ((…), (…))`. */
function rowLinks(left: Node, standing: (expression: unknown) => Standing | undefined): [Standing, Standing][] {
  const parts = isNode(left['RowExpr']) ? listOf(left['RowExpr']['args']) : [];
  return parts.flatMap(part => {
    const alias = standing(part);
    return alias === undefined ? [] : [[alias, VALUE] as [string, symbol]];
  });
}

const operatorOf = (comparison: Node): unknown =>
  (listOf(comparison['name'])[0]?.['String'] as Node | undefined)?.['sval'];

/** The parts of a condition that is a conjunction. */
function conjuncts(condition: Node): Node[] {
  const both = condition['BoolExpr'];
  return isNode(both) && both['boolop'] === 'AND_EXPR' ? listOf(both['args']).flatMap(conjuncts) : [condition];
}
