import { MikroORM, type Options } from '@mikro-orm/postgresql';
import { refusingDatabase } from '../store/reading.ts';

/**
 * Discovers the entities of these options. The result has no connection of its own; a transaction brings one. Not by
 * `MikroORM.init`, which loads every extension that is installed: from its package, and so all of MikroORM again.
 */
export const discover = (options: Options): MikroORM =>
  new MikroORM({
    ...options,
    dbName: 'stockwright',
    driverOptions: refusingDatabase() as never,
    connect: false,
    ensureDatabase: false,
  } as never);
