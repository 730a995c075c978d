import type { ChangeSet } from '@mikro-orm/core';
import { Order, OrderItem } from '../domain/orders.ts';
import { PurchaseOrder } from '../domain/purchase-orders.ts';
import { LedgerEntry } from '../domain/stock/ledger.ts';
import { InventoryLevel } from '../domain/stock/levels.ts';
import { StockTransfer } from '../domain/stock-transfers.ts';
import { shapeOf } from '../kernel/shape.ts';
import type { RecordClass } from '../kernel/unit.ts';
import { present, type Row, toSnake } from '../kernel/view.ts';
import { lastState } from '../store/record.ts';
import type { EventData } from './log.ts';
import { type Deed, RESOURCES, type ResourceName } from './resources.ts';
import type { EventType } from './table.ts';

/*
 * The events of the changes that a flush is about to commit. An event carries the record as REST shows it, so a command
 * that changes a record must have loaded all of it, its lines included: presenting a list that was not loaded throws.
 */

type Change = ChangeSet<object>;

/** The data of a change's event. */
export interface NewEvent {
  type: EventType;
  data: EventData;
}

/** The resource as REST shows it. */
export const shown = (entity: RecordClass, record: object): EventData =>
  toSnake(shapeOf(entity))(present(shapeOf(entity), record)) as EventData;

const names = new Map<unknown, ResourceName>(
  Object.entries(RESOURCES).map(([name, { of }]) => [of, name as ResourceName]),
);

const DEED_OF: { readonly [type in Change['type']]?: Deed } = {
  create: 'created',
  update: 'updated',
  update_early: 'updated',
  delete: 'deleted',
  delete_early: 'deleted',
};

/** Every event of these changes: levels first, then the records in the order in which they are written. */
export function eventsOf(changes: readonly Change[]): NewEvent[] {
  const left = ordersWithLess(changes);
  return [...levelEvents(changes), ...changes.flatMap(change => recordEvents(change, left))];
}

/** The data of a record's events, computed once. */
function recordEvents({ entity, type, payload }: Change, left: ReadonlySet<string>): NewEvent[] {
  const name = names.get(entity.constructor);
  const deed = DEED_OF[type];
  if (!name || !deed) return [];
  const { of } = RESOURCES[name];
  const data = deed === 'deleted' ? removed(of, entity) : shown(of, entity);
  if (entity instanceof Order && deed === 'updated')
    return [{ type: left.has(entity.id) || 'closedAt' in payload ? 'order.fulfilled' : 'order.updated', data }];
  const isReceipt = deed === 'updated' && 'receipts' in payload;
  return [
    ...(isReceipt && entity instanceof PurchaseOrder ? [{ type: 'purchase_order.received' as const, data }] : []),
    ...(isReceipt && entity instanceof StockTransfer ? [{ type: 'transfer.received' as const, data }] : []),
    { type: `${name}.${deed}`, data },
  ];
}

function removed(of: RecordClass, record: object): EventData {
  const last = lastState(record);
  if (!last) throw new Error(`This ${of.name} was not removed with remove(), so its content is unknown.`);
  return toSnake(shapeOf(of))(last) as EventData;
}

/** The orders of which something was fulfilled, wholly or in part. */
const ordersWithLess = (changes: readonly Change[]): ReadonlySet<string> =>
  new Set(
    changes.flatMap(({ entity, type, payload }) =>
      entity instanceof OrderItem && type === 'update' && 'quantityFulfilled' in payload ? [entity.order.id] : [],
    ),
  );

/** A change of a level with the ledger entries that explain it: one event per level and transaction. */
function levelEvents(changes: readonly Change[]): NewEvent[] {
  const levels = changes.flatMap(({ entity }) => (entity instanceof InventoryLevel ? [entity] : []));
  if (levels.length === 0) return [];
  const place = ({ variant, location }: InventoryLevel | LedgerEntry) => `${variant.id} ${location.id}`;
  const entries = Map.groupBy(
    changes.flatMap(({ entity, type }) => (entity instanceof LedgerEntry && type === 'create' ? [entity] : [])),
    place,
  );
  const events = levels.map((level): NewEvent => {
    const causes = entries.get(place(level)) ?? [];
    return {
      type: causes.length > 0 ? 'inventory.updated' : 'inventory.level_changed',
      data: { inventory_level: shown(InventoryLevel, level), changes: causes.map(causeShown) },
    };
  });
  return events.sort((a, b) => (a.type === b.type ? 0 : a.type === 'inventory.updated' ? -1 : 1));
}

const causeShown = (cause: LedgerEntry): Row => ({
  entry_type: cause.entryType,
  quantity_change: cause.quantityChange.toNumber(),
  unit_cost: cause.unitCost?.toNumber() ?? null,
  value_change: cause.valueChange?.toNumber() ?? null,
  reference_type: cause.referenceType,
  reference_id: cause.referenceId,
});
