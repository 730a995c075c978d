import DataLoader from 'dataloader';
import { sql } from 'kysely';
import { NEWEST_FIRST } from '../kernel/page.ts';
import type { Field, Shape } from '../kernel/shape.ts';
import type { Db } from '../kernel/unit.ts';
import type { Row } from '../kernel/view.ts';
import { readOwned, readRows } from '../store/rows.ts';
import type { Budget } from './budget.ts';

/** One statement per kind of nested field and level of a request, however long the lists are. Created per request. */
export interface Loaders {
  byId(shape: Shape): DataLoader<string, Row | null>;
  /** The rows that a record owns, such as the items of an order. */
  owned(field: Field): DataLoader<string, Row[]>;
  /** The records whose field of this name points to it, such as the levels of a variant. */
  pointing(shape: Shape, pointer: string): DataLoader<string, Row[]>;
  /** Any other batch, by a name of its own. */
  batch<V>(
    name: string,
    load: (db: Db, ids: readonly string[]) => Promise<Map<string, V>>,
    missing: V,
  ): DataLoader<string, V>;
}

/**
 * The loaders of one document: what its fields ask for in one turn is read by one statement each. A list of more rows
 * than the budget has nodes left is refused.
 */
export function loadersOver(db: Db, budget: Budget): Loaders {
  const made = new Map<unknown, Map<string, DataLoader<string, never>>>();

  function loader<V>(
    of: unknown,
    by: string,
    load: (ids: readonly string[]) => Promise<Map<string, V>>,
    missing: V,
  ): DataLoader<string, V> {
    const others = made.get(of) ?? new Map<string, DataLoader<string, never>>();
    made.set(of, others);
    const known = others.get(by);
    if (known) return known as DataLoader<string, V>;
    const fresh = new DataLoader<string, V>(async ids => {
      const found = await load(ids);
      return ids.map(id => found.get(id) ?? missing);
    });
    others.set(by, fresh as never);
    return fresh;
  }

  return {
    byId: shape =>
      loader<Row | null>(
        shape,
        'id',
        async ids =>
          new Map(
            (await readRows(db, shape, [sql`t.id = any(${ids})`], { owned: false })).map(row => [
              row['id'] as string,
              row,
            ]),
          ),
        null,
      ),
    owned: field =>
      loader(
        field,
        'owner',
        async ids => {
          const rows = await readOwned(db, field, ids, budget.left + 1);
          budget.takeRows([...rows.values()].flat());
          return rows;
        },
        [],
      ),
    pointing: (shape, pointer) =>
      loader(
        shape,
        pointer,
        async ids => {
          const { column } = shape.fields.find(({ name }) => name === pointer)!;
          const rows = await readRows(db, shape, [sql`${sql.ref(`t.${column}`)} = any(${ids})`], {
            owned: false,
            order: NEWEST_FIRST,
            limit: budget.left + 1,
          });
          return Map.groupBy(budget.takeRows(rows), row => row[pointer] as string);
        },
        [],
      ),
    batch(name, load, missing) {
      return loader(
        'batch',
        name,
        ids => {
          budget.takeFigures(name, ids.length);
          return load(db, ids);
        },
        missing,
      );
    },
  };
}
