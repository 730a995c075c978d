import { Migration } from '@mikro-orm/migrations';

const CREATED = /^create (unique )?index "?(\w+)"? on /;
const DROPPED = /^drop index /;

/**
 * A migration of indexes of tables that are in use. Each is built beside the work that goes on (`concurrently`), which is only possible
 * outside of a transaction. One that was cut off leaves behind half an index, so when it runs again each is built from nothing.
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
