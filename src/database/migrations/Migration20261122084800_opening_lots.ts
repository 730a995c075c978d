import { Migration } from '@mikro-orm/migrations';

/**
 * The entries that gave stock its opening value told nothing of its lots, so no lot was worth anything by average. Each gets a parcel for
 * every lot that was there then, at the cost that all of them got.
 */
const PARCELS = `
  update ledger_entries o set parcels = s.parcels
  from (
    select e.organization_id, e.id, jsonb_agg(jsonb_build_object('quantity', l.quantity, 'value', round(l.quantity * e.unit_cost, 4), 'lotId', l.lot_id) order by l.lot_id) as parcels
    from ledger_entries e cross join lateral (
      select b.lot_id, sum(b.quantity_change) as quantity from ledger_entries b
      where b.organization_id = e.organization_id and b.variant_id = e.variant_id and b.location_id = e.location_id and b.sequence < e.sequence and b.lot_id is not null
      group by b.lot_id having sum(b.quantity_change) > 0) l
    where e.entry_type = 'cost_adjustment' and e.note = 'Opening value' and e.actor = 'system' and e.lot_id is null and e.parcels is null
    group by e.organization_id, e.id) s
  where o.organization_id = s.organization_id and o.id = s.id`;

export class Migration20261122084800_opening_lots extends Migration {
  override up(): void {
    // Its owner reads and writes it here, whichever role migrates.
    this.addSql('alter table ledger_entries no force row level security');
    this.addSql(PARCELS);
    this.addSql('alter table ledger_entries force row level security');
  }
}
