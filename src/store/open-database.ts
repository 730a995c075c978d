import type { MikroORM } from '@mikro-orm/postgresql';
import type pg from 'pg';
import type { Database, Db, Vault } from '../kernel/unit.ts';

/** The open database of one process. */
export interface OpenDatabase extends Database {
  /** All organizations at once: for checking keys, following the log, delivering, pruning and verifying. */
  system: Db;
  systemPool: pg.Pool;
  /** The address to connect to as the system role, for LISTEN. */
  systemUrl: string;
  orm: MikroORM;
  vault: Vault;
  /** Called after each commit: something may be in the outbox. */
  onCommit(listener: () => void): void;
  close(): Promise<void>;
}
