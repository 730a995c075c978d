import { type EntityMetadata, MikroORM } from '@mikro-orm/postgresql';
import { options } from '../../mikro-orm.config.ts';
import { withoutReturnedColumns } from '../internals/mikro-orm.ts';
import { refusingDatabase } from '../store/connections.ts';

let discovered: Promise<MikroORM> | undefined;

/**
 * The metadata of all entities, discovered once per process because that takes a tenth of a second. It has no
 * connection of its own; a transaction brings one.
 */
export const discoveredEntities = (): Promise<MikroORM> => {
  discovered ??= discover();
  return discovered;
};

async function discover(): Promise<MikroORM> {
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

/** All tables. */
export const tablesOf = (orm: MikroORM): EntityMetadata[] =>
  [...orm.getMetadata().getAll().values()].filter(meta => !meta.abstract);
