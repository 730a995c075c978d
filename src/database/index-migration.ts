import { Migration } from '@mikro-orm/migrations';

const CREATED = /^create (unique )?index "?(\w+)"? on /;
const DROPPED = /^drop index /;

/** How long a migration waits for a table: requests that come meanwhile wait behind it. */
export const LOCK_MS = 1000;
/** Nobody waits behind those that are built and dropped concurrently: they may wait for others' transactions. */
const CONCURRENT_LOCK_MS = 60_000;

/**
 * A migration that adds indexes to existing tables. Each is built concurrently, which is only possible outside of a
 * transaction. An interrupted build leaves an invalid index behind, so a second run rebuilds each one from scratch.
 */
export abstract class IndexMigration extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override addSql(statement: string): void {
    const [, unique = '', name] = CREATED.exec(statement) ?? [];
    if (name) {
      this.#addConcurrent(`drop index concurrently if exists "${name}"`);
      this.#addConcurrent(statement.replace(CREATED, `create ${unique}index concurrently "${name}" on `));
    } else if (DROPPED.test(statement))
      this.#addConcurrent(statement.replace(DROPPED, 'drop index concurrently if exists '));
    else super.addSql(statement);
  }

  #addConcurrent(statement: string): void {
    super.addSql(`set lock_timeout = ${CONCURRENT_LOCK_MS}`);
    super.addSql(statement);
    super.addSql(`set lock_timeout = ${LOCK_MS}`);
  }
}
