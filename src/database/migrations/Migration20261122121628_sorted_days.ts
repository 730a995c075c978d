import { IndexMigration } from '../index-migration.ts';

export class Migration20261122121628_sorted_days extends IndexMigration {
  override up(): void {
    this.addSql(
      "create index stock_transfers_expected_order_index on stock_transfers (organization_id, coalesce(expected_on, '9999-12-31'::date), id)",
    );
    this.addSql(
      "create index purchase_orders_expected_order_index on purchase_orders (organization_id, coalesce(expected_on, '9999-12-31'::date), id)",
    );
    this.addSql(
      "create index lots_expiry_order_index on lots (organization_id, coalesce(expiry_date, '9999-12-31'::date), id)",
    );
  }
}
