import { Migration } from '@mikro-orm/migrations';

const CREATED = /^create (unique )?index "?(\w+)"? on /;
const DROPPED = /^drop index /;

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
    if (!name) return super.addSql(statement.replace(DROPPED, 'drop index concurrently if exists '));
    super.addSql(`drop index concurrently if exists "${name}"`);
    super.addSql(statement.replace(CREATED, `create ${unique}index concurrently "${name}" on `));
  }
}
