import { defineEntity, p } from '@mikro-orm/core';
import { type Quantity, quantity } from '../../kernel/quantity.ts';
import { belongsTo, TenantRecord } from '../../store/record.ts';
import { Location } from '../locations.ts';
import { Variant } from '../variants.ts';
import { Lot } from './lots.ts';

/** Goods of unknown cost leave before all others: their positions are lower by this much. */
const UNVALUED_FIRST = 2 ** 31;

const CostLayerSchema = defineEntity({
  name: 'CostLayer',
  tableName: 'cost_layers',
  extends: TenantRecord,
  comment:
    'Goods of one cost that came to a location together, and how much of them is left. They leave in the order of position; those of a lot-tracked variant leave with their lot.',
  indexes: [
    // The next layers to leave: one probe for each, however many there are.
    {
      name: 'cost_layers_left_index',
      expression:
        'create index cost_layers_left_index on cost_layers (organization_id, variant_id, location_id, "position", id) where quantity > 0',
    },
    {
      name: 'cost_layers_origin_index',
      expression:
        'create index cost_layers_origin_index on cost_layers (organization_id, origin_id) where origin_id is not null',
    },
  ],
  checks: [{ name: 'cost_layers_not_negative', expression: 'quantity >= 0 and value >= 0' }],
  properties: {
    variant: () => belongsTo(Variant, 'variant_id').comment('The variant.'),
    location: () => belongsTo(Location, 'location_id').comment('The location.'),
    lot: () => belongsTo(Lot, 'lot_id').nullable().comment('The lot that the goods belong to.'),
    position: p.integer().comment('Order in which the layers of a level leave: goods of unknown cost first.'),
    quantity: quantity().comment('Quantity left.'),
    value: quantity()
      .nullable()
      .comment(
        'What the rest of it cost by itself; null if that is not known. Under the average method the level says what it is worth.',
      ),
    originId: p.uuid().nullable().comment('Line of the purchase order that it was received for.'),
    quantitySold: quantity().comment('Quantity of it that went to customers, less what came back into it.'),
    quantityUsed: quantity().comment('Quantity of it that was used, wasted, lost or adjusted away.'),
  },
});
export class CostLayer extends CostLayerSchema.class {
  /** The position of a layer that came with this entry of its level. */
  static positionOf(sequence: number, isValued: boolean): number {
    return isValued ? sequence : sequence - UNVALUED_FIRST;
  }

  /** Sets its cost: from then on it leaves in its turn. */
  price(value: Quantity): void {
    this.value = value;
    this.position += UNVALUED_FIRST;
  }
}
CostLayerSchema.setClass(CostLayer);
