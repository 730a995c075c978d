import { Migration } from '@mikro-orm/migrations';

/**
 * Reports add up the ledger from an index alone, except for pages that were not vacuumed since something was written
 * there: those are fetched, which takes three times as long. By default a table that only grows is vacuumed again when
 * it has grown by a fifth.
 */
export class Migration20261123180600_ledger_vacuum extends Migration {
  override up(): void {
    this.addSql('alter table "ledger_entries" set (autovacuum_vacuum_insert_scale_factor = 0.02)');
  }
}
