import type { EntityMetadata, MikroORM } from '@mikro-orm/postgresql';
import { options } from '../../mikro-orm.config.ts';
import { discover } from './discover.ts';

let discovered: MikroORM | undefined;

/** The metadata of all entities, discovered once per process because that takes a tenth of a second. */
export const discoveredEntities = async (): Promise<MikroORM> => (discovered ??= discover(options));

/** All tables. */
export const tablesOf = (orm: MikroORM): EntityMetadata[] =>
  [...orm.getMetadata().getAll().values()].filter(meta => !meta.abstract);
