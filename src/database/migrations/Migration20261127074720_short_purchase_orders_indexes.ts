import { IndexMigration } from '../index-migration.ts';

export class Migration20261127074720_short_purchase_orders_indexes extends IndexMigration {
  override up(): void {
    this.addSql(
      'create index purchase_order_items_short on purchase_order_items (organization_id, purchase_order_id) where quantity_received < quantity',
    );
  }
}
