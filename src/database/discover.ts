import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { refusingDatabase } from '../store/reading.ts';

/** Discovers the entities of these options. The result has no connection of its own; a transaction brings one. */
export const discover = (options: Options): Promise<MikroORM> =>
  MikroORM.init({
    ...options,
    dbName: 'stockwright',
    driverOptions: refusingDatabase() as never,
    connect: false,
    ensureDatabase: false,
  } as never);
