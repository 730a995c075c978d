import { z } from 'zod';
import { Order } from '../domain/orders.ts';
import { LowStockRow } from '../domain/planning/reports/low-stock.ts';
import { PurchaseOrder } from '../domain/purchase-orders.ts';
import { ENTRY_TYPES } from '../domain/stock/ledger.ts';
import { InventoryLevel } from '../domain/stock/levels.ts';
import { StockTransfer } from '../domain/stock-transfers.ts';
import type { Area } from '../kernel/areas.ts';
import { refuse } from '../kernel/errors.ts';
import { allows, type Caller } from '../kernel/operation.ts';
import { type Output, type Shape, shapeOf } from '../kernel/shape.ts';
import { inWords } from '../store/record.ts';
import { DEEDS, type Deed, RESOURCES, type ResourceName } from './resources.ts';

/*
 * Every event of the service, in one table.
 */

const PAST_TENSE: { readonly [deed in Deed]: string } = { created: 'created', updated: 'changed', deleted: 'removed' };

const sentenceStart = (noun: string) => `${/^[aeiou]/.test(noun) ? 'An' : 'A'} ${noun}`;

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
            unitCost: z.number().nullable().meta({ description: 'Cost of one unit moved; null if not known.' }),
            valueChange: z.number().nullable().meta({ description: 'Signed effect on the value; null if not known.' }),
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
  /** The area whose readers may receive it. */
  area: Area;
  /** The shape of its data. */
  data: Output;
}

/** The events of every resource: docs/api.md, "Event types". */
export const RESOURCE_EVENTS = Object.fromEntries(
  Object.entries(RESOURCES).flatMap(([name, { of, area }]) =>
    DEEDS.map((deed): [string, EventDeclaration] => [
      `${name}.${deed}`,
      { summary: `${sentenceStart(inWords(of.name))} was ${PAST_TENSE[deed]}.`, webhook: false, area, data: of },
    ]),
  ),
) as { [type in `${ResourceName}.${Deed}`]: EventDeclaration };

/** Events with a meaning of their own; changes.ts decides when they occur. */
const special = {
  'inventory.updated': {
    summary: 'The quantity on hand of a variant at a location changed.',
    webhook: true,
    area: 'inventory',
    data: InventoryUpdatedData,
  },
  'inventory.level_changed': {
    summary: 'Only the reserved, on-hold or incoming quantity changed.',
    webhook: false,
    area: 'inventory',
    data: InventoryUpdatedData,
  },
  'inventory.low_stock': {
    summary: 'The available quantity of a variant at a location fell below its reorder point.',
    webhook: false,
    area: 'reports',
    data: LowStockRow,
  },
  'order.created': {
    summary: 'An order was created.',
    webhook: true,
    area: 'orders',
    data: Order,
  },
  'order.fulfilled': {
    summary: 'An order was fulfilled, wholly or in part, as its status shows, or closed short.',
    webhook: true,
    area: 'orders',
    data: Order,
  },
  'order.updated': {
    summary: 'An order changed in another way: reserved, cancelled, or pending again because its reservation expired.',
    webhook: false,
    area: 'orders',
    data: Order,
  },
  'purchase_order.received': {
    summary: 'A purchase order was received, wholly or in part.',
    webhook: true,
    area: 'purchasing',
    data: PurchaseOrder,
  },
  'transfer.received': {
    summary: 'A stock transfer was received, wholly or in part.',
    webhook: true,
    area: 'transfers',
    data: StockTransfer,
  },
} satisfies { [type: string]: EventDeclaration };

export const EVENTS: { readonly [type in keyof typeof special | keyof typeof RESOURCE_EVENTS]: EventDeclaration } = {
  ...special,
  ...RESOURCE_EVENTS,
  // Orders have more events than those of their changes.
  ...special,
};

export type EventType = keyof typeof EVENTS;
export const EVENT_TYPES = Object.keys(EVENTS) as [EventType, ...EventType[]];

/** The areas that have events. */
export const EVENT_AREAS: readonly Area[] = [...new Set(Object.values(EVENTS).map(({ area }) => area))];

/**
 * The types of events that the caller may receive: those of the areas that it may read. Refuses `insufficient_scope`
 * for a type that was requested but may not be read, rather than silently leaving it out.
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
