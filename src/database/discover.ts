import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { withoutReturnedColumns } from '../internals/mikro-orm.ts';
import { refusingDatabase } from '../store/reading.ts';

/** Discovers the entities of these options. The result has no connection of its own; a transaction brings one. */
export async function discover(options: Options): Promise<MikroORM> {
  const orm = await MikroORM.init({
    ...options,
    dbName: 'stockwright',
    driverOptions: refusingDatabase() as never,
    connect: false,
    ensureDatabase: false,
  } as never);
  withoutReturnedColumns(orm);
  return orm;
}
