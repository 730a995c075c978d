import type { ChangeSet } from '@mikro-orm/core';
import { z } from 'zod';
import { Order, OrderItem } from '../domain/orders.ts';
import { LowStockRow } from '../domain/planning/reports/low-stock.ts';
import { PurchaseOrder } from '../domain/purchase-orders.ts';
import { ENTRY_TYPES, LedgerEntry } from '../domain/stock/ledger.ts';
import { InventoryLevel } from '../domain/stock/levels.ts';
import { StockTransfer } from '../domain/stock-transfers.ts';
import { refuse } from '../kernel/errors.ts';
import { type Area, allows, type Caller } from '../kernel/operation.ts';
import { type Output, type Shape, shapeOf } from '../kernel/shape.ts';
import type { RecordClass } from '../kernel/unit.ts';
import { present, toSnake } from '../kernel/view.ts';
import type { EventData } from './log.ts';

/*
 * Every event of the service, in one table. Each row derives its events from the changes that a flush is about to commit.
 */

type Change = ChangeSet<object>;

const InventoryUpdatedData = z
  .object({
    inventoryLevel: z.unknown().meta({ entity: InventoryLevel, description: 'The level after the change.' }),
    changes: z
      .array(
        z
          .object({
            entryType: z
              .enum(ENTRY_TYPES)
              .meta({ id: 'LedgerEntryEntryType', description: 'Type of the ledger entry.' }),
            quantityChange: z.number().meta({ description: 'Signed effect on the quantity on hand.' }),
            referenceType: z.string().nullable().meta({ description: 'Type of the document that caused it.' }),
            referenceId: z.uuid().nullable().meta({ description: 'The document that caused it.' }),
          })
          .meta({ id: 'InventoryChange', description: 'A ledger entry behind a change of a level.' }),
      )
      .meta({ description: 'Empty if only reserved, on hold or incoming quantities changed.' }),
  })
  .meta({ id: 'InventoryUpdatedData', description: 'A level and its changes.' });

interface EventDeclaration {
  /** One sentence for both references. */
  summary: string;
  /** Whether it is one of the five that webhooks carry (docs/api.md, "Event types"). */
  webhook: boolean;
  /** Whoever may read this area may hear of it. */
  area: Area;
  /** What its data is. */
  data: Output;
  /** Derives the data of its events from a flush: one event per item. */
  from(changes: readonly Change[]): EventData[];
}

/** The resource as REST shows it. */
export const shown = (entity: RecordClass, record: object): EventData =>
  toSnake(shapeOf(entity))(present(shapeOf(entity), record)) as EventData;

/** A change of a level and the ledger entries that explain it: one event per level and transaction. */
function levelEvents(changes: readonly Change[], moved: boolean): EventData[] {
  const entries = Map.groupBy(
    changes
      .filter(change => change.entity instanceof LedgerEntry && change.type === 'create')
      .map(change => change.entity as LedgerEntry),
    entry => `${entry.variant.id} ${entry.location.id}`,
  );
  return changes.flatMap(({ entity }) => {
    if (!(entity instanceof InventoryLevel)) return [];
    const causes = entries.get(`${entity.variant.id} ${entity.location.id}`) ?? [];
    if (causes.length > 0 !== moved) return [];
    return [
      {
        inventory_level: shown(InventoryLevel, entity),
        changes: causes.map(cause => ({
          entry_type: cause.entryType,
          quantity_change: cause.quantityChange.toNumber(),
          reference_type: cause.referenceType,
          reference_id: cause.referenceId,
        })),
      },
    ];
  });
}

/** New records. */
const created =
  (entity: RecordClass) =>
  (changes: readonly Change[]): EventData[] =>
    changes
      .filter(change => change.entity instanceof entity && change.type === 'create')
      .map(change => shown(entity, change.entity));

/** Orders that change, by whether something of them is fulfilled, the last of it or a part. What is shown must be loaded whole by the command. */
const orders =
  (fulfilled: boolean) =>
  (changes: readonly Change[]): EventData[] => {
    const left = new Set(
      changes.flatMap(({ entity, type, payload }) =>
        entity instanceof OrderItem && type === 'update' && 'quantityFulfilled' in payload ? [entity.order.id] : [],
      ),
    );
    return changes
      .filter(({ entity, type }) => entity instanceof Order && type === 'update' && left.has(entity.id) === fulfilled)
      .map(({ entity }) => shown(Order, entity));
  };

/** Received documents, once per receipt. */
const received =
  (entity: RecordClass) =>
  (changes: readonly Change[]): EventData[] =>
    changes
      .filter(change => change.entity instanceof entity && change.type === 'update' && 'receipts' in change.payload)
      .map(change => shown(entity, change.entity));

export const EVENTS = {
  'inventory.updated': {
    summary: 'What is on hand of a variant at a location changed.',
    webhook: true,
    area: 'inventory',
    data: InventoryUpdatedData,
    from: changes => levelEvents(changes, true),
  },
  'inventory.level_changed': {
    summary: 'Only what is reserved, on hold or incoming changed.',
    webhook: false,
    area: 'inventory',
    data: InventoryUpdatedData,
    from: changes => levelEvents(changes, false),
  },
  'inventory.low_stock': {
    summary: 'Less became available of a variant at a location than its reorder point.',
    webhook: false,
    area: 'reports',
    data: LowStockRow,
    // Found when the changes of levels are given their positions: low-stock.ts.
    from: () => [],
  },
  'order.created': {
    summary: 'An order was created.',
    webhook: true,
    area: 'orders',
    data: Order,
    from: created(Order),
  },
  'order.fulfilled': {
    summary: 'An order was fulfilled, wholly or in part: its status tells which.',
    webhook: true,
    area: 'orders',
    data: Order,
    from: orders(true),
  },
  'order.updated': {
    summary: 'An order changed otherwise: reserved, cancelled, or pending again because its reservation expired.',
    webhook: false,
    area: 'orders',
    data: Order,
    from: orders(false),
  },
  'purchase_order.received': {
    summary: 'A purchase order was received, wholly or in part.',
    webhook: true,
    area: 'purchasing',
    data: PurchaseOrder,
    from: received(PurchaseOrder),
  },
  'transfer.received': {
    summary: 'A stock transfer was received, wholly or in part.',
    webhook: true,
    area: 'transfers',
    data: StockTransfer,
    from: received(StockTransfer),
  },
} satisfies { [type: string]: EventDeclaration };

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** The areas that events are of. */
export const EVENT_AREAS: readonly Area[] = [...new Set(Object.values(EVENTS).map(({ area }) => area))];

/**
 * The types of events that the caller may hear of: those of the areas that it may read. Refuses `insufficient_scope` for one that
 * was asked for by its name and may not be read, rather than leaving it out without a word.
 */
export function readableTypes({ scopes }: Pick<Caller, 'scopes'>, asked?: readonly EventType[]): readonly EventType[] {
  const readable = (type: EventType) => allows(scopes, `${EVENTS[type].area}:read`);
  const hidden = asked?.find(type => !readable(type));
  if (hidden) {
    const scope = `${EVENTS[hidden].area}:read`;
    refuse('insufficient_scope', `This key lacks the scope ${scope}, which ${hidden} needs.`, { details: { scope } });
  }
  return asked ?? EVENT_TYPES.filter(readable);
}

/** The shape of an event's data. */
export const dataOf = (type: EventType): Shape => shapeOf(EVENTS[type].data);
