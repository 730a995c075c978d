import type { Options } from '@mikro-orm/postgresql';
import { FlushDriver } from './driver.ts';

/** How records are written, whichever entities a process has. */
export const WRITING: Options = {
  driver: FlushDriver,
  // Else FOR UPDATE would lock the rows that a locked row points at, and a warehouse would queue up.
  autoJoinRefsForFilters: false,
  // By default each field of each record becomes a getter and a setter of its own when it is first set. Nothing here
  // needs them: relations with an inverse side have accessors anyway.
  propagationOnPrototype: false,
  logger: () => undefined,
};
